//! `schiltron lab review`

use crate::open;
use crate::{Found, harmless};
use anyhow::Result;
use kernel::{GoingOn, Record, Side};
use seat::Study;
use std::io::Write;
use std::path::{Path, PathBuf};

pub fn run(path: &Path, own: &[PathBuf], side: u8, evaluations: Option<u32>, json: bool) -> Result<Found> {
    let text = open::text(path)?;
    let told = |fault: &str| {
        eprintln!("{}", harmless(&format!("{}: {fault}", path.display())));
        Ok(Found::Wrong)
    };
    let record: Record = match serde_json::from_str(&text) {
        Ok(record) => record,
        Err(fault) => return told(&format!("not a record: {fault}")),
    };
    let scenario = open::of_shelf(&open::shelf(own)?, &record.scenario, &record.options)?;
    let table = match scenario.replay(&record, GoingOn::No) {
        Ok(table) => table,
        Err(fault) => return told(&fault.to_string()),
    };
    let study = Study {
        evaluations,
        ..Study::of(Side::BOTH[usize::from(side == 2)])
    };
    let Some(reviewing) = table.review(study) else {
        return told("the game is not over yet");
    };
    let review = reviewing(&|| true);
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&review)?)?;
        return Ok(Found::AllWell);
    }
    writeln!(
        out,
        "{}: {} of {} decisions looked at by {}",
        table.side_name(study.side),
        review.looked_at,
        review.decisions,
        review.captain
    )?;
    for moment in &review.moments {
        writeln!(out, "  {}", harmless(&moment.sentence))?;
    }
    Ok(Found::AllWell)
}
