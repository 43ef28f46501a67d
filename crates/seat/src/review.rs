//! A game that has been played, gone over for one side: where the best captain would have chosen otherwise, and what that was worth.

use crate::battle::Playable;
use crate::hint;
use captain::{Captain, FEWEST, GREEDY, Paired, Rng};
use kernel::game::{Action, EntryOf};
use kernel::{Quiet, Rules, Seed, Seeded, Side, ToAct};
use serde::Serialize;

/// How thoroughly a game is gone over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Study {
    pub side: Side,
    /// What may be spent, plans that the captain weighs and rehearsals together; `None`: as much as somebody waits for.
    pub evaluations: Option<u32>,
    /// Rehearsals of each of two lines of play.
    pub rehearsals: u32,
    /// Turns that are rehearsed, the one of the choice not counted.
    pub turns: u16,
}

impl Study {
    /// As thoroughly as somebody waits for it.
    pub fn of(side: Side) -> Study {
        Study {
            side,
            evaluations: None,
            rehearsals: 16,
            turns: 1,
        }
    }
}

/// Something that might have been done better.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Moment {
    /// The entry of the record, from 0.
    pub entry: usize,
    pub turn: u16,
    pub played: String,
    pub instead: String,
    /// Both as a player would say them.
    pub in_words: String,
    /// What the captain would have chosen after it, if nothing came between.
    pub then: Vec<String>,
    /// What its line was worth more than the one that was played, in thousandths of a victory point, and its standard error.
    pub worth: i64,
    pub error: i64,
    pub sentence: String,
}

/// What came of going over a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Review {
    pub side: Side,
    pub captain: &'static str,
    /// Decisions of this side that were decisions.
    pub decisions: usize,
    /// So many of them were looked at before the budget was spent or the review called off.
    pub looked_at: usize,
    pub evaluations: u32,
    /// In the order of the game.
    pub moments: Vec<Moment>,
}

/// A review at work, away from the game. It asks before every decision it looks at whether it shall go on.
pub type Reviewing = Box<dyn FnOnce(&dyn Fn() -> bool) -> Review + Send>;

/// A difference must be so many thousandths of its standard error, and of a point, to be worth a word.
const SURE: u32 = 2000;
const WORTH: i64 = 500;
/// No rehearsal is longer.
const LONGEST: u32 = 3000;

/// A decision of the side that is reviewed.
struct Decision<S: Rules> {
    entry: usize,
    p: S::Position,
    /// The other side has acted before it, or dice have fallen: a time to think anew.
    fresh: bool,
}

pub(crate) fn review<S: Playable>(
    battle: &S,
    entries: &[EntryOf<S>],
    study: Study,
    goes_on: &dyn Fn() -> bool,
) -> Review {
    let decisions = decisions(battle, entries, study.side);
    let captains = S::captains();
    let mut review = Review {
        side: study.side,
        captain: captains.last().map_or("", |best| best.card.name),
        decisions: decisions.len(),
        looked_at: 0,
        evaluations: 0,
        moments: Vec::new(),
    };
    let Some(best) = captains.last() else {
        return review;
    };
    let most = study.evaluations.unwrap_or(S::REVIEW);
    let mut list = Vec::new();
    // Whole plans tell more than single steps of them.
    let (fresh, others): (Vec<usize>, Vec<usize>) = (0..decisions.len()).partition(|at| decisions[*at].fresh);
    let all = [fresh, others];
    for at in all.iter().flat_map(|part| spread(part.len()).map(|i| part[i])) {
        if review.evaluations >= most || !goes_on() {
            break;
        }
        review.looked_at += 1;
        let Decision { entry, p, fresh } = &decisions[at];
        let mut captain = (best.make)(Rng::new(*entry as u64));
        let known = battle.known(p, study.side);
        let choice = captain.decide(battle, &known, study.side, &mut list).into_owned();
        review.evaluations += captain.thought().map_or(1, |thought| thought.evaluations);
        let mut line = vec![choice];
        line.extend(captain.ahead());
        let run = run::<S>(&entries[*entry..], study.side);
        let whole = if *fresh {
            captain.intends(battle, &known, study.side, &line[0])
        } else {
            Vec::new()
        };
        let is_whole = whole.len() > line.len();
        if is_whole {
            line = whole;
        }
        let played = &run[..run.len().min(line.len())];
        // The same things, perhaps in another order.
        let same = match is_whole {
            true => differences(battle, p, study.side, [played, &line]).is_none(),
            false => run[0] == line[0] || run.windows(line.len()).any(|part| part == line),
        };
        if same {
            continue;
        }
        let (mut pairs, mut chances) = (Paired::default(), [0; 2]);
        let rehearsals = study.rehearsals.max(FEWEST);
        for stream in 0..rehearsals {
            let of = |line: &[S::Choice]| rehearse(battle, p, line, study, (*entry as u64, stream));
            let [as_played, instead] = [of(played), of(&line)];
            pairs.add(instead.lead - as_played.lead);
            chances[0] += as_played.chance;
            chances[1] += instead.chance;
        }
        let chances = chances.map(|sum| sum / i64::from(pairs.count));
        review.evaluations += 2 * rehearsals;
        if pairs.exceeds(SURE) && pairs.mean() >= WORTH {
            let decision = &decisions[at];
            review
                .moments
                .push(moment(battle, decision, study.side, [played, &line], (&pairs, chances)));
        }
    }
    review.moments.sort_by_key(|moment| moment.entry);
    review
}

/// Where this side chose, and had something to choose from.
fn decisions<S: Playable>(battle: &S, entries: &[EntryOf<S>], side: Side) -> Vec<Decision<S>> {
    let mut p = battle.start();
    let (mut found, mut list) = (Vec::new(), Vec::new());
    let mut fresh = true;
    for (entry, made) in entries.iter().enumerate() {
        let Action::Chose(choice) = &made.action else {
            continue;
        };
        if made.side == side {
            list.clear();
            battle.choices(&p, side, &mut list);
            if list.len() > 1 {
                let p = p.clone();
                found.push(Decision { entry, p, fresh });
                fresh = false;
            }
        }
        fresh |= made.side != side || !made.dice.is_empty();
        let mut dice = kernel::dice::Scripted::new(&made.dice);
        battle.resolve(&mut p, made.side, choice, &mut dice, &mut Quiet);
    }
    found
}

/// What a side chose from here on before anybody else did.
fn run<S: Playable>(entries: &[EntryOf<S>], side: Side) -> Vec<S::Choice> {
    let own = entries.iter().take_while(|entry| entry.side == side);
    own.filter_map(|entry| match &entry.action {
        Action::Chose(choice) => Some(choice.clone()),
        Action::Resigned => None,
    })
    .collect()
}

/// Numbers below `n` in an order that covers the whole evenly, wherever it is broken off.
fn spread(n: usize) -> impl Iterator<Item = usize> {
    let bits = usize::BITS - n.saturating_sub(1).leading_zeros();
    (0..1usize << bits)
        .map(move |i| match bits {
            0 => i,
            _ => i.reverse_bits() >> (usize::BITS - bits),
        })
        .filter(move |i| *i < n)
}

/// How a side stands after a rehearsal: its lead in points, in thousandths, and its chance of winning, in millionths; no chance where
/// none has been fitted.
struct Stands {
    lead: i64,
    chance: i64,
}

/// Plays a line and then on with plain captains on both sides, on dice that are the same for every line, over the turns of the study.
fn rehearse<S: Playable>(
    battle: &S,
    p: &S::Position,
    line: &[S::Choice],
    study: Study,
    (seed, stream): (u64, u32),
) -> Stands {
    let side = study.side;
    let mut dice = Seeded::new(Seed::derived(seed, stream.into()));
    let plain = |i: u64| -> Box<dyn Captain<S>> {
        let rng = Rng::new(seed ^ u64::from(stream) << 32 ^ i);
        S::captain(GREEDY.name, rng.clone()).unwrap_or_else(|_| (S::captains()[0].make)(rng))
    };
    let mut captains = [plain(0), plain(1)];
    let mut list = Vec::new();
    let end = battle.turn(p) + study.turns;
    let mut p = p.clone();
    let mut line = line.iter().peekable();
    for _ in 0..LONGEST {
        let acts = match battle.to_act(&p) {
            ToAct::One(acts) => acts,
            ToAct::Both if line.peek().is_some() => side,
            ToAct::Both => Side::One,
            ToAct::Nobody => break,
        };
        if battle.turn(&p) > end {
            break;
        }
        let planned = if acts == side { line.next() } else { None };
        let choice = match planned {
            Some(choice) if battle.check(&p, side, choice).is_ok() => choice.clone(),
            planned => {
                // Dice have made the rest of it impossible.
                if planned.is_some() {
                    line.by_ref().for_each(drop);
                }
                let known = battle.known(&p, acts);
                captains[acts.index()]
                    .decide(battle, &known, acts, &mut list)
                    .into_owned()
            }
        };
        battle.resolve(&mut p, acts, &choice, &mut dice, &mut Quiet);
    }
    let score = battle
        .verdict(&p)
        .map_or_else(|| battle.score(&p), |verdict| verdict.score);
    Stands {
        lead: 1000 * i64::from(score[side.index()] - score[side.other().index()]),
        chance: battle.chance(&battle.known(&p, side), side).unwrap_or(0),
    }
}

/// Millionths as chances in a hundred; nothing is certain before it has happened.
pub(crate) fn in_a_hundred(chance: i64) -> i64 {
    ((chance + 5000) / 10_000).clamp(1, 99)
}

/// What was done and what should have been, without what is common to both; `None` if that is all.
fn told_apart([played, instead]: &[Vec<String>; 2]) -> Option<String> {
    let only = |these: &[String], those: &[String]| -> Vec<String> {
        let of_these = these.iter().filter(|deed| !those.contains(deed));
        of_these.cloned().collect()
    };
    let [played, instead] = [only(played, instead), only(instead, played)];
    let [was, better] = [&played, &instead].map(|deeds| hint::in_a_row(deeds));
    match (played.is_empty(), instead.is_empty()) {
        (false, false) => Some(format!("{better} \u{2013} instead of {was}")),
        (true, false) => Some(format!("{better} as well")),
        (false, true) => Some(format!("not {was}")),
        (true, true) => None,
    }
}

/// The same for two lines of choices.
fn differences<S: Playable>(battle: &S, p: &S::Position, side: Side, lines: [&[S::Choice]; 2]) -> Option<String> {
    let deeds = |line: &[S::Choice]| hint::deeds(battle, p, side, &hint::shown(battle, p, side, line.iter()));
    told_apart(&lines.map(deeds))
}

fn moment<S: Playable>(
    battle: &S,
    Decision { entry, p, .. }: &Decision<S>,
    side: Side,
    [played, line]: [&[S::Choice]; 2],
    (pairs, chances): (&Paired, [i64; 2]),
) -> Moment {
    let text = |choice: &S::Choice| battle.write_choice(choice);
    let differ = differences(battle, p, side, [played, line]);
    let (played, instead, turn) = (text(&played[0]), text(&line[0]), battle.turn(p));
    let in_words = differ.unwrap_or_else(|| format!("{instead} instead of {played}"));
    let (worth, error) = (pairs.mean(), pairs.error());
    let chances = match S::WEIGHTS {
        [] => String::new(),
        _ => {
            let [before, after] = chances.map(in_a_hundred);
            format!(" The chance of winning: about {after} in 100 instead of {before}.")
        }
    };
    let sentence = format!(
        "Turn {turn}: `{instead}` instead of `{played}` would have been worth {} points, give or take {}, over {} rehearsals of each.{chances}",
        crate::table::points(worth),
        crate::table::points(error).trim_start_matches('+'),
        pairs.count
    );
    Moment {
        entry: *entry,
        turn,
        played,
        instead,
        in_words,
        then: line[1..].iter().map(text).collect(),
        worth,
        error,
        sentence,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_both_did_is_not_told() {
        let told = |played: &[&str], instead: &[&str]| {
            let owned = |deeds: &[&str]| deeds.iter().map(ToString::to_string).collect();
            told_apart(&[owned(played), owned(instead)])
        };
        let (moray, ross) = ("Moray, to 1320", "Ross, to 1011");
        assert_eq!(
            told(&[ross], &[moray]).unwrap(),
            "Moray, to 1320 \u{2013} instead of Ross, to 1011"
        );
        assert_eq!(told(&[ross], &[moray, ross]).unwrap(), "Moray, to 1320 as well");
        assert_eq!(told(&[moray, ross], &[moray]).unwrap(), "not Ross, to 1011");
        assert_eq!(told(&[moray], &[moray]), None);
        assert_eq!(
            told(&["Halt"], &["1", "2", "3", "4", "5"]).unwrap(),
            "1; 2; 3; and 2 more \u{2013} instead of Halt"
        );
    }

    #[test]
    fn every_number_comes_once_and_the_first_are_far_apart() {
        for n in [0, 1, 2, 5, 64, 100] {
            let order: Vec<usize> = spread(n).collect();
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..n).collect::<Vec<_>>());
        }
        assert_eq!(spread(100).take(4).collect::<Vec<_>>(), [0, 64, 32, 96]);
    }
}
