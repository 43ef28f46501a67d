//! *Edward at Bannockburn*.

use super::{data, docs};
use crate::cases::{Case, Prepared};
use crate::rulebook::Rulebook;
use crate::scenario::{LoadFault, Opened, Options, Scenario, Source};
use crate::shelf::{Shelved, System};
use captain::{Card, Commanded};
use kernel::OptionCard;
use quad::edward::{Battle, case, options};

pub struct Edward;

/// A scenario as this system has it.
pub fn open(source: &Source<'_>, options: &Options) -> Result<Opened<Battle>, LoadFault> {
    super::quad::open_standard(source, options)
}

impl System for Edward {
    fn id(&self) -> &'static str {
        "edward"
    }

    fn rulebook(&self) -> Rulebook {
        docs!("edward")
    }

    fn options(&self) -> &'static [OptionCard] {
        options::CARDS
    }

    fn captains(&self) -> Vec<Card> {
        Battle::captains().iter().map(|appointment| appointment.card).collect()
    }

    fn scenarios(&self) -> &'static [Shelved] {
        &[Shelved {
            id: "edward/bannockburn",
            file: "data/scenarios/edward-bannockburn.toml",
            text: data!("scenarios/edward-bannockburn.toml"),
        }]
    }

    fn maps(&self) -> &'static [(&'static str, &'static str)] {
        &[("edward-bannockburn", data!("maps/edward-bannockburn.toml"))]
    }

    fn open(&self, source: &Source<'_>, options: &Options) -> Result<Scenario, LoadFault> {
        Ok(open(source, options)?.scenario(self.id(), self.options(), options))
    }

    fn case(&self, setting: toml::Table) -> Result<Box<dyn Case>, String> {
        let setting: case::Setting = setting.try_into().map_err(|fault: toml::de::Error| fault.to_string())?;
        Ok(Box::new(Prepared::from(setting.build()?)))
    }

    #[cfg(feature = "schema")]
    fn schemas(&self) -> Vec<(&'static str, schemars::Schema)> {
        let scenario = schemars::schema_for!(quad::edward::scenario::ScenarioFile);
        vec![("edward-scenario.json", scenario)]
    }
}
