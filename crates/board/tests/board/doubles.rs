//! Double counters against the tables and examples of quad.md.

use super::maps::load;
use board::footprint::{Around, Footprint};
use board::{Dir, Double, HexMap, Manoeuvre, Vertex};

fn double(map: &HexMap, text: &str) -> Double {
    let (left, right) = text.split_once('/').unwrap();
    Double::new(map, map.parse(left).unwrap(), map.parse(right).unwrap()).unwrap()
}

fn around(map: &HexMap, text: &str) -> String {
    double(map, text)
        .around(map)
        .map(|(_, h)| map.name(h).to_string())
        .join(" ")
}

/// The facing table of quad.md 1.3, and QX-01.
#[test]
fn facing_table() {
    let map = load("quad-bannockburn");
    let table = [
        (
            "NNE",
            "SE",
            "N",
            "NE",
            "1015/1116",
            "1014 1115 1215 0915 1216 0916 1016 1117",
        ),
        (
            "E",
            "S",
            "NE",
            "SE",
            "1015/1016",
            "1115 1116 1117 1014 1017 0915 0916 0917",
        ),
        (
            "SSE",
            "SW",
            "SE",
            "S",
            "1015/0916",
            "1116 1016 0917 1115 0816 1014 0915 0815",
        ),
        (
            "SSW",
            "NW",
            "S",
            "SW",
            "1015/0915",
            "1016 0916 0815 1116 0814 1115 1014 0914",
        ),
        (
            "W",
            "N",
            "SW",
            "NW",
            "1015/1014",
            "0916 0915 0914 1016 1013 1116 1115 1114",
        ),
        (
            "NNW",
            "NE",
            "NW",
            "N",
            "1015/1115",
            "0915 1014 1114 0916 1214 1016 1116 1215",
        ),
    ];
    for (facing, dir, left, right, hexes, eight) in table {
        let d = double(&map, hexes);
        assert_eq!(d.vertex().name(), facing);
        assert_eq!(d.dir.name(), dir);
        assert_eq!(around(&map, hexes), eight);
        assert_eq!(d.fwd_left(&map), d.shift(&map, left.parse().unwrap()));
        assert_eq!(d.fwd_right(&map), d.shift(&map, right.parse().unwrap()));
        assert_eq!(d.vertex().fronts().map(Dir::name), [left, right]);
        let facing: Vertex = facing.parse().unwrap();
        assert_eq!(Double::facing(&map, d.right, d.left, facing), Some(d));
        for (place, h) in d.around(&map) {
            assert_eq!(d.place_of(&map, h), Some(place));
            assert_eq!(d.arc_of(&map, h), Some(place.arc()));
        }
        assert_eq!(d.place_of(&map, d.left), None);
    }
    assert_eq!(around(&map, "1016/1015"), "0917 0916 0915 1017 1014 1117 1116 1115");
    assert_eq!(double(&map, "1016/1015").vertex(), Vertex::W);
}

#[test]
fn the_two_centres_touch_both_halves() {
    let map = load("quad-bannockburn");
    for h in map.hexes() {
        for n in map.neighbours(h).iter().filter(|n| n.is_on()) {
            let d = Double::new(&map, h, *n).unwrap();
            for place in [Around::FrontCentre, Around::RearCentre] {
                let centre = d.at(&map, place);
                if centre.is_on() {
                    assert!(map.adjacent(centre, d.left) && map.adjacent(centre, d.right));
                }
            }
        }
    }
}

/// QX-02.
#[test]
fn manoeuvres() {
    let map = load("quad-bannockburn");
    let go = |from: &str, m: Manoeuvre| {
        let d = double(&map, from).apply(&map, m).unwrap();
        assert_eq!(map.direction(d.left, d.right), Some(d.dir), "{from} {m:?}");
        format!("{} {}", d.show(&map), d.vertex())
    };
    assert_eq!(go("1015/1016", Manoeuvre::FwdRight), "1116/1117 E");
    assert_eq!(go("1116/1117", Manoeuvre::PivotRight), "1216/1117 SSE");
    assert_eq!(go("1216/1117", Manoeuvre::SideLeft), "1316/1216 SSE");
    assert_eq!(go("1316/1216", Manoeuvre::About), "1216/1316 NNW");
    assert_eq!(go("1015/1016", Manoeuvre::PivotLeft), "1015/1116 NNE");
    assert_eq!(go("1015/1016", Manoeuvre::PivotRight), "1116/1016 SSE");
    assert_eq!(go("1015/1016", Manoeuvre::FwdLeft), "1115/1116 E");
    assert_eq!(go("1015/1016", Manoeuvre::SideRight), "1016/1017 E");
}

/// QX-19.
#[test]
fn rout() {
    let map = load("quad-bannockburn");
    let go = |from: &str, m: Manoeuvre| double(&map, from).apply(&map, m).unwrap().show(&map).to_string();
    assert_eq!(go("1015/1016", Manoeuvre::Shift(Dir::S)), "1016/1017");
    assert_eq!(go("1015/1016", Manoeuvre::Shift(Dir::SW)), "0916/0917");
    assert_eq!(double(&map, "2015/2014").vertex(), Vertex::W);
    for (m, to) in [
        (Manoeuvre::Shift(Dir::N), "2014/2013"),
        (Manoeuvre::Shift(Dir::S), "2016/2015"),
        (Manoeuvre::Shift(Dir::SW), "1916/1915"),
        (Manoeuvre::Shift(Dir::NW), "1915/1914"),
        (Manoeuvre::PivotLeft, "2015/1915"),
        (Manoeuvre::PivotRight, "1915/2014"),
    ] {
        assert_eq!(go("2015/2014", m), to, "{m:?}");
    }
    // Both eastward shifts of the example run over 2115.
    for d in [Dir::NE, Dir::SE] {
        let to = double(&map, "2015/2014").shift(&map, d).unwrap();
        assert!(to.covers(map.parse("2115").unwrap()));
    }
}

/// Every manoeuvre keeps the halves side by side, and has one that undoes it.
#[test]
fn there_and_back() {
    let map = load("quad-bannockburn");
    let undo = [
        (Manoeuvre::SideLeft, Manoeuvre::SideRight),
        (Manoeuvre::PivotLeft, Manoeuvre::RearPivotRight),
        (Manoeuvre::PivotRight, Manoeuvre::RearPivotLeft),
        (Manoeuvre::About, Manoeuvre::About),
    ];
    for h in map.hexes() {
        for n in map.neighbours(h).iter().filter(|n| n.is_on()) {
            let d = Double::new(&map, h, *n).unwrap();
            for (m, back) in undo {
                if let Some(to) = d.apply(&map, m) {
                    assert_eq!(map.direction(to.left, to.right), Some(to.dir));
                    assert_eq!(to.apply(&map, back), Some(d), "{m:?}");
                }
                if let Some(to) = d.apply(&map, back) {
                    assert_eq!(to.apply(&map, m), Some(d), "{back:?}");
                }
            }
        }
    }
    let corner = double(&map, "0101/0102");
    assert_eq!(corner.vertex(), Vertex::E);
    assert_eq!(corner.side_left(&map), None);
    assert_eq!(corner.rear_pivot_left(&map), None);
}

#[test]
fn footprints() {
    let map = load("quad-bannockburn");
    let d = Footprint::Double(double(&map, "1015/1016"));
    let one = Footprint::Single(map.parse("1018").unwrap());
    assert_eq!(d.distance(&map, one), 2);
    assert_eq!(one.distance(&map, d), 2);
    assert_eq!(d.hexes().count(), 2);
    assert!(d.covers(map.parse("1016").unwrap()) && !d.covers(map.parse("1017").unwrap()));
}
