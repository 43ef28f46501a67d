//! What a unit in contact must expect to lose: exact, by the number of dice and not by their faces.
//!
//! The groups of dice are those of `close_combat`, the removal dice those of `removal`; only that they are multiplied out here and
//! thrown there. A test holds the two together.

use crate::battle::Battle;
use crate::position::{Id, Members, Position};
use kernel::Ratio;

/// Weights of 0, 1, 2, ... successes, out of the same whole.
struct Spread {
    weights: Vec<u128>,
    whole: u128,
}

impl Spread {
    /// Nothing thrown yet.
    fn none() -> Spread {
        Spread {
            weights: vec![1],
            whole: 1,
        }
    }

    /// With `dice` more, of which each succeeds `hits` times out of `of`. `None` if the numbers grow too large.
    fn with(mut self, dice: u16, hits: u128, of: u128) -> Option<Spread> {
        for _ in 0..dice {
            self.whole = self.whole.checked_mul(of)?;
            self.weights.push(0);
            for at in (0..self.weights.len()).rev() {
                let from_below = if at > 0 {
                    self.weights[at - 1].checked_mul(hits)?
                } else {
                    0
                };
                self.weights[at] = self.weights[at].checked_mul(of - hits)?.checked_add(from_below)?;
            }
        }
        Some(self)
    }
}

/// Chances of a die that needs so much, in lowest terms.
fn chance(need: u8) -> (u128, u128) {
    match need {
        0 | 1 => (1, 1),
        2 => (5, 6),
        3 => (2, 3),
        4 => (1, 2),
        5 => (1, 3),
        _ => (1, 6),
    }
}

impl Battle {
    /// Casualties that a unit suffers in the coming close combat, from all its enemies.
    fn casualties(&self, p: &Position, unit: Id) -> Option<Spread> {
        let mut spread = Spread::none();
        for enemy in Members(self.fights(p, unit)) {
            for group in self.blows(p, enemy, unit).0 {
                let (hits, of) = chance(group.need);
                spread = spread.with(group.dice, hits, of)?;
            }
        }
        Some(spread)
    }

    /// The exact chance that it loses 0, 1, 2, ... elements; `None` if the numbers grow too large to be exact.
    pub fn loss_odds(&self, p: &Position, unit: Id) -> Option<Vec<Ratio>> {
        let casualties = self.casualties(p, unit)?;
        let skirmishers = self.card(unit).is_skirmisher();
        let elements = usize::from(p.unit(unit).elements);
        let mut chances = vec![Ratio::ZERO; elements + 1];
        for (n, weight) in casualties.weights.iter().enumerate().filter(|(_, weight)| **weight > 0) {
            let n = n as u16;
            let removed = if skirmishers {
                Spread::none().with(n, 1, 2)?
            } else {
                Spread::none().with(n / 2, 2, 3)?.with(n % 2, 1, 3)?
            };
            for (lost, ways) in removed.weights.iter().enumerate().filter(|(_, ways)| **ways > 0) {
                let part = Ratio::new(*weight, casualties.whole).times(*ways, removed.whole)?;
                let sum = &mut chances[lost.min(elements)];
                *sum = sum.plus(part)?;
            }
        }
        Some(chances)
    }

    /// Elements that it loses on average, in thousandths.
    pub fn expected_loss(&self, p: &Position, unit: Id) -> i64 {
        let chances = self.loss_odds(p, unit).unwrap_or_default();
        let each = chances
            .iter()
            .enumerate()
            .map(|(lost, chance)| i64::from(chance.thousandths_of(lost as i32)));
        each.sum()
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use crate::close_combat::throw;
    use kernel::Ratio;
    use kernel::dice::Branching;

    fn position(text: &str) -> (crate::Battle, crate::Position) {
        let setting: crate::case::Setting = toml::from_str(text).expect("a setting");
        setting.build().expect("a position")
    }

    #[test]
    fn it_is_what_the_dice_would_show() {
        let (battle, p) = position(
            r#"
            phase = "combat"
            units = ["A1 a Pikes 6 2x3 A/III @36,20 0.0", "B1 b Knights 4 2x2 A/III @36,20 180.0 into=A1"]
            contacts = ["A1 B1 front"]
            "#,
        );
        for (unit, enemy) in [(0, 1), (1, 0)] {
            let (groups, _) = battle.blows(&p, enemy, unit);
            let mut dice = Branching::new();
            let mut walked = vec![Ratio::ZERO; usize::from(p.unit(unit).elements) + 1];
            loop {
                let hits = throw(&groups, &mut dice);
                let lost = usize::from(battle.removal_dice(unit, hits, &mut dice));
                let lost = lost.min(walked.len() - 1);
                walked[lost] = walked[lost].plus(dice.probability().unwrap()).unwrap();
                if !dice.next() {
                    break;
                }
            }
            assert_eq!(battle.loss_odds(&p, unit), Some(walked));
        }
    }

    #[test]
    fn two_units_of_twenty_four_are_within_its_numbers() {
        let (battle, p) = position(
            r#"
            phase = "combat"
            units = ["A1 a Pikes 24 6x4 A/III @36,20 0.0", "B1 b Pikes 24 6x4 A/II @36.75,20 180.0"]
            contacts = ["A1 B1 front"]
            "#,
        );
        let chances = battle.loss_odds(&p, 0).expect("exact");
        let sum = chances.iter().try_fold(Ratio::ZERO, |sum, chance| sum.plus(*chance));
        assert_eq!(sum, Some(Ratio::ONE));
        assert!(battle.expected_loss(&p, 0) > 1000);
    }
}
