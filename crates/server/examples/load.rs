//! How much the server can take, and what it takes for it.
//!
//! `cargo run --release -p schiltron-server --example load -- [--choices N] [--games N] [--full]` starts a server in a
//! process and a folder of its own, plays games over websockets (a socket for each seat, random choices of those listed,
//! the next one when the last is acknowledged and shown), and prints figures as JSON. `--full` asks for scenes and offers
//! as the page does; without it the players are programs that ask for light updates.

use captain::Rng;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use server::{Config, Rate, run_blocking};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream as Plain};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The program's own.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let mut words = std::env::args().skip(1);
    let (mut choices, mut games, mut full) = (60_000, 8, false);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|n| n.parse().ok()).expect("a number");
        match word.as_str() {
            "--serve" => return serve(&words.next().expect("a folder")),
            "--choices" => choices = number(),
            "--games" => games = number(),
            "--full" => full = true,
            _ => panic!("load [--choices N] [--games N] [--full]"),
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let started = Instant::now();
    let (mut child, addr) = spawn(folder.path());
    let cold_start = started.elapsed();
    http(addr, "GET", "/", "");
    std::thread::sleep(Duration::from_millis(500));
    let idle = memory_kb(child.id());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let before = cpu_seconds(child.id());
    let stolen = stolen_seconds();
    let wall = Instant::now();
    let players = Players {
        addr,
        full,
        left: Arc::new(AtomicUsize::new(choices)),
    };
    let (mut latencies, played) = runtime.expect("a runtime").block_on(players.play(games));
    let wall = wall.elapsed().as_secs_f64();
    let cpu = cpu_seconds(child.id()) - before;
    let stolen = stolen_seconds() - stolen;
    let busy = memory_kb(child.id());
    stop(&mut child);
    let stored = fs::metadata(folder.path().join("games.sqlite")).map_or(0, |m| m.len());
    latencies.sort_unstable();
    let at = |share: f64| latencies[((latencies.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    let report = json!({
        "clients": if full { "full" } else { "light" },
        "games_at_once": games,
        "games": played.len(),
        "choices": latencies.len(),
        "choices_per_game": latencies.len() / played.len(),
        "wall_s": wall,
        "server_cpu_s": cpu,
        "stolen_s": stolen,
        "choices_per_cpu_s": (latencies.len() as f64 / cpu).round(),
        "latency_ms": {"p50": at(0.5), "p99": at(0.99), "max": at(1.0)},
        "cold_start_ms": cold_start.as_secs_f64() * 1e3,
        "idle_mb": idle as f64 / 1024.0,
        "busy_mb": busy as f64 / 1024.0,
        "bytes_per_game": stored / played.len() as u64,
        "bytes_per_choice": stored as f64 / latencies.len() as f64,
    });
    println!("{report:#}");
}

fn serve(folder: &str) {
    let mut config = Config::new(folder);
    // One client stands for many here.
    config.limits.socket = Rate::NONE;
    config.limits.address = Rate::NONE;
    config.limits.games = Rate::NONE;
    config.limits.sockets = usize::MAX;
    run_blocking(config, games::Shelf::standard(), |addr| {
        println!("{addr}");
        std::io::stdout().flush().expect("a reader");
    })
    .expect("a server");
}

fn spawn(folder: &Path) -> (Child, SocketAddr) {
    let mut child = Command::new(std::env::current_exe().expect("a program"))
        .arg("--serve")
        .arg(folder)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a server");
    let mut line = String::new();
    let out = child.stdout.take().expect("its output");
    BufReader::new(out).read_line(&mut line).expect("an address");
    let addr = line.trim().parse().expect("an address");
    assert!(http(addr, "GET", "/api/health", "").contains("true"));
    (child, addr)
}

fn stop(child: &mut Child) {
    let told = Command::new("kill").arg(child.id().to_string()).status();
    assert!(told.is_ok_and(|status| status.success()), "the server is told to stop");
    child.wait().expect("its end");
}

fn http(addr: SocketAddr, method: &str, path: &str, body: &str) -> String {
    let mut stream = Plain::connect(addr).expect("a connection");
    let length = body.len();
    let head = format!("{method} {path} HTTP/1.1\r\nhost: {addr}\r\nconnection: close");
    let kind = format!("content-type: application/json\r\ncontent-length: {length}");
    stream
        .write_all(format!("{head}\r\n{kind}\r\n\r\n{body}").as_bytes())
        .expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
        .split_once("\r\n\r\n")
        .map_or(String::new(), |(_, body)| body.into())
}

/// User and system time of all threads. The kernel counts in hundredths of a second.
fn cpu_seconds(pid: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).expect("a process");
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks = |at: usize| fields[at].parse::<f64>().expect("a number");
    (ticks(11) + ticks(12)) / 100.0
}

/// Time in which a virtual machine wanted to run and its host did not let it. With much of it the other figures speak of
/// the host.
fn stolen_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/stat").expect("a kernel");
    let all = stat.lines().next().unwrap_or_default();
    let ticks = all
        .split_whitespace()
        .nth(8)
        .and_then(|ticks| ticks.parse::<f64>().ok());
    ticks.unwrap_or(0.0) / 100.0
}

fn memory_kb(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|l| l.trim().trim_end_matches(" kB").parse().ok())
        .expect("a number")
}

#[derive(Clone)]
struct Players {
    addr: SocketAddr,
    full: bool,
    /// Choices still to be made.
    left: Arc<AtomicUsize>,
}

/// What a player reads of a message.
#[derive(Deserialize, Default)]
struct Heard {
    r#type: String,
    #[serde(default)]
    version: u64,
    #[serde(default)]
    to_act: Vec<String>,
    #[serde(default)]
    choices: Vec<String>,
    #[serde(default)]
    offers: Vec<Offered>,
    #[serde(default)]
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Offered {
    choice: String,
}

struct Seat {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    state: Heard,
}

impl Seat {
    async fn hear(&mut self) -> Heard {
        loop {
            if let Message::Text(text) = self.stream.next().await.expect("a message").expect("a message") {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }

    async fn until(&mut self, version: u64) {
        while self.state.version < version || self.state.r#type.is_empty() {
            let heard = self.hear().await;
            if heard.r#type == "state" {
                self.state = heard;
            }
        }
    }
}

impl Players {
    /// Plays so many games at once until all choices are made: the latency of each, and the names of the games.
    async fn play(self, games: usize) -> (Vec<Duration>, Vec<String>) {
        let tables: Vec<_> = (0..games).map(|n| tokio::spawn(self.clone().table(n as u64))).collect();
        let (mut latencies, mut played) = (Vec::new(), Vec::new());
        for table in tables {
            let (l, p) = table.await.expect("a table");
            latencies.extend(l);
            played.extend(p);
        }
        (latencies, played)
    }

    /// One game after the other.
    async fn table(self, seed: u64) -> (Vec<Duration>, Vec<String>) {
        let mut rng = Rng::new(seed);
        let (mut latencies, mut played) = (Vec::new(), Vec::new());
        while self.left.load(Ordering::Relaxed) > 0 {
            let seats = json!([{"kind": "here"}, {"kind": "here"}]);
            let body = json!({"scenario": "edward/bannockburn", "seats": seats}).to_string();
            let opened: Value = serde_json::from_str(&http(self.addr, "POST", "/api/games", &body)).expect("a game");
            let game = opened["game"].as_str().expect("a name").to_string();
            let mut seats = [
                self.sit(&game, &opened["seats"][0]).await,
                self.sit(&game, &opened["seats"][1]).await,
            ];
            while let Some(latency) = self.step(&mut seats, &mut rng).await {
                latencies.push(latency);
            }
            played.push(game);
        }
        (latencies, played)
    }

    async fn sit(&self, game: &str, token: &Value) -> Seat {
        let (stream, _) = connect_async(format!("ws://{}/api/games/{game}/live", self.addr))
            .await
            .expect("a socket");
        let mut seat = Seat {
            stream,
            state: Heard::default(),
        };
        let hello = json!({"hello": {"token": token, "light": !self.full}});
        seat.stream
            .send(Message::text(hello.to_string()))
            .await
            .expect("a socket");
        seat.until(0).await;
        seat
    }

    /// One choice of whoever is to act; how long it took until it was acknowledged.
    async fn step(&self, seats: &mut [Seat; 2], rng: &mut Rng) -> Option<Duration> {
        let version = seats[0].state.version;
        let side = usize::from(seats[0].state.to_act.first()? == "two");
        let less = |n: usize| n.checked_sub(1);
        self.left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less)
            .ok()?;
        let state = &seats[side].state;
        let count = state.choices.len() + state.offers.len();
        let at = rng.below(count);
        let choice = state.choices.get(at).unwrap_or_else(|| &state.offers[at].choice);
        let ask = json!({"ref": 1, "do": "choose", "version": version, "choice": choice});
        let asked = Instant::now();
        seats[side]
            .stream
            .send(Message::text(ask.to_string()))
            .await
            .expect("a socket");
        let heard = loop {
            let heard = seats[side].hear().await;
            if heard.r#type == "answer" {
                break heard;
            }
        };
        assert!(heard.error.is_none(), "{ask}: {:?}", heard.error);
        let latency = asked.elapsed();
        for seat in seats {
            seat.until(version + 1).await;
        }
        Some(latency)
    }
}
