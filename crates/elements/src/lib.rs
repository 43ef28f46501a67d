//! The element miniatures game: units of elements on a table in inches. One module for each part of the rules:
//!
//! - `troops`, `battle`, `position`, `marks`: what there is;
//! - `sequence`: the order of play; `deployment`, `orders`, `movement` with `steps`, `wheel` and `march`, `moving`, `contact`, `evasion`, `commanders`, `control`, `hidden`;
//! - `shooting`, `close_combat` with `scores`, `forecast`, `removal`, `recoil`, `morale`, `flight`, `pursuit`, `army`;
//! - `choice`, `event`, `telling`, `deny`, `facts`: how it is written and told; `listing`, `views`, `captains`;
//! - `scenario`, `muster`, `case`, `options`: files.
//!
//! All geometry is `board::table`. Rules are named as in `docs/rules/elements.md`.

mod army;
mod battle;
mod captains;
#[cfg(feature = "files")]
pub mod case;
mod choice;
mod close_combat;
mod commanders;
mod contact;
mod control;
mod deny;
mod deployment;
mod drag;
mod evasion;
mod event;
mod facts;
mod flight;
mod forecast;
mod ground;
mod hidden;
mod listing;
mod march;
mod marks;
mod morale;
mod movement;
mod moving;
#[cfg(feature = "files")]
mod muster;
pub mod options;
mod orders;
mod position;
mod pursuit;
mod recoil;
mod removal;
mod rules;
#[cfg(feature = "files")]
pub mod scenario;
mod scene;
mod scores;
mod sequence;
mod shooting;
mod steps;
mod telling;
mod troops;
mod views;
mod wheel;

pub use battle::Battle;
pub use choice::{Choice, Step, Turn};
pub use event::{Event, Outcome};
pub use position::{Position, State};
