//! Section 7, terrain: what every step on this map costs and crosses, worked out once.

use super::cards::{ENGLISH, SCOTS};
use board::{Dir, Hex, HexMap};
use kernel::Side;

/// One hexside crossed in one direction.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub to: Hex,
    /// Half points for a combat unit, burns and manoeuvres apart.
    pub cost: u8,
    /// Half points for a leader. E-75
    pub leader_cost: u8,
    pub marks: u8,
}

impl Step {
    pub const OFF: Step = Step {
        to: Hex::OFF,
        cost: 0,
        leader_cost: 0,
        marks: 0,
    };

    pub const BURN: u8 = 1;
    pub const DOWNHILL: u8 = 2;
    /// Brings this side closer to one of its friendly edge sections (6.3 of the catalogue): bit 2 Scots, bit 3 English.
    pub const CLOSER: u8 = 4;
    /// What may make a step dearer: climbing, marsh, other ground, a ridge on the hexside.
    pub const CLIMB: u8 = 16;
    pub const MARSH: u8 = 32;
    pub const ROUGH: u8 = 64;
    pub const RIDGE: u8 = 128;

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
pub struct Soil(pub u8);

impl Soil {
    pub const COVER: u8 = 1;
    pub const MARSH: u8 = 2;
    pub const POOL: u8 = 4;
    pub const EDGE: u8 = 8;
    /// Any other ground that is not clear.
    pub const ROUGH: u8 = 32;

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
        self.0 & (Soil::COVER | Soil::MARSH | Soil::POOL | Soil::ROUGH) == 0
    }

    /// A hex of a friendly edge of this side.
    #[inline]
    pub fn edge(self, side: Side) -> bool {
        self.0 & (Soil::EDGE << side.index()) != 0
    }
}

/// How far every hex is from each friendly edge section of each side (ER-39, QR-30).
pub struct Homeward([Vec<Vec<u16>>; 2]);

impl Homeward {
    pub fn new(map: &HexMap, edges: &[Vec<Vec<Hex>>; 2]) -> Homeward {
        let fields = |side: &Vec<Vec<Hex>>| side.iter().map(|s| map.distance_field(s)).collect();
        Homeward([fields(&edges[0]), fields(&edges[1])])
    }

    /// [`Step::CLOSER`] for each side that the step brings closer to one of its sections.
    pub fn marks(&self, from: Hex, to: Hex) -> u8 {
        let closer = |field: &Vec<u16>| field[to.index()] < field[from.index()];
        let mut marks = 0;
        for side in [SCOTS, ENGLISH] {
            if self.0[side.index()].iter().any(closer) {
                marks |= Step::CLOSER << side.index();
            }
        }
        marks
    }
}

#[derive(Clone, Debug)]
pub struct Ground {
    pub steps: Vec<[Step; 6]>,
    pub soil: Vec<Soil>,
    pub level: Vec<u8>,
}

impl Ground {
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
