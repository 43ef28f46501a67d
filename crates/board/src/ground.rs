//! The ground as a page draws it, sent once a game.

use crate::Terrain;
use crate::looks::{Cover, Hexside, Run};
use kernel::Side;
use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardView {
    pub title: String,
    /// Where this map comes from, for players.
    pub source: String,
    pub ground: Ground,
    /// The kinds of offers with which a player may interrupt the other's turn, where a game has such: about these there can be
    /// standing orders before the first of them is made.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    pub reactions: &'static [&'static str],
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Ground {
    Hexes(HexGround),
    Table(TableGround),
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HexGround {
    pub columns: u16,
    pub rows: u16,
    /// `even` or `odd`: the columns that sit half a hex lower.
    pub pushed_down: &'static str,
    pub metres_per_hex: u32,
    pub hexes: Vec<HexView>,
    pub sides: Vec<SideView>,
    pub roads: Vec<Vec<String>>,
    pub streams: Vec<LineView>,
    pub places: Vec<NamedHex>,
    pub edges: Vec<EdgeView>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HexView {
    pub id: String,
    pub column: u16,
    pub row: u16,
    pub terrain: Terrain,
    pub cover: Cover,
    pub elevation: u8,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SideView {
    pub kind: Hexside,
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
pub struct NamedHex {
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

/// A table; measures are in thousandths of an inch.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableGround {
    pub width: u32,
    pub depth: u32,
    pub areas: Vec<TableArea>,
    pub lines: Vec<TableLine>,
    pub labels: Vec<TableLabel>,
}

/// A wood, a hill, a marsh.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableArea {
    pub name: String,
    /// What it is, in a word.
    pub terrain: &'static str,
    pub cover: Cover,
    pub level: u8,
    pub outline: Vec<[i32; 2]>,
}

/// A road, a stream, a hedge.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableLine {
    pub name: String,
    /// What it is, in a word.
    pub kind: &'static str,
    pub run: Run,
    pub points: Vec<[i32; 2]>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableLabel {
    pub name: String,
    pub at: [i32; 2],
}
