//! *Jousts*: a small game on a table in inches, with orders that both sides give in secret and a lance that only its side
//! knows of. No program serves it. It is there for tests, and as the example of what a new game brings along:
//!
//! - `position`: what changes in play,
//! - `rules`, with `check` and `fight`: what is true (`kernel::Rules`),
//! - `words`: how it is written, read and told (`kernel::Words`, `kernel::Facts`),
//! - `views`: what is shown (`board::Views`),
//! - `knight`: who plays it by himself (`captain::Commanded`); `knaves`: who plays foul, for tests alone,
//! - `system`: its files and its place on the shelf (`games::System`).
//!
//! `Shelf::standard().with(&toy::Toy)` puts it among the others.

mod check;
mod fight;
mod knaves;
mod knight;
mod position;
mod rules;
mod system;
mod views;
mod words;

pub use position::{FIGURES, Figure, Lance, Order, Position};
pub use rules::{Choice, Event, Joust, Outcome};
pub use system::{Toy, open};
