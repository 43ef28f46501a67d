//! What captains do millions of times: sight, distance, reach.

use board::{Hex, HexMap, Reach, Sight, Terrain};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

fn map() -> HexMap {
    let text = include_str!("../../../data/maps/edward-bannockburn.toml");
    HexMap::from_toml(text).expect("the map is good")
}

fn middle(map: &HexMap) -> Hex {
    map.parse("1618").unwrap_or(Hex(0))
}

/// All hexes at a distance, one after the other.
fn ring(map: &HexMap, range: u16) -> Vec<Hex> {
    let centre = middle(map);
    map.hexes().filter(|h| map.distance(centre, *h) == range).collect()
}

/// Nothing blocks, so every line is followed to its end; the items are lines.
#[divan::bench(args = [2, 4, 8, 10, 14, 20])]
fn sight_open(bencher: Bencher, range: u16) {
    let (map, sight) = (map(), Sight::new(12));
    let (from, ring) = (middle(&map), ring(&map, range));
    // Read from memory: a test known to fail would let the compiler drop the whole line.
    let occupied = black_box(vec![false; map.len()]);
    bencher.counter(ring.len()).bench(|| {
        let blocks = |h: Hex| occupied.get(h.index()).is_some_and(|o| *o);
        let seen = ring.iter().filter(|to| !sight.blocked(&map, from, **to, blocks));
        black_box(seen.count())
    });
}

/// With real ground: cover or a hill in between.
#[divan::bench(args = [4, 10])]
fn sight_ground(bencher: Bencher, range: u16) {
    let (map, sight) = (map(), Sight::new(12));
    let (from, ring) = (middle(&map), ring(&map, range));
    bencher.counter(ring.len()).bench(|| {
        let blocks = |h| map.terrain(h) == Terrain::Wooded || map.elevation(h) > 1;
        let seen = ring.iter().filter(|to| !sight.blocked(&map, from, **to, blocks));
        black_box(seen.count())
    });
}

#[divan::bench]
fn sight_table_12() -> Sight {
    Sight::new(black_box(12))
}

#[divan::bench]
fn distance_to_all(bencher: Bencher) {
    let map = map();
    let from = middle(&map);
    let hexes: Vec<Hex> = map.hexes().collect();
    bencher.counter(hexes.len()).bench(|| {
        let sum: u32 = hexes.iter().map(|to| u32::from(map.distance(from, *to))).sum();
        black_box(sum)
    });
}

#[divan::bench]
fn distance_field(bencher: Bencher) {
    let map = map();
    let edge = map.edges()[0].hexes.clone();
    bencher.bench(|| map.distance_field(black_box(&edge)));
}

#[divan::bench(args = [8, 16, 100])]
fn reach(bencher: Bencher, budget: u16) {
    let map = map();
    let start = middle(&map);
    let mut reach = Reach::new(map.len());
    bencher.bench_local(|| {
        reach.search(&map, start, budget, |h, d| match map.terrain(map.neighbour(h, d)) {
            Terrain::Pool => None,
            Terrain::Clear => Some(1),
            _ => Some(2),
        });
        black_box(reach.cost(start))
    });
}

#[divan::bench]
fn load() -> HexMap {
    map()
}
