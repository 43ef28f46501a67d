//! What a line of sight runs through (LR-36, LR-38).
//!
//! Points where lines cross are fractions. They are looked at rounded first; only where that does not decide it are they
//! multiplied out, in numbers of any length.

use super::point::{cross, dot};
use super::{Area, Hull, LIMIT, Line, Point, Segment, Way, distance, in_common};
use num_bigint::BigInt;
use std::cmp::Ordering;

/// Whether more than so many mils of a line lie inside these areas, taken together: what is inside two counts once.
pub fn more_inside<'a, I>(sight: Segment, areas: I, mils: i32) -> bool
where
    I: IntoIterator<Item = &'a Area>,
    I::IntoIter: Clone,
{
    let bounds = sight.bounds();
    let near = areas.into_iter().filter(|area| area.bounds().join(bounds));
    let inside = near.filter_map(|area| part_inside(sight, area));
    let length = sight.0[0].squared(sight.0[1]);
    let mils = mils.clamp(0, 4 * LIMIT);
    // Twice through the same parts, the second time only if the first cannot tell.
    more_rounded(union(inside.clone()), length, mils).unwrap_or_else(|| more_exactly(union(inside), length, mils))
}

/// Where a line first has a point in common with a figure, to the mil; `None` if it has none.
pub fn first_common(sight: Segment, figure: &impl Hull) -> Option<Point> {
    let [from, to] = sight.0;
    if in_common(&from, figure) {
        return Some(from);
    }
    let (way, length) = Way::between(from, to)?;
    if !in_common(&sight, figure) {
        return None;
    }
    // The more of the line, the more it has in common.
    let end = |mils: i32| if mils >= length { to } else { from.plus(way.shift(mils)) };
    let (mut short, mut enough) = (0, length);
    while enough - short > 1 {
        let middle = short + (enough - short) / 2;
        if in_common(&Segment([from, end(middle)]), figure) {
            enough = middle;
        } else {
            short = middle;
        }
    }
    Some(end(enough))
}

/// Whether a sight line has a point in common with a line that is within so many mils of a figure.
pub fn crosses_near(sight: Segment, line: &Line, figure: &impl Hull, mils: i32) -> bool {
    let near = |part: &Segment| in_common(&sight, part) && common_near(sight, *part, figure, mils);
    line.bounds().join(sight.bounds()) && line.segments().any(|part| near(&part))
}

/// How far along a line, from 0 at its beginning to 1 at its end. The divisor is positive.
#[derive(Clone, Copy, Debug)]
struct Along {
    part: i64,
    of: i64,
}

impl Along {
    fn compare(self, other: Along) -> Ordering {
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        product(self.part, other.of).cmp(&product(other.part, self.of))
    }

    fn max(self, other: Along) -> Along {
        if self.compare(other).is_lt() { other } else { self }
    }

    fn min(self, other: Along) -> Along {
        if self.compare(other).is_gt() { other } else { self }
    }
}

/// From where to where a line is inside an area, if more than a point of it is.
fn part_inside(sight: Segment, area: &Area) -> Option<[Along; 2]> {
    let corners = area.corners();
    let n = corners.len();
    let way = cross(corners[0].to(corners[1]), corners[1].to(corners[2])).signum();
    let mut part = [Along { part: 0, of: 1 }, Along { part: 1, of: 1 }];
    for i in 0..n {
        let [a, b] = [corners[i], corners[(i + 1) % n]];
        // How far inside this side the line begins and ends.
        let [begin, end] = sight.0.map(|p| way * cross(a.to(b), a.to(p)));
        if begin <= 0 && end <= 0 {
            return None;
        }
        if begin < 0 {
            part[0] = part[0].max(Along {
                part: -begin,
                of: end - begin,
            });
        } else if end < 0 {
            part[1] = part[1].min(Along {
                part: begin,
                of: begin - end,
            });
        }
    }
    part[0].compare(part[1]).is_lt().then_some(part)
}

/// The same stretches of a line, in order, each point of it in one only.
fn union(parts: impl Iterator<Item = [Along; 2]> + Clone) -> impl Iterator<Item = [Along; 2]> {
    let mut done = Along { part: -1, of: 1 };
    std::iter::from_fn(move || {
        let left = parts.clone().filter(|part| part[1].compare(done).is_gt());
        let [from, mut to] = left.clone().min_by(|a, b| a[0].compare(b[0]))?;
        // As long as another one goes on from within this one.
        while let Some(further) = left
            .clone()
            .find(|part| part[0].compare(to).is_le() && part[1].compare(to).is_gt())
        {
            to = further[1];
        }
        done = to;
        Some([from, to])
    })
}

/// By binary fractions rounded down and up; `None` if they do not decide it. `length` is squared.
fn more_rounded(parts: impl Iterator<Item = [Along; 2]>, length: i64, mils: i32) -> Option<bool> {
    const PLACES: u32 = 40;
    let (mut least, mut most) = (0, 0);
    for part in parts {
        let down = part.map(|along| (i128::from(along.part) << PLACES).div_euclid(along.of.into()));
        let up = part.map(|along| -(-i128::from(along.part) << PLACES).div_euclid(along.of.into()));
        least += (down[1] - up[0]).max(0);
        most += up[1] - down[0];
    }
    let more = |sum: i128| sum * sum * i128::from(length) > i128::from(mils).pow(2) << (2 * PLACES);
    match (more(least), more(most)) {
        (true, _) => Some(true),
        (_, false) => Some(false),
        _ => None,
    }
}

fn more_exactly(parts: impl Iterator<Item = [Along; 2]>, length: i64, mils: i32) -> bool {
    let (mut sum, mut of) = (BigInt::ZERO, BigInt::from(1));
    for [from, to] in parts {
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        let divisor = product(from.of, to.of);
        sum = sum * divisor + &of * (product(to.part, from.of) - product(from.part, to.of));
        of *= divisor;
    }
    &sum * &sum * length > &of * &of * i64::from(mils) * i64::from(mils)
}

/// Whether a common point of two segments, which have one, is near a figure.
fn common_near(sight: Segment, part: Segment, figure: &impl Hull, mils: i32) -> bool {
    let ([a, b], [c, d]) = (sight.0, part.0);
    let (way, other) = (a.to(b), c.to(d));
    let of = cross(way, other);
    if of == 0 {
        // Both in one line: what they have in common begins and ends at ends of theirs.
        let ends = [a, b, c, d]
            .into_iter()
            .filter(|p| in_common(&sight, p) && in_common(&part, p));
        let common = ends.clone().min().zip(ends.max());
        return common.is_some_and(|(from, to)| distance(&Segment([from, to]), figure).within(mils));
    }
    // Times `of`, the way from the beginning to where they cross.
    let along = cross(a.to(c), other);
    let crossing = way.map(|c| i128::from(c) * i128::from(along));
    let near = crossing.map(|c| c.div_euclid(of.into()) as i64);
    let rounded = a.plus(near);
    // Rounded down, it is less than two mils away.
    let far = distance(&rounded, figure);
    if far.within(mils.saturating_sub(2)) {
        true
    } else if !far.within(mils.saturating_add(2)) {
        false
    } else {
        let sign = i128::from(of.signum());
        near_exactly(a, crossing.map(|c| sign * c), of.abs(), figure, mils)
    }
}

/// Whether the point at `a` plus `way / of` is within so many mils of a figure.
fn near_exactly(a: Point, way: [i128; 2], of: i64, figure: &impl Hull, mils: i32) -> bool {
    let corners = figure.corners();
    let n = corners.len();
    // From a corner to the point, times `of`.
    let from = |corner: Point| {
        let to = corner.to(a);
        [0, 1].map(|i| i128::from(to[i]) * i128::from(of) + way[i])
    };
    let times = |side: [i64; 2], to: [i128; 2]| {
        let [x, y] = side.map(i128::from);
        (x * to[0] + y * to[1], x * to[1] - y * to[0])
    };
    let square = |c: i128| BigInt::from(c) * c;
    let most = square(i128::from(mils) * i128::from(of));
    let mut hands = [false; 2];
    for i in 0..n {
        let [corner, next] = [corners[i], corners[(i + 1) % n]];
        let (side, to) = (corner.to(next), from(corner));
        let (along, beside) = times(side, to);
        let length = dot(side, side);
        let near = if along <= 0 || along > i128::from(length) * i128::from(of) {
            // The far end is the next side's corner, or of a segment the other one.
            square(to[0]) + square(to[1]) <= most
        } else {
            square(beside) <= &most * length
        };
        if near {
            return true;
        }
        hands[0] |= beside <= 0;
        hands[1] |= beside >= 0;
    }
    // Inside it lies on the same hand of every side.
    n >= 3 && hands != [true, true]
}
