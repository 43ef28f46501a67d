//! A captain for the "Medieval" battles that takes what looks best at once: shoot whenever it can, close with the enemy,
//! attack where the odds are best.

use super::conduct::Conduct;
use crate::{Battle, Choice, Effect, Outcome, Pace, Pass, Piece, Position, Stage, Task};
use board::Hex;
use captain::{Captain, Rng};
use kernel::dice::Scripted;
use kernel::{Quiet, Rules, Side, odds};
use std::borrow::Cow;
use std::collections::VecDeque;

pub struct Greedy {
    /// The rest of the attack it puts together.
    company: VecDeque<Choice>,
    /// For what nobody shall be able to reckon with.
    rng: Rng,
}

impl Greedy {
    pub fn new(rng: Rng) -> Greedy {
        Greedy {
            company: VecDeque::new(),
            rng,
        }
    }

    /// Where it digs the next of its pits: on any hex that is not beside its own horse, each as likely as the other. It takes
    /// every one in hand, so that the number of its choices tells nothing. MR-100
    fn digs<'a>(&mut self, battle: &Battle, p: &Position, side: Side, choices: &'a [Choice]) -> Option<&'a Choice> {
        if !matches!(p.stage, Stage::SetupA | Stage::SetupB) {
            return None;
        }
        let next = choices.iter().find_map(|choice| match choice {
            Choice::Pit(from, _) => Some(*from),
            _ => None,
        })?;
        let horse = p.army[side.index()].and(&p.on_map).and(&battle.horse);
        let beside = |hex: Hex| horse.iter().any(|u| battle.map.distance(p.unit(u).hex, hex) < 2);
        let good = |choice: &&Choice| matches!(choice, Choice::Pit(from, to) if *from == next && !beside(*to));
        match choices.iter().filter(good).count() {
            0 => None,
            n => choices.iter().filter(good).nth(self.rng.below(n)),
        }
    }
}

impl Captain<Battle> for Greedy {
    fn choose<'a>(&mut self, battle: &Battle, p: &Position, side: Side, choices: &'a [Choice]) -> Cow<'a, Choice> {
        if let Some(next) = self.company.pop_front()
            && let Some(planned) = choices.iter().find(|c| **c == next)
        {
            return Cow::Borrowed(planned);
        }
        self.company.clear();
        if let Some(pits) = self.digs(battle, p, side, choices) {
            return Cow::Borrowed(pits);
        }
        let mut best = (i64::MIN, 0);
        for (i, choice) in choices.iter().enumerate() {
            let (worth, rest) = match choice {
                Choice::Against(hex) if p.stack.is_empty() => attack(battle, p, side, *hex, prospects),
                _ => (worth(battle, p, side, choice), VecDeque::new()),
            };
            if worth > best.0 {
                best = (worth, i);
                self.company = rest;
            }
        }
        Cow::Borrowed(&choices[best.1])
    }
}

/// The worth of the best attack on a hex by its prospects, and what is to be chosen after it has been named. It begins with those who must come,
/// and everybody else comes who makes the odds better.
pub fn attack(
    battle: &Battle,
    p: &Position,
    side: Side,
    hex: Hex,
    prospects: fn(&Battle, &Position, Side, &Choice) -> i64,
) -> (i64, VecDeque<Choice>) {
    let Some((must, struck)) = battle.least_attack(p, side, hex) else {
        return (i64::MIN, VecDeque::new());
    };
    let mut plan: VecDeque<Choice> = struck.into_iter().filter(|h| *h != hex).map(Choice::Against).collect();
    plan.extend(must.iter().map(Choice::Join));
    let mut here = after(battle, p, side, &Choice::Against(hex));
    for choice in &plan {
        here = after(battle, &here, side, choice);
    }
    let mut worth = 1 + prospects(battle, &here, side, &Choice::Go);
    let mut list = Vec::new();
    loop {
        list.clear();
        battle.choices(&here, side, &mut list);
        let joins = list.iter().filter(|c| matches!(c, Choice::Join(_)));
        let better = joins
            .map(|choice| (after(battle, &here, side, choice), choice))
            .filter(|(then, _)| battle.check(then, side, &Choice::Go).is_ok())
            .map(|(then, choice)| (1 + prospects(battle, &then, side, &Choice::Go), then, *choice))
            .max_by_key(|(worth, ..)| *worth)
            .filter(|(more, ..)| *more > worth);
        let Some((more, then, choice)) = better else {
            break;
        };
        (worth, here) = (more, then);
        plan.push_back(choice);
    }
    plan.push_back(Choice::Go);
    (worth, plan)
}

fn after(battle: &Battle, p: &Position, side: Side, choice: &Choice) -> Position {
    let mut after = p.clone();
    battle.resolve(&mut after, side, choice, &mut Scripted::default(), &mut Quiet);
    after
}

/// How good a choice looks. Kinds of choices that are not alternatives to each other are kept apart by their ranges.
fn worth(battle: &Battle, p: &Position, side: Side, choice: &Choice) -> i64 {
    const ALWAYS: i64 = 1 << 40;
    match choice {
        Choice::Ready | Choice::Regroup(_) | Choice::Remove(_) | Choice::Go | Choice::Answer => ALWAYS,
        Choice::Shoot(..) | Choice::OwnShot(_) => ALWAYS / 2,
        // The foremost go first, so that they are out of the way of the others.
        Choice::Activate(piece @ Piece::Unit(_)) => ALWAYS / 4 - gap(battle, p, side, *piece),
        // The leader who is left there dies. M-138
        Choice::Advance(_, hex) if battle.led(p, *hex, side.other()) => ALWAYS,
        Choice::Bring(..) | Choice::BringLeader(_) | Choice::Return(_) => ALWAYS / 8,
        // Somebody else has begun an attack that cannot go: it is put together anew.
        Choice::Spare(_) if p.stack.last() == Some(&Task::Muster) => 1,
        Choice::Enter(Pace::Gain) | Choice::Turn(_) | Choice::Ride | Choice::Change | Choice::To(_) | Choice::Done => {
            step(battle, p, side, choice)
        }
        Choice::Pass(Pass::Now) | Choice::Stay | Choice::End => 0,
        Choice::Put(hex, ..) => -nearest(battle, p, side, *hex),
        Choice::Lose(unit) => -i64::from(p.unit(*unit).sp),
        Choice::Activate(_) | Choice::Exit(_) => -2,
        _ => -1,
    }
}

fn nearest(battle: &Battle, p: &Position, side: Side, hex: Hex) -> i64 {
    let enemies = p.army[side.other().index()].and(&p.on_map);
    let distance = |unit| i64::from(battle.map.distance(p.unit(unit).hex, hex));
    enemies.iter().map(distance).min().unwrap_or(0)
}

/// Hexes to the nearest enemy.
fn gap(battle: &Battle, p: &Position, side: Side, piece: Piece) -> i64 {
    nearest(battle, p, side, p.piece_hex(piece))
}

/// What a step leads to: nearness to the enemy and facing him count; foot with bows keep off a little.
fn step(battle: &Battle, p: &Position, side: Side, choice: &Choice) -> i64 {
    let conduct = Conduct::PLAIN;
    let Some(piece) = p.active.as_ref().map(|a| a.piece) else {
        return 0;
    };
    let mut after = p.clone();
    if *choice != Choice::Done {
        battle.resolve(&mut after, side, choice, &mut Scripted::default(), &mut Quiet);
    }
    if !after.piece_on_map(piece) {
        return -1;
    }
    let Piece::Unit(unit) = piece else {
        return i64::from(*choice == Choice::Done);
    };
    let card = &battle.units[usize::from(unit)];
    let wanted = conduct.wanted(card.class.is_foot_ranged());
    let distance = gap(battle, &after, side, piece);
    let u = after.unit(unit);
    let ahead = battle.map.neighbour(u.hex, u.facing);
    let facing = if ahead.is_on() {
        nearest(battle, &after, side, ahead) - distance
    } else {
        1
    };
    let ready = i64::from(u.form == crate::position::Form::Combat && distance <= 4);
    1000 - conduct.nearer * (distance - wanted).abs() - 3 * facing + 4 * ready + i64::from(*choice == Choice::Done)
}

/// What the dice of an attack promise, in thousandths.
pub fn prospects(battle: &Battle, p: &Position, side: Side, choice: &Choice) -> i64 {
    let worth = |outcome: &Outcome| match outcome.effect {
        Effect::AttackerRetreats => -2,
        Effect::AttackerLoses => -1,
        Effect::DefenderLoses => 2,
        Effect::DefenderRetreats => 3,
        Effect::LeaderDies => 4,
        _ => 0,
    };
    let expected = match battle.foresee(p, side, choice) {
        Some((then, later)) => odds::expectation(battle, &then, side, &later, worth),
        None => odds::expectation(battle, p, side, choice, worth),
    };
    // What cannot be foreseen promises nothing.
    expected.unwrap_or(0)
}
