//! What can be played, and beginning to play it.

use super::App;
use super::guard::{Address, Body};
use crate::api::{
    CheckedText, FaultBody, GameLine, GameList, Health, ListGames, NewGame, OpenRecord, Opened, ScenarioText, Seat,
    Shelf,
};
use crate::beginning::Beginning;
use crate::denied::Denied;
use crate::registry::Setting;
use crate::token::{GameId, TokenHash, read_name};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use board::army::ArmyLists;
use games::Lesson;
use games::rulebook::Rulebook;
use kernel::Seed;
use std::sync::Arc;

/// Well is a server that can write: it does so before it answers.
#[utoipa::path(
    get,
    path = "/api/health",
    responses((status = 200, body = Health), (status = 503, body = FaultBody))
)]
pub async fn health(State(app): State<Arc<App>>) -> Result<Json<Health>, Denied> {
    app.registry.store().pulse().await.map_err(Denied::unwell)?;
    Ok(Json(Health {
        ok: true,
        games: app.registry.games(),
        bytes: app.registry.bytes(),
    }))
}

#[utoipa::path(get, path = "/api/shelf", responses((status = 200, body = Shelf)))]
pub async fn shelf(State(app): State<Arc<App>>) -> Result<Json<Shelf>, Denied> {
    let shown = app.registry.library().shown()?.clone();
    Ok(Json(Shelf {
        public: app.public,
        reach: app.reach.clone(),
        ..shown
    }))
}

#[utoipa::path(
    get,
    path = "/api/rules/{system}",
    params(("system" = String, Path)),
    responses((status = 200, body = Rulebook), (status = "4XX", body = FaultBody))
)]
pub async fn rules(State(app): State<Arc<App>>, system: Option<Path<String>>) -> Result<Json<Rulebook>, Denied> {
    let found = system.and_then(|Path(system)| app.registry.library().shelf.system(&system));
    let Some(system) = found else {
        let why = "There are no rules of that name here.";
        return Err(Denied::new(StatusCode::NOT_FOUND, "UnknownSystem", why));
    };
    Ok(Json(system.rulebook()))
}

/// What armies of one's own are put together from.
#[utoipa::path(
    get,
    path = "/api/armies/{system}",
    params(("system" = String, Path)),
    responses((status = 200, body = ArmyLists), (status = "4XX", body = FaultBody))
)]
pub async fn armies(State(app): State<Arc<App>>, system: Option<Path<String>>) -> Result<Json<ArmyLists>, Denied> {
    let system = system.and_then(|Path(system)| app.registry.library().shelf.system(&system));
    let Some(lists) = system.and_then(|system| system.lists()) else {
        let why = "There are no army lists of that name here.";
        return Err(Denied::new(StatusCode::NOT_FOUND, "UnknownSystem", why));
    };
    Ok(Json(lists))
}

#[utoipa::path(
    post,
    path = "/api/games",
    request_body = NewGame,
    responses((status = 200, body = Opened), (status = "4XX", body = FaultBody))
)]
pub async fn new_game(
    State(app): State<Arc<App>>,
    Address(address): Address,
    Body(new): Body<NewGame>,
) -> Result<Json<Opened>, Denied> {
    app.may_begin(address)?;
    let NewGame {
        scenario,
        text,
        options,
        seats,
        shared_dice,
        name,
        open,
        watched,
        lesson,
    } = new;
    if (open || watched) && !app.public {
        return Err(Denied::not_public());
    }
    let seed = lesson.map(|id| lesson_seed(&app, &id, &scenario, &seats)).transpose()?;
    let setting = Setting {
        seats,
        shared_dice,
        name: named(name)?,
        open,
        watched,
    };
    let beginning = match text {
        // What strangers read is not written by strangers.
        Some(_) if open || watched => {
            return Err(Denied::malformed("A battle of one's own is not listed for strangers."));
        }
        Some(text) => Beginning::Own { text, options },
        None => Beginning::Start {
            scenario,
            options,
            seed,
        },
    };
    Ok(Json(app.registry.begin(beginning, setting).await?))
}

/// The text of a scenario on the shelf, to be made into one of one's own.
#[utoipa::path(
    get,
    path = "/api/scenarios/{system}/{name}",
    params(("system" = String, Path), ("name" = String, Path)),
    responses((status = 200, body = ScenarioText), (status = "4XX", body = FaultBody))
)]
pub async fn scenario_text(
    State(app): State<Arc<App>>,
    Path((system, name)): Path<(String, String)>,
) -> Result<Json<ScenarioText>, Denied> {
    let text = app.registry.library().text(&format!("{system}/{name}"))?;
    Ok(Json(ScenarioText { text }))
}

#[utoipa::path(
    post,
    path = "/api/scenarios/check",
    request_body = ScenarioText,
    responses((status = 200, body = CheckedText), (status = "4XX", body = FaultBody))
)]
pub async fn check_text(
    State(app): State<Arc<App>>,
    Body(ScenarioText { text }): Body<ScenarioText>,
) -> Result<Json<CheckedText>, Denied> {
    let library = app.registry.library().clone();
    let checked = tokio::task::spawn_blocking(move || library.check_own(text)).await;
    Ok(Json(checked.map_err(Denied::broken)?))
}

/// The dice of a lesson. Everybody can know them, so nobody else may sit there.
fn lesson_seed(app: &App, id: &str, scenario: &str, seats: &[Seat; 2]) -> Result<Seed, Denied> {
    let lessons = app.registry.library().lessons()?;
    let found = lessons
        .iter()
        .find(|lesson| lesson.id == id && lesson.scenario == scenario);
    let Some(lesson) = found else {
        let why = "There is no such lesson on this scenario here.";
        return Err(Denied::new(StatusCode::NOT_FOUND, "UnknownLesson", why));
    };
    if seats.iter().any(|seat| *seat != Seat::Here) {
        let why = "Both seats of a lesson are taken by whoever learns.";
        return Err(Denied::new(StatusCode::UNPROCESSABLE_ENTITY, "LessonSeats", why));
    }
    Ok(lesson.seed)
}

#[utoipa::path(get, path = "/api/lessons", responses((status = 200, body = Vec<Lesson>)))]
pub async fn lessons(State(app): State<Arc<App>>) -> Result<Json<Vec<Lesson>>, Denied> {
    Ok(Json(app.registry.library().lessons()?.to_vec()))
}

#[utoipa::path(
    post,
    path = "/api/games/open",
    request_body = OpenRecord,
    responses((status = 200, body = Opened), (status = "4XX", body = FaultBody))
)]
pub async fn open_record(
    State(app): State<Arc<App>>,
    Address(address): Address,
    Body(open): Body<OpenRecord>,
) -> Result<Json<Opened>, Denied> {
    app.may_begin(address)?;
    let OpenRecord {
        record,
        seats,
        shared_dice,
    } = open;
    let record = Beginning::Record(Box::new(record));
    Ok(Json(
        app.registry.begin(record, Setting::private(seats, shared_dice)).await?,
    ))
}

/// So many games at most in one request; each may have to be read from disk.
const MOST_LISTED: usize = 100;

#[utoipa::path(
    post,
    path = "/api/games/list",
    request_body = ListGames,
    responses((status = 200, body = GameList), (status = "4XX", body = FaultBody))
)]
pub async fn list_games(State(app): State<Arc<App>>, Body(list): Body<ListGames>) -> Result<Json<GameList>, Denied> {
    if list.tokens.len() > MOST_LISTED {
        return Err(Denied::malformed(format!(
            "At most {MOST_LISTED} games can be listed at once."
        )));
    }
    let mut games = Vec::new();
    for text in &list.tokens {
        if let Some(line) = line(&app, text).await {
            games.push(line);
        }
    }
    Ok(Json(GameList { games }))
}

/// A game that does not exist, or that this token does not open, has no line.
async fn line(app: &App, text: &str) -> Option<GameLine> {
    let (game, token) = text.split_once('#')?;
    let admitted = app.registry.admit(GameId::parse(game)?, TokenHash::of(token)).await;
    let (handle, seat) = admitted.ok()?;
    let card = handle.card.clone();
    let names = handle.keys().borrow().names();
    let look = handle.look(seat, move |seen| {
        let scene = seen.table.scene(seat);
        GameLine {
            game: card.game.id.to_string(),
            scenario: card.game.scenario.clone(),
            title: card.title.clone(),
            sides: card.sides.clone(),
            seats: card.game.seats.clone(),
            names,
            seat,
            turn: scene.turn,
            turns: scene.turns,
            phase: scene.phase,
            to_act: scene.to_act.sides().collect(),
            over: scene.verdict.is_some(),
            verdict: scene.verdict,
            entries: seen.table.entries(),
            changed: seen.changed,
        }
    });
    look.await.ok()
}

/// A name that somebody has given himself, if it can be one.
pub fn named(name: Option<String>) -> Result<Option<String>, Denied> {
    name.map(|name| read_name(&name).ok_or_else(Denied::bad_name))
        .transpose()
}

impl App {
    /// Making a game writes to the disk, so nobody makes very many.
    pub fn may_begin(&self, address: std::net::IpAddr) -> Result<(), Denied> {
        if self.new_games.take(address) {
            Ok(())
        } else {
            Err(Denied::too_fast("new games"))
        }
    }
}
