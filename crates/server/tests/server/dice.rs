//! Dice that nobody has chosen: both players add to them.

use crate::client::{Host, Keys, Pair, Socket, get, here, post};
use kernel::Seed;
use serde_json::{Value, json};
use std::process::Command;

async fn begin(host: &Host, seats: Value) -> Keys {
    let body = json!({"scenario": "edward/bannockburn", "seats": seats, "shared_dice": true});
    Keys::read(&post(host.addr(), "/api/games", "", &body).await.ok())
}

/// The bytes of a share and their hash.
fn share(of: u8) -> (String, String) {
    let value = Seed([of; 32]);
    (value.to_hex(), value.commitment())
}

async fn promise(socket: &mut Socket, commitment: &str) -> Value {
    socket
        .ask(json!({"do": "promise_share", "commitment": commitment}))
        .await
}

async fn show(socket: &mut Socket, value: &str) -> Value {
    socket.ask(json!({"do": "show_share", "value": value})).await
}

/// Plays until a choice that rolls is refused; how many were made before.
async fn play_to_the_first_die(pair: &mut Pair) -> usize {
    for made in 0..2000 {
        let newest = pair.seats.iter().map(Socket::version).max().unwrap();
        for seat in &mut pair.seats {
            seat.until(newest).await;
        }
        let side = pair.seats[0].to_act().unwrap();
        let choices = pair.seats[side].choices();
        let answer = pair.seats[side].choose(&choices[made * 7919 % choices.len()]).await;
        if let Some(code) = answer["error"]["code"].as_str() {
            assert_eq!(code, "DiceNotReady", "{answer}");
            return made;
        }
        pair.seats[side].until(newest + 1).await;
    }
    panic!("no die was ever needed")
}

#[tokio::test]
async fn no_die_falls_before_both_have_added_to_it() {
    let host = Host::start().await;
    let keys = begin(&host, here()).await;
    let mut pair = Pair::connect(host.addr(), &keys, 5).await;
    assert_eq!(pair.seats[0].state["shares"], json!([{}, {}]));
    assert!(
        play_to_the_first_die(&mut pair).await > 0,
        "choices without dice are made at once"
    );
    let entries = pair.seats[0].state["entries"].clone();
    let [(one, promised_one), (two, promised_two)] = [share(1), share(2)];
    let code = |answer: Value| answer["error"]["code"].clone();
    assert_eq!(code(promise(&mut pair.seats[0], "nonsense").await), "Malformed");
    assert_eq!(promise(&mut pair.seats[0], &promised_one).await["ok"], Value::Null);
    assert_eq!(code(show(&mut pair.seats[0], &one).await), "ShareTooEarly");
    assert_eq!(promise(&mut pair.seats[1], &promised_two).await["ok"], Value::Null);
    assert_eq!(code(show(&mut pair.seats[0], &two).await), "WrongShare");
    assert_eq!(show(&mut pair.seats[0], &one).await.get("error"), None);
    assert_eq!(code(promise(&mut pair.seats[1], &promised_one).await), "ShareCommitted");
    // A watcher adds nothing.
    let mut watcher = Socket::connect(host.addr(), &keys.game, &keys.watch).await;
    assert_eq!(code(promise(&mut watcher, &promised_one).await), "NotYourSeat");
    let shares = json!([{"commitment": promised_one, "value": one}, {"commitment": promised_two}]);
    assert_eq!(watcher.state["shares"], shares);
    // What is half done survives.
    let host = host.restart().await;
    let mut pair = Pair::connect(host.addr(), &keys, 5).await;
    assert_eq!(
        (&pair.seats[0].state["shares"], &pair.seats[0].state["entries"]),
        (&shares, &entries)
    );
    assert_eq!(show(&mut pair.seats[1], &two).await.get("error"), None);
    // Now they fall.
    let fallen = |socket: &Socket| -> usize {
        let dice = socket.story.iter().map(|entry| entry["dice"].as_array().unwrap().len());
        dice.sum()
    };
    // So many that no other key gives them.
    while fallen(&pair.seats[0]) < 20 {
        pair.step().await.unwrap();
    }
    let host = host.restart().await;
    let mut pair = Pair::connect(host.addr(), &keys, 6).await;
    let (version, _) = pair.step().await.unwrap();
    pair.seats[0].until(version).await;
    assert!(pair.seats[0].choose("resign").await["ok"].is_object());
    let record = get(host.addr(), &keys.path("/record"), &keys.watch).await.ok();
    assert_eq!(record["shares"][1]["value"], two.as_str());
    assert_eq!(record["commitment"], keys.commitment.as_str());
    verified(&host, record).await;
}

/// The record plays again here, and by the description alone; with anything in it changed it does not.
async fn verified(host: &Host, record: Value) {
    let open = async |record: &Value| {
        let body = json!({"record": record, "seats": here()});
        post(host.addr(), "/api/games/open", "", &body).await
    };
    assert_eq!(open(&record).await.status, 200);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("record.json");
    let python = |record: &Value| {
        std::fs::write(&file, record.to_string()).unwrap();
        let verifier = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/verify_dice.py");
        Command::new("python3").arg(verifier).arg(&file).output()
    };
    let out = python(&record).expect("python3, for the verifier that the page offers");
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(out.status.success() && said.contains("shares"), "{out:?}");
    let mut forged = record.clone();
    let (other, promised) = share(9);
    forged["shares"][0] = json!({"commitment": promised, "value": other});
    assert!(!python(&forged).unwrap().status.success());
    assert_eq!(open(&forged).await.code(), "BadRecord");
    forged["shares"][0] = json!({"commitment": promised, "value": record["shares"][0]["value"]});
    assert!(!python(&forged).unwrap().status.success());
    assert_eq!(open(&forged).await.code(), "BadRecord");
    forged = record.clone();
    forged.as_object_mut().unwrap().remove("shares");
    assert_eq!(open(&forged).await.code(), "BadRecord");
}

#[tokio::test]
async fn a_captain_adds_nothing_and_waits() {
    let host = Host::start().await;
    let seats = json!([{"kind": "captain", "name": "random"}, {"kind": "here"}]);
    let keys = begin(&host, seats).await;
    let hello = json!({"token": keys.seats[1], "light": true});
    let mut two = Socket::hello(host.addr(), &keys.game, hello).await;
    two.ask(json!({"do": "pace", "ms": 0})).await;
    assert_eq!(two.state["shares"], json!([null, {}]));
    // Until the captain needs a die, or the player.
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    let (value, promised) = share(3);
    promise(&mut two, &promised).await;
    assert_eq!(show(&mut two, &value).await.get("error"), None);
    // It goes on by itself, and dice fall.
    for n in 0..2000 {
        if two.story.iter().any(|entry| entry["dice"] != json!([])) {
            return;
        }
        let version = two.version();
        if two.to_act() == Some(1) {
            let choices = two.choices();
            let answer = two.choose(&choices[n * 7919 % choices.len()]).await;
            assert!(answer["ok"].is_object(), "{answer}");
        }
        two.until(version + 1).await;
    }
    panic!("no die was ever thrown");
}

#[tokio::test]
async fn dice_of_the_server_alone_are_as_they_were() {
    let host = Host::start().await;
    let body = json!({"scenario": "edward/bannockburn", "seats": here()});
    let keys = Keys::read(&post(host.addr(), "/api/games", "", &body).await.ok());
    let mut one = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    assert!(one.state.get("shares").is_none());
    let answer = promise(&mut one, &share(1).1).await;
    assert_eq!(answer["error"]["code"], "DiceNotShared");
    let record = get(host.addr(), &keys.path("/record"), &keys.watch).await.ok();
    assert!(record.get("shares").is_none());
}
