//! Lines of sight through woods and over hedges, and the faults of areas.

use super::slow::{self, Number, spot, unshared, whole, zero};
use super::some;
use board::table::{Area, AreaFault, Hull, Line, Point, Segment, crosses_near, more_inside};
use proptest::prelude::*;

/// Whether more than so much of a segment is in areas: cut at all their rims, and piece by piece.
fn slow_more_inside(sight: Segment, areas: &[Area], mils: i32) -> bool {
    let [a, b] = sight.0.map(spot);
    let way = slow::minus(&b, &a);
    let length = slow::dot(&way, &way);
    let mut cuts = vec![zero(), whole(1)];
    for area in areas {
        let crossings = slow::sides(area)
            .into_iter()
            .filter_map(|side| slow::crossing(sight.0, side));
        cuts.extend(crossings.map(|p| slow::dot(&slow::minus(&unshared(p), &a), &way) / &length));
    }
    cuts.retain(|t| *t >= zero() && *t <= whole(1));
    cuts.sort();
    let mut sum = zero();
    for ends in cuts.windows(2) {
        let t = (&ends[0] + &ends[1]) / whole(2);
        let middle = [&a[0] + &way[0] * &t, &a[1] + &way[1] * &t];
        let inside = |area: &Area| {
            let hand = |[c, d]: [Point; 2]| {
                let (c, d) = (spot(c), spot(d));
                slow::cross(&slow::minus(&d, &c), &slow::minus(&middle, &c))
            };
            let hands: Vec<Number> = slow::sides(area).into_iter().map(hand).collect();
            hands.iter().all(|h| *h > zero()) || hands.iter().all(|h| *h < zero())
        };
        if areas.iter().any(inside) {
            sum += &ends[1] - &ends[0];
        }
    }
    &sum * &sum * length > whole(mils) * whole(mils)
}

/// The squared distance of a figure from what a sight line has in common with a line, if anything.
fn slow_crosses(sight: Segment, line: &Line, figure: &impl Hull) -> Option<Number> {
    let each = line.segments().filter_map(|part| {
        let common = slow::common(&sight, &part);
        let ends = common
            .iter()
            .filter(|p| p[2] == 1)
            .map(|p| Point::new(p[0] as i32, p[1] as i32));
        match slow::crossing(sight.0, part.0) {
            Some(_) => common.first().map(|p| slow::nearest(figure, *p).1),
            // In one line: from end to end.
            None => Some(slow::distance(&Segment([ends.clone().min()?, ends.max()?]), figure)),
        }
    });
    each.min()
}

/// The length of a sight line, in mils, as near as it gets.
fn length(sight: Segment) -> i32 {
    sight.0[0].squared(sight.0[1]).isqrt() as i32
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

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
        let far = slow_crosses(sight, &line, &target);
        // Also with just about as many mils as it is.
        let about = far.as_ref().map_or(0, |far| i64::try_from(far.to_integer()).unwrap().isqrt() as i32);
        for mils in [mils, about, about + 1] {
            let near = far.as_ref().is_some_and(|far| *far <= whole(mils) * whole(mils));
            prop_assert_eq!(crosses_near(sight, &line, &target, mils), near, "{} mils", mils);
        }
    }

    #[test]
    fn any_corners_are_an_area_or_have_a_fault(corners in prop::collection::vec(some::point(4), 0..8)) {
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
            prop_assert!(corners.iter().all(|p| slow::is_in(&area, slow::shared(*p))));
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
    assert!(!more_inside(
        sight,
        &[wood(1_000, 2_000), wood(2_000, 3_000), wood(1_500, 2_500)],
        2_000
    ));
    // Along its rim it is outside; a point has no length.
    assert!(!more_inside(Segment([p(0, 0), p(9_000, 0)]), &[wood(0, 9_000)], 0));
    assert!(!more_inside(Segment([p(500, 500); 2]), &[wood(0, 9_000)], 0));
}

#[test]
fn a_millionth_of_a_mil_is_told() {
    let p = |(x, y): (i32, i32)| Point::new(x, y);
    let more = |from, to, corners: [(i32, i32); 3], mils: i32| {
        let wood = Area::new(corners.map(p).to_vec()).unwrap();
        let [sight, back] = [Segment([p(from), p(to)]), Segment([p(to), p(from)])];
        let found = more_inside(sight, [&wood], mils);
        assert_eq!(found, slow_more_inside(sight, std::slice::from_ref(&wood), mils));
        assert_eq!(found, more_inside(back, [&wood], mils));
        assert_eq!(
            [mils - 1, mils + 1].map(|mils| more_inside(sight, [&wood], mils)),
            [true, false]
        );
        found
    };
    let wood = [(-774_895, -1_040_641), (-494_599, -283_879), (-593_743, 539_368)];
    assert!(more((-885_880, -784_224), (627_669, 1_047_153), wood, 330_006));
    let wood = [(60_508, -314_620), (103_245, -147_685), (-969_326, -815_181)];
    assert!(!more((-594_005, -960_153), (1_046_337, 733_984), wood, 95_284));
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
