//! A game as one seat may have it, whatever its system: scene, offers, odds, choices, captains. No runtime, no I/O: the
//! server, the command line and other hosts share it.

mod battle;
mod fight;
mod hint;
mod review;
#[cfg(feature = "suite")]
pub mod suite;
mod table;

pub use battle::{Battle, Forces, Playable};
pub use fight::{Bout, Detail, GIVEN, GameRow, Lost, Unfought, fight};
pub use hint::{Hint, Hinting};
pub use review::{Moment, Review, Reviewing, Study};
pub use table::{Failed, LuckWalk, Observation, Pondering, Receipt, Seated, Table};
