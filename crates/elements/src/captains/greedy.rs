//! Takes what looks best at once: shoots where it hurts most, charges what it should beat, and closes with the enemy.

use super::conduct::Conduct;
use super::menace::about;
use crate::battle::Battle;
use crate::candidates::Orders;
use crate::choice::{Choice, Step};
use crate::marks::Marks;
use crate::position::{Id, Members, Phase, Position, State};
use crate::troops::Troop;
use board::table::{Distance, Footprint, distance};
use captain::Captain;
use kernel::{Side, ToAct};
use std::borrow::Cow;

pub struct Greedy;

/// How many candidates a unit is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    All,
    Few,
}

/// Worth of an order, in thousandths of an element.
pub(super) type Worth = i64;

impl Captain<Battle> for Greedy {
    fn choose<'a>(&mut self, battle: &Battle, p: &Position, side: Side, candidates: &'a [Choice]) -> Cow<'a, Choice> {
        Cow::Borrowed(battle.by_script(p, side, candidates, |_| Conduct::PLAIN))
    }

    /// It orders the first unit that has no order yet: nothing else need be listed.
    fn decide<'a>(&mut self, battle: &Battle, p: &Position, side: Side, list: &'a mut Vec<Choice>) -> Cow<'a, Choice> {
        list.clear();
        battle.list_first(p, side, Detail::All, |_| Conduct::PLAIN, list);
        self.choose(battle, p, side, list)
    }
}

/// The unit that an order is for.
pub(super) fn ordered(choice: &Choice) -> Option<Id> {
    match choice {
        Choice::Move { unit, .. }
        | Choice::Halt(unit)
        | Choice::Reorder(unit)
        | Choice::BreakOff(unit)
        | Choice::Face(unit, _)
        | Choice::Pivot(unit, ..) => Some(*unit),
        _ => None,
    }
}

impl Battle {
    /// What a script does that has a conduct for every unit.
    pub(super) fn by_script<'a>(
        &self,
        p: &Position,
        side: Side,
        candidates: &'a [Choice],
        conduct: impl Fn(Id) -> Conduct,
    ) -> &'a Choice {
        let pick = match p.phase {
            _ if p.pending.question.is_some() => candidates.iter().find(|choice| self.keeps_up(p, choice, &conduct)),
            Phase::Start | Phase::Rally => candidates.iter().find(|choice| !matches!(choice, Choice::End)),
            Phase::Movement => self.best_order(p, side, candidates, conduct),
            Phase::Shooting | Phase::Reply => {
                let shots = candidates.iter().filter_map(|choice| match choice {
                    Choice::Shoot(unit, target) => Some((self.shot_worth(p, *unit, *target, conduct(*unit)), choice)),
                    _ => None,
                });
                shots.max_by_key(|(worth, _)| *worth).map(|(_, choice)| choice)
            }
            Phase::Deploy | Phase::Resolving | Phase::Over => None,
        };
        pick.unwrap_or(&candidates[candidates.len() - 1])
    }

    /// The candidates of the first unit that has any, and the end; outside of movement all.
    pub(super) fn list_first(
        &self,
        p: &Position,
        side: Side,
        detail: Detail,
        conduct: impl Fn(Id) -> Conduct,
        out: &mut Vec<Choice>,
    ) {
        if p.phase != Phase::Movement || p.pending.question.is_some() {
            return self.list(p, side, out);
        }
        for unit in p.ids().filter(|unit| self.side_of(*unit) == side) {
            if Orders::most(self, p, unit) > 0 {
                let orders = Orders::new(self, p, unit, out);
                match detail {
                    Detail::All => orders.list(),
                    Detail::Few => orders.list_few(conduct(unit).forms > Conduct::STEADY.forms),
                }
            }
            if !out.is_empty() {
                break;
            }
        }
        out.push(Choice::End);
    }

    /// Whether an answer to a question is the one to give: go after them, unless a line is being held.
    fn keeps_up(&self, p: &Position, choice: &Choice, conduct: &impl Fn(Id) -> Conduct) -> bool {
        let holds = p.pending.defending != 0
            || p.pending
                .question
                .is_some_and(|(_, unit)| self.card(unit).lead().is_shot() || conduct(unit).stays);
        matches!(choice, Choice::Hold(_)) == holds
    }

    /// Points of one element of a unit.
    pub(super) fn each(&self, unit: Id) -> Worth {
        i64::from(self.card(unit).points) * 1000 / i64::from(self.card(unit).original.max(1))
    }

    pub(super) fn shot_worth(&self, p: &Position, unit: Id, target: Id, conduct: Conduct) -> Worth {
        let Ok(shot) = self.check_shot(p, unit, target) else {
            return 0;
        };
        let sum: i8 = self
            .shot_modifiers(p, unit, target, shot.sight)
            .iter()
            .map(|(_, value)| value)
            .sum();
        let need = (self.card(target).lead().shooting_defence() + sum).clamp(2, 6);
        let dice: i64 = shot.dice.iter().map(|n| i64::from(*n)).sum();
        let sixths = dice * i64::from(7 - need);
        if conduct.aims {
            return self.shot_harm(p, target, sixths);
        }
        sixths * self.each(target) / 6
    }

    /// What a unit is expected to lose in the coming close combat. By LR-52 a casualty takes a third of an element on average,
    /// alone or in a pair (of skirmishers half of one): the spread of the losses need not be known.
    pub(super) fn risk(&self, p: &Position, unit: Id) -> Worth {
        // In sixths of a casualty.
        let mut casualties = 0;
        for enemy in Members(self.fights(p, unit)) {
            for group in self.blows(p, enemy, unit).0 {
                casualties += i64::from(group.dice) * i64::from(7 - group.need.clamp(1, 6));
            }
        }
        let of = if self.card(unit).is_skirmisher() { 12 } else { 18 };
        (casualties * self.each(unit) / of).min(i64::from(p.unit(unit).elements) * self.each(unit))
    }

    /// The best order of the first unit that has none, if it is better than standing still.
    fn best_order<'a>(
        &self,
        p: &Position,
        side: Side,
        candidates: &'a [Choice],
        conduct: impl Fn(Id) -> Conduct,
    ) -> Option<&'a Choice> {
        debug_assert_eq!(kernel::Rules::to_act(self, p), ToAct::One(side));
        let unit = candidates.iter().find_map(ordered)?;
        let own = candidates.iter().filter(|choice| ordered(choice) == Some(unit));
        let (foes, conduct) = (self.foes(p, unit), conduct(unit));
        own.max_by_key(|choice| self.order_worth(p, unit, &foes, choice, conduct))
    }

    /// Enemies in the open, nearest first.
    pub(super) fn foes(&self, p: &Position, unit: Id) -> Vec<(Distance, Id)> {
        let foot = self.foot(p, unit);
        let enemies = self.others(p, unit).filter(|other| self.enemies(unit, *other));
        let mut foes: Vec<_> = enemies
            .filter(|enemy| !p.unit(*enemy).state.is_broken())
            .map(|enemy| (distance(&foot, &self.foot(p, enemy)), enemy))
            .collect();
        foes.sort_unstable();
        foes
    }

    pub(super) fn order_worth(
        &self,
        p: &Position,
        unit: Id,
        foes: &[(Distance, Id)],
        choice: &Choice,
        conduct: Conduct,
    ) -> Worth {
        let card = self.card(unit);
        let near = foes.first().map_or(i32::MAX, |(far, _)| far.mils());
        match choice {
            Choice::Face(..) => 3000,
            Choice::Reorder(_) => {
                if near > 8000 {
                    30_000
                } else {
                    200
                }
            }
            Choice::BreakOff(_) => {
                let gives: Worth = p.touched_by(unit).map(|(enemy, _)| self.risk(p, enemy)).sum();
                self.risk(p, unit) - gives - 1000
            }
            Choice::Move {
                steps,
                contact: Some(enemy),
                ..
            } => self.charge_worth(p, unit, *enemy, steps, conduct),
            Choice::Move {
                steps, contact: None, ..
            } => {
                if matches!(steps.as_slice(), [Step::Form(_)]) || card.is_artillery() {
                    return conduct.forms;
                }
                let foot = self.after_steps(p, unit, steps).foot;
                let tests = steps.iter().filter(|step| !matches!(step, Step::Forward(_))).count() as Worth;
                let missed = if conduct.aims && matches!(card.lead(), Troop::Crossbow | Troop::Handgun) {
                    let shots = foes.iter().map(|(_, enemy)| self.shot_worth(p, unit, *enemy, conduct));
                    shots.max().unwrap_or(0)
                } else {
                    0
                };
                self.place_worth(p, unit, foes, &foot, conduct) - 300 * tests - missed
            }
            Choice::Pivot(..) => {
                if near < 18_000 {
                    -50
                } else {
                    -500
                }
            }
            _ => self.place_worth(p, unit, foes, &self.foot(p, unit), conduct),
        }
    }

    /// How good a place is: near the enemy and looking at him, for shot at the distance at which they shoot best.
    fn place_worth(
        &self,
        p: &Position,
        unit: Id,
        foes: &[(Distance, Id)],
        foot: &Footprint,
        conduct: Conduct,
    ) -> Worth {
        let card = self.card(unit);
        let waits = p.army(card.side).defence || card.lead() == Troop::Levy;
        let waits = (waits && !conduct.goes) || conduct.waits;
        let shoots = card.lead().weapon().is_some();
        let best = foes.iter().take(4).map(|(_, enemy)| {
            let its = self.foot(p, *enemy);
            let far = about(foot, &its);
            let away = if shoots || conduct.aloof {
                (far - i64::from(conduct.range)).abs()
            } else {
                far
            };
            let away = if waits { 0 } else { away };
            let off = board::table::Angle::bearing(foot.stance().at, its.centre());
            let off = off.map_or(0, |bearing| foot.stance().facing.apart(bearing));
            -away * conduct.pull / 1000 - i64::from(off.saturating_sub(150)) * conduct.look / 10
        });
        let bad = if self.is_bad(foot.stance().at) && !card.lead().is_skirmisher() {
            1500
        } else {
            0
        };
        let arrows = if conduct.shy == 0 {
            0
        } else {
            conduct.shy * self.arrows(p, unit, foes, foot) / 100
        };
        let threat = if conduct.heeds == 0 {
            0
        } else {
            conduct.heeds * self.threat(p, unit, foes, foot) / 100
        };
        let promise = if conduct.poise == 0 {
            0
        } else {
            conduct.poise * self.promise(p, unit, foes, foot) / 100
        };
        best.max().unwrap_or(0) - bad - arrows - threat + promise
    }

    /// What the enemy's shot should cost a unit in this place, in one shooting.
    fn arrows(&self, p: &Position, unit: Id, foes: &[(Distance, Id)], foot: &Footprint) -> Worth {
        let defence = self.card(unit).lead().shooting_defence();
        let each = self.each(unit);
        let mut sum = 0;
        for (_, enemy) in foes {
            let card = self.card(*enemy);
            let Some(weapon) = card.lead().weapon() else { continue };
            let far = distance(foot, &self.foot(p, *enemy)).mils();
            if far > weapon.range {
                continue;
            }
            let near = 2 * far <= weapon.range;
            let longbow = card.lead() == Troop::Longbow;
            let dice = i64::from(p.unit(*enemy).files)
                * i64::from(weapon.quarters[usize::from(!near)])
                * if longbow { 3 } else { 2 };
            let need = (defence - i8::from(longbow && near)).clamp(2, 6);
            sum += dice * i64::from(7 - need) * each / (8 * 6 * 3);
        }
        sum
    }

    /// What a charge should bring, as if it were fought at once.
    fn charge_worth(&self, p: &Position, unit: Id, enemy: Id, steps: &[Step], conduct: Conduct) -> Worth {
        let Ok(plan) = self.check_move(p, unit, steps, Some(enemy)) else {
            return -9000;
        };
        if self.card(enemy).is_skirmisher() {
            return 500;
        }
        let Some(to) = plan.contact else { return -9000 };
        let then = self.after_contact(p, unit, enemy, to);
        let gain = 2 * self.risk(&then, enemy) - conduct.fears * self.risk(&then, unit) / 100;
        let flank = if to.face == board::table::Face::Front {
            0
        } else {
            15_000
        };
        let alone = if then.unit(unit).is(Marks::DISORDERED) { 4000 } else { 0 };
        let waits = p.army(self.side_of(unit)).defence && then.unit(enemy).state == State::Steady;
        let defence = if waits { 6000 } else { 0 };
        let shot = if self.card(unit).lead().is_shot() { 8000 } else { 0 };
        gain + flank - alone - defence - shot + conduct.eager
    }
}
