//! The map file (TOML) as a person writes it, and what becomes of it.
//!
//! [`HexMap::from_toml`] reads each table on its own, so that a slip in one does not hide
//! the slips in the others, then checks the whole and reports every fault with its place.

mod check;
mod features;
mod read;

use crate::layout::Parity;
use crate::lore::Confidence;
use crate::{Dir, HexMap};
use kernel::Diagnostic;
use serde::Deserialize;
use serde_spanned::Spanned;
use std::collections::BTreeMap;

impl HexMap {
    /// Reads a map file; on failure gives all faults, in the order of the text.
    pub fn from_toml(text: &str) -> Result<HexMap, Vec<Diagnostic>> {
        let mut faults = Vec::new();
        let file = read::read(text, &mut faults);
        let map = file.and_then(|file| check::check(text, &file, &mut faults));
        match map {
            Some(map) if faults.is_empty() => Ok(map),
            _ => {
                // Stable: faults without a place stay in front, in the order found.
                faults.sort_by_key(|f| f.span.as_ref().map(|s| s.start));
                Err(faults)
            }
        }
    }
}

/// A map file.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    pub map: Head,
    /// What each character of `[grid] terrain` means. The first word of the text is the
    /// terrain: clear, marsh, pool, wooded, village, river, burn, hill, forest, swamp,
    /// fort or castle.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
    pub legend: Legend,
    pub grid: Grid,
    #[serde(default)]
    pub hexsides: HexSides,
    #[serde(default)]
    pub stream: Vec<StreamEntry>,
    #[serde(default)]
    pub road: Vec<RoadEntry>,
    #[serde(default)]
    pub region: Vec<RegionEntry>,
    #[serde(default)]
    pub edge: Vec<EdgeEntry>,
    #[serde(default)]
    pub place: Vec<PlaceEntry>,
    #[serde(default)]
    pub note: Vec<NoteEntry>,
}

pub type Legend = BTreeMap<Spanned<String>, Spanned<String>>;

/// Names and sizes.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Head {
    pub name: String,
    pub title: String,
    #[serde(default)]
    pub game: String,
    #[serde(default)]
    pub sheet: String,
    /// Where the map comes from, for players.
    #[serde(default)]
    pub source: String,
    /// Always `flat-top columns`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub orientation: Option<Spanned<String>>,
    /// 0 to 99.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub first_column: Spanned<u8>,
    /// May be left out; if given it must agree with `first_column` and `columns`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<u8>"))]
    pub last_column: Option<Spanned<u8>>,
    /// 1 to 99.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub columns: Spanned<u8>,
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub first_row: Spanned<u8>,
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub rows_in_odd_columns: Spanned<u8>,
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub rows_in_even_columns: Spanned<u8>,
    /// These columns sit half a hex lower than the others.
    pub columns_pushed_down: Parity,
    #[serde(default)]
    pub metres_per_hex: u16,
    /// Where true north lies; 0 is the top of the sheet.
    #[serde(default = "top")]
    #[cfg_attr(feature = "schema", schemars(with = "u16"))]
    pub north_degrees_clockwise_from_top: Spanned<u16>,
    /// Always the six directions clockwise from N.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Dir>>"))]
    pub directions: Option<Spanned<Vec<Dir>>>,
}

fn top() -> Spanned<u16> {
    Spanned::new(0..0, 0)
}

/// One string a row, one character a column, a space where there is no hex.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Grid {
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub terrain: Spanned<Vec<Spanned<String>>>,
    /// Digits.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub elevation: Spanned<Vec<Spanned<String>>>,
}

/// Sides by kind, each as `"CCRR-CCRR"`. A bridge or ford is also listed under its water.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct HexSides {
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub burn: Vec<Spanned<String>>,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub stream: Vec<Spanned<String>>,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub river: Vec<Spanned<String>>,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub bridge: Vec<Spanned<String>>,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub ford: Vec<Spanned<String>>,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub fortification: Vec<Spanned<String>>,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub gate: Vec<Spanned<String>>,
    /// For drawing; the program goes by the elevations.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub contour: Vec<Spanned<String>>,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub ridge: Vec<Spanned<String>>,
}

/// The water a stream table names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Water {
    Burn,
    Stream,
    River,
}

/// Sides of `[hexsides]` once more, in order from end to end.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StreamEntry {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub name: Spanned<String>,
    pub kind: Water,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub sides: Spanned<Vec<Spanned<String>>>,
    pub confidence: Option<Confidence>,
    #[serde(default)]
    pub note: String,
}

/// Hexes in order, each next to the one before.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoadEntry {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub name: Spanned<String>,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub hexes: Spanned<Vec<Spanned<String>>>,
    pub confidence: Option<Confidence>,
    #[serde(default)]
    pub note: String,
}

/// A named set of hexes.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RegionEntry {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub name: Spanned<String>,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub hexes: Spanned<Vec<Spanned<String>>>,
    pub confidence: Confidence,
    #[serde(default)]
    pub note: String,
}

/// One stretch of map edge that belongs to a side.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EdgeEntry {
    pub side: String,
    pub purpose: String,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub hexes: Spanned<Vec<Spanned<String>>>,
    pub confidence: Confidence,
    #[serde(default)]
    pub note: String,
}

/// A name to print.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlaceEntry {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub name: Spanned<String>,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub hex: Spanned<String>,
    pub confidence: Confidence,
    #[serde(default)]
    pub note: String,
}

/// A reason.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NoteEntry {
    pub topic: String,
    pub confidence: Confidence,
    pub text: String,
}

#[cfg(all(test, feature = "schema"))]
mod tests {
    use super::*;

    /// The schema asks for what the reader asks for.
    #[test]
    fn schema() {
        let schema = schemars::schema_for!(MapFile).to_value();
        let required = |path: &str| schema.pointer(path).map(ToString::to_string);
        assert_eq!(required("/required").unwrap(), r#"["map","legend","grid"]"#);
        let head = required("/$defs/Head/required").unwrap();
        assert!(head.contains("first_column") && head.contains("columns_pushed_down"));
        assert!(!head.contains("last_column") && !head.contains("directions"), "{head}");
        let side = schema.pointer("/$defs/HexSides/properties/burn/items/type");
        assert_eq!(side.and_then(|t| t.as_str()), Some("string"));
        assert!(schema.pointer("/$defs/HexSides/required").is_none());
    }
}

/// Reads a file of any form; what cannot be read is told with its place.
pub fn parse<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Vec<Diagnostic>> {
    toml::from_str(text).map_err(|fault| {
        let said = Diagnostic::new(fault.message().trim());
        vec![match fault.span() {
            Some(span) => said.at(span),
            None => said,
        }]
    })
}
