//! What threatens a unit in a place: who could come upon it in the next turn, as if the fight were on. By dice and scores alone, without
//! putting anybody into contact: near enough to choose by, and quick.

use super::greedy::Worth;
use crate::battle::Battle;
use crate::marks::Marks;
use crate::position::{Id, Position};
use crate::troops::{Class, FRONTAGE, Quality, Troop};
use board::table::{Angle, Distance, Face, Footprint, ONE};

/// A wheel beyond this is not reckoned with.
const ASIDE: u16 = 600;
/// So many of the nearest enemies are looked at.
const NEAREST: usize = 6;

impl Battle {
    /// Hits of a unit whose front is on so many files of an enemy, in halves of sixths: the first rank, and those behind it that
    /// support it and need one more (L-33 to L-39).
    fn likely_hits(&self, p: &Position, unit: Id, files: i64, need: i64) -> i64 {
        let (card, state) = (self.card(unit), p.unit(unit));
        let most = match card.class() {
            _ if state.is(Marks::DISORDERED) => 2,
            Class::Mounted | Class::LightFoot => 3,
            Class::CloseCombatFoot if card.lead() == Troop::Pikes && state.ranks() > 2 => 6,
            Class::CloseCombatFoot => 4,
            Class::Artillery => 2,
        };
        let behind = i64::from(u8::min(most, 2 * state.ranks())) - 2;
        files * (2 * (7 - need) + behind * (6 - need.min(5)))
    }

    /// What one of its dice needs (L-21 to L-32), where ground and lines do not matter.
    fn score_of_blow(&self, p: &Position, unit: Id, enemy: Id, fresh: bool, frontal: bool) -> i64 {
        let (card, met) = (self.card(unit), self.card(enemy).lead());
        let troop = card.lead();
        let mut need = met.combat_defence() + i8::from(p.unit(unit).is(Marks::DISORDERED));
        let poor_shot = troop.is_shot() && card.quality >= Quality::C;
        need += i8::from(troop == Troop::Levy || poor_shot || troop.is_artillery());
        need += i8::from(troop.is_mounted() && frontal && matches!(met, Troop::Spears | Troop::Pikes));
        need -= i8::from(fresh && matches!(troop, Troop::Knights | Troop::SuperiorKnights));
        need -=
            i8::from(matches!(troop, Troop::MenAtArms | Troop::Polearms) || (troop == Troop::Pikes && card.superior));
        need -= i8::from(!fresh && frontal && troop == Troop::Longbow);
        i64::from(need.clamp(2, 6))
    }

    /// What a charge onto a face should cost the two, in one fight.
    fn clash(&self, p: &Position, unit: Id, enemy: Id, face: Face) -> [Worth; 2] {
        if self.card(enemy).is_skirmisher() {
            return [0, 0];
        }
        let (own, its) = (p.unit(unit), p.unit(enemy));
        let frontal = face == Face::Front;
        let wide = match face {
            Face::Front | Face::Rear => i64::from(its.files),
            Face::Left | Face::Right => {
                i64::from((i32::from(its.ranks()) * self.card(enemy).depth + FRONTAGE - 1) / FRONTAGE)
            }
        };
        let files = i64::from(own.files).min(wide);
        let need = self.score_of_blow(p, unit, enemy, true, frontal);
        let dealt = self.likely_hits(p, unit, files, need) * if frontal { 1 } else { 2 };
        let need = self.score_of_blow(p, enemy, unit, false, frontal);
        let back = match frontal {
            true => self.likely_hits(p, enemy, files, need),
            // LR-46: the edge replies without supports.
            false => 2 * files * (7 - need),
        };
        // A third of an element for each (LR-52).
        let (gives, takes) = (dealt * self.each(enemy) / 36, back * self.each(unit) / 36);
        let all = |who: Id, n: u8| i64::from(n) * self.each(who);
        [takes.min(all(unit, own.elements)), gives.min(all(enemy, its.elements))]
    }

    /// The worst charge that a unit in this place could suffer in the next turn.
    pub(super) fn threat(&self, p: &Position, unit: Id, foes: &[(Distance, Id)], foot: &Footprint) -> Worth {
        let mut worst = 0;
        for (_, enemy) in foes.iter().take(NEAREST) {
            if self.charges(*enemy) && !p.in_contact(*enemy) && self.is_in_reach(*enemy, &self.foot(p, *enemy), foot) {
                let from = self.foot(p, *enemy).stance().at;
                let [takes, gives] = self.clash(p, *enemy, unit, foot.zone(from));
                worst = worst.max(gives - takes);
            }
        }
        worst
    }

    /// The best charge that a unit could make from this place in the next turn.
    pub(super) fn promise(&self, p: &Position, unit: Id, foes: &[(Distance, Id)], foot: &Footprint) -> Worth {
        if !self.charges(unit) {
            return 0;
        }
        let mut best = 0;
        for (_, enemy) in foes.iter().take(NEAREST) {
            let its = self.foot(p, *enemy);
            if self.is_in_reach(unit, foot, &its) {
                let [takes, gives] = self.clash(p, unit, *enemy, its.zone(foot.stance().at));
                best = best.max(gives - takes);
            }
        }
        best
    }

    fn charges(&self, unit: Id) -> bool {
        !self.card(unit).is_skirmisher() && !self.card(unit).is_artillery()
    }

    /// Whether a unit that stands on one base might come upon the other in a move.
    fn is_in_reach(&self, unit: Id, from: &Footprint, to: &Footprint) -> bool {
        let aside = || {
            let bearing = Angle::bearing(from.stance().at, to.centre());
            bearing.map_or(0, |bearing| from.stance().facing.apart(bearing))
        };
        about(from, to) <= self.card(unit).moves()[0] && aside() <= ASIDE
    }
}

/// How far apart two bases are, along the line between their middles: near enough to choose by.
pub(super) fn about(one: &Footprint, other: &Footprint) -> i64 {
    let [x, y] = one.centre().to(other.centre());
    let far = (x * x + y * y).isqrt();
    let reach = |foot: &Footprint| {
        let along = |[sin, cos]: [i64; 2]| ((x * sin + y * cos) / ONE).abs();
        let facing = foot.stance().facing;
        along(facing.right()) * i64::from(foot.half_width()) + along(facing.forward()) * i64::from(foot.depth() / 2)
    };
    (far - (reach(one) + reach(other)) / far.max(1)).max(0)
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use board::table::{Point, Stance, distance};

    #[test]
    fn what_is_reckoned_quickly_is_what_the_dice_come_to() {
        for [one, other] in [
            ["Cavalry 8 4x2 B/III", "Spears 12 4x3 C/III"],
            ["Knights 6 3x2 B/IV", "Pikes 12 4x3 B/II"],
            ["Pikes 12 4x3 A/II", "Polearms 8 4x2 B/II"],
            ["MenAtArms 6 3x2 B/II", "Longbow 8 4x2 C/III"],
            ["SuperiorKnights 4 4x1 A/IV", "Levy 12 4x3 D/IV"],
        ] {
            let fight = format!(
                "phase = \"combat\"\nunits = [\"A1 a {one} @36,20 0.0\", \"B1 b {other} @36,20 180.0\"]\ncontacts = [\"A1 B1 front\"]"
            );
            let setting: crate::case::Setting = toml::from_str(&fight).expect("a setting");
            let (battle, p) = setting.build().expect("a position");
            for unit in [0, 1] {
                let exact = battle.expected_loss(&p, unit) * battle.each(unit) / 1000;
                let quick = battle.risk(&p, unit);
                assert!(
                    exact > 500 && (exact - quick).abs() <= battle.each(unit) / 20,
                    "{one} on {other}, {unit}: {exact}, {quick}"
                );
            }
            // The same two as if the first came upon the second; knights strike harder then.
            if !one.contains("Knights") {
                let clash = battle.clash(&p, 0, 1, Face::Front);
                for (unit, quick) in [0, 1].into_iter().zip(clash) {
                    let risk = battle.risk(&p, unit);
                    assert!(
                        100 * (risk - quick).abs() <= 35 * risk,
                        "{one} on {other}, {unit}: {risk}, {quick}"
                    );
                }
            }
        }
    }

    #[test]
    fn bases_face_to_face_are_as_far_apart_as_is_thought() {
        let at = |x: i32, y: i32, facing: i32| {
            Footprint::new(
                Stance {
                    at: Point::new(x, y),
                    facing: Angle::new(facing),
                },
                3000,
                1500,
            )
        };
        let one = at(10_000, 10_000, 900);
        for (other, error) in [
            (at(18_000, 10_000, 2700), 20),
            (at(18_000, 14_000, 2700), 1500),
            (at(30_000, 20_000, 1800), 2500),
        ] {
            let exact = i64::from(distance(&one, &other).mils());
            assert!(
                (about(&one, &other) - exact).abs() <= error,
                "{} {exact}",
                about(&one, &other)
            );
        }
    }
}
