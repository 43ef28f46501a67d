//! Section 12, leaders on their own.

use super::cards::{LeaderId, NONE};
use super::deny::{Allowed, Code, Deny};
use super::event::Event;
use super::position::{Active, Moving, Position, Stage, leader_bit, leader_members};
use super::{Battle, Choice, in_stage};
use board::{Dir, Hex};
use kernel::{Log, Side};

impl Battle {
    pub(super) fn may_lead(&self, p: &Position, side: Side, leader: LeaderId) -> Allowed {
        in_stage(p.stage == Stage::Movement)?;
        self.is_own_leader(p, side, leader)?;
        self.nobody_moves(p)?;
        if p.leaders_moved & leader_bit(leader) != 0 {
            return Err(Deny::new(Code::AlreadyMoved, "E-13"));
        }
        Ok(())
    }

    pub(super) fn begin_lead(&self, p: &mut Position, leader: LeaderId) {
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

    /// A step of leaders, or of a routed unit.
    pub(super) fn may_step(&self, p: &Position, dir: Dir) -> Allowed {
        match p.active.kind {
            Moving::Leaders => self.may_ride(p, dir).map(drop),
            Moving::Rout => self.may_run(p, dir),
            _ => in_stage(false),
        }
    }

    /// E-125, E-70: like foot, without facing, never into a hex of the enemy. The half points spent after it.
    fn may_ride(&self, p: &Position, dir: Dir) -> Allowed<u8> {
        let (from, side) = self.staff_on_the_move(p);
        let step = self.ground.step(from, dir);
        let to = step.to;
        if to.is_off() {
            return Err(Deny::new(Code::OffMap, "E-18"));
        }
        let occupant = p.at(to);
        let enemy_leaders = p.leaders_at(to) & self.staff[side.other().index()];
        if (occupant != NONE && self.card(occupant).side != side) || enemy_leaders != 0 {
            return Err(Deny::new(Code::HexOccupied, "E-70").at(to));
        }
        if self.ground.soil(to).pool() {
            return Err(Deny::new(Code::ProhibitedTerrain, "E-74").at(to));
        }
        let strayed = p.active.strayed || !step.closer(side);
        self.leaders_pay(p, p.active.leader_spent, step, strayed)
            .map_err(|deny| match deny.rule {
                "E-19" => Deny {
                    rule: if self.fatigued(p) && strayed { "E-130" } else { "E-14" },
                    ..deny
                },
                _ => deny,
            })
    }

    pub(super) fn step(&self, p: &mut Position, dir: Dir, log: &mut impl Log<Event>) {
        if p.active.kind == Moving::Rout {
            return self.run(p, dir, log);
        }
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

    pub(super) fn list_lead(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        self.list_companions(p, side, out);
        for dir in Dir::ALL {
            if self.may_ride(p, dir).is_ok() {
                out.push(Choice::Step(dir));
            }
        }
        out.push(Choice::Done);
    }

    /// E-72: leaders stacked with a unit that fares badly are disobeyed.
    pub(super) fn disobey(&self, p: &mut Position, side: Side, hex: Hex, log: &mut impl Log<Event>) {
        let leaders = p.leaders_at(hex) & self.staff[side.index()] & !p.disobeyed;
        if leaders != 0 {
            p.disobeyed |= leaders;
            log.event(|| Event::Disobeyed { leaders });
        }
    }
}
