//! How well a unit stands: what the attacks promise that it is part of, what it has to fear, and how near it is to where it is wanted.

use super::aims::Aim;
use super::conduct::Conduct;
use super::ways::Ways;
use crate::Battle;
use crate::cards::UnitId;
use crate::position::{Form, Position, Set};
use board::{Dir, Hex};
use kernel::Side;

/// Weights. A hex nearer to the enemy counts [`Conduct::nearer`].
const STRENGTH: i64 = 150;
const LOST: i64 = -2000;
/// For a thousandth of what the combat table promises us, and the enemy.
const STRIKES: i64 = 25;
const SUFFERS: i64 = 12;
/// For an enemy ahead, if nothing is reckoned.
const AHEAD: i64 = 25;
/// For bows beside the enemy.
const EXPOSED: i64 = 30;
const SUPPORTED: i64 = 4;
/// With a leader who would be alone.
const GUARDS: i64 = 12;
/// For the death of an enemy leader, a point of it.
const LEADER: i64 = 20;
/// To where it is sent, a hex, and for being there.
const GOAL: i64 = 25;
const THERE: i64 = 250;
/// For one of ours whom the horse rides down, for one of theirs, and a point that he brings.
const OWN_RIDDEN_DOWN: i64 = -500;
const RIDDEN_DOWN: i64 = 150;
const EACH_POINT: i64 = 25;
/// Others who could still come to an attack: most that are counted on.
const FOLLOW: usize = 2;

pub struct Post<'a> {
    pub battle: &'a Battle,
    pub side: Side,
    pub unit: UnitId,
    pub conduct: Conduct,
    pub aim: Option<Aim<'a>>,
    /// Whether it looks an attack up in the table, or thinks that any will do.
    pub reckons: bool,
    pub ways: &'a Ways,
    /// Who was on the map before it moved.
    pub before: Set,
}

impl Post<'_> {
    pub fn worth(&self, p: &mut Position) -> i64 {
        let (battle, side) = (self.battle, self.side);
        let u = *p.unit(self.unit);
        if !u.on_map() {
            return LOST;
        }
        let bows = battle.card(self.unit).class.is_foot_ranged();
        let enemies = p.army[side.other().index()].and(&p.on_map);
        let nearest = |hex: Hex| {
            let gaps = enemies
                .iter()
                .map(|e| i64::from(battle.map.distance(p.unit(e).hex, hex)));
            gaps.min().unwrap_or(0)
        };
        let gap = nearest(u.hex);
        let mut total = STRENGTH * i64::from(u.sp);
        match &self.aim {
            Some(aim) => {
                let far = aim.hexes.iter().map(|h| i64::from(battle.map.distance(*h, u.hex)));
                let far = far.min().unwrap_or(0);
                total += if far == 0 { THERE } else { -GOAL * far };
            }
            None => {
                let far = self.ways.far(u.hex, bows);
                total -= self.conduct.nearer * (far - self.conduct.wanted(bows)).abs();
            }
        }
        // To look the right way is worth something before the enemy is there.
        let ahead = battle.map.neighbour(u.hex, u.facing);
        if gap > 1 && ahead.is_on() {
            total += 3 * (self.ways.far(u.hex, bows) - self.ways.far(ahead, bows)).clamp(-2, 2);
        }
        for lost in self.before.without(&p.on_map).iter() {
            total += match p.unit(lost).side == side {
                true => OWN_RIDDEN_DOWN,
                false => RIDDEN_DOWN + EACH_POINT * battle.prize(side, lost),
            };
        }
        total += i64::from(bows && u.form == Form::Combat && gap <= 4) * 15;
        if battle.led(p, u.hex, side) {
            total += GUARDS;
        }
        for leader in 0..battle.leaders.len() as u8 {
            let dead = p.leader(leader).place == crate::position::Place::Eliminated;
            if dead && p.leader(leader).side != side {
                total += LEADER * battle.life_of(p, leader) / 1000;
            }
        }
        let friend = |d: &Dir| {
            let there = battle.map.neighbour(u.hex, *d);
            there.is_on() && p.holds(there, side)
        };
        total += SUPPORTED * Dir::ALL.iter().filter(|d| friend(d)).count() as i64;
        if gap == 1 {
            total += self.contact(p, u.hex, bows);
        }
        total
    }

    /// What it does beside the enemy, and what is done to it.
    fn contact(&self, p: &mut Position, hex: Hex, bows: bool) -> i64 {
        let (battle, side) = (self.battle, self.side);
        let horse = battle.horse.has(self.unit);
        let mut strikes = None;
        let mut threat = [Set::EMPTY; 2];
        for d in Dir::ALL {
            let there = battle.map.neighbour(hex, d);
            if !there.is_on() || !p.holds(there, side.other()) {
                continue;
            }
            if battle.reaches(p, self.unit, there) && !bows {
                if !self.reckons {
                    strikes = Some(1000 * AHEAD / STRIKES);
                    continue;
                }
                let mut able = battle.around_and_able(p, side, there, horse);
                self.with_followers(p, there, horse, &mut able);
                let promise = battle.promise(p, side, &able, &[there]) - self.conduct.odds;
                strikes = strikes.max(Some(promise));
            }
            let fit = p.at(there).filter(|e| battle.reaches(p, *e, hex));
            fit.for_each(|e| threat[usize::from(battle.horse.has(e))].add(e));
        }
        let mut total = STRIKES * strikes.unwrap_or(0) / 1000;
        if bows {
            total -= EXPOSED;
        }
        for attackers in threat {
            let promise = battle.promise(p, side.other(), &attackers, &[hex]);
            total -= SUFFERS * promise.max(0) / 1000;
        }
        total
    }

    /// Those who have not moved yet and are near enough to come to an attack.
    fn with_followers(&self, p: &Position, target: Hex, horse: bool, able: &mut Set) {
        let own = self.battle.movers(p, self.side);
        let near = |u: &UnitId| {
            let pace = u16::from(self.battle.card(*u).mp / crate::cards::MP);
            let far = self.battle.map.distance(p.unit(*u).hex, target);
            *u != self.unit
                && self.battle.horse.has(*u) == horse
                && self.battle.card(*u).class.is_regular()
                && far <= pace
                && !able.has(*u)
        };
        let near: Vec<UnitId> = own.iter().filter(near).take(FOLLOW).collect();
        near.into_iter().for_each(|u| able.add(u));
    }
}
