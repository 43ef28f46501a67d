//! Choices whose dice fall later, if nothing comes between.

use crate::Battle;
use crate::choice::Choice;
use crate::event::Event;
use crate::position::Position;
use crate::task::{Round, Task};
use kernel::dice::Scripted;
use kernel::{Dice, Log, Quiet, Rules, Side};

impl Battle {
    /// A company that is being put together is foreseen as if it went as it then is, and as if all of several tired units came
    /// through their checks; a countercharge as if nobody else joined it. Everything else rolls at once, or waits for the
    /// other side, whose answer nobody can foresee.
    pub(crate) fn foreseen(&self, p: &Position, side: Side, choice: &Choice) -> Option<(Position, Choice)> {
        match *choice {
            Choice::Against(_) | Choice::Spare(_) | Choice::Join(_) | Choice::Drop(_) => {
                let mut then = p.clone();
                self.apply(&mut then, side, choice, &mut Scripted::default(), &mut Quiet);
                let goes = then.stack.last() == Some(&Task::Muster) && self.may_go(&then, side).is_ok();
                goes.then(|| (self.rested(then), Choice::Go))
            }
            Choice::Go if p.stack.last() == Some(&Task::Muster) && self.tired(p) > 1 => {
                Some((self.rested(p.clone()), Choice::Go))
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

    /// After the roll of a combat: takes the next decision as it comes, up to the dice for leaders and for scattering. Pursuit
    /// and advance bear on neither and are left out.
    pub(crate) fn fights_on(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) -> bool {
        let combat = p.stack.iter().rposition(|task| matches!(task, Task::Combat(_)));
        let Some((at, Task::Combat(round))) = combat.map(|at| (at, p.stack[at])) else {
            return false;
        };
        match round {
            Round::Checks | Round::Fighters | Round::Ground | Round::Roll | Round::Close => return false,
            Round::Pursuit | Round::Advance | Round::Scatter => {
                p.stack.truncate(at);
                p.stack.push(Task::Combat(Round::Scatter));
                self.settle(p, dice, log);
            }
            _ => {
                let mut answers = Vec::new();
                let Some(side) = self.decider(p) else {
                    return false;
                };
                self.choices(p, side, &mut answers);
                let Some(answer) = answers.first() else {
                    return false;
                };
                self.resolve(p, side, answer, dice, log);
            }
        }
        true
    }

    /// How many of a company must test their fatigue.
    fn tired(&self, p: &Position) -> usize {
        p.picked.iter().filter(|u| self.must_check(p, *u)).count()
    }

    /// The company as if several tests had been passed; a single one is rolled with the combat.
    fn rested(&self, mut p: Position) -> Position {
        if self.tired(&p) > 1 {
            p.picked.iter().for_each(|u| p.checked.add(u));
        }
        p
    }
}
