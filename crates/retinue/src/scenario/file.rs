//! The form of a scenario file.

use serde::Deserialize;
use serde_spanned::Spanned;

/// A scenario file. Lengths in thousandths of an inch from the south-west corner, angles in tenths of a degree.
#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    pub scenario: Entry,
    pub table: FileTable,
    /// Two; the dice of the first fall first.
    pub side: Vec<FileSide>,
    #[serde(default)]
    pub bonus: Vec<FileBonus>,
    #[serde(default)]
    pub terrain: Vec<FileTerrain>,
    pub unit: Vec<FileUnit>,
    pub figure: Vec<FileFigure>,
    /// A hit chart in place of the usual one.
    pub chart: Option<crate::chart::ChartFile>,
    /// Numbers of the reconstruction in place of the usual ones (RT-20).
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, i32>"))]
    pub rulings: board::numbers::Given,
}

#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub id: String,
    /// Always `retinue`; the shelf finds the reader by it.
    #[serde(rename = "system")]
    _system: String,
    pub title: String,
    pub source: String,
    #[serde(default)]
    pub tale: String,
    #[serde(default)]
    pub note: String,
    /// What makes it even between equal captains: a side and the points it begins with, such as `english 40`.
    #[serde(default)]
    pub fair: String,
    /// The side that is easier to play for whoever plays it for the first time; without it the one that `fair` gives nothing.
    #[serde(default)]
    pub easier: String,
    pub turns: u16,
    /// A hit chart of one's own: the name of a file beside the scenario, without `.toml`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub chart: Option<Spanned<String>>,
}

#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileTable {
    pub width: i32,
    pub height: i32,
}

#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileSide {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub id: Spanned<String>,
    /// For people.
    #[serde(default)]
    pub name: String,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub base_edge: Spanned<String>,
    /// West, south, east and north bound of where it sets up.
    pub zone: Option<[i32; 4]>,
}

#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileBonus {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub side: Spanned<String>,
    pub when: FileWhen,
    pub points: u16,
}

#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileWhen {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub disabled: Spanned<String>,
}

#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileTerrain {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub kind: Spanned<String>,
    pub name: String,
    pub grade: Option<String>,
    #[serde(default)]
    pub up: u16,
    #[serde(default)]
    pub height_ft: u16,
    #[serde(default)]
    pub polygon: Vec<[i32; 2]>,
    #[serde(default)]
    pub line: Vec<[i32; 2]>,
    pub side: Option<String>,
    pub at: Option<[i32; 2]>,
}

#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileUnit {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub id: Spanned<String>,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub side: Spanned<String>,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub leader: Spanned<String>,
    /// Whoever names the unit belongs to it; the list is for readers.
    #[serde(default, rename = "members")]
    _members: Vec<String>,
    pub order: Option<FileOrder>,
}

#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileOrder {
    pub first: String,
    pub until: FileUntil,
    /// Told to players; it has no effect (TC-28).
    #[serde(rename = "then")]
    _then: String,
}

#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum FileUntil {
    Turn(u16),
    EnemyWithin(i32),
    Signal(bool),
    Disabled(String),
    Losses(u8),
}

#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileFigure {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub id: Spanned<String>,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub side: Spanned<String>,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub unit: Spanned<String>,
    #[serde(default)]
    pub player: bool,
    pub name: String,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub kind: Spanned<String>,
    pub morale: u8,
    pub armour: u8,
    /// If it differs from 6 and half the armour.
    pub stamina: Option<i16>,
    pub melee: Option<u8>,
    pub fighting: Option<u8>,
    #[serde(default)]
    pub shooting: u8,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub weapons: Spanned<Vec<String>>,
    #[serde(default)]
    pub readied: u8,
    #[serde(default = "none")]
    pub shield: String,
    #[serde(default)]
    pub traits: Vec<String>,
    pub mount: Option<FileHorse>,
    /// A led horse beside him.
    pub led: Option<String>,
    pub team: Option<String>,
    /// The unit says who leads; this is for readers.
    #[serde(default, rename = "leader")]
    _leader: bool,
    pub x: i32,
    pub y: i32,
    pub facing: u16,
    #[serde(default)]
    pub storey: u8,
}

fn none() -> String {
    "none".into()
}

#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileHorse {
    pub kind: String,
    pub stamina: Option<i16>,
    /// For readers: it follows from the kind.
    #[serde(rename = "armour")]
    _armour: Option<u8>,
}
