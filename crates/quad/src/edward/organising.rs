//! Section 5.7, the disorganised English infantry.

use super::cards::{DivisionId, ENGLISH, Half, NONE, UnitId};
use super::options::DivisionSize;
use super::{Battle, Choice, HalfCode, Position, Stage, tables};
use crate::standard::deny::{Allowed, Code, Deny};
use crate::standard::event::Event;
use crate::standard::position::{bit, members};
use kernel::{Dice, Log, Side};

/// Divisions above this size organise by halves. E-64
const WHOLE: u8 = 4;

impl Battle {
    /// The size that counts. ER-50
    fn division_size(&self, p: &Position, division: DivisionId) -> u8 {
        let d = &self.divisions[usize::from(division)];
        match self.options.division_size {
            DivisionSize::SetUp => d.size,
            DivisionSize::Remaining => (d.members & p.on_map).count_ones() as u8,
        }
    }

    /// E-63 to E-65: the highest die that organises it, if the attempt may be made.
    pub(super) fn may_organise(
        &self,
        p: &Position,
        side: Side,
        division: DivisionId,
        half: Option<Half>,
    ) -> Allowed<u8> {
        Self::in_stage(p.stage == Stage::Movement)?;
        let d = &self.divisions[usize::from(division)];
        if d.side != side {
            return Err(Deny::new(Code::NotYourUnit, "E-63"));
        }
        self.nobody_moves(p)?;
        let size = self.division_size(p, division);
        if half.is_some() != (size > WHOLE) {
            return Err(Deny::new(Code::HalfNeeded, "E-64"));
        }
        let group = self.half_members(division, half) & p.on_map;
        if !self.is_any_disorganised(p, group) {
            return Err(Deny::new(Code::NotDisorganised, "E-65"));
        }
        // ER-68: somebody of it must stand.
        if group & !p.routed == 0 {
            return Err(Deny::new(Code::UnitRouted, "E-65"));
        }
        if p.tried[tried_index(half)] & (1 << division) != 0 {
            return Err(Deny::new(Code::AlreadyAttempted, "E-63"));
        }
        if group & p.moved != 0 {
            return Err(Deny::new(Code::DivisionMoved, "E-63"));
        }
        Ok(tables::organises_on(size))
    }

    /// Whether the division of this unit, or its half of it, has tried to organise in this phase.
    pub(super) fn has_tried_to_organise(&self, p: &Position, unit: UnitId) -> bool {
        let card = self.card(unit);
        let tried = |half| card.division != NONE && p.tried[tried_index(half)] & (1 << card.division) != 0;
        tried(card.half) || tried(None)
    }

    fn is_any_disorganised(&self, p: &Position, group: u128) -> bool {
        members(group & self.unsteady).any(|u| self.face(p, u).disorganised())
    }

    fn disorganised_in(&self, p: &Position, group: u128) -> u128 {
        members(group)
            .filter(|u| self.face(p, *u).disorganised())
            .fold(0, |set, u| set | bit(u))
    }

    /// E-66: the attempt is the whole movement of its members.
    pub(super) fn organise(
        &self,
        p: &mut Position,
        division: DivisionId,
        half: Option<Half>,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let needs = tables::organises_on(self.division_size(p, division));
        let group = self.half_members(division, half) & p.on_map;
        let die = dice.die(6);
        let success = die <= needs;
        p.tried[tried_index(half)] |= 1 << division;
        p.moved |= group;
        if success {
            for unit in members(self.disorganised_in(p, group)) {
                p.unit_mut(unit).face ^= 1;
            }
        }
        log.event(|| Event::Organising {
            division,
            half,
            die,
            needs,
            success,
        });
    }

    /// Attempts that can be made now.
    pub(super) fn attempts(&self, p: &Position, side: Side) -> impl Iterator<Item = Choice> {
        let divisions = if side == ENGLISH { self.divisions.len() } else { 0 };
        (0..divisions as DivisionId).flat_map(move |d| {
            [None, Some(HalfCode::Left), Some(HalfCode::Right)]
                .into_iter()
                .filter(move |half| {
                    let half = half.map(HalfCode::half);
                    // Most have moved, and that is quickly seen.
                    self.half_members(d, half) & p.on_map & p.moved == 0 && self.may_organise(p, side, d, half).is_ok()
                })
                .map(move |half| Choice::Organise(d, half))
        })
    }
}

fn tried_index(half: Option<Half>) -> usize {
    usize::from(half == Some(Half::Right))
}
