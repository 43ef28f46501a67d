//! Scenario files of the Great Medieval Battles.

use super::options::Terms;
use super::{Battle, Options, Robert};
use board::HexMap;
use kernel::Diagnostic;

pub use crate::standard::scenario::{ScenarioFile, read};

/// Makes a battle of a scenario and its map.
pub fn build(file: &ScenarioFile, map: HexMap, options: Options) -> Result<Battle, Vec<Diagnostic>> {
    let terms = Terms {
        options,
        ..Terms::default()
    };
    crate::standard::scenario::build::<Robert>(file, map, terms)
}
