//! Many games at once, for people who ask how often and why.

mod balance;
mod duel;
mod elo;
mod fit;
mod ladder;
mod picture;
mod records;

pub use balance::{Balance, balance};
pub use duel::{Duel, Pairs, duel};
pub use elo::{Elo, Scores};
pub use fit::{Fit, Weight, fit, table as fit_table};
pub use ladder::{Climb, Found, HEAD, LEANS, Rung, ladder};
pub use picture::plot;
pub use records::Fault;

use games::Scenario;
use kernel::{Seed, Side, Verdict};
use rayon::prelude::*;
use records::{Ground, Number};
use seat::{Bout, Detail, GameRow};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// What to run.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    pub games: u64,
    pub seed: u64,
    /// Who commands the first and the second side.
    pub players: [&'a str; 2],
    /// The folder for a record of every game.
    pub records: Option<&'a Path>,
}

/// What came of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    pub scenario: String,
    pub players: [String; 2],
    pub seed: u64,
    pub games: u64,
    pub decisions: u64,
    /// Games by level of victory.
    pub outcomes: BTreeMap<String, u64>,
    /// Games won by each side, by name.
    pub wins: BTreeMap<&'static str, u64>,
    /// Victory points of each side over all games, by name.
    pub points: BTreeMap<&'static str, i64>,
    pub wall_s: f64,
    pub cpu_s: f64,
}

/// One game of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Its number in the run, from 0.
    pub game: u64,
    #[serde(flatten)]
    pub played: GameRow,
    pub seconds: f64,
}

#[derive(Default)]
struct Tally {
    decisions: u64,
    outcomes: BTreeMap<String, u64>,
    wins: [u64; 2],
    points: [i64; 2],
}

impl Tally {
    fn of(decisions: u64, verdict: &Verdict) -> Tally {
        let mut wins = [0; 2];
        if let Some(side) = verdict.winner {
            wins[side.index()] = 1;
        }
        Tally {
            decisions,
            outcomes: BTreeMap::from([(verdict.level.clone(), 1)]),
            wins,
            points: verdict.score.map(i64::from),
        }
    }

    fn and(mut self, other: Tally) -> Tally {
        self.decisions += other.decisions;
        for (level, n) in other.outcomes {
            *self.outcomes.entry(level).or_default() += n;
        }
        for i in 0..2 {
            self.wins[i] += other.wins[i];
            self.points[i] += other.points[i];
        }
        self
    }
}

/// Fights the games of a plan on every core; `progress` is told after each game. The result does not depend on the
/// number of cores.
pub fn run(scenario: &Scenario, plan: Plan<'_>, progress: impl Fn() + Sync) -> Result<Summary, Fault> {
    let ground = Ground::new(scenario, plan.records)?;
    let (wall, cpu) = (Instant::now(), cpu_seconds());
    let tally = (0..plan.games)
        .into_par_iter()
        .map(|index| {
            let number = Number {
                seed: plan.seed,
                game: index,
            };
            let row = ground.fight(&bout(plan.players, number, Detail::Verdict), number)?;
            progress();
            Ok::<_, Fault>(Tally::of(row.decisions, &row.verdict))
        })
        .try_reduce(Tally::default, |a, b| Ok(a.and(b)))?;
    let sides = scenario.battle.sides();
    let named = |side: Side| sides[side.index()];
    Ok(Summary {
        scenario: scenario.heading.scenario.clone(),
        players: plan.players.map(Into::into),
        seed: plan.seed,
        games: plan.games,
        decisions: tally.decisions,
        outcomes: tally.outcomes,
        wins: Side::BOTH.map(|side| (named(side), tally.wins[side.index()])).into(),
        points: Side::BOTH.map(|side| (named(side), tally.points[side.index()])).into(),
        wall_s: wall.elapsed().as_secs_f64(),
        cpu_s: cpu_seconds() - cpu,
    })
}

/// Games looked at together, so that rows come in their order and never all at once in memory.
const BATCH: u64 = 256;

/// The games of a plan one by one, with losses and luck; `take` is given each row in the order of the games.
pub fn rows<E>(
    scenario: &Scenario,
    plan: Plan<'_>,
    mut take: impl FnMut(Row) -> Result<(), E>,
) -> Result<Result<(), E>, Fault> {
    let ground = Ground::new(scenario, plan.records)?;
    for from in (0..plan.games).step_by(BATCH as usize) {
        let batch: Result<Vec<Row>, Fault> = (from..plan.games.min(from + BATCH))
            .into_par_iter()
            .map(|game| {
                let begun = Instant::now();
                let number = Number { seed: plan.seed, game };
                let played = ground.fight(&bout(plan.players, number, Detail::Luck), number)?;
                let seconds = begun.elapsed().as_secs_f64();
                Ok(Row { game, played, seconds })
            })
            .collect();
        for row in batch? {
            if let Err(fault) = take(row) {
                return Ok(Err(fault));
            }
        }
    }
    Ok(Ok(()))
}

/// One game of a run: the dice come from its number, and each captain has a chance of his own.
fn bout(players: [&str; 2], Number { seed, game }: Number, detail: Detail) -> Bout<'_> {
    Bout {
        captains: players,
        captain_seeds: [0, 1].map(|i| seed ^ (2 * game + i).wrapping_mul(0xD134_2543_DE82_EF95)),
        seed: Seed::derived(seed, game),
        detail,
    }
}

/// Seconds of processor time this process has used on all cores.
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
