//! One unit as it stands: its state, its strength, its ground.

use crate::marks::{Marks, Triggers};
use crate::position::Id;
use board::table::{Bounds, Footprint, Hull, Stance};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Steady,
    Fleeing,
    Routing,
    Pursuing,
    Reserve,
    Destroyed,
    DrivenOff,
    Routed,
    /// Out of the table in pursuit.
    Left,
    /// Hidden from whoever looks at this position (LR-69).
    Unseen,
}

impl State {
    pub const NAMES: [(State, &'static str); 9] = [
        (State::Steady, "steady"),
        (State::Fleeing, "fleeing"),
        (State::Routing, "routing"),
        (State::Pursuing, "pursuing"),
        (State::Reserve, "reserve"),
        (State::Destroyed, "destroyed"),
        (State::DrivenOff, "driven-off"),
        (State::Routed, "routed"),
        (State::Left, "left"),
    ];

    pub fn name(self) -> &'static str {
        let named = State::NAMES.iter().find(|(state, _)| *state == self);
        named.map_or("unseen", |(_, name)| name)
    }

    pub fn is_broken(self) -> bool {
        matches!(self, State::Fleeing | State::Routing)
    }

    pub fn on_table(self) -> bool {
        matches!(self, State::Steady | State::Fleeing | State::Routing | State::Pursuing)
    }

    /// Counted among the losses of an army (LR-65, LR-72).
    pub fn is_lost(self) -> bool {
        matches!(
            self,
            State::Destroyed | State::DrivenOff | State::Routed | State::Routing
        )
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Front-centre and facing (LR-01, LR-05).
    pub at: Stance,
    /// The ground it covered when [`crate::Battle::settle`] was last called: asked only by way of `Battle::foot`, which sees whether
    /// it still holds.
    pub(crate) ground: Ground,
    pub state: State,
    pub elements: u8,
    pub files: u8,
    pub marks: Marks,
    pub triggers: Triggers,
    /// Points of its move spent in this turn (LR-18).
    pub spent: u32,
    /// Casualties suffered and inflicted in this phase.
    pub suffered: u16,
    pub inflicted: u16,
    /// Elements and ranks when the phase of casualties began.
    pub before: u8,
    pub deep: u8,
    /// Guns that burst in this phase (LR-41).
    pub burst: u8,
    /// The enemy that its order of this player turn brought it into contact with.
    pub into: Id,
    /// The enemy that it followed up in the last close combat.
    pub followed: Id,
}

impl Unit {
    pub fn ranks(&self) -> u8 {
        self.elements.div_ceil(self.files.max(1))
    }

    pub fn is(&self, mark: Marks) -> bool {
        self.marks.has(mark)
    }
}

/// What a unit covered when it stood like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ground {
    pub foot: Footprint,
    pub bounds: Bounds,
    pub elements: u8,
    pub files: u8,
}

impl Ground {
    /// Of a unit that has not been settled yet.
    pub fn none() -> Ground {
        let foot = Footprint::new(Stance::default(), 1, 1);
        Ground {
            foot,
            bounds: foot.bounds(),
            elements: 0,
            files: 0,
        }
    }

    pub fn holds(&self, unit: &Unit) -> bool {
        self.foot.stance() == unit.at && self.elements == unit.elements && self.files == unit.files
    }
}
