//! `schiltron replay`

use crate::open;
use crate::{Found, harmless};
use anyhow::Result;
use kernel::replay::hash_text;
use kernel::{GoingOn, Record, Viewer};
use std::io::Write;
use std::path::{Path, PathBuf};

pub fn run(path: &Path, verify: bool, own: &[PathBuf]) -> Result<Found> {
    let text = open::text(path)?;
    let mut out = std::io::stdout().lock();
    let record: Record = match serde_json::from_str(&text) {
        Ok(record) => record,
        Err(fault) => {
            eprintln!("{}", harmless(&format!("{}: not a record: {fault}", path.display())));
            return Ok(Found::Wrong);
        }
    };
    let scenario = open::of_shelf(&open::shelf(own)?, &record.scenario, &record.options)?;
    match scenario.replay(&record, GoingOn::No) {
        Err(fault) => {
            eprintln!("{}", harmless(&format!("{}: {fault}", path.display())));
            Ok(Found::Wrong)
        }
        Ok(table) => {
            if !verify {
                for told in table.story(Viewer::Watcher, 0) {
                    writeln!(out, "{}: {}", table.side_name(told.side), harmless(&told.choice))?;
                    for event in told.events {
                        let cites: Vec<&str> = event.cites.iter().map(|c| c.0).collect();
                        writeln!(out, "    {} [{}]", harmless(&event.text), cites.join(", "))?;
                    }
                }
            }
            writeln!(
                out,
                "verified: {} choices, final position {}; {}",
                record.entries.len(),
                hash_text(table.hash()),
                record.proof()
            )?;
            if let Some(verdict) = table.verdict() {
                writeln!(out, "{}: {} to {}", verdict.level, verdict.score[0], verdict.score[1])?;
            }
            Ok(Found::AllWell)
        }
    }
}
