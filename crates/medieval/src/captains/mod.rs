//! Computer players for the "Medieval" battles.

mod aims;
mod conduct;
mod greedy;
mod marshal;
mod promise;
mod staff;
mod stands;

use captain::{Appointment, Commanded, GREEDY, Levelled, MARSHAL, Random, Rehearsal};

impl Commanded for crate::Battle {
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
}
