//! A captain that crashes, cheats or comes too late does no harm to the game.

use crate::{lances, shelf};
use captain::{Rng, Stop};
use kernel::{Seed, Side, Viewer};
use seat::{Failed, Table};

fn table() -> Box<dyn Table> {
    let scenario = shelf().open("toy/joust", &lances("off")).unwrap();
    scenario.start(Seed([4; 32]))
}

#[test]
fn what_a_captain_does_wrong_leaves_the_game_as_it_was() {
    let mut table = table();
    let before = (table.hash(), table.version(Viewer::Watcher), table.entries());
    for (name, crashed) in [("craven", true), ("cheat", false)] {
        table.appoint(Side::One, name, Rng::new(1)).unwrap();
        // Twice: the first failure does not spoil the captain's seat either.
        for _ in 0..2 {
            let failed = table.ponder(Side::One).unwrap()(&Stop::default()).unwrap_err();
            match &failed {
                Failed::Crashed => assert!(crashed, "{name}"),
                Failed::Illegal(refusal) => assert!(!crashed && !refusal.why.is_empty(), "{name}"),
            }
            assert_eq!(
                (table.hash(), table.version(Viewer::Watcher), table.entries()),
                before,
                "{name}: {failed}"
            );
        }
    }
    // Another takes the seat and plays on.
    table.appoint(Side::One, "knight", Rng::new(1)).unwrap();
    let choice = table.ponder(Side::One).unwrap()(&Stop::default()).unwrap();
    table.choose(Side::One, &choice).unwrap();
}

#[test]
fn a_captain_that_comes_too_late_is_refused() {
    let mut table = table();
    table.appoint(Side::One, "knight", Rng::new(1)).unwrap();
    let slow = table.ponder(Side::One).unwrap();
    // Meanwhile the game goes on without it, and ends.
    for side in [Side::One, Side::Two] {
        table.observe(side.into());
    }
    table.choose(Side::Two, "resign").unwrap();
    let hash = table.hash();
    let late = slow(&Stop::default()).unwrap();
    assert!(table.choose(Side::One, &late).is_err());
    assert_eq!(table.hash(), hash);
    assert!(table.verdict().is_some());
}
