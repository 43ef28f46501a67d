//! The computer players of the element game.

mod conduct;
mod greedy;
mod harm;
mod menace;
mod rides;

use crate::battle::Battle;
use captain::{Appointment, Commanded, GREEDY, Levelled, Random, Rollouts};

impl Commanded for Battle {
    fn captains() -> Vec<Appointment<Battle>> {
        let mut all = vec![
            Random::appointment(),
            Appointment {
                card: GREEDY,
                make: |_| Box::new(greedy::Greedy),
            },
        ];
        all.extend(Rollouts::<Battle>::levels());
        all
    }
}
