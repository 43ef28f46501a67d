//! After the blows: closing up (LR-83), recoil and following up (LR-55 to LR-57).

use crate::battle::Battle;
use crate::contact::{AT_LINE, Conformed, TOUCH};
use crate::event::{Event, Way as Why};
use crate::position::{Contact, Id, Obstacle, Position, Question, Set, State, one};
use board::table::{By, Face, Footprint, Segment, Sweep, Way};
use kernel::{Dice, Log};

const CLOSE_UP: i32 = 3000;

impl Battle {
    /// LR-83: whoever's gap has opened closes straight forward; contacts that no longer touch end.
    pub fn close_up(&self, p: &mut Position, log: &mut impl Log<Event>) {
        for unit in self.in_order(p) {
            let mut at = 0;
            while at < p.contacts.len() {
                let contact = p.contacts[at];
                if contact.unit != unit || self.keeps_contact(p, contact, log) {
                    at += 1;
                } else {
                    p.contacts.remove(at);
                }
            }
        }
    }

    fn keeps_contact(&self, p: &mut Position, contact: Contact, log: &mut impl Log<Event>) -> bool {
        let Contact { unit, target, edge, .. } = contact;
        let (foot, its) = (self.foot(p, unit), self.foot(p, target));
        if TOUCH.touches(&foot, &its.edge(edge)) {
            return true;
        }
        let way = Way::along(foot.stance().facing);
        let Some(mil) = Sweep::new(&way, By::Common, &foot.front(), &its).first(1..=CLOSE_UP) else {
            return false;
        };
        let closed = foot.moved(mil);
        if !TOUCH.touches(&closed, &its.edge(edge)) || !self.is_clear(p, unit, &closed, 0) {
            return false;
        }
        let to = closed.stance();
        p.unit_mut(unit).at = to;
        log.event(|| Event::Moved {
            unit,
            way: Why::ClosesUp,
            to,
        });
        self.moved(p, unit, log);
        true
    }

    /// LR-55.
    pub fn must_recoil(&self, p: &Position, unit: Id) -> bool {
        let state = p.unit(unit);
        state.state.on_table()
            && !self.card(unit).is_skirmisher()
            && state.suffered > state.inflicted
            && state.suffered > u16::from(state.deep)
    }

    /// Whether a fortification lies between the centres of two units, or the wall of a camp.
    fn wall_between(&self, p: &Position, one: &Footprint, other: &Footprint) -> bool {
        let between = Segment([one.centre(), other.centre()]);
        let walls = self
            .lines
            .iter()
            .zip(&p.lines)
            .filter(|(_, kind)| **kind == Obstacle::Fortification);
        walls.into_iter().any(|(line, _)| line.line.meets(&between))
    }

    /// Enemies of a unit that may go after it when it goes back or flees: their front touched it and nobody else (LR-57, LR-66).
    pub fn chasers(&self, p: &Position, runner: Id) -> Set {
        let foot = self.foot(p, runner);
        let touched = p.touching(runner).map(|(unit, _)| unit);
        let able = touched.filter(|unit| {
            let card = self.card(*unit);
            let alone = p.contacts_of(*unit).all(|c| c.unit == runner || c.target == runner);
            let walled = card.is_mounted() && self.wall_between(p, &self.foot(p, *unit), &foot);
            let steady = p.unit(*unit).state == State::Steady;
            steady && alone && !walled && !card.is_artillery() && !card.is_skirmisher()
        });
        able.fold(0, |set, unit| set | one(unit))
    }

    /// Those of a set that defend a line against an enemy, and did not make the contact.
    pub fn defenders(&self, p: &Position, chasers: Set, runner: Id) -> Set {
        let foot = self.foot(p, runner);
        let made = |unit: Id| p.contacts.iter().any(|c| c.unit == unit && c.target == runner);
        let held = p
            .ids()
            .filter(|unit| chasers & one(*unit) != 0 && !made(*unit) && self.defence(p, *unit, &foot) > 0);
        held.fold(0, |set, unit| set | one(unit))
    }

    /// One unit recoils; whoever may follow it is noted.
    pub fn recoil(&self, p: &mut Position, unit: Id, log: &mut impl Log<Event>) {
        let recoilers = p.pending.done;
        p.pending.runner = unit;
        p.pending.chasers = self.chasers(p, unit) & !recoilers;
        p.pending.defending = self.defenders(p, p.pending.chasers, unit);
        if self.card(unit).is_artillery() {
            self.remove(p, unit, State::Destroyed, log);
            p.pending.chasers = 0;
            return;
        }
        let Some(way) = self.recoil_way(p, unit) else {
            p.pending.chasers = 0;
            self.disorder(p, unit, log);
            return;
        };
        let foot = self.foot(p, unit);
        if let Some(mils) = self.recoil_mils(p, unit, &foot, &way) {
            if mils > 0 {
                p.end_contacts(unit);
                self.go_back(p, unit, &foot, &way, (mils, Why::Recoils), log);
            } else {
                p.pending.chasers = 0;
            }
            if mils < self.rulings.recoil {
                self.disorder(p, unit, log);
            }
        } else {
            self.remove(p, unit, State::DrivenOff, log);
            p.pending.chasers = 0;
        }
    }

    /// Straight back; touched only on one flank, away from that enemy (LC-14); `None`: it stays (touched in the rear, on two flanks).
    fn recoil_way(&self, p: &Position, unit: Id) -> Option<Way> {
        let touched = |face: Face| p.touching(unit).find(|(_, f)| *f == face).map(|(enemy, _)| enemy);
        let back = p.unit(unit).at.facing.opposite();
        if touched(Face::Rear).is_some() {
            return None;
        }
        if touched(Face::Front).is_some() {
            return Some(Way::along(back));
        }
        match (touched(Face::Left), touched(Face::Right)) {
            (Some(_), Some(_)) => None,
            (Some(enemy), None) | (None, Some(enemy)) => Some(Way::along(p.unit(enemy).at.facing)),
            (None, None) => Some(Way::along(back)),
        }
    }

    /// How far it goes; `None`: off the table.
    fn recoil_mils(&self, p: &Position, unit: Id, foot: &Footprint, way: &Way) -> Option<i32> {
        let passes = |other: Id| crate::march::may_pass(self, p, unit, other, true);
        let mut end = self.rulings.recoil;
        loop {
            let mut free = self.walled_back(p, unit, foot, way, end);
            for other in self.others(p, unit).filter(|other| !passes(*other)) {
                let its = self.foot(p, other);
                if let Some(mil) = Sweep::new(way, By::Overlap, foot, &its).first(1..=free) {
                    free = Sweep::new(way, By::Meet, foot, &its).last_free(0..=mil).unwrap_or(0);
                }
            }
            for area in self.impassable() {
                if let Some(mil) = Sweep::new(way, By::Meet, foot, &area.shape).first(1..=free) {
                    free = mil - 1;
                }
            }
            if Sweep::off_table(way, foot, &self.table).first(1..=free).is_some() {
                return None;
            }
            let stands = foot.shifted(way.shift(free));
            let inside = self
                .others(p, unit)
                .find(|other| board::table::overlaps(&stands, &self.foot(p, *other)));
            let Some(other) = inside else { return Some(free) };
            let its = self.foot(p, other);
            let sweep = Sweep::new(way, By::Meet, foot, &its);
            if free == end && crate::march::withdraws_through(self, p, unit, other) {
                match sweep.first_free(end..=end + 12_000) {
                    Some(clear) if clear > end => end = clear,
                    _ => return Some(self.stop_before(p, unit, foot, way, free, 0)),
                }
            } else {
                // It may pass, but not end there: blocked.
                return Some(self.stop_before(p, unit, foot, way, free, 0));
            }
        }
    }

    /// LR-57: where a follow-up would lead: how far, and to whom. `None`: it reaches nobody.
    pub fn follow_to(&self, p: &Position, unit: Id, runner: Id) -> Option<(i32, Id, Face)> {
        let foot = self.foot(p, unit);
        let way = Way::along(foot.stance().facing);
        let front = foot.front();
        let mut best: Option<(i32, Id)> = None;
        for other in self.others(p, unit).filter(|other| self.enemies(unit, *other)) {
            if p.unit(other).state.is_broken() {
                continue;
            }
            let sweep = Sweep::new(&way, By::Common, &front, &self.foot(p, other));
            if let Some(mil) = sweep.first(0..=self.rulings.recoil) {
                let rank = (mil, other != runner, other);
                if best.is_none_or(|(least, known)| rank < (least, known != runner, known)) {
                    best = Some((mil, other));
                }
            }
        }
        let (mil, enemy) = best?;
        let free = self.free_mils(p, unit, &foot, &way, mil, one(enemy), |_| false);
        if free < mil {
            return None;
        }
        let wall = self.card(unit).is_mounted() && self.crosses_wall(p, &foot, mil);
        let face = self.foot(p, enemy).zone(p.unit(unit).at.at);
        (!wall).then_some((mil, enemy, face))
    }

    /// Whether a straight move would bring a front over a wall.
    pub fn crosses_wall(&self, p: &Position, foot: &Footprint, mils: i32) -> bool {
        self.first_wall(p, foot, mils).is_some()
    }

    /// The first mil of a straight move that would bring a front onto a wall.
    pub fn first_wall(&self, p: &Position, foot: &Footprint, mils: i32) -> Option<i32> {
        self.first_wall_along(p, foot, &Way::along(foot.stance().facing), 1, mils)
    }

    /// Horse and guns that go back are stopped by a wall, but for one that they came over in the last quarter inch of a contact.
    pub fn walled_back(&self, p: &Position, unit: Id, foot: &Footprint, way: &Way, mils: i32) -> i32 {
        if self.card(unit).is_foot() {
            return mils;
        }
        let wall = self.first_wall_along(p, foot, way, AT_LINE + 1, mils);
        wall.map_or(mils, |mil| mil - 1)
    }

    /// The first mil of a way, not before `least`, after which a front is on a wall.
    fn first_wall_along(&self, p: &Position, foot: &Footprint, way: &Way, least: i32, mils: i32) -> Option<i32> {
        let front = foot.front();
        let walls = self
            .lines
            .iter()
            .zip(&p.lines)
            .filter(|(line, kind)| **kind == Obstacle::Fortification && !line.line.meets(&front));
        walls
            .filter_map(|(line, _)| line.line.first(way, &front, mils))
            .filter(|mil| *mil >= least)
            .min()
    }

    /// Where a unit comes to that follows up, and upon whom.
    pub fn follow_place(&self, p: &Position, unit: Id, runner: Id) -> Option<(Conformed, Id)> {
        let (mil, enemy, face) = self.follow_to(p, unit, runner)?;
        let foot = self.foot(p, unit).moved(mil);
        let to = if TOUCH.touches(&foot, &self.foot(p, enemy).edge(face)) {
            let stance = foot.stance();
            Conformed { stance, face }
        } else {
            self.conform(p, (unit, &foot), enemy, face, true).ok()?
        };
        Some((to, enemy))
    }

    pub fn follow_up(&self, p: &mut Position, unit: Id, runner: Id, log: &mut impl Log<Event>) {
        let Some((to, enemy)) = self.follow_place(p, unit, runner) else {
            return;
        };
        if enemy == runner {
            p.unit_mut(unit).followed = runner;
        }
        let stance = to.stance;
        log.event(|| Event::Moved {
            unit,
            way: Why::Follows,
            to: stance,
        });
        self.make_contact(p, unit, enemy, to, false, log);
        self.moved(p, unit, log);
    }

    /// LR-55: skirmishers still in contact after the fight run.
    pub fn evade_after(&self, p: &mut Position, log: &mut impl Log<Event>) {
        for unit in self.in_order(p) {
            if !self.card(unit).is_skirmisher() || !p.unit(unit).state.on_table() {
                continue;
            }
            let Some(enemy) = p.touching(unit).map(|(enemy, _)| enemy).min() else {
                continue;
            };
            let heading = p.unit(enemy).at.facing;
            self.evade(p, unit, heading, one(enemy), log);
        }
    }

    /// The next of those who may follow: asked if foot, carried out if mounted.
    pub fn next_follower(&self, p: &mut Position, log: &mut impl Log<Event>) -> bool {
        let runner = p.pending.runner;
        while p.pending.chasers != 0 {
            let unit = p.pending.chasers.trailing_zeros() as Id;
            p.pending.chasers &= !one(unit);
            // Nobody is asked whether to go where there is no room to come to.
            if self.follow_place(p, unit, runner).is_none() {
                continue;
            }
            if self.card(unit).is_mounted() {
                self.follow_up(p, unit, runner, log);
            } else {
                p.pending.question = Some((Question::Follow, unit));
                return true;
            }
        }
        false
    }

    /// A unit tries not to follow up or pursue: whether it stays.
    pub fn holds(&self, p: &Position, unit: Id, dice: &mut impl Dice, log: &mut impl Log<Event>) -> bool {
        let stays = p.pending.defending & one(unit) != 0 || self.control_test(p, unit, dice, log);
        if stays {
            log.event(|| Event::Held(unit));
        }
        stays
    }
}
