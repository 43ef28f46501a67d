//! `cargo xtask play` and `cargo xtask test`: the two commands of the README. Both set up what they need.

mod page;
mod steps;

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use steps::{run, started};

fn main() -> ExitCode {
    match obey() {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("\n{fault:#}");
            ExitCode::FAILURE
        }
    }
}

fn obey() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["play", rest @ ..] => play(rest),
        ["test"] => test(),
        ["web"] => page::build(),
        _ => {
            println!("cargo xtask play [OPTIONS]   set up, build, and open the game in the browser");
            println!("cargo xtask test             set up and run every check");
            println!("cargo xtask web              build the page only");
            Ok(())
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn web() -> PathBuf {
    root().join("web")
}

const PROGRAM: [&str; 4] = ["--profile", "play", "--package", "schiltron"];
const PROGRAM_FAILED: &str = "Cargo says above what is wrong. The first time it needs the network, for packages, and a C compiler \
    named cc, for SQLite (Debian: apt install build-essential; macOS: xcode-select --install). Then run cargo xtask play again.";

fn play(rest: &[&str]) -> Result<()> {
    if !page::is_built() {
        page_and_program()?;
    }
    // The program carries the page in itself. Should the page have come too late for it, this builds its last part again.
    let mut args = vec!["run"];
    args.extend(PROGRAM);
    args.extend(["--", "play"]);
    args.extend(rest);
    run(
        "the game",
        &root(),
        "cargo",
        &args,
        "If the program has not said why: cargo xtask test finds what is broken.",
    )
}

/// Builds both at once: Node has the page ready long before the compiler comes to the crate that embeds it.
fn page_and_program() -> Result<()> {
    page::find_node()?;
    println!("== the page and the program are built; the first time this takes a few minutes");
    let page = std::thread::spawn(page::build_quietly);
    let mut args = vec!["build"];
    args.extend(PROGRAM);
    let mut program = started(&root(), "cargo", &args)?;
    let mut page = Some(page);
    loop {
        if let Some(done) = page.take_if(|page| page.is_finished()) {
            let done = done.join().expect("building the page does not panic");
            if done.is_err() {
                let _ = program.kill();
                let _ = program.wait();
                return done;
            }
        }
        if let Some(status) = program.try_wait().context("cargo cannot be waited for")? {
            let page = page.map_or(Ok(()), |page| page.join().expect("building the page does not panic"));
            if !status.success() {
                bail!("the program could not be built. {PROGRAM_FAILED}");
            }
            return page;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

fn test() -> Result<()> {
    let (root, web) = (root(), web());
    let cargo = |what, args: &[&str], help| run(what, &root, "cargo", args, help);
    let npm = |what, args: &[&str], help| run(what, &web, "npm", args, help);
    cargo("format", &["fmt", "--all", "--check"], "Run cargo fmt --all.")?;
    page::find_node()?;
    // Node has done with the page while the compiler is at work.
    let page = std::thread::spawn(page::check_quietly);
    cargo(
        "clippy",
        &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
        "What rulings may not use, and why, is in crates/clippy.toml.",
    )?;
    page.join().expect("checking the page does not panic")?;
    // This builds the program too, for the tests of its command line. Examples have been through Clippy, and no comment has code.
    cargo(
        "tests",
        &["test", "--workspace", "--lib", "--bins", "--tests"],
        "Run the failing test alone by its name: cargo test --workspace NAME.",
    )?;
    run(
        "cases",
        &root,
        "target/debug/schiltron",
        &["cases", "--coverage"],
        "Each failed case is named above with its file.",
    )?;
    chromium()?;
    npm(
        "end to end",
        &["run", "e2e"],
        "What the browser did is in web/test-results.",
    )?;
    bare_host()?;
    println!("\nEvery check has passed.");
    Ok(())
}

/// The browsers of the end-to-end tests, installed if need be: Debian's Chromium as it is built for having no screen, which takes a
/// third less of the machine, and the whole one for what only that has. Without them the tests fail; they are not skipped.
fn chromium() -> Result<()> {
    const BOTH: [&str; 2] = ["chromium-headless-shell", "chromium"];
    if let Some(path) = std::env::var_os("SCHILTRON_CHROMIUM") {
        if Path::new(&path).exists() {
            return Ok(());
        }
        bail!(
            "SCHILTRON_CHROMIUM names {}, which does not exist",
            path.to_string_lossy()
        );
    }
    if BOTH.iter().all(|name| Path::new("/usr/bin").join(name).exists()) {
        return Ok(());
    }
    let help = "Install both into /usr/bin, or name any Chromium in SCHILTRON_CHROMIUM.";
    run("package lists", &root(), "apt-get", &["update", "-qq"], help)?;
    let args = [&["install", "-y", "-qq"], &BOTH[..]].concat();
    run("chromium", &root(), "apt-get", &args, help)
}

/// The rooms before the lab compile for a host with no system beneath them, as in a browser. Without a standard library for it the
/// check fails; it is not skipped.
fn bare_host() -> Result<()> {
    const HOST: &str = "wasm32-unknown-unknown";
    let library = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", HOST])
        .current_dir(root())
        .output()
        .context("rustc cannot be started")?;
    let mut args = vec!["check", "--target", HOST, "--workspace"];
    for worldly in ["schiltron", "schiltron-lab", "schiltron-server", "xtask"] {
        args.extend(["--exclude", worldly]);
    }
    let help = "A crate before the lab uses what only a full system has: cargo tree -i NAME shows who brought it.";
    if Path::new(String::from_utf8_lossy(&library.stdout).trim()).exists() {
        return run("rulings on a bare host", &root(), "cargo", &args, help);
    }
    // Debian's Rust for browsers comes with the sources of its standard library, which is built on the way.
    let missing = format!("`rustup target add {HOST}` brings what is missing, where Debian's packages cannot be had.");
    let packages = [
        "install",
        "-y",
        "-qq",
        "--no-install-recommends",
        "rustc-web",
        "cargo-web",
        "rust-web-src",
    ];
    run("package lists", &root(), "apt-get", &["update", "-qq"], &missing)?;
    run("Rust for a bare host", &root(), "apt-get", &packages, &missing)?;
    let debian = ["RUSTC_BOOTSTRAP=1", "RUSTC=/usr/bin/rustc", "/usr/bin/cargo"];
    let own = ["-Zbuild-std=std,panic_abort", "--target-dir", "target/bare"];
    let args: Vec<&str> = debian.into_iter().chain(args).chain(own).collect();
    run("rulings on a bare host", &root(), "env", &args, help)
}
