//! Computer players for the "Medieval" battles.

mod greedy;
mod marshal;

use captain::{Appointment, Commanded, GREEDY, MARSHAL, Random};

impl Commanded for crate::Battle {
    fn captains() -> Vec<Appointment<Self>> {
        vec![
            Random::appointment(),
            Appointment {
                card: GREEDY,
                make: |rng| Box::new(greedy::Greedy::new(rng)),
            },
            Appointment {
                card: MARSHAL,
                make: |rng| Box::new(marshal::Marshal::new(rng)),
            },
        ]
    }
}
