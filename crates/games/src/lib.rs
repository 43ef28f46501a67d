//! The shelf: every system behind one face; scenario files and their diagnostics; conformance cases.
//!
//! Nothing here opens a file: texts come in, texts go out.

pub mod cases;
pub mod diagnose;
pub mod picture;
pub mod rulebook;
pub mod scenario;
pub mod schema;
pub mod shelf;

pub use scenario::{Battle, LoadFault, Scenario};
