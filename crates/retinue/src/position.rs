//! Where everybody stands, and what he is about.

use crate::troops::{Chit, Grant, HorseKind, Pace, Panic};
use arrayvec::ArrayVec;
use board::table::{Angle, Point, Stance};
use kernel::Side;

/// A figure: its place in the list of the battle, those of the first side first, each by its id.
pub type Id = u8;

/// No figure, unit or line.
pub const NOBODY: u8 = u8::MAX;

/// The most figures in a battle: a set of them is 128 bits.
pub const MOST_FIGURES: usize = 128;
pub const MOST_UNITS: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Ready,
    Routing,
    /// To the end of this turn.
    Stunned(u16),
    Disabled,
    Fled,
    Withdrawn,
}

impl State {
    pub fn name(self) -> &'static str {
        match self {
            State::Ready => "ready",
            State::Routing => "routing",
            State::Stunned(_) => "stunned",
            State::Disabled => "disabled",
            State::Fled => "fled",
            State::Withdrawn => "withdrawn",
        }
    }

    /// Upright on the table.
    pub fn stands(self) -> bool {
        matches!(self, State::Ready | State::Routing | State::Stunned(_))
    }

    pub fn on_table(self) -> bool {
        !matches!(self, State::Fled | State::Withdrawn)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Horse {
    pub kind: HorseKind,
    pub stamina: i16,
    pub fatigue: u8,
}

impl Horse {
    pub fn fresh(kind: HorseKind) -> Horse {
        Horse {
            kind,
            stamina: kind.stamina(),
            fatigue: 0,
        }
    }
}

/// What a figure was told to do in the Movement phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Order {
    #[default]
    None,
    /// Turns on the spot.
    Face(Angle),
    /// On foot along a path.
    Path(Pace, ArrayVec<Point, 4>, Option<Angle>),
    /// On foot straight at an enemy.
    At(Pace, Id, Option<Angle>),
    Ride(Ride),
}

/// A horseman's move (TR-29).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ride {
    pub gait: Pace,
    /// Tenths of a degree, clockwise.
    pub first: i16,
    pub distance: i32,
    pub half_way: i16,
    pub target: Id,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    pub at: Point,
    pub facing: Angle,
    pub state: State,
    pub stamina: i16,
    /// At the beginning of the turn.
    pub start: i16,
    pub fatigue: u8,
    pub readied: u8,
    pub ammo: bool,
    pub horse: Option<Horse>,
    /// A led horse beside him.
    pub led: Option<Horse>,
    pub storey: u8,
    pub resupply: u8,
    /// Has made a rout move, and may try to rally (TC-2).
    pub ran: bool,
    /// The turn in which he was disabled or routed, for T-22.
    pub lost: u16,
    /// By a fall of more than 24 feet.
    pub dead: bool,
    pub recovery: Recovery,
    pub in_command: bool,
    pub permission: bool,
    pub wishes: bool,
    pub result: Option<Grant>,
    pub die: u8,
    pub chit: Option<Chit>,
    /// The weapon that the chit readies.
    pub readies: u8,
    /// The line that the chit crosses.
    pub line: u8,
    pub panic: Option<Panic>,
    pub order: Order,
    /// Whom he shoots at or strikes: what was committed.
    pub target: Id,
    /// The enemy named last.
    pub fought: Id,
    /// Enemies against whom his weapon has come to its second number.
    pub spent: u128,
    pub last: Pace,
    pub gait: Pace,
    pub moved: bool,
    pub shot: bool,
    /// Straight mils at the gallop to where he stands.
    pub gallop: i32,
    /// Has made his free strike.
    pub struck: bool,
    pub switching: bool,
    pub crossing: bool,
    /// Was in contact in the Melee phase.
    pub engaged: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Recovery {
    #[default]
    None,
    Recovers,
    Dies,
}

impl Figure {
    pub fn new(at: Point, facing: Angle, stamina: i16) -> Figure {
        Figure {
            at,
            facing,
            state: State::Ready,
            stamina,
            start: stamina,
            fatigue: 0,
            readied: 0,
            ammo: true,
            horse: None,
            led: None,
            storey: 0,
            resupply: 0,
            ran: false,
            lost: 0,
            dead: false,
            recovery: Recovery::None,
            in_command: false,
            permission: false,
            wishes: false,
            result: None,
            die: 0,
            chit: None,
            readies: NOBODY,
            line: NOBODY,
            panic: None,
            order: Order::None,
            target: NOBODY,
            fought: NOBODY,
            spent: 0,
            last: Pace::Stood,
            gait: Pace::Stood,
            moved: false,
            shot: false,
            gallop: 0,
            struck: false,
            switching: false,
            crossing: false,
            engaged: false,
        }
    }

    pub fn stance(&self) -> Stance {
        Stance {
            at: self.at,
            facing: self.facing,
        }
    }

    pub fn ready(&self) -> bool {
        self.state == State::Ready
    }

    pub fn mounted(&self) -> bool {
        self.horse.is_some()
    }

    /// Of its base (TR-02).
    pub fn radius(&self) -> i32 {
        if self.mounted() { 750 } else { 500 }
    }

    pub fn has(&self, chit: Chit) -> bool {
        self.chit == Some(chit)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    pub leader: Id,
    /// The turn in which its order was activated; 0: not yet.
    pub activated: u16,
    pub signalled: bool,
    pub withdrawing: bool,
}

/// The commits of a turn, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    Command,
    Action,
    Movement,
    Shooting,
    Melee,
    Over,
}

impl Phase {
    pub fn name(self) -> &'static str {
        match self {
            Phase::Command => "command",
            Phase::Action => "action",
            Phase::Movement => "movement",
            Phase::Shooting => "shooting",
            Phase::Melee => "melee",
            Phase::Over => "over",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub turn: u16,
    pub phase: Phase,
    /// The sides of which the commit of this phase is asked, and which of them are in.
    pub asked: [bool; 2],
    pub committed: [bool; 2],
    /// While a commit is drawn up: figures before this one have had their line.
    pub told: [Id; 2],
    pub permanent: u8,
    /// Sides that have lost a Lord.
    pub lord_lost: [bool; 2],
    pub players: [Id; 2],
    pub units: ArrayVec<Unit, MOST_UNITS>,
    pub figures: Vec<Figure>,
    pub result: Option<Option<Side>>,
    /// For odds: once what is committed has been resolved, nothing follows.
    pub study: bool,
}

impl Position {
    pub fn figure(&self, who: Id) -> &Figure {
        &self.figures[usize::from(who)]
    }

    pub fn figure_mut(&mut self, who: Id) -> &mut Figure {
        &mut self.figures[usize::from(who)]
    }

    pub fn ids(&self) -> std::ops::Range<Id> {
        0..self.figures.len() as Id
    }

    /// The levels of a figure (TR-53).
    pub fn levels(&self, who: Id) -> i32 {
        i32::from(self.figure(who).fatigue) + i32::from(self.permanent)
    }

    /// Whether two bases are in contact (TR-02).
    pub fn touch(&self, a: Id, b: Id) -> bool {
        let (x, y) = (self.figure(a), self.figure(b));
        x.storey == y.storey && x.state.stands() && y.state.stands() && x.at.within(x.radius() + y.radius() + 20, y.at)
    }
}
