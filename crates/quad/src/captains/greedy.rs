//! A captain for the battles of `quad` that takes what looks best at once: organise, close with the enemy, shoot and
//! strike wherever it can, best chances first.

use crate::standard::cards::{Show, UnitId};
use crate::standard::choice::Choice;
use crate::standard::event::{Effect, Outcome};
use crate::standard::position::Position;
use crate::standard::{Battle, Variant};
use captain::Captain;
use kernel::{Rules, Side, odds};
use std::borrow::Cow;

pub struct Greedy;

impl<R: Variant> Captain<Battle<R>> for Greedy {
    fn choose<'a>(&mut self, battle: &Battle<R>, p: &Position, side: Side, choices: &'a [Choice]) -> Cow<'a, Choice> {
        let mut best = (i64::MIN, 0);
        for (i, choice) in choices.iter().enumerate() {
            let worth = worth(battle, p, side, choice);
            if worth > best.0 {
                best = (worth, i);
            }
        }
        Cow::Borrowed(&choices[best.1])
    }
}

/// How good a choice looks. Kinds of choices that are not alternatives to each other are kept apart by their ranges.
fn worth<R: Variant>(battle: &Battle<R>, p: &Position, side: Side, choice: &Choice) -> i64 {
    const ALWAYS: i64 = 1 << 40;
    match choice {
        Choice::Ready | Choice::With(_) | Choice::Rout(_) | Choice::Check => ALWAYS,
        Choice::Organise(..) | Choice::OrganiseUnit(_) => ALWAYS / 2,
        Choice::Charge(_) => ALWAYS / 2 + harm_in_reach(battle, p, choice),
        // The foremost go first, so that they are out of the way of the others.
        Choice::Move(unit) => ALWAYS / 4 - i64::from(gap(battle, p, side, *unit)),
        Choice::Shoot { .. }
        | Choice::Resolve(_)
        | Choice::Attack(..)
        | Choice::Fire { .. }
        | Choice::Strike { .. } => 1 + expected_harm(battle, p, side, choice),
        Choice::Advance(_)
        | Choice::Oblique(_)
        | Choice::Pivot(_)
        | Choice::Done
        | Choice::Step(_)
        | Choice::Forward(_)
        | Choice::Swing(_)
        | Choice::Rear(_)
        | Choice::Sidestep(_)
        | Choice::About => prospect(battle, p, side, choice),
        Choice::Form | Choice::Mode(_) | Choice::Lead(_) | Choice::Set(..) | Choice::Close(_) | Choice::Open(..) => -1,
        // A charge once ridden home is worth carrying out: it harms nobody but its target.
        Choice::Decline(_) => -1,
        Choice::Stop | Choice::Face(_) | Choice::End => 0,
    }
}

/// Hexes to the nearest enemy.
fn gap<R: Variant>(battle: &Battle<R>, p: &Position, side: Side, unit: UnitId) -> u16 {
    let own = p.unit(unit).stand();
    let enemies = battle.units.iter().enumerate().filter(|(_, card)| card.side != side);
    let standing = enemies.flat_map(|(i, _)| p.units[i].stand().hexes());
    let distance = |at| own.hexes().map(|hex| battle.map.distance(hex, at)).min();
    standing.filter_map(distance).min().unwrap_or(0)
}

/// What a step of the move under way leads to: nearness to the enemy, and an enemy to the front, count.
fn prospect<R: Variant>(battle: &Battle<R>, p: &Position, side: Side, choice: &Choice) -> i64 {
    let unit = p.active.unit;
    if usize::from(unit) >= battle.units.len() {
        return 0;
    }
    let mut after = p.clone();
    if *choice != Choice::Done {
        // None of these choices rolls a die, so any dice will do.
        let mut dice = kernel::dice::Scripted::default();
        battle.resolve(&mut after, side, choice, &mut dice, &mut kernel::Quiet);
    }
    let piece = after.unit(unit);
    if piece.hex.is_off() {
        return -1;
    }
    let show = battle.units[usize::from(unit)].faces[usize::from(piece.face)].show;
    let wanted = match show {
        Show::Ranged => 2,
        _ => 1,
    };
    let distance = i64::from(gap(battle, &after, side, unit));
    let faces = |hex| {
        let other = after.at(hex);
        battle
            .units
            .get(usize::from(other))
            .is_some_and(|card| card.side != side)
    };
    let faced = battle.in_front(&after, unit).into_iter().any(faces);
    // `done` only where nothing is gained by going on.
    1000 - 10 * (distance - wanted).abs() + 5 * i64::from(faced) + i64::from(*choice == Choice::Done)
}

/// A charge is worth more the worse its target stands it.
fn harm_in_reach<R: Variant>(battle: &Battle<R>, p: &Position, choice: &Choice) -> i64 {
    let Choice::Charge(target) = choice else {
        return 0;
    };
    let card = &battle.units[usize::from(*target)];
    i64::from(card.faces[usize::from(p.unit(*target).face)].morale) + i64::from(card.victory_points)
}

/// Exact expectation of what a shot or blow does, in thousandths of a rout level.
fn expected_harm<R: Variant>(battle: &Battle<R>, p: &Position, side: Side, choice: &Choice) -> i64 {
    if matches!(choice, Choice::Attack(..)) {
        // An attack hurts nobody but its target: name them all.
        return 1;
    }
    let levels = |outcome: &Outcome| match outcome.effect {
        Effect::Hit => 1,
        Effect::Rout(levels) => i32::from(levels),
        Effect::Eliminated => 5,
        _ => 0,
    };
    // The dice of one attack fall in few enough ways.
    odds::expectation(battle, p, side, choice, levels).unwrap_or(0)
}
