//! A hex map: every question about a hex is one look into a table.

use crate::hex::HexName;
use crate::layout::Layout;
use crate::lore::{EdgeSection, Info, Landmark, Lore, Note, Region, Road, Stream};
use crate::{Dir, Hex, SideFeatures, Terrain};
use std::sync::Arc;

/// A map that has passed all checks. It never changes during a game.
///
/// Columns lie one after the other in the index; a slot where no hex is printed is a hole.
/// Questions about [`Hex::OFF`] or a hole get harmless answers, never a panic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexMap {
    layout: Layout,
    columns: u16,
    rows: u16,
    /// See [`Layout::first_is_low`].
    first_is_low: i16,
    /// The hex itself, or `OFF` for a hole.
    present: Vec<Hex>,
    neighbours: Vec<[Hex; 6]>,
    axial: Vec<(i16, i16)>,
    terrain: Vec<Terrain>,
    elevation: Vec<u8>,
    sides: Vec<[SideFeatures; 6]>,
    /// The printed names, and behind them that of no hex.
    labels: Vec<Arc<str>>,
    pub(crate) lore: Lore,
}

const NOWHERE: [Hex; 6] = [Hex::OFF; 6];

impl HexMap {
    /// `cells` holds terrain and elevation for each slot of a checked layout, `None` for holes.
    pub(crate) fn new(layout: Layout, cells: &[Option<(Terrain, u8)>]) -> HexMap {
        let slots = layout.slots();
        let cell = |i: usize| cells.get(i).copied().flatten();
        let present = (0..slots).map(|i| match cell(i) {
            Some(_) => Hex(i as u16),
            None => Hex::OFF,
        });
        let mut map = HexMap {
            layout,
            columns: u16::from(layout.columns),
            rows: u16::from(layout.rows()),
            first_is_low: layout.first_is_low(),
            present: present.collect(),
            neighbours: vec![NOWHERE; slots],
            axial: (0..slots).map(|i| layout.axial(i)).collect(),
            terrain: (0..slots).map(|i| cell(i).unwrap_or_default().0).collect(),
            elevation: (0..slots).map(|i| cell(i).unwrap_or_default().1).collect(),
            sides: vec![[SideFeatures::NONE; 6]; slots],
            labels: Vec::new(),
            lore: Lore::default(),
        };
        let slots_and_none = map.present.iter().copied().chain([Hex::OFF]);
        map.labels = slots_and_none.map(|h| map.name(h).to_string().into()).collect();
        for i in 0..slots {
            if map.present[i].is_off() {
                continue;
            }
            let (q, s) = map.axial[i];
            for d in Dir::ALL {
                let (dq, ds) = d.axial();
                let other = map.from_axial(q + dq, s + ds);
                map.neighbours[i][d.index()] = other;
                if other.is_on() && map.elevation[i] != map.elevation[other.index()] {
                    map.sides[i][d.index()] = SideFeatures::CONTOUR;
                }
            }
        }
        map
    }

    /// Adds a feature to both faces of a side. Nothing happens where no neighbour is.
    pub(crate) fn add_side(&mut self, h: Hex, d: Dir, feature: SideFeatures) {
        let other = self.neighbour(h, d);
        if other.is_off() {
            return;
        }
        let here = &mut self.sides[h.index()][d.index()];
        *here = here.with(feature);
        let there = &mut self.sides[other.index()][d.opposite().index()];
        *there = there.with(feature);
    }

    /// Number of index slots, holes included.
    #[inline]
    pub fn len(&self) -> usize {
        self.present.len()
    }

    pub fn is_empty(&self) -> bool {
        self.hexes().next().is_none()
    }

    /// All hexes in the order of their index: column by column, north to south.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        self.present.iter().copied().filter(|h| h.is_on())
    }

    #[inline]
    pub fn exists(&self, h: Hex) -> bool {
        self.present.get(h.index()).is_some_and(|h| h.is_on())
    }

    pub fn name(&self, h: Hex) -> HexName {
        match self.col_row(h) {
            Some((col, row)) => HexName { col, row },
            None => HexName::OFF,
        }
    }

    /// The name as a text that can be shared.
    pub fn label(&self, h: Hex) -> Arc<str> {
        let at = h.index().min(self.labels.len() - 1);
        self.labels[at].clone()
    }

    /// A name as printed, four digits.
    pub fn parse(&self, text: &str) -> Option<Hex> {
        let name: HexName = text.parse().ok()?;
        self.at(name.col, name.row)
    }

    /// By column and row as printed.
    pub fn at(&self, col: u8, row: u8) -> Option<Hex> {
        self.present.get(self.layout.slot(col, row)?)?.on()
    }

    pub fn col_row(&self, h: Hex) -> Option<(u8, u8)> {
        self.exists(h).then(|| self.layout.col_row(h.index()))
    }

    #[inline]
    pub fn neighbours(&self, h: Hex) -> &[Hex; 6] {
        self.neighbours.get(h.index()).unwrap_or(&NOWHERE)
    }

    /// `OFF` at the edge of the map.
    #[inline]
    pub fn neighbour(&self, h: Hex, d: Dir) -> Hex {
        self.neighbours(h)[d.index()]
    }

    /// Which way `to` lies, if the two are neighbours.
    #[inline]
    pub fn direction(&self, from: Hex, to: Hex) -> Option<Dir> {
        if !self.exists(from) || !self.exists(to) {
            return None;
        }
        let ((aq, a_s), (bq, bs)) = (self.axial(from), self.axial(to));
        match (bq - aq, bs - a_s) {
            (0, -1) => Some(Dir::N),
            (1, -1) => Some(Dir::NE),
            (1, 0) => Some(Dir::SE),
            (0, 1) => Some(Dir::S),
            (-1, 1) => Some(Dir::SW),
            (-1, 0) => Some(Dir::NW),
            _ => None,
        }
    }

    #[inline]
    pub fn adjacent(&self, a: Hex, b: Hex) -> bool {
        self.distance(a, b) == 1
    }

    /// (0, 0) for a hex that is not on the map.
    #[inline]
    pub fn axial(&self, h: Hex) -> (i16, i16) {
        self.axial.get(h.index()).copied().unwrap_or_default()
    }

    /// `OFF` where no hex is.
    #[inline]
    pub fn from_axial(&self, q: i16, s: i16) -> Hex {
        // A negative number turns into a huge one and fails the same test.
        if q as u16 >= self.columns {
            return Hex::OFF;
        }
        let y = s.wrapping_add((q + self.first_is_low) >> 1) as u16;
        if y >= self.rows {
            return Hex::OFF;
        }
        let slot = q as usize * self.rows as usize + y as usize;
        self.present.get(slot).copied().unwrap_or(Hex::OFF)
    }

    /// Hexes between the two, terrain ignored; `u16::MAX` if either is off the map.
    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u16 {
        let (Some(&(aq, a_s)), Some(&(bq, bs))) = (self.axial.get(a.index()), self.axial.get(b.index())) else {
            return u16::MAX;
        };
        axial_distance((aq, a_s), (bq, bs))
    }

    #[inline]
    pub fn terrain(&self, h: Hex) -> Terrain {
        self.terrain.get(h.index()).copied().unwrap_or_default()
    }

    #[inline]
    pub fn elevation(&self, h: Hex) -> u8 {
        self.elevation.get(h.index()).copied().unwrap_or_default()
    }

    /// What lies along a side; the same from either hex.
    #[inline]
    pub fn side(&self, h: Hex, d: Dir) -> SideFeatures {
        match self.sides.get(h.index()) {
            Some(sides) => sides[d.index()],
            None => SideFeatures::NONE,
        }
    }

    /// Does a road pass through the hex?
    pub fn is_road(&self, h: Hex) -> bool {
        Dir::ALL.iter().any(|d| self.side(h, *d).contains(SideFeatures::ROAD))
    }

    /// A hex that lacks at least one neighbour.
    #[inline]
    pub fn is_border(&self, h: Hex) -> bool {
        self.exists(h) && self.neighbours(h).contains(&Hex::OFF)
    }

    /// For each slot the distance to the nearest target (edward.md 6.3), terrain ignored.
    /// `u16::MAX` for holes, and everywhere if there is no target.
    pub fn distance_field(&self, targets: &[Hex]) -> Vec<u16> {
        let nearest = |h: Hex| {
            let distances = targets.iter().map(|t| self.distance(h, *t));
            distances.min().unwrap_or(u16::MAX)
        };
        self.present.iter().map(|h| nearest(*h)).collect()
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    pub fn info(&self) -> &Info {
        &self.lore.info
    }

    /// The map's own name, as in `edward-bannockburn`.
    pub fn map_name(&self) -> &str {
        &self.lore.info.name
    }

    pub fn title(&self) -> &str {
        &self.lore.info.title
    }

    /// Where it comes from, for players; empty if its author does not say.
    pub fn source(&self) -> &str {
        &self.lore.info.source
    }

    pub fn metres_per_hex(&self) -> u16 {
        self.lore.info.metres_per_hex
    }

    pub fn edges(&self) -> &[EdgeSection] {
        &self.lore.edges
    }

    pub fn regions(&self) -> &[Region] {
        &self.lore.regions
    }

    pub fn region(&self, name: &str) -> Option<&Region> {
        self.lore.regions.iter().find(|r| r.name == name)
    }

    pub fn roads(&self) -> &[Road] {
        &self.lore.roads
    }

    pub fn streams(&self) -> &[Stream] {
        &self.lore.streams
    }

    pub fn places(&self) -> &[Landmark] {
        &self.lore.places
    }

    pub fn notes(&self) -> &[Note] {
        &self.lore.notes
    }
}

/// The greatest of |dq|, |ds|, |dq+ds| (edward.md 1.1).
#[inline]
pub(crate) fn axial_distance(a: (i16, i16), b: (i16, i16)) -> u16 {
    let (q, s) = (b.0 - a.0, b.1 - a.1);
    q.unsigned_abs().max(s.unsigned_abs()).max((q + s).unsigned_abs())
}
