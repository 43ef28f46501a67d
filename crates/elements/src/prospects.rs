//! The chances of what `end` sets going, where all of it together can fall in too many ways: for each unit by itself.

use crate::battle::Battle;
use crate::forecast::Fate;
use crate::position::{Id, Phase, Position, one};
use kernel::Ratio;
use kernel::story::{Chance, Part};
use std::borrow::Cow;

impl Battle {
    /// Whoever was shot at, whoever fights, and whoever must test morale; in the order of LR-80.
    pub fn prospects(&self, p: &Position) -> Vec<Chance> {
        if !matches!(p.phase, Phase::Movement | Phase::Reply) {
            return Vec::new();
        }
        let alarmed = self.alarmed(p);
        let mut list = Vec::new();
        for unit in self.in_order(p).filter(|unit| p.unit(*unit).state.on_table()) {
            let state = p.unit(unit);
            let reply = p.phase == Phase::Reply;
            if reply && (state.suffered > 0 || state.burst > 0) {
                list.extend(self.shot_fate(p, unit).map(|fate| self.tell_fate(unit, &fate)));
            } else if alarmed & one(unit) != 0 {
                list.push(self.tell_fate(unit, &self.test_fate(p, unit)));
            }
            if reply && p.in_contact(unit) {
                list.extend(self.combat_fate(p, unit).map(|fate| self.tell_fate(unit, &fate)));
            }
        }
        list.into_iter().flatten().collect()
    }

    fn tell_fate(&self, unit: Id, fate: &Fate) -> Vec<Chance> {
        let name = &self.card(unit).name;
        let mut told = Vec::new();
        let all = fate.losses.len().saturating_sub(1);
        let lost = |n: usize| match n {
            0 => "nothing".into(),
            n if n == all => "all".into(),
            1 => "1 element".into(),
            n => format!("{n} elements"),
        };
        if all > 0 {
            let parts = fate.losses.iter().enumerate().map(|(n, chance)| (lost(n), *chance));
            let loses = rest(fate.losses.first().copied().unwrap_or(Ratio::ONE));
            told.push(chance(format!("{name}: losses"), loses, parts));
        }
        if fate.recoils != Ratio::ZERO {
            told.push(chance(format!("{name}: recoils"), fate.recoils, []));
        }
        let breaks = fate.breaks.iter().try_fold(Ratio::ZERO, |sum, part| sum.plus(*part));
        if let Some(breaks) = breaks.filter(|sum| *sum != Ratio::ZERO) {
            let words = ["flees", "routed", "destroyed"].map(String::from);
            let parts = words.into_iter().zip(fate.breaks);
            told.push(chance(format!("{name}: breaks"), breaks, parts));
        }
        told
    }
}

/// What is left to certainty.
fn rest(chance: Ratio) -> Ratio {
    let (ways, whole) = chance.parts();
    Ratio::new(whole - ways, whole)
}

fn chance(outcome: String, exact: Ratio, parts: impl IntoIterator<Item = (String, Ratio)>) -> Chance {
    let parts = parts.into_iter().filter(|(_, exact)| *exact != Ratio::ZERO);
    Chance {
        outcome: Cow::Owned(outcome),
        exact,
        basis_points: exact.basis_points(),
        fails: false,
        parts: parts
            .map(|(outcome, exact)| Part {
                outcome: Cow::Owned(outcome),
                exact,
                basis_points: exact.basis_points(),
            })
            .collect(),
    }
}
