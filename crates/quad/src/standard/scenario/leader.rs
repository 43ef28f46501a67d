//! Leaders and divisions.

use super::file::{LeaderEntry, ScenarioFile, UnitEntry};
use super::reader::Reader;
use super::{LEADER_POINTS, leader_points};
use crate::standard::Variant;
use crate::standard::cards::{Kind, LeaderCard, NONE};
use crate::standard::variant::Mark;
use serde_spanned::Spanned;
use std::collections::BTreeMap;

const LARGEST_DIVISION: usize = 6;

impl<R: Variant> Reader<'_, R> {
    pub(super) fn leader(&mut self, entry: &LeaderEntry) -> Option<LeaderCard> {
        self.id(&entry.id);
        let side = self.side(&entry.side);
        let hex = self.hex(&entry.hex);
        let hiding = self.mark(entry.hiding, Mark::Hiding, &entry.id);
        let (side, hex) = (side?, hex?);
        self.standing_ground(entry.hex.span(), hex);
        if let Some((unit, owner)) = self.hexes.get(&hex)
            && *owner != side
        {
            let message = format!("the enemy unit `{unit}` stands in hex {}", self.map.name(hex));
            self.fault(
                entry.hex.span(),
                message,
                format!(
                    "leaders stand with their own side or alone ({})",
                    R::CITES.leader_into_enemy
                ),
            );
        }
        let division = match &entry.division {
            Some(name) if !self.divisions.iter().any(|d| *d.id == **name.get_ref()) => {
                let known: Vec<_> = self.divisions.iter().map(|d| d.id.clone()).collect();
                let message = format!("there is no division `{}`", name.get_ref());
                self.fault(name.span(), message, format!("the divisions are: {}", known.join(", ")));
                NONE
            }
            name => self.division(name.as_ref(), side),
        };
        Some(LeaderCard {
            id: entry.id.get_ref().as_str().into(),
            name: entry.name.as_str().into(),
            side,
            division,
            victory_points: self.points(entry.victory_points.as_ref(), leader_points(side, entry.king)),
            allowance: LEADER_POINTS * 2,
            hex,
            hiding,
        })
    }

    /// Divisions of infantry that organise have one to six units, those above four with halves. E-64
    pub(super) fn divisions(&mut self, file: &ScenarioFile) {
        let mut groups: BTreeMap<&str, Vec<&UnitEntry>> = BTreeMap::new();
        for unit in &file.unit {
            let infantry = unit.kind.get_ref() == Kind::Infantry.name() && unit.side.get_ref() == "english";
            if let (true, Some(name)) = (infantry, &unit.division) {
                groups.entry(name.get_ref().as_str()).or_default().push(unit);
            }
            if infantry && unit.division.is_none() {
                let message = format!("`{}` belongs to no division", unit.id.get_ref());
                self.fault(
                    unit.id.span(),
                    message,
                    "English infantry organises by divisions: add division = \"...\" (E-63)",
                );
            }
        }
        for (name, units) in groups {
            let last = units[units.len() - 1];
            let span = last.division.as_ref().map_or(0..0, Spanned::span);
            if units.len() > LARGEST_DIVISION {
                let message = format!("division `{name}` has {} units", units.len());
                self.fault(span, message, format!("at most {LARGEST_DIVISION} (E-64)"));
            } else if units.len() > 4 {
                for unit in units.iter().filter(|u| u.half.is_none()) {
                    let message = format!(
                        "`{}` is in a division of {} and in neither half",
                        unit.id.get_ref(),
                        units.len()
                    );
                    self.fault(
                        unit.id.span(),
                        message,
                        "add half = \"left\" or half = \"right\" (E-64)",
                    );
                }
            }
        }
    }
}
