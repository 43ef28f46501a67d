//! Bad input and strangers.

use crate::client::{Host, Socket, get, here, new_game, post, send, unlimited};
use serde_json::json;
use server::{Limits, Rate};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

#[tokio::test]
async fn every_answer_is_closed_to_other_pages() {
    let host = Host::start().await;
    for path in ["/", "/g/000000000000", "/api/health", "/api/nothing", "/nothing"] {
        let reply = get(host.addr(), path, "").await;
        for header in [
            "content-security-policy: default-src 'self';",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cache-control: no-",
        ] {
            assert!(reply.head.contains(header), "{path}: {header}\n{}", reply.head);
        }
    }
    let page = get(host.addr(), "/g/000000000000", "").await;
    assert!(page.head.contains("text/html") && page.body.starts_with(b"<!doctype html>"));
    let tag = page.head.lines().find_map(|l| l.strip_prefix("etag: ")).unwrap();
    let head = format!(
        "GET / HTTP/1.1\r\nhost: localhost\r\nif-none-match: {}",
        tag.replace("w/", "W/")
    );
    assert_eq!(send(host.addr(), &head, b"").await.status, 304);
    let head = "GET / HTTP/1.1\r\nhost: localhost\r\naccept-encoding: br";
    assert!(send(host.addr(), head, b"").await.head.contains("content-encoding: br"));
    for path in ["/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/assets/", "/g"] {
        assert_eq!(get(host.addr(), path, "").await.code(), "NoSuchPath", "{path}");
    }
    // Whoever looks for a page gets one that says so.
    let head = "GET /nothing HTTP/1.1\r\nhost: localhost\r\naccept: text/html,*/*;q=0.8";
    let lost = send(host.addr(), head, b"").await;
    assert_eq!(lost.status, 404);
    assert!(lost.body.starts_with(b"<!doctype html>"));
    assert_eq!(post(host.addr(), "/", "", &json!({})).await.code(), "WrongMethod");
}

#[tokio::test]
async fn other_pages_cannot_act() {
    let host = Host::start().await;
    let addr = host.addr();
    let keys = new_game(addr, here()).await;
    let body = json!({"scenario": "edward/bannockburn", "seats": here()}).to_string();
    for (origin, status) in [
        (format!("http://{addr}"), 200),
        ("http://evil.example".into(), 403),
        ("null".into(), 403),
    ] {
        let head =
            format!("POST /api/games HTTP/1.1\r\nhost: {addr}\r\norigin: {origin}\r\ncontent-type: application/json");
        assert_eq!(send(addr, &head, body.as_bytes()).await.status, status, "{origin}");
        let url = format!("ws://{addr}/api/games/{}/live", keys.game);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        assert_eq!(connect_async(request).await.is_ok(), status == 200, "{origin}");
    }
    // A form of another page sends no JSON.
    let head = format!("POST /api/games HTTP/1.1\r\nhost: {addr}\r\ncontent-type: text/plain");
    assert_eq!(send(addr, &head, body.as_bytes()).await.code(), "NotJson");
}

#[tokio::test]
async fn only_our_own_names_are_answered_to() {
    let host = Host::start().await;
    for (name, path, status) in [
        ("localhost", "/api/health", 200),
        ("127.0.0.1:80", "/", 200),
        ("evil.example", "/api/health", 421),
        ("evil.example", "/", 421),
        ("localhost.evil.example:80", "/api/shelf", 421),
    ] {
        let head = format!("GET {path} HTTP/1.1\r\nhost: {name}");
        let reply = send(host.addr(), &head, b"").await;
        assert_eq!(reply.status, status, "{name}");
        if status == 421 {
            assert_eq!(reply.code(), "StrangeHost");
        }
    }
}

/// A server that believes the proxy at 127.0.0.1, or nobody, and lets an address ask three times.
async fn behind_a_proxy(believed: bool) -> (server::Running, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut config = server::Config::new(folder.path());
    config.limits = Limits {
        address: Rate {
            burst: 3,
            per_second: 0.001,
        },
        ..unlimited()
    };
    config.proxies = if believed {
        vec![[127, 0, 0, 1].into()]
    } else {
        Vec::new()
    };
    (server::start(config).await.unwrap(), folder)
}

#[tokio::test]
async fn a_proxy_is_believed_if_it_is_ours_and_a_network_is_one_address() {
    let ask = async |running: &server::Running, from: &str| {
        let head = format!("GET /api/health HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: {from}");
        send(running.addr(), &head, b"").await.status
    };
    let (running, _folder) = behind_a_proxy(true).await;
    for last in 1..4 {
        assert_eq!(ask(&running, &format!("2001:db8:1:2::{last}")).await, 200);
    }
    assert_eq!(ask(&running, "2001:db8:1:2:9:9:9:9").await, 429);
    assert_eq!(ask(&running, "2001:db8:1:3::1").await, 200);
    for _ in 0..3 {
        assert_eq!(ask(&running, "192.0.2.1").await, 200);
    }
    assert_eq!(ask(&running, "192.0.2.1").await, 429);
    assert_eq!(ask(&running, "192.0.2.2").await, 200);
    // What stands before it anybody may have written.
    assert_eq!(ask(&running, "6.6.6.6, 192.0.2.1").await, 429);
    let (running, _folder) = behind_a_proxy(false).await;
    for last in 1..4 {
        assert_eq!(ask(&running, &format!("192.0.2.{last}")).await, 200);
    }
    assert_eq!(ask(&running, "192.0.2.9").await, 429);
}

#[tokio::test]
async fn a_folder_that_is_none_is_named_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let Err(fault) = server::start(server::Config::new(&file)).await else {
        panic!("games are kept in a file");
    };
    let words = fault.to_string();
    assert_eq!(words.matches(file.to_str().unwrap()).count(), 1, "{words}");
}

#[tokio::test]
async fn too_much_is_too_much() {
    let host = Host::start().await;
    let addr = host.addr();
    let large = json!({"tokens": ["x".repeat(70_000)]});
    let reply = post(addr, "/api/games/list", "", &large).await;
    assert_eq!((reply.status, reply.code().as_str()), (413, "TooLarge"));
    let record = json!({"record": "x".repeat(1_900_000), "seats": here()});
    assert_eq!(post(addr, "/api/games/open", "", &record).await.code(), "Malformed");
    let record = json!({"record": "x".repeat(2_200_000), "seats": here()});
    assert_eq!(post(addr, "/api/games/open", "", &record).await.code(), "TooLarge");

    let keys = new_game(addr, here()).await;
    let mut socket = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    socket.send(&"x".repeat(70_000)).await;
    let last = socket.next().await.unwrap();
    assert_eq!(
        (&last["type"], &last["error"]["code"]),
        (&json!("refused"), &json!("TooLarge"))
    );
    assert!(socket.next().await.is_none());
    let mut socket = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    socket.send_message(Message::binary(vec![0, 159, 146, 150])).await;
    assert_eq!(socket.next().await.unwrap()["error"]["code"], "Malformed");
}

#[tokio::test]
async fn a_hello_that_is_none_is_refused() {
    let host = Host::start().await;
    let addr = host.addr();
    let keys = new_game(addr, here()).await;
    for (hello, code) in [
        ("{", "Malformed"),
        ("{}", "Malformed"),
        (r#"{"hello": {"token": "x", "admin": true}}"#, "Malformed"),
        (r#"{"hello": {"token": "x"}}"#, "WrongToken"),
        (r#"{"hello": {"token": ""}}"#, "WrongToken"),
    ] {
        let mut socket = Socket::raw(addr, &keys.game).await;
        socket.send(hello).await;
        let last = socket.next().await.unwrap();
        assert_eq!(
            (&last["type"], &last["error"]["code"]),
            (&json!("refused"), &json!(code)),
            "{hello}"
        );
        assert!(socket.next().await.is_none());
    }
    let mut socket = Socket::raw(addr, "000000000000").await;
    socket.send(&json!({"hello": {"token": keys.watch}}).to_string()).await;
    assert_eq!(socket.next().await.unwrap()["error"]["code"], "UnknownGame");
    let plain = get(addr, &keys.path("/live"), &keys.watch).await;
    assert_eq!(plain.code(), "NotAWebsocket");
}

#[tokio::test]
async fn haste_is_refused() {
    let slow = Rate {
        burst: 5,
        per_second: 0.001,
    };
    let host = Host::with(Limits {
        socket: slow,
        games: slow,
        sockets: 2,
        ..unlimited()
    })
    .await;
    let addr = host.addr();
    let keys = new_game(addr, here()).await;
    for _ in 0..4 {
        new_game(addr, here()).await;
    }
    let body = json!({"scenario": "edward/bannockburn", "seats": here()});
    let reply = post(addr, "/api/games", "", &body).await;
    assert_eq!((reply.status, reply.code().as_str()), (429, "TooFast"));

    let mut socket = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    for _ in 0..5 {
        assert!(socket.ask(json!({"do": "odds", "choice": "fly"})).await["error"]["code"] != "TooFast");
    }
    let choice = socket.choices()[0].clone();
    assert_eq!(socket.choose(&choice).await["error"]["code"], "TooFast");
    // Who does not stop is shown out.
    for _ in 0..100 {
        socket.send("{}").await;
    }
    let mut last = json!(null);
    while let Some(message) = socket.next().await {
        last = message;
    }
    assert_eq!(
        (&last["type"], &last["error"]["code"]),
        (&json!("refused"), &json!("TooFast"))
    );

    let _first = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    let _second = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    let mut third = Socket::raw(addr, &keys.game).await;
    assert_eq!(third.next().await.unwrap()["error"]["code"], "TooFast");

    let host = Host::with(Limits {
        address: slow,
        ..unlimited()
    })
    .await;
    for _ in 0..5 {
        get(host.addr(), "/api/health", "").await.ok();
    }
    assert_eq!(get(host.addr(), "/api/health", "").await.code(), "TooFast");
    // The page itself is still served.
    assert_eq!(get(host.addr(), "/", "").await.status, 200);
}
