//! Section 5, movement: what is the same however a unit goes.

use super::cards::{ENGLISH, UnitId};
use super::deny::{Allowed, Code, Deny};
use super::event::Event;
use super::ground::Step;
use super::position::{Active, Moving, Position, Stage, bit, leader_bit, leader_members};
use super::{Battle, Choice, Variant};
use board::{Dir, Vertex};
use kernel::{Log, Side};

/// What a move has cost so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Purse {
    pub spent: u8,
    pub leader_spent: u8,
    pub entered: bool,
    pub strayed: bool,
}

impl<R: Variant> Battle<R> {
    pub(crate) fn may_move(&self, p: &Position, side: Side, unit: UnitId) -> Allowed {
        Self::in_stage(p.stage == Stage::Movement)?;
        self.own(p, side, unit)?;
        self.nobody_moves(p)?;
        self.still_moving(p)?;
        if p.is_routed(unit) {
            return Err(Deny::new(Code::UnitRouted, R::CITES.routed_move));
        }
        if p.moved & bit(unit) != 0 {
            let rule = if R::tried_to_organise(self, p, unit) {
                R::CITES.tried
            } else {
                R::CITES.one_move
            };
            return Err(Deny::new(Code::AlreadyMoved, rule));
        }
        Ok(())
    }

    /// E-13, Q-05: a move is finished before the next begins.
    pub(crate) fn nobody_moves(&self, p: &Position) -> Allowed {
        match p.active.kind {
            Moving::Nobody => Ok(()),
            _ => Err(Deny::new(Code::AlreadyMoving, R::CITES.one_by_one)),
        }
    }

    /// where modes are changed last, nothing is moved once one has been.
    pub(crate) fn still_moving(&self, p: &Position) -> Allowed {
        if R::MODES_LAST && p.mode_changed != 0 {
            return Err(Deny::new(Code::ModeTiming, R::CITES.mode_last));
        }
        Ok(())
    }

    pub(crate) fn begin_move(&self, p: &mut Position, unit: UnitId) {
        p.active = Active {
            kind: Moving::Unit,
            unit,
            facings: facing_bit(p.unit(unit).facing),
            ..Active::NOBODY
        };
    }

    /// E-19, E-123, Q-32, Q-66: leaders in its hexes go along from the start or not at all.
    pub(crate) fn may_take(&self, p: &Position, side: Side, leader: u8) -> Allowed {
        let here = match p.active.kind {
            Moving::Unit | Moving::Rout => p.leaders_with(p.active.unit),
            Moving::Leaders => p.leaders_at(p.leaders[p.active.leaders.trailing_zeros() as usize]),
            Moving::Nobody | Moving::RoutFacing => return Self::in_stage(false),
        };
        self.is_own_leader(p, side, leader)?;
        if p.active.kind != Moving::Rout && p.leaders_moved & leader_bit(leader) != 0 {
            return Err(Deny::new(Code::AlreadyMoved, R::CITES.one_move));
        }
        if here & leader_bit(leader) == 0 || !p.active.fresh || p.active.leaders & leader_bit(leader) != 0 {
            return Err(Deny::new(Code::LeaderNotStacked, R::CITES.stack));
        }
        Ok(())
    }

    /// The moving unit, if a unit is moving.
    pub(crate) fn mover(&self, p: &Position) -> Allowed<UnitId> {
        match p.active.kind {
            Moving::Unit => Ok(p.active.unit),
            _ => Err(Deny::new(Code::WrongPhase, R::CITES.order)),
        }
    }

    pub(crate) fn purse(&self, p: &Position) -> Purse {
        Purse {
            spent: p.unit(p.active.unit).spent,
            leader_spent: p.active.leader_spent,
            entered: p.active.entered,
            strayed: p.active.strayed,
        }
    }

    /// Not enough points: because the army is tired, or because no more are printed.
    pub(crate) fn too_dear(&self, cost: u8, spent: u8, limit: u8, allowance: u8) -> Deny {
        let rule = if limit < allowance {
            R::CITES.fatigue
        } else {
            R::CITES.points
        };
        Deny::new(Code::InsufficientMp, rule).points(cost, limit.saturating_sub(spent))
    }

    /// E-19, QR-17: each leader pays his own costs; when one cannot, all stop.
    pub(crate) fn leaders_pay(&self, p: &Position, spent: u8, step: Step, strayed: bool) -> Allowed<u8> {
        let limit = self.leader_limit(p, p.active.leaders, true, strayed);
        let left = limit.saturating_sub(spent);
        if step.burn() {
            R::burn_allows(self, spent, left)?;
            return Ok(limit.max(spent));
        }
        if step.leader_cost > left {
            return Err(Deny::new(Code::InsufficientMp, R::CITES.stack).points(step.leader_cost, left));
        }
        Ok(spent + step.leader_cost)
    }

    /// `done`, for a unit's or the leaders' move.
    pub(crate) fn may_finish(&self, p: &Position) -> Allowed {
        match p.active.kind {
            Moving::Leaders => Ok(()),
            Moving::Unit => {
                R::may_finish(self, p)?;
                if p.active.owes_step {
                    let unit = p.active.unit;
                    let limit = self.limit(p, self.face(p, unit), false, false);
                    let spent = p.unit(unit).spent;
                    return Err(Deny::new(Code::InsufficientMp, R::CITES.fatigue).points(spent, limit));
                }
                Ok(())
            }
            _ => Self::in_stage(false),
        }
    }

    pub(crate) fn finish_move(&self, p: &mut Position, log: &mut impl Log<Event>) {
        R::finish(self, p, log);
        self.close_move(p);
    }

    /// Closes the move under way: whoever took part has moved.
    pub(crate) fn close_move(&self, p: &mut Position) {
        let a = std::mem::replace(&mut p.active, Active::NOBODY);
        p.leaders_moved |= a.leaders;
        if a.kind == Moving::Unit {
            let unit = bit(a.unit);
            p.moved |= unit;
            if a.entered {
                p.entered |= unit;
            }
            if a.strayed {
                p.strayed |= unit;
            }
        }
    }

    /// Leaders that can still join the move.
    pub(crate) fn list_companions(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        if !p.active.fresh {
            return;
        }
        let own = self.staff[side.index()] & !p.captured & !p.active.leaders;
        for leader in leader_members(own) {
            if self.may_take(p, side, leader).is_ok() {
                out.push(Choice::With(leader));
            }
        }
    }
}

#[inline]
pub(crate) fn facing_bit(facing: Vertex) -> u8 {
    1 << facing.index()
}

/// Scots rout to the south and south-west, English to the north-east and south-east. E-116, Q-106, Q-107
pub(crate) fn rout_directions(side: Side) -> [Dir; 2] {
    if side == ENGLISH {
        [Dir::NE, Dir::SE]
    } else {
        [Dir::S, Dir::SW]
    }
}
