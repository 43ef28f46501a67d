//! Scenario files: a table, its ground, two retinues and where they stand.

mod file;
mod lists;
mod retinue;
mod series;

pub use file::ScenarioFile;
pub use lists::{costs, lists};

use crate::battle::{AreaCard, AreaKind, Battle, Bonus, LineCard, LineKind, SideCard, TableEdge};
use crate::chart::Chart;
use crate::options::Options;
use crate::position::{NOBODY, Phase, Position, Unit};
use crate::rulings::{NUMBERS, Rulings};
use board::Reader;
use board::table::{Angle, Area, Point, Segment, Table};
use file::FileTerrain;
use kernel::{Diagnostic, Side};
use serde_spanned::Spanned;

/// Names of sides.
const NAMES: [&str; 16] = [
    "English",
    "Scots",
    "Hired",
    "Raiders",
    "French",
    "Flemings",
    "Welsh",
    "Irish",
    "Germans",
    "Italians",
    "Swiss",
    "Burgundians",
    "Spaniards",
    "Danes",
    "Red",
    "Blue",
];

pub fn read(text: &str) -> Result<ScenarioFile, Vec<Diagnostic>> {
    board::file::parse(text)
}

fn side(reader: &mut Reader, file: &ScenarioFile, name: &Spanned<String>) -> Option<Side> {
    let sides = file.side.iter().map(|side| side.id.get_ref().as_str());
    reader.side((name.get_ref(), name.span()), sides, "the id of a [[side]]")
}

fn corner(at: [i32; 2]) -> Point {
    Point::new(at[0], at[1])
}

enum Ground {
    Area(AreaCard),
    Line(LineCard),
    Baggage(Side, Point),
}

fn terrain(file: &ScenarioFile, entry: &FileTerrain) -> Result<Ground, String> {
    let name = entry.name.clone();
    let up = Angle::try_from(entry.up).map_err(String::from)?;
    let steep = entry.grade.as_deref() == Some("steep");
    let area = match entry.kind.get_ref().as_str() {
        "CloseWood" => Some(AreaKind::CloseWood),
        "Slope" => Some(AreaKind::Slope { steep, up }),
        "Stair" => Some(AreaKind::Stair { up }),
        "Platform" => Some(AreaKind::Platform(entry.height_ft)),
        "Building" => Some(AreaKind::Building),
        "Impassable" => Some(AreaKind::Impassable),
        _ => None,
    };
    if let Some(kind) = area {
        let corners = entry.polygon.iter().map(|at| corner(*at)).collect();
        let shape = Area::new(corners).map_err(|fault| fault.to_string())?;
        return Ok(Ground::Area(AreaCard { name, kind, shape }));
    }
    let kind = match (entry.kind.get_ref().as_str(), entry.grade.as_deref()) {
        ("Pits", _) => LineKind::Pits,
        ("Hedge", _) => LineKind::Hedge,
        ("Wall", Some("waist")) => LineKind::WaistWall,
        ("Wall", Some("chest")) => LineKind::ChestWall,
        ("Wall", _) => return Err("a wall has a grade: waist or chest".into()),
        ("Door", _) => LineKind::Door,
        ("Window", _) => LineKind::Window,
        ("Baggage", _) => {
            let side = file
                .side
                .iter()
                .position(|side| Some(side.id.get_ref()) == entry.side.as_ref());
            let at = entry.at.ok_or("baggage has a place: at = [x, y]")?;
            let side = side
                .and_then(|at| Side::BOTH.get(at))
                .ok_or("baggage belongs to a side")?;
            return Ok(Ground::Baggage(*side, corner(at)));
        }
        (other, _) => return Err(format!("`{other}` is no kind of terrain")),
    };
    match entry.line.as_slice() {
        [from, to] => Ok(Ground::Line(LineCard {
            name,
            kind,
            segment: Segment([corner(*from), corner(*to)]),
        })),
        _ => Err("a line has two points".into()),
    }
}

/// `chart` is the one that the scenario names.
pub fn build(file: &ScenarioFile, chart: Option<Chart>, options: Options) -> Result<Battle, Vec<Diagnostic>> {
    let mut reader = Reader::default();
    let file = &series::without(file, &options.absent)?;
    let [one, two] = file.side.as_slice() else {
        return Err(vec![
            Diagnostic::new("a battle has two sides").help("two [[side]] tables"),
        ]);
    };
    let table = Table {
        width: file.table.width,
        depth: file.table.height,
    };
    if ![table.width, table.depth]
        .iter()
        .all(|size| (6000..=144_000).contains(size))
    {
        let fault = Diagnostic::new("a table is 6 to 144 inches wide and high");
        return Err(vec![fault.help("measures are thousandths of an inch")]);
    }
    let mut sides = Vec::new();
    for side in [one, two] {
        let name = NAMES.iter().find(|known| known.eq_ignore_ascii_case(side.id.get_ref()));
        let edge = TableEdge::read(side.base_edge.get_ref());
        match (name, edge) {
            (Some(name), Some(edge)) => sides.push(SideCard {
                name,
                edge,
                free: false,
            }),
            (None, _) => reader.fault(side.id.span(), "that name of a side is not known", &NAMES.join(", ")),
            (_, None) => reader.fault(side.base_edge.span(), "that is no edge", "north, east, south or west"),
        }
    }
    let (mut areas, mut lines, mut baggage) = (Vec::new(), Vec::new(), Vec::new());
    for entry in &file.terrain {
        match terrain(file, entry) {
            Ok(Ground::Area(area)) => areas.push(area),
            Ok(Ground::Line(line)) => lines.push(line),
            Ok(Ground::Baggage(side, at)) => baggage.push((side, at)),
            Err(why) => reader.fault(entry.kind.span(), why, "see docs/files.md"),
        }
    }
    let chart = match (&file.scenario.chart, &file.chart, chart) {
        (Some(name), Some(_), _) => {
            let message = "the scenario has a hit chart and names another";
            reader.fault(name.span(), message, "either `chart = \"NAME\"` or a table [chart]");
            Ok(Chart::standard())
        }
        (None, Some(own), _) => Chart::from_file(own),
        (_, None, chart) => Ok(chart.unwrap_or_else(Chart::standard)),
    };
    let chart = chart.unwrap_or_else(|faults| {
        reader.faults.extend(faults);
        Chart::standard()
    });
    let mut rulings = Rulings::STANDARD;
    board::numbers::replace(&NUMBERS, &file.rulings, &mut rulings, &mut reader);
    let muster = retinue::read(&mut reader, file);
    let (Some(muster), [_, _]) = (muster, sides.as_slice()) else {
        return Err(reader.faults);
    };
    let mut bonus = Vec::new();
    for entry in &file.bonus {
        let who = muster
            .cards
            .iter()
            .position(|card| &*card.id == entry.when.disabled.get_ref());
        match (side(&mut reader, file, &entry.side), who) {
            (Some(side), Some(who)) => bonus.push(Bonus {
                side,
                points: entry.points,
                disabled: who as u8,
            }),
            (_, None) => reader.fault(
                entry.when.disabled.span(),
                "there is no such figure",
                "the id of a [[figure]]",
            ),
            _ => {}
        }
    }
    if !reader.faults.is_empty() {
        return Err(reader.faults);
    }
    let mut pair = sides.into_iter();
    let (Some(mut a), Some(mut b)) = (pair.next(), pair.next()) else {
        return Err(vec![Diagnostic::new("a battle has two sides")]);
    };
    (a.free, b.free) = (muster.players[0] == NOBODY, muster.players[1] == NOBODY);
    let mut p = Position {
        turn: 1,
        phase: Phase::Command,
        asked: [false; 2],
        committed: [false; 2],
        told: [0; 2],
        study: false,
        permanent: 0,
        lord_lost: [false; 2],
        players: muster.players,
        units: muster
            .leaders
            .iter()
            .map(|leader| Unit {
                leader: *leader,
                activated: 0,
                signalled: false,
                withdrawing: false,
            })
            .collect(),
        figures: muster.figures,
        result: None,
    };
    let mut battle = Battle {
        id: file.scenario.id.clone(),
        title: file.scenario.title.clone(),
        source: file.scenario.source.clone(),
        table,
        sides: [a, b],
        areas,
        lines,
        baggage,
        figures: muster.cards,
        units: muster.units,
        limit: file.scenario.turns,
        bonus,
        head_start: [0; 2],
        chart,
        options,
        rulings,
        start: p.clone(),
    };
    let faults = retinue::misplaced(file, &battle);
    if !faults.is_empty() {
        return Err(faults);
    }
    battle.fix_command(&mut p);
    battle.begin(&mut p, Phase::Command);
    battle.start = p;
    Ok(battle)
}
