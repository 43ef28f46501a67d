//! The server alone: `cargo run -p schiltron-server --example serve -- --port 8420 --data /tmp/games`.
//! `--unlimited` lifts the rate limits, for load tests; `--public URL` names the site, as for the program.

use server::{Config, Hook, Rate, run_blocking};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut config = Config::new("games");
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap_or_default();
        match word.as_str() {
            "--port" => config.addr.set_port(value().parse().unwrap_or(0)),
            "--data" => config.data = value().into(),
            "--public" => config.hosts.push(value().split("//").last().unwrap_or_default().into()),
            "--notify" => match Hook::read(&value(), false) {
                Ok(hook) => config.notify.push(hook),
                Err(why) => {
                    eprintln!("--notify: {why}");
                    return ExitCode::from(2);
                }
            },
            "--unlimited" => {
                config.limits.socket = Rate::NONE;
                config.limits.address = Rate::NONE;
                config.limits.games = Rate::NONE;
            }
            _ => {
                eprintln!("serve [--port P] [--data FOLDER] [--public URL] [--notify PREFIX] [--unlimited]");
                return ExitCode::from(2);
            }
        }
    }
    match run_blocking(config, games::Shelf::standard(), |addr| println!("http://{addr}")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}
