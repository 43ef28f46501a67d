//! The page itself, built into the program.

use axum::body::Body;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Dist;

/// Everything that is not under `/api`: the start page, the page of a game, and what they load.
pub async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return super::wrong_method().await.into_response();
    }
    let name = match uri.path() {
        "/" => "index.html",
        path if path.starts_with("/g/") => "index.html",
        path => path.trim_start_matches('/'),
    };
    match Dist::get(name) {
        Some(file) => send(name, &file, &headers),
        None if wants_page(&headers) => lost(),
        None => super::no_such_path().await.into_response(),
    }
}

/// Somebody has followed a link or typed an address; programs do not ask for pages.
fn wants_page(asked: &HeaderMap) -> bool {
    let accepts = asked.get(ACCEPT).and_then(|kinds| kinds.to_str().ok());
    accepts.is_some_and(|kinds| kinds.contains("text/html"))
}

/// The page says in words that there is nothing here.
fn lost() -> Response {
    let name = "index.html";
    let headers = [(CACHE_CONTROL, "no-cache"), (CONTENT_TYPE, kind(name))];
    let page = Dist::get(name).map(|file| file.data.into_owned()).unwrap_or_default();
    (StatusCode::NOT_FOUND, headers, Body::from(page)).into_response()
}

fn send(name: &str, file: &EmbeddedFile, asked: &HeaderMap) -> Response {
    // What is in `assets` has its hash in its name and never changes; the rest is asked for again each time.
    let cache = if name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let hash = file.metadata.sha256_hash();
    let tag: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    // Weak, for the same file goes out compressed and plain.
    let tag = format!("W/\"{tag}\"");
    let known = asked
        .get(IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let headers = [
        (CACHE_CONTROL, cache.to_string()),
        (CONTENT_TYPE, kind(name).to_string()),
        (ETAG, tag),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, Body::from(file.data.clone().into_owned())).into_response()
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "json" | "webmanifest" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
