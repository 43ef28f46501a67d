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
                make: |_| Box::new(greedy::Greedy::default()),
            },
            Appointment {
                card: MARSHAL,
                make: |_| Box::new(marshal::Marshal::default()),
            },
        ]
    }
}
