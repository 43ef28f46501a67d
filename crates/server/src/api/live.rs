//! Messages over the websocket of a game.

use super::Fault;
use crate::standing::Orders;
use board::scene::{Offer, PieceView, Track};
use board::{Place, There};
use kernel::share::WrittenShare;
use kernel::story::{Luck, StoryEntry};
use kernel::{Side, Telling, Verdict, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::sync::Arc;
use ts_rs::TS;

/// The first message of a client.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct HelloMessage {
    pub hello: Hello,
}

#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    pub token: String,
    /// The version of the last state that the client has; without it, or with 0, the whole story is sent.
    #[serde(default)]
    #[ts(optional, as = "Option<u64>")]
    pub since: u64,
    /// For programs: choices as plain text, instead of scene and offers.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub light: bool,
}

/// Every later message of a client.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    Choose {
        r#ref: u32,
        version: u64,
        choice: String,
    },
    Plan {
        r#ref: u32,
        version: u64,
        choices: Vec<String>,
    },
    Undo {
        r#ref: u32,
        version: u64,
    },
    Odds {
        r#ref: u32,
        choice: String,
    },
    Destinations {
        r#ref: u32,
        piece: String,
    },
    /// What comes of dragging a piece on a table; with no `to`, how far it can be dragged.
    Drag {
        r#ref: u32,
        piece: String,
        to: Option<Place>,
    },
    WhyNot {
        r#ref: u32,
        piece: String,
        there: There,
    },
    /// Whether one place is seen from another.
    Sight {
        r#ref: u32,
        from: Place,
        to: Place,
    },
    /// Whom a piece could charge.
    Lanes {
        r#ref: u32,
        piece: String,
    },
    Areas {
        r#ref: u32,
    },
    /// What the best captain would do here, and why; for practice, not against somebody at another screen.
    Hint {
        r#ref: u32,
    },
    /// Whether a choice would be accepted, and if not, why.
    Check {
        r#ref: u32,
        choice: String,
    },
    /// What the dice gave against what they should have, from this entry on.
    Luck {
        r#ref: u32,
        from: usize,
    },
    Pace {
        r#ref: u32,
        ms: u32,
    },
    /// Tells the other player something; `about` is the entry that it is about.
    Say {
        r#ref: u32,
        text: String,
        #[serde(default)]
        #[ts(optional)]
        about: Option<usize>,
        /// Another game that the other player is invited to.
        #[serde(default)]
        #[ts(optional)]
        invites: Option<Invites>,
    },
    /// Sets one's standing orders, if there are any in it, and asks for them.
    Standing {
        r#ref: u32,
        #[serde(default)]
        #[ts(optional)]
        orders: Option<Orders>,
    },
    /// Says where one is to be told that it is one's turn, if there is an address in it, and asks for it. An empty one takes
    /// it away.
    Notify {
        r#ref: u32,
        #[serde(default)]
        #[ts(optional)]
        address: Option<String>,
    },
    /// Says whether this client is being looked at, or only open.
    Look {
        r#ref: u32,
        reads: bool,
    },
    /// Promises one's share of the dice by its hash.
    PromiseShare {
        r#ref: u32,
        /// BLAKE3 hash of 32 random bytes, in hexadecimal.
        commitment: String,
    },
    /// Shows one's share of the dice, once all have promised theirs.
    ShowShare {
        r#ref: u32,
        /// The 32 bytes, in hexadecimal.
        value: String,
    },
}

/// Every message of the server.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ServerMessage {
    State(Box<State>),
    Answer(Answer),
    Refused(Refused),
}

/// The game as it stands now, for one viewer.
#[derive(Clone, Debug, Serialize, TS)]
pub struct State {
    pub version: u64,
    pub viewer: Viewer,
    /// Who must decide; empty when the game is over.
    pub to_act: Vec<Side>,
    /// How many of the last choices this viewer can take back.
    pub undoable: usize,
    /// What this viewer has committed itself to while both sides choose in secret; the other side does not know it yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub staged: Vec<String>,
    /// Entries in all.
    pub entries: usize,
    /// Index of the first entry in `story`: whatever the client has from there on is no longer true.
    pub from: usize,
    #[ts(as = "Vec<StoryEntry>")]
    pub story: Option<Arc<RawValue>>,
    /// Absent for programs that asked for light updates.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<SceneNow>")]
    pub scene: Option<Arc<RawValue>>,
    /// Empty for who is not to act. Absent for programs that asked for light updates.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub offers: Option<Arc<Vec<Offer>>>,
    /// What may be chosen, as plain text: only for programs that asked for light updates.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub choices: Option<Vec<String>>,
    /// Absent if no captain plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub captain: Option<CaptainState>,
    /// Seats that nobody has joined yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Side>>")]
    pub vacant: Vec<Side>,
    /// What the players add to the dice, if they do; null for a side that adds nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub shares: Option<[Option<WrittenShare>; 2]>,
    /// Seats whose players are connected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Side>>")]
    pub present: Vec<Side>,
    /// Those of them who look at the game at this moment.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Side>>")]
    pub reading: Vec<Side>,
    /// What the players have said to each other since the last state over this socket; not for watchers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub said: Option<Said>,
    /// When the other player last asked for a new invitation to this viewer's seat, in Unix seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub asked: Option<u64>,
}

/// Lines that a client has not got yet.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Said {
    /// Index of the first one.
    pub from: usize,
    pub lines: Vec<SaidLine>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SaidLine {
    pub side: Side,
    /// Unix seconds.
    pub at: u64,
    pub text: String,
    /// The entry that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub about: Option<usize>,
    /// Another game that the other player is invited to, for instance with the sides exchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub invites: Option<Invites>,
}

impl SaidLine {
    /// Of memory, about.
    pub fn bytes(&self) -> usize {
        let invites = self.invites.as_ref();
        size_of::<SaidLine>() + self.text.len() + invites.map_or(0, |i| i.game.len() + i.invitation.len())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Invites {
    pub game: String,
    pub invitation: String,
}

/// A scene, or what has changed of it.
#[derive(Clone, Debug, Serialize, TS)]
pub struct SceneNow {
    pub turn: u16,
    pub turns: u16,
    /// Whose player turn it is.
    pub player: Side,
    pub phase: String,
    pub to_act: Vec<Side>,
    /// What is asked of whoever is to act.
    pub prompt: String,
    /// Tracks beside the map.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Track>>")]
    pub tracks: Vec<Track>,
    pub score: [i32; 2],
    /// What it takes to win and how far that is, in a few words; empty if nobody can say.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub goal: String,
    pub verdict: Option<Verdict>,
    /// Whether `pieces` are all there are, in their order. If not, they are those that have changed since the last state
    /// sent over this socket; the others are as they were.
    pub whole: bool,
    pub pieces: Vec<PieceView>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct CaptainState {
    /// Whether a captain is to act.
    pub thinking: bool,
    /// Between two of its choices.
    pub pause_ms: u32,
}

/// The answer to one request: `error`, or `ok` with what was asked for.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Answer {
    /// Of the request; null if it could not be read.
    pub r#ref: Option<u32>,
    /// [`Report`] for `choose`, `plan` and `undo`; `Odds` for `odds`; `Destination[]` for `destinations`;
    /// `Drag` or `Area[]` for `drag`; `Refusal | null` for `why_not` and `check`; `SightLine | null` for `sight`; `Lane[]` for `lanes`;
    /// `Area[]` for `areas`; [`LuckFrom`] for `luck`; [`Pace`] for `pace`; [`Hint`](seat::Hint) or null for `hint`; standing orders for `standing`; [`Notices`] for `notify`; null for `say`, `look`, `promise_share` and
    /// `show_share`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "unknown", optional)]
    pub ok: Option<Arc<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub error: Option<Fault>,
}

/// The hello was not accepted, or the socket is given up; it is closed after this.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Refused {
    pub error: Fault,
}

/// What came of a choice.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Report {
    pub version: u64,
    /// How many choices of a plan were carried out.
    pub done: usize,
    /// Of the position; absent in a game with hidden facts until it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hash: Option<String>,
    pub events: Vec<Telling>,
}

/// What the dice of each entry gave; null where none fell, or nobody can say.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LuckFrom {
    /// Index of the first entry.
    pub from: usize,
    pub entries: Vec<Option<Luck>>,
}

/// Where a player is told that it is his turn.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Notices {
    pub address: Option<String>,
    /// What an address may begin with; empty where nobody is told.
    pub allowed: Vec<String>,
    /// The server's key for web push, if browsers are told too: an address that a browser gives for it will do.
    pub push: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct Pace {
    pub pause_ms: u32,
}
