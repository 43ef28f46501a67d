//! Small positions for conformance cases, as `docs/cases-medieval.md` describes them.

use crate::cards::{
    Card, ENGLISH, Kind, LeaderCard, LeaderId, MAX_ENTRIES, MAX_LEADERS, MAX_OBJECTS, MAX_PITS, MAX_STACK, MAX_UNITS,
    MP, NONE, Reserve, SCOTS, UnitId,
};
use crate::facts::side_named;
use crate::position::{Banner, Edge, Form, Place, Position, Stage};
use crate::victory::{Points, What};
use crate::{Battle, Options, Parts, Pit, Special, Tracks};
use board::{Dir, Hex, HexMap, MapBuilder, Parity, SideFeatures, Terrain};
use kernel::dice::Scripted;
use kernel::{Quiet, Side};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The part of a case that sets the scene.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Setting {
    turn: Option<u8>,
    first_turn: Option<u8>,
    last_turn: Option<u8>,
    initiative: Option<String>,
    phase: Option<PhaseName>,
    start: bool,
    morale: i8,
    effective: i8,
    terrain: BTreeMap<String, String>,
    elevation: BTreeMap<String, u8>,
    sides: BTreeMap<String, String>,
    roads: Vec<Vec<String>>,
    regions: BTreeMap<String, Vec<String>>,
    pits: BTreeMap<String, Vec<String>>,
    pit_ground: BTreeMap<String, Vec<String>>,
    shown_pits: Vec<String>,
    fallen: BTreeMap<String, String>,
    shiltron: Option<bool>,
    options: BTreeMap<String, String>,
    rules_of: Option<String>,
    reserve: Vec<String>,
    vp: BTreeMap<String, i32>,
    units: Vec<String>,
    leaders: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum PhaseName {
    Number(u8),
    Name(String),
}

/// What is marked on a unit besides its card.
#[derive(Default)]
struct Marks {
    place: Option<Place>,
    hex: Option<Hex>,
    edge: Option<Edge>,
    due: u8,
    facing: Option<Dir>,
    sp: Option<u8>,
    cf: u8,
    form: Option<Form>,
    command: Option<String>,
    flags: Vec<String>,
    fatigue: u8,
}

type Read<T> = Result<T, String>;

impl Setting {
    /// The battle and the position of the case.
    pub fn build(&self) -> Read<(Battle, Position)> {
        let options = Options::read(&self.options).map_err(|faults| faults[0].message.clone())?;
        let map = self.field()?;
        let shiltron = self.shiltron.unwrap_or(true);
        let (mut units, mut marks) = (Vec::new(), Vec::new());
        for line in &self.units {
            let (card, mark) = read_unit(line, &map, shiltron).map_err(|why| format!("unit `{line}`: {why}"))?;
            units.push(card);
            marks.push(mark);
        }
        let (mut leaders, mut leader_marks) = (Vec::new(), Vec::new());
        for line in &self.leaders {
            let (card, mark) = read_leader(line, &map).map_err(|why| format!("leader `{line}`: {why}"))?;
            leaders.push(card);
            leader_marks.push(mark);
        }
        if units.len() > MAX_UNITS || leaders.len() > MAX_LEADERS {
            return Err("too many pieces".into());
        }
        let mut special = Special::default();
        let mut ford_cost = None;
        if let Some(name) = &self.rules_of {
            special = special_of(name, &mut leaders)?;
            if let (Some(region), "stirling") = (map.region("kildean_ford"), name.as_str()) {
                ford_cost = Some((region.hexes.clone(), 1, 3));
            }
        }
        let (mut points, mut automatic) = (usual_points(leaders.len() as LeaderId), Vec::new());
        if let Some(name) = &self.rules_of {
            let file = crate::scenario::read(scenario_text(name)).map_err(|f| f[0].message.clone())?;
            (points, automatic) = crate::scenario::goals(&file, &map, &leaders);
            if special.six {
                let west = |h: &Hex| map.col_row(*h).is_some_and(|(column, _)| column == 0);
                special.western_edge = map.hexes().filter(west).collect();
            }
        }
        let mut pits = Vec::new();
        for (side, hexes) in &self.pits {
            let owner = side_named(side).ok_or("pits belong to scots or english")?;
            for hex in hexes {
                let hex = parse(&map, hex)?;
                let marked = true;
                pits.push(Pit { hex, owner, marked });
            }
        }
        for (side, hexes) in &self.pit_ground {
            let owner = side_named(side).ok_or("pits belong to scots or english")?;
            for hex in hexes {
                let hex = parse(&map, hex)?;
                if pits.iter().all(|pit| pit.hex != hex) {
                    let marked = false;
                    pits.push(Pit { hex, owner, marked });
                }
            }
        }
        let reserves: Vec<Reserve> = self
            .reserve
            .iter()
            .map(|line| read_reserve(line, &map))
            .collect::<Read<_>>()?;
        let objects = crate::objects(&map).len();
        if pits.len() > MAX_PITS || objects > MAX_OBJECTS || reserves.iter().any(|r| r.hexes.len() > MAX_ENTRIES) {
            return Err(format!(
                "at most {MAX_PITS} hexes of pits, {MAX_OBJECTS} forts, gates and bridges, and {MAX_ENTRIES} hexes of a reserve"
            ));
        }
        let mut head_start = [0; 2];
        for (side, points) in &self.vp {
            head_start[side_named(side).ok_or("vp is of scots or english")?.index()] = *points;
        }
        let mut leader_entries = Vec::new();
        if let Some(reserve) = reserves.first() {
            leader_entries = reserve.hexes.clone();
        }
        let battle = Battle::new(Parts {
            map,
            options,
            title: "case".into(),
            first_turn: self.first_turn.unwrap_or(1),
            last_turn: self.last_turn.unwrap_or(30),
            initiative: match &self.initiative {
                None => ENGLISH,
                Some(name) => side_named(name).ok_or("initiative is of scots or english")?,
            },
            points,
            units,
            leaders,
            groups: Vec::new(),
            reserves,
            leader_entries,
            pits,
            special,
            tracks: Tracks::default(),
            automatic,
            ford_cost,
            head_start,
            owed: Default::default(),
        });
        let position = self.position(&battle, &marks, &leader_marks)?;
        Ok((battle, position))
    }

    fn position(&self, battle: &Battle, marks: &[Marks], leader_marks: &[Marks]) -> Read<Position> {
        let mut p = battle.deploy(&[], &[], [Banner::None; 2]);
        p.turn = self.turn.unwrap_or(5);
        p.morale = self.morale;
        p.effective = self.effective;
        for (id, mark) in marks.iter().enumerate() {
            set_unit(battle, &mut p, id as UnitId, mark)?;
        }
        for (id, mark) in leader_marks.iter().enumerate() {
            let side = battle.leaders[id].side;
            let leader = p.leader_mut(id as LeaderId);
            leader.fatigue = mark.fatigue;
            leader.place = mark.place.unwrap_or(Place::Map);
            leader.hex = mark.hex.unwrap_or(Hex::OFF);
            leader.edge = mark.edge.unwrap_or(Edge::North);
            leader.due = mark.due;
            leader.moved = mark.flags.iter().any(|f| f == "moved");
            if mark.flags.iter().any(|f| f == "banner") {
                p.banners[side.index()] = Banner::With(id as LeaderId);
            }
        }
        for (side, hex) in &self.fallen {
            let side = side_named(side).ok_or("fallen banners are of scots or english")?;
            p.banners[side.index()] = Banner::Fallen(parse(&battle.map, hex)?);
        }
        for hex in &self.shown_pits {
            let hex = parse(&battle.map, hex)?;
            let at = battle.pit_on(hex).filter(|at| p.pits >> at & 1 != 0);
            p.shown |= 1 << at.ok_or("there is no pit to be shown")?;
        }
        battle.strain_chargers(&mut p);
        self.phase_of(battle, &mut p)?;
        Ok(p)
    }

    fn phase_of(&self, battle: &Battle, p: &mut Position) -> Read<()> {
        p.phase = match &self.phase {
            None => 1,
            Some(PhaseName::Number(n @ 1..=9)) => *n,
            Some(PhaseName::Name(name)) if name == "setup" => {
                p.stage = Stage::SetupB;
                return Ok(());
            }
            Some(other) => return Err(format!("there is no phase {other:?}")),
        };
        let mut dice = Scripted::default();
        if p.phase == 9 {
            battle.end_turn(p, &mut Quiet);
            battle.settle(p, &mut dice, &mut Quiet);
            return Ok(());
        }
        p.stage = match (p.phase % 2 == 1, self.start) {
            (true, false) => Stage::Act,
            (true, true) => Stage::Begin,
            (false, _) => Stage::Attack,
        };
        if self.start {
            battle.settle(p, &mut dice, &mut Quiet);
        }
        Ok(())
    }

    /// The plain, with what the case changes on it.
    fn field(&self) -> Read<HexMap> {
        let mut field = MapBuilder::new(30, 30)
            .first(0, 0)
            .pushed_down(Parity::Odd)
            .ground(Terrain::Clear, 0);
        for (hex, terrain) in &self.terrain {
            let kind = Terrain::ALL.into_iter().find(|t| t.name() == terrain);
            field = field.terrain(hex, kind.ok_or_else(|| format!("there is no terrain `{terrain}`"))?);
        }
        for (hex, level) in &self.elevation {
            field = field.elevation(hex, *level);
        }
        for (side, features) in &self.sides {
            let (a, b) = side.split_once('-').ok_or_else(|| format!("`{side}` is no hexside"))?;
            for feature in features.split('+') {
                let feature = SideFeatures::from_name(feature).ok_or_else(|| format!("there is no `{feature}`"))?;
                field = field.side(a, b, feature);
            }
        }
        for road in &self.roads {
            field = field.road("road", road);
        }
        for (name, hexes) in &self.regions {
            field = field.region(name, hexes);
        }
        field.build().map_err(|fault| fault.0)
    }
}

fn parse(map: &HexMap, name: &str) -> Read<Hex> {
    map.parse(name).ok_or_else(|| format!("there is no hex `{name}`"))
}

/// What the special rules of a scenario change, for leaders known by their names.
fn special_of(name: &str, leaders: &mut [LeaderCard]) -> Read<Special> {
    let mut special = Special::default();
    let (mut march, mut held) = (0, 0);
    match name {
        "stirling" => (march, held) = (12, 11),
        "falkirk" => special.remove_welsh = 3,
        "prelude" => {}
        "bannockburn" => {
            special.six = true;
            special.archers_start_marching = true;
            special.first_charge_until = 5;
        }
        _ => return Err(format!("there is no scenario `{name}`")),
    }
    special.archers_march_until = march;
    special.no_foot_attack_until = held;
    for leader in leaders {
        match (name, leader.id.as_ref()) {
            ("stirling", "lenox" | "steward") => {
                leader.wavers = true;
                leader.moves_from = 16;
                leader.moves_rule = "SR-S3";
            }
            ("falkirk", "comyn") => leader.removed = 2,
            ("falkirk", "edward") if leader.enters > 0 => leader.enters = 5,
            ("falkirk", "norfolk") => (leader.moves_from, leader.moves_rule) = (2, "SR-F7"),
            ("falkirk", "de-bohun") => (leader.moves_from, leader.moves_rule) = (3, "SR-F7"),
            _ => {}
        }
    }
    Ok(special)
}

/// The file of a scenario, for its points.
fn scenario_text(name: &str) -> &'static str {
    match name {
        "stirling" => include_str!("../../../data/scenarios/medieval-stirling.toml"),
        "falkirk" => include_str!("../../../data/scenarios/medieval-falkirk.toml"),
        "prelude" => include_str!("../../../data/scenarios/medieval-prelude.toml"),
        _ => include_str!("../../../data/scenarios/medieval-bannockburn.toml"),
    }
}

/// Points of the Falkirk list, for cases.
fn usual_points(leaders: LeaderId) -> Vec<Points> {
    let mut list = Vec::new();
    for side in [SCOTS, ENGLISH] {
        let mut add = |points, what| list.push(Points { side, points, what });
        add(10, What::Leaders((0..leaders).collect()));
        add(8, What::Banner);
        add(
            5,
            What::Units(vec![Kind::Cav0, Kind::Cav1, Kind::Cav2, Kind::HorseArcher]),
        );
        add(1, What::Units(vec![Kind::Inf0, Kind::Inf1, Kind::Inf2, Kind::Welsh]));
        add(
            3,
            What::Units(vec![Kind::Archer, Kind::Archer1, Kind::Crossbow, Kind::Bombard]),
        );
    }
    list
}

fn set_unit(battle: &Battle, p: &mut Position, id: UnitId, mark: &Marks) -> Read<()> {
    let side = battle.units[usize::from(id)].side;
    let ranged = battle.units[usize::from(id)].class.is_foot_ranged();
    let command = match &mark.command {
        None => NONE,
        Some(name) => battle.read_leader(name).map_err(|e| e.to_string())?,
    };
    let u = p.unit_mut(id);
    u.sp = mark.sp.unwrap_or(u.sp);
    u.cf = mark.cf;
    u.command = command;
    u.facing = mark.facing.unwrap_or(Dir::N);
    u.form = mark.form.unwrap_or(if ranged { Form::March } else { Form::Normal });
    u.due = mark.due;
    u.edge = mark.edge.unwrap_or(Edge::North);
    match mark.place {
        None => {
            let hex = mark.hex.ok_or("it needs a hex, as in @1010")?;
            if p.at(hex).count() == MAX_STACK {
                return Err(format!("no hex holds more than {MAX_STACK} units"));
            }
            p.put(id, hex);
        }
        Some(place) => {
            u.place = place;
            u.hex = mark.hex.unwrap_or(Hex::OFF);
        }
    }
    for flag in &mark.flags {
        match flag.as_str() {
            "banner" => p.banners[side.index()] = Banner::Held(id),
            "captured" => p.banners[side.other().index()] = Banner::Captured(id),
            "activated" => p.activated.add(id),
            "attacked" => p.attacked.add(id),
            "defended" => p.defended.add(id),
            "shot" => p.shots.add(id),
            "ownshot" => p.own_shots.add(id),
            "checked" => p.checked.add(id),
            _ => return Err(format!("`{flag}` is no mark of a unit")),
        }
    }
    Ok(())
}

/// A word that says where a piece is: `@1010`, `@scattered`, `@off:2300:north:5`.
fn read_place(text: &str, map: &HexMap, mark: &mut Marks) -> Read<()> {
    let parts: Vec<&str> = text.split(':').collect();
    match parts.as_slice() {
        ["scattered"] => mark.place = Some(Place::Scattered),
        ["reserve"] => mark.place = Some(Place::Reserve),
        ["eliminated"] | ["dead"] => mark.place = Some(Place::Eliminated),
        ["removed"] => mark.place = Some(Place::Removed),
        ["off", hex, edge, turn] => {
            mark.place = Some(Place::Off);
            mark.hex = Some(parse(map, hex)?);
            mark.edge = Some(Edge::from_name(edge).ok_or("an edge is north, east, south or west")?);
            mark.due = turn.parse().map_err(|_| "the turn of return is a number")?;
        }
        [hex] => mark.hex = Some(parse(map, hex)?),
        _ => return Err(format!("`@{text}` is no place")),
    }
    Ok(())
}

fn read_unit(line: &str, map: &HexMap, shiltron: bool) -> Read<(Card, Marks)> {
    let mut words = line.split_whitespace();
    let mut next = || words.next().ok_or("id, side and type come first");
    let (id, side, kind) = (next()?, next()?, next()?);
    let side = side_named(side).ok_or("a side is scots or english")?;
    let kind = Kind::from_name(kind).ok_or_else(|| format!("there is no type `{kind}`"))?;
    let (mut sp, mut mp) = kind.usual();
    let mut mark = Marks::default();
    let number = |v: &str| v.parse::<u8>().map_err(|_| format!("`{v}` is no number"));
    for word in words {
        if let Some(place) = word.strip_prefix('@') {
            read_place(place, map, &mut mark)?;
        } else if let Some((key, value)) = word.split_once('=') {
            match key {
                "sp" => mark.sp = Some(number(value)?),
                "max" => sp = number(value)?,
                "mp" => mp = number(value)?,
                "cf" => mark.cf = number(value)?,
                "command" => mark.command = Some(value.into()),
                "demolish" => mark.due = number(value)?,
                "nation" => {}
                _ => return Err(format!("`{key}` is no mark")),
            }
        } else if let Ok(dir) = word.parse() {
            mark.facing = Some(dir);
        } else {
            match word {
                "shiltron" => mark.form = Some(Form::Shiltron),
                "combat" => mark.form = Some(Form::Combat),
                "march" => mark.form = Some(Form::March),
                flag => mark.flags.push(flag.into()),
            }
        }
    }
    let card = Card {
        id: id.into(),
        name: id.into(),
        side,
        kind,
        class: kind.class(),
        armour: kind.armour(),
        sp,
        mp: mp * MP,
        shiltron: shiltron && side == SCOTS && kind.class() == crate::cards::Class::Infantry,
        group: NONE,
    };
    Ok((card, mark))
}

fn read_leader(line: &str, map: &HexMap) -> Read<(LeaderCard, Marks)> {
    let mut words = line.split_whitespace();
    let mut next = || words.next().ok_or("id and side come first");
    let (id, side) = (next()?, next()?);
    let side: Side = side_named(side).ok_or("a side is scots or english")?;
    let mut mark = Marks::default();
    let (mut grand, mut from) = (false, 0);
    let number = |v: &str| v.parse::<u8>().map_err(|_| format!("`{v}` is no number"));
    for word in words {
        if let Some(place) = word.strip_prefix('@') {
            read_place(place, map, &mut mark)?;
        } else if let Some((key, value)) = word.split_once('=') {
            match key {
                "fatigue" => mark.fatigue = number(value)?,
                "from" => from = number(value)?,
                _ => return Err(format!("`{key}` is no mark")),
            }
        } else {
            match word {
                "grand" => grand = true,
                "banner" | "moved" => mark.flags.push(word.into()),
                _ => return Err(format!("`{word}` is no mark of a leader")),
            }
        }
    }
    if mark.hex.is_none() && mark.place.is_none() {
        return Err("he needs a hex, as in @1010".into());
    }
    let card = LeaderCard {
        id: id.into(),
        name: id.into(),
        side,
        grand,
        moves_from: from,
        moves_rule: "SR-S3",
        removed: 0,
        wavers: false,
        // SR-F6: a leader of the reserve enters on his turn or later.
        enters: match mark.place {
            Some(Place::Reserve) => from.max(1),
            _ => 0,
        },
        hex: mark.hex.unwrap_or(Hex::OFF),
        zone: Vec::new(),
    };
    Ok((card, mark))
}

/// `english 6 INF0,ARCH @1522,3122`
fn read_reserve(line: &str, map: &HexMap) -> Read<Reserve> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [side, number, kinds, hexes] = words.as_slice() else {
        return Err(format!("reserve `{line}`: side, number a turn, types, @hexes"));
    };
    let wrong = || format!("reserve `{line}` cannot be read");
    Ok(Reserve {
        side: side_named(side).ok_or_else(wrong)?,
        kinds: kinds
            .split(',')
            .map(|k| Kind::from_name(k).ok_or_else(wrong))
            .collect::<Read<_>>()?,
        per_turn: number.parse().map_err(|_| wrong())?,
        each: false,
        maximum: 70,
        hexes: hexes
            .trim_start_matches('@')
            .split(',')
            .map(|h| parse(map, h))
            .collect::<Read<_>>()?,
        from_turn: 1,
        rule: "SR-F5",
    })
}
