//! The enemy's answer to a plan: where his units could come to, and where they would strike.

use super::places;
use super::turn::Turn;
use crate::standard::cards::{NONE, UnitId};
use crate::standard::morale::Hit;
use crate::standard::position::{Position, Stage, bit, members};
use crate::standard::prospect::Aim;
use crate::standard::{Variant, tables};
use std::collections::BTreeSet;

/// Blows between two units: plain, from behind, charging.
pub(super) const KINDS: usize = 4;
const BEHIND: usize = 1;
const CHARGE: usize = 2;

#[derive(Clone, Copy)]
pub(super) struct Threat {
    enemy: u16,
    node: u16,
}

impl<R: Variant> Turn<'_, R> {
    fn slot(&self, by: UnitId, target: UnitId, kind: usize) -> usize {
        (usize::from(by) * self.judge.worth.len() + usize::from(target)) * KINDS + kind
    }

    /// Blows by what does not depend on where the two stand.
    pub(super) fn weigh_blows(&mut self, p: &Position) {
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
                    let aim = Aim {
                        by,
                        target,
                        needs: i32::from(base) + behind + run + close + 2 * i32::from(aim.weapon.is_some()),
                        hit: Hit::Blow {
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
    pub(super) fn find_threats(&mut self, p: &Position) {
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
            let mut seen = BTreeSet::new();
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

    /// The enemy's movement: everybody goes where his blow is worth most, those with most to gain first.
    pub(super) fn answer(&mut self) {
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
}
