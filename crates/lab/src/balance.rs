//! Whether a battle is a fair one: the best captains play each other, and one counts.

use crate::bout;
use crate::records::{Fault, Ground, Number};
use games::Scenario;
use kernel::{Side, Verdict};
use rayon::prelude::*;
use seat::{Detail, GameRow};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// What came of games between equals.
#[derive(Clone, Debug, Serialize)]
pub struct Balance {
    pub scenario: String,
    pub captain: String,
    pub seed: u64,
    pub games: u64,
    /// Names of the first and the second side.
    pub sides: [&'static str; 2],
    pub won: [u64; 2],
    pub drawn: u64,
    /// The first side's part of the games, a draw as half a game, with the ends of an interval of 95 % (Wilson's).
    pub share_first: f64,
    pub low: f64,
    pub high: f64,
    /// Victory points of each side, a game.
    pub points: [f64; 2],
    /// By how much the first side was ahead in the middle one of the games: what a handicap would have to make up for.
    pub lead: i32,
    /// Pieces lost by each side, a game; and strength lost by those that stayed, where pieces have any.
    pub lost: [f64; 2],
    pub strength_lost: [f64; 2],
    /// Games by level of victory.
    pub outcomes: BTreeMap<String, u64>,
    /// Turns a game.
    pub turns: f64,
}

/// Fights the games on every core; `progress` is told after each. Without a captain's name it is the best of the battle.
pub fn balance(
    scenario: &Scenario,
    captain: Option<&str>,
    (games, seed): (u64, u64),
    records: Option<&Path>,
    progress: impl Fn() + Sync,
) -> Result<Balance, Fault> {
    let ground = Ground::new(scenario, records)?;
    let all = scenario.battle.captains();
    let captain = captain.or(all.last().map(|card| card.name)).unwrap_or("random");
    let rows: Vec<GameRow> = (0..games)
        .into_par_iter()
        .map(|game| {
            let number = Number { seed, game };
            let row = ground.fight(&bout([captain, captain], number, Detail::Losses), number)?;
            progress();
            Ok(row)
        })
        .collect::<Result<_, Fault>>()?;
    Ok(sum_up(scenario, captain, seed, &rows))
}

fn sum_up(scenario: &Scenario, captain: &str, seed: u64, rows: &[GameRow]) -> Balance {
    let n = rows.len().max(1) as f64;
    let won = Side::BOTH.map(|side| rows.iter().filter(|row| row.verdict.winner == Some(side)).count() as u64);
    let drawn = rows.len() as u64 - won[0] - won[1];
    let share = (won[0] as f64 + drawn as f64 / 2.0) / n;
    let (low, high) = wilson(share, rows.len() as f64);
    let mean = |value: &dyn Fn(&GameRow) -> f64| rows.iter().map(value).sum::<f64>() / n;
    let lost = |side: Side, row: &GameRow| {
        row.losses
            .iter()
            .filter(|lost| lost.side == side && lost.gone.is_some())
            .count()
    };
    let strength = |side: Side, row: &GameRow| -> i32 {
        let own = row.losses.iter().filter(|lost| lost.side == side);
        own.map(|lost| lost.strength).sum()
    };
    let mut leads: Vec<i32> = rows
        .iter()
        .map(|row| row.verdict.score[0] - row.verdict.score[1])
        .collect();
    leads.sort_unstable();
    let mut outcomes = BTreeMap::new();
    for Verdict { level, .. } in rows.iter().map(|row| &row.verdict) {
        *outcomes.entry(level.clone()).or_default() += 1;
    }
    Balance {
        scenario: scenario.heading.scenario.clone(),
        captain: captain.into(),
        seed,
        games: rows.len() as u64,
        sides: scenario.battle.sides(),
        won,
        drawn,
        share_first: share,
        low,
        high,
        points: [0, 1].map(|i| mean(&|row| f64::from(row.verdict.score[i]))),
        lead: leads.get(leads.len() / 2).copied().unwrap_or(0),
        lost: Side::BOTH.map(|side| mean(&|row| lost(side, row) as f64)),
        strength_lost: Side::BOTH.map(|side| mean(&|row| f64::from(strength(side, row)))),
        outcomes,
        turns: mean(&|row| f64::from(row.turns)),
    }
}

/// Wilson's interval of 95 % for a share of `n` games.
fn wilson(share: f64, n: f64) -> (f64, f64) {
    if n == 0.0 {
        return (0.0, 1.0);
    }
    let z = 1.96f64;
    let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let off = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    ((middle - off).max(0.0), (middle + off).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_games_prove_little() {
        // Newcombe's table of examples for the score method.
        let (low, high) = wilson(81.0 / 263.0, 263.0);
        assert!((low - 0.2553).abs() < 1e-4 && (high - 0.3662).abs() < 1e-4);
        let (low, high) = wilson(0.0, 20.0);
        assert!(low == 0.0 && (high - 0.1611).abs() < 1e-4);
        assert_eq!(wilson(0.0, 0.0), (0.0, 1.0));
    }
}
