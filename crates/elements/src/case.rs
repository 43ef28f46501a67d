//! The positions of conformance cases (`docs/cases-elements.md`).

use crate::battle::{AreaCard, AreaKind, Battle, CommanderCard, LineCard, Reserve, SideCard, TableEdge, UnitCard};
use crate::choice::decimal;
use crate::marks::{Marks, Triggers};
use crate::muster::Muster;
use crate::options::Options;
use crate::position::{
    Commander, Contact, Id, NOBODY, Obstacle, Phase, Place, Position, State, Unit, no_ground, read_face,
};
use crate::troops::{Discipline, Quality, Troop};
use arrayvec::ArrayVec;
use board::table::{Angle, Area, Line, Point, Stance, Table};
use kernel::Side;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Setting {
    turn: u16,
    limit: u16,
    first: String,
    player: String,
    phase: String,
    step: String,
    table: [i32; 2],
    edges: BTreeMap<String, String>,
    areas: Vec<String>,
    lines: Vec<String>,
    units: Vec<String>,
    commanders: Vec<String>,
    contacts: Vec<String>,
    counting: BTreeMap<String, u8>,
    lost: BTreeMap<String, u8>,
    lost_points: BTreeMap<String, u16>,
    points: BTreeMap<String, u32>,
    demoralised: Vec<String>,
    defence: Vec<String>,
    options: BTreeMap<String, String>,
}

impl Default for Setting {
    fn default() -> Setting {
        Setting {
            turn: 1,
            limit: 12,
            first: "a".into(),
            player: "a".into(),
            phase: "movement".into(),
            step: "active".into(),
            table: [72, 48],
            edges: BTreeMap::new(),
            areas: Vec::new(),
            lines: Vec::new(),
            units: Vec::new(),
            commanders: Vec::new(),
            contacts: Vec::new(),
            counting: BTreeMap::new(),
            lost: BTreeMap::new(),
            lost_points: BTreeMap::new(),
            points: BTreeMap::new(),
            demoralised: Vec::new(),
            defence: Vec::new(),
            options: BTreeMap::new(),
        }
    }
}

const NAMES: [&str; 2] = ["a", "b"];

fn side(name: &str) -> Result<Side, String> {
    let at = NAMES.iter().position(|known| *known == name);
    at.map(|at| Side::BOTH[at])
        .ok_or_else(|| format!("`{name}` is no side; a side is `a` or `b`"))
}

fn mils(text: &str) -> Result<i32, String> {
    let read = decimal(text, 3).and_then(|n| i32::try_from(n).ok());
    read.ok_or_else(|| format!("`{text}` is no length"))
}

fn point(text: &str) -> Result<Point, String> {
    let (x, y) = text.split_once(',').ok_or_else(|| format!("`{text}` is no point"))?;
    Ok(Point::new(mils(x)?, mils(y)?))
}

fn is_point(word: &str) -> bool {
    word.contains(',')
}

fn area(line: &str) -> Result<AreaCard, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, kind, rest @ ..] = words.as_slice() else {
        return Err("an area has a name, a kind and corners".into());
    };
    let kind = AreaKind::read(kind).ok_or_else(|| format!("there is no kind of ground `{kind}`"))?;
    let (mut level, mut bad, mut fortified, mut whose, mut corners) = (0, false, false, None, Vec::new());
    for word in rest {
        match *word {
            "bad" => bad = true,
            "fortified" => fortified = true,
            word if is_point(word) => corners.push(point(word)?),
            word => match word.split_once('=') {
                Some(("level", n)) => level = n.parse().map_err(|_| "a level is a number")?,
                Some(("side", name)) => whose = Some(side(name)?),
                _ => return Err(format!("`{word}` is no mark of an area")),
            },
        }
    }
    let shape = Area::new(corners).map_err(|fault| fault.to_string())?;
    Ok(AreaCard {
        name: (*name).into(),
        kind,
        level,
        bad,
        fortified,
        side: whose,
        shape,
    })
}

fn line(text: &str) -> Result<LineCard, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [name, kind, rest @ ..] = words.as_slice() else {
        return Err("a line has a name, a kind and points".into());
    };
    let kind = Obstacle::read(kind).ok_or_else(|| format!("there is no obstacle `{kind}`"))?;
    let (mut cover, mut points) = (false, Vec::new());
    for word in rest {
        match *word {
            "cover" => cover = true,
            word => points.push(point(word)?),
        }
    }
    let line = Line::new(points).map_err(|fault| fault.to_string())?;
    Ok(LineCard {
        name: (*name).into(),
        line,
        kind,
        cover,
        camp: None,
    })
}

fn kinds(text: &str, n: u8) -> Result<ArrayVec<(Troop, u8), 4>, String> {
    let mut kinds = ArrayVec::new();
    for part in text.split('+') {
        let (name, n) = match part.split_once(':') {
            Some((name, n)) => (name, n.parse().map_err(|_| format!("`{part}`: how many?"))?),
            None => (part, n),
        };
        let troop = Troop::read(name).ok_or_else(|| format!("there are no troops `{name}`"))?;
        kinds.try_push((troop, n)).map_err(|_| "at most four kinds")?;
    }
    Ok(kinds)
}

/// What is named before everybody is known.
#[derive(Default)]
struct Named {
    into: Option<String>,
    followed: Option<String>,
    command: Option<String>,
}

fn unit(text: &str) -> Result<(UnitCard, Unit, Named), String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [id, whose, types, n, shape, classes, rest @ ..] = words.as_slice() else {
        return Err("a unit is `id side TYPE n FxR Q/D @x,y facing marks`".into());
    };
    let n: u8 = n.parse().map_err(|_| format!("`{n}` is no number of elements"))?;
    let files = shape
        .split_once('x')
        .and_then(|(files, ranks)| Some((files.parse::<u8>().ok()?, ranks.parse::<u8>().ok()?)));
    let (files, ranks) = files.ok_or_else(|| format!("`{shape}` is no formation"))?;
    if files == 0 || n.div_ceil(files) != ranks {
        return Err(format!("{n} elements do not stand {shape}"));
    }
    let (quality, discipline) = classes.split_once('/').ok_or("classes are as in B/II")?;
    let quality = Quality::read(quality).ok_or("quality is A to D")?;
    let discipline = Discipline::read(discipline).ok_or("discipline is I to IV")?;
    let kinds = kinds(types, n)?;
    let gun = kinds[0].0.is_artillery();
    let depth = UnitCard::deepest(&kinds);
    let mut card = UnitCard {
        id: (*id).into(),
        name: (*id).into(),
        side: side(whose)?,
        kinds,
        original: n,
        depth,
        quality,
        discipline,
        superior: false,
        pavise: false,
        gunpowder: gun,
        points: 0,
        command: 0,
        reserve: None,
    };
    let mut state = Unit {
        at: Stance::default(),
        ground: no_ground(),
        state: State::Steady,
        elements: n,
        files,
        marks: Marks::default(),
        triggers: Triggers::default(),
        spent: 0,
        suffered: 0,
        inflicted: 0,
        before: n,
        deep: ranks,
        burst: 0,
        into: NOBODY,
        followed: NOBODY,
    };
    let mut named = Named::default();
    let mut points = None;
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        let number = |text: &str| text.parse::<u16>().map_err(|_| format!("`{word}`: a number"));
        if let Some(place) = word.strip_prefix('@') {
            if is_point(place) {
                let facing = words
                    .next()
                    .and_then(|facing| decimal(facing, 1))
                    .ok_or("a facing follows the place")?;
                state.at = Stance {
                    at: point(place)?,
                    facing: Angle::new(facing as i32),
                };
            } else if let Some(reserve) = place.strip_prefix("reserve=") {
                state.state = State::Reserve;
                card.reserve = Some(read_reserve(reserve)?);
            } else {
                let known = State::NAMES.iter().find(|(_, name)| *name == place);
                state.state = known.ok_or_else(|| format!("`{word}` is no place"))?.0;
                state.elements = if state.state == State::Destroyed { 0 } else { n };
            }
        } else if let Some((key, value)) = word.split_once('=') {
            match key {
                "of" => card.original = number(value)? as u8,
                "command" => named.command = Some(value.into()),
                "into" => named.into = Some(value.into()),
                "followed" => named.followed = Some(value.into()),
                "casualties" => state.suffered = number(value)?,
                "points" => points = Some(number(value)?),
                _ => return Err(format!("`{word}` is no mark")),
            }
        } else {
            match *word {
                "superior" => card.superior = true,
                "pavise" => card.pavise = true,
                "engine" => card.gunpowder = false,
                "disordered" => state.marks.set(Marks::DISORDERED),
                "rallied" => state.marks.set(Marks::RALLIED),
                "hidden" => state.marks.set(Marks::HIDDEN.and(Marks::WAS_HIDDEN)),
                "washidden" => state.marks.set(Marks::WAS_HIDDEN),
                "fleeing" => state.state = State::Fleeing,
                "routing" => state.state = State::Routing,
                "pursuing" => state.state = State::Pursuing,
                "ordered" => state.marks.set(Marks::ORDERED),
                "moved" => state.marks.set(Marks::MOVED),
                "pivoted" => state.marks.set(Marks::PIVOTED),
                "shot" => state.marks.set(Marks::SHOT),
                _ => return Err(format!("`{word}` is no mark")),
            }
        }
    }
    card.points = points.unwrap_or_else(|| card.worth() as u16);
    Ok((card, state, named))
}

fn read_reserve(text: &str) -> Result<Reserve, String> {
    let wrong = || format!("`{text}`: a reserve is as in 5:west:8-40");
    let parts: Vec<&str> = text.split(':').collect();
    let [turn, edge, stretch] = parts.as_slice() else {
        return Err(wrong());
    };
    let (from, to) = stretch.split_once('-').ok_or_else(wrong)?;
    Ok(Reserve {
        turn: turn.parse().map_err(|_| wrong())?,
        edge: TableEdge::read(edge).ok_or_else(wrong)?,
        from: mils(from)?,
        to: mils(to)?,
    })
}

/// Commands by side and name; the number of each is its place.
#[derive(Default)]
struct Commands(Vec<(Side, String)>);

impl Commands {
    fn number(&mut self, side: Side, name: &str) -> u8 {
        let known = self.0.iter().position(|(s, n)| *s == side && n == name);
        known.unwrap_or_else(|| {
            self.0.push((side, name.into()));
            self.0.len() - 1
        }) as u8
    }
}

fn commander(text: &str, commands: &mut Commands) -> Result<(CommanderCard, Commander, Option<String>), String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [id, whose, rank, rest @ ..] = words.as_slice() else {
        return Err("a commander is `id side general|sub place`".into());
    };
    let general = match *rank {
        "general" => true,
        "sub" => false,
        _ => return Err(format!("`{rank}` is no rank")),
    };
    let side = side(whose)?;
    let (mut command, mut leads) = (*id, None);
    let mut state = Commander {
        place: Place::Lost,
        general,
        moved: false,
    };
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        match *word {
            "with" => leads = Some(words.next().ok_or("with whom?")?.to_string()),
            "lost" => state.place = Place::Lost,
            "out" => state.place = Place::Out,
            "moved" => state.moved = true,
            word => match (word.strip_prefix('@'), word.strip_prefix("command=")) {
                (Some(at), _) => state.place = Place::Free(point(at)?),
                (_, Some(name)) => command = name,
                _ => return Err(format!("`{word}` is no mark of a commander")),
            },
        }
    }
    let card = CommanderCard {
        id: (*id).into(),
        name: (*id).into(),
        side,
        command: commands.number(side, command),
    };
    Ok((card, state, leads))
}

impl Setting {
    pub fn build(self) -> Result<(Battle, Position), String> {
        let mut muster = Muster::default();
        muster.areas = self.areas.iter().map(|text| area(text)).collect::<Result<_, _>>()?;
        muster.lines = self.lines.iter().map(|text| line(text)).collect::<Result<_, _>>()?;
        let mut commands = Commands::default();
        for text in &self.commanders {
            muster.commanders.push(commander(text, &mut commands)?);
        }
        let mut named = Vec::new();
        for text in &self.units {
            let (mut card, state, names) = unit(text).map_err(|why| format!("{text}: {why}"))?;
            let general = muster
                .commanders
                .iter()
                .find(|(c, state, _)| c.side == card.side && state.general);
            card.command = match &names.command {
                Some(name) => commands.number(card.side, name),
                None => general.map_or(u8::MAX, |(general, ..)| general.command),
            };
            named.push((card.id.clone(), names));
            muster.units.push((card, state));
        }
        let table = Table {
            width: self.table[0] * 1000,
            depth: self.table[1] * 1000,
        };
        let edge = |at: usize, usual: &str| {
            let name = self.edges.get(NAMES[at]).map_or(usual, String::as_str);
            TableEdge::read(name).ok_or_else(|| format!("`{name}` is no edge"))
        };
        let card = |at: usize, edge| SideCard {
            name: NAMES[at],
            edge,
            points: 0,
            counting: 0,
            hides: false,
            unlisted: 0,
            camp: false,
        };
        let sides = [card(0, edge(0, "south")?), card(1, edge(1, "north")?)];
        let mut battle = muster.battle(table, sides, side(&self.first)?, self.limit)?;
        let options = Options::read(&self.options).map_err(|faults| faults[0].message.clone())?;
        battle.pursuers_by_morale = options.pursuers_by_morale;
        let mut p = battle.start.clone();
        for (id, names) in named {
            let find = |name: &str| {
                battle
                    .find_unit(name)
                    .ok_or_else(|| format!("there is no unit `{name}`"))
            };
            let unit = find(&id)?;
            if let Some(name) = names.into {
                p.unit_mut(unit).into = find(&name)?;
            }
            if let Some(name) = names.followed {
                p.unit_mut(unit).followed = find(&name)?;
            }
        }
        self.set_contacts(&battle, &mut p)?;
        self.set_armies(&mut battle, &mut p)?;
        p.turn = self.turn;
        p.active = side(&self.player)?;
        p.phase = match (self.phase.as_str(), self.step.as_str()) {
            ("start", _) => Phase::Start,
            ("rally", _) => Phase::Rally,
            ("movement", _) => Phase::Movement,
            ("shooting", "active") => Phase::Shooting,
            ("shooting", "other") | ("combat", _) => Phase::Reply,
            (phase, step) => return Err(format!("there is no phase `{phase}` with step `{step}`")),
        };
        battle.settle(&mut p);
        battle.start = p.clone();
        Ok((battle, p))
    }

    fn set_contacts(&self, battle: &Battle, p: &mut Position) -> Result<(), String> {
        for text in &self.contacts {
            let words: Vec<&str> = text.split_whitespace().collect();
            let find = |name: &str| {
                battle
                    .find_unit(name)
                    .ok_or_else(|| format!("there is no unit `{name}`"))
            };
            let [unit, target, edge] = words.as_slice() else {
                return Err(format!("`{text}`: a contact is `U V EDGE`"));
            };
            let (unit, target): (Id, Id) = (find(unit)?, find(target)?);
            let edge = read_face(edge).ok_or_else(|| format!("`{edge}` is no edge"))?;
            // Who came into contact this turn made it, and who followed up.
            let made = |a: Id, b: Id| p.unit(a).into == b || p.unit(a).followed == b;
            let (unit, target) = match edge {
                board::table::Face::Front if made(target, unit) => (target, unit),
                _ => (unit, target),
            };
            let fresh = p.unit(unit).into == target;
            p.contacts.push(Contact {
                unit,
                target,
                edge,
                fresh,
            });
        }
        Ok(())
    }

    fn set_armies(&self, battle: &mut Battle, p: &mut Position) -> Result<(), String> {
        for (at, name) in NAMES.into_iter().enumerate() {
            let own = Side::BOTH[at];
            let known = |all: &[String]| all.iter().any(|known| known == name);
            let listed = battle.sides[at].counting;
            let gone = (battle.units.iter().zip(&p.units))
                .filter(|(card, unit)| card.side == own && card.counts() && unit.state.is_lost())
                .count() as u8;
            let army = p.army_mut(own);
            army.demoralised = known(&self.demoralised);
            army.defence = known(&self.defence);
            army.lost_before = self.lost.get(name).copied().unwrap_or(0);
            army.points_before = self.lost_points.get(name).copied().unwrap_or(0);
            army.lost_at_start = army.lost_before + gone;
            let counting = self.counting.get(name).copied().unwrap_or(20);
            let card = &mut battle.sides[at];
            card.unlisted = counting.saturating_sub(listed + army.lost_before);
            card.counting = counting;
            card.points = self.points.get(name).copied().unwrap_or(1000);
        }
        for name in self.counting.keys().chain(self.lost.keys()).chain(self.points.keys()) {
            side(name)?;
        }
        Ok(())
    }
}
