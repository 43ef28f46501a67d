//! What happens.

use super::cards::{DivisionId, Half, LeaderId, UnitId};
use super::position::Stand;
use super::{Battle, Variant};
use arrayvec::ArrayVec;
use board::{Hex, Vertex};
use kernel::words::Modifier;
use kernel::{Cite, OutcomeName, Side};

/// More things than can change one number: the standard rules have at most eight, and a battle of the series adds at most
/// three rows of its own to a morale check (a test counts them).
pub type Modifiers = ArrayVec<Modifier, 12>;

/// A modifier with the rule behind it.
pub fn modifier(name: &'static str, value: i32, rule: &'static str) -> Modifier {
    Modifier {
        name,
        value,
        cite: Cite(rule),
    }
}

#[derive(Clone, Debug)]
pub enum Event {
    TurnBegins {
        turn: u8,
        side: Side,
    },
    PhaseBegins {
        phase: &'static str,
        /// Nobody's alone if both sides act in it by turns.
        side: Option<Side>,
    },
    ModeSet {
        unit: UnitId,
        face: u8,
    },
    Rallied {
        unit: UnitId,
        leader: LeaderId,
    },
    Heeded {
        leaders: u16,
    },
    SchiltromOpens {
        unit: UnitId,
    },
    Entered {
        unit: UnitId,
        at: Stand,
        spent: u8,
    },
    LeadersEntered {
        leaders: u16,
        hex: Hex,
        spent: u8,
    },
    Turned {
        unit: UnitId,
        facing: Vertex,
        spent: u8,
    },
    ChargeDeclared {
        unit: UnitId,
        target: UnitId,
    },
    Charged {
        unit: UnitId,
        target: UnitId,
    },
    ChargeOver {
        unit: UnitId,
    },
    FormationChanged {
        unit: UnitId,
        face: u8,
    },
    ModeChanged {
        unit: UnitId,
        face: u8,
    },
    LanceGone {
        unit: UnitId,
        used: bool,
    },
    Captured {
        leader: LeaderId,
        by: UnitId,
    },
    Organising {
        division: DivisionId,
        half: Option<Half>,
        die: u8,
        needs: u8,
        success: bool,
    },
    OrganisingUnit {
        unit: UnitId,
        die: u8,
        needs: u8,
        success: bool,
    },
    Shot {
        shooter: UnitId,
        target: UnitId,
        over: Option<UnitId>,
        base: i8,
        modifiers: Modifiers,
        needs: i32,
        dice: [u8; 2],
        hit: bool,
    },
    Struck {
        attacker: UnitId,
        target: UnitId,
        base: i8,
        modifiers: Modifiers,
        needs: i32,
        dice: [u8; 2],
        hit: bool,
    },
    Named {
        attacker: UnitId,
        target: UnitId,
    },
    AttackLost {
        attacker: UnitId,
        target: UnitId,
    },
    ChargeDeclined {
        attacker: UnitId,
        target: UnitId,
    },
    Morale {
        unit: UnitId,
        die: u8,
        modifiers: Modifiers,
        total: i32,
        increase: u8,
        level: u8,
        deferred: bool,
    },
    Routed {
        unit: UnitId,
        level: u8,
    },
    Disobeyed {
        leaders: u16,
    },
    RoutStep {
        unit: UnitId,
        at: Stand,
        designated: bool,
    },
    RoutEnds {
        unit: UnitId,
        increase: u8,
        level: u8,
    },
    LeftMap {
        unit: UnitId,
    },
    Eliminated {
        unit: UnitId,
        points: i32,
    },
    GameEnds {
        lead: i32,
        level: &'static str,
    },
}

/// What dice can bring, from least to most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    Nothing,
    Miss,
    Failed,
    Organised,
    Hit,
    NoEffect,
    /// By so many levels.
    Rout(u8),
    Eliminated,
}

impl Effect {
    pub fn name(self) -> OutcomeName {
        match self {
            Effect::Nothing => OutcomeName::failing("nothing"),
            Effect::Miss => OutcomeName::failing("miss"),
            Effect::Failed => OutcomeName::failing("failed"),
            Effect::Organised => OutcomeName::new("organised"),
            Effect::Hit => OutcomeName::new("hit"),
            Effect::NoEffect => OutcomeName::new("no effect"),
            Effect::Rout(..=1) => OutcomeName::new("rout +1"),
            Effect::Rout(2) => OutcomeName::new("rout +2"),
            Effect::Rout(_) => OutcomeName::new("rout +3"),
            Effect::Eliminated => OutcomeName::new("eliminated"),
        }
    }
}

/// The worst that befell, and whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome {
    pub effect: Effect,
    pub whose: Option<Side>,
}

impl Outcome {
    /// In levels of rout; an elimination is four, order gained is one the other way.
    pub(crate) fn harm(self) -> [i32; 2] {
        let harm = match self.effect {
            Effect::Nothing | Effect::Miss | Effect::Failed | Effect::NoEffect => 0,
            Effect::Organised => -1,
            Effect::Hit => 1,
            Effect::Rout(levels) => i32::from(levels),
            Effect::Eliminated => 4,
        };
        Side::BOTH.map(|side| if self.whose == Some(side) { harm } else { 0 })
    }
}

impl<R: Variant> Battle<R> {
    pub(crate) fn outcome_of(&self, events: &[Event]) -> Outcome {
        let mut worst = Outcome {
            effect: Effect::Nothing,
            whose: None,
        };
        for event in events {
            let (effect, unit) = match event {
                Event::Shot { hit, target, .. } | Event::Struck { hit, target, .. } if !hit => (Effect::Miss, *target),
                Event::Shot { target, .. } => (Effect::Hit, *target),
                Event::OrganisingUnit { success, unit, .. } => (organised(*success), *unit),
                Event::Organising { success, division, .. } => {
                    let members = super::position::members(self.divisions[usize::from(*division)].members);
                    let Some(unit) = members.into_iter().next() else {
                        continue;
                    };
                    (organised(*success), unit)
                }
                Event::Morale { level: 5.., unit, .. } => (Effect::Eliminated, *unit),
                Event::Morale { increase: 0, unit, .. } => (Effect::NoEffect, *unit),
                Event::Morale { increase, unit, .. } => (Effect::Rout((*increase).min(3)), *unit),
                _ => continue,
            };
            let whose = Some(self.card(unit).side);
            worst = worst.max(Outcome { effect, whose });
        }
        worst
    }
}

fn organised(success: bool) -> Effect {
    if success { Effect::Organised } else { Effect::Failed }
}
