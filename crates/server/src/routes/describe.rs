//! The description of the protocol for programs.

use super::{game, live, lobby, public, seats};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use std::sync::OnceLock;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

#[derive(OpenApi)]
#[openapi(
    info(title = "Schiltron", description = "Medieval battle games. The prose to this is docs/http.md."),
    paths(
        lobby::health,
        openapi,
        lobby::shelf,
        lobby::lessons,
        lobby::rules,
        lobby::armies,
        lobby::new_game,
        lobby::scenario_text,
        lobby::check_text,
        lobby::open_record,
        lobby::list_games,
        game::about,
        game::board,
        game::scene,
        game::story,
        game::record,
        game::review,
        game::branch,
        game::next,
        game::again,
        seats::invitation,
        seats::join,
        seats::recover,
        seats::invite,
        seats::new_recovery,
        public::public,
        public::turn_out,
        live::live,
    ),
    modifiers(&Tokens)
)]
struct Description;

struct Tokens;

impl Modify for Tokens {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        let components = description.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
    }
}

pub fn description() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| Description::openapi().to_json().unwrap_or_default())
}

#[utoipa::path(get, path = "/api/openapi.json", responses((status = 200, body = Object)))]
pub async fn openapi() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], description())
}
