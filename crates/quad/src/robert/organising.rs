//! Section 19, the disorganised English.

use super::{Battle, Choice, Position, Stage, tables};
use crate::standard::cards::{Kind, UnitId};
use crate::standard::deny::{Allowed, Code, Deny};
use crate::standard::event::Event;
use crate::standard::position::{bit, members};
use kernel::{Dice, Log, Side};

impl Battle {
    /// Q-128, QR-47
    pub(super) fn may_organise(&self, p: &Position, side: Side, unit: UnitId) -> Allowed {
        Self::in_stage(p.stage == Stage::Movement)?;
        self.own(p, side, unit)?;
        self.nobody_moves(p)?;
        self.still_moving(p)?;
        if !self.face(p, unit).disorganised() {
            return Err(Deny::new(Code::NotDisorganised, "Q-128"));
        }
        if p.is_routed(unit) {
            return Err(Deny::new(Code::UnitRouted, "Q-56"));
        }
        if p.moved & bit(unit) != 0 {
            return Err(Deny::new(Code::DivisionMoved, "Q-128"));
        }
        Ok(())
    }

    /// The attempt is the unit's move, whatever comes of it.
    pub(super) fn organise(&self, p: &mut Position, unit: UnitId, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let die = dice.die(6);
        let needs = tables::ORGANISES_ON;
        let success = die <= needs;
        p.moved |= bit(unit);
        if success {
            p.unit_mut(unit).face ^= 1;
        }
        log.event(|| Event::OrganisingUnit {
            unit,
            die,
            needs,
            success,
        });
    }

    /// Attempts that can be made now.
    pub(super) fn attempts(&self, p: &Position, side: Side) -> impl Iterator<Item = Choice> {
        members(self.movable(p, side) & self.unsteady)
            .filter(move |u| self.face(p, *u).disorganised())
            .map(Choice::OrganiseUnit)
    }

    /// A unit of the kind that organises, which has had its move without spending a point.
    pub(super) fn has_tried(&self, p: &Position, unit: UnitId) -> bool {
        let card = self.card(unit);
        card.kind == Kind::Infantry && card.two_faced && p.moved & bit(unit) != 0 && p.unit(unit).spent == 0
    }
}
