//! `schiltron show`

use crate::{Found, harmless, open};
use anyhow::{Context, Result};
use games::picture;
use kernel::{Seed, Viewer};
use std::io::Write;
use std::path::Path;

pub fn run(name: &str, svg: Option<&Path>) -> Result<Found> {
    let scenario = open::scenario(&games::Shelf::standard(), name, &Default::default())?;
    // Nothing is rolled, so any seed will do.
    let table = scenario.start(Seed([0; 32]));
    let (board, scene) = (table.board(), table.scene(Viewer::Watcher));
    if let Some(path) = svg {
        std::fs::write(path, picture::svg(&board, &scene))
            .with_context(|| format!("{} cannot be written", path.display()))?;
        eprintln!("{} written", harmless(&path.to_string_lossy()));
        return Ok(Found::AllWell);
    }
    let mut out = std::io::stdout().lock();
    let head = format!("{}\n{}\n{}\n\n", scenario.title, board.source, scenario.source);
    out.write_all(harmless(&head).as_bytes())?;
    out.write_all(harmless(&picture::text(&board, &scene)).as_bytes())?;
    Ok(Found::AllWell)
}
