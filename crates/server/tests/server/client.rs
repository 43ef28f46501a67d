//! A client that knows the protocol and no rule.

use captain::Rng;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Limits, Rate, Running};
use std::net::SocketAddr;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

pub const SCENARIO: &str = "edward/bannockburn";

/// A server of our own with its folder.
pub struct Host {
    pub running: Running,
    pub folder: TempDir,
}

pub fn unlimited() -> Limits {
    Limits {
        socket: Rate::NONE,
        address: Rate::NONE,
        games: Rate::NONE,
        joins: Rate::NONE,
        ..Limits::default()
    }
}

impl Host {
    pub async fn start() -> Host {
        Host::with(unlimited()).await
    }

    pub async fn with(limits: Limits) -> Host {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::new(folder.path());
        config.limits = limits;
        config.metrics = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
        let running = server::start(config).await.unwrap();
        Host { running, folder }
    }

    pub fn addr(&self) -> SocketAddr {
        self.running.addr()
    }

    /// Stops and starts again on the same games.
    pub async fn restart(self) -> Host {
        let Host { running, folder } = self;
        running.shutdown().await;
        let mut config = Config::new(folder.path());
        config.limits = unlimited();
        let running = server::start(config).await.unwrap();
        Host { running, folder }
    }
}

/// The answer to an HTTP request.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|fault| panic!("{fault}: {} {}", self.head, String::from_utf8_lossy(&self.body)))
    }

    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", String::from_utf8_lossy(&self.body));
        self.json()
    }

    /// The code of the error.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or("no error").to_string()
    }
}

/// One request, byte by byte as given, over a connection of its own.
pub async fn send(addr: SocketAddr, head: &str, body: &[u8]) -> Reply {
    let mut stream = TcpStream::connect(addr).await.unwrap();
    let text = format!("{head}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", body.len());
    stream.write_all(text.as_bytes()).await.unwrap();
    // A server that has refused already may not read the rest.
    let _ = stream.write_all(body).await;
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    let end = bytes.windows(4).position(|w| w == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no answer to {head}: {bytes:?}"));
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap().to_lowercase();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let body = bytes[end + 4..].to_vec();
    let body = if head.contains("transfer-encoding: chunked") {
        unchunk(&body)
    } else {
        body
    };
    Reply { status, head, body }
}

fn unchunk(mut bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    while let Some(end) = bytes.windows(2).position(|w| w == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&bytes[..end]).unwrap().trim(), 16).unwrap();
        out.extend(&bytes[end + 2..end + 2 + size]);
        bytes = &bytes[end + 4 + size..];
    }
    out
}

pub async fn get(addr: SocketAddr, path: &str, token: &str) -> Reply {
    let head = format!("GET {path} HTTP/1.1\r\nhost: {addr}\r\nauthorization: Bearer {token}");
    send(addr, &head, b"").await
}

pub async fn post(addr: SocketAddr, path: &str, token: &str, body: &Value) -> Reply {
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {addr}\r\nauthorization: Bearer {token}\r\ncontent-type: application/json"
    );
    send(addr, &head, body.to_string().as_bytes()).await
}

/// The tokens of a game.
#[derive(Clone, Debug)]
pub struct Keys {
    pub game: String,
    pub seats: [String; 2],
    pub watch: String,
    pub commitment: String,
}

impl Keys {
    pub fn read(opened: &Value) -> Keys {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        Keys {
            game: text(&opened["game"]),
            seats: [text(&opened["seats"][0]), text(&opened["seats"][1])],
            watch: text(&opened["watch"]),
            commitment: text(&opened["commitment"]),
        }
    }

    /// With the tokens of the friends, who join.
    pub async fn joined(addr: SocketAddr, opened: &Value) -> Keys {
        let mut keys = Keys::read(opened);
        for (seat, token) in ["A", "B"].into_iter().enumerate() {
            if opened["invitations"][seat].is_string() {
                let body = json!({"invitation": opened["invitations"][seat], "token": token.repeat(22)});
                post(addr, &keys.path("/join"), "", &body).await.ok();
                keys.seats[seat] = token.repeat(22);
            }
        }
        keys
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/api/games/{}{rest}", self.game)
    }
}

pub fn here() -> Value {
    json!([{"kind": "here"}, {"kind": "here"}])
}

pub async fn new_game(addr: SocketAddr, seats: Value) -> Keys {
    let body = json!({"scenario": SCENARIO, "seats": seats});
    Keys::read(&post(addr, "/api/games", "", &body).await.ok())
}

/// A live connection.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    refs: u32,
    /// The last state that came.
    pub state: Value,
    /// All pieces, put together from what came.
    pub pieces: Vec<Value>,
    pub story: Vec<Value>,
}

impl Socket {
    pub async fn raw(addr: SocketAddr, game: &str) -> Socket {
        let (stream, _) = connect_async(format!("ws://{addr}/api/games/{game}/live"))
            .await
            .unwrap();
        Socket {
            stream,
            refs: 0,
            state: Value::Null,
            pieces: Vec::new(),
            story: Vec::new(),
        }
    }

    pub async fn connect(addr: SocketAddr, game: &str, token: &str) -> Socket {
        Socket::hello(addr, game, json!({"token": token})).await
    }

    pub async fn hello(addr: SocketAddr, game: &str, hello: Value) -> Socket {
        let mut socket = Socket::raw(addr, game).await;
        socket.send(&json!({"hello": hello}).to_string()).await;
        let first = socket.next().await.expect("a state comes first");
        assert_eq!(first["type"], "state", "{first}");
        socket
    }

    /// If the server has closed, the next message tells.
    pub async fn send(&mut self, text: &str) {
        let _ = self.stream.send(Message::text(text)).await;
    }

    pub async fn send_message(&mut self, message: Message) {
        self.stream.send(message).await.unwrap();
    }

    /// The next message; `None` when the server has closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match self.stream.next().await? {
                Ok(Message::Text(text)) => {
                    let value: Value = serde_json::from_str(&text).unwrap();
                    if value["type"] == "state" {
                        self.take(&value);
                    }
                    return Some(value);
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    fn take(&mut self, state: &Value) {
        let from = state["from"].as_u64().unwrap() as usize;
        assert!(from <= self.story.len(), "a gap in the story");
        self.story.truncate(from);
        self.story.extend(state["story"].as_array().unwrap().clone());
        assert_eq!(self.story.len() as u64, state["entries"].as_u64().unwrap());
        if let Some(scene) = state.get("scene") {
            let pieces = scene["pieces"].as_array().unwrap();
            if scene["whole"] == true {
                self.pieces.clone_from(pieces);
            } else {
                for piece in pieces {
                    let old = self.pieces.iter_mut().find(|p| p["id"] == piece["id"]);
                    *old.expect("a piece that is known") = piece.clone();
                }
            }
        }
        self.state = state.clone();
    }

    /// Sends a request and waits for its answer; states that come meanwhile are taken in.
    pub async fn ask(&mut self, request: Value) -> Value {
        self.try_ask(request).await.expect("an answer")
    }

    /// `None` if the server closes before it answers.
    pub async fn try_ask(&mut self, mut request: Value) -> Option<Value> {
        self.refs += 1;
        request["ref"] = json!(self.refs);
        self.send(&request.to_string()).await;
        loop {
            let message = self.next().await?;
            if message["type"] == "answer" {
                assert_eq!(message["ref"], self.refs);
                return Some(message);
            }
        }
    }

    pub fn version(&self) -> u64 {
        self.state["version"].as_u64().unwrap()
    }

    pub fn to_act(&self) -> Option<usize> {
        let side = self.state["to_act"].get(0)?;
        Some(usize::from(side == "two"))
    }

    pub async fn choose(&mut self, choice: &str) -> Value {
        let version = self.version();
        self.ask(json!({"do": "choose", "version": version, "choice": choice}))
            .await
    }

    /// Waits for a state of this version or a later one.
    pub async fn until(&mut self, version: u64) {
        self.try_until(version).await.expect("a state");
    }

    async fn try_until(&mut self, version: u64) -> Option<()> {
        while self.version() < version {
            self.next().await?;
        }
        Some(())
    }

    /// What may be chosen, as text.
    pub fn choices(&self) -> Vec<String> {
        let texts = |value: &Value| -> Vec<String> {
            let list = value.as_array().into_iter().flatten();
            list.map(|c| c.get("choice").unwrap_or(c).as_str().unwrap().to_string())
                .collect()
        };
        texts(self.state.get("offers").unwrap_or(&self.state["choices"]))
    }
}

/// Two light clients, one for each seat, that choose at random.
pub struct Pair {
    pub seats: [Socket; 2],
    rng: Rng,
}

impl Pair {
    pub async fn connect(addr: SocketAddr, keys: &Keys, seed: u64) -> Pair {
        let hello = |token: &String| json!({"token": token, "light": true});
        Pair {
            seats: [
                Socket::hello(addr, &keys.game, hello(&keys.seats[0])).await,
                Socket::hello(addr, &keys.game, hello(&keys.seats[1])).await,
            ],
            rng: Rng::new(seed),
        }
    }

    /// One random choice of whoever is to act; its version and hash.
    pub async fn step(&mut self) -> Result<(u64, String), NoStep> {
        let newest = self.seats.iter().map(Socket::version).max().unwrap();
        for seat in &mut self.seats {
            seat.try_until(newest).await.ok_or(NoStep::Closed)?;
        }
        let side = self.seats[0].to_act().ok_or(NoStep::Over)?;
        let choices = self.seats[side].choices();
        let choice = &choices[self.rng.below(choices.len())];
        let request = json!({"do": "choose", "version": newest, "choice": choice});
        let answer = self.seats[side].try_ask(request).await.ok_or(NoStep::Closed)?;
        let report = answer.get("ok").unwrap_or_else(|| panic!("{choice}: {answer}"));
        let version = report["version"].as_u64().unwrap();
        self.seats[side].try_until(version).await.ok_or(NoStep::Closed)?;
        Ok((version, report["hash"].as_str().unwrap().to_string()))
    }
}

/// Why there is no next choice.
#[derive(Debug, PartialEq, Eq)]
pub enum NoStep {
    /// The game has ended.
    Over,
    /// The server has closed a socket, or is gone.
    Closed,
}
