//! The systems: the one place that lists them.

pub mod edward;
pub mod elements;
mod hexes;
pub mod medieval;
pub mod quad;
pub mod retinue;

use crate::cases::{Case, Prepared};
use crate::handicap;
use crate::rulebook::Rulebook;
use crate::scenario::{LoadFault, Opened, Options, Scenario, Source};
use crate::shelf::{Shelved, System};
use board::army::ArmyLists;
use captain::Card;
use kernel::{OptionCard, Rules};
use seat::Playable;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

pub const ALL: &[&dyn System] = &[
    &edward::Edward,
    &quad::Robert,
    &medieval::Medieval,
    &elements::Elements,
    &retinue::Retinue,
];

/// A system whose battles, files and cases have types: what the shelf asks of it follows from them.
pub trait Typed: Send + Sync {
    type Battle: Playable;
    /// The position of a conformance case, as its file has it.
    type Setting: DeserializeOwned;

    const ID: &'static str;
    const OPTIONS: &'static [OptionCard];
    const SCENARIOS: &'static [Shelved];
    const MAPS: &'static [(&'static str, &'static str)];

    fn rulebook() -> Rulebook;
    fn open(source: &Source<'_>, options: &Options) -> Result<Opened<Self::Battle>, LoadFault>;
    /// Gives the sides points to begin with.
    fn give(battle: &mut Self::Battle, points: [i32; 2]);
    /// What armies of one's own are put together from, where they can be.
    fn lists() -> Option<ArmyLists> {
        None
    }
    /// What each piece of a scenario file costs, as far as that can be told.
    fn costs(_text: &str) -> BTreeMap<String, u32> {
        BTreeMap::new()
    }
    fn case(setting: Self::Setting) -> Result<(Self::Battle, <Self::Battle as Rules>::Position), String>;
    #[cfg(feature = "schema")]
    fn schemas() -> Vec<(&'static str, schemars::Schema)>;
}

impl<T: Typed> System for T {
    fn id(&self) -> &'static str {
        T::ID
    }

    fn rulebook(&self) -> Rulebook {
        T::rulebook()
    }

    fn options(&self) -> &'static [OptionCard] {
        T::OPTIONS
    }

    fn captains(&self) -> Vec<Card> {
        let captains = <T::Battle as captain::Commanded>::captains();
        captains.iter().map(|appointment| appointment.card).collect()
    }

    fn scenarios(&self) -> &'static [Shelved] {
        T::SCENARIOS
    }

    fn maps(&self) -> &'static [(&'static str, &'static str)] {
        T::MAPS
    }

    fn lists(&self) -> Option<ArmyLists> {
        T::lists()
    }

    fn costs(&self, text: &str) -> BTreeMap<String, u32> {
        T::costs(text)
    }

    fn open(&self, source: &Source<'_>, options: &Options) -> Result<Scenario, LoadFault> {
        let (rulings, handicap) = handicap::split(options);
        let mut opened = T::open(source, &rulings)?;
        opened.agree(handicap, T::give)?;
        let cards = T::OPTIONS.iter().copied().chain([handicap::CARD]).collect();
        opened.scenario(source, T::ID, cards, options)
    }

    fn case(&self, setting: toml::Table) -> Result<Box<dyn Case>, String> {
        let setting: T::Setting = setting.try_into().map_err(|fault: toml::de::Error| fault.to_string())?;
        Ok(Box::new(Prepared::from(T::case(setting)?)))
    }

    #[cfg(feature = "schema")]
    fn schemas(&self) -> Vec<(&'static str, schemars::Schema)> {
        T::schemas()
    }
}

/// A scenario or map that comes with the program.
macro_rules! data {
    ($path:literal) => {
        include_str!(concat!("../../../../data/", $path))
    };
}

/// The rules and rulings of a system in our own words.
macro_rules! docs {
    ($system:literal) => {
        $crate::rulebook::Rulebook::parse(
            include_str!(concat!("../../../../docs/rules/", $system, ".md")),
            include_str!(concat!("../../../../docs/rulings/", $system, ".md")),
        )
        .with_terms(include_str!(concat!("../../../../docs/terms/", $system, ".md")))
    };
}

use {data, docs};
