//! The server is killed under load: nothing that it has acknowledged is lost.

use crate::client::{Keys, Pair, get, here, new_game, unlimited};
use captain::Rng;
use server::Config;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const FOLDER: &str = "SCHILTRON_TEST_FOLDER";
const GAMES: usize = 4;
const ROUNDS: u64 = 6;

/// Not a test by itself: the server that is to be killed, in a process of its own.
#[test]
#[ignore = "started by the test below"]
fn server_to_be_killed() {
    let folder = std::env::var(FOLDER).expect("a folder");
    let mut config = Config::new(folder);
    config.limits = unlimited();
    server::run_blocking(config, games::Shelf::standard(), |addr| println!("listening {addr}")).unwrap();
}

// Whoever gets the child kills it and waits for it.
#[allow(clippy::zombie_processes)]
fn spawn(folder: &Path) -> (Child, SocketAddr) {
    spawn_under(folder, "true")
}

/// Whatever limits `sh` sets before it becomes the server.
#[allow(clippy::zombie_processes)]
pub fn spawn_under(folder: &Path, limits: &str) -> (Child, SocketAddr) {
    let test = "--exact kill::server_to_be_killed --ignored --nocapture";
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(format!("{limits}; exec \"$0\" {test}"))
        .arg(std::env::current_exe().unwrap())
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in lines.map_while(Result::ok) {
        // The test harness may have begun the line.
        if let Some((_, addr)) = line.split_once("listening ") {
            return (child, addr.trim().parse().unwrap());
        }
    }
    panic!("the server does not start");
}

/// The versions and hashes that a game's players were told.
type Acknowledged = Arc<Mutex<Vec<(u64, String)>>>;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let mut rng = Rng::new(1314);
    let mut games: Vec<(Keys, Acknowledged)> = Vec::new();
    for round in 0..ROUNDS {
        let (mut child, addr) = spawn(folder.path());
        for (keys, told) in &games {
            check(addr, keys, told).await;
        }
        let keys = new_game(addr, here()).await;
        games.push((keys, Acknowledged::default()));
        let players: Vec<_> = games
            .iter()
            .rev()
            .take(GAMES)
            .enumerate()
            .map(|(n, (keys, told))| {
                let (keys, told) = (keys.clone(), told.clone());
                tokio::spawn(async move {
                    let mut pair = Pair::connect(addr, &keys, round * 100 + n as u64).await;
                    while let Ok(acknowledged) = pair.step().await {
                        told.lock().unwrap().push(acknowledged);
                    }
                })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(200 + rng.below(600) as u64)).await;
        child.kill().unwrap();
        child.wait().unwrap();
        for player in players {
            // It ends with the connection.
            let _ = player.await;
        }
    }
    let (mut child, addr) = spawn(folder.path());
    let mut all = 0;
    for (keys, told) in &games {
        check(addr, keys, told).await;
        all += told.lock().unwrap().len();
    }
    assert!(all > 100, "only {all} choices were made before the kills");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Every choice that was acknowledged is in the game, with the same position after it. That the game is there at all
/// means that it has been played again from its seed, die by die.
async fn check(addr: SocketAddr, keys: &Keys, told: &Acknowledged) {
    let record = get(addr, &keys.path("/record"), &keys.watch).await.ok();
    let entries = record["entries"].as_array().unwrap();
    for (version, hash) in told.lock().unwrap().iter() {
        let entry = &entries[*version as usize - 1];
        assert_eq!(entry[3], hash.as_str(), "choice {version} of {}", keys.game);
    }
}
