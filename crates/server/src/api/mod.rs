//! What crosses the wire. These types make the description at `/api/openapi.json` and the page's TypeScript, so that
//! the server, its description and the page cannot drift apart.

mod fault;
mod live;
mod lobby;
mod public;
mod seats;
pub mod typescript;

pub use fault::{Fault, FaultBody};
pub use live::{
    Answer, Ask, CaptainState, Hello, HelloMessage, Invites, LuckFrom, Notices, Pace, Refused, Report, Said, SaidLine,
    SceneNow, ServerMessage, State,
};
pub use lobby::{
    About, Again, Branch, CaptainCard, CheckedText, EditionCard, GameLine, GameList, GoOn, Health, ListGames, NewGame,
    OpenRecord, Opened, Reach, ScenarioText, Seat, Shelf, ShelfScenario, Story, TextFault,
};
pub use public::{OpenGame, PublicGames, WatchedGame};
pub use seats::{Invitation, Invited, InvitedTo, Join, Joined, NewRecovery, Recover, Recovered};
