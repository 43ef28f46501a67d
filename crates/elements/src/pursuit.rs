//! Pursuit (LR-66, L-72, L-73, LC-16).

use crate::battle::Battle;
use crate::event::{Event, Way as Why};
use crate::march::may_pass;
use crate::marks::Marks;
use crate::position::{Id, Position, Question, State, one};
use board::table::{Angle, By, Footprint, Point, Sweep, Way, distance};
use kernel::{Dice, Log, Quiet};

impl Battle {
    /// Turned about its front-centre to a heading.
    fn turned_to(&self, p: &Position, unit: Id, heading: Angle) -> Footprint {
        let foot = self.foot(p, unit);
        foot.placed(foot.stance().facing(heading))
    }

    /// The next of those who may pursue: asked if foot, carried out if mounted. Whether somebody is asked.
    pub fn next_pursuer(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) -> bool {
        while p.pending.chasers != 0 {
            let unit = p.pending.chasers.trailing_zeros() as Id;
            p.pending.chasers &= !one(unit);
            let heading = Angle::new(p.pending.heading.into());
            let turned = self.turned_to(p, unit, heading);
            if p.unit(unit).state != State::Steady || !self.is_clear(p, unit, &turned, 0) {
                continue;
            }
            if self.card(unit).is_mounted() {
                self.pursue(p, unit, dice, log);
            } else {
                p.pending.question = Some((Question::Pursue, unit));
                return true;
            }
        }
        false
    }

    /// The first move of a pursuit.
    pub fn pursue(&self, p: &mut Position, unit: Id, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let mils = self.begin_pursuit(p, unit, dice.die(6));
        self.chase(p, unit, mils, dice, log);
        if p.unit(unit).state.on_table() {
            self.disorder(p, unit, log);
        }
    }

    /// Turns a unit after those that flee; how far it goes by this die (L-72).
    pub fn begin_pursuit(&self, p: &mut Position, unit: Id, die: u8) -> i32 {
        let mils = self.full_move(p, unit) + 1000 * i32::from(die);
        let turned = self.turned_to(p, unit, Angle::new(p.pending.heading.into()));
        p.unit_mut(unit).at = turned.stance();
        p.unit_mut(unit).state = State::Pursuing;
        mils
    }

    /// Where a pursuit ends that goes no farther than it must: by the lowest die. Nothing if that leads off the table.
    pub fn pursuit_place(&self, p: &Position, unit: Id) -> Option<Footprint> {
        let mut then = p.clone();
        let mils = self.begin_pursuit(&mut then, unit, 1);
        self.run_after(&mut then, unit, mils, &mut Quiet);
        then.unit(unit).state.on_table().then(|| self.foot(&then, unit))
    }

    /// L-73: a later move, towards the nearest broken enemy, else straight on.
    pub fn pursue_later(&self, p: &mut Position, unit: Id, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let foot = self.foot(p, unit);
        let broken = self
            .others(p, unit)
            .filter(|other| self.enemies(unit, *other) && p.unit(*other).state.is_broken());
        let nearest = broken.map(|other| (distance(&foot, &self.foot(p, other)), other)).min();
        let mils = self.full_move(p, unit);
        if let Some((_, runner)) = nearest
            && let Some(heading) = Angle::bearing(p.unit(unit).at.at, self.foot(p, runner).centre())
        {
            let turned = self.turned_to(p, unit, heading);
            if self.is_clear(p, unit, &turned, 0) {
                p.unit_mut(unit).at = turned.stance();
            }
        }
        self.chase(p, unit, mils, dice, log);
    }

    /// Straight on, and strikes whomever it catches.
    fn chase(&self, p: &mut Position, unit: Id, mils: i32, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        if let Some(runner) = self.run_after(p, unit, mils, log) {
            self.strike(p, unit, runner, dice, log);
        }
        if p.unit(unit).state.on_table() {
            self.moved(p, unit, log);
        }
    }

    /// Straight on: to the fleers, a fresh enemy, a friend in the way, or over the table's edge. Whom it comes to strike.
    pub fn run_after(&self, p: &mut Position, unit: Id, mils: i32, log: &mut impl Log<Event>) -> Option<Id> {
        self.may_reveal(unit, log);
        let start = self.foot(p, unit);
        let from: Point = start.stance().at;
        let way = Way::along(start.stance().facing);
        let front = start.front();
        let mut end = mils;
        if !self.card(unit).is_foot()
            && let Some(mil) = self.first_wall(p, &start, end)
        {
            end = mil - 1;
        }
        for area in self.impassable() {
            if let Some(mil) = Sweep::new(&way, By::Meet, &start, &area.shape).first(1..=end) {
                end = mil - 1;
            }
        }
        let mut met: Option<(i32, Id)> = None;
        for other in self.others(p, unit) {
            let its = self.foot(p, other);
            if self.enemies(unit, other) {
                // Who touches them already goes no farther.
                let touch = Sweep::new(&way, By::Common, &front, &its).first(0..=end);
                met = touch.map_or(met, |mil| {
                    Some(met.map_or((mil, other), |known| known.min((mil, other))))
                });
            } else if !may_pass(self, p, unit, other, false)
                && let Some(mil) = Sweep::new(&way, By::Overlap, &start, &its).first(1..=end)
            {
                end = Sweep::new(&way, By::Meet, &start, &its).last_free(0..=mil).unwrap_or(0);
            }
        }
        let met = met.filter(|(mil, _)| *mil <= end);
        let mut stop = met.map_or(end, |(mil, _)| mil);
        let mut touched = met.map(|(_, enemy)| enemy);
        // It does not end inside a friend it may pass (LC-3), but stops before it.
        let enemies = self.others(p, unit).filter(|other| self.enemies(unit, *other));
        let enemies = enemies.fold(0, |set, other| set | one(other));
        let clear = self.stop_before(p, unit, &start, &way, stop, enemies);
        if clear < stop {
            (stop, touched) = (clear, None);
        }
        let off = Sweep::off_table(&way, &start, &self.table).first(0..=stop);
        for other in self.others(p, unit) {
            let covered = !self.enemies(unit, other)
                && Sweep::new(&way, By::Overlap, &start, &self.foot(p, other))
                    .first(1..=off.unwrap_or(stop))
                    .is_some();
            if covered {
                self.run_over(p, unit, other, log);
            }
        }
        if off.is_some() {
            self.remove(p, unit, State::Left, log);
            return None;
        }
        let to = start.moved(stop).stance();
        let chaser = p.unit_mut(unit);
        chaser.at = to;
        chaser.marks.set(Marks::MOVED);
        log.event(|| Event::Moved {
            unit,
            way: Why::Pursues,
            to,
        });
        let enemy = touched?;
        if p.unit(enemy).state.is_broken() {
            return Some(enemy);
        }
        self.meet_fresh(p, unit, enemy, from, &start, stop, log);
        None
    }

    /// Fresh enemy in the path: contact, and the pursuit is over.
    #[allow(clippy::too_many_arguments)]
    fn meet_fresh(
        &self,
        p: &mut Position,
        unit: Id,
        enemy: Id,
        from: Point,
        start: &Footprint,
        mils: i32,
        log: &mut impl Log<Event>,
    ) {
        let its = self.foot(p, enemy);
        let face = its.zone(from);
        match self.conform(p, (unit, &start.moved(mils)), enemy, face, false) {
            Ok(to) => {
                self.make_contact(p, unit, enemy, to, true, log);
                p.unit_mut(unit).state = State::Steady;
            }
            Err(_) => {
                let way = Way::along(start.stance().facing);
                let clear = Sweep::new(&way, By::Meet, start, &its).last_free(0..=mils).unwrap_or(0);
                p.unit_mut(unit).at = start.moved(clear).stance();
            }
        }
    }
}
