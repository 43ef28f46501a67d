//! What is to be decided or done before play goes on: a stack of named procedures. Only the top one is open.

use crate::cards::{LeaderId, UnitId};
use crate::position::Piece;
use board::{Dir, Hex};
use kernel::Side;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Window {
    W1,
    W2,
    W3,
    W4,
}

/// How a piece comes onto the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Coming {
    /// Set-up, by hand.
    Taken,
    Regrouped,
    Returning,
    Brought,
}

/// Why a piece walks without movement points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Walk {
    Retreat,
    /// Along the trail of this number: obligatory, or as the owner likes.
    Forced(u8),
    Free(u8),
    /// Out of a wolf pit. M-184
    Pit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Stride {
    /// Into the emptied hex; which unit is open.
    Who,
    FirstFace(UnitId),
    On(UnitId),
    LastFace(UnitId),
}

/// The order of a combat. M-58
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Round {
    Checks,
    Fighters,
    Ground,
    Roll,
    AttackerLoss,
    DefenderLoss,
    Retreats,
    Shortfall,
    LeaderDeaths,
    LeaderRetreats,
    Pursuit,
    Advance,
    Scatter,
    Close,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    Place {
        piece: Piece,
        coming: Coming,
    },
    /// The active piece goes on.
    Step,
    Window(Window),
    /// A countercharge is put together.
    Join,
    /// An attack is put together. M-63
    Muster,
    /// W-CC. M-155
    Answer,
    /// A declared shot is resolved.
    Fire,
    /// Whom the friendly fire hits. M-151
    Friend {
        shooter: UnitId,
        hex: Hex,
    },
    Combat(Round),
    Loss {
        attacker: bool,
        left: u8,
        shortfall: bool,
    },
    Walk {
        piece: Piece,
        walk: Walk,
        left: u8,
        from: Hex,
        last: Dir,
    },
    /// Free facing after a retreat or pursuit. M-46, M-86
    Face {
        unit: UnitId,
        pursuit: bool,
        last: Dir,
    },
    /// Whether, or along which path, a tested unit pursues.
    Follow {
        unit: UnitId,
        forced: bool,
    },
    Stride(Stride),
    /// SR-B7
    Six {
        side: Side,
        hex: Hex,
        left: u8,
        distance: u8,
    },
    Holder {
        side: Side,
        hex: Hex,
    },
    /// A leader has died; what follows from it.
    Mourn(LeaderId),
    /// Who has changed sides may be moved at once. SR-S4
    Turncoats,
}

impl Task {
    /// Bytes for the hash of a position.
    pub fn write(&self, out: &mut Vec<u8>) {
        let piece = |p: Piece| match p {
            Piece::Unit(u) => [0, u],
            Piece::Leader(l) => [1, l],
        };
        let hex = |h: Hex| h.0.to_le_bytes();
        match *self {
            Task::Place { piece: p, coming } => {
                out.push(0);
                out.extend(piece(p));
                out.push(coming as u8);
            }
            Task::Step => out.push(1),
            Task::Window(w) => out.extend([2, w as u8]),
            Task::Join => out.push(3),
            Task::Answer => out.push(4),
            Task::Fire => out.push(5),
            Task::Friend { shooter, hex: h } => {
                out.extend([6, shooter]);
                out.extend(hex(h));
            }
            Task::Combat(round) => out.extend([7, round as u8]),
            Task::Loss {
                attacker,
                left,
                shortfall,
            } => out.extend([8, attacker.into(), left, shortfall.into()]),
            Task::Walk {
                piece: p,
                walk,
                left,
                from,
                last,
            } => {
                out.push(9);
                out.extend(piece(p));
                let (kind, trail) = match walk {
                    Walk::Retreat => (0, 0),
                    Walk::Forced(t) => (1, t),
                    Walk::Free(t) => (2, t),
                    Walk::Pit => (3, 0),
                };
                out.extend([kind, trail, left, last as u8]);
                out.extend(hex(from));
            }
            Task::Face { unit, pursuit, last } => out.extend([10, unit, pursuit.into(), last as u8]),
            Task::Follow { unit, forced } => out.extend([11, unit, forced.into()]),
            Task::Stride(stride) => match stride {
                Stride::Who => out.extend([12, 0]),
                Stride::FirstFace(u) => out.extend([12, 1, u]),
                Stride::On(u) => out.extend([12, 2, u]),
                Stride::LastFace(u) => out.extend([12, 3, u]),
            },
            Task::Six {
                side,
                hex: h,
                left,
                distance,
            } => {
                out.extend([13, side as u8, left, distance]);
                out.extend(hex(h));
            }
            Task::Holder { side, hex: h } => {
                out.extend([14, side as u8]);
                out.extend(hex(h));
            }
            Task::Mourn(leader) => out.extend([15, leader]),
            Task::Muster => out.push(16),
            Task::Turncoats => out.push(17),
        }
    }
}
