//! Playing over a websocket.

use crate::client::{Host, Keys, Pair, Socket, get, here, new_game};
use captain::Rng;
use kernel::{Seed, Side, Viewer};
use serde_json::{Value, json};

async fn begin() -> (Host, Keys, Socket, Socket) {
    let host = Host::start().await;
    let keys = new_game(host.addr(), here()).await;
    let one = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    let two = Socket::connect(host.addr(), &keys.game, &keys.seats[1]).await;
    (host, keys, one, two)
}

fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or("no error")
}

#[tokio::test]
async fn choices_are_answered_and_shown_to_all() {
    let (host, keys, mut one, mut two) = begin().await;
    let mut watcher = Socket::connect(host.addr(), &keys.game, &keys.watch).await;
    for _ in 0..40 {
        let newest = one.version().max(two.version());
        one.until(newest).await;
        two.until(newest).await;
        let seat = if one.to_act() == Some(0) { &mut one } else { &mut two };
        let choices = seat.choices();
        let choice = choices[choices.len() / 2].clone();
        let answer = seat.choose(&choice).await;
        assert_eq!(answer["ok"]["done"], 1, "{choice}: {answer}");
        assert_eq!(answer["ok"]["version"], newest + 1);
        seat.until(newest + 1).await;
    }
    for socket in [&mut one, &mut two, &mut watcher] {
        socket.until(40).await;
        assert_eq!(socket.story.len(), 40);
        // What was put together from the changes is what a whole scene has.
        let viewer = socket.state["viewer"].as_str().unwrap();
        let token = match viewer {
            "one" => &keys.seats[0],
            "two" => &keys.seats[1],
            _ => &keys.watch,
        };
        let scene = get(host.addr(), &keys.path("/scene"), token).await.ok();
        assert_eq!(scene["pieces"], json!(socket.pieces), "{viewer}");
        assert_eq!(scene["prompt"], socket.state["scene"]["prompt"]);
        let story = get(host.addr(), &keys.path("/story"), token).await.ok();
        assert_eq!(story["story"], json!(socket.story));
        let story = get(host.addr(), &keys.path("/story?from=38"), token).await.ok();
        assert_eq!(story["story"], json!(socket.story[38..]));
    }
    assert_eq!(watcher.state["offers"], json!([]));
    let idle = if one.to_act() == Some(0) { &two } else { &one };
    assert_eq!(idle.state["offers"], json!([]));
    assert!(!idle.state["scene"]["whole"].as_bool().unwrap());
}

#[tokio::test]
async fn what_is_refused_changes_nothing() {
    let (host, keys, mut one, mut two) = begin().await;
    let mut watcher = Socket::connect(host.addr(), &keys.game, &keys.watch).await;
    let before = get(host.addr(), &keys.path("/record"), &keys.watch).await.ok();
    let choice = one.choices()[0].clone();

    assert_eq!(code(&two.choose(&choice).await), "NotYourTurn");
    assert_eq!(code(&watcher.choose(&choice).await), "NotYourSeat");
    assert_eq!(code(&watcher.ask(json!({"do": "pace", "ms": 0})).await), "NotYourSeat");
    assert_eq!(
        code(&watcher.ask(json!({"do": "odds", "choice": choice})).await),
        "NotYourSeat"
    );
    let stale = json!({"do": "choose", "version": 7, "choice": choice});
    assert_eq!(code(&one.ask(stale).await), "StaleVersion");
    for unlisted in [
        "end",
        "resolve scots-nobody",
        "fly",
        "",
        "set",
        "\u{1F3F9}",
        &"x".repeat(60_000),
    ] {
        let answer = one.choose(unlisted).await;
        assert!(answer["error"]["why"].as_str().unwrap().len() > 3, "{answer}");
    }
    assert_eq!(code(&one.ask(json!({"do": "undo", "version": 0})).await), "CannotUndo");
    let plan = json!({"do": "plan", "version": 0, "choices": [choice, "fly"]});
    let answer = one.ask(plan).await;
    assert_eq!(answer["error"]["at"], 1, "{answer}");
    let empty = json!({"do": "plan", "version": 0, "choices": []});
    assert_eq!(code(&one.ask(empty).await), "EmptyPlan");
    assert_eq!(code(&one.ask(json!({"do": "pace", "ms": 10})).await), "NoCaptain");
    assert_eq!(code(&one.ask(json!({"do": "dance"})).await), "Malformed");
    assert_eq!(
        code(&one.ask(json!({"do": "undo", "version": 0, "force": true})).await),
        "Malformed"
    );
    assert_eq!(
        code(&one.ask(json!({"do": "choose", "version": -1, "choice": choice})).await),
        "Malformed"
    );
    for text in [
        "",
        "{",
        "null",
        "[]",
        "{\"ref\": 4294967296, \"do\": \"undo\"}",
        "\"hello\"",
        "{\"ref\": \"x\"}",
    ] {
        one.send(text).await;
        let answer = one.next().await.unwrap();
        assert_eq!((code(&answer), &answer["ref"]), ("Malformed", &Value::Null), "{text}");
    }

    let after = get(host.addr(), &keys.path("/record"), &keys.watch).await.ok();
    assert_eq!(before, after);
    assert_eq!(one.choose(&choice).await["ok"]["version"], 1);
}

#[tokio::test]
async fn undo_takes_back_what_no_die_has_settled() {
    let (host, keys, mut one, mut two) = begin().await;
    let start = get(host.addr(), &keys.path("/scene"), &keys.watch).await.ok();
    let choice = one.choices()[0].clone();
    assert_eq!(one.choose(&choice).await["ok"]["version"], 1);
    one.until(1).await;
    assert_eq!((&one.state["undoable"], &one.state["entries"]), (&json!(1), &json!(1)));
    assert_eq!(code(&two.ask(json!({"do": "undo", "version": 1})).await), "CannotUndo");
    let undone = one.ask(json!({"do": "undo", "version": 1})).await;
    assert_eq!(
        (&undone["ok"]["version"], &undone["ok"]["done"]),
        (&json!(2), &json!(0))
    );
    for socket in [&mut one, &mut two] {
        socket.until(2).await;
        assert!(socket.story.is_empty());
        assert_eq!(socket.state["entries"], 0);
    }
    assert_eq!(get(host.addr(), &keys.path("/scene"), &keys.watch).await.ok(), start);
    // Who was away and asks for what is new since version 1 learns that the entry is gone.
    let away = Socket::hello(host.addr(), &keys.game, json!({"token": keys.watch, "since": 1})).await;
    assert_eq!(away.state["from"], 0);
}

#[tokio::test]
async fn who_was_away_gets_what_was_missed() {
    let (host, keys, ..) = begin().await;
    let mut pair = Pair::connect(host.addr(), &keys, 5).await;
    for _ in 0..30 {
        pair.step().await.unwrap();
    }
    let newest = pair.seats.iter().map(Socket::version).max().unwrap();
    let hello = |since: u64| json!({"token": keys.watch, "since": since, "light": true});
    for (since, from) in [(0, 0), (1, 1), (17, 17), (newest, newest), (newest + 1, 0)] {
        let mut socket = Socket::raw(host.addr(), &keys.game).await;
        socket.story = vec![Value::Null; since as usize];
        socket.send(&json!({"hello": hello(since)}).to_string()).await;
        let state = socket.next().await.unwrap();
        assert_eq!(state["from"], from, "since {since}");
        assert_eq!(state["story"].as_array().unwrap().len() as u64, newest - from);
    }
}

#[tokio::test]
async fn a_slow_client_gets_one_state_with_all_it_missed() {
    let (host, keys, mut slow, _) = begin().await;
    let mut pair = Pair::connect(host.addr(), &keys, 6).await;
    for _ in 0..200 {
        pair.step().await.unwrap();
    }
    // It has not read for 200 choices; whatever came in whatever pieces is the whole story.
    slow.until(200).await;
    assert_eq!(slow.story.len(), 200);
    let scene = get(host.addr(), &keys.path("/scene"), &keys.seats[0]).await.ok();
    assert_eq!(scene["pieces"], json!(slow.pieces));
}

#[tokio::test]
async fn questions_are_answered() {
    let (_host, _keys, mut one, _two) = begin().await;
    // Through set-up, then the first movement phase of the Scots.
    while one.to_act() == Some(0) && !one.choices().iter().any(|c| c.starts_with("move ")) {
        let choices = one.choices();
        let ready = choices.iter().find(|c| *c == "ready").unwrap_or(&choices[0]).clone();
        one.choose(&ready).await;
        let version = one.version() + 1;
        one.until(version).await;
    }
    if one.to_act() == Some(0) {
        let offer = one.choices().into_iter().find(|c| c.starts_with("move ")).unwrap();
        let piece = offer.strip_prefix("move ").unwrap().to_string();
        let places = one.ask(json!({"do": "destinations", "piece": piece})).await;
        let places = places["ok"].as_array().unwrap().clone();
        assert!(places.iter().any(|p| p["plan"][0] == json!(offer)), "{places:?}");
        let why = one
            .ask(json!({"do": "why_not", "piece": piece, "there": places.last().unwrap()["hex"]}))
            .await;
        assert!(why.get("ok").is_some_and(Value::is_null), "{why}");
        let plan = places.last().unwrap()["plan"].clone();
        let version = one.version();
        let done = one
            .ask(json!({"do": "plan", "version": version, "choices": plan}))
            .await;
        assert_eq!(done["ok"]["done"], plan.as_array().unwrap().len());
    }
    let odds = one.ask(json!({"do": "odds", "choice": "fly"})).await;
    assert!(odds["error"].is_object());
    let places = one.ask(json!({"do": "destinations", "piece": "nobody"})).await;
    assert!(places["error"].is_object());
    let why = one
        .ask(json!({"do": "why_not", "piece": "nobody", "there": {"place": {"hexes": ["0101"]}}}))
        .await;
    assert!(why["ok"].is_object());
}

#[tokio::test]
async fn every_entry_can_be_looked_at_again() {
    let (host, keys, ..) = begin().await;
    let mut pair = Pair::connect(host.addr(), &keys, 7).await;
    let mut scenes = vec![get(host.addr(), &keys.path("/scene"), &keys.watch).await.ok()];
    for _ in 0..150 {
        pair.step().await.unwrap();
        scenes.push(get(host.addr(), &keys.path("/scene"), &keys.watch).await.ok());
    }
    for (at, scene) in scenes.iter().enumerate().rev() {
        let again = get(host.addr(), &keys.path(&format!("/scene?at={at}")), &keys.watch)
            .await
            .ok();
        assert_eq!(&again, scene, "after {at}");
    }
    let beyond = get(host.addr(), &keys.path("/scene?at=151"), &keys.watch).await;
    assert_eq!(beyond.code(), "BeyondTheEnd");
    for query in ["at=x", "at=-1", "at=1&at=2", "to=1", "at=99999999999999999999"] {
        let wrong = get(host.addr(), &keys.path(&format!("/scene?{query}")), &keys.watch).await;
        assert_eq!(wrong.code(), "Malformed", "{query}");
    }
}

#[test]
fn where_nothing_is_hidden_all_are_shown_the_same() {
    let shelf = games::Shelf::standard();
    for id in shelf.scenarios() {
        let mut table = shelf.open(&id, &Default::default()).unwrap().start(Seed([7; 32]));
        // At Murten somebody stands hidden without being asked to, and in skirmishes chits lie face down.
        let hides = id == "elements/murten" || id.starts_with("retinue/");
        assert_eq!(table.hides(), hides, "{id}");
        if table.hides() {
            continue;
        }
        let mut rng = Rng::new(7);
        for _ in 0..300 {
            let [one, two, watcher] = Viewer::ALL.map(|viewer| json!(table.scene(viewer)));
            assert_eq!(one, watcher, "{id}");
            assert_eq!(two, watcher, "{id}");
            let Some(side) = Side::BOTH.into_iter().find(|side| table.is_asked(*side)) else {
                break;
            };
            let choices = table.choices(side);
            let choice = choices[rng.below(choices.len())].clone();
            table.choose(side, &choice).unwrap();
        }
    }
}
