//! The outlines that are shown for arcs of fire are those by which shots are judged.

use board::scene::Area;
use board::table::{Face, Footprint, Hull, Point, Slope, Stance, in_arc, nearest};
use board::{Shape, Views};
use elements::{Battle, Position};
use kernel::Viewer;

fn position(text: &str) -> (Battle, Position) {
    let setting: elements::case::Setting = toml::from_str(text).expect("a setting");
    setting.build().expect("a position")
}

fn areas(battle: &Battle, p: &Position, kind: &str) -> Vec<Area> {
    let all = battle.areas(p, Viewer::Watcher).into_iter();
    all.filter(|area| area.kind == kind).collect()
}

fn outline(battle: &Battle, area: &Area) -> Vec<Point> {
    match &area.shape {
        Shape::Outline { outline } => outline
            .iter()
            .map(|[x, y]| Point::new(*x, battle.table.depth - y))
            .collect(),
        other => panic!("{other:?}"),
    }
}

/// As `check_shot` does, for a target that is a point: by any file, within so much.
fn aims(foot: &Footprint, files: i32, slope: Slope, range: i32, at: Point) -> bool {
    (0..files).any(|file| {
        let along = -foot.half_width() + 1500 * file + 750;
        let from = Stance {
            at: foot.point_on(Face::Front, along),
            ..foot.stance()
        };
        in_arc(from, 750, slope, &at) && nearest(&at, from.at).1.within(range)
    })
}

/// A point so many thousandths of the way from the middle of a front to a point of its outline.
fn part(from: Point, to: Point, thousandths: i64) -> Point {
    let [x, y] = from.to(to);
    from.plus([x * thousandths / 1000, y * thousandths / 1000])
}

fn agrees(text: &str, files: i32, slope: Slope, ranges: &[(&str, i32)]) {
    let (battle, p) = position(text);
    let foot = battle.foot(&p, 0);
    for (kind, range) in ranges {
        let found = areas(&battle, &p, kind);
        assert_eq!(found.len(), 1, "{kind}");
        let points = outline(&battle, &found[0]);
        assert_eq!(
            [points[0], points[points.len() - 1]],
            [foot.corners()[0], foot.corners()[1]]
        );
        let middle = foot.stance().at;
        // The rim, but for the two ends of the front: a little within it is in, a little beyond is out.
        for rim in &points[1..points.len() - 1] {
            let [within, beyond] = [990, 1010].map(|thousandths| part(middle, *rim, thousandths));
            assert!(aims(&foot, files, slope, *range, within), "{kind}: {within:?} is out");
            assert!(!aims(&foot, files, slope, *range, beyond), "{kind}: {beyond:?} is in");
        }
    }
}

#[test]
fn of_longbows_by_half_and_whole_range() {
    let slope = Slope {
        sideways: 1,
        forward: 1,
    };
    agrees(
        r#"
        phase = "shooting"
        units = ["A1 a Longbow 4 4x1 C/III @36,20 30.0", "B1 b Levy 2 2x1 C/III @36,45 180.0"]
        "#,
        4,
        slope,
        &[("firing arcs", 18_000), ("half range", 9000)],
    );
}

#[test]
fn of_guns_whose_arc_is_narrow_and_has_one_band() {
    let slope = Slope {
        sideways: 1,
        forward: 2,
    };
    let text = r#"
        phase = "shooting"
        units = ["A1 a LightArtillery 2 2x1 C/III @36,20 200.0", "B1 b Levy 2 2x1 C/III @36,45 180.0"]
        "#;
    agrees(text, 2, slope, &[("firing arcs", 18_000)]);
    let (battle, p) = position(text);
    assert!(areas(&battle, &p, "half range").is_empty());
}

#[test]
fn who_cannot_shoot_has_none_and_who_is_picked_up_to_shoot_is_shown_his() {
    let (battle, p) = position(
        r#"
        phase = "shooting"
        units = [
            "A1 a Longbow 4 4x1 C/III @36,20 0.0",
            "A2 a Crossbow 2 2x1 C/III @20,20 0.0",
            "B1 b Levy 2 2x1 C/III @20,20 180.0",
        ]
        contacts = ["B1 A2 front"]
        "#,
    );
    let arcs = areas(&battle, &p, "firing arcs");
    assert_eq!(arcs.len(), 1);
    assert_eq!(arcs[0].piece.as_deref(), Some("A1"));
    let shown = battle.envelope(&p, kernel::Side::One, "A1");
    assert_eq!(shown.len(), 2);
    assert!(shown.contains(&arcs[0]));
}

#[test]
fn commanders_are_heard_so_far() {
    let (battle, p) = position(
        r#"
        phase = "movement"
        units = ["A1 a Levy 2 2x1 C/III @36,20 0.0", "B1 b Levy 2 2x1 C/III @36,45 180.0"]
        commanders = ["g a general with A1", "s a sub @30,10"]
        "#,
    );
    let circles: Vec<_> = areas(&battle, &p, "command ranges")
        .into_iter()
        .map(|area| area.shape)
        .collect();
    let depth = battle.table.depth;
    let circle = |x: i32, y: i32, radius: u32| Shape::Circle {
        centre: [x, depth - y],
        radius,
    };
    assert_eq!(circles, [circle(36_000, 20_000, 12_000), circle(30_000, 10_000, 6000)]);
}
