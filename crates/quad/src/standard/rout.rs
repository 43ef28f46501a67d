//! Section 11, rout movement.
//!
//! For every kind of unit, less increase in level and more designated steps are the same wish: the path
//! must have as many designated steps as any path can. The most that can be had is found once, when the unit begins;
//! every step is then tested by whether it can still be had.

use super::cards::{MAX_HEXES, NONE, UnitId};
use super::choice::HalfCode;
use super::deny::{Allowed, Code, Deny};
use super::event::Event;
use super::morale::LAST_LEVEL;
use super::position::{Active, Moving, Position, Stage, Stand, bit, leader_members};
use super::{Battle, Choice, Variant};
use board::{Dir, Hex, Vertex};
use kernel::{Log, Side};
use std::cell::Cell;

/// Above this allowance (in half points) a unit runs two hexes a level. E-114, Q-58
const FOOT_ALLOWANCE: u8 = 12;

/// What a step or pivot of a rout path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Shut,
    Deviation(Stand),
    Designated(Stand),
    /// Off the map from a friendly edge hex.
    Exit,
}

/// A way for each of the six directions, then for pivots left and right, front and rear.
pub type Ways = [Way; 10];

/// A bit for each hex.
struct Hexes([Cell<u64>; MAX_HEXES / 64]);

impl Hexes {
    fn none() -> Hexes {
        Hexes([const { Cell::new(0) }; MAX_HEXES / 64])
    }

    #[inline]
    fn has(&self, hex: Hex) -> bool {
        self.0[hex.index() / 64].get() >> (hex.index() % 64) & 1 != 0
    }

    #[inline]
    fn add(&self, hex: Hex) {
        let word = &self.0[hex.index() / 64];
        word.set(word.get() | 1 << (hex.index() % 64));
    }
}

/// The field as one fleeing unit sees it.
pub struct Flight<'a, R: Variant> {
    pub(crate) battle: &'a Battle<R>,
    pub(crate) side: Side,
    pub(crate) unit: UnitId,
    /// A horseman who keeps out of cover.
    wary: bool,
    pub(crate) p: &'a Position,
    /// Few hexes are asked about, but these often: which are known, and which of them are shut.
    known: Hexes,
    shut: Hexes,
}

impl<'a, R: Variant> Flight<'a, R> {
    fn new(battle: &'a Battle<R>, p: &'a Position, unit: UnitId) -> Flight<'a, R> {
        Flight {
            battle,
            side: battle.card(unit).side,
            unit,
            wary: battle.settings.horse_avoids_cover && battle.face(p, unit).mounted(),
            p,
            known: Hexes::none(),
            shut: Hexes::none(),
        }
    }

    /// E-115, Q-60: no unit in it, no prohibited ground; no cover for horse (ER-43).
    #[inline]
    pub(crate) fn open(&self, hex: Hex) -> bool {
        if !self.known.has(hex) {
            self.known.add(hex);
            if self.is_shut(hex) {
                self.shut.add(hex);
            }
        }
        !self.shut.has(hex)
    }

    fn is_shut(&self, hex: Hex) -> bool {
        let soil = self.battle.ground.soil(hex);
        let barred = soil.pool() || (self.wary && soil.cover());
        // Its own hexes are free once it has left them.
        let other = self.p.at(hex);
        let held = other != NONE && other != self.unit;
        barred || held || R::shuts_to_routed(self.battle, self.p, self.side, hex) || self.leader_bars(hex)
    }

    /// Unless routed units capture leaders, they keep away from them. ER-47
    fn leader_bars(&self, hex: Hex) -> bool {
        let theirs = self.battle.staff[self.side.other().index()] & !self.p.captured;
        !self.battle.settings.routed_capture && self.p.leaders_at(hex) & theirs != 0
    }

    /// Whether `need` more designated steps can be had within `left` steps, no placement twice.
    fn can_make(&self, path: &mut [Stand; 9], steps: usize, left: u8, need: u8) -> bool {
        self.makes(path, steps, left, need, true)
    }

    /// The same for who may leave the map, and for who may not.
    fn makes(&self, path: &mut [Stand; 9], steps: usize, left: u8, need: u8, leaves: bool) -> bool {
        if need == 0 {
            return true;
        }
        if need > left {
            return false;
        }
        let ways = R::ways(self, path[steps]);
        // Leaving the map makes good every step still required.
        if leaves && ways.contains(&Way::Exit) {
            return true;
        }
        let mut tries = |to: Stand, need: u8| {
            !held_before(&path[..=steps], to) && {
                path[steps + 1] = to;
                self.makes(path, steps + 1, left - 1, need, leaves)
            }
        };
        // Designated steps first: they nearly always do.
        for way in ways {
            if let Way::Designated(to) = way
                && tries(to, need - 1)
            {
                return true;
            }
        }
        need < left
            && ways
                .into_iter()
                .any(|way| matches!(way, Way::Deviation(to) if tries(to, need)))
    }
}

/// QR-25: the same hexes twice in one rout move.
#[inline]
fn held_before(path: &[Stand], at: Stand) -> bool {
    path.iter().any(|old| old.same_ground(at))
}

/// The place of a step or pivot in [`Ways`].
fn index_of(choice: &Choice) -> Option<usize> {
    Some(match choice {
        Choice::Step(dir) => dir.index(),
        Choice::Swing(HalfCode::Left) => 6,
        Choice::Swing(HalfCode::Right) => 7,
        Choice::Rear(HalfCode::Left) => 8,
        Choice::Rear(HalfCode::Right) => 9,
        _ => return None,
    })
}

fn choice_at(index: usize) -> Choice {
    match index {
        6 => Choice::Swing(HalfCode::Left),
        7 => Choice::Swing(HalfCode::Right),
        8 => Choice::Rear(HalfCode::Left),
        9 => Choice::Rear(HalfCode::Right),
        dir => Choice::Step(Dir::from_index(dir as u8)),
    }
}

impl<R: Variant> Battle<R> {
    /// Routed units of a side that have not yet moved in this phase. E-113, Q-57
    pub(crate) fn owes_rout(&self, p: &Position, side: Side) -> u128 {
        self.army(side) & p.routed & p.on_map & !p.rout_moved
    }

    pub(crate) fn may_rout(&self, p: &Position, side: Side, unit: UnitId) -> Allowed {
        Self::in_stage(matches!(p.stage, Stage::RoutPhasing | Stage::RoutOther))?;
        self.own(p, side, unit)?;
        self.nobody_moves(p)?;
        if !p.is_routed(unit) {
            return Err(Deny::new(Code::NotRouted, R::CITES.rout_owed));
        }
        if p.rout_moved & bit(unit) != 0 {
            return Err(Deny::new(Code::AlreadyMoved, R::CITES.rout_owed));
        }
        Ok(())
    }

    pub(crate) fn begin_rout(&self, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
        R::flight_begins(self, p, unit, log);
        let piece = *p.unit(unit);
        let rate = if self.face(p, unit).allowance > FOOT_ALLOWANCE {
            2
        } else {
            1
        };
        let required = piece.rout * rate;
        let mut path = [Stand::NOWHERE; 9];
        path[0] = piece.stand();
        let flight = Flight::new(self, p, unit);
        let most = (0..=required)
            .rev()
            .find(|need| flight.can_make(&mut path, 0, required, *need));
        path[1..].fill(Stand::NOWHERE);
        p.active = Active {
            kind: Moving::Rout,
            unit,
            required,
            best: most.unwrap_or(0),
            path,
            ..Active::NOBODY
        };
    }

    /// The level of a routed unit after its next rout move on the best path there is, above the last if that must take it off the map.
    pub(crate) fn level_after_rout(&self, p: &Position, unit: UnitId) -> u8 {
        let mut p = p.clone();
        self.begin_rout(&mut p, unit, &mut kernel::Quiet);
        let a = &p.active;
        let mut path = a.path;
        let flight = Flight::new(self, &p, unit);
        match flight.makes(&mut path, 0, a.required, a.best, false) {
            true => p.unit(unit).rout + self.rout_increase(&p, a.best),
            false => LAST_LEVEL + 1,
        }
    }

    /// E-119, Q-61, QR-23: what a path with so many designated steps costs.
    fn rout_increase(&self, p: &Position, designated: u8) -> u8 {
        let missing = p.active.required - designated;
        if self.face(p, p.active.unit).allowance <= FOOT_ALLOWANCE {
            missing
        } else if self.settings.cavalry_per_level {
            missing.div_ceil(2)
        } else {
            u8::from(missing > 0)
        }
    }

    /// Whether a way can be taken: it must still lead to the most designated steps.
    fn way_serves(&self, p: &Position, flight: &Flight<'_, R>, way: Way) -> bool {
        let a = &p.active;
        let (left, need) = (a.required - a.steps, a.best - a.good);
        let mut path = a.path;
        let at = usize::from(a.steps);
        let mut tries = |to: Stand, need: u8| {
            !held_before(&path[..=at], to) && {
                path[at + 1] = to;
                flight.can_make(&mut path, at + 1, left - 1, need)
            }
        };
        match way {
            _ if left == 0 => false,
            Way::Shut => false,
            Way::Exit => true,
            Way::Designated(to) => need > 0 && tries(to, need - 1),
            Way::Deviation(to) => tries(to, need),
        }
    }

    /// The ways that may be taken now.
    fn serving_ways(&self, p: &Position) -> [bool; 10] {
        let flight = Flight::new(self, p, p.active.unit);
        let ways = R::ways(&flight, p.unit(p.active.unit).stand());
        let proper = |way: Way| matches!(way, Way::Designated(_) | Way::Exit);
        let serves = |way: Way| self.way_serves(p, &flight, way);
        if !R::STRAYS_LAST {
            return ways.map(serves);
        }
        let serving = ways.map(|way| proper(way) && serves(way));
        if serving.contains(&true) {
            return serving;
        }
        ways.map(|way| !proper(way) && serves(way))
    }

    pub(crate) fn may_run(&self, p: &Position, choice: &Choice) -> Allowed {
        let a = &p.active;
        let Some(index) = index_of(choice) else {
            return Self::in_stage(false);
        };
        if self.serving_ways(p)[index] {
            return Ok(());
        }
        let stand = p.unit(a.unit).stand();
        if index >= 6 && stand.right.is_off() {
            return Err(Deny::new(Code::ManoeuvreNotAllowed, R::CITES.rout_blocked));
        }
        if a.steps == a.required {
            return Err(Deny::new(Code::RoutTooLong, R::CITES.rout_length));
        }
        let flight = Flight::new(self, p, a.unit);
        match R::ways(&flight, stand)[index] {
            Way::Shut => {
                let beyond = |h: Hex| self.map.neighbour(h, Dir::from_index(index as u8)).is_off();
                if index < 6 && stand.hexes().any(beyond) {
                    return Err(Deny::new(Code::RoutExit, R::CITES.rout_exit));
                }
                let deny = Deny::new(Code::RoutStepBlocked, R::CITES.rout_blocked);
                if index < 6 {
                    return Err(deny.at(self.map.neighbour(stand.left, Dir::from_index(index as u8))));
                }
                Err(deny)
            }
            Way::Designated(to) | Way::Deviation(to) if held_before(&a.path[..=usize::from(a.steps)], to) => {
                Err(Deny::new(Code::RoutStepBlocked, R::CITES.rout_least).at(to.left))
            }
            Way::Designated(to) | Way::Deviation(to) => {
                Err(Deny::new(Code::RoutNotLeastIncrease, R::CITES.rout_least).at(to.left))
            }
            Way::Exit => Err(Deny::new(Code::RoutNotLeastIncrease, R::CITES.rout_least)),
        }
    }

    pub(crate) fn may_stop(&self, p: &Position) -> Allowed {
        Self::in_stage(p.active.kind == Moving::Rout)?;
        let a = &p.active;
        let good_enough = if a.steps == 0 {
            self.rout_increase(p, 0) == self.rout_increase(p, a.best)
        } else {
            a.good == a.best
        };
        if good_enough {
            Ok(())
        } else {
            Err(Deny::new(Code::RoutNotLeastIncrease, R::CITES.rout_least))
        }
    }

    pub(crate) fn run(&self, p: &mut Position, choice: &Choice, log: &mut impl Log<Event>) {
        let unit = p.active.unit;
        let from = p.unit(unit).stand();
        let Some(index) = index_of(choice) else {
            return;
        };
        let way = R::ways(&Flight::new(self, p, unit), from)[index];
        let (to, designated) = match way {
            Way::Exit => return self.leave_map(p, log),
            Way::Designated(to) => {
                p.active.good += 1;
                (to, true)
            }
            Way::Deviation(to) => {
                p.active.strays += 1;
                (to, false)
            }
            Way::Shut => return,
        };
        self.go_to(p, unit, to);
        let a = &mut p.active;
        a.fresh = false;
        a.steps += 1;
        if let Choice::Step(dir) = choice {
            a.last = *dir;
        }
        a.path[usize::from(a.steps)] = to;
        log.event(|| Event::RoutStep {
            unit,
            at: to,
            designated,
        });
        for hex in to.hexes().filter(|h| !from.covers(*h)) {
            self.capture(p, unit, hex, log);
        }
    }

    /// Moves a unit and the leaders that go along; each keeps the half he is with (QR-18).
    pub(crate) fn go_to(&self, p: &mut Position, unit: UnitId, to: Stand) {
        let from = p.unit(unit).stand();
        p.stand(unit, to);
        if to.right.is_on() {
            // The front of a double is the long side to the left of the way from left to right half.
            if let Some(double) = board::Double::new(&self.map, to.left, to.right) {
                p.unit_mut(unit).facing = double.vertex();
            }
        }
        for leader in leader_members(p.active.leaders) {
            let at = &mut p.leaders[usize::from(leader)];
            *at = if *at == from.right && to.right.is_on() {
                to.right
            } else {
                to.left
            };
        }
    }

    /// E-116, E-124, Q-62; leaders stay in the last hex (QR-19).
    fn leave_map(&self, p: &mut Position, log: &mut impl Log<Event>) {
        let unit = p.active.unit;
        log.event(|| Event::LeftMap { unit });
        p.active = Active::NOBODY;
        self.eliminate(p, unit, log);
    }

    /// E-121, Q-65: the increase applies now; it is not combat, so leaders keep being obeyed unless the unit is lost.
    pub(crate) fn stop(&self, p: &mut Position, log: &mut impl Log<Event>) {
        let unit = p.active.unit;
        let increase = self.rout_increase(p, p.active.good);
        let level = p.unit(unit).rout + increase;
        log.event(|| Event::RoutEnds { unit, increase, level });
        p.rout_moved |= bit(unit);
        if level > LAST_LEVEL {
            p.active = Active::NOBODY;
            return self.eliminate(p, unit, log);
        }
        p.set_rout(unit, level);
        if R::TURNS_AFTER_ROUT && p.active.steps > 0 {
            p.active.kind = Moving::RoutFacing;
        } else {
            p.active = Active::NOBODY;
        }
    }

    pub(crate) fn list_rout_path(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        if p.active.kind == Moving::RoutFacing {
            out.extend(Vertex::looking(p.active.last).map(Choice::Face));
            return;
        }
        self.list_companions(p, side, out);
        let serving = self.serving_ways(p);
        out.extend((0..10).filter(|i| serving[*i]).map(choice_at));
        if self.may_stop(p).is_ok() {
            out.push(Choice::Stop);
        }
    }
}
