//! Figures at random: tiny ones, which often touch or lie in one line; ones of real size; and pairs put together edge to edge.

use board::table::{Area, Face, Footprint, Hull, Point, Segment, Stance};
use proptest::prelude::*;

pub fn facing() -> impl Strategy<Value = i32> {
    prop_oneof![
        2 => 0..3600i32,
        1 => (0..8i32).prop_map(|n| 450 * n),
        1 => (0..4i32).prop_map(|n| 900 * n),
        1 => (0..4i32, -3..=3i32).prop_map(|(n, more)| 900 * n + more),
    ]
}

pub fn point(most: i32) -> impl Strategy<Value = Point> {
    (-most..=most, -most..=most).prop_map(|(x, y)| Point::new(x, y))
}

pub fn stance(most: i32) -> impl Strategy<Value = Stance> {
    (point(most), facing()).prop_map(|(at, facing)| Stance::new(at.x(), at.y(), facing))
}

/// Points within `most` of the middle; sizes up to `size`.
pub fn footprint(most: i32, size: i32) -> impl Strategy<Value = Footprint> {
    (stance(most), 1..=size, 1..=size).prop_map(|(stance, half, depth)| Footprint::new(stance, half, depth))
}

/// The other stands at an edge of the first, with a gap or a little inside, looking straight at it or nearly.
fn nestled() -> impl Strategy<Value = (Footprint, Footprint)> {
    let turn = prop_oneof![2 => Just(0), 1 => -12..=12i32, 1 => -1800..1800i32];
    let place = (0..4usize, -3500..3500i32, -5..=5i32, turn);
    (footprint(30_000, 3000), place, (1..3000i32, 1..3000i32)).prop_map(|(first, place, (half, depth))| {
        let (face, offset, gap, turn) = place;
        let edge = first.edge(Face::ALL[face]);
        let at = first.point_on(Face::ALL[face], offset);
        let facing = edge.outward.opposite().turned(turn);
        let stance = Stance { at, facing }.moved(-gap);
        (first, Footprint::new(stance, half, depth))
    })
}

pub fn footprints() -> impl Strategy<Value = (Footprint, Footprint)> {
    prop_oneof![
        1 => (footprint(6, 8), footprint(6, 8)),
        1 => (footprint(4000, 3000), footprint(4000, 3000)),
        1 => nestled(),
    ]
}

/// The convex figure around some points, no three corners in a line.
pub fn around(mut points: Vec<Point>) -> Option<Area> {
    points.sort();
    points.dedup();
    let turn = |a: Point, b: Point, c: Point| {
        let ([ax, ay], [bx, by]) = (a.to(b), a.to(c));
        ax * by - ay * bx
    };
    let half = |points: &mut dyn Iterator<Item = &Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for p in points {
            while chain.len() > 1 && turn(chain[chain.len() - 2], chain[chain.len() - 1], *p) <= 0 {
                chain.pop();
            }
            chain.push(*p);
        }
        chain.pop();
        chain
    };
    let mut corners = half(&mut points.iter());
    corners.extend(half(&mut points.iter().rev()));
    Area::new(corners).ok()
}

pub fn area(most: i32) -> impl Strategy<Value = Area> {
    let points = prop::collection::vec(point(most), 3..12);
    (points, any::<bool>()).prop_filter_map("no area", |(points, reversed)| {
        let area = around(points)?;
        let mut corners = area.corners().to_vec();
        if reversed {
            corners.reverse();
        }
        Area::new(corners).ok()
    })
}

pub fn segment(most: i32) -> impl Strategy<Value = Segment> {
    prop_oneof![
        8 => (point(most), point(most)).prop_map(|(a, b)| Segment([a, b])),
        1 => point(most).prop_map(|a| Segment([a, a])),
        1 => (point(most), -most..=most).prop_map(|(a, x)| Segment([a, Point::new(x, a.y())])),
    ]
}

pub fn segments() -> impl Strategy<Value = (Segment, Segment)> {
    prop_oneof![
        2 => (segment(5), segment(5)),
        1 => (segment(4000), segment(4000)),
        // From corner to corner, and one in the line of the other.
        1 => (segment(400), point(400)).prop_map(|(a, p)| (a, Segment([a.0[1], p]))),
        1 => (segment(40), -3..=3i64, -3..=3i64).prop_map(|(a, m, n)| {
            let way = a.0[0].to(a.0[1]);
            (a, Segment([m, n].map(|k| a.0[0].plus(way.map(|c| c * k / 2)))))
        }),
    ]
}

/// Something thin: a segment or a point, as often as not on a corner or a side of the area.
pub fn thin_and_area() -> impl Strategy<Value = (Segment, Area)> {
    prop_oneof![
        2 => (segment(8), area(8)),
        1 => (segment(4000), area(4000)),
        1 => (point(30), area(30), 0..16usize).prop_map(|(p, area, i)| {
            let corners = area.corners();
            (Segment([corners[i % corners.len()], p]), area)
        }),
        1 => (area(30), 0..16usize, -2..=4i64, -2..=4i64).prop_map(|(area, i, m, n)| {
            let corners = area.corners();
            let (a, b) = (corners[i % corners.len()], corners[(i + 1) % corners.len()]);
            let way = a.to(b);
            (Segment([m, n].map(|k| a.plus(way.map(|c| c * k / 2)))), area)
        }),
    ]
}

pub fn footprint_and_area() -> impl Strategy<Value = (Footprint, Area)> {
    prop_oneof![
        (footprint(8, 8), area(10)),
        (footprint(4000, 3000), area(5000)),
        // A corner of the footprint on a corner of the area.
        (area(3000), facing(), 0..16usize, 1..2000i32, 1..2000i32).prop_map(|(area, facing, i, half, depth)| {
            let corner = area.corners()[i % area.corners().len()];
            let first = Footprint::new(Stance::new(corner.x(), corner.y(), facing), half, depth);
            let by = first.corners()[i % 4].to(corner);
            (first.shifted(by), area)
        }),
    ]
}
