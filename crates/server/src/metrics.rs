//! What is measured, for whoever watches over the server (Prometheus).

use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Router, extract::State};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Code {
    pub code: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Status {
    pub status: u16,
}

pub struct Metrics {
    registry: Registry,
    pub games: Gauge,
    pub games_bytes: Gauge,
    pub connections: Gauge,
    pub turned_away: Counter,
    pub sockets: Gauge,
    pub requests: Family<Status, Counter>,
    pub request_time: Histogram,
    pub choices: Counter,
    pub choice_time: Histogram,
    pub refusals: Family<Code, Counter>,
    pub questions: Counter,
    pub captain_time: Histogram,
    pub database_time: Histogram,
    pub database_bytes: Counter,
    /// Over all connections, as they go over the line.
    pub bytes_in: Counter,
    pub bytes_out: Counter,
    pub socket_bytes_in: Counter,
    pub socket_bytes_out: Counter,
}

impl Default for Metrics {
    fn default() -> Metrics {
        // From a tenth of a millisecond to 6.5 seconds.
        let seconds = || Histogram::new(exponential_buckets(0.0001, 2.0, 17));
        let mut metrics = Metrics {
            registry: Registry::with_prefix("schiltron"),
            games: Gauge::default(),
            games_bytes: Gauge::default(),
            connections: Gauge::default(),
            turned_away: Counter::default(),
            sockets: Gauge::default(),
            requests: Family::default(),
            request_time: seconds(),
            choices: Counter::default(),
            choice_time: seconds(),
            refusals: Family::default(),
            questions: Counter::default(),
            captain_time: seconds(),
            database_time: seconds(),
            database_bytes: Counter::default(),
            bytes_in: Counter::default(),
            bytes_out: Counter::default(),
            socket_bytes_in: Counter::default(),
            socket_bytes_out: Counter::default(),
        };
        metrics.register();
        metrics
    }
}

impl Metrics {
    fn register(&mut self) {
        let all = &mut self.registry;
        all.register("games", "Games in memory", self.games.clone());
        let help = "Memory that games take, about";
        all.register_with_unit("games", help, Unit::Bytes, self.games_bytes.clone());
        all.register("connections", "Open connections", self.connections.clone());
        let help = "Connections refused because too many were open";
        all.register("turned_away", help, self.turned_away.clone());
        all.register("sockets", "Open websockets", self.sockets.clone());
        all.register("requests", "HTTP requests answered", self.requests.clone());
        let help = "Time to answer an HTTP request";
        all.register_with_unit("request", help, Unit::Seconds, self.request_time.clone());
        all.register("choices", "Choices carried out, undo too", self.choices.clone());
        let help = "From a choice to its answer; it is on disk then";
        all.register_with_unit("choice", help, Unit::Seconds, self.choice_time.clone());
        let help = "Areas, reaches and odds worked out; the same asked again is not";
        all.register("questions", help, self.questions.clone());
        all.register("refusals", "What was refused", self.refusals.clone());
        let help = "Time a captain thought about a choice";
        all.register_with_unit("captain", help, Unit::Seconds, self.captain_time.clone());
        let help = "Time to write a batch to disk";
        all.register_with_unit("database", help, Unit::Seconds, self.database_time.clone());
        let help = "Written to the database";
        all.register_with_unit("database_written", help, Unit::Bytes, self.database_bytes.clone());
        let help = "Bytes that came over all connections, heads of requests too";
        all.register_with_unit("received", help, Unit::Bytes, self.bytes_in.clone());
        let help = "Bytes that went out over all connections, as they were compressed";
        all.register_with_unit("sent", help, Unit::Bytes, self.bytes_out.clone());
        let help = "Messages that came over websockets";
        all.register_with_unit("socket_received", help, Unit::Bytes, self.socket_bytes_in.clone());
        let help = "Messages that went out over websockets";
        all.register_with_unit("socket_sent", help, Unit::Bytes, self.socket_bytes_out.clone());
    }

    pub fn refused(&self, code: &str) {
        self.refusals.get_or_create(&Code { code: code.into() }).inc();
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        // A text takes whatever is written to it.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// One more as long as this lives.
pub struct Counted(Gauge);

impl Counted {
    pub fn one(gauge: &Gauge) -> Counted {
        gauge.inc();
        Counted(gauge.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// So many bytes more as long as this lives, wherever they are asked for.
pub struct Weighed {
    gauge: Gauge,
    bytes: Arc<AtomicUsize>,
}

impl Weighed {
    pub fn new(gauge: &Gauge) -> Weighed {
        Weighed {
            gauge: gauge.clone(),
            bytes: Arc::default(),
        }
    }

    pub fn set(&self, bytes: usize) {
        let before = self.bytes.swap(bytes, Ordering::Relaxed);
        self.gauge.inc_by(bytes as i64 - before as i64);
    }

    pub fn bytes(&self) -> Arc<AtomicUsize> {
        self.bytes.clone()
    }
}

impl Drop for Weighed {
    fn drop(&mut self) {
        self.set(0);
    }
}

pub fn router(metrics: Arc<Metrics>) -> Router {
    Router::new().route("/metrics", get(tell)).with_state(metrics)
}

async fn tell(State(metrics): State<Arc<Metrics>>) -> impl IntoResponse {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(CONTENT_TYPE, kind)], metrics.text())
}
