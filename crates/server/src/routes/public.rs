//! Games that strangers may join or watch, and how a player gets rid of a stranger.

use super::App;
use super::guard::{Address, Admitted};
use crate::api::{FaultBody, Invited, OpenGame, PublicGames, Seat, WatchedGame};
use crate::denied::Denied;
use crate::keys::KeyChange;
use crate::store::Listed;
use crate::token::Token;
use axum::Json;
use axum::extract::State;
use kernel::Side;
use std::sync::Arc;

#[utoipa::path(get, path = "/api/public", responses((status = 200, body = PublicGames), (status = "4XX", body = FaultBody)))]
pub async fn public(State(app): State<Arc<App>>) -> Result<Json<PublicGames>, Denied> {
    let mut games = PublicGames {
        public: app.public,
        open: Vec::new(),
        watched: Vec::new(),
    };
    if !app.public {
        return Ok(Json(games));
    }
    let listed = app.registry.store().listed().await.map_err(Denied::broken)?;
    for game in listed.into_iter().filter(|game| !app.blocks.has_game(game.game.id)) {
        app.show(&mut games, game);
    }
    Ok(Json(games))
}

impl App {
    /// A game with a free seat waits for somebody; another may be watched.
    fn show(&self, games: &mut PublicGames, listed: Listed) {
        let Listed {
            game,
            keys,
            changed,
            invitation,
            watch,
        } = listed;
        let shelf = self.registry.library().shown().ok();
        let scenario = shelf.and_then(|shelf| shelf.scenarios.iter().find(|s| s.id == game.scenario));
        let title = scenario.map_or(&game.scenario, |s| &s.title).clone();
        let sides = scenario.map_or(["side one", "side two"], |s| s.sides).map(Into::into);
        let name = |side: Side| keys.of(side).name.clone();
        let free = Side::BOTH
            .into_iter()
            .find(|side| keys.of(*side).token.is_none() && game.seats[side.index()] == Seat::Friend);
        match (free, invitation, watch) {
            (Some(seat), Some(invitation), _) => games.open.push(OpenGame {
                game: game.id.to_string(),
                scenario: game.scenario.clone(),
                title,
                sides,
                seat,
                name: name(seat.other()),
                invitation,
                created: game.created,
            }),
            (None, _, Some(watch)) => games.watched.push(WatchedGame {
                game: game.id.to_string(),
                scenario: game.scenario.clone(),
                title,
                sides,
                names: Side::BOTH.map(name),
                watch,
                changed,
            }),
            _ => {}
        }
    }
}

/// Shows a stranger out who has joined an open game and not yet made a choice; the game is taken off the list.
#[utoipa::path(
    post,
    path = "/api/games/{id}/turn_out",
    params(("id" = String, Path)),
    security(("token" = [])),
    responses((status = 200, body = Invited), (status = "4XX", body = FaultBody))
)]
pub async fn turn_out(
    State(app): State<Arc<App>>,
    Address(address): Address,
    Admitted { handle, token, viewer }: Admitted,
) -> Result<Json<Invited>, Denied> {
    app.may_join(address)?;
    let side = viewer.side().ok_or_else(Denied::not_your_seat)?.other();
    if !handle.card.open {
        return Err(Denied::not_open());
    }
    // What he has committed himself to in secret does not count, or this would tell of it.
    let moved = handle.look(viewer, move |seen| seen.table.moves(0).iter().any(|m| m.side == side));
    if moved.await? {
        return Err(Denied::has_played());
    }
    let invitation = Token::random()?;
    let change = KeyChange::TurnOut {
        token,
        invitation: invitation.hash(),
    };
    let seat = handle.change_keys(change).await?;
    app.registry.unlist(handle.card.game.id).await?;
    Ok(Json(Invited {
        seat,
        invitation: invitation.into_text(),
        waits: 0,
    }))
}
