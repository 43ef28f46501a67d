//! A battle: all that does not change in play.

use crate::chart::Chart;
use crate::options::Options;
use crate::position::{Figure, Id, NOBODY, Position};
use crate::rulings::Rulings;
use crate::troops::{Kind, Shield, Traits};
use crate::weapons::Weapon;
use arrayvec::ArrayVec;
use board::table::{Angle, Area, Point, Segment, Table};
use kernel::Side;
use std::sync::Arc;

pub struct Battle {
    pub id: String,
    pub title: String,
    pub source: String,
    pub table: Table,
    pub sides: [SideCard; 2],
    pub areas: Vec<AreaCard>,
    pub lines: Vec<LineCard>,
    pub baggage: Vec<(Side, Point)>,
    pub figures: Vec<Card>,
    pub units: Vec<UnitCard>,
    pub limit: u16,
    pub bonus: Vec<Bonus>,
    /// Points with which each side begins.
    pub head_start: [i32; 2],
    pub chart: Chart,
    pub options: Options,
    pub rulings: Rulings,
    pub start: Position,
}

pub struct SideCard {
    pub name: &'static str,
    pub edge: TableEdge,
    /// No player figure: everybody is in command.
    pub free: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableEdge {
    North,
    East,
    South,
    West,
}

impl TableEdge {
    pub fn read(name: &str) -> Option<TableEdge> {
        Some(match name {
            "north" => TableEdge::North,
            "east" => TableEdge::East,
            "south" => TableEdge::South,
            "west" => TableEdge::West,
            _ => return None,
        })
    }

    pub fn bearing(self) -> Angle {
        match self {
            TableEdge::North => Angle::AHEAD,
            TableEdge::East => Angle::RIGHT,
            TableEdge::South => Angle::ABOUT,
            TableEdge::West => Angle::LEFT,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaKind {
    CloseWood,
    Slope {
        steep: bool,
        up: Angle,
    },
    Stair {
        up: Angle,
    },
    /// Height in feet.
    Platform(u16),
    Building,
    Impassable,
}

pub struct AreaCard {
    pub name: String,
    pub kind: AreaKind,
    pub shape: Area,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    Pits,
    Hedge,
    WaistWall,
    ChestWall,
    Door,
    Window,
}

pub struct LineCard {
    pub name: String,
    pub kind: LineKind,
    pub segment: Segment,
}

impl LineCard {
    /// Whether it stops a base (TR-33). A window lies in a wall, which does.
    pub fn stops(&self) -> bool {
        self.kind != LineKind::Window
    }
}

/// What is listed of a figure.
pub struct Card {
    pub id: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub unit: u8,
    pub kind: Kind,
    pub morale: u8,
    pub armour: u8,
    pub stamina: i16,
    pub melee: u8,
    pub fighting: u8,
    pub shooting: u8,
    pub weapons: ArrayVec<Weapon, 4>,
    pub shield: Shield,
    pub traits: Traits,
    /// Whether he came with a led horse: it stays with him when he gets off it (TC-17).
    pub leads: bool,
    /// The other man of a crossbow team.
    pub team: Id,
}

pub struct UnitCard {
    pub id: Arc<str>,
    pub side: Side,
    pub order: Option<Standing>,
}

/// A standing order (TR-20). What comes after "then" has no effect (TC-28).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub attack: bool,
    pub until: Until,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    Turn(u16),
    EnemyWithin(i32),
    Signal,
    Disabled(Id),
    Losses(u8),
}

pub struct Bonus {
    pub side: Side,
    pub points: u16,
    pub disabled: Id,
}

impl Battle {
    pub fn card(&self, who: Id) -> &Card {
        &self.figures[usize::from(who)]
    }

    pub fn side_of(&self, who: Id) -> Side {
        self.card(who).side
    }

    pub fn enemies(&self, a: Id, b: Id) -> bool {
        self.side_of(a) != self.side_of(b)
    }

    pub fn find(&self, id: &str) -> Option<Id> {
        self.figures.iter().position(|card| &*card.id == id).map(|at| at as Id)
    }

    pub fn find_unit(&self, id: &str) -> Option<u8> {
        self.units.iter().position(|unit| &*unit.id == id).map(|at| at as u8)
    }

    pub fn find_line(&self, name: &str) -> Option<u8> {
        self.lines.iter().position(|line| line.name == name).map(|at| at as u8)
    }

    pub fn name(&self, who: Id) -> &str {
        self.figures.get(usize::from(who)).map_or("?", |card| &card.id)
    }

    pub fn members(&self, unit: u8) -> impl Iterator<Item = Id> + '_ {
        let all = self.figures.iter().enumerate();
        all.filter(move |(_, card)| card.unit == unit).map(|(at, _)| at as Id)
    }

    pub fn leads(&self, p: &Position, who: Id) -> bool {
        p.units[usize::from(self.card(who).unit)].leader == who
    }

    pub fn withdraws(&self, p: &Position, who: Id) -> bool {
        p.units[usize::from(self.card(who).unit)].withdrawing
    }

    /// The weapon in hand.
    pub fn weapon(&self, p: &Position, who: Id) -> Weapon {
        let (card, figure) = (self.card(who), p.figure(who));
        card.weapons[usize::from(figure.readied)].on(figure.mounted())
    }

    pub fn standing_enemies<'a>(&'a self, p: &'a Position, who: Id) -> impl Iterator<Item = Id> + 'a {
        p.ids()
            .filter(move |other| self.enemies(who, *other) && p.figure(*other).state.stands())
    }

    /// Enemies in contact, ascending.
    pub fn touched<'a>(&'a self, p: &'a Position, who: Id) -> impl Iterator<Item = Id> + 'a {
        self.standing_enemies(p, who).filter(move |other| p.touch(who, *other))
    }

    pub fn in_contact(&self, p: &Position, who: Id) -> bool {
        self.touched(p, who).next().is_some()
    }

    /// The nearest enemy on the table that stands; of two the lower id.
    pub fn nearest(&self, p: &Position, who: Id) -> Option<Id> {
        let from = p.figure(who).at;
        self.standing_enemies(p, who)
            .min_by_key(|enemy| from.squared(p.figure(*enemy).at))
    }

    pub fn nearest_seen(&self, p: &Position, who: Id) -> Option<Id> {
        let from = p.figure(who).at;
        // Only those nearer than the nearest so far are looked for.
        let mut nearest: Option<(i64, Id)> = None;
        for enemy in self.standing_enemies(p, who) {
            let far = from.squared(p.figure(enemy).at);
            if nearest.is_none_or(|(known, _)| far < known) && self.sees(p, who, enemy) {
                nearest = Some((far, enemy));
            }
        }
        nearest.map(|(_, enemy)| enemy)
    }

    /// Whether it is now a crossbow team of two (TC-14).
    pub fn is_team(&self, p: &Position, who: Id) -> bool {
        let mate = self.card(who).team;
        if mate == NOBODY {
            return false;
        }
        let (a, b) = (p.figure(who), p.figure(mate));
        a.ready() && b.ready() && a.at.within(2000, b.at)
    }

    /// How badly hurt: 0 at least three quarters of the stamina, 1 to 3 under three, two quarters, one quarter.
    pub fn hurt(&self, p: &Position, who: Id) -> usize {
        let (left, most) = (p.figure(who).stamina, self.card(who).stamina);
        [3 * most > 4 * left, most > 2 * left, most > 4 * left]
            .iter()
            .filter(|worse| **worse)
            .count()
    }

    /// Half the stamina or less (T-07, T-74).
    pub fn at_half(&self, p: &Position, who: Id) -> bool {
        2 * p.figure(who).stamina <= self.card(who).stamina
    }
}

/// Whether two bases overlap (TR-02).
pub fn overlap(a: &Figure, at: Point, b: &Figure, other: Point) -> bool {
    let least = i64::from(a.radius() + b.radius() - 2);
    a.storey == b.storey && at.squared(other) < least * least
}
