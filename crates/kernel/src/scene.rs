//! What a viewer may see, in a form that a page or a program can draw without knowing a rule.

use crate::cite::Cite;
use crate::side::{Side, ToAct, Viewer};
use crate::system::Verdict;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::sync::Arc;

/// The ground, sent once a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardView {
    pub title: String,
    /// Where this map comes from, for players.
    pub source: String,
    pub columns: u16,
    pub rows: u16,
    /// `even` or `odd`: the columns that sit half a hex lower.
    pub pushed_down: &'static str,
    pub metres_per_hex: u32,
    pub hexes: Vec<HexView>,
    pub sides: Vec<SideView>,
    pub roads: Vec<Vec<String>>,
    pub streams: Vec<LineView>,
    pub places: Vec<PlaceView>,
    pub edges: Vec<EdgeView>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HexView {
    pub id: String,
    pub column: u16,
    pub row: u16,
    pub terrain: &'static str,
    pub elevation: u8,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SideView {
    pub kind: &'static str,
    pub between: [String; 2],
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LineView {
    pub name: String,
    /// Hexsides in order from end to end.
    pub sides: Vec<[String; 2]>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlaceView {
    pub name: String,
    pub hex: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EdgeView {
    pub side: Side,
    pub hexes: Vec<String>,
}

/// A position as one viewer may see it.
#[derive(Clone, Debug, Serialize)]
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
    pub verdict: Option<Verdict>,
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
    /// Hexes it stands on; empty off the map.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    pub hexes: Vec<Arc<str>>,
    /// Why it is off the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub gone: Option<&'static str>,
    /// What is drawn on it: `cavalry`, `schiltrom`, `leader`...
    pub symbol: &'static str,
    /// The side of the counter that is up.
    pub face: &'static str,
    /// Towards which vertex it looks, as a name; leaders have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub facing: Option<&'static str>,
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
}

impl Rating {
    pub fn letter(name: &'static str, value: &'static str) -> Rating {
        let value = Cow::Borrowed(value);
        Rating { name, value }
    }

    pub fn number(name: &'static str, value: u8) -> Rating {
        let value = match SMALL_NUMBERS.get(usize::from(value)) {
            Some(small) => Cow::Borrowed(*small),
            None => Cow::Owned(value.to_string()),
        };
        Rating { name, value }
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
    pub kind: &'static str,
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

/// Hexes that belong together and are drawn on request.
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
    pub hexes: Vec<String>,
    pub cite: Cite,
}

/// An event in words, with the rules and the sum behind it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Telling {
    pub kind: &'static str,
    pub text: String,
    pub cites: Vec<Cite>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u8>>"))]
    pub dice: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reckoning: Option<Reckoning>,
    /// Results as numbers: `hit`, `increase`, `level`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<(String, i32)>>"))]
    pub figures: Vec<(&'static str, i32)>,
}

/// A number and what changed it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Reckoning {
    pub of: Sum,
    pub base: i32,
    pub cite: Cite,
    pub modifiers: Vec<Modifier>,
    pub total: i32,
}

/// What a sum is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Sum {
    /// The total is the highest roll that succeeds.
    Needed,
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

/// A choice on offer, with what a page needs to show it in its place.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Offer {
    /// The text form, to be sent back as it is.
    pub choice: String,
    /// What kind of choice it is: `move`, `advance`, `shoot`...
    pub kind: &'static str,
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
    /// The hex entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub hex: Option<Arc<str>>,
    /// The facing taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub facing: Option<&'static str>,
    /// Everybody who would act together, where pieces act in company.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    pub company: Vec<Arc<str>>,
    /// Every hex that a company would act upon.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    pub struck: Vec<Arc<str>>,
    /// Points it costs, as people write them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub cost: Option<String>,
    /// Whether dice would fall.
    pub rolls: bool,
}

/// A place that a piece can come to, and how.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Destination {
    pub hex: String,
    /// Facing on arrival, if the piece has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub facing: Option<String>,
    /// Points spent on arrival.
    pub cost: String,
    /// The choices that lead there, without the one that ends the move.
    pub plan: Vec<String>,
    /// The hexes passed, the start first.
    pub path: Vec<String>,
}

impl Viewer {
    /// Whether this viewer holds the seat of `side`.
    pub fn is(self, side: Side) -> bool {
        self.side() == Some(side)
    }
}
