//! Where leaders can be: with the unit they stand with, or with another that needs them more.

use super::judge::Judge;
use super::places::after;
use crate::standard::Variant;
use crate::standard::cards::{LeaderId, NONE, UnitId};
use crate::standard::choice::Choice;
use crate::standard::position::{Position, bit, leader_bit, leader_members};
use board::{Dir, Hex};
use kernel::Rules;
use std::collections::{BTreeSet, VecDeque};

/// Posts looked at for one leader.
const POSTS: usize = 6;

pub struct Post {
    pub hex: Hex,
    /// He stays with this unit, wherever it goes.
    pub with: Option<UnitId>,
    pub way: Vec<Choice>,
}

pub fn posts<R: Variant>(judge: &Judge<'_, R>, p: &Position) -> Vec<(LeaderId, Vec<Post>)> {
    let (battle, side) = (judge.battle, judge.side);
    let own = battle.staff[side.index()] & !p.captured;
    let mut all = Vec::new();
    for leader in leader_members(own) {
        let hex = p.leaders[usize::from(leader)];
        if hex.is_off() {
            continue;
        }
        let unit = p.at(hex);
        let with = (unit != NONE && battle.army(side) & bit(unit) != 0 && !p.is_routed(unit)).then_some(unit);
        let mut posts = vec![Post {
            hex,
            with: with.filter(|_| p.leaders_moved & leader_bit(leader) == 0),
            way: Vec::new(),
        }];
        if battle.check(p, side, &Choice::Lead(leader)).is_ok() {
            posts.extend(rides(judge, p, leader));
        }
        all.push((leader, posts));
    }
    all
}

/// Rides to units that need him: the routed first, then those furthest from the enemy.
fn rides<R: Variant>(judge: &Judge<'_, R>, p: &Position, leader: LeaderId) -> Vec<Post> {
    let (battle, side) = (judge.battle, judge.side);
    let start = after(battle, p, side, &Choice::Lead(leader));
    let from = p.leaders[usize::from(leader)];
    let mut seen = BTreeSet::from([from]);
    let mut open = VecDeque::from([(start, vec![Choice::Lead(leader)])]);
    let mut found: Vec<(i64, Post)> = Vec::new();
    while let Some((here, way)) = open.pop_front() {
        let hex = here.leaders[usize::from(leader)];
        let unit = p.at(hex);
        if hex != from && unit != NONE && battle.army(side) & bit(unit) != 0 {
            let need = 1000 * i64::from(p.unit(unit).rout) + 10 * i64::from(judge.gaps[hex.index()].min(9));
            let mut way = way.clone();
            way.push(Choice::Done);
            // He goes on with a unit that stands; whether it moves first or not, he is with it only if it stays.
            found.push((need, Post { hex, with: None, way }));
        }
        for dir in Dir::ALL {
            let step = Choice::Step(dir);
            if battle.check(&here, side, &step).is_err() {
                continue;
            }
            let next = after(battle, &here, side, &step);
            if seen.insert(next.leaders[usize::from(leader)]) {
                let mut way = way.clone();
                way.push(step);
                open.push_back((next, way));
            }
        }
    }
    found.sort_by_key(|(need, post)| (std::cmp::Reverse(*need), post.way.len()));
    found.truncate(POSTS);
    found.into_iter().map(|(_, post)| post).collect()
}
