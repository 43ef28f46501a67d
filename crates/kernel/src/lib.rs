//! What a game is: sides, choices, dice, events, cites, records, odds. No rules, no I/O.
//!
//! Nothing in this crate opens a file, starts a thread, reads a clock or asks the system for randomness.

pub mod cite;
pub mod diagnostic;
pub mod dice;
pub mod game;
pub mod log;
pub mod odds;
pub mod ratio;
pub mod record;
pub mod replay;
pub mod rules;
pub mod share;
pub mod side;
pub mod story;
pub mod ways;
pub mod wide;
pub mod words;

pub use cite::{Cite, Faults, Refusal};
pub use diagnostic::Diagnostic;
pub use dice::{Dice, Seed, Seeded};
pub use game::{Game, Heading};
pub use log::{Log, Quiet};
pub use ratio::Ratio;
pub use record::Record;
pub use replay::{GoingOn, Move};
pub use rules::{Next, OptionCard, Rules, Verdict};
pub use share::{DiceFrom, Shares};
pub use side::{Side, ToAct, Viewer};
pub use ways::Ways;
pub use wide::Wide;
pub use words::{Facts, OutcomeName, Telling, TellingRole, Words};
