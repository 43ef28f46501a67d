//! `schiltron backup`, `restore`, `export`, `import`, `doctor`: what a host does with the games of a folder.

use crate::{Found, harmless, open, serve};
use anyhow::{Context, Result};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where the games are.
#[derive(clap::Args)]
pub struct Kept {
    /// Folder that keeps the games; by default `schiltron` in your data folder.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Scenario files of your own, or folders of them, that games here are of. May be given several times.
    #[arg(long = "scenario", value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
}

impl Kept {
    fn folder(&self) -> Result<PathBuf> {
        serve::folder(self.data.as_ref())
    }
}

pub fn backup(kept: &Kept, file: &Path) -> Result<Found> {
    let copied = server::host::backup(&kept.folder()?, file)?;
    say(&format!(
        "{}: {} games, {} bytes",
        file.display(),
        copied.games,
        copied.bytes
    ))
}

pub fn restore(kept: &Kept, file: &Path, replace: bool) -> Result<Found> {
    let folder = kept.folder()?;
    let (copied, aside) = server::host::restore(file, &folder, replace)?;
    if let Some(aside) = aside {
        say(&format!("the games that were there are now in {}", aside.display()))?;
    }
    say(&format!("{}: {} games", folder.display(), copied.games))
}

pub fn export(kept: &Kept, games: Vec<String>, all: bool, to: &Path) -> Result<Found> {
    let folder = kept.folder()?;
    let games = if all { server::host::games(&folder)? } else { games };
    for game in &games {
        let text = server::host::export(&folder, game)?;
        let file = to.join(format!("{game}.json"));
        server::host::write_privately(&file, text.as_bytes()).with_context(|| file.display().to_string())?;
        say(&file.display().to_string())?;
    }
    Ok(Found::AllWell)
}

pub fn import(kept: &Kept, files: &[PathBuf]) -> Result<Found> {
    let came = server::host::import(&kept.folder()?, files, open::shelf(&kept.scenarios)?)?;
    for game in came {
        match game.closed {
            None => say(&game.game)?,
            Some(why) => say(&format!("{}: {why}", game.game))?,
        };
    }
    Ok(Found::AllWell)
}

pub fn doctor(kept: &Kept) -> Result<Found> {
    let found = server::host::examine_all(&kept.folder()?, open::shelf(&kept.scenarios)?)?;
    say(&format!(
        "{} games, {} of them over; {} bytes in tables of version {}",
        found.games, found.over, found.bytes, found.tables
    ))?;
    for (game, why) in &found.closed {
        say(&format!("{game}: {why}"))?;
    }
    for (game, why) in &found.damaged {
        eprintln!("{game} is damaged: {}", harmless(why));
    }
    match found.damaged.is_empty() {
        true => Ok(Found::AllWell),
        false => Ok(Found::Wrong),
    }
}

pub fn block(kept: &Kept, what: &[String], lift: bool) -> Result<Found> {
    for line in server::host::block(&kept.folder()?, what, lift)? {
        say(&line)?;
    }
    Ok(Found::AllWell)
}

fn say(line: &str) -> Result<Found> {
    writeln!(std::io::stdout(), "{}", harmless(line))?;
    Ok(Found::AllWell)
}
