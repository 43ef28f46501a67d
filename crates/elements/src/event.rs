//! What happens, for the history, odds and cases.

use crate::position::{Id, Obstacle, Phase, State};
use arrayvec::ArrayVec;
use board::table::{Face, Stance};
use kernel::Side;

/// What changed a score or a value: lines of the sheet and by how much.
pub type Modifiers = ArrayVec<(u8, i8), 10>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Passed,
    Failed,
    Flees,
    Routed,
    Destroyed,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        ["passed", "failed", "flees", "routed", "destroyed"][self as usize]
    }
}

/// Why a unit moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Order,
    BreakOff,
    Evades,
    Recoils,
    Follows,
    Flees,
    Pursues,
    ClosesUp,
    Turns,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Dice of a shot, a combat or a strike: need 0 is a casualty for each without dice (LR-32).
    Dicing {
        by: Id,
        at: Id,
        dice: u16,
        need: u8,
    },
    /// The score a shot needs, and its casualties.
    Shot {
        by: Id,
        at: Id,
        base: i8,
        need: u8,
        casualties: u16,
        /// Whether so many disorder the target (L-45).
        disorders: bool,
        modifiers: Modifiers,
    },
    Control {
        unit: Id,
        dice: [u8; 2],
        sum: i8,
        value: i8,
        passed: bool,
    },
    Morale {
        unit: Id,
        dice: [u8; 2],
        base: i8,
        value: i8,
        verdict: Verdict,
        modifiers: Modifiers,
        /// A rally (LR-67) and no test at a checkpoint.
        rally: bool,
    },
    ArmyMorale {
        side: Side,
        die: u8,
        sum: u8,
        passed: bool,
    },
    Demoralised(Side),
    Moved {
        unit: Id,
        way: Way,
        to: Stance,
    },
    Formed(Id, u8),
    /// By its own move, and not in following up or because it stood there already.
    Charged(Id, Id, Face),
    Touched(Id, Id, Face),
    LineFound(u8, Obstacle),
    Disordered(Id),
    Reordered(Id),
    /// Elements removed.
    Lost(Id, u8),
    /// Run over, burst, or broken beyond fleeing: gone in this way.
    Gone(Id, State),
    Burst(Id),
    Rallied(Id),
    Revealed(Id),
    Placed(Id, Stance),
    CommanderMoved {
        who: u8,
        /// By the other side: he came from those it sees, or to them.
        seen: bool,
    },
    CommanderLost(u8),
    Succeeds(u8),
    CampTaken(Side),
    Held(Id),
    Phase(Phase),
    Turn(u16, Side),
    Resigned(Side),
    Over {
        winner: Option<Side>,
        end: End,
        score: [i32; 2],
    },
}

/// What ends a battle (LR-75).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Resigned(Side),
    /// The last turn was over.
    Limit,
    /// Which armies are beaten, and how.
    Beaten([Option<Beaten>; 2]),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beaten {
    /// Nobody is left who can fight.
    Nobody,
    /// Demoralised, and so many of its units lost.
    Worn(u8),
}

/// What the events of one choice come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome {
    pub kind: Kind,
    /// Of a shot.
    pub casualties: u16,
    pub disorders: bool,
    /// Elements that each side lost, and units that broke or were destroyed.
    pub elements: [u8; 2],
    pub units: [u8; 2],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    #[default]
    Done,
    Shot,
    Passed,
    Failed,
    Rallied,
    Flees,
    Routed,
}
