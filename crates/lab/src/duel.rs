//! Which of two captains is the better one: pairs of games with the same dice and the sides exchanged, so that neither the
//! side nor the luck decides.

use crate::bout;
use crate::elo::{Elo, Scores};
use crate::records::{Fault, Ground, Number};
use games::Scenario;
use kernel::{Side, Verdict};
use rayon::prelude::*;
use seat::Detail;
use serde::Serialize;
use std::ops::Range;
use std::path::Path;

#[derive(Clone, Copy, Debug)]
pub struct Pairs<'a> {
    pub pairs: u64,
    pub seed: u64,
    pub players: [&'a str; 2],
    /// The folder for a record of every game.
    pub records: Option<&'a Path>,
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
    /// Part of the pairs in which it had the better of the points.
    pub pairs_better: f64,
    /// Points won less points lost, a game, and its standard error over the pairs.
    pub margin: f64,
    pub margin_se: f64,
    /// By games won and lost, with the ends of an interval of 95 %. Where the side decides, it says little.
    #[serde(flatten)]
    pub by_wins: Elo,
    /// The same by who had the better of the points of a pair.
    pub by_points: Elo,
    /// Pairs by the games won of the two, a draw as half a game: 0, 1/2, 1, 3/2, 2.
    pub pentanomial: [u64; 5],
}

/// One pair: quarters of a pair won, and the points of both games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub quarters: usize,
    pub wins: u8,
    pub margin: i64,
}

/// Plays some pairs of a duel on every core; `progress` is told after each.
pub(crate) fn play(
    scenario: &Scenario,
    plan: Pairs<'_>,
    which: Range<u64>,
    progress: impl Fn() + Sync,
) -> Result<Vec<Pair>, Fault> {
    let [first, second] = plan.players;
    let ground = Ground::new(scenario, plan.records)?;
    which
        .into_par_iter()
        .map(|index| {
            let number = Number {
                seed: plan.seed,
                game: index,
            };
            let game = |players: [&str; 2]| -> Result<Verdict, Fault> {
                Ok(ground.fight(&bout(players, number, Detail::Verdict), number)?.verdict)
            };
            let (one, two) = (game([first, second])?, game([second, first])?);
            let score = |verdict: &Verdict, side: Side| match verdict.winner {
                Some(winner) if winner == side => 2,
                Some(_) => 0,
                None => 1,
            };
            let scores = [score(&one, Side::One), score(&two, Side::Two)];
            progress();
            Ok(Pair {
                quarters: scores[0] + scores[1],
                wins: scores.iter().filter(|score| **score == 2).count() as u8,
                margin: i64::from(one.score[0] - one.score[1]) + i64::from(two.score[1] - two.score[0]),
            })
        })
        .collect()
}

/// Plays the pairs on every core; `progress` is told after each.
pub fn duel(scenario: &Scenario, plan: Pairs<'_>, progress: impl Fn() + Sync) -> Result<Duel, Fault> {
    let results = play(scenario, plan, 0..plan.pairs, progress)?;
    Ok(sum_up(scenario, plan, &results))
}

pub(crate) fn sum_up(scenario: &Scenario, plan: Pairs<'_>, results: &[Pair]) -> Duel {
    let count = |wins: u8| results.iter().filter(|pair| pair.wins == wins).count() as u64;
    let n = results.len().max(1) as f64;
    let mean = results.iter().map(|pair| pair.margin as f64).sum::<f64>() / n;
    let variance = results
        .iter()
        .map(|pair| (pair.margin as f64 - mean).powi(2))
        .sum::<f64>()
        / (n - 1.0).max(1.0);
    let wins = by_wins(results);
    let points = by_points(results);
    let better = results.iter().filter(|pair| pair.margin > 0).count() as u64;
    Duel {
        scenario: scenario.heading.scenario.clone(),
        players: plan.players.map(Into::into),
        seed: plan.seed,
        pairs: results.len() as u64,
        both: count(2),
        one: count(1),
        none: count(0),
        better,
        worse: results.iter().filter(|pair| pair.margin < 0).count() as u64,
        even: results.iter().filter(|pair| pair.margin == 0).count() as u64,
        pairs_better: better as f64 / n,
        margin: mean / 2.0,
        margin_se: (variance / n).sqrt() / 2.0,
        by_wins: wins.elo(),
        by_points: points.elo(),
        pentanomial: wins.pairs,
    }
}

/// By the games won of each pair: five scores.
pub(crate) fn by_wins(results: &[Pair]) -> Scores {
    Scores::of(results.iter().map(|pair| pair.quarters))
}

/// A pair is won by whoever had the better of its points: three scores.
pub(crate) fn by_points(results: &[Pair]) -> Scores {
    Scores::of(results.iter().map(|pair| match pair.margin {
        0 => 2,
        1.. => 4,
        _ => 0,
    }))
}
