//! What happens, and what it comes to.

use crate::position::{Id, Phase};
use crate::troops::{Grant, Panic};
use arrayvec::ArrayVec;
use board::table::{Point, Stance};
use kernel::Side;

/// Lines of the charts with what they add.
pub type Modifiers = ArrayVec<(u8, i8), 12>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Turn(u16),
    Phase(Phase),
    Permission(Id, u8, bool),
    Activation(u8, u8, bool),
    Action {
        who: Id,
        die: u8,
        total: i8,
        grant: Grant,
    },
    Panics {
        who: Id,
        die: u8,
        total: i16,
        panic: Option<Panic>,
    },
    /// Chits are turned up.
    Revealed,
    Morale {
        who: Id,
        die: u8,
        base: u8,
        value: i8,
        passed: bool,
        modifiers: Modifiers,
    },
    Routed(Id),
    Rallied(Id),
    /// He goes at this enemy, mounted or on foot (TR-26, TR-30).
    Charges {
        who: Id,
        target: Id,
        mounted: bool,
    },
    /// Where he has come to, and where he was at the start and after each tick.
    Moved(Id, Stance, Box<[Point]>),
    Left(Id, bool),
    /// Die and hit number; 0: it cannot hit and rolls nothing.
    Shot {
        by: Id,
        at: Id,
        die: u8,
        need: u8,
        hit: bool,
    },
    /// 0 for who is helpless and rolls no die.
    Fight {
        ids: [Id; 2],
        dice: [u8; 2],
        totals: [i8; 2],
        home: Option<Id>,
    },
    Wounded {
        who: Id,
        horse: bool,
        lost: i16,
    },
    HorseLost(Id),
    Disabled(Id),
    Fall {
        who: Id,
        total: i16,
        number: i16,
        fell: bool,
    },
    FellOff(Id),
    FallEffect {
        who: Id,
        total: u8,
        lost: i16,
        stunned: u16,
    },
    Tired(Id, u8),
    Ammunition(Id, u8, bool),
    Loot(Id, u8, bool),
    Supplied(Id),
    Permanent(u8),
    Finis(u8, u8, bool),
    Succession(u8, Id),
    NewPlayer(Id),
    Recovery(Id, u8, bool),
    Over {
        winner: Option<Side>,
        end: End,
        score: [i32; 2],
    },
}

/// One thing that may happen to a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Happening {
    Hit,
    Struck,
    Falls,
    Routs,
    Disabled,
}

impl Happening {
    pub fn name(self) -> &'static str {
        match self {
            Happening::Hit => "hit",
            Happening::Struck => "struck",
            Happening::Falls => "falls",
            Happening::Routs => "routs",
            Happening::Disabled => "disabled",
        }
    }
}

/// All that happens to figures in one step.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome(pub Vec<(Id, Happening)>);

impl Outcome {
    pub fn of(events: &[Event]) -> Outcome {
        let mut list: Vec<(Id, Happening)> = events
            .iter()
            .filter_map(|event| match event {
                Event::Shot { at, hit: true, .. } => Some((*at, Happening::Hit)),
                Event::Fight {
                    ids, home: Some(home), ..
                } => Some((if ids[0] == *home { ids[1] } else { ids[0] }, Happening::Struck)),
                Event::Fall { who, fell: true, .. } | Event::FellOff(who) => Some((*who, Happening::Falls)),
                Event::Routed(who) => Some((*who, Happening::Routs)),
                Event::Disabled(who) => Some((*who, Happening::Disabled)),
                _ => None,
            })
            .collect();
        list.sort_unstable();
        list.dedup();
        Outcome(list)
    }
}

/// What ends a battle (TR-59).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Of which sides nobody is ready any more.
    Nobody([bool; 2]),
    /// Everybody is as tired as can be (T-159).
    Tired,
    /// The last turn was over.
    Limit,
}
