//! Everything about a battle that does not change while it is played.

use crate::lists::{Lists, More};
use crate::position::{Ground, Id, Members, Obstacle, Position, Set, State, Unit, one};
use crate::rulings::Rulings;
use crate::troops::{Class, Discipline, FRONTAGE, Quality, Troop};
use arrayvec::ArrayVec;
use board::table::{Area, Bounds, Footprint, Hull, Line, Table};
use kernel::Side;
use std::sync::Arc;

pub struct Battle {
    pub title: String,
    pub source: String,
    pub table: Table,
    pub areas: Vec<AreaCard>,
    /// Lines, and after them the perimeters of fortified camps (LC-11).
    pub lines: Vec<LineCard>,
    pub units: Vec<UnitCard>,
    pub commanders: Vec<CommanderCard>,
    pub sides: [SideCard; 2],
    pub first: Side,
    pub limit: u16,
    /// Points with which the sides begin: if any, points decide, whichever army is beaten.
    pub handicap: [i32; 2],
    /// LR-15: whether pursuers rally by morale.
    pub pursuers_by_morale: bool,
    /// EL-11: whether armies set up before the first turn.
    pub free_deployment: bool,
    pub rulings: Rulings,
    pub start: Position,
}

pub struct SideCard {
    pub name: &'static str,
    pub edge: TableEdge,
    pub points: u32,
    /// Counting units, the camp apart (LC-8).
    pub counting: u8,
    /// Whether it has units that the other side cannot see at the start.
    pub hides: bool,
    /// Counting units in reserve that are never due and in no list: only cases have any.
    pub unlisted: u8,
    /// West, south, east and north bound of where it sets up.
    pub zone: Option<[i32; 4]>,
    pub camp: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableEdge {
    North,
    East,
    South,
    West,
}

impl TableEdge {
    pub const ALL: [TableEdge; 4] = [TableEdge::North, TableEdge::East, TableEdge::South, TableEdge::West];

    pub fn name(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }

    pub fn read(name: &str) -> Option<TableEdge> {
        TableEdge::ALL.into_iter().find(|edge| edge.name() == name)
    }

    /// The facing towards this edge.
    pub fn facing(self) -> u16 {
        900 * self as u16
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaKind {
    Good,
    Wood,
    BuiltUp,
    Marsh,
    Rough,
    Hill,
    Impassable,
    Camp,
}

impl AreaKind {
    pub const ALL: [AreaKind; 8] = [
        AreaKind::Good,
        AreaKind::Wood,
        AreaKind::BuiltUp,
        AreaKind::Marsh,
        AreaKind::Rough,
        AreaKind::Hill,
        AreaKind::Impassable,
        AreaKind::Camp,
    ];

    pub fn name(self) -> &'static str {
        [
            "Good",
            "Wood",
            "BuiltUp",
            "Marsh",
            "Rough",
            "Hill",
            "Impassable",
            "Camp",
        ][self as usize]
    }

    pub fn read(name: &str) -> Option<AreaKind> {
        AreaKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A convex piece of ground (LR-77).
pub struct AreaCard {
    pub name: String,
    pub kind: AreaKind,
    pub level: u8,
    pub bad: bool,
    /// A camp with a wall around it.
    pub fortified: bool,
    /// Whose camp.
    pub side: Option<Side>,
    pub shape: Area,
}

impl AreaCard {
    pub fn covers(&self) -> bool {
        matches!(self.kind, AreaKind::Wood | AreaKind::BuiltUp)
    }
}

/// A polyline (LR-20).
pub struct LineCard {
    pub name: String,
    pub line: Line,
    /// What it is at the start.
    pub kind: Obstacle,
    /// LC-9.
    pub cover: bool,
    /// The camp of which it is the perimeter, as an index of the areas.
    pub camp: Option<usize>,
}

pub struct CommanderCard {
    pub id: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub command: u8,
}

/// Where and when a reserve comes on (LR-70).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reserve {
    pub turn: u16,
    pub edge: TableEdge,
    pub from: i32,
    pub to: i32,
}

pub struct UnitCard {
    pub id: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    /// Kinds of elements, front rank first (LR-10).
    pub kinds: ArrayVec<(Troop, u8), 4>,
    pub original: u8,
    /// How deep one rank is.
    pub depth: i32,
    pub quality: Quality,
    pub discipline: Discipline,
    pub superior: bool,
    pub pavise: bool,
    pub gunpowder: bool,
    pub points: u16,
    pub command: u8,
    pub reserve: Option<Reserve>,
}

impl UnitCard {
    /// The kind of an element, counted from the front left.
    pub fn troop(&self, element: usize) -> Troop {
        let mut before = 0;
        for (troop, n) in &self.kinds {
            before += usize::from(*n);
            if element < before {
                return *troop;
            }
        }
        self.lead()
    }

    /// The kind of its front rank.
    pub fn lead(&self) -> Troop {
        self.kinds[0].0
    }

    pub fn class(&self) -> Class {
        self.lead().class()
    }

    pub fn moves(&self) -> [i64; 2] {
        self.lead().moves()
    }

    /// LR-18.
    pub fn budget(&self) -> i64 {
        let [good, bad] = self.moves();
        good * bad
    }

    /// LR-05: the depth of the deepest of some kinds.
    pub fn deepest(kinds: &[(Troop, u8)]) -> i32 {
        kinds.iter().map(|(troop, _)| troop.depth()).max().unwrap_or(0)
    }

    pub fn is_mounted(&self) -> bool {
        self.lead().is_mounted()
    }

    pub fn is_foot(&self) -> bool {
        self.lead().is_foot()
    }

    pub fn is_artillery(&self) -> bool {
        self.lead().is_artillery()
    }

    pub fn is_skirmisher(&self) -> bool {
        self.lead().is_skirmisher()
    }

    /// LR-72.
    pub fn counts(&self) -> bool {
        !self.is_artillery() && !self.is_skirmisher()
    }

    /// LR-79: what its elements are worth.
    pub fn worth(&self) -> i32 {
        let more = [
            self.superior.then_some(More::Superior),
            self.pavise.then_some(More::Pavise),
            (!self.gunpowder).then_some(More::Engine),
        ];
        let has: ArrayVec<More, 3> = more.into_iter().flatten().collect();
        let each = |troop| Lists::standard().element(troop, &has, self.quality, self.discipline);
        self.kinds.iter().map(|(troop, n)| i32::from(*n) * each(*troop)).sum()
    }
}

impl Battle {
    pub fn card(&self, unit: Id) -> &UnitCard {
        &self.units[usize::from(unit)]
    }

    pub fn side_of(&self, unit: Id) -> Side {
        self.card(unit).side
    }

    pub fn enemies(&self, one: Id, other: Id) -> bool {
        self.side_of(one) != self.side_of(other)
    }

    /// The footprint of a unit that stands like this (LR-05).
    pub fn shape_of(&self, unit: Id, state: &Unit) -> Footprint {
        if state.ground.holds(state) {
            return state.ground.foot;
        }
        let half_width = i32::from(state.files) * (FRONTAGE / 2);
        Footprint::new(state.at, half_width, i32::from(state.ranks()) * self.card(unit).depth)
    }

    /// Notes the ground that everybody covers, so that it is not reckoned again and again.
    pub fn settle(&self, p: &mut Position) {
        for unit in p.ids() {
            let state = p.unit(unit);
            // Who is not seen covers no ground that anybody knows of.
            if state.state == State::Unseen {
                continue;
            }
            let (elements, files) = (state.elements, state.files);
            let foot = self.shape_of(unit, state);
            p.unit_mut(unit).ground = Ground {
                foot,
                bounds: foot.bounds(),
                elements,
                files,
            };
        }
    }

    /// Every unit on the table, but for these, whose ground comes within these bounds.
    pub fn near(&self, p: &Position, but: Set, within: Bounds) -> Members {
        let all = Set::MAX >> (Set::BITS as usize - p.units.len().clamp(1, 64));
        let mut set = 0;
        for unit in Members(all & !but) {
            let state = p.unit(unit);
            let bounds = || {
                if state.ground.holds(state) {
                    state.ground.bounds
                } else {
                    self.shape_of(unit, state).bounds()
                }
            };
            if state.state.on_table() && within.join(bounds()) {
                set |= one(unit);
            }
        }
        Members(set)
    }

    pub fn foot(&self, p: &Position, unit: Id) -> Footprint {
        self.shape_of(unit, p.unit(unit))
    }

    /// Every unit on the table but this one, by ascending id.
    pub fn others(&self, p: &Position, unit: Id) -> Members {
        Members(p.standing() & !one(unit))
    }

    /// Units in the order of LR-80: those of the active side first.
    pub fn in_order(&self, p: &Position) -> impl Iterator<Item = Id> + use<> {
        let ones = self.units.iter().filter(|unit| unit.side == Side::One).count() as Id;
        let all = self.units.len() as Id;
        let [first, second] = match p.active {
            Side::One => [0..ones, ones..all],
            Side::Two => [ones..all, 0..ones],
        };
        first.chain(second)
    }

    /// Points of its move that are left to a unit this turn (LR-18).
    pub fn budget_left(&self, p: &Position, unit: Id) -> i64 {
        self.card(unit).budget() - i64::from(p.unit(unit).spent)
    }
}
