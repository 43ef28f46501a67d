//! Exact odds, by walking every course of the dice through the one resolver.

use crate::dice::{Branching, Throw};
use crate::log::Log;
use crate::ratio::Ratio;
use crate::rules::Rules;
use crate::side::Side;

/// How many courses of the dice are walked for one answer. An attack with its morale check has some seventy.
pub const BUDGET: u32 = 20_000;
/// The same for an affair with all its later dice; if there are more, it is followed to the next decision only.
pub const AFFAIR_BUDGET: u32 = 6_000;

/// The same where it can be said what each piece must expect by itself ([`crate::Words::apart`]).
pub const SMALL_BUDGET: u32 = 1_000;

/// There are more courses of the dice than were to be walked, or their chances have too many digits: no odds are better
/// than wrong ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the dice can fall in more ways than are walked ({walked} were)")]
pub struct TooMany {
    pub walked: u32,
}

/// Probability of each outcome of a legal choice, in the order of outcomes.
pub fn odds<R: Rules>(
    battle: &R,
    p: &R::Position,
    side: Side,
    choice: &R::Choice,
) -> Result<Vec<(R::Outcome, Ratio)>, TooMany> {
    odds_within(battle, p, side, choice, BUDGET)
}

/// The same, if there are no more courses than these.
pub fn odds_within<R: Rules>(
    battle: &R,
    p: &R::Position,
    side: Side,
    choice: &R::Choice,
    budget: u32,
) -> Result<Vec<(R::Outcome, Ratio)>, TooMany> {
    let mut table = Table::default();
    walk(battle, p, side, choice, (Reach::Decision, budget), |course| {
        table.add(battle.outcome(course.events), course.chance)
    })?;
    Ok(table.0)
}

/// The exact expectation of what the outcomes of a choice are worth, in thousandths.
pub fn expectation<R: Rules>(
    battle: &R,
    p: &R::Position,
    side: Side,
    choice: &R::Choice,
    worth: impl Fn(&R::Outcome) -> i32,
) -> Result<i64, TooMany> {
    let table = odds(battle, p, side, choice)?;
    Ok(table
        .iter()
        .map(|(outcome, chance)| i64::from(chance.thousandths_of(worth(outcome))))
        .sum())
}

/// Chances by outcome.
pub struct Table<O>(pub Vec<(O, Ratio)>);

impl<O> Default for Table<O> {
    fn default() -> Table<O> {
        Table(Vec::with_capacity(8))
    }
}

impl<O: Ord> Table<O> {
    /// `false` if the sum has too many digits.
    #[must_use]
    pub fn add(&mut self, outcome: O, chance: Ratio) -> bool {
        match self.0.binary_search_by(|(o, _)| o.cmp(&outcome)) {
            Ok(at) => match self.0[at].1.plus(chance).and_then(Ratio::narrow) {
                Some(sum) => self.0[at].1 = sum,
                None => return false,
            },
            Err(at) => self.0.insert(at, (outcome, chance)),
        }
        true
    }
}

/// One course of the dice.
pub struct Course<'a, R: Rules> {
    pub after: &'a R::Position,
    pub events: &'a [R::Event],
    pub chance: Ratio,
    dice: &'a Branching,
}

impl<R: Rules> Course<'_, R> {
    /// The dice thrown in it.
    pub fn throws(&self) -> impl ExactSizeIterator<Item = Throw> + '_ {
        self.dice.throws()
    }
}

/// How far the dice are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Up to the next decision.
    Decision,
    /// To all that falls later for what was rolled ([`Rules::carry_on`]).
    Affair,
}

/// Visits every course of the dice of one choice with what it leads to and its probability, but no more than `budget`.
/// `visit` says whether it can go on.
pub fn walk<R: Rules>(
    battle: &R,
    p: &R::Position,
    side: Side,
    choice: &R::Choice,
    (reach, budget): (Reach, u32),
    mut visit: impl FnMut(Course<'_, R>) -> bool,
) -> Result<(), TooMany> {
    let mut dice = Branching::new();
    let mut events = Vec::with_capacity(8);
    let mut after = p.clone();
    for walked in 0..budget {
        battle.resolve(&mut after, side, choice, &mut dice, &mut Recorder(&mut events));
        if reach == Reach::Affair && dice.throws().len() > 0 {
            while battle.carry_on(&mut after, &mut dice, &mut Recorder(&mut events)) {}
        }
        let chance = dice.probability().ok_or(TooMany { walked })?;
        let course = Course {
            after: &after,
            events: &events,
            chance,
            dice: &dice,
        };
        if !visit(course) {
            return Err(TooMany { walked });
        }
        if !dice.next() {
            return Ok(());
        }
        events.clear();
        after.clone_from(p);
    }
    Err(TooMany { walked: budget })
}

struct Recorder<'a, E>(&'a mut Vec<E>);

impl<E> Log<E> for Recorder<'_, E> {
    fn event(&mut self, make: impl FnOnce() -> E) {
        self.0.push(make());
    }
}
