//! Flight and rout (LR-64, LR-65, L-70, L-71).

use crate::battle::Battle;
use crate::event::{Event, Way as Why};
use crate::marks::Marks;
use crate::position::{Id, Position, Set, State, one};
use board::table::{Angle, By, Footprint, Sweep, Way, distance};
use kernel::{Dice, Log};

/// LR-64: enemies so near are fled from.
const FLED_FROM: i32 = 12_000;
/// L-71.
const LATER: i32 = 3000;

impl Battle {
    /// Away from the nearest enemy in contact, else from the nearest within 12", else to the own table edge.
    fn flight_heading(&self, p: &Position, unit: Id) -> Angle {
        let foot = self.foot(p, unit);
        let enemies = self.others(p, unit).filter(|other| self.enemies(unit, *other));
        let far = |other: Id| (distance(&foot, &self.foot(p, other)), other);
        let touching = p
            .contacts_of(unit)
            .map(|c| if c.unit == unit { c.target } else { c.unit });
        let nearest = touching.map(far).min().or_else(|| {
            let seen = enemies.filter(|other| !p.unit(*other).is(Marks::HIDDEN)).map(far);
            seen.filter(|(far, _)| far.within(FLED_FROM)).min()
        });
        let away = nearest.and_then(|(_, enemy)| Angle::bearing(self.foot(p, enemy).centre(), foot.centre()));
        away.unwrap_or_else(|| Angle::new(self.sides[self.side_of(unit).index()].edge.facing().into()))
    }

    /// LR-65: routed units count as lost at once, with whoever leads them.
    pub fn rout(&self, p: &mut Position, unit: Id, log: &mut impl Log<Event>) {
        p.unit_mut(unit).state = State::Routing;
        log.event(|| Event::Gone(unit, State::Routing));
        for who in self.leaders(p, unit) {
            self.lose_commander(p, who, log);
        }
    }

    /// The first move of a unit that fails a test; those who may pursue it are noted.
    pub fn break_and_run(
        &self,
        p: &mut Position,
        unit: Id,
        state: State,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let heading = self.flight_heading(p, unit);
        let chasers = self.chasers(p, unit);
        let touched = self.fights(p, unit);
        p.pending.runner = unit;
        p.pending.chasers = chasers;
        p.pending.defending = 0;
        p.pending.heading = heading.tenths();
        if state == State::Routing {
            self.rout(p, unit, log);
        } else {
            p.unit_mut(unit).state = state;
            log.event(|| Event::Gone(unit, state));
        }
        let full = self.full_move(p, unit);
        let mils = full + 1000 * i32::from(dice.die(6));
        self.run(p, unit, heading, mils, touched, log);
    }

    /// L-71.
    pub fn run_later(&self, p: &mut Position, unit: Id, log: &mut impl Log<Event>) {
        let heading = Angle::new(self.sides[self.side_of(unit).index()].edge.facing().into());
        let mils = self.full_move(p, unit) + LATER;
        self.run(p, unit, heading, mils, 0, log);
    }

    /// A flight move: through friends, off the table, to destruction.
    fn run(&self, p: &mut Position, unit: Id, heading: Angle, mils: i32, touched: Set, log: &mut impl Log<Event>) {
        self.may_reveal(unit, log);
        let before = self.foot(p, unit);
        p.end_contacts(unit);
        self.alarm_by_flight(p, unit, &before);
        let start = before.turned(heading);
        let way = Way::along(heading);
        let (end, fate) = self.flight_end(p, unit, &start, &way, mils, touched);
        for other in self.others(p, unit) {
            let its = self.foot(p, other);
            let run =
                !self.enemies(unit, other) && Sweep::new(&way, By::Overlap, &start, &its).first(1..=end).is_some();
            if run {
                self.run_through(p, unit, other, log);
            }
        }
        match fate {
            Some(state) => self.remove(p, unit, state, log),
            None => {
                let foot = start.moved(end);
                let to = foot.stance();
                let runner = p.unit_mut(unit);
                runner.at = to;
                runner.marks.set(Marks::MOVED);
                log.event(|| Event::Moved {
                    unit,
                    way: Why::Flees,
                    to,
                });
                self.alarm_by_flight(p, unit, &foot);
                self.moved(p, unit, log);
            }
        }
    }

    /// How far a flight goes, and what becomes of the unit if it does not end on the table.
    fn flight_end(
        &self,
        p: &Position,
        unit: Id,
        start: &Footprint,
        way: &Way,
        mils: i32,
        touched: Set,
    ) -> (i32, Option<State>) {
        let leaves = if p.unit(unit).state == State::Routing {
            State::Routed
        } else {
            State::DrivenOff
        };
        let mut end = mils;
        loop {
            let mut fate: Option<(i32, State)> = None;
            let mut meets = |mil: Option<i32>, state: State| {
                if let Some(mil) = mil.filter(|mil| fate.is_none_or(|(first, _)| *mil < first)) {
                    fate = Some((mil, state));
                }
            };
            for other in self
                .others(p, unit)
                .filter(|other| self.enemies(unit, *other) && touched & one(*other) == 0)
            {
                if !p.unit(other).state.is_broken() {
                    meets(
                        Sweep::new(way, By::Overlap, start, &self.foot(p, other)).first(0..=end),
                        State::Destroyed,
                    );
                }
            }
            for area in self.impassable() {
                meets(
                    Sweep::new(way, By::Meet, start, &area.shape).first(0..=end),
                    State::Destroyed,
                );
            }
            if !self.card(unit).is_foot() {
                meets(self.first_wall(p, start, end), State::Destroyed);
            }
            meets(Sweep::off_table(way, start, &self.table).first(0..=end), leaves);
            if let Some((mil, state)) = fate {
                return (mil, Some(state));
            }
            // It does not end upon anybody.
            let stands = start.shifted(way.shift(end));
            let upon = self
                .others(p, unit)
                .find(|other| board::table::overlaps(&stands, &self.foot(p, *other)));
            let Some(other) = upon else { return (end, None) };
            match Sweep::new(way, By::Meet, start, &self.foot(p, other)).first_free(end..=end + 24_000) {
                Some(clear) if clear > end => end = clear,
                _ => return (end, None),
            }
        }
    }

    /// L-89 and L-100 for friends run through; guns and light foot suffer besides (LC-3).
    fn run_through(&self, p: &mut Position, unit: Id, other: Id, log: &mut impl Log<Event>) {
        self.run_over(p, unit, other, log);
        let friend = p.unit_mut(other);
        if friend.state.on_table() && !friend.state.is_broken() {
            friend.triggers.set(89);
            friend.marks.set(Marks::RUN_THROUGH);
        }
    }

    /// L-91: friends within 6" who are not of better quality.
    fn alarm_by_flight(&self, p: &mut Position, unit: Id, foot: &Footprint) {
        let quality = self.card(unit).quality;
        for other in self.others(p, unit) {
            let friend = !self.enemies(unit, other) && !p.unit(other).state.is_broken();
            if friend
                && quality <= self.card(other).quality
                && distance(foot, &self.foot(p, other)).within(self.rulings.alarm)
            {
                p.unit_mut(other).triggers.set(91);
            }
        }
    }
}
