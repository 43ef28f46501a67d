//! What must be true of every game, over random games of all four battles.

use kernel::suite::{Census, Chance, Subject};
use kernel::{Quiet, Seed, Seeded, Side, System, ToAct, Viewer};
use medieval::{Battle, Choice, Options, Position};
use std::collections::BTreeMap;
use std::sync::Arc;

const FILES: [(&str, &str); 4] = [
    (
        include_str!("../../../data/scenarios/medieval-stirling.toml"),
        include_str!("../../../data/maps/medieval-stirling.toml"),
    ),
    (
        include_str!("../../../data/scenarios/medieval-falkirk.toml"),
        include_str!("../../../data/maps/medieval-falkirk.toml"),
    ),
    (
        include_str!("../../../data/scenarios/medieval-prelude.toml"),
        include_str!("../../../data/maps/medieval-bannockburn.toml"),
    ),
    (
        include_str!("../../../data/scenarios/medieval-bannockburn.toml"),
        include_str!("../../../data/maps/medieval-bannockburn.toml"),
    ),
];

fn open(at: usize, options: &[(&str, &str)]) -> Battle {
    let changed: BTreeMap<String, String> = options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let map = board::HexMap::from_toml(FILES[at].1).unwrap();
    let file = medieval::scenario::read(FILES[at].0).unwrap();
    medieval::scenario::build(&file, map, Options::read(&changed).unwrap()).unwrap()
}

/// Nobody stands among enemies or above the stacking limit.
fn invariant(battle: &Battle, p: &Position) -> Result<(), String> {
    for hex in battle.map.hexes() {
        let here: Vec<u8> = p.at(hex).collect();
        let Some(first) = here.first() else {
            continue;
        };
        if here.iter().any(|u| p.unit(*u).side != p.unit(*first).side) {
            return Err(format!("{}: both sides in one hex", battle.map.name(hex)));
        }
        let sp: u8 = here.iter().map(|u| p.unit(*u).sp).sum();
        let fort = battle.map.terrain(hex) == board::Terrain::Fort;
        if sp > if fort { 10 } else { 2 } {
            return Err(format!("{}: {sp} SP", battle.map.name(hex)));
        }
        if here
            .iter()
            .any(|u| p.unit(*u).hex != hex || p.unit(*u).sp == 0 || p.unit(*u).cf > 3)
        {
            return Err(format!("{}: a wrong unit", battle.map.name(hex)));
        }
    }
    Ok(())
}

/// Choices met in some random games: most of them are illegal at any other moment.
fn universe(battle: &Battle, games: u64) -> Vec<Choice> {
    let mut all: Vec<Choice> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for game in 0..games {
        let mut dice = Seeded::new(Seed::derived(9, game));
        let mut chance = Chance(game);
        let mut p = battle.start();
        let mut list = Vec::new();
        for _ in 0..4000 {
            let ToAct::One(side) = battle.to_act(&p) else {
                break;
            };
            list.clear();
            battle.choices(&p, side, &mut list);
            for choice in &list {
                if all.len() < 4000 && seen.insert(battle.write_choice(choice)) {
                    all.push(*choice);
                }
            }
            let choice = pick(&list, &mut chance);
            battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
        }
    }
    all
}

/// Set-up is left soon, so that there is a battle to see.
fn pick(list: &[Choice], chance: &mut Chance) -> Choice {
    if list.contains(&Choice::Ready) && chance.below(3) > 0 {
        return Choice::Ready;
    }
    list[chance.below(list.len())]
}

fn examine(at: usize, options: &[(&str, &str)], games: u64) {
    let battle = open(at, options);
    let universe = universe(&battle, 1);
    let subject = Subject {
        battle: Arc::new(battle),
        universe,
        invariant: &invariant,
        longest: 200_000,
    };
    let mut census = Census::default();
    for seed in 0..games {
        subject.examine(seed, 3, &mut census);
    }
    subject.play(77, &mut census);
    assert!(census.decisions > 1000, "{census:?}");
}

#[test]
fn stirling() {
    examine(0, &[], 1);
}

#[test]
fn falkirk() {
    examine(1, &[], 1);
}

#[test]
fn prelude() {
    examine(2, &[("wolf_pits", "on")], 1);
}

#[test]
fn bannockburn() {
    examine(3, &[("wolf_pits", "on")], 1);
}

#[test]
fn what_is_hidden_does_not_show() {
    let battle = open(2, &[("wolf_pits", "on")]);
    let mut dice = Seeded::new(Seed::derived(3, 3));
    let mut chance = Chance(5);
    let mut p = battle.start();
    let mut list = Vec::new();
    for _ in 0..3000 {
        let ToAct::One(side) = battle.to_act(&p) else {
            break;
        };
        let mut other = p.clone();
        other.pits &= p.shown;
        let scenes = |p: &Position, v| format!("{:?}", battle.scene(p, v));
        for viewer in [Viewer::Two, Viewer::Watcher] {
            assert_eq!(scenes(&p, viewer), scenes(&other, viewer));
        }
        list.clear();
        battle.choices(&p, side, &mut list);
        if side == Side::Two {
            let mut without = Vec::new();
            battle.choices(&other, side, &mut without);
            assert_eq!(list, without);
        }
        let choice = pick(&list, &mut chance);
        battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
    }
}

#[test]
fn a_prelude_feeds_bannockburn() {
    let prelude = open(2, &[]);
    let mut dice = Seeded::new(Seed::derived(4, 4));
    let mut chance = Chance(6);
    let mut p = prelude.start();
    let mut list = Vec::new();
    while let ToAct::One(side) = prelude.to_act(&p) {
        list.clear();
        prelude.choices(&p, side, &mut list);
        let choice = pick(&list, &mut chance);
        prelude.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
    }
    let record = prelude.fact(&p, "campaign").unwrap();
    let plain = open(3, &[]).start();
    let next = open(3, &[("campaign", &record)]).start();
    assert_eq!(next.morale, p.morale);
    assert!(next.on_map.count() < plain.on_map.count(), "{record}");
}
