//! The Great Medieval Battles family: the standard rules, and the battles that stand on them.

mod captains;
pub mod edward;
pub mod robert;
pub mod standard;
