//! A rule system in words: texts of choices, events told to a viewer, outcomes named.

use crate::cite::{Cite, Refusal};
use crate::rules::Rules;
use crate::side::{Side, Viewer};
use crate::story::Chance;
use serde::Serialize;
use std::borrow::Cow;

pub trait Words: Rules {
    fn side_name(&self, side: Side) -> &'static str;

    /// The one short text form of a choice.
    fn write_choice(&self, choice: &Self::Choice) -> String;

    /// Reads a choice; shorthand that the position makes clear is allowed, so that reading and writing again gives the
    /// full form.
    fn read_choice(&self, p: &Self::Position, side: Side, text: &str) -> Result<Self::Choice, Refusal>;

    /// Reads a text that may stand for several small choices, which are carried out together or not at all.
    fn read_plan(&self, p: &Self::Position, side: Side, text: &str) -> Result<Vec<Self::Choice>, Refusal> {
        self.read_choice(p, side, text).map(|choice| vec![choice])
    }

    /// An event in a sentence, as far as this viewer may know of it.
    fn tell(&self, event: &Self::Event, viewer: Viewer) -> Option<Telling>;

    /// Whether nobody but the side itself may know that this was chosen, and which dice fell.
    fn is_secret(&self, _choice: &Self::Choice) -> bool {
        false
    }

    fn name_outcome(&self, outcome: &Self::Outcome) -> OutcomeName;

    /// For a choice that sets so much going that the dice can fall in more ways than are walked: what each piece must expect of them
    /// by itself, exact, as things stand. Several of these may come to pass together.
    fn apart(&self, _p: &Self::Position, _side: Side, _choice: &Self::Choice) -> Vec<Chance> {
        Vec::new()
    }

    /// What comes after a choice by dice that others set going, if nothing changes until then: what each piece must expect of them by
    /// itself. It is told with [`Words::apart`] and in place of the choice's own outcomes.
    fn ahead(&self, _p: &Self::Position, _side: Side, _choice: &Self::Choice) -> Vec<Chance> {
        Vec::new()
    }
}

/// The points of both sides: `Scots 85 (40 of them given), English 120`.
pub fn tally(names: [&str; 2], score: [i32; 2], given: [i32; 2]) -> String {
    let of = |side: usize| match given[side] {
        0 => format!("{} {}", names[side], score[side]),
        given => format!("{} {} ({given} of them given)", names[side], score[side]),
    };
    format!("{}, {}", of(0), of(1))
}

/// Single facts of a position by name, for conformance cases.
pub trait Facts: Rules {
    fn fact(&self, p: &Self::Position, key: &str) -> Option<String>;

    /// An event as cases write it, where people are told of it in other words.
    fn shorthand(&self, event: &Self::Event) -> Option<String> {
        let _ = event;
        None
    }
}

/// An outcome in a word or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeName {
    pub label: &'static str,
    /// What distinguishes it from others of the same label: the length of a retreat, the fate of a leader.
    pub part: Option<Cow<'static, str>>,
    /// Whether the attempt came to nothing.
    pub fails: bool,
}

impl OutcomeName {
    pub fn new(label: &'static str) -> OutcomeName {
        OutcomeName {
            label,
            part: None,
            fails: false,
        }
    }

    pub fn failing(label: &'static str) -> OutcomeName {
        OutcomeName {
            fails: true,
            ..OutcomeName::new(label)
        }
    }
}

/// An event in words, with the rules and the sum behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Telling {
    /// What happened, in a word.
    pub kind: &'static str,
    pub role: TellingRole,
    pub text: String,
    pub cites: Vec<Cite>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u8>>"))]
    pub dice: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reckoning: Option<Reckoning>,
    /// Results as numbers: `hit`, `increase`, `level`, `passed`; `chance` of that, in ten thousandths; `sides` of the dice, where they have not
    /// six.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<(String, i32)>>"))]
    pub figures: Vec<(&'static str, i32)>,
    /// Where a piece was on its way over a table, at even moments, the start first: thousandths of an inch from the left and
    /// from the far edge.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<[i32; 2]>>"))]
    pub way: Vec<[i32; 2]>,
}

/// What an event is for whoever tells the story, whatever the game calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum TellingRole {
    /// The heading of a turn, and of a phase in it.
    Turn,
    Phase,
    /// A step of a march; steps fold into one line.
    Step,
    /// A turn in place within a march.
    Facing,
    /// The piece that is named first goes at the enemy.
    Charge,
    /// Somebody is lost for good, or the battle is decided.
    Loss,
    Event,
}

/// A number and what changed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Reckoning {
    pub of: Sum,
    /// In odds of [`Sum::Dice`] 0: nothing has been rolled yet.
    pub base: i32,
    pub cite: Cite,
    pub modifiers: Vec<Modifier>,
    /// In odds of [`Sum::Dice`] the sum of the modifiers alone.
    pub total: i32,
}

impl Reckoning {
    /// The same before the dice have fallen.
    #[must_use]
    pub fn unrolled(mut self) -> Reckoning {
        if self.of == Sum::Dice {
            self.base = 0;
            self.total = self.modifiers.iter().map(|m| m.value).sum();
        }
        self
    }
}

/// What a sum is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Sum {
    /// The total is the highest roll that succeeds.
    Needed,
    /// The total is the lowest roll that succeeds.
    AtLeast,
    /// A roll below the total succeeds.
    Below,
    /// The base is what the dice showed.
    Dice,
    /// A ratio of strengths: 3 is three to one, -3 is one to three.
    Ratio,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Modifier {
    pub name: &'static str,
    pub value: i32,
    pub cite: Cite,
}
