//! What is kept of a game: enough to play it again to the bit.

use crate::cite::Refusal;
use crate::dice::ScriptFault;
use crate::share::WrittenShare;
use crate::side::Side;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

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
    /// What the players have added to the seed, if the dice come from all of it together; null for a side that adds nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<Option<WrittenShare>>>))]
    pub shares: Option<[Option<WrittenShare>; 2]>,
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

/// Which dice of a record that plays again are known to come from its seed, and which anybody could have written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Dice that the published seed gives.
    pub proven: usize,
    /// Dice that it would give, but it is not published.
    pub sealed: usize,
    /// Dice of the entries before the game was branched, which came from elsewhere.
    pub given: usize,
    /// So many entries are those.
    pub given_entries: usize,
}

impl Record {
    /// What is proven of its dice once it has been played again.
    pub fn proof(&self) -> Proof {
        let dice = |entries: &[RecordEntry]| entries.iter().map(|entry| entry.2.len()).sum();
        let (given, own) = self.entries.split_at(self.given.min(self.entries.len()));
        let published = self.seed.is_some();
        Proof {
            proven: if published { dice(own) } else { 0 },
            sealed: if published { 0 } else { dice(own) },
            given: dice(given),
            given_entries: given.len(),
        }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Proof {
            proven,
            sealed,
            given,
            given_entries,
        } = self;
        match (proven, sealed) {
            (0, 0) => write!(f, "no die is proven by a seed")?,
            (_, 0) => write!(f, "{proven} dice come from the published seed")?,
            _ => write!(f, "the seed is not published, so {sealed} dice were taken as recorded")?,
        }
        match given_entries {
            0 => Ok(()),
            n => write!(
                f,
                "; {given} dice of the first {n} choices were given from elsewhere and are not proven"
            ),
        }
    }
}

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
    #[error("the dice of {given} entries are said to come from elsewhere, but there are only {entries}")]
    Given { given: usize, entries: usize },
    #[error("the seed does not match its published hash")]
    Commitment,
    #[error("the seed is not 64 hexadecimal digits")]
    SeedUnreadable,
    #[error("a player's share of the dice cannot be read, or is not what was promised")]
    Share,
}
