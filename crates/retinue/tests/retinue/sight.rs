//! Where a line of sight is blocked or obstructed.

use board::table::{Angle, Point, Stance};
use board::{Place, Views};

/// In words, and where: inches from the left and the near edge, in thousandths.
fn seen(from: [i32; 2], to: [i32; 2]) -> (String, Option<[i32; 2]>) {
    let text = r#"
        areas = [
          "far CloseWood 5,24 10,24 10,28 5,28",
          "near CloseWood 5,20 10,20 10,21 5,21",
          "house Building 15,15 20,15 20,20 15,20",
        ]
        lines = ["door Door 17,15 18,15", "hedge Hedge 30,20 40,24"]
        figures = ["A1 a Soldier 6 @2,2 0.0", "B1 b Soldier 6 @46,34 180.0"]
    "#;
    let setting: retinue::case::Setting = toml::from_str(text).expect("a setting");
    let (battle, p) = setting.build().expect("a position");
    let place = |[x, y]: [i32; 2]| {
        Place::Table(battle.table.pose(Stance {
            at: Point::new(x, y),
            facing: Angle::AHEAD,
        }))
    };
    let line = Views::sight(&battle, &p, &place(from), &place(to)).expect("a line");
    let at = line.at.map(|at| battle.table.point(&at).expect("on the table"));
    (line.words, at.map(|at| [at.x(), at.y()]))
}

#[test]
fn woods_walls_and_hedges_are_told_with_the_place_where_the_line_comes_to_them() {
    assert_eq!(
        seen([7000, 10_000], [7000, 30_000]),
        ("Blocked by near".into(), Some([7000, 20_000]))
    );
    assert_eq!(
        seen([7000, 22_000], [7000, 10_000]),
        ("Seen, but obstructed by near".into(), Some([7000, 21_000]))
    );
    // In by the door, and then the far wall.
    assert_eq!(
        seen([17_500, 10_000], [17_500, 30_000]),
        ("Blocked by house".into(), Some([17_500, 20_000]))
    );
    assert_eq!(
        seen([17_500, 18_000], [10_000, 18_000]),
        ("Blocked by house".into(), Some([15_000, 18_000]))
    );
    assert_eq!(seen([17_500, 10_000], [17_500, 18_000]), ("Clear".into(), None));
    assert_eq!(
        seen([35_000, 10_000], [35_000, 30_000]),
        ("Seen, but obstructed by hedge".into(), Some([35_000, 22_000]))
    );
}
