//! Points on which players may differ.

use kernel::{Diagnostic, OptionCard};
use std::collections::BTreeMap;

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
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub shield_arc: bool,
    pub still_pavise: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            shield_arc: true,
            still_pavise: true,
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
}
