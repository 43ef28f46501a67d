//! Units, leaders and banners as they stand.

use crate::cards::{LeaderId, NONE, SCOTS, UnitId};
use board::{Dir, Hex};
use kernel::Side;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Form {
    Normal,
    Shiltron,
    /// Foot ranged, movement side up. M-146
    March,
    /// Foot ranged, combat side up.
    Combat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Place {
    Map,
    Scattered,
    /// Left the map: `hex` is the hex it left from, `edge` the edge, `due` the earliest turn of its return.
    Off,
    Reserve,
    Eliminated,
    /// Taken away by a scenario rule.
    Removed,
    /// A counter of the mix that its owner has not chosen. SR-F9
    Spare,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Edge {
    North,
    East,
    South,
    West,
}

impl Edge {
    pub const ALL: [Edge; 4] = [Edge::North, Edge::East, Edge::South, Edge::West];

    pub fn name(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }

    pub fn from_name(name: &str) -> Option<Edge> {
        Edge::ALL.into_iter().find(|e| e.name() == name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    pub hex: Hex,
    /// The next unit in the same hex, or `NONE`.
    pub next: UnitId,
    pub side: Side,
    pub command: LeaderId,
    pub sp: u8,
    pub cf: u8,
    pub facing: Dir,
    pub form: Form,
    pub place: Place,
    pub edge: Edge,
    /// Off the map: earliest turn of return. On it: turn since which it demolishes, or 0. M-51, M-180
    pub due: u8,
}

impl Unit {
    pub const ABSENT: Unit = Unit {
        hex: Hex::OFF,
        next: NONE,
        side: SCOTS,
        command: NONE,
        sp: 0,
        cf: 0,
        facing: Dir::N,
        form: Form::Normal,
        place: Place::Reserve,
        edge: Edge::North,
        due: 0,
    };

    #[inline]
    pub fn on_map(&self) -> bool {
        self.place == Place::Map
    }

    #[inline]
    pub fn pose(&self) -> Pose {
        Pose {
            hex: self.hex,
            facing: self.facing,
            cf: self.cf,
        }
    }
}

/// What a step or a turn of a unit depends on, and what it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pose {
    pub hex: Hex,
    pub facing: Dir,
    pub cf: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leader {
    pub hex: Hex,
    pub side: Side,
    pub place: Place,
    pub edge: Edge,
    pub due: u8,
    pub fatigue: u8,
    /// Moved in this phase.
    pub moved: bool,
    /// Did something in this turn that tires him. M-188
    pub strained: bool,
}

impl Leader {
    pub const ABSENT: Leader = Leader {
        hex: Hex::OFF,
        side: SCOTS,
        place: Place::Reserve,
        edge: Edge::North,
        due: 0,
        fatigue: 0,
        moved: false,
        strained: false,
    };

    #[inline]
    pub fn on_map(&self) -> bool {
        self.place == Place::Map
    }
}

/// A side's banner. M-121 to M-127
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Banner {
    None,
    Held(UnitId),
    With(LeaderId),
    Fallen(Hex),
    Captured(UnitId),
}

/// A unit or a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    Unit(UnitId),
    Leader(LeaderId),
}

impl Piece {
    pub(crate) fn write(self, out: &mut Vec<u8>) {
        match self {
            Piece::Unit(u) => out.extend([0, u]),
            Piece::Leader(l) => out.extend([1, l]),
        }
    }
}
