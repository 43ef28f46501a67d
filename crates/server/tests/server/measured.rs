//! What the server tells of itself to whoever watches over it.

use crate::client::{Host, Socket, get, here, new_game};

/// The value of a measurement.
fn value(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let line = line.unwrap_or_else(|| panic!("nothing is told of {name}:\n{text}"));
    line.parse().unwrap()
}

#[tokio::test]
async fn everything_is_counted() {
    let host = Host::start().await;
    let (addr, told_at) = (host.addr(), host.running.metrics_addr().unwrap());
    let keys = new_game(addr, here()).await;
    let mut socket = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    let choice = socket.choices()[0].clone();
    assert!(socket.choose(&choice).await.get("ok").is_some());
    assert!(socket.choose("nonsense").await.get("error").is_some());
    get(addr, &keys.path(""), "wrong").await;

    let told = get(told_at, "/metrics", "").await;
    assert!(told.head.contains("openmetrics-text"), "{}", told.head);
    let text = String::from_utf8(told.body).unwrap();
    for (name, least) in [
        ("schiltron_games", 1.0),
        ("schiltron_sockets", 1.0),
        ("schiltron_connections", 1.0),
        ("schiltron_choices_total", 1.0),
        ("schiltron_choice_seconds_count", 1.0),
        ("schiltron_refusals_total{code=\"WrongToken\"}", 1.0),
        ("schiltron_requests_total{status=\"200\"}", 1.0),
        ("schiltron_request_seconds_count", 2.0),
        ("schiltron_captain_seconds_count", 0.0),
        ("schiltron_database_seconds_count", 2.0),
        ("schiltron_database_written_bytes_total", 1.0),
        ("schiltron_socket_received_bytes_total", 20.0),
        ("schiltron_socket_sent_bytes_total", 1000.0),
        ("schiltron_turned_away_total", 0.0),
    ] {
        assert!(value(&text, name) >= least, "{name}\n{text}");
    }
    // Measurements are for the host: the players' address does not tell them.
    assert_eq!(get(addr, "/metrics", "").await.code(), "NoSuchPath");
}
