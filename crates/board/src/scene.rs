//! What a viewer may see and may do, in a form that a page or a program can draw without knowing a rule.

use crate::looks::{Picture, PieceRole, Sign};
use crate::place::{Base, Place, Shape};
use kernel::story::Chance;
use kernel::{Cite, Refusal, Side, ToAct, Verdict};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::sync::Arc;

/// A position as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Scene {
    pub turn: u16,
    pub turns: u16,
    /// Whose player turn it is.
    pub player: Side,
    pub phase: String,
    #[serde(serialize_with = "as_sides")]
    #[cfg_attr(feature = "ts", ts(as = "Vec<Side>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Side>))]
    pub to_act: ToAct,
    /// What is asked of whoever is to act.
    pub prompt: String,
    pub pieces: Vec<PieceView>,
    /// Tracks beside the map.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Track>>"))]
    pub tracks: Vec<Track>,
    pub score: [i32; 2],
    /// What it takes to win and how far that is, in a few words; empty if nobody can say.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub goal: String,
    pub verdict: Option<Verdict>,
}

impl Scene {
    /// The same with these of its pieces only, the first one being 0.
    #[must_use]
    pub fn with(&self, pieces: &[usize]) -> Scene {
        Scene {
            pieces: pieces.iter().filter_map(|at| self.pieces.get(*at).cloned()).collect(),
            phase: self.phase.clone(),
            prompt: self.prompt.clone(),
            tracks: self.tracks.clone(),
            goal: self.goal.clone(),
            verdict: self.verdict.clone(),
            ..*self
        }
    }
}

fn as_sides<S: Serializer>(to_act: &ToAct, s: S) -> Result<S::Ok, S::Error> {
    s.collect_seq(to_act.sides())
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PieceView {
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: Arc<str>,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub name: Arc<str>,
    pub side: Side,
    /// Where it stands; absent off the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub at: Option<Place>,
    /// How large it is, on a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub base: Option<Base>,
    /// Why it is off the map, in a word or two.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub gone: Option<&'static str>,
    /// What it is, in a word: `cavalry`, `schiltrom`, `leader`...
    pub symbol: &'static str,
    pub role: PieceRole,
    /// What is drawn on it.
    pub picture: Picture,
    /// The side of the counter that is up.
    pub face: &'static str,
    /// Printed values, in the order they are printed.
    pub ratings: Vec<Rating>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub group: Option<Arc<str>>,
    pub badges: Vec<Badge>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rating {
    pub name: &'static str,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub value: Cow<'static, str>,
    /// It is what losses take from: a piece with less of it than before has been hit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub strength: bool,
}

impl Rating {
    pub fn words(name: &'static str, value: Cow<'static, str>) -> Rating {
        Rating {
            name,
            value,
            strength: false,
        }
    }

    pub fn letter(name: &'static str, value: &'static str) -> Rating {
        Rating::words(name, Cow::Borrowed(value))
    }

    /// A number that losses take from.
    pub fn strength(name: &'static str, value: u8) -> Rating {
        Rating {
            strength: true,
            ..Rating::number(name, value)
        }
    }

    pub fn number(name: &'static str, value: u8) -> Rating {
        let value = match SMALL_NUMBERS.get(usize::from(value)) {
            Some(small) => Cow::Borrowed(*small),
            None => Cow::Owned(value.to_string()),
        };
        Rating::words(name, value)
    }
}

/// A scene is made after every choice; what is on most counters is not written anew.
const SMALL_NUMBERS: [&str; 16] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15",
];

/// A marker on a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Badge {
    pub sign: Sign,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub text: Cow<'static, str>,
    /// The piece it points at.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub points_at: Option<Arc<str>>,
}

/// A row of boxes beside the map with a counter or pieces on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Track {
    pub name: String,
    /// Whose it is, if it is not common to both.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub side: Option<Side>,
    /// The first and the last box. On a track common to both, boxes below 0 are the second side's.
    pub least: i32,
    pub most: i32,
    /// Where its counter is.
    pub value: i32,
    /// What that means now, in words.
    pub text: String,
    /// Boxes at which something begins, and what.
    pub marks: Vec<(i32, String)>,
    /// The pieces that lie on it.
    pub pieces: Vec<String>,
}

/// A part of the ground that is drawn on request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Area {
    /// What can be asked for by one name: `zones of control`, `command ranges`.
    pub kind: &'static str,
    pub side: Side,
    /// The piece it is the area of, if it is of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub piece: Option<String>,
    pub shape: Shape,
    pub cite: Cite,
}

/// A choice on offer, with what a page needs to show it in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Offer {
    /// The text form, to be sent back as it is.
    pub choice: String,
    /// What kind of choice it is, in a word: `move`, `advance`, `shoot`...
    pub kind: &'static str,
    /// What it is for whoever puts it on a screen.
    pub role: Role,
    /// In a few words.
    pub label: String,
    /// The piece that would act.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub piece: Option<Arc<str>>,
    /// The piece acted upon.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub target: Option<Arc<str>>,
    /// Where it leads to, or what it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub to: Option<Place>,
    /// Everybody who would act together, where pieces act in company.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    pub company: Vec<Arc<str>>,
    /// Every place that a company would act upon.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Place>>"))]
    pub struck: Vec<Place>,
    /// Points it costs, as people write them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub cost: Option<String>,
    /// Whether dice would fall.
    pub rolls: bool,
}

/// What an offer is for whoever puts it on a screen, whatever the game calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// It begins something with a piece: a move, a change of mode.
    Open,
    /// It begins what a piece has to do before anything else goes on: a rout.
    Owed,
    /// A piece does something, or goes on with what it does.
    Act,
    /// The piece goes on in another way or shape: another pace, in open order.
    Reshape,
    /// It ends what is going on: a move, a phase, the set-up.
    Finish,
    /// The moment, the whole move of a unit, or the rest of the phase is let pass.
    Pass,
    PassUnit,
    PassPhase,
    /// A company is put together: against whom, with whom, and go.
    Against,
    Spare,
    Join,
    Drop,
    Go,
}

/// A place that a piece can come to, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Destination {
    pub to: Place,
    /// Points spent on arrival.
    pub cost: String,
    /// The choices that lead there, without the one that ends the move.
    pub plan: Vec<String>,
    /// The places passed, the start first.
    pub path: Vec<Place>,
}

/// Whether one place is seen from another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SightLine {
    pub clear: bool,
    /// Clear, or blocked by whom or what: a sentence without its full stop.
    pub words: String,
    pub cite: Cite,
    /// Where it is blocked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub at: Option<Place>,
}

/// Somebody whom a piece could charge in its present or next move, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Lane {
    pub target: String,
    /// The choices that lead to it: the last one declares the charge, or brings the piece before the enemy.
    pub plan: Vec<String>,
    /// The places passed by these, the start first.
    pub path: Vec<Place>,
}

/// What comes of dragging a piece to a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Drag {
    /// The choice that brings it there, or as near as it may come, in text.
    pub choice: String,
    /// Where it stands then, if all goes well.
    pub to: Place,
    /// The places passed, the start first.
    pub path: Vec<Place>,
    /// In words: `4.5 of 8 in`.
    pub cost: String,
    /// What it must pass or meet on the way.
    pub needs: Vec<Need>,
    /// Where it meets an enemy: what each of them must expect of the fight, exact, as if it were fought at once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Chance>>"))]
    pub chances: Vec<Chance>,
    /// Why it comes no nearer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub short: Option<Refusal>,
}

/// A test to be passed, or somebody to be met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Need {
    pub words: String,
    pub cite: Cite,
    /// The chance of passing it, in hundredths of a percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub basis_points: Option<u32>,
}
