//! *Great Medieval Battles*.

use super::{data, docs, hexes};
use crate::cases::{Case, Prepared};
use crate::rulebook::Rulebook;
use crate::scenario::{Head, LoadFault, Opened, Options, Scenario, Source};
use crate::shelf::{Shelved, System};
use captain::{Card, Commanded};
use kernel::OptionCard;
use quad::robert::{Battle, case, options};
use quad::standard::{self, Variant};

pub struct Robert;

/// A scenario as this system has it.
pub fn open(source: &Source<'_>, options: &Options) -> Result<Opened<Battle>, LoadFault> {
    open_standard(source, options)
}

/// A battle of this family.
pub(super) fn open_standard<V: Variant>(
    source: &Source<'_>,
    options: &Options,
) -> Result<Opened<standard::Battle<V>>, LoadFault>
where
    standard::Battle<V>: Commanded,
{
    let file = standard::scenario::read(source.text).map_err(|faults| source.faulty(faults))?;
    let entry = &file.scenario;
    let head = Head {
        id: entry.id.clone(),
        title: entry.title.clone(),
        source: entry.source.clone(),
        tale: entry.tale.clone(),
        note: entry.note.clone(),
    };
    hexes::open(source, head, (entry.map.get_ref(), entry.map.span()), |ground| {
        let chosen = V::read_options(options).map_err(LoadFault::Options)?;
        standard::scenario::build::<V>(&file, ground, chosen).map_err(|faults| source.faulty(faults))
    })
}

impl System for Robert {
    fn id(&self) -> &'static str {
        "quad"
    }

    fn rulebook(&self) -> Rulebook {
        docs!("quad")
    }

    fn options(&self) -> &'static [OptionCard] {
        options::CARDS
    }

    fn captains(&self) -> Vec<Card> {
        Battle::captains().iter().map(|appointment| appointment.card).collect()
    }

    fn scenarios(&self) -> &'static [Shelved] {
        &[Shelved {
            id: "quad/robert",
            file: "data/scenarios/quad-robert.toml",
            text: data!("scenarios/quad-robert.toml"),
        }]
    }

    fn maps(&self) -> &'static [(&'static str, &'static str)] {
        &[("quad-bannockburn", data!("maps/quad-bannockburn.toml"))]
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
        let scenario = schemars::schema_for!(quad::robert::scenario::ScenarioFile);
        vec![("quad-scenario.json", scenario)]
    }
}
