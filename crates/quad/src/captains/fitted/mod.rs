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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_good_for_a_side_counts_against_it() {
        for weights in [Edward::WEIGHTS, Robert::WEIGHTS] {
            for (feature, weight) in FEATURES.iter().zip(weights) {
                assert!(weight > 0, "{feature}: {weight}");
            }
        }
    }
}
