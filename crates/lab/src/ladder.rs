//! The levels of a battle one above the other: each is tried against the one below until a sequential test is sure, or the pairs
//! run out.

use crate::duel::{Duel, Pairs, by_points, by_wins, play, sum_up};
use crate::elo::{BOUND, Elo, Scores, signed};
use crate::records::Fault;
use captain::LEVELS;
use games::Scenario;
use serde::Serialize;
use std::fmt;
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
    /// What the sequential test found by the points of pairs. It decides when to stop: where one side mostly wins, whoever leads it, the
    /// games won say nothing.
    pub verdict_by_points: Found,
    /// The same test on the games won of these pairs (pentanomial).
    pub verdict_by_wins: Found,
    /// The test was sure before the pairs ran out. It stops where it looks surest, so that such an Elo leans outward, away from zero.
    pub stopped_early: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    Better,
    NotBetter,
    /// The pairs ran out.
    Unsure,
}

impl Found {
    fn words(self) -> &'static str {
        match self {
            Found::Better => "better",
            Found::NotBetter => "not better",
            Found::Unsure => "unsure",
        }
    }
}

/// What the columns of a table of rungs are.
pub const HEAD: &str = "level      above       pairs   better    points a game   Elo by points of pairs                    Elo by games won";
/// What a star beside an Elo means.
pub const LEANS: &str = "* Stopped as soon as the test on points was sure: such an Elo leans outward.";

/// A line of the table.
impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let duel = &self.duel;
        let elo = |Elo { elo, elo_low, elo_high }: Elo| {
            format!("{} [{}, {}]", signed(elo), signed(elo_low), signed(elo_high))
        };
        let star = if self.stopped_early { "*" } else { "" };
        write!(
            f,
            "{:10} {:10} {:>6} {:>6.0} % {:>+8.1} +- {:<4.1} {:>24} {:10} {:>24} {}",
            duel.players[0],
            duel.players[1],
            duel.pairs,
            100.0 * duel.pairs_better,
            duel.margin,
            1.96 * duel.margin_se,
            elo(duel.by_points) + star,
            self.verdict_by_points.words(),
            elo(duel.by_wins) + star,
            self.verdict_by_wins.words()
        )
    }
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
        let mut verdict_by_points = Found::Unsure;
        while (results.len() as u64) < climb.pairs && verdict_by_points == Found::Unsure {
            let from = results.len() as u64;
            results.extend(play(scenario, plan, from..climb.pairs.min(from + BATCH), || {})?);
            verdict_by_points = judge(&by_points(&results));
        }
        let rung = Rung {
            duel: sum_up(scenario, plan, &results),
            verdict_by_points,
            verdict_by_wins: judge(&by_wins(&results)),
            stopped_early: (results.len() as u64) < climb.pairs,
        };
        progress(&rung);
        rungs.push(rung);
    }
    Ok(rungs)
}

fn judge(pairs: &Scores) -> Found {
    match pairs.likelihood(0.0, STEP) {
        sure if sure >= BOUND => Found::Better,
        sure if sure <= -BOUND => Found::NotBetter,
        _ => Found::Unsure,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A rung of so many pairs that were better, even and worse by points, and won 0, 1/2, 1, 3/2 or 2 games.
    pub(crate) fn rung(name: &str, points: [u64; 3], wins: [u64; 5], stopped_early: bool) -> Rung {
        let [better, even, worse] = points;
        let points = Scores {
            pairs: [worse, 0, even, 0, better],
        };
        let wins = Scores { pairs: wins };
        let pairs = points.count();
        assert_eq!(pairs, wins.count());
        let duel = Duel {
            scenario: "toy/battle".into(),
            players: [name.into(), "below".into()],
            seed: 1,
            pairs,
            both: wins.pairs[4],
            one: wins.pairs[2] + wins.pairs[3],
            none: wins.pairs[0] + wins.pairs[1],
            better,
            worse,
            even,
            pairs_better: better as f64 / pairs as f64,
            margin: 2.0,
            margin_se: 1.0,
            by_wins: wins.elo(),
            by_points: points.elo(),
            pentanomial: wins.pairs,
        };
        Rung {
            duel,
            verdict_by_points: judge(&points),
            verdict_by_wins: judge(&wins),
            stopped_early,
        }
    }

    /// Where the side decides, each wins once: points tell who is better, games won tell nothing of it.
    #[test]
    fn a_line_says_what_was_found_by_points_and_by_wins() {
        let line = rung("easy", [20, 1, 3], [0, 0, 24, 0, 0], true).to_string();
        let points = rung("easy", [20, 1, 3], [0, 0, 24, 0, 0], true).duel.by_points;
        let [by_points, by_wins] = line.split_once("better ").map(|(a, b)| [a, b]).unwrap();
        assert!(by_points.starts_with("easy       below          24     83 %"), "{line}");
        assert!(
            by_points.contains(&format!("{:+.0} [{:+.0}, ", points.elo, points.elo_low)),
            "{line}"
        );
        assert!(by_wins.contains("+0 [") && by_wins.ends_with("not better"), "{line}");
        assert_eq!(line.matches("]*").count(), 2, "{line}");
        // A draw is half a game: five scores, not three.
        let drawn = rung("easy", [0, 24, 0], [0, 0, 12, 12, 0], false);
        assert!(drawn.duel.by_wins.elo > 20.0 && drawn.duel.by_points.elo.abs() < 1.0);
        assert!(!drawn.to_string().contains('*'));
    }

    #[test]
    fn columns_stand_below_their_heads() {
        let line = rung("beginner", [20, 1, 3], [0, 0, 24, 0, 0], false).to_string();
        for (head, below) in [("above", "below"), ("pairs", "   24")] {
            assert_eq!(HEAD.find(head), line.find(below), "{HEAD}\n{line}");
        }
        let ends = |text: &str, of: &str| text.find(of).unwrap() + of.len();
        assert_eq!(ends(HEAD, "better"), ends(&line, " %"), "{HEAD}\n{line}");
        let intervals: Vec<usize> = line.match_indices(']').map(|(at, _)| at + 1).collect();
        assert_eq!(intervals, [ends(HEAD, "of pairs"), HEAD.len()], "{HEAD}\n{line}");
    }
}
