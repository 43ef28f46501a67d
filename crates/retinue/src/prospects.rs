//! The chances of what a commit rolls for, where all of it together can fall in too many ways: each shot, blow and check by itself.

use crate::battle::Battle;
use crate::choice::Choice;
use crate::forecast::Fate;
use crate::position::{Phase, Position};
use kernel::story::{Chance, Part};
use kernel::{Ratio, Side};
use std::borrow::Cow;

impl Battle {
    /// Nothing if it rolls for none of these, or if others have still to commit themselves.
    pub fn prospects(&self, p: &Position, side: Side, choice: &Choice) -> Vec<Chance> {
        if matches!(choice, Choice::Line(_)) {
            return Vec::new();
        }
        let mut then = p.clone();
        self.commit(&mut then, side, choice);
        if Side::BOTH
            .iter()
            .any(|side| then.asked[side.index()] && !then.committed[side.index()])
        {
            return Vec::new();
        }
        if then.phase == Phase::Command {
            return self.command_prospects(&then);
        }
        let fates = self.fates(&then).unwrap_or_default();
        let several = |fate: &Fate| fates.iter().filter(|other| other.at == fate.at).count() > 1;
        let told = fates.iter().filter(|fate| fate.home != Ratio::ZERO);
        told.flat_map(|fate| self.tell_fate(then.phase, fate, several(fate)))
            .collect()
    }

    /// Who may shoot (TR-19), and who must check for his wounds (T-07).
    fn command_prospects(&self, p: &Position) -> Vec<Chance> {
        let mut told = Vec::new();
        for who in p.ids().filter(|who| p.figure(*who).wishes) {
            let (least, second) = self.permission_numbers(p, who);
            let faces = |least: u8| u128::from(11 - least.clamp(1, 10));
            let exact = Ratio::new(faces(least) * faces(second), 100);
            told.push(chance(format!("{}: may shoot", self.name(who)), exact, Vec::new()));
        }
        for who in p.ids().filter(|who| p.figure(*who).ready() && self.at_half(p, *who)) {
            let value = self.morale(p, who);
            let routs = (1..=10).filter(|die| !crate::morale::passes(*die, value)).count();
            let exact = Ratio::new(routs as u128, 10);
            told.push(chance(format!("{}: routs", self.name(who)), exact, Vec::new()));
        }
        told
    }

    fn tell_fate(&self, phase: Phase, fate: &Fate, several: bool) -> Vec<Chance> {
        let mut name = self.name(fate.at).to_string();
        if several {
            name = format!("{name}, by {}", self.name(fate.by));
        }
        let lost = |whose: &str, list: &[Ratio]| -> Vec<(String, Ratio)> {
            let each = list.iter().enumerate();
            each.map(|(lost, exact)| (format!("{whose}loses {lost}"), *exact))
                .collect()
        };
        let mut losses = lost("", &fate.lost);
        losses.extend(lost("horse ", &fate.horse_lost));
        let home = if phase == Phase::Shooting { "hit" } else { "struck" };
        let mut told = vec![chance(format!("{name}: {home}"), fate.home, losses)];
        if fate.falls != Ratio::ZERO {
            let stunned = vec![("stunned".to_string(), fate.stunned)];
            told.push(chance(format!("{name}: falls"), fate.falls, stunned));
        }
        if fate.disabled != Ratio::ZERO {
            told.push(chance(format!("{name}: disabled"), fate.disabled, Vec::new()));
        }
        told
    }
}

fn chance(outcome: String, exact: Ratio, parts: Vec<(String, Ratio)>) -> Chance {
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
