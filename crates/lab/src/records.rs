//! Games that are fought, and kept if somebody wants them: a record of each in a file of its own.

use captain::UnknownCaptain;
use games::Scenario;
use seat::{Bout, GameRow, Unfought};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Why games were not fought, or not kept.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error(transparent)]
    Captain(#[from] UnknownCaptain),
    #[error(transparent)]
    Unfought(#[from] Unfought),
    #[error("{} cannot be written: {why}", path.display())]
    Unwritten { path: PathBuf, why: io::Error },
}

/// The number of a game in a run, and the seed of the run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    pub seed: u64,
    pub game: u64,
}

/// Where games are fought, and the folder for their records.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub scenario: &'a Scenario,
    pub records: Option<&'a Path>,
}

impl<'a> Ground<'a> {
    /// Makes the folder, so that nobody waits for games that cannot be kept.
    pub fn new(scenario: &'a Scenario, records: Option<&'a Path>) -> Result<Ground<'a>, Fault> {
        if let Some(folder) = records {
            let unwritten = |why| Fault::Unwritten {
                path: folder.into(),
                why,
            };
            fs::create_dir_all(folder).map_err(unwritten)?;
        }
        Ok(Ground { scenario, records })
    }

    pub fn fight(&self, bout: &Bout<'_>, number: Number) -> Result<GameRow, Fault> {
        let Some(folder) = self.records else {
            return Ok(self.scenario.battle.fight(bout)?);
        };
        let heading = self.scenario.heading.clone();
        let (row, record) = self.scenario.battle.fight_on_record(heading, bout)?;
        let path = folder.join(name(&self.scenario.heading.scenario, bout.captains, number));
        let written = serde_json::to_vec(&record).map_err(io::Error::from);
        let written = written.and_then(|text| fs::write(&path, text));
        written.map_err(|why| Fault::Unwritten { path, why })?;
        Ok(row)
    }
}

/// What a game is, as the name of a file: the battle, who commanded the first and the second side, the seed and the number.
fn name(scenario: &str, [one, two]: [&str; 2], Number { seed, game }: Number) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let scenario: String = scenario.chars().map(plain).collect();
    format!("{scenario}-{one}-{two}-{seed}-{game}.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_path() {
        let number = Number { seed: 7, game: 3 };
        let name = name("../my battle", ["expert", "easy"], number);
        assert_eq!(name, "---my-battle-expert-easy-7-3.json");
    }
}
