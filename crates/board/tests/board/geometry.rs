//! What holds on every map, whatever its size, parity and first row.

use board::{Dir, Hex, HexMap, MapBuilder, Parity};
use proptest::prelude::*;
use std::collections::VecDeque;

fn any_map() -> impl Strategy<Value = HexMap> {
    let parity = prop_oneof![Just(Parity::Odd), Just(Parity::Even)];
    let size = (1u8..14, 1u8..14, 1u8..14);
    (size, (0u8..3, 0u8..3), parity).prop_map(|((columns, odd, even), (col, row), parity)| {
        let b = MapBuilder::new(columns, odd).rows(odd, even).first(col, row);
        b.pushed_down(parity).build().expect("all sizes here are legal")
    })
}

/// Full rectangles: there the way through the map is as short as the plain distance.
fn any_rectangle() -> impl Strategy<Value = HexMap> {
    let parity = prop_oneof![Just(Parity::Odd), Just(Parity::Even)];
    (1u8..16, 1u8..16, 0u8..2, parity).prop_map(|(columns, rows, first, parity)| {
        let b = MapBuilder::new(columns, rows).first(first, first).pushed_down(parity);
        b.build().expect("all sizes here are legal")
    })
}

fn steps_from(map: &HexMap, start: Hex) -> Vec<u16> {
    let mut steps = vec![u16::MAX; map.len()];
    steps[start.index()] = 0;
    let mut queue = VecDeque::from([start]);
    while let Some(h) = queue.pop_front() {
        for n in map.neighbours(h).iter().filter(|n| n.is_on()) {
            if steps[n.index()] == u16::MAX {
                steps[n.index()] = steps[h.index()] + 1;
                queue.push_back(*n);
            }
        }
    }
    steps
}

proptest! {
    #[test]
    fn neighbours_are_mutual(map in any_map()) {
        for h in map.hexes() {
            for d in Dir::ALL {
                let n = map.neighbour(h, d);
                if n.is_on() {
                    prop_assert!(map.exists(n));
                    prop_assert_eq!(map.neighbour(n, d.opposite()), h);
                    prop_assert_eq!(map.direction(h, n), Some(d));
                    prop_assert!(map.adjacent(h, n));
                }
            }
        }
    }

    /// The tables of edward.md 1.1 and medieval.md 1, by columns and rows.
    #[test]
    fn neighbours_by_the_printed_table(map in any_map()) {
        for h in map.hexes() {
            let (c, r) = map.col_row(h).unwrap();
            let (c, r) = (i16::from(c), i16::from(r));
            let low = i16::from(map.layout().is_pushed_down(c as u8));
            let table = [
                (c, r - 1), (c + 1, r - 1 + low), (c + 1, r + low),
                (c, r + 1), (c - 1, r + low), (c - 1, r - 1 + low),
            ];
            for (d, (c, r)) in Dir::ALL.into_iter().zip(table) {
                let want = match (u8::try_from(c), u8::try_from(r)) {
                    (Ok(c), Ok(r)) => map.at(c, r).unwrap_or(Hex::OFF),
                    _ => Hex::OFF,
                };
                prop_assert_eq!(map.neighbour(h, d), want);
            }
        }
    }

    #[test]
    fn names_and_axial_go_round(map in any_map()) {
        for h in map.hexes() {
            prop_assert_eq!(map.parse(&map.name(h).to_string()), Some(h));
            let (q, s) = map.axial(h);
            prop_assert_eq!(map.from_axial(q, s), h);
        }
        let (_, rows) = (0, i16::from(map.layout().rows()));
        for q in -2..18i16 {
            for s in -rows - 9..2 * rows + 9 {
                let h = map.from_axial(q, s);
                if h.is_on() {
                    prop_assert_eq!(map.axial(h), (q, s));
                }
            }
        }
    }

    #[test]
    fn distance_is_the_number_of_steps(map in any_rectangle(), pick in any::<prop::sample::Index>()) {
        let all: Vec<Hex> = map.hexes().collect();
        let start = *pick.get(&all);
        let steps = steps_from(&map, start);
        prop_assert_eq!(map.distance_field(&[start]), steps.clone());
        for h in all {
            prop_assert_eq!(map.distance(start, h), steps[h.index()]);
            prop_assert_eq!(map.distance(h, start), steps[h.index()]);
        }
    }

    #[test]
    fn distance_field_is_the_nearest(map in any_map(), picks in prop::collection::vec(any::<prop::sample::Index>(), 0..5)) {
        let all: Vec<Hex> = map.hexes().collect();
        let targets: Vec<Hex> = picks.iter().map(|p| *p.get(&all)).collect();
        let field = map.distance_field(&targets);
        for h in all {
            let nearest = targets.iter().map(|t| map.distance(h, *t)).min();
            prop_assert_eq!(field[h.index()], nearest.unwrap_or(u16::MAX));
        }
    }

    #[test]
    fn any_text_is_a_name_or_not(text in ".{0,6}") {
        let map = MapBuilder::new(20, 20).build().unwrap();
        if let Some(h) = map.parse(&text) {
            prop_assert_eq!(map.name(h).to_string(), text);
        }
    }
}

#[test]
fn hexes_that_are_not_there() {
    let map = MapBuilder::new(4, 4).hole("0202").build().unwrap();
    let hole = Hex(5);
    for h in [Hex::OFF, Hex(1000), hole] {
        assert!(!map.exists(h) && !map.is_border(h));
        assert_eq!(map.neighbours(h), &[Hex::OFF; 6]);
        assert_eq!(map.direction(h, Hex(0)), None);
        assert_eq!(map.name(h).to_string(), "off");
        assert!(map.side(h, Dir::N).is_empty());
        let _ = (map.terrain(h), map.elevation(h), map.axial(h));
    }
    assert_eq!(map.distance(Hex::OFF, Hex(0)), u16::MAX);
    assert_eq!(map.from_axial(i16::MAX, i16::MIN), Hex::OFF);
    assert_eq!(map.from_axial(3, i16::MAX), Hex::OFF);
    // The hexes around a hole lack a neighbour.
    assert!(map.is_border(map.parse("0203").unwrap()));
    assert_eq!(map.parse("0202"), None);
}

#[test]
fn builder_refuses_nonsense() {
    let b = || MapBuilder::new(5, 5);
    let why = |b: MapBuilder| b.build().unwrap_err().to_string();
    assert!(why(MapBuilder::new(0, 5)).contains("columns"));
    assert!(why(MapBuilder::new(99, 99)).contains("4096"));
    assert!(why(b().first(96, 1)).contains("99"));
    assert!(why(b().terrain("0909", board::Terrain::Marsh)).contains("0909"));
    assert!(why(b().elevation("0101", 10)).contains("10"));
    assert!(why(b().road("r", &["0101", "0103"])).contains("neighbours"));
    assert!(why(b().road("r", &["0101"])).contains("two"));
    assert!(why(b().side("0101", "0301", board::SideFeatures::BURN)).contains("neighbours"));
    assert!(why(b().edge("english", &["0303"])).contains("0303"));
    assert!(why(b().edge::<&str>("english", &[])).contains("empty"));
    assert!(why(b().edge_between("english", "0101", "0202")).contains("share"));
    let map = b().edge_between("english", "0501", "0505").build().unwrap();
    assert_eq!(map.edges()[0].hexes.len(), 5);
}
