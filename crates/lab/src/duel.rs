//! Which of two captains is the better one: pairs of games with the same dice and the sides exchanged, so that neither the
//! side nor the luck decides.

use crate::bout;
use captain::UnknownCaptain;
use games::Scenario;
use kernel::{Side, Verdict};
use rayon::prelude::*;
use serde::Serialize;

#[derive(Clone, Copy, Debug)]
pub struct Pairs<'a> {
    pub pairs: u64,
    pub seed: u64,
    pub players: [&'a str; 2],
}

/// What came of the pairs, as the first captain sees it.
#[derive(Clone, Debug, Serialize)]
pub struct Duel {
    pub scenario: String,
    pub players: [String; 2],
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
pub fn duel(scenario: &Scenario, plan: Pairs<'_>, progress: impl Fn() + Sync) -> Result<Duel, UnknownCaptain> {
    let [first, second] = plan.players;
    let results: Result<Vec<(u8, i64)>, UnknownCaptain> = (0..plan.pairs)
        .into_par_iter()
        .map(|index| {
            let game = |players: [&str; 2]| -> Result<Verdict, UnknownCaptain> {
                Ok(scenario.battle.fight(&bout(players, plan.seed, index, false))?.verdict)
            };
            let (one, two) = (game([first, second])?, game([second, first])?);
            let won = |verdict: &Verdict, side: Side| u8::from(verdict.winner == Some(side));
            let wins = won(&one, Side::One) + won(&two, Side::Two);
            let margin = i64::from(one.score[0] - one.score[1]) + i64::from(two.score[1] - two.score[0]);
            progress();
            Ok((wins, margin))
        })
        .collect();
    let results = results?;
    let count = |wins: u8| results.iter().filter(|(w, _)| *w == wins).count() as u64;
    let n = results.len().max(1) as f64;
    let mean = results.iter().map(|(_, m)| *m as f64).sum::<f64>() / n;
    let variance = results.iter().map(|(_, m)| (*m as f64 - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    Ok(Duel {
        scenario: scenario.heading.scenario.clone(),
        players: plan.players.map(Into::into),
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
    })
}
