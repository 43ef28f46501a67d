//! Points on which players may differ, and how they are read.

use kernel::{Diagnostic, OptionCard};
use std::collections::BTreeMap;

/// Makes the options of a battle: an enum each, the struct that holds them, and their cards. The first value of each is
/// the default.
#[macro_export]
#[doc(hidden)]
macro_rules! options {
    ($( $key:ident : $type:ident { $( $variant:ident = $text:literal ),+ } $ruling:literal $words:literal ; )+) => {
        $(
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
            pub enum $type { #[default] $( $variant ),+ }
        )+

        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
        pub struct Options { $( pub $key: $type ),+ }

        pub const CARDS: &[OptionCard] = &[ $( OptionCard {
            key: stringify!($key),
            values: &[$( $text ),+],
            ruling: $ruling,
            words: $words,
        } ),+ ];

        impl Options {
            fn set(&mut self, key: &str, value: &str) -> bool {
                match (key, value) {
                    $( $( (stringify!($key), $text) => self.$key = $type::$variant, )+ )+
                    _ => return false,
                }
                true
            }

            /// Reads changed options by name; every fault is reported.
            pub fn read(
                changed: &std::collections::BTreeMap<String, String>,
            ) -> Result<Options, Vec<kernel::Diagnostic>> {
                let mut options = Options::default();
                let faults = $crate::standard::options::read_each(changed, CARDS, |key, value| options.set(key, value));
                if faults.is_empty() { Ok(options) } else { Err(faults) }
            }
        }
    };
}

/// Sets each changed option; what could not be set.
pub fn read_each(
    changed: &BTreeMap<String, String>,
    cards: &[OptionCard],
    mut set: impl FnMut(&str, &str) -> bool,
) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for (key, value) in changed {
        if set(key, value) {
            continue;
        }
        faults.push(match cards.iter().find(|c| c.key == key) {
            Some(card) => Diagnostic::new(format!("option `{key}` cannot be `{value}`"))
                .help(format!("it is one of: {}", card.values.join(", "))),
            None => {
                let keys: Vec<&str> = cards.iter().map(|c| c.key).collect();
                Diagnostic::new(format!("there is no option `{key}`"))
                    .help(format!("the options are: {}", keys.join(", ")))
            }
        });
    }
    faults
}
