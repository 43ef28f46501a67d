//! A combat unit on the map, and the ground under it.

use super::cards::{NONE, UnitId};
use board::{Hex, Vertex};

/// What changes about a combat unit. Yes-or-no facts stand in the sets of [`Position`](super::position::Position).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Of a double counter the hex of its left half; `Hex::OFF` once eliminated.
    pub hex: Hex,
    /// The hex of the right half of a double counter; `Hex::OFF` for singles.
    pub right: Hex,
    /// Where the counters of the battle have no facing of their own, that of doubles follows from their halves.
    pub facing: Vertex,
    /// Which printed side is up.
    pub face: u8,
    /// Rout level, 0 to 4.
    pub rout: u8,
    /// Rout level noted in the ranged phase and not yet applied (E-91); otherwise equal to `rout`.
    pub pending: u8,
    /// Half points spent in this movement phase.
    pub spent: u8,
    /// Target of its charge (E-37), or `NONE`.
    pub charge: UnitId,
    /// Target of the attack named for it in this melee phase (E-94), or of the hit it has scored in the fire phase
    /// or `NONE`.
    pub target: UnitId,
}

impl Unit {
    pub const ABSENT: Unit = Unit {
        hex: Hex::OFF,
        right: Hex::OFF,
        facing: Vertex::NNE,
        face: 0,
        rout: 0,
        pending: 0,
        spent: 0,
        charge: NONE,
        target: NONE,
    };
}

/// The hex or the two hexes under a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stand {
    pub left: Hex,
    /// `Hex::OFF` under a single counter.
    pub right: Hex,
}

impl Stand {
    pub const NOWHERE: Stand = Stand {
        left: Hex::OFF,
        right: Hex::OFF,
    };

    #[inline]
    pub fn single(hex: Hex) -> Stand {
        Stand {
            left: hex,
            right: Hex::OFF,
        }
    }

    /// The same hexes, whichever half is on which.
    #[inline]
    pub fn same_ground(self, other: Stand) -> bool {
        self == other || (self.left == other.right && self.right == other.left)
    }

    /// One or two hexes, the left one first.
    #[inline]
    pub fn hexes(self) -> impl Iterator<Item = Hex> + Clone {
        [self.left, self.right].into_iter().filter(|h| h.is_on())
    }

    #[inline]
    pub fn covers(self, hex: Hex) -> bool {
        hex.is_on() && (self.left == hex || self.right == hex)
    }
}

impl Unit {
    #[inline]
    pub fn stand(&self) -> Stand {
        Stand {
            left: self.hex,
            right: self.right,
        }
    }

    #[inline]
    pub fn is_double(&self) -> bool {
        self.right.is_on()
    }
}
