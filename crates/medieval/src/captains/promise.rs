//! What a combat promises by the table, without a die: quick enough to ask of every place a unit could go to.

use crate::Battle;
use crate::cards::UnitId;
use crate::combat::{Combat, Company};
use crate::position::{Position, Set};
use crate::tables::{self, Half};
use arrayvec::ArrayVec;
use board::{Dir, Hex};
use kernel::Side;

/// Rolls of two dice in 36, from 2 to 12.
const WAYS: [i64; 11] = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];
/// What a step lost, a retreat, each hex of it and the danger of scattering count, in thousandths.
const LOSS: i64 = 2000;
const RETREAT: i64 = 1500;
const EACH_HEX: i64 = 500;
const SCATTER: i64 = 1500;
/// What a unit is worth as one that fights, and a point that it brings.
const FIGHTS: i64 = 600;
const EACH_POINT: i64 = 200;
/// Leaders who stand alone die.
const LONE: i64 = 8000;

fn harm(half: Half) -> i64 {
    let retreat = match half.retreat {
        0 => 0,
        n => RETREAT + EACH_HEX * i64::from(n),
    };
    LOSS * i64::from(half.loss) + retreat + if half.scatter { SCATTER } else { 0 }
}

/// What a column of the table does to the attacker and to the defender.
fn harms(column: u8) -> [i64; 2] {
    let mut sums = [0; 2];
    for (roll, ways) in (2..).zip(WAYS) {
        let cell = tables::combat(column, roll);
        sums[0] += ways * harm(cell.attacker);
        sums[1] += ways * harm(cell.defender);
    }
    sums.map(|sum| sum / 36)
}

impl Battle {
    /// What an attack of these on these hexes promises its side. The position is left as it was, but for a combat that is
    /// being put together in it.
    pub(super) fn promise(&self, p: &mut Position, side: Side, attackers: &Set, hexes: &[Hex]) -> i64 {
        let mut combat = Combat::attack(side);
        combat.attackers.extend(attackers.iter());
        for hex in hexes {
            combat.defenders.extend(p.at(*hex));
            combat.hexes.push(*hex);
        }
        combat.ground = hexes[0];
        if combat.attackers.is_empty() {
            return 0;
        }
        if combat.defenders.is_empty() {
            return LONE;
        }
        let all: Company = combat.attackers.iter().chain(&combat.defenders).copied().collect();
        let charges: ArrayVec<u8, { 2 * crate::cards::MAX_COMPANY }> = all.iter().map(|u| p.unit(*u).cf).collect();
        let before = std::mem::replace(&mut p.combat, combat);
        self.brake(p);
        let (initial, modifiers, _) = self.reckon(p);
        p.combat = before;
        for (unit, cf) in all.iter().zip(charges) {
            p.unit_mut(*unit).cf = cf;
        }
        let plus: i32 = modifiers.iter().map(|m| m.value.max(0)).sum();
        let minus: i32 = modifiers.iter().map(|m| (-m.value).max(0)).sum();
        let [suffered, done] = harms(tables::shift(initial, plus, minus));
        let (attackers, defenders) = all.split_at(attackers.iter().count());
        (done * self.mean_value(side, defenders) - suffered * self.mean_value(side.other(), attackers)) / 1000
    }

    /// What these are worth to a side that fights them, in thousandths of the usual: they fight, and they are points.
    fn mean_value(&self, side: Side, units: &[UnitId]) -> i64 {
        let value = |unit: &UnitId| FIGHTS + EACH_POINT * self.prize(side, *unit);
        units.iter().map(value).sum::<i64>() / (units.len() as i64).max(1)
    }

    /// The units of a side that stand around a hex and can get at it, horse or foot alone.
    pub(super) fn around_and_able(&self, p: &Position, side: Side, hex: Hex, horse: bool) -> Set {
        let mut able = Set::EMPTY;
        for d in Dir::ALL {
            let from = self.map.neighbour(hex, d);
            if from.is_on() && p.holds(from, side) {
                let fit = |u: &UnitId| self.horse.has(*u) == horse && self.reaches(p, *u, hex);
                p.at(from).filter(fit).for_each(|u| able.add(u));
            }
        }
        able
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_odds_promise_more() {
        let all: Vec<[i64; 2]> = (0..12).map(harms).collect();
        assert!(all.is_sorted_by_key(|harms| harms[1] - harms[0]), "{all:?}");
        assert!(all[2][0] > all[2][1] && all[4][0] < all[4][1], "{all:?}");
    }
}
