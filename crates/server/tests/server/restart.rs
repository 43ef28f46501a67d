//! A server goes down and comes back.

use crate::client::{Host, Pair, Socket, get, here, new_game, unlimited};
use serde_json::json;
use server::{Config, StartError, StoreFault};
use std::time::Duration;

#[tokio::test]
async fn a_restart_changes_nothing() {
    let host = Host::start().await;
    let keys = new_game(host.addr(), here()).await;
    let mut pair = Pair::connect(host.addr(), &keys, 11).await;
    for _ in 0..100 {
        pair.step().await.unwrap();
    }
    let all = |host: &Host| {
        let addr = host.addr();
        let keys = keys.clone();
        async move {
            let mut answers = Vec::new();
            for rest in ["", "/board", "/scene", "/story", "/record", "/scene?at=50"] {
                answers.push(get(addr, &keys.path(rest), &keys.seats[0]).await.ok());
            }
            answers
        }
    };
    let before = all(&host).await;
    let host = host.restart().await;
    assert_eq!(all(&host).await, before);
    // The sockets learn it, and may come back with what they have.
    while pair.seats[0].next().await.is_some() {}
    let hello = json!({"token": keys.seats[0], "since": 100});
    let mut socket = Socket::raw(host.addr(), &keys.game).await;
    socket.story = vec![json!(null); 100];
    socket.send(&json!({"hello": hello}).to_string()).await;
    let state = socket.next().await.unwrap();
    assert_eq!((&state["from"], &state["version"]), (&json!(100), &json!(100)));
    let mut pair = Pair::connect(host.addr(), &keys, 12).await;
    pair.step().await.unwrap();
}

#[tokio::test]
async fn versions_never_go_back() {
    let host = Host::start().await;
    let keys = new_game(host.addr(), here()).await;
    let mut one = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    let choice = one.choices()[0].clone();
    one.choose(&choice).await;
    one.ask(json!({"do": "undo", "version": 1})).await;
    let host = host.restart().await;
    let mut one = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    assert_eq!((one.version(), one.story.len()), (2, 0));
    assert_eq!(one.choose(&choice).await["ok"]["version"], 3);
}

#[tokio::test]
async fn idle_games_leave_memory_and_come_back() {
    let mut limits = unlimited();
    limits.memory = 600 << 10;
    let host = Host::with(limits).await;
    let mut games = Vec::new();
    for n in 0..12 {
        let keys = new_game(host.addr(), here()).await;
        let mut pair = Pair::connect(host.addr(), &keys, n).await;
        let (_, hash) = pair.step().await.unwrap();
        games.push((keys, hash));
        // The sockets are gone; it takes a moment until the server knows.
        drop(pair);
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    for (keys, hash) in games {
        let record = loop {
            let reply = get(host.addr(), &keys.path("/record"), &keys.watch).await;
            if reply.status == 429 {
                tokio::time::sleep(Duration::from_millis(10)).await;
                continue;
            }
            break reply.ok();
        };
        assert_eq!(record["entries"][0][3], json!(hash));
    }
    let health = get(host.addr(), "/api/health", "").await.ok();
    assert!(health["games"].as_u64().unwrap() <= 4, "{health}");
}

#[tokio::test]
async fn two_servers_never_share_a_folder() {
    let host = Host::start().await;
    let second = server::start(Config::new(host.folder.path())).await;
    assert!(matches!(
        second,
        Err(StartError::Store {
            fault: StoreFault::InUse,
            ..
        })
    ));
}

#[tokio::test]
async fn a_taken_port_is_told() {
    let host = Host::start().await;
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::new(folder.path());
    config.addr = host.addr();
    assert!(matches!(server::start(config).await, Err(StartError::Listen { .. })));
}
