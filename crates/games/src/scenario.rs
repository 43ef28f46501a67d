//! A scenario ready to be played, and what can be wrong with its file.

use crate::cases::Case;
use crate::handicap::{self, Handicap};
use kernel::record::ReplayFault;
use kernel::replay::text_hash;
use kernel::{Diagnostic, DiceFrom, GoingOn, Heading, Move, OptionCard, Record, Seed, Side};
use seat::{Battle, Playable, Table};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Points on which players differ from the default.
pub type Options = BTreeMap<String, String>;

/// A battle that can be played and tried by cases, whatever its system.
pub trait OpenBattle: Battle + Case {}

impl<T: Battle + Case> OpenBattle for T {}

#[derive(Clone)]
pub struct Scenario {
    pub title: String,
    pub system: &'static str,
    pub source: String,
    /// A sentence on the battle.
    pub tale: String,
    /// What sort of game it makes.
    pub note: String,
    /// What makes it even between equal captains.
    pub fair: Option<Handicap>,
    /// The side that is easier to play for the first time.
    pub easier: Option<Side>,
    pub heading: Heading,
    pub options: Vec<OptionCard>,
    pub battle: Arc<dyn OpenBattle>,
}

impl Scenario {
    pub fn start(&self, seed: Seed) -> Box<dyn Table> {
        self.battle.start(self.heading.clone(), seed)
    }

    /// Plays a record again, checking every choice, die and hash.
    pub fn replay(&self, record: &Record, going_on: GoingOn) -> Result<Box<dyn Table>, ReplayFault> {
        self.battle.replay(self.heading.clone(), record, going_on)
    }

    /// Takes up a stored game.
    pub fn resume(
        &self,
        from: impl Into<DiceFrom>,
        given: usize,
        moves: &[Move],
        staged: &[Vec<String>; 2],
    ) -> Result<Box<dyn Table>, ReplayFault> {
        self.battle
            .resume(self.heading.clone(), from.into(), given, moves, staged)
    }
}

/// A scenario file as somebody found it.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// Its name, for diagnostics.
    pub file: &'a str,
    pub text: &'a str,
    /// Finds the text of a map by its name.
    pub map: &'a dyn Fn(&str) -> Option<String>,
}

impl Source<'_> {
    pub fn faulty(&self, faults: Vec<Diagnostic>) -> LoadFault {
        LoadFault::File {
            file: self.file.into(),
            text: self.text.into(),
            faults,
        }
    }

    /// The system a scenario file names; `None` for a file that is not even TOML, or has no head.
    pub fn system(&self) -> Option<String> {
        #[derive(serde::Deserialize)]
        struct Peek {
            scenario: Head,
        }
        #[derive(serde::Deserialize)]
        struct Head {
            system: String,
        }
        let peek = toml::from_str::<Peek>(self.text).ok()?;
        Some(peek.scenario.system)
    }
}

/// What every scenario file says of itself.
pub struct Head {
    pub id: String,
    pub title: String,
    pub source: String,
    pub tale: String,
    pub note: String,
    /// What makes it even, as the option `handicap` has it; empty if nothing is needed.
    pub fair: String,
    /// The easier side, by its name as `fair` has it; empty: whoever is given nothing by it.
    pub easier: String,
}

/// A scenario whose system is known.
pub struct Opened<S> {
    pub head: Head,
    /// The texts it is made of.
    pub texts: Vec<String>,
    pub battle: Arc<S>,
}

impl<S: Playable> Opened<S> {
    /// Gives a side the points that were agreed on, by the system's own way to give them.
    pub fn agree(&mut self, handicap: Option<&str>, give: impl FnOnce(&mut S, [i32; 2])) -> Result<(), LoadFault> {
        let Some(text) = handicap else { return Ok(()) };
        let agreed = handicap::read_option(text, self.sides())?;
        let battle = Arc::get_mut(&mut self.battle).expect("nobody else has it yet");
        give(battle, agreed.score());
        Ok(())
    }

    fn sides(&self) -> [&'static str; 2] {
        Side::BOTH.map(|side| self.battle.side_name(side))
    }

    pub fn scenario(
        self,
        source: &Source<'_>,
        system: &'static str,
        cards: Vec<OptionCard>,
        options: &Options,
    ) -> Result<Scenario, LoadFault> {
        let fair = match &*self.head.fair {
            "" => None,
            text => Some(Handicap::read(text, self.sides()).map_err(|fault| source.faulty(vec![fault]))?),
        };
        let easier = match &*self.head.easier {
            "" => fair.map(|fair| fair.side.other()),
            name => Some(handicap::side(name, self.sides()).map_err(|fault| source.faulty(vec![fault]))?),
        };
        let texts: Vec<&str> = self.texts.iter().map(String::as_str).collect();
        Ok(Scenario {
            title: self.head.title,
            system,
            source: self.head.source,
            tale: self.head.tale,
            note: self.head.note,
            fair,
            easier,
            heading: Heading {
                scenario: self.head.id,
                scenario_hash: text_hash(&texts),
                options: options.clone(),
            },
            options: cards,
            battle: Arc::new(self.battle),
        })
    }
}

/// Why a scenario cannot be played.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LoadFault {
    #[error("there is no scenario `{id}`; there are: {}", known.join(", "))]
    UnknownScenario { id: String, known: Vec<String> },
    #[error("{file} has {} fault(s)", faults.len())]
    File {
        file: String,
        text: String,
        faults: Vec<Diagnostic>,
    },
    #[error("the options have {} fault(s): {}", .0.len(), first(.0))]
    Options(Vec<Diagnostic>),
    #[error("two scenarios are called `{id}`: {} and {}", files[0], files[1])]
    SameName { id: String, files: [String; 2] },
}

fn first(faults: &[Diagnostic]) -> String {
    let Some(fault) = faults.first() else {
        return String::new();
    };
    match &fault.help {
        Some(help) => format!("{} ({help})", fault.message),
        None => fault.message.clone(),
    }
}
