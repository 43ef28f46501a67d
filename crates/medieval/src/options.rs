//! The points on which players may differ: optional chapters, ways of asking, variants of scenarios.

use kernel::{Diagnostic, OptionCard};
use std::collections::BTreeMap;

/// The result of a Prelude, as `campaign` takes it: see [`crate::Battle::campaign_text`].
pub const CAMPAIGN: &str = "campaign";

pub const CARDS: &[OptionCard] = &[
    OptionCard {
        key: "organisation",
        values: &["on", "off"],
        ruling: "MR-50",
        words: "Units belong to leaders (chapter 12)",
    },
    OptionCard {
        key: "fatigue",
        values: &["on", "off"],
        ruling: "MR-50",
        words: "Leaders tire (chapter 13)",
    },
    OptionCard {
        key: "ask_every_step",
        values: &["off", "on"],
        ruling: "MR-42",
        words: "The other side is asked for reactions at every step at which one is possible",
    },
    OptionCard {
        key: "scatter",
        values: &["each_combat", "moved"],
        ruling: "MR-33",
        words: "Who reads the scatter die: everybody who was to go back, or only those who did",
    },
    OptionCard {
        key: "ride_down_cost",
        values: &["added", "instead"],
        ruling: "MR-78",
        words: "The price of riding down comes on top of the hex, or instead of it",
    },
    OptionCard {
        key: "stream_cost",
        values: &["two", "half"],
        ruling: "MR-02",
        words: "What a stream costs horse and leaders: 2 points more, or half a point",
    },
    OptionCard {
        key: "rear_bonus",
        values: &["once", "per_hex"],
        ruling: "MR-07",
        words: "An attack from behind is worth 2 once, or for each hex behind from which it comes",
    },
    OptionCard {
        key: "free_setup",
        values: &["off", "on"],
        ruling: "SR-S7",
        words: "Stirling: both sides set up anywhere in their regions",
    },
    OptionCard {
        key: "comyn_stays",
        values: &["off", "on"],
        ruling: "SR-F8",
        words: "Falkirk: Comyn stays on the field, and the English start with 10 points",
    },
    OptionCard {
        key: "wolf_pits",
        values: &["off", "on"],
        ruling: "SR-P5, SR-B9",
        words: "Prelude and Bannockburn: hidden wolf pits of the Scots",
    },
    OptionCard {
        key: CAMPAIGN,
        values: &[],
        ruling: "SR-B8",
        words: "Bannockburn: the result of a Prelude, carried over",
    },
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub organisation: bool,
    pub fatigue: bool,
    pub ask_every_step: bool,
    /// Only who went back reads the scatter die. MR-33
    pub scatter_moved: bool,
    /// Riding down costs its own price and no step. MR-78
    pub ride_instead: bool,
    /// A stream costs horse half a point more instead of two. MR-02
    pub half_streams: bool,
    /// The rear counts for each hex. MR-07
    pub rear_per_hex: bool,
    pub free_setup: bool,
    pub comyn_stays: bool,
    pub wolf_pits: bool,
    pub campaign: Option<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            organisation: true,
            fatigue: true,
            ask_every_step: false,
            scatter_moved: false,
            ride_instead: false,
            half_streams: false,
            rear_per_hex: false,
            free_setup: false,
            comyn_stays: false,
            wolf_pits: false,
            campaign: None,
        }
    }
}

impl Options {
    /// Reads changed options by name; every fault is reported.
    pub fn read(changed: &BTreeMap<String, String>) -> Result<Options, Vec<Diagnostic>> {
        let mut options = Options::default();
        let mut faults = Vec::new();
        for (key, value) in changed {
            let Some(card) = CARDS.iter().find(|c| c.key == key) else {
                let keys: Vec<&str> = CARDS.iter().map(|c| c.key).collect();
                let help = format!("the options are: {}", keys.join(", "));
                faults.push(Diagnostic::new(format!("there is no option `{key}`")).help(help));
                continue;
            };
            if !card.values.is_empty() && !card.values.contains(&value.as_str()) {
                let help = format!("it is one of: {}", card.values.join(", "));
                faults.push(Diagnostic::new(format!("option `{key}` cannot be `{value}`")).help(help));
                continue;
            }
            let on = value == "on";
            match key.as_str() {
                "organisation" => options.organisation = on,
                "fatigue" => options.fatigue = on,
                "ask_every_step" => options.ask_every_step = on,
                "scatter" => options.scatter_moved = value == "moved",
                "ride_down_cost" => options.ride_instead = value == "instead",
                "stream_cost" => options.half_streams = value == "half",
                "rear_bonus" => options.rear_per_hex = value == "per_hex",
                "free_setup" => options.free_setup = on,
                "comyn_stays" => options.comyn_stays = on,
                "wolf_pits" => options.wolf_pits = on,
                _ => options.campaign = Some(value.clone()),
            }
        }
        if faults.is_empty() { Ok(options) } else { Err(faults) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_value_is_read() {
        for card in CARDS {
            for value in card.values {
                let changed = BTreeMap::from([(card.key.to_string(), value.to_string())]);
                let read = Options::read(&changed).unwrap();
                assert_eq!(
                    read == Options::default(),
                    *value == card.values[0],
                    "{} {value}",
                    card.key
                );
            }
        }
    }

    #[test]
    fn unknown_options_say_what_would_be_right() {
        let changed = BTreeMap::from([("fatigue".into(), "some".into()), ("tired".into(), "on".into())]);
        let faults = Options::read(&changed).unwrap_err();
        assert_eq!(faults.len(), 2);
        assert!(faults[0].help.as_ref().unwrap().contains("on, off"));
    }
}
