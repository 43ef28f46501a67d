//! Games for everybody.

use kernel::Side;
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

/// What strangers may join and watch here.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct PublicGames {
    /// Whether this server has such games at all: only if its host says under which address it is public.
    pub public: bool,
    /// Games that wait for somebody, the newest first.
    pub open: Vec<OpenGame>,
    /// Games under way that may be watched, the last changed first.
    pub watched: Vec<WatchedGame>,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct OpenGame {
    pub game: String,
    pub scenario: String,
    pub title: String,
    pub sides: [String; 2],
    /// The seat that is free.
    pub seat: Side,
    /// Of whoever waits, if given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    pub invitation: String,
    /// Unix seconds.
    pub created: u64,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct WatchedGame {
    pub game: String,
    pub scenario: String,
    pub title: String,
    pub sides: [String; 2],
    pub names: [Option<String>; 2],
    /// The token that shows it.
    pub watch: String,
    /// Unix seconds.
    pub changed: u64,
}
