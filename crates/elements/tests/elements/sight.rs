//! Where a line of sight is blocked.

use board::table::{Angle, Point, Stance};
use board::{Place, Views};

/// In words, and where: inches from the left and the near edge, in thousandths.
fn seen(text: &str, from: [i32; 2], to: [i32; 2]) -> (String, Option<[i32; 2]>) {
    let setting: elements::case::Setting = toml::from_str(text).expect("a setting");
    let (battle, p) = setting.build().expect("a position");
    let place = |[x, y]: [i32; 2]| {
        Place::Table(battle.table.pose(Stance {
            at: Point::new(x, y),
            facing: Angle::AHEAD,
        }))
    };
    let line = battle.sight(&p, &place(from), &place(to)).expect("a line");
    let at = line.at.map(|at| battle.table.point(&at).expect("on the table"));
    (line.words, at.map(|at| [at.x(), at.y()]))
}

#[test]
fn woods_and_hills_are_told_with_the_place_where_the_line_comes_into_them() {
    let text = r#"
        areas = [
          "far Wood 10,30 20,30 20,34 10,34",
          "near Wood 10,20 20,20 20,21 10,21",
          "hill Hill level=1 30,20 40,20 40,24 30,24",
        ]
        units = ["A1 a Spears 4 4x1 C/III @60,5 0.0", "B1 b Spears 4 4x1 C/III @60,40 180.0"]
    "#;
    // An inch of one and more than two in all: the first of them along the line.
    assert_eq!(
        seen(text, [15_000, 10_000], [15_000, 40_000]),
        ("Blocked by near".into(), Some([15_000, 20_000]))
    );
    assert_eq!(
        seen(text, [15_000, 40_000], [15_000, 10_000]),
        ("Blocked by far".into(), Some([15_000, 34_000]))
    );
    assert_eq!(
        seen(text, [35_000, 10_000], [35_000, 40_000]),
        ("Blocked by hill".into(), Some([35_000, 20_000]))
    );
    assert_eq!(seen(text, [45_000, 10_000], [45_000, 40_000]), ("Clear".into(), None));
    assert_eq!(seen(text, [60_000, 10_000], [60_000, 20_000]), ("Clear".into(), None));
}
