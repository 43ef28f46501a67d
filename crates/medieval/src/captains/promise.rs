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
        let company: Company = attackers.iter().collect();
        let defenders: Company = hexes.iter().flat_map(|hex| p.at(*hex)).collect();
        if company.is_empty() {
            return 0;
        }
        if defenders.is_empty() {
            return LONE;
        }
        let [suffered, done] = harms(self.column_of(p, side, &company, (&defenders, hexes)));
        (done * self.mean_value(side, &defenders) - suffered * self.mean_value(side.other(), &company)) / 1000
    }

    /// The column of the table for an attack.
    fn column_of(
        &self,
        p: &mut Position,
        side: Side,
        attackers: &[UnitId],
        (defenders, hexes): (&[UnitId], &[Hex]),
    ) -> u8 {
        let mut combat = Combat::attack(side);
        combat.attackers.extend(attackers.iter().copied());
        combat.defenders.extend(defenders.iter().copied());
        combat.hexes.extend(hexes.iter().copied());
        combat.ground = hexes[0];
        let all = || attackers.iter().chain(defenders).copied();
        let charges: ArrayVec<u8, { 2 * crate::cards::MAX_COMPANY }> = all().map(|u| p.unit(u).cf).collect();
        let before = std::mem::replace(&mut p.combat, combat);
        self.brake(p);
        let (initial, modifiers, _) = self.reckon(p);
        p.combat = before;
        for (unit, cf) in all().zip(charges) {
            p.unit_mut(unit).cf = cf;
        }
        let plus: i32 = modifiers.iter().map(|m| m.value.max(0)).sum();
        let minus: i32 = modifiers.iter().map(|m| (-m.value).max(0)).sum();
        tables::shift(initial, plus, minus)
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
    use crate::Outcome;
    use kernel::dice::Scripted;
    use kernel::odds::{Reach, Table};
    use kernel::{Quiet, Rules, odds};

    /// Attacks in small settings: what stands there, who attacks which hexes.
    const SETTINGS: [(&str, &str); 8] = [
        (
            r#"phase = 4
            units = ["A english INF1 @1011 N", "D scots INF0 @1010 S"]"#,
            "attack A on 1010",
        ),
        (
            r#"phase = 4
            units = ["A english INF2 @1011 N", "B english INF1 @0910 SE", "D scots INF0 @1010 S"]"#,
            "attack A,B on 1010",
        ),
        (
            r#"phase = 4
            units = ["A english INF0 @1011 N", "D scots INF2 @1010 S"]"#,
            "attack A on 1010",
        ),
        (
            r#"phase = 4
            terrain = { 1010 = "village" }
            units = ["A english INF1 @1011 N", "D scots INF1 @1010 S"]"#,
            "attack A on 1010",
        ),
        (
            r#"phase = 2
            units = ["A english CAV2 @1011 N cf=3", "D scots INF0 @1010 S"]"#,
            "attack A on 1010",
        ),
        (
            r#"phase = 2
            units = ["A english CAV2 @1011 N cf=3", "D scots INF1 @1010 S shiltron"]"#,
            "attack A on 1010",
        ),
        (
            r#"phase = 4
            units = ["A english INF1 @1011 N", "D scots ARCH @1010 S combat"]"#,
            "attack A on 1010",
        ),
        (
            r#"phase = 8
            morale = 10
            effective = 1
            units = ["A scots INF1 @1011 N", "B scots INF1 @1009 S", "D english INF2 @1010 S"]"#,
            "attack A,B on 1010",
        ),
    ];

    /// A unit that scatters counts so much; the table knows only that it may.
    const SCATTERED: i64 = 2 * SCATTER;
    /// How far the promise may be from what the resolver does, in thousandths of half a step lost, besides a quarter of it.
    const TOLERANCE: i64 = 700;

    /// The table knows neither who cannot retreat nor who has too little to lose, so it is held to the exact odds within a tolerance.
    #[test]
    fn what_is_promised_is_what_the_dice_do() {
        let mut off = Vec::new();
        for (setting, attack) in SETTINGS {
            let setting: crate::case::Setting = toml::from_str(setting).unwrap();
            let (battle, mut p) = setting.build().unwrap();
            let Some(side) = battle.decider(&p) else {
                panic!("{attack}: nobody decides");
            };
            let plan = battle.plan_from_text(&p, side, attack).unwrap();
            let (go, first) = plan.split_last().unwrap();
            for choice in first {
                battle.check(&p, side, choice).unwrap();
                battle.resolve(&mut p, side, choice, &mut Scripted::default(), &mut Quiet);
            }
            let (company, hexes) = (p.picked, p.combat.hexes.clone());
            let attackers: Company = company.iter().collect();
            let defenders: Company = hexes.iter().flat_map(|hex| p.at(*hex)).collect();
            let promised = harms(battle.column_of(&mut p.clone(), side, &attackers, (&defenders, &hexes)));
            let mut table = Table::default();
            let all = (Reach::Affair, odds::BUDGET);
            odds::walk(&battle, &p, side, go, all, |course| {
                table.add(battle.outcome(course.events), course.chance)
            })
            .unwrap();
            let done = [0, 1].map(|i| {
                let harm = |o: &Outcome| {
                    let half = Half {
                        retreat: o.retreat[i],
                        loss: o.loss[i],
                        scatter: false,
                    };
                    let scattered = if o.retreat[i] > 0 { i64::from(o.scattered) } else { 0 };
                    ((harm(half) + SCATTERED * scattered) / 100) as i32
                };
                let each = table.0.iter();
                each.map(|(outcome, chance)| i64::from(chance.thousandths_of(harm(outcome))))
                    .sum::<i64>()
                    / 10
            });
            for (promised, done) in promised.into_iter().zip(done) {
                off.push((promised, done));
            }
        }
        let near = |(promised, done): &(i64, i64)| (promised - done).abs() <= TOLERANCE + done / 4;
        assert!(off.iter().all(near), "{off:?}");
    }

    #[test]
    fn better_odds_promise_more() {
        let all: Vec<[i64; 2]> = (0..12).map(harms).collect();
        assert!(all.is_sorted_by_key(|harms| harms[1] - harms[0]), "{all:?}");
        assert!(all[2][0] > all[2][1] && all[4][0] < all[4][1], "{all:?}");
    }
}
