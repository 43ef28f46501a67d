//! Scenario files: a table, its ground, two armies and where they stand.

use crate::battle::{AreaCard, AreaKind, Battle, CommanderCard, LineCard, Reserve, SideCard, TableEdge, UnitCard};
use crate::marks::{Marks, Triggers};
use crate::muster::Muster;
use crate::options::Options;
use crate::position::{Commander, NOBODY, Obstacle, Place, State, Unit};
use crate::troops::{Discipline, Quality, Troop};
use board::table::{Angle, Area, Line, Point, Stance, Table};
use kernel::{Diagnostic, Side};
use serde::Deserialize;
use serde_spanned::Spanned;

/// A scenario file.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    pub scenario: Entry,
    pub table: FileTable,
    /// The side that moves first comes first.
    pub side: Vec<FileSide>,
    #[serde(default)]
    pub commander: Vec<FileCommander>,
    #[serde(default)]
    pub area: Vec<FileArea>,
    #[serde(default)]
    pub line: Vec<FileLine>,
    pub unit: Vec<FileUnit>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub id: String,
    /// Always `elements`; the shelf finds the reader by it.
    #[serde(rename = "system")]
    _system: String,
    pub title: String,
    pub source: String,
    #[serde(default)]
    pub tale: String,
    #[serde(default)]
    pub note: String,
    /// Full turns.
    pub turns: u16,
}

/// Measures in thousandths of an inch.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileTable {
    pub width: i32,
    pub height: i32,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileSide {
    /// One of the names that the program knows, such as `Scots`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub name: Spanned<String>,
    /// Its own edge of the table: `north`, `east`, `south`, `west`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub edge: Spanned<String>,
    #[serde(default)]
    pub deliberate_defence: bool,
    /// West, south, east and north bound of where it sets up.
    pub zone: Option<[i32; 4]>,
    /// The most points that its units may cost.
    #[cfg_attr(feature = "schema", schemars(with = "Option<u32>"))]
    pub points: Option<Spanned<u32>>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileCommander {
    pub id: String,
    pub name: String,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub side: Spanned<String>,
    #[serde(default)]
    pub general: bool,
    /// The unit he leads.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub leads: Spanned<String>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileArea {
    pub name: String,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub kind: Spanned<String>,
    #[serde(default)]
    pub level: u8,
    /// A hill of bad going.
    #[serde(default)]
    pub bad: bool,
    #[serde(default)]
    pub fortified: bool,
    /// Whose camp.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub side: Option<Spanned<String>>,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<[i32; 2]>"))]
    pub outline: Spanned<Vec<[i32; 2]>>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileLine {
    pub name: String,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub kind: Spanned<String>,
    /// Whether it hides those behind it from shots.
    #[serde(default)]
    pub cover: bool,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<[i32; 2]>"))]
    pub points: Spanned<Vec<[i32; 2]>>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileUnit {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub id: Spanned<String>,
    pub name: String,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub side: Spanned<String>,
    /// Kinds of elements and their number, front rank first.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<(String, u8)>"))]
    pub kinds: Spanned<Vec<(String, u8)>>,
    pub files: u8,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub quality: Spanned<String>,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub discipline: Spanned<String>,
    #[serde(default)]
    pub superior: bool,
    #[serde(default)]
    pub pavise: bool,
    /// Artillery without gunpowder.
    #[serde(default)]
    pub engine: bool,
    #[serde(default)]
    pub hidden: bool,
    /// The commander whose command it belongs to.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub command: Spanned<String>,
    /// X and y of the middle of its front in thousandths of an inch from the south-west corner, and where it looks, in tenths of
    /// a degree clockwise from north.
    pub at: Option<(i32, i32, u16)>,
    pub reserve: Option<FileReserve>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileReserve {
    pub turn: u16,
    pub edge: String,
    pub from: i32,
    pub to: i32,
}

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
    toml::from_str(text).map_err(|fault| {
        let said = Diagnostic::new(fault.message().trim().to_string());
        vec![match fault.span() {
            Some(span) => said.at(span),
            None => said,
        }]
    })
}

fn points(list: &[[i32; 2]]) -> Vec<Point> {
    list.iter().map(|[x, y]| Point::new(*x, *y)).collect()
}

/// Collects faults while a battle is put together.
struct Reader {
    faults: Vec<Diagnostic>,
}

impl Reader {
    fn fault(&mut self, span: std::ops::Range<usize>, message: impl Into<String>, help: &str) {
        self.faults.push(Diagnostic::new(message).at(span).help(help));
    }

    fn side(&mut self, file: &ScenarioFile, name: &Spanned<String>) -> Option<Side> {
        let found = file.side.iter().position(|side| side.name.get_ref() == name.get_ref());
        if found.is_none() {
            self.fault(
                name.span(),
                format!("there is no side `{}`", name.get_ref()),
                "the name of a [[side]]",
            );
        }
        found.and_then(|at| Side::BOTH.get(at).copied())
    }

    fn word<T>(&mut self, word: &Spanned<String>, read: impl Fn(&str) -> Option<T>, help: &str) -> Option<T> {
        let found = read(word.get_ref());
        if found.is_none() {
            self.fault(word.span(), format!("`{}` is not known here", word.get_ref()), help);
        }
        found
    }
}

pub fn build(file: &ScenarioFile, options: Options) -> Result<Battle, Vec<Diagnostic>> {
    let mut reader = Reader { faults: Vec::new() };
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
        let name = reader.word(&side.name, nation, &format!("one of {}", NATIONS.join(", ")));
        let edge = reader.word(&side.edge, TableEdge::read, "north, east, south or west");
        if let (Some(name), Some(edge)) = (name, edge) {
            sides.push(SideCard {
                name,
                edge,
                points: 0,
                counting: 0,
                hides: false,
                unlisted: 0,
                camp: false,
            });
        }
    }
    let mut muster = Muster::default();
    for area in &file.area {
        let kind = reader.word(
            &area.kind,
            AreaKind::read,
            "Good, Wood, BuiltUp, Marsh, Rough, Hill, Impassable or Camp",
        );
        let side = area.side.as_ref().and_then(|side| reader.side(file, side));
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
            &line.kind,
            Obstacle::read,
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
        read_unit(&mut reader, file, unit, &command, &mut muster);
    }
    for (at, commander) in file.commander.iter().enumerate() {
        let Some(side) = reader.side(file, &commander.side) else {
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
                command: at as u8,
            },
            Commander {
                place: Place::Lost,
                general: commander.general,
                moved: false,
            },
            Some(leads.clone()),
        ));
    }
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
    for (side, entry) in Side::BOTH.into_iter().zip([one, two]) {
        battle.start.army_mut(side).defence = entry.deliberate_defence;
    }
    battle.begin();
    Ok(battle)
}

fn read_unit(
    reader: &mut Reader,
    file: &ScenarioFile,
    unit: &FileUnit,
    command: &impl Fn(&str) -> Option<u8>,
    muster: &mut Muster,
) {
    let side = reader.side(file, &unit.side);
    let quality = reader.word(&unit.quality, Quality::read, "A, B, C or D");
    let discipline = reader.word(&unit.discipline, Discipline::read, "I, II, III or IV");
    let under = reader.word(&unit.command, command, "the id of a [[commander]]");
    let mut kinds = arrayvec::ArrayVec::new();
    for (name, n) in unit.kinds.get_ref() {
        match Troop::read(name) {
            Some(troop) if kinds.try_push((troop, *n)).is_ok() => {}
            _ => reader.fault(
                unit.kinds.span(),
                format!("`{name}` is no kind of troops, or there are too many"),
                "such as [[\"Pikes\", 12]]",
            ),
        }
    }
    let elements: u32 = kinds.iter().map(|(_, n)| u32::from(*n)).sum();
    let mixed = kinds.len() > 1
        && kinds
            .iter()
            .any(|(troop, _)| troop.class() != crate::troops::Class::CloseCombatFoot);
    let one_rank = kinds
        .iter()
        .any(|(troop, _)| troop.is_skirmisher() || troop.is_artillery());
    if !(1..=24).contains(&elements) || mixed {
        reader.fault(
            unit.kinds.span(),
            "a unit has 1 to 24 elements, and only close combat foot mixes (LR-10, LR-11)",
            "fewer elements, or one kind",
        );
        return;
    }
    let wrong_files =
        unit.files == 0 || u32::from(unit.files) > elements || (one_rank && u32::from(unit.files) < elements);
    if wrong_files {
        reader.fault(
            unit.id.span(),
            "it cannot stand in that many files (LR-05, LR-11)",
            "1 to as many files as elements; skirmishers and artillery in one rank",
        );
    }
    let reserve = unit.reserve.as_ref().and_then(|reserve| {
        let edge = TableEdge::read(&reserve.edge);
        if edge.is_none() || reserve.from > reserve.to {
            reader.fault(
                unit.id.span(),
                "its reserve names no edge, or no stretch of it",
                "north, east, south or west; from is not above to",
            );
        }
        Some(Reserve {
            turn: reserve.turn,
            edge: edge?,
            from: reserve.from,
            to: reserve.to,
        })
    });
    if unit.at.is_some() == reserve.is_some() {
        reader.fault(
            unit.id.span(),
            "it needs a place or a reserve, and not both",
            "at = [x, y, facing], or reserve = { turn, edge, from, to }",
        );
    }
    if muster.units.iter().any(|(card, _)| *card.id == **unit.id.get_ref())
        || unit.id.get_ref().split_whitespace().count() != 1
    {
        reader.fault(
            unit.id.span(),
            "two units have this id, or it is not one word",
            "an id of its own, such as S1",
        );
    }
    let (Some(side), Some(quality), Some(discipline), Some(under)) = (side, quality, discipline, under) else {
        return;
    };
    let gun = kinds[0].0.is_artillery();
    let mut card = UnitCard {
        id: unit.id.get_ref().as_str().into(),
        name: unit.name.as_str().into(),
        side,
        kinds,
        original: elements as u8,
        quality,
        discipline,
        superior: unit.superior,
        pavise: unit.pavise,
        gunpowder: gun && !unit.engine,
        points: 0,
        command: under,
        reserve,
    };
    card.points = card.worth() as u16;
    let (x, y, facing) = unit.at.unwrap_or_default();
    let mut marks = Marks::default();
    if unit.hidden {
        marks = marks.and(Marks::HIDDEN);
    }
    let state = Unit {
        at: Stance {
            at: Point::new(x, y),
            facing: Angle::new(facing.into()),
        },
        state: if reserve.is_some() {
            State::Reserve
        } else {
            State::Steady
        },
        elements: elements as u8,
        files: unit.files,
        marks,
        triggers: Triggers::default(),
        spent: 0,
        suffered: 0,
        inflicted: 0,
        before: elements as u8,
        deep: elements.div_ceil(u32::from(unit.files.max(1))) as u8,
        burst: 0,
        into: NOBODY,
        followed: NOBODY,
    };
    muster.units.push((card, state));
}
