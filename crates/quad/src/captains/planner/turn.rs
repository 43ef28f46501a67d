//! A turn as a plan: one place for every unit and leader. Its value is what both sides must expect of fire and melee in this turn
//! and in the enemy's next, by the tables, not by dice.

use super::judge::{Judge, LOST};
use super::places::{self, Node, Place};
use super::staff::{self, Post};
use crate::standard::cards::{LeaderId, MAX_UNITS, NONE, UnitId};
use crate::standard::choice::Choice;
use crate::standard::position::{Position, Stage, bit, leader_members, members};
use crate::standard::{Battle, Variant, tables};
use captain::{Level, Objective, Rng};
use kernel::Side;

/// How much of what the enemy does in his turn counts, in thousandths: he need not find it.
const ANSWER: i64 = 400;
/// Blows between two units: plain, from behind, charging.
const KINDS: usize = 4;
const BEHIND: usize = 1;
const CHARGE: usize = 2;

pub struct Turn<'a, R: Variant> {
    pub judge: Judge<'a, R>,
    /// Own units that are planned, and their places.
    pub movers: Vec<(UnitId, Vec<Place>)>,
    /// Own leaders, and where they can be.
    pub staff: Vec<(LeaderId, Vec<Post>)>,
    /// The position without the movers.
    bare: Position,
    scratch: Position,
    /// What is left of each unit, in thousandths.
    left: [i64; MAX_UNITS],
    /// Where enemies can come to and strike: by hex struck.
    threats: Vec<Vec<Threat>>,
    enemies: Vec<(UnitId, Vec<Node>)>,
    /// Loss of the second by a blow of the first, in thousandths.
    blows: Vec<i16>,
    level: Level,
    /// For errors of judgement.
    seed: u64,
}

#[derive(Clone, Copy)]
struct Threat {
    enemy: u16,
    node: u16,
}

impl<'a, R: Variant> Turn<'a, R> {
    pub fn new(battle: &'a Battle<R>, p: &Position, side: Side, level: Level, seed: u64) -> Turn<'a, R> {
        let mut judge = Judge::new(battle, p, side);
        judge.resolve_to_fight(p);
        let most = level.options(places::KEPT);
        let movable = battle.army(side) & p.on_map & !p.routed & !(p.moved & p.mode_changed);
        let mut movers: Vec<(UnitId, Vec<Place>)> = Vec::new();
        for unit in members(movable) {
            let list = places::places(&judge, p, unit, most);
            if list.len() > 1 {
                movers.push((unit, list));
            }
        }
        let mut bare = p.clone();
        bare.active = crate::standard::position::Active::NOBODY;
        bare.shot = 0;
        for (unit, _) in &movers {
            judge.lift(&mut bare, *unit);
        }
        let mut turn = Turn {
            staff: staff::posts(&judge, p),
            threats: vec![Vec::new(); battle.map.len()],
            enemies: Vec::new(),
            blows: vec![0; battle.units.len() * battle.units.len() * KINDS],
            scratch: bare.clone(),
            left: [1000; MAX_UNITS],
            judge,
            movers,
            bare,
            level,
            seed,
        };
        turn.weigh_blows(p);
        if level.foresight {
            turn.find_threats(p);
        }
        turn
    }

    fn battle(&self) -> &'a Battle<R> {
        self.judge.battle
    }

    fn slot(&self, by: UnitId, target: UnitId, kind: usize) -> usize {
        (usize::from(by) * self.judge.worth.len() + usize::from(target)) * KINDS + kind
    }

    /// Blows by what does not depend on where the two stand.
    fn weigh_blows(&mut self, p: &Position) {
        let battle = self.battle();
        for by in members(p.on_map & !p.routed) {
            for target in members(p.on_map & battle.army(battle.card(by).side.other())) {
                let (face, aim) = (battle.face(p, by), battle.face(p, target));
                let base = tables::melee(aim.target, face.attacker);
                if base == tables::NA || face.weapon.is_some() || face.disorganised() {
                    continue;
                }
                let lance = p.lances & bit(by) != 0;
                for kind in 0..KINDS {
                    let behind = if kind & BEHIND != 0 && R::FACED_SINGLES { 4 } else { 0 };
                    let charge = kind & CHARGE != 0;
                    let run = if charge { 2 + 2 * i32::from(lance) } else { 0 };
                    let close = 2 * (i32::from(face.close_order()) - i32::from(aim.close_order()));
                    let aim = crate::standard::prospect::Aim {
                        by,
                        target,
                        needs: i32::from(base) + behind + run + close + 2 * i32::from(aim.weapon.is_some()),
                        hit: crate::standard::morale::Hit::Blow {
                            by,
                            lance: lance && charge,
                        },
                    };
                    let slot = self.slot(by, target, kind);
                    self.blows[slot] = self.judge.loss(p, &aim) as i16;
                }
            }
        }
    }

    /// Where each enemy could stand after his next move, as if nobody were in his way.
    fn find_threats(&mut self, p: &Position) {
        let battle = self.battle();
        let side = self.judge.side.other();
        let mut then = self.bare.clone();
        then.player = side;
        then.stage = Stage::Movement;
        then.moved = 0;
        then.mode_changed = 0;
        then.on_map &= !battle.army(self.judge.side);
        for unit in members(battle.army(self.judge.side) & p.on_map) {
            self.judge.lift(&mut then, unit);
        }
        for unit in members(p.on_map) {
            then.unit_mut(unit).spent = 0;
        }
        for enemy in members(battle.army(side) & p.on_map & !p.routed) {
            let face = battle.face(p, enemy);
            if face.disorganised() || face.weapon.is_some() {
                continue;
            }
            let nodes = places::reach(battle, &then, side, enemy, false);
            let index = self.enemies.len() as u16;
            let mut seen = std::collections::BTreeSet::new();
            for (i, node) in nodes.iter().enumerate() {
                for hex in &node.strikes {
                    if seen.insert((*hex, node.stand.left, node.stand.right)) {
                        self.threats[hex.index()].push(Threat {
                            enemy: index,
                            node: i as u16,
                        });
                    }
                }
            }
            self.enemies.push((enemy, nodes));
        }
    }

    /// Puts everybody where the plan has them; whoever finds his place taken stays, or takes the next free place.
    fn put(&mut self, plan: &[u8]) -> i64 {
        let mut worth = 0;
        let p = &mut self.scratch;
        p.clone_from(&self.bare);
        for (pass, penalty) in [(0, 0), (1, 400)] {
            for (i, (unit, list)) in self.movers.iter().enumerate() {
                let free = |place: &Place| place.stand.hexes().all(|h| p.at(h) == NONE);
                let stays = plan[i] == 0;
                // Whoever stays is there before anybody comes.
                if pass == 0 && !stays {
                    continue;
                }
                if pass == 1 && stays {
                    continue;
                }
                let wanted = &list[usize::from(plan[i]).min(list.len() - 1)];
                let place = if free(wanted) {
                    wanted
                } else {
                    worth -= penalty;
                    let Some(place) = list.iter().find(|place| free(place)) else {
                        continue;
                    };
                    place
                };
                worth += place.worth;
                self.judge
                    .put(p, *unit, place.stand, place.facing, place.face, place.charge);
                // Whoever goes where enemy leaders are takes them.
                let here = p.leaders_with(*unit) & self.judge.battle.staff[self.judge.side.other().index()];
                for leader in leader_members(here) {
                    worth += 1000 * i64::from(self.judge.battle.leaders[usize::from(leader)].victory_points);
                    p.leaders[usize::from(leader)] = board::Hex::OFF;
                }
            }
        }
        worth
    }

    /// The fire of one side.
    fn fire(&mut self, side: Side) -> i64 {
        let (battle, p) = (self.judge.battle, &self.scratch);
        let mut gain = 0;
        for shooter in members(battle.army(side) & p.on_map & !p.routed) {
            let Some(weapon) = battle.face(p, shooter).weapon else {
                continue;
            };
            let (mut most, mut hit) = (0, (NONE, 0));
            R::shots(battle, p, side, shooter, weapon, |choice| {
                if let Some(aim) = R::aim(battle, p, &choice) {
                    let loss = self.judge.loss(p, &aim);
                    let harm = loss * self.judge.worth[usize::from(aim.target)] * self.left[usize::from(aim.target)];
                    if harm > most {
                        (most, hit) = (harm, (aim.target, loss));
                    }
                }
                false
            });
            let (target, loss) = hit;
            if target != NONE {
                let part = loss * self.left[usize::from(shooter)] / 1000;
                gain += most * self.left[usize::from(shooter)] / 1_000_000_000;
                let left = &mut self.left[usize::from(target)];
                *left -= *left * part / 1000;
            }
        }
        gain
    }

    /// The melee of one side: everybody strikes where it hurts most.
    fn melee(&mut self, side: Side) -> i64 {
        let (battle, judge, p) = (self.judge.battle, &self.judge, &self.scratch);
        let left = &mut self.left;
        let mut gain = 0;
        let (mut by, mut most, mut hit) = (NONE, 0, (NONE, 0));
        let mut strike = |by: UnitId, most: i64, (target, loss): (UnitId, i64), left: &mut [i64; MAX_UNITS]| {
            if target != NONE {
                let part = loss * left[usize::from(by)] / 1000;
                gain += most * left[usize::from(by)] / 1_000_000_000;
                let left = &mut left[usize::from(target)];
                *left -= *left * part / 1000;
            }
        };
        R::attacks(battle, p, side, |choice| {
            if let Some(aim) = R::aim(battle, p, &choice) {
                if aim.by != by {
                    if by != NONE {
                        strike(by, most, hit, left);
                    }
                    (by, most, hit) = (aim.by, 0, (NONE, 0));
                }
                let loss = judge.loss(p, &aim);
                let harm = loss * judge.worth[usize::from(aim.target)] * left[usize::from(aim.target)];
                if harm > most {
                    (most, hit) = (harm, (aim.target, loss));
                }
            }
            false
        });
        if by != NONE {
            strike(by, most, hit, left);
        }
        gain
    }

    /// The enemy's movement: everybody goes where his blow is worth most, those with most to gain first.
    fn answer(&mut self) {
        const TRIES: usize = 3;
        let (battle, side) = (self.battle(), self.judge.side);
        let mut best: Vec<[(i64, u16, UnitId); TRIES]> = vec![[(0, 0, NONE); TRIES]; self.enemies.len()];
        for target in members(battle.army(side) & self.scratch.on_map) {
            let piece = *self.scratch.unit(target);
            let whole = self.left[usize::from(target)] * self.judge.worth[usize::from(target)] / 1000;
            for hex in piece.stand().hexes() {
                for threat in &self.threats[hex.index()] {
                    let (enemy, nodes) = &self.enemies[usize::from(threat.enemy)];
                    let node = &nodes[usize::from(threat.node)];
                    let from = node.stand.left;
                    let behind = battle.map.direction(hex, from);
                    let behind = behind.is_some_and(|d| piece.facing.arc(d) == board::Arc::Rear);
                    let was = self.scratch.unit(*enemy).hex;
                    let mounted = battle.face(&self.scratch, *enemy).mounted();
                    let charge = mounted && battle.map.distance(was, hex) >= 4;
                    let kind = BEHIND * usize::from(behind) + CHARGE * usize::from(charge);
                    let loss = i64::from(self.blows[self.slot(*enemy, target, kind)]);
                    let back = if behind {
                        0
                    } else {
                        i64::from(self.blows[self.slot(target, *enemy, 0)]) * self.judge.worth[usize::from(*enemy)]
                            / 2000
                    };
                    let gain = loss * whole / 1000 - back;
                    let row = &mut best[usize::from(threat.enemy)];
                    if gain > row[TRIES - 1].0 {
                        row[TRIES - 1] = (gain, threat.node, target);
                        row.sort_unstable_by_key(|(gain, ..)| std::cmp::Reverse(*gain));
                    }
                }
            }
        }
        let mut order: Vec<usize> = (0..best.len()).filter(|i| best[*i][0].0 > 0).collect();
        order.sort_unstable_by_key(|i| (std::cmp::Reverse(best[*i][0].0), *i));
        for i in order {
            let (enemy, nodes) = &self.enemies[i];
            for (gain, node, target) in best[i] {
                let node = &nodes[usize::from(node)];
                let free = |h| matches!(self.scratch.at(h), NONE) || self.scratch.at(h) == *enemy;
                if gain <= 0 || !node.stand.hexes().all(free) {
                    continue;
                }
                let was = self.scratch.unit(*enemy).hex;
                let mounted = battle.face(&self.scratch, *enemy).mounted();
                let charge = mounted && battle.map.distance(was, node.stand.left) >= 3;
                let charge = if charge { target } else { NONE };
                self.judge
                    .put(&mut self.scratch, *enemy, node.stand, node.facing, node.face, charge);
                break;
            }
        }
    }

    /// What becomes of the leaders where the plan has them.
    fn staff(&mut self, plan: &[u8]) -> i64 {
        let battle = self.battle();
        let side = self.judge.side;
        let mut total = 0;
        for (i, (leader, posts)) in self.staff.iter().enumerate() {
            let post = &posts[usize::from(plan[i]).min(posts.len() - 1)];
            let hex = match post.with {
                // With his unit, wherever it went.
                Some(unit) if self.scratch.is_on_map(unit) => self.scratch.unit(unit).hex,
                _ => post.hex,
            };
            self.scratch.leaders[usize::from(*leader)] = hex;
            let points = 1000 * i64::from(battle.leaders[usize::from(*leader)].victory_points);
            let unit = self.scratch.at(hex);
            let gap = self.judge.gaps[hex.index()];
            let near = match gap {
                0..=2 => 600,
                3..=6 => 350,
                7..=9 => 120,
                _ => 20,
            };
            if unit == NONE || battle.army(side) & bit(unit) == 0 {
                total -= points * near / 1000;
                continue;
            }
            let level = usize::from(self.scratch.unit(unit).rout.min(5));
            if level > 0 {
                let obeyed = self.scratch.disobeyed >> leader & 1 == 0;
                if obeyed {
                    total += self.judge.worth[usize::from(unit)] * LOST[level] / 1000;
                }
                total -= points * near / 3000;
            }
        }
        total
    }

    /// What leaders risk with units that are lost.
    fn bereaved(&self) -> i64 {
        let battle = self.battle();
        let mut total = 0;
        for leader in leader_members(battle.staff[self.judge.side.index()] & !self.scratch.captured) {
            let unit = self.scratch.at(self.scratch.leaders[usize::from(leader)]);
            if unit != NONE {
                let points = 1000 * i64::from(battle.leaders[usize::from(leader)].victory_points);
                total -= points * (1000 - self.left[usize::from(unit)]) / 2000;
            }
        }
        total
    }

    /// By how much this level misjudges a plan: always by the same.
    fn error(&self, plan: &[u8]) -> i64 {
        let key = plan.iter().fold(self.seed, |key, option| {
            (key ^ u64::from(*option)).wrapping_mul(0x0100_0000_01B3)
        });
        self.level.misjudges(&mut Rng::new(key), 1000)
    }

    /// The choices of the units in a plan, those nearest to the enemy first; leaders who ride for themselves before all.
    pub fn orders(&self, plan: &[u8]) -> Vec<Vec<Choice>> {
        let mut orders = Vec::new();
        let units = self.movers.len();
        let mut riders = 0u16;
        for (i, (leader, posts)) in self.staff.iter().enumerate() {
            let post = &posts[usize::from(plan[units + i]).min(posts.len() - 1)];
            if !post.way.is_empty() {
                riders |= 1 << leader;
                orders.push(post.way.clone());
            }
        }
        let mut marches: Vec<(u16, UnitId, Vec<Choice>)> = Vec::new();
        for (i, (unit, list)) in self.movers.iter().enumerate() {
            let place = &list[usize::from(plan[i]).min(list.len() - 1)];
            if !place.way.is_empty() {
                let rides = |c: &&Choice| !matches!(c, Choice::With(leader) if riders >> leader & 1 == 1);
                let way = place.way.iter().filter(rides).copied().collect();
                marches.push((self.judge.gap(list[0].stand), *unit, way));
            }
        }
        marches.sort_by_key(|(gap, unit, _)| (*gap, *unit));
        orders.extend(marches.into_iter().map(|(_, _, way)| way));
        orders
    }
}

impl<R: Variant> Objective for Turn<'_, R> {
    fn pieces(&self) -> usize {
        self.movers.len() + self.staff.len()
    }

    fn options(&self, piece: usize) -> usize {
        match self.movers.get(piece) {
            Some((_, places)) => places.len(),
            None => self.staff[piece - self.movers.len()].1.len(),
        }
    }

    fn value(&mut self, plan: &[u8]) -> i64 {
        let (own, other) = (self.judge.side, self.judge.side.other());
        self.left = [1000; MAX_UNITS];
        let mut total = self.put(&plan[..self.movers.len()]);
        total += self.staff(&plan[self.movers.len()..]);
        total += self.fire(own) - self.fire(other);
        total += self.melee(own) - self.melee(other);
        for unit in members(self.scratch.on_map & self.battle().cavalry) {
            self.scratch.unit_mut(unit).charge = NONE;
        }
        if self.level.foresight {
            self.answer();
            let mut answer = self.fire(own) - self.fire(other);
            answer += self.melee(own) - self.melee(other);
            total += answer * ANSWER / 1000;
        }
        total += self.bereaved();
        total + self.error(plan)
    }
}
