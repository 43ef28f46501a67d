//! Does what a stranger with bad intentions would do, for a while, and looks how those who play fare.
//!
//! `cargo run --release -p schiltron-server --example attack -- [SECONDS [SCENARIO]]` (20 if none are named). The scenario is what the
//! two people play: one in which sides take turns, such as elements/murten. It ends with an error if players' median wait goes up by
//! 5 ms, or on a quiet machine reaches 5 ms at all, if memory goes beyond its budget by more than a fixed part, if a forged record is
//! believed, or if something breaks.

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
use support::{
    Seat, Started, USUAL, game_of, http, judged, latencies, memory_kb, new_game, raise_open_files, request, spawn,
    step, stop, unlimited,
};

const BUDGET: usize = 128 << 20;
/// Of play before the attack.
const CALM: Duration = Duration::from_secs(5);
/// What a server takes without any game, with room for requests under way.
const FIXED_MB: f64 = 200.0;
/// Connections with half a request each, held as long as the server lets them.
const HELD: usize = 1100;
/// Where players wait longer than this without an attack, the machine has other things to do.
const QUIET_MS: f64 = 3.0;

/// The program's own.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What strangers do, one thread for each.
const DEEDS: [&str; 8] = [
    "uploads",
    "guesses",
    "half_requests",
    "cut_requests",
    "cut_looks_of_watchers",
    "looks_of_watchers",
    "forged_records",
    "rounds_of_1100_held_half_requests",
];

struct Attack {
    addr: SocketAddr,
    over: AtomicBool,
    done: [AtomicUsize; DEEDS.len()],
    questions: AtomicUsize,
    plans: AtomicUsize,
    /// Answers of the server that say that it has failed.
    broken: AtomicUsize,
    /// Forged records that were taken for good ones.
    believed: AtomicUsize,
    /// A game that is watched, and a long record as it is uploaded.
    game: String,
    watch: String,
    upload: Value,
    text: String,
}

impl Attack {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Counts an answer of the server.
    fn asked(&self, method: &str, path: &str, token: &str, body: &str) -> u16 {
        let (status, _) = http(self.addr, method, path, token, body);
        if status == 500 {
            self.broken.fetch_add(1, Ordering::Relaxed);
        }
        status
    }

    /// A whole request whose sender goes away at once, or a moment later.
    fn drop_request(&self, n: usize, text: &str) {
        if let Ok(mut stream) = TcpStream::connect(self.addr) {
            let _ = stream.write_all(text.as_bytes());
            std::thread::sleep(Duration::from_micros(n as u64 % 8 * 150));
        }
    }

    /// The n-th time of a deed.
    fn commit(&self, deed: usize, n: usize) {
        match DEEDS[deed] {
            "uploads" => drop(self.asked("POST", "/api/games/open", "", &self.text)),
            "guesses" => self.guess(n),
            "half_requests" => self.half(n),
            "cut_requests" => self.cut(n),
            "cut_looks_of_watchers" => {
                let text = request(self.addr, "GET", &self.look(n), &self.watch, "");
                self.drop_request(n, &text);
            }
            "looks_of_watchers" => drop(self.asked("GET", &self.look(n), &self.watch, "")),
            "forged_records" => self.forge(n),
            _ => self.hold(),
        }
    }

    /// Guesses at tokens of games that are there and that are not.
    fn guess(&self, n: usize) {
        let path = match n % 2 {
            0 => format!("/api/games/{}", self.game),
            _ => format!("/api/games/{n:012}/record"),
        };
        self.asked("GET", &path, "AAAAAAAAAAAAAAAAAAAAAA", "");
    }

    /// Half a request, and away.
    fn half(&self, n: usize) {
        if let Ok(mut stream) = TcpStream::connect(self.addr) {
            let whole = request(self.addr, "POST", "/api/games", "", "{}");
            let _ = stream.write_all(&whole.as_bytes()[..n % whole.len()]);
        }
    }

    /// A whole request for a game that is not there, or for a new one, and away.
    fn cut(&self, n: usize) {
        let text = match n % 2 {
            0 => {
                let path = format!("/api/games/{n:012}");
                request(self.addr, "GET", &path, "AAAAAAAAAAAAAAAAAAAAAA", "")
            }
            _ => {
                let seats = json!([{"kind": "here"}, {"kind": "here"}]);
                let body = json!({"scenario": "edward/bannockburn", "seats": seats}).to_string();
                request(self.addr, "POST", "/api/games", "", &body)
            }
        };
        self.drop_request(n, &text);
    }

    /// What a watcher may look at, the dearest things.
    fn look(&self, n: usize) -> String {
        let what = ["story", "record", "scene?at=1", "board"][n % 4];
        format!("/api/games/{}/{what}", self.game)
    }

    /// Records that claim what is not so.
    fn forge(&self, n: usize) {
        let mut forged = self.upload.clone();
        let record = &mut forged["record"];
        let entries = record["entries"].as_array().map_or(0, Vec::len);
        match n % 4 {
            0 => record["given"] = json!(entries + 1),
            1 => record["seed"] = json!("07".repeat(32)),
            2 => record["entries"][entries / 2][1] = json!("resign"),
            _ => {
                let dice = record["entries"].as_array_mut().into_iter().flatten();
                let dice = dice.filter_map(|entry| entry[2].as_array_mut()).flatten();
                dice.for_each(|die| *die = json!(6));
            }
        }
        if self.asked("POST", "/api/games/open", "", &forged.to_string()) == 200 {
            self.believed.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Very many half requests, until the server gives them up.
    fn hold(&self) {
        let mut held = Vec::with_capacity(HELD);
        while held.len() < HELD && !self.is_over() {
            let Ok(mut stream) = TcpStream::connect(self.addr) else {
                break;
            };
            let _ = stream.write_all(b"GET /api/health HTTP/1.1\r\nhost: local");
            held.push(stream);
        }
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(12) && !self.is_over() {
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// A watcher that asks for the dearest things as fast as it is answered.
    async fn gape(self: Arc<Self>) {
        let Some(mut seat) = Seat::sit(self.addr, &self.game, &self.watch, true).await else {
            return;
        };
        while !self.is_over() {
            for ask in [
                json!({"ref": 1, "do": "luck", "from": 0}),
                json!({"ref": 2, "do": "areas"}),
            ] {
                if seat.ask(&ask).await.is_none() {
                    return;
                }
                self.questions.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// A player of a game of his own who sends the longest plans there are.
    async fn plan(self: Arc<Self>) {
        let opened = new_game(self.addr);
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        let Some(mut seat) = Seat::sit(self.addr, &text(&opened["game"]), &text(&opened["seats"][0]), false).await
        else {
            return;
        };
        while !self.is_over() {
            let choice = seat.state.choices.first().cloned().unwrap_or_default();
            let (version, long) = (seat.state.version, vec![choice; 200]);
            let plan = json!({"ref": 1, "do": "plan", "version": version, "choices": long});
            if seat.ask(&plan).await.is_none() {
                return;
            }
            self.plans.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(5)).await;
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
    raise_open_files();
    let mut words = std::env::args().skip(1);
    let seconds = words.next().map_or(20, |n| n.parse().expect("a number"));
    let scenario = words.next().unwrap_or(USUAL.into());
    let folder = tempfile::tempdir().expect("a folder");
    let Started { mut child, addr } = spawn(folder.path(), &[]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let opened = game_of(addr, &scenario);
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
    let upload = runtime.block_on(long_record(addr));
    let attack = Arc::new(Attack {
        addr,
        over: AtomicBool::default(),
        done: Default::default(),
        questions: AtomicUsize::default(),
        plans: AtomicUsize::default(),
        broken: AtomicUsize::default(),
        believed: AtomicUsize::default(),
        game,
        watch,
        text: upload.to_string(),
        upload,
    });
    // How it is without them, on a machine that may have other things to do.
    let calm = runtime.block_on(play(&mut seats, &mut rng, CALM, || {}));
    let attackers = begin(&attack);
    let mut most = 0;
    let waits = runtime.block_on(play(&mut seats, &mut rng, Duration::from_secs(seconds), || {
        most = most.max(memory_kb(child.id()));
    }));
    attack.over.store(true, Ordering::Relaxed);
    for attacker in attackers {
        attacker.join().expect("an attacker");
    }
    let (health, _) = http(addr, "GET", "/api/health", "", "");
    stop(&mut child);
    let count = |n: &AtomicUsize| n.load(Ordering::Relaxed);
    let (broken, believed) = (count(&attack.broken), count(&attack.believed));
    let mut figures = json!({
        "record_kb": attack.text.len() / 1024,
        "questions_of_watchers": count(&attack.questions), "long_plans": count(&attack.plans),
        "players_choices": waits.len(), "players_wait_ms": latencies(waits.clone()), "before_the_attack_ms": latencies(calm),
        "memory_mb": most as f64 / 1024.0, "budget_mb": BUDGET >> 20,
        "broken": broken, "forged_records_believed": believed, "health": health,
    });
    for (deed, done) in DEEDS.iter().zip(&attack.done) {
        figures[*deed] = json!(count(done));
    }
    println!("{figures:#}");
    let median = |of: &str| figures[of]["p50"].as_f64().unwrap_or(f64::MAX);
    let (during, before) = (median("players_wait_ms"), median("before_the_attack_ms"));
    let held = [
        ("the server has never failed", Some(broken == 0 && health == 200)),
        ("no forged record was believed", Some(believed == 0)),
        (
            "players' median wait is below 5 ms",
            (before < QUIET_MS).then_some(during < 5.0 && !waits.is_empty()),
        ),
        (
            "players' median wait is less than 5 ms longer than before the attack",
            Some(during < before + 5.0 && !waits.is_empty()),
        ),
        (
            "memory is within its budget",
            Some((most as f64) / 1024.0 < FIXED_MB + (BUDGET >> 20) as f64 * 1.25),
        ),
    ];
    match judged(&held) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Lets all of them loose until it is over.
fn begin(attack: &Arc<Attack>) -> Vec<std::thread::JoinHandle<()>> {
    let deed = |deed: usize| {
        let attack = attack.clone();
        std::thread::spawn(move || {
            for n in 0.. {
                if attack.is_over() {
                    break;
                }
                attack.commit(deed, n);
                attack.done[deed].fetch_add(1, Ordering::Relaxed);
                // One machine plays all parts; let the server have some of it.
                std::thread::sleep(Duration::from_millis(2));
            }
        })
    };
    let mut attackers: Vec<_> = (0..DEEDS.len()).map(deed).collect();
    let attack = attack.clone();
    attackers.push(std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let mut all: Vec<_> = (0..20).map(|_| tokio::spawn(attack.clone().gape())).collect();
            all.push(tokio::spawn(attack.clone().plan()));
            for one in all {
                let _ = one.await;
            }
        });
    }));
    attackers
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
async fn long_record(addr: SocketAddr) -> Value {
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
    json!({"record": record, "seats": [{"kind": "here"}, {"kind": "here"}]})
}
