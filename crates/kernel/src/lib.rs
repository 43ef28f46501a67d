//! What a game is: sides, choices, dice, events, cites, records, odds. No rules, no I/O.
//!
//! Nothing in this crate opens a file, starts a thread, reads a clock or asks the system for randomness.

pub mod cite;
pub mod diagnostic;
pub mod dice;
pub mod face;
pub mod game;
pub mod log;
pub mod odds;
pub mod ratio;
pub mod record;
pub mod scene;
pub mod side;
#[cfg(feature = "suite")]
pub mod suite;
pub mod system;
pub mod ways;

pub use cite::{Cite, Refusal};
pub use diagnostic::Diagnostic;
pub use dice::{Dice, Seed, Seeded};
pub use game::{Game, GoingOn, Heading};
pub use log::{Log, Quiet};
pub use ratio::Ratio;
pub use record::Record;
pub use side::{Side, ToAct, Viewer};
pub use system::{Next, OptionCard, Outcome, System, Verdict};
pub use ways::Ways;
