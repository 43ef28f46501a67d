//! Small maps made in code, for tests and conformance cases.

use crate::hex::HexName;
use crate::layout::{Layout, Parity};
use crate::lore::{Confidence, EdgeSection, Info, Region, Road};
use crate::{Hex, HexMap, SideFeatures, Terrain};
use std::fmt;

/// Why a map could not be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuildError(pub String);

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BuildError {}

fn fault<T>(why: impl Into<String>) -> Result<T, BuildError> {
    Err(BuildError(why.into()))
}

/// Collects what the map shall hold; [`MapBuilder::build`] checks it.
///
/// At first all is clear ground of elevation 0, columns and rows count from 01,
/// all columns are equally long and the even ones sit lower (edward.md 1.1).
#[derive(Clone, Debug)]
pub struct MapBuilder {
    layout: Layout,
    ground: Terrain,
    level: u8,
    info: Info,
    terrain: Vec<(String, Terrain)>,
    elevation: Vec<(String, u8)>,
    holes: Vec<String>,
    sides: Vec<(String, String, SideFeatures)>,
    roads: Vec<(String, Vec<String>)>,
    regions: Vec<(String, Vec<String>)>,
    edges: Vec<(String, Vec<String>)>,
    edge_spans: Vec<(String, String, String)>,
}

fn owned<S: AsRef<str>>(hexes: &[S]) -> Vec<String> {
    hexes.iter().map(|h| h.as_ref().to_owned()).collect()
}

impl MapBuilder {
    pub fn new(columns: u8, rows: u8) -> MapBuilder {
        MapBuilder {
            layout: Layout {
                first_column: 1,
                columns,
                first_row: 1,
                rows_in_odd_columns: rows,
                rows_in_even_columns: rows,
                columns_pushed_down: Parity::Even,
            },
            ground: Terrain::Clear,
            level: 0,
            info: Info {
                name: "field".into(),
                title: "Field".into(),
                ..Info::default()
            },
            terrain: Vec::new(),
            elevation: Vec::new(),
            holes: Vec::new(),
            sides: Vec::new(),
            roads: Vec::new(),
            regions: Vec::new(),
            edges: Vec::new(),
            edge_spans: Vec::new(),
        }
    }

    #[must_use]
    pub fn named(mut self, name: &str, title: &str) -> Self {
        self.info.name = name.into();
        self.info.title = title.into();
        self
    }

    /// Name of the first column and row, as printed.
    #[must_use]
    pub fn first(mut self, column: u8, row: u8) -> Self {
        self.layout.first_column = column;
        self.layout.first_row = row;
        self
    }

    #[must_use]
    pub fn pushed_down(mut self, columns: Parity) -> Self {
        self.layout.columns_pushed_down = columns;
        self
    }

    #[must_use]
    pub fn rows(mut self, in_odd_columns: u8, in_even_columns: u8) -> Self {
        self.layout.rows_in_odd_columns = in_odd_columns;
        self.layout.rows_in_even_columns = in_even_columns;
        self
    }

    /// Terrain and elevation wherever nothing else is said.
    #[must_use]
    pub fn ground(mut self, terrain: Terrain, elevation: u8) -> Self {
        self.ground = terrain;
        self.level = elevation;
        self
    }

    #[must_use]
    pub fn terrain(mut self, hex: &str, terrain: Terrain) -> Self {
        self.terrain.push((hex.into(), terrain));
        self
    }

    #[must_use]
    pub fn elevation(mut self, hex: &str, level: u8) -> Self {
        self.elevation.push((hex.into(), level));
        self
    }

    /// No hex is printed here.
    #[must_use]
    pub fn hole(mut self, hex: &str) -> Self {
        self.holes.push(hex.into());
        self
    }

    /// Adds features to the side between two neighbours.
    #[must_use]
    pub fn side(mut self, a: &str, b: &str, features: SideFeatures) -> Self {
        self.sides.push((a.into(), b.into(), features));
        self
    }

    #[must_use]
    pub fn road<S: AsRef<str>>(mut self, name: &str, hexes: &[S]) -> Self {
        self.roads.push((name.into(), owned(hexes)));
        self
    }

    #[must_use]
    pub fn region<S: AsRef<str>>(mut self, name: &str, hexes: &[S]) -> Self {
        self.regions.push((name.into(), owned(hexes)));
        self
    }

    /// One more edge section of a side, hex by hex.
    #[must_use]
    pub fn edge<S: AsRef<str>>(mut self, side: &str, hexes: &[S]) -> Self {
        self.edges.push((side.into(), owned(hexes)));
        self
    }

    /// One more edge section: all hexes of one column or one row from `first` to `last`.
    /// Sections made this way come after those of [`MapBuilder::edge`].
    #[must_use]
    pub fn edge_between(mut self, side: &str, first: &str, last: &str) -> Self {
        self.edge_spans.push((side.into(), first.into(), last.into()));
        self
    }

    pub fn build(self) -> Result<HexMap, BuildError> {
        let layout = self.layout;
        layout.check().or_else(|f| fault(f.to_string()))?;
        let mut cells = vec![None; layout.slots()];
        for (slot, cell) in cells.iter_mut().enumerate() {
            let (col, row) = layout.col_row(slot);
            if layout.slot(col, row).is_some() {
                *cell = Some((self.ground, self.level));
            }
        }
        // Holes last, so that nothing can be put into one.
        for (hex, terrain) in &self.terrain {
            cell(&layout, &mut cells, hex)?.0 = *terrain;
        }
        for (hex, level) in &self.elevation {
            if *level > 9 {
                return fault(format!("elevation {level} at {hex}: the highest is 9"));
            }
            cell(&layout, &mut cells, hex)?.1 = *level;
        }
        for hex in &self.holes {
            cell(&layout, &mut cells, hex)?;
            if let Some(slot) = slot(&layout, hex) {
                cells[slot] = None;
            }
        }
        let mut map = HexMap::new(layout, &cells);
        map.lore.info = self.info.clone();
        for (a, b, features) in &self.sides {
            add_side(&mut map, a, b, *features)?;
        }
        for (name, hexes) in &self.roads {
            for pair in hexes.windows(2) {
                add_side(&mut map, &pair[0], &pair[1], SideFeatures::ROAD)?;
            }
            let hexes = find_all(&map, hexes)?;
            if hexes.len() < 2 {
                return fault(format!("road {name} has fewer than two hexes"));
            }
            map.lore.roads.push(Road {
                name: name.clone(),
                hexes,
                confidence: None,
                note: String::new(),
            });
        }
        for (name, hexes) in &self.regions {
            let hexes = find_all(&map, hexes)?;
            map.lore.regions.push(Region {
                name: name.clone(),
                hexes,
                confidence: Confidence::Invention,
                note: String::new(),
            });
        }
        for (side, hexes) in &self.edges {
            let hexes = find_all(&map, hexes)?;
            add_edge(&mut map, side, hexes)?;
        }
        for (side, first, last) in &self.edge_spans {
            let hexes = span(&map, first, last)?;
            add_edge(&mut map, side, hexes)?;
        }
        Ok(map)
    }
}

fn slot(layout: &Layout, hex: &str) -> Option<usize> {
    let name: HexName = hex.parse().ok()?;
    layout.slot(name.col, name.row)
}

fn cell<'a>(
    layout: &Layout,
    cells: &'a mut [Option<(Terrain, u8)>],
    hex: &str,
) -> Result<&'a mut (Terrain, u8), BuildError> {
    let found = slot(layout, hex).and_then(|i| cells.get_mut(i)?.as_mut());
    found.ok_or_else(|| BuildError(format!("no hex {hex} on the map")))
}

fn find(map: &HexMap, hex: &str) -> Result<Hex, BuildError> {
    let found = map.parse(hex);
    found.ok_or_else(|| BuildError(format!("no hex {hex} on the map")))
}

fn find_all(map: &HexMap, hexes: &[String]) -> Result<Vec<Hex>, BuildError> {
    hexes.iter().map(|h| find(map, h)).collect()
}

fn add_side(map: &mut HexMap, a: &str, b: &str, f: SideFeatures) -> Result<(), BuildError> {
    let (from, to) = (find(map, a)?, find(map, b)?);
    match map.direction(from, to) {
        Some(d) => map.add_side(from, d, f),
        None => return fault(format!("{a} and {b} are not neighbours")),
    }
    Ok(())
}

fn add_edge(map: &mut HexMap, side: &str, hexes: Vec<Hex>) -> Result<(), BuildError> {
    if hexes.is_empty() {
        return fault(format!("an edge section of {side} is empty"));
    }
    if let Some(h) = hexes.iter().find(|h| !map.is_border(**h)) {
        return fault(format!("{} is not at the edge of the map", map.name(*h)));
    }
    map.lore.edges.push(EdgeSection {
        side: side.into(),
        purpose: "friendly".into(),
        hexes,
        confidence: Confidence::Invention,
        note: String::new(),
    });
    Ok(())
}

fn span(map: &HexMap, first: &str, last: &str) -> Result<Vec<Hex>, BuildError> {
    let (a, b) = (map.name(find(map, first)?), map.name(find(map, last)?));
    if a.col != b.col && a.row != b.row {
        return fault(format!("{first} and {last} share neither column nor row"));
    }
    let columns = a.col.min(b.col)..=a.col.max(b.col);
    let inside = columns.flat_map(|c| (a.row.min(b.row)..=a.row.max(b.row)).map(move |r| (c, r)));
    Ok(inside.filter_map(|(c, r)| map.at(c, r)).collect())
}
