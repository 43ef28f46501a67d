//! The figures of a case: `id side TYPE morale @x,y facing [marks...]`.

use super::side;
use crate::battle::Card;
use crate::lists::Lists;
use crate::position::{Figure, Horse, NOBODY, State};
use crate::read::{read_angle, read_point};
use crate::troops::{Chit, Grant, HorseKind, Kind, Pace, Panic, Shield, Trait, Traits};
use crate::weapons::Weapon;
use board::table::{Angle, Point, decimal};

/// A figure, and names that are looked up when all are read.
pub struct Line {
    pub card: Card,
    pub figure: Figure,
    pub unit: Option<String>,
    pub leader: bool,
    pub player: bool,
    pub command: Option<bool>,
    pub team: Option<String>,
    pub mate: Option<String>,
    pub target: Option<String>,
    pub fought: Option<String>,
    pub second: Vec<String>,
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

fn word<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, String> {
    read(text).ok_or_else(|| format!("`{text}` is not known"))
}

pub fn read_figure(text: &str, turn: u16) -> Result<Line, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [id, owner, kind, morale, rest @ ..] = words.as_slice() else {
        return Err("a figure is `id side TYPE morale @x,y facing`".into());
    };
    let kind = word(kind, Kind::read)?;
    let morale: u8 = number(morale)?;
    if !kind.morale().contains(&morale) {
        return Err(format!("a {} has no morale {morale}", kind.name()));
    }
    let (at, facing, state, marks) = match rest {
        ["@fled", marks @ ..] => (Point::new(0, 0), Angle::AHEAD, State::Fled, marks),
        ["@withdrawn", marks @ ..] => (Point::new(0, 0), Angle::AHEAD, State::Withdrawn, marks),
        [place, facing, marks @ ..] => {
            let at = place
                .strip_prefix('@')
                .and_then(read_point)
                .ok_or_else(|| format!("`{place}` is no place"))?;
            (at, word(facing, read_angle)?, State::Ready, marks)
        }
        _ => return Err("it has no place".into()),
    };
    let value = |key: &str| marks.iter().find_map(|mark| mark.strip_prefix(key)?.strip_prefix('='));
    let armour: u8 = value("armour").map_or(Ok(6), number)?;
    let stamina: i16 = value("max").map_or(Ok(Lists::standard().stamina(armour)), number)?;
    let melee = value("melee").map_or(Ok(kind.melee()), number)?;
    let list = value("weapons")
        .unwrap_or("sword")
        .split(',')
        .map(|name| word(name, Weapon::read));
    let weapons: Vec<Weapon> = list.collect::<Result<_, _>>()?;
    let shoots = weapons.iter().any(|weapon| weapon.missile().is_some());
    let readied = match value("readied") {
        None => 0,
        Some(name) => {
            let weapon = word(name, Weapon::read)?;
            weapons
                .iter()
                .position(|own| *own == weapon)
                .ok_or("he has no such weapon")?
        }
    };
    let mut traits = Traits::of(kind);
    let mut figure = Figure::new(at, facing, stamina);
    figure.state = state;
    figure.readied = readied as u8;
    let mut line = Line {
        card: Card {
            id: (*id).into(),
            name: (*id).into(),
            side: side(owner)?,
            unit: NOBODY,
            kind,
            morale,
            armour,
            stamina,
            melee,
            fighting: value("fighting").map_or(Ok(melee), number)?,
            shooting: value("shooting").map_or(Ok(if shoots { 5 } else { 0 }), number)?,
            weapons: weapons.into_iter().take(4).collect(),
            shield: value("shield").map_or(Ok(Shield::None), |name| word(name, Shield::read))?,
            traits,
            leads: value("led").is_some(),
            team: NOBODY,
        },
        figure,
        unit: value("unit").map(String::from),
        leader: false,
        player: false,
        command: None,
        team: value("team").map(String::from),
        mate: None,
        target: value("target").map(String::from),
        fought: value("fought").map(String::from),
        second: value("second").map_or(Vec::new(), |list| list.split(',').map(String::from).collect()),
    };
    let mut start = None;
    for mark in marks {
        read_mark(mark, turn, &mut line, &mut traits, &mut start)?;
    }
    line.card.traits = traits;
    line.figure.start = start.unwrap_or(line.figure.stamina);
    if line.figure.state == State::Disabled && value("stamina").is_none() {
        line.figure.stamina = 0;
    }
    Ok(line)
}

fn read_mark(
    mark: &str,
    turn: u16,
    line: &mut Line,
    traits: &mut Traits,
    start: &mut Option<i16>,
) -> Result<(), String> {
    let figure = &mut line.figure;
    if let Some(known) = Trait::read(mark) {
        traits.add(known);
        return Ok(());
    }
    let Some((key, value)) = mark.split_once('=') else {
        match mark {
            "leader" => line.leader = true,
            "player" => line.player = true,
            "noammo" => figure.ammo = false,
            "routing" => (figure.state, figure.ran) = (State::Routing, true),
            "disabled" => figure.state = State::Disabled,
            "dead" => (figure.state, figure.dead) = (State::Disabled, true),
            "in" => line.command = Some(true),
            "out" => line.command = Some(false),
            "permitted" => figure.permission = true,
            "moved" => figure.moved = true,
            "shot" => figure.shot = true,
            "struck" => figure.struck = true,
            "switching" => figure.switching = true,
            "crossing" => figure.crossing = true,
            _ => return Err(format!("there is no mark `{mark}`")),
        }
        return Ok(());
    };
    match key {
        "armour" | "max" | "melee" | "fighting" | "shooting" | "weapons" | "readied" | "shield" | "unit" | "team"
        | "target" | "fought" | "second" => {}
        "horse" => {
            let kind = word(value, HorseKind::read)?;
            let (stamina, fatigue) = figure
                .horse
                .map_or((kind.stamina(), 0), |horse| (horse.stamina, horse.fatigue));
            figure.horse = Some(Horse { kind, stamina, fatigue });
        }
        "horse-stamina" => figure.horse.as_mut().ok_or("he has no horse")?.stamina = number(value)?,
        "horse-fatigue" => figure.horse.as_mut().ok_or("he has no horse")?.fatigue = number(value)?,
        "led" => figure.led = Some(Horse::fresh(word(value, HorseKind::read)?)),
        "storey" => figure.storey = number(value)?,
        "stamina" => figure.stamina = number(value)?,
        "fatigue" => figure.fatigue = number(value)?,
        "start" => *start = Some(number(value)?),
        "routing" if value == "new" => (figure.state, figure.lost) = (State::Routing, turn),
        "stunned" => figure.state = State::Stunned(number(value)?),
        "disabled" if value == "now" => (figure.state, figure.lost) = (State::Disabled, turn),
        "result" => match value.strip_prefix("rejoin:") {
            Some(mate) => line.mate = Some(mate.into()),
            None => figure.result = Some(word(value, Grant::read)?),
        },
        "die" => figure.die = number(value)?,
        "chit" => figure.chit = Some(word(value, Chit::read)?),
        "last" => figure.last = word(value, Pace::read)?,
        "gait" => figure.gait = word(value, Pace::read)?,
        "gallop" => {
            figure.gallop = decimal(value, 3).ok_or_else(|| format!("`{value}` is no length"))?;
            (figure.moved, figure.gait) = (true, Pace::Gallop);
        }
        "panic" => figure.panic = Some(word(value, Panic::read)?),
        "resupply" => figure.resupply = number(value)?,
        _ => return Err(format!("there is no mark `{mark}`")),
    }
    Ok(())
}
