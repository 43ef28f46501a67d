//! The positions of conformance cases (`docs/cases-elements.md`).

mod pieces;

use crate::battle::{Battle, SideCard, TableEdge};
use crate::muster::Muster;
use crate::options::Options;
use crate::position::{Contact, Id, Phase, Position};
use crate::rulings::NUMBERS;
use board::table::{Face, Point, Table, decimal};
use kernel::Side;
use pieces::{Commands, area, commander, line, unit};
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
    rulings: BTreeMap<String, i32>,
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
            rulings: BTreeMap::new(),
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
    decimal(text, 3).ok_or_else(|| format!("`{text}` is no length"))
}

fn point(text: &str) -> Result<Point, String> {
    let (x, y) = text.split_once(',').ok_or_else(|| format!("`{text}` is no point"))?;
    Ok(Point::new(mils(x)?, mils(y)?))
}

fn read_face(name: &str) -> Option<Face> {
    crate::position::FACES
        .iter()
        .find(|(_, known)| *known == name)
        .map(|(face, _)| *face)
}

fn is_point(word: &str) -> bool {
    word.contains(',')
}

impl Setting {
    pub fn build(self) -> Result<(Battle, Position), String> {
        let mut muster = Muster {
            areas: self.areas.iter().map(|text| area(text)).collect::<Result<_, _>>()?,
            lines: self.lines.iter().map(|text| line(text)).collect::<Result<_, _>>()?,
            ..Muster::default()
        };
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
            zone: None,
            camp: false,
        };
        let sides = [card(0, edge(0, "south")?), card(1, edge(1, "north")?)];
        let mut battle = muster.battle(table, sides, side(&self.first)?, self.limit)?;
        let options = Options::read(&self.options).map_err(|faults| faults[0].message.clone())?;
        battle.pursuers_by_morale = options.pursuers_by_morale;
        board::numbers::replace_plain(&NUMBERS, &self.rulings, &mut battle.rulings)?;
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
                Face::Front if made(target, unit) => (target, unit),
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
