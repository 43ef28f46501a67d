//! Points on which players may differ.

use kernel::{Diagnostic, OptionCard};
use std::collections::{BTreeMap, BTreeSet};

pub const CARDS: &[OptionCard] = &[
    OptionCard {
        key: "shield_arc",
        values: &["on", "off"],
        ruling: "TC-29",
        words: "A shield counts only against shooters within 90 degrees of the target's facing",
    },
    OptionCard {
        key: "still_pavise",
        values: &["on", "off"],
        ruling: "TC-29",
        words: "A pavise counts only for a target that did not move",
    },
    OptionCard {
        key: "absent",
        values: &[],
        ruling: "RT-15",
        words: "Those who died in an earlier fight of the same men: their ids with commas between",
    },
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub shield_arc: bool,
    pub still_pavise: bool,
    /// Those who died in an earlier fight.
    pub absent: BTreeSet<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            shield_arc: true,
            still_pavise: true,
            absent: BTreeSet::new(),
        }
    }
}

impl Options {
    pub fn read(given: &BTreeMap<String, String>) -> Result<Options, Vec<Diagnostic>> {
        let mut options = Options::default();
        let mut faults = Vec::new();
        for (key, value) in given {
            let field = match key.as_str() {
                "shield_arc" => &mut options.shield_arc,
                "still_pavise" => &mut options.still_pavise,
                "absent" => {
                    let ids = value.split(',').map(str::trim).filter(|id| !id.is_empty());
                    options.absent = ids.map(String::from).collect();
                    continue;
                }
                _ => {
                    faults.push(Diagnostic::new(format!("there is no option `{key}`")));
                    continue;
                }
            };
            match value.as_str() {
                "on" => *field = true,
                "off" => *field = false,
                _ => faults.push(Diagnostic::new(format!("`{key}` is not `{value}`")).help("on or off")),
            }
        }
        if faults.is_empty() { Ok(options) } else { Err(faults) }
    }

    /// As they are given.
    pub fn written(&self) -> BTreeMap<String, String> {
        let usual = Options::default();
        let word = |on: bool| String::from(if on { "on" } else { "off" });
        let mut written = BTreeMap::new();
        if self.shield_arc != usual.shield_arc {
            written.insert("shield_arc".into(), word(self.shield_arc));
        }
        if self.still_pavise != usual.still_pavise {
            written.insert("still_pavise".into(), word(self.still_pavise));
        }
        if !self.absent.is_empty() {
            let ids: Vec<&str> = self.absent.iter().map(String::as_str).collect();
            written.insert("absent".into(), ids.join(","));
        }
        written
    }
}
