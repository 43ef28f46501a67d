//! Armies and set-ups of one's own: points counted, places looked at.

use super::file::ScenarioFile;
use crate::battle::Battle;
use crate::position::Id;
use board::table::{Hull, meets, overlaps};
use kernel::{Diagnostic, Side};

/// What is wrong with the armies of a battle that has been put together.
pub(super) fn check(file: &ScenarioFile, battle: &Battle) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for (side, entry) in Side::BOTH.into_iter().zip(&file.side) {
        let costs = battle.sides[side.index()].points;
        if let Some(limit) = entry.points.as_ref().filter(|limit| costs > *limit.get_ref()) {
            let message = format!(
                "the army costs {costs} points, {} more than it may (LR-79)",
                costs - limit.get_ref()
            );
            faults.push(
                Diagnostic::new(message)
                    .at(limit.span())
                    .help("fewer or cheaper units, or more points"),
            );
        }
        let generals = file
            .commander
            .iter()
            .filter(|c| c.general && c.side.get_ref() == entry.name.get_ref());
        if generals.count() > 1 {
            let fault = Diagnostic::new("a side has one general").at(entry.name.span());
            faults.push(fault.help("general = true for one commander of it"));
        }
        if battle.sides[side.index()].counting == 0 {
            let fault = Diagnostic::new("a side needs a unit other than skirmishers and artillery (LR-75)");
            faults.push(fault.at(entry.name.span()).help("one [[unit]] more"));
        }
    }
    if let [Some(one), Some(two)] = [0, 1].map(|side| battle.sides[side].zone) {
        let apart = one[2] <= two[0] || two[2] <= one[0] || one[3] <= two[1] || two[3] <= one[1];
        if !apart {
            let fault = Diagnostic::new("the zones of the two sides meet (EL-11)").at(file.side[1].name.span());
            faults.push(fault.help("zones with nothing in common"));
        }
    }
    for unit in &file.unit {
        if let Some(id) = battle.find_unit(unit.id.get_ref())
            && let Some((message, help)) = misplaced(file, battle, id)
        {
            faults.push(Diagnostic::new(message).at(unit.id.span()).help(help));
        }
    }
    faults
}

/// Why a unit cannot stand where it is put.
fn misplaced(file: &ScenarioFile, battle: &Battle, unit: Id) -> Option<(String, &'static str)> {
    let p = &battle.start;
    if !p.unit(unit).state.on_table() {
        return None;
    }
    let foot = battle.foot(p, unit);
    if !battle.table.holds(&foot) {
        return Some((
            "it stands over the edge of the table".into(),
            "`at` is the middle of its front edge",
        ));
    }
    let zone = file.side[battle.side_of(unit).index()].zone;
    if let Some([west, south, east, north]) = zone {
        let bounds = foot.bounds();
        let inside =
            west <= bounds.min.x() && bounds.max.x() <= east && south <= bounds.min.y() && bounds.max.y() <= north;
        if !inside {
            return Some((
                "it stands outside the zone of its side".into(),
                "the `zone` of its [[side]]: west, south, east, north",
            ));
        }
    }
    if battle.impassable().any(|area| meets(&foot, &area.shape)) {
        return Some(("it stands on impassable ground".into(), "another place"));
    }
    let earlier = battle
        .others(p, unit)
        .find(|other| *other < unit && overlaps(&foot, &battle.foot(p, *other)));
    earlier.map(|other| (format!("it stands upon {}", battle.card(other).id), "room for both"))
}
