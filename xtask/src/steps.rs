//! One step after another, each with its name and with what to do should it fail.

use crate::root;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

/// Runs one step and says what it is; a failure stops everything and says what to do.
pub fn run(what: &str, folder: &Path, program: &str, args: &[&str], help: &str) -> Result<()> {
    println!("\n== {what}");
    let status = started(folder, program, args)
        .with_context(|| format!("{what} failed. {help}"))?
        .wait()?;
    if !status.success() {
        bail!("{what} failed ({}). {help}", line(program, args));
    }
    Ok(())
}

pub fn started(folder: &Path, program: &str, args: &[&str]) -> Result<Child> {
    command(folder, program, args)
        .spawn()
        .with_context(|| format!("{program} cannot be started"))
}

/// As `run`, beside something that shows its progress: what the step says is shown only if it fails.
pub fn run_quietly(what: &str, folder: &Path, program: &str, args: &[&str], help: &str) -> Result<()> {
    let start = std::time::Instant::now();
    let done = command(folder, program, args)
        .output()
        .with_context(|| format!("{program} cannot be started: {what} failed. {help}"))?;
    // The line may have a bar of Cargo's on it.
    let clear = if std::io::IsTerminal::is_terminal(&std::io::stdout()) {
        "\r\x1b[K"
    } else {
        ""
    };
    if !done.status.success() {
        let said = [done.stdout, done.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
        eprintln!("{clear}{}{}", said[0], said[1]);
        bail!("{what} failed ({}). {help}", line(program, args));
    }
    println!("{clear}== {what}: done in {} s", start.elapsed().as_secs());
    Ok(())
}

fn command(folder: &Path, program: &str, args: &[&str]) -> Command {
    let path = if program.contains('/') {
        root().join(program)
    } else if cfg!(windows) && program == "npm" {
        PathBuf::from("npm.cmd")
    } else {
        PathBuf::from(program)
    };
    let mut command = Command::new(path);
    command
        .args(args)
        .current_dir(folder)
        // The end-to-end tests start the program that was just built.
        .env("SCHILTRON_SERVE", "target/debug/schiltron serve");
    command
}

fn line(program: &str, args: &[&str]) -> String {
    [&[program], args].concat().join(" ")
}
