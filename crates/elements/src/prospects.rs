//! The chances of what `end` sets going, where all of it together can fall in too many ways: for each unit by itself.

use crate::battle::Battle;
use crate::contact::Conformed;
use crate::forecast::Fate;
use crate::position::{Id, Phase, Position, one};
use kernel::Ratio;
use kernel::story::{Chance, Part};
use std::borrow::Cow;

/// What is still to come for a unit.
struct Awaits {
    /// The end of the shooting.
    shot: bool,
    /// Its test of morale.
    tests: bool,
    fights: bool,
}

impl Battle {
    /// What `end` rolls for now: whoever was shot at, whoever fights, and whoever must test morale; in the order of LR-80. Nothing if
    /// the numbers of one of them grow too large.
    pub fn prospects(&self, p: &Position) -> Vec<Chance> {
        let reply = p.phase == Phase::Reply;
        if !reply && p.phase != Phase::Movement {
            return Vec::new();
        }
        self.fates(p, |unit| Awaits {
            shot: reply,
            tests: self.alarmed(p) & one(unit) != 0,
            fights: reply,
        })
    }

    /// What comes after `end` if nothing changes until then: the fights that stand, and what the shooting so far has done.
    pub fn later_prospects(&self, p: &Position) -> Vec<Chance> {
        if !matches!(p.phase, Phase::Movement | Phase::Shooting) {
            return Vec::new();
        }
        self.fates(p, |_| Awaits {
            shot: p.phase == Phase::Shooting,
            tests: false,
            fights: true,
        })
    }

    fn fates(&self, p: &Position, awaits: impl Fn(Id) -> Awaits) -> Vec<Chance> {
        let mut list = Some(Vec::new());
        for unit in self.in_order(p).filter(|unit| p.unit(*unit).state.on_table()) {
            let (state, awaits) = (p.unit(unit), awaits(unit));
            let mut tell = |fate: Option<Fate>| match (fate, &mut list) {
                (Some(fate), Some(list)) => list.extend(self.tell_fate(unit, &fate)),
                _ => list = None,
            };
            if awaits.shot && (state.suffered > 0 || state.burst > 0) {
                tell(self.shot_fate(p, unit));
            } else if awaits.tests {
                tell(Some(self.test_fate(p, unit)));
            }
            if awaits.fights && p.in_contact(unit) {
                tell(self.combat_fate(p, unit));
            }
        }
        list.unwrap_or_default()
    }

    /// What a charge that comes to this contact must expect of the fight, and those it meets: as if it were fought at once.
    pub fn charge_prospects(&self, p: &Position, unit: Id, enemy: Id, to: Conformed) -> Vec<Chance> {
        let then = self.after_contact(p, unit, enemy, to);
        let fates = [unit, enemy].map(|fighter| {
            let fate = self.combat_fate(&then, fighter)?;
            Some(self.tell_fate(fighter, &fate))
        });
        match fates {
            [Some(own), Some(theirs)] => own.into_iter().chain(theirs).collect(),
            _ => Vec::new(),
        }
    }

    pub fn tell_fate(&self, unit: Id, fate: &Fate) -> Vec<Chance> {
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
            let loses = fate.losses.first().copied().unwrap_or(Ratio::ONE).rest();
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

pub fn chance(outcome: String, exact: Ratio, parts: impl IntoIterator<Item = (String, Ratio)>) -> Chance {
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
