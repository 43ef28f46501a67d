//! Cheapest paths against a plain slow search.

use board::{Dir, Hex, HexMap, MapBuilder, Reach};
use proptest::prelude::*;

fn field() -> HexMap {
    MapBuilder::new(12, 10).build().unwrap()
}

/// Repeats all steps until nothing gets cheaper.
fn slowly(map: &HexMap, start: Hex, budget: u16, step: impl Fn(Hex, Dir) -> Option<u16>) -> Vec<Option<u16>> {
    let mut cost = vec![None; map.len()];
    cost[start.index()] = Some(0);
    loop {
        let mut changed = false;
        for h in map.hexes() {
            let Some(here) = cost[h.index()] else { continue };
            for d in Dir::ALL {
                let to = map.neighbour(h, d);
                let Some(total) = to.on().and_then(|_| step(h, d)).map(|c| here + c) else {
                    continue;
                };
                if total <= budget && cost[to.index()].is_none_or(|old| total < old) {
                    cost[to.index()] = Some(total);
                    changed = true;
                }
            }
        }
        if !changed {
            return cost;
        }
    }
}

proptest! {
    #[test]
    fn costs_and_paths(
        prices in prop::collection::vec(prop::option::weighted(0.9, 0u16..5), 12 * 10 * 6),
        start in 0u16..120,
        budget in 0u16..25,
    ) {
        let map = field();
        let step = |h: Hex, d: Dir| prices[h.index() * 6 + d.index()];
        let mut reach = Reach::new(map.len());
        // A search before must leave no trace.
        reach.search(&map, Hex(7), 60, |_, _| Some(1));
        reach.search(&map, Hex(start), budget, step);
        let want = slowly(&map, Hex(start), budget, step);
        for h in map.hexes() {
            prop_assert_eq!(reach.cost(h), want[h.index()]);
            let path: Vec<Hex> = reach.path(h).collect();
            prop_assert_eq!(path.is_empty(), want[h.index()].is_none());
            if let Some(cost) = want[h.index()] {
                prop_assert_eq!((path[0], path[path.len() - 1]), (Hex(start), h));
                let paid: u16 = path.windows(2).map(|p| step(p[0], map.direction(p[0], p[1]).unwrap()).unwrap()).sum();
                prop_assert_eq!(paid, cost);
            }
        }
        let all: Vec<(Hex, u16)> = reach.reached().collect();
        prop_assert_eq!(all.len(), want.iter().flatten().count());
        let mut again = Reach::default();
        again.search(&map, Hex(start), budget, step);
        for h in map.hexes() {
            prop_assert!(again.path(h).eq(reach.path(h)));
        }
    }
}

#[test]
fn ties_go_clockwise_from_north() {
    let map = field();
    let hex = |n| map.parse(n).unwrap();
    let mut reach = Reach::new(map.len());
    reach.search(&map, hex("0505"), 10, |_, _| Some(1));
    let path: Vec<String> = reach.path(hex("0603")).map(|h| map.name(h).to_string()).collect();
    assert_eq!(path, ["0505", "0504", "0603"]);
    let back: Vec<String> = reach.path_back(hex("0603")).map(|h| map.name(h).to_string()).collect();
    assert_eq!(back, ["0603", "0504", "0505"]);
}

#[test]
fn starts_nowhere_and_large_budgets() {
    let map = field();
    let mut reach = Reach::new(map.len());
    for start in [Hex::OFF, Hex(5000)] {
        reach.search(&map, start, 10, |_, _| Some(1));
        assert_eq!(reach.reached().count(), 0);
        assert_eq!(reach.path(Hex(0)).count(), 0);
    }
    reach.search(&map, Hex(0), u16::MAX, |_, _| Some(u16::MAX));
    assert_eq!(reach.reached().count(), 1);
    reach.search(&map, Hex(0), u16::MAX, |_, _| Some(3000));
    assert_eq!(reach.reached().count(), map.hexes().count());
    assert_eq!(reach.cost(Hex::OFF), None);
}

/// Hex and facing as one node: a step ahead costs 1, a turn 2.
#[test]
fn nodes_of_hex_and_facing() {
    let map = field();
    let mut reach = Reach::new(map.len() * 6);
    let node = |h: Hex, d: Dir| h.0 * 6 + d.index() as u16;
    let start = map.parse("0505").unwrap();
    reach.search_nodes(node(start, Dir::N), 20, |n, go| {
        let (h, d) = (Hex(n / 6), Dir::from_index((n % 6) as u8));
        if let Some(to) = map.neighbour(h, d).on() {
            go(node(to, d), 1);
        }
        go(node(h, d.turned(1)), 2);
        go(node(h, d.turned(-1)), 2);
    });
    assert_eq!(reach.node_cost(node(map.parse("0503").unwrap(), Dir::N)), Some(2));
    assert_eq!(reach.node_cost(node(map.parse("0506").unwrap(), Dir::S)), Some(7));
}
