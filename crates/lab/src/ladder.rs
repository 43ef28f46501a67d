//! The levels of a battle one above the other: each is tried against the one below until a sequential test is sure, or the pairs
//! run out.

use crate::duel::{Duel, Pairs, by_points, play, sum_up};
use crate::elo::{BOUND, Pentanomial};
use crate::records::Fault;
use captain::LEVELS;
use games::Scenario;
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;

/// What to try.
#[derive(Clone, Copy, Debug)]
pub struct Climb<'a> {
    /// Most pairs for each rung.
    pub pairs: u64,
    pub seed: u64,
    /// The folder for a record of every game.
    pub records: Option<&'a Path>,
}

/// One level against the one below it.
#[derive(Clone, Debug, Serialize)]
pub struct Rung {
    pub duel: Duel,
    /// What the sequential test found, by the points of pairs.
    pub verdict: Found,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    Better,
    NotBetter,
    /// The pairs ran out.
    Unsure,
}

/// What is tested: no better, or better by so much Elo.
const STEP: f64 = 50.0;
/// Pairs played between two looks at the test.
const BATCH: u64 = 8;

/// Who stands on the ladder, the weakest first: `random` below the levels.
fn names() -> impl Iterator<Item = &'static str> {
    std::iter::once("random").chain(LEVELS.iter().map(|level| level.card.name))
}

/// Climbs from the lowest level; `progress` is told of every rung.
pub fn ladder(scenario: &Scenario, climb: Climb<'_>, mut progress: impl FnMut(&Rung)) -> Result<Vec<Rung>, Fault> {
    let names: Vec<&str> = names().collect();
    let mut rungs = Vec::new();
    for pair in names.windows(2) {
        let plan = Pairs {
            pairs: climb.pairs,
            seed: climb.seed,
            players: [pair[1], pair[0]],
            records: climb.records,
        };
        let mut results = Vec::new();
        let mut verdict = Found::Unsure;
        while (results.len() as u64) < climb.pairs && verdict == Found::Unsure {
            let from = results.len() as u64;
            results.extend(play(scenario, plan, from..climb.pairs.min(from + BATCH), || {})?);
            verdict = judge(&by_points(&results));
        }
        let rung = Rung {
            duel: sum_up(scenario, plan, &results),
            verdict,
        };
        progress(&rung);
        rungs.push(rung);
    }
    Ok(rungs)
}

fn judge(pairs: &Pentanomial) -> Found {
    match pairs.likelihood(0.0, STEP) {
        sure if sure >= BOUND => Found::Better,
        sure if sure <= -BOUND => Found::NotBetter,
        _ => Found::Unsure,
    }
}

/// The rungs as a picture: the Elo of each level above the lowest, by the points of pairs, with its interval above the one
/// below.
pub fn plot(scenario: &str, rungs: &[Rung]) -> String {
    const WIDE: f64 = 640.0;
    const HIGH: f64 = 360.0;
    const EDGE: f64 = 50.0;
    let mut heights = vec![0.0];
    for rung in rungs {
        heights.push(heights[heights.len() - 1] + rung.duel.by_points.elo.max(0.0));
    }
    let top = heights[heights.len() - 1].max(1.0) * 1.1;
    let x = |i: usize| EDGE + (WIDE - 2.0 * EDGE) * i as f64 / rungs.len().max(1) as f64;
    let y = |elo: f64| HIGH - EDGE - (HIGH - 2.0 * EDGE) * elo / top;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDE} {HIGH}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{WIDE}\" height=\"{HIGH}\" fill=\"#fff\"/>\n<text x=\"{EDGE}\" y=\"20\">{scenario}: Elo above the level below, by points of pairs</text>\n"
    );
    for (i, height) in heights.iter().enumerate() {
        let name = match i.checked_sub(1) {
            None => rungs.first().map_or("", |rung| &rung.duel.players[1]),
            Some(below) => &rungs[below].duel.players[0],
        };
        let (x, y) = (x(i), y(*height));
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"4\"/><text x=\"{x:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{name}</text>",
            HIGH - EDGE / 2.0
        );
    }
    for (i, rung) in rungs.iter().enumerate() {
        let below = heights[i];
        let _ = writeln!(
            svg,
            "<line x1=\"{0:.0}\" x2=\"{0:.0}\" y1=\"{1:.0}\" y2=\"{2:.0}\" stroke=\"#000\"/>",
            x(i + 1),
            y(below + rung.duel.by_points.elo_low.max(-below)),
            y((below + rung.duel.by_points.elo_high).min(top))
        );
    }
    svg.push_str("</svg>\n");
    svg
}
