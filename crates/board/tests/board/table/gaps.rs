//! Distances and nearest points.

use super::slow::{self, Number, whole};
use super::some;
use board::table::{Distance, Footprint, Hull, Line, Point, Segment, Stance, distance, nearest};
use proptest::prelude::*;

/// Everything a distance is asked, against its square.
fn same(distance: Distance, square: &Number) -> Result<(), TestCaseError> {
    let up = distance.mils();
    let squared = |n: i32| whole(n) * whole(n);
    prop_assert!(*square <= squared(up) && (up == 0 || *square > squared(up - 1)));
    for mils in [up - 1, up, up + 1].into_iter().filter(|n| *n >= 0) {
        prop_assert_eq!(distance.within(mils), *square <= squared(mils));
        prop_assert_eq!(distance.nearer_than(mils), *square < squared(mils));
        for twice in [2 * mils - 1, 2 * mils, 2 * mils + 1].into_iter().filter(|n| *n >= 0) {
            prop_assert_eq!(distance.twice_within(twice), whole(4) * square <= squared(twice));
        }
    }
    Ok(())
}

fn agree(a: &impl Hull, b: &impl Hull) -> Result<(Distance, Number), TestCaseError> {
    let square = slow::distance(a, b);
    let found = distance(a, b);
    same(found, &square)?;
    prop_assert_eq!(found, distance(b, a));
    Ok((found, square))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn of_footprints((a, b) in some::footprints(), (c, d) in some::footprints()) {
        let (first, square) = agree(&a, &b)?;
        let (second, other) = agree(&c, &d)?;
        prop_assert_eq!(first.cmp(&second), square.cmp(&other));
    }

    #[test]
    fn of_segments_and_areas((a, b) in some::thin_and_area()) {
        agree(&a, &b)?;
        agree(&a.0[0], &b)?;
    }

    #[test]
    fn of_segments((a, b) in some::segments()) {
        agree(&a, &b)?;
        agree(&a, &b.0[0])?;
    }

    #[test]
    fn of_a_point_and_the_nearest((a, p) in prop_oneof![
        (some::footprint(8, 8), some::point(20)),
        (some::footprint(4000, 3000), some::point(8000)),
    ]) {
        let (found, far) = nearest(&a, p);
        let (foot, square) = slow::nearest(&a, slow::shared(p));
        prop_assert_eq!([found.x(), found.y()].map(num_bigint::BigInt::from), foot.map(|c| slow::nearest_whole(&c)));
        same(far, &square)?;
        prop_assert_eq!(far, distance(&a, &p));
    }
}

#[test]
fn distances_are_inclusive() {
    // EX-L03: javelins reach 3", not 3.001".
    let thrower = Point::new(36_000, 20_000);
    let target = |y: i32| Footprint::new(Stance::new(36_000, y, 1800), 3000, 1500);
    assert!(distance(&thrower, &target(23_000)).within(3000));
    assert!(!distance(&thrower, &target(23_001)).within(3000));
    // EX-L02: 8.5" of 18" is half range or less, and so is 9".
    assert!(distance(&thrower, &target(29_000)).twice_within(18_000));
    assert!(!distance(&thrower, &target(29_001)).twice_within(18_000));
}

#[test]
fn of_a_line_the_nearest_part_counts() {
    let p = Point::new;
    let hedge = Line::new(vec![p(0, 0), p(1000, 0), p(1000, 1000)]).unwrap();
    assert!(hedge.distance(&p(1300, 500)).within(300) && !hedge.distance(&p(1300, 500)).within(299));
    assert!(hedge.distance(&p(1003, 1004)).within(5) && hedge.distance(&p(1003, 1004)).mils() == 5);
    assert!(hedge.meets(&Segment([p(900, 100), p(1000, 500)])) && !hedge.meets(&p(999, 1)));
    assert_eq!(
        Line::new(vec![p(0, 0)]).unwrap_err().to_string(),
        "a line has two points at least, not 1"
    );
}

#[test]
fn the_nearest_point_is_rounded_as_a_coordinate() {
    // Halfway between two points of a side: away from zero, whichever end the side begins at.
    let p = Point::new;
    for ends in [[p(0, 0), p(1, 1)], [p(1, 1), p(0, 0)]] {
        assert_eq!(nearest(&Segment(ends), p(0, 1)).0, p(1, 1));
    }
    for ends in [[p(0, 0), p(-1, -1)], [p(-1, -1), p(0, 0)]] {
        assert_eq!(nearest(&Segment(ends), p(0, -1)).0, p(-1, -1));
    }
}
