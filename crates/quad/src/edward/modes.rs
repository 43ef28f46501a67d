//! Sections 5.4 and 5.5, modes and the formations of schiltroms.

use super::cards::{Card, Kind, SCOTS, Show, UnitId};
use super::deny::{Allowed, Code, Deny};
use super::event::Event;
use super::options::{FatigueModeChange, FormationTiming, ScotsBowModes};
use super::position::{Position, Stage, bit, members};
use super::{Battle, Choice, in_stage};
use kernel::{Log, Side};

/// Half points. E-44
const CROSSBOW: u8 = 12;
const DISMOUNTING: u8 = 16;
const FORMATION: u8 = 4;

/// Bows of two faces and Scottish cavalry; schiltroms change by `form`, English infantry by organising.
pub(super) fn changes_by_mode(card: &Card) -> bool {
    card.two_faced && matches!(card.kind, Kind::Longbow | Kind::Crossbow | Kind::Cavalry)
}

impl Battle {
    /// The cost in half points, if the unit may change mode.
    pub(super) fn may_change_mode(&self, p: &Position, side: Side, unit: UnitId) -> Allowed<u8> {
        in_stage(p.stage == Stage::Movement)?;
        self.own(p, side, unit)?;
        self.nobody_moves(p)?;
        let card = self.card(unit);
        if card.kind == Kind::Schiltrom {
            return Err(Deny::new(Code::FormationTiming, "E-50"));
        }
        // ER-54: Scottish longbows have one face unless the option gives them two.
        let one_faced_bow =
            card.kind == Kind::Longbow && side == SCOTS && self.options.scots_bow_modes == ScotsBowModes::RangedOnly;
        if self.changers & bit(unit) == 0 || one_faced_bow {
            return Err(Deny::new(Code::NoSecondMode, "E-41"));
        }
        if p.is_routed(unit) {
            return Err(Deny::new(Code::UnitRouted, "E-45"));
        }
        let face = self.face(p, unit);
        if face.show == Show::Dismounted {
            return Err(Deny::new(Code::AlreadyDismounted, "E-46"));
        }
        if p.mode_changed & bit(unit) != 0 {
            return Err(Deny::new(Code::ModeAlreadyChanged, "E-43"));
        }
        let cost = match card.kind {
            Kind::Crossbow => CROSSBOW,
            Kind::Cavalry => DISMOUNTING,
            _ => 0,
        };
        let limit = match self.options.fatigue_mode_change {
            FatigueModeChange::Full => face.allowance,
            FatigueModeChange::Halved => self.limit(p, face, p.entered & bit(unit) != 0, p.strayed & bit(unit) != 0),
        };
        let left = limit.saturating_sub(p.unit(unit).spent);
        if cost > left {
            return Err(Deny::new(Code::InsufficientMp, "E-44").points(cost, left));
        }
        Ok(cost)
    }

    pub(super) fn change_mode(&self, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
        let cost = self.may_change_mode(p, self.card(unit).side, unit).unwrap_or(0);
        let piece = p.unit_mut(unit);
        piece.face ^= 1;
        piece.spent += cost;
        let face = piece.face;
        // E-43: with it the unit has finished for the phase (ER-66).
        p.moved |= bit(unit);
        p.mode_changed |= bit(unit);
        log.event(|| Event::ModeChanged { unit, face });
        // E-47
        if self.face(p, unit).show == Show::Dismounted && p.lances & bit(unit) != 0 {
            p.lances &= !bit(unit);
            log.event(|| Event::LanceGone { unit, used: false });
        }
    }

    pub(super) fn list_modes(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        for unit in members(self.mode_candidates(p, side)) {
            if self.may_change_mode(p, side, unit).is_ok() {
                out.push(Choice::Mode(unit));
            }
        }
    }

    pub(super) fn can_change_any_mode(&self, p: &Position, side: Side) -> bool {
        members(self.mode_candidates(p, side)).any(|unit| self.may_change_mode(p, side, unit).is_ok())
    }

    fn mode_candidates(&self, p: &Position, side: Side) -> u128 {
        self.changers & self.army(side) & p.on_map & !p.routed & !p.mode_changed
    }

    /// E-49 to E-51: the schiltrom on the move opens or closes. Whether it then owes a step home (ER-71).
    pub(super) fn may_form(&self, p: &Position) -> Allowed<bool> {
        let unit = self.mover(p)?;
        self.not_charging(p)?;
        let card = self.card(unit);
        if card.kind != Kind::Schiltrom || !card.two_faced {
            return Err(Deny::new(Code::NoSecondMode, "E-41"));
        }
        if p.active.formed {
            return Err(Deny::new(Code::ModeAlreadyChanged, "E-49"));
        }
        if self.options.formation_timing == FormationTiming::Start && !p.active.fresh {
            return Err(Deny::new(Code::FormationTiming, "E-50"));
        }
        let piece = p.unit(unit);
        let face = piece.face ^ 1;
        let after = &card.faces[usize::from(face)];
        if after.close_order() && self.ground.soil(piece.hex).cover() {
            return Err(Deny::new(Code::FormationTerrain, "E-51").at(piece.hex));
        }
        let goes_on = self.options.formation_timing != FormationTiming::End;
        self.spend_in_place(p, unit, FORMATION, piece.facing, goes_on.then_some(after))
    }

    pub(super) fn form(&self, p: &mut Position, log: &mut impl Log<Event>) {
        let unit = p.active.unit;
        p.active.owes_step |= self.may_form(p).unwrap_or(false);
        let piece = p.unit_mut(unit);
        piece.face ^= 1;
        piece.spent += FORMATION;
        let face = piece.face;
        p.active.formed = true;
        p.active.fresh = false;
        log.event(|| Event::FormationChanged { unit, face });
    }
}
