//! A refusal on its way out: a status and the reason.

use crate::api::{Fault, FaultBody};
use crate::relic::faulty_entry;
use crate::token::NoRandomness;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use kernel::Refusal;
use kernel::game::PlanRefusal;
use kernel::record::ReplayFault;

#[derive(Clone, Debug)]
pub struct Denied {
    pub status: StatusCode,
    pub fault: Fault,
}

impl Denied {
    pub fn new(status: StatusCode, code: &str, why: impl Into<String>) -> Denied {
        Denied {
            status,
            fault: Fault::new(code, why),
        }
    }

    pub fn unknown_game() -> Denied {
        Denied::new(StatusCode::NOT_FOUND, "UnknownGame", "There is no such game here.")
    }

    pub fn wrong_token() -> Denied {
        let why = "This token opens no seat of this game.";
        Denied::new(StatusCode::FORBIDDEN, "WrongToken", why)
    }

    pub fn seat_moved() -> Denied {
        let why = "This seat is now held on another device. Its recovery code brings it back.";
        Denied::new(StatusCode::FORBIDDEN, "SeatMoved", why)
    }

    pub fn wrong_invitation() -> Denied {
        let why = "This invitation opens no seat of this game, or no longer does. Ask whoever sent it for a new one.";
        Denied::new(StatusCode::FORBIDDEN, "WrongInvitation", why)
    }

    pub fn invitation_used() -> Denied {
        let why = "Somebody has already joined with this invitation. If it was you, open the game where you joined, or take your \
                   seat with its recovery code. If it was not you, tell whoever sent it.";
        Denied::new(StatusCode::GONE, "InvitationUsed", why)
    }

    /// For so many seconds yet.
    pub fn seat_held(seconds: u64) -> Denied {
        let why = format!(
            "Somebody holds this seat. The invitation is good in {}, if the holder does not come back before.",
            time_words(seconds)
        );
        let mut denied = Denied::new(StatusCode::CONFLICT, "SeatHeld", why);
        denied.fault.figures.push(("seconds".into(), seconds.to_string()));
        denied
    }

    pub fn seat_in_use() -> Denied {
        let why = "The other player is connected at this moment and needs no new link.";
        Denied::new(StatusCode::CONFLICT, "SeatInUse", why)
    }

    pub fn dice_not_shared() -> Denied {
        let why = "The dice of this game come from the server's seed alone.";
        Denied::new(StatusCode::UNPROCESSABLE_ENTITY, "DiceNotShared", why)
    }

    pub fn blocked() -> Denied {
        let why = "The host of this server has blocked your address.";
        Denied::new(StatusCode::FORBIDDEN, "Blocked", why)
    }

    pub fn game_blocked() -> Denied {
        let why = "The host of this server has blocked this game.";
        Denied::new(StatusCode::FORBIDDEN, "GameBlocked", why)
    }

    pub fn not_public() -> Denied {
        let why = "This server has no games for everybody; its host would say so with `schiltron serve --public`.";
        Denied::new(StatusCode::UNPROCESSABLE_ENTITY, "NotPublic", why)
    }

    pub fn bad_name() -> Denied {
        let why = "A name has 1 to 24 letters, digits, spaces, dots, dashes, underscores and apostrophes.";
        Denied::new(StatusCode::UNPROCESSABLE_ENTITY, "BadName", why)
    }

    pub fn not_open() -> Denied {
        let why = "Only from a game that was open to everybody can a stranger be turned out.";
        Denied::new(StatusCode::UNPROCESSABLE_ENTITY, "NotOpen", why)
    }

    pub fn has_played() -> Denied {
        let why = "The other player has made a choice; the seat is his.";
        Denied::new(StatusCode::CONFLICT, "SeatInUse", why)
    }

    pub fn nobody_there() -> Denied {
        let why = "Nobody has taken the other seat.";
        Denied::new(StatusCode::UNPROCESSABLE_ENTITY, "NobodyThere", why)
    }

    pub fn no_human() -> Denied {
        let why = "The other seat is a captain's.";
        Denied::new(StatusCode::UNPROCESSABLE_ENTITY, "NotAPerson", why)
    }

    pub fn wrong_recovery() -> Denied {
        let why = "This recovery code belongs to no seat of this game.";
        Denied::new(StatusCode::FORBIDDEN, "WrongRecovery", why)
    }

    pub fn not_your_seat() -> Denied {
        let why = "Who watches a game does not play in it.";
        Denied::new(StatusCode::FORBIDDEN, "NotYourSeat", why)
    }

    pub fn no_hints() -> Denied {
        let why = "Hints are for practice: nobody gets one against a player at another screen.";
        Denied::new(StatusCode::FORBIDDEN, "NoHints", why)
    }

    pub fn stale_version(version: u64) -> Denied {
        let why = format!("The game has changed in the meantime: it is at version {version}.");
        let mut denied = Denied::new(StatusCode::CONFLICT, "StaleVersion", why);
        denied.fault.figures.push(("version".into(), version.to_string()));
        denied
    }

    pub fn malformed(why: impl Into<String>) -> Denied {
        Denied::new(StatusCode::BAD_REQUEST, "Malformed", why)
    }

    pub fn too_large(most: usize) -> Denied {
        let why = format!("That is more than the {most} bytes allowed.");
        Denied::new(StatusCode::PAYLOAD_TOO_LARGE, "TooLarge", why)
    }

    pub fn too_fast(what: &str) -> Denied {
        let why = format!("Too many {what} in too short a time; wait a little.");
        Denied::new(StatusCode::TOO_MANY_REQUESTS, "TooFast", why)
    }

    pub fn strange_origin() -> Denied {
        let why = "This request comes from a page of another server.";
        Denied::new(StatusCode::FORBIDDEN, "StrangeOrigin", why)
    }

    pub fn strange_host() -> Denied {
        let why = "This server does not know itself by that name; its host names it with `schiltron serve --public`.";
        Denied::new(StatusCode::MISDIRECTED_REQUEST, "StrangeHost", why)
    }

    pub fn closing() -> Denied {
        let why = "The server is going down; come back in a moment.";
        Denied::new(StatusCode::SERVICE_UNAVAILABLE, "Closing", why)
    }

    pub fn overloaded(why: &str) -> Denied {
        Denied::new(StatusCode::SERVICE_UNAVAILABLE, "Overloaded", why)
    }

    pub fn unwell(what: impl std::fmt::Display) -> Denied {
        tracing::error!("unwell: {what}");
        let why = "The server cannot write; what is chosen now would be lost, so it takes nothing.";
        Denied::new(StatusCode::SERVICE_UNAVAILABLE, "Unwell", why)
    }

    /// Facts that would give away what a seat may not see.
    pub fn sealed() -> Denied {
        let why = "This game has hidden facts; its record is open when it is over.";
        Denied::new(StatusCode::FORBIDDEN, "RecordSealed", why)
    }

    /// Our own failure. What exactly went wrong is for the log, not for strangers.
    pub fn broken(what: impl std::fmt::Display) -> Denied {
        tracing::error!("{what}");
        let why = "The server has failed; nothing has changed.";
        Denied::new(StatusCode::INTERNAL_SERVER_ERROR, "Broken", why)
    }
}

impl Denied {
    pub fn body(self) -> FaultBody {
        FaultBody { error: self.fault }
    }
}

/// Never less than it is.
fn time_words(seconds: u64) -> String {
    match seconds {
        0..=90 => format!("{seconds} seconds"),
        91..=5400 => format!("{} minutes", seconds.div_ceil(60)),
        _ => format!("{} hours", seconds.div_ceil(3600)),
    }
}

/// The code of a refusal, for whoever counts them.
#[derive(Clone)]
pub struct FaultCode(pub String);

impl IntoResponse for Denied {
    fn into_response(self) -> Response {
        let code = FaultCode(self.fault.code.clone());
        (self.status, Extension(code), Json(self.body())).into_response()
    }
}

impl From<Refusal> for Denied {
    fn from(refusal: Refusal) -> Denied {
        Denied {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            fault: refusal.into(),
        }
    }
}

impl From<PlanRefusal> for Denied {
    fn from(refused: PlanRefusal) -> Denied {
        Denied {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            fault: Fault::from(refused.refusal).at(refused.at),
        }
    }
}

/// A record that came from outside does not play again.
impl From<ReplayFault> for Denied {
    fn from(fault: ReplayFault) -> Denied {
        let why = format!("The record does not play again: {fault}.");
        let mut denied = Denied::new(StatusCode::UNPROCESSABLE_ENTITY, "BadRecord", why);
        denied.fault.at = faulty_entry(&fault);
        denied
    }
}

impl From<NoRandomness> for Denied {
    fn from(fault: NoRandomness) -> Denied {
        Denied::broken(fault)
    }
}
