//! One game between two captains, from its start to its verdict.

use crate::battle::Playable;
use captain::{Captain, Rng, UnknownCaptain};
use kernel::{Game, Heading, Quiet, Record, Refusal, Rules, Seed, Seeded, Side, ToAct, Verdict, Viewer, odds};
use serde::Serialize;
use std::borrow::Cow;
use std::sync::Arc;

/// What is to be fought.
#[derive(Clone, Copy, Debug)]
pub struct Bout<'a> {
    /// Who commands the first and the second side.
    pub captains: [&'a str; 2],
    /// For the chance of each captain.
    pub captain_seeds: [u64; 2],
    pub seed: Seed,
    pub detail: Detail,
}

/// How much is wanted of a game besides its verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    Verdict,
    Losses,
    /// Losses and luck, which costs more than the game itself.
    Luck,
}

/// What came of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameRow {
    pub verdict: Verdict,
    pub turns: u16,
    pub decisions: u64,
    /// Pieces that ended worse than they began; only if asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<Lost>,
    /// Harm suffered by each side by its dice and the enemy's, less its expectation, in thousandths; only if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<[i64; 2]>,
}

/// A piece that ended worse than it began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lost {
    pub piece: String,
    pub side: Side,
    /// Why it is off the map, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gone: Option<&'static str>,
    /// Strength lost, where pieces have any.
    #[serde(skip_serializing_if = "is_zero")]
    pub strength: i32,
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}

/// Fights a game; `note` is told every choice in the order in which they were made.
pub(crate) fn bout<S: Playable>(
    battle: &S,
    bout: &Bout<'_>,
    mut note: impl FnMut(Side, &S::Choice),
) -> Result<GameRow, UnknownCaptain> {
    let [one, two] = [0, 1].map(|i| S::captain(bout.captains[i], Rng::new(bout.captain_seeds[i])));
    let mut captains = [one?, two?];
    let mut choices = Vec::new();
    if bout.detail < Detail::Luck {
        let (decisions, end) = play(battle, bout.seed, &mut captains, &mut choices, note);
        let mut row = row(battle, decisions, &end);
        if bout.detail == Detail::Losses {
            row.losses = losses(battle, &end);
        }
        return Ok(row);
    }
    let mut luck = [0; 2];
    let mut p = battle.start();
    let mut dice = Seeded::new(bout.seed);
    let mut decisions = 0;
    while let Some((side, choice)) = decide(battle, &p, &mut captains, &mut choices) {
        note(side, &choice);
        let expected = odds::odds(battle, &p, side, &choice).unwrap_or_default();
        let mut events = Vec::new();
        battle.resolve(&mut p, side, &choice, &mut dice, &mut events);
        if expected.len() > 1 {
            let got = battle.harm(&battle.outcome(&events));
            for (i, luck) in luck.iter_mut().enumerate() {
                let mean = expected
                    .iter()
                    .map(|(o, chance)| chance.thousandths_of(battle.harm(o)[i]));
                *luck += i64::from(got[i]) * 1000 - mean.map(i64::from).sum::<i64>();
            }
        }
        decisions += 1;
    }
    Ok(GameRow {
        losses: losses(battle, &p),
        luck: Some(luck),
        ..row(battle, decisions, &p)
    })
}

/// Points by which features are told a second time.
pub const GIVEN: i32 = 100;

/// The same game; `take` is given the features of the position, for the first side, at the start of every player turn: as it is, and
/// with so many points more.
pub(crate) fn measured<S: Playable>(
    battle: &S,
    terms: &Bout<'_>,
    take: &mut dyn FnMut([&[i64]; 2]),
) -> Result<GameRow, UnknownCaptain> {
    let [one, two] = [0, 1].map(|i| S::captain(terms.captains[i], Rng::new(terms.captain_seeds[i])));
    let mut captains = [one?, two?];
    let mut choices = Vec::new();
    let mut dice = Seeded::new(terms.seed);
    let mut p = battle.start();
    let mut begun = None;
    let mut decisions = 0;
    while let Some((side, choice)) = decide(battle, &p, &mut captains, &mut choices) {
        let now = Some((battle.turn(&p), battle.player(&p)));
        if begun != now {
            begun = now;
            let known = battle.known(&p, Side::One);
            let [as_it_is, with_more] = [0, GIVEN].map(|given| {
                let mut features = Vec::new();
                battle.measure(&known, Side::One, given, &mut features);
                features
            });
            take([&as_it_is, &with_more]);
        }
        battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
        decisions += 1;
    }
    Ok(row(battle, decisions, &p))
}

/// The same game, and its record: the choices are made once more in a game that keeps one.
pub(crate) fn on_record<S: Playable>(
    battle: &Arc<S>,
    heading: Heading,
    terms: &Bout<'_>,
) -> Result<(GameRow, Record), Unfought> {
    let mut made = Vec::new();
    let row = bout(&**battle, terms, |side, choice| made.push((side, choice.clone())))?;
    let mut game = Game::new(battle.clone(), heading, terms.seed);
    for (side, choice) in made {
        game.choose(side, choice)?;
    }
    Ok((row, game.record()))
}

/// Why there is no record of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfought {
    #[error(transparent)]
    Captain(#[from] UnknownCaptain),
    #[error("a captain's choice does not stand in the record: {0}")]
    Refused(#[from] Refusal),
}

fn row<S: Playable>(battle: &S, decisions: u64, end: &S::Position) -> GameRow {
    let verdict = battle.verdict(end).unwrap_or_else(|| Verdict {
        winner: None,
        level: "undecided".into(),
        score: battle.score(end),
        cite: kernel::Cite::NONE,
        next: None,
    });
    GameRow {
        verdict,
        turns: battle.turn(end),
        decisions,
        losses: Vec::new(),
        luck: None,
    }
}

/// Plays one game; how many decisions it took, and its last position.
pub fn fight<R: Rules>(
    battle: &R,
    seed: Seed,
    captains: &mut [Box<dyn Captain<R>>; 2],
    choices: &mut Vec<R::Choice>,
) -> (u64, R::Position) {
    play(battle, seed, captains, choices, |_, _| {})
}

#[inline(always)]
fn play<R: Rules>(
    battle: &R,
    seed: Seed,
    captains: &mut [Box<dyn Captain<R>>; 2],
    choices: &mut Vec<R::Choice>,
    mut note: impl FnMut(Side, &R::Choice),
) -> (u64, R::Position) {
    let mut dice = Seeded::new(seed);
    let mut p = battle.start();
    let mut decisions = 0;
    while let Some((side, choice)) = decide(battle, &p, captains, choices) {
        note(side, &choice);
        battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
        decisions += 1;
    }
    (decisions, p)
}

/// Who decides, and what; `None` when the game is over. The lab does little else, so it is part of its loop.
#[inline(always)]
fn decide<'a, R: Rules>(
    battle: &R,
    p: &R::Position,
    captains: &mut [Box<dyn Captain<R>>; 2],
    choices: &'a mut Vec<R::Choice>,
) -> Option<(Side, Cow<'a, R::Choice>)> {
    let side = match battle.to_act(p) {
        ToAct::One(side) => side,
        // In either order: neither knows what the other commits to.
        ToAct::Both => Side::One,
        ToAct::Nobody => return None,
    };
    let known = battle.known(p, side);
    let choice = captains[side.index()].decide(battle, &known, side, choices);
    // What is listed is accepted. A choice of a captain's own making that is not falls back on what is.
    match choice {
        Cow::Borrowed(_) => Some((side, choice)),
        Cow::Owned(own) => Some((side, accepted(battle, p, side, own))),
    }
}

/// A choice of a captain's own making, if it is legal.
#[cold]
fn accepted<'a, R: Rules>(battle: &R, p: &R::Position, side: Side, own: R::Choice) -> Cow<'a, R::Choice> {
    match battle.check(p, side, &own) {
        Ok(()) => Cow::Owned(own),
        Err(refusal) => {
            debug_assert!(false, "a captain made an illegal choice: {refusal}");
            let mut list = Vec::new();
            battle.choices(p, side, &mut list);
            Cow::Owned(list.swap_remove(0))
        }
    }
}

fn losses<S: Playable>(battle: &S, end: &S::Position) -> Vec<Lost> {
    let [before, after] = [&battle.start(), end].map(|p| battle.scene(p, Viewer::Watcher).pieces);
    let strength = |piece: &board::scene::PieceView| -> i32 {
        let rating = piece.ratings.iter().find(|rating| rating.name == "strength");
        rating.and_then(|rating| rating.value.parse().ok()).unwrap_or(0)
    };
    let mut found = Vec::new();
    for old in &before {
        let Some(new) = after.iter().find(|new| new.id == old.id) else {
            continue;
        };
        let gone = new.gone.filter(|_| old.at.is_some());
        let lost = if gone.is_some() {
            0
        } else {
            strength(old) - strength(new)
        };
        if gone.is_some() || lost != 0 {
            found.push(Lost {
                piece: new.id.to_string(),
                side: new.side,
                gone,
                strength: lost,
            });
        }
    }
    found
}
