//! What mils cost.

use super::some;
use board::table::{Angle, Area, Going, Point, Segment, Way, meets};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn mil_by_mil(
        front in prop_oneof![some::segment(300), some::segment(30)],
        heading in some::facing(),
        areas in prop::collection::vec((some::area(300), 5..9i64), 0..5),
        mils in 0..500i32,
        (from, to) in (0..500i32, 0..500i32),
        least in prop_oneof![Just(0), 5..9i64],
        points in 0..4_000i64,
    ) {
        let way = Way::along(Angle::new(heading));
        let mut going = Going::default();
        going.survey(&way, &front, mils, 6, areas.iter().map(|(area, price)| (area, *price)));
        let slow: Vec<i64> = (1..=mils).map(|mil| {
            let moved = Segment(front.0.map(|p| p.plus(way.shift(mil))));
            let met = areas.iter().filter(|(area, _)| meets(&moved, area));
            met.map(|(_, price)| *price).fold(6, i64::max)
        }).collect();
        for (i, price) in slow.iter().enumerate() {
            prop_assert_eq!(going.price(i as i32 + 1, 0), *price);
        }
        let (from, to) = (from.min(mils), to.min(mils));
        let cost = |to: i32| slow[from.min(to) as usize..to as usize].iter().map(|price| least.max(*price)).sum::<i64>();
        prop_assert_eq!(going.cost(from, to, least), cost(to));
        let farthest = (from..=to).take_while(|to| cost(*to) <= points).last().unwrap_or(from);
        prop_assert_eq!(going.farthest(from, to, least, points), farthest);
    }
}

#[test]
fn pikes_into_a_marsh() {
    // EX-L14: 2.0" at 4000 a mil, then 16,000,000 points are left for a marsh at 6000.
    let p = Point::new;
    let marsh = Area::new(vec![p(0, 12_000), p(40_000, 12_000), p(40_000, 30_000), p(0, 30_000)]).unwrap();
    let front = Segment([p(17_000, 10_000), p(23_000, 10_000)]);
    let mut going = Going::default();
    going.survey(&Way::along(Angle::AHEAD), &front, 6_000, 4_000, [(&marsh, 6_000)]);
    // On the rim it is not in the marsh.
    assert_eq!((going.price(2_000, 0), going.price(2_001, 0)), (4_000, 6_000));
    assert_eq!(going.cost(0, 2_000, 0), 8_000_000);
    assert_eq!(going.farthest(0, 6_000, 0, 24_000_000), 4_666);
    assert_eq!(
        going.farthest(1_000, 6_000, 6_000, 24_000_000 - 4_000_000),
        1_000 + 3_333
    );
}
