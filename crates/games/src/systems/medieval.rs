//! *Bannockburn 1314*, the "Medieval" system.

use super::{data, docs, hexes};
use crate::cases::{Case, Prepared};
use crate::rulebook::Rulebook;
use crate::scenario::{Head, LoadFault, Opened, Options, Scenario, Source};
use crate::shelf::{Shelved, System};
use captain::{Card, Commanded};
use kernel::OptionCard;
use medieval::{Battle, case, options, scenario};

pub struct Medieval;

/// A scenario as this system has it.
pub fn open(source: &Source<'_>, options: &Options) -> Result<Opened<Battle>, LoadFault> {
    let file = scenario::read(source.text).map_err(|faults| source.faulty(faults))?;
    let entry = &file.scenario;
    let head = Head {
        id: entry.id.clone(),
        title: entry.title.clone(),
        source: entry.source.clone(),
        tale: entry.tale.clone(),
        note: entry.note.clone(),
    };
    hexes::open(source, head, (entry.map.get_ref(), entry.map.span()), |ground| {
        let chosen = options::Options::read(options).map_err(LoadFault::Options)?;
        scenario::build(&file, ground, chosen).map_err(|faults| source.faulty(faults))
    })
}

impl System for Medieval {
    fn id(&self) -> &'static str {
        "medieval"
    }

    fn rulebook(&self) -> Rulebook {
        docs!("medieval")
    }

    fn options(&self) -> &'static [OptionCard] {
        options::CARDS
    }

    fn captains(&self) -> Vec<Card> {
        Battle::captains().iter().map(|appointment| appointment.card).collect()
    }

    fn scenarios(&self) -> &'static [Shelved] {
        &[
            Shelved {
                id: "medieval/stirling",
                file: "data/scenarios/medieval-stirling.toml",
                text: data!("scenarios/medieval-stirling.toml"),
            },
            Shelved {
                id: "medieval/falkirk",
                file: "data/scenarios/medieval-falkirk.toml",
                text: data!("scenarios/medieval-falkirk.toml"),
            },
            Shelved {
                id: "medieval/prelude",
                file: "data/scenarios/medieval-prelude.toml",
                text: data!("scenarios/medieval-prelude.toml"),
            },
            Shelved {
                id: "medieval/bannockburn",
                file: "data/scenarios/medieval-bannockburn.toml",
                text: data!("scenarios/medieval-bannockburn.toml"),
            },
        ]
    }

    fn maps(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("medieval-stirling", data!("maps/medieval-stirling.toml")),
            ("medieval-falkirk", data!("maps/medieval-falkirk.toml")),
            ("medieval-bannockburn", data!("maps/medieval-bannockburn.toml")),
        ]
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
        let scenario = schemars::schema_for!(::medieval::scenario::ScenarioFile);
        vec![("medieval-scenario.json", scenario)]
    }
}
