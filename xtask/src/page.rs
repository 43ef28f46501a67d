//! The page: its packages, its build, and whether there is anything to do.

use crate::steps::{run, run_quietly};
use crate::web;
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

const BUILD_FAILED: &str =
    "Vite says above what is wrong. If nothing in web was changed, delete web/node_modules and try again.";
const INSTALL_FAILED: &str = "npm says above what is wrong. It needs the network this once; then try again.";

/// The oldest Node.js that the page's tools run on.
const NODE: (u32, u32) = (20, 19);

type Run = fn(&str, &Path, &str, &[&str], &str) -> Result<()>;

pub fn build() -> Result<()> {
    find_node()?;
    install_by(run)?;
    build_by(run)
}

/// The same for a moment when something else shows its progress.
pub fn build_quietly() -> Result<()> {
    install_by(run_quietly)?;
    build_by(run_quietly)
}

/// Lint, types, unit tests and the build, beside something that shows its progress.
pub fn check_quietly() -> Result<()> {
    install_by(run_quietly)?;
    let npm = |what, args: &[&str], help| run_quietly(what, &web(), "npm", args, help);
    npm("page: lint", &["run", "lint"], "Run npm run lint in web.")?;
    npm("page: types and markup", &["run", "check"], "Run npm run check in web.")?;
    npm("page: unit tests", &["test"], "Run npm test in web.")?;
    build_by(run_quietly)
}

fn build_by(run: Run) -> Result<()> {
    run("page: build", &web(), "npm", &["run", "build"], BUILD_FAILED)
}

/// Installs the page's packages exactly as locked, unless that has been done for this lock file.
fn install_by(run: Run) -> Result<()> {
    let lock = std::fs::read(web().join("package-lock.json")).context("web/package-lock.json cannot be read")?;
    let mark = web().join("node_modules/.installed-lock.json");
    if std::fs::read(&mark).is_ok_and(|done| done == lock) {
        return Ok(());
    }
    let args = ["ci", "--no-audit", "--no-fund"];
    run("page: packages", &web(), "npm", &args, INSTALL_FAILED)?;
    std::fs::write(&mark, lock).context("web/node_modules cannot be written")
}

pub fn find_node() -> Result<()> {
    let (major, minor) = NODE;
    let help = format!("Install Node.js {major}.{minor} or newer (nodejs.org), which brings npm, and try again.");
    let Ok(said) = Command::new("node").arg("--version").output() else {
        bail!("Node.js is missing. {help}");
    };
    let said = String::from_utf8_lossy(&said.stdout).trim().to_string();
    let mut numbers = said
        .trim_start_matches('v')
        .split('.')
        .map(|n| n.parse::<u32>().unwrap_or(0));
    let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found < NODE {
        bail!("Node.js is too old ({said}). {help}");
    }
    Ok(())
}

/// Whether nothing that the page is made of is younger than the page.
pub fn is_built() -> bool {
    let changed = |path: &Path| std::fs::metadata(path).and_then(|found| found.modified()).ok();
    let index = web().join("dist/index.html");
    let Some(built) = changed(&index) else {
        return false;
    };
    // Without a page the server's build script writes one that says so.
    if !web().join("dist/assets").exists() {
        return false;
    }
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
