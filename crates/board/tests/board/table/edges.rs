//! Zones, edges, touching, arcs.

use super::slow::{self, Half, Number, Spot, cut, local, spot, spots, whole, zero};
use super::some;
use board::table::{Angle, Edge, Face, Footprint, Point, Segment, Slope, Stance, Touch, in_arc, snap};
use num_bigint::BigInt;
use proptest::prelude::*;

const TOUCH: Touch = Touch {
    turn: 5,
    gap: 20,
    share: 750,
};

/// LR-07, word by word.
fn slow_zone(f: &Footprint, p: Point) -> Face {
    let [u, v] = local(f.stance(), &spot(p));
    let (h, d) = (whole(f.half_width()), whole(f.depth()));
    let flank = if u < zero() { Face::Left } else { Face::Right };
    let size = if u < zero() { -u } else { u };
    if v >= zero() {
        Face::Front
    } else if -&d < v {
        flank
    } else {
        let (ex, ey) = (size - h, -d - v);
        if ex > zero() && ex >= ey { flank } else { Face::Rear }
    }
}

fn slow_shared(line: Segment, other: Segment) -> Number {
    // What the other's projection shares with a line, as a part of that line.
    let [a, b] = line.0.map(spot);
    let way = slow::minus(&b, &a);
    let length = slow::dot(&way, &way);
    let [c, d] = other.0.map(|p| slow::dot(&slow::minus(&spot(p), &a), &way) / &length);
    let (low, high) = if c < d { (c, d) } else { (d, c) };
    high.min(whole(1)) - low.max(zero())
}

fn slow_touches(mover: &Footprint, edge: &Edge) -> bool {
    let off = (i32::from(mover.stance().facing.tenths()) - i32::from(edge.outward.tenths()) - 1800).rem_euclid(3600);
    let [a, b] = edge.line.0.map(spot);
    let way = slow::minus(&b, &a);
    let length = slow::dot(&way, &way);
    let beside = slow::cross(&way, &slow::minus(&spot(mover.stance().at), &a));
    let near = &beside * &beside <= whole(400) * &length;
    let part = slow_shared(edge.line, mover.front());
    let least = Number::new(edge.length.into(), 2.into()).min(whole(750));
    let shares = part >= zero() && &part * &part * &length >= &least * &least;
    (off <= 5 || off >= 3595) && near && shares
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn zones((f, p) in prop_oneof![
        (some::footprint(6, 6), some::point(14)),
        (some::footprint(4000, 3000), some::point(9000)),
    ]) {
        prop_assert_eq!(f.zone(p), slow_zone(&f, p));
    }

    #[test]
    fn touching((a, b) in some::footprints()) {
        for face in Face::ALL {
            let edge = a.edge(face);
            prop_assert_eq!(TOUCH.touches(&b, &edge), slow_touches(&b, &edge));
            let part = slow_shared(edge.line, b.front());
            let [from, to] = edge.line.0;
            let square = whole(from.squared(to)) * &part * &part;
            let found = whole(edge.line.shared(b.front()));
            let one_more = &found + whole(1);
            if part <= zero() {
                prop_assert_eq!(found, zero());
            } else {
                prop_assert!(&found * &found <= square && square < &one_more * &one_more);
            }
        }
    }

    #[test]
    fn offsets_along_edges((f, p) in (some::footprint(4000, 3000), some::point(9000)), offset in -3000..3000i32) {
        let [u, v] = local(f.stance(), &spot(p));
        let middle = Number::new(f.depth().into(), 2.into());
        for face in Face::ALL {
            let exact = if face.is_flank() { &v + &middle } else { u.clone() };
            prop_assert_eq!(BigInt::from(f.offset(face, p)), slow::nearest_whole(&exact));
            // There and back it is at most a rounding away.
            let there = f.point_on(face, offset);
            prop_assert!((f.offset(face, there) - offset).abs() <= 1);
            let edge = f.edge(face);
            let ends = [-f.length(face) / 2, f.length(face) / 2].map(|end| f.point_on(face, end));
            let from_corner = |p: Point| edge.line.0.iter().map(|c| c.squared(p)).min().unwrap();
            prop_assert!(ends.into_iter().all(|p| from_corner(p) <= 4), "{:?} {:?}", ends, edge);
        }
    }

    #[test]
    fn snapping(offset in -9000..9000i32, first in -4000..4000i32, step in 1..2000i32, limit in -5..9000i32) {
        let all = (-limit..=limit).filter(|n| (n - first).rem_euclid(step) == 0);
        let best = all.min_by_key(|n| ((n - offset).abs(), n.abs(), *n));
        prop_assert_eq!(snap(offset, first, step, limit), best);
    }

    #[test]
    fn arcs((from, f) in prop_oneof![
        (some::stance(12), some::footprint(12, 6)),
        (some::stance(6000), some::footprint(6000, 3000)),
    ], half in prop_oneof![0..6i32, Just(750)], wide in any::<bool>()) {
        let slope = if wide { Slope { sideways: 1, forward: 1 } } else { Slope { sideways: 1, forward: 2 } };
        let by = Number::new(slope.sideways.into(), slope.forward.into());
        let half = if half == 750 { 750 } else { half };
        // What is left between the two rims, and whether any of it is ahead.
        let rim = |hand: i32| {
            let by = by.clone();
            Half(Box::new(move |p: &Spot| {
                let [u, v] = local(from, p);
                whole(half) + v * &by - u * whole(hand)
            }))
        };
        let left = cut(&cut(&spots(&f), &rim(1)), &rim(-1));
        let ahead = left.iter().any(|p| local(from, p)[1] > zero());
        prop_assert_eq!(in_arc(from, half, slope, &f), ahead);
    }
}

#[test]
fn a_charge_on_pikes() {
    // EX-L07: knights at 32,24.2 come straight at the front of pikes that stand at 40,24 and look left.
    let pikes = Footprint::new(Stance::new(40_000, 24_000, 2700), 3000, 2250);
    let knights = Footprint::new(Stance::new(32_000, 24_200, 900), 2250, 3000);
    assert_eq!(pikes.zone(knights.stance().at), Face::Front);
    let touching = knights.moved(8000);
    let offset = pikes.offset(Face::Front, touching.stance().at);
    assert_eq!(offset, 200);
    let snapped = snap(offset, (3 - 4) * 750, 1500, (3 + 4) * 750 - 1500).unwrap();
    assert_eq!(snapped, 750);
    let there = Stance {
        at: pikes.point_on(Face::Front, snapped),
        facing: Angle::RIGHT,
    };
    assert_eq!(there, Stance::new(40_000, 24_750, 900));
    let there = knights.placed(there);
    assert!(TOUCH.touches(&there, &pikes.edge(Face::Front)) && TOUCH.touches(&pikes, &there.edge(Face::Front)));
    // Its files 0 to 2 face files 3 to 1.
    for (file, shares) in [(0, false), (1, true), (2, true), (3, true)] {
        let front = pikes.stretch(Face::Front, -3000 + 1500 * file, -1500 + 1500 * file);
        assert_eq!(TOUCH.shares(front, &there.edge(Face::Front)), shares, "{file}");
    }
}

#[test]
fn a_charge_on_a_flank() {
    // EX-L09: cavalry in the right flank of spears; two of its files share 1.125" of the edge.
    let spears = Footprint::new(Stance::new(40_000, 24_000, 0), 3000, 2250);
    let from = Point::new(50_000, 22_875);
    assert_eq!(spears.zone(from), Face::Right);
    let there = Footprint::new(Stance::new(43_000, 22_875, 2700), 3000, 1500);
    let edge = spears.edge(Face::Right);
    assert!(TOUCH.touches(&there, &edge));
    let shares = |file: i32| {
        edge.line
            .shared(there.stretch(Face::Front, -3000 + 1500 * file, -1500 + 1500 * file))
    };
    assert_eq!([0, 1, 2, 3].map(shares), [0, 1125, 1125, 0]);
    // The ends of its three ranks lie whole within the frontage.
    for rank in 0..3 {
        let end = spears.stretch(Face::Right, 1125 - 750 * (rank + 1), 1125 - 750 * rank);
        assert_eq!(end.shared(there.front()), 750);
    }
}

#[test]
fn how_near_is_touching() {
    let spears = Footprint::new(Stance::new(40_000, 24_000, 0), 3000, 2250);
    let touches = |x: i32, y: i32, facing: i32| {
        let other = Footprint::new(Stance::new(x, y, facing), 750, 1500);
        TOUCH.touches(&other, &spears.edge(Face::Front))
    };
    assert!(touches(40_000, 24_020, 1800) && touches(40_000, 23_980, 1800));
    assert!(!touches(40_000, 24_021, 1800) && !touches(40_000, 23_979, 1800));
    assert!(touches(40_000, 24_000, 1805) && touches(40_000, 24_000, 1795));
    assert!(!touches(40_000, 24_000, 1806) && !touches(40_000, 24_000, 1794));
    // Half of a file.
    assert!(touches(43_000, 24_000, 1800) && !touches(43_001, 24_000, 1800));
    // Of a short edge, half of it.
    let row = Footprint::new(Stance::new(40_000, 24_000, 0), 3000, 750);
    let flank = |y: i32| {
        let other = Footprint::new(Stance::new(43_000, y, 2700), 750, 1500);
        TOUCH.touches(&other, &row.edge(Face::Right))
    };
    assert!(flank(24_375) && !flank(24_376));
}

#[test]
fn zones_at_their_borders() {
    let f = Footprint::new(Stance::new(0, 0, 0), 3000, 2000);
    let zone = |x: i32, y: i32| f.zone(Point::new(x, y));
    assert_eq!(
        [zone(9000, 0), zone(9000, -1), zone(-9000, -1)],
        [Face::Front, Face::Right, Face::Left]
    );
    assert_eq!(
        [zone(0, -1999), zone(-1, -1999), zone(0, -2000)],
        [Face::Right, Face::Left, Face::Rear]
    );
    assert_eq!(
        [zone(3001, -2000), zone(3000, -2000), zone(-3100, -2100)],
        [Face::Right, Face::Rear, Face::Left]
    );
    assert_eq!([zone(3100, -2101), zone(3100, -2100)], [Face::Rear, Face::Right]);
}

#[test]
fn the_zone_ahead_is_as_wide_as_the_front() {
    // EX-L19: x 33-39, y 21-24.
    let spears = Footprint::new(Stance::new(36_000, 24_000, 1800), 3000, 1500);
    let zone = spears.ahead(3000);
    assert_eq!(zone, Footprint::new(Stance::new(36_000, 21_000, 1800), 3000, 3000));
}
