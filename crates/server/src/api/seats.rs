//! Bodies of the requests by which a seat finds its holder.

use kernel::Side;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

#[derive(Clone, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    pub invitation: String,
    /// A name to be shown to others; 24 letters at most.
    #[serde(default)]
    #[ts(optional)]
    pub name: Option<String>,
    /// Made by whoever joins, of 128 random bits in base64url: with the same one he can ask again if he gets no answer.
    pub token: String,
}

#[derive(Clone, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Invitation {
    pub invitation: String,
}

/// What somebody is invited to.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct InvitedTo {
    pub title: String,
    pub scenario: String,
    /// Names of the sides.
    pub sides: [String; 2],
    /// The seat that waits for him.
    pub seat: Side,
    /// What the other player calls himself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
}

/// Somebody has joined.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Joined {
    pub seat: Side,
    /// Gives the seat back to whoever has lost its token; told this once. Who asks again gets a new one.
    pub recovery: String,
}

#[derive(Clone, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Recover {
    /// Dashes, spaces and capitals do not matter.
    pub recovery: String,
    /// The new token of the seat, made like that of who joins.
    pub token: String,
}

/// A seat has a new token; the old one opens nothing any more.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Recovered {
    pub seat: Side,
}

/// The other seat can be joined anew.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Invited {
    pub seat: Side,
    pub invitation: String,
    /// So many seconds the seat's holder must stay away before the invitation is good; 0 if there is none.
    pub waits: u64,
}

/// The code that was told before is good for nothing any more.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct NewRecovery {
    pub recovery: String,
}
