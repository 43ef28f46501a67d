//! The form of a scenario file.

use crate::Tracks;
use kernel::Diagnostic;
use serde::Deserialize;
use serde_spanned::Spanned;
use std::collections::BTreeMap;

/// A scenario as a person writes it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    pub scenario: Head,
    #[serde(default)]
    pub tracks: TracksRow,
    /// Strength and movement by type: `CAV0`..`CAV2`, `HARCH`, `INF0`..`INF2`, `WELSH`, `ARCH`, `ARCH1`, `XBOW`, `BOMB`.
    pub types: BTreeMap<String, TypeRow>,
    /// English counters there are, for lists that a player chooses himself.
    #[serde(default)]
    pub counter_mix: BTreeMap<String, u8>,
    pub leader: Vec<LeaderRow>,
    pub group: Vec<GroupRow>,
    #[serde(default)]
    pub reserve: Vec<ReserveRow>,
    #[serde(default)]
    pub victory: Vec<VictoryRow>,
    #[serde(default)]
    pub automatic: Vec<AutomaticRow>,
    #[serde(default)]
    pub rule: Vec<RuleRow>,
    #[serde(default)]
    pub variant: Vec<VariantRow>,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Head {
    pub id: String,
    /// `medieval`
    pub system: String,
    pub title: String,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub map: Spanned<String>,
    pub first_turn: u8,
    pub last_turn: u8,
    /// The side that acts first in every turn: `scottish` or `english`.
    pub initiative: String,
    pub shiltron: bool,
    /// Where the armies and the set-up come from, for players.
    #[serde(default)]
    pub source: String,
    /// A sentence on the battle, for those who have never heard of it.
    #[serde(default)]
    pub tale: String,
    /// What sort of game it makes, in a few words.
    #[serde(default)]
    pub note: String,
    /// What makes it even between equal captains: a side and the points it begins with, such as `english 40`.
    #[serde(default)]
    pub fair: String,
    /// The side that is easier to play for whoever plays it for the first time; without it the one that `fair` gives nothing.
    #[serde(default)]
    pub easier: String,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TracksRow {
    pub morale_limit: i8,
    pub morale_plus_1: i8,
    pub morale_plus_2: i8,
    pub scattered_boxes: u8,
}

impl Default for TracksRow {
    fn default() -> TracksRow {
        let usual = Tracks::default();
        TracksRow {
            morale_limit: usual.limit,
            morale_plus_1: usual.plus_1,
            morale_plus_2: usual.plus_2,
            scattered_boxes: usual.scattered,
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TypeRow {
    pub strength: u8,
    pub movement: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LeaderRow {
    pub name: String,
    pub side: String,
    /// Left out if he enters later.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub hex: Option<Spanned<String>>,
    /// He may be set up so far from it.
    #[serde(default)]
    pub radius: u16,
    #[serde(default)]
    pub fatigue: u8,
    #[serde(default)]
    pub banner: bool,
    /// Range 3 instead of 1.
    #[serde(default)]
    pub grand: bool,
    /// Entry hexes, and the first turn, of one who comes later.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub enters: Vec<Spanned<String>>,
    #[serde(default)]
    pub enters_turn: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GroupRow {
    pub side: String,
    /// Left out: a pool whose units their player gives to his leaders.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub leader: Option<Spanned<String>>,
    pub units: Vec<UnitRow>,
    pub zones: Vec<ZoneRow>,
    #[serde(default)]
    pub one_per_hex: bool,
    #[serde(default)]
    pub note: String,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UnitRow {
    pub count: u8,
    /// A type, or `CAV`: any horse of the counter mix.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub kind: Spanned<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ZoneRow {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub hex: Spanned<String>,
    #[serde(default)]
    pub radius: u16,
    #[serde(default)]
    pub corrected: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReserveRow {
    pub side: String,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub types: Vec<Spanned<String>>,
    pub per_turn: u8,
    /// `per_turn` holds for each entry hex.
    #[serde(default)]
    pub each_hex: bool,
    pub maximum: u8,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub hexes: Vec<Spanned<String>>,
    pub from_turn: u8,
    pub rule: String,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VictoryRow {
    pub side: String,
    pub points: i32,
    /// `leader_killed`, `unit_killed`, `banner_captured`, `region_captured`, `unit_in_region_at_end`,
    /// `no_enemy_unit_in_region_at_end`, `leader_exited` or `leader_did_not_exit`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub event: Spanned<String>,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub name: Option<Spanned<String>>,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub types: Vec<Spanned<String>>,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub region: Option<Spanned<String>>,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AutomaticRow {
    pub side: String,
    /// `leaders_dead` or `no_enemy_unit_in_region`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub event: Spanned<String>,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub names: Vec<Spanned<String>>,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub region: Option<Spanned<String>>,
    #[serde(default)]
    pub except_terrain: Option<String>,
}

/// A scenario rule and its numbers; `does` names what it does.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleRow {
    pub id: String,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub does: Spanned<String>,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub leaders: Vec<Spanned<String>>,
    #[serde(default)]
    pub turn: u8,
    #[serde(default)]
    pub last_turn: u8,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub region: Option<Spanned<String>>,
    #[serde(default)]
    pub foot_extra: u8,
    #[serde(default)]
    pub horse_extra: u8,
    #[serde(default)]
    pub strength_per_turn: u8,
}

/// A printed alternative; an option switches it on.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VariantRow {
    pub id: String,
    pub name: String,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub region: Option<Spanned<String>>,
    /// Wolf pits: the region in which their owner may put those of `region`. Left out: they lie where they are.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub ground: Option<Spanned<String>>,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub scottish_region: Option<Spanned<String>>,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub english_region: Option<Spanned<String>>,
    #[serde(default)]
    pub english_points: i32,
}

/// Reads a scenario file; faults of form are reported with their place.
pub fn read(text: &str) -> Result<ScenarioFile, Vec<Diagnostic>> {
    board::file::parse(text)
}
