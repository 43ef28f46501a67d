//! Skirmishers that evade, chargers that run on (LR-32), and how far a straight way is free (LR-06).

use crate::battle::Battle;
use crate::contact::AT_LINE;
use crate::event::{Event, Way as Why};
use crate::march::{March, Stretch, rides_down};
use crate::position::{Id, Position, Set, one};
use board::table::{By, Face, Footprint, Hull, Point, Sweep, Way};
use kernel::{Dice, Log};

/// LR-32: how far before a friend a charge that ran on stops.
const BEFORE_FRIENDS: i32 = 20;

impl Battle {
    /// LR-32: skirmishers turn to that heading and run. Whether they could turn.
    pub fn evade(
        &self,
        p: &mut Position,
        unit: Id,
        heading: board::table::Angle,
        but: Set,
        log: &mut impl Log<Event>,
    ) -> bool {
        let turned = self.foot(p, unit).turned(heading);
        if !self.is_clear(p, unit, &turned, but) {
            return false;
        }
        let full = self.full_move(p, unit);
        p.end_contacts(unit);
        p.unit_mut(unit).at = turned.stance();
        let far = self.going_back(p, unit, &turned, &Way::along(heading), full, but);
        self.go_back(p, unit, &turned, &Way::along(heading), (far, Why::Evades), log);
        true
    }

    /// Carries a move back out: evading, breaking off or recoiling, so far along a way. Friends it goes through pay for it (LC-3).
    pub fn go_back(
        &self,
        p: &mut Position,
        unit: Id,
        start: &Footprint,
        way: &Way,
        (mils, why): (i32, Why),
        log: &mut impl Log<Event>,
    ) {
        let covered = self.covered_along(p, unit, start, way, mils);
        let to = start.shifted(way.shift(mils)).stance();
        p.unit_mut(unit).at = to;
        log.event(|| Event::Moved { unit, way: why, to });
        for other in p.ids().filter(|other| covered & one(*other) != 0) {
            self.run_over(p, unit, other, log);
        }
        self.moved(p, unit, log);
    }

    /// Friends that a way covers.
    fn covered_along(&self, p: &Position, unit: Id, start: &Footprint, way: &Way, mils: i32) -> Set {
        let near = start.bounds().with(start.bounds().plus(way.shift(mils)));
        let friends = self
            .near(p, one(unit), near)
            .filter(|other| !self.enemies(unit, *other));
        let run = friends.filter(|other| {
            Sweep::new(way, By::Overlap, start, &self.foot(p, *other))
                .first(1..=mils)
                .is_some()
        });
        run.fold(0, |set, other| set | one(other))
    }

    /// How far a unit that evades or breaks off goes along a way: through friends that every move may pass (LC-3) and through foot of
    /// two ranks if it may (LR-27 c), else up to whatever stops it.
    pub fn going_back(&self, p: &Position, unit: Id, foot: &Footprint, way: &Way, mils: i32, but: Set) -> i32 {
        let mut end = self.walled_back(p, unit, foot, way, mils);
        // Going on until just clear of the one it would end in.
        loop {
            let free = self.free_mils(p, unit, foot, way, end, but, |other| {
                crate::march::may_pass(self, p, unit, other, true)
            });
            if free < end {
                return self.stop_before(p, unit, foot, way, free, but);
            }
            let stands = foot.shifted(way.shift(end));
            let inside = self.others(p, unit).filter(|other| one(*other) & but == 0);
            let inside = inside
                .into_iter()
                .find(|other| board::table::overlaps(&stands, &self.foot(p, *other)));
            let Some(other) = inside else { return end };
            let its = self.foot(p, other);
            if !crate::march::withdraws_through(self, p, unit, other) {
                // It may pass, but not end there (EL-15).
                return self.stop_before(p, unit, foot, way, end, but);
            }
            match Sweep::new(way, By::Meet, foot, &its).first_free(end..=end + 12_000) {
                Some(clear) if clear > end => end = clear,
                _ => return self.stop_before(p, unit, foot, way, end, but),
            }
        }
    }

    /// Back from inside somebody to the last mil before him.
    pub fn stop_before(&self, p: &Position, unit: Id, foot: &Footprint, way: &Way, mils: i32, but: Set) -> i32 {
        let mut end = mils;
        for _ in 0..p.units.len() {
            let stands = foot.shifted(way.shift(end));
            let others = self.others(p, unit).filter(|other| one(*other) & but == 0);
            let upon = others
                .into_iter()
                .find(|other| board::table::overlaps(&stands, &self.foot(p, *other)));
            let Some(other) = upon else { break };
            end = Sweep::new(way, By::Meet, foot, &self.foot(p, other))
                .last_free(0..=end)
                .unwrap_or(0);
        }
        end
    }

    /// The last mil of a straight way before something stops it (LR-06): others it may not pass, impassable ground, the table's edge.
    #[allow(clippy::too_many_arguments)]
    pub fn free_mils(
        &self,
        p: &Position,
        unit: Id,
        foot: &Footprint,
        way: &Way,
        mils: i32,
        but: Set,
        passes: impl Fn(Id) -> bool,
    ) -> i32 {
        let mut free = mils;
        let near = foot.bounds().with(foot.bounds().plus(way.shift(mils)));
        for other in self.near(p, but | one(unit), near) {
            if passes(other) {
                continue;
            }
            let its = self.foot(p, other);
            if let Some(mil) = Sweep::new(way, By::Overlap, foot, &its).first(1..=free) {
                free = Sweep::new(way, By::Meet, foot, &its).last_free(0..=mil).unwrap_or(0);
            }
        }
        for area in self.impassable().filter(|area| near.join(area.shape.bounds())) {
            if let Some(mil) = Sweep::new(way, By::Meet, foot, &area.shape).first(1..=free) {
                free = mil - 1;
            }
        }
        if !self.table.holds(&foot.shifted(way.shift(free)))
            && let Some(mil) = Sweep::off_table(way, foot, &self.table).first(1..=free)
        {
            free = mil - 1;
        }
        free
    }

    /// LR-32: the charger goes on along its heading with all it has left: up to the skirmishers, another enemy, a friend, a line or
    /// the table's edge.
    pub fn run_on(
        &self,
        p: &mut Position,
        march: &mut March<'_>,
        evader: Id,
        start: Point,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let unit = march.unit;
        let far = march.farthest(self.card(unit).moves()[0] as i32);
        let way = Way::along(march.foot.stance().facing);
        let front = march.foot.front();
        let mut end = far;
        let mut met: Option<(i32, Id)> = None;
        for other in self.others(p, unit) {
            let its = self.foot(p, other);
            if rides_down(self, p, unit, other) {
                continue;
            }
            if self.enemies(unit, other) && !p.unit(other).state.is_broken() {
                if let Some(mil) = Sweep::new(&way, By::Common, &front, &its).first(1..=far)
                    && met.is_none_or(|best| (mil, other) < best)
                {
                    met = Some((mil, other));
                }
            } else if let Some(mil) = Sweep::new(&way, By::Overlap, &march.foot, &its).first(1..=far) {
                let clear = Sweep::new(&way, By::Meet, &march.foot, &its)
                    .last_free(0..=mil)
                    .unwrap_or(0);
                end = end.min((clear - BEFORE_FRIENDS).max(0));
            }
        }
        end = self.free_mils(p, unit, &march.foot, &way, end, u64::MAX, |_| true);
        let contact = met.filter(|(mil, _)| *mil <= end);
        let mils = contact.map_or(end, |(mil, _)| mil);
        let before = march.foot;
        let mut stretch = Stretch::of(mils);
        if let Some((mil, target)) = contact {
            stretch.excused = self.excused(p, target, &before.moved(mil));
            stretch.over_walls = Some(mil - AT_LINE);
        }
        let leg = self.go_dicing(p, march, &stretch, dice, log);
        self.trample(p, unit, march.swept(p, &before, leg.mils), log);
        p.unit_mut(unit).at = march.foot.stance();
        let touched = contact.filter(|_| leg.mils == mils && leg.stopped.is_none());
        if let Some((_, target)) = touched {
            let caught = target == evader;
            let face = if caught {
                Face::Rear
            } else {
                self.foot(p, target).zone(start)
            };
            let known = p.unit(target).triggers;
            match self.conform(p, (unit, &march.foot), target, face, true) {
                Ok(to) => {
                    p.unit_mut(unit).into = target;
                    self.make_contact(p, unit, target, to, true, log);
                    // They turned their backs themselves: no alarm (EX-L13).
                    if caught {
                        p.unit_mut(target).triggers = known;
                    }
                }
                // It stands where it touched.
                Err(_) => {
                    let its = self.foot(p, target);
                    let clear = Sweep::new(&way, By::Meet, &before, &its)
                        .last_free(0..=leg.mils)
                        .unwrap_or(0);
                    p.unit_mut(unit).at = before.moved(clear).stance();
                }
            }
        }
    }
}
