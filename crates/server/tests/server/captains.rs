//! Captains play in the background.

use crate::client::{Host, Socket, get, new_game, unlimited};
use crate::measured::{metrics, value};
use serde_json::json;
use server::Limits;
use std::time::Duration;

#[tokio::test]
async fn a_captain_plays_a_whole_game() {
    let host = Host::start().await;
    let seats = json!([{"kind": "captain", "name": "random"}, {"kind": "here"}]);
    let keys = new_game(host.addr(), seats).await;
    let mut socket = Socket::connect(host.addr(), &keys.game, &keys.seats[1]).await;
    assert_eq!(socket.state["captain"]["pause_ms"], 400);
    let early = get(host.addr(), &keys.path("/review?side=one"), &keys.watch).await;
    assert_eq!(early.code(), "NoReview");
    assert_eq!(socket.ask(json!({"do": "pace", "ms": 0})).await["ok"]["pause_ms"], 0);
    assert_eq!(
        socket.ask(json!({"do": "pace", "ms": 5001})).await["error"]["code"],
        "PauseTooLong"
    );
    // The other seat is a random player too, over the socket.
    let mut rng = captain::Rng::new(9);
    loop {
        match socket.to_act() {
            None => break,
            Some(1) => {
                let choices = socket.choices();
                let answer = socket.choose(&choices[rng.below(choices.len())]).await;
                let version = answer["ok"]["version"].as_u64().unwrap_or_else(|| panic!("{answer}"));
                socket.until(version).await;
            }
            Some(_) => {
                assert!(socket.state["captain"]["thinking"].as_bool().unwrap());
                socket.next().await.unwrap();
            }
        }
    }
    assert_eq!(socket.state["captain"]["thinking"], false);
    assert!(socket.state["scene"]["verdict"].is_object());
    // The captain has acted, and everything it did is in the record and on disk.
    assert!(socket.story.iter().any(|told| told["side"] == "one"));
    let record = get(host.addr(), &keys.path("/record"), &keys.watch).await.ok();
    assert!(record["seed"].is_string());
    // Either side can be gone over now, and the same is found again.
    let review = async |side: &str| get(host.addr(), &keys.path(&format!("/review?side={side}")), &keys.watch).await;
    let found = review("two").await.ok();
    assert_eq!(found["side"], "two");
    assert!(found["decisions"].as_u64() >= found["looked_at"].as_u64() && found["looked_at"].as_u64() > Some(0));
    for moment in found["moments"].as_array().unwrap() {
        assert_eq!(socket.story[moment["entry"].as_u64().unwrap() as usize]["side"], "two");
    }
    assert_eq!(review("two").await.ok(), found);
    assert_eq!(review("one").await.ok()["side"], "one");
    assert_eq!(review("three").await.status, 400);
    let host = host.restart().await;
    assert_eq!(get(host.addr(), &keys.path("/record"), &keys.watch).await.ok(), record);
}

#[tokio::test]
async fn a_captain_waits_its_turn_and_its_pause() {
    let host = Host::start().await;
    let seats = json!([{"kind": "here"}, {"kind": "captain", "name": "greedy"}]);
    let keys = new_game(host.addr(), seats).await;
    let mut socket = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    assert_eq!(socket.state["captain"], json!({"thinking": false, "pause_ms": 400}));
    socket.ask(json!({"do": "pace", "ms": 5000})).await;
    // A change of pace is shown although the game stands where it stood.
    while socket.state["captain"]["pause_ms"] != 5000 {
        socket.next().await.unwrap();
    }
    assert_eq!(socket.version(), 0);
    while socket.to_act() == Some(0) {
        let choices = socket.choices();
        let choice = choices.iter().find(|c| *c == "ready").unwrap_or(&choices[0]).clone();
        let answer = socket.choose(&choice).await;
        socket.until(answer["ok"]["version"].as_u64().unwrap()).await;
    }
    // The captain is to act, but its pause is long; the server answers meanwhile, and the human may think again.
    assert_eq!(socket.state["captain"]["thinking"], true);
    if socket.state["undoable"] != 0 {
        let version = socket.version();
        let undone = socket.ask(json!({"do": "undo", "version": version})).await;
        assert_eq!(undone["ok"]["version"], version + 1, "{undone}");
        socket.until(version + 1).await;
        assert_eq!(socket.to_act(), Some(0));
        let answer = socket.choose("ready").await;
        socket.until(answer["ok"]["version"].as_u64().unwrap_or(0)).await;
    }
    let version = socket.version();
    socket.ask(json!({"do": "pace", "ms": 0})).await;
    socket.until(version + 1).await;
    assert_eq!(socket.story.last().unwrap()["side"], "two");
}

#[tokio::test]
async fn captains_do_not_play_on_when_nobody_looks() {
    let host = Host::with(Limits {
        idle: Duration::from_millis(500),
        ..unlimited()
    })
    .await;
    let captain = json!({"kind": "captain", "name": "random"});
    let keys = new_game(host.addr(), json!([captain, captain])).await;
    let played = async || value(&metrics(&host).await, "schiltron_choices_total");
    let watcher = Socket::connect(host.addr(), &keys.game, &keys.watch).await;
    // As long as somebody is there they go on.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let before = played().await;
    while played().await < before + 3.0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    drop(watcher);
    while value(&metrics(&host).await, "schiltron_games") > 0.0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let stopped = played().await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(played().await, stopped);
    // And again when somebody comes.
    let mut watcher = Socket::connect(host.addr(), &keys.game, &keys.watch).await;
    let version = watcher.version();
    while watcher.version() <= version {
        watcher.next().await.unwrap();
    }
}
