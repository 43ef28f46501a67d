//! A captain for the "Medieval" battles that plans the whole move of a unit: it rides every way in its mind, looks at where
//! each would leave it, and takes the best. Everything else it does at once, as it looks best.

use super::conduct::Conduct;
use super::greedy::Greedy;
use crate::position::Form as Formation;
use crate::{Battle, Choice, Pace, Piece, Position};
use captain::{Captain, Rng};
use kernel::dice::Scripted;
use kernel::{Quiet, Rules, Side};
use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};

/// Weights.
/// For each point of charge factor when the enemy stands ahead.
const IMPACT: i64 = 12;
const AHEAD: i64 = 25;
/// For each enemy beside or behind us.
const EXPOSED: i64 = 12;
const SUPPORTED: i64 = 4;
const STRENGTH: i64 = 150;
const LOST: i64 = -2000;
/// Stands looked at for one unit.
const PLACES: usize = 250;

pub struct Marshal {
    /// The rest of the move it has planned.
    plan: VecDeque<Choice>,
    /// Who does everything else, and remembers the attack it puts together.
    greedy: Greedy,
}

impl Marshal {
    pub fn new(rng: Rng) -> Marshal {
        Marshal {
            plan: VecDeque::new(),
            greedy: Greedy::new(rng),
        }
    }
}

impl Captain<Battle> for Marshal {
    fn choose<'a>(&mut self, battle: &Battle, p: &Position, side: Side, choices: &'a [Choice]) -> Cow<'a, Choice> {
        if let Some(next) = self.plan.front() {
            if let Some(planned) = choices.iter().find(|c| *c == next) {
                self.plan.pop_front();
                return Cow::Borrowed(planned);
            }
            // Somebody has interfered, or asks something in between.
            if choices.contains(&Choice::Done) {
                self.plan.clear();
            }
        }
        let choice = self.greedy.choose(battle, p, side, choices);
        if let Choice::Activate(Piece::Unit(unit)) = *choice {
            self.plan = best_move(battle, p, side, unit, is_step, &mut |p| {
                worth(battle, p, side, unit, Conduct::PLAIN)
            });
        }
        choice
    }
}

/// The rest of the best move of a unit after its activation, by such steps and by what its places are worth.
pub fn best_move(
    battle: &Battle,
    p: &Position,
    side: Side,
    unit: u8,
    is_step: fn(&Choice) -> bool,
    worth: &mut dyn FnMut(&mut Position) -> i64,
) -> VecDeque<Choice> {
    let mut start = p.clone();
    // In its mind nobody interrupts.
    start.passed = true;
    let mut here = after(battle, &start, side, Choice::Activate(Piece::Unit(unit)));
    let mut best = (worth(&mut here), VecDeque::from([Choice::Done]));
    let mut seen = BTreeSet::from([key(&here, unit)]);
    let mut open = VecDeque::from([(here, VecDeque::new())]);
    let mut list = Vec::new();
    while let Some((here, way)) = open.pop_front() {
        list.clear();
        battle.choices(&here, side, &mut list);
        for choice in &list {
            if !is_step(choice) {
                continue;
            }
            let mut next = after(battle, &here, side, *choice);
            let stand = key(&next, unit);
            if seen.len() > PLACES || !seen.insert(stand) {
                continue;
            }
            let mut way: VecDeque<Choice> = way.clone();
            way.push_back(*choice);
            let worth = worth(&mut next);
            if worth > best.0 {
                let mut whole = way.clone();
                whole.push_back(Choice::Done);
                best = (worth, whole);
            }
            let goes_on = next.active.as_ref().is_some_and(|a| a.is(unit));
            if goes_on && next.unit(unit).on_map() {
                open.push_back((next, way));
            }
        }
    }
    best.1
}

/// What is tried in a plan: no shots, no leaving the map.
pub fn is_step(choice: &Choice) -> bool {
    use Choice::{Change, Enter, Form, Ride, To, Turn};
    matches!(
        choice,
        Enter(Pace::Gain | Pace::Hold) | Turn(_) | To(_) | Change | Form | Ride
    )
}

type Key = (u16, usize, u8, u8);

/// A stand reached with more charge factor is another one.
fn key(p: &Position, unit: u8) -> Key {
    let u = p.unit(unit);
    (u.hex.0, u.facing.index(), u.form as u8, u.cf)
}

/// How well a unit stands.
fn worth(battle: &Battle, p: &Position, side: Side, unit: u8, conduct: Conduct) -> i64 {
    let u = p.unit(unit);
    if !u.on_map() {
        return LOST;
    }
    let card = &battle.units[usize::from(unit)];
    let bows = card.class.is_foot_ranged();
    let enemies = p.army[side.other().index()].and(&p.on_map);
    let distance = |e| i64::from(battle.map.distance(p.unit(e).hex, u.hex));
    let gap = enemies.iter().map(distance).min().unwrap_or(0);
    let wanted = conduct.wanted(bows);
    let mut total = STRENGTH * i64::from(u.sp) - conduct.nearer * (gap - wanted).abs();
    let fronts = [-1, 0, 1].map(|turn| u.facing.turned(turn));
    for d in board::Dir::ALL {
        let there = battle.map.neighbour(u.hex, d);
        if !there.is_on() {
            continue;
        }
        let (foe, friend) = (p.holds(there, side.other()), p.holds(there, side));
        let ahead = fronts.contains(&d) || u.form == Formation::Shiltron;
        if foe && ahead && !bows {
            total += AHEAD + IMPACT * i64::from(u.cf);
        }
        if foe && (bows || !ahead) {
            total -= EXPOSED;
        }
        if friend {
            total += SUPPORTED;
        }
    }
    // To look the right way is worth something before the enemy is there.
    let ahead = battle.map.neighbour(u.hex, u.facing);
    if gap > 1 && ahead.is_on() {
        let beyond = |e| i64::from(battle.map.distance(p.unit(e).hex, ahead));
        total += 3 * (gap - enemies.iter().map(beyond).min().unwrap_or(gap));
    }
    total + i64::from(bows && u.form == Formation::Combat && gap <= 4) * 15
}

/// What a choice leads to if no die falls badly.
fn after(battle: &Battle, p: &Position, side: Side, choice: Choice) -> Position {
    let mut after = p.clone();
    battle.resolve(&mut after, side, &choice, &mut Scripted::default(), &mut Quiet);
    after
}
