//! Section 11, rout movement.
//!
//! For every kind of unit, less increase in level and more designated steps are the same wish (E-119, E-120): the path
//! must have as many designated steps as any path can. The most that can be had is found once, when the unit begins;
//! every step is then tested by whether it can still be had.

use super::cards::{ENGLISH, Kind, MAX_HEXES, NONE, UnitId};
use super::deny::{Allowed, Code, Deny};
use super::event::Event;
use super::morale::LAST_LEVEL;
use super::movement::rout_directions;
use super::options::{CavalryBlock, RoutedCapture};
use super::position::{Active, Moving, Position, Stage, bit, leader_members, members};
use super::{Battle, Choice, in_stage};
use board::{Dir, Hex, Vertex};
use kernel::{Log, Side};

/// Above this allowance (in half points) a unit runs two hexes a level. E-114
const FOOT_ALLOWANCE: u8 = 12;

/// The field as one fleeing unit sees it.
struct Flight<'a> {
    battle: &'a Battle,
    side: Side,
    friends: u128,
    p: &'a Position,
    /// Hexes it cannot enter, one bit each. E-115
    closed: [u64; MAX_HEXES / 64],
}

/// What lies in a direction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Shut,
    Deviation(Hex),
    Designated(Hex),
    /// Off the map from a friendly edge hex.
    Exit,
}

impl<'a> Flight<'a> {
    fn new(battle: &'a Battle, p: &'a Position, unit: UnitId) -> Flight<'a> {
        let side = battle.card(unit).side;
        let enemies = battle.army(side.other()) & p.on_map;
        let mut closed = [0u64; MAX_HEXES / 64];
        let mut close = |hex: Hex| {
            if let Some(word) = closed.get_mut(hex.index() / 64) {
                *word |= 1 << (hex.index() % 64);
            }
        };
        for enemy in members(enemies) {
            for hex in battle.map.neighbours(p.unit(enemy).hex) {
                close(*hex);
            }
        }
        // Its own hex is free once it has left it.
        for other in members(p.on_map & !bit(unit)) {
            close(p.unit(other).hex);
        }
        if battle.options.routed_capture == RoutedCapture::No {
            for leader in leader_members(battle.staff[side.other().index()] & !p.captured) {
                close(p.leaders[usize::from(leader)]);
            }
        }
        Flight {
            battle,
            side,
            friends: battle.army(side) & p.on_map & !bit(unit),
            p,
            closed,
        }
    }

    /// E-115, ER-43: no pools for anybody, no cover for horse.
    fn open(&self, hex: Hex, mounted: bool) -> bool {
        let soil = self.battle.ground.soil(hex);
        let shut = self.closed[hex.index() / 64] >> (hex.index() % 64) & 1 != 0;
        let barred = soil.pool() || (mounted && soil.cover());
        !shut && !barred
    }

    /// E-116, E-118
    fn plain_way(&self, from: Hex, dir: Dir, mounted: bool) -> Way {
        let step = self.battle.ground.step(from, dir);
        let proper = rout_directions(self.side).contains(&dir);
        if step.to.is_off() {
            let leaves = proper && self.battle.ground.soil(from).edge(self.side);
            return if leaves { Way::Exit } else { Way::Shut };
        }
        if !self.open(step.to, mounted) {
            Way::Shut
        } else if proper && step.closer(self.side) {
            Way::Designated(step.to)
        } else {
            Way::Deviation(step.to)
        }
    }

    fn way(&self, from: Hex, dir: Dir, mounted: bool) -> Way {
        match self.plain_way(from, dir, mounted) {
            Way::Deviation(to) if dir == Dir::N && self.north_serves(from, mounted) => Way::Designated(to),
            way => way,
        }
    }

    /// E-117: the English may go due north if neither proper direction serves and a friend stands in one of them.
    fn north_serves(&self, from: Hex, mounted: bool) -> bool {
        let proper = rout_directions(ENGLISH);
        let serves = |d: Dir| matches!(self.plain_way(from, d, mounted), Way::Designated(_) | Way::Exit);
        let friend = |d: Dir| {
            let unit = self.p.at(self.battle.ground.step(from, d).to);
            unit != NONE && self.friends & bit(unit) != 0
        };
        self.side == ENGLISH && !proper.into_iter().any(serves) && proper.into_iter().any(friend)
    }

    /// Whether `need` more designated steps can be had within `left` steps, no hex twice.
    fn can_make(&self, path: &mut [Hex; 9], steps: usize, left: u8, need: u8, mounted: bool) -> bool {
        if need == 0 {
            return true;
        }
        if need > left {
            return false;
        }
        let here = path[steps];
        let mut ways = [Way::Shut; 6];
        for dir in Dir::ALL {
            ways[dir.index()] = self.way(here, dir, mounted);
        }
        // Leaving the map makes good every step still required.
        if ways.contains(&Way::Exit) {
            return true;
        }
        let mut tries = |to: Hex, need: u8| {
            !path[..=steps].contains(&to) && {
                path[steps + 1] = to;
                self.can_make(path, steps + 1, left - 1, need, mounted)
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

impl Battle {
    /// Routed units of a side that have not yet moved in this phase. E-113
    pub(super) fn owes_rout(&self, p: &Position, side: Side) -> u128 {
        self.army(side) & p.routed & p.on_map & !p.rout_moved
    }

    pub(super) fn may_rout(&self, p: &Position, side: Side, unit: UnitId) -> Allowed {
        in_stage(matches!(p.stage, Stage::RoutPhasing | Stage::RoutOther))?;
        self.own(p, side, unit)?;
        self.nobody_moves(p)?;
        if !p.is_routed(unit) {
            return Err(Deny::new(Code::NotRouted, "E-113"));
        }
        if p.rout_moved & bit(unit) != 0 {
            return Err(Deny::new(Code::AlreadyMoved, "E-113"));
        }
        Ok(())
    }

    pub(super) fn begin_rout(&self, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
        // E-53: a close schiltrom opens as it runs.
        if self.card(unit).kind == Kind::Schiltrom && self.face(p, unit).close_order() {
            p.unit_mut(unit).face ^= 1;
            log.event(|| Event::SchiltromOpens { unit });
        }
        let piece = *p.unit(unit);
        let rate = if self.face(p, unit).allowance > FOOT_ALLOWANCE {
            2
        } else {
            1
        };
        let required = piece.rout * rate;
        let mut path = [Hex::OFF; 9];
        path[0] = piece.hex;
        let flight = Flight::new(self, p, unit);
        let mounted = self.face(p, unit).mounted();
        let most = (0..=required)
            .rev()
            .find(|need| flight.can_make(&mut path, 0, required, *need, mounted));
        path[1..].fill(Hex::OFF);
        p.active = Active {
            kind: Moving::Rout,
            unit,
            required,
            best: most.unwrap_or(0),
            path,
            ..Active::NOBODY
        };
    }

    /// E-119, ER-41: what a path with so many designated steps costs.
    fn rout_increase(&self, p: &Position, designated: u8) -> u8 {
        let missing = p.active.required - designated;
        if self.face(p, p.active.unit).allowance <= FOOT_ALLOWANCE {
            return missing;
        }
        match self.options.cavalry_block {
            CavalryBlock::Once => u8::from(missing > 0),
            CavalryBlock::PerLevel => missing.div_ceil(2),
        }
    }

    /// Whether a way can be taken: it must still lead to the most designated steps, and a deviation only serves where
    /// no designated step does (6.2 of the catalogue).
    fn way_serves(&self, p: &Position, flight: &Flight<'_>, way: Way) -> bool {
        let a = &p.active;
        let mounted = self.face(p, a.unit).mounted();
        let (left, need) = (a.required - a.steps, a.best - a.good);
        let mut path = a.path;
        let at = usize::from(a.steps);
        let mut tries = |to: Hex, need: u8| {
            !path[..=at].contains(&to) && {
                path[at + 1] = to;
                flight.can_make(&mut path, at + 1, left - 1, need, mounted)
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
    fn serving_ways(&self, p: &Position) -> [bool; 6] {
        let flight = Flight::new(self, p, p.active.unit);
        let mounted = self.face(p, p.active.unit).mounted();
        let here = p.unit(p.active.unit).hex;
        let ways = Dir::ALL.map(|d| flight.way(here, d, mounted));
        let proper = |way: Way| matches!(way, Way::Designated(_) | Way::Exit);
        let mut serving = ways.map(|way| proper(way) && self.way_serves(p, &flight, way));
        if !serving.contains(&true) {
            serving = ways.map(|way| !proper(way) && self.way_serves(p, &flight, way));
        }
        serving
    }

    pub(super) fn may_run(&self, p: &Position, dir: Dir) -> Allowed {
        let a = &p.active;
        if self.serving_ways(p)[dir.index()] {
            return Ok(());
        }
        if a.steps == a.required {
            return Err(Deny::new(Code::RoutTooLong, "E-120"));
        }
        let flight = Flight::new(self, p, a.unit);
        let mounted = self.face(p, a.unit).mounted();
        let to = self.ground.step(p.unit(a.unit).hex, dir).to;
        match flight.way(p.unit(a.unit).hex, dir, mounted) {
            Way::Shut => Err(Deny::new(Code::RoutStepBlocked, "E-115").at(to)),
            _ if a.path[..=usize::from(a.steps)].contains(&to) => Err(Deny::new(Code::RoutStepBlocked, "E-120").at(to)),
            _ => Err(Deny::new(Code::RoutNotLeastIncrease, "E-120").at(to)),
        }
    }

    pub(super) fn may_stop(&self, p: &Position) -> Allowed {
        in_stage(p.active.kind == Moving::Rout)?;
        let a = &p.active;
        let good_enough = if a.steps == 0 {
            self.rout_increase(p, 0) == self.rout_increase(p, a.best)
        } else {
            a.good == a.best
        };
        if good_enough {
            Ok(())
        } else {
            Err(Deny::new(Code::RoutNotLeastIncrease, "E-120"))
        }
    }

    pub(super) fn run(&self, p: &mut Position, dir: Dir, log: &mut impl Log<Event>) {
        let unit = p.active.unit;
        let from = p.unit(unit).hex;
        let mounted = self.face(p, unit).mounted();
        let way = Flight::new(self, p, unit).way(from, dir, mounted);
        let to = match way {
            Way::Exit => return self.leave_map(p, log),
            Way::Designated(to) => {
                p.active.good += 1;
                to
            }
            Way::Deviation(to) => {
                p.active.strays += 1;
                to
            }
            Way::Shut => return,
        };
        p.place(unit, to);
        for leader in leader_members(p.active.leaders) {
            p.leaders[usize::from(leader)] = to;
        }
        let a = &mut p.active;
        a.fresh = false;
        a.steps += 1;
        a.last = dir;
        a.path[usize::from(a.steps)] = to;
        let designated = matches!(way, Way::Designated(_));
        log.event(|| Event::RoutStep {
            unit,
            hex: to,
            designated,
        });
        self.capture(p, unit, to, log);
    }

    /// E-116, E-124; leaders stay in the last hex (ER-46).
    fn leave_map(&self, p: &mut Position, log: &mut impl Log<Event>) {
        let unit = p.active.unit;
        log.event(|| Event::LeftMap { unit });
        p.active = Active::NOBODY;
        self.eliminate(p, unit, log);
    }

    /// E-121: the increase applies now; it is not combat, so leaders keep being obeyed unless the unit is lost.
    pub(super) fn stop(&self, p: &mut Position, log: &mut impl Log<Event>) {
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
        if p.active.steps > 0 {
            p.active.kind = Moving::RoutFacing;
        } else {
            p.active = Active::NOBODY;
        }
    }

    /// E-122, ER-44
    pub(super) fn may_face(&self, p: &Position, facing: Vertex) -> Allowed {
        in_stage(p.active.kind == Moving::RoutFacing)?;
        if Vertex::looking(p.active.last).contains(&facing) {
            Ok(())
        } else {
            Err(Deny::new(Code::RoutFacing, "E-122"))
        }
    }

    pub(super) fn face_after_rout(&self, p: &mut Position, facing: Vertex, log: &mut impl Log<Event>) {
        let unit = p.active.unit;
        p.unit_mut(unit).facing = facing;
        p.active = Active::NOBODY;
        log.event(|| Event::Turned { unit, facing, spent: 0 });
    }

    pub(super) fn list_rout_path(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        if p.active.kind == Moving::RoutFacing {
            out.extend(Vertex::looking(p.active.last).map(Choice::Face));
            return;
        }
        self.list_companions(p, side, out);
        let serving = self.serving_ways(p);
        out.extend(Dir::ALL.into_iter().filter(|d| serving[d.index()]).map(Choice::Step));
        if self.may_stop(p).is_ok() {
            out.push(Choice::Stop);
        }
    }
}
