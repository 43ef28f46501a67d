//! Units that the enemy does not see (LR-69).

use crate::battle::Battle;
use crate::choice::Choice;
use crate::event::Event;
use crate::marks::Marks;
use crate::position::{Id, Place, Position, State, Unit};
use board::table::{Footprint, Point, Segment, Stance, Way, distance, inside, nearest, overlaps};
use kernel::{Log, Side, Viewer};
use std::borrow::Cow;

/// Places that are tried for a unit nobody sees.
const TRIES: usize = 100;

impl Battle {
    /// The position as a side knows it: without hidden enemies.
    pub fn known_to<'a>(&self, p: &'a Position, side: Side) -> Cow<'a, Position> {
        let hidden = |unit: Id| {
            let state = p.unit(unit);
            state.is(Marks::HIDDEN) && state.state != State::Unseen && self.side_of(unit) != side
        };
        if !self.sides[side.other().index()].hides || !p.ids().any(hidden) {
            return Cow::Borrowed(p);
        }
        let mut known = p.clone();
        // Who has had his order is told of none of them: the order that nobody seems to have had is one of the hidden (EL-13).
        for unit in p.ids().filter(|unit| self.side_of(*unit) != side) {
            known.unit_mut(unit).marks.clear(Marks::ORDERED);
        }
        for unit in p.ids().filter(|unit| hidden(*unit)) {
            for commander in known.commanders.iter_mut().filter(|c| c.place == Place::Leading(unit)) {
                commander.place = Place::Unseen;
                commander.moved = false;
            }
            *known.unit_mut(unit) = Unit {
                state: State::Unseen,
                at: board::table::Stance::default(),
                ground: crate::position::Ground::none(),
                marks: Marks::HIDDEN,
                ..*self.start.unit(unit)
            };
        }
        Cow::Owned(known)
    }

    pub fn reveal(&self, p: &mut Position, unit: Id, log: &mut impl Log<Event>) {
        if p.unit(unit).is(Marks::HIDDEN) {
            p.unit_mut(unit).marks.clear(Marks::HIDDEN);
            log.reveal();
            log.event(|| Event::Revealed(unit));
        }
    }

    /// A move that shows a hidden enemy, or that there is none.
    pub fn may_reveal(&self, unit: Id, log: &mut impl Log<Event>) {
        if self.sides[self.side_of(unit).other().index()].hides {
            log.reveal();
        }
    }

    /// After a unit has come somewhere: whoever is near is seen, and free commanders it stands on get away or are lost.
    pub fn moved(&self, p: &mut Position, unit: Id, log: &mut impl Log<Event>) {
        if self.sides.iter().any(|side| side.hides) && p.unit(unit).state.on_table() {
            self.may_reveal(unit, log);
            let foot = self.foot(p, unit);
            for other in self.others(p, unit) {
                if self.enemies(unit, other) && distance(&foot, &self.foot(p, other)).within(self.rulings.hidden) {
                    self.reveal(p, other, log);
                    self.reveal(p, unit, log);
                }
            }
        }
        self.look_over_crests(p, log);
        self.overrun_commanders(p, log);
    }

    /// Those hidden by a crest alone are seen by whoever has a line of sight to them.
    fn look_over_crests(&self, p: &mut Position, log: &mut impl Log<Event>) {
        for unit in p
            .ids()
            .filter(|unit| p.unit(*unit).is(Marks::HIDDEN))
            .collect::<Vec<_>>()
        {
            let state = p.unit(unit);
            let foot = self.foot(p, unit);
            if state.state.on_table() && !self.is_covered(state.at.at) && self.is_looked_at(p, unit, &foot) {
                self.reveal(p, unit, log);
            }
        }
    }

    /// In a wood or a village.
    pub fn is_covered(&self, at: Point) -> bool {
        let mut areas = self.areas.iter();
        areas.any(|area| area.covers() && inside(&area.shape, at))
    }

    /// Whether some enemy has a line of sight to a unit that stands there.
    fn is_looked_at(&self, p: &Position, unit: Id, foot: &Footprint) -> bool {
        let mut enemies = self.others(p, unit).filter(|other| self.enemies(unit, *other));
        enemies.any(|enemy| {
            let from = p.unit(enemy).at.at;
            self.sees(p, enemy, unit, Segment([from, nearest(foot, from).0]))
        })
    }

    /// Whether nobody else may know of a choice: where a hidden unit is set up, and in an army that hides any, who is told to halt and
    /// where commanders ride, for these orders name the hidden without showing them (EL-13).
    pub fn keeps_secret(&self, choice: &Choice) -> bool {
        match choice {
            Choice::Deploy(unit, _) => self.start.unit(*unit).is(Marks::HIDDEN),
            Choice::Halt(unit) => self.sides[self.side_of(*unit).index()].hides,
            Choice::Commander { who, .. } => self.sides[self.commanders[usize::from(*who)].side.index()].hides,
            _ => false,
        }
    }

    /// Whether a viewer may be told of an event.
    pub fn may_know(&self, event: &Event, viewer: Viewer) -> bool {
        match event {
            Event::CommanderMoved { who, seen } => *seen || viewer.is(self.commanders[usize::from(*who)].side),
            _ => true,
        }
    }

    /// Whether the other side sees where a commander is: not with a hidden unit.
    pub fn is_seen_leading(&self, p: &Position, who: u8) -> bool {
        match p.commanders[usize::from(who)].place {
            Place::Leading(unit) => !p.unit(unit).is(Marks::HIDDEN),
            _ => true,
        }
    }

    /// Another position that a side cannot tell from this one: a hidden enemy stands a little elsewhere in its wood or
    /// behind its crest.
    pub fn another(&self, p: &Position, side: Side, pick: &mut dyn FnMut(usize) -> usize) -> Option<Position> {
        let hidden: Vec<Id> = p
            .ids()
            .filter(|unit| self.side_of(*unit) != side && p.unit(*unit).is(Marks::HIDDEN))
            .collect();
        let unit = *hidden.get(pick(hidden.len().max(1)))?;
        let mut other = p.clone();
        let [x, y] = [pick(4001), pick(4001)].map(|n| n as i64 - 2000);
        let foot = self.foot(p, unit).shifted([x, y]);
        let mut enemies = self.others(p, unit).filter(|enemy| self.enemies(unit, *enemy));
        let near = enemies.any(|enemy| distance(&foot, &self.foot(p, enemy)).within(self.rulings.hidden));
        let clear = self.table.holds(&foot) && self.is_clear(p, unit, &foot, 0) && !p.in_contact(unit);
        other.unit_mut(unit).at = foot.stance();
        self.settle(&mut other);
        let open = !self.is_covered(foot.stance().at) && self.is_looked_at(&other, unit, &foot);
        (clear && !near && !open).then_some(other)
    }

    /// A position that a side cannot tell from this one, in which every enemy it does not see stands somewhere under cover.
    pub fn supposed(&self, p: &Position, side: Side, pick: &mut dyn FnMut(usize) -> usize) -> Position {
        let mut supposed = p.clone();
        for unit in p.ids().filter(|unit| p.unit(*unit).state == State::Unseen) {
            let Some(at) = (0..TRIES).find_map(|_| self.lurks(&supposed, unit, pick)) else {
                continue;
            };
            *supposed.unit_mut(unit) = Unit {
                at,
                ..*self.start.unit(unit)
            };
            for (commander, first) in supposed.commanders.iter_mut().zip(&self.start.commanders) {
                if commander.place == Place::Unseen && first.place == Place::Leading(unit) {
                    commander.place = first.place;
                }
            }
        }
        debug_assert_eq!(*self.known_to(&supposed, side), *p);
        self.settle(&mut supposed);
        supposed
    }

    /// A place in a wood or a village where a unit might stand unseen, if the first that is picked will do.
    fn lurks(&self, p: &Position, unit: Id, pick: &mut dyn FnMut(usize) -> usize) -> Option<Stance> {
        let card = &self.sides[self.side_of(unit).index()];
        let table = self.table.bounds();
        let [west, south, east, north] =
            (card.zone).unwrap_or([table.min.x(), table.min.y(), table.max.x(), table.max.y()]);
        let mut along = |from: i32, to: i32| from + pick((to - from).max(0) as usize + 1) as i32;
        let at = Point::new(along(west, east), along(south, north));
        let start = self.start.unit(unit);
        let foot = self.shape_of(unit, start).placed(Stance { at, ..start.at });
        let seen = || {
            let mut enemies = self.others(p, unit).filter(|other| self.enemies(unit, *other));
            enemies.any(|enemy| distance(&foot, &self.foot(p, enemy)).within(self.rulings.hidden))
        };
        (self.is_covered(at) && self.table.holds(&foot) && self.is_clear(p, unit, &foot, 0) && !seen())
            .then_some(foot.stance())
    }

    /// A hidden enemy that a footprint would come upon.
    pub fn runs_into_hidden(&self, p: &Position, unit: Id, foot: &Footprint) -> Option<Id> {
        self.hidden_from(p, unit)
            .find(|other| overlaps(foot, &self.foot(p, *other)))
    }

    /// On a straight move: the first mil after which a hidden enemy is seen.
    pub fn first_hidden(&self, p: &Position, unit: Id, start: &Footprint, mils: i32) -> Option<(i32, Id)> {
        let way = Way::along(start.stance().facing);
        let seen = self.hidden_from(p, unit).filter_map(|other| {
            let its = self.foot(p, other);
            let near = |mil: i32| distance(&start.shifted(way.shift(mil)), &its).within(self.rulings.hidden);
            // The distance to a convex figure falls, then rises: look at every tenth of an inch, then at the mils before it.
            let coarse = (0..=mils).step_by(100).chain([mils]).find(|mil| near(*mil))?;
            let first = ((coarse - 100).max(0)..=coarse).find(|mil| near(*mil))?;
            Some((first, other))
        });
        seen.min()
    }

    fn hidden_from<'a>(&'a self, p: &'a Position, unit: Id) -> impl Iterator<Item = Id> + 'a {
        let hides = self.sides[self.side_of(unit).other().index()].hides;
        let others = self.others(p, unit).filter(move |_| hides);
        others.filter(move |other| self.enemies(unit, *other) && p.unit(*other).is(Marks::HIDDEN))
    }
}
