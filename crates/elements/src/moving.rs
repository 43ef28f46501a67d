//! Moves by order, carried out: dice and steps (LR-13, LR-14).

use crate::battle::Battle;
use crate::choice::{Step, Turn};
use crate::contact::AT_LINE;
use crate::deny::Fault;
use crate::event::{Event, Way as Why};
use crate::march::{March, Stretch};
use crate::marks::Marks;
use crate::movement::Plan;
use crate::position::{Id, Position, one};
use crate::steps::{Aside, straight};
use board::table::{By, Sweep, Way, overlaps};
use kernel::{Dice, Log};

impl Battle {
    /// Carries an order out, dice included.
    pub fn resolve_move(
        &self,
        p: &mut Position,
        unit: Id,
        steps: &[Step],
        contact: Option<Id>,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let side = self.side_of(unit);
        let Ok(plan) = self.check_move(&self.known_to(p, side), unit, steps, contact) else {
            debug_assert!(false, "an order is checked before it is carried out");
            return;
        };
        self.may_reveal(unit, log);
        if contact.is_some() {
            // LR-74.
            p.army_mut(side).defence = false;
        }
        let start = p.unit(unit).at;
        let ordered = p.unit_mut(unit);
        ordered.marks.clear(Marks::FAILED);
        ordered.marks.set(Marks::ORDERED);
        self.reveal(p, unit, log);
        for line in (0..self.lines.len()).filter(|line| plan.claimed & (1 << line) != 0) {
            self.find_line(p, line, dice, log);
        }
        for _ in 0..u8::from(plan.shot) + u8::from(plan.crosses) {
            if !self.control_test(p, unit, dice, log) {
                p.unit_mut(unit).marks.set(Marks::FAILED);
                return;
            }
        }
        let mut march = March::new(self, p, unit);
        march.withdraws = steps.first() == Some(&Step::Turn(Turn::About));
        for (at, step) in steps.iter().enumerate() {
            let last = at + 1 == steps.len();
            let goes_on = match *step {
                Step::Forward(mils) => {
                    let mils = if last { plan.last } else { straight(mils) };
                    let target = contact.filter(|_| last);
                    self.step_forward(p, &mut march, mils, target, &plan, start, dice, log)
                }
                _ => self.step_aside(p, &mut march, *step, dice, log),
            };
            let spent = march.card.budget() - march.left;
            p.unit_mut(unit).spent = spent as u32;
            if !goes_on {
                break;
            }
        }
        self.moved(p, unit, log);
        let to = p.unit(unit).at;
        if to != start {
            p.unit_mut(unit).marks.set(Marks::MOVED);
            log.event(|| Event::Moved {
                unit,
                way: Why::Order,
                to,
            });
        }
    }

    /// A wheel, a turn or a change of formation, with its test. Whether the order goes on.
    fn step_aside(
        &self,
        p: &mut Position,
        march: &mut March<'_>,
        step: Step,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> bool {
        let unit = march.unit;
        let Some(Aside { cost, free, .. }) = self.aside(p, march, step) else {
            return true;
        };
        // A line found on the way may have left too little.
        if cost > march.left {
            return false;
        }
        if !free && !self.control_test(p, unit, dice, log) {
            p.unit_mut(unit).marks.set(Marks::FAILED);
            return false;
        }
        let made = self.turns_upon(p, march, step, dice, log);
        let Some(Aside { cost, foot, .. }) = made.and_then(|made| self.aside(p, march, made)) else {
            return false;
        };
        if let Some(hidden) = self.runs_into_hidden(p, unit, &foot) {
            self.reveal(p, hidden, log);
            p.unit_mut(unit).marks.clear(Marks::ORDERED);
            return false;
        }
        march.left -= cost;
        march.foot = foot;
        let state = p.unit_mut(unit);
        state.at = foot.stance();
        state.marks.set(Marks::MOVED);
        if let Step::Form(files) = step {
            state.files = files;
            log.event(|| Event::Formed(unit, files));
        }
        made == Some(step)
    }

    /// A straight step. Whether the order goes on.
    #[allow(clippy::too_many_arguments)]
    fn step_forward(
        &self,
        p: &mut Position,
        march: &mut March<'_>,
        mils: i32,
        target: Option<Id>,
        plan: &Plan,
        order_start: board::table::Stance,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> bool {
        let unit = march.unit;
        let start = march.foot;
        let mut stretch = Stretch::of(mils);
        if let Some(target) = target {
            let there = plan.contact.map_or(start.moved(mils), |to| start.placed(to.stance));
            stretch.excused = self.excused(p, target, &there);
            stretch.over_walls = Some(mils - AT_LINE);
        }
        let seen = self.first_hidden(p, unit, &start, mils);
        if let Some((mil, _)) = seen {
            stretch.mils = mil;
        }
        let leg = self.go_dicing(p, march, &stretch, dice, log);
        let mut gone = leg.mils;
        let short = gone < mils;
        if short {
            // It does not stop inside somebody it was passing: it stops before him.
            let ridden = self.others(p, unit).filter(|other| march.rides_down(p, *other));
            let ridden = ridden.fold(0, |set, other| set | one(other));
            gone = self.stop_before(p, unit, &start, &Way::along(start.stance().facing), gone, ridden);
            march.shorten(&start, gone);
        }
        self.trample(p, unit, march.swept(p, &start, gone), log);
        p.unit_mut(unit).at = march.foot.stance();
        if gone > 0 {
            p.unit_mut(unit).marks.set(Marks::MOVED);
        }
        if let Some((_, hidden)) = seen.filter(|(mil, _)| gone == *mil) {
            self.reveal(p, hidden, log);
            if short {
                // It stops there and may be given one further order (LR-69).
                p.unit_mut(unit).marks.clear(Marks::ORDERED);
                return false;
            }
        }
        if short {
            return false;
        }
        if let Some(target) = target {
            self.arrive(p, march, target, plan, order_start, dice, log);
        }
        true
    }

    /// Whoever was still passing friends when the skirmishers ran, and could not run on past them, stands before them.
    fn back_off_friends(&self, p: &mut Position, unit: Id, heading: board::table::Angle) {
        let back = Way::along(heading.opposite());
        for _ in 0..p.units.len() {
            let foot = self.foot(p, unit);
            let mut friends = self.others(p, unit).filter(|other| !self.enemies(unit, *other));
            let Some(friend) = friends.find(|other| overlaps(&foot, &self.foot(p, *other))) else {
                return;
            };
            let its = self.foot(p, friend);
            let Some(free) =
                Sweep::new(&back, By::Meet, &foot, &its).first_free(0..=foot.depth() + its.depth() + 12_000)
            else {
                return;
            };
            p.unit_mut(unit).at = foot.moved(-free).stance();
        }
    }

    /// At the touch: skirmishers run, everybody else is in contact.
    #[allow(clippy::too_many_arguments)]
    fn arrive(
        &self,
        p: &mut Position,
        march: &mut March<'_>,
        target: Id,
        plan: &Plan,
        order_start: board::table::Stance,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let unit = march.unit;
        let heading = march.foot.stance().facing;
        if self.will_evade(p, target) && self.evade(p, target, heading, one(unit), log) {
            self.run_on(p, march, target, order_start.at, dice, log);
            self.back_off_friends(p, unit, heading);
            return;
        }
        let touching = march.foot;
        let face = self.foot(p, target).zone(order_start.at);
        let to = plan.contact.ok_or(Fault::Conform);
        if let Ok(to) = to.or_else(|_| self.conform(p, (unit, &touching), target, face, true)) {
            march.foot = touching.placed(to.stance);
            p.unit_mut(unit).into = target;
            self.make_contact(p, unit, target, to, true, log);
        } else {
            // Skirmishers that could not turn and cannot be lined up with: it stands before them.
            let its = self.foot(p, target);
            let back = Way::along(heading.opposite());
            let free = Sweep::new(&back, By::Meet, &touching, &its)
                .first_free(0..=2000)
                .unwrap_or(0);
            march.foot = touching.moved(-free);
            p.unit_mut(unit).at = march.foot.stance();
        }
    }
}
