//! The planner: searches the places of the whole army, then carries them out unit by unit and plans anew where something has come
//! between. All levels play by it.

mod answer;
mod flight;
pub(super) mod judge;
mod orders;
mod places;
mod staff;
mod turn;

use super::fitted::Fitted;
use crate::standard::choice::Choice;
use crate::standard::position::{Moving, Position, Stage};
use crate::standard::{Battle, Variant};
use captain::{Budget, Captain, Level, Levelled, Rng, Slips, Stop, Thought, climb};
use judge::Judge;
use kernel::{Rules, Side};
use orders::{Order, orders};
use std::borrow::Cow;
use std::collections::VecDeque;
use turn::Turn;

/// Plans for the battle that the best plays out in a turn.
const FOR_THE_BATTLE: u32 = 60;
/// Evaluations of the best for the first plan of a turn, and for those after it.
const FIRST: u32 = 5000;
const AGAIN: u32 = 400;
/// Plans in one turn.
const PLANS: u8 = 4;
/// Shots and blows as they come, or none at all: errors of plans alone do not tell the lower levels apart.
const SLIPS: Slips = [600, 250, 100, 0, 0];

pub struct Planner {
    level: Level,
    rng: Rng,
    /// The rest of the move under way.
    under_way: VecDeque<Choice>,
    /// Moves still to be made.
    orders: Vec<Vec<Choice>>,
    /// For which turn and side they were given, and how often.
    given: Option<(u8, Side)>,
    plans: u8,
    /// The plan for the battle, made anew every turn.
    told: Vec<Order>,
    /// Plans weighed for the choice that is being made.
    spent: u32,
    thought: Option<Thought>,
    stop: Stop,
}

impl<R: Fitted> Levelled<Battle<R>> for Planner {
    fn at(level: Level, rng: Rng) -> Planner {
        Planner {
            level,
            rng,
            under_way: VecDeque::new(),
            orders: Vec::new(),
            given: None,
            plans: 0,
            told: Vec::new(),
            spent: 0,
            thought: None,
            stop: Stop::default(),
        }
    }
}

impl Planner {
    fn think<R: Fitted>(&mut self, battle: &Battle<R>, p: &Position, side: Side, choices: &[Choice]) -> Choice {
        self.thought = None;
        if let Some(next) = self.under_way.pop_front() {
            if choices.contains(&next) {
                return next;
            }
            self.under_way.clear();
        }
        if choices.len() == 1 {
            return choices[0];
        }
        match (p.stage, p.active.kind) {
            (Stage::SetupScots | Stage::SetupEnglish, _) => set_up(battle, p, side, choices),
            (Stage::RoutPhasing | Stage::RoutOther, _) => self.flee(battle, p, side, choices),
            (Stage::Movement, Moving::Nobody) => self.movement(battle, p, side, choices),
            (Stage::Movement, Moving::Unit) => self.march_on(battle, p, side, choices),
            (Stage::Movement, _) => *choices.iter().find(|c| **c == Choice::Done).unwrap_or(&choices[0]),
            _ if self.level.slips(&SLIPS, &mut self.rng) => choices[self.rng.below(choices.len())],
            _ => {
                let (choice, expects) = strike(battle, p, side, choices);
                self.thought = Some(Thought {
                    expects,
                    evaluations: choices.len() as u32,
                    ended: None,
                });
                choice
            }
        }
    }

    fn movement<R: Fitted>(&mut self, battle: &Battle<R>, p: &Position, side: Side, choices: &[Choice]) -> Choice {
        let organise = |c: &&Choice| matches!(c, Choice::Organise(..) | Choice::OrganiseUnit(_));
        if let Some(organise) = choices.iter().find(organise) {
            return *organise;
        }
        self.spent = 0;
        if self.given != Some((p.turn, side)) {
            self.given = Some((p.turn, side));
            self.plans = 0;
            self.orders.clear();
            let judge = Judge::new(battle, p, side);
            let mut budget = Budget::new(self.level.evaluations(FOR_THE_BATTLE), &self.stop);
            self.told = orders(&judge, p, self.level, &mut budget, self.rng.seed());
            self.spent = budget.spent();
            self.plan(battle, p, side, FIRST);
        }
        loop {
            if let Some(first) = self.next_order(battle, p, side) {
                return first;
            }
            // Moves that others were in the way of, and units that only now have room.
            if self.plans >= PLANS {
                return Choice::End;
            }
            self.plan(battle, p, side, AGAIN);
            if self.orders.is_empty() {
                return Choice::End;
            }
        }
    }

    /// A move that went astray, or that somebody else has begun, goes on to the best of the places that are left.
    fn march_on<R: Fitted>(&mut self, battle: &Battle<R>, p: &Position, side: Side, choices: &[Choice]) -> Choice {
        let mut judge = Judge::new(battle, p, side);
        judge.orders.clone_from(&self.told);
        if self.given != Some((p.turn, side)) {
            judge.orders = vec![judge.plain_order(p); battle.units.len()];
        }
        let (way, expects, places) = places::onward(&judge, p);
        self.thought = Some(Thought {
            expects,
            evaluations: places,
            ended: None,
        });
        self.under_way = way.into();
        self.under_way.pop_front().unwrap_or(choices[0])
    }

    fn flee<R: Variant>(&mut self, battle: &Battle<R>, p: &Position, side: Side, choices: &[Choice]) -> Choice {
        let judge = Judge::new(battle, p, side);
        if let Some(choice) = flight::companions(&judge, p, choices) {
            return choice;
        }
        self.under_way = flight::run(&judge, p, side).into();
        self.under_way.pop_front().unwrap_or(choices[0])
    }

    fn plan<R: Variant>(&mut self, battle: &Battle<R>, p: &Position, side: Side, most: u32) {
        self.plans += 1;
        let mut rng = Rng::new(self.rng.seed());
        let mut judge = Judge::new(battle, p, side);
        judge.orders.clone_from(&self.told);
        let mut turn = Turn::new(judge, p, self.level, self.rng.seed());
        let mut budget = Budget::new(self.level.evaluations(most), &self.stop);
        let stay = vec![0; turn.movers.len() + turn.staff.len()];
        let go: Vec<u8> = (0..stay.len()).map(|i| u8::from(i < turn.movers.len())).collect();
        let climbed = climb(&mut turn, stay, Some(go), &mut budget, &mut rng);
        self.spent += budget.spent();
        self.thought = Some(Thought {
            expects: climbed.gain,
            evaluations: self.spent,
            ended: None,
        });
        self.orders = turn.orders(&climbed.plan);
    }

    fn next_order<R: Variant>(&mut self, battle: &Battle<R>, p: &Position, side: Side) -> Option<Choice> {
        let (found, _) = first_that_goes(battle, p, side, &self.orders)?;
        self.under_way = self.orders.remove(found).into();
        self.under_way.pop_front()
    }
}

/// The position after a way that can be gone from here to its end.
fn gone<R: Variant>(battle: &Battle<R>, p: &Position, side: Side, way: &[Choice]) -> Option<Position> {
    way.iter().try_fold(p.clone(), |here, choice| {
        let legal = battle.check(&here, side, choice).is_ok();
        legal.then(|| places::after(battle, &here, side, choice))
    })
}

/// The first order that can be carried out now to its end, and the position after it.
fn first_that_goes<R: Variant>(
    battle: &Battle<R>,
    p: &Position,
    side: Side,
    orders: &[Vec<Choice>],
) -> Option<(usize, Position)> {
    // Where modes are changed last, they wait for everybody's move.
    let changes = |way: &[Choice]| R::MODES_LAST && way.iter().any(|c| matches!(c, Choice::Mode(_)));
    let find = |waits: bool| {
        let all = orders.iter().enumerate().filter(|(_, way)| changes(way) == waits);
        let mut gone = all.filter_map(|(at, way)| Some((at, gone(battle, p, side, way)?)));
        gone.next()
    };
    find(false).or_else(|| find(true))
}

impl<R: Fitted> Captain<Battle<R>> for Planner {
    fn choose<'a>(&mut self, battle: &Battle<R>, p: &Position, side: Side, choices: &'a [Choice]) -> Cow<'a, Choice> {
        let choice = self.think(battle, p, side, choices);
        let listed = choices.iter().find(|c| **c == choice);
        debug_assert!(listed.is_some(), "not allowed: {choice:?}");
        Cow::Borrowed(listed.unwrap_or(&choices[0]))
    }

    fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    fn thought(&self) -> Option<Thought> {
        self.thought
    }

    fn ahead(&self) -> Vec<Choice> {
        self.under_way.iter().copied().collect()
    }

    fn intends(&self, battle: &Battle<R>, p: &Position, side: Side, last: &Choice) -> Vec<Choice> {
        let mut line: Vec<Choice> = std::iter::once(*last).chain(self.under_way.iter().copied()).collect();
        let mut orders = self.orders.clone();
        let mut here = gone(battle, p, side, &line);
        while let Some((at, then)) = here.and_then(|here| first_that_goes(battle, &here, side, &orders)) {
            line.extend(orders.remove(at));
            here = Some(then);
        }
        line
    }
}

/// The mode of each unit with which the battle goes better, played out roughly.
fn set_up<R: Fitted>(battle: &Battle<R>, p: &Position, side: Side, choices: &[Choice]) -> Choice {
    let as_it_is = orders::promise(&Judge::new(battle, p, side), p);
    let sets = choices.iter().filter(|choice| matches!(choice, Choice::Set(..)));
    let tried = sets.map(|choice| {
        let then = places::after(battle, p, side, choice);
        (orders::promise(&Judge::new(battle, &then, side), &then), *choice)
    });
    let better = tried
        .filter(|(chance, _)| *chance > as_it_is)
        .max_by_key(|(chance, _)| *chance);
    better.map_or(Choice::Ready, |(_, choice)| choice)
}

/// Shots and blows by what they are worth; every attack is named, since it costs nothing.
fn strike<R: Variant>(battle: &Battle<R>, p: &Position, side: Side, choices: &[Choice]) -> (Choice, i64) {
    let judge = Judge::new(battle, p, side);
    let worth = |choice: &Choice| match choice {
        Choice::Check => i64::MAX,
        Choice::Decline(_) => -1,
        Choice::End => 0,
        _ => 1 + judge.harm(p, choice),
    };
    let best = choices.iter().copied().max_by_key(worth).unwrap_or(choices[0]);
    (best, judge.harm(p, &best))
}

#[cfg(all(test, feature = "files"))]
mod tests;
