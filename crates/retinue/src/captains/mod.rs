//! The computer players of the skirmish game.

mod greedy;

use crate::battle::Battle;
use captain::{Appointment, Commanded, GREEDY, Random};

impl Commanded for Battle {
    fn captains() -> Vec<Appointment<Battle>> {
        vec![
            Random::appointment(),
            Appointment {
                card: GREEDY,
                make: |_| Box::new(greedy::Greedy),
            },
        ]
    }
}
