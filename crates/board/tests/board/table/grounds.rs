//! Lines of sight through woods and over hedges, and the faults of areas.

use super::slow::{self, Number, Spot, is_in, spot, spots, whole, zero};
use super::some;
use board::table::{Area, AreaFault, Hull, Line, Point, Segment, crosses_near, more_inside};
use proptest::prelude::*;

/// Whether more than so much of a segment is in areas: cut at all their rims, and piece by piece.
fn slow_more_inside(sight: Segment, areas: &[Area], mils: i32) -> bool {
    let [a, b] = sight.0.map(spot);
    let way = slow::minus(&b, &a);
    let at = |t: &Number| [&a[0] + &way[0] * t, &a[1] + &way[1] * t];
    let mut cuts = vec![zero(), whole(1)];
    for area in areas {
        for [c, d] in slow::sides(&spots(area)) {
            let side = slow::minus(&d, &c);
            let of = slow::cross(&way, &side);
            if of != zero() {
                let t = slow::cross(&slow::minus(&c, &a), &side) / of;
                cuts.push(t.clamp(zero(), whole(1)));
            }
        }
    }
    cuts.sort();
    let mut sum = zero();
    for ends in cuts.windows(2) {
        let middle = at(&((&ends[0] + &ends[1]) / whole(2)));
        if areas.iter().any(|area| slow::is_inside(&spots(area), &middle)) {
            sum += &ends[1] - &ends[0];
        }
    }
    &sum * &sum * slow::dot(&way, &way) > whole(mils) * whole(mils)
}

fn slow_crosses_near(sight: Segment, line: &Line, figure: &impl Hull, mils: i32) -> bool {
    line.segments().any(|part| {
        let common: Vec<Spot> = slow::common(&spots(&sight), &spots(&part));
        let near = |square: Number| square <= whole(mils) * whole(mils);
        !common.is_empty() && near(slow::distance(&common, &spots(figure)))
    })
}

/// The length of a sight line, in mils, as near as it gets.
fn length(sight: Segment) -> i32 {
    sight.0[0].squared(sight.0[1]).isqrt() as i32
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6_000))]

    #[test]
    fn inside_of_several((sight, areas) in prop_oneof![
        (some::segment(10), prop::collection::vec(some::area(10), 0..4)),
        (some::segment(9_000), prop::collection::vec(some::area(6_000), 0..4)),
    ], part in 0..=6i32) {
        // Sixths of the length, so that it often is just so much.
        let mils = length(sight) * part / 6;
        prop_assert_eq!(more_inside(sight, &areas, mils), slow_more_inside(sight, &areas, mils));
    }

    #[test]
    fn crossing_near((sight, line, target, mils) in prop_oneof![
        (some::segment(10), prop::collection::vec(some::point(10), 2..4), some::footprint(10, 5), 0..12i32),
        (some::segment(3_000), prop::collection::vec(some::point(3_000), 2..4), some::footprint(2_000, 500), 0..2_000i32),
    ]) {
        let line = Line::new(line).unwrap();
        prop_assert_eq!(crosses_near(sight, &line, &target, mils), slow_crosses_near(sight, &line, &target, mils));
        // Just about as far as it is.
        let common = line.segments().flat_map(|part| slow::common(&spots(&sight), &spots(&part)));
        let far = common.map(|p| slow::nearest(&spots(&target), &p).1).min();
        if let Some(far) = far {
            let near: i32 = far.to_integer().to_string().parse::<i64>().unwrap().isqrt() as i32;
            for mils in near..=near + 1 {
                prop_assert_eq!(crosses_near(sight, &line, &target, mils), slow_crosses_near(sight, &line, &target, mils));
            }
        }
    }

    #[test]
    fn any_corners_are_an_area_or_have_a_fault(corners in prop::collection::vec(some::point(4), 0..8)) {
        let slow_corners: Vec<Spot> = corners.iter().map(|p| spot(*p)).collect();
        // Convex, if every corner is one of the figure around all, in order.
        let around = some::around(corners.clone());
        let same = |around: &Area| {
            let n = around.corners().len();
            let rotated = |by: usize, i: usize, back: bool| {
                let i = if back { n - 1 - i } else { i };
                around.corners()[(i + by) % n]
            };
            n == corners.len()
                && (0..n).any(|by| [false, true].iter().any(|back| (0..n).all(|i| rotated(by, i, *back) == corners[i])))
        };
        let found = Area::new(corners.clone());
        prop_assert_eq!(found.is_ok(), around.is_some_and(|around| same(&around)));
        if let Ok(area) = found {
            prop_assert!(slow_corners.iter().all(|p| is_in(&spots(&area), p)));
        }
    }
}

#[test]
fn two_inches_of_wood_are_not_more_than_two_inches() {
    let p = Point::new;
    let wood = |from: i32, to: i32| Area::new(vec![p(from, 0), p(to, 0), p(to, 9_000), p(from, 9_000)]).unwrap();
    let sight = Segment([p(0, 4_000), p(9_000, 4_000)]);
    assert!(!more_inside(sight, &[wood(3_000, 5_000)], 2_000));
    assert!(more_inside(sight, &[wood(3_000, 5_001)], 2_000));
    // In all; and what lies in two counts once.
    assert!(!more_inside(sight, &[wood(1_000, 2_000), wood(3_000, 4_000)], 2_000));
    assert!(more_inside(sight, &[wood(1_000, 2_000), wood(3_000, 4_001)], 2_000));
    assert!(!more_inside(sight, &[wood(1_000, 2_500), wood(2_000, 3_000)], 2_000));
    assert!(!more_inside(sight, &[wood(1_000, 2_000), wood(2_000, 3_000), wood(1_500, 2_500)], 2_000));
    // Along its rim it is outside; a point has no length.
    assert!(!more_inside(Segment([p(0, 0), p(9_000, 0)]), &[wood(0, 9_000)], 0));
    assert!(!more_inside(Segment([p(500, 500); 2]), &[wood(0, 9_000)], 0));
}

#[test]
fn faults_of_areas_are_named() {
    let p = Point::new;
    let fault = |corners: &[(i32, i32)]| Area::new(corners.iter().map(|(x, y)| p(*x, *y)).collect()).unwrap_err();
    assert_eq!(fault(&[(0, 0), (9, 0)]), AreaFault::Corners(2));
    assert_eq!(fault(&[(0, 0), (9, 0), (4, 0)]), AreaFault::NotConvex(0));
    assert_eq!(fault(&[(0, 0), (9, 0), (9, 9), (8, 1)]), AreaFault::NotConvex(2));
    // A star turns the same way at every corner.
    let star = [(0, 10), (6, -8), (-10, 3), (10, 3), (-6, -8)];
    assert!(matches!(fault(&star), AreaFault::NotConvex(_)));
    let text = fault(&[(0, 0), (9, 0), (9, 9), (8, 1)]).to_string();
    assert_eq!(text, "an area is convex, but not at the side after its corner 3");
}
