//! Many games at once, for people who ask how often and why.

mod duel;

pub use duel::{Duel, Pairs, duel};

use captain::{Captain, Commanded, Lot, Rank};
use games::{Battle, Scenario};
use kernel::{Quiet, Seed, Seeded, Side, System, ToAct, Verdict};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Instant;

/// What to run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub games: u64,
    pub seed: u64,
    /// Who commands the first and the second side.
    pub players: [Rank; 2],
}

/// What came of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    pub scenario: String,
    pub players: [&'static str; 2],
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
pub fn run(scenario: &Scenario, plan: Plan, progress: impl Fn() + Sync) -> Summary {
    match &scenario.battle {
        Battle::Edward(battle) => run_system(&**battle, scenario, plan, progress),
        Battle::Robert(battle) => run_system(&**battle, scenario, plan, progress),
        Battle::Medieval(battle) => run_system(&**battle, scenario, plan, progress),
    }
}

fn run_system<S: Commanded>(battle: &S, scenario: &Scenario, plan: Plan, progress: impl Fn() + Sync) -> Summary {
    let (wall, cpu) = (Instant::now(), cpu_seconds());
    let tally = (0..plan.games)
        .into_par_iter()
        .map_init(Vec::new, |choices, index| {
            let mut captains = captains::<S>(plan.players, plan.seed, index);
            let (decisions, verdict) = fight(battle, Seed::derived(plan.seed, index), &mut captains, choices);
            progress();
            Tally::of(decisions, &verdict)
        })
        .reduce(Tally::default, Tally::and);
    let by_name = |values: [u64; 2]| {
        let named = Side::BOTH.into_iter().map(|s| (battle.side_name(s), values[s.index()]));
        named.collect::<BTreeMap<_, _>>()
    };
    let points = Side::BOTH
        .into_iter()
        .map(|s| (battle.side_name(s), tally.points[s.index()]))
        .collect();
    Summary {
        scenario: scenario.heading.scenario.clone(),
        players: plan.players.map(Rank::name),
        seed: plan.seed,
        games: plan.games,
        decisions: tally.decisions,
        outcomes: tally.outcomes,
        wins: by_name(tally.wins),
        points,
        wall_s: wall.elapsed().as_secs_f64(),
        cpu_s: cpu_seconds() - cpu,
    }
}

/// The captains of one game of a run, each with a chance of his own.
fn captains<S: Commanded>(ranks: [Rank; 2], seed: u64, index: u64) -> [Box<dyn Captain<S>>; 2] {
    [0, 1].map(|i| {
        let lot = Lot::new(seed ^ (2 * index + i as u64).wrapping_mul(0xD134_2543_DE82_EF95));
        S::captain(ranks[i], lot)
    })
}

/// One game from the start to its verdict; how many decisions it took.
pub fn fight<S: System>(
    battle: &S,
    seed: Seed,
    captains: &mut [Box<dyn Captain<S>>; 2],
    choices: &mut Vec<S::Choice>,
) -> (u64, Verdict) {
    let mut dice = Seeded::new(seed);
    let mut p = battle.start();
    let mut decisions = 0;
    loop {
        let side = match battle.to_act(&p) {
            ToAct::One(side) => side,
            ToAct::Both => Side::One,
            ToAct::Nobody => break,
        };
        choices.clear();
        battle.choices(&p, side, choices);
        let picked = captains[side.index()].pick(battle, &battle.known(&p, side), side, choices);
        let choice = choices[picked].clone();
        battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
        decisions += 1;
    }
    let verdict = battle.verdict(&p).unwrap_or(Verdict {
        winner: None,
        level: "undecided".into(),
        score: [0; 2],
        cite: kernel::Cite::NONE,
        next: None,
    });
    (decisions, verdict)
}

/// Seconds of processor time this process has used on all cores.
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
