//! `cargo xtask play` and `cargo xtask test`: the two commands of the README. Both set up what they need.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["play", rest @ ..] => play(rest),
        ["test"] => test(),
        ["web"] => build_page(),
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

fn play(rest: &[&str]) -> Result<()> {
    // The program carries the page in itself: a page written anew would have to be built into it again.
    if !is_page_built() {
        build_page()?;
    }
    let mut args = vec!["run", "--release", "--quiet", "-p", "schiltron", "--", "play"];
    args.extend(rest);
    run("the game", &root(), "cargo", &args)
}

fn test() -> Result<()> {
    run("format", &root(), "cargo", &["fmt", "--all", "--check"])?;
    install_page()?;
    run("page: types and markup", &web(), "npm", &["run", "check"])?;
    run("page: unit tests", &web(), "npm", &["test"])?;
    run("page: build", &web(), "npm", &["run", "build"])?;
    run(
        "clippy",
        &root(),
        "cargo",
        &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
    )?;
    // This builds the program too, for the tests of its command line.
    run("tests", &root(), "cargo", &["test", "--workspace"])?;
    run("cases", &root(), "target/debug/schiltron", &["cases", "--coverage"])?;
    chromium()?;
    run("end to end", &web(), "npm", &["run", "e2e"])?;
    println!("\nEvery check has passed.");
    Ok(())
}

fn build_page() -> Result<()> {
    install_page()?;
    run("page: build", &web(), "npm", &["run", "build"])
}

/// Whether nothing that the page is made of is younger than the page.
fn is_page_built() -> bool {
    let changed = |path: &Path| std::fs::metadata(path).and_then(|found| found.modified()).ok();
    let Some(built) = changed(&web().join("dist/index.html")) else {
        return false;
    };
    let mut parts = vec![web()];
    let mut at = 0;
    while let Some(folder) = parts.get(at).cloned() {
        at += 1;
        let inside = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let elsewhere = ["bench", "dist", "e2e", "node_modules", "test-results"];
        parts.extend(
            inside
                .filter(|entry| !elsewhere.iter().any(|name| entry.file_name() == *name))
                .map(|e| e.path()),
        );
    }
    // The folder of the page itself changes with every build and test.
    parts
        .iter()
        .skip(1)
        .all(|part| changed(part).is_some_and(|time| time <= built))
}

/// Installs the page's packages exactly as locked, unless that has been done for this lock file.
fn install_page() -> Result<()> {
    let lock = std::fs::read(web().join("package-lock.json")).context("web/package-lock.json cannot be read")?;
    let mark = web().join("node_modules/.installed-lock.json");
    if std::fs::read(&mark).is_ok_and(|done| done == lock) {
        return Ok(());
    }
    if Command::new("npm").arg("--version").output().is_err() {
        bail!("npm is missing: install Node.js 20 or newer");
    }
    run("page: packages", &web(), "npm", &["ci", "--no-audit", "--no-fund"])?;
    std::fs::write(&mark, lock).context("node_modules cannot be written")
}

/// The browser of the end-to-end tests: Debian's, installed if need be. Without it the tests fail; they are not skipped.
fn chromium() -> Result<()> {
    if let Some(path) = std::env::var_os("SCHILTRON_CHROMIUM") {
        if Path::new(&path).exists() {
            return Ok(());
        }
        bail!(
            "SCHILTRON_CHROMIUM names {}, which does not exist",
            path.to_string_lossy()
        );
    }
    if Path::new("/usr/bin/chromium").exists() {
        return Ok(());
    }
    let installed = run("package lists", &root(), "apt-get", &["update", "-qq"])
        .and_then(|()| run("chromium", &root(), "apt-get", &["install", "-y", "-qq", "chromium"]));
    installed.context("chromium is missing: install it as /usr/bin/chromium, or name one in SCHILTRON_CHROMIUM")
}

/// Runs one step and says what it is; a failure stops everything.
fn run(what: &str, folder: &Path, program: &str, args: &[&str]) -> Result<()> {
    println!("\n== {what}");
    let program = if program.contains('/') {
        root().join(program)
    } else {
        PathBuf::from(program)
    };
    let status = Command::new(&program)
        .args(args)
        .current_dir(folder)
        // The end-to-end tests start the program that was just built.
        .env("SCHILTRON_SERVE", "target/debug/schiltron serve")
        .status()
        .with_context(|| format!("{} cannot be started", program.display()))?;
    if !status.success() {
        bail!("{what} failed");
    }
    Ok(())
}
