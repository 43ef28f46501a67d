//! Does what a stranger with bad intentions would do, for a while, and looks how those who play fare.
//!
//! `cargo run --release -p schiltron-server --example attack -- [SECONDS]` (20 if none are named). It ends with an error if players'
//! median wait goes up by 5 ms, if memory goes beyond its budget by more than a fixed part, or if something breaks.

mod support;

use captain::Rng;
use serde_json::{Value, json};
use server::Limits;
use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use support::{Seat, Started, http, latencies, memory_kb, new_game, spawn, step, stop, unlimited};

const BUDGET: usize = 128 << 20;
/// Of play before the attack.
const CALM: Duration = Duration::from_secs(5);
/// What a server takes without any game, with room for requests under way.
const FIXED_MB: f64 = 200.0;

/// The program's own.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

struct Attack {
    addr: SocketAddr,
    over: AtomicBool,
    done: [AtomicUsize; 4],
    /// Answers of the server that say that it has failed.
    broken: AtomicUsize,
    /// A game that is watched, and a long record.
    game: String,
    watch: String,
    record: String,
}

impl Attack {
    fn count(&self, kind: usize, (status, _): (u16, String)) {
        self.done[kind].fetch_add(1, Ordering::Relaxed);
        if status == 500 {
            self.broken.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Uploads records, one after the other.
    fn upload(&self) {
        let answer = http(self.addr, "POST", "/api/games/open", "", &self.record);
        self.count(0, answer);
    }

    /// Guesses at tokens of games that are there and that are not.
    fn guess(&self, n: u64) {
        let path = match n % 2 {
            0 => format!("/api/games/{}", self.game),
            _ => format!("/api/games/{n:012}/record"),
        };
        let answer = http(self.addr, "GET", &path, "AAAAAAAAAAAAAAAAAAAAAA", "");
        self.count(1, answer);
    }

    /// Half a request, and away.
    fn cut(&self, n: u64) {
        if let Ok(mut stream) = TcpStream::connect(self.addr) {
            let whole = format!(
                "POST /api/games HTTP/1.1\r\nhost: {}\r\ncontent-length: 999\r\n\r\n{{",
                self.addr
            );
            let _ = stream.write_all(&whole.as_bytes()[..n as usize % whole.len()]);
        }
        self.done[2].fetch_add(1, Ordering::Relaxed);
    }

    /// A watcher that asks for the dearest things as fast as it is answered.
    async fn gape(self: Arc<Self>) {
        let Some(mut seat) = Seat::sit(self.addr, &self.game, &self.watch, true).await else {
            return;
        };
        while !self.over.load(Ordering::Relaxed) {
            for ask in [
                json!({"ref": 1, "do": "luck", "from": 0}),
                json!({"ref": 2, "do": "areas"}),
            ] {
                if seat.ask(&ask).await.is_none() {
                    return;
                }
                self.done[3].fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

fn main() -> ExitCode {
    let limits = Limits {
        memory: BUDGET,
        ..unlimited()
    };
    if support::serve_if_told(limits) {
        return ExitCode::SUCCESS;
    }
    let seconds = std::env::args().nth(1).map_or(20, |n| n.parse().expect("a number"));
    let folder = tempfile::tempdir().expect("a folder");
    let Started { mut child, addr } = spawn(folder.path(), &[]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let opened = new_game(addr);
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    let (game, watch) = (text(&opened["game"]), text(&opened["watch"]));
    let mut rng = Rng::new(7);
    let mut seats = runtime.block_on(async {
        let sit = async |at: usize| {
            Seat::sit(addr, &game, &text(&opened["seats"][at]), true)
                .await
                .expect("a seat")
        };
        [sit(0).await, sit(1).await]
    });
    let record = runtime.block_on(long_record(addr));
    let attack = Arc::new(Attack {
        addr,
        over: AtomicBool::default(),
        done: Default::default(),
        broken: AtomicUsize::default(),
        game,
        watch,
        record,
    });
    // How it is without them, on a machine that may have other things to do.
    let calm = runtime.block_on(play(&mut seats, &mut rng, CALM, || {}));
    let threads: Vec<_> = (0..3u64)
        .map(|kind| {
            let attack = attack.clone();
            std::thread::spawn(move || {
                for n in 0.. {
                    if attack.over.load(Ordering::Relaxed) {
                        break;
                    }
                    match kind {
                        0 => attack.upload(),
                        1 => attack.guess(n),
                        _ => attack.cut(n),
                    }
                    // One machine plays all parts; let the server have some of it.
                    std::thread::sleep(Duration::from_millis(2));
                }
            })
        })
        .collect();
    let gaping = {
        let attack = attack.clone();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async {
                let all: Vec<_> = (0..20).map(|_| tokio::spawn(attack.clone().gape())).collect();
                for one in all {
                    let _ = one.await;
                }
            });
        })
    };
    let mut most = 0;
    let waits = runtime.block_on(play(&mut seats, &mut rng, Duration::from_secs(seconds), || {
        most = most.max(memory_kb(child.id()));
    }));
    attack.over.store(true, Ordering::Relaxed);
    for thread in threads {
        thread.join().expect("an attacker");
    }
    gaping.join().expect("the watchers");
    let (health, _) = http(addr, "GET", "/api/health", "", "");
    stop(&mut child);
    let [uploads, guesses, cuts, questions] = attack.done.each_ref().map(|n| n.load(Ordering::Relaxed));
    let figures = json!({
        "uploads": uploads, "record_kb": attack.record.len() / 1024, "guesses": guesses, "cut_requests": cuts,
        "questions_of_watchers": questions,
        "players_choices": waits.len(), "players_wait_ms": latencies(waits.clone()), "before_the_attack_ms": latencies(calm),
        "memory_mb": most as f64 / 1024.0, "budget_mb": BUDGET >> 20,
        "broken": attack.broken.load(Ordering::Relaxed), "health": health,
    });
    println!("{figures:#}");
    let broken = attack.broken.load(Ordering::Relaxed);
    let median = |of: &str| figures[of]["p50"].as_f64().unwrap_or(f64::MAX);
    let held = [
        ("the server has never failed", broken == 0 && health == 200),
        (
            "players' median wait is less than 5 ms longer than before the attack",
            median("players_wait_ms") < median("before_the_attack_ms") + 5.0 && !waits.is_empty(),
        ),
        (
            "memory is within its budget",
            (most as f64) / 1024.0 < FIXED_MB + (BUDGET >> 20) as f64 * 1.25,
        ),
    ];
    for (what, is_so) in held {
        println!("{}: {what}", if is_so { "held" } else { "BROKEN" });
    }
    if held.iter().all(|(_, is_so)| *is_so) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// People think, choose and wait; how long they waited. `look` is called after every choice.
async fn play(seats: &mut [Seat; 2], rng: &mut Rng, time: Duration, mut look: impl FnMut()) -> Vec<Duration> {
    let (end, mut waits) = (Instant::now() + time, Vec::new());
    while Instant::now() < end {
        match step(seats, rng).await {
            Some((wait, _)) => waits.push(wait),
            // The game is over; watchers still ask about it.
            None => break,
        }
        look();
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    waits
}

/// A whole game, to be uploaded.
async fn long_record(addr: SocketAddr) -> String {
    let opened = new_game(addr);
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    let game = text(&opened["game"]);
    let sit = async |at: usize| {
        Seat::sit(addr, &game, &text(&opened["seats"][at]), false)
            .await
            .expect("a seat")
    };
    let mut seats = [sit(0).await, sit(1).await];
    let mut rng = Rng::new(5);
    while step(&mut seats, &mut rng).await.is_some() {}
    let path = format!("/api/games/{game}/record");
    let (_, record) = http(addr, "GET", &path, &text(&opened["watch"]), "");
    let record: Value = serde_json::from_str(&record).expect("a record");
    json!({"record": record, "seats": [{"kind": "here"}, {"kind": "here"}]}).to_string()
}
