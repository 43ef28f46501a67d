//! The table of sines, bearings, turns and wheels.

use super::slow::{Number, whole};
use super::some;
use board::table::{Angle, Footprint, Hand, LIMIT, ONE, Point, Stance, wheel_cost};
use num_bigint::BigInt;
use proptest::prelude::*;

/// Numbers with 200 binary places.
const PLACES: u32 = 200;

fn one() -> BigInt {
    BigInt::from(1) << PLACES
}

/// Machin: pi is 16 arctan 1/5 - 4 arctan 1/239.
fn pi() -> BigInt {
    let arctan = |of: i32| {
        let (mut sum, mut power, mut n) = (BigInt::ZERO, one() / of, 1);
        while power != BigInt::ZERO {
            sum += &power / n;
            power = -power / (of * of);
            n += 2;
        }
        sum
    };
    16 * arctan(5) - 4 * arctan(239)
}

fn sine(tenths: i32, pi: &BigInt) -> BigInt {
    let x: BigInt = pi * tenths / 1800;
    let (mut sum, mut term, mut n) = (BigInt::ZERO, x.clone(), 1);
    while term.magnitude().bits() > 8 {
        sum += &term;
        term = -term * &x / one() * &x / one() / ((n + 1) * (n + 2));
        n += 2;
    }
    sum
}

#[test]
fn every_sine_is_the_nearest() {
    let pi = pi();
    for tenths in 0..3600 {
        let angle = Angle::new(tenths);
        // Times 2^30, rounded; with 200 places nothing but 0, a half and one is near a half.
        let exact = sine(tenths, &pi);
        let rounded = Number::new(exact, BigInt::from(1) << (PLACES - 30)).round();
        assert_eq!(whole(angle.sin()), rounded, "{tenths}");
        assert_eq!(angle.cos(), angle.turned(900).sin());
        assert_eq!(angle.sin(), -angle.opposite().sin());
    }
    let exact = [0, 300, 900, 1500, 1800, 2100, 2700, 3300].map(|t| Angle::new(t).sin());
    assert_eq!(exact, [0, ONE / 2, ONE, ONE / 2, 0, -ONE / 2, -ONE, -ONE / 2]);
}

/// Of all 3600 the nearest: the smallest cross product among those that look the same way; then the one further clockwise.
fn slow_bearing(from: Point, to: Point) -> Option<Angle> {
    let [x, y] = from.to(to).map(i128::from);
    let all = (0..3600).map(Angle::new).filter_map(|angle| {
        let [sin, cos] = angle.forward().map(i128::from);
        (x * sin + y * cos > 0).then_some(((x * cos - y * sin).abs(), angle))
    });
    let nearest = all.clone().map(|(off, _)| off).min()?;
    let tied: Vec<Angle> = all.filter(|(off, _)| *off == nearest).map(|(_, angle)| angle).collect();
    tied.iter().find(|a| tied.iter().all(|b| b.turn_to(**a) >= 0)).copied()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn a_bearing_is_the_nearest_of_all((from, to) in prop_oneof![
        (some::point(5), some::point(5)),
        (some::point(200), some::point(200)),
        (some::point(72_000), some::point(72_000)),
    ]) {
        prop_assert_eq!(Angle::bearing(from, to), slow_bearing(from, to));
    }

    #[test]
    fn what_lies_ahead_has_the_bearing_of_the_facing(stance in some::stance(72_000), mils in 3_000..72_000i32) {
        prop_assert_eq!(Angle::bearing(stance.at, stance.moved(mils).at), Some(stance.facing));
    }

    #[test]
    fn a_point_is_the_sum_of_two_rounded_products(stance in some::stance(900), right in -4000..4000i32, forward in -4000..4000i32) {
        let part = |length: i32, unit: i64| {
            let exact = Number::new(BigInt::from(length) * unit, ONE.into());
            super::slow::nearest_whole(&exact)
        };
        let (r, f) = (stance.facing.right(), stance.facing.forward());
        let at: [i32; 2] = stance.at.into();
        let found: [i32; 2] = stance.point(right, forward).into();
        for i in 0..2 {
            prop_assert_eq!(BigInt::from(found[i]), at[i] + part(right, r[i]) + part(forward, f[i]));
        }
        prop_assert_eq!(stance.moved(forward).at, stance.point(0, forward));
    }
}

#[test]
fn no_bearing_lies_midway_between_two_tenths() {
    // It would be along the sum of two neighbours, and the shortest way there is longer than any here.
    for tenths in 0..900 {
        let [a, b] = [tenths, tenths + 1].map(|t| Angle::new(t).forward());
        let sum = Number::new((a[0] + b[0]).into(), (a[1] + b[1]).into());
        assert!(*sum.numer().max(sum.denom()) > (2 * LIMIT).into(), "{tenths}");
    }
}

#[test]
fn bearings_of_the_compass() {
    let o = Point::new(0, 0);
    let quarters = [
        (0, 1, 0),
        (1, 1, 450),
        (1, 0, 900),
        (1, -1, 1350),
        (0, -1, 1800),
        (-1, -1, 2250),
        (-1, 0, 2700),
    ];
    for (x, y, tenths) in quarters.into_iter().chain([(-1, 1, 3150)]) {
        assert_eq!(
            Angle::bearing(o, Point::new(1000 * x, 1000 * y)),
            Some(Angle::new(tenths))
        );
    }
    assert_eq!(Angle::bearing(o, o), None);
    assert_eq!(Angle::bearing(o, Point::new(-1, 1_000_000)), Some(Angle::AHEAD));
}

#[test]
fn angles_turn_either_way() {
    let a = Angle::new(100);
    assert_eq!(a.turned(-200), Angle::new(3500));
    assert_eq!(Angle::new(-1).tenths(), 3599);
    assert_eq!((a.turn_to(Angle::new(3500)), a.apart(Angle::new(3500))), (-200, 200));
    assert_eq!((a.turn_to(a.opposite()), a.opposite().turn_to(a)), (1800, 1800));
    assert_eq!(a.turned(i32::MAX).turned(-(i32::MAX - 1)), Angle::new(101));
    assert!(Angle::try_from(3600).is_err() && Angle::try_from(3599).is_ok());
}

#[test]
fn a_wheel_costs_its_arc() {
    // EX-L01: pikes in four files wheel right by 30 degrees.
    let pikes = Footprint::new(Stance::new(36_000, 20_000, 0), 3000, 2250);
    assert_eq!(wheel_cost(6000, 300), 3142);
    let wheeled = pikes.wheeled(Hand::Right, 300);
    assert_eq!(wheeled.stance(), Stance::new(36_402, 21_500, 300));
    assert_eq!(wheeled.moved(2858).stance(), Stance::new(37_831, 23_975, 300));
    assert_eq!(wheeled.moved(2858), pikes.placed(Stance::new(37_831, 23_975, 300)));
    // To the left it is the mirror image.
    let left = pikes.wheeled(Hand::Left, 300);
    assert_eq!(left.stance(), Stance::new(35_598, 21_500, 3300));
    // Every whole degree, and the end.
    let turned = |tenths: i32| {
        pikes
            .wheel(Hand::Left, tenths)
            .map(|f| f.stance().facing.tenths())
            .collect::<Vec<_>>()
    };
    assert_eq!(turned(25), [3590, 3580, 3575]);
    assert_eq!(turned(20), [3590, 3580]);
    assert_eq!(turned(4), [3596]);
    assert!(turned(0).is_empty());
    assert_eq!(wheel_cost(1500, 900), 2357);
    assert_eq!(
        (wheel_cost(0, 900), wheel_cost(1500, 0), wheel_cost(-5, i32::MAX)),
        (0, 0, 0)
    );
}

#[test]
fn a_turn_keeps_the_middle() {
    // EX-L13: skirmishers about-face; the middle stays.
    let row = Footprint::new(Stance::new(36_000, 16_000, 1800), 3000, 750);
    assert_eq!(row.turned(Angle::AHEAD).stance(), Stance::new(36_000, 16_750, 0));
    // EX-L16: so do spears in three ranks.
    let spears = Footprint::new(Stance::new(36_000, 20_000, 1800), 3000, 2250);
    assert_eq!(spears.centre(), Point::new(36_000, 21_125));
    assert_eq!(spears.turned(Angle::AHEAD).stance(), Stance::new(36_000, 22_250, 0));
    for tenths in 0..3600 {
        let turned = spears.turned(Angle::new(tenths));
        assert_eq!(turned.centre(), spears.centre(), "{tenths}");
    }
}
