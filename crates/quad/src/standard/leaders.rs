//! Section 12, leaders on their own.

use super::cards::{LeaderId, NONE, UnitId};
use super::deny::{Allowed, Code, Deny};
use super::event::Event;
use super::position::{Active, Moving, Position, Stage, leader_bit, leader_members};
use super::{Battle, Choice, Variant};
use board::{Dir, Hex};
use kernel::{Log, Side};

impl<R: Variant> Battle<R> {
    pub(crate) fn may_lead(&self, p: &Position, side: Side, leader: LeaderId) -> Allowed {
        Self::in_stage(p.stage == Stage::Movement)?;
        self.is_own_leader(p, side, leader)?;
        self.nobody_moves(p)?;
        self.still_moving(p)?;
        if p.leaders_moved & leader_bit(leader) != 0 {
            return Err(Deny::new(Code::AlreadyMoved, R::CITES.one_move));
        }
        Ok(())
    }

    pub(crate) fn begin_lead(&self, p: &mut Position, leader: LeaderId) {
        p.active = Active {
            kind: Moving::Leaders,
            leaders: leader_bit(leader),
            ..Active::NOBODY
        };
    }

    /// The hex and side of the leaders on the move.
    fn staff_on_the_move(&self, p: &Position) -> (Hex, Side) {
        let first = p.active.leaders.trailing_zeros() as usize;
        (p.leaders[first], self.leaders[first].side)
    }

    /// E-125, E-70: like foot, without facing, never into a hex of the enemy. The half points spent after it.
    pub(crate) fn may_ride(&self, p: &Position, dir: Dir) -> Allowed<u8> {
        let (from, side) = self.staff_on_the_move(p);
        let step = self.ground.step(from, dir);
        let to = step.to;
        if to.is_off() {
            return Err(Deny::new(Code::OffMap, R::CITES.off_map));
        }
        let occupant = p.at(to);
        let enemy_leaders = p.leaders_at(to) & self.staff[side.other().index()];
        if (occupant != NONE && self.card(occupant).side != side) || enemy_leaders != 0 {
            return Err(Deny::new(Code::HexOccupied, R::CITES.leader_into_enemy).at(to));
        }
        if self.ground.soil(to).pool() {
            return Err(Deny::new(Code::ProhibitedTerrain, R::CITES.prohibited).at(to));
        }
        let strayed = p.active.strayed || !step.closer(side);
        self.leaders_pay(p, p.active.leader_spent, step, strayed)
            .map_err(|deny| match deny.rule == R::CITES.stack {
                true if self.fatigued(p) && strayed => Deny {
                    rule: R::CITES.fatigue,
                    ..deny
                },
                true => Deny {
                    rule: R::CITES.points,
                    ..deny
                },
                false => deny,
            })
    }

    pub(crate) fn ride(&self, p: &mut Position, dir: Dir, log: &mut impl Log<Event>) {
        let (from, side) = self.staff_on_the_move(p);
        let step = self.ground.step(from, dir);
        let spent = self.may_ride(p, dir).unwrap_or(p.active.leader_spent);
        p.active.leader_spent = spent;
        p.active.entered = true;
        p.active.strayed |= !step.closer(side);
        p.active.fresh = false;
        let leaders = p.active.leaders;
        for leader in leader_members(leaders) {
            p.leaders[usize::from(leader)] = step.to;
        }
        log.event(|| Event::LeadersEntered {
            leaders,
            hex: step.to,
            spent,
        });
    }

    pub(crate) fn list_lead(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        self.list_companions(p, side, out);
        for dir in Dir::ALL {
            if self.may_ride(p, dir).is_ok() {
                out.push(Choice::Step(dir));
            }
        }
        out.push(Choice::Done);
    }

    /// E-72, Q-72: leaders stacked with a unit that fares badly are disobeyed. `with` holds the leaders of its hexes.
    pub(crate) fn disobey(&self, p: &mut Position, side: Side, with: u16, log: &mut impl Log<Event>) {
        let leaders = with & self.staff[side.index()] & !p.disobeyed;
        if leaders != 0 {
            p.disobeyed |= leaders;
            log.event(|| Event::Disobeyed { leaders });
        }
    }

    /// E-128, Q-33: a combat unit that enters a hex with enemy leaders takes them.
    pub(crate) fn capture(&self, p: &mut Position, by: UnitId, hex: Hex, log: &mut impl Log<Event>) {
        let side = self.card(by).side;
        let taken = p.leaders_at(hex) & self.staff[side.other().index()];
        for leader in leader_members(taken) {
            p.captured |= 1 << leader;
            p.disobeyed &= !(1 << leader);
            p.leaders[usize::from(leader)] = Hex::OFF;
            p.score[side.index()] += self.leaders[usize::from(leader)].victory_points as i16;
            log.event(|| Event::Captured { leader, by });
        }
    }
}
