//! Straight moves, against looking at every mil.

use super::some;
use board::table::{
    Angle, Area, By, Footprint, Hull, Line, Point, Stance, Sweep, Table, Way, in_common, meets, overlaps,
};
use proptest::prelude::*;

fn shifted(figure: &impl Hull, by: [i64; 2]) -> Vec<Point> {
    figure.corners().iter().map(|p| p.plus(by)).collect()
}

/// Any corners, as a figure.
struct Plain(Vec<Point>);

impl Hull for Plain {
    fn corners(&self) -> &[Point] {
        &self.0
    }
}

fn every_mil(way: &Way, by: By, mover: &impl Hull, other: &impl Hull, mils: i32) -> Vec<bool> {
    let at = |mil: i32| {
        let moved = Plain(shifted(mover, way.shift(mil)));
        match by {
            By::Overlap => overlaps(&moved, other),
            By::Meet => meets(&moved, other),
            By::Common => in_common(&moved, other),
        }
    };
    (0..=mils).map(at).collect()
}

/// Everything a sweep is asked, against the answers mil by mil, from several mils on.
fn agrees(sweep: &Sweep, slow: &[bool]) -> Result<(), TestCaseError> {
    let last = slow.len() as i32 - 1;
    for from in [0, 1, last / 3, last] {
        let find = |yes: bool| (from..=last).find(|mil| slow[*mil as usize] == yes);
        prop_assert_eq!(sweep.first(from..=last), find(true), "yes from {}", from);
        prop_assert_eq!(sweep.first_free(from..=last), find(false), "no from {}", from);
        let back = (0..=from).rev().find(|mil| !slow[*mil as usize]);
        prop_assert_eq!(sweep.last_free(0..=from), back, "no back from {}", from);
        prop_assert_eq!(sweep.at(from), slow[from as usize]);
    }
    let back = (0..=last).rev().find(|mil| !slow[*mil as usize]);
    prop_assert_eq!(sweep.last_free(0..=last), back);
    Ok(())
}

fn all_agree(way: &Way, mover: &impl Hull, other: &impl Hull, mils: i32) -> Result<(), TestCaseError> {
    for by in [By::Overlap, By::Meet, By::Common] {
        agrees(
            &Sweep::new(way, by, mover, other),
            &every_mil(way, by, mover, other, mils),
        )?;
    }
    Ok(())
}

/// Somebody goes past, into or along somebody else: from up to `far` away in the direction of the move.
fn passing(far: i32) -> impl Strategy<Value = (Footprint, Footprint, i32)> {
    let start = (some::footprints(), some::facing(), 0..=far, any::<bool>());
    start.prop_map(|((a, b), heading, far, ahead)| {
        // Along the facing of one of them, as often as not, so that edges slide along each other.
        let heading = if ahead { b.stance().facing } else { Angle::new(heading) };
        let back = Way::along(heading.opposite()).shift(far);
        (b.shifted(back), a, heading.tenths().into())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6_000))]

    #[test]
    fn of_tiny_footprints((mover, other, heading) in passing(12)) {
        all_agree(&Way::along(Angle::new(heading)), &mover, &other, 40)?;
    }

    #[test]
    fn of_tiny_fronts((front, area) in some::thin_and_area(), heading in some::facing()) {
        all_agree(&Way::along(Angle::new(heading)), &front, &area, 30)?;
        all_agree(&Way::along(Angle::new(heading)), &front.0[0], &area, 30)?;
    }

    #[test]
    fn of_segments((a, b) in some::segments(), heading in some::facing()) {
        all_agree(&Way::along(Angle::new(heading)), &a, &b, 30)?;
    }

    #[test]
    fn between_points((mover, other) in some::footprints(), from in some::point(60), to in some::point(60)) {
        if let Some((way, length)) = Way::between(from, to) {
            prop_assert_eq!(from.plus(way.shift(length)), to);
            all_agree(&way, &mover, &other, length)?;
        }
    }

    #[test]
    fn off_the_table((mover, other, heading) in passing(40), size in 1..60i32) {
        let way = Way::along(Angle::new(heading));
        let table = Table { width: size, depth: 2 * size };
        for mover in [mover, other] {
            let slow: Vec<bool> = (0..=90).map(|mil| !table.holds(&Plain(shifted(&mover, way.shift(mil))))).collect();
            agrees(&Sweep::off_table(&way, &mover, &table), &slow)?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn of_footprints((mover, other, heading) in passing(2_500)) {
        all_agree(&Way::along(Angle::new(heading)), &mover, &other, 4_000)?;
    }

    #[test]
    fn of_fronts_over_areas((mover, area) in some::footprint_and_area(), heading in some::facing()) {
        let way = Way::along(Angle::new(heading));
        all_agree(&way, &mover.front(), &area, 3_000)?;
        all_agree(&way, &mover, &area, 3_000)?;
    }

    #[test]
    fn of_fronts_to_lines(
        mover in some::footprint(2_000, 900),
        heading in some::facing(),
        points in prop::collection::vec(some::point(4_000), 2..5),
        mils in 0..2_500i32,
    ) {
        let line = Line::new(points).unwrap();
        let (way, front) = (Way::along(Angle::new(heading)), mover.front());
        let upon = |mil: &i32| {
            let at = Plain(shifted(&front, way.shift(*mil)));
            line.segments().any(|part| in_common(&part, &at))
        };
        prop_assert_eq!(line.first(&way, &front, mils), (1..=mils).find(upon));
    }
}

#[test]
fn sliding_along_at_an_odd_angle() {
    // Side by side with the same facing: rounding alone makes the gap two mils or three, for thousands of mils.
    for facing in [137, 450, 2100, 3150] {
        let way = Way::along(Angle::new(facing));
        let other = Footprint::new(Stance::new(20_000, 20_000, facing), 3000, 6000);
        for gap in -4..=1 {
            let beside = Stance {
                at: other.stance().point(5250 + gap, -6500),
                ..other.stance()
            };
            let mover = Footprint::new(beside, 2250, 1500);
            all_agree(&way, &mover, &other, 9_000).unwrap();
        }
    }
}

#[test]
fn stopped_by_a_footprint_and_by_ground() {
    let mover = Footprint::new(Stance::new(10_000, 10_000, 0), 1500, 1000);
    let way = Way::along(Angle::AHEAD);
    let other = Footprint::new(Stance::new(10_000, 14_000, 0), 1500, 1000);
    // Its rear is at 13.000: three mils in it overlaps, and goes back to where it touches.
    let overlaps = Sweep::new(&way, By::Overlap, &mover, &other);
    let meets = Sweep::new(&way, By::Meet, &mover, &other);
    assert_eq!(overlaps.first(0..=9_000), Some(3003));
    assert_eq!(overlaps.first(0..=3002), None);
    assert_eq!(meets.first(0..=9_000), Some(3001));
    assert_eq!(meets.last_free(0..=3003), Some(3000));
    // From inside there is no way back to before its start.
    let inside = Sweep::new(&way, By::Meet, &mover.moved(3500), &other);
    assert_eq!(inside.last_free(0..=100), None);
    // Just clear behind it: the first mil at which they do not meet.
    assert_eq!(meets.first_free(3500..=9_000), Some(5000));
}

#[test]
fn the_first_mil_after_which_a_front_touches() {
    // EX-L13: cavalry at 36,14.5 reaches the rear at y 24.0 after 9.5".
    let cavalry = Footprint::new(Stance::new(36_000, 14_500, 0), 3000, 1500);
    let skirmishers = Footprint::new(Stance::new(36_000, 24_750, 0), 3000, 750);
    let way = Way::along(Angle::AHEAD);
    let touch = Sweep::new(&way, By::Common, &cavalry.front(), &skirmishers);
    assert_eq!(touch.first(1..=10_000), Some(9_500));
    assert_eq!(touch.first(1..=9_499), None);
}

#[test]
fn a_line_is_reached_after_the_last_mil_of_the_gap() {
    let p = Point::new;
    let hedge = Line::new(vec![p(0, 15_000), p(20_000, 15_000)]).unwrap();
    let reached = |y: i32| {
        let mover = Footprint::new(Stance::new(10_000, y, 0), 1500, 1000);
        hedge.first(&Way::along(Angle::AHEAD), &mover.front(), 6_000)
    };
    // EX-L23.
    assert_eq!(reached(8_999), None);
    assert_eq!(reached(10_000), Some(5_000));
    // From upon it the way leads off.
    assert_eq!(reached(15_000), None);
    assert_eq!(reached(15_001), None);
}

#[test]
fn ranges_without_a_mil_and_without_end() {
    let mover = Footprint::new(Stance::new(0, 0, 0), 10, 10);
    let wood = Area::new(vec![Point::new(-50, -50), Point::new(50, -50), Point::new(0, 90)]).unwrap();
    let sweep = Sweep::new(&Way::along(Angle::AHEAD), By::Meet, &mover, &wood);
    #[expect(clippy::reversed_empty_ranges)]
    let none = 5..=4;
    assert_eq!(
        (
            sweep.first(none.clone()),
            sweep.first_free(none.clone()),
            sweep.last_free(none)
        ),
        (None, None, None)
    );
    assert_eq!(sweep.first(i32::MIN..=i32::MAX), Some(-49));
    assert_eq!(sweep.first_free(0..=i32::MAX), sweep.first_free(0..=200));
    let never = Sweep::new(&Way::along(Angle::AHEAD), By::Overlap, &mover.front(), &wood);
    assert_eq!((never.first(0..=100), never.first_free(3..=100)), (None, Some(3)));
}
