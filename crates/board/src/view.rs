//! A map as a page draws it.

use crate::ground::{BoardView, EdgeView, Ground, HexGround, HexView, LineView, NamedHex, SideView};
use crate::looks::{Cover, Hexside};
use crate::{Dir, Hex, HexMap, Parity, SideFeatures};

impl HexMap {
    /// `features` are those hexsides that carry a rule in this game, with their pictures; `edges` belong to a side in it.
    pub fn view(&self, features: &[(SideFeatures, Hexside)], edges: Vec<EdgeView>) -> BoardView {
        let name = |h: Hex| self.name(h).to_string();
        let layout = self.layout();
        let hexes = self.hexes().filter_map(|h| {
            let (column, row) = self.col_row(h)?;
            Some(HexView {
                id: name(h),
                column: column.into(),
                row: row.into(),
                terrain: self.terrain(h),
                cover: Cover::of(self.terrain(h)),
                elevation: self.elevation(h),
            })
        });
        let roads = self.roads().iter().map(|road| road.hexes.iter().map(|h| name(*h)));
        let streams = self.streams().iter().map(|stream| LineView {
            name: stream.name.clone(),
            sides: stream
                .sides
                .iter()
                .map(|(h, d)| [name(*h), name(self.neighbour(*h, *d))])
                .collect(),
        });
        let places = self.places().iter().map(|place| NamedHex {
            name: place.name.clone(),
            hex: name(place.hex),
        });
        BoardView {
            title: self.title().to_string(),
            source: self.source().to_string(),
            reactions: &[],
            ground: Ground::Hexes(HexGround {
                columns: u16::from(layout.columns),
                rows: u16::from(layout.rows()),
                pushed_down: match layout.columns_pushed_down {
                    Parity::Odd => "odd",
                    Parity::Even => "even",
                },
                metres_per_hex: u32::from(self.metres_per_hex()),
                hexes: hexes.collect(),
                sides: self.side_views(features),
                roads: roads.map(Iterator::collect).collect(),
                streams: streams.collect(),
                places: places.collect(),
                edges,
            }),
        }
    }

    /// Every hexside once for each of its features.
    fn side_views(&self, features: &[(SideFeatures, Hexside)]) -> Vec<SideView> {
        let mut views = Vec::new();
        for hex in self.hexes() {
            for dir in &Dir::ALL[..3] {
                let other = self.neighbour(hex, *dir);
                for (feature, kind) in features {
                    if other.is_on() && self.side(hex, *dir).contains(*feature) {
                        let between = [hex, other].map(|h| self.name(h).to_string());
                        views.push(SideView { kind: *kind, between });
                    }
                }
            }
        }
        views
    }
}
