//! Games for everybody: strangers join and watch, players and the host get rid of those who are a nuisance.

use crate::client::{Keys, Reply, Socket, get, here, new_game, post, unlimited};
use serde_json::{Value, json};
use server::{Config, Running};
use std::net::SocketAddr;
use std::time::Duration;
use tempfile::TempDir;

async fn serve(public: bool) -> (Running, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::new(folder.path());
    config.limits = unlimited();
    if public {
        config.hosts = vec!["games.example".into()];
    }
    (server::start(config).await.unwrap(), folder)
}

async fn begin(addr: SocketAddr, wish: Value) -> Reply {
    let mut body = json!({"scenario": "edward/bannockburn", "seats": [{"kind": "here"}, {"kind": "friend"}]});
    body.as_object_mut().unwrap().extend(wish.as_object().unwrap().clone());
    post(addr, "/api/games", "", &body).await
}

async fn listed(addr: SocketAddr) -> Value {
    get(addr, "/api/public", "").await.ok()
}

async fn join(addr: SocketAddr, keys: &Keys, invitation: &Value, token: char, name: &str) -> Reply {
    let body = json!({"invitation": invitation, "token": token.to_string().repeat(22), "name": name});
    post(addr, &keys.path("/join"), "", &body).await
}

#[tokio::test]
async fn strangers_find_each_other() {
    let (running, _folder) = serve(true).await;
    let addr = running.addr();
    assert_eq!(listed(addr).await, json!({"public": true, "open": [], "watched": []}));
    let private = begin(addr, json!({})).await.ok();
    let opened = begin(addr, json!({"name": " Sir  James ", "open": true, "watched": true}))
        .await
        .ok();
    let keys = Keys::read(&opened);
    let list = listed(addr).await;
    assert_eq!(
        (list["open"].as_array().unwrap().len(), &list["watched"]),
        (1, &json!([]))
    );
    let game = &list["open"][0];
    assert_eq!(
        (&game["game"], &game["name"], &game["seat"]),
        (&json!(keys.game), &json!("Sir James"), &json!("two"))
    );
    assert!(!list.to_string().contains(private["game"].as_str().unwrap()));
    assert_eq!(
        join(addr, &keys, &game["invitation"], 'A', "<script>").await.code(),
        "BadName"
    );
    join(addr, &keys, &game["invitation"], 'A', "Robert").await.ok();
    let list = listed(addr).await;
    assert_eq!(
        (&list["open"], &list["watched"][0]["names"]),
        (&json!([]), &json!(["Sir James", "Robert"]))
    );
    let about = get(addr, &keys.path(""), list["watched"][0]["watch"].as_str().unwrap())
        .await
        .ok();
    assert_eq!(
        (&about["viewer"], &about["names"]),
        (&json!("watcher"), &json!(["Sir James", "Robert"]))
    );
    // What is over is not listed.
    let mut one = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    one.choose("resign").await;
    assert_eq!(listed(addr).await["watched"], json!([]));
}

#[tokio::test]
async fn only_a_public_server_has_games_for_everybody() {
    let (running, _folder) = serve(false).await;
    let addr = running.addr();
    assert_eq!(begin(addr, json!({"open": true})).await.code(), "NotPublic");
    assert_eq!(begin(addr, json!({"watched": true})).await.code(), "NotPublic");
    assert_eq!(listed(addr).await["public"], false);
    // A name is no matter of the public.
    assert_eq!(begin(addr, json!({"name": "James"})).await.status, 200);
    assert_eq!(begin(addr, json!({"name": "x".repeat(25)})).await.code(), "BadName");
}

#[tokio::test]
async fn a_stranger_is_turned_out_until_he_has_played() {
    let (running, _folder) = serve(true).await;
    let addr = running.addr();
    let opened = begin(addr, json!({"open": true})).await.ok();
    let keys = Keys::read(&opened);
    let turn_out = async |token: &str| post(addr, &keys.path("/turn_out"), token, &json!({})).await;
    assert_eq!(turn_out(&keys.seats[0]).await.code(), "NobodyThere");
    join(addr, &keys, &opened["invitations"][1], 'A', "Rude").await.ok();
    let stranger = "A".repeat(22);
    let mut socket = Socket::connect(addr, &keys.game, &stranger).await;
    assert_eq!(turn_out(&keys.watch).await.code(), "NotYourSeat");
    let invited = turn_out(&keys.seats[0]).await.ok();
    while let Some(message) = socket.next().await {
        if message["type"] == "refused" {
            assert_eq!(message["error"]["code"], "SeatMoved");
        }
    }
    assert_eq!(get(addr, &keys.path(""), &stranger).await.code(), "SeatMoved");
    assert_eq!(listed(addr).await["open"], json!([]));
    assert_eq!(
        join(addr, &keys, &opened["invitations"][1], 'B', "Rude").await.code(),
        "InvitationUsed"
    );
    join(addr, &keys, &invited["invitation"], 'C', "Friend").await.ok();
    let mut one = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    let mut two = Socket::connect(addr, &keys.game, &"C".repeat(22)).await;
    // Whoever has made a choice keeps his seat.
    for n in 0.. {
        let newest = one.version().max(two.version());
        one.until(newest).await;
        two.until(newest).await;
        let socket = if one.to_act() == Some(0) { &mut one } else { &mut two };
        let done = socket.to_act() == Some(1);
        let choices = socket.choices();
        socket.choose(&choices[n % choices.len()]).await;
        if done {
            break;
        }
    }
    assert_eq!(turn_out(&keys.seats[0]).await.code(), "SeatInUse");
    // From a game among friends nobody is turned out.
    let private = Keys::joined(addr, &begin(addr, json!({})).await.ok()).await;
    let refused = post(addr, &private.path("/turn_out"), &private.seats[0], &json!({})).await;
    assert_eq!(refused.code(), "NotOpen");
}

#[tokio::test]
async fn the_host_blocks_games_and_addresses() {
    let (running, folder) = serve(true).await;
    let addr = running.addr();
    let keys = Keys::read(&begin(addr, json!({"open": true})).await.ok());
    let block = |what: &str, lift: bool| server::host::block(folder.path(), &[what.into()], lift).unwrap();
    let until = async |code: &str| {
        loop {
            let reply = get(addr, &keys.path(""), &keys.seats[0]).await;
            let found = if reply.status == 200 {
                String::new()
            } else {
                reply.code()
            };
            if found == code {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    assert_eq!(block(&keys.game, false).join(" "), keys.game);
    until("GameBlocked").await;
    assert_eq!(listed(addr).await["open"], json!([]));
    assert!(block(&keys.game, true).is_empty());
    until("").await;
    assert_eq!(listed(addr).await["open"].as_array().unwrap().len(), 1);
    block("127.0.0.0/8", false);
    until("Blocked").await;
    block("127.0.0.0/8", true);
    until("").await;
    let nonsense = server::host::block(folder.path(), &["nonsense".into()], false);
    assert!(nonsense.unwrap_err().to_string().contains("nonsense"));
}

#[tokio::test]
async fn who_is_blocked_is_shown_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::new(folder.path());
    config.limits = server::Limits {
        heartbeat: Duration::from_millis(500),
        ..unlimited()
    };
    let running = server::start(config).await.unwrap();
    let keys = new_game(running.addr(), here()).await;
    let mut socket = Socket::connect(running.addr(), &keys.game, &keys.seats[0]).await;
    assert!(socket.ask(json!({"do": "areas"})).await.get("ok").is_some());
    server::host::block(folder.path(), &["127.0.0.1".into()], false).unwrap();
    let mut last = Value::Null;
    let gone = async {
        while let Some(message) = socket.next().await {
            last = message;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), gone).await.unwrap();
    assert_eq!(last["error"]["code"], "Blocked");
}
