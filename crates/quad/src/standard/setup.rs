//! Section 2.2, set-up.

use super::cards::{ENGLISH, Half, SCOTS, UnitId};
use super::deny::{Allowed, Code, Deny};
use super::event::Event;
use super::position::{Position, Stage, Stand, bit};
use super::{Battle, Variant};
use kernel::{Log, Side};

impl<R: Variant> Battle<R> {
    /// The position before the first choice.
    pub(crate) fn set_up(&self) -> Position {
        let mut p = self.placed();
        if !self.chooses_modes(SCOTS) {
            p.stage = Stage::SetupEnglish;
        }
        if p.stage == Stage::SetupEnglish && !self.chooses_modes(ENGLISH) {
            self.begin_player_turn(&mut p, SCOTS, &mut kernel::Quiet);
            self.settle(&mut p, &mut kernel::Quiet);
        }
        p
    }

    /// E-02: every piece in its printed place.
    pub(crate) fn placed(&self) -> Position {
        let mut p = Position::EMPTY;
        for (i, card) in self.units.iter().enumerate() {
            let id = i as UnitId;
            let setup = card.setup;
            let unit = p.unit_mut(id);
            unit.facing = setup.facing;
            unit.face = setup.face;
            p.stand(
                id,
                Stand {
                    left: setup.hex,
                    right: setup.right,
                },
            );
            p.on_map |= bit(id);
            p.set_rout(id, setup.rout);
            // E-06
            if setup.lance && card.faces[usize::from(setup.face)].mounted() {
                p.lances |= bit(id);
            }
        }
        for (i, leader) in self.leaders.iter().enumerate() {
            p.leaders[i] = leader.hex;
        }
        p
    }

    fn chooses_modes(&self, side: Side) -> bool {
        self.units.iter().any(|c| c.side == side && self.mode_is_free(c))
    }

    /// E-03, Q-102: bows of two modes and Scottish cavalry.
    fn mode_is_free(&self, card: &super::Card) -> bool {
        super::modes::changes_by_mode(card)
    }

    pub(crate) fn may_set(&self, p: &Position, side: Side, unit: UnitId, face: u8) -> Allowed {
        Self::in_stage(p.stage <= Stage::SetupEnglish)?;
        self.own(p, side, unit)?;
        let card = self.card(unit);
        if !self.mode_is_free(card) || face > 1 {
            return Err(Deny::new(Code::ModeNotSelectable, R::CITES.start_mode));
        }
        // One may change one's mind, but not for ever: each mode can be chosen once (ER-69).
        let chosen = if face == 0 { p.moved } else { p.mode_changed };
        if p.unit(unit).face == face || chosen & bit(unit) != 0 {
            return Err(Deny::new(Code::AlreadySet, R::CITES.start_mode));
        }
        Ok(())
    }

    pub(crate) fn set(&self, p: &mut Position, unit: UnitId, face: u8, log: &mut impl Log<Event>) {
        *(if face == 0 { &mut p.moved } else { &mut p.mode_changed }) |= bit(unit);
        p.unit_mut(unit).face = face;
        // E-06: only cavalry set up mounted starts with a lance.
        let card = self.card(unit);
        if card.setup.lance && card.faces[usize::from(face)].mounted() {
            p.lances |= bit(unit);
        } else {
            p.lances &= !bit(unit);
        }
        log.event(|| Event::ModeSet { unit, face });
    }

    pub(crate) fn ready(&self, p: &mut Position, log: &mut impl Log<Event>) {
        p.moved = 0;
        p.mode_changed = 0;
        if p.stage == Stage::SetupScots && self.chooses_modes(ENGLISH) {
            p.stage = Stage::SetupEnglish;
        } else {
            self.begin_player_turn(p, SCOTS, log);
        }
    }

    pub(crate) fn list_setup(&self, p: &Position, side: Side, out: &mut Vec<super::Choice>) {
        for unit in super::position::members(self.army(side)) {
            for face in 0..2 {
                if self.may_set(p, side, unit, face).is_ok() {
                    out.push(super::Choice::Set(unit, face));
                }
            }
        }
        out.push(super::Choice::Ready);
    }

    /// The half of its division a unit belongs to.
    pub(crate) fn half_members(&self, division: u8, half: Option<Half>) -> u128 {
        let d = &self.divisions[usize::from(division)];
        match half {
            None => d.members,
            Some(Half::Left) => d.left,
            Some(Half::Right) => d.members & !d.left,
        }
    }
}
