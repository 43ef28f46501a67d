//! What changes in play: where everybody stands, who is next, what is pending.

use arrayvec::ArrayVec;
use board::table::{Face, Point};
use kernel::Side;

pub(crate) use crate::unit::Ground;
pub use crate::unit::{State, Unit};

/// A unit, as an index of the battle's list: side one first, each side by ascending id (LR-80).
pub type Id = u8;
/// No unit.
pub const NOBODY: Id = u8::MAX;
/// No battle has more commanders.
pub const MOST_COMMANDERS: usize = 16;
/// No battle has more lines.
pub const MOST_LINES: usize = 24;
/// More contacts than this cannot be at one time.
pub const MOST_CONTACTS: usize = 96;

/// Faces and zones by name.
pub const FACES: [(Face, &str); 4] = [
    (Face::Front, "front"),
    (Face::Left, "left"),
    (Face::Right, "right"),
    (Face::Rear, "rear"),
];

pub fn face_name(face: Face) -> &'static str {
    FACES
        .iter()
        .find(|(known, _)| *known == face)
        .map_or("", |(_, name)| name)
}

/// LR-83: the front of `unit` touches an edge of `target`. If that is the front it is mutual, and written once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// Who made the contact.
    pub unit: Id,
    pub target: Id,
    pub edge: Face,
    /// Made in this player turn by an order, a charge that ran on, or a pursuit (LC-2).
    pub fresh: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Leading(Id),
    Free(Point),
    Lost,
    /// Left the table with a pursuing unit (LC-5).
    Out,
    Unseen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commander {
    pub place: Place,
    pub general: bool,
    pub moved: bool,
}

/// What is known of a line (LR-20).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    Unknown,
    Slight,
    Normal,
    Difficult,
    Fortification,
}

impl Obstacle {
    pub const ALL: [Obstacle; 5] = [
        Obstacle::Unknown,
        Obstacle::Slight,
        Obstacle::Normal,
        Obstacle::Difficult,
        Obstacle::Fortification,
    ];

    pub fn name(self) -> &'static str {
        ["Unknown", "Slight", "Normal", "Difficult", "Fortification"][self as usize]
    }

    pub fn read(name: &str) -> Option<Obstacle> {
        Obstacle::ALL.into_iter().find(|obstacle| obstacle.name() == name)
    }

    /// L-64 to L-66.
    pub fn diced(die: u8) -> Obstacle {
        match die {
            ..=2 => Obstacle::Slight,
            3 | 4 => Obstacle::Normal,
            _ => Obstacle::Difficult,
        }
    }

    /// Known to be in the way of a front that turns: orders are judged as if Unknown lines were Slight.
    pub fn hinders(self) -> bool {
        !matches!(self, Obstacle::Unknown | Obstacle::Slight)
    }

    /// Normal or Difficult.
    pub fn is_defensible(self) -> bool {
        matches!(self, Obstacle::Normal | Obstacle::Difficult)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Before the first turn the active side sets up (EL-11).
    Deploy,
    Start,
    Rally,
    Movement,
    /// The active side shoots.
    Shooting,
    /// The other side shoots.
    Reply,
    /// Whatever follows by itself; a decision may be pending in it.
    Resolving,
    Over,
}

/// The checkpoints of LR-59.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checkpoint {
    Moved,
    Shot,
    Fought,
}

/// Where the automatic course of a turn stands: what is to be done next, so that it can be taken up after a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// Nothing is under way.
    Idle,
    /// Testing at a checkpoint.
    Tests(Checkpoint),
    /// Recoils and follow-ups (step 6d).
    Recoils,
}

/// A question put to the owner of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Follow,
    Pursue,
}

/// Sets of units, as bits.
pub type Set = u64;

pub fn one(unit: Id) -> Set {
    1 << unit
}

/// The units of a set, ascending.
#[derive(Clone, Copy, Debug)]
pub struct Members(pub Set);

impl Iterator for Members {
    type Item = Id;

    fn next(&mut self) -> Option<Id> {
        let first = (self.0 != 0).then(|| self.0.trailing_zeros() as Id)?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    pub course: Course,
    /// Still to recoil, or to test in this wave.
    pub waiting: Set,
    /// All that recoil in this phase; those that have tested at this checkpoint.
    pub done: Set,
    /// Who recoiled or fled last.
    pub runner: Id,
    /// Those who may still follow or pursue it.
    pub chasers: Set,
    /// Those of them who defend a line and may decline without a test (LC-20).
    pub defending: Set,
    /// Where the runner fled to.
    pub heading: u16,
    pub question: Option<(Question, Id)>,
}

impl Pending {
    pub const NONE: Pending = Pending {
        course: Course::Idle,
        waiting: 0,
        done: 0,
        runner: NOBODY,
        chasers: 0,
        defending: 0,
        heading: 0,
        question: None,
    };
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Army {
    pub demoralised: bool,
    /// LR-74.
    pub defence: bool,
    /// Its camp was taken (LR-76).
    pub camp_taken: bool,
    /// Its general was lost in this player turn.
    pub general_lost: bool,
    /// Counting units lost, and their points, that are not in the list of units any more.
    pub lost_before: u8,
    pub points_before: u16,
    /// Counting units lost when this player turn began.
    pub lost_at_start: u8,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The full turn.
    pub turn: u16,
    pub active: Side,
    pub phase: Phase,
    pub units: Vec<Unit>,
    pub commanders: ArrayVec<Commander, MOST_COMMANDERS>,
    pub lines: ArrayVec<Obstacle, MOST_LINES>,
    pub contacts: ArrayVec<Contact, MOST_CONTACTS>,
    pub armies: [Army; 2],
    pub pending: Pending,
    /// How it ended: who won, if anybody.
    pub result: Option<Option<Side>>,
}

impl Position {
    pub fn unit(&self, unit: Id) -> &Unit {
        &self.units[usize::from(unit)]
    }

    pub fn unit_mut(&mut self, unit: Id) -> &mut Unit {
        &mut self.units[usize::from(unit)]
    }

    pub fn ids(&self) -> impl Iterator<Item = Id> + use<> {
        0..self.units.len() as Id
    }

    /// All units on the table.
    pub fn standing(&self) -> Set {
        let on = self.units.iter().enumerate().filter(|(_, unit)| unit.state.on_table());
        on.fold(0, |set, (at, _)| set | 1 << at)
    }

    pub fn army(&self, side: Side) -> &Army {
        &self.armies[side.index()]
    }

    pub fn army_mut(&mut self, side: Side) -> &mut Army {
        &mut self.armies[side.index()]
    }

    /// The contacts of a unit, as one of the two.
    pub fn contacts_of(&self, unit: Id) -> impl Iterator<Item = &Contact> {
        self.contacts.iter().filter(move |c| c.unit == unit || c.target == unit)
    }

    pub fn in_contact(&self, unit: Id) -> bool {
        self.contacts_of(unit).next().is_some()
    }

    /// What the front of a unit touches: the enemy and its edge.
    pub fn touched_by(&self, unit: Id) -> impl Iterator<Item = (Id, Face)> + '_ {
        self.contacts.iter().filter_map(move |c| match c {
            c if c.unit == unit => Some((c.target, c.edge)),
            c if c.target == unit && c.edge == Face::Front => Some((c.unit, Face::Front)),
            _ => None,
        })
    }

    /// Whose front touches which edge of this unit.
    pub fn touching(&self, unit: Id) -> impl Iterator<Item = (Id, Face)> + '_ {
        self.contacts.iter().filter_map(move |c| match c {
            c if c.target == unit => Some((c.unit, c.edge)),
            c if c.unit == unit && c.edge == Face::Front => Some((c.target, Face::Front)),
            _ => None,
        })
    }

    pub fn end_contacts(&mut self, unit: Id) {
        self.contacts.retain(|c| c.unit != unit && c.target != unit);
    }
}
