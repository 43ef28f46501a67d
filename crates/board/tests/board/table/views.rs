//! As it is shown and written.

use board::Pose;
use board::table::{Angle, Footprint, LIMIT, Point, Stance, Table};

#[test]
fn what_is_shown_counts_from_the_far_edge() {
    let table = Table {
        width: 72_000,
        depth: 48_000,
    };
    let stance = Stance::new(36_000, 20_000, 900);
    let pose = Pose {
        x: 36_000,
        y: 28_000,
        angle: 900,
    };
    assert_eq!(table.pose(stance), pose);
    assert_eq!(table.stance(pose), Some(stance));
    for wrong in [
        Pose { x: -1, ..pose },
        Pose { y: 48_001, ..pose },
        Pose { angle: 3600, ..pose },
    ] {
        assert_eq!(table.stance(wrong), None);
    }
}

#[test]
fn what_is_much_too_far_is_at_the_limit() {
    let p = Point::new(i32::MAX, i32::MIN);
    assert_eq!([p.x(), p.y()], [LIMIT, -LIMIT]);
    assert_eq!(p.plus([i64::MAX, i64::MIN]), p);
    let huge = Footprint::new(Stance::new(LIMIT, LIMIT, 450), i32::MAX, i32::MAX).moved(i32::MAX);
    assert_eq!(huge.stance().at, Point::new(LIMIT, LIMIT));
    assert!(!huge.stance().at.within(LIMIT, p) && huge.stance().at.within(i32::MAX, p));
    assert_eq!(
        Footprint::new(Stance::default(), 0, -3),
        Footprint::new(Stance::default(), 1, 1)
    );
}

#[test]
fn numbers_that_no_rule_has_do_no_harm() {
    use board::table::{
        Distance, Face, Hand, Line, Segment, Slope, Touch, crosses_near, in_arc, more_inside, snap, wheel_cost,
    };
    let [least, most] = [i32::MIN, i32::MAX];
    let f = Footprint::new(Stance::new(0, 0, 137), 3000, 1500);
    let sight = Segment([Point::new(0, 0), Point::new(5000, 5000)]);
    let line = Line::new(vec![Point::new(0, 900), Point::new(900, 0)]).unwrap();
    for n in [least, -1, most] {
        assert_eq!(Distance::default().within(n), n >= 0);
        assert_eq!(Distance::default().twice_within(n), n >= 0);
        assert_eq!(crosses_near(sight, &line, &f, n), n >= 0);
        assert!(!more_inside(sight, [], n));
        assert!(wheel_cost(n, n) >= 0 && f.ahead(n).depth() >= 1);
        assert_eq!(f.wheel(Hand::Left, n).count(), if n == most { 360 } else { 0 });
        let touch = Touch {
            turn: u16::MAX,
            gap: n,
            share: n,
        };
        let _ = (
            touch.touches(&f, &f.edge(Face::Rear)),
            snap(n, n, n, most),
            snap(n, least, most, n),
        );
        let _ = (
            f.point_on(Face::Left, n),
            f.moved(n),
            f.wheeled(Hand::Left, n),
            f.sweep(n),
            Table { width: n, depth: n }.pose(f.stance()),
        );
        let slope = Slope {
            sideways: n,
            forward: n,
        };
        let _ = in_arc(f.stance(), n, slope, &f);
    }
}

#[test]
fn positions_are_written_and_read_back() {
    // The reader of map files stands in for any format.
    let text = "at = [36000, 20000]\nfacing = 900\n";
    let stance: Stance = toml::from_str(text).unwrap();
    assert_eq!(
        stance,
        Stance {
            at: Point::new(36_000, 20_000),
            facing: Angle::RIGHT
        }
    );
    assert_eq!(toml::to_string(&stance).unwrap(), text);
    for wrong in [
        "at = [36000, 20000]\nfacing = 3600\n",
        "at = [36000, 2000000]\nfacing = 0\n",
    ] {
        assert!(toml::from_str::<Stance>(wrong).is_err());
    }
}
