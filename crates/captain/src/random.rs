use crate::{Appointment, Captain, RANDOM, Rng};
use kernel::{Rules, Side};
use std::borrow::Cow;

/// Picks any candidate, each as likely as the other.
pub struct Random {
    rng: Rng,
}

impl Random {
    pub fn appointment<R: Rules>() -> Appointment<R> {
        Appointment {
            card: RANDOM,
            make: |rng| Box::new(Random { rng }),
        }
    }
}

impl<R: Rules> Captain<R> for Random {
    #[inline]
    fn choose<'a>(&mut self, _: &R, _: &R::Position, _: Side, candidates: &'a [R::Choice]) -> Cow<'a, R::Choice> {
        Cow::Borrowed(&candidates[self.rng.below(candidates.len())])
    }

    #[inline]
    fn decide<'a>(
        &mut self,
        battle: &R,
        p: &R::Position,
        side: Side,
        list: &'a mut Vec<R::Choice>,
    ) -> Cow<'a, R::Choice> {
        let drawn = battle.draw(p, side, &mut |n| self.rng.below(n), list);
        Cow::Borrowed(&list[drawn])
    }
}
