//! How much the server can take, and what it takes for it.
//!
//! `cargo run --release -p schiltron-server --example load -- [--choices N] [--games N] [--watchers N] [--full]` starts a server in a
//! process and a folder of its own, plays games over websockets (a socket for each seat, random choices of those listed, the next
//! one when the last is acknowledged and shown), and prints figures as JSON. `--full` asks for scenes and offers as the page does;
//! without it the players are programs that ask for light updates. Watchers are spread over the games; each takes in every state,
//! and asks for areas and luck as fast as it is answered if `--curious` is given. A socket that is refused or lost is an error; with
//! `--full`, 8 games and no watchers it says whether the goals were reached.
//!
//! `load --soak MINUTES [--rate CHOICES_PER_SECOND]` plays slowly and long instead (`soak.rs`), prints a line every minute, and ends
//! with an error if memory has grown.

mod soak;
#[path = "../support/mod.rs"]
mod support;

use captain::Rng;
use serde_json::{Value, json};
use std::fs;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use support::{
    Seat, Started, cpu_seconds, http, is_over, judged, latencies, memory_kb, new_game, spawn, step, stolen_seconds,
    stop, unlimited,
};

/// The program's own.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let soaks = std::env::args().any(|word| word == "--soak");
    if support::serve_if_told(if soaks { soak::limits() } else { unlimited() }) {
        return ExitCode::SUCCESS;
    }
    let mut words = std::env::args().skip(1);
    let (mut choices, mut games, mut watchers, mut full, mut curious) = (60_000, 8, 0, false, false);
    let (mut minutes, mut rate) = (0, 100);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|n| n.parse().ok()).expect("a number");
        match word.as_str() {
            "--choices" => choices = number(),
            "--games" => games = number(),
            "--watchers" => watchers = number(),
            "--full" => full = true,
            "--soak" => minutes = number() as u32,
            "--rate" => rate = number() as u32,
            "--curious" => curious = true,
            _ => {
                eprintln!("load [--choices N] [--games N] [--watchers N] [--full] [--curious]");
                eprintln!("load --soak MINUTES [--rate CHOICES_PER_SECOND]");
                return ExitCode::from(2);
            }
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    if minutes > 0 {
        let flat = soak::run(minutes, rate, spawn(folder.path(), &["--soak"]));
        return if flat { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let started = Instant::now();
    let Started { mut child, addr } = spawn(folder.path(), &[]);
    let cold_start = started.elapsed();
    http(addr, "GET", "/", "", "");
    std::thread::sleep(Duration::from_millis(500));
    let idle = memory_kb(child.id());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let players = Players {
        addr,
        full,
        curious,
        watchers: (watchers / games, watchers % games),
        left: Arc::new(AtomicUsize::new(choices)),
        over: Arc::default(),
        shown: Arc::default(),
        errors: Arc::default(),
    };
    let before = cpu_seconds(child.id());
    let stolen = stolen_seconds();
    let wall = Instant::now();
    let (waits, played) = runtime.expect("a runtime").block_on(players.clone().play(games));
    let wall = wall.elapsed().as_secs_f64();
    let cpu = cpu_seconds(child.id()) - before;
    let stolen = stolen_seconds() - stolen;
    let busy = memory_kb(child.id());
    let health: Value = serde_json::from_str(&http(addr, "GET", "/api/health", "", "").1).expect("JSON");
    stop(&mut child);
    let stored = fs::metadata(folder.path().join("games.sqlite")).map_or(0, |m| m.len());
    let made = waits.len();
    let latency = latencies(waits);
    let per_cpu_second = made as f64 / cpu;
    let errors = players.errors.load(Ordering::Relaxed);
    let report = json!({
        "clients": if full { "full" } else { "light" },
        "games_at_once": games,
        "watchers": watchers,
        "errors": errors,
        "states_to_watchers": players.shown.load(Ordering::Relaxed),
        "games": played,
        "choices": made,
        "choices_per_game": made / played.max(1),
        "wall_s": wall,
        "server_cpu_s": cpu,
        "stolen_s": stolen,
        "choices_per_cpu_s": per_cpu_second.round(),
        "latency_ms": latency,
        "cold_start_ms": cold_start.as_secs_f64() * 1e3,
        "idle_mb": idle as f64 / 1024.0,
        "busy_mb": busy as f64 / 1024.0,
        "games_mb": health["bytes"].as_f64().unwrap_or(0.0) / (1 << 20) as f64,
        "bytes_per_game": stored / played.max(1) as u64,
        "bytes_per_choice": stored as f64 / made as f64,
    });
    println!("{report:#}");
    // What the server is meant to reach is said of eight games as the page plays them.
    let goal = |reached: bool| (full && games == 8 && watchers == 0).then_some(reached);
    let mut asked = vec![("no socket was refused or lost", Some(errors == 0))];
    let goals = [
        (
            "10,000 choices for each second of processor time",
            goal(per_cpu_second >= 10_000.0),
        ),
        (
            "99 of 100 answers within 10 ms",
            goal(latency["p99"].as_f64().is_some_and(|ms| ms < 10.0)),
        ),
    ];
    asked.extend(goals.into_iter().filter(|(_, reached)| reached.is_some()));
    match judged(&asked) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

#[derive(Clone)]
struct Players {
    addr: SocketAddr,
    full: bool,
    curious: bool,
    /// At each game, and how many games have one more.
    watchers: (usize, usize),
    /// Choices still to be made.
    left: Arc<AtomicUsize>,
    over: Arc<AtomicBool>,
    /// States that watchers were sent.
    shown: Arc<AtomicUsize>,
    errors: Arc<AtomicUsize>,
}

impl Players {
    /// Plays so many games at once until all choices are made: the latency of each, and how many games it took.
    async fn play(self, games: usize) -> (Vec<Duration>, usize) {
        let tables: Vec<_> = (0..games).map(|n| tokio::spawn(self.clone().table(n as u64))).collect();
        let (mut waits, mut played) = (Vec::new(), 0);
        for table in tables {
            let (w, p) = table.await.expect("a table");
            waits.extend(w);
            played += p;
        }
        self.over.store(true, Ordering::Relaxed);
        (waits, played)
    }

    /// One game after the other.
    async fn table(self, seed: u64) -> (Vec<Duration>, usize) {
        let mut rng = Rng::new(seed);
        let (mut waits, mut played) = (Vec::new(), 0);
        while self.left.load(Ordering::Relaxed) > 0 {
            let opened = new_game(self.addr);
            let game = opened["game"].as_str().expect("a name").to_string();
            let token = |at: usize| opened["seats"][at].as_str().unwrap_or_default().to_string();
            let sit = async |at: usize| Seat::sit(self.addr, &game, &token(at), self.full).await;
            let (Some(one), Some(two)) = (sit(0).await, sit(1).await) else {
                self.errors.fetch_add(1, Ordering::Relaxed);
                break;
            };
            let mut seats = [one, two];
            let watch = opened["watch"].as_str().unwrap_or_default().to_string();
            let (each, more) = self.watchers;
            let watchers: Vec<_> = (0..each + usize::from(seed < more as u64))
                .map(|_| tokio::spawn(self.clone().watch(game.clone(), watch.clone())))
                .collect();
            let less = |n: usize| n.checked_sub(1);
            while (self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less)).is_ok() {
                match step(&mut seats, &mut rng).await {
                    Some((wait, _)) => waits.push(wait),
                    None if is_over(&seats) => break,
                    None => {
                        self.errors.fetch_add(1, Ordering::Relaxed);
                        break;
                    }
                }
            }
            watchers.iter().for_each(|watcher| watcher.abort());
            played += 1;
        }
        (waits, played)
    }

    /// Takes in whatever is shown until the game is over.
    async fn watch(self, game: String, token: String) {
        let Some(mut seat) = Seat::sit(self.addr, &game, &token, self.full).await else {
            self.errors.fetch_add(1, Ordering::Relaxed);
            return;
        };
        loop {
            if self.curious {
                for ask in [
                    json!({"ref": 1, "do": "areas"}),
                    json!({"ref": 2, "do": "luck", "from": 0}),
                ] {
                    match seat.ask(&ask).await {
                        Some(heard) if heard.error.is_none() => {}
                        _ => break,
                    }
                }
            }
            match seat.hear().await {
                Some(_) => drop(self.shown.fetch_add(1, Ordering::Relaxed)),
                None => {
                    if !self.over.load(Ordering::Relaxed) {
                        self.errors.fetch_add(1, Ordering::Relaxed);
                    }
                    return;
                }
            }
        }
    }
}
