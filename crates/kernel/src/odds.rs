//! Exact odds, by walking every course of the dice through the one resolver.

use crate::dice::Branching;
use crate::log::Log;
use crate::ratio::Ratio;
use crate::side::Side;
use crate::system::{Outcome, System};

/// Probability of each outcome of a legal choice, from least to most harm.
pub fn odds<S: System>(battle: &S, p: &S::Position, side: Side, choice: &S::Choice) -> Vec<(Outcome, Ratio)> {
    let mut table: Vec<(Outcome, Ratio)> = Vec::with_capacity(8);
    walk(battle, p, side, choice, |_, events, chance| {
        let outcome = battle.outcome(events);
        match table.binary_search_by_key(&outcome, |(o, _)| *o) {
            Ok(at) => table[at].1 = table[at].1.plus(chance),
            Err(at) => table.insert(at, (outcome, chance)),
        }
    });
    table
}

/// Visits every course of the dice of one choice with what it leads to and its probability.
pub fn walk<S: System>(
    battle: &S,
    p: &S::Position,
    side: Side,
    choice: &S::Choice,
    mut visit: impl FnMut(&S::Position, &[S::Event], Ratio),
) {
    let mut dice = Branching::new();
    let mut events = Vec::with_capacity(8);
    let mut after = p.clone();
    loop {
        battle.resolve(&mut after, side, choice, &mut dice, &mut Recorder(&mut events));
        visit(&after, &events, dice.probability());
        if !dice.next() {
            break;
        }
        events.clear();
        after.clone_from(p);
    }
}

struct Recorder<'a, E>(&'a mut Vec<E>);

impl<E> Log<E> for Recorder<'_, E> {
    fn event(&mut self, make: impl FnOnce() -> E) {
        self.0.push(make());
    }
}
