//! A turn as a plan: one place for every unit and leader. Its value is what both sides must expect of fire and melee in this turn
//! and in the enemy's next, by the tables, not by dice.

use super::answer::{KINDS, Threat};
use super::judge::{Judge, LOST};
use super::places::{self, Node, Place};
use super::staff::{self, Post};
use crate::standard::cards::{LeaderId, MAX_UNITS, NONE, UnitId};
use crate::standard::choice::Choice;
use crate::standard::position::{Active, Position, bit, leader_members, members};
use crate::standard::{Battle, Variant};
use captain::{Level, Objective, Rng};
use kernel::Side;

/// How much of what the enemy does in his turn counts, in thousandths: he need not find it.
const ANSWER: i64 = 400;
/// How far each level, the weakest first, is out when it judges a plan, in thousandths of a point. Even few evaluations find plans of
/// nearly the same worth, so that levels would differ too little by these alone.
const ERRORS: [u32; 5] = [100_000, 30_000, 18_000, 8_000, 0];

/// The level that most of those have who are routed by a blow, and what must be expected to be destroyed of a unit, in thousandths, before
/// it is asked what would become of it then.
const SHAKEN: u8 = 2;
const SLIGHT: i64 = 60;

pub struct Turn<'a, R: Variant> {
    pub judge: Judge<'a, R>,
    /// Own units that are planned, and their places.
    pub movers: Vec<(UnitId, Vec<Place>)>,
    /// Own leaders, and where they can be.
    pub staff: Vec<(LeaderId, Vec<Post>)>,
    /// The position without the movers.
    pub(super) bare: Position,
    pub(super) scratch: Position,
    /// What is left of each unit, in thousandths.
    pub(super) left: [i64; MAX_UNITS],
    /// Where enemies can come to and strike: by hex struck.
    pub(super) threats: Vec<Vec<Threat>>,
    pub(super) enemies: Vec<(UnitId, Vec<Node>)>,
    /// Loss of the second by a blow of the first, in thousandths.
    pub(super) blows: Vec<i16>,
    level: Level,
    /// How much of the enemy's answer counts, in thousandths.
    counts: i64,
    /// For errors of judgement.
    seed: u64,
}

impl<'a, R: Variant> Turn<'a, R> {
    pub fn new(judge: Judge<'a, R>, p: &Position, level: Level, seed: u64) -> Turn<'a, R> {
        let (battle, side) = (judge.battle, judge.side);
        let level = Level {
            error: ERRORS[usize::from(level.rank)],
            ..level
        };
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
        bare.active = Active::NOBODY;
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
            counts: if battle.is_last_turn(p) { 0 } else { ANSWER },
            seed,
        };
        turn.weigh_blows(p);
        if level.foresight {
            turn.find_threats(p);
        }
        turn
    }

    pub(super) fn battle(&self) -> &'a Battle<R> {
        self.judge.battle
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

    /// What becomes of the routed, of both sides, when they run next: whoever cannot go far enough loses heart, and the edge of the map is
    /// the end. Those with a leader who is obeyed rally before; whoever is likely to be routed by then runs too.
    pub(super) fn routs(&self) -> i64 {
        let (battle, p) = (self.battle(), &self.scratch);
        let loses = |p: &Position, unit: UnitId| {
            let lost = |level: u8| LOST[usize::from(level.min(5))];
            lost(battle.level_after_rout(p, unit)) - lost(p.unit(unit).rout)
        };
        let obeyed = |leader| p.disobeyed >> leader & 1 == 0;
        let mut shaken = p.clone();
        let mut total = 0;
        for unit in members(p.on_map) {
            let left = self.left[usize::from(unit)];
            let harm = if !p.is_routed(unit) {
                let hit = 1000 - left;
                if hit < SLIGHT {
                    continue;
                }
                shaken.set_rout(unit, SHAKEN);
                let harm = hit * loses(&shaken, unit) / LOST[usize::from(SHAKEN)];
                shaken.set_rout(unit, 0);
                harm
            } else if leader_members(p.leaders_with(unit)).any(obeyed) {
                continue;
            } else {
                left * loses(p, unit) / 1000
            };
            let worth = self.judge.worth[usize::from(unit)] * harm / 1000;
            total += if battle.card(unit).side == self.judge.side {
                -worth
            } else {
                worth
            };
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
        total += self.routs();
        for unit in members(self.scratch.on_map & self.battle().cavalry) {
            self.scratch.unit_mut(unit).charge = NONE;
        }
        if self.level.foresight {
            self.answer();
            let mut answer = self.fire(own) - self.fire(other);
            answer += self.melee(own) - self.melee(other);
            total += answer * self.counts / 1000;
        }
        total += self.bereaved();
        total + self.error(plan)
    }
}
