//! Scenario files: what a person writes, checked completely before anything is played.

mod faces;
mod file;
mod leader;
mod reader;
mod unit;

pub use file::{FaceEntry, Head, LeaderEntry, ScenarioFile, UnitEntry};

use super::cards::{Card, Kind, LeaderCard, SCOTS};
use super::{Battle, Parts, Variant};
use board::HexMap;
use kernel::{Diagnostic, Side};
use reader::Reader;
use std::collections::{BTreeMap, BTreeSet};

/// E-125, QR-16
pub const LEADER_POINTS: u8 = 8;

/// Points of 14.1 by side and kind. E-133
pub fn usual_points(side: Side, kind: Kind) -> i32 {
    match (side == SCOTS, kind) {
        (true, Kind::Schiltrom | Kind::Cavalry) => 10,
        (true, _) => 4,
        (false, Kind::Cavalry) => 5,
        (false, _) => 2,
    }
}

pub fn leader_points(side: Side, king: bool) -> i32 {
    match (side == SCOTS, king) {
        (true, true) => 30,
        (true, false) => 6,
        (false, true) => 10,
        (false, false) => 2,
    }
}

/// Reads a scenario file. Every fault that can be told is reported with its place.
pub fn read(text: &str) -> Result<ScenarioFile, Vec<Diagnostic>> {
    toml::from_str(text).map_err(|fault| {
        let diagnostic = Diagnostic::new(fault.message().to_string());
        vec![match fault.span() {
            Some(span) => diagnostic.at(span),
            None => diagnostic,
        }]
    })
}

/// Makes a battle of a scenario and its map.
pub fn build<R: Variant>(
    file: &ScenarioFile,
    map: HexMap,
    mut options: R::Options,
) -> Result<Battle<R>, Vec<Diagnostic>> {
    if let Some(rows) = &file.scenario.rows {
        options = R::with_rows(options, rows.get_ref()).map_err(|why| vec![Diagnostic::new(why).at(rows.span())])?;
    }
    let mut reader = Reader::<R> {
        map: &map,
        options,
        faults: Vec::new(),
        ids: BTreeSet::new(),
        hexes: BTreeMap::new(),
        divisions: Vec::new(),
    };
    reader.head(file);
    let units: Vec<Card> = file
        .unit
        .iter()
        .enumerate()
        .filter_map(|(i, u)| reader.unit(u, i))
        .collect();
    let leaders: Vec<LeaderCard> = file.leader.iter().filter_map(|l| reader.leader(l)).collect();
    if !R::ORGANISES_UNITS {
        reader.divisions(file);
    }
    let edges = reader.edges(file);
    let Reader { faults, divisions, .. } = reader;
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(Battle::new(Parts {
        options,
        title: file.scenario.title.clone(),
        turns: *file.scenario.turns.get_ref(),
        units,
        leaders,
        divisions,
        edges,
        map,
    }))
}
