//! Reads a scenario and notes every fault with its place.

use super::file::ScenarioFile;
use crate::standard::Variant;
use crate::standard::cards::{Division, ENGLISH, MAX_HEXES, MAX_LEADERS, MAX_UNITS, SCOTS};
use board::{Hex, HexMap, Terrain};
use kernel::{Diagnostic, Side};
use serde_spanned::Spanned;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

pub(super) struct Reader<'a, R: Variant> {
    pub map: &'a HexMap,
    pub options: R::Options,
    pub faults: Vec<Diagnostic>,
    pub ids: BTreeSet<String>,
    /// Combat units by hex, with their side.
    pub hexes: BTreeMap<Hex, (String, Side)>,
    pub divisions: Vec<Division>,
}

impl<R: Variant> Reader<'_, R> {
    pub(super) fn fault(&mut self, at: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.faults.push(Diagnostic::new(message).at(at).help(help));
    }

    pub(super) fn head(&mut self, file: &ScenarioFile) {
        let turns = &file.scenario.turns;
        if !(1..=99).contains(turns.get_ref()) {
            self.fault(
                turns.span(),
                "the number of turns is out of range",
                "1 to 99; the published game has 10",
            );
        }
        let map = file.scenario.map.span();
        if self.map.len() > MAX_HEXES {
            let message = format!("the map has {} hexes", self.map.len());
            self.fault(
                map.clone(),
                message,
                format!("this game takes maps of at most {MAX_HEXES} hexes"),
            );
        }
        let known = Terrain::ALL.into_iter().filter(|t| R::knows(&self.options, *t));
        let known: Vec<&str> = known.map(Terrain::name).collect();
        if let Some(hex) = self
            .map
            .hexes()
            .find(|h| !R::knows(&self.options, self.map.terrain(*h)))
        {
            let message = format!(
                "hex {} of the map is {}",
                self.map.name(hex),
                self.map.terrain(hex).name()
            );
            self.fault(map.clone(), message, format!("this game knows {}", known.join(", ")));
        }
        if let Some(hex) = self.map.hexes().find(|h| self.map.elevation(*h) > R::HIGHEST) {
            let message = format!(
                "hex {} of the map has elevation {}",
                self.map.name(hex),
                self.map.elevation(hex)
            );
            self.fault(map.clone(), message, format!("elevations are 0 to {}", R::HIGHEST));
        }
        for (count, most, what) in [
            (file.unit.len(), MAX_UNITS, "units"),
            (file.leader.len(), MAX_LEADERS, "leaders"),
        ] {
            if count > most {
                self.fault(
                    map.clone(),
                    format!("there are {count} {what}"),
                    format!("at most {most}"),
                );
            }
        }
        for name in ["scottish", "english"] {
            if !file.unit.iter().any(|u| u.side.get_ref() == name) {
                self.fault(
                    map.clone(),
                    format!("the {name} side has no unit"),
                    "give each side at least one [[unit]]",
                );
            }
        }
    }

    pub(super) fn edges(&mut self, file: &ScenarioFile) -> [Vec<Vec<Hex>>; 2] {
        let edges = ["scottish", "english"].map(|side| {
            let own = self
                .map
                .edges()
                .iter()
                .filter(|e| e.side == side && e.purpose == "friendly");
            own.map(|e| e.hexes.clone()).collect::<Vec<_>>()
        });
        for (sections, side) in edges.iter().zip(["scottish", "english"]) {
            if sections.iter().all(Vec::is_empty) {
                self.fault(
                    file.scenario.map.span(),
                    format!("the map has no friendly edge for the {side} side"),
                    format!("add an [[edge]] with side = \"{side}\" and purpose = \"friendly\" to the map"),
                );
            }
        }
        edges
    }

    pub(super) fn id(&mut self, id: &Spanned<String>) {
        let text = id.get_ref();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if text.is_empty() || !text.chars().all(plain) {
            let message = format!("`{text}` cannot be an id");
            self.fault(id.span(), message, "use letters, digits, - and _ only, as in sco-cav-1");
        } else if !self.ids.insert(text.clone()) {
            self.fault(
                id.span(),
                format!("the id `{text}` is used twice"),
                "give every piece its own id",
            );
        }
    }

    pub(super) fn side(&mut self, side: &Spanned<String>) -> Option<Side> {
        match side.get_ref().as_str() {
            "scottish" => Some(SCOTS),
            "english" => Some(ENGLISH),
            other => {
                let message = format!("`{other}` is no side of this battle");
                self.fault(side.span(), message, "`scottish` or `english`");
                None
            }
        }
    }

    pub(super) fn hex(&mut self, hex: &Spanned<String>) -> Option<Hex> {
        self.named_hex(hex.get_ref(), hex.span())
    }

    pub(super) fn named_hex(&mut self, name: &str, at: Range<usize>) -> Option<Hex> {
        let found = self.map.parse(name);
        if found.is_none() {
            let message = format!("there is no hex `{name}` on this map");
            let layout = self.map.layout();
            let last = layout.first_column + layout.columns - 1;
            let help = format!(
                "a hex is column and row in two digits each; columns run from {:02} to {last:02}, rows from {:02} to {:02}",
                layout.first_column,
                layout.first_row,
                layout.first_row + layout.rows() - 1
            );
            self.fault(at, message, help);
        }
        found
    }
}
