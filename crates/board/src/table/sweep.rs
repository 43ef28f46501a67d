//! What a straight move runs into, and after how many mils: exactly as if every mil were looked at.

use super::meet::{least_overlap, normals, shadow};
use super::{Hull, LIMIT, MOST_CORNERS, Table, Way};
use arrayvec::ArrayVec;
use std::ops::RangeInclusive;

/// What is asked of a moving figure and one that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// As [`super::overlaps`].
    Overlap,
    /// As [`super::meets`].
    Meet,
    /// As [`super::in_common`].
    Common,
}

/// A moving figure against one that stands: after which mils the answer is yes. Mil 0 is the start.
///
/// The answer is yes if on every normal the shift lies between two bounds. Rounded shifts are at most half a mil off the
/// straight line on each axis. So mils well before and well after need not be looked at, only the few in doubt, and those are
/// looked at one by one.
#[derive(Clone, Debug)]
pub struct Sweep {
    way: Way,
    bands: ArrayVec<Band, { 2 * MOST_CORNERS + 2 }>,
    /// The answer is no at every mil.
    never: bool,
    /// The answer is yes where the bounds are *not* kept.
    outside: bool,
}

/// Kept while the dot product of shift and normal is more than `low` and less than `high`.
#[derive(Clone, Copy, Debug)]
struct Band {
    normal: [i64; 2],
    low: i64,
    high: i64,
}

/// Mils from the first to the last; none if the last is before the first.
type Mils = [i32; 2];

const NONE: Mils = [1, 0];

const FURTHEST: i32 = 4 * LIMIT;

impl Sweep {
    pub fn new(way: &Way, by: By, mover: &impl Hull, other: &impl Hull) -> Sweep {
        let corners = [mover.corners().len(), other.corners().len()];
        let mut sweep = Sweep {
            way: *way,
            bands: ArrayVec::new(),
            never: match by {
                By::Overlap => corners.iter().any(|n| *n < 3),
                By::Meet => corners.iter().all(|n| *n < 3),
                By::Common => false,
            },
            outside: false,
        };
        if sweep.never {
            return sweep;
        }
        // Where two segments lie in one line, their bounds tell.
        let upright: &[[i64; 2]] = if by == By::Common { &[[1, 0], [0, 1]] } else { &[] };
        let all = normals(mover).chain(normals(other)).chain(upright.iter().copied());
        for normal in all {
            let ([a, aa], [b, bb]) = (shadow(mover, normal), shadow(other, normal));
            let least = match by {
                By::Overlap => least_overlap(normal),
                By::Meet => 0,
                By::Common => -1,
            };
            sweep.never |= by == By::Overlap && (aa - a).min(bb - b) <= least;
            sweep.bands.push(Band {
                normal,
                low: b - aa + least,
                high: bb - a - least,
            });
        }
        sweep
    }

    /// Whether the mover is off the table with any corner.
    pub fn off_table(way: &Way, mover: &impl Hull, table: &Table) -> Sweep {
        let (on, figure) = (table.bounds(), mover.bounds());
        let band = |normal: [i64; 2], [least, low, high, most]: [i32; 4]| Band {
            normal,
            low: i64::from(least) - i64::from(low) - 1,
            high: i64::from(most) - i64::from(high) + 1,
        };
        let across = [on.min.x(), figure.min.x(), figure.max.x(), on.max.x()];
        let along = [on.min.y(), figure.min.y(), figure.max.y(), on.max.y()];
        Sweep {
            way: *way,
            bands: [band([1, 0], across), band([0, 1], along)].into_iter().collect(),
            never: false,
            outside: true,
        }
    }

    /// After so many mils.
    pub fn at(&self, mil: i32) -> bool {
        !self.never && self.kept(mil) != self.outside
    }

    /// The first of these mils with yes.
    pub fn first(&self, mils: RangeInclusive<i32>) -> Option<i32> {
        self.next(limited(mils), true)
    }

    /// The first of these mils with no.
    pub fn first_free(&self, mils: RangeInclusive<i32>) -> Option<i32> {
        self.next(limited(mils), false)
    }

    /// The last of these mils with no.
    pub fn last_free(&self, mils: RangeInclusive<i32>) -> Option<i32> {
        let [from, to] = limited(mils);
        // Turned round, it is the first.
        let mut back = self.clone();
        back.way.along = self.way.along.map(|unit| -unit);
        back.next([-to, -from], false).map(|mil| -mil)
    }

    fn next(&self, [from, to]: Mils, yes: bool) -> Option<i32> {
        if self.never {
            return (!yes && from <= to).then_some(from);
        }
        if yes != self.outside {
            let [first, last] = self.doubtful([from, to]);
            (first..=last).find(|mil| self.kept(*mil))
        } else {
            self.next_not_kept([from, to])
        }
    }

    fn next_not_kept(&self, [from, to]: Mils) -> Option<i32> {
        let sure = self.sure([from, to]);
        let mut mil = from;
        while mil <= to && self.kept(mil) {
            let skips = sure[0] <= mil && mil <= sure[1];
            mil = if skips { sure[1] + 1 } else { mil + 1 };
        }
        (mil <= to).then_some(mil)
    }

    fn kept(&self, mil: i32) -> bool {
        let shift = self.way.shift(mil);
        self.bands.iter().all(|band| {
            let along = band.normal[0] * shift[0] + band.normal[1] * shift[1];
            band.low < along && along < band.high
        })
    }

    /// Of these mils, those outside of which some bound is not kept for certain.
    fn doubtful(&self, mils: Mils) -> Mils {
        self.bands
            .iter()
            .fold(mils, |mils, band| band.narrowed(&self.way, mils, 1))
    }

    /// Of these mils, those within which all bounds are kept for certain.
    fn sure(&self, mils: Mils) -> Mils {
        self.bands
            .iter()
            .fold(mils, |mils, band| band.narrowed(&self.way, mils, -1))
    }
}

impl Band {
    /// Twice the most by which rounding may move the dot product.
    fn rounding(&self, way: &Way) -> i64 {
        let ([x, y], [nx, ny]) = (way.along, self.normal);
        if x.abs() == y.abs() {
            // At 45 degrees both are rounded alike.
            return (nx * x.signum() + ny * y.signum()).abs();
        }
        let half = |normal: i64, along: i64| if along % way.scale == 0 { 0 } else { normal.abs() };
        half(nx, x) + half(ny, y)
    }

    /// Of these mils, those after which the unrounded shift lies between the bounds, which are made wider (1) or narrower (-1)
    /// by as much as rounding may come to.
    fn narrowed(&self, way: &Way, [from, to]: Mils, wider: i128) -> Mils {
        // Everything twice and times the scale, so that it is whole.
        let speed = 2 * i128::from(self.normal[0] * way.along[0] + self.normal[1] * way.along[1]);
        let [rounding, scale] = [self.rounding(way), way.scale].map(i128::from);
        let low = (2 * i128::from(self.low) - wider * rounding) * scale;
        let high = (2 * i128::from(self.high) + wider * rounding) * scale;
        let (low, high, speed) = if speed < 0 {
            (-high, -low, -speed)
        } else {
            (low, high, speed)
        };
        let [begin, end] = [from, to].map(|mil| speed * i128::from(mil));
        if from > to || end <= low || begin >= high || low >= high {
            return NONE;
        }
        // Divided only where it must be.
        let first = if begin > low {
            from
        } else {
            (low.div_euclid(speed) + 1) as i32
        };
        let last = if end < high {
            to
        } else {
            (-(-high).div_euclid(speed) - 1) as i32
        };
        [first, last]
    }
}

fn limited(mils: RangeInclusive<i32>) -> Mils {
    [(*mils.start()).max(-FURTHEST), (*mils.end()).min(FURTHEST)]
}
