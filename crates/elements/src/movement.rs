//! Moves by order: whether one is legal, and what it asks for (LR-13, LR-14, LR-29).

use crate::battle::Battle;
use crate::choice::Step;
use crate::contact::Conformed;
use crate::deny::{Fault, Faults};
use crate::march::Lines;
use crate::marks::Marks;
use crate::position::{Id, Position, State};
use crate::steps::check_steps;
use crate::trial::Trial;

/// What an order asks for before its first step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The test of Shot into contact (L-58).
    pub shot: bool,
    /// The test of crossing the front (L-62).
    pub crosses: bool,
    /// A wheel, turn or change of formation that is tested (L-56, L-61).
    pub manoeuvre: bool,
    /// Unknown lines that the target defends: diced first (LC-9).
    pub claimed: Lines,
    /// How far the last straight step really goes: to the touch, or on until just clear (LC-4).
    pub last: i32,
    pub contact: Option<Conformed>,
}

impl Plan {
    pub fn tests(&self) -> bool {
        self.shot || self.crosses || self.manoeuvre
    }

    /// Whether dice fall for certain.
    pub fn rolls(&self) -> bool {
        self.tests() || self.claimed != 0
    }
}

impl Battle {
    /// Whether this unit may be given an order of movement now (LR-13, LR-29).
    pub fn check_orderable(&self, p: &Position, unit: Id) -> Faults {
        let mut faults = Faults::default();
        let state = p.unit(unit);
        faults.add_if(
            state.is(Marks::ORDERED) && !state.is(Marks::FAILED),
            Fault::AlreadyOrdered,
        );
        faults.add_if(state.state != State::Steady || state.is(Marks::HALTED), Fault::State);
        faults
    }

    pub fn check_move(&self, p: &Position, unit: Id, steps: &[Step], contact: Option<Id>) -> Result<Plan, Fault> {
        let mut faults = self.check_orderable(p, unit);
        let card = self.card(unit);
        faults.add_if(card.moves()[0] == 0, Fault::State);
        faults.add_if(p.in_contact(unit), Fault::InContact);
        let again = p.unit(unit).is(Marks::FAILED);
        faults.add_if(again && !matches!(steps, [Step::Forward(_)]), Fault::AlreadyOrdered);
        check_steps(steps, card.is_artillery(), &mut faults);
        faults.add_if(
            contact.is_some() && !matches!(steps.last(), Some(Step::Forward(_))),
            Fault::Steps,
        );
        if let Some(target) = contact {
            let card = p.units.get(usize::from(target)).ok_or(Fault::UnknownUnit)?;
            if card.state == State::Unseen {
                return Err(Fault::UnknownUnit);
            }
            if !self.enemies(unit, target) {
                return Err(Fault::NotYours);
            }
            if !card.state.on_table() {
                return Err(Fault::Gone);
            }
        }
        // What comes first in the list of faults cannot be bettered by going through the steps.
        if let Err(fault) = faults.result()
            && fault < Fault::Budget
        {
            return Err(fault);
        }
        let mut trial = Trial::new(self, p, unit);
        trial.faults = faults;
        for (at, step) in steps.iter().enumerate() {
            trial.step(*step, contact.filter(|_| at + 1 == steps.len()));
        }
        trial.finish(contact)
    }

    /// LR-32: whether a unit named as a target runs instead of standing.
    pub fn will_evade(&self, p: &Position, target: Id) -> bool {
        self.card(target).is_skirmisher() && !p.in_contact(target) && p.unit(target).state == State::Steady
    }
}
