//! Where new games begin: with a scenario, with somebody's own text, or where a record ends.

use crate::denied::Denied;
use crate::library::Library;
use crate::token::random_seed;
use games::{Options, OwnScenario, Scenario};
use kernel::record::ReplayFault;
use kernel::{GoingOn, Record, Seed};
use seat::Table;
use std::sync::Arc;

/// Where a new game begins.
pub enum Beginning {
    Start {
        scenario: String,
        options: Options,
        /// Dice that everybody can know; without it nobody knows them.
        seed: Option<Seed>,
    },
    /// With a scenario file of somebody's own.
    Own {
        text: String,
        options: Options,
    },
    /// With texts that another game was begun with.
    Again {
        hash: String,
        texts: Arc<OwnScenario>,
        options: Options,
    },
    Record(Box<Record>),
    /// A new game begins where this record of that scenario ends.
    Branch(Box<Record>, Arc<Scenario>),
}

pub struct Begun {
    pub scenario: Arc<Scenario>,
    pub table: Box<dyn Table>,
    pub seed: Seed,
    pub given: usize,
    /// Of a scenario that is on no shelf.
    pub texts: Option<Arc<OwnScenario>>,
}

pub fn begin(library: &Library, beginning: Beginning) -> Result<Begun, Denied> {
    let start = |scenario: Arc<Scenario>, seed: Seed, texts| Begun {
        table: scenario.start(seed),
        scenario,
        seed,
        given: 0,
        texts,
    };
    match beginning {
        Beginning::Start {
            scenario,
            options,
            seed,
        } => {
            let seed = match seed {
                Some(seed) => seed,
                None => random_seed()?,
            };
            Ok(start(library.open(&scenario, &options)?, seed, None))
        }
        Beginning::Own { text, options } => {
            let (scenario, texts) = library.open_own(text, &options)?;
            Ok(start(scenario, random_seed()?, Some(Arc::new(texts))))
        }
        Beginning::Again { hash, texts, options } => {
            let scenario = library.open_again(&hash, &texts, &options)?;
            Ok(start(scenario, random_seed()?, Some(texts)))
        }
        Beginning::Branch(record, scenario) => branch(scenario, *record),
        Beginning::Record(record) => {
            // A finished game stays what it was, its dice proven by their seed. One that goes on needs dice that nobody
            // knows yet.
            if let Some(text) = &record.seed {
                let seed = Seed::from_hex(text).ok_or(ReplayFault::SeedUnreadable)?;
                let scenario = library.open(&record.scenario, &record.options)?;
                let table = scenario.replay(&record, GoingOn::WithSeed(seed))?;
                if table.verdict().is_some() {
                    let given = record.given;
                    return Ok(Begun {
                        scenario,
                        table,
                        seed,
                        given,
                        texts: None,
                    });
                }
            }
            branch(library.open(&record.scenario, &record.options)?, *record)
        }
    }
}

fn branch(scenario: Arc<Scenario>, record: Record) -> Result<Begun, Denied> {
    let seed = random_seed()?;
    let table = scenario.replay(&record, GoingOn::BranchedWith(seed))?;
    Ok(Begun {
        scenario,
        table,
        seed,
        given: record.entries.len(),
        texts: None,
    })
}
