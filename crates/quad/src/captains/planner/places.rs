//! Where a unit can come to, found by the resolver itself, and the few places worth planning with.

use super::judge::Judge;
use crate::standard::cards::{Kind, NONE, UnitId};
use crate::standard::choice::Choice;
use crate::standard::position::{Moving, Position, Stand, bit};
use crate::standard::{Battle, Variant};
use arrayvec::ArrayVec;
use board::{Hex, Vertex};
use kernel::dice::Scripted;
use kernel::{Quiet, Rules, Side};
use std::collections::{BTreeSet, VecDeque};

/// Poses looked at for one unit.
const POSES: usize = 700;
/// Places kept for one unit.
pub const KEPT: usize = 14;

/// A pose that a unit can take.
#[derive(Clone, Debug)]
pub struct Place {
    pub stand: Stand,
    pub facing: Vertex,
    pub face: u8,
    /// The enemy it charges, or `NONE`.
    pub charge: UnitId,
    /// The choices that lead there; none for whoever stays.
    pub way: Vec<Choice>,
    /// What standing there is worth before anybody strikes.
    pub worth: i64,
}

pub(super) struct Node {
    parent: usize,
    choice: Option<Choice>,
    pub stand: Stand,
    pub facing: Vertex,
    pub face: u8,
    charge: UnitId,
    ends: bool,
    pub strikes: ArrayVec<Hex, 6>,
}

/// What a choice that rolls no die leads to.
pub fn after<R: Variant>(battle: &Battle<R>, p: &Position, side: Side, choice: &Choice) -> Position {
    let mut after = p.clone();
    battle.resolve(&mut after, side, choice, &mut Scripted::default(), &mut Quiet);
    after
}

/// Every pose that the unit can end its move in, the first being where it stands; leaders with it come along.
pub(super) fn reach<R: Variant>(
    battle: &Battle<R>,
    p: &Position,
    side: Side,
    unit: UnitId,
    charges: bool,
) -> Vec<Node> {
    let node = |p: &Position, parent: usize, choice: Option<Choice>, ends: bool| {
        let piece = p.unit(unit);
        Node {
            parent,
            choice,
            stand: piece.stand(),
            facing: piece.facing,
            face: piece.face,
            charge: p.active.charge,
            ends,
            strikes: R::strikes(battle, p, unit),
        }
    };
    // Who is on the move already may perhaps not end it here.
    let is_moving = p.active.kind == Moving::Unit;
    let may_end = !is_moving || battle.check(p, side, &Choice::Done).is_ok();
    let mut nodes = vec![node(p, 0, None, may_end)];
    let mut list = Vec::new();
    let mut here = p.clone();
    if !is_moving {
        here = after(battle, p, side, &Choice::Move(unit));
        nodes.push(node(&here, 0, Some(Choice::Move(unit)), false));
    }
    loop {
        list.clear();
        battle.choices(&here, side, &mut list);
        let Some(with) = list.iter().find(|c| matches!(c, Choice::With(_))) else {
            break;
        };
        here = after(battle, &here, side, with);
        nodes.push(node(&here, nodes.len() - 1, Some(*with), false));
    }
    let key = |p: &Position| {
        let piece = p.unit(unit);
        (piece.hex, piece.right, piece.facing as u8, piece.face, p.active.charge)
    };
    let mut seen = BTreeSet::from([key(&here)]);
    let mut open = VecDeque::from([(here, nodes.len() - 1)]);
    while let Some((here, at)) = open.pop_front() {
        list.clear();
        battle.choices(&here, side, &mut list);
        for choice in &list {
            if matches!(choice, Choice::With(_) | Choice::Done | Choice::End) {
                continue;
            }
            if matches!(choice, Choice::Charge(_)) && !charges {
                continue;
            }
            let next = after(battle, &here, side, choice);
            if !next.is_on_map(unit) || nodes.len() > POSES || !seen.insert(key(&next)) {
                continue;
            }
            let over = next.active.kind != Moving::Unit;
            let ends = over || battle.check(&next, side, &Choice::Done).is_ok();
            nodes.push(node(&next, at, Some(*choice), ends));
            if !over {
                open.push_back((next, nodes.len() - 1));
            }
        }
    }
    nodes
}

fn way(nodes: &[Node], mut at: usize) -> Vec<Choice> {
    let mut way = Vec::new();
    while let Some(choice) = nodes[at].choice {
        way.push(choice);
        at = nodes[at].parent;
    }
    if way.is_empty() {
        return way;
    }
    way.reverse();
    // A mode is changed when the move is over, or without one.
    let mode = way.pop_if(|last| matches!(last, Choice::Mode(_)));
    if !way.is_empty() {
        way.push(Choice::Done);
    }
    way.extend(mode);
    way
}

/// The places worth planning with: to stay, to strike, to shoot, to close, to hold, to fall back.
pub(super) fn places<R: Variant>(judge: &Judge<'_, R>, p: &Position, unit: UnitId, most: usize) -> Vec<Place> {
    let Judge { battle, side, .. } = *judge;
    let moves = battle.check(p, side, &Choice::Move(unit)).is_ok();
    let mut nodes = match moves {
        true => reach(battle, p, side, unit, true),
        false => vec![standing(battle, p, unit)],
    };
    let bows = battle.changers & bit(unit) != 0 && battle.card(unit).kind != Kind::Cavalry;
    if bows && battle.check(p, side, &Choice::Mode(unit)).is_ok() {
        turned_over(p, unit, &mut nodes);
    }
    let mut scratch = p.clone();
    let mut rated: Vec<(usize, Rating)> = Vec::new();
    for (i, node) in nodes.iter().enumerate().filter(|(_, node)| node.ends) {
        judge.put(&mut scratch, unit, node.stand, node.facing, node.face, node.charge);
        rated.push((i, judge.rate(&scratch, unit)));
        judge.lift(&mut scratch, unit);
    }
    let mut kept: Vec<usize> = vec![0];
    let mut keep = |count: usize, key: &dyn Fn(&Rating) -> Option<i64>| {
        let mut ranked: Vec<(i64, usize)> = rated.iter().filter_map(|(i, r)| Some((key(r)?, *i))).collect();
        ranked.sort_unstable_by_key(|(worth, i)| (std::cmp::Reverse(*worth), *i));
        let mut taken = 0;
        for (_, i) in ranked {
            if taken == count || kept.len() >= most {
                break;
            }
            // Other facings in the same hexes only where they are rated best.
            let same = |k: &usize| nodes[*k].stand == nodes[i].stand && nodes[*k].face == nodes[i].face;
            if kept.contains(&i) || (taken > 0 && kept[1..].iter().any(same)) {
                continue;
            }
            kept.push(i);
            taken += 1;
        }
    };
    keep(2, &|r| (r.blow > 0).then_some(r.blow - r.suffered / 2));
    keep(2, &|r| Some(r.all_in_all()));
    keep(2, &|r| (r.shot > 0).then_some(r.shot - r.suffered));
    keep(2, &|r| (r.suffered == 0).then_some(r.stand - r.shot_at / 2));
    keep(1, &|r| (r.blow > 0).then_some(r.blow));
    keep(1, &|r| (r.shot_at == 0 && r.suffered == 0).then_some(r.stand));
    keep(2, &|r| (r.gap >= 3).then_some(r.stand));
    keep(1, &|r| (r.gap >= 5).then_some(r.stand));
    keep(1, &|r| Some(i64::from(r.gap) * 100 + r.stand));
    let rating = |i: usize| rated.iter().find(|(k, _)| *k == i).map_or(0, |(_, r)| r.stand);
    kept.iter()
        .map(|&i| Place {
            stand: nodes[i].stand,
            facing: nodes[i].facing,
            face: nodes[i].face,
            charge: nodes[i].charge,
            way: way(&nodes, i),
            worth: rating(i),
        })
        .collect()
}

/// The way of the unit that is on the move to the best place that is left for it, what that is better by than to end here, and how many
/// there are.
pub(super) fn onward<R: Variant>(judge: &Judge<'_, R>, p: &Position) -> (Vec<Choice>, i64, u32) {
    let Judge { battle, side, .. } = *judge;
    let unit = p.active.unit;
    let nodes = reach(battle, p, side, unit, true);
    let mut scratch = p.clone();
    let mut worth = |node: &Node| {
        judge.lift(&mut scratch, unit);
        judge.put(&mut scratch, unit, node.stand, node.facing, node.face, node.charge);
        judge.rate(&scratch, unit).all_in_all()
    };
    let ends = nodes.iter().enumerate().filter(|(_, node)| node.ends);
    let rated: Vec<(i64, usize)> = ends.map(|(at, node)| (worth(node), at)).collect();
    let best = rated.iter().max_by_key(|(worth, at)| (*worth, std::cmp::Reverse(*at)));
    let here = rated.first().filter(|(_, at)| *at == 0).map_or(0, |(worth, _)| *worth);
    match best {
        Some((_, 0)) => (vec![Choice::Done], 0, rated.len() as u32),
        Some((worth, at)) => (way(&nodes, *at), worth - here, rated.len() as u32),
        None => (Vec::new(), 0, 0),
    }
}

/// What a pose promises by itself, as everybody else stands now, in thousandths of a point.
pub struct Rating {
    pub blow: i64,
    pub shot: i64,
    pub suffered: i64,
    pub shot_at: i64,
    pub stand: i64,
    pub gap: u16,
}

impl Rating {
    /// What it deals out against what it takes.
    fn all_in_all(&self) -> i64 {
        self.blow.max(self.shot) - self.suffered / 2 - self.shot_at / 2 + self.stand
    }
}

fn standing<R: Variant>(battle: &Battle<R>, p: &Position, unit: UnitId) -> Node {
    let piece = p.unit(unit);
    Node {
        parent: 0,
        choice: None,
        stand: piece.stand(),
        facing: piece.facing,
        face: piece.face,
        charge: NONE,
        ends: true,
        strikes: R::strikes(battle, p, unit),
    }
}

/// A change of mode after every move.
fn turned_over(p: &Position, unit: UnitId, nodes: &mut Vec<Node>) {
    for i in 0..nodes.len() {
        if nodes[i].ends && nodes[i].face == p.unit(unit).face {
            let node = Node {
                parent: i,
                choice: Some(Choice::Mode(unit)),
                stand: nodes[i].stand,
                facing: nodes[i].facing,
                face: nodes[i].face ^ 1,
                charge: NONE,
                ends: true,
                strikes: nodes[i].strikes.clone(),
            };
            nodes.push(node);
        }
    }
}
