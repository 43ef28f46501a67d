//! A scenario, read and checked, ready to be played.

use kernel::face::Table;
use kernel::game::text_hash;
use kernel::record::ReplayFault;
use kernel::{Diagnostic, Game, GoingOn, Heading, OptionCard, Record, Seed, System};
use quad::standard::{self, Rules};
use quad::{edward, robert};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A battle of any system.
#[derive(Clone, Debug)]
pub enum Battle {
    Edward(Arc<edward::Battle>),
    Robert(Arc<robert::Battle>),
    Medieval(Arc<medieval::Battle>),
}

/// Something to be done with a battle of whatever system.
pub trait Visitor {
    type Output;
    fn visit<S: System>(self, battle: &Arc<S>) -> Self::Output;
}

impl Battle {
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        match self {
            Battle::Edward(battle) => visitor.visit(battle),
            Battle::Robert(battle) => visitor.visit(battle),
            Battle::Medieval(battle) => visitor.visit(battle),
        }
    }
}

impl Battle {
    /// The points on which players of this battle may differ.
    pub fn options(&self) -> &'static [OptionCard] {
        match self {
            Battle::Edward(_) => edward::options::CARDS,
            Battle::Robert(_) => robert::options::CARDS,
            Battle::Medieval(_) => medieval::options::CARDS,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Scenario {
    pub title: String,
    pub system: &'static str,
    pub source: String,
    /// A sentence on the battle.
    pub tale: String,
    /// What sort of game it makes.
    pub note: String,
    pub heading: Heading,
    pub battle: Battle,
}

/// Why a scenario cannot be played.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LoadFault {
    #[error("there is no scenario `{id}`; there are: {}", known.join(", "))]
    UnknownScenario { id: String, known: Vec<&'static str> },
    #[error("{file} has {} fault(s)", faults.len())]
    File {
        file: String,
        text: String,
        faults: Vec<Diagnostic>,
    },
    #[error("the options have {} fault(s): {}", .0.len(), first(.0))]
    Options(Vec<Diagnostic>),
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

/// The rule systems there are.
pub const SYSTEMS: &[&str] = &["edward", "quad", "medieval"];

/// A battle of the family of `quad`.
fn read_quad<R: Rules>(
    file: &str,
    text: &str,
    map: &dyn Fn(&str) -> Option<String>,
    options: &BTreeMap<String, String>,
    wrap: fn(Arc<standard::Battle<R>>) -> Battle,
) -> Result<Scenario, LoadFault> {
    let in_file = |faults: Vec<Diagnostic>| LoadFault::File {
        file: file.into(),
        text: text.into(),
        faults,
    };
    let entry = standard::scenario::read(text).map_err(in_file)?;
    let name = entry.scenario.map.get_ref();
    let Some(map_text) = map(name) else {
        let message = format!("there is no map `{name}`");
        let help = format!("put {name}.toml beside the scenario, or use {}-bannockburn", R::SYSTEM);
        return Err(in_file(vec![
            Diagnostic::new(message).at(entry.scenario.map.span()).help(help),
        ]));
    };
    let ground = board::HexMap::from_toml(&map_text).map_err(|faults| LoadFault::File {
        file: format!("{name}.toml"),
        text: map_text.clone(),
        faults,
    })?;
    let chosen = R::read_options(options).map_err(LoadFault::Options)?;
    let battle = standard::scenario::build::<R>(&entry, ground, chosen).map_err(in_file)?;
    Ok(Scenario {
        title: entry.scenario.title.clone(),
        system: R::SYSTEM,
        source: entry.scenario.source.clone(),
        tale: entry.scenario.tale.clone(),
        note: entry.scenario.note.clone(),
        heading: Heading {
            scenario: entry.scenario.id.clone(),
            scenario_hash: text_hash(&[text, &map_text]),
            options: options.clone(),
        },
        battle: wrap(Arc::new(battle)),
    })
}

/// A battle of the "Medieval" system.
fn read_medieval(
    file: &str,
    text: &str,
    map: &dyn Fn(&str) -> Option<String>,
    options: &BTreeMap<String, String>,
) -> Result<Scenario, LoadFault> {
    let in_file = |faults: Vec<Diagnostic>| LoadFault::File {
        file: file.into(),
        text: text.into(),
        faults,
    };
    let entry = medieval::scenario::read(text).map_err(in_file)?;
    let name = entry.scenario.map.get_ref();
    let Some(map_text) = map(name) else {
        let help = format!("put {name}.toml beside the scenario, or use one of the maps that come with the program");
        return Err(in_file(vec![
            Diagnostic::new(format!("there is no map `{name}`"))
                .at(entry.scenario.map.span())
                .help(help),
        ]));
    };
    let ground = board::HexMap::from_toml(&map_text).map_err(|faults| LoadFault::File {
        file: format!("{name}.toml"),
        text: map_text.clone(),
        faults,
    })?;
    let chosen = medieval::Options::read(options).map_err(LoadFault::Options)?;
    let battle = medieval::scenario::build(&entry, ground, chosen).map_err(in_file)?;
    Ok(Scenario {
        title: entry.scenario.title.clone(),
        system: "medieval",
        source: entry.scenario.source.clone(),
        tale: entry.scenario.tale.clone(),
        note: entry.scenario.note.clone(),
        heading: Heading {
            scenario: entry.scenario.id.clone(),
            scenario_hash: text_hash(&[text, &map_text]),
            options: options.clone(),
        },
        battle: Battle::Medieval(Arc::new(battle)),
    })
}

/// Just enough of a scenario file to know whose it is.
#[derive(serde::Deserialize)]
struct Peek {
    scenario: PeekHead,
}

#[derive(serde::Deserialize)]
struct PeekHead {
    system: String,
}

impl Scenario {
    /// Reads a scenario file. `map` finds the text of a map by its name.
    pub fn read(
        file: &str,
        text: &str,
        map: &dyn Fn(&str) -> Option<String>,
        options: &BTreeMap<String, String>,
    ) -> Result<Scenario, LoadFault> {
        let in_file = |faults: Vec<Diagnostic>| LoadFault::File {
            file: file.into(),
            text: text.into(),
            faults,
        };
        // A file that is not even TOML, or has no head, gets its diagnostics from one of the readers below.
        let system = toml::from_str::<Peek>(text).map_or("edward".into(), |peek| peek.scenario.system);
        match system.as_str() {
            "edward" => read_quad(file, text, map, options, Battle::Edward),
            "quad" => read_quad(file, text, map, options, Battle::Robert),
            "medieval" => read_medieval(file, text, map, options),
            other => {
                let message = format!("there is no system `{other}`");
                let at = text.find("system").map_or(0..0, |at| at..at + "system".len());
                let help = format!("the systems are: {}", SYSTEMS.join(", "));
                Err(in_file(vec![Diagnostic::new(message).at(at).help(help)]))
            }
        }
    }

    pub fn start(&self, seed: Seed) -> Box<dyn Table> {
        struct Start(Heading, Seed);
        impl Visitor for Start {
            type Output = Box<dyn Table>;
            fn visit<S: System>(self, battle: &Arc<S>) -> Box<dyn Table> {
                Box::new(Game::new(battle.clone(), self.0, self.1))
            }
        }
        self.battle.visit(Start(self.heading.clone(), seed))
    }

    /// Plays a record again, checking every choice, die and hash.
    pub fn replay(&self, record: &Record, going_on: GoingOn) -> Result<Box<dyn Table>, ReplayFault> {
        struct Replay<'a>(Heading, &'a Record, GoingOn);
        impl Visitor for Replay<'_> {
            type Output = Result<Box<dyn Table>, ReplayFault>;
            fn visit<S: System>(self, battle: &Arc<S>) -> Self::Output {
                let game = Game::replay(battle.clone(), self.0, self.1, self.2)?;
                Ok(Box::new(game))
            }
        }
        self.battle.visit(Replay(self.heading.clone(), record, going_on))
    }
}
