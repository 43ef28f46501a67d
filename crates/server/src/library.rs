//! Where games come from: scenarios with their options, ready to be played.

use crate::api::{CaptainCard, Shelf, ShelfScenario};
use crate::bench::{Bench, Move, Seatable, Seated};
use crate::bucket::calm;
use crate::denied::Denied;
use axum::http::StatusCode;
use captain::Rank;
use games::scenario::Visitor;
use games::{Battle, LoadFault, Scenario, shelf};
use kernel::dice::Scripted;
use kernel::game::{RESIGN, hash_text, position_hash};
use kernel::record::{FORMAT, RecordEntry, ReplayFault};
use kernel::{Game, GoingOn, Heading, Quiet, Record, Seed, Side, System};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock};

pub type Options = BTreeMap<String, String>;

pub trait Library: Send + Sync {
    fn shelf(&self) -> Shelf;
    fn open(&self, scenario: &str, options: &Options) -> Result<Arc<dyn Play>, Denied>;
}

/// A scenario under one set of options.
pub trait Play: Send + Sync {
    fn title(&self) -> &str;
    fn system(&self) -> &str;
    fn source(&self) -> &str;
    fn heading(&self) -> &Heading;
    fn start(&self, seed: Seed) -> Box<dyn Bench>;
    fn replay(&self, record: &Record, going_on: GoingOn) -> Result<Box<dyn Bench>, ReplayFault>;
    /// Takes up a stored game again. What is stored has no hashes of positions; they are worked out first.
    fn resume(&self, moves: &[Move], seed: Seed, given: usize) -> Result<Box<dyn Bench>, ReplayFault>;
}

pub struct Setting<S> {
    pub title: String,
    pub system: &'static str,
    pub source: String,
    pub heading: Heading,
    pub battle: Arc<S>,
}

impl<S: Seatable> Play for Setting<S> {
    fn title(&self) -> &str {
        &self.title
    }

    fn system(&self) -> &str {
        self.system
    }

    fn source(&self) -> &str {
        &self.source
    }

    fn heading(&self) -> &Heading {
        &self.heading
    }

    fn start(&self, seed: Seed) -> Box<dyn Bench> {
        let game = Game::new(self.battle.clone(), self.heading.clone(), seed);
        Box::new(Seated::new(game))
    }

    fn replay(&self, record: &Record, going_on: GoingOn) -> Result<Box<dyn Bench>, ReplayFault> {
        let game = Game::replay(self.battle.clone(), self.heading.clone(), record, going_on)?;
        Ok(Box::new(Seated::new(game)))
    }

    fn resume(&self, moves: &[Move], seed: Seed, given: usize) -> Result<Box<dyn Bench>, ReplayFault> {
        let record = Record {
            format: FORMAT.into(),
            scenario: self.heading.scenario.clone(),
            scenario_hash: self.heading.scenario_hash.clone(),
            options: self.heading.options.clone(),
            commitment: seed.commitment(),
            seed: None,
            given,
            entries: self.entries(moves)?,
        };
        self.replay(&record, GoingOn::WithSeed(seed))
    }
}

impl<S: Seatable> Setting<S> {
    fn entries(&self, moves: &[Move]) -> Result<Vec<RecordEntry>, ReplayFault> {
        let battle = &*self.battle;
        let mut p = battle.start();
        let mut entries = Vec::with_capacity(moves.len());
        for (at, Move { side, text, dice }) in moves.iter().enumerate() {
            if text != RESIGN {
                let refused = |refusal| ReplayFault::Refused { at, refusal };
                let choice = battle.read_choice(&p, *side, text).map_err(refused)?;
                battle.check(&p, *side, &choice).map_err(refused)?;
                battle.resolve(&mut p, *side, &choice, &mut Scripted::new(dice), &mut Quiet);
            }
            let hash = hash_text(position_hash(battle, &p));
            entries.push(RecordEntry(*side, text.clone(), dice.clone(), hash));
        }
        Ok(entries)
    }
}

/// The scenarios that come with the program.
#[derive(Default)]
pub struct ShelfLibrary {
    shelf: OnceLock<Shelf>,
    /// Reading a scenario takes longer than a choice, and most games are played with the same few options.
    opened: Mutex<HashMap<(String, Options), Arc<dyn Play>>>,
}

/// Above this many, all are forgotten; games under way keep theirs.
const REMEMBERED: usize = 64;

impl Library for ShelfLibrary {
    fn shelf(&self) -> Shelf {
        self.shelf.get_or_init(read_shelf).clone()
    }

    fn open(&self, id: &str, options: &Options) -> Result<Arc<dyn Play>, Denied> {
        let key = (id.to_string(), options.clone());
        if let Some(play) = calm(&self.opened).get(&key) {
            return Ok(play.clone());
        }
        let play = seat(shelf::open(id, options).map_err(denied)?);
        let mut opened = calm(&self.opened);
        if opened.len() >= REMEMBERED {
            opened.clear();
        }
        opened.insert(key, play.clone());
        Ok(play)
    }
}

fn read_shelf() -> Shelf {
    struct Sides;
    impl Visitor for Sides {
        type Output = [&'static str; 2];
        fn visit<S: System>(self, battle: &Arc<S>) -> Self::Output {
            Side::BOTH.map(|side| battle.side_name(side))
        }
    }
    let scenarios = shelf::SCENARIOS.iter().filter_map(|shelved| {
        let scenario = shelf::open(shelved.id, &Options::new()).ok()?;
        Some(ShelfScenario {
            id: shelved.id,
            system: scenario.system,
            title: scenario.title,
            source: scenario.source,
            tale: scenario.tale,
            note: scenario.note,
            sides: scenario.battle.visit(Sides),
            options: scenario.battle.options().to_vec(),
        })
    });
    Shelf {
        scenarios: scenarios.collect(),
        captains: Rank::ALL
            .iter()
            .map(|rank| CaptainCard {
                name: rank.name(),
                words: rank.words(),
            })
            .collect(),
    }
}

fn seat(scenario: Scenario) -> Arc<dyn Play> {
    match scenario.battle.clone() {
        Battle::Edward(battle) => setting(scenario, battle),
        Battle::Robert(battle) => setting(scenario, battle),
        Battle::Medieval(battle) => setting(scenario, battle),
    }
}

fn setting<S: Seatable>(scenario: Scenario, battle: Arc<S>) -> Arc<dyn Play> {
    Arc::new(Setting {
        title: scenario.title,
        system: scenario.system,
        source: scenario.source,
        heading: scenario.heading,
        battle,
    })
}

fn denied(fault: LoadFault) -> Denied {
    let unfit = StatusCode::UNPROCESSABLE_ENTITY;
    match fault {
        LoadFault::UnknownScenario { .. } => Denied::new(StatusCode::NOT_FOUND, "UnknownScenario", sentence(&fault)),
        LoadFault::Options(_) => Denied::new(unfit, "BadOptions", sentence(&fault)),
        LoadFault::File { .. } => Denied::broken(fault),
    }
}

/// A fault's words as a sentence for people.
pub fn sentence(fault: &impl std::fmt::Display) -> String {
    let text = fault.to_string();
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        None => text,
    }
}
