//! Command and control tests (LR-14, LR-16, L-74 to L-81).

use crate::battle::Battle;
use crate::event::Event;
use crate::position::{Id, Place, Position};
use board::table::{Point, distance};
use kernel::{Dice, Log};

impl Battle {
    /// Where a commander stands; `None` if he commands nobody.
    pub fn commander_at(&self, p: &Position, who: usize) -> Option<Point> {
        match p.commanders[who].place {
            Place::Free(at) => Some(at),
            Place::Leading(unit) => {
                let led = p.unit(unit);
                (led.state.on_table() && !led.state.is_broken()).then_some(led.at.at)
            }
            Place::Lost | Place::Out | Place::Unseen => None,
        }
    }

    /// How far a commander is heard.
    pub fn hearing(&self, p: &Position, who: usize) -> i32 {
        if p.commanders[who].general {
            self.rulings.command_general
        } else {
            self.rulings.command_sub
        }
    }

    /// LR-16.
    pub fn under_command(&self, p: &Position, unit: Id) -> bool {
        let card = self.card(unit);
        if !p.unit(unit).state.on_table() {
            return false;
        }
        let foot = self.foot(p, unit);
        self.commanders.iter().enumerate().any(|(who, commander)| {
            let state = &p.commanders[who];
            let Some(at) = self.commander_at(p, who).filter(|_| commander.side == card.side) else {
                return false;
            };
            let reach = self.hearing(p, who);
            let his = state.general || commander.command == card.command;
            state.place == Place::Leading(unit) || (his && distance(&at, &foot).within(reach))
        })
    }

    /// What two dice come to, and what they may at most. Command is judged now (LC-19).
    fn control_sum(&self, p: &Position, unit: Id, dice: u8) -> (i8, i8) {
        let sum = dice as i8 - i8::from(self.under_command(p, unit));
        (sum, self.card(unit).discipline.value())
    }

    /// Of the 36 ways in which two dice fall, those by which it passes.
    pub fn control_ways(&self, p: &Position, unit: Id) -> u8 {
        let sums = (1..=6).flat_map(|a| (1..=6).map(move |b| a + b));
        let passes = |sum: &u8| {
            let (sum, value) = self.control_sum(p, unit, *sum);
            sum <= value
        };
        sums.filter(passes).count() as u8
    }

    /// LR-14: whether it passes.
    pub fn control_test(&self, p: &Position, unit: Id, dice: &mut impl Dice, log: &mut impl Log<Event>) -> bool {
        let dice = dice.pair(6);
        let (sum, value) = self.control_sum(p, unit, dice[0] + dice[1]);
        let passed = sum <= value;
        log.event(|| Event::Control {
            unit,
            dice,
            sum,
            value,
            passed,
        });
        passed
    }
}
