//! Two players and what passes between them besides choices: who is there, what they say, what they have settled beforehand.

use crate::client::{Host, Keys, SCENARIO, Socket, get, here, new_game, post, unlimited};
use crate::measured::{metrics, value};
use rusqlite::Connection;
use serde_json::{Value, json};
use server::Config;
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::Duration;

async fn with_friend(addr: SocketAddr, scenario: &str) -> Keys {
    let seats = json!([{"kind": "here"}, {"kind": "friend"}]);
    let body = json!({"scenario": scenario, "seats": seats});
    Keys::joined(addr, &post(addr, "/api/games", "", &body).await.ok()).await
}

/// Waits for a state of which this is true.
async fn until(socket: &mut Socket, is: impl Fn(&Value) -> bool) {
    while !is(&socket.state) {
        socket.next().await.expect("a state");
    }
}

fn present(state: &Value) -> Vec<&str> {
    let list = state["present"].as_array().into_iter().flatten();
    list.map(|side| side.as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_player_sees_the_other_come_and_go() {
    let host = Host::start().await;
    let keys = with_friend(host.addr(), SCENARIO).await;
    let mut one = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    until(&mut one, |state| present(state) == ["one"]).await;
    let two = Socket::connect(host.addr(), &keys.game, &keys.seats[1]).await;
    until(&mut one, |state| present(state) == ["one", "two"]).await;
    drop(two);
    until(&mut one, |state| present(state) == ["one"]).await;
}

fn reading(state: &Value) -> Vec<&str> {
    let list = state["reading"].as_array().into_iter().flatten();
    list.map(|side| side.as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_player_sees_whether_the_other_looks_or_only_has_the_game_open() {
    let host = Host::start().await;
    let keys = with_friend(host.addr(), SCENARIO).await;
    let mut one = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    let mut two = Socket::connect(host.addr(), &keys.game, &keys.seats[1]).await;
    until(&mut one, |state| reading(state) == ["one", "two"]).await;
    let answer = two.ask(json!({"do": "look", "reads": false})).await;
    assert_eq!(answer["error"], Value::Null, "{answer}");
    until(&mut one, |state| reading(state) == ["one"]).await;
    assert_eq!(present(&one.state), ["one", "two"]);
    // On another device of theirs the game is looked at.
    let desk = Socket::connect(host.addr(), &keys.game, &keys.seats[1]).await;
    until(&mut one, |state| reading(state) == ["one", "two"]).await;
    drop(desk);
    until(&mut one, |state| reading(state) == ["one"]).await;
    two.ask(json!({"do": "look", "reads": true})).await;
    until(&mut one, |state| reading(state) == ["one", "two"]).await;
    drop(two);
    until(&mut one, |state| present(state) == ["one"] && reading(state) == ["one"]).await;
}

#[tokio::test]
async fn both_players_are_told_the_link_for_watchers() {
    let host = Host::start().await;
    let keys = with_friend(host.addr(), SCENARIO).await;
    let host = host.restart().await;
    let path = format!("/api/games/{}", keys.game);
    for token in &keys.seats {
        assert_eq!(get(host.addr(), &path, token).await.ok()["watch"], json!(keys.watch));
    }
    let watcher = get(host.addr(), &path, &keys.watch).await.ok();
    assert_eq!(
        (&watcher["viewer"], &watcher["watch"]),
        (&json!("watcher"), &Value::Null)
    );
}

#[tokio::test]
async fn what_is_said_reaches_both_players_and_stays() {
    let host = Host::start().await;
    let keys = with_friend(host.addr(), SCENARIO).await;
    let mut one = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    let mut two = Socket::connect(host.addr(), &keys.game, &keys.seats[1]).await;
    let invites = json!({"game": keys.game, "invitation": "A".repeat(22)});
    for (socket, say) in [
        (&mut one, json!({"do": "say", "text": "Good evening."})),
        (
            &mut two,
            json!({"do": "say", "text": "Another one?", "invites": invites}),
        ),
    ] {
        let answer = socket.ask(say).await;
        assert_eq!(answer["error"], Value::Null, "{answer}");
    }
    let said = |state: &Value, from: u64| state["said"]["from"] == from && !state["said"]["lines"].is_null();
    until(&mut one, |state| said(state, 1)).await;
    let line = &one.state["said"]["lines"][0];
    assert_eq!((&line["side"], &line["text"]), (&json!("two"), &json!("Another one?")));
    assert_eq!(line["invites"], invites);
    let host = host.restart().await;
    let back = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    assert_eq!(back.state["said"]["from"], 0);
    assert_eq!(back.state["said"]["lines"].as_array().unwrap().len(), 2);
    // It is nobody else's business.
    let mut watcher = Socket::connect(host.addr(), &keys.game, &keys.watch).await;
    assert_eq!(watcher.state["said"], Value::Null);
    let refused = watcher.ask(json!({"do": "say", "text": "Hello?"})).await;
    assert_eq!(refused["error"]["code"], "NotYourSeat");
}

#[tokio::test]
async fn lines_that_are_none_are_refused() {
    let host = Host::start().await;
    let keys = new_game(host.addr(), here()).await;
    let mut one = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    for bad in [
        json!({"do": "say", "text": "  "}),
        json!({"do": "say", "text": "x".repeat(501)}),
        json!({"do": "say", "text": "a\u{1b}[31mb"}),
        json!({"do": "say", "text": "About nothing.", "about": 9}),
        json!({"do": "say", "text": "Come.", "invites": {"game": "../x", "invitation": ""}}),
    ] {
        let answer = one.ask(bad.clone()).await;
        assert_eq!(answer["error"]["code"], "BadLine", "{bad}");
    }
    let many: serde_json::Map<_, _> = (0..401).map(|n| (n.to_string(), json!("never"))).collect();
    let answer = one.ask(json!({"do": "standing", "orders": many})).await;
    assert_eq!(answer["error"]["code"], "TooManyOrders");
    let strange = one.ask(json!({"do": "standing", "orders": {"moray": "perhaps"}})).await;
    assert_eq!(strange["error"]["code"], "Malformed");
}

/// Something that a player may do while it is not his turn, with a pass beside it; the kinds of it.
fn window(socket: &Socket) -> BTreeSet<String> {
    let offers: Vec<&Value> = socket.state["offers"].as_array().into_iter().flatten().collect();
    let is_pass = |offer: &&&Value| offer["role"].as_str().unwrap().starts_with("pass");
    if !offers.iter().any(|offer| is_pass(&offer)) {
        return BTreeSet::new();
    }
    let reactions = offers.iter().filter(|offer| !is_pass(offer));
    reactions
        .map(|offer| offer["kind"].as_str().unwrap().to_string())
        .collect()
}

#[tokio::test]
async fn standing_orders_are_followed_by_the_server() {
    let host = Host::start().await;
    let (keys, mut two) = against_a_captain(host.addr()).await;
    let mut orders = serde_json::Map::new();
    let mut sent = 0;
    // Whatever he is asked about is never to be done from then on; apart from that he ends his phases.
    loop {
        until(&mut two, |state| state["to_act"][0] != "one").await;
        let his = two.story.iter().filter(|entry| entry["side"] == "two").count();
        assert!(his >= sent);
        if his > sent || two.to_act().is_none() {
            break;
        }
        let kinds = window(&two);
        if kinds.is_empty() {
            end_phase(&mut two).await;
            sent += 1;
        } else {
            for kind in kinds {
                let known = orders.insert(format!("kind:{kind}"), json!("never"));
                assert_eq!(known, None, "he is asked about what he has settled: {kind}");
            }
            let answer = two.ask(json!({"do": "standing", "orders": orders})).await;
            assert_eq!(answer["ok"], json!(orders));
            let version = two.version();
            two.until(version + 1).await;
        }
    }
    let last = two.story.iter().rfind(|entry| entry["side"] == "two").unwrap();
    assert_eq!(last["choice"], "pass");
    // They are kept with the game.
    let host = host.restart().await;
    let mut back = Socket::connect(host.addr(), &keys.game, &keys.seats[1]).await;
    assert_eq!(back.ask(json!({"do": "standing"})).await["ok"], json!(orders));
}

/// A game in which a captain has the first side, at once in all it does.
async fn against_a_captain(addr: SocketAddr) -> (Keys, Socket) {
    let seats = json!([{"kind": "captain", "name": "greedy"}, {"kind": "here"}]);
    let body = json!({"scenario": "medieval/prelude", "seats": seats});
    let keys = Keys::read(&post(addr, "/api/games", "", &body).await.ok());
    let mut two = Socket::connect(addr, &keys.game, &keys.seats[1]).await;
    two.ask(json!({"do": "pace", "ms": 0})).await;
    (keys, two)
}

/// Ends the phase that the second side is in.
async fn end_phase(two: &mut Socket) {
    let offers = two.state["offers"].as_array().unwrap();
    let finish = offers.iter().find(|offer| offer["role"] == "finish");
    let choice = finish.unwrap_or(&offers[0])["choice"].as_str().unwrap().to_string();
    let done = two.choose(&choice).await;
    two.until(done["ok"]["version"].as_u64().unwrap()).await;
}

#[tokio::test]
async fn standing_orders_are_followed_with_no_page_open_at_all() {
    let host = Host::start().await;
    let addr = host.addr();
    let (keys, mut two) = against_a_captain(addr).await;
    let board = get(addr, &keys.path("/board"), &keys.seats[1]).await.ok();
    let kinds = board["reactions"].as_array().unwrap();
    let kinds = kinds.iter().map(|kind| format!("kind:{}", kind.as_str().unwrap()));
    let orders: serde_json::Map<_, _> = kinds.map(|kind| (kind, json!("never"))).collect();
    assert!(!orders.is_empty());
    assert_eq!(
        two.ask(json!({"do": "standing", "orders": orders})).await["ok"],
        json!(orders)
    );
    drop(two);
    let list = json!({"tokens": [format!("{}#{}", keys.game, keys.watch)]});
    // His own phases he ends himself, and closes the page again. Passing is left to the server.
    loop {
        let line = post(addr, "/api/games/list", "", &list).await.ok()["games"][0].clone();
        assert_eq!(line["over"], false, "he was never asked whether he interrupts");
        if line["to_act"] == json!(["two"]) {
            let mut two = Socket::connect(addr, &keys.game, &keys.seats[1]).await;
            assert!(window(&two).is_empty(), "{}", two.state["offers"]);
            end_phase(&mut two).await;
            continue;
        }
        let story = get(addr, &keys.path("/story"), &keys.watch).await.ok();
        let story = story["story"].as_array().unwrap();
        if story
            .iter()
            .any(|entry| entry["side"] == "two" && entry["choice"] == "pass")
        {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The server is started anew while an order is to be followed and a captain to go on, and nobody comes to look.
#[tokio::test]
async fn standing_orders_are_followed_after_a_restart_with_nobody_there() {
    let host = Host::start().await;
    let (keys, mut two) = against_a_captain(host.addr()).await;
    let kinds = loop {
        until(&mut two, |state| state["to_act"][0] != "one").await;
        assert!(two.to_act().is_some(), "he was never asked whether he interrupts");
        let kinds = window(&two);
        if !kinds.is_empty() {
            break kinds;
        }
        end_phase(&mut two).await;
    };
    let entries = two.story.len();
    drop(two);
    let Host { running, folder } = host;
    running.shutdown().await;
    let orders: serde_json::Map<_, _> = kinds
        .iter()
        .map(|kind| (format!("kind:{kind}"), json!("never")))
        .collect();
    Connection::open(folder.path().join("games.sqlite"))
        .unwrap()
        .execute(
            "INSERT INTO standing SELECT id, 1, ?1 FROM game",
            [json!(orders).to_string()],
        )
        .unwrap();
    let mut config = Config::new(folder.path());
    config.limits = unlimited();
    config.metrics = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    let running = server::start(config).await.unwrap();
    let host = Host { running, folder };
    // He passes, and the captain goes on.
    while value(&metrics(&host).await, "schiltron_choices_total") < 2.0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let story = get(host.addr(), &keys.path("/story"), &keys.watch).await.ok();
    let next = &story["story"][entries];
    assert_eq!(
        (&next["side"], &next["choice"]),
        (&json!("two"), &json!("pass")),
        "{next}"
    );
    assert_eq!(story["story"][entries + 1]["side"], "one");
}
