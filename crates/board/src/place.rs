//! Places: where a piece stands, looks, or may come to. Only this crate knows hexes from tables.

use crate::looks::Picture;
use kernel::Refusal;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A name shown over and over is shared, not copied.
pub type Label = Arc<str>;

/// Where something stands and how it looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Place {
    Hexes(HexPlace),
    Table(Pose),
}

/// On a map of hexes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct HexPlace {
    /// The hexes stood on, two for a wide counter; none if only the facing changes.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    pub hexes: Vec<Label>,
    /// Towards which side or vertex it looks, as a name; none for what looks nowhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub facing: Option<Cow<'static, str>>,
}

/// On a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Pose {
    /// Thousandths of an inch from the left edge.
    pub x: i32,
    /// Thousandths of an inch from the far edge.
    pub y: i32,
    /// Tenths of a degree, clockwise; 0 looks at the far edge.
    pub angle: u16,
}

/// How large a piece is on a table, in thousandths of an inch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Base {
    pub width: u32,
    pub depth: u32,
    /// A single man stands on it.
    pub round: bool,
    /// Who stand on it, where they stand in ranks and files.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub formed: Option<Formed>,
}

/// Stands in ranks and files: the front rank first, each from the left; the last one may be incomplete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Formed {
    /// So many side by side.
    pub files: u8,
    /// What is drawn on each, and on how many after one another.
    pub stands: Vec<(Picture, u8)>,
}

/// A part of the ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Shape {
    Hexes {
        #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
        hexes: Vec<Label>,
    },
    /// Corners, in thousandths of an inch from the left and the far edge of the table.
    Outline {
        outline: Vec<[i32; 2]>,
    },
    Circle {
        centre: [i32; 2],
        radius: u32,
    },
}

/// What somebody points at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum There {
    Piece(String),
    Place(Place),
}

impl There {
    /// The one hex pointed at.
    pub fn hex(&self) -> Option<&str> {
        match self {
            There::Place(place) => place.hex_name(),
            There::Piece(_) => None,
        }
    }
}

/// What is refused on the way to a place, told so that the place itself is not taken for the cause.
#[must_use]
pub fn on_the_way(mut refusal: Refusal, hex: impl fmt::Display) -> Refusal {
    refusal.why = format!("On the way there, at {hex}: {}", refusal.why);
    refusal
}

impl Place {
    pub fn hex(hex: Label, facing: Option<&'static str>) -> Place {
        Place::Hexes(HexPlace {
            hexes: vec![hex],
            facing: facing.map(Cow::Borrowed),
        })
    }

    /// The first of its hexes.
    pub fn hex_name(&self) -> Option<&str> {
        match self {
            Place::Hexes(place) => place.hexes.first().map(|hex| &**hex),
            Place::Table(_) => None,
        }
    }

    /// The same hex, looking another way.
    pub fn facing(facing: &'static str) -> Place {
        Place::Hexes(HexPlace {
            hexes: Vec::new(),
            facing: Some(Cow::Borrowed(facing)),
        })
    }
}
