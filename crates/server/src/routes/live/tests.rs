//! Sockets beside what takes long.

use super::*;
use crate::accept::Door;
use crate::blocks::Blocks;
use crate::config::Config;
use crate::room::Seen;
use crate::room::tests::{Desk, LONG, take_all};
use crate::routes::router;
use futures_util::StreamExt;
use futures_util::stream::SplitSink;
use kernel::ToAct;
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A server around the games of a desk.
async fn serve(desk: &Desk, heartbeat: Duration) -> (SocketAddr, watch::Sender<bool>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let mut config = Config::new(desk.folder());
    config.limits.heartbeat = heartbeat;
    let (close, closing) = watch::channel(false);
    let blocks = Arc::new(Blocks::of(&config.data));
    let door = Door {
        router: router(desk.registry.clone(), &config, addr, blocks, closing.clone()),
        limits: config.limits,
        proxies: Vec::new(),
        closing,
        metrics: desk.registry.metrics.clone(),
    };
    tokio::spawn(door.serve(listener));
    (addr, close)
}

/// A client that gives its signs of life by itself, as browsers do.
struct Client {
    line: SplitSink<WebSocketStream<MaybeTlsStream<TcpStream>>, Frame>,
    heard: mpsc::UnboundedReceiver<Value>,
}

impl Client {
    async fn connect(addr: SocketAddr, game: &str, token: &str) -> Client {
        let (stream, _) = connect_async(format!("ws://{addr}/api/games/{game}/live"))
            .await
            .unwrap();
        let (line, mut came) = stream.split();
        let (hears, heard) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Some(Ok(frame)) = came.next().await {
                if let Frame::Text(text) = frame {
                    let _ = hears.send(serde_json::from_str(&text).unwrap());
                }
            }
        });
        let mut client = Client { line, heard };
        client.send(json!({"hello": {"token": token}})).await;
        assert_eq!(client.next().await["type"], "state");
        client
    }

    async fn send(&mut self, message: Value) {
        self.line.send(Frame::text(message.to_string())).await.unwrap();
    }

    async fn next(&mut self) -> Value {
        let next = timeout(LONG, self.heard.recv()).await;
        next.expect("something comes").expect("the socket is open")
    }

    /// The next answer; states are passed over.
    async fn answer(&mut self) -> Value {
        loop {
            let message = self.next().await;
            if message["type"] == "answer" {
                return message;
            }
        }
    }
}

/// Docs: players' choices do not wait for captains.
#[tokio::test]
async fn a_choice_does_not_wait_for_a_hint() {
    let desk = Desk::open();
    let opened = desk.begin().await;
    let (addr, _close) = serve(&desk, Duration::from_secs(30)).await;
    let mut one = Client::connect(addr, &opened.game, opened.seats[0].as_ref().unwrap()).await;
    let all = take_all(&desk.registry.thinking.searching).await;
    one.send(json!({"ref": 1, "do": "hint"})).await;
    one.send(json!({"ref": 2, "do": "choose", "version": 0, "choice": "ready"}))
        .await;
    let answer = one.answer().await;
    assert_eq!(
        (&answer["ref"], &answer["error"]),
        (&json!(2), &Value::Null),
        "{answer}"
    );
    drop(all);
    let answer = one.answer().await;
    assert_eq!(
        (&answer["ref"], &answer["error"]),
        (&json!(1), &Value::Null),
        "{answer}"
    );
    // However many are asked for, each is answered.
    for reference in 3..20 {
        one.send(json!({"ref": reference, "do": "luck", "from": 0})).await;
    }
    let mut answered: Vec<u64> = Vec::new();
    while answered.len() < 17 {
        answered.push(one.answer().await["ref"].as_u64().unwrap());
    }
    answered.sort_unstable();
    assert_eq!(answered, (3..20).collect::<Vec<u64>>());
}

/// A watcher who wants to know how lucky everybody was keeps nobody from playing, however long the dice take to walk.
#[tokio::test]
async fn a_choice_does_not_wait_for_luck() {
    let desk = Desk::open();
    let opened = desk.begin().await;
    let (addr, _close) = serve(&desk, Duration::from_secs(30)).await;
    let seats: Vec<&String> = opened.seats.iter().flatten().collect();
    let mut players = Vec::new();
    for token in &seats {
        players.push(Client::connect(addr, &opened.game, token).await);
    }
    let mut watcher = Client::connect(addr, &opened.game, &opened.watch).await;
    let id = GameId::parse(&opened.game).unwrap();
    let (handle, viewer) = desk.registry.admit(id, TokenHash::of(seats[0])).await.unwrap();
    let mut dice = false;
    while !dice {
        dice = choose(&handle, viewer, &mut players).await;
    }
    let all = take_all(&desk.registry.thinking.searching).await;
    watcher.send(json!({"ref": 1, "do": "luck", "from": 0})).await;
    // The walk waits for its turn; the players do not.
    for _ in 0..5 {
        choose(&handle, viewer, &mut players).await;
    }
    let answered =
        |client: &mut Client| std::iter::from_fn(|| client.heard.try_recv().ok()).any(|m| m["type"] == "answer");
    assert!(!answered(&mut watcher), "the walk is not done yet");
    drop(all);
    let answer = watcher.answer().await;
    let luck = answer["ok"]["entries"].as_array().unwrap();
    let entries = handle.look(viewer, |seen| seen.table.entries()).await.unwrap();
    assert_eq!(luck.len(), entries);
    assert!(luck.iter().any(|entry| entry["expected"].is_array()), "{answer}");
}

/// Whoever is to act takes one of the choices there are; whether dice fell.
async fn choose(handle: &Handle, viewer: Viewer, players: &mut [Client]) -> bool {
    let look = move |seen: Seen<'_>| {
        let ToAct::One(side) = seen.table.to_act(viewer) else {
            panic!("one side acts");
        };
        let (choices, version) = (seen.table.choices(side), seen.version(side.into()));
        (
            side,
            choices[(31 * version as usize + 7) % choices.len()].clone(),
            version,
        )
    };
    let (side, choice, version) = handle.look(viewer, look).await.unwrap();
    let player = &mut players[side.index()];
    player
        .send(json!({"ref": 1, "do": "choose", "version": version, "choice": choice}))
        .await;
    let answer = player.answer().await;
    assert_eq!(answer["error"], Value::Null, "{answer}");
    let last = |seen: Seen<'_>| seen.table.moves(seen.table.entries() - 1).remove(0);
    !handle.look(viewer, last).await.unwrap().dice.is_empty()
}

/// It has given every sign of life that it was asked for; only nobody looked while the game was busy.
#[tokio::test]
async fn a_socket_outlives_a_room_that_is_long_in_answering() {
    let every = Duration::from_millis(1000);
    let desk = Desk::open();
    let opened = desk.begin().await;
    let (addr, _close) = serve(&desk, every).await;
    let mut one = Client::connect(addr, &opened.game, opened.seats[0].as_ref().unwrap()).await;
    let id = GameId::parse(&opened.game).unwrap();
    let token = TokenHash::of(opened.seats[0].as_ref().unwrap());
    let (handle, viewer) = desk.registry.admit(id, token).await.unwrap();
    for _ in 0..2 {
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let busy = tokio::spawn({
            let handle = handle.clone();
            async move { handle.look(viewer, move |_| wait.recv().is_err()).await }
        });
        one.send(json!({"ref": 1, "do": "check", "choice": "ready"})).await;
        sleep(every * 7 / 2).await;
        drop(release);
        assert!(busy.await.unwrap().unwrap());
        assert_eq!(one.answer().await["ok"], Value::Null);
        // It is asked for a sign of life again, and has time to give it.
        sleep(every * 5 / 2).await;
    }
    one.send(json!({"ref": 2, "do": "check", "choice": "ready"})).await;
    assert_eq!(one.answer().await["ref"], 2);
}
