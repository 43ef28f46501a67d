//! What the server tells of itself to whoever watches over it.

use crate::client::{Host, Socket, get, here, new_game, send};
use serde_json::json;

/// All that is told.
pub async fn metrics(host: &Host) -> String {
    let told = get(host.running.metrics_addr().unwrap(), "/metrics", "").await;
    assert!(told.head.contains("openmetrics-text"), "{}", told.head);
    String::from_utf8(told.body).unwrap()
}

/// The value of a measurement.
pub fn value(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let line = line.unwrap_or_else(|| panic!("nothing is told of {name}:\n{text}"));
    line.parse().unwrap()
}

#[tokio::test]
async fn everything_is_counted() {
    let host = Host::start().await;
    let addr = host.addr();
    let keys = new_game(addr, here()).await;
    // A game is written when it is begun.
    assert!(value(&metrics(&host).await, "schiltron_database_written_bytes_total") > 0.0);
    let mut socket = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    let choice = socket.choices()[0].clone();
    assert!(socket.choose(&choice).await.get("ok").is_some());
    assert!(socket.choose("nonsense").await.get("error").is_some());
    get(addr, &keys.path(""), "wrong").await;
    // The page, a strange name, and a hello that is refused count too.
    assert_eq!(get(addr, "/", "").await.status, 200);
    let strange = send(addr, "GET / HTTP/1.1\r\nhost: evil.example", b"").await;
    assert_eq!((strange.status, strange.code().as_str()), (421, "StrangeHost"));
    let mut refused = Socket::raw(addr, &keys.game).await;
    refused.send("{}").await;
    while refused.next().await.is_some() {}
    // A captain has thought.
    let seats = json!([{"kind": "captain", "name": "random"}, {"kind": "here"}]);
    let captains = new_game(addr, seats).await;
    let mut watcher = Socket::connect(addr, &captains.game, &captains.watch).await;
    while watcher.version() == 0 {
        watcher.next().await.unwrap();
    }

    let text = metrics(&host).await;
    for (name, least) in [
        ("schiltron_games", 1.0),
        ("schiltron_sockets", 1.0),
        ("schiltron_connections", 1.0),
        ("schiltron_choices_total", 1.0),
        ("schiltron_choice_seconds_count", 1.0),
        ("schiltron_refusals_total{code=\"WrongToken\"}", 1.0),
        ("schiltron_requests_total{status=\"200\"}", 1.0),
        ("schiltron_request_seconds_count", 4.0),
        ("schiltron_captain_seconds_count", 1.0),
        ("schiltron_requests_total{status=\"421\"}", 1.0),
        ("schiltron_refusals_total{code=\"StrangeHost\"}", 1.0),
        ("schiltron_refusals_total{code=\"Malformed\"}", 1.0),
        // Of the page alone there is more than that.
        ("schiltron_sent_bytes_total", 2000.0),
        ("schiltron_received_bytes_total", 500.0),
        ("schiltron_database_seconds_count", 2.0),
        ("schiltron_database_written_bytes_total", 1.0),
        ("schiltron_socket_received_bytes_total", 20.0),
        ("schiltron_socket_sent_bytes_total", 1000.0),
        ("schiltron_turned_away_total", 0.0),
    ] {
        assert!(value(&text, name) >= least, "{name}\n{text}");
    }
    // Two games, the page, two upgrades were answered well; the upgrades by another status.
    assert_eq!(value(&text, "schiltron_requests_total{status=\"200\"}"), 3.0, "{text}");
    // Measurements are for the host: the players' address does not tell them.
    assert_eq!(get(addr, "/metrics", "").await.code(), "NoSuchPath");
}
