//! The computer players of the skirmish game.

mod conduct;
mod craft;
mod greedy;
mod skill;

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
