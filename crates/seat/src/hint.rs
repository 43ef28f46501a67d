//! What the best captain would do here: as a sentence, and as something that can be drawn on the map.

use crate::battle::Playable;
use crate::review::in_a_hundred;
use crate::table::points;
use board::Place;
use board::scene::{Offer, Role};
use captain::{Appointment, Ended, Rng, Stop, Thought};
use kernel::dice::Scripted;
use kernel::{Quiet, Side, Viewer};

/// What the best captain would do here, and why.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Hint {
    pub choice: String,
    /// What it would choose after it, if nothing comes between.
    pub then: Vec<String>,
    /// All of this piece by piece up to the first die, to be drawn: who acts, upon whom, where to.
    pub shown: Vec<Offer>,
    /// Why, with its numbers.
    pub sentence: String,
}

/// A captain that thinks of a hint, as one ponders.
pub type Hinting = Box<dyn FnOnce(&Stop) -> Hint + Send>;

/// So many pieces are named in the sentence; the others are counted.
const NAMED: usize = 3;

pub(crate) fn of<S: Playable>(
    battle: &S,
    p: &S::Position,
    side: Side,
    candidates: &[S::Choice],
    (best, stop): (&Appointment<S>, &Stop),
) -> Hint {
    // The same hint for whoever asks twice.
    let mut captain = (best.make)(Rng::new(u64::from(battle.turn(p))));
    captain.heed(stop);
    let choice = captain.choose(battle, p, side, candidates).into_owned();
    let ahead = captain.ahead();
    let shown = shown(battle, p, side, std::iter::once(&choice).chain(&ahead));
    let text = battle.write_choice(&choice);
    let what = match deeds(battle, p, side, &shown) {
        none if none.is_empty() => format!("`{text}`"),
        deeds => in_a_row(&deeds),
    };
    let chance = match battle.chance(p, side).filter(|_| candidates.len() > 1) {
        Some(chance) => format!(
            " As things stand your chance of winning is about {} in 100.",
            in_a_hundred(chance)
        ),
        None => String::new(),
    };
    let name = best.card.name;
    let sentence = match captain.thought() {
        None if candidates.len() == 1 => format!("This is all that can be chosen: {what}."),
        thought => format!(
            "The {name} would choose: {what}.{}{chance}",
            thought.as_ref().map_or(String::new(), reason)
        ),
    };
    Hint {
        choice: text,
        then: ahead.iter().map(|next| battle.write_choice(next)).collect(),
        shown,
        sentence,
    }
}

/// Why, with its numbers, after a space.
fn reason(thought: &Thought) -> String {
    let (expects, many) = (points(thought.expects), thought.evaluations);
    match thought.ended {
        Some(Ended { won, drawn }) => {
            let drew = match drawn {
                0 => String::new(),
                drawn => format!(" and drew {drawn}"),
            };
            format!(
                " In {many} battles that it fought to the end from here, both sides led by simple rules, you won {won}{drew}; on average they brought you {expects} points by its own reckoning."
            )
        }
        None => format!(
            " By its own reckoning, strength and chances counted in, it expects {expects} points for you from here, with the best of {many} plans."
        ),
    }
}

/// What a line of choices comes to, as far as no die falls.
pub(crate) fn shown<'a, S: Playable>(
    battle: &S,
    p: &S::Position,
    side: Side,
    line: impl Iterator<Item = &'a S::Choice>,
) -> Vec<Offer> {
    let mut p = p.clone();
    let mut shown = Vec::new();
    for choice in line {
        if !battle.to_act(&p).includes(side) || battle.check(&p, side, choice).is_err() {
            break;
        }
        shown.extend(battle.dress(&p, side, choice));
        let mut none = Scripted::default();
        battle.resolve(&mut p, side, choice, &mut none, &mut Quiet);
        if none.fault().is_some() {
            break;
        }
    }
    shown
}

/// Who does what in a line of choices, as far as no die falls: the last that each piece does, since what it does before only leads to
/// that.
pub(crate) fn deeds<S: Playable>(battle: &S, p: &S::Position, side: Side, shown: &[Offer]) -> Vec<String> {
    let pieces = battle.scene(p, Viewer::from(side)).pieces;
    let name = |id: &str| {
        let piece = pieces.iter().find(|piece| &*piece.id == id);
        piece.map_or(id.to_string(), |piece| piece.name.to_string())
    };
    let mut said: Vec<(Option<&str>, String)> = Vec::new();
    for offer in shown {
        let does = match (&offer.target, &offer.to) {
            (Some(target), _) if offer.label.contains(&name(target)) => offer.label.clone(),
            (Some(target), _) => format!("{} ({})", offer.label, name(target)),
            (None, Some(Place::Hexes(there))) if !there.hexes.is_empty() => format!("to {}", there.hexes.join(" and ")),
            _ => offer.label.clone(),
        };
        match (offer.piece.as_deref(), said.last_mut()) {
            (Some(piece), Some((Some(last), words))) if *last == piece => {
                // That it ends is no news.
                if offer.role != Role::Finish {
                    *words = does;
                }
            }
            (piece, _) => said.push((piece, does)),
        }
    }
    let names: Vec<&str> = pieces.iter().map(|piece| &*piece.name).collect();
    let one = |(piece, does): (Option<&str>, String)| match piece.map(name) {
        Some(name) => with_name(&name, does, &names),
        None => does,
    };
    said.into_iter().map(one).collect()
}

/// Deeds in a row: the first of them, and how many there are more.
pub(crate) fn in_a_row(deeds: &[String]) -> String {
    let more = match deeds.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    format!("{}{more}", deeds[..deeds.len().min(NAMED)].join("; "))
}

/// Who does something, unless that begins with his name already. The name of somebody else keeps its capital.
fn with_name(name: &str, does: String, names: &[&str]) -> String {
    if does.starts_with(name) {
        does
    } else if names.iter().any(|other| does.starts_with(other)) {
        format!("{name}, {does}")
    } else {
        format!("{name}, {}", lower(&does))
    }
}

fn lower(words: &str) -> String {
    let mut letters = words.chars();
    letters
        .next()
        .map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn battles_fought_to_the_end_tell_how_many_were_won() {
        let mut thought = Thought {
            expects: -2500,
            evaluations: 100,
            ended: None,
        };
        assert!(reason(&thought).contains("it expects -2.5 points for you from here, with the best of 100 plans"));
        thought.ended = Some(Ended { won: 40, drawn: 0 });
        assert!(reason(&thought).contains("In 100 battles") && reason(&thought).contains("you won 40; on average"));
        thought.ended = Some(Ended { won: 40, drawn: 7 });
        assert!(
            reason(&thought)
                .contains("you won 40 and drew 7; on average they brought you -2.5 points by its own reckoning.")
        );
    }

    #[test]
    fn names_keep_their_capitals() {
        let names = ["Moray", "Randolph"];
        let told = |does: &str| with_name("Moray", does.into(), &names);
        assert_eq!(told("Turn to the north"), "Moray, turn to the north");
        assert_eq!(told("Randolph goes along"), "Moray, Randolph goes along");
        assert_eq!(told("Moray starts dismounted"), "Moray starts dismounted");
    }
}
