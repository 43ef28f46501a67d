//! Computer players for the battles of this family. Every chance they reckon with comes from the resolver itself.

mod chances;
mod edward;
mod field;
mod fitted;
mod greedy;
mod marshal;
mod planner;

use crate::edward::Edward;
use crate::robert::Robert;
use crate::standard::choice::Choice;
use crate::standard::event::{Effect, Outcome};
use crate::standard::position::Position;
use crate::standard::{Battle, Variant};
use captain::{Appointment, Captain, Commanded, GREEDY, Levelled, MARSHAL, Random, Rng};
use fitted::Fitted;
use kernel::{Side, odds};

/// Plans are weighed by tables, which takes microseconds and no battle played on.
const REVIEW: u32 = 40_000;

impl Commanded for crate::robert::Battle {
    const FEATURES: &'static [&'static str] = &chances::FEATURES;
    const WEIGHTS: &'static [i64] = &Robert::WEIGHTS;
    const LEAD_ASKED: i32 = crate::standard::victory::SCOTS_WIN;
    const REVIEW: u32 = REVIEW;

    fn captains() -> Vec<Appointment<Self>> {
        with_marshal(|_| Box::new(marshal::Marshal::default()))
    }

    fn player(&self, p: &Position) -> Option<Side> {
        Some(p.player)
    }

    fn measure(&self, p: &Position, side: Side, given: i32, out: &mut Vec<i64>) {
        chances::measure(self, p, side, given, out);
    }
}

impl Commanded for crate::edward::Battle {
    const FEATURES: &'static [&'static str] = &chances::FEATURES;
    const WEIGHTS: &'static [i64] = &Edward::WEIGHTS;
    const LEAD_ASKED: i32 = crate::standard::victory::SCOTS_WIN;
    const REVIEW: u32 = REVIEW;

    fn captains() -> Vec<Appointment<Self>> {
        with_marshal(|_| Box::new(edward::Marshal::default()))
    }

    fn player(&self, p: &Position) -> Option<Side> {
        Some(p.player)
    }

    fn measure(&self, p: &Position, side: Side, given: i32, out: &mut Vec<i64>) {
        chances::measure(self, p, side, given, out);
    }
}

/// The captains of every battle of the family, and the marshal of this one.
fn with_marshal<R: Fitted>(make: fn(Rng) -> Box<dyn Captain<Battle<R>>>) -> Vec<Appointment<Battle<R>>> {
    let mut all = vec![
        Random::appointment(),
        Appointment {
            card: GREEDY,
            make: |_| Box::new(greedy::Greedy),
        },
        Appointment { card: MARSHAL, make },
    ];
    all.extend(<planner::Planner as Levelled<Battle<R>>>::levels());
    all
}

/// How much of its target a shot or blow is expected to destroy, in millionths. A unit on the run is out of the fight; the
/// last levels count most.
fn expected_destruction<R: Variant>(battle: &Battle<R>, p: &Position, side: Side, choice: &Choice) -> i64 {
    let part = |outcome: &Outcome| match outcome.effect {
        Effect::Hit => 300,
        Effect::Rout(..=1) => 350,
        Effect::Rout(2) => 450,
        Effect::Rout(_) => 600,
        Effect::Eliminated => 1000,
        _ => 0,
    };
    // The dice of one attack fall in few enough ways.
    odds::expectation(battle, p, side, choice, part).unwrap_or(0)
}
