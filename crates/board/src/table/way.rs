//! A straight way, taken mil by mil.

use super::angle::rounded;
use super::{Angle, LIMIT, ONE, Point};

/// A straight way: after k mils whatever goes along it has been shifted by k times its direction, rounded (LR-02).
/// Every corner of it by the same, so that no shape changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The direction, times `scale`.
    pub(super) along: [i64; 2],
    pub(super) scale: i64,
}

impl Way {
    /// In the direction of an angle. Straight back is along the opposite one.
    pub fn along(heading: Angle) -> Way {
        Way {
            along: heading.forward(),
            scale: ONE,
        }
    }

    /// From a point to another, and how long it is, rounded up to a mil. `None` if they are the same point.
    pub fn between(from: Point, to: Point) -> Option<(Way, i32)> {
        let along = from.to(to);
        let length = super::Distance::between(from, to).mils();
        let way = Way {
            along,
            scale: length.into(),
        };
        (length > 0).then_some((way, length))
    }

    /// How far one is shifted after so many mils.
    pub fn shift(&self, mils: i32) -> [i64; 2] {
        let mils = i64::from(mils.clamp(-4 * LIMIT, 4 * LIMIT));
        self.along.map(|unit| rounded(mils * unit, self.scale))
    }
}
