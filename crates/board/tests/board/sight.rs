//! Lines of sight against the printed shapes and against a second, slower method.

use board::sight::{self, Axial, trace};
use board::{Hex, HexMap, MapBuilder, Sight};
use proptest::prelude::*;

/// quad.md Q-41: clip the line with the three pairs of sides of each hex, in fractions.
/// Gives the hexes crossed and the hexes along whose side the line runs, with the stretch.
type Stretch = [(i64, i64); 2];

fn by_clipping(to: Axial) -> (Vec<Axial>, Vec<(Axial, Stretch)>) {
    let uvw = |q: i64, s: i64| [2 * q + s, -q - 2 * s, s - q];
    let less = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 < b.0 * a.1;
    let far = to.0.abs().max(to.1.abs()) + 1;
    let along = uvw(to.0.into(), to.1.into());
    let (mut through, mut beside) = (Vec::new(), Vec::new());
    for q in -far..=far {
        for s in -far..=far {
            if (q, s) == (0, 0) || (q, s) == to {
                continue;
            }
            let centre = uvw(q.into(), s.into());
            let (mut low, mut high) = ((0, 1), (1, 1));
            let (mut open, mut closed) = (true, true);
            for k in 0..3 {
                let slope = along[k];
                if slope == 0 {
                    open &= centre[k].abs() < 1;
                    closed &= centre[k].abs() <= 1;
                    continue;
                }
                let sign = slope.signum();
                let mut ends = [
                    (sign * (centre[k] - 1), slope.abs()),
                    (sign * (centre[k] + 1), slope.abs()),
                ];
                if sign < 0 {
                    ends.swap(0, 1);
                }
                if less(low, ends[0]) {
                    low = ends[0];
                }
                if less(ends[1], high) {
                    high = ends[1];
                }
            }
            if !closed || !less(low, high) {
                continue;
            }
            if open {
                through.push((q, s));
            } else {
                beside.push(((q, s), [low, high]));
            }
        }
    }
    (through, beside)
}

fn adjacent(a: Axial, b: Axial) -> bool {
    let (q, s) = (b.0 - a.0, b.1 - a.1);
    q.abs().max(s.abs()).max((q + s).abs()) == 1
}

fn pairs(beside: &[(Axial, Stretch)]) -> Vec<[Axial; 2]> {
    let same = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 == b.0 * a.1;
    let mut pairs = Vec::new();
    for (i, (a, x)) in beside.iter().enumerate() {
        for (b, y) in &beside[i + 1..] {
            if adjacent(*a, *b) && same(x[0], y[0]) && same(x[1], y[1]) {
                pairs.push([*a, *b]);
            }
        }
    }
    pairs
}

fn compare(to: Axial) {
    let line = trace((0, 0), to);
    let (through, beside) = by_clipping(to);
    let mut got = line.through.clone();
    got.sort();
    assert_eq!(got, through, "{to:?}");
    let mut got: Vec<[Axial; 2]> = line.pairs.clone();
    got.iter_mut().for_each(|p| p.sort());
    got.sort();
    let mut want = pairs(&beside);
    want.sort();
    assert_eq!(2 * want.len(), beside.len(), "{to:?}: every side has two hexes");
    assert_eq!(got, want, "{to:?}");
}

#[test]
fn two_methods_agree() {
    for q in -12..=12 {
        for s in -12..=12 {
            compare((q, s));
        }
    }
    // As far as the largest map goes.
    for to in [
        (37, -11),
        (44, 30),
        (-29, 45),
        (40, -80),
        (-44, 22),
        (1, 60),
        (-60, 59),
        (30, 30),
        (-13, -52),
    ] {
        compare(to);
    }
}

/// The table of edward.md 6.1, in all twelve turns and mirrorings.
#[test]
fn printed_shapes() {
    let table = [
        ((1, 0), 0, 0),
        ((2, 0), 1, 0),
        ((3, 0), 2, 0),
        ((4, 0), 3, 0),
        ((1, 1), 0, 1),
        ((2, 1), 2, 0),
        ((3, 1), 4, 0),
        ((2, 2), 1, 2),
    ];
    for (offset, through, pairs) in table {
        let (mut q, mut s) = offset;
        for _ in 0..6 {
            (q, s) = (-s, q + s);
            for (q, s) in [(q, s), (s, q)] {
                let line = trace((0, 0), (q, s));
                assert_eq!((line.through.len(), line.pairs.len()), (through, pairs), "({q},{s})");
            }
        }
    }
    assert_eq!(trace((5, 5), (7, 7)).through, [(6, 6)]);
    assert_eq!(trace((0, 0), (1, 1)).pairs, [[(0, 1), (1, 0)]]);
}

/// The first line that touches a vertex and goes on: those hexes do not count.
#[test]
fn vertex_contact_at_4_1() {
    let touched = |to: Axial| {
        let line = trace((0, 0), to);
        let near: Vec<Axial> = (-6..=6).flat_map(|q| (-6..=6).map(move |s| (q, s))).collect();
        // A vertex of the hex lies on the line, between the ends, and nothing else of it does.
        near.into_iter()
            .filter(|o| {
                let dirs = board::Dir::ALL.map(|d| d.axial());
                let on = (0..6).any(|i| {
                    let (a, b) = (dirs[i], dirs[(i + 1) % 6]);
                    let v = (3 * o.0 + a.0 + b.0, 3 * o.1 + a.1 + b.1);
                    let ahead = 2 * v.0 * to.0 + 2 * v.1 * to.1 + v.0 * to.1 + v.1 * to.0;
                    let full = 3 * (2 * to.0 * to.0 + 2 * to.1 * to.1 + 2 * to.0 * to.1);
                    to.0 * v.1 == to.1 * v.0 && ahead > 0 && ahead < full
                });
                on && *o != (0, 0) && *o != to && !line.through.contains(o) && !line.pairs.iter().any(|p| p.contains(o))
            })
            .count()
    };
    assert_eq!(touched((4, 1)), 2);
    for q in -4..=4i16 {
        for s in -4..=4i16 {
            if q.abs().max(s.abs()).max((q + s).abs()) <= 4 {
                assert_eq!(touched((q, s)), 0, "({q},{s})");
            }
        }
    }
}

#[test]
fn lines_are_the_same_from_both_ends() {
    for q in -20..=20i16 {
        for s in -20..=20i16 {
            let (there, back) = (trace((3, -2), (q, s)), trace((q, s), (3, -2)));
            let sorted = |mut v: Vec<Axial>| {
                v.sort();
                v
            };
            assert_eq!(sorted(there.through), sorted(back.through));
            let sides = |v: Vec<[Axial; 2]>| {
                let mut v: Vec<[Axial; 2]> = v.into_iter().map(|[a, b]| [a.min(b), a.max(b)]).collect();
                v.sort();
                v
            };
            assert_eq!(sides(there.pairs), sides(back.pairs));
        }
    }
}

fn field() -> HexMap {
    MapBuilder::new(20, 20).build().unwrap()
}

fn blocked(map: &HexMap, from: &str, to: &str, by: &[&str]) -> bool {
    let hex = |n: &str| map.parse(n).unwrap();
    let by: Vec<Hex> = by.iter().map(|n| hex(n)).collect();
    let table = Sight::new(12);
    let result = table.blocked(map, hex(from), hex(to), |h| by.contains(&h));
    let first = table.first_block(map, hex(from), hex(to), |h| by.contains(&h));
    assert_eq!(result, first.is_some());
    assert!(first.is_none_or(|h| by.contains(&h)));
    let none = Sight::new(0);
    assert_eq!(result, none.blocked(map, hex(from), hex(to), |h| by.contains(&h)));
    assert_eq!(first, none.first_block(map, hex(from), hex(to), |h| by.contains(&h)));
    result
}

/// of edward.md.
#[test]
fn worked_examples() {
    let map = field();
    assert!(!blocked(&map, "1010", "1112", &["1011"]));
    assert!(blocked(&map, "1010", "1112", &["1011", "1111"]));
    assert!(blocked(&map, "1410", "1309", &["1310", "1409"]));
    assert!(blocked(&map, "0510", "0910", &["0710"]));
    assert!(!blocked(&map, "0510", "0910", &["0609", "0810"]));
    assert!(blocked(&map, "0510", "0910", &["0609", "0610"]));
    assert!(blocked(&map, "0510", "0910", &["0809", "0810"]));
    // The ends are never asked (E-82).
    assert!(!blocked(&map, "1010", "1012", &["1010", "1012"]));
    // The nearest block is told.
    let hex = |n| map.parse(n).unwrap();
    let first = Sight::new(12).first_block(&map, hex("1002"), hex("1012"), |_| true);
    assert_eq!(first, Some(hex("1003")));
}

/// A pair that lies half off the map never blocks; nor does a line to nowhere.
#[test]
fn off_the_map() {
    let map = field();
    assert!(!blocked(&map, "0101", "0301", &["0201"]));
    let table = Sight::new(12);
    assert!(!table.blocked(&map, Hex::OFF, Hex(0), |_| true));
    assert!(!table.blocked(&map, Hex(0), Hex::OFF, |_| true));
    let _ = sight::trace((i16::MIN, i16::MIN), (i16::MAX, i16::MAX));
}

proptest! {
    /// The table, the walk and the plain trace agree on random ground, and from both ends.
    #[test]
    fn table_and_walk_agree(seed in any::<u64>(), a in 0u16..400, b in 0u16..400) {
        let map = field();
        let (a, b) = (Hex(a), Hex(b));
        let blocks = |h: Hex| seed.rotate_left(u32::from(h.0) * 7 % 64).wrapping_mul(u64::from(h.0) | 1) % 3 == 0;
        let (table, none) = (Sight::new(10), Sight::new(0));
        let line = trace(map.axial(a), map.axial(b));
        let on = |(q, s): Axial| { let h = map.from_axial(q, s); h.is_on() && blocks(h) };
        let want = line.through.iter().any(|o| on(*o)) || line.pairs.iter().any(|p| on(p[0]) && on(p[1]));
        for sight in [&table, &none] {
            prop_assert_eq!(sight.blocked(&map, a, b, blocks), want);
            prop_assert_eq!(sight.blocked(&map, b, a, blocks), want);
            prop_assert_eq!(sight.first_block(&map, a, b, blocks).is_some(), want);
        }
        prop_assert_eq!(table.first_block(&map, a, b, blocks), none.first_block(&map, a, b, blocks));
    }
}
