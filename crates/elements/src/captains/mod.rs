//! The computer players of the element game.

use crate::battle::Battle;
use captain::{Appointment, Commanded, Random};

impl Commanded for Battle {
    fn captains() -> Vec<Appointment<Battle>> {
        vec![Random::appointment()]
    }
}
