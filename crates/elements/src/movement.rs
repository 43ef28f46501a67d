//! Moves by order: legality as a whole (LR-18 to LR-31), then dice and steps (LR-13, LR-14).

use crate::battle::Battle;
use crate::choice::{Step, Turn};
use crate::contact::{AT_LINE, Conformed};
use crate::deny::{Fault, Faults};
use crate::march::{Lines, March, Stretch};
use crate::marks::Marks;
use crate::position::{Id, Obstacle, Position, Set, State, one};
use crate::steps::{Aside, check_steps, straight};
use crate::wheel::{Cleared, UNCLEARED};
use board::table::{Angle, By, Footprint, Hand, Hull, Sweep, Way, meets, overlaps};

/// LR-25.
const FRONT_ZONE: i32 = 3000;

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
    fn tests(&self) -> bool {
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
        self.check_move_from(p, unit, steps, contact, UNCLEARED)
    }

    /// The same for one who knows how far the unit can wheel.
    pub fn check_move_from(
        &self,
        p: &Position,
        unit: Id,
        steps: &[Step],
        contact: Option<Id>,
        cleared: Cleared,
    ) -> Result<Plan, Fault> {
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
        // What comes first in the list of faults cannot be bettered by walking.
        if faults.result().is_err_and(|fault| fault < Fault::Budget) {
            return Err(faults.result().err().unwrap_or(Fault::Steps));
        }
        let plan = self.walk_through(p, unit, steps, contact, cleared, &mut faults);
        faults.add_if(again && plan.tests(), Fault::AlreadyOrdered);
        faults.result().map(|()| plan)
    }

    /// Goes through an order as if every test were passed and every Unknown line were Slight.
    fn walk_through(
        &self,
        p: &Position,
        unit: Id,
        steps: &[Step],
        contact: Option<Id>,
        cleared: Cleared,
        faults: &mut Faults,
    ) -> Plan {
        let mut march = March::new(self, p, unit);
        let card = self.card(unit);
        let mut plan = Plan::default();
        march.withdraws = steps.first() == Some(&Step::Turn(Turn::About));
        for (at, step) in steps.iter().enumerate() {
            let last = at + 1 == steps.len();
            match *step {
                Step::Forward(mils) => {
                    let target = contact.filter(|_| last);
                    let leg = self.check_forward(p, &mut march, straight(mils), target, &mut plan, faults);
                    if last {
                        plan.last = leg;
                    }
                }
                _ => {
                    let known = if at == 0 { cleared } else { UNCLEARED };
                    self.check_aside(p, &mut march, *step, known, &mut plan, faults);
                }
            }
        }
        let inside = march.passed & self.covered(p, unit, &march.foot);
        faults.add_if(inside != 0 && contact.is_none(), Fault::Overlap);
        plan.shot = contact.is_some() && card.lead().is_shot();
        if let Some(target) = contact {
            faults.add_if(p.unit(target).state.is_broken(), Fault::Target);
            faults.add_if(card.is_artillery() || card.is_skirmisher(), Fault::ContactType);
        }
        plan
    }

    /// A wheel, a turn or a change of formation (LR-21 to LR-23).
    fn check_aside(
        &self,
        p: &Position,
        march: &mut March<'_>,
        step: Step,
        cleared: Cleared,
        plan: &mut Plan,
        faults: &mut Faults,
    ) {
        let Some(Aside { cost, foot, free }) = self.aside(p, march, step) else {
            return;
        };
        plan.manoeuvre |= !free;
        self.pay(march, cost, faults);
        match step {
            Step::Forward(_) => {}
            Step::Wheel(hand, tenths) => {
                faults.add_if(!(1..=900).contains(&tenths), Fault::Angle);
                let known = cleared[usize::from(hand == Hand::Right)];
                self.check_wheel(p, march, hand, tenths.min(900), known, faults);
            }
            Step::Turn(_) => {
                self.check_placed(p, march, &foot, faults);
                let newly = self.lines_met(&foot.front()) & !self.lines_met(&march.foot.front());
                faults.add_if(self.is_hindered(p, newly), Fault::Obstacle);
            }
            Step::Form(files) => {
                let (card, elements) = (march.card, p.unit(march.unit).elements);
                let one_rank = card.is_artillery() || card.is_skirmisher();
                let wrong = files == 0 || files > elements || (one_rank && files < elements) || card.is_artillery();
                faults.add_if(wrong, Fault::Formation);
                if !wrong {
                    self.check_placed(p, march, &foot, faults);
                }
            }
        }
        march.foot = foot;
    }

    fn pay(&self, march: &mut March<'_>, cost: i64, faults: &mut Faults) {
        faults.add_if(cost > march.left, Fault::Budget);
        march.left -= cost;
        march.left_unhindered -= cost;
    }

    /// Lines that count for turning fronts: those that may be an obstacle.
    fn is_hindered(&self, p: &Position, lines: Lines) -> bool {
        (0..self.lines.len()).any(|at| lines & (1 << at) != 0 && p.lines[at] != Obstacle::Slight)
    }

    /// Units that a footprint overlaps.
    fn covered(&self, p: &Position, unit: Id, foot: &Footprint) -> Set {
        let others = self
            .near(p, unit, foot.bounds())
            .filter(|other| overlaps(foot, &self.foot(p, *other)));
        others.fold(0, |set, other| set | one(other))
    }

    /// A footprint turned or formed anew is on the table, over nobody, off impassable ground.
    fn check_placed(&self, p: &Position, march: &March<'_>, foot: &Footprint, faults: &mut Faults) {
        faults.add_if(!self.table.holds(foot), Fault::OffTable);
        faults.add_if(!self.is_clear_of_others(p, march.unit, foot, 0), Fault::Overlap);
        if march.card.is_artillery() {
            faults.add_if(
                self.bad_areas().any(|area| meets(&foot.front(), &area.shape)),
                Fault::BadGoing,
            );
        }
    }

    /// A straight step; the mils it really goes.
    fn check_forward(
        &self,
        p: &Position,
        march: &mut March<'_>,
        mils: i32,
        target: Option<Id>,
        plan: &mut Plan,
        faults: &mut Faults,
    ) -> i32 {
        let start = march.foot;
        let heading = start.stance().facing;
        let slight = |_: u8| Obstacle::Slight;
        let mut stretch = Stretch::of(mils);
        if let Some(target) = target {
            let mils = march.farthest(mils.min(march.card.moves()[0] as i32));
            let way = Way::along(heading);
            let its = self.foot(p, target);
            let Some(touch) = Sweep::new(&way, By::Common, &start.front(), &its).first(1..=mils) else {
                faults.add(Fault::NoContact);
                self.check_sweep(p, march, &start, mils, Some(target), faults);
                return mils;
            };
            let touching = start.moved(touch);
            let evades = self.will_evade(p, target);
            let face = its.zone(p.unit(march.unit).at.at);
            let conformed = self.conform(p, (march.unit, &touching), target, face, true);
            let there = conformed.map_or(touching, |to| touching.placed(to.stance));
            stretch = Stretch {
                mils: touch,
                excused: self.excused(p, target, &there),
                over_walls: Some(touch - AT_LINE),
            };
            let [_, unknown] = self.defended(p, target, &there);
            plan.claimed = unknown;
            match conformed {
                Ok(to) => plan.contact = Some(to),
                Err(fault) => faults.add_if(!evades, fault),
            }
        } else {
            let cost = march.unhindered(mils);
            faults.add_if(cost > march.left_unhindered, Fault::Budget);
            march.left_unhindered -= cost;
        }
        let leg = march.go(p, &stretch, slight);
        faults.add_if(crate::contact::wall_stops(leg.stopped), Fault::Obstacle);
        let mut gone = leg.mils;
        match target {
            Some(_) => faults.add_if(
                gone < stretch.mils && !crate::contact::wall_stops(leg.stopped),
                Fault::NoContact,
            ),
            None => {
                faults.add_if(leg.unpaid, Fault::Budget);
                gone = self.check_clear_of_foot(p, march, &start, gone, faults);
            }
        }
        if march.card.is_artillery() {
            let mut probe = March::new(self, p, march.unit);
            probe.foot = start;
            faults.add_if(probe.enters_bad(gone), Fault::BadGoing);
        }
        faults.add_if(target.is_none() && !self.table.holds(&march.foot), Fault::OffTable);
        self.check_sweep(p, march, &start, gone, target, faults);
        plan.crosses |= self.crosses_front(p, march.unit, &start, gone, heading);
        gone
    }

    /// LC-4: a thin unit that would end inside foot it withdraws through goes on until just clear of it.
    fn check_clear_of_foot(
        &self,
        p: &Position,
        march: &mut March<'_>,
        start: &Footprint,
        mils: i32,
        faults: &mut Faults,
    ) -> i32 {
        if !march.withdraws {
            return mils;
        }
        let mut end = mils;
        loop {
            let foot = start.moved(end);
            let inside = self
                .others(p, march.unit)
                .find(|other| march.passes_foot(p, *other) && overlaps(&foot, &self.foot(p, *other)));
            let Some(other) = inside else { break };
            let way = Way::along(start.stance().facing);
            match Sweep::new(&way, By::Meet, start, &self.foot(p, other)).first_free(end..=end + 12_000) {
                Some(clear) if clear > end => end = clear,
                _ => break,
            }
        }
        if end > mils {
            let more = march.go(p, &Stretch::of(end - mils), |_| Obstacle::Slight);
            faults.add_if(more.mils < end - mils, Fault::Overlap);
            march.foot = start.moved(end);
        }
        end
    }

    /// Whether the ground a straight step covers is clear, save for those it may pass and the target.
    fn check_sweep(
        &self,
        p: &Position,
        march: &mut March<'_>,
        start: &Footprint,
        mils: i32,
        target: Option<Id>,
        faults: &mut Faults,
    ) {
        let sweep = start.sweep(mils);
        faults.add_if(self.impassable().any(|area| meets(&sweep, &area.shape)), Fault::Overlap);
        for other in self.near(p, march.unit, sweep.bounds()) {
            if Some(other) == target || !overlaps(&sweep, &self.foot(p, other)) {
                continue;
            }
            if march.may_pass(p, other) {
                march.passed |= one(other);
            } else if self.enemies(march.unit, other) && !p.unit(other).state.is_broken() {
                faults.add(Fault::UndeclaredContact);
            } else if !march.rides_down(p, other) {
                faults.add(Fault::Overlap);
            }
        }
    }

    /// LR-25.
    fn crosses_front(&self, p: &Position, unit: Id, start: &Footprint, mils: i32, heading: Angle) -> bool {
        let sweep = start.sweep(mils);
        let near = sweep.bounds().grown(FRONT_ZONE);
        self.near(p, unit, near).any(|other| {
            let enemy = p.unit(other);
            let apart = heading.apart(enemy.at.facing);
            let card = self.card(other);
            self.enemies(unit, other)
                && enemy.state == State::Steady
                && apart > 450
                && apart < 1350
                && !card.is_skirmisher()
                && !card.is_artillery()
                && !p.in_contact(other)
                && meets(&sweep, &self.foot(p, other).ahead(FRONT_ZONE))
        })
    }

    /// LR-32: whether a unit named as a target runs instead of standing.
    pub fn will_evade(&self, p: &Position, target: Id) -> bool {
        self.card(target).is_skirmisher() && !p.in_contact(target) && p.unit(target).state == State::Steady
    }
}
