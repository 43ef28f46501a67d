//! Scenario files of *Edward at Bannockburn*.

use super::{Battle, Edward, Options};
use board::HexMap;
use kernel::Diagnostic;

pub use crate::standard::scenario::{ScenarioFile, read};

/// Makes a battle of a scenario and its map.
pub fn build(file: &ScenarioFile, map: HexMap, options: Options) -> Result<Battle, Vec<Diagnostic>> {
    crate::standard::scenario::build::<Edward>(file, map, options)
}
