//! When a front touches an edge, and where it stands when it is brought there (LR-06, LR-30).

use super::point::{cross, dot};
use super::{Edge, Footprint, Segment};

/// When a front counts as touching an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The facing may differ so many tenths from straight at the edge.
    pub turn: u16,
    /// The middle of the front may be so far before or behind the line of the edge.
    pub gap: i32,
    /// Front and edge share at least so much, or half the edge if that is less.
    pub share: i32,
}

impl Touch {
    /// Whether a footprint's front touches an edge of another.
    pub fn touches(&self, mover: &Footprint, edge: &Edge) -> bool {
        let facing = mover.stance().facing;
        facing.apart(edge.outward.opposite()) <= self.turn
            && self.is_near(mover, edge)
            && self.shares(mover.front(), edge)
    }

    /// Whether a front, or the front of one file, shares enough with an edge.
    pub fn shares(&self, front: Segment, edge: &Edge) -> bool {
        // Twice the share, because half of an edge may not be whole.
        edge.line.shares(front, edge.length.min(self.share.saturating_mul(2)))
    }

    fn is_near(&self, mover: &Footprint, edge: &Edge) -> bool {
        let Segment([a, b]) = edge.line;
        let along = a.to(b);
        let area = i128::from(cross(along, a.to(mover.stance().at)));
        area * area <= i128::from(self.gap).pow(2) * i128::from(dot(along, along))
    }
}

impl Segment {
    /// The overlap of the other's projection on the line of this one, times this one's length, and its squared length.
    fn overlap(&self, other: Segment) -> (i64, i64) {
        let [a, b] = self.0;
        let along = a.to(b);
        let square = dot(along, along);
        let [c, d] = other.0.map(|p| dot(a.to(p), along));
        (c.max(d).min(square) - c.min(d).max(0), square)
    }

    /// Whether twice what the other's projection shares with this one is at least so much.
    fn shares(&self, other: Segment, twice: i32) -> bool {
        let (overlap, square) = self.overlap(other);
        let twice = i128::from(twice);
        overlap >= 0 && 4 * i128::from(overlap).pow(2) >= twice * twice * i128::from(square)
    }

    /// How much of this one the other's projection shares, in mils rounded down; none if they lie apart.
    pub fn shared(&self, other: Segment) -> i32 {
        let (overlap, square) = self.overlap(other);
        if overlap <= 0 {
            return 0;
        }
        let length = i128::from(overlap).pow(2) / i128::from(square);
        length.isqrt() as i32
    }
}

/// The number nearest to `offset` among those that are `first` plus a multiple of `step` and at most `limit` from 0: of two
/// equally near the one nearer to 0, then the one on the left. `None` if there is none.
pub fn snap(offset: i32, first: i32, step: i32, limit: i32) -> Option<i32> {
    let [offset, first, step, limit] = [offset, first, step, limit].map(i64::from);
    let step = step.max(1);
    let least = -limit + (first + limit).rem_euclid(step);
    let most = limit - (limit - first).rem_euclid(step);
    if least > most {
        return None;
    }
    let below = offset - (offset - first).rem_euclid(step);
    let each = [below, below + step].map(|near| near.clamp(least, most));
    let best = each
        .into_iter()
        .min_by_key(|near| ((near - offset).abs(), near.abs(), *near));
    best.map(|near| near as i32)
}
