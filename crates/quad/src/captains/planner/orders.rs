//! The plan for the battle: which divisions strike, screen, hold or keep off. A plan is played out roughly to the end of the battle,
//! without dice: everybody marches by the order of his division, shoots and strikes whom he hurts most, and what is left of a unit
//! is a fraction. What counts is the chance of winning with the points that come of it.

use super::judge::{EVEN, Judge};
use crate::captains::chances;
use crate::captains::fitted::Fitted;
use crate::standard::cards::{NONE, SCOTS, UnitId};
use crate::standard::position::{Position, members};
use crate::standard::victory::SCOTS_WIN;
use crate::standard::{Battle, Variant};
use board::Hex;
use captain::{Budget, Level, Objective, Rng, climb};
use kernel::Side;

/// What a division is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Closes with the enemy.
    Strike,
    /// Stays near enough to fall upon him, or to be fallen upon, next.
    Screen,
    /// Stays where it is.
    Hold,
    /// Keeps out of his reach.
    KeepOff,
}

impl Order {
    pub const ALL: [Order; 4] = [Order::Strike, Order::Screen, Order::Hold, Order::KeepOff];

    /// The distance from the enemy that it wants, and what each hex from there counts, in thousandths of a point.
    pub fn distance(self, shoots: bool) -> (i64, i64) {
        match self {
            Order::Strike => (if shoots { 2 } else { 1 }, 15),
            Order::Screen => (if shoots { 3 } else { 4 }, 30),
            Order::Hold => (1, 0),
            Order::KeepOff => (1, -60),
        }
    }
}

/// The plain plan is given up only for one that wins so much more often, in millionths.
const DOUBT: i64 = 30_000;
/// How far arrows are taken to carry.
const BOWSHOT: u16 = 4;

/// The order of every unit. The plainest plan is one order for all.
pub fn orders<R: Fitted>(
    judge: &Judge<'_, R>,
    p: &Position,
    level: Level,
    budget: &mut Budget,
    seed: u64,
) -> Vec<Order> {
    let plain = judge.plain_order(p);
    let all = vec![plain; judge.battle.units.len()];
    if !level.foresight || judge.battle.is_last_turn(p) {
        return all;
    }
    let mut course = Course::new(judge, p);
    let plain = course.plain(plain);
    let climbed = climb(&mut course, plain, None, budget, &mut Rng::new(seed));
    if climbed.gain < DOUBT {
        return all;
    }
    let of = |unit: usize| match course.division[unit] {
        NONE => all[unit],
        division => Order::ALL[usize::from(climbed.plan[usize::from(division)])],
    };
    (0..all.len()).map(of).collect()
}

/// The chance of winning by the plainest plan.
pub fn promise<R: Fitted>(judge: &Judge<'_, R>, p: &Position) -> i64 {
    let mut course = Course::new(judge, p);
    let plain = course.plain(judge.plain_order(p));
    course.value(&plain)
}

/// A unit as the rough course of a battle knows it.
#[derive(Clone, Copy)]
struct Body {
    unit: UnitId,
    side: Side,
    hex: Hex,
    /// In thousandths.
    left: i64,
    /// Hexes a turn.
    pace: u8,
    shoots: bool,
    points: i64,
}

/// A battle to be played out.
struct Course<'a, R: Variant> {
    battle: &'a Battle<R>,
    side: Side,
    turn: u8,
    /// The own division of each unit, counted from 0; those who belong to none are one together.
    division: Vec<u8>,
    divisions: usize,
    start: Vec<Body>,
    bodies: Vec<Body>,
    taken: Vec<bool>,
    /// What a shot or blow of the first is expected to destroy of the second, in thousandths.
    hurts: Vec<i64>,
    /// What the Scots lead by, in points.
    lead: i64,
    /// Whether the enemy comes though he would win without.
    enemy_comes: bool,
}

impl<'a, R: Variant> Course<'a, R> {
    fn new(judge: &Judge<'a, R>, p: &Position) -> Course<'a, R> {
        let (battle, side) = (judge.battle, judge.side);
        let own = members(p.on_map & battle.army(side) & !p.routed);
        let mut named: Vec<u8> = own.map(|unit| battle.card(unit).division).collect();
        named.sort_unstable();
        named.dedup();
        let of = |unit: UnitId| match battle.card(unit).side == side {
            true => named.iter().position(|d| *d == battle.card(unit).division),
            false => None,
        };
        let count = battle.units.len();
        let division = (0..count as UnitId).map(|unit| of(unit).map_or(NONE, |at| at as u8));
        let body = |unit: UnitId| {
            let face = battle.face(p, unit);
            Body {
                unit,
                side: battle.card(unit).side,
                hex: p.unit(unit).hex,
                left: 1000,
                pace: face.allowance / 2,
                shoots: face.weapon.is_some(),
                points: i64::from(battle.worth(p, unit)),
            }
        };
        let start: Vec<Body> = members(p.on_map & !p.routed).map(body).collect();
        let mut hurts = vec![0; count * count];
        for by in &start {
            for target in start.iter().filter(|target| target.side != by.side) {
                hurts[usize::from(by.unit) * count + usize::from(target.unit)] = hurt(judge, p, by.unit, target.unit);
            }
        }
        Course {
            battle,
            side,
            turn: p.turn,
            division: division.collect(),
            divisions: named.len(),
            bodies: start.clone(),
            start,
            taken: vec![false; battle.map.len()],
            hurts,
            lead: i64::from(battle.scottish_lead(p)),
            enemy_comes: 1000 - judge.part_of_power(p) >= EVEN,
        }
    }

    /// One order for every division.
    fn plain(&self, order: Order) -> Vec<u8> {
        let at = Order::ALL.iter().position(|one| *one == order).unwrap_or(0);
        vec![at as u8; self.divisions]
    }

    fn hurt(&self, by: &Body, target: &Body) -> i64 {
        self.hurts[usize::from(by.unit) * self.division.len() + usize::from(target.unit)]
    }

    /// Everybody of a side goes as he is told, the nearest to the enemy first.
    fn march(&mut self, side: Side, told: &[Order]) {
        let map = &self.battle.map;
        let enemies: Vec<Hex> = self.standing(side.other()).map(|body| body.hex).collect();
        let nearest = |hex: Hex| {
            enemies
                .iter()
                .map(|e| (map.distance(hex, *e), *e))
                .min_by_key(|(far, _)| *far)
        };
        let own = |at: &usize| self.bodies[*at].side == side && self.bodies[*at].left > 0;
        let going = (0..self.bodies.len()).filter(own);
        let mut going: Vec<(u16, Hex, usize)> = going
            .filter_map(|at| nearest(self.bodies[at].hex).map(|(far, enemy)| (far, enemy, at)))
            .collect();
        going.sort_unstable_by_key(|(far, _, at)| (*far, *at));
        for (_, enemy, at) in going {
            let body = self.bodies[at];
            let (wanted, pull) = told[at].distance(body.shoots);
            let off = |hex: Hex| pull * (i64::from(map.distance(hex, enemy)) - wanted).abs();
            let mut here = body.hex;
            for _ in 0..body.pace {
                let free =
                    |hex: &&Hex| hex.is_on() && !self.taken[hex.index()] && !self.battle.ground.soil(**hex).pool();
                let Some(next) = map.neighbours(here).iter().filter(free).min_by_key(|hex| off(**hex)) else {
                    break;
                };
                if off(*next) >= off(here) {
                    break;
                }
                here = *next;
            }
            self.taken[body.hex.index()] = false;
            self.taken[here.index()] = true;
            self.bodies[at].hex = here;
        }
    }

    fn standing(&self, side: Side) -> impl Iterator<Item = &Body> {
        self.bodies
            .iter()
            .filter(move |body| body.side == side && body.left > 0)
    }

    /// Both sides shoot and strike, everybody at whom he hurts most.
    fn clash(&mut self) {
        let map = &self.battle.map;
        let mut harm = vec![0; self.bodies.len()];
        for by in self.bodies.iter().filter(|by| by.left > 0) {
            let reach = if by.shoots { BOWSHOT } else { 1 };
            let mut most = (0, 0);
            for (at, target) in self.bodies.iter().enumerate() {
                if target.side == by.side || target.left <= 0 || map.distance(by.hex, target.hex) > reach {
                    continue;
                }
                let worth = self.hurt(by, target) * target.points;
                if worth > most.0 {
                    most = (worth, at);
                }
            }
            if most.0 > 0 {
                harm[most.1] += self.hurt(by, &self.bodies[most.1]) * by.left / 1000;
            }
        }
        for (body, harm) in self.bodies.iter_mut().zip(harm) {
            body.left -= body.left * harm.min(1000) / 1000;
            if body.left < 100 {
                self.taken[body.hex.index()] = false;
                body.left = 0;
            }
        }
    }

    /// What the Scots lead by if what is lost of a unit is lost of its points.
    fn lead_now(&self) -> i64 {
        let lost = |body: &Body| {
            let points = body.points * (1000 - body.left) / 1000;
            if body.side == SCOTS { -points } else { points }
        };
        self.lead + self.bodies.iter().map(lost).sum::<i64>()
    }
}

/// What a shot or blow must be expected to destroy: arrows where most fall, blows from the front.
fn hurt<R: Variant>(judge: &Judge<'_, R>, p: &Position, by: UnitId, target: UnitId) -> i64 {
    let loss = judge.loss(p, &judge.middling_aim(p, by, target));
    // They must come into order first.
    if judge.battle.face(p, by).disorganised() {
        loss / 2
    } else {
        loss
    }
}

impl<R: Fitted> Objective for Course<'_, R> {
    fn options(&self, _: usize) -> usize {
        Order::ALL.len()
    }

    fn value(&mut self, plan: &[u8]) -> i64 {
        self.bodies.clone_from(&self.start);
        self.taken.fill(false);
        for body in &self.start {
            self.taken[body.hex.index()] = true;
        }
        let own = |body: &Body| match self.division[usize::from(body.unit)] {
            NONE => Order::Hold,
            division => Order::ALL[usize::from(plan[usize::from(division)])],
        };
        let own: Vec<Order> = self.start.iter().map(own).collect();
        let (mut mover, mut turn) = (self.side, self.turn);
        while turn <= self.battle.turns {
            if mover == self.side {
                self.march(mover, &own);
            } else {
                let wins = (self.lead_now() >= i64::from(SCOTS_WIN)) == (mover == SCOTS);
                let order = if wins && !self.enemy_comes {
                    Order::Hold
                } else {
                    Order::Strike
                };
                self.march(mover, &vec![order; own.len()]);
            }
            self.clash();
            turn += u8::from(mover != SCOTS);
            mover = mover.other();
        }
        chances::at_the_end(self.side, self.lead_now(), &R::WEIGHTS)
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::edward;
    use crate::standard::cards::ENGLISH;
    use board::HexMap;
    use captain::Stop;
    use kernel::Rules;

    fn battle() -> edward::Battle {
        let map = HexMap::from_toml(include_str!("../../../../../data/maps/edward-bannockburn.toml")).unwrap();
        let file = edward::scenario::read(include_str!("../../../../../data/scenarios/edward-bannockburn.toml"));
        edward::scenario::build(&file.unwrap(), map, Default::default()).unwrap()
    }

    fn worth_of(battle: &edward::Battle, p: &Position, side: Side, order: Order) -> i64 {
        let judge = Judge::new(battle, p, side);
        let mut course = Course::new(&judge, p);
        let plan = course.plain(order);
        course.value(&plan)
    }

    #[test]
    fn who_does_not_have_the_lead_wins_nothing_by_keeping_off() {
        let (battle, mut p) = (battle(), battle().start());
        let now = |p: &Position, order| worth_of(&battle, p, SCOTS, order);
        assert!(now(&p, Order::Strike) > now(&p, Order::KeepOff));
        // With the lead that is asked the enemy has to come, and nobody has to go.
        p.score[SCOTS.index()] = SCOTS_WIN as i16 + 100;
        assert!(now(&p, Order::KeepOff) > captain::CERTAIN / 2);
    }

    #[test]
    fn a_division_is_told_one_thing_and_the_same_again() {
        let (battle, p) = (battle(), battle().start());
        for side in [SCOTS, ENGLISH] {
            let told = || {
                let mut budget = Budget::new(60, &Stop::default());
                orders(&Judge::new(&battle, &p, side), &p, Level::BEST, &mut budget, 7)
            };
            let of_all = told();
            assert_eq!(of_all, told());
            for division in &battle.divisions {
                let mut members = members(division.members & p.on_map & !p.routed).map(|u| of_all[usize::from(u)]);
                let first = members.next();
                assert!(members.all(|order| Some(order) == first), "{}", division.id);
            }
        }
    }
}
