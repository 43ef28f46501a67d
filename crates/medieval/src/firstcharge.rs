//! SR-B6: on the first turns of Bannockburn the English horse must go for the nearest shiltron. MR-62

use crate::Battle;
use crate::cards::{Class, ENGLISH, MP, UnitId};
use crate::choice::{Choice, Pace};
use crate::deny::{Allowed, Code, need};
use crate::position::{Active, Form, Piece, Position};
use crate::zones::Stop;
use arrayvec::ArrayVec;
use board::{Dir, Hex, Terrain};
use std::collections::BTreeMap;

/// Where a unit stands in the search, and the most points with which it has been seen there.
type Seen = BTreeMap<(Hex, u8, u8, bool, bool, bool), u8>;

impl Battle {
    /// Whether the rule binds this unit now.
    fn is_bound(&self, p: &Position, unit: UnitId) -> bool {
        p.phase == 1
            && p.turn <= self.special.first_charge_until
            && p.unit(unit).side == ENGLISH
            && self.card(unit).class.is_horse()
    }

    /// The hexes of the shiltrons closest to the unit; without any, of the closest Scottish infantry.
    fn goals_of(&self, p: &Position, unit: UnitId) -> Vec<Hex> {
        let from = p.unit(unit).hex;
        let foes = p.army[ENGLISH.other().index()].and(&p.on_map);
        let closest = |wanted: &dyn Fn(UnitId) -> bool| {
            let hexes: Vec<Hex> = foes.iter().filter(|u| wanted(*u)).map(|u| p.unit(u).hex).collect();
            let best = hexes.iter().map(|h| self.map.distance(from, *h)).min();
            let mut nearest: Vec<Hex> = hexes
                .into_iter()
                .filter(|h| Some(self.map.distance(from, *h)) == best)
                .collect();
            nearest.dedup();
            nearest
        };
        let shiltrons = closest(&|u| p.unit(u).form == Form::Shiltron);
        if shiltrons.is_empty() {
            closest(&|u| self.card(u).class == Class::Infantry)
        } else {
            shiltrons
        }
    }

    /// How well it stands: 0 with a goal in its front area, else by distance.
    fn rank(&self, p: &Position, unit: UnitId, goals: &[Hex]) -> u16 {
        let u = p.unit(unit);
        let rank = |goal: &Hex| match self.map.direction(u.hex, *goal) {
            Some(d) if self.in_front(p, unit, d) => 0,
            _ => self.map.distance(u.hex, *goal),
        };
        goals.iter().map(rank).min().unwrap_or(0)
    }

    /// Lowers `hunt.best` to the best rank the unit can end its move with, by itself on the present board, without loss.
    fn hunt(&self, p: &mut Position, a: &Active, unit: UnitId, hunt: &mut Hunt) {
        let before = *p.unit(unit);
        let away = hunt
            .goals
            .iter()
            .map(|g| self.map.distance(before.hex, *g))
            .min()
            .unwrap_or(0);
        let steps = u16::from(a.mp / hunt.least);
        // A goal next to the unit can be in its front; anything further off is as far as it is.
        let hope = if away <= steps + 1 { 0 } else { away - steps };
        if hunt.best <= hunt.enough || hope >= hunt.best {
            return;
        }
        let key = (
            before.hex,
            before.facing as u8,
            before.cf,
            a.turned,
            a.pressing,
            a.stopped,
        );
        match hunt.seen.get(&key) {
            Some(mp) if *mp >= a.mp => return,
            _ => hunt.seen.insert(key, a.mp),
        };
        if !self.must_ride_on(p, a, unit) {
            hunt.best = hunt.best.min(self.rank(p, unit, &hunt.goals));
        }
        for pace in [Pace::Gain, Pace::Hold, Pace::Reduce] {
            if let Some(next) = self.try_enter(p, a, unit, pace) {
                self.hunt(p, &next, unit, hunt);
                self.put_back(p, unit, &before);
            }
        }
        for d in Dir::ALL {
            if let Some(next) = self.try_turn(p, a, unit, d) {
                self.hunt(p, &next, unit, hunt);
                self.put_back(p, unit, &before);
            }
        }
    }

    fn try_turn(&self, p: &mut Position, a: &Active, unit: UnitId, d: Dir) -> Option<Active> {
        let cost = self.may_turn(p, a, unit, d).ok()?;
        let mut next = a.clone();
        next.mp -= cost;
        next.turned = true;
        let u = p.unit_mut(unit);
        (u.facing, u.cf) = (d, 0);
        Some(next)
    }

    /// The search for a rank below `limit` that ends as soon as `enough` is found.
    fn new_hunt(&self, p: &Position, unit: UnitId, goals: Vec<Hex>, limit: u16, enough: u16) -> Hunt {
        let near = self.around(p.unit(unit).hex, 8);
        let roads = near.into_iter().any(|h| self.map.is_road(h));
        Hunt {
            goals,
            seen: Seen::new(),
            least: if roads { MP / 2 } else { MP },
            best: limit,
            enough,
        }
    }

    fn put_back(&self, p: &mut Position, unit: UnitId, before: &crate::position::Unit) {
        if p.unit(unit).hex != before.hex {
            p.put(unit, before.hex);
        }
        let u = p.unit_mut(unit);
        (u.facing, u.cf) = (before.facing, before.cf);
    }

    /// A step of the search: none that costs SP.
    fn try_enter(&self, p: &mut Position, a: &Active, unit: UnitId, pace: Pace) -> Option<Active> {
        let step = self.may_enter(p, a, unit, pace).ok()?;
        let (c, cf) = (step.crossing, p.unit(unit).cf);
        let terrain = self.terrain(p, c.to);
        let rough = matches!(terrain, Terrain::Forest | Terrain::Village | Terrain::Fort) || c.ford;
        let spared = c.road && cf <= 1;
        if !spared && (terrain == Terrain::Swamp || (rough && cf > 0)) {
            return None;
        }
        p.put(unit, c.to);
        p.unit_mut(unit).cf = step.cf;
        let side = p.unit(unit).side;
        let stop = self.stops(p, c.to, side, step.cf);
        let mut next = a.clone();
        next.mp -= step.cost;
        next.spent = true;
        next.steps += 1;
        next.by_road = c.road;
        next.turned = false;
        next.stopped = stop == Stop::Stopped;
        next.pressing = stop == Stop::Pressing;
        Some(next)
    }

    /// The goals of a unit that is activated now, if the rule binds it.
    pub(crate) fn first_charge_goals(&self, p: &Position, unit: UnitId) -> ArrayVec<Hex, 8> {
        if !self.is_bound(p, unit) {
            return ArrayVec::new();
        }
        self.goals_of(p, unit).into_iter().take(8).collect()
    }

    /// Refuses what leaves the goal out of reach.
    pub(crate) fn keeps_to_first_charge(&self, p: &Position, a: &Active, unit: UnitId, choice: &Choice) -> Allowed {
        if a.goals.is_empty() || a.over || a.stopped {
            return Ok(());
        }
        self.keeps_to_rank(p, a, unit, choice, self.wanted_rank(p, a, unit))
    }

    /// The best the active unit can still do.
    pub(crate) fn wanted_rank(&self, p: &Position, a: &Active, unit: UnitId) -> u16 {
        let mut first = self.new_hunt(p, unit, a.goals.to_vec(), u16::MAX, 0);
        self.hunt(&mut p.clone(), a, unit, &mut first);
        first.best
    }

    pub(crate) fn keeps_to_rank(
        &self,
        p: &Position,
        a: &Active,
        unit: UnitId,
        choice: &Choice,
        wanted: u16,
    ) -> Allowed {
        let goals = a.goals.to_vec();
        let mut scratch = p.clone();
        // Where nothing can be done without loss the unit is free.
        if wanted == u16::MAX {
            return Ok(());
        }
        let next = match *choice {
            Choice::Done => return need(self.rank(p, unit, &goals) <= wanted, Code::Scenario, "SR-B6"),
            Choice::Enter(pace) => self.try_enter(&mut scratch, a, unit, pace),
            Choice::Turn(d) => self.try_turn(&mut scratch, a, unit, d),
            _ => None,
        };
        let mut then = self.new_hunt(p, unit, goals, wanted + 1, wanted);
        if let Some(next) = next {
            self.hunt(&mut scratch, &next, unit, &mut then);
        }
        need(then.best <= wanted, Code::Scenario, "SR-B6")
    }

    /// A unit that has not been activated and could come nearer.
    pub(crate) fn owes_first_charge(&self, p: &Position, unit: UnitId) -> bool {
        if !self.is_bound(p, unit) || p.activated.has(unit) {
            return false;
        }
        let goals = self.goals_of(p, unit);
        let now = self.rank(p, unit, &goals);
        if goals.is_empty() || now == 0 {
            return false;
        }
        let a = Active::begin(Piece::Unit(unit), self.card(unit).mp);
        let mut hunt = self.new_hunt(p, unit, goals, now, now - 1);
        self.hunt(&mut p.clone(), &a, unit, &mut hunt);
        hunt.best < now
    }
}

struct Hunt {
    goals: Vec<Hex>,
    seen: Seen,
    /// The least a step can cost hereabouts.
    least: u8,
    best: u16,
    enough: u16,
}
