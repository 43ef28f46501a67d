//! Questions about one game, for whoever has a token of it.

use super::App;
use super::guard::{Address, Admitted, Asked, Body};
use super::lobby::named;
use crate::api::{About, Again, Branch, FaultBody, GoOn, Opened, Story};
use crate::beginning::Beginning;
use crate::denied::Denied;
use crate::registry::Setting;
use crate::thought::Ends;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use board::ground::BoardView;
use board::scene::Scene;
use kernel::{Record, Side};
use seat::{Review, Study, Table};
use serde::Deserialize;
use std::sync::Arc;
use tokio::task::spawn_blocking;
use utoipa::IntoParams;

#[utoipa::path(
    get,
    path = "/api/games/{id}",
    params(("id" = String, Path)),
    security(("token" = [])),
    responses((status = 200, body = About), (status = "4XX", body = FaultBody))
)]
pub async fn about(Admitted { handle, viewer, .. }: Admitted) -> Result<Json<About>, Denied> {
    let card = handle.card.clone();
    let keys = handle.keys().borrow().clone();
    let look = handle.look(viewer, move |seen| About {
        game: card.game.id.to_string(),
        title: card.title.clone(),
        system: card.system.clone(),
        scenario: card.game.scenario.clone(),
        source: card.source.clone(),
        options: card.game.options.clone(),
        sides: card.sides.clone(),
        seats: card.game.seats.clone(),
        viewer,
        hides: seen.table.hides(),
        commitment: card.commitment.clone(),
        given: card.game.given,
        version: seen.version(viewer),
        entries: seen.table.entries(),
        over: is_over(&*seen.table),
        names: keys.names(),
        open: card.open,
        watch: viewer.side().and_then(|_| keys.to_watch(card.game.seed, card.game.id)),
        edition: card.edition(),
        closed: card.closed.as_ref().map(Into::into),
    });
    Ok(Json(look.await?))
}

fn is_over(table: &dyn Table) -> bool {
    table.verdict().is_some()
}

#[utoipa::path(
    get,
    path = "/api/games/{id}/board",
    params(("id" = String, Path)),
    security(("token" = [])),
    responses((status = 200, body = BoardView), (status = "4XX", body = FaultBody))
)]
pub async fn board(Admitted { handle, viewer, .. }: Admitted) -> Result<Json<BoardView>, Denied> {
    Ok(Json(handle.look(viewer, |seen| seen.table.board()).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SceneAt {
    /// After so many entries; as it stands now, if absent.
    at: Option<usize>,
}

#[utoipa::path(
    get,
    path = "/api/games/{id}/scene",
    params(("id" = String, Path), SceneAt),
    security(("token" = [])),
    responses((status = 200, body = Scene), (status = "4XX", body = FaultBody))
)]
pub async fn scene(
    Asked(SceneAt { at }): Asked<SceneAt>,
    Admitted { handle, viewer, .. }: Admitted,
) -> Result<Json<Scene>, Denied> {
    let look = handle.look(viewer, move |seen| {
        let entries = seen.table.entries();
        let at = within(at.unwrap_or(entries), entries)?;
        Ok::<_, Denied>(seen.table.scene_at(viewer, at))
    });
    Ok(Json(look.await??))
}

fn within(at: usize, entries: usize) -> Result<usize, Denied> {
    if at > entries {
        let why = format!("The game has only {entries} entries.");
        return Err(Denied::new(StatusCode::UNPROCESSABLE_ENTITY, "BeyondTheEnd", why));
    }
    Ok(at)
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct StoryFrom {
    /// The index of the first entry wanted; 0 if absent.
    #[serde(default)]
    from: usize,
}

#[utoipa::path(
    get,
    path = "/api/games/{id}/story",
    params(("id" = String, Path), StoryFrom),
    security(("token" = [])),
    responses((status = 200, body = Story), (status = "4XX", body = FaultBody))
)]
pub async fn story(
    Asked(StoryFrom { from }): Asked<StoryFrom>,
    Admitted { handle, viewer, .. }: Admitted,
) -> Result<Json<Story>, Denied> {
    let look = handle.look(viewer, move |seen| {
        let from = within(from, seen.table.entries())?;
        let story = seen.table.story(viewer, from);
        Ok::<_, Denied>(Story { from, story })
    });
    Ok(Json(look.await??))
}

#[utoipa::path(
    get,
    path = "/api/games/{id}/record",
    params(("id" = String, Path)),
    security(("token" = [])),
    responses((status = 200, body = Record), (status = "4XX", body = FaultBody))
)]
pub async fn record(Admitted { handle, viewer, .. }: Admitted) -> Result<Json<Record>, Denied> {
    Ok(Json(handle.look(viewer, |seen| open_record(&*seen.table)).await??))
}

/// The record, if it gives away nothing that a seat may not know yet.
fn open_record(table: &dyn Table) -> Result<Record, Denied> {
    if table.hides() && !is_over(table) {
        return Err(Denied::sealed());
    }
    Ok(table.record())
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReviewOf {
    /// Whose choices.
    side: Side,
}

#[utoipa::path(
    get,
    path = "/api/games/{id}/review",
    params(("id" = String, Path), ReviewOf),
    security(("token" = [])),
    responses((status = 200, body = Review), (status = "4XX", body = FaultBody))
)]
pub async fn review(
    State(app): State<Arc<App>>,
    Asked(ReviewOf { side }): Asked<ReviewOf>,
    Admitted { handle, viewer, .. }: Admitted,
) -> Result<Json<Review>, Denied> {
    // It takes a core for some seconds, so one after the other.
    let _turn = app.reviews.acquire().await.map_err(Denied::broken)?;
    let look = handle.look(viewer, move |seen| {
        let why = match is_over(&*seen.table) {
            true => "The rules that this game was played under are gone.",
            false => "A game is gone over when it has ended.",
        };
        let reviewing = seen.table.review(Study::of(side));
        reviewing.ok_or_else(|| Denied::new(StatusCode::CONFLICT, "NoReview", why))
    });
    let reviewing = look.await??;
    // Nobody needs it when the client has gone.
    let ends = Ends::default();
    let stop = ends.0.clone();
    let review = spawn_blocking(move || reviewing(&|| !stop.is_set())).await;
    Ok(Json(review.map_err(Denied::broken)?))
}

#[utoipa::path(
    post,
    path = "/api/games/{id}/branch",
    params(("id" = String, Path)),
    request_body = Branch,
    security(("token" = [])),
    responses((status = 200, body = Opened), (status = "4XX", body = FaultBody))
)]
pub async fn branch(
    State(app): State<Arc<App>>,
    Address(address): Address,
    Admitted { handle, viewer, .. }: Admitted,
    Body(branch): Body<Branch>,
) -> Result<Json<Opened>, Denied> {
    app.may_begin(address)?;
    let Branch { at, seats, shared_dice } = branch;
    let look = handle.look(viewer, move |seen| {
        let mut record = open_record(&*seen.table)?;
        record.entries.truncate(within(at, record.entries.len())?);
        Ok::<_, Denied>(record)
    });
    let record = Box::new(look.await??);
    // It goes on under what it began with, unless that is gone.
    let scenario = match &handle.card.scenario {
        Some(scenario) => scenario.clone(),
        None => app.registry.library().open(&record.scenario, &record.options)?,
    };
    Ok(Json(
        app.registry
            .begin(
                Beginning::Branch(record, scenario),
                Setting::private(seats, shared_dice),
            )
            .await?,
    ))
}

#[utoipa::path(
    post,
    path = "/api/games/{id}/next",
    params(("id" = String, Path)),
    request_body = GoOn,
    security(("token" = [])),
    responses((status = 200, body = Opened), (status = "4XX", body = FaultBody))
)]
pub async fn next(
    State(app): State<Arc<App>>,
    Address(address): Address,
    Admitted { handle, viewer, .. }: Admitted,
    Body(go_on): Body<GoOn>,
) -> Result<Json<Opened>, Denied> {
    app.may_begin(address)?;
    let GoOn { seats, shared_dice } = go_on;
    let ended = handle.look(viewer, |seen| seen.table.verdict()).await?;
    let why = "Only a battle of a campaign that is over has a next one.";
    let next = ended.and_then(|verdict| verdict.next);
    let next = next.ok_or_else(|| Denied::new(StatusCode::CONFLICT, "NoNextBattle", why))?;
    let beginning = app.registry.follows(&handle.card.game, next).await?;
    Ok(Json(
        app.registry
            .begin(beginning, Setting::private(seats, shared_dice))
            .await?,
    ))
}

/// What a game was begun with may be its players' own and hide something, so nobody else has it, nor they before the end.
#[utoipa::path(
    post,
    path = "/api/games/{id}/again",
    params(("id" = String, Path)),
    request_body = Again,
    security(("token" = [])),
    responses((status = 200, body = Opened), (status = "4XX", body = FaultBody))
)]
pub async fn again(
    State(app): State<Arc<App>>,
    Address(address): Address,
    Admitted { handle, viewer, .. }: Admitted,
    Body(again): Body<Again>,
) -> Result<Json<Opened>, Denied> {
    app.may_begin(address)?;
    viewer.side().ok_or_else(Denied::not_your_seat)?;
    let Again {
        seats,
        name,
        shared_dice,
    } = again;
    let setting = Setting {
        name: named(name)?,
        ..Setting::private(seats, shared_dice)
    };
    if !handle.look(viewer, |seen| is_over(&*seen.table)).await? {
        let why = "The same battle is begun once more when it is over.";
        return Err(Denied::new(StatusCode::CONFLICT, "NotOver", why));
    }
    let beginning = app.registry.once_more(&handle.card.game).await?;
    Ok(Json(app.registry.begin(beginning, setting).await?))
}
