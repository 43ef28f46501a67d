//! Tables made by `schiltron lab fit`, one for each battle: what decides the one hardly tells anything about the other.

pub mod edward;
pub mod robert;
