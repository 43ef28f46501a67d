//! What is kept of a game: enough to play it again to the bit.

use crate::cite::Refusal;
use crate::dice::ScriptFault;
use crate::side::Side;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Name and version of the record format.
pub const FORMAT: &str = "schiltron-record/1";

/// A game as it is stored and sent. The position in memory may change its shape freely; this may not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Record {
    pub format: String,
    pub scenario: String,
    /// Hash of the scenario and its map, so that a changed file is noticed.
    pub scenario_hash: String,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// BLAKE3 hash of the seed, published at the start.
    pub commitment: String,
    /// The seed itself, published at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seed: Option<String>,
    /// The dice of so many entries at the start came from elsewhere: the game was branched from another one there.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<usize>"))]
    pub given: usize,
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<(Side, String, Vec<u8>, String)>))]
    pub entries: Vec<RecordEntry>,
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// One choice: who, what, the dice that fell, and the hash of the position afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RecordEntry(pub Side, pub String, pub Vec<u8>, pub String);

/// Why a record does not play again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayFault {
    #[error("the format is `{found}`; this program reads `{FORMAT}`")]
    Format { found: String },
    #[error("the record is of scenario {found}, not of {expected}")]
    Scenario { found: String, expected: String },
    #[error("the scenario has changed since the game was recorded")]
    ScenarioChanged,
    #[error("entry {at}: {refusal}")]
    Refused { at: usize, refusal: Refusal },
    #[error("entry {at}: {fault}")]
    Dice { at: usize, fault: ScriptFault },
    #[error("entry {at}: the position hash is {found}, recorded is {recorded}")]
    Hash { at: usize, found: String, recorded: String },
    #[error("entry {at}: the recorded dice do not come from the seed")]
    Seed { at: usize },
    #[error("entry {at}: what both sides committed to is not in its order, side one first")]
    Order { at: usize },
    #[error("the seed does not match its published hash")]
    Commitment,
    #[error("the seed is not 64 hexadecimal digits")]
    SeedUnreadable,
}
