//! The skirmish game.

use super::{Typed, data, docs};
use crate::rulebook::Rulebook;
use crate::scenario::{Head, LoadFault, Opened, Options, Source};
use crate::shelf::Shelved;
use board::army::ArmyLists;
use kernel::{Diagnostic, OptionCard};
use retinue::{Battle, Chart, Position, case, options, scenario};
use std::collections::BTreeMap;
use std::ops::Range;
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
    let mut texts = vec![source.text.into()];
    let mut chart = None;
    if let Some(name) = &entry.chart {
        let (read, text) = find_chart(source, name.get_ref(), name.span())?;
        chart = Some(read);
        texts.push(text);
    }
    let battle = scenario::build(&file, chart, chosen).map_err(|faults| source.faulty(faults))?;
    Ok(Opened {
        head,
        texts,
        battle: Arc::new(battle),
    })
}

/// The hit chart that a scenario names, and its text.
fn find_chart(source: &Source<'_>, name: &str, at: Range<usize>) -> Result<(Chart, String), LoadFault> {
    let Some(text) = (source.map)(name) else {
        let fault = Diagnostic::new(format!("there is no hit chart `{name}`")).at(at);
        let help = format!("put {name}.toml beside the scenario: a copy of data/tables/retinue-hits.toml, changed");
        return Err(source.faulty(vec![fault.help(help)]));
    };
    let chart = Chart::read(&text).map_err(|faults| LoadFault::File {
        file: format!("{name}.toml"),
        text: text.clone(),
        faults,
    })?;
    Ok((chart, text))
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
        vec![
            ("retinue-scenario.json", scenario),
            ("retinue-chart.json", schemars::schema_for!(::retinue::ChartFile)),
            ("retinue-lists.json", schemars::schema_for!(::retinue::lists::ListsFile)),
        ]
    }
}
