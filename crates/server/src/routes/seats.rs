//! How a seat finds its holder: joining by invitation, inviting anew, recovering a seat.

use super::App;
use super::guard::{Address, Admitted, Body, Named};
use super::lobby::named;
use crate::api::{FaultBody, Invitation, Invited, InvitedTo, Join, Joined, NewRecovery, Recover, Recovered};
use crate::denied::Denied;
use crate::keys::KeyChange;
use crate::token::{Recovery, Token, TokenHash};
use axum::Json;
use axum::extract::State;
use std::sync::Arc;

/// What an invitation is to, for whoever has it: he knows before he joins.
#[utoipa::path(
    post,
    path = "/api/games/{id}/invitation",
    params(("id" = String, Path)),
    request_body = Invitation,
    responses((status = 200, body = InvitedTo), (status = "4XX", body = FaultBody))
)]
pub async fn invitation(
    State(app): State<Arc<App>>,
    Address(address): Address,
    Named(id): Named,
    Body(Invitation { invitation }): Body<Invitation>,
) -> Result<Json<InvitedTo>, Denied> {
    app.may_join(address)?;
    let (seat, handle) = app.registry.invited(id, TokenHash::of(&invitation)).await?;
    let name = handle.keys().borrow().of(seat.other()).name.clone();
    Ok(Json(InvitedTo {
        title: handle.card.title.clone(),
        scenario: handle.card.game.scenario.clone(),
        sides: handle.card.sides.clone(),
        seat,
        name,
    }))
}

/// Takes a seat with an invitation. The token is made by who joins; asking again with the same one is safe.
#[utoipa::path(
    post,
    path = "/api/games/{id}/join",
    params(("id" = String, Path)),
    request_body = Join,
    responses((status = 200, body = Joined), (status = "4XX", body = FaultBody))
)]
pub async fn join(
    State(app): State<Arc<App>>,
    Address(address): Address,
    Named(id): Named,
    Body(join): Body<Join>,
) -> Result<Json<Joined>, Denied> {
    app.may_join(address)?;
    let recovery = Recovery::random()?;
    let change = KeyChange::Join {
        invitation: TokenHash::of(&join.invitation),
        token: made(&join.token)?,
        recovery: recovery.hash(),
        name: named(join.name)?,
    };
    let seat = app.registry.change_keys(id, change).await?;
    let recovery = recovery.to_string();
    Ok(Json(Joined { seat, recovery }))
}

/// Takes one's own seat back. The code stays good, so asking again with the same token is safe.
#[utoipa::path(
    post,
    path = "/api/games/{id}/recover",
    params(("id" = String, Path)),
    request_body = Recover,
    responses((status = 200, body = Recovered), (status = "4XX", body = FaultBody))
)]
pub async fn recover(
    State(app): State<Arc<App>>,
    Address(address): Address,
    Named(id): Named,
    Body(recover): Body<Recover>,
) -> Result<Json<Recovered>, Denied> {
    app.may_join(address)?;
    let change = KeyChange::Recover {
        recovery: Recovery::read(&recover.recovery).hash(),
        token: made(&recover.token)?,
    };
    let seat = app.registry.change_keys(id, change).await?;
    Ok(Json(Recovered { seat }))
}

/// Makes an invitation to the other seat. If somebody holds it, he keeps it unless he stays away.
#[utoipa::path(
    post,
    path = "/api/games/{id}/invite",
    params(("id" = String, Path)),
    security(("token" = [])),
    responses((status = 200, body = Invited), (status = "4XX", body = FaultBody))
)]
pub async fn invite(
    State(app): State<Arc<App>>,
    Address(address): Address,
    Admitted { handle, token, .. }: Admitted,
) -> Result<Json<Invited>, Denied> {
    app.may_join(address)?;
    let invitation = Token::random()?;
    let change = KeyChange::Invite {
        token,
        invitation: invitation.hash(),
    };
    let seat = handle.change_keys(change).await?;
    let is_held = handle.keys().borrow().of(seat).token.is_some();
    Ok(Json(Invited {
        seat,
        invitation: invitation.into_text(),
        waits: if is_held { app.limits.absence.as_secs() } else { 0 },
    }))
}

/// Makes a new recovery code for one's own seat.
#[utoipa::path(
    post,
    path = "/api/games/{id}/recovery",
    params(("id" = String, Path)),
    security(("token" = [])),
    responses((status = 200, body = NewRecovery), (status = "4XX", body = FaultBody))
)]
pub async fn new_recovery(
    State(app): State<Arc<App>>,
    Address(address): Address,
    Admitted { handle, token, .. }: Admitted,
) -> Result<Json<NewRecovery>, Denied> {
    app.may_join(address)?;
    let code = Recovery::random()?;
    let recovery = code.hash();
    handle.change_keys(KeyChange::NewRecovery { token, recovery }).await?;
    Ok(Json(NewRecovery {
        recovery: code.to_string(),
    }))
}

/// A token that a client has made.
fn made(text: &str) -> Result<TokenHash, Denied> {
    let why = "A token is 128 random bits in base64url: 22 letters, digits, dashes or underscores.";
    Ok(Token::read(text).ok_or_else(|| Denied::malformed(why))?.hash())
}

impl App {
    /// Every seat taken is written to the disk, and nobody guesses at leisure.
    pub fn may_join(&self, address: std::net::IpAddr) -> Result<(), Denied> {
        match self.joins.take(address) {
            true => Ok(()),
            false => Err(Denied::too_fast("joinings")),
        }
    }
}
