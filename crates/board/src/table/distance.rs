//! How far figures are apart: squared, as exact fractions (LR-03).

use super::point::{cross, dot};
use super::{Hull, Point, in_common};
use std::cmp::Ordering;

/// A distance. It is kept squared, as a whole number and a proper fraction of square mils, and compared exactly.
#[derive(Clone, Copy, Debug)]
pub struct Distance {
    whole: i64,
    part: i64,
    of: i64,
}

impl Default for Distance {
    /// None at all.
    fn default() -> Distance {
        Distance::squared(0)
    }
}

impl Distance {
    /// By its square.
    pub fn squared(square: i64) -> Distance {
        Distance {
            whole: square,
            part: 0,
            of: 1,
        }
    }

    pub fn of_mils(mils: i32) -> Distance {
        Distance::squared(i64::from(mils) * i64::from(mils))
    }

    pub fn between(a: Point, b: Point) -> Distance {
        Distance::squared(a.squared(b))
    }

    /// `area / length`, the square of both being taken.
    fn from_line(area: i64, square: i64) -> Distance {
        let area = i128::from(area) * i128::from(area);
        let of = i128::from(square);
        Distance {
            whole: (area / of) as i64,
            part: (area % of) as i64,
            of: square,
        }
    }

    /// "Within N", "N or less".
    pub fn within(self, mils: i32) -> bool {
        mils >= 0 && self <= Distance::of_mils(mils)
    }

    /// "Nearer than N": what no base of that radius has room in.
    pub fn nearer_than(self, mils: i32) -> bool {
        mils >= 0 && self < Distance::of_mils(mils)
    }

    /// Whether twice the distance is within so much: "half range or less".
    pub fn twice_within(self, mils: i32) -> bool {
        let most = i128::from(mils) * i128::from(mils) * i128::from(self.of);
        mils >= 0 && 4 * (i128::from(self.whole) * i128::from(self.of) + i128::from(self.part)) <= most
    }

    /// Rounded up to a mil, to be told: what is too far is never told as near enough.
    pub fn mils(self) -> i32 {
        let root = self.whole.isqrt();
        let more = root * root < self.whole || self.part > 0;
        (root + i64::from(more)) as i32
    }
}

impl Ord for Distance {
    fn cmp(&self, other: &Distance) -> Ordering {
        let part = |a: &Distance, b: &Distance| i128::from(a.part) * i128::from(b.of);
        let parts = || part(self, other).cmp(&part(other, self));
        self.whole.cmp(&other.whole).then_with(parts)
    }
}

impl PartialOrd for Distance {
    fn partial_cmp(&self, other: &Distance) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Distance {
    fn eq(&self, other: &Distance) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Distance {}

/// Between the nearest points of two figures; nothing if they have one in common.
pub fn distance(a: &impl Hull, b: &impl Hull) -> Distance {
    if in_common(a, b) {
        return Distance::default();
    }
    let from_corners = |p: &[Point], figure: &[Point]| {
        let each = p.iter().flat_map(|p| sides(figure).map(|side| to_side(*p, side).0));
        each.min().unwrap_or_default()
    };
    match [a.corners(), b.corners()] {
        // No corner is nearer to a point than the sides it ends.
        [a @ [_], b] | [b, a @ [_]] => from_corners(a, b),
        [a, b] => from_corners(a, b).min(from_corners(b, a)),
    }
}

/// The point of a figure that is nearest to `p`, rounded to mils, and how far it is before it is rounded.
pub fn nearest(figure: &impl Hull, p: Point) -> (Point, Distance) {
    if in_common(figure, &p) {
        return (p, Distance::default());
    }
    let each = sides(figure.corners()).map(|side| (to_side(p, side), side));
    let Some(((distance, foot), [a, b])) = each.min_by_key(|((distance, _), _)| *distance) else {
        return (p, Distance::default());
    };
    let point = match foot {
        Foot::At(point) => point,
        Foot::Between(along, square) => {
            let coordinate = |a: i32, way: i64| {
                let exact = i128::from(a) * i128::from(square) + i128::from(way) * i128::from(along);
                let whole = (2 * exact.unsigned_abs() + square as u128) / (2 * square as u128);
                if exact < 0 { -(whole as i32) } else { whole as i32 }
            };
            let way = a.to(b);
            Point::new(coordinate(a.x(), way[0]), coordinate(a.y(), way[1]))
        }
    };
    (point, distance)
}

/// The nearest point of a side: an end of it, or so far along, of its squared length.
enum Foot {
    At(Point),
    Between(i64, i64),
}

fn to_side(p: Point, [a, b]: [Point; 2]) -> (Distance, Foot) {
    let (way, to) = (a.to(b), a.to(p));
    let (along, square) = (dot(to, way), dot(way, way));
    if along <= 0 {
        (Distance::between(a, p), Foot::At(a))
    } else if along >= square {
        (Distance::between(b, p), Foot::At(b))
    } else {
        (
            Distance::from_line(cross(way, to), square),
            Foot::Between(along, square),
        )
    }
}

/// All sides; of a point one without length.
fn sides(corners: &[Point]) -> impl Iterator<Item = [Point; 2]> + '_ {
    let n = corners.len();
    let number = if n < 3 { 1 } else { n };
    (0..number).map(move |i| [corners[i], corners[(i + 1) % n]])
}
