//! *Edward at Bannockburn*.

use super::{Typed, data, docs};
use crate::rulebook::Rulebook;
use crate::scenario::{LoadFault, Opened, Options, Source};
use crate::shelf::Shelved;
use kernel::OptionCard;
use quad::edward::{Battle, Position, case, options};

pub struct Edward;

/// A scenario as this system has it.
pub fn open(source: &Source<'_>, options: &Options) -> Result<Opened<Battle>, LoadFault> {
    super::quad::open_standard(source, options)
}

impl Typed for Edward {
    type Battle = Battle;
    type Setting = case::Setting;

    const ID: &'static str = "edward";
    const OPTIONS: &'static [OptionCard] = options::CARDS;
    const SCENARIOS: &'static [Shelved] = &[Shelved {
        id: "edward/bannockburn",
        file: "data/scenarios/edward-bannockburn.toml",
        text: data!("scenarios/edward-bannockburn.toml"),
    }];
    const MAPS: &'static [(&'static str, &'static str)] =
        &[("edward-bannockburn", data!("maps/edward-bannockburn.toml"))];

    fn rulebook() -> Rulebook {
        docs!("edward")
    }

    fn open(source: &Source<'_>, options: &Options) -> Result<Opened<Battle>, LoadFault> {
        open(source, options)
    }

    fn give(battle: &mut Battle, points: [i32; 2]) {
        battle.give(points);
    }

    fn case(setting: case::Setting) -> Result<(Battle, Position), String> {
        setting.build()
    }

    #[cfg(feature = "schema")]
    fn schemas() -> Vec<(&'static str, schemars::Schema)> {
        let scenario = schemars::schema_for!(quad::edward::scenario::ScenarioFile);
        vec![("edward-scenario.json", scenario)]
    }
}
