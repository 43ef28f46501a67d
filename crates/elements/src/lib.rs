//! The element miniatures game: units of elements on a table in inches. One module for each part of the rules:
//!
//! - `troops`, `battle`, `unit`, `position` with `bytes`, `marks`: what there is;
//! - `sequence`: the order of play; `deployment`, `orders`, `movement` with `trial`, `steps`, `wheel` and `march`, `moving`, `contact`, `evasion`, `commanders`, `control`, `hidden`;
//! - `shooting`, `close_combat` with `scores`, `forecast` with `spread` and `prospects`, `removal`, `recoil`, `morale`, `flight`, `pursuit`, `army`;
//! - `choice`, `event`, `telling`, `deny`, `facts`: how it is written and told; `listing` with `candidates`, `views`, `zones`, `drag`, `scene`, `captains`;
//! - `scenario`, `muster`, `case`, `options`: files.
//!
//! All geometry is `board::table`. Rules are named as in `docs/rules/elements.md`.

mod answers;
mod army;
mod battle;
mod bytes;
mod candidates;
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
pub mod lists;
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
mod prospects;
mod pursuit;
mod recoil;
mod removal;
mod rules;
mod rulings;
#[cfg(feature = "files")]
pub mod scenario;
mod scene;
mod scores;
mod sequence;
mod shooting;
mod sight;
mod spread;
mod steps;
mod telling;
mod trial;
mod troops;
mod unit;
mod views;
mod wheel;
mod zones;

pub use battle::Battle;
pub use choice::{Choice, Step, Turn};
pub use event::{Event, Outcome, Verdict, Way};
pub use position::{Phase, Position, State};
