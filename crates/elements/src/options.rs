//! The points on which players may differ.

use kernel::{Diagnostic, OptionCard};
use std::collections::BTreeMap;

pub const CARDS: &[OptionCard] = &[
    OptionCard {
        key: "pursuit_rally",
        values: &["control", "morale"],
        ruling: "LR-15",
        words: "A pursuing unit rallies by a control test, or by a morale test",
    },
    OptionCard {
        key: "deployment",
        values: &["fixed", "free"],
        ruling: "EL-11",
        words: "Armies stand as the scenario has them, or set up anywhere in their zones",
    },
];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub pursuers_by_morale: bool,
    pub free_deployment: bool,
}

impl Options {
    pub fn read(options: &BTreeMap<String, String>) -> Result<Options, Vec<Diagnostic>> {
        let mut read = Options::default();
        for (key, value) in options {
            match (key.as_str(), value.as_str()) {
                ("pursuit_rally", "control") => read.pursuers_by_morale = false,
                ("pursuit_rally", "morale") => read.pursuers_by_morale = true,
                ("deployment", "fixed") => read.free_deployment = false,
                ("deployment", "free") => read.free_deployment = true,
                _ => {
                    let fault = Diagnostic::new(format!("there is no option `{key} = {value}`"));
                    return Err(vec![
                        fault.help("pursuit_rally = control or morale; deployment = fixed or free"),
                    ]);
                }
            }
        }
        Ok(read)
    }
}
