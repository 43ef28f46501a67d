//! Every captain of every battle: it chooses legally and the same from the same seed, on any number of threads, and comes to the end.
//! The scripted ones are each better than the one below; `schiltron lab ladder` plays whole games of the levels and measures them.

use captain::{LEVELS, Rng, Stop};
use games::{Options, Scenario, Shelf};
use kernel::{Move, Seed, Side};
use lab::Pairs;
use rayon::iter::{IntoParallelRefIterator, ParallelBridge, ParallelIterator};
use seat::{Bout, Detail};

fn scenarios() -> Vec<Scenario> {
    let shelf = Shelf::standard();
    let open = |id: String| shelf.open(&id, &Options::new()).unwrap();
    shelf.scenarios().into_iter().map(open).collect()
}

/// A choice of a captain's own making that is illegal is a fault in builds with debug assertions, as this is. Neighbours play each
/// other, and the best the simplest: each is in two games, once as either side.
#[test]
fn every_captain_comes_to_the_end_of_every_battle() {
    let scenarios = scenarios();
    let bouts = scenarios.iter().flat_map(|scenario| {
        let cards = scenario.battle.captains();
        let mut names: Vec<_> = cards.windows(2).map(|pair| [pair[0].name, pair[1].name]).collect();
        names.push([cards[cards.len() - 1].name, cards[0].name]);
        names.into_iter().map(move |captains| (scenario, captains))
    });
    // The longest come last in every battle: whoever is free takes the next.
    bouts.par_bridge().for_each(|(scenario, captains)| {
        let bout = Bout {
            captains,
            captain_seeds: [3, 4],
            seed: Seed::derived(13, 14),
            detail: Detail::Verdict,
        };
        let row = scenario.battle.fight(&bout).unwrap();
        let name = (&scenario.heading.scenario, captains);
        assert!(
            row.decisions > 10 && row.verdict.level != "undecided",
            "{name:?}: {row:?}"
        );
    });
}

/// The choices of one game between two captains of this name, as a table plays them.
fn moves(scenario: &Scenario, name: &str, most: usize) -> Vec<Move> {
    let mut table = scenario.start(Seed::derived(1, 314));
    for side in Side::BOTH {
        table.appoint(side, name, Rng::new(7)).unwrap();
    }
    while table.entries() < most {
        let Some(side) = Side::BOTH.into_iter().find(|side| table.is_asked(*side)) else {
            break;
        };
        let choice = table.ponder(side).expect("a captain has something to choose")(&Stop::default()).unwrap();
        table.choose(side, &choice).expect("a captain's choice is legal");
    }
    table.moves(0)
}

/// The best level, which thinks longest, is asked twice for the same hint below; `hard` is the same code with half its budget.
#[test]
fn the_same_seed_gives_the_same_moves() {
    for scenario in scenarios() {
        for card in scenario.battle.captains() {
            let most = match LEVELS.iter().find(|level| level.card == card) {
                Some(level) if level.rank > 2 => continue,
                Some(_) => 5,
                None => 250,
            };
            let first = moves(&scenario, card.name, most);
            let again = moves(&scenario, card.name, most);
            assert_eq!(first, again, "{} {}", scenario.heading.scenario, card.name);
        }
    }
}

/// Whoever is told to stop has looked at nothing, and still chooses what is allowed, all through the first turn.
#[test]
fn a_captain_that_is_stopped_chooses_legally() {
    let stop = Stop::default();
    stop.set();
    for scenario in scenarios() {
        let mut table = scenario.start(Seed::derived(1, 316));
        for side in Side::BOTH {
            table.appoint(side, "expert", Rng::new(7)).unwrap();
        }
        let mut chosen = 0;
        while chosen < 60 {
            let Some(side) = Side::BOTH.into_iter().find(|side| table.is_asked(*side)) else {
                break;
            };
            let choice = table.ponder(side).unwrap()(&stop).unwrap();
            table.choose(side, &choice).unwrap();
            chosen += 1;
        }
        // What is committed in secret is an entry only when both have.
        assert!(chosen == 60 || table.verdict().is_some());
    }
}

#[test]
fn each_scripted_captain_is_better_than_the_one_below() {
    for scenario in scenarios() {
        let scripted = |name: &&str| LEVELS.iter().all(|level| level.card.name != *name);
        let all = scenario.battle.captains();
        let names: Vec<&str> = all.iter().map(|card| card.name).filter(scripted).collect();
        for pair in names.windows(2) {
            let plan = Pairs {
                pairs: 8,
                seed: 1,
                players: [pair[1], pair[0]],
                records: None,
            };
            let duel = lab::duel(&scenario, plan, || {}).unwrap();
            // One pair in four may go wrong by the luck of these dice.
            assert!(
                4 * duel.better >= 3 * duel.pairs && duel.margin > 0.0,
                "{}: {duel:?}",
                scenario.heading.scenario
            );
        }
    }
}

fn on<R: Send>(threads: usize, what: impl FnOnce() -> R + Send) -> R {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(what)
}

/// Choice by choice: a game of the best captain in the fastest battle of each system, or its beginning where a whole one takes long,
/// one after the other and all at the same time.
#[test]
fn the_best_makes_the_same_moves_on_any_number_of_threads() {
    let shelf = Shelf::standard();
    let games = [
        ("retinue/mill", usize::MAX),
        ("quad/robert", usize::MAX),
        ("medieval/stirling", 150),
        ("elements/bannockburn", 40),
    ];
    let play = |threads: usize| -> Vec<Vec<Move>> {
        let game = |(id, most): &(&str, usize)| moves(&shelf.open(id, &Options::new()).unwrap(), "expert", *most);
        on(threads, || games.par_iter().map(game).collect())
    };
    for ((id, most), (alone, together)) in games.iter().zip(play(1).iter().zip(&play(3))) {
        assert!(alone.len() >= 40.min(*most), "{id}: {}", alone.len());
        for (at, (one, other)) in alone.iter().zip(together).enumerate() {
            assert_eq!(one, other, "{id}, move {at}");
        }
        assert_eq!(alone.len(), together.len(), "{id}");
    }
}

/// In the battles that are played fastest.
#[test]
fn the_number_of_threads_changes_nothing() {
    let shelf = Shelf::standard();
    for id in ["retinue/mill", "quad/robert"] {
        let scenario = shelf.open(id, &Options::new()).unwrap();
        let duel = |threads: usize| {
            let plan = Pairs {
                pairs: 2,
                seed: 8,
                players: ["easy", "beginner"],
                records: None,
            };
            let duel = on(threads, || lab::duel(&scenario, plan, || {})).unwrap();
            (duel.pentanomial, duel.better, duel.margin.to_bits())
        };
        assert_eq!(duel(1), duel(3), "{id}");
    }
}

#[test]
fn a_hint_can_be_followed_and_says_why() {
    for scenario in scenarios() {
        let mut table = scenario.start(Seed::derived(1, 315));
        for side in Side::BOTH {
            table.appoint(side, "greedy", Rng::new(7)).unwrap();
        }
        // Into the first turn, to where there is something to choose.
        loop {
            let side = Side::BOTH.into_iter().find(|side| table.is_asked(*side)).unwrap();
            if table.entries() >= 40 && table.choices(side).len() > 8 {
                break;
            }
            let choice = table.ponder(side).unwrap()(&Stop::default()).unwrap();
            table.choose(side, &choice).unwrap();
        }
        let side = Side::BOTH.into_iter().find(|side| table.is_asked(*side)).unwrap();
        let hint = table.hint(side).unwrap()(&Stop::default());
        assert_eq!(
            Some(&hint),
            table.hint(side).map(|hinting| hinting(&Stop::default())).as_ref()
        );
        assert!(hint.sentence.contains("expert would choose"), "{hint:?}");
        // It can be drawn: somebody does something.
        assert!(hint.shown.iter().any(|offer| offer.piece.is_some()), "{hint:?}");
        table.check(side, &hint.choice).unwrap();
    }
}

#[test]
fn an_unknown_captain_is_told_who_there_is() {
    let scenario = &scenarios()[0];
    let bout = Bout {
        captains: ["random", "nobody"],
        captain_seeds: [0, 0],
        seed: Seed::derived(0, 0),
        detail: Detail::Verdict,
    };
    let told = scenario.battle.fight(&bout).unwrap_err().to_string();
    assert_eq!(
        told,
        "there is no captain `nobody`; there are: random, greedy, marshal, beginner, easy, medium, hard, expert"
    );
}

/// Rows of a run are the games of the run, with what they cost.
#[test]
fn rows_are_the_games_of_a_run() {
    let shelf = Shelf::standard();
    let scenario = shelf.open("quad/robert", &Options::new()).unwrap();
    let plan = lab::Plan {
        games: 12,
        seed: 5,
        players: ["greedy", "random"],
        records: None,
    };
    let summary = lab::run(&scenario, plan, || {}).unwrap();
    let mut rows = Vec::new();
    let taken: Result<(), ()> = lab::rows(&scenario, plan, |row| {
        rows.push(row);
        Ok(())
    })
    .unwrap();
    assert_eq!(taken, Ok(()));
    assert_eq!(
        rows.iter().map(|row| row.game).collect::<Vec<_>>(),
        (0..12).collect::<Vec<_>>()
    );
    assert_eq!(
        rows.iter().map(|row| row.played.decisions).sum::<u64>(),
        summary.decisions
    );
    assert!(rows.iter().all(|row| row.played.luck.is_some() && row.played.turns > 0));
    assert!(
        rows.iter()
            .any(|row| row.played.losses.iter().any(|lost| lost.gone.is_some()))
    );
}
