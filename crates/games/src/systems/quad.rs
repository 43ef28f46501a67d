//! *Great Medieval Battles*.

use super::{Typed, data, docs, hexes};
use crate::rulebook::Rulebook;
use crate::scenario::{Head, LoadFault, Opened, Options, Source};
use crate::shelf::Shelved;
use kernel::OptionCard;
use quad::robert::{Battle, Position, case, options};
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
    standard::Battle<V>: captain::Commanded,
{
    let file = standard::scenario::read(source.text).map_err(|faults| source.faulty(faults))?;
    let entry = &file.scenario;
    let head = Head {
        id: entry.id.clone(),
        title: entry.title.clone(),
        source: entry.source.clone(),
        tale: entry.tale.clone(),
        note: entry.note.clone(),
        fair: entry.fair.clone(),
        easier: entry.easier.clone(),
    };
    hexes::open(source, head, (entry.map.get_ref(), entry.map.span()), |ground| {
        let chosen = V::read_options(options).map_err(LoadFault::Options)?;
        standard::scenario::build::<V>(&file, ground, chosen).map_err(|faults| source.faulty(faults))
    })
}

impl Typed for Robert {
    type Battle = Battle;
    type Setting = case::Setting;

    const ID: &'static str = "quad";
    const OPTIONS: &'static [OptionCard] = options::CARDS;
    const SCENARIOS: &'static [Shelved] = &[Shelved {
        id: "quad/robert",
        file: "data/scenarios/quad-robert.toml",
        text: data!("scenarios/quad-robert.toml"),
    }];
    const MAPS: &'static [(&'static str, &'static str)] = &[("quad-bannockburn", data!("maps/quad-bannockburn.toml"))];

    fn rulebook() -> Rulebook {
        docs!("quad")
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
        let scenario = schemars::schema_for!(quad::robert::scenario::ScenarioFile);
        vec![("quad-scenario.json", scenario)]
    }
}
