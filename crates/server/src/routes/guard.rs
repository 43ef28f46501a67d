//! Strangers: where a request comes from, how often, and whether it can be read at all.

use super::App;
use crate::bucket::one_address;
use crate::denied::{Denied, FaultCode};
use crate::metrics::Status;
use crate::room::Handle;
use crate::token::{GameId, TokenHash};
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Path, Query, Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use kernel::Viewer;
use serde::de::DeserializeOwned;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;
use tokio::time::timeout;

const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

pub async fn headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Around every request: it is counted, timed, and told in the log if somebody wants to read that (`server::request`). A token is in
/// no path.
pub async fn told(State(app): State<Arc<App>>, Address(address): Address, request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    let begun = Instant::now();
    let response = next.run(request).await;
    let (status, took) = (response.status().as_u16(), begun.elapsed());
    let metrics = &app.registry.metrics;
    metrics.requests.get_or_create(&Status { status }).inc();
    metrics.request_time.observe(took.as_secs_f64());
    if let Some(code) = response.extensions().get::<FaultCode>() {
        metrics.refused(&code.0);
    }
    let us = took.as_micros() as u64;
    tracing::info!(target: "server::request", %method, %path, status, us, %address);
    response
}

/// Before every request under `/api`.
pub async fn api(State(app): State<Arc<App>>, Address(address): Address, request: Request, next: Next) -> Response {
    if app.blocks.has_address(address) {
        return Denied::blocked().into_response();
    }
    if !app.requests.take(address) {
        return Denied::too_fast("requests").into_response();
    }
    // A page of another server must not act for the reader of that page. Reading is safe: it needs a token, and browsers
    // do not show the answer to strange pages.
    let acts = request.method() == Method::POST || request.headers().contains_key("upgrade");
    if acts && !at_home(request.headers()) {
        return Denied::strange_origin().into_response();
    }
    next.run(request).await
}

/// Before every request: a page of a stranger can let its own name point at this machine, and would then pass for our own page.
pub async fn host(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    match host.is_some_and(|host| is_ours(host, &app.hosts)) {
        true => next.run(request).await,
        false => Denied::strange_host().into_response(),
    }
}

/// A number cannot be made to point elsewhere, and `localhost` is here.
fn is_ours(host: &str, hosts: &[String]) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let number = name.strip_prefix('[').and_then(|n| n.strip_suffix(']')).unwrap_or(name);
    number.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || hosts.iter().any(|ours| ours.eq_ignore_ascii_case(host))
}

/// Whether a request comes from our own page, or from no page at all.
fn at_home(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else {
        return true;
    };
    let origin = origin.as_bytes();
    let host = origin.strip_prefix(b"http://").or(origin.strip_prefix(b"https://"));
    match (host, headers.get(HOST)) {
        (Some(origin), Some(host)) => origin.eq_ignore_ascii_case(host.as_bytes()),
        _ => false,
    }
}

/// Who asks.
pub struct Address(pub IpAddr);

impl FromRequestParts<Arc<App>> for Address {
    type Rejection = Denied;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Address, Denied> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::from([0; 4]), |info| info.0.ip());
        Ok(Address(one_address(asker(peer, &app.proxies, &parts.headers))))
    }
}

/// Where a request comes from. What a proxy of ours says of it is believed: the last address of the list that is not a proxy of
/// ours itself, for everything before it anybody may have written.
fn asker(peer: IpAddr, proxies: &[IpAddr], headers: &HeaderMap) -> IpAddr {
    let is_ours = |address: &IpAddr| proxies.contains(&address.to_canonical());
    if !is_ours(&peer) {
        return peer;
    }
    let lines = headers.get_all("x-forwarded-for").iter().rev();
    let told = lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.rsplit(','));
    let mut told = told.map_while(|text| text.trim().parse().ok());
    told.find(|address| !is_ours(address)).unwrap_or(peer)
}

/// A body in JSON.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Denied;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Body<T>, Denied> {
        // Forms of other pages cannot send this type, so neither can they send a body that we read.
        let json = request.headers().get(CONTENT_TYPE).is_some_and(|kind| {
            let kind = kind.to_str().unwrap_or_default();
            kind.split(';')
                .next()
                .is_some_and(|k| k.trim().eq_ignore_ascii_case("application/json"))
        });
        if !json {
            let why = "The body must be JSON, and say so: content-type: application/json.";
            return Err(Denied::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "NotJson", why));
        }
        let mut closing = app.closing.clone();
        let came = tokio::select! {
            came = timeout(app.limits.body, Bytes::from_request(request, app)) => came,
            _ = closing.wait_for(|closing| *closing) => return Err(Denied::closing()),
        };
        let Ok(bytes) = came else {
            let why = "The body did not come in time.";
            return Err(Denied::new(StatusCode::REQUEST_TIMEOUT, "TooSlow", why));
        };
        let bytes = bytes.map_err(|rejection| match rejection {
            BytesRejection::FailedToBufferBody(fault) if fault.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                let why = "The body is larger than allowed.";
                Denied::new(StatusCode::PAYLOAD_TOO_LARGE, "TooLarge", why)
            }
            _ => Denied::malformed("The body broke off."),
        })?;
        let read = serde_json::from_slice(&bytes);
        read.map(Body)
            .map_err(|fault| Denied::malformed(format!("The body cannot be read: {fault}.")))
    }
}

/// The query of an address.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for Asked<T> {
    type Rejection = Denied;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Asked<T>, Denied> {
        let read = Query::from_request_parts(parts, app).await;
        read.map(|Query(asked)| Asked(asked))
            .map_err(|fault| Denied::malformed(format!("The query cannot be read: {fault}.")))
    }
}

/// The game in the path of a request.
pub struct Named(pub GameId);

impl FromRequestParts<Arc<App>> for Named {
    type Rejection = Denied;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Named, Denied> {
        let path = Path::<String>::from_request_parts(parts, app).await;
        let id = path.ok().and_then(|Path(text)| GameId::parse(&text));
        match id {
            Some(id) if app.blocks.has_game(id) => Err(Denied::game_blocked()),
            Some(id) => Ok(Named(id)),
            None => Err(Denied::unknown_game()),
        }
    }
}

/// A request that showed a token of the game in its path.
pub struct Admitted {
    pub handle: Handle,
    pub viewer: Viewer,
    pub token: TokenHash,
}

impl FromRequestParts<Arc<App>> for Admitted {
    type Rejection = Denied;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Admitted, Denied> {
        let Named(id) = Named::from_request_parts(parts, app).await?;
        let bearer = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let Some(token) = bearer.and_then(|text| text.strip_prefix("Bearer ")) else {
            let why = "This needs a token: authorization: Bearer TOKEN.";
            return Err(Denied::new(StatusCode::UNAUTHORIZED, "NoToken", why));
        };
        let token = TokenHash::of(token);
        let (handle, viewer) = app.registry.admit(id, token).await?;
        Ok(Admitted { handle, viewer, token })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names_are_answered_to() {
        let hosts = ["games.example".to_string(), "other.example:8420".to_string()];
        for ours in [
            "localhost",
            "LocalHost:8420",
            "127.0.0.1:8420",
            "192.0.2.7",
            "[::1]:8420",
            "games.example",
            "other.example:8420",
        ] {
            assert!(is_ours(ours, &hosts), "{ours}");
        }
        for strange in [
            "",
            "evil.example",
            "other.example",
            "localhost.evil.example",
            "games.example:1",
            "1.2.3.4.evil",
        ] {
            assert!(!is_ours(strange, &hosts), "{strange}");
        }
    }

    #[test]
    fn only_our_own_proxy_is_believed() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let from = |peer: &str, told: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for line in told {
                headers.append("x-forwarded-for", HeaderValue::from_static(line));
            }
            asker(ip(peer), &[ip("10.0.0.1"), ip("10.0.0.2")], &headers).to_string()
        };
        assert_eq!(from("192.0.2.1", &["198.51.100.7"]), "192.0.2.1");
        assert_eq!(from("10.0.0.1", &["198.51.100.7"]), "198.51.100.7");
        assert_eq!(from("10.0.0.1", &["6.6.6.6, 198.51.100.7, 10.0.0.2"]), "198.51.100.7");
        assert_eq!(from("10.0.0.1", &["6.6.6.6", "198.51.100.7"]), "198.51.100.7");
        for nothing in [&[][..], &["nonsense"], &["198.51.100.7, nonsense"]] {
            assert_eq!(from("10.0.0.1", nothing), "10.0.0.1");
        }
    }

    #[test]
    fn only_our_own_page_may_act() {
        let at = |origin: Option<&'static str>, host: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static(host));
            if let Some(origin) = origin {
                headers.insert(ORIGIN, HeaderValue::from_static(origin));
            }
            at_home(&headers)
        };
        assert!(at(None, "localhost:8420"));
        assert!(at(Some("http://localhost:8420"), "localhost:8420"));
        assert!(at(Some("https://Games.example"), "games.example"));
        for origin in [
            "http://localhost:8421",
            "http://evil.example",
            "null",
            "",
            "localhost:8420",
        ] {
            assert!(!at(Some(origin), "localhost:8420"), "{origin}");
        }
    }
}
