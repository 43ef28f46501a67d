//! Meeting, overlapping, having a point in common, being inside.

use super::slow;
use super::some;
use board::table::{Area, Footprint, Hull, Point, Segment, Stance, in_common, inside, meets, overlaps};
use proptest::prelude::*;

fn all_agree(a: &impl Hull, b: &impl Hull) -> Result<(), TestCaseError> {
    let common = !slow::common(a, b).is_empty();
    let met = slow::meets(a, b);
    prop_assert_eq!(in_common(a, b), common);
    prop_assert_eq!(in_common(b, a), common);
    prop_assert_eq!(meets(a, b), met);
    prop_assert_eq!(meets(b, a), met);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40_000))]

    #[test]
    fn two_footprints((a, b) in some::footprints()) {
        all_agree(&a, &b)?;
        let over = slow::overlaps(&a, &b);
        prop_assert_eq!(overlaps(&a, &b), over);
        prop_assert_eq!(overlaps(&b, &a), over);
        prop_assert!(!over || meets(&a, &b));
    }

    #[test]
    fn a_footprint_and_an_area((a, b) in some::footprint_and_area()) {
        all_agree(&a, &b)?;
        prop_assert_eq!(overlaps(&a, &b), slow::overlaps(&a, &b));
    }

    #[test]
    fn a_segment_or_point_and_an_area((a, b) in some::thin_and_area()) {
        all_agree(&a, &b)?;
        for p in a.0 {
            all_agree(&p, &b)?;
            prop_assert_eq!(inside(&b, p), slow::is_inside(&b, slow::shared(p)));
        }
        prop_assert!(!overlaps(&a, &b));
    }

    #[test]
    fn two_segments((a, b) in some::segments()) {
        all_agree(&a, &b)?;
        all_agree(&a, &b.0[0])?;
        all_agree(&a.0[1], &b.0[0])?;
    }
}

/// A square of so many mils with this near left corner, looking ahead.
fn square(x: i32, y: i32, size: i32) -> Footprint {
    Footprint::new(Stance::new(x + size / 2, y + size, 0), size / 2, size)
}

#[test]
fn what_touches_does_not_meet() {
    let a = square(0, 0, 100);
    // Edge to edge, corner to corner, part of an edge.
    for (x, y) in [(100, 0), (100, 100), (-100, 50), (30, -100)] {
        let b = square(x, y, 100);
        assert!(in_common(&a, &b) && !meets(&a, &b) && !overlaps(&a, &b), "{x} {y}");
    }
    assert!(!in_common(&a, &square(101, 0, 100)));
}

#[test]
fn two_mils_are_no_overlap_and_three_are() {
    let a = square(0, 0, 100);
    for (over, expected) in [(0, false), (1, false), (2, false), (3, true)] {
        assert_eq!(overlaps(&a, &square(100 - over, 40, 100)), expected, "{over}");
        assert_eq!(meets(&a, &square(100 - over, 40, 100)), over > 0, "{over}");
    }
    // What is not more than two mils deep overlaps nothing.
    let thin = Footprint::new(Stance::new(50, 50, 0), 20, 2);
    assert!(meets(&a, &thin) && !overlaps(&a, &thin));
    let thin = Footprint::new(Stance::new(50, 50, 0), 20, 3);
    assert!(overlaps(&a, &thin));
}

#[test]
fn a_line_along_a_side_is_outside() {
    let p = Point::new;
    let wood = Area::new(vec![p(0, 0), p(100, 0), p(100, 100), p(0, 100)]).unwrap();
    assert!(!meets(&Segment([p(-50, 0), p(150, 0)]), &wood));
    assert!(!meets(&Segment([p(-50, 50), p(0, 50)]), &wood));
    assert!(!meets(&Segment([p(100, 100), p(100, 100)]), &wood));
    assert!(meets(&Segment([p(0, 0), p(100, 100)]), &wood));
    assert!(meets(&Segment([p(50, 50), p(50, 50)]), &wood));
    assert!(meets(&Segment([p(-50, 1), p(150, 1)]), &wood));
}

#[test]
fn a_footprint_has_whole_corners_and_parallel_sides() {
    for tenths in 0..3600 {
        let footprint = Footprint::new(Stance::new(12_345, 6_789, tenths), 3000, 2250);
        let [a, b, c, d] = footprint.corners() else {
            panic!("four corners")
        };
        assert_eq!(a.to(*b), d.to(*c));
        assert_eq!(footprint.front(), Segment([*a, *b]));
    }
    // EX-L15: 36,23 looking ahead, four files of foot in one rank.
    let row = Footprint::new(Stance::new(36_000, 23_000, 0), 3000, 750);
    let [left, right, near] = [33_000, 39_000, 22_250];
    let corners = [(left, 23_000), (right, 23_000), (right, near), (left, near)];
    assert_eq!(row.corners(), corners.map(|(x, y)| Point::new(x, y)));
}
