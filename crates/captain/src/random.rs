use crate::{Captain, Lot};
use kernel::{Side, System};

/// Picks any choice, each as likely as the other.
pub struct Random {
    lot: Lot,
}

impl Random {
    pub fn new(lot: Lot) -> Random {
        Random { lot }
    }
}

impl<S: System> Captain<S> for Random {
    #[inline]
    fn pick(&mut self, _battle: &S, _p: &S::Position, _side: Side, choices: &[S::Choice]) -> usize {
        self.lot.below(choices.len())
    }
}
