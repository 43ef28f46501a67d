//! Section 7, terrain: what every step on this map costs and crosses, worked out once.

use super::cards::{ENGLISH, SCOTS};
use super::options::{Options, RoadForUnits, Uphill};
use board::{Dir, Hex, HexMap, SideFeatures, Terrain};
use kernel::Side;

/// Half points. E-73
const CLEAR: u8 = 2;
const ROUGH: u8 = 4;
const CLIMB: u8 = 2;
const ROAD_FOR_LEADERS: u8 = 1;

/// One hexside crossed in one direction.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub to: Hex,
    /// Half points for a combat unit, burns and manoeuvres apart.
    pub cost: u8,
    /// Half points for a leader. E-75
    pub leader_cost: u8,
    marks: u8,
}

impl Step {
    const BURN: u8 = 1;
    const DOWNHILL: u8 = 2;
    /// Brings this side closer to one of its friendly edge sections (6.3 of the catalogue): bit 2 Scots, bit 3 English.
    const CLOSER: u8 = 4;

    #[inline]
    pub fn burn(self) -> bool {
        self.marks & Step::BURN != 0
    }

    #[inline]
    pub fn downhill(self) -> bool {
        self.marks & Step::DOWNHILL != 0
    }

    #[inline]
    pub fn closer(self, side: Side) -> bool {
        self.marks & (Step::CLOSER << side.index()) != 0
    }
}

/// What is in a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Soil(u8);

impl Soil {
    const COVER: u8 = 1;
    const MARSH: u8 = 2;
    const POOL: u8 = 4;
    const EDGE: u8 = 8;

    /// Wooded or village: the rules treat them alike (ER-15).
    #[inline]
    pub fn cover(self) -> bool {
        self.0 & Soil::COVER != 0
    }

    #[inline]
    pub fn marsh(self) -> bool {
        self.0 & Soil::MARSH != 0
    }

    #[inline]
    pub fn pool(self) -> bool {
        self.0 & Soil::POOL != 0
    }

    #[inline]
    pub fn clear(self) -> bool {
        self.0 & (Soil::COVER | Soil::MARSH | Soil::POOL) == 0
    }

    /// A hex of a friendly edge of this side.
    #[inline]
    pub fn edge(self, side: Side) -> bool {
        self.0 & (Soil::EDGE << side.index()) != 0
    }
}

#[derive(Clone, Debug)]
pub struct Ground {
    steps: Vec<[Step; 6]>,
    soil: Vec<Soil>,
    level: Vec<u8>,
}

impl Ground {
    pub fn new(map: &HexMap, edges: &[Vec<Vec<Hex>>; 2], options: &Options) -> Ground {
        let fields: Vec<Vec<Vec<u16>>> = edges
            .iter()
            .map(|sections| sections.iter().map(|s| map.distance_field(s)).collect())
            .collect();
        let mut soil = vec![Soil::default(); map.len()];
        let mut level = vec![0; map.len()];
        for hex in map.hexes() {
            let mut marks = match map.terrain(hex) {
                Terrain::Marsh => Soil::MARSH,
                Terrain::Pool => Soil::POOL,
                Terrain::Wooded | Terrain::Village => Soil::COVER,
                _ => 0,
            };
            for side in [SCOTS, ENGLISH] {
                if edges[side.index()].iter().flatten().any(|h| *h == hex) {
                    marks |= Soil::EDGE << side.index();
                }
            }
            soil[hex.index()] = Soil(marks);
            level[hex.index()] = map.elevation(hex);
        }
        let off = Step {
            to: Hex::OFF,
            cost: 0,
            leader_cost: 0,
            marks: 0,
        };
        let mut steps = vec![[off; 6]; map.len()];
        for hex in map.hexes() {
            for dir in Dir::ALL {
                let to = map.neighbour(hex, dir);
                if to.is_off() {
                    continue;
                }
                let climbs = level[to.index()] > level[hex.index()];
                let sides = map.side(hex, dir);
                let road = sides.contains(SideFeatures::ROAD);
                let ground = if soil[to.index()].clear() { CLEAR } else { ROUGH };
                let mut marks = 0;
                if sides.contains(SideFeatures::BURN) {
                    marks |= Step::BURN;
                }
                if level[to.index()] < level[hex.index()] {
                    marks |= Step::DOWNHILL;
                }
                for side in [SCOTS, ENGLISH] {
                    let closer = |field: &Vec<u16>| field[to.index()] < field[hex.index()];
                    if fields[side.index()].iter().any(closer) {
                        marks |= Step::CLOSER << side.index();
                    }
                }
                // ER-14: the map key lets units use roads, the rules do not; an option.
                let unit_ground = match options.road_for_units {
                    RoadForUnits::OneMp if road => CLEAR,
                    _ => ground,
                };
                steps[hex.index()][dir.index()] = Step {
                    to,
                    cost: uphill(options, unit_ground, climbs),
                    leader_cost: if road {
                        ROAD_FOR_LEADERS + if climbs { CLIMB } else { 0 }
                    } else {
                        uphill(options, ground, climbs)
                    },
                    marks,
                };
            }
        }
        Ground { steps, soil, level }
    }

    #[inline]
    pub fn step(&self, from: Hex, dir: Dir) -> Step {
        self.steps[from.index()][dir.index()]
    }

    #[inline]
    pub fn steps(&self, from: Hex) -> &[Step; 6] {
        &self.steps[from.index()]
    }

    #[inline]
    pub fn soil(&self, hex: Hex) -> Soil {
        self.soil[hex.index()]
    }

    #[inline]
    pub fn level(&self, hex: Hex) -> u8 {
        self.level[hex.index()]
    }
}

/// E-77, ER-13: once a hexside, however many levels it climbs.
fn uphill(options: &Options, ground: u8, climbs: bool) -> u8 {
    match options.uphill {
        _ if !climbs => ground,
        Uphill::PlusOne => ground + CLIMB,
        Uphill::FlatTwo => ground.max(CLEAR + CLIMB),
    }
}
