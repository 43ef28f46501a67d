//! What positions tell about who will win: a logistic regression of the results of many games on what the positions at the start of
//! every player turn are told by. Captains of several levels play, so that positions differ; by how many ranks one was above the
//! other is fitted too and left out of the table, or a good player's good positions would count twice. Where the side decides nearly
//! every game nothing could be learned of who wins: so every game is also looked at as if one side had been given points before it, as
//! many as make it as good as another game of the battle. That takes it that captains would have
//! played the same, which is nearly true of those that play little for what victory asks.

use crate::bout;
use crate::records::{Fault, Number};
use captain::LEVELS;
use games::Scenario;
use kernel::Side;
use rayon::prelude::*;
use seat::{Detail, GIVEN};
use serde::Serialize;
use std::fmt::Write;

/// What came of fitting.
#[derive(Clone, Debug, Serialize)]
pub struct Fit {
    pub scenarios: Vec<String>,
    pub seed: u64,
    pub games: usize,
    /// Each as often as its game is looked at, with points given and without.
    pub positions: usize,
    /// Every fifth game is held back: the weights have not seen it.
    pub held_back: usize,
    pub weights: Vec<Weight>,
    /// What a rank more than the other captain counts; not in the table.
    pub rank: Weight,
    /// Mean logarithm of the chance given to what happened, with the other sign, over the games held back; and the same for one
    /// who gives every position of a battle the share of its results that the first side has won.
    pub log_loss: f64,
    pub base_rate_loss: f64,
}

#[derive(Clone, Debug, Serialize)]
pub struct Weight {
    pub name: String,
    /// For a thousand thousandths, in logits, and its standard error, in which positions of one game count as one.
    pub weight: f64,
    pub error: f64,
}

/// Who plays whom, by their place among the levels: equals, and better against worse from both sides.
const MATCHES: [[usize; 2]; 8] = [[4, 4], [4, 3], [3, 4], [2, 2], [3, 1], [1, 3], [3, 3], [2, 4]];
/// One game of so many is held back.
const HELD_BACK: usize = 5;
/// Keeps weights of what never differs at nothing.
const RIDGE: f64 = 0.5;
const ROUNDS: usize = 50;

/// A game: the features of its positions, each with what the first side had of the game.
struct Game {
    scenario: usize,
    rows: Vec<(Vec<f64>, f64)>,
}

/// A game as it was fought.
struct Fought {
    /// The features of its positions as they were, and what a point more makes of each.
    told: Vec<[Vec<f64>; 2]>,
    above: f64,
    margin: i32,
    winner: Option<Side>,
}

/// As so many others of the battle every game is looked at.
const AS_OTHERS: usize = 4;

/// The games of one battle, as they were and with points given.
fn with_points_given(scenario: usize, fought: &[Fought], asked: i32) -> Vec<Game> {
    let mut games = Vec::new();
    for (i, game) in fought.iter().enumerate() {
        // A battle that was not decided by points stays as it was.
        let by_points = game
            .winner
            .is_some_and(|winner| (game.margin >= asked) == (winner == Side::One));
        let others = if by_points { AS_OTHERS } else { 0 };
        let mut rows = Vec::new();
        for k in 0..=others {
            let other = (i + k * fought.len() / (AS_OTHERS + 1)) % fought.len();
            let given = if k == 0 { 0 } else { asked - fought[other].margin };
            let result = match (k, game.winner) {
                (0, None) => 0.5,
                (0, Some(winner)) => f64::from(u8::from(winner == Side::One)),
                _ => f64::from(u8::from(game.margin + given >= asked)),
            };
            for [base, point] in &game.told {
                let with = |(base, point): (&f64, &f64)| base + f64::from(given) * point;
                let mut row: Vec<f64> = base.iter().zip(point).map(with).collect();
                row.push(game.above);
                rows.push((row, result));
            }
        }
        games.push(Game { scenario, rows });
    }
    games
}

/// Fits the chance of winning to so many games of each of these battles; `progress` is told after each. Nothing comes of battles that
/// are told by different things, or by nothing.
pub fn fit(
    scenarios: &[Scenario],
    (games, seed): (u64, u64),
    progress: impl Fn() + Sync,
) -> Result<Option<Fit>, Fault> {
    let Some(names) = scenarios.first().map(|scenario| scenario.battle.features()) else {
        return Ok(None);
    };
    if names.is_empty() || scenarios.iter().any(|scenario| scenario.battle.features() != names) {
        return Ok(None);
    }
    let mut all = Vec::new();
    for (scenario, of) in scenarios.iter().enumerate() {
        let played: Result<Vec<Fought>, Fault> = (0..games)
            .into_par_iter()
            .map(|game| {
                let ranks = MATCHES[game as usize % MATCHES.len()];
                let above = ranks[0] as f64 - ranks[1] as f64;
                let players = ranks.map(|rank| LEVELS[rank].card.name);
                let mut told = Vec::new();
                let terms = bout(players, Number { seed, game }, Detail::Verdict);
                let row = of.battle.fight_measured(&terms, &mut |[base, more]| {
                    let each = |feature: &i64| *feature as f64 / 1000.0;
                    let point = |(base, more): (&i64, &i64)| (each(more) - each(base)) / f64::from(GIVEN);
                    told.push([
                        base.iter().map(each).collect(),
                        base.iter().zip(more).map(point).collect(),
                    ]);
                })?;
                progress();
                Ok(Fought {
                    told,
                    above,
                    margin: row.verdict.score[0] - row.verdict.score[1],
                    winner: row.verdict.winner,
                })
            })
            .collect();
        all.extend(with_points_given(scenario, &played?, of.battle.lead_asked()));
    }
    // Matches and games held back take turns by different numbers, so that every match is among both.
    let (held, seen): (Vec<Game>, Vec<Game>) = {
        let mut number = 0;
        all.into_iter().partition(|_| {
            number += 1;
            number % HELD_BACK == 0
        })
    };
    let (weights, errors) = regress(&seen, names.len() + 1);
    let weight = |i: usize, name: &str| Weight {
        name: name.into(),
        weight: weights[i],
        error: errors[i],
    };
    let rates: Vec<f64> = (0..scenarios.len())
        .map(|scenario| base_rate(&seen, scenario))
        .collect();
    Ok(Some(Fit {
        scenarios: scenarios.iter().map(|s| s.heading.scenario.clone()).collect(),
        seed,
        games: seen.len() + held.len(),
        positions: seen.iter().chain(&held).map(|game| game.rows.len()).sum(),
        held_back: held.len(),
        weights: names.iter().enumerate().map(|(i, name)| weight(i, name)).collect(),
        rank: weight(names.len(), "rank of the captain"),
        log_loss: mean_loss(&held, |_, row| chance(&weights, row)),
        base_rate_loss: mean_loss(&held, |game, _| rates[game.scenario]),
    }))
}

fn chance(weights: &[f64], row: &[f64]) -> f64 {
    let logit: f64 = weights.iter().zip(row).map(|(weight, x)| weight * x).sum();
    1.0 / (1.0 + (-logit).exp())
}

/// The first side's share of the games of a battle, with a game more for each side, so that nothing is impossible.
fn base_rate(games: &[Game], scenario: usize) -> f64 {
    let own = games.iter().filter(|game| game.scenario == scenario);
    let of: Vec<f64> = own.flat_map(|game| &game.rows).map(|(_, result)| *result).collect();
    (of.iter().sum::<f64>() + 1.0) / (of.len() as f64 + 2.0)
}

fn mean_loss(games: &[Game], chance: impl Fn(&Game, &[f64]) -> f64) -> f64 {
    let (mut sum, mut n) = (0.0, 0.0);
    for game in games {
        for (row, result) in &game.rows {
            let chance = chance(game, row).clamp(1e-6, 1.0 - 1e-6);
            sum -= result * chance.ln() + (1.0 - result) * (1.0 - chance).ln();
            n += 1.0;
        }
    }
    sum / f64::max(n, 1.0)
}

/// Weights of greatest likelihood, by Newton's method, and their standard errors, with each game as one cluster.
fn regress(games: &[Game], count: usize) -> (Vec<f64>, Vec<f64>) {
    let mut weights = vec![0.0; count];
    let mut inverse = vec![vec![0.0; count]; count];
    for _ in 0..ROUNDS {
        let mut slope: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
        let mut bend: Vec<Vec<f64>> = (0..count)
            .map(|i| (0..count).map(|j| if i == j { RIDGE } else { 0.0 }).collect())
            .collect();
        for game in games {
            for (row, result) in &game.rows {
                let chance = chance(&weights, row);
                for i in 0..count {
                    slope[i] += (result - chance) * row[i];
                    for j in 0..count {
                        bend[i][j] += chance * (1.0 - chance) * row[i] * row[j];
                    }
                }
            }
        }
        inverse = inverted(bend);
        let step: Vec<f64> = inverse.iter().map(|row| dot(row, &slope)).collect();
        // Never further than a few logits at once.
        let longest = step.iter().fold(1.0, |most: f64, x| most.max(x.abs() / 3.0));
        weights
            .iter_mut()
            .zip(&step)
            .for_each(|(weight, x)| *weight += x / longest);
        if step.iter().all(|x| x.abs() < 1e-9) {
            break;
        }
    }
    let mut meat = vec![vec![0.0; count]; count];
    for game in games {
        let mut score = vec![0.0; count];
        for (row, result) in &game.rows {
            let off = result - chance(&weights, row);
            score.iter_mut().zip(row).for_each(|(sum, x)| *sum += off * x);
        }
        for i in 0..count {
            for j in 0..count {
                meat[i][j] += score[i] * score[j];
            }
        }
    }
    let error = |row: &Vec<f64>| {
        let through: Vec<f64> = meat.iter().map(|of| dot(of, row)).collect();
        dot(row, &through).max(0.0).sqrt()
    };
    let errors = inverse.iter().map(error).collect();
    (weights, errors)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Gauss and Jordan; the ridge keeps it from being singular.
fn inverted(mut a: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = a.len();
    for (i, row) in a.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
    }
    for i in 0..n {
        let best = (i..n).max_by(|x, y| a[*x][i].abs().total_cmp(&a[*y][i].abs()));
        a.swap(i, best.unwrap_or(i));
        let pivot = a[i][i];
        a[i].iter_mut().for_each(|x| *x /= pivot);
        let row = a[i].clone();
        for (j, other) in a.iter_mut().enumerate() {
            if j != i {
                let times = other[i];
                other.iter_mut().zip(&row).for_each(|(x, y)| *x -= times * y);
            }
        }
    }
    a.into_iter().map(|mut row| row.split_off(n)).collect()
}

/// The weights as a table for captains, in thousandths; `command` is what made it.
pub fn table(fit: &Fit, command: &str) -> String {
    let mut text = format!(
        "//! What the features in `chances.rs` count, in thousandths of a logit. Made by\n//! `{command}`\n//! from {} games. On the games held back the log loss was {:.3}; by the share of games won alone it is {:.3}.\n\n",
        fit.games, fit.log_loss, fit.base_rate_loss
    );
    let _ = writeln!(text, "pub const WEIGHTS: [i64; {}] = [", fit.weights.len());
    for Weight { name, weight, error } in &fit.weights {
        let _ = writeln!(text, "    {:.0}, // {name}, +- {:.0}", 1000.0 * weight, 1000.0 * error);
    }
    text.push_str("];\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games whose results come by a known rule: the weights are found again, each within three of its standard errors.
    #[test]
    fn known_weights_are_found_again() {
        let wanted = [2.0, -1.0, 0.0];
        let mut state = 1u64;
        let mut uniform = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let games: Vec<Game> = (0..4000)
            .map(|_| {
                let row: Vec<f64> = (0..3).map(|_| 2.0 * uniform() - 1.0).collect();
                let result = f64::from(u8::from(uniform() < chance(&wanted, &row)));
                Game {
                    scenario: 0,
                    rows: vec![(row, result)],
                }
            })
            .collect();
        let (weights, errors) = regress(&games, 3);
        for i in 0..3 {
            assert!(
                (weights[i] - wanted[i]).abs() < 3.0 * errors[i],
                "{weights:?} +- {errors:?}"
            );
            assert!(errors[i] > 0.03 && errors[i] < 0.12, "{errors:?}");
        }
        let rate = base_rate(&games, 0);
        assert!(mean_loss(&games, |_, row| chance(&weights, row)) < mean_loss(&games, |_, _| rate) - 0.1);
    }
}
