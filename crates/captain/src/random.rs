use crate::{Appointment, Captain, Lot, RANDOM};
use kernel::{Rules, Side};
use std::borrow::Cow;

/// Picks any candidate, each as likely as the other.
pub struct Random {
    lot: Lot,
}

impl Random {
    pub fn appointment<R: Rules>() -> Appointment<R> {
        Appointment {
            card: RANDOM,
            make: |lot| Box::new(Random { lot }),
        }
    }
}

impl<R: Rules> Captain<R> for Random {
    #[inline]
    fn choose<'a>(&mut self, _: &R, _: &R::Position, _: Side, candidates: &'a [R::Choice]) -> Cow<'a, R::Choice> {
        Cow::Borrowed(&candidates[self.lot.below(candidates.len())])
    }
}
