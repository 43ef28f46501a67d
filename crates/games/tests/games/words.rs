//! Every word on a counter and every kind of ground on a map is told of in `docs/terms`: whoever points at it is given its meaning.

use board::ground::Ground;
use board::looks::Sign;
use board::scene::{PieceView, Scene};
use games::rulebook::Rulebook;
use games::{Options, Shelf};
use kernel::replay::GoingOn;
use kernel::{Seed, Side, Viewer};
use seat::{Bout, Detail};
use std::collections::BTreeSet;

fn snake(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// As the page looks it up: by the beginning of its text, else by its sign.
fn explains(book: &Rulebook, sign: Sign, text: &str) -> bool {
    let (text, sign) = (text.to_lowercase(), snake(&format!("{sign:?}")));
    book.terms
        .iter()
        .any(|term| text.starts_with(&term.name) || term.name == sign)
}

/// What is on a piece and is not explained.
fn untold(book: &Rulebook, piece: &PieceView) -> Vec<String> {
    let told = |name: &str| book.terms.iter().any(|term| term.name == name);
    let mut missing: Vec<String> = piece
        .ratings
        .iter()
        .map(|rating| rating.name)
        .chain([piece.symbol, piece.face])
        .filter(|name| !told(name))
        .map(|name| name.to_string())
        .collect();
    let badges = piece
        .badges
        .iter()
        .filter(|badge| !explains(book, badge.sign, &badge.text));
    missing.extend(badges.map(|badge| format!("{:?} {}", badge.sign, badge.text)));
    missing
}

/// Some moments of a battle that is fought at random, as everybody sees them.
fn moments(id: &str) -> Vec<Scene> {
    let scenario = Shelf::standard().open(id, &Options::new()).unwrap();
    let bout = Bout {
        captains: ["random", "random"],
        captain_seeds: [5, 6],
        seed: Seed([7; 32]),
        detail: Detail::Verdict,
    };
    let (_, record) = scenario
        .battle
        .fight_on_record(scenario.heading.clone(), &bout)
        .unwrap();
    let mut table = scenario.battle.replay(scenario.heading, &record, GoingOn::No).unwrap();
    let step = (table.entries() / 40).max(1);
    let mut scenes = Vec::new();
    for at in (0..table.entries()).step_by(step) {
        for viewer in [Viewer::Watcher, Side::One.into(), Side::Two.into()] {
            scenes.push(table.scene_at(viewer, at));
        }
    }
    scenes
}

#[test]
fn everything_on_counters_is_explained() {
    for system in Shelf::standard().systems() {
        let book = system.rulebook();
        let mut missing = BTreeSet::new();
        for scenario in system.scenarios() {
            for piece in moments(scenario.id).iter().flat_map(|scene| &scene.pieces) {
                missing.extend(untold(&book, piece));
            }
        }
        assert!(missing.is_empty(), "{}: {missing:?}", system.id());
    }
}

/// What few battles have: each with the system in which it can come up.
#[test]
fn rare_signs_are_explained() {
    let shelf = Shelf::standard();
    for (system, sign, text) in [
        ("quad", Sign::Letter, "Rampant"),
        ("quad", Sign::Letter, "Hiding"),
        ("medieval", Sign::Letter, "Demolishing since turn 3"),
        ("elements", Sign::Letter, "Hidden"),
        ("elements", Sign::Letter, "Fled before"),
        ("retinue", Sign::Letter, "Allowed: half a move"),
        ("retinue", Sign::Chit, "melee chit"),
        ("retinue", Sign::Attack, "Against de Bohun"),
    ] {
        let book = shelf.system(system).unwrap().rulebook();
        assert!(explains(&book, sign, text), "{system}: {text}");
    }
}

/// The key of the ground: a word for whatever is drawn on the maps and tables.
#[test]
fn all_ground_is_explained() {
    let shelf = Shelf::standard();
    for system in shelf.systems() {
        let book = system.rulebook();
        for scenario in system.scenarios() {
            let opened = shelf.open(scenario.id, &Options::new()).unwrap();
            let board = opened.start(Seed([0; 32])).board();
            let names: BTreeSet<String> = match board.ground {
                Ground::Hexes(hexes) => {
                    let terrains = hexes.hexes.iter().map(|hex| hex.terrain.name().to_string());
                    let sides = hexes.sides.iter().map(|side| snake(&format!("{:?}", side.kind)));
                    let roads = (!hexes.roads.is_empty()).then(|| "road".to_string());
                    let levels: BTreeSet<_> = hexes.hexes.iter().map(|hex| hex.elevation).collect();
                    let slope = (levels.len() > 1).then(|| "slope".to_string());
                    terrains.chain(sides).chain(roads).chain(slope).collect()
                }
                Ground::Table(table) => {
                    let areas = table.areas.iter().map(|area| area.terrain.to_string());
                    let lines = table.lines.iter().map(|line| line.kind.to_string());
                    areas.chain(lines).chain(["clear".to_string()]).collect()
                }
            };
            for name in names {
                assert!(
                    book.terms.iter().any(|term| term.name == name),
                    "{}: {name}",
                    scenario.id
                );
            }
        }
    }
}

#[test]
fn no_word_is_explained_twice() {
    for system in Shelf::standard().systems() {
        let mut seen = BTreeSet::new();
        for term in system.rulebook().terms.iter() {
            assert!(seen.insert(&term.name), "{}", term.name);
        }
    }
}
