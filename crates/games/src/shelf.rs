//! The scenarios and maps that come with the program.

use crate::scenario::{LoadFault, Scenario};
use std::collections::BTreeMap;

/// A scenario on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct Shelved {
    pub id: &'static str,
    /// File name, for diagnostics.
    pub file: &'static str,
    pub text: &'static str,
}

pub const SCENARIOS: &[Shelved] = &[
    Shelved {
        id: "edward/bannockburn",
        file: "data/scenarios/edward-bannockburn.toml",
        text: include_str!("../../../data/scenarios/edward-bannockburn.toml"),
    },
    Shelved {
        id: "quad/robert",
        file: "data/scenarios/quad-robert.toml",
        text: include_str!("../../../data/scenarios/quad-robert.toml"),
    },
    Shelved {
        id: "medieval/stirling",
        file: "data/scenarios/medieval-stirling.toml",
        text: include_str!("../../../data/scenarios/medieval-stirling.toml"),
    },
    Shelved {
        id: "medieval/falkirk",
        file: "data/scenarios/medieval-falkirk.toml",
        text: include_str!("../../../data/scenarios/medieval-falkirk.toml"),
    },
    Shelved {
        id: "medieval/prelude",
        file: "data/scenarios/medieval-prelude.toml",
        text: include_str!("../../../data/scenarios/medieval-prelude.toml"),
    },
    Shelved {
        id: "medieval/bannockburn",
        file: "data/scenarios/medieval-bannockburn.toml",
        text: include_str!("../../../data/scenarios/medieval-bannockburn.toml"),
    },
];

const MAPS: &[(&str, &str)] = &[
    (
        "edward-bannockburn",
        include_str!("../../../data/maps/edward-bannockburn.toml"),
    ),
    (
        "quad-bannockburn",
        include_str!("../../../data/maps/quad-bannockburn.toml"),
    ),
    (
        "medieval-stirling",
        include_str!("../../../data/maps/medieval-stirling.toml"),
    ),
    (
        "medieval-falkirk",
        include_str!("../../../data/maps/medieval-falkirk.toml"),
    ),
    (
        "medieval-bannockburn",
        include_str!("../../../data/maps/medieval-bannockburn.toml"),
    ),
];

/// The text of a map that comes with the program.
pub fn map(name: &str) -> Option<&'static str> {
    MAPS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

pub fn find(id: &str) -> Option<&'static Shelved> {
    SCENARIOS.iter().find(|s| s.id == id)
}

/// Opens a scenario from the shelf with the options that differ from the default.
pub fn open(id: &str, options: &BTreeMap<String, String>) -> Result<Scenario, LoadFault> {
    let shelved = find(id).ok_or_else(|| LoadFault::UnknownScenario {
        id: id.into(),
        known: SCENARIOS.iter().map(|s| s.id).collect(),
    })?;
    Scenario::read(shelved.file, shelved.text, &|name| map(name).map(Into::into), options)
}
