//! A server in a process of its own, and players that know the protocol and no rule.
#![allow(dead_code)] // Not every program needs all of it.

use captain::Rng;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use server::{Config, Limits, Rate, run_blocking};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream as Plain};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The limits of a server whose clients all come from one address: one stands for many here.
pub fn unlimited() -> Limits {
    Limits {
        socket: Rate::NONE,
        address: Rate::NONE,
        games: Rate::NONE,
        joins: Rate::NONE,
        sockets: usize::MAX,
        connections: usize::MAX,
        ..Limits::default()
    }
}

/// Is this process to be the server? Then it is, until it is told to stop.
pub fn serve_if_told(limits: Limits) -> bool {
    let mut words = std::env::args().skip(1);
    if words.next().as_deref() != Some("--serve") {
        return false;
    }
    let mut config = Config::new(words.next().expect("a folder"));
    config.limits = limits;
    run_blocking(config, games::Shelf::standard(), |addr| {
        println!("{addr}");
        std::io::stdout().flush().expect("a reader");
    })
    .expect("a server");
    true
}

/// A server at work.
pub struct Started {
    pub child: Child,
    pub addr: SocketAddr,
}

/// Starts a server that is told these words too.
pub fn spawn(folder: &Path, more: &[&str]) -> Started {
    let mut child = Command::new(std::env::current_exe().expect("a program"))
        .arg("--serve")
        .arg(folder)
        .args(more)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a server");
    let mut line = String::new();
    let out = child.stdout.take().expect("its output");
    BufReader::new(out).read_line(&mut line).expect("an address");
    let addr = line.trim().parse().expect("an address");
    assert!(http(addr, "GET", "/api/health", "", "").1.contains("true"));
    Started { child, addr }
}

pub fn stop(child: &mut Child) {
    let told = Command::new("kill").arg(child.id().to_string()).status();
    assert!(told.is_ok_and(|status| status.success()), "the server is told to stop");
    child.wait().expect("its end");
}

/// A whole request.
pub fn request(addr: SocketAddr, method: &str, path: &str, token: &str, body: &str) -> String {
    let length = body.len();
    let head =
        format!("{method} {path} HTTP/1.1\r\nhost: {addr}\r\nauthorization: Bearer {token}\r\nconnection: close");
    format!("{head}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}")
}

/// The status and the body of an answer.
pub fn http(addr: SocketAddr, method: &str, path: &str, token: &str, body: &str) -> (u16, String) {
    let mut stream = Plain::connect(addr).expect("a connection");
    let mut answer = Vec::new();
    // A server that has refused already may not read the rest.
    let _ = stream.write_all(request(addr, method, path, token, body).as_bytes());
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer);
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (status.unwrap_or(0), body.into())
}

/// The battle that is played unless another is named.
pub const USUAL: &str = "edward/bannockburn";

/// A new game for two at one screen.
pub fn new_game(addr: SocketAddr) -> Value {
    game_of(addr, USUAL)
}

pub fn game_of(addr: SocketAddr, scenario: &str) -> Value {
    let seats = json!([{"kind": "here"}, {"kind": "here"}]);
    let body = json!({"scenario": scenario, "seats": seats}).to_string();
    serde_json::from_str(&http(addr, "POST", "/api/games", "", &body).1).expect("a game")
}

/// User and system time of all threads. The kernel counts in hundredths of a second.
pub fn cpu_seconds(pid: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).expect("a process");
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks = |at: usize| fields[at].parse::<f64>().expect("a number");
    (ticks(11) + ticks(12)) / 100.0
}

/// Time in which a virtual machine wanted to run and its host did not let it. With much of it the other figures speak of
/// the host.
pub fn stolen_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/stat").expect("a kernel");
    let all = stat.lines().next().unwrap_or_default();
    let ticks = all
        .split_whitespace()
        .nth(8)
        .and_then(|ticks| ticks.parse::<f64>().ok());
    ticks.unwrap_or(0.0) / 100.0
}

pub fn memory_kb(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|l| l.trim().trim_end_matches(" kB").parse().ok())
        .expect("a number")
}

/// As many files as the system lets this process have.
pub fn raise_open_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(Resource::Nofile).maximum;
    let raised = Rlimit {
        current: maximum,
        maximum,
    };
    let _ = setrlimit(Resource::Nofile, raised);
}

/// What was asked of the server, and whether it was so; nothing where it cannot be told. Returns whether nothing was missed.
pub fn judged(what: &[(&str, Option<bool>)]) -> bool {
    for (words, held) in what {
        let verdict = match held {
            Some(true) => "held",
            Some(false) => "BROKEN",
            None => "not judged, for this machine has other things to do",
        };
        println!("{verdict}: {words}");
    }
    what.iter().all(|(_, held)| *held != Some(false))
}

/// p50, p99 and the longest, in milliseconds.
pub fn latencies(mut all: Vec<Duration>) -> Value {
    all.sort_unstable();
    let at = |share: f64| {
        let at = (all.len().saturating_sub(1) as f64 * share) as usize;
        all.get(at).map_or(0.0, |d| d.as_secs_f64() * 1e3)
    };
    json!({"p50": at(0.5), "p99": at(0.99), "max": at(1.0)})
}

/// What a player reads of a message.
#[derive(Deserialize, Default)]
pub struct Heard {
    pub r#type: String,
    #[serde(default)]
    pub version: u64,
    #[serde(default)]
    pub to_act: Vec<String>,
    #[serde(default)]
    pub choices: Vec<String>,
    #[serde(default)]
    pub offers: Vec<Offered>,
    #[serde(default)]
    pub error: Option<Value>,
    #[serde(default)]
    pub ok: Option<Value>,
}

#[derive(Deserialize)]
pub struct Offered {
    pub choice: String,
}

pub struct Seat {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub state: Heard,
}

impl Seat {
    /// Nothing if the server refuses, or goes away.
    pub async fn sit(addr: SocketAddr, game: &str, token: &str, full: bool) -> Option<Seat> {
        let (stream, _) = connect_async(format!("ws://{addr}/api/games/{game}/live")).await.ok()?;
        let state = Heard::default();
        let mut seat = Seat { stream, state };
        seat.say(&json!({"hello": {"token": token, "light": !full}})).await?;
        seat.until(0).await?;
        Some(seat)
    }

    pub async fn say(&mut self, message: &Value) -> Option<()> {
        self.stream.send(Message::text(message.to_string())).await.ok()
    }

    pub async fn hear(&mut self) -> Option<Heard> {
        loop {
            if let Message::Text(text) = self.stream.next().await?.ok()? {
                let heard: Heard = serde_json::from_str(&text).expect("JSON");
                if heard.r#type != "state" {
                    return Some(heard);
                }
                self.state = heard;
                return Some(Heard::default());
            }
        }
    }

    pub async fn until(&mut self, version: u64) -> Option<()> {
        while self.state.version < version || self.state.r#type.is_empty() {
            self.hear().await?;
        }
        Some(())
    }

    /// The answer to a request; states that come meanwhile are taken in.
    pub async fn ask(&mut self, ask: &Value) -> Option<Heard> {
        self.say(ask).await?;
        loop {
            let heard = self.hear().await?;
            if heard.r#type == "answer" {
                return Some(heard);
            }
        }
    }
}

/// Whether a game is over, as far as its players have been told. If not, and there is nothing more to be heard, a socket was lost.
pub fn is_over(seats: &[Seat; 2]) -> bool {
    let newest = seats.iter().max_by_key(|seat| seat.state.version);
    newest.is_some_and(|seat| seat.state.to_act.is_empty())
}

/// One choice of whoever is to act: how long it took until it was acknowledged, and the answer. Nothing when the game is over or
/// the server gone.
pub async fn step(seats: &mut [Seat; 2], rng: &mut Rng) -> Option<(Duration, Value)> {
    // Who looks on is told a little later; who is to act is told at once.
    let newest = seats.iter().max_by_key(|seat| seat.state.version)?;
    let version = newest.state.version;
    let side = usize::from(newest.state.to_act.first()? == "two");
    seats[side].until(version).await?;
    let state = &seats[side].state;
    let count = state.choices.len() + state.offers.len();
    let at = rng.below(count);
    let choice = state.choices.get(at).unwrap_or_else(|| &state.offers[at].choice);
    let ask = json!({"ref": 1, "do": "choose", "version": version, "choice": choice});
    let asked = Instant::now();
    let heard = seats[side].ask(&ask).await?;
    let latency = asked.elapsed();
    assert!(heard.error.is_none(), "{ask}: {:?}", heard.error);
    seats[side].until(version + 1).await?;
    Some((latency, heard.ok.unwrap_or_default()))
}
