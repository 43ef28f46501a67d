//! Units and figures of a scenario file.

use super::file::{FileFigure, FileUntil, ScenarioFile};
use super::side;
use crate::battle::{Battle, Card, Standing, UnitCard, Until};
use crate::lists::Lists;
use crate::position::{Figure, Horse, Id, MOST_FIGURES, MOST_UNITS, NOBODY};
use crate::troops::{HorseKind, Kind, Shield, Trait, Traits};
use crate::weapons::Weapon;
use board::Reader;
use board::table::{Angle, Point};
use kernel::{Diagnostic, Side};

pub struct Muster {
    pub cards: Vec<Card>,
    pub figures: Vec<Figure>,
    pub units: Vec<UnitCard>,
    pub leaders: Vec<Id>,
    pub players: [Id; 2],
}

/// Both retinues, those of the first side first, each by id.
pub fn read(reader: &mut Reader, file: &ScenarioFile) -> Option<Muster> {
    if file.figure.is_empty() || file.figure.len() > MOST_FIGURES || file.unit.len() > MOST_UNITS {
        let fault = Diagnostic::new(format!(
            "there are {} figures in {} units",
            file.figure.len(),
            file.unit.len()
        ));
        reader.faults.push(fault.help("1 to 128 figures, at most 64 units"));
        return None;
    }
    let mut order: Vec<(Side, &FileFigure)> = Vec::new();
    for figure in &file.figure {
        order.push((side(reader, file, &figure.side)?, figure));
    }
    order.sort_by(|a, b| (a.0, a.1.id.get_ref()).cmp(&(b.0, b.1.id.get_ref())));
    let find = |id: &str| {
        order
            .iter()
            .position(|(_, figure)| figure.id.get_ref() == id)
            .map(|at| at as Id)
    };
    let mut muster = Muster {
        cards: Vec::new(),
        figures: Vec::new(),
        units: Vec::new(),
        leaders: Vec::new(),
        players: [NOBODY; 2],
    };
    for unit in &file.unit {
        let side = side(reader, file, &unit.side)?;
        let until = unit.order.as_ref().map(|order| {
            let until = match &order.until {
                FileUntil::Turn(turn) => Until::Turn(*turn),
                FileUntil::EnemyWithin(mils) => Until::EnemyWithin(*mils),
                FileUntil::Signal(_) => Until::Signal,
                FileUntil::Disabled(id) => Until::Disabled(find(id)?),
                FileUntil::Losses(losses) => Until::Losses(*losses),
            };
            let attack = match order.first.as_str() {
                "Attack" => true,
                "Defend" => false,
                _ => return None,
            };
            Some(Standing { attack, until })
        });
        if until == Some(None) {
            reader.fault(
                unit.id.span(),
                "its order cannot be read",
                "Attack or Defend, and a figure that there is (E_ORDER)",
            );
        }
        let order = until.flatten();
        match find(unit.leader.get_ref()) {
            Some(leader) => muster.leaders.push(leader),
            None => reader.fault(unit.leader.span(), "there is no such figure", "the id of a [[figure]]"),
        }
        muster.units.push(UnitCard {
            id: unit.id.get_ref().as_str().into(),
            side,
            order,
        });
    }
    for (at, (side, figure)) in order.iter().enumerate() {
        if at > 0 && order[at - 1].1.id.get_ref() == figure.id.get_ref() {
            reader.fault(figure.id.span(), "two figures have this id", "ids are unique");
        }
        match card(file, *side, figure, &find) {
            Ok((card, state)) => {
                if figure.player {
                    muster.players[side.index()] = at as Id;
                }
                muster.cards.push(card);
                muster.figures.push(state);
            }
            Err(why) => reader.fault(figure.id.span(), why, "see docs/files.md"),
        }
    }
    reader.faults.is_empty().then_some(muster)
}

fn card(
    file: &ScenarioFile,
    side: Side,
    entry: &FileFigure,
    find: &dyn Fn(&str) -> Option<Id>,
) -> Result<(Card, Figure), String> {
    let unknown = |word: &str| format!("`{word}` is not known here");
    let kind = Kind::read(entry.kind.get_ref()).ok_or_else(|| unknown(entry.kind.get_ref()))?;
    if !kind.morale().contains(&entry.morale) {
        return Err(format!("a {} has no morale {}", kind.name(), entry.morale));
    }
    let lists = Lists::standard();
    if !lists.armour.contains(&entry.armour) {
        return Err(format!("armour is {} to {}", lists.armour.start(), lists.armour.end()));
    }
    let unit = file
        .unit
        .iter()
        .position(|unit| unit.id.get_ref() == entry.unit.get_ref() && unit.side.get_ref() == entry.side.get_ref());
    let unit = unit.ok_or("its side has no such unit")?;
    let list = entry
        .weapons
        .get_ref()
        .iter()
        .map(|name| Weapon::read(name).ok_or_else(|| unknown(name)));
    let weapons: Vec<Weapon> = list.collect::<Result<_, _>>()?;
    if weapons.is_empty() || weapons.len() > 4 || usize::from(entry.readied) >= weapons.len() {
        return Err("it has one to four weapons, and one of them readied".into());
    }
    let mut traits = Traits::of(kind);
    for name in &entry.traits {
        traits.add(Trait::read(name).ok_or_else(|| unknown(name))?);
    }
    let melee = entry.melee.unwrap_or(kind.melee());
    let stamina = entry.stamina.unwrap_or(lists.stamina(entry.armour));
    if !(1..=10).contains(&melee) || entry.shooting > 10 || !(1..=30).contains(&stamina) {
        return Err("skills go up to 10, stamina up to 30".into());
    }
    let facing = Angle::try_from(entry.facing).map_err(String::from)?;
    let mut figure = Figure::new(Point::new(entry.x, entry.y), facing, stamina);
    figure.readied = entry.readied;
    figure.storey = entry.storey.min(1);
    if let Some(mount) = &entry.mount {
        let kind = HorseKind::read(&mount.kind).ok_or_else(|| unknown(&mount.kind))?;
        let stamina = mount.stamina.unwrap_or(kind.stamina()).clamp(1, kind.stamina());
        figure.horse = Some(Horse {
            kind,
            stamina,
            fatigue: 0,
        });
    }
    if let Some(led) = &entry.led {
        figure.led = Some(Horse::fresh(HorseKind::read(led).ok_or_else(|| unknown(led))?));
    }
    let team = match &entry.team {
        None => NOBODY,
        Some(id) => find(id).ok_or("there is no such partner of a team")?,
    };
    let card = Card {
        id: entry.id.get_ref().as_str().into(),
        name: entry.name.as_str().into(),
        side,
        unit: unit as u8,
        kind,
        morale: entry.morale,
        armour: entry.armour,
        stamina,
        melee,
        fighting: entry.fighting.unwrap_or(melee),
        shooting: entry.shooting,
        weapons: weapons.into_iter().collect(),
        shield: Shield::read(&entry.shield).ok_or_else(|| unknown(&entry.shield))?,
        traits,
        leads: figure.led.is_some(),
        team,
    };
    Ok((card, figure))
}

/// Figures that stand off the table, outside their zone or upon another.
pub fn misplaced(file: &ScenarioFile, battle: &Battle) -> Vec<Diagnostic> {
    let p = &battle.start;
    let mut faults = Vec::new();
    for entry in &file.figure {
        let Some(who) = battle.find(entry.id.get_ref()) else {
            continue;
        };
        let figure = p.figure(who);
        let side = battle.side_of(who);
        let inside = |[west, south, east, north]: [i32; 4]| {
            (west..=east).contains(&figure.at.x()) && (south..=north).contains(&figure.at.y())
        };
        let fault = match () {
            () if !battle.table.holds(&figure.at) => Some("it stands off the table".to_string()),
            () if !file.side[side.index()].zone.is_none_or(inside) => {
                Some("it stands outside the zone of its side".into())
            }
            () if !battle.is_free(p, who, figure.radius(), figure.at) => Some("it stands upon another".into()),
            () => None,
        };
        faults.extend(fault.map(|fault| {
            Diagnostic::new(fault)
                .at(entry.id.span())
                .help("x and y in thousandths of an inch")
        }));
    }
    faults
}
