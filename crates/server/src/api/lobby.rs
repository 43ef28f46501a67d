//! Bodies of HTTP requests and answers.

use super::Fault;
use games::Handicap;
use kernel::story::StoryEntry;
use kernel::{OptionCard, Record, Side, Verdict, Viewer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;
use utoipa::ToSchema;

/// What can be played.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Shelf {
    pub scenarios: Vec<ShelfScenario>,
    /// Whether strangers may join and watch games here.
    pub public: bool,
    pub reach: Reach,
}

/// From where this server can be reached.
#[derive(Clone, Debug, Default, Serialize, TS, ToSchema)]
pub struct Reach {
    /// Only from the machine that it runs on.
    pub only_here: bool,
    /// Its address for others in the same network.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub nearby: Option<String>,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct CaptainCard {
    pub name: &'static str,
    /// How it plays.
    pub words: &'static str,
    /// From 0, a first opponent, to 4, the best; absent for those that play by a script.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub level: Option<u8>,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct ShelfScenario {
    pub id: String,
    pub system: &'static str,
    pub title: String,
    pub source: String,
    /// A sentence on the battle; may be empty.
    pub tale: String,
    /// What sort of game it makes; may be empty.
    pub note: String,
    /// Names of the first and the second side.
    pub sides: [&'static str; 2],
    /// Counters of each side, those in reserve and their leaders too.
    pub pieces: [usize; 2],
    pub turns: u16,
    /// How many rules its rulebook has.
    pub rules: usize,
    /// What makes it even among equals, where it is not: the other side has it easier.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub fair: Option<Handicap>,
    /// The side that is easier to play for the first time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub easier: Option<Side>,
    /// What the two armies cost, in a game whose armies are bought.
    #[ts(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<[u32; 2]>,
    pub options: Vec<OptionCard>,
    /// The computer players, the weakest first.
    pub captains: Vec<CaptainCard>,
}

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Seat {
    /// Whoever creates the game.
    Here,
    /// Whoever joins with the invitation.
    Friend,
    /// A computer player.
    Captain { name: String },
}

impl Seat {
    pub fn is_person(&self) -> bool {
        !matches!(self, Seat::Captain { .. })
    }
}

#[derive(Clone, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    pub scenario: String,
    /// The text of a scenario file of one's own, to be played in place of the one on the shelf.
    #[serde(default)]
    #[ts(optional)]
    pub text: Option<String>,
    /// Only those that differ from the default.
    #[serde(default)]
    #[ts(optional, as = "Option<BTreeMap<String, String>>")]
    pub options: BTreeMap<String, String>,
    pub seats: [Seat; 2],
    /// A name for the seats of kind `here`.
    #[serde(default)]
    #[ts(optional)]
    pub name: Option<String>,
    /// Whether any stranger may take the seat of kind `friend`: the game is listed, on a public server.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub open: bool,
    /// Whether any stranger may watch: the game is listed, on a public server.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub watched: bool,
    /// Whether the dice come from the seed and the players' shares together: then nobody has chosen them.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub shared_dice: bool,
    /// The lesson that this game is, if it is one: its dice are the same every time, and both seats are here.
    #[serde(default)]
    #[ts(optional)]
    pub lesson: Option<String>,
}

/// The text of a scenario file.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ScenarioText {
    pub text: String,
}

/// What is wrong with a scenario file.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct TextFault {
    pub message: String,
    /// What would be right.
    #[ts(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The line, the first being 1; absent if something is missing.
    #[ts(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

/// A scenario file that was looked at: what it is, or its faults.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct CheckedText {
    #[ts(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenario: Option<ShelfScenario>,
    pub faults: Vec<TextFault>,
    /// What each piece costs or is worth, by its id, as far as that can be told.
    pub costs: BTreeMap<String, u32>,
}

#[derive(Clone, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenRecord {
    pub record: Record,
    pub seats: [Seat; 2],
    /// Whether the dice come from the seed and the players' shares together: then nobody has chosen them.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub shared_dice: bool,
}

#[derive(Clone, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// After so many entries.
    pub at: usize,
    pub seats: [Seat; 2],
    /// Whether the dice come from the seed and the players' shares together: then nobody has chosen them.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub shared_dice: bool,
}

/// The next battle of a campaign is begun.
#[derive(Clone, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GoOn {
    pub seats: [Seat; 2],
    /// Whether the dice come from the seed and the players' shares together: then nobody has chosen them.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub shared_dice: bool,
}

/// The same battle is begun once more, when it is over.
#[derive(Clone, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Again {
    pub seats: [Seat; 2],
    /// A name for the seats of kind `here`.
    #[serde(default)]
    #[ts(optional)]
    pub name: Option<String>,
    /// Whether the dice come from the seed and the players' shares together: then nobody has chosen them.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub shared_dice: bool,
}

/// A game has been opened. Its secrets are told this once and never again, but for the token of watchers.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Opened {
    pub game: String,
    /// The token of each seat of kind `here`; a friend gets his own by joining, a captain needs none.
    pub seats: [Option<String>; 2],
    /// For each seat of kind `friend`, good for one joining.
    pub invitations: [Option<String>; 2],
    /// For each seat of kind `here`: gives the seat back to whoever has lost its token.
    pub recoveries: [Option<String>; 2],
    pub watch: String,
    /// BLAKE3 hash of the seed of the dice.
    pub commitment: String,
}

#[derive(Clone, Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ListGames {
    /// `GAME#TOKEN`, as in a link; those that do not exist are passed over.
    #[schema(max_items = 100)]
    pub tokens: Vec<String>,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct GameList {
    pub games: Vec<GameLine>,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct GameLine {
    pub game: String,
    pub scenario: String,
    pub title: String,
    pub sides: [String; 2],
    pub seats: [Seat; 2],
    /// Names that the players have given themselves.
    pub names: [Option<String>; 2],
    /// What the token gives.
    pub seat: Viewer,
    pub turn: u16,
    pub turns: u16,
    pub phase: String,
    pub to_act: Vec<Side>,
    pub over: bool,
    pub verdict: Option<Verdict>,
    pub entries: usize,
    /// Unix seconds.
    pub changed: u64,
}

/// What there is to know of a game besides its position.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct About {
    pub game: String,
    pub title: String,
    pub system: String,
    pub scenario: String,
    pub source: String,
    pub options: BTreeMap<String, String>,
    pub sides: [String; 2],
    pub seats: [Seat; 2],
    /// What the token gives.
    pub viewer: Viewer,
    /// Whether a side has facts that the other may not know.
    pub hides: bool,
    pub commitment: String,
    /// The dice of so many entries at the start came from a record: the seed of this game does not prove them.
    pub given: usize,
    pub version: u64,
    pub entries: usize,
    pub over: bool,
    /// Names that the players have given themselves.
    pub names: [Option<String>; 2],
    /// Whether the free seat was offered to strangers.
    pub open: bool,
    /// The token of those who look on, for the players; games from before it was told to both of them have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub watch: Option<String>,
    pub edition: EditionCard,
    /// Why the game cannot go on here, if that is so: its scenario or the rules are no longer what they were.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub closed: Option<Fault>,
}

/// What a game was begun under.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct EditionCard {
    /// The version of the program, for people; empty if it was not kept.
    pub program: String,
    /// Hash of the rules, the scenario with its map, and the options.
    pub fingerprint: String,
    /// Whether the rules are those of this server.
    pub current: bool,
}

/// Entries in words.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Story {
    /// Index of the first one told here.
    pub from: usize,
    pub story: Vec<StoryEntry>,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Health {
    pub ok: bool,
    /// Games in memory.
    pub games: usize,
    /// Bytes of memory that they take, about.
    pub bytes: usize,
}
