//! What casualties by shooting should cost a unit: the elements they take off, its order, and the test of morale that may cost the
//! rest. In closed form and rounded, near enough to choose by.

use super::greedy::Worth;
use crate::battle::Battle;
use crate::marks::Marks;
use crate::position::{Id, Place, Position};
use crate::troops::Quality;

/// Ways in 36 that two dice come above a value.
const ABOVE: [i64; 13] = [36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0];
/// Of 1000, how often so many casualties take off nothing, each alone (L-43), and how often one element at the most.
const NONE_LOST: [i64; 13] = [1000, 667, 444, 296, 198, 132, 88, 59, 39, 26, 17, 12, 8];
const ONE_LOST: [i64; 13] = [1000, 1000, 889, 741, 593, 461, 351, 263, 195, 143, 104, 75, 54];
/// What a unit that breaks comes to, in hundredths of its loss: some rally.
const BROKEN: i64 = 85;

impl Battle {
    /// What so many sixths of a casualty more should cost a unit that has been shot at already.
    pub(super) fn shot_harm(&self, p: &Position, unit: Id, sixths: i64) -> Worth {
        let state = p.unit(unit);
        let before = 6 * i64::from(state.suffered);
        let upsets = 6 * i64::from(state.files).min(i64::from(state.elements.div_ceil(2)));
        let upset = if before < upsets && before + sixths >= upsets {
            self.each(unit)
        } else {
            0
        };
        self.harm(p, unit, before + sixths) - self.harm(p, unit, before) + upset
    }

    /// What so many sixths of a casualty should cost.
    fn harm(&self, p: &Position, unit: Id, sixths: i64) -> Worth {
        let (card, state) = (self.card(unit), p.unit(unit));
        let (elements, whole) = (i64::from(state.elements), i64::from(card.original));
        let of = if card.is_skirmisher() { 2 } else { 3 };
        // In thousandths of an element.
        let gone = (1000 * sixths / (6 * of)).min(1000 * elements);
        let left = 1000 * elements - gone;
        let first_blood = elements == whole && card.quality <= Quality::B;
        let spared = between(if first_blood { &ONE_LOST } else { &NONE_LOST }, sixths);
        let fails = ABOVE[self.morale_after(p, unit, left).clamp(0, 12) as usize];
        let breaks = (1000 - spared) * fails / 36;
        self.each(unit) * (gone + left * breaks / 1000 * BROKEN / 100) / 1000
    }

    /// Its morale with so many thousandths of an element left (L-93 to L-104), whoever supports it.
    fn morale_after(&self, p: &Position, unit: Id, left: i64) -> i64 {
        let (card, state) = (self.card(unit), p.unit(unit));
        let whole = 1000 * i64::from(card.original);
        let lost = whole - left;
        let losses = match () {
            () if 3 * lost >= 2 * whole => 4,
            () if 2 * lost >= whole => 2,
            () if 3 * lost >= whole => 1,
            () => 0,
        };
        let leads = |at: Place| at == Place::Leading(unit);
        let led = p.commanders.iter().any(|commander| leads(commander.place));
        let worse = [
            state.is(Marks::DISORDERED),
            state.is(Marks::RALLIED),
            p.army(card.side).demoralised,
        ];
        let worse = worse.into_iter().filter(|worse| *worse).count() as i64;
        i64::from(card.quality.morale()) - losses - worse + i64::from(led)
    }
}

/// A table by whole casualties, read at sixths of one.
fn between(table: &[i64; 13], sixths: i64) -> i64 {
    let most = table.len() - 1;
    let at = ((sixths / 6) as usize).min(most);
    let next = (at + 1).min(most);
    table[at] + (table[next] - table[at]) * (sixths % 6) / 6
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use kernel::Ratio;

    #[test]
    fn what_is_reckoned_quickly_is_near_to_what_the_dice_come_to() {
        let mut off = Vec::new();
        for target in [
            "Cavalry 8 4x2 C/III",
            "Knights 6 3x2 B/IV",
            "Pikes 12 4x3 B/II",
            "Pikes 12 4x3 A/II",
            "Spears 12 4x3 C/III disordered",
            "Levy 8 4x2 D/IV",
            "SkirmishBow 4 4x1 C/III",
        ] {
            let words: Vec<&str> = target.split(' ').collect();
            let shot_at = format!(
                "phase = \"shooting\"\nunits = [\"A1 a {} @36,20 0.0 {}\", \"B1 b Longbow 8 4x2 C/III @36,40 180.0\"]",
                words[..4].join(" "),
                words[4..].join(" ")
            );
            let setting: crate::case::Setting = toml::from_str(&shot_at).expect("a setting");
            let (battle, mut p) = setting.build().expect("a position");
            let whole = 1000 * i64::from(p.unit(0).elements);
            for casualties in 1..=3 {
                p.unit_mut(0).suffered = casualties;
                let fate = battle.shot_fate(&p, 0).expect("few dice");
                let part = |chance: &Ratio, of: i32| i64::from(chance.thousandths_of(of));
                let gone: i64 = (0..).zip(&fate.losses).map(|(lost, chance)| part(chance, lost)).sum();
                let breaks: i64 = fate.breaks.iter().map(|chance| part(chance, 1)).sum();
                let exact = battle.each(0) * (gone + (whole - gone) * breaks / 1000 * BROKEN / 100) / 1000;
                let quick = battle.harm(&p, 0, 6 * i64::from(casualties));
                // Near enough to choose a target by, and no nearer: good men who are whole lose a second element less often than is
                // reckoned, the others break more often.
                if exact == 0 || 100 * (exact - quick).abs() > 45 * exact {
                    off.push(format!("{target}, {casualties}: {exact}, {quick}"));
                }
            }
        }
        assert!(off.is_empty(), "{off:?}");
    }

    #[test]
    fn the_next_arrow_is_for_whom_it_may_break() {
        let setting: crate::case::Setting = toml::from_str(SHOT_AT).expect("a setting");
        let (battle, mut p) = setting.build().expect("a position");
        let fresh = battle.shot_harm(&p, 0, 6);
        // One more disorders it (L-45); and an army that is demoralised breaks sooner.
        p.unit_mut(0).suffered = 3;
        assert!(battle.shot_harm(&p, 0, 6) > fresh);
        p.unit_mut(0).suffered = 0;
        p.army_mut(battle.side_of(0)).demoralised = true;
        assert!(battle.shot_harm(&p, 0, 6) > fresh);
    }

    const SHOT_AT: &str = r#"
        phase = "shooting"
        units = ["A1 a Cavalry 8 4x2 C/III @36,20 0.0", "B1 b Longbow 8 4x2 C/III @36,40 180.0"]
    "#;
}
