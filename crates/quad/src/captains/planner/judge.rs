//! What things are worth: units, blows, shots and places, in thousandths of a victory point.

use super::orders::Order;
use super::places::Rating;
use crate::standard::cards::{NONE, SCOTS, Show, UnitId};
use crate::standard::choice::Choice;
use crate::standard::morale::Hit;
use crate::standard::position::{Position, Stand, bit, members};
use crate::standard::prospect::Aim;
use crate::standard::victory::SCOTS_WIN;
use crate::standard::{Battle, Variant, tables};
use board::{Hex, Vertex};
use kernel::Side;

/// What a rout level costs of a unit's worth, in thousandths; the last is its loss.
pub const LOST: [i64; 6] = [0, 350, 450, 600, 750, 1000];
/// Worth of a unit beside its points: it fights.
const FIGHTS: i64 = 1500;
/// Part of all the harm that both can do, in thousandths, from which an army gains by fighting.
pub(super) const EVEN: i64 = 400;
/// What a shot needs on two dice more often than not.
const MIDDLING_SHOT: i32 = 5;
/// What a charge with lances adds to that of a blow.
const CHARGED: i32 = 4;
/// For each hex that what it looks at is nearer to the enemy; where single counters have no facing they look all around, so that for them
/// this is nearness. Both numbers were found by duels with `marshal`; why they differ so much is not known.
const fn facing<R: Variant>() -> i64 {
    if R::FACED_SINGLES { 12 } else { 100 }
}
/// For each friend beside.
const COMPANY: i64 = 30;

pub struct Judge<'a, R: Variant> {
    pub battle: &'a Battle<R>,
    pub side: Side,
    /// Of each unit, as a whole one.
    pub worth: Vec<i64>,
    /// Hexes to the nearest enemy who stands.
    pub gaps: Vec<u16>,
    /// The plan for the battle: what every unit is told.
    pub orders: Vec<Order>,
}

impl<R: Variant> Battle<R> {
    /// Whether nobody moves after this player turn: the English have the last.
    pub(super) fn is_last_turn(&self, p: &Position) -> bool {
        p.turn >= self.turns && p.player != SCOTS
    }
}

impl<'a, R: Variant> Judge<'a, R> {
    pub fn new(battle: &'a Battle<R>, p: &Position, side: Side) -> Judge<'a, R> {
        let enemies = battle.army(side.other()) & p.on_map;
        let standing = if enemies & !p.routed != 0 {
            enemies & !p.routed
        } else {
            enemies
        };
        let hexes: Vec<Hex> = members(standing).flat_map(|u| p.unit(u).stand().hexes()).collect();
        let fights = if battle.is_last_turn(p) { 0 } else { FIGHTS };
        let worth = (0..battle.units.len() as UnitId).map(|u| match p.is_on_map(u) {
            true => 1000 * i64::from(battle.worth(p, u)) + fights,
            false => 0,
        });
        Judge {
            battle,
            side,
            worth: worth.collect(),
            gaps: battle.map.distance_field(&hexes),
            orders: vec![Order::Strike; battle.units.len()],
        }
    }

    /// Whether an army as a whole seeks the fight or keeps off. Whoever would lose if nothing more happened has to seek it; whoever would
    /// win does so if his army gains by it.
    pub fn plain_order(&self, p: &Position) -> Order {
        let keeps_off = self.is_winning(p) && self.part_of_power(p) < EVEN;
        if keeps_off { Order::KeepOff } else { Order::Strike }
    }

    /// E-134, Q-131: whether the side would win if the battle were over.
    fn is_winning(&self, p: &Position) -> bool {
        (self.battle.scottish_lead(p) >= SCOTS_WIN) == (self.side == SCOTS)
    }

    /// The part of all the harm that both can do which is ours, in thousandths.
    pub fn part_of_power(&self, p: &Position) -> i64 {
        let own = self.power(p, self.side);
        let other = self.power(p, self.side.other());
        1000 * own / (own + other).max(1)
    }

    /// What the units of a side would do to the enemy, each to any of them: with lances while they have them, and bows twice, since they
    /// shoot in both player turns and are not struck back.
    fn power(&self, p: &Position, side: Side) -> i64 {
        let battle = self.battle;
        let targets = p.on_map & battle.army(side.other());
        let mut total = 0;
        for by in members(p.on_map & !p.routed & battle.army(side)) {
            let face = battle.face(p, by);
            let charges = face.weapon.is_none() && p.lances & bit(by) != 0;
            let harm = |target: UnitId| {
                let mut aim = self.middling_aim(p, by, target);
                aim.needs += if charges { CHARGED } else { 0 };
                self.loss(p, &aim) * self.worth[usize::from(target)] / 1000
            };
            let harm = members(targets).map(harm).sum::<i64>() / i64::from(targets.count_ones().max(1));
            total += match () {
                () if face.weapon.is_some() => 2 * harm,
                // They must come into order first.
                () if face.disorganised() => harm / 2,
                () => harm,
            };
        }
        total
    }

    /// A shot from somewhere, or a blow from the front.
    pub fn middling_aim(&self, p: &Position, by: UnitId, target: UnitId) -> Aim {
        let battle = self.battle;
        let face = battle.face(p, by);
        let (needs, hit) = match face.weapon {
            Some(_) => {
                let english_longbow = battle.longbows & bit(by) != 0;
                (MIDDLING_SHOT, Hit::Arrows { by, english_longbow })
            }
            None => {
                let base = tables::melee(battle.face(p, target).target, face.attacker);
                let lance = p.lances & bit(by) != 0;
                (i32::from(base.max(0)), Hit::Blow { by, lance })
            }
        };
        Aim { by, target, needs, hit }
    }

    pub fn gap(&self, stand: Stand) -> u16 {
        stand.hexes().map(|hex| self.gaps[hex.index()]).min().unwrap_or(0)
    }

    pub fn put(&self, p: &mut Position, unit: UnitId, stand: Stand, facing: Vertex, face: u8, charge: UnitId) {
        p.stand(unit, stand);
        let piece = p.unit_mut(unit);
        (piece.facing, piece.face, piece.charge) = (facing, face, charge);
    }

    pub fn lift(&self, p: &mut Position, unit: UnitId) {
        p.stand(unit, Stand::NOWHERE);
    }

    /// How much of its target a shot or blow is expected to destroy, in thousandths.
    pub fn loss(&self, p: &Position, aim: &Aim) -> i64 {
        if aim.needs < 2 {
            return 0;
        }
        let ways = self.battle.levels_after(p, aim);
        let after: i64 = ways.iter().zip(LOST).map(|(n, lost)| i64::from(*n) * lost).sum();
        let before = LOST[usize::from(p.unit(aim.target).pending.min(5))];
        // 216 courses of three dice
        (after - 216 * before) / 216
    }

    /// The same in points.
    pub fn harm(&self, p: &Position, choice: &Choice) -> i64 {
        let Some(aim) = R::aim(self.battle, p, choice) else {
            return 0;
        };
        match aim.target {
            NONE => 0,
            target => self.loss(p, &aim) * self.worth[usize::from(target)] / 1000,
        }
    }

    /// What a pose promises by itself.
    pub fn rate(&self, p: &Position, unit: UnitId) -> Rating {
        let battle = self.battle;
        let piece = p.unit(unit);
        let (own, other) = (self.side, self.side.other());
        let face = battle.face(p, unit);
        let gap = self.gap(piece.stand());
        let (wanted, pull) = self.orders[usize::from(unit)].distance(face.show == Show::Ranged);
        let mut rating = Rating {
            blow: 0,
            shot: 0,
            suffered: 0,
            shot_at: 0,
            stand: -pull * (i64::from(gap) - wanted).abs(),
            gap,
        };
        let ahead = battle.in_front(p, unit).into_iter().filter(|h| h.is_on());
        rating.stand -= ahead
            .map(|h| facing::<R>() * i64::from(self.gaps[h.index()]))
            .sum::<i64>()
            / 2;
        let beside = piece.stand().hexes().flat_map(|h| *battle.map.neighbours(h));
        let friend = |h: &Hex| {
            let there = p.at(*h);
            there != NONE && there != unit && battle.army(own) & bit(there) != 0
        };
        rating.stand += COMPANY * beside.filter(friend).count().min(4) as i64;
        let all = p.on_map;
        let mut masked = p.clone();
        masked.on_map = (all & battle.army(other)) | bit(unit);
        if gap <= 1 {
            R::attacks(battle, &masked, own, |choice| {
                rating.blow = rating.blow.max(self.harm(&masked, &choice));
                false
            });
            let (mut by, mut most) = (NONE, 0);
            R::attacks(battle, &masked, other, |choice| {
                if let Some(aim) = R::aim(battle, &masked, &choice) {
                    if aim.by != by {
                        rating.suffered += most;
                        (by, most) = (aim.by, 0);
                    }
                    most = most.max(self.loss(&masked, &aim) * self.worth[usize::from(unit)] / 1000);
                }
                false
            });
            rating.suffered += most;
        }
        if gap <= 5 {
            if let Some(weapon) = face.weapon {
                R::shots(battle, &masked, own, unit, weapon, |choice| {
                    rating.shot = rating.shot.max(self.harm(&masked, &choice));
                    false
                });
            }
            for shooter in members(all & battle.army(other) & !p.routed) {
                if let Some(weapon) = battle.face(p, shooter).weapon {
                    let mut most = 0;
                    R::shots(battle, &masked, other, shooter, weapon, |choice| {
                        most = most.max(self.harm(&masked, &choice));
                        false
                    });
                    rating.shot_at += most;
                }
            }
        }
        rating
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use board::HexMap;
    use kernel::Rules;

    #[test]
    fn who_would_lose_seeks_the_fight_and_who_would_win_keeps_off_if_he_loses_by_it() {
        let map = HexMap::from_toml(include_str!("../../../../../data/maps/edward-bannockburn.toml")).unwrap();
        let file = crate::edward::scenario::read(include_str!("../../../../../data/scenarios/edward-bannockburn.toml"));
        let battle = crate::edward::scenario::build(&file.unwrap(), map, Default::default()).unwrap();
        let mut p = battle.start();
        // Three units of an army cannot stand up to the other.
        for unit in members(p.on_map & battle.army(SCOTS)).skip(3) {
            p.stand(unit, Stand::NOWHERE);
            p.on_map &= !bit(unit);
        }
        let order = |p: &Position, side: Side| Judge::new(&battle, p, side).plain_order(p);
        p.score[SCOTS.index()] = SCOTS_WIN as i16 - 1;
        assert_eq!([SCOTS, SCOTS.other()].map(|side| order(&p, side)), [Order::Strike; 2]);
        p.score[SCOTS.index()] += 1;
        let now = [SCOTS, SCOTS.other()].map(|side| order(&p, side));
        assert_eq!(now, [Order::KeepOff, Order::Strike]);
    }
}
