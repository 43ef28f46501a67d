//! What games may cost: bytes of memory, and work for questions that many ask.

use crate::client::{Host, Keys, Pair, Socket, get, here, new_game, post, unlimited};
use crate::measured::{metrics, value};
use serde_json::{Value, json};
use server::Limits;

/// The record of a whole game.
async fn long_record(host: &Host) -> Value {
    let keys = new_game(host.addr(), here()).await;
    let mut pair = Pair::connect(host.addr(), &keys, 21).await;
    for _ in 0..300 {
        if pair.step().await.is_err() {
            break;
        }
    }
    get(host.addr(), &keys.path("/record"), &keys.watch).await.ok()
}

#[tokio::test]
async fn memory_is_counted_in_bytes() {
    let record = {
        let host = Host::start().await;
        long_record(&host).await
    };
    const BUDGET: usize = 4 << 20;
    let host = Host::with(Limits {
        memory: BUDGET,
        ..unlimited()
    })
    .await;
    let addr = host.addr();
    let bytes = async || get(addr, "/api/health", "").await.ok()["bytes"].as_u64().unwrap() as usize;
    let empty = bytes().await;
    assert_eq!(empty, 0);
    let short = new_game(addr, here()).await;
    let of_short = bytes().await;
    let mut games = vec![short];
    let body = json!({"record": record, "seats": here()});
    for _ in 0..60 {
        games.push(Keys::read(&post(addr, "/api/games/open", "", &body).await.ok()));
        assert!(bytes().await <= BUDGET / 4 * 5, "{} bytes", bytes().await);
        if games.len() == 2 {
            // A long game costs more than one that has just begun.
            assert!(
                bytes().await - of_short > of_short + 50_000,
                "{of_short} {}",
                bytes().await
            );
        }
    }
    assert!(games.len() * of_short > BUDGET, "they would not all have fitted");
    for keys in &games {
        assert_eq!(get(addr, &keys.path(""), &keys.watch).await.status, 200);
    }
}

#[tokio::test]
async fn what_was_given_with_a_record_stands() {
    let host = Host::start().await;
    let addr = host.addr();
    let keys = new_game(addr, here()).await;
    let mut one = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    let choice = one.choices()[0].clone();
    one.choose(&choice).await;
    let record = get(addr, &keys.path("/record"), &keys.watch).await.ok();
    let body = json!({"record": record, "seats": here()});
    let opened = Keys::read(&post(addr, "/api/games/open", "", &body).await.ok());
    let mut one = Socket::connect(addr, &opened.game, &opened.seats[0]).await;
    assert_eq!(one.state["undoable"], 0);
    let version = one.version();
    let undo = one.ask(json!({"do": "undo", "version": version})).await;
    assert_eq!(undo["error"]["code"], "CannotUndo");
    // And after a restart, too.
    let host = host.restart().await;
    let mut one = Socket::connect(host.addr(), &opened.game, &opened.seats[0]).await;
    let undo = one.ask(json!({"do": "undo", "version": version})).await;
    assert_eq!(undo["error"]["code"], "CannotUndo");
}

/// What a record says of itself is not believed.
#[tokio::test]
async fn a_record_cannot_claim_more_than_it_has() {
    let host = Host::start().await;
    let addr = host.addr();
    let keys = new_game(addr, here()).await;
    let mut one = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    assert!(one.choose("resign").await["ok"].is_object());
    let honest = get(addr, &keys.path("/record"), &keys.watch).await.ok();
    assert!(honest["seed"].is_string());
    let open =
        async |record: &Value| post(addr, "/api/games/open", "", &json!({"record": record, "seats": here()})).await;
    let opened = Keys::read(&open(&honest).await.ok());
    assert_eq!(get(addr, &opened.path(""), &opened.watch).await.ok()["given"], 0);
    let mut forged = honest.clone();
    forged["given"] = json!(honest["entries"].as_array().unwrap().len() + 1);
    assert_eq!(open(&forged).await.code(), "BadRecord");
    // Dice that did not come from the seed are found out, unless they are said to be given.
    let mut forged = honest.clone();
    forged["seed"] = json!("00".repeat(32));
    assert_eq!(open(&forged).await.code(), "BadRecord");
}

/// How often something was worked out.
async fn questions(host: &Host) -> u64 {
    value(&metrics(host).await, "schiltron_questions_total") as u64
}

#[tokio::test]
async fn what_many_ask_is_worked_out_once() {
    let host = Host::start().await;
    let addr = host.addr();
    let keys = new_game(addr, here()).await;
    let mut one = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    let mut answers = Vec::new();
    for _ in 0..10 {
        let mut watcher = Socket::connect(addr, &keys.game, &keys.watch).await;
        answers.push(watcher.ask(json!({"do": "areas"})).await["ok"].clone());
    }
    answers.push(one.ask(json!({"do": "areas"})).await["ok"].clone());
    assert!(answers.iter().all(|answer| *answer == answers[0]) && answers[0].is_array());
    assert_eq!(questions(&host).await, 1);
    let ask = json!({"do": "odds", "choice": one.choices()[0]});
    let mut odds = Vec::new();
    for _ in 0..3 {
        odds.push(one.ask(ask.clone()).await["ok"].clone());
    }
    assert!(odds.iter().all(|answer| *answer == odds[0]) && odds[0].is_object());
    assert_eq!(questions(&host).await, 2);
    let known = questions(&host).await;
    // After a choice everything may be different.
    let choice = one.choices()[0].clone();
    one.choose(&choice).await;
    one.ask(json!({"do": "areas"})).await;
    assert_eq!(questions(&host).await, known + 1);
}

/// Where a piece can come to, from whichever socket its player asks.
#[tokio::test]
async fn reaches_are_worked_out_once() {
    let host = Host::start().await;
    let addr = host.addr();
    let keys = new_game(addr, here()).await;
    let mut pair = Pair::connect(addr, &keys, 3).await;
    let mut one = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    let pieces: Vec<Value> = one.pieces.iter().map(|piece| piece["id"].clone()).collect();
    let reach = async |socket: &mut Socket, piece: &Value| {
        let answer = socket.ask(json!({"do": "destinations", "piece": piece})).await;
        answer["ok"].clone()
    };
    // Until somebody can move somewhere.
    let (piece, found) = loop {
        let mut found = None;
        for piece in &pieces {
            let to = reach(&mut one, piece).await;
            if to.as_array().is_some_and(|to| !to.is_empty()) {
                found = Some((piece.clone(), to));
                break;
            }
        }
        match found {
            Some(found) => break found,
            None => drop(pair.step().await.unwrap()),
        }
    };
    let before = questions(&host).await;
    let mut again = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    assert_eq!(reach(&mut again, &piece).await, found);
    assert_eq!(reach(&mut one, &piece).await, found);
    assert_eq!(questions(&host).await, before);
}

#[tokio::test]
async fn luck_is_the_same_in_steps_and_after_a_choice_is_taken_back() {
    let host = Host::start().await;
    let addr = host.addr();
    let keys = new_game(addr, here()).await;
    let mut pair = Pair::connect(addr, &keys, 4).await;
    let mut played = 0;
    while pair.seats[0]
        .story
        .iter()
        .filter(|entry| entry["dice"] != json!([]))
        .count()
        < 12
    {
        pair.step().await.unwrap();
        played += 1;
    }
    let mut watcher = Socket::connect(addr, &keys.game, &keys.watch).await;
    let mut luck = async |from: usize| {
        let answer = watcher.ask(json!({"do": "luck", "from": from})).await;
        assert_eq!(answer["ok"]["from"], json!(from));
        answer["ok"]["entries"].as_array().unwrap().clone()
    };
    let whole = luck(0).await;
    assert_eq!(whole.len(), played);
    assert!(whole.iter().any(|luck| !luck.is_null()));
    assert_eq!(luck(played - 5).await, whole[played - 5..]);
    assert_eq!(luck(played).await.len(), 0);
    let host = host.restart().await;
    let mut fresh = Socket::connect(host.addr(), &keys.game, &keys.watch).await;
    let again = fresh.ask(json!({"do": "luck", "from": 7})).await;
    assert_eq!(again["ok"]["entries"].as_array().unwrap()[..], whole[7..]);
}
