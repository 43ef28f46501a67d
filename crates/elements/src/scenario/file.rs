//! The form of a scenario file.

use crate::lists::More;
use serde::Deserialize;
use serde_spanned::Spanned;

/// A scenario file.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    pub scenario: Entry,
    pub table: FileTable,
    /// The side that moves first comes first.
    pub side: Vec<FileSide>,
    #[serde(default)]
    pub commander: Vec<FileCommander>,
    #[serde(default)]
    pub area: Vec<FileArea>,
    #[serde(default)]
    pub line: Vec<FileLine>,
    pub unit: Vec<FileUnit>,
    /// Numbers of the reconstruction in place of the usual ones (EL-16).
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, i32>"))]
    pub rulings: board::numbers::Given,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub id: String,
    /// Always `elements`; the shelf finds the reader by it.
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
    /// Full turns.
    pub turns: u16,
}

/// Measures in thousandths of an inch.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileTable {
    pub width: i32,
    pub height: i32,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileSide {
    /// One of the names that the program knows, such as `Scots`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub name: Spanned<String>,
    /// Its own edge of the table: `north`, `east`, `south`, `west`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub edge: Spanned<String>,
    #[serde(default)]
    pub deliberate_defence: bool,
    /// West, south, east and north bound of where it sets up.
    pub zone: Option<[i32; 4]>,
    /// The most points that its units may cost.
    #[cfg_attr(feature = "schema", schemars(with = "Option<u32>"))]
    pub points: Option<Spanned<u32>>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileCommander {
    pub id: String,
    pub name: String,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub side: Spanned<String>,
    #[serde(default)]
    pub general: bool,
    /// The unit he leads.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub leads: Spanned<String>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileArea {
    pub name: String,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub kind: Spanned<String>,
    #[serde(default)]
    pub level: u8,
    /// A hill of bad going.
    #[serde(default)]
    pub bad: bool,
    #[serde(default)]
    pub fortified: bool,
    /// Whose camp.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub side: Option<Spanned<String>>,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<[i32; 2]>"))]
    pub outline: Spanned<Vec<[i32; 2]>>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileLine {
    pub name: String,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub kind: Spanned<String>,
    /// Whether it hides those behind it from shots.
    #[serde(default)]
    pub cover: bool,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<[i32; 2]>"))]
    pub points: Spanned<Vec<[i32; 2]>>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileUnit {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub id: Spanned<String>,
    pub name: String,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub side: Spanned<String>,
    /// Kinds of elements and their number, front rank first.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<(String, u8)>"))]
    pub kinds: Spanned<Vec<(String, u8)>>,
    pub files: u8,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub quality: Spanned<String>,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub discipline: Spanned<String>,
    #[serde(default)]
    pub superior: bool,
    #[serde(default)]
    pub pavise: bool,
    /// Artillery without gunpowder.
    #[serde(default)]
    pub engine: bool,
    #[serde(default)]
    pub hidden: bool,
    /// The commander whose command it belongs to.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub command: Spanned<String>,
    /// X and y of the middle of its front in thousandths of an inch from the south-west corner, and where it looks, in tenths of
    /// a degree clockwise from north.
    pub at: Option<(i32, i32, u16)>,
    pub reserve: Option<FileReserve>,
}

impl FileUnit {
    /// What it has beside its kind (LR-09).
    pub fn more(&self) -> Vec<More> {
        let has = [self.superior, self.pavise, self.engine];
        let has = More::ALL.into_iter().zip(has).filter(|(_, has)| *has);
        has.map(|(more, _)| more).collect()
    }
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileReserve {
    pub turn: u16,
    pub edge: String,
    pub from: i32,
    pub to: i32,
}
