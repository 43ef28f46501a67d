//! Small positions for conformance cases, as `docs/cases.md` describes them.

use super::cards::{
    Armour, Card, Division, ENGLISH, Face, Half, Kind, LeaderCard, MAX_LEADERS, MAX_UNITS, NONE, SCOTS, Setup, Show,
    UnitId,
};
use super::options::ScotsBowModes;
use super::position::{Position, Stage, bit, leader_bit};
use super::{Battle, Options, Parts};
use board::{Hex, HexMap, MapBuilder, SideFeatures, Terrain, Vertex};
use kernel::{Quiet, Side};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The part of a case that sets the scene.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    #[serde(default = "one")]
    turn: u8,
    #[serde(default)]
    player: Option<String>,
    #[serde(default)]
    phase: Option<String>,
    #[serde(default)]
    step: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default)]
    terrain: BTreeMap<String, String>,
    #[serde(default)]
    elevation: BTreeMap<String, u8>,
    #[serde(default)]
    burns: Vec<String>,
    #[serde(default)]
    roads: Vec<Vec<String>>,
    #[serde(default)]
    edges: Option<BTreeMap<String, Vec<Vec<String>>>>,
    #[serde(default)]
    units: Vec<String>,
    #[serde(default)]
    leaders: Vec<String>,
    #[serde(default)]
    score: BTreeMap<String, i16>,
    #[serde(default)]
    extra: BTreeMap<String, u8>,
}

fn one() -> u8 {
    1
}

/// What is marked on a unit besides its set-up.
#[derive(Default)]
struct Marks {
    charge: Option<String>,
    moved: bool,
    spent: u8,
    attacked: bool,
}

struct Draft {
    battle: Battle,
    marks: Vec<Marks>,
    leader_marks: Vec<(bool, bool)>,
}

impl Setting {
    /// The battle and the position of the case.
    pub fn build(&self) -> Result<(Battle, Position), String> {
        let draft = self.draft()?;
        let battle = draft.battle;
        let player = side_from(self.player.as_deref().unwrap_or("scots"))?;
        let mut p = battle.placed();
        p.turn = self.turn;
        p.player = player;
        let other = match self.step.as_deref() {
            None | Some("phasing") => false,
            Some("other") => true,
            Some(step) => return Err(format!("step `{step}`: it is `phasing` or `other`")),
        };
        for (side, points) in &self.score {
            p.score[side_from(side)?.index()] = *points;
        }
        for (id, marks) in draft.marks.iter().enumerate() {
            let id = id as UnitId;
            if let Some(target) = &marks.charge {
                p.unit_mut(id).charge = battle.read_unit(target).map_err(|e| e.to_string())?;
            }
            p.unit_mut(id).spent = marks.spent;
            if marks.moved {
                p.moved |= bit(id);
            }
            if marks.attacked {
                p.shot |= bit(id);
            }
        }
        for (id, (disobeyed, moved)) in draft.leader_marks.iter().enumerate() {
            if *disobeyed {
                p.disobeyed |= leader_bit(id as u8);
            }
            if *moved {
                p.leaders_moved |= leader_bit(id as u8);
            }
        }
        p.stage = match (self.phase.as_deref().unwrap_or("movement"), other) {
            ("setup", _) if player == SCOTS => Stage::SetupScots,
            ("setup", _) => Stage::SetupEnglish,
            ("rout-removal", _) => {
                battle.begin_player_turn(&mut p, player, &mut Quiet);
                battle.settle(&mut p, &mut Quiet);
                return Ok((battle, p));
            }
            ("rout", false) => Stage::RoutPhasing,
            ("rout", true) => Stage::RoutOther,
            ("movement", _) => Stage::Movement,
            ("ranged", false) => Stage::RangedPhasing,
            ("ranged", true) => Stage::RangedOther,
            ("melee", false) => Stage::NamePhasing,
            ("melee", true) => Stage::NameOther,
            (phase, _) => return Err(format!("there is no phase `{phase}` to start in")),
        };
        p.shooting = if p.stage == Stage::RangedOther {
            player.other()
        } else {
            player
        };
        Ok((battle, p))
    }

    fn draft(&self) -> Result<Draft, String> {
        let options = Options::read(&self.options).map_err(|faults| faults[0].message.clone())?;
        let map = self.field()?;
        let mut divisions: Vec<Division> = Vec::new();
        let (mut units, mut marks) = (Vec::new(), Vec::new());
        for line in &self.units {
            let (card, mark) = read_unit(line, &map, &options, units.len(), &mut divisions)
                .map_err(|why| format!("unit `{line}`: {why}"))?;
            units.push(card);
            marks.push(mark);
        }
        let (mut leaders, mut leader_marks) = (Vec::new(), Vec::new());
        for line in &self.leaders {
            let (card, mark) =
                read_leader(line, &map, &mut divisions).map_err(|why| format!("leader `{line}`: {why}"))?;
            leaders.push(card);
            leader_marks.push(mark);
        }
        if units.len() > MAX_UNITS || leaders.len() > MAX_LEADERS {
            return Err("too many pieces".into());
        }
        for (name, lost) in &self.extra {
            let division = divisions.iter_mut().find(|d| &d.id == name);
            division.ok_or_else(|| format!("extra: no division `{name}`"))?.size += lost;
        }
        let section = |s: &board::EdgeSection| s.hexes.clone();
        let edges = ["scots", "english"].map(|side| {
            let own = map.edges().iter().filter(|e| e.side == side);
            own.map(section).collect()
        });
        let battle = Battle::new(Parts {
            map,
            options,
            title: "case".into(),
            turns: 10,
            units,
            leaders,
            divisions,
            edges,
        });
        Ok(Draft {
            battle,
            marks,
            leader_marks,
        })
    }

    /// Test field F, with what the case changes on it.
    fn field(&self) -> Result<HexMap, String> {
        let mut field = MapBuilder::new(20, 20).ground(Terrain::Clear, 1);
        for (hex, terrain) in &self.terrain {
            let kind = Terrain::ALL.into_iter().find(|t| t.name() == terrain);
            field = field.terrain(hex, kind.ok_or_else(|| format!("there is no terrain `{terrain}`"))?);
        }
        for (hex, level) in &self.elevation {
            field = field.elevation(hex, *level);
        }
        for side in &self.burns {
            let (a, b) = side.split_once('-').ok_or_else(|| format!("`{side}` is no hexside"))?;
            field = field.side(a, b, SideFeatures::BURN);
        }
        for road in &self.roads {
            field = field.road("road", road);
        }
        match &self.edges {
            None => {
                let column = |c: u8, from: u8, to: u8| (from..=to).map(|r| format!("{c:02}{r:02}")).collect::<Vec<_>>();
                let south: Vec<String> = (1..=10).map(|c| format!("{c:02}20")).collect();
                field = field.edge("english", &column(20, 1, 15));
                field = field.edge("scots", &column(1, 8, 20)).edge("scots", &south);
            }
            Some(edges) => {
                for (side, sections) in edges {
                    side_from(side)?;
                    for section in sections {
                        field = field.edge(side, section);
                    }
                }
            }
        }
        field.build().map_err(|fault| fault.0)
    }
}

fn side_from(name: &str) -> Result<Side, String> {
    match name {
        "scots" => Ok(SCOTS),
        "english" => Ok(ENGLISH),
        _ => Err(format!("`{name}` is no side; a side is `scots` or `english`")),
    }
}

/// The division of this name, made if it is new.
fn division(name: &str, side: Side, divisions: &mut Vec<Division>) -> u8 {
    let known = divisions.iter().position(|d| d.id == name && d.side == side);
    known.unwrap_or_else(|| {
        divisions.push(Division {
            id: name.into(),
            side,
            members: 0,
            left: 0,
            size: 0,
        });
        divisions.len() - 1
    }) as u8
}

fn ratings(text: &str) -> Result<(Armour, u8, u8), String> {
    let wrong = || format!("`{text}`: ratings are armour/morale/allowance, as in L/B/6");
    let parts: Vec<&str> = text.split('/').collect();
    let [armour, morale, points] = parts.as_slice() else {
        return Err(wrong());
    };
    let armour = Armour::from_letter(armour).ok_or_else(wrong)?;
    let morale = "ABCDE".find(*morale).filter(|_| morale.len() == 1).ok_or_else(wrong)?;
    let points: u8 = points.parse().map_err(|_| wrong())?;
    Ok((armour, morale as u8, points))
}

fn read_unit(
    line: &str,
    map: &HexMap,
    options: &Options,
    index: usize,
    divisions: &mut Vec<Division>,
) -> Result<(Card, Marks), String> {
    let mut words = line.split_whitespace();
    let mut next = || words.next().ok_or("id, side and kind come first");
    let (id, side, kind) = (next()?, side_from(next()?)?, next()?);
    let kind = Kind::from_name(kind).ok_or_else(|| format!("there is no kind `{kind}`"))?;
    let shows = kind.faces(side);
    let usual = if kind == Kind::Infantry {
        Show::Organised
    } else {
        shows[0]
    };
    let (mut up, mut printed, mut other) = (usual, None, None);
    let (mut hex, mut facing) = (None, Vertex::NNE);
    let (mut group, mut half, mut rout, mut lance) = (NONE, None, 0, false);
    let mut marks = Marks::default();
    for word in words {
        if let Some(name) = word.strip_prefix('@') {
            hex = Some(map.parse(name).ok_or_else(|| format!("there is no hex `{name}`"))?);
        } else if let Some((key, value)) = word.split_once('=') {
            match key {
                "division" => group = division(value, side, divisions),
                "half" => half = Some(Half::from_name(value).ok_or("a half is left or right")?),
                "rout" => rout = value.parse().map_err(|_| "rout is a number")?,
                "charge" => marks.charge = Some(value.into()),
                "spent" => marks.spent = 2 * value.parse::<u8>().map_err(|_| "spent is a number of points")?,
                "other" => other = Some(ratings(value)?),
                _ => return Err(format!("`{key}` is no mark")),
            }
        } else if word.contains('/') {
            printed = Some(ratings(word)?);
        } else if let Ok(vertex) = word.parse() {
            facing = vertex;
        } else if let Some(show) = Show::from_name(word) {
            up = show;
        } else {
            match word {
                "lance" => lance = true,
                "moved" => marks.moved = true,
                "attacked" => marks.attacked = true,
                _ => return Err(format!("`{word}` is no mark")),
            }
        }
    }
    let printed = printed.ok_or("ratings are missing, as in L/B/6")?;
    let face_up = shows
        .iter()
        .position(|s| *s == up)
        .ok_or_else(|| format!("it has no face `{}`", up.name()))?;
    let face = |show: Show| {
        let (armour, morale, points) = match other {
            _ if show == up => printed,
            Some(other) => other,
            None if show == Show::Disorganised => (printed.0, 4, 2),
            None => printed,
        };
        Face::new(kind, show, armour, points, morale).ok_or("the melee table has no class for it")
    };
    let faces = [face(shows[0])?, face(shows[shows.len() - 1])?];
    let scots_bow = kind == Kind::Longbow && side == SCOTS;
    if group != NONE {
        let d = &mut divisions[usize::from(group)];
        d.members |= 1 << index;
        d.size += 1;
        if half == Some(Half::Left) {
            d.left |= 1 << index;
        }
    }
    let card = Card {
        id: id.into(),
        name: id.into(),
        side,
        kind,
        division: group,
        half,
        faces,
        two_faced: shows.len() > 1 && !(scots_bow && options.scots_bow_modes == ScotsBowModes::RangedOnly),
        victory_points: super::scenario::usual_points(side, kind),
        setup: Setup {
            hex: hex.ok_or("it needs a hex, as in @1010")?,
            facing,
            face: face_up as u8,
            lance,
            rout,
        },
    };
    Ok((card, marks))
}

fn read_leader(line: &str, map: &HexMap, divisions: &mut Vec<Division>) -> Result<(LeaderCard, (bool, bool)), String> {
    let mut words = line.split_whitespace();
    let mut next = || words.next().ok_or("id and side come first");
    let (id, side) = (next()?, side_from(next()?)?);
    let (mut hex, mut group, mut king) = (Hex::OFF, NONE, false);
    let (mut disobeyed, mut moved) = (false, false);
    for word in words {
        if let Some(name) = word.strip_prefix('@') {
            hex = map.parse(name).ok_or_else(|| format!("there is no hex `{name}`"))?;
        } else if let Some(name) = word.strip_prefix("division=") {
            group = division(name, side, divisions);
        } else {
            match word {
                "king" => king = true,
                "disobeyed" => disobeyed = true,
                "moved" => moved = true,
                _ => return Err(format!("`{word}` is no mark")),
            }
        }
    }
    if hex.is_off() {
        return Err("it needs a hex, as in @1010".into());
    }
    let card = LeaderCard {
        id: id.into(),
        name: id.into(),
        side,
        division: group,
        victory_points: super::scenario::leader_points(side, king),
        allowance: super::scenario::LEADER_POINTS * 2,
        hex,
    };
    Ok((card, (disobeyed, moved)))
}
