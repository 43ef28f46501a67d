//! Hours of play at a steady rate: games are begun, finished, given up, left and come back to; watchers come and go. Memory must
//! not grow.

use super::support::{Seat, Started, http, is_over, latencies, memory_kb, new_game, step, stop, unlimited};
use captain::Rng;
use serde_json::{Value, json};
use server::Limits;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Games at once.
const TABLES: u32 = 16;
/// Watchers that come and go, in all.
const WATCHERS: u32 = 32;
/// What the process may gain between its warm-up, a quarter of the time, and the end: what the allocator keeps here and there.
const SLACK_KB: u64 = 8 << 10;

/// Games leave memory soon after the last one has left them, and sooner when there are many.
pub fn limits() -> Limits {
    Limits {
        memory: 64 << 20,
        idle: Duration::from_secs(20),
        ..unlimited()
    }
}

struct Soak {
    addr: SocketAddr,
    /// Between two choices at one table.
    pause: Duration,
    over: AtomicBool,
    waits: Mutex<Vec<Duration>>,
    /// Games that can be watched, as many as there are tables.
    open: Mutex<Vec<Option<(String, String)>>>,
    /// Games that were left before their end.
    left: Mutex<Vec<Value>>,
    begun: AtomicUsize,
    finished: AtomicUsize,
    resumed: AtomicUsize,
    watched: AtomicUsize,
    errors: AtomicUsize,
}

/// Plays for so many minutes at so many choices a second, and prints a line every minute. Whether memory stayed within bounds
/// and nothing went wrong.
pub fn run(minutes: u32, rate: u32, server: Started) -> bool {
    let Started { mut child, addr } = server;
    let soak = Arc::new(Soak {
        addr,
        pause: Duration::from_secs(1) * TABLES / rate.max(1),
        over: AtomicBool::default(),
        waits: Mutex::default(),
        open: Mutex::new(vec![None; TABLES as usize]),
        left: Mutex::default(),
        begun: AtomicUsize::default(),
        finished: AtomicUsize::default(),
        resumed: AtomicUsize::default(),
        watched: AtomicUsize::default(),
        errors: AtomicUsize::default(),
    });
    let players = {
        let soak = soak.clone();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(soak.play());
        })
    };
    let (begun, mut weights) = (Instant::now(), Vec::new());
    for minute in 1..=minutes {
        std::thread::sleep((begun + Duration::from_secs(60) * minute).saturating_duration_since(Instant::now()));
        let weight = memory_kb(child.id());
        weights.push(weight);
        println!("{}", soak.line(minute, weight));
    }
    soak.over.store(true, Ordering::Relaxed);
    let played = players.join().is_ok();
    stop(&mut child);
    let errors = soak.errors.load(Ordering::Relaxed);
    let flat = is_flat(&weights);
    println!("{}", json!({"minutes": minutes, "flat": flat, "errors": errors}));
    played && flat && errors == 0
}

/// The most of the last quarter against the most of the second one.
fn is_flat(weights: &[u64]) -> bool {
    let quarter = (weights.len() / 4).max(1);
    let most = |part: &[u64]| part.iter().copied().max().unwrap_or(0);
    let warm = most(weights.get(quarter..2 * quarter).unwrap_or(weights));
    let last = most(&weights[weights.len().saturating_sub(quarter)..]);
    last <= warm + warm / 20 + SLACK_KB
}

/// Both players listen for so long, as browsers do: who answers no sign of life is taken to be gone.
async fn listen([one, two]: &mut [Seat; 2], time: Duration) {
    let forever = async |seat: &mut Seat| while seat.hear().await.is_some() {};
    let _ = tokio::time::timeout(time, async { tokio::join!(forever(one), forever(two)) }).await;
}

impl Soak {
    fn line(&self, minute: u32, weight: u64) -> Value {
        let waits = std::mem::take(&mut *self.waits.lock().expect("nobody fails"));
        let count = |n: &AtomicUsize| n.load(Ordering::Relaxed);
        let health: Value = serde_json::from_str(&http(self.addr, "GET", "/api/health", "", "").1).unwrap_or_default();
        json!({
            "minute": minute, "rss_mb": weight as f64 / 1024.0,
            "games_in_memory": health["games"], "games_mb": health["bytes"].as_f64().unwrap_or(0.0) / (1 << 20) as f64,
            "choices": waits.len(), "latency_ms": latencies(waits),
            "begun": count(&self.begun), "finished": count(&self.finished), "resumed": count(&self.resumed),
            "watched": count(&self.watched), "errors": count(&self.errors),
        })
    }

    async fn play(self: Arc<Self>) {
        let mut tasks: Vec<_> = (0..TABLES)
            .map(|n| tokio::spawn(self.clone().table(n as usize)))
            .collect();
        tasks.extend((0..WATCHERS).map(|n| tokio::spawn(self.clone().watcher(u64::from(n)))));
        for task in tasks {
            if task.await.is_err() {
                self.fault("a player or watcher has failed");
            }
        }
    }

    fn fault(&self, what: &str) {
        self.errors.fetch_add(1, Ordering::Relaxed);
        eprintln!("{what}");
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// One game after the other; some are left in the middle, and some of these are gone on with later.
    async fn table(self: Arc<Self>, at: usize) {
        let mut rng = Rng::new(at as u64);
        while !self.is_over() {
            let opened = self.next_game(&mut rng);
            let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
            let game = text(&opened["game"]);
            let sit = async |seat: usize| Seat::sit(self.addr, &game, &text(&opened["seats"][seat]), true).await;
            let (Some(one), Some(two)) = (sit(0).await, sit(1).await) else {
                self.fault("a player was not let in");
                tokio::time::sleep(Duration::from_secs(1)).await;
                continue;
            };
            self.open.lock().expect("nobody fails")[at] = Some((game.clone(), text(&opened["watch"])));
            let mut seats = [one, two];
            let mut more = 200 + rng.below(2500);
            while more > 0 && !self.is_over() {
                more -= 1;
                let Some((wait, _)) = step(&mut seats, &mut rng).await else {
                    if !is_over(&seats) {
                        self.fault("a player's socket was lost");
                    }
                    break;
                };
                self.waits.lock().expect("nobody fails").push(wait);
                listen(&mut seats, self.pause.saturating_sub(wait)).await;
            }
            self.open.lock().expect("nobody fails")[at] = None;
            match is_over(&seats) {
                true => drop(self.finished.fetch_add(1, Ordering::Relaxed)),
                false => self.left.lock().expect("nobody fails").push(opened),
            }
        }
    }

    /// A new one, or one that was left.
    fn next_game(&self, rng: &mut Rng) -> Value {
        let mut left = self.left.lock().expect("nobody fails");
        if left.len() > TABLES as usize && rng.below(2) == 0 {
            self.resumed.fetch_add(1, Ordering::Relaxed);
            let at = rng.below(left.len());
            return left.swap_remove(at);
        }
        self.begun.fetch_add(1, Ordering::Relaxed);
        new_game(self.addr)
    }

    /// Looks at one game for a while, then at another.
    async fn watcher(self: Arc<Self>, seed: u64) {
        let mut rng = Rng::new(1000 + seed);
        while !self.is_over() {
            tokio::time::sleep(Duration::from_millis(500 + rng.below(3000) as u64)).await;
            let open = self.open.lock().expect("nobody fails")[rng.below(TABLES as usize)].clone();
            let Some((game, token)) = open else {
                continue;
            };
            let Some(mut seat) = Seat::sit(self.addr, &game, &token, true).await else {
                self.fault("a watcher was not let in");
                continue;
            };
            self.watched.fetch_add(1, Ordering::Relaxed);
            for _ in 0..1 + rng.below(100) {
                // A game that is left is silent.
                match tokio::time::timeout(Duration::from_secs(5), seat.hear()).await {
                    Ok(Some(_)) => {}
                    Ok(None) | Err(_) => break,
                }
            }
            let areas = seat.ask(&json!({"ref": 1, "do": "areas"})).await;
            if areas.is_none_or(|heard| heard.error.is_some()) {
                self.fault("a watcher's question had no answer");
            }
        }
    }
}
