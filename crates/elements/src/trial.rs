//! An order looked at step by step (LR-18 to LR-31), as if every test were passed and every Unknown line were Slight.

use crate::battle::Battle;
use crate::choice::{Step, Turn};
use crate::contact::{AT_LINE, wall_stops};
use crate::deny::{Fault, Faults};
use crate::march::{Lines, March, Stretch};
use crate::marks::Marks;
use crate::movement::Plan;
use crate::position::{Id, Obstacle, Position, Set, State, one};
use crate::steps::{Aside, straight};
use crate::wheel::Wheels;
use board::table::{By, Footprint, Hull, Sweep, Way, meets, overlaps};

/// An order as far as it has been looked at. A list tries many that begin alike: they go on from one.
#[derive(Clone)]
pub struct Trial<'a> {
    p: &'a Position,
    pub march: March<'a>,
    pub plan: Plan,
    pub faults: Faults,
    /// What is known of its wheels; of the first step only.
    pub wheels: Option<&'a Wheels<'a>>,
}

fn slight(_: u8) -> Obstacle {
    Obstacle::Slight
}

impl<'a> Trial<'a> {
    /// Before the first step.
    pub fn new(battle: &'a Battle, p: &'a Position, unit: Id) -> Trial<'a> {
        Trial {
            p,
            march: March::new(battle, p, unit),
            plan: Plan::default(),
            faults: Faults::default(),
            wheels: None,
        }
    }

    fn battle(&self) -> &'a Battle {
        self.march.battle
    }

    /// One more step; `target`: whom it is to bring it into contact with.
    pub fn step(&mut self, step: Step, target: Option<Id>) {
        if let Step::Forward(mils) = step {
            self.plan.last = self.forward(straight(mils), target);
        } else {
            self.aside(step);
        }
        self.wheels = None;
    }

    /// After the last step: what the order asks for, or why it is refused.
    pub fn finish(mut self, contact: Option<Id>) -> Result<Plan, Fault> {
        let (battle, p, march) = (self.battle(), self.p, &self.march);
        let card = march.card;
        if let Some(target) = contact {
            self.plan.shot = card.lead().is_shot();
            self.faults.add_if(p.unit(target).state.is_broken(), Fault::Target);
            self.faults
                .add_if(card.is_artillery() || card.is_skirmisher(), Fault::ContactType);
        } else if march.passed != 0 {
            let mut covered = battle.near(p, !march.passed, march.foot.bounds());
            let inside = covered.any(|other| overlaps(&march.foot, &battle.foot(p, other)));
            self.faults.add_if(inside, Fault::Overlap);
        }
        let again = p.unit(march.unit).is(Marks::FAILED);
        self.faults.add_if(again && self.plan.tests(), Fault::AlreadyOrdered);
        self.faults.result().map(|()| self.plan)
    }

    /// A wheel, a turn or a change of formation (LR-21 to LR-23).
    fn aside(&mut self, step: Step) {
        let (battle, p) = (self.battle(), self.p);
        let Some(Aside { cost, foot, free }) = battle.aside(p, &self.march, step) else {
            return;
        };
        let (march, faults) = (&mut self.march, &mut self.faults);
        self.plan.manoeuvre |= !free;
        faults.add_if(cost > march.left, Fault::Budget);
        march.left -= cost;
        march.left_unhindered -= cost;
        match step {
            Step::Forward(_) => {}
            Step::Wheel(hand, tenths) => {
                faults.add_if(!(1..=900).contains(&tenths), Fault::Angle);
                battle.check_wheel(p, march, (hand, tenths.min(900)), self.wheels, faults);
            }
            Step::Turn(turn) => {
                march.withdraws = turn == Turn::About;
                self.placed(&foot);
                let newly = battle.lines_met(&foot.front()) & !battle.lines_met(&self.march.foot.front());
                self.faults.add_if(self.is_hindered(newly), Fault::Obstacle);
            }
            Step::Form(files) => {
                let (card, elements) = (march.card, p.unit(march.unit).elements);
                let one_rank = card.is_artillery() || card.is_skirmisher();
                let wrong = files == 0 || files > elements || (one_rank && files < elements) || card.is_artillery();
                faults.add_if(wrong, Fault::Formation);
                if !wrong {
                    self.placed(&foot);
                }
            }
        }
        self.march.foot = foot;
    }

    /// Lines that count for turning fronts: those known to be obstacles (EL-14).
    fn is_hindered(&self, lines: Lines) -> bool {
        let mut kinds = self.p.lines.iter().enumerate();
        kinds.any(|(at, kind)| lines & (1 << at) != 0 && kind.hinders())
    }

    /// A footprint turned or formed anew is on the table, over nobody, off impassable ground.
    fn placed(&mut self, foot: &Footprint) {
        let (battle, march) = (self.battle(), &self.march);
        self.faults.add_if(!battle.table.holds(foot), Fault::OffTable);
        let clear = battle.is_clear_of_others(self.p, march.unit, foot, march.far);
        self.faults.add_if(!clear, Fault::Overlap);
        if march.card.is_artillery() {
            let bad = battle.bad_areas().any(|area| meets(&foot.front(), &area.shape));
            self.faults.add_if(bad, Fault::BadGoing);
        }
    }

    /// A straight step; the mils it really goes.
    fn forward(&mut self, mils: i32, target: Option<Id>) -> i32 {
        let start = self.march.foot;
        let stretch = match target {
            Some(target) => match self.reach_touch(mils, target) {
                Ok(stretch) => stretch,
                Err(mils) => return mils,
            },
            None => {
                let cost = self.march.unhindered(mils);
                self.faults.add_if(cost > self.march.left_unhindered, Fault::Budget);
                self.march.left_unhindered -= cost;
                Stretch::of(mils)
            }
        };
        let leg = self.march.go(self.p, &stretch, slight);
        let walled = wall_stops(leg.stopped);
        self.faults.add_if(walled, Fault::Obstacle);
        let mut gone = leg.mils;
        if target.is_some() {
            self.faults.add_if(gone < stretch.mils && !walled, Fault::NoContact);
        } else {
            self.faults.add_if(leg.unpaid, Fault::Budget);
            gone = self.clear_of_foot(&start, gone);
            self.faults
                .add_if(!self.battle().table.holds(&self.march.foot), Fault::OffTable);
        }
        if self.march.card.is_artillery() {
            let front = start.front();
            let bad = self.battle().enters_bad(start.stance().facing, &front, gone);
            self.faults.add_if(bad, Fault::BadGoing);
        }
        self.swept(&start, gone, target);
        gone
    }

    /// How far it is to the touch, and what is excused on the way. If it does not come to it: the mils it looked at.
    fn reach_touch(&mut self, mils: i32, target: Id) -> Result<Stretch, i32> {
        let (battle, p, start) = (self.battle(), self.p, self.march.foot);
        let mils = self.march.farthest(mils.min(self.march.card.moves()[0] as i32));
        let way = Way::along(start.stance().facing);
        let its = battle.foot(p, target);
        let Some(touch) = Sweep::new(&way, By::Common, &start.front(), &its).first(1..=mils) else {
            self.faults.add(Fault::NoContact);
            self.swept(&start, mils, Some(target));
            return Err(mils);
        };
        let touching = start.moved(touch);
        let face = its.zone(p.unit(self.march.unit).at.at);
        let conformed = battle.conform(p, (self.march.unit, &touching), target, face, true);
        let there = conformed.map_or(touching, |to| touching.placed(to.stance));
        let [_, unknown] = battle.defended(p, target, &there);
        self.plan.claimed = unknown;
        match conformed {
            Ok(to) => self.plan.contact = Some(to),
            Err(fault) => self.faults.add_if(!battle.will_evade(p, target), fault),
        }
        Ok(Stretch {
            mils: touch,
            excused: battle.excused(p, target, &there),
            over_walls: Some(touch - AT_LINE),
        })
    }

    /// LC-4: a thin unit that would end inside foot it withdraws through goes on until just clear of it.
    fn clear_of_foot(&mut self, start: &Footprint, mils: i32) -> i32 {
        let (battle, p, march) = (self.battle(), self.p, &mut self.march);
        if !march.withdraws {
            return mils;
        }
        let mut end = mils;
        loop {
            let foot = start.moved(end);
            let inside = battle
                .others(p, march.unit)
                .find(|other| march.passes_foot(p, *other) && overlaps(&foot, &battle.foot(p, *other)));
            let Some(other) = inside else { break };
            let way = Way::along(start.stance().facing);
            match Sweep::new(&way, By::Meet, start, &battle.foot(p, other)).first_free(end..=end + 12_000) {
                Some(clear) if clear > end => end = clear,
                _ => break,
            }
        }
        if end > mils {
            let more = march.go(p, &Stretch::of(end - mils), slight);
            self.faults.add_if(more.mils < end - mils, Fault::Overlap);
            march.foot = start.moved(end);
        }
        end
    }

    /// Whether the ground a straight step covers is clear, save for those it may pass and the target; and whether it crosses a front.
    fn swept(&mut self, start: &Footprint, mils: i32, target: Option<Id>) {
        let (battle, p, march) = (self.battle(), self.p, &mut self.march);
        let sweep = start.sweep(mils);
        let bounds = sweep.bounds();
        let drowned = battle.impassable().any(|area| meets(&sweep, &area.shape));
        self.faults.add_if(drowned, Fault::Overlap);
        for other in battle.near(p, march.far | one(march.unit), bounds.grown(battle.rulings.front_zone)) {
            let its = battle.foot(p, other);
            let enemy = battle.enemies(march.unit, other);
            if enemy && !self.plan.crosses {
                self.plan.crosses =
                    battle.guards_front(p, other, start) && meets(&sweep, &its.ahead(battle.rulings.front_zone));
            }
            if Some(other) == target || !overlaps(&sweep, &its) {
                continue;
            }
            if march.may_pass(p, other) {
                march.passed |= one(other);
            } else if enemy && !p.unit(other).state.is_broken() {
                self.faults.add(Fault::UndeclaredContact);
            } else if !march.rides_down(p, other) {
                self.faults.add(Fault::Overlap);
            }
        }
    }
}

impl Battle {
    /// LR-25: whether a move in the direction of this footprint goes across the front of an enemy who minds.
    fn guards_front(&self, p: &Position, enemy: Id, mover: &Footprint) -> bool {
        let state = p.unit(enemy);
        let apart = mover.stance().facing.apart(state.at.facing);
        let card = self.card(enemy);
        apart > 450 && apart < 1350 && state.state == State::Steady && card.counts() && !p.in_contact(enemy)
    }

    /// Who is too far from a unit for any order of it to concern: nobody within its whole move, a wheel, and what is asked beyond.
    pub fn too_far(&self, p: &Position, unit: Id) -> Set {
        let foot = self.foot(p, unit);
        let turned = 2 * foot.half_width() + foot.depth();
        let reach = self.card(unit).moves()[0] as i32 + turned + 2 * self.rulings.front_zone;
        let near = self.near(p, one(unit), foot.bounds().grown(reach));
        !near.fold(0, |set, other| set | one(other))
    }
}
