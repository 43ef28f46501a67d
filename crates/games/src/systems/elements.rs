//! The element miniatures game.

use super::{Typed, data, docs};
use crate::rulebook::Rulebook;
use crate::scenario::{Head, LoadFault, Opened, Options, Source};
use crate::shelf::Shelved;
use board::army::ArmyLists;
use elements::{Battle, Position, case, options, scenario};
use kernel::OptionCard;
use std::collections::BTreeMap;
use std::sync::Arc;

pub struct Elements;

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

impl Typed for Elements {
    type Battle = Battle;
    type Setting = case::Setting;

    const ID: &'static str = "elements";
    const OPTIONS: &'static [OptionCard] = options::CARDS;
    const SCENARIOS: &'static [Shelved] = &[
        Shelved {
            id: "elements/bannockburn",
            file: "data/scenarios/elements-bannockburn.toml",
            text: data!("scenarios/elements-bannockburn.toml"),
        },
        Shelved {
            id: "elements/murten",
            file: "data/scenarios/elements-murten.toml",
            text: data!("scenarios/elements-murten.toml"),
        },
    ];
    const MAPS: &'static [(&'static str, &'static str)] = &[];

    fn rulebook() -> Rulebook {
        docs!("elements")
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
        let scenario = schemars::schema_for!(::elements::scenario::ScenarioFile);
        let lists = schemars::schema_for!(::elements::lists::ListsFile);
        vec![("elements-scenario.json", scenario), ("elements-lists.json", lists)]
    }
}
