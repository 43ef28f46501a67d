//! Where something stands and how it looks.

use super::angle::rounded;
use super::{Angle, ONE, Point};
use serde::{Deserialize, Serialize};

/// A point and a facing. Of a unit it is the middle of its front edge, of a single figure the middle of its base.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stance {
    pub at: Point,
    pub facing: Angle,
}

/// A point as a stance sees it, exactly: how far to the right and how far forward, in mils times [`ONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Local {
    pub right: i64,
    pub forward: i64,
}

impl Local {
    /// How far to the right and forward, rounded to mils.
    pub fn mils(self) -> [i32; 2] {
        [self.right, self.forward].map(|c| rounded(c, ONE) as i32)
    }
}

impl Stance {
    pub const fn new(x: i32, y: i32, facing: i32) -> Stance {
        Stance {
            at: Point::new(x, y),
            facing: Angle::new(facing),
        }
    }

    /// The point so far to the right and forward of it: each of the two products is rounded by itself (LR-02).
    pub fn point(self, right: i32, forward: i32) -> Point {
        self.point_in_halves(2 * i64::from(right), 2 * i64::from(forward))
    }

    /// The same in half mils, for what is measured from the middle of an odd length.
    pub(super) fn point_in_halves(self, right: i64, forward: i64) -> Point {
        let part = |length: i64, unit: i64| rounded(length * unit, 2 * ONE);
        let sideways = self.facing.right().map(|unit| part(right, unit));
        let ahead = self.facing.forward().map(|unit| part(forward, unit));
        self.at.plus([sideways[0] + ahead[0], sideways[1] + ahead[1]])
    }

    /// Moved straight forward, or back if the number is negative.
    pub fn moved(self, mils: i32) -> Stance {
        Stance {
            at: self.point(0, mils),
            ..self
        }
    }

    /// The same place, looking another way.
    pub fn facing(self, facing: Angle) -> Stance {
        Stance { facing, ..self }
    }

    pub fn local(self, p: Point) -> Local {
        let d = self.at.to(p);
        let along = |unit: [i64; 2]| d[0] * unit[0] + d[1] * unit[1];
        Local {
            right: along(self.facing.right()),
            forward: along(self.facing.forward()),
        }
    }
}
