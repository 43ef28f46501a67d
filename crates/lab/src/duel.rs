//! Which of two captains is the better one: pairs of games with the same dice and the sides exchanged, so that neither the
//! side nor the luck decides.

use crate::{captains, fight};
use captain::{Commanded, Rank};
use games::{Battle, Scenario};
use kernel::Seed;
use rayon::prelude::*;
use serde::Serialize;

#[derive(Clone, Copy, Debug)]
pub struct Pairs {
    pub pairs: u64,
    pub seed: u64,
    pub players: [Rank; 2],
}

/// What came of the pairs, as the first captain sees it.
#[derive(Clone, Debug, Serialize)]
pub struct Duel {
    pub scenario: String,
    pub players: [&'static str; 2],
    pub seed: u64,
    pub pairs: u64,
    /// Games won: both of a pair, one, none.
    pub both: u64,
    pub one: u64,
    pub none: u64,
    /// Pairs in which the first captain had the better of the points over both games, the worse, or the same.
    pub better: u64,
    pub worse: u64,
    pub even: u64,
    /// Points won less points lost, a game, and its standard error over the pairs.
    pub margin: f64,
    pub margin_error: f64,
}

/// Plays the pairs on every core; `progress` is told after each.
pub fn duel(scenario: &Scenario, plan: Pairs, progress: impl Fn() + Sync) -> Duel {
    match &scenario.battle {
        Battle::Edward(battle) => duel_system(&**battle, scenario, plan, progress),
        Battle::Robert(battle) => duel_system(&**battle, scenario, plan, progress),
        Battle::Medieval(battle) => duel_system(&**battle, scenario, plan, progress),
    }
}

fn duel_system<S: Commanded>(battle: &S, scenario: &Scenario, plan: Pairs, progress: impl Fn() + Sync) -> Duel {
    let [first, second] = plan.players;
    let results: Vec<(u8, i64)> = (0..plan.pairs)
        .into_par_iter()
        .map_init(Vec::new, |choices, index| {
            let dice = Seed::derived(plan.seed, index);
            let mut game =
                |ranks: [Rank; 2]| fight(battle, dice, &mut captains::<S>(ranks, plan.seed, index), choices).1;
            let (one, two) = (game([first, second]), game([second, first]));
            let won = |verdict: &kernel::Verdict, side: kernel::Side| u8::from(verdict.winner == Some(side));
            let wins = won(&one, kernel::Side::One) + won(&two, kernel::Side::Two);
            let margin = i64::from(one.score[0] - one.score[1]) + i64::from(two.score[1] - two.score[0]);
            progress();
            (wins, margin)
        })
        .collect();
    let count = |wins: u8| results.iter().filter(|(w, _)| *w == wins).count() as u64;
    let n = results.len().max(1) as f64;
    let mean = results.iter().map(|(_, m)| *m as f64).sum::<f64>() / n;
    let variance = results.iter().map(|(_, m)| (*m as f64 - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    Duel {
        scenario: scenario.heading.scenario.clone(),
        players: plan.players.map(Rank::name),
        seed: plan.seed,
        pairs: plan.pairs,
        both: count(2),
        one: count(1),
        none: count(0),
        better: results.iter().filter(|(_, m)| *m > 0).count() as u64,
        worse: results.iter().filter(|(_, m)| *m < 0).count() as u64,
        even: results.iter().filter(|(_, m)| *m == 0).count() as u64,
        margin: mean / 2.0,
        margin_error: (variance / n).sqrt() / 2.0,
    }
}
