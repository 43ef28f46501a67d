//! The skirmish game.

use super::{Typed, data, docs};
use crate::rulebook::Rulebook;
use crate::scenario::{Head, LoadFault, Opened, Options, Source};
use crate::shelf::Shelved;
use board::army::ArmyLists;
use kernel::OptionCard;
use retinue::{Battle, Position, case, options, scenario};
use std::collections::BTreeMap;
use std::sync::Arc;

pub struct Retinue;

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
        fair: entry.fair.clone(),
        easier: entry.easier.clone(),
    };
    let chosen = options::Options::read(options).map_err(LoadFault::Options)?;
    let battle = scenario::build(&file, chosen).map_err(|faults| source.faulty(faults))?;
    Ok(Opened {
        head,
        texts: vec![source.text.into()],
        battle: Arc::new(battle),
    })
}

impl Typed for Retinue {
    type Battle = Battle;
    type Setting = case::Setting;

    const ID: &'static str = "retinue";
    const OPTIONS: &'static [OptionCard] = options::CARDS;
    const SCENARIOS: &'static [Shelved] = &[
        Shelved {
            id: "retinue/bruce-and-de-bohun",
            file: "data/scenarios/retinue-bruce-and-de-bohun.toml",
            text: data!("scenarios/retinue-bruce-and-de-bohun.toml"),
        },
        Shelved {
            id: "retinue/mill",
            file: "data/scenarios/retinue-mill.toml",
            text: data!("scenarios/retinue-mill.toml"),
        },
    ];
    const MAPS: &'static [(&'static str, &'static str)] = &[];

    fn rulebook() -> Rulebook {
        docs!("retinue")
    }

    fn open(source: &Source<'_>, options: &Options) -> Result<Opened<Battle>, LoadFault> {
        open(source, options)
    }

    fn lists() -> Option<ArmyLists> {
        Some(scenario::lists())
    }

    fn costs(text: &str) -> BTreeMap<String, u32> {
        scenario::read(text).map_or_else(|_| BTreeMap::new(), |file| scenario::costs(&file))
    }

    fn give(battle: &mut Battle, points: [i32; 2]) {
        battle.give(points);
    }

    fn case(setting: case::Setting) -> Result<(Battle, Position), String> {
        setting.build()
    }

    #[cfg(feature = "schema")]
    fn schemas() -> Vec<(&'static str, schemars::Schema)> {
        let scenario = schemars::schema_for!(::retinue::scenario::ScenarioFile);
        vec![("retinue-scenario.json", scenario)]
    }
}
