//! A player who is away is told that it is his turn, where the host lets him be told and he wants it.

use crate::client::{Host, Keys, SCENARIO, Socket, post, unlimited};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use serde_json::{Value, json};
use server::{Config, Hook};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// Takes a request in and says that all is well.
async fn heard(listener: &TcpListener) -> String {
    let (mut stream, _) = listener.accept().await.unwrap();
    let mut bytes = Vec::new();
    loop {
        let mut part = [0; 1024];
        let n = stream.read(&mut part).await.unwrap();
        bytes.extend(&part[..n]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let length = text
            .split("content-length: ")
            .nth(1)
            .and_then(|rest| rest.lines().next());
        let body = text.split_once("\r\n\r\n").map(|(_, body)| body.len().to_string());
        if n == 0 || (body.is_some() && body.as_deref() == length) {
            stream
                .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
                .await
                .unwrap();
            return text;
        }
    }
}

async fn with_friend(addr: SocketAddr) -> Keys {
    let body = json!({"scenario": SCENARIO, "seats": [{"kind": "here"}, {"kind": "friend"}]});
    Keys::joined(addr, &post(addr, "/api/games", "", &body).await.ok()).await
}

/// The second player says where he is to be told, and goes.
async fn goes_away(addr: SocketAddr, keys: &Keys, address: &str) {
    let mut two = Socket::connect(addr, &keys.game, &keys.seats[1]).await;
    let answer = two.ask(json!({"do": "notify", "address": address})).await;
    assert_eq!(answer["ok"]["address"], address, "{answer}");
    drop(two);
    // Until the first player is told of it.
    let mut one = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    while one.state["present"] != json!(["one"]) {
        one.next().await.expect("a state");
    }
}

#[tokio::test]
async fn who_is_away_is_told_once_and_of_no_secret() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let hook = format!(
        "https://ntfy.example/=http://127.0.0.1:{}/",
        listener.local_addr().unwrap().port()
    );
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::new(folder.path());
    config.limits = unlimited();
    config.notify = vec![Hook::read(&hook, false).unwrap()];
    config.site = Some("https://games.example".into());
    let running = server::start(config).await.unwrap();
    let host = Host { running, folder };
    let addr = host.addr();
    let keys = with_friend(addr).await;
    goes_away(addr, &keys, "https://ntfy.example/my-turns").await;
    let mut one = Socket::connect(addr, &keys.game, &keys.seats[0]).await;
    one.choose("ready").await;
    let notice = heard(&listener).await;
    assert!(notice.starts_with("POST /my-turns HTTP/1.1\r\n"), "{notice}");
    assert!(notice.contains("it is your turn, English"), "{notice}");
    let link = format!("https://games.example/g/{}", keys.game);
    assert!(notice.ends_with(&link), "{notice}");
    assert!(
        !keys
            .seats
            .iter()
            .chain([&keys.watch])
            .any(|token| notice.contains(token))
    );

    // Nothing new for who has been told and has not come: the next notice is of another game.
    let version = one.version();
    one.ask(json!({"do": "undo", "version": version})).await;
    one.choose("ready").await;
    let other = with_friend(addr).await;
    goes_away(addr, &other, "https://ntfy.example/my-turns").await;
    let mut his = Socket::connect(addr, &other.game, &other.seats[0]).await;
    his.choose("ready").await;
    assert!(heard(&listener).await.ends_with(&other.game));

    // It is kept with the game, and another host may not allow it.
    let host = host.restart().await;
    let mut two = Socket::connect(host.addr(), &keys.game, &keys.seats[1]).await;
    let kept = two.ask(json!({"do": "notify"})).await;
    let told = json!({"address": "https://ntfy.example/my-turns", "allowed": [], "push": null});
    assert_eq!(kept["ok"], told);
    let none = two.ask(json!({"do": "notify", "address": ""})).await;
    assert_eq!(none["ok"]["address"], Value::Null);
}

#[tokio::test]
async fn nobody_is_told_where_the_host_does_not_allow_it() {
    let host = Host::start().await;
    let keys = with_friend(host.addr()).await;
    let mut one = Socket::connect(host.addr(), &keys.game, &keys.seats[0]).await;
    let allowed = one.ask(json!({"do": "notify"})).await;
    assert_eq!(allowed["ok"], json!({"address": null, "allowed": [], "push": null}));
    for address in ["http://127.0.0.1:1/x", "https://ntfy.example/topic", "what"] {
        let refused = one.ask(json!({"do": "notify", "address": address})).await;
        assert_eq!(refused["error"]["code"], "BadAddress", "{address}");
    }
    let mut watcher = Socket::connect(host.addr(), &keys.game, &keys.watch).await;
    let refused = watcher.ask(json!({"do": "notify"})).await;
    assert_eq!(refused["error"]["code"], "NotYourSeat");
}

#[tokio::test]
async fn a_browser_that_is_not_open_is_told_by_its_push_service() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let proxy = format!("http://{}/", listener.local_addr().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let config = || {
        let mut config = Config::new(folder.path());
        config.limits = unlimited();
        config.push = Some(server::read_proxy(&proxy).unwrap());
        config.site = Some("https://games.example".into());
        config
    };
    let running = server::start(config()).await.unwrap();
    let keys = with_friend(running.addr()).await;
    let mut two = Socket::connect(running.addr(), &keys.game, &keys.seats[1]).await;
    let told = two.ask(json!({"do": "notify"})).await;
    let key = told["ok"]["push"].as_str().unwrap().to_string();
    // A point of the curve, not compressed.
    assert!(key.starts_with('B') && key.len() == 87, "{key}");
    let refused = two
        .ask(json!({"do": "notify", "address": "https://push.example/a"}))
        .await;
    assert_eq!(refused["error"]["code"], "BadAddress");
    drop(two);
    let address = "https://fcm.googleapis.com/fcm/send/dXx:APA91b";
    goes_away(running.addr(), &keys, address).await;
    let mut one = Socket::connect(running.addr(), &keys.game, &keys.seats[0]).await;
    one.choose("ready").await;
    let push = heard(&listener).await;
    assert!(
        push.starts_with("POST /fcm.googleapis.com/fcm/send/dXx:APA91b HTTP/1.1\r\n"),
        "{push}"
    );
    // Signed by the server that the browser knows, for this service.
    let proof = push.split("authorization: vapid t=").nth(1).unwrap();
    let (token, shown) = proof.lines().next().unwrap().split_once(", k=").unwrap();
    assert_eq!(shown, key);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let public = VerifyingKey::from_sec1_bytes(&BASE64.decode(&key).unwrap()).unwrap();
    let signature = Signature::from_slice(&BASE64.decode(signature).unwrap()).unwrap();
    public.verify(signed.as_bytes(), &signature).unwrap();
    let claims = BASE64.decode(signed.split_once('.').unwrap().1).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(
        (&claims["aud"], &claims["sub"]),
        (&json!("https://fcm.googleapis.com"), &json!("https://games.example"))
    );
    // Nothing in it, of the game or of anything.
    assert!(
        push.contains("content-length: 0\r\n") && push.ends_with("\r\n\r\n"),
        "{push}"
    );
    assert!(!push.contains(&keys.game));
    drop(one);
    running.shutdown().await;

    // Browsers know the server by its key, so it stays.
    let running = server::start(config()).await.unwrap();
    let mut two = Socket::connect(running.addr(), &keys.game, &keys.seats[1]).await;
    let told = two.ask(json!({"do": "notify"})).await;
    assert_eq!(told["ok"]["push"], key);
}
