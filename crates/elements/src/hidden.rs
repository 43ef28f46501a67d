//! Units that the enemy does not see (LR-69).

use crate::battle::Battle;
use crate::event::Event;
use crate::marks::Marks;
use crate::position::{Id, Place, Position, State, Unit};
use board::table::{Footprint, Segment, Way, distance, inside, nearest, overlaps};
use kernel::{Log, Side};
use std::borrow::Cow;

/// Nearer than this an enemy sees them.
const SEEN: i32 = 3000;

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
        for unit in p.ids().filter(|unit| hidden(*unit)) {
            for commander in known.commanders.iter_mut().filter(|c| c.place == Place::Leading(unit)) {
                commander.place = Place::Unseen;
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
                if self.enemies(unit, other) && distance(&foot, &self.foot(p, other)).within(SEEN) {
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
            let covered = self
                .areas
                .iter()
                .any(|area| area.covers() && inside(&area.shape, state.at.at));
            let foot = self.foot(p, unit);
            let seen = !covered
                && state.state.on_table()
                && self
                    .others(p, unit)
                    .filter(|other| self.enemies(unit, *other))
                    .any(|enemy| {
                        let from = p.unit(enemy).at.at;
                        self.sees(p, enemy, unit, Segment([from, nearest(&foot, from).0]))
                    });
            if seen {
                self.reveal(p, unit, log);
            }
        }
    }

    /// Another position that a side cannot tell from this one: a hidden enemy stands a little elsewhere in its wood.
    pub fn another(&self, p: &Position, side: Side, pick: &mut dyn FnMut(usize) -> usize) -> Option<Position> {
        let hidden: Vec<Id> = p
            .ids()
            .filter(|unit| self.side_of(*unit) != side && p.unit(*unit).is(Marks::HIDDEN))
            .collect();
        let unit = *hidden.get(pick(hidden.len().max(1)))?;
        let mut other = p.clone();
        let [x, y] = [pick(4001), pick(4001)].map(|n| n as i64 - 2000);
        let foot = self.foot(p, unit).shifted([x, y]);
        let wood = self
            .areas
            .iter()
            .find(|area| area.covers() && inside(&area.shape, p.unit(unit).at.at))?;
        let near = self.others(p, unit).filter(|enemy| self.enemies(unit, *enemy));
        let seen = near
            .into_iter()
            .any(|enemy| distance(&foot, &self.foot(p, enemy)).within(SEEN));
        if seen || !inside(&wood.shape, foot.stance().at) || !self.is_clear(p, unit, &foot, 0) || p.in_contact(unit) {
            return None;
        }
        other.unit_mut(unit).at = foot.stance();
        self.settle(&mut other);
        Some(other)
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
            let near = |mil: i32| distance(&start.shifted(way.shift(mil)), &its).within(SEEN);
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
