//! The shelf: every system registered in one place; scenario files and their diagnostics; conformance cases.
//!
//! Nothing here opens a file: texts come in, texts go out.

pub mod cases;
pub mod diagnose;
pub mod handicap;
pub mod lesson;
pub mod picture;
pub mod rulebook;
pub mod scenario;
#[cfg(feature = "schema")]
pub mod schema;
pub mod shelf;
pub mod systems;
pub mod tables;

pub use handicap::Handicap;
pub use lesson::{Lesson, LessonText};
pub use scenario::{LoadFault, OpenBattle, Options, Scenario, Source};
pub use shelf::{OwnScenario, Shelf, Shelved, System};
pub use tables::Table;
