//! A captain for the battles of `quad` that plans the whole move of a unit: it looks at every place the unit can come to,
//! and asks the resolver what could be struck and shot from there, by it and at it.

use super::expected_destruction;
use super::greedy::Greedy;
use crate::standard::cards::{NONE, Show, UnitId};
use crate::standard::choice::Choice;
use crate::standard::position::{Active, Position, Stage};
use crate::standard::{Battle, Variant};
use captain::Captain;
use kernel::dice::Scripted;
use kernel::{Quiet, Rules, Side};
use std::borrow::Cow;
use std::collections::VecDeque;

/// Weights, in thousandths of a victory point.
const STRUCK_BACK: i64 = 500;
const SHOT_AT: i64 = 400;
const NEARER: i64 = 60;
/// Nobody further away is thought of.
const NEAR: u16 = 5;
/// Places looked at for one unit.
const PLACES: usize = 160;

#[derive(Default)]
pub struct Marshal {
    /// The rest of the move it has planned.
    plan: VecDeque<Choice>,
    /// Units still to be thought about in this phase, last first.
    order: Vec<UnitId>,
    /// For which turn and side `order` was made.
    thinking: Option<(u8, Side)>,
}

impl<R: Variant> Captain<Battle<R>> for Marshal {
    fn choose<'a>(&mut self, battle: &Battle<R>, p: &Position, side: Side, choices: &'a [Choice]) -> Cow<'a, Choice> {
        let listed = |wanted: &dyn Fn(&Choice) -> bool| choices.iter().find(|c| wanted(c)).map(Cow::Borrowed);
        let view = View { battle, side };
        if let Some(next) = self.plan.pop_front() {
            if let Some(planned) = listed(&|c| *c == next) {
                return planned;
            }
            self.plan.clear();
        }
        if p.stage == Stage::Movement && p.active.unit == NONE {
            let organise = |c: &Choice| matches!(c, Choice::Organise(..) | Choice::OrganiseUnit(_));
            if let Some(organise) = listed(&organise) {
                return organise;
            }
            if let Some(first) = self.next_move(&view, p) {
                return listed(&|c| *c == first).unwrap_or(Cow::Borrowed(&choices[0]));
            }
            if let Some(end) = listed(&|c| *c == Choice::End) {
                return end;
            }
        }
        // Whatever is not movement is taken as it looks best at once.
        Greedy.choose(battle, p, side, choices)
    }
}

impl Marshal {
    /// The first choice of the next move that gains something.
    fn next_move<R: Variant>(&mut self, view: &View<'_, R>, p: &Position) -> Option<Choice> {
        if self.thinking != Some((p.turn, view.side)) {
            self.thinking = Some((p.turn, view.side));
            self.order = view.order_of_march(p);
        }
        while let Some(unit) = self.order.pop() {
            if view.battle.check(p, view.side, &Choice::Move(unit)).is_err() {
                continue;
            }
            if let Some(plan) = view.best_move(p, unit) {
                self.plan = plan;
                return self.plan.pop_front();
            }
        }
        None
    }
}

struct View<'a, R: Variant> {
    battle: &'a Battle<R>,
    side: Side,
}

impl<R: Variant> View<'_, R> {
    fn enemies<'p>(&'p self, p: &'p Position) -> impl Iterator<Item = UnitId> + 'p {
        let all = 0..self.battle.units.len() as UnitId;
        all.filter(|u| self.battle.units[usize::from(*u)].side != self.side && p.is_on_map(*u))
    }

    /// Hexes to the nearest enemy.
    fn gap(&self, p: &Position, unit: UnitId) -> u16 {
        let own = p.unit(unit).stand();
        let between = |e: UnitId| {
            let there = p.unit(e).stand();
            let pairs = own.hexes().flat_map(move |a| there.hexes().map(move |b| (a, b)));
            pairs.map(|(a, b)| self.battle.map.distance(a, b)).min()
        };
        self.enemies(p).filter_map(between).min().unwrap_or(0)
    }

    /// The foremost go first, so that they are out of the way of the others; they stand last in the list.
    fn order_of_march(&self, p: &Position) -> Vec<UnitId> {
        let all = 0..self.battle.units.len() as UnitId;
        let own = all.filter(|u| self.battle.units[usize::from(*u)].side == self.side && p.is_on_map(*u));
        let mut order: Vec<UnitId> = own.collect();
        order.sort_by_key(|u| std::cmp::Reverse(self.gap(p, *u)));
        order
    }

    /// The best move of a unit, if it is better than to stay.
    fn best_move(&self, p: &Position, unit: UnitId) -> Option<VecDeque<Choice>> {
        let mut start = VecDeque::from([Choice::Move(unit)]);
        let mut here = self.after(p, Choice::Move(unit));
        let mut list = Vec::new();
        self.battle.choices(&here, self.side, &mut list);
        for with in list.iter().filter(|c| matches!(c, Choice::With(_))) {
            here = self.after(&here, *with);
            start.push_back(*with);
        }
        let mut best: Option<(i64, VecDeque<Choice>)> = None;
        let stay = self.worth(&here, unit);
        let mut seen = vec![(p.unit(unit).stand(), p.unit(unit).facing, p.unit(unit).face)];
        let mut open = VecDeque::from([(here, start)]);
        while let Some((here, way)) = open.pop_front() {
            list.clear();
            self.battle.choices(&here, self.side, &mut list);
            for choice in &list {
                if matches!(choice, Choice::With(_) | Choice::Done | Choice::End) {
                    continue;
                }
                let next = self.after(&here, *choice);
                let piece = next.unit(unit);
                let mut way = way.clone();
                way.push_back(*choice);
                let key = (piece.stand(), piece.facing, piece.face);
                let charges = matches!(choice, Choice::Charge(_));
                if !charges && (seen.contains(&key) || seen.len() > PLACES) {
                    continue;
                }
                seen.push(key);
                let over = next.active.unit == NONE;
                if over || self.battle.check(&next, self.side, &Choice::Done).is_ok() {
                    let gain = self.worth(&next, unit) - stay;
                    if gain > 0 && best.as_ref().is_none_or(|(most, _)| gain > *most) {
                        let mut whole = way.clone();
                        if !over {
                            whole.push_back(Choice::Done);
                        }
                        best = Some((gain, whole));
                    }
                }
                if !over {
                    open.push_back((next, way));
                }
            }
        }
        best.map(|(_, plan)| plan)
    }

    /// How well the unit stands: its best blow or shot, less what it must expect, and the way to the enemy.
    fn worth(&self, p: &Position, unit: UnitId) -> i64 {
        let card = &self.battle.units[usize::from(unit)];
        let piece = p.unit(unit);
        if piece.hex.is_off() {
            return i64::MIN / 2;
        }
        let face = &card.faces[usize::from(piece.face)];
        let gap = self.gap(p, unit);
        let wanted = if face.show == Show::Ranged { 2 } else { 1 };
        let near = -NEARER * (i64::from(gap) - wanted).abs();
        if gap > NEAR {
            return near;
        }
        let other = self.side.other();
        let (blows, shots) = (self.then(p, Stage::NamePhasing), self.then(p, Stage::RangedPhasing));
        let (back, bows) = (self.then(p, Stage::NameOther), self.then(p, Stage::RangedOther));
        let own = |p: &Position| self.harms(p, self.side, |acts, _| acts == unit).into_iter().max();
        let theirs = |p: &Position| -> i64 { self.harms(p, other, |_, upon| upon == unit).into_iter().sum() };
        own(&blows).unwrap_or(0).max(own(&shots).unwrap_or(0)) + near
            - theirs(&back) * STRUCK_BACK / 1000
            - theirs(&bows) * SHOT_AT / 1000
    }

    /// The same field in another step of the turn.
    fn then(&self, p: &Position, stage: Stage) -> Position {
        let mut then = p.clone();
        then.stage = stage;
        then.active = Active::NOBODY;
        then.shot = 0;
        (then.scored, then.checked) = (0, 0);
        then.shooting = match stage {
            Stage::RangedOther => self.side.other(),
            _ => self.side,
        };
        then
    }

    /// What each shot or blow of a side is worth, of those between the units wanted.
    fn harms(&self, p: &Position, side: Side, wanted: impl Fn(UnitId, UnitId) -> bool) -> Vec<i64> {
        let mut list = Vec::new();
        self.battle.choices(p, side, &mut list);
        let mut best: Vec<(UnitId, UnitId, i64)> = Vec::new();
        for choice in list {
            let (acts, upon) = match choice {
                Choice::Attack(a, t) => (a, t),
                Choice::Strike { attacker, target, .. } => (attacker, target),
                Choice::Shoot { shooter, target, .. } | Choice::Fire { shooter, target, .. } => (shooter, target),
                _ => continue,
            };
            if !wanted(acts, upon) {
                continue;
            }
            let worth = match self.battle.foresee(p, side, &choice) {
                Some((then, later)) => self.harm(&then, side, &later, upon),
                None => self.harm(p, side, &choice, upon),
            };
            // A unit acts once, whichever of its ways it takes.
            match best.iter_mut().find(|(a, t, _)| (*a, *t) == (acts, upon)) {
                Some(known) => known.2 = known.2.max(worth),
                None => best.push((acts, upon, worth)),
            }
        }
        best.into_iter().map(|(_, _, worth)| worth).collect()
    }

    /// Exact expectation, in thousandths of a point.
    fn harm(&self, p: &Position, side: Side, choice: &Choice, upon: UnitId) -> i64 {
        let value = 1000 * i64::from(self.battle.units[usize::from(upon)].victory_points) + 1500;
        value * expected_destruction(self.battle, p, side, choice) / 1_000_000
    }

    /// What a choice that rolls no die leads to.
    fn after(&self, p: &Position, choice: Choice) -> Position {
        let mut after = p.clone();
        let mut dice = Scripted::default();
        self.battle
            .resolve(&mut after, self.side, &choice, &mut dice, &mut Quiet);
        after
    }
}
