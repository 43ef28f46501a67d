//! The skirmish game: single figures on a table in inches. Both sides choose at once, face down; what follows is worked out together.
//!
//! A module for each section of the rules (`docs/rules/retinue.md`): `morale`, `command`, `action`, `moves`, `ticks`, `places`, `rout`,
//! `shooting`, `melee`, `falls`, `fatigue`, and `ground` for the terrain.

mod action;
mod battle;
mod captains;
#[cfg(feature = "files")]
pub mod case;
mod chart;
mod choice;
mod command;
mod deny;
mod drag;
mod event;
mod facts;
mod falls;
mod fatigue;
mod forecast;
mod ground;
mod hidden;
mod listing;
pub mod lists;
mod melee;
mod morale;
mod moves;
pub mod options;
mod orders;
mod places;
mod position;
mod prospects;
mod read;
mod rout;
mod rules;
mod rulings;
#[cfg(feature = "files")]
pub mod scenario;
mod scene;
mod sequence;
mod shooting;
mod sight;
mod telling;
mod ticks;
mod track;
mod troops;
mod views;
mod weapons;

pub use battle::{Battle, Card};
pub use chart::{Chart, ChartFile};
pub use choice::{ChitEntry, Choice, Entry, Line, MoveEntry, Wish};
pub use event::{Event, Happening, Outcome};
pub use forecast::Fate;
pub use position::{Figure, NOBODY, Phase, Position, Recovery, State};
pub use troops::{Chit, Pace, Trait};
