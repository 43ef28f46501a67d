//! A captain for `edward` worth a first game. It plans a move for each unit: where it can stand, whom it could strike or
//! shoot from there and with what exact odds, and who would strike back. Leaders ride to the routed.

use super::field::{Field, Pose};
use crate::edward::cards::{NONE, UnitId};
use crate::edward::{Battle, Choice, Position, Stage};
use captain::Captain;
use kernel::Side;
use std::borrow::Cow;
use std::collections::VecDeque;

#[derive(Default)]
pub struct Marshal {
    /// The rest of the move it has planned.
    plan: VecDeque<Choice>,
    /// Units and leaders still to be thought about in this phase, last first.
    order: Vec<Piece>,
    /// For which turn and side `order` was made.
    thinking: Option<(u8, Side)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Unit(UnitId),
    Leader(u8),
}

impl Captain<Battle> for Marshal {
    fn choose<'a>(&mut self, battle: &Battle, p: &Position, side: Side, choices: &'a [Choice]) -> Cow<'a, Choice> {
        let choice = self.decide(battle, p, side, choices);
        Cow::Borrowed(choices.iter().find(|c| **c == choice).unwrap_or(&choices[0]))
    }
}

impl Marshal {
    fn decide(&mut self, battle: &Battle, p: &Position, side: Side, choices: &[Choice]) -> Choice {
        if let Some(next) = self.plan.pop_front() {
            if choices.contains(&next) {
                return next;
            }
            self.plan.clear();
        }
        if choices.len() == 1 {
            return choices[0];
        }
        match p.stage {
            Stage::SetupScots | Stage::SetupEnglish => Choice::Ready,
            Stage::Movement => self.movement(battle, p, side, choices),
            Stage::RoutPhasing | Stage::RoutOther => flight(p, choices),
            _ => strike(battle, p, side, choices),
        }
    }

    fn movement(&mut self, battle: &Battle, p: &Position, side: Side, choices: &[Choice]) -> Choice {
        // A move that went astray is ended; a charge is ridden home.
        if let Some(end) = choices.iter().find(|c| matches!(c, Choice::Done)) {
            return *end;
        }
        if p.active.unit != NONE {
            return choices[0];
        }
        if let Some(organise) = choices.iter().find(|c| matches!(c, Choice::Organise(..))) {
            return *organise;
        }
        if self.thinking != Some((p.turn, side)) {
            self.thinking = Some((p.turn, side));
            self.order = order_of_march(battle, p, side, choices);
        }
        while let Some(piece) = self.order.pop() {
            let plan = match piece {
                Piece::Unit(unit) => plan_unit(battle, p, side, unit, choices),
                Piece::Leader(leader) => plan_leader(battle, p, side, leader, choices),
            };
            if let Some(plan) = plan {
                self.plan = plan.into();
                if let Some(first) = self.plan.pop_front() {
                    return first;
                }
            }
        }
        Choice::End
    }
}

/// Leaders first, while the routed still stand where they are; then units, those with most to gain first.
fn order_of_march(battle: &Battle, p: &Position, side: Side, choices: &[Choice]) -> Vec<Piece> {
    let field = Field::new(battle, p, side);
    let mut units: Vec<(i64, UnitId)> = Vec::new();
    let mut order = Vec::new();
    for choice in choices {
        match choice {
            Choice::Move(unit) => {
                let best = field.best_pose(*unit).map_or(0, |(gain, _)| gain);
                units.push((best, *unit));
            }
            Choice::Lead(leader) => order.push(Piece::Leader(*leader)),
            _ => {}
        }
    }
    units.sort_unstable();
    let mut march: Vec<Piece> = units.into_iter().map(|(_, unit)| Piece::Unit(unit)).collect();
    march.extend(order);
    march
}

fn plan_unit(battle: &Battle, p: &Position, side: Side, unit: UnitId, choices: &[Choice]) -> Option<Vec<Choice>> {
    if !choices.contains(&Choice::Move(unit)) {
        return None;
    }
    let field = Field::new(battle, p, side);
    let (gain, pose) = field.best_pose(unit)?;
    if gain <= 0 {
        return None;
    }
    let Pose { mut plan, .. } = pose;
    plan.insert(0, Choice::Move(unit));
    plan.push(Choice::Done);
    Some(plan)
}

fn plan_leader(battle: &Battle, p: &Position, side: Side, leader: u8, choices: &[Choice]) -> Option<Vec<Choice>> {
    if !choices.contains(&Choice::Lead(leader)) {
        return None;
    }
    let field = Field::new(battle, p, side);
    let mut plan = field.ride(leader)?;
    plan.insert(0, Choice::Lead(leader));
    plan.push(Choice::Done);
    Some(plan)
}

/// Shots and blows by what they are worth; every attack is named, since it costs nothing.
fn strike(battle: &Battle, p: &Position, side: Side, choices: &[Choice]) -> Choice {
    let field = Field::new(battle, p, side);
    let worth = |choice: &Choice| match choice {
        Choice::Shoot { .. } | Choice::Resolve(_) => 1 + field.harm(p, side, choice),
        Choice::Attack(attacker, target) => 1 + field.blow(*attacker, *target),
        _ => 0,
    };
    choices.iter().copied().max_by_key(|c| worth(c)).unwrap_or(choices[0])
}

/// Routed units run with their leaders, who can then rally them.
fn flight(p: &Position, choices: &[Choice]) -> Choice {
    let along = choices
        .iter()
        .find(|c| matches!(c, Choice::With(leader) if p.disobeyed >> leader & 1 == 0));
    let step = choices.iter().find(|c| matches!(c, Choice::Step(_)));
    let stop = choices.iter().find(|c| matches!(c, Choice::Stop));
    *along.or(step).or(stop).unwrap_or(&choices[0])
}
