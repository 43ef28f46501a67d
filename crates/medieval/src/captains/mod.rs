//! Computer players for the "Medieval" battles.

mod adjutant;
mod aims;
mod answers;
mod chances;
mod conduct;
mod fitted;
mod greedy;
mod marshal;
mod promise;
mod staff;
mod stands;
mod ways;

pub(crate) use ways::outlets;

use crate::Position;
use captain::{Appointment, Commanded, GREEDY, Levelled, MARSHAL, Random, Rehearsal};
use kernel::Side;

impl Commanded for crate::Battle {
    const FEATURES: &'static [&'static str] = &chances::FEATURES;

    fn captains() -> Vec<Appointment<Self>> {
        let mut all = vec![
            Random::appointment(),
            Appointment {
                card: GREEDY,
                make: |rng| Box::new(greedy::Greedy::new(rng)),
            },
            Appointment {
                card: MARSHAL,
                make: |rng| Box::new(marshal::Marshal::new(rng)),
            },
        ];
        all.extend(Rehearsal::<crate::Battle>::levels());
        all
    }

    fn player(&self, p: &Position) -> Option<Side> {
        Some(self.active_side(p))
    }

    fn measure(&self, p: &Position, side: Side, given: i32, out: &mut Vec<i64>) {
        out.extend(self.features(p, side, given));
    }
}
