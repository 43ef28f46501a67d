//! How the marshal sees the field: poses a unit can take, and what they are worth. Every chance comes from the resolver
//! itself; nothing here knows a number of a table.

use super::expected_destruction;
use crate::edward::cards::{Kind, NONE, Show, UnitId};
use crate::edward::{Battle, Choice, Position, Stage};
use board::{Arc, Dir, Hex, Vertex};
use kernel::dice::Scripted;
use kernel::{Quiet, Rules, Side};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Weights, in thousandths of a victory point.
const STRUCK_BACK: i64 = 600;
const NEARER: i64 = 40;
/// How much of what every bow in sight could do is counted.
const SHOT_AT: i64 = 400;
/// How much of what the enemy could do in his next move is counted.
const THREAT: i64 = 250;
const COVERED: i64 = 150;

/// A place and facing, the choices that lead to it after `move`, and the enemy it charges, if any.
#[derive(Clone, Debug)]
pub struct Pose {
    pub hex: Hex,
    pub facing: Vertex,
    pub charge: UnitId,
    pub close: bool,
    pub plan: Vec<Choice>,
}

/// A unit as it stands or might stand.
#[derive(Clone, Copy)]
struct Stance {
    unit: UnitId,
    hex: Hex,
    facing: Vertex,
    /// In close order.
    close: bool,
}

/// What decides the odds of a blow between two given units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Blow {
    attacker: UnitId,
    target: UnitId,
    behind: bool,
    flank: bool,
    charge: bool,
    close: [bool; 2],
}

pub struct Field<'a> {
    battle: &'a Battle,
    p: &'a Position,
    side: Side,
    blows: RefCell<BTreeMap<Blow, i64>>,
    /// By shooter, target, distance and close order of the target.
    shots: RefCell<BTreeMap<(UnitId, UnitId, u16, bool), i64>>,
}

impl<'a> Field<'a> {
    pub fn new(battle: &'a Battle, p: &'a Position, side: Side) -> Field<'a> {
        Field {
            battle,
            p,
            side,
            blows: RefCell::new(BTreeMap::new()),
            shots: RefCell::new(BTreeMap::new()),
        }
    }

    fn units(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let all = 0..self.battle.units.len() as UnitId;
        all.filter(move |u| self.battle.units[usize::from(*u)].side == side && self.p.is_on_map(*u))
    }

    /// What the loss of a unit is worth to the enemy, in thousandths of a point, with something for its fighting value.
    fn value(&self, unit: UnitId) -> i64 {
        let card = &self.battle.units[usize::from(unit)];
        1000 * i64::from(card.victory_points) + 1500
    }

    /// Exact expectation of a shot or blow.
    pub fn harm(&self, p: &Position, side: Side, choice: &Choice) -> i64 {
        let target = match choice {
            Choice::Shoot { target, .. } | Choice::Attack(_, target) => *target,
            Choice::Resolve(attacker) => p.unit(*attacker).target,
            _ => return 0,
        };
        if target == NONE {
            return 0;
        }
        let thousandths = expected_destruction(self.battle, p, side, choice);
        self.value(target) * thousandths / 1_000_000
    }

    /// The worth of a blow as the two units now stand.
    pub fn blow(&self, attacker: UnitId, target: UnitId) -> i64 {
        let charge = self.p.unit(attacker).charge == target;
        self.blow_between(self.stance(attacker), charge, self.stance(target))
    }

    fn stance(&self, unit: UnitId) -> Stance {
        let piece = self.p.unit(unit);
        Stance {
            unit,
            hex: piece.hex,
            facing: piece.facing,
            close: self.is_close(unit),
        }
    }

    fn is_close(&self, unit: UnitId) -> bool {
        self.battle.units[usize::from(unit)].faces[usize::from(self.p.unit(unit).face)].close_order()
    }

    /// The worth of a blow between two stances; 0 if it cannot be struck.
    fn blow_between(&self, attacker: Stance, charge: bool, target: Stance) -> i64 {
        let Some(dir) = self.battle.map.direction(attacker.hex, target.hex) else {
            return 0;
        };
        let arc = attacker.facing.arc(dir);
        if arc == Arc::Rear {
            return 0;
        }
        let key = Blow {
            attacker: attacker.unit,
            target: target.unit,
            behind: target.facing.arc(dir.opposite()) == Arc::Rear,
            flank: arc.is_flank(),
            charge,
            close: [attacker.close, target.close],
        };
        if let Some(known) = self.blows.borrow().get(&key) {
            return *known;
        }
        let worth = self.try_blow(attacker, charge, target);
        self.blows.borrow_mut().insert(key, worth);
        worth
    }

    /// Sets the two up and asks the resolver.
    fn try_blow(&self, attacker: Stance, charge: bool, target: Stance) -> i64 {
        let side = self.battle.units[usize::from(attacker.unit)].side;
        let mut p = self.p.clone();
        for stance in [attacker, target] {
            let now = p.at(stance.hex);
            if now != NONE && now != attacker.unit && now != target.unit {
                return 0;
            }
            p.place(stance.unit, stance.hex);
            p.unit_mut(stance.unit).facing = stance.facing;
            if stance.close != self.is_close(stance.unit) {
                p.unit_mut(stance.unit).face ^= 1;
            }
        }
        let (striker, struck) = (attacker.unit, target.unit);
        p.player = side;
        p.stage = Stage::NamePhasing;
        p.active = crate::edward::position::Active::NOBODY;
        p.unit_mut(striker).charge = if charge { struck } else { NONE };
        p.unit_mut(striker).target = NONE;
        if self.battle.check(&p, side, &Choice::Attack(striker, struck)).is_err() {
            return 0;
        }
        p.stage = Stage::ResolvePhasing;
        p.unit_mut(striker).target = struck;
        // Another attack left waiting keeps the sequence of play from running on behind every die.
        if let Some(other) = self.units(side).find(|u| *u != striker) {
            p.unit_mut(other).target = struck;
        }
        self.harm(&p, side, &Choice::Resolve(striker))
    }

    /// The pose with the best worth for a unit, and how much better it is than standing still.
    pub fn best_pose(&self, unit: UnitId) -> Option<(i64, Pose)> {
        let piece = self.p.unit(unit);
        let close = self.is_close(unit);
        let stay = self.worth(
            Stance {
                unit,
                hex: piece.hex,
                facing: piece.facing,
                close,
            },
            NONE,
        );
        let mut best: Option<(i64, Pose)> = None;
        for pose in self.poses(unit) {
            let stance = Stance {
                unit,
                hex: pose.hex,
                facing: pose.facing,
                close: pose.close,
            };
            let gain = self.worth(stance, pose.charge) - stay;
            if best.as_ref().is_none_or(|(most, _)| gain > *most) {
                best = Some((gain, pose));
            }
        }
        best
    }

    /// What standing there is worth: the best blow or shot, less what can be struck back at once or in the enemy's next
    /// move, and the way to the enemy.
    fn worth(&self, stance: Stance, charge: UnitId) -> i64 {
        let Stance { unit, hex, facing, .. } = stance;
        let card = &self.battle.units[usize::from(unit)];
        let face = &card.faces[usize::from(self.p.unit(unit).face)];
        let mut gap = u16::MAX;
        let (mut best_blow, mut suffered, mut shot_at) = (0, 0, 0);
        let mut threats = [0i64; 2];
        for other in self.units(self.side.other()) {
            let them = self.stance(other);
            let distance = self.battle.map.distance(hex, them.hex);
            gap = gap.min(distance);
            if distance == 1 {
                let fights = face.weapon.is_none() && !face.disorganised() && (charge == NONE || charge == other);
                if fights {
                    best_blow = best_blow.max(self.blow_between(stance, charge == other, them));
                }
                if !self.p.is_routed(other) {
                    suffered += self.blow_between(them, false, stance);
                }
            }
            if distance <= 4 && !self.p.is_routed(other) {
                shot_at += self.shot_from(other, distance, stance);
            }
            if distance <= 8 && !self.p.is_routed(other) {
                let threat = self.threat(them, distance, stance);
                let least = if threats[0] < threats[1] { 0 } else { 1 };
                threats[least] = threats[least].max(threat);
            }
        }
        let mut total = best_blow
            - suffered * STRUCK_BACK / 1000
            - (threats[0] + threats[1]) * THREAT / 1000
            - shot_at * SHOT_AT / 1000;
        if face.weapon.is_some() {
            total += self.best_shot(unit, hex);
        }
        let wanted = match face.show {
            Show::Ranged => 2,
            _ => 1,
        };
        if gap != u16::MAX {
            total -= NEARER * (i64::from(gap) - wanted).abs();
        }
        let behind = facing.rears().into_iter().filter(|d| {
            let other = self.p.at(self.battle.map.neighbour(hex, *d));
            other != NONE && self.battle.units[usize::from(other)].side == self.side
        });
        total + COVERED * behind.count() as i64
    }

    /// What an enemy bow would do to us there, if it can see us.
    fn shot_from(&self, shooter: UnitId, distance: u16, us: Stance) -> i64 {
        let card = &self.battle.units[usize::from(shooter)];
        if card.faces[usize::from(self.p.unit(shooter).face)].weapon.is_none() {
            return 0;
        }
        let key = (shooter, us.unit, distance, us.close);
        if let Some(known) = self.shots.borrow().get(&key) {
            return *known;
        }
        let mut p = self.p.clone();
        p.place(us.unit, us.hex);
        if us.close != self.is_close(us.unit) {
            p.unit_mut(us.unit).face ^= 1;
        }
        let worth = self.try_shot(&mut p, self.side.other(), shooter, us.unit);
        self.shots.borrow_mut().insert(key, worth);
        worth
    }

    /// The worth of a shot in a position set up for it; 0 if it cannot be made.
    fn try_shot(&self, p: &mut Position, side: Side, shooter: UnitId, target: UnitId) -> i64 {
        p.player = side;
        p.stage = Stage::RangedPhasing;
        p.shooting = side;
        p.shot = 0;
        p.active = crate::edward::position::Active::NOBODY;
        let shot = Choice::Shoot {
            shooter,
            target,
            over: NONE,
        };
        if self.battle.check(p, side, &shot).is_err() {
            return 0;
        }
        self.harm(p, side, &shot)
    }

    /// What an enemy in reach could do to us from the front in his next move.
    fn threat(&self, enemy: Stance, distance: u16, us: Stance) -> i64 {
        let card = &self.battle.units[usize::from(enemy.unit)];
        let face = &card.faces[usize::from(self.p.unit(enemy.unit).face)];
        let reach = u16::from(face.allowance / 2);
        if distance > reach + 1 || face.weapon.is_some() || face.disorganised() {
            return 0;
        }
        let charges = face.mounted() && distance >= 3;
        for dir in us.facing.fronts() {
            let hex = self.battle.map.neighbour(us.hex, dir);
            let there = self.p.at(hex);
            if hex.is_on() && (there == NONE || there == enemy.unit || there == us.unit) {
                let facing = Vertex::looking(dir.opposite())[0];
                return self.blow_between(Stance { hex, facing, ..enemy }, charges, us);
            }
        }
        0
    }

    /// The best shot of a unit from a hex.
    fn best_shot(&self, unit: UnitId, hex: Hex) -> i64 {
        let near = |u: &UnitId| self.battle.map.distance(hex, self.p.unit(*u).hex) <= 4;
        let mut targets = self.units(self.side.other()).filter(near).peekable();
        if targets.peek().is_none() {
            return 0;
        }
        let mut p = self.p.clone();
        p.place(unit, hex);
        targets
            .map(|target| self.try_shot(&mut p, self.side, unit, target))
            .max()
            .unwrap_or(0)
    }

    /// Poses a unit can take, each with its plan. Units that turn freely are searched by hexes; the others by their
    /// choices.
    fn poses(&self, unit: UnitId) -> Vec<Pose> {
        let mut start = self.p.clone();
        start = self.after(&start, Choice::Move(unit));
        if self.is_close(unit) {
            return self.close_poses(&start, unit);
        }
        let mut poses = Vec::new();
        let mut seen: BTreeMap<Hex, u8> = BTreeMap::new();
        let mut layer: Vec<(Position, Vec<Choice>)> = vec![(start.clone(), Vec::new())];
        seen.insert(start.unit(unit).hex, start.unit(unit).spent);
        while let Some((here, plan)) = layer.pop() {
            self.poses_here(unit, &here, &plan, &mut poses);
            for dir in Dir::ALL {
                let (turned, mut way) = self.turned_to(&here, unit, dir, plan.clone());
                let step = Choice::Advance(dir);
                if self.battle.check(&turned, self.side, &step).is_err() {
                    continue;
                }
                let next = self.after(&turned, step);
                let (hex, spent) = (next.unit(unit).hex, next.unit(unit).spent);
                if seen.get(&hex).is_some_and(|known| *known <= spent) {
                    continue;
                }
                seen.insert(hex, spent);
                way.push(step);
                layer.push((next, way));
            }
            // Cheapest first, so that few hexes are seen twice.
            layer.sort_by_key(|(p, _)| std::cmp::Reverse(p.unit(unit).spent));
        }
        poses
    }

    /// The facings that matter in a hex, charges from it, and closing ranks.
    fn poses_here(&self, unit: UnitId, here: &Position, plan: &[Choice], poses: &mut Vec<Pose>) {
        let hex = here.unit(unit).hex;
        let card = &self.battle.units[usize::from(unit)];
        let mounted = card.faces[usize::from(here.unit(unit).face)].mounted();
        let near = self
            .units(self.side.other())
            .any(|e| self.battle.map.distance(hex, self.p.unit(e).hex) <= 9);
        for facing in Vertex::ALL {
            let mut way = plan.to_vec();
            let mut turned = here.clone();
            if here.unit(unit).facing != facing {
                let pivot = Choice::Pivot(facing);
                if self.battle.check(here, self.side, &pivot).is_err() {
                    continue;
                }
                turned = self.after(here, pivot);
                way.push(pivot);
            }
            if mounted && near {
                self.charges_here(unit, &turned, &way, poses);
            }
            if card.kind == Kind::Schiltrom && self.battle.check(&turned, self.side, &Choice::Form).is_ok() {
                let mut formed = way.clone();
                formed.push(Choice::Form);
                poses.push(Pose {
                    hex,
                    facing,
                    charge: NONE,
                    close: true,
                    plan: formed,
                });
            }
            poses.push(Pose {
                hex,
                facing,
                charge: NONE,
                close: false,
                plan: way,
            });
        }
    }

    fn charges_here(&self, unit: UnitId, here: &Position, plan: &[Choice], poses: &mut Vec<Pose>) {
        let mut list = Vec::new();
        self.battle.choices(here, self.side, &mut list);
        for choice in list {
            let Choice::Charge(target) = choice else {
                continue;
            };
            let mut way = plan.to_vec();
            way.push(choice);
            let mut running = self.after(here, choice);
            // Every step on offer can be finished; take the first until the run may end.
            for _ in 0..16 {
                if self.battle.check(&running, self.side, &Choice::Done).is_ok() {
                    let piece = running.unit(unit);
                    poses.push(Pose {
                        hex: piece.hex,
                        facing: piece.facing,
                        charge: target,
                        close: false,
                        plan: way,
                    });
                    break;
                }
                let fronts = running.unit(unit).facing.fronts().map(Choice::Advance);
                let next = fronts
                    .into_iter()
                    .find(|c| self.battle.check(&running, self.side, c).is_ok());
                let Some(step) = next else {
                    break;
                };
                running = self.after(&running, step);
                way.push(step);
            }
        }
    }

    /// A close-order schiltrom: straight on, with at most one manoeuvre.
    fn close_poses(&self, start: &Position, unit: UnitId) -> Vec<Pose> {
        let mut poses = Vec::new();
        let mut open = vec![(start.clone(), Vec::new())];
        let mut seen: Vec<(Hex, Vertex, bool)> = Vec::new();
        let mut list = Vec::new();
        while let Some((here, plan)) = open.pop() {
            let piece = here.unit(unit);
            let key = (piece.hex, piece.facing, here.active.manoeuvred);
            if seen.contains(&key) {
                continue;
            }
            seen.push(key);
            poses.push(Pose {
                hex: piece.hex,
                facing: piece.facing,
                charge: NONE,
                close: true,
                plan: plan.clone(),
            });
            list.clear();
            self.battle.choices(&here, self.side, &mut list);
            for choice in &list {
                let mut way: Vec<Choice> = plan.clone();
                way.push(*choice);
                match choice {
                    Choice::Advance(_) | Choice::Pivot(_) => open.push((self.after(&here, *choice), way)),
                    Choice::Form => {
                        poses.push(Pose {
                            hex: piece.hex,
                            facing: piece.facing,
                            charge: NONE,
                            close: false,
                            plan: way,
                        });
                    }
                    _ => {}
                }
            }
        }
        poses
    }

    /// The position with the unit turned so that `dir` is a front hex, if it can and must turn.
    fn turned_to(&self, p: &Position, unit: UnitId, dir: Dir, mut plan: Vec<Choice>) -> (Position, Vec<Choice>) {
        if p.unit(unit).facing.arc(dir) == Arc::Front {
            return (p.clone(), plan);
        }
        for facing in Vertex::looking(dir) {
            let pivot = Choice::Pivot(facing);
            if self.battle.check(p, self.side, &pivot).is_ok() {
                plan.push(pivot);
                return (self.after(p, pivot), plan);
            }
        }
        (p.clone(), plan)
    }

    /// What a choice that rolls no die leads to.
    fn after(&self, p: &Position, choice: Choice) -> Position {
        let mut after = p.clone();
        self.battle
            .resolve(&mut after, self.side, &choice, &mut Scripted::default(), &mut Quiet);
        after
    }

    /// The way of a leader to the routed unit that needs him most, or back to a unit if he stands alone.
    pub fn ride(&self, leader: u8) -> Option<Vec<Choice>> {
        let from = self.p.leaders[usize::from(leader)];
        let mut start = self.p.clone();
        start = self.after(&start, Choice::Lead(leader));
        let mut seen: BTreeMap<Hex, u8> = BTreeMap::from([(from, 0)]);
        let mut layer: Vec<(Position, Vec<Choice>)> = vec![(start, Vec::new())];
        let stay = self.company(from, leader);
        let mut best: Option<(i64, Vec<Choice>)> = None;
        while let Some((here, plan)) = layer.pop() {
            let hex = here.leaders[usize::from(leader)];
            let gain = self.company(hex, leader) - stay - plan.len() as i64;
            if gain > 0 && best.as_ref().is_none_or(|(most, _)| gain > *most) {
                best = Some((gain, plan.clone()));
            }
            for dir in Dir::ALL {
                let step = Choice::Step(dir);
                if self.battle.check(&here, self.side, &step).is_err() {
                    continue;
                }
                let next = self.after(&here, step);
                let (to, spent) = (next.leaders[usize::from(leader)], next.active.leader_spent);
                if seen.get(&to).is_some_and(|known| *known <= spent) {
                    continue;
                }
                seen.insert(to, spent);
                let mut way = plan.clone();
                way.push(step);
                layer.push((next, way));
            }
            layer.sort_by_key(|(p, _)| std::cmp::Reverse(p.active.leader_spent));
        }
        best.map(|(_, plan)| plan)
    }

    /// How well a leader stands in a hex: with a routed unit that nobody else tends best of all, never alone.
    fn company(&self, hex: Hex, leader: u8) -> i64 {
        let unit = self.p.at(hex);
        let near = self
            .units(self.side.other())
            .filter(|e| self.battle.map.distance(hex, self.p.unit(*e).hex) <= 2);
        let danger = 400 * near.count() as i64;
        if unit == NONE {
            return -2000 - danger;
        }
        let tended = self
            .battle
            .leaders
            .iter()
            .enumerate()
            .any(|(i, other)| i != usize::from(leader) && other.side == self.side && self.p.leaders[i] == hex);
        if tended {
            return -500;
        }
        let level = i64::from(self.p.unit(unit).rout);
        if level > 0 {
            self.value(unit) / 4 + 500 * level - danger / 4
        } else {
            -danger
        }
    }
}
