//! How a skilled hand conducts a figure: it reckons what blows and shots should bring, strikes where others strike too, and keeps its
//! lord out of reach. Worth is in thousandths of a victory point.

use crate::battle::Battle;
use crate::choice::MoveEntry;
use crate::ground::Grade;
use crate::listing::Plan;
use crate::moves::Seen;
use crate::position::{Id, Position, State};
use crate::troops::{Kind, Pace};
use crate::weapons::{Missile, Weapon};
use board::table::Angle;

/// A charge is made if it should bring no less than this costs: who strikes first does more than its first round tells.
const DARE: i64 = 1000;
/// What each friend counts who already fights the same man, two at the most.
const TOGETHER: i64 = 500;
/// Horse before spears may refuse (T-05); men on foot before horse may run (T-08).
const SPEARS: i64 = 500;
const AWE: i64 = 300;
/// A lord's own risk counts so many times: his side is shaken by his loss (T-04, T-21), and its price is this much higher.
const PRECIOUS: i64 = 4;
const LORD: i64 = 3000;
/// He goes back before enemies who are nearer than this.
const OUT_OF_REACH: i64 = 18_000;
/// Who is nearer is charged in any case.
const AT_HAND: i64 = 4000;
/// How far one shoots.
const RANGE: i64 = 30_000;
/// A gallop of this makes a lance or spear do more (TR-46).
const GALLOP: i64 = 6000;

/// What a figure is about, and whom it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Aim {
    pub plan: Plan,
    pub enemy: Option<Id>,
}

/// Ways in 100 that one die and `ahead` come above another.
fn home(ahead: i64) -> i64 {
    let below = (-9..=9i64).filter(|apart| *apart < ahead);
    below.map(|apart| 10 - apart.abs()).sum()
}

/// The mean of what 0 to 4 dice do beyond an armour, in hundredths.
const DAMAGE: [[i64; 20]; 5] = {
    let mut table = [[0; 20]; 5];
    let mut ways = [0i64; 51];
    ways[0] = 1;
    let mut all = 1;
    let mut dice = 0;
    while dice < 5 {
        let mut armour = 0;
        while armour < 20 {
            let (mut sum, mut pips) = (0, armour);
            while pips <= 10 * dice {
                sum += ways[pips] * (pips - armour) as i64;
                pips += 1;
            }
            table[dice][armour] = 100 * sum / all;
            armour += 1;
        }
        let mut next = [0i64; 51];
        let mut pips = 0;
        while pips <= 40 {
            let mut die = 1;
            while die <= 10 {
                next[pips + die] += ways[pips];
                die += 1;
            }
            pips += 1;
        }
        ways = next;
        all *= 10;
        dice += 1;
    }
    table
};

impl Battle {
    /// What the loss of a figure counts.
    fn price(&self, p: &Position, who: Id) -> i64 {
        let bonus = self.bonus.iter().filter(|bonus| bonus.disabled == who);
        let points = i64::from(self.card(who).kind.value()) + bonus.map(|bonus| i64::from(bonus.points)).sum::<i64>();
        let lord = self.is_lord(p, who) || self.card(who).kind == Kind::Lord;
        1000 * points + if lord { LORD } else { 0 }
    }

    /// What so many dice and pips should take of a figure. A horseman is reckoned as if he were always hit himself.
    fn pain(&self, p: &Position, at: Id, dice: u8, pips: i16) -> i64 {
        let armour = (i16::from(self.card(at).armour) - pips).clamp(0, 19) as usize;
        let left = 100 * i64::from(p.figure(at).stamina.max(1));
        self.price(p, at) * DAMAGE[usize::from(dice.min(4))][armour].min(left) / left
    }

    /// What a round of blows should cost the second.
    pub(super) fn strike_worth(&self, p: &Position, by: Id, at: Id, gallop: bool) -> i64 {
        let ahead = i64::from(self.factor(p, by, at) - self.factor(p, at, by));
        let weapon = self.weapon(p, by);
        let long = weapon.is_spear() || weapon == Weapon::Lance;
        let dice = weapon.dice() + u8::from(gallop && long);
        home(ahead) * self.pain(p, at, dice, -(p.levels(by) as i16)) / 100
    }

    pub(super) fn shot_worth(&self, p: &Position, who: Id, target: Id) -> i64 {
        let need = self.hit_number(p, who, target);
        if need == 0 || need > 10 {
            return 0;
        }
        let (dice, pips) = self.shot_damage(p, who, target);
        i64::from(11 - need) * self.pain(p, target, dice, pips) / 10
    }

    fn is_barred(&self, p: &Position, who: Id, enemy: Id) -> bool {
        let figure = p.figure(who);
        self.stopped_by(figure.radius(), figure.at, p.figure(enemy).at)
            .is_some()
    }

    /// How far a figure gets in one charge.
    fn stride(&self, p: &Position, who: Id) -> i64 {
        let fastest = self.paces(p, who).first().copied().unwrap_or(Pace::Walk);
        i64::from(self.rate(p, who, fastest, Grade::Level))
    }

    fn gap(&self, p: &Position, who: Id, enemy: Id) -> i64 {
        let (a, b) = (p.figure(who), p.figure(enemy));
        a.at.squared(b.at).isqrt() - i64::from(a.radius() + b.radius())
    }

    pub(super) fn is_lord(&self, p: &Position, who: Id) -> bool {
        p.players[self.side_of(who).index()] == who
    }

    /// What a charge should bring in its first round.
    fn charge_worth(&self, p: &Position, who: Id, enemy: Id) -> i64 {
        let (figure, other) = (p.figure(who), p.figure(enemy));
        let gallop = figure.mounted() && self.gap(p, who, enemy) >= GALLOP;
        let gives = self.strike_worth(p, who, enemy, gallop);
        // He strikes at one of those who fight him.
        let busy = self.touched(p, enemy).count() as i64;
        let takes = match other.state {
            State::Ready => self.strike_worth(p, enemy, who, gallop) / (1 + busy),
            _ => 0,
        };
        let takes = if self.is_lord(p, who) { PRECIOUS * takes } else { takes };
        let rides = figure.mounted() && !other.mounted();
        let nerve = match self.weapon(p, enemy).is_spear() {
            true if rides => -SPEARS,
            false if rides && busy == 0 => AWE,
            _ => 0,
        };
        gives - takes + TOGETHER * busy.min(2) + nerve
    }

    pub(super) fn skilled_aim(&self, p: &Position, who: Id) -> Aim {
        let figure = p.figure(who);
        let Some(nearest) = self.nearest_seen(p, who) else {
            let plan = if figure.in_command { Plan::Advance } else { Plan::Hold };
            return Aim { plan, enemy: None };
        };
        let near = |plan: Plan| Aim {
            plan,
            enemy: Some(nearest),
        };
        if self.in_contact(p, who) {
            return near(Plan::Hold);
        }
        let far = self.gap(p, who, nearest);
        if self.shooter(p, who).is_some_and(|missile| missile != Missile::Thrown) && figure.ammo {
            return near(if far <= RANGE { Plan::Shoot } else { Plan::Advance });
        }
        let reach = self.stride(p, who);
        let open = |enemy: &Id| self.gap(p, who, *enemy) <= reach && (*enemy == nearest || self.sees(p, who, *enemy));
        let charges = self.standing_enemies(p, who).filter(open);
        let best = charges
            .map(|enemy| (self.charge_worth(p, who, enemy), std::cmp::Reverse(enemy)))
            .max();
        if let Some((worth, std::cmp::Reverse(enemy))) = best
            && worth + DARE > 0
        {
            return Aim {
                plan: Plan::Charge,
                enemy: Some(enemy),
            };
        }
        let side = self.side_of(who);
        near(match () {
            () if self.is_lord(p, who) && far <= OUT_OF_REACH => Plan::Retire,
            () if self.is_lord(p, who) => Plan::Advance,
            () if far <= AT_HAND => Plan::Charge,
            () if self.hurt(p, who) >= 2 => Plan::Hold,
            // Whoever shoots better waits for the others to come.
            () if !figure.mounted() && self.bows(p, side) > self.bows(p, side.other()) => Plan::Hold,
            () => Plan::Advance,
        })
    }

    /// The move of a figure that has somebody in mind.
    pub(super) fn move_at(&self, p: &Position, who: Id, aim: Aim) -> Option<MoveEntry> {
        let free = self.may_move(p, who) && !self.in_contact(p, who) && self.rejoin(p, who).is_none();
        // Who sees nobody goes where the enemy is, instead of standing behind a house.
        let known = || self.nearest_seen(p, who).or_else(|| self.nearest(p, who));
        let (Some(enemy), true) = (aim.enemy.or_else(known), free) else {
            return self.move_for(p, who, aim.plan);
        };
        let seen = Seen::default();
        match aim.plan {
            Plan::Retire => {
                let figure = p.figure(who);
                let away = Angle::bearing(p.figure(enemy).at, figure.at)?;
                let pace = if figure.mounted() { Pace::Canter } else { Pace::Walk };
                let far = self.rate(p, who, pace, Grade::Level);
                self.toward(p, who, (away, far, pace), &seen)
            }
            Plan::Charge | Plan::Advance if self.is_barred(p, who, enemy) => {
                let around = self.around(p, who, enemy, aim.plan == Plan::Charge);
                around.or_else(|| self.against(p, who, enemy, aim.plan == Plan::Charge, &seen))
            }
            Plan::Charge => {
                let charge = self.against(p, who, enemy, true, &seen);
                charge.or_else(|| self.move_for(p, who, aim.plan))
            }
            Plan::Advance => self.against(p, who, enemy, false, &seen),
            Plan::Hold | Plan::Shoot => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_ahead_by_nine_strikes_home_unless_the_dice_are_one_and_ten() {
        assert_eq!([-9, 0, 1, 9, 10].map(home), [0, 45, 55, 99, 100]);
    }

    /// What a blow or shot takes off the man of what he has left, exactly, in thousandths of his price.
    #[cfg(feature = "files")]
    fn exact(battle: &Battle, p: &Position, at: Id, fate: &crate::forecast::Fate) -> i64 {
        let left = i32::from(p.figure(at).stamina);
        let taken = (0..).zip(&fate.lost);
        let sum: i64 = taken
            .map(|(lost, chance)| i64::from(chance.thousandths_of(lost.min(left))))
            .sum();
        battle.price(p, at) * sum / i64::from(left) / 1000
    }

    #[cfg(feature = "files")]
    fn setting(phase: &str, figures: &[&str]) -> (Battle, Position) {
        let text = format!("phase = {phase:?}\nfigures = {figures:?}");
        let setting: crate::case::Setting = toml::from_str(&text).expect("a setting");
        setting.build().expect("a position")
    }

    #[cfg(feature = "files")]
    #[test]
    fn what_is_reckoned_of_a_blow_is_near_to_what_the_dice_come_to() {
        for (by, at) in [
            (
                "melee=5 weapons=sword",
                "Soldier 6 @10,11 180.0 armour=6 stamina=9 melee=5",
            ),
            (
                "melee=8 weapons=axe",
                "Knight 8 @10,11 180.0 armour=9 stamina=10 melee=8",
            ),
            (
                "melee=7 weapons=two-handed-axe",
                "Sergeant 7 @10,11 180.0 armour=7 stamina=9 melee=6",
            ),
            (
                "melee=4 weapons=dagger",
                "Peasant 4 @10,11 180.0 armour=3 stamina=7 melee=3 weapons=club",
            ),
            (
                "melee=9 weapons=halberd",
                "Soldier 7 @10,11 180.0 armour=4 stamina=3 melee=4",
            ),
        ] {
            let (battle, p) = setting(
                "melee",
                &[&format!("A1 a Soldier 6 @10,10 0.0 {by}"), &format!("B1 b {at}")],
            );
            let fates = battle.fates(&p).expect("few dice");
            let fate = fates.iter().find(|fate| fate.by == 0).expect("a blow");
            let (exact, quick) = (exact(&battle, &p, 1, fate), battle.strike_worth(&p, 0, 1, false));
            // The mean of what the dice do is held to what is left of him, not each sum of them: of one who is nearly gone it is too much.
            let off = if p.figure(1).stamina < 5 { 50 } else { 25 };
            assert!(
                exact > 0 && 100 * (exact - quick).abs() <= off * exact,
                "{by} on {at}: {exact}, {quick}"
            );
        }
    }

    #[cfg(feature = "files")]
    #[test]
    fn what_is_reckoned_of_a_shot_is_near_to_what_the_dice_come_to() {
        for (by, at) in [
            (
                "shooting=7 weapons=longbow",
                "Soldier 6 @10,16 180.0 armour=6 stamina=9",
            ),
            (
                "shooting=6 weapons=longbow",
                "Soldier 6 @10,28 180.0 armour=4 stamina=8",
            ),
            (
                "shooting=7 weapons=medium-crossbow",
                "Knight 8 @10,18 180.0 armour=9 stamina=10",
            ),
            (
                "shooting=5 weapons=short-bow",
                "Peasant 4 @10,15 180.0 armour=3 stamina=7",
            ),
        ] {
            let (battle, mut p) = setting(
                "shooting",
                &[
                    &format!("A1 a Soldier 6 @10,10 0.0 {by} chit=shoot"),
                    &format!("B1 b {at}"),
                ],
            );
            p.figure_mut(0).target = 1;
            let fates = battle.fates(&p).expect("few dice");
            let (exact, quick) = (exact(&battle, &p, 1, &fates[0]), battle.shot_worth(&p, 0, 1));
            assert!(
                exact > 0 && 100 * (exact - quick).abs() <= 35 * exact,
                "{by} at {at}: {exact}, {quick}"
            );
        }
    }

    #[test]
    fn dice_do_beyond_armour_what_they_do_on_average() {
        // 5.5 a die; over an armour of 7 one die does 1, 2 or 3 in a tenth each; armour 10 stops one die.
        assert_eq!([DAMAGE[1][0], DAMAGE[2][0], DAMAGE[4][0]], [550, 1100, 2200]);
        assert_eq!([DAMAGE[1][7], DAMAGE[1][10], DAMAGE[0][0]], [60, 0, 0]);
        // Two dice over 18: 19 in two ways of a hundred, 20 in one.
        assert_eq!(DAMAGE[2][18], 4);
    }
}
