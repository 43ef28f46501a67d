//! What a rule system is to the rest of the program.

use crate::cite::{Cite, Refusal};
use crate::dice::Dice;
use crate::log::Log;
use crate::scene::{Area, BoardView, Destination, Offer, Scene, Telling};
use crate::side::{Side, ToAct, Viewer};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// One battle under one set of options: everything about a game that does not change while it is played.
///
/// Positions are small and cheap to clone; they hold ids and numbers, never names. `choices` and `check` agree: what is
/// listed is accepted and nothing else. A system that cannot list everything (a table in inches) says so by
/// [`System::LISTS_ALL`]; then what is listed is a selection of what is accepted.
pub trait System: Send + Sync + Sized + 'static {
    type Position: Clone + Eq + Debug + Send + Sync;
    type Choice: Clone + Eq + Debug + Send + Sync;
    type Event: Clone + Debug + Send + Sync;

    const LISTS_ALL: bool = true;

    /// The position before the first choice.
    fn start(&self) -> Self::Position;

    fn to_act(&self, p: &Self::Position) -> ToAct;

    /// Appends what `side` may choose now; nothing if it is not to act.
    fn choices(&self, p: &Self::Position, side: Side, out: &mut Vec<Self::Choice>);

    /// Says whether `side` may choose this now, and if not, by which rule.
    fn check(&self, p: &Self::Position, side: Side, choice: &Self::Choice) -> Result<(), Refusal>;

    /// Carries out a choice that `check` accepts, up to the next decision.
    fn resolve(
        &self,
        p: &mut Self::Position,
        side: Side,
        choice: &Self::Choice,
        dice: &mut impl Dice,
        log: &mut impl Log<Self::Event>,
    );

    /// The result, once nobody is to act any more.
    fn verdict(&self, p: &Self::Position) -> Option<Verdict>;

    /// Everything that makes this position what it is, in bytes that are the same on every machine.
    fn write_position(&self, p: &Self::Position, out: &mut Vec<u8>);

    // Words.

    fn side_name(&self, side: Side) -> &'static str;

    /// The one short text form of a choice.
    fn write_choice(&self, choice: &Self::Choice) -> String;

    /// Reads a choice; shorthand that the position makes clear is allowed, so that reading and writing again gives the
    /// full form.
    fn read_choice(&self, p: &Self::Position, side: Side, text: &str) -> Result<Self::Choice, Refusal>;

    /// Reads a text that may stand for several small choices, to be carried out together; only the last of them rolls dice.
    fn read_plan(&self, p: &Self::Position, side: Side, text: &str) -> Result<Vec<Self::Choice>, Refusal> {
        self.read_choice(p, side, text).map(|choice| vec![choice])
    }

    /// An event in a sentence, as far as this viewer may know of it.
    fn tell(&self, event: &Self::Event, viewer: Viewer) -> Option<Telling>;

    /// What a chance result comes to in a word, for odds.
    fn outcome(&self, events: &[Self::Event]) -> Outcome;

    // Views.

    fn board(&self) -> BoardView;

    /// What this viewer may see.
    fn scene(&self, p: &Self::Position, viewer: Viewer) -> Scene;

    /// Everything in `choices`, dressed for a page.
    fn offers(&self, p: &Self::Position, side: Side) -> Vec<Offer>;

    /// The position as `side` may know it, for what is worked out on its behalf: odds, the plans of captains. It has the
    /// same choices. Where nothing is hidden it is the position itself.
    fn known<'a>(&self, p: &'a Self::Position, _side: Side) -> Cow<'a, Self::Position> {
        Cow::Borrowed(p)
    }

    /// For a choice whose dice fall later (an attack is named now and fought afterwards): the position in which they would
    /// fall if nothing came between, and the choice of the same side that rolls them.
    fn foresee(
        &self,
        _p: &Self::Position,
        _side: Side,
        _choice: &Self::Choice,
    ) -> Option<(Self::Position, Self::Choice)> {
        None
    }

    /// Zones of control, ranges of command and the like, drawn when somebody asks for them.
    fn areas(&self, _p: &Self::Position, _viewer: Viewer) -> Vec<Area> {
        Vec::new()
    }

    /// Where this piece can come to in its present or next move: the cheapest way to each place and facing.
    fn destinations(&self, p: &Self::Position, side: Side, piece: &str) -> Result<Vec<Destination>, Refusal>;

    /// Why this piece cannot go to that hex, or act upon that piece, now. `None` if it can.
    fn why_not(&self, p: &Self::Position, side: Side, piece: &str, there: &str) -> Option<Refusal>;

    /// A single fact by name, for conformance cases.
    fn fact(&self, p: &Self::Position, key: &str) -> Option<String>;
}

/// A kind of result, ordered from least to most harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Outcome {
    #[serde(skip)]
    pub order: u8,
    pub label: &'static str,
    /// How much harm it does, in the system's own unit, for reckoning luck.
    pub harm: i32,
    /// Whether the attempt came to nothing.
    pub fails: bool,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Verdict {
    pub winner: Option<Side>,
    /// The level of victory in words.
    pub level: String,
    pub score: [i32; 2],
    pub cite: Cite,
    /// The battle of a campaign that follows from this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub next: Option<Next>,
}

/// A scenario, and the options that carry into it what has happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Next {
    pub scenario: &'static str,
    pub options: BTreeMap<String, String>,
}

/// A point on which players may differ, as it is shown to them.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OptionCard {
    pub key: &'static str,
    /// The first is the default; none: a text of its own form.
    pub values: &'static [&'static str],
    pub ruling: &'static str,
    pub words: &'static str,
}
