//! Scenario files: a table, its ground, two armies and where they stand.

mod check;
mod file;
mod lists;
mod unit;

pub use file::ScenarioFile;
pub use lists::{costs, lists};

use crate::battle::{AreaCard, AreaKind, Battle, CommanderCard, LineCard, SideCard, TableEdge};
use crate::muster::Muster;
use crate::options::Options;
use crate::position::{Commander, Obstacle, Place};
use crate::rulings::{NUMBERS, Rulings};
use board::Reader;
use board::table::{Area, Line, Point, Table};
use kernel::{Diagnostic, Side};
use serde_spanned::Spanned;
use std::ops::Range;

/// Names of sides.
pub const NATIONS: [&str; 28] = [
    "Scots",
    "English",
    "Swiss",
    "Burgundians",
    "French",
    "Flemings",
    "Welsh",
    "Irish",
    "Germans",
    "Italians",
    "Milanese",
    "Venetians",
    "Florentines",
    "Spaniards",
    "Castilians",
    "Aragonese",
    "Portuguese",
    "Hungarians",
    "Poles",
    "Bohemians",
    "Hussites",
    "Danes",
    "Swedes",
    "Turks",
    "Yorkists",
    "Lancastrians",
    "Red",
    "Blue",
];

pub fn read(text: &str) -> Result<ScenarioFile, Vec<Diagnostic>> {
    board::file::parse(text)
}

fn points(list: &[[i32; 2]]) -> Vec<Point> {
    list.iter().map(|[x, y]| Point::new(*x, *y)).collect()
}

/// A word of the file and its place.
fn at(word: &Spanned<String>) -> (&str, Range<usize>) {
    (word.get_ref(), word.span())
}

fn side(reader: &mut Reader, file: &ScenarioFile, name: &Spanned<String>) -> Option<Side> {
    let sides = file.side.iter().map(|side| side.name.get_ref().as_str());
    reader.side(at(name), sides, "the name of a [[side]]")
}

pub fn build(file: &ScenarioFile, options: Options) -> Result<Battle, Vec<Diagnostic>> {
    let mut reader = Reader::default();
    let [one, two] = file.side.as_slice() else {
        return Err(vec![
            Diagnostic::new("a battle has two sides").help("two [[side]] tables"),
        ]);
    };
    let table = Table {
        width: file.table.width,
        depth: file.table.height,
    };
    if !(6000..=144_000).contains(&table.width) || !(6000..=144_000).contains(&table.depth) {
        return Err(vec![
            Diagnostic::new("a table is 6 to 144 inches wide and high").help("measures are thousandths of an inch"),
        ]);
    }
    let mut sides = Vec::new();
    for side in [one, two] {
        let nation = |name: &str| NATIONS.iter().copied().find(|known| *known == name);
        let name = reader.word(
            at(&side.name),
            nation(side.name.get_ref()),
            &format!("one of {}", NATIONS.join(", ")),
        );
        let edge = reader.word(
            at(&side.edge),
            TableEdge::read(side.edge.get_ref()),
            "north, east, south or west",
        );
        if let (Some(name), Some(edge)) = (name, edge) {
            sides.push(SideCard {
                name,
                edge,
                points: 0,
                counting: 0,
                hides: false,
                unlisted: 0,
                zone: side.zone,
                camp: false,
            });
        }
    }
    let mut muster = Muster::default();
    for area in &file.area {
        let kind = reader.word(
            at(&area.kind),
            AreaKind::read(area.kind.get_ref()),
            "Good, Wood, BuiltUp, Marsh, Rough, Hill, Impassable or Camp",
        );
        let side = area.side.as_ref().and_then(|name| side(&mut reader, file, name));
        match Area::new(points(area.outline.get_ref())) {
            Err(fault) => reader.fault(area.outline.span(), fault.to_string(), "corners in order, as [x, y]"),
            Ok(shape) => muster.areas.extend(kind.map(|kind| AreaCard {
                name: area.name.clone(),
                kind,
                level: area.level,
                bad: area.bad,
                fortified: area.fortified,
                side,
                shape,
            })),
        }
    }
    for line in &file.line {
        let kind = reader.word(
            at(&line.kind),
            Obstacle::read(line.kind.get_ref()),
            "Unknown, Slight, Normal, Difficult or Fortification",
        );
        match Line::new(points(line.points.get_ref())) {
            Err(fault) => reader.fault(line.points.span(), fault.to_string(), "points in order, as [x, y]"),
            Ok(shape) => muster.lines.extend(kind.map(|kind| LineCard {
                name: line.name.clone(),
                line: shape,
                kind,
                cover: line.cover,
                camp: None,
            })),
        }
    }
    let command = |id: &str| file.commander.iter().position(|c| c.id == id).map(|at| at as u8);
    for unit in &file.unit {
        unit::read_unit(&mut reader, file, unit, &command, &mut muster);
    }
    for (number, commander) in file.commander.iter().enumerate() {
        let Some(side) = side(&mut reader, file, &commander.side) else {
            continue;
        };
        let leads = commander.leads.get_ref();
        if !file
            .unit
            .iter()
            .any(|unit| unit.id.get_ref() == leads && unit.side.get_ref() == commander.side.get_ref())
        {
            reader.fault(
                commander.leads.span(),
                format!("his side has no unit `{leads}`"),
                "the id of a [[unit]] of his side",
            );
        }
        muster.commanders.push((
            CommanderCard {
                id: commander.id.as_str().into(),
                name: commander.name.as_str().into(),
                side,
                command: number as u8,
            },
            Commander {
                place: Place::Lost,
                general: commander.general,
                moved: false,
            },
            Some(leads.clone()),
        ));
    }
    let mut rulings = Rulings::STANDARD;
    board::numbers::replace(&NUMBERS, &file.rulings, &mut rulings, &mut reader);
    if !reader.faults.is_empty() {
        return Err(reader.faults);
    }
    let mut sides = sides.into_iter();
    let (Some(a), Some(b)) = (sides.next(), sides.next()) else {
        return Err(vec![Diagnostic::new("a battle has two sides")]);
    };
    let mut battle = muster
        .battle(table, [a, b], Side::One, file.scenario.turns)
        .map_err(|why| vec![Diagnostic::new(why)])?;
    battle.title.clone_from(&file.scenario.title);
    battle.source.clone_from(&file.scenario.source);
    battle.pursuers_by_morale = options.pursuers_by_morale;
    battle.free_deployment = options.free_deployment;
    battle.rulings = rulings;
    for (side, entry) in Side::BOTH.into_iter().zip([one, two]) {
        battle.start.army_mut(side).defence = entry.deliberate_defence;
    }
    battle.begin();
    let faults = check::check(file, &battle);
    if faults.is_empty() { Ok(battle) } else { Err(faults) }
}
