//! Choices whose dice fall later, if nothing comes between.

use crate::Battle;
use crate::choice::{Choice, units_of};
use crate::position::Position;
use crate::task::Task;
use kernel::dice::Scripted;
use kernel::{Quiet, Side};

impl Battle {
    /// An attack by several tired units is foreseen as if they all came through their checks; a countercharge as if nobody else
    /// joined it. Everything else rolls at once, or waits for the other side, whose answer nobody can foresee.
    pub(crate) fn foreseen(&self, p: &Position, side: Side, choice: &Choice) -> Option<(Position, Choice)> {
        match *choice {
            Choice::Attack(units, _) if units_of(&units).filter(|u| self.must_check(p, *u)).count() > 1 => {
                let mut then = p.clone();
                units_of(&units).for_each(|u| then.checked.add(u));
                Some((then, *choice))
            }
            Choice::Countercharge(..) => {
                let (mut then, mut dice) = (p.clone(), Scripted::default());
                self.apply(&mut then, side, choice, &mut dice, &mut Quiet);
                let joins = dice.fault().is_none() && then.stack.last() == Some(&Task::Join);
                joins.then_some((then, Choice::Go))
            }
            _ => None,
        }
    }
}
