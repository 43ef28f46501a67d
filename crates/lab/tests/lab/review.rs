//! A game that is over is gone over by the best captain.

use captain::{Rng, Stop};
use games::{Options, Shelf};
use kernel::{Seed, Side};
use seat::{Study, Table};
use std::cell::Cell;

/// A game in which the first side takes anything that is allowed.
fn played() -> Box<dyn Table> {
    let scenario = Shelf::standard().open("quad/robert", &Options::new()).unwrap();
    let mut table = scenario.start(Seed::derived(5, 6));
    table.appoint(Side::One, "random", Rng::new(1)).unwrap();
    table.appoint(Side::Two, "greedy", Rng::new(2)).unwrap();
    while let Some(side) = Side::BOTH.into_iter().find(|side| table.is_asked(*side)) {
        let choice = table.ponder(side).unwrap()(&Stop::default()).unwrap();
        table.choose(side, &choice).unwrap();
    }
    table
}

const STUDY: Study = Study {
    side: Side::One,
    evaluations: Some(12_000),
    rehearsals: 12,
    turns: 1,
};

#[test]
fn who_plays_at_random_could_have_done_better() {
    let table = played();
    let review = table.review(STUDY).unwrap()(&|| true);
    assert_eq!(review.captain, "expert");
    assert!(
        review.looked_at > 2 && review.looked_at <= review.decisions,
        "{review:?}"
    );
    assert!(!review.moments.is_empty(), "{review:?}");
    let moves = table.moves(0);
    for moment in &review.moments {
        let made = &moves[moment.entry];
        assert_eq!((made.side, &made.text), (Side::One, &moment.played));
        assert_ne!(moment.played, moment.instead);
        assert!(moment.worth > 2 * moment.error, "{moment:?}");
        assert!(moment.sentence.contains(&moment.instead) && moment.sentence.contains(&moment.played));
    }
    assert!(review.moments.is_sorted_by_key(|moment| moment.entry));
    // The same review of the same game.
    assert_eq!(review, table.review(STUDY).unwrap()(&|| true));
}

#[test]
fn a_review_can_be_called_off_and_keeps_to_its_budget() {
    let table = played();
    let asked = Cell::new(0);
    let review = table.review(STUDY).unwrap()(&|| {
        asked.set(asked.get() + 1);
        asked.get() <= 2
    });
    assert_eq!((asked.get(), review.looked_at), (3, 2));
    let short = Study {
        evaluations: Some(1),
        ..STUDY
    };
    assert_eq!(table.review(short).unwrap()(&|| true).looked_at, 1);
}

#[test]
fn a_game_under_way_is_not_reviewed() {
    let scenario = Shelf::standard().open("quad/robert", &Options::new()).unwrap();
    assert!(scenario.start(Seed::derived(1, 2)).review(STUDY).is_none());
}
