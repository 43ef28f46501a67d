//! `schiltron cases`

use crate::{Found, harmless, open};
use anyhow::{Context, Result, bail};
use games::Shelf;
use games::cases::{self, Outcome};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

pub fn run(paths: &[PathBuf], coverage: bool) -> Result<Found> {
    let everything = [PathBuf::from("cases")];
    let paths = if paths.is_empty() { &everything } else { paths };
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files)?;
    }
    files.sort();
    files.dedup();
    let shelf = Shelf::standard();
    let mut by_system: BTreeMap<String, Vec<Outcome>> = BTreeMap::new();
    for file in &files {
        let system = system_of(file)?;
        let text = open::text(file)?;
        let outcomes = cases::run_file(&shelf, &system, &file.display().to_string(), &text);
        by_system.entry(system).or_default().extend(outcomes);
    }
    if by_system.is_empty() {
        bail!("no case files (*.toml) found");
    }
    let mut out = std::io::stdout().lock();
    let mut found = Found::AllWell;
    for (system, outcomes) in &by_system {
        if coverage {
            found = merge(found, tell_coverage(&mut out, &shelf, system, outcomes)?);
        }
        found = merge(found, tell_outcomes(&mut out, outcomes)?);
    }
    Ok(found)
}

fn merge(a: Found, b: Found) -> Found {
    match (a, b) {
        (Found::AllWell, Found::AllWell) => Found::AllWell,
        _ => Found::Wrong,
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).with_context(|| format!("{} cannot be read", path.display()))?;
        for entry in entries {
            let entry = entry?.path();
            if entry.is_dir() || entry.extension().is_some_and(|e| e == "toml") {
                collect(&entry, files)?;
            }
        }
    } else if path.is_file() {
        files.push(path.to_path_buf());
    } else {
        bail!("there is no file or folder {}", path.display());
    }
    Ok(())
}

/// Cases stand in a folder named after their system.
fn system_of(file: &Path) -> Result<String> {
    let folder = file.canonicalize().ok();
    let folder = folder.as_deref().and_then(Path::parent).and_then(Path::file_name);
    match folder {
        Some(name) => Ok(name.to_string_lossy().into_owned()),
        None => bail!(
            "{}: cases stand in a folder named after their system, as in cases/edward",
            file.display()
        ),
    }
}

fn tell_outcomes(out: &mut impl Write, outcomes: &[Outcome]) -> Result<Found> {
    let mut failed = 0;
    for outcome in outcomes {
        if let Some(why) = &outcome.failure {
            failed += 1;
            let words = format!("FAILED {}: {}\n    {why}", outcome.file, outcome.name);
            writeln!(out, "{}", harmless(&words))?;
        }
    }
    writeln!(
        out,
        "{} cases: {} hold, {failed} fail",
        outcomes.len(),
        outcomes.len() - failed
    )?;
    Ok(if failed == 0 { Found::AllWell } else { Found::Wrong })
}

fn tell_coverage(out: &mut impl Write, shelf: &Shelf, system: &str, outcomes: &[Outcome]) -> Result<Found> {
    let mut bare = 0;
    let Some(rules) = shelf.system(system) else {
        bail!("there is no system `{system}`");
    };
    for (rule, pins) in cases::coverage(rules, outcomes) {
        writeln!(out, "{} {}", rule.id, rule.title)?;
        for pin in &pins {
            writeln!(out, "    {}", harmless(&pin.to_string()))?;
        }
        if pins.is_empty() {
            bare += 1;
            writeln!(out, "    NO CASE")?;
        }
    }
    writeln!(out, "{system}: {bare} rules without a case")?;
    Ok(if bare == 0 { Found::AllWell } else { Found::Wrong })
}
