//! The named things of a map, for set-up, victory, map edges and drawing.

use crate::{Dir, Hex};
use serde::{Deserialize, Serialize};

/// Where a statement of the map comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// The rules say so.
    Text,
    /// From histories of the battle.
    History,
    /// Needed, but nothing says where.
    Invention,
}

/// One stretch of map edge that belongs to a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EdgeSection {
    pub side: String,
    pub purpose: String,
    pub hexes: Vec<Hex>,
    pub confidence: Confidence,
    pub note: String,
}

/// A named set of hexes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    pub name: String,
    pub hexes: Vec<Hex>,
    pub confidence: Confidence,
    pub note: String,
}

/// Hexes in order, each next to the one before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Road {
    pub name: String,
    pub hexes: Vec<Hex>,
    pub confidence: Option<Confidence>,
    pub note: String,
}

/// A water that runs along hexsides, in order from end to end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stream {
    pub name: String,
    /// `burn`, `stream` or `river`.
    pub kind: String,
    pub sides: Vec<(Hex, Dir)>,
    pub confidence: Option<Confidence>,
    pub note: String,
}

/// A name to print on the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Landmark {
    pub name: String,
    pub hex: Hex,
    pub confidence: Confidence,
    pub note: String,
}

/// Why the map is as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    pub topic: String,
    pub confidence: Confidence,
    pub text: String,
}

/// What the map as a whole is called and how it lies.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    pub name: String,
    pub title: String,
    pub game: String,
    pub sheet: String,
    /// Where the map comes from, for players.
    pub source: String,
    pub metres_per_hex: u16,
    pub north_degrees_clockwise_from_top: u16,
}

/// Everything named, together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lore {
    pub info: Info,
    pub edges: Vec<EdgeSection>,
    pub regions: Vec<Region>,
    pub roads: Vec<Road>,
    pub streams: Vec<Stream>,
    pub places: Vec<Landmark>,
    pub notes: Vec<Note>,
}
