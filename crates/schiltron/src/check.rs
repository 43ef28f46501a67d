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

fn check(path: &Path) -> Result<Result<String, LoadFault>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    if open::is_map(&text) {
        return Ok(match board::HexMap::from_toml(&text) {
            Ok(map) => Ok(format!("a sound map, {} hexes", map.hexes().count())),
            Err(faults) => Err(LoadFault::File {
                file: path.display().to_string(),
                text,
                faults,
            }),
        });
    }
    let scenario = open::from_file(&games::Shelf::standard(), path, &Default::default())?;
    Ok(scenario.map(|s| format!("a sound scenario, \"{}\"", s.title)))
}
