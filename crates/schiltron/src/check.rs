//! `schiltron check`

use crate::Found;
use crate::open;
use anyhow::{Context, Result};
use games::LoadFault;
use std::io::Write;
use std::path::{Path, PathBuf};

pub fn run(files: &[PathBuf]) -> Result<Found> {
    let mut found = Found::AllWell;
    let mut out = std::io::stdout().lock();
    for path in files {
        match check(path)? {
            Ok(what) => writeln!(out, "{}: {what}", path.display())?,
            Err(fault) => {
                found = Found::Wrong;
                eprintln!("{}\n", open::told(&fault));
            }
        }
    }
    Ok(found)
}

/// A file with a `[map]` table is a map, any other is taken for a scenario.
fn check(path: &Path) -> Result<Result<String, LoadFault>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let is_map = text.lines().any(|line| line.trim() == "[map]");
    if is_map {
        return Ok(match board::HexMap::from_toml(&text) {
            Ok(map) => Ok(format!("a sound map, {} hexes", map.hexes().count())),
            Err(faults) => Err(LoadFault::File {
                file: path.display().to_string(),
                text,
                faults,
            }),
        });
    }
    let scenario = open::from_file(path, &Default::default())?;
    Ok(scenario.map(|s| format!("a sound scenario, \"{}\"", s.title)))
}
