//! What a viewer is told of a game: its history, and the chances of what might be chosen now.

use crate::cite::Refusal;
use crate::dice::Throw;
use crate::game::{Action, EntryOf, Game};
use crate::odds::{self, AFFAIR_BUDGET, BUDGET, Reach, SMALL_BUDGET, TooMany};
use crate::ratio::Ratio;
use crate::side::{Side, Viewer};
use crate::words::{Reckoning, Telling, Words};
use serde::Serialize;
use std::borrow::Cow;

/// One entry of the history in words, as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StoryEntry {
    pub side: Side,
    /// Empty if this viewer may not know it.
    pub choice: String,
    /// Empty if some of them are not for this viewer; events tell of those that are.
    pub dice: Vec<u8>,
    pub events: Vec<Telling>,
}

/// The chances of a choice and the sum behind them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Odds {
    pub choice: String,
    /// The later choice that would roll the dice, if everything stays as it is until then; the choice itself if it leads on to dice
    /// that others set going.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub foreseen: Option<String>,
    pub reckoning: Option<Reckoning>,
    /// The dice that are thrown, at most.
    pub throws: Vec<ThrowView>,
    /// Whether nothing is rolled: it simply happens.
    pub certain: bool,
    pub outcomes: Vec<Chance>,
    /// The dice can fall in more ways than these, which were walked; then there are no outcomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub too_many: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Chance {
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub outcome: Cow<'static, str>,
    #[cfg_attr(feature = "ts", ts(as = "String"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub exact: Ratio,
    /// Hundredths of a percent.
    pub basis_points: u32,
    /// Whether the attempt comes to nothing.
    pub fails: bool,
    /// What it may further bring: the length of a retreat, the fate of a leader. Empty if there is but one way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Part>>"))]
    pub parts: Vec<Part>,
}

/// A part of an outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Part {
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub outcome: Cow<'static, str>,
    #[cfg_attr(feature = "ts", ts(as = "String"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub exact: Ratio,
    pub basis_points: u32,
}

/// Dice thrown together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ThrowView {
    pub dice: u16,
    pub sides: u8,
    /// Those that show so much or more are counted; absent where the faces are added.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub least: Option<u8>,
}

impl From<Throw> for ThrowView {
    fn from(throw: Throw) -> ThrowView {
        let (dice, sides, least) = match throw {
            Throw::Die { sides } => (1, sides, None),
            Throw::Pair { sides } => (2, sides, None),
            Throw::Count { n, sides, least } => (n, sides, Some(least)),
        };
        ThrowView { dice, sides, least }
    }
}

/// Harm that each side suffered by a roll, and its exact expectation, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Luck {
    pub got: [i32; 2],
    pub expected: [i32; 2],
}

impl<W: Words> Game<W> {
    pub fn story_entry(&self, entry: &EntryOf<W>, viewer: Viewer) -> StoryEntry {
        let shown = self.is_shown(entry, viewer);
        StoryEntry {
            side: entry.side,
            choice: if shown {
                self.action_text(&entry.action)
            } else {
                String::new()
            },
            dice: if shown && self.all_told(entry, viewer) {
                entry.dice.clone()
            } else {
                Vec::new()
            },
            events: self.tellings(entry, viewer).collect(),
        }
    }

    fn is_shown(&self, entry: &EntryOf<W>, viewer: Viewer) -> bool {
        match &entry.action {
            Action::Chose(choice) => viewer.is(entry.side) || !self.battle().is_secret(choice),
            Action::Resigned => true,
        }
    }

    /// Whether a viewer is told of everything that anybody is told of.
    fn all_told(&self, entry: &EntryOf<W>, viewer: Viewer) -> bool {
        let battle = self.battle();
        let told = |event, viewer| battle.tell(event, viewer).is_some();
        !battle.hides()
            || entry
                .events
                .iter()
                .all(|event| told(event, viewer) || !Side::BOTH.iter().any(|side| told(event, (*side).into())))
    }

    pub fn tellings<'a>(&'a self, entry: &'a EntryOf<W>, viewer: Viewer) -> impl Iterator<Item = Telling> + 'a {
        let events = entry.events.iter();
        events.filter_map(move |event| self.battle().tell(event, viewer))
    }

    /// The chances of a choice, or of the last of several that are carried out together, as this side may know them.
    pub fn odds(&self, side: Side, text: &str) -> Result<Odds, Refusal> {
        let battle = &**self.battle();
        let plan = battle.read_plan(self.position_of(side), side, text)?;
        let known = battle.known(self.position_of(side), side);
        let mut p = Cow::Borrowed(&*known);
        let [first @ .., last] = plan.as_slice() else {
            return Err(Refusal::new("EmptyPlan", crate::Cite::NONE, "Nothing is chosen."));
        };
        // What is asked about is checked where it really stands: `known` has the same choices.
        for (at, choice) in plan.iter().enumerate() {
            match at {
                0 => self.check(side, choice)?,
                _ => battle.check(&p, side, choice)?,
            }
            if at < first.len() {
                battle.resolve(
                    p.to_mut(),
                    side,
                    choice,
                    &mut crate::dice::Scripted::default(),
                    &mut crate::Quiet,
                );
            }
        }
        Ok(chances(battle, &p, side, last, battle.write_choice(last)))
    }

    /// An entry with dice of which this viewer may know.
    pub fn thrown(&self, at: usize, viewer: Viewer) -> Option<&EntryOf<W>> {
        let entry = self.entries().get(at)?;
        (!entry.dice.is_empty() && self.is_shown(entry, viewer)).then_some(entry)
    }
}

/// What the dice of an entry gave against what they should have; `before` is the position before it. `None` if there are too many
/// courses to say.
pub fn luck<W: Words>(battle: &W, entry: &EntryOf<W>, before: &W::Position) -> Option<Luck> {
    let Action::Chose(choice) = &entry.action else {
        return None;
    };
    // Nobody learns more from it than everybody may know by now.
    let known = battle.disclosed(before);
    let budget = match battle.apart(&known, entry.side, choice).is_empty() {
        true => BUDGET,
        // Much that has nothing to do with each other: hardly ever few enough, and every course is long.
        false => SMALL_BUDGET,
    };
    let table = odds::odds_within(battle, &known, entry.side, choice, budget).ok()?;
    let got = battle.harm(&battle.outcome(&entry.events)).map(|harm| harm * 1000);
    let mut expected = [0; 2];
    for (outcome, chance) in &table {
        let harm = battle.harm(outcome);
        for side in Side::BOTH {
            expected[side.index()] += chance.thousandths_of(harm[side.index()]);
        }
    }
    Some(Luck { got, expected })
}

/// A walk over the dice of a choice.
struct Walked<W: Words> {
    table: odds::Table<W::Outcome>,
    throws: Vec<ThrowView>,
    reckoning: Option<Reckoning>,
    walked: Result<(), TooMany>,
}

impl<W: Words> Walked<W> {
    fn new(battle: &W, p: &W::Position, side: Side, choice: &W::Choice, how: (Reach, u32)) -> Walked<W> {
        let mut table = odds::Table::default();
        let mut throws: Vec<ThrowView> = Vec::new();
        let mut reckoning = None;
        let walked = odds::walk(battle, p, side, choice, how, |course| {
            if course.throws().len() > throws.len() {
                throws = course.throws().map(ThrowView::from).collect();
            }
            if reckoning.is_none() {
                let mut tellings = course.events.iter().filter_map(|e| battle.tell(e, side.into()));
                reckoning = tellings.find_map(|t| t.reckoning).map(Reckoning::unrolled);
            }
            table.add(battle.outcome(course.events), course.chance)
        });
        Walked {
            table,
            throws,
            reckoning,
            walked,
        }
    }
}

/// The dice of a choice, or of the later choice that it leads to, with all that falls later for it.
fn chances<W: Words>(battle: &W, p: &W::Position, side: Side, choice: &W::Choice, text: String) -> Odds {
    let later = battle.foresee(p, side, choice);
    let (position, rolled) = match &later {
        Some((position, rolled)) => (position, rolled),
        None => (p, choice),
    };
    let apart = battle.apart(position, side, rolled);
    let [affair, budget] = if apart.is_empty() {
        [AFFAIR_BUDGET, BUDGET]
    } else {
        [SMALL_BUDGET, SMALL_BUDGET]
    };
    let far = Walked::new(battle, position, side, rolled, (Reach::Affair, affair));
    let Walked {
        table,
        throws,
        reckoning,
        walked,
    } = match far.walked {
        Ok(()) => far,
        Err(_) => Walked::new(battle, position, side, rolled, (Reach::Decision, budget)),
    };
    let ahead = battle.ahead(position, side, rolled);
    let certain = throws.is_empty() && walked.is_ok() && ahead.is_empty();
    let named = walked.and_then(|()| {
        if certain {
            return Ok(Vec::new());
        }
        by_name(battle, table.0).ok_or(TooMany { walked: BUDGET })
    });
    let foreseen = match &later {
        Some((_, rolled)) => Some(battle.write_choice(rolled)),
        None => (!ahead.is_empty()).then(|| text.clone()),
    };
    let (outcomes, too_many) = match named {
        _ if !ahead.is_empty() => (apart.into_iter().chain(ahead).collect(), None),
        Ok(outcomes) => (outcomes, None),
        Err(_) if !apart.is_empty() => (apart, None),
        Err(TooMany { walked }) => (Vec::new(), Some(walked)),
    };
    Odds {
        choice: text,
        foreseen,
        reckoning,
        throws,
        certain,
        outcomes,
        too_many,
    }
}

/// Outcomes of one label together, with their parts. `None` if a sum has too many digits.
pub fn by_name<W: Words>(battle: &W, table: Vec<(W::Outcome, Ratio)>) -> Option<Vec<Chance>> {
    let mut chances: Vec<Chance> = Vec::new();
    for (outcome, exact) in table {
        let name = battle.name_outcome(&outcome);
        let label = Cow::Borrowed(name.label);
        let chance = match chances.iter_mut().find(|chance| chance.outcome == label) {
            Some(chance) => {
                chance.exact = chance.exact.plus(exact)?;
                chance
            }
            None => {
                chances.push(Chance {
                    outcome: label,
                    exact,
                    basis_points: 0,
                    fails: name.fails,
                    parts: Vec::new(),
                });
                chances.last_mut()?
            }
        };
        chance.basis_points = chance.exact.basis_points();
        let what = name.part.unwrap_or(Cow::Borrowed("nothing more"));
        match chance.parts.iter_mut().find(|part| part.outcome == what) {
            Some(part) => part.exact = part.exact.plus(exact)?,
            None => chance.parts.push(Part {
                outcome: what,
                exact,
                basis_points: 0,
            }),
        }
    }
    for chance in &mut chances {
        chance
            .parts
            .iter_mut()
            .for_each(|part| part.basis_points = part.exact.basis_points());
        // One part that says nothing more is none.
        let plain = |part: &Part| part.outcome == "nothing more";
        if chance.parts.len() == 1 && chance.parts.iter().all(plain) {
            chance.parts.clear();
        }
    }
    Some(chances)
}
