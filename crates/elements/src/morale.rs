//! Morale: values, tests, checkpoints and waves (section 11).

use crate::battle::Battle;
use crate::deny::Fault;
use crate::event::{Event, Modifiers, Verdict};
use crate::marks::{Marks, Triggers};
use crate::position::{Checkpoint, Course, Id, Members, Pending, Place, Position, Set, State, one};
use crate::troops::Quality;
use board::table::{Hull, distance};
use kernel::{Dice, Log};

impl Battle {
    /// L-93 to L-104: what its class is worth, and what changes that now.
    pub fn morale_modifiers(&self, p: &Position, unit: Id) -> Modifiers {
        let (card, state) = (self.card(unit), p.unit(unit));
        let mut list = Modifiers::new();
        if p.commanders
            .iter()
            .any(|commander| commander.place == Place::Leading(unit))
        {
            list.push((94, 1));
        }
        if card.is_foot() && card.quality >= Quality::C && !self.is_supported(p, unit) {
            list.push((95, -1));
        }
        let (lost, whole) = (
            u16::from(card.original.saturating_sub(state.elements)),
            u16::from(card.original),
        );
        if 3 * lost >= 2 * whole {
            list.push((104, -4));
        } else if 2 * lost >= whole {
            list.push((103, -2));
        } else if 3 * lost >= whole {
            list.push((96, -1));
        }
        if state.is(Marks::DISORDERED) {
            list.push((97, -1));
        }
        if p.army(card.side).demoralised {
            list.push((98, -1));
        }
        if state.state == State::Fleeing {
            list.push(if card.is_mounted() { (102, -2) } else { (99, -1) });
        }
        if state.is(Marks::RUN_THROUGH) {
            list.push((100, -1));
        }
        if state.is(Marks::RALLIED) {
            list.push((101, -1));
        }
        list
    }

    pub fn morale(&self, p: &Position, unit: Id) -> i8 {
        let change: i8 = self.morale_modifiers(p, unit).iter().map(|(_, value)| value).sum();
        self.card(unit).quality.morale() + change
    }

    /// LR-61: a friend within 6" some part of whom is behind the line of the front.
    fn is_supported(&self, p: &Position, unit: Id) -> bool {
        let foot = self.foot(p, unit);
        self.others(p, unit).any(|other| {
            let card = self.card(other);
            let helps = !self.enemies(unit, other) && !card.is_skirmisher() && !card.is_artillery();
            let friend = helps && !p.unit(other).state.is_broken();
            if !friend {
                return false;
            }
            let its = self.foot(p, other);
            let behind = its
                .corners()
                .iter()
                .any(|corner| foot.stance().local(*corner).forward < 0);
            behind && distance(&foot, &its).within(self.rulings.support)
        })
    }

    /// LR-63: throws a test of morale. `rally`: from flight (LR-67) or pursuit.
    pub fn morale_test(
        &self,
        p: &Position,
        unit: Id,
        rally: bool,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> Verdict {
        let modifiers = self.morale_modifiers(p, unit);
        let base = self.card(unit).quality.morale();
        let value = base + modifiers.iter().map(|(_, value)| value).sum::<i8>();
        let dice = dice.pair(6);
        let verdict = self.verdict_of(unit, (dice[0] + dice[1]) as i8, value);
        log.event(|| Event::Morale {
            unit,
            dice,
            base,
            value,
            verdict,
            modifiers,
            rally,
        });
        verdict
    }

    /// LR-63: what a sum of two dice means to one whose morale is so much.
    pub fn verdict_of(&self, unit: Id, sum: i8, value: i8) -> Verdict {
        match () {
            () if sum <= value => Verdict::Passed,
            () if !self.card(unit).counts() => Verdict::Destroyed,
            () if 2 * sum >= 3 * value => Verdict::Routed,
            () => Verdict::Flees,
        }
    }

    /// Units that have a reason to test and can.
    pub fn alarmed(&self, p: &Position) -> Set {
        let eager = p.ids().filter(|unit| {
            let state = p.unit(*unit);
            !state.triggers.is_empty() && matches!(state.state, State::Steady | State::Pursuing)
        });
        eager.fold(0, |set, unit| set | one(unit))
    }

    pub fn begin_checkpoint(&self, p: &mut Position, checkpoint: Checkpoint) {
        p.pending = Pending {
            course: Course::Tests(checkpoint),
            waiting: self.alarmed(p),
            ..Pending::NONE
        };
    }

    /// Goes on testing (LR-60, LC-17). Whether a decision stopped it; else the checkpoint is over.
    pub fn go_on_testing(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) -> bool {
        loop {
            if self.next_pursuer(p, dice, log) {
                return true;
            }
            let next = self.in_order(p).find(|unit| p.pending.waiting & one(*unit) != 0);
            if let Some(unit) = next {
                p.pending.waiting &= !one(unit);
                let able = matches!(p.unit(unit).state, State::Steady | State::Pursuing);
                if able && !p.unit(unit).triggers.is_empty() {
                    p.pending.done |= one(unit);
                    p.unit_mut(unit).triggers = Triggers::default();
                    self.reveal(p, unit, log);
                    let verdict = self.morale_test(p, unit, false, dice, log);
                    self.suffer(p, unit, verdict, dice, log);
                }
                continue;
            }
            // A reason gained after the test is dropped.
            for unit in Members(p.pending.done) {
                p.unit_mut(unit).triggers = Triggers::default();
            }
            p.pending.waiting = self.alarmed(p);
            if p.pending.waiting == 0 {
                for unit in &mut p.units {
                    unit.triggers = Triggers::default();
                }
                return false;
            }
        }
    }

    /// What follows from a failed test.
    fn suffer(&self, p: &mut Position, unit: Id, verdict: Verdict, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        match verdict {
            Verdict::Passed | Verdict::Failed => {}
            Verdict::Destroyed => self.remove(p, unit, State::Destroyed, log),
            Verdict::Flees => self.break_and_run(p, unit, State::Fleeing, dice, log),
            Verdict::Routed => self.break_and_run(p, unit, State::Routing, dice, log),
        }
    }

    /// Once a turn, and only from flight or pursuit.
    pub fn check_rally(&self, p: &Position, unit: Id) -> Result<(), Fault> {
        match p.unit(unit) {
            state if state.is(Marks::TRIED) => Err(Fault::AlreadyOrdered),
            state if matches!(state.state, State::Fleeing | State::Pursuing) => Ok(()),
            _ => Err(Fault::State),
        }
    }

    /// LR-67, LR-68, LR-15.
    pub fn rally(&self, p: &mut Position, unit: Id, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        p.unit_mut(unit).marks.set(Marks::TRIED);
        let pursuing = p.unit(unit).state == State::Pursuing;
        if pursuing {
            let passed = if self.pursuers_by_morale {
                self.morale_test(p, unit, true, dice, log) == Verdict::Passed
            } else {
                self.control_test(p, unit, dice, log)
            };
            if passed {
                let halted = p.unit_mut(unit);
                halted.state = State::Steady;
                halted.marks.set(Marks::HALTED);
                log.event(|| Event::Rallied(unit));
            }
            return;
        }
        match self.morale_test(p, unit, true, dice, log) {
            Verdict::Passed => {
                let halted = p.unit_mut(unit);
                halted.state = State::Steady;
                halted.marks.set(Marks::HALTED.and(Marks::RALLIED));
                log.event(|| Event::Rallied(unit));
                self.disorder(p, unit, log);
            }
            Verdict::Routed => self.rout(p, unit, log),
            _ => {}
        }
    }
}
