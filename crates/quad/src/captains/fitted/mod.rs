//! Tables made by `schiltron lab fit`, one for each battle: what decides the one hardly tells anything about the other.

mod edward;
mod robert;

use super::chances::FEATURES;
use crate::edward::Edward;
use crate::robert::Robert;
use crate::standard::Variant;

/// A battle for which it is known what counts how much.
pub trait Fitted: Variant {
    const WEIGHTS: [i64; FEATURES.len()];
}

impl Fitted for Edward {
    const WEIGHTS: [i64; FEATURES.len()] = edward::WEIGHTS;
}

impl Fitted for Robert {
    const WEIGHTS: [i64; FEATURES.len()] = robert::WEIGHTS;
}
