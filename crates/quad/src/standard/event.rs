//! What happens.

use super::cards::{DivisionId, Half, LeaderId, UnitId};
use super::position::Stand;
use super::{Battle, Rules};
use arrayvec::ArrayVec;
use board::{Hex, Vertex};
use kernel::scene::Modifier;
use kernel::{Cite, Outcome, Side};

/// At most this many things change one number.
pub type Modifiers = ArrayVec<Modifier, 8>;

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
        side: Side,
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

impl<R: Rules> Battle<R> {
    /// The worst that befell in these events.
    pub(crate) fn outcome_of(&self, events: &[Event]) -> Outcome {
        let outcome = |order, label, harm| Outcome {
            order,
            label,
            harm,
            fails: order < 2,
        };
        let mut worst = outcome(0, "nothing", 0);
        for event in events {
            let now = match event {
                Event::Shot { hit: false, .. } | Event::Struck { hit: false, .. } => outcome(1, "miss", 0),
                Event::Organising { success: false, .. } | Event::OrganisingUnit { success: false, .. } => {
                    outcome(1, "failed", 0)
                }
                Event::Organising { success: true, .. } | Event::OrganisingUnit { success: true, .. } => {
                    outcome(2, "organised", 1)
                }
                Event::Shot { hit: true, .. } => outcome(2, "hit", 1),
                Event::Morale { level: 5.., .. } => outcome(7, "eliminated", 4),
                Event::Morale { increase: 0, .. } => outcome(3, "no effect", 0),
                Event::Morale { increase: 1, .. } => outcome(4, "rout +1", 1),
                Event::Morale { increase: 2, .. } => outcome(5, "rout +2", 2),
                Event::Morale { .. } => outcome(6, "rout +3", 3),
                _ => continue,
            };
            worst = worst.max(now);
        }
        worst
    }
}
