//! *Bannockburn 1314*, the "Medieval" system.

use super::{Typed, data, docs, hexes};
use crate::rulebook::Rulebook;
use crate::scenario::{Head, LoadFault, Opened, Options, Source};
use crate::shelf::Shelved;
use kernel::OptionCard;
use medieval::{Battle, Position, case, options, scenario};

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
        fair: entry.fair.clone(),
        easier: entry.easier.clone(),
    };
    hexes::open(source, head, (entry.map.get_ref(), entry.map.span()), |ground| {
        let chosen = options::Options::read(options).map_err(LoadFault::Options)?;
        scenario::build(&file, ground, chosen).map_err(|faults| source.faulty(faults))
    })
}

impl Typed for Medieval {
    type Battle = Battle;
    type Setting = case::Setting;

    const ID: &'static str = "medieval";
    const OPTIONS: &'static [OptionCard] = options::CARDS;
    const SCENARIOS: &'static [Shelved] = &[
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
    ];
    const MAPS: &'static [(&'static str, &'static str)] = &[
        ("medieval-stirling", data!("maps/medieval-stirling.toml")),
        ("medieval-falkirk", data!("maps/medieval-falkirk.toml")),
        ("medieval-bannockburn", data!("maps/medieval-bannockburn.toml")),
    ];

    fn rulebook() -> Rulebook {
        docs!("medieval")
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
        let scenario = schemars::schema_for!(::medieval::scenario::ScenarioFile);
        vec![("medieval-scenario.json", scenario)]
    }
}
