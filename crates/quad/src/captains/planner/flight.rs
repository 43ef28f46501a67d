//! Who runs, and where: every rout move is tried to its end by the resolver, since half of what an army loses is lost on the run, at
//! the edge of the map or where nobody could go on.

use super::judge::Judge;
use super::places::after;
use crate::standard::Variant;
use crate::standard::cards::UnitId;
use crate::standard::choice::Choice;
use crate::standard::morale::LAST_LEVEL;
use crate::standard::movement::rout_directions;
use crate::standard::position::{Moving, Position, Stand, leader_members};
use board::Hex;
use kernel::{Rules, Side};
use std::collections::{BTreeSet, VecDeque};

/// Who runs next, and whether a leader goes along. Routed units run with their leaders, who can then rally them.
pub(super) fn companions<R: Variant>(judge: &Judge<'_, R>, p: &Position, choices: &[Choice]) -> Option<Choice> {
    let worth = |choice: &Choice| match choice {
        // Those farthest back first, so that they are out of the way of the others.
        Choice::Rout(unit) => 1 + i64::from(judge.gap(p.unit(*unit).stand())),
        Choice::With(leader) if p.disobeyed >> leader & 1 == 0 => 1000,
        _ => 0,
    };
    let best = choices.iter().copied().max_by_key(worth)?;
    (worth(&best) > 0).then_some(best)
}

/// The way of the unit that is on the run to the best end there is.
pub(super) fn run<R: Variant>(judge: &Judge<'_, R>, p: &Position, side: Side) -> Vec<Choice> {
    let battle = judge.battle;
    let unit = p.active.unit;
    let rooms = Rooms::new(judge, side);
    let mut nodes: Vec<(usize, Option<Choice>)> = vec![(0, None)];
    let mut seen = BTreeSet::new();
    let mut open = VecDeque::from([(p.clone(), 0)]);
    let mut best: Option<(i64, usize)> = None;
    let mut list = Vec::new();
    while let Some((here, at)) = open.pop_front() {
        list.clear();
        battle.choices(&here, side, &mut list);
        for choice in list.iter().filter(|choice| !matches!(choice, Choice::With(_))) {
            let next = after(battle, &here, side, choice);
            let piece = next.unit(unit);
            let key = (
                piece.hex,
                piece.right,
                piece.facing as u8,
                next.active.steps,
                next.active.good,
                next.active.kind as u8,
            );
            if next.is_on_map(unit) && !seen.insert(key) {
                continue;
            }
            nodes.push((at, Some(*choice)));
            let node = nodes.len() - 1;
            if next.active.kind == Moving::Nobody {
                let worth = end(judge, &next, unit, &rooms);
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, node));
                }
            } else {
                open.push_back((next, node));
            }
        }
    }
    let mut way = Vec::new();
    let mut at = best.map_or(0, |(_, node)| node);
    while let (parent, Some(choice)) = nodes[at] {
        way.push(choice);
        at = parent;
    }
    way.reverse();
    way
}

/// What the end of a run is worth to the unit, whatever it is worth itself.
fn end<R: Variant>(judge: &Judge<'_, R>, p: &Position, unit: UnitId, rooms: &Rooms) -> i64 {
    if !p.is_on_map(unit) {
        return 0;
    }
    let stand = p.unit(unit).stand();
    let level = i64::from(p.unit(unit).rout.min(LAST_LEVEL));
    let own = judge.battle.staff[judge.side.index()] & !p.captured;
    let leaders = leader_members(own).map(|leader| p.leaders[usize::from(leader)]);
    let near = leaders
        .filter(|hex| hex.is_on())
        .map(|hex| judge.battle.map.distance(hex, stand.left));
    // Towards the enemy, so that he does not come from behind.
    let ahead = judge.battle.in_front(p, unit).into_iter().filter(|hex| hex.is_on());
    let looks: i64 = ahead.map(|hex| i64::from(judge.gaps[hex.index()])).sum();
    10_000 - 1000 * level + 100 * i64::from(judge.gap(stand).min(6)) + 100 * rooms.left(stand).min(8)
        - 50 * near.min().map_or(8, |far| i64::from(far.min(8)))
        - looks
}

/// How many designated steps there are from each hex before the edge of the map.
struct Rooms(Vec<i64>);

impl Rooms {
    fn new<R: Variant>(judge: &Judge<'_, R>, side: Side) -> Rooms {
        let battle = judge.battle;
        let mut rooms = vec![-1; battle.map.len()];
        for hex in battle.map.hexes() {
            room(battle, side, hex, &mut rooms);
        }
        Rooms(rooms)
    }

    fn left(&self, stand: Stand) -> i64 {
        stand.hexes().map(|hex| self.0[hex.index()]).min().unwrap_or(0)
    }
}

fn room<R: Variant>(battle: &crate::standard::Battle<R>, side: Side, hex: Hex, rooms: &mut [i64]) -> i64 {
    if rooms[hex.index()] < 0 {
        let next = rout_directions(side).map(|dir| battle.ground.step(hex, dir).to);
        let free = next
            .into_iter()
            .filter(|to| to.is_on() && !battle.ground.soil(*to).pool());
        rooms[hex.index()] = free.map(|to| 1 + room(battle, side, to, rooms)).max().unwrap_or(0);
    }
    rooms[hex.index()]
}
