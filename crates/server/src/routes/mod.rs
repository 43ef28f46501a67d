//! HTTP: which request is answered where.

mod describe;
mod game;
mod guard;
mod live;
mod lobby;
mod page;
mod public;
mod seats;

use crate::api::Reach;
use crate::blocks::Blocks;
use crate::bucket::{Buckets, Tally};
use crate::config::{Config, Limits};
use crate::denied::Denied;
use crate::registry::Registry;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::{MethodRouter, get, post};
use axum::{Router, middleware};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use tokio::sync::{Semaphore, watch};
use tower_http::compression::CompressionLayer;

pub use describe::description;

/// What every request can reach.
pub struct App {
    pub registry: Arc<Registry>,
    pub limits: Limits,
    proxies: Vec<IpAddr>,
    hosts: Vec<String>,
    /// Whether strangers may list, join and watch games here: if the host has said under which address this is public.
    public: bool,
    reach: Reach,
    blocks: Arc<Blocks>,
    requests: Buckets,
    new_games: Buckets,
    joins: Buckets,
    sockets: Arc<Tally>,
    reviews: Semaphore,
    /// Becomes true when the server goes down.
    closing: watch::Receiver<bool>,
}

type Routes = Vec<(&'static str, MethodRouter<Arc<App>>)>;

/// Everything under `/api`. The description is tested against this list.
fn routes(limits: Limits) -> Routes {
    let record = DefaultBodyLimit::max(limits.record);
    vec![
        ("/api/health", get(lobby::health)),
        ("/api/openapi.json", get(describe::openapi)),
        ("/api/shelf", get(lobby::shelf)),
        ("/api/lessons", get(lobby::lessons)),
        ("/api/rules/{system}", get(lobby::rules)),
        ("/api/armies/{system}", get(lobby::armies)),
        ("/api/scenarios/check", post(lobby::check_text)),
        ("/api/scenarios/{system}/{name}", get(lobby::scenario_text)),
        ("/api/public", get(public::public)),
        ("/api/games", post(lobby::new_game)),
        ("/api/games/open", post(lobby::open_record).layer(record)),
        ("/api/games/list", post(lobby::list_games)),
        ("/api/games/{id}", get(game::about)),
        ("/api/games/{id}/board", get(game::board)),
        ("/api/games/{id}/scene", get(game::scene)),
        ("/api/games/{id}/story", get(game::story)),
        ("/api/games/{id}/record", get(game::record)),
        ("/api/games/{id}/review", get(game::review)),
        ("/api/games/{id}/branch", post(game::branch)),
        ("/api/games/{id}/next", post(game::next)),
        ("/api/games/{id}/again", post(game::again)),
        ("/api/games/{id}/invitation", post(seats::invitation)),
        ("/api/games/{id}/join", post(seats::join)),
        ("/api/games/{id}/recover", post(seats::recover)),
        ("/api/games/{id}/invite", post(seats::invite)),
        ("/api/games/{id}/recovery", post(seats::new_recovery)),
        ("/api/games/{id}/turn_out", post(public::turn_out)),
        ("/api/games/{id}/live", get(live::live)),
    ]
}

/// The paths under `/api`, as the description writes them.
pub fn paths() -> Vec<&'static str> {
    routes(Limits::default()).into_iter().map(|(path, _)| path).collect()
}

pub fn router(
    registry: Arc<Registry>,
    config: &Config,
    bound: SocketAddr,
    blocks: Arc<Blocks>,
    closing: watch::Receiver<bool>,
) -> Router {
    let limits = config.limits;
    let app = Arc::new(App {
        registry,
        limits,
        proxies: config.proxies.clone(),
        hosts: config.hosts.clone(),
        public: !config.hosts.is_empty(),
        reach: Reach::of(bound, !config.hosts.is_empty()),
        blocks,
        requests: Buckets::new(limits.address),
        new_games: Buckets::new(limits.games),
        joins: Buckets::new(limits.joins),
        sockets: Arc::default(),
        reviews: Semaphore::new(1),
        closing,
    });
    let api = routes(limits)
        .into_iter()
        .fold(Router::new(), |router, (path, handler)| router.route(path, handler))
        .route("/api/{*rest}", axum::routing::any(no_such_path))
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(limits.message))
        .layer(middleware::from_fn_with_state(app.clone(), guard::api));
    Router::new()
        .merge(api)
        .fallback(page::page)
        .layer(middleware::from_fn_with_state(app.clone(), guard::host))
        .layer(middleware::from_fn_with_state(app.clone(), guard::told))
        .layer(CompressionLayer::new())
        .layer(middleware::map_response(guard::headers))
        .with_state(app)
}

async fn no_such_path() -> Denied {
    Denied::new(StatusCode::NOT_FOUND, "NoSuchPath", "There is nothing at this address.")
}

async fn wrong_method() -> Denied {
    let why = "This address does not answer to that method.";
    Denied::new(StatusCode::METHOD_NOT_ALLOWED, "WrongMethod", why)
}
