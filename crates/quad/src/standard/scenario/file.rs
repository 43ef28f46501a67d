//! What a person writes.

use serde::Deserialize;
use serde_spanned::Spanned;

/// A battle of the Great Medieval Battles or of *Edward at Bannockburn*.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    pub scenario: Head,
    /// Combat units, one table each.
    #[serde(default)]
    pub unit: Vec<UnitEntry>,
    #[serde(default)]
    pub leader: Vec<LeaderEntry>,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// `system/name`.
    pub id: String,
    /// The rules it is played by: `edward` or `quad`.
    pub system: String,
    pub title: String,
    /// Name of the map file, without its ending.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub map: Spanned<String>,
    /// Game turns, 1 to 99.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub turns: Spanned<u8>,
    /// `quad` only: whose terrain rows and morale modifiers it takes: `robert` (if left out), `king-arthur`,
    /// `black-prince` or `tamburlaine`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub rows: Option<Spanned<String>>,
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

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UnitEntry {
    /// Short name without spaces, used in choices.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub id: Spanned<String>,
    pub name: String,
    /// `scottish` or `english`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub side: Spanned<String>,
    /// `cavalry`, `infantry`, `schiltrom`, `longbow`, `crossbow` or, in `quad`, `shortbow`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub kind: Spanned<String>,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub division: Option<Spanned<String>>,
    /// `left` or `right`, in divisions of five or six.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub half: Option<Spanned<String>>,
    /// Starts with a lance if mounted; there are none in the rows of King Arthur.
    #[serde(default)]
    pub lance: bool,
    /// What its loss is worth to the enemy; the published value of its kind if left out.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<i32>"))]
    pub victory_points: Option<Spanned<i32>>,
    /// A hex; for a double counter those of its left and right half as the troops see them: `1015/1016`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub hex: Spanned<String>,
    /// `NNE`, `E`, `SSE`, `SSW`, `W` or `NNW`. In `edward` every unit has one; in `quad` doubles face where their halves
    /// say, and singles nowhere.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub facing: Option<Spanned<String>>,
    /// `quad` only: its people, where the morale modifiers name it.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub people: Option<Spanned<String>>,
    /// `quad` with the rows of `tamburlaine` only: an elephant that has run wild, which shakes whom it attacks.
    #[serde(default)]
    pub rampant: bool,
    /// Rout level at the start, 0 to 4.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u8>"))]
    pub rout: Option<Spanned<u8>>,
    /// The printed sides of the counter; the first is up at the start.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<FaceEntry>"))]
    pub faces: Spanned<Vec<FaceEntry>>,
    /// Which figures of this unit are reconstructed, since nothing published gives them.
    #[serde(default)]
    pub reconstructed: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FaceEntry {
    /// `mounted`, `dismounted`, `disorganised`, `organised`, `open`, `close`, `ranged` or `melee`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub show: Spanned<String>,
    /// `P`, `M`, `L` or `N`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub armour: Spanned<String>,
    /// Movement points.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub movement: Spanned<u8>,
    /// `A` (best) to `E`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub morale: Spanned<String>,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LeaderEntry {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub id: Spanned<String>,
    pub name: String,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub side: Spanned<String>,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub division: Option<Spanned<String>>,
    #[serde(default)]
    pub king: bool,
    /// `quad` with the rows of `king-arthur` only: he hides, which shakes the unit he is with.
    #[serde(default)]
    pub hiding: bool,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<i32>"))]
    pub victory_points: Option<Spanned<i32>>,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub hex: Spanned<String>,
    #[serde(default)]
    pub reconstructed: Vec<String>,
}
