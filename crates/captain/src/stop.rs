//! A captain at work can be told to come to an end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Says whether the thinking shall stop. Whoever thinks looks at it between evaluations and then takes the best it has so far.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
