//! Plays many short games against a captain that decides at once, beside captains that search in other games and a machine that is
//! busy otherwise, and looks whether a game ever stands still.
//!
//! `cargo run --release -p schiltron-server --example crowd -- [GAMES]` (200 if none are named). It ends with an error if nothing
//! happens in a game for 30 seconds, or a socket is lost.

mod support;

use captain::Rng;
use serde_json::{Value, json};
use server::Limits;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use support::{Seat, Started, http, judged, latencies, spawn, stop, unlimited};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// Played at one time.
const AT_ONCE: usize = 8;
/// Games in which captains search, always looked at.
const SEARCHING: usize = 4;
/// Threads that do nothing but take time.
const BUSY: usize = 4;
/// Nothing in a game takes so long.
const STILL: Duration = Duration::from_secs(30);

fn begin(addr: SocketAddr, scenario: &str, seats: Value) -> Value {
    let body = json!({"scenario": scenario, "seats": seats}).to_string();
    serde_json::from_str(&http(addr, "POST", "/api/games", "", &body).1).expect("a game")
}

/// What became of a game: the longest that nothing was heard of it.
enum Became {
    Over(Duration),
    StoodStill,
    LostASocket,
}

/// Plays one side by chance until the game is over, with a second socket open on the same seat, as a page has it.
async fn play(addr: SocketAddr, seed: u64) -> Became {
    let opened = begin(
        addr,
        "medieval/prelude",
        json!([{"kind": "here"}, {"kind": "captain", "name": "random"}]),
    );
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    let (game, token) = (text(&opened["game"]), text(&opened["seats"][0]));
    let (Some(mut seat), Some(mut page)) = (
        Seat::sit(addr, &game, &token, true).await,
        Seat::sit(addr, &game, &token, true).await,
    ) else {
        return Became::LostASocket;
    };
    let mut rng = Rng::new(seed);
    if page.say(&json!({"ref": 1, "do": "pace", "ms": 0})).await.is_none() {
        return Became::LostASocket;
    }
    let page = tokio::spawn(async move { while page.hear().await.is_some() {} });
    let mut longest = Duration::ZERO;
    let became = loop {
        let state = &seat.state;
        if state.to_act.is_empty() {
            break Became::Over(longest);
        }
        let version = state.version;
        let choice = match state.offers.len() {
            0 => None,
            count => Some(state.offers[rng.below(count)].choice.clone()),
        };
        let begun = Instant::now();
        let next = async {
            let Some(choice) = choice else {
                return seat.until(version + 1).await;
            };
            let ask = json!({"ref": 1, "do": "choose", "version": version, "choice": choice});
            match seat.ask(&ask).await?.error {
                None => seat.until(version + 1).await,
                Some(fault) if fault["code"] == "TooFast" => {
                    sleep(Duration::from_millis(100)).await;
                    Some(())
                }
                Some(fault) => panic!("{ask}: {fault}"),
            }
        };
        match timeout(STILL, next).await {
            Ok(Some(())) => longest = longest.max(begun.elapsed()),
            Ok(None) => break Became::LostASocket,
            Err(_) => break Became::StoodStill,
        }
    };
    page.abort();
    became
}

/// Captains that search play each other, and somebody looks on.
async fn search(addr: SocketAddr) {
    let captain = json!({"kind": "captain", "name": "expert"});
    let opened = begin(addr, "retinue/mill", json!([captain, captain]));
    let (game, watch) = (opened["game"].as_str(), opened["watch"].as_str());
    let watcher = Seat::sit(addr, game.expect("a name"), watch.expect("a token"), true).await;
    let mut watcher = watcher.expect("a place to look on");
    while watcher.hear().await.is_some() {}
}

async fn crowd(addr: SocketAddr, games: usize) -> ExitCode {
    let mut searching = JoinSet::new();
    (0..SEARCHING).for_each(|_| drop(searching.spawn(search(addr))));
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut played = JoinSet::new();
    for seed in 0..games as u64 {
        let place = places.clone().acquire_owned().await.expect("it is never closed");
        played.spawn(async move {
            let became = play(addr, seed).await;
            drop(place);
            became
        });
    }
    let all = played.join_all().await;
    let count = |is: fn(&Became) -> bool| all.iter().filter(|became| is(became)).count();
    let (still, lost) = (
        count(|became| matches!(became, Became::StoodStill)),
        count(|became| matches!(became, Became::LostASocket)),
    );
    let waits = all.iter().filter_map(|became| match became {
        Became::Over(longest) => Some(*longest),
        _ => None,
    });
    println!(
        "the longest wait of each of {games} games, in ms: {}",
        latencies(waits.collect())
    );
    let held = judged(&[
        ("no game stands still", Some(still == 0)),
        ("no socket is lost", Some(lost == 0)),
    ]);
    if held { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn main() -> ExitCode {
    // The haste of one socket is bounded as it is for everybody.
    let limits = Limits {
        socket: Limits::default().socket,
        ..unlimited()
    };
    if support::serve_if_told(limits) {
        return ExitCode::SUCCESS;
    }
    let games = std::env::args().nth(1).map_or(200, |n| n.parse().expect("a number"));
    let folder = tempfile::tempdir().expect("a folder");
    let Started { mut child, addr } = spawn(folder.path(), &[]);
    let over = Arc::new(AtomicBool::new(false));
    for _ in 0..BUSY {
        let over = over.clone();
        std::thread::spawn(move || while !over.load(Ordering::Relaxed) {});
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let code = runtime.expect("a runtime").block_on(crowd(addr, games));
    over.store(true, Ordering::Relaxed);
    stop(&mut child);
    code
}
