//! Kills the server again and again while games are played, and looks whether anything that it has acknowledged is lost.
//!
//! `cargo run --release -p schiltron-server --example kill -- [ROUNDS]` (20 if none are named). It ends with an error if anything
//! acknowledged is lost.

mod support;

use captain::Rng;
use serde_json::Value;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use support::{Seat, Started, http, new_game, spawn, step, unlimited};

/// At once.
const GAMES: usize = 8;

struct Game {
    name: String,
    seats: [String; 2],
    watch: String,
    /// Versions and hashes that were acknowledged.
    told: Arc<Mutex<Vec<(u64, String)>>>,
}

impl Game {
    fn begin(addr: SocketAddr) -> Game {
        let opened = new_game(addr);
        let text = |value: &Value| value.as_str().expect("a text").to_string();
        Game {
            name: text(&opened["game"]),
            seats: [text(&opened["seats"][0]), text(&opened["seats"][1])],
            watch: text(&opened["watch"]),
            told: Arc::default(),
        }
    }

    /// Plays until the game is over or the server gone.
    async fn play(addr: SocketAddr, name: String, seats: [String; 2], told: Arc<Mutex<Vec<(u64, String)>>>, seed: u64) {
        let sit = async |at: usize| Seat::sit(addr, &name, &seats[at], false).await;
        let (Some(one), Some(two)) = (sit(0).await, sit(1).await) else {
            return;
        };
        let (mut seats, mut rng) = ([one, two], Rng::new(seed));
        while let Some((_, report)) = step(&mut seats, &mut rng).await {
            let hash = report["hash"].as_str().unwrap_or_default().to_string();
            let version = report["version"].as_u64().unwrap_or(0);
            told.lock().expect("nobody fails").push((version, hash));
        }
    }

    /// How many of the acknowledged choices are not in the game any more.
    fn lost(&self, addr: SocketAddr) -> usize {
        let (status, body) = http(
            addr,
            "GET",
            &format!("/api/games/{}/record", self.name),
            &self.watch,
            "",
        );
        assert_eq!(status, 200, "{body}");
        let record: Value = serde_json::from_str(&body).expect("a record");
        let told = self.told.lock().expect("nobody fails");
        let gone = told
            .iter()
            .filter(|(version, hash)| record["entries"][*version as usize - 1][3] != hash.as_str());
        gone.count()
    }
}

fn main() -> ExitCode {
    if support::serve_if_told(unlimited()) {
        return ExitCode::SUCCESS;
    }
    let rounds = std::env::args().nth(1).map_or(20, |n| n.parse().expect("a number"));
    let folder = tempfile::tempdir().expect("a folder");
    let mut games: Vec<Game> = Vec::new();
    let mut rng = Rng::new(1314);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    for round in 0..=rounds {
        let Started { mut child, addr } = spawn(folder.path(), &[]);
        let lost: usize = games.iter().map(|game| game.lost(addr)).sum();
        if lost > 0 {
            println!("BROKEN: {lost} acknowledged choices are lost after {round} kills");
            let _ = child.kill();
            return ExitCode::FAILURE;
        }
        if round < rounds {
            games.extend((0..2).map(|_| Game::begin(addr)));
            let wait = Duration::from_millis(100 + rng.below(900) as u64);
            runtime.block_on(async {
                for (n, game) in games.iter().rev().take(GAMES).enumerate() {
                    let seed = round * 100 + n as u64;
                    let (name, seats, told) = (game.name.clone(), game.seats.clone(), game.told.clone());
                    tokio::spawn(Game::play(addr, name, seats, told, seed));
                }
                tokio::time::sleep(wait).await;
                child.kill().expect("it can be killed");
                // What was on its way is heard.
                tokio::time::sleep(Duration::from_millis(100)).await;
            });
        }
        let _ = child.kill();
        child.wait().expect("its end");
    }
    let told: usize = games.iter().map(|g| g.told.lock().expect("nobody fails").len()).sum();
    println!(
        "held: {rounds} kills, {} games, {told} acknowledged choices, none lost",
        games.len()
    );
    // Nothing can be lost where nothing was told.
    if told > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
