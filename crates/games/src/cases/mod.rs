//! Conformance cases (`docs/cases.md`): read, run, and counted against the rulebook.

mod results;
mod step;

use crate::rulebook::Rule;
use crate::shelf::{Shelf, System};
use seat::Playable;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
pub use step::Step;

/// A position in which steps can be tried.
pub trait Case {
    /// Plays the steps; why the first of them does not hold.
    fn run(&self, steps: &[Step]) -> Result<(), String>;
}

/// A battle from its start.
impl<S: Playable> Case for Arc<S> {
    fn run(&self, steps: &[Step]) -> Result<(), String> {
        step::run(&**self, self.start(), steps)
    }
}

/// A position made for a case.
pub struct Prepared<S: Playable> {
    battle: S,
    position: S::Position,
}

impl<S: Playable> From<(S, S::Position)> for Prepared<S> {
    fn from((battle, position): (S, S::Position)) -> Prepared<S> {
        Prepared { battle, position }
    }
}

impl<S: Playable> Case for Prepared<S> {
    fn run(&self, steps: &[Step]) -> Result<(), String> {
        step::run(&self.battle, self.position.clone(), steps)
    }
}

/// What came of one case.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub file: String,
    pub name: String,
    pub rules: Vec<String>,
    /// Why it failed.
    pub failure: Option<String>,
}

#[derive(Deserialize)]
struct CaseFile {
    case: Vec<toml::Table>,
}

/// What every case has, whatever the system.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Frame {
    name: String,
    rules: Vec<String>,
    #[serde(default)]
    #[allow(dead_code)]
    text: String,
    #[serde(default)]
    play: Vec<Step>,
}

/// Runs every case of a file. A file that cannot be read is a failure of its own.
pub fn run_file(shelf: &Shelf, system: &str, file: &str, text: &str) -> Vec<Outcome> {
    let failed = |name: &str, rules: Vec<String>, why: String| Outcome {
        file: file.into(),
        name: name.into(),
        rules,
        failure: Some(why),
    };
    let cases: CaseFile = match toml::from_str(text) {
        Ok(cases) => cases,
        Err(fault) => return vec![failed("(file)", Vec::new(), fault.to_string())],
    };
    let Some(system) = shelf.system(system) else {
        return vec![failed("(file)", Vec::new(), format!("there is no system `{system}`"))];
    };
    let book = system.rulebook();
    let known: BTreeSet<String> = book.rules.into_iter().chain(book.rulings).map(|r| r.id).collect();
    let frame_keys = ["name", "rules", "text", "play"];
    cases
        .case
        .into_iter()
        .map(|table| {
            let (frame, setting): (toml::Table, toml::Table) = table
                .into_iter()
                .partition(|(key, _)| frame_keys.contains(&key.as_str()));
            let frame: Frame = match frame.try_into() {
                Ok(frame) => frame,
                Err(fault) => return failed("(case)", Vec::new(), fault.to_string()),
            };
            let unknown = frame.rules.iter().find(|r| !known.contains(*r));
            let result = match unknown {
                Some(rule) => Err(format!("there is no rule {rule}")),
                None if frame.rules.is_empty() => Err("a case pins at least one rule".into()),
                None if frame.play.is_empty() => Err("nothing is played".into()),
                None => run_case(shelf, system, setting, &frame.play),
            };
            Outcome {
                file: file.into(),
                name: frame.name,
                rules: frame.rules,
                failure: result.err(),
            }
        })
        .collect()
}

/// A case that is played from the start of a whole battle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WholeBattle {
    scenario: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

fn run_case(shelf: &Shelf, system: &dyn System, setting: toml::Table, steps: &[Step]) -> Result<(), String> {
    if !setting.contains_key("scenario") {
        return system.case(setting)?.run(steps);
    }
    let whole: WholeBattle = setting.try_into().map_err(|fault: toml::de::Error| fault.to_string())?;
    let scenario = shelf
        .open(&whole.scenario, &whole.options)
        .map_err(|fault| fault.to_string())?;
    scenario.battle.run(steps)
}

/// Every rule of a system with the cases that pin it.
pub fn coverage(system: &dyn System, outcomes: &[Outcome]) -> Vec<(Rule, Vec<String>)> {
    let pins = |rule: &Rule| {
        let by_this = outcomes.iter().filter(|o| o.rules.contains(&rule.id));
        by_this.map(|o| format!("{}: {}", o.file, o.name)).collect()
    };
    let rules = system.rulebook().rules;
    rules.into_iter().map(|rule| (rule.clone(), pins(&rule))).collect()
}
