//! `schiltron check`

use crate::open;
use crate::{Found, harmless};
use anyhow::Result;
use games::{LoadFault, Table};
use std::io::Write;
use std::path::{Path, PathBuf};

pub fn run(files: &[PathBuf]) -> Result<Found> {
    let mut found = Found::AllWell;
    let mut out = std::io::stdout().lock();
    for path in files {
        match check(path)? {
            Ok(what) => writeln!(out, "{}", harmless(&format!("{}: {what}", path.display())))?,
            Err(fault) => {
                found = Found::Wrong;
                eprintln!("{}\n", open::told(&fault));
            }
        }
    }
    Ok(found)
}

fn check(path: &Path) -> Result<Result<String, LoadFault>> {
    let text = open::text(path)?;
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
    if let Some(table) = Table::of(&text) {
        return Ok(table.check(&text).map(String::from).map_err(|faults| LoadFault::File {
            file: path.display().to_string(),
            text,
            faults,
        }));
    }
    if open::is_lesson(&text) {
        // Its scenario may be another file of the same folder.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let shelf = open::beside(folder.unwrap_or(Path::new(".")))?;
        let lesson = games::Lesson::read(&shelf, &open::lesson_text(path)?);
        return Ok(lesson.map(|l| format!("a sound lesson, \"{}\", {} steps", l.title, l.steps.len())));
    }
    let scenario = open::from_file(&games::Shelf::standard(), path, &Default::default())?;
    Ok(scenario.map(|s| format!("a sound scenario, \"{}\"", s.title)))
}
