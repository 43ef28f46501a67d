//! How cases write areas, lines, units and commanders.

use super::{is_point, mils, point, side};
use crate::battle::{AreaCard, AreaKind, CommanderCard, LineCard, Reserve, TableEdge, UnitCard};
use crate::marks::{Marks, Triggers};
use crate::position::{Commander, Ground, NOBODY, Obstacle, Place, State, Unit};
use crate::troops::{Discipline, Quality, Troop};
use arrayvec::ArrayVec;
use board::table::{Angle, Area, Line, Stance, decimal};
use kernel::Side;

pub(super) fn area(line: &str) -> Result<AreaCard, String> {
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

pub(super) fn line(text: &str) -> Result<LineCard, String> {
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
pub(super) struct Named {
    pub into: Option<String>,
    pub followed: Option<String>,
    pub command: Option<String>,
}

pub(super) fn unit(text: &str) -> Result<(UnitCard, Unit, Named), String> {
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
        ground: Ground::none(),
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
                    facing: Angle::new(facing),
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
pub(super) struct Commands(Vec<(Side, String)>);

impl Commands {
    pub fn number(&mut self, side: Side, name: &str) -> u8 {
        let known = self.0.iter().position(|(s, n)| *s == side && n == name);
        known.unwrap_or_else(|| {
            self.0.push((side, name.into()));
            self.0.len() - 1
        }) as u8
    }
}

pub(super) fn commander(
    text: &str,
    commands: &mut Commands,
) -> Result<(CommanderCard, Commander, Option<String>), String> {
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
