//! Everybody does what promises most at once: bows shoot, horse charges what is not a hedge of spears, spears stand or close.

use crate::battle::Battle;
use crate::choice::{Choice, Entry, Wish};
use crate::listing::{Plan, hard};
use crate::position::{Id, Phase, Position};
use crate::weapons::Missile;
use captain::Captain;
use kernel::{Rules, Side};
use std::borrow::Cow;

pub struct Greedy;

impl Battle {
    /// What a figure is best about now.
    pub(super) fn best_plan(&self, p: &Position, who: Id) -> Plan {
        let figure = p.figure(who);
        let Some(enemy) = self.nearest_seen(p, who) else {
            return if figure.in_command { Plan::Advance } else { Plan::Hold };
        };
        if self.in_contact(p, who) {
            return Plan::Hold;
        }
        let far = figure.at.squared(p.figure(enemy).at).isqrt() as i32;
        if self.shooter(p, who).is_some_and(|missile| missile != Missile::Thrown) && figure.ammo {
            return if far <= 30_000 { Plan::Shoot } else { Plan::Advance };
        }
        // Strong enough, and near enough to come upon him this turn.
        let stronger = self.factor(p, who, enemy) + 2 >= self.factor(p, enemy, who);
        let spear = !p.figure(enemy).mounted() && self.weapon(p, enemy).is_spear();
        let reach = if figure.mounted() { 18_000 } else { 10_000 };
        // The lord goes with his men, but fights only whom he is sure to beat.
        let lord = p.players[self.side_of(who).index()] == who;
        match () {
            () if lord && self.factor(p, who, enemy) < self.factor(p, enemy, who) + 4 => {
                if far <= 12_000 {
                    Plan::Hold
                } else {
                    Plan::Advance
                }
            }
            () if far <= reach && stronger && !(figure.mounted() && spear) => Plan::Charge,
            () if far <= 4000 => Plan::Charge,
            () if self.hurt(p, who) >= 2 => Plan::Hold,
            // Whoever shoots better waits for the others to come.
            () if !figure.mounted() && self.bows(p, self.side_of(who)) > self.bows(p, self.side_of(who).other()) => {
                Plan::Hold
            }
            () => Plan::Advance,
        }
    }

    /// How many can shoot.
    pub(super) fn bows(&self, p: &Position, side: Side) -> usize {
        let shoots = |who: &Id| {
            let armed = self.shooter(p, *who).is_some_and(|missile| missile != Missile::Thrown);
            armed && p.figure(*who).ready() && p.figure(*who).ammo
        };
        self.own(p, side).filter(shoots).count()
    }

    pub(super) fn greedy(&self, p: &Position, side: Side) -> Choice {
        match p.phase {
            Phase::Command => {
                let mut list: Vec<Wish> = Vec::new();
                for who in self.own(p, side).filter(|who| self.may_wish(p, *who)) {
                    let mate = Wish::Shoots(self.card(who).team);
                    if !self.is_team(p, who) || !list.contains(&mate) {
                        list.push(Wish::Shoots(who));
                    }
                }
                Choice::Shooters(list)
            }
            Phase::Action => self.chits_for(p, side, |who| self.best_plan(p, who)),
            Phase::Movement => self.moves_for(p, side, |who| match self.best_plan(p, who) {
                Plan::Hold | Plan::Shoot => Plan::Advance,
                plan => plan,
            }),
            Phase::Shooting => {
                let easiest = |who: Id| {
                    let targets = self.targets(p, who);
                    targets.min_by_key(|target| {
                        let worth = std::cmp::Reverse(self.card(*target).kind.value());
                        (hard(self.hit_number(p, who, *target)), worth, *target)
                    })
                };
                let all = self.own(p, side).filter(|who| self.has_shot(p, *who));
                Choice::Shots(
                    all.filter_map(|who| {
                        Some(Entry {
                            who,
                            what: easiest(who)?,
                        })
                    })
                    .collect(),
                )
            }
            Phase::Melee => {
                let weakest = |who: Id| {
                    let edge = |enemy: &Id| self.factor(p, who, *enemy) - self.factor(p, *enemy, who);
                    self.touched(p, who)
                        .max_by_key(|enemy| (edge(enemy), std::cmp::Reverse(*enemy)))
                };
                let all = self.own(p, side).filter(|who| self.may_strike(p, *who));
                Choice::Strikes(
                    all.filter_map(|who| {
                        Some(Entry {
                            who,
                            what: weakest(who)?,
                        })
                    })
                    .collect(),
                )
            }
            Phase::Over => Choice::Pass,
        }
    }
}

impl Captain<Battle> for Greedy {
    fn choose<'a>(&mut self, battle: &Battle, p: &Position, side: Side, candidates: &'a [Choice]) -> Cow<'a, Choice> {
        let own = battle.greedy(p, side);
        match battle.check(p, side, &own) {
            Ok(()) => Cow::Owned(own),
            Err(_) => Cow::Borrowed(&candidates[candidates.len() - 1]),
        }
    }
}
