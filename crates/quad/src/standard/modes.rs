//! Sections 5.4 and 5.5, modes and the formations of schiltroms.

use super::cards::{Card, Kind, Show, UnitId};
use super::deny::{Allowed, Code, Deny};
use super::event::Event;
use super::position::{Position, Stage, bit, members};
use super::{Battle, Choice, Variant};
use kernel::{Log, Side};

/// Half points. E-44
const CROSSBOW: u8 = 12;
const DISMOUNTING: u8 = 16;
pub const FORMATION: u8 = 4;

/// Bows of two faces and Scottish cavalry; schiltroms change by `form`, English infantry by organising.
pub(crate) fn changes_by_mode(card: &Card) -> bool {
    card.two_faced
        && matches!(
            card.kind,
            Kind::Longbow | Kind::Crossbow | Kind::Shortbow | Kind::Cavalry
        )
}

impl<R: Variant> Battle<R> {
    /// The cost in half points, if the unit may change mode.
    pub(crate) fn may_change_mode(&self, p: &Position, side: Side, unit: UnitId) -> Allowed<u8> {
        Self::in_stage(p.stage == Stage::Movement)?;
        self.own(p, side, unit)?;
        self.nobody_moves(p)?;
        let card = self.card(unit);
        if self.changers & bit(unit) == 0 {
            let (code, rule) = match card.kind {
                Kind::Schiltrom => (Code::FormationTiming, R::CITES.mode_schiltrom),
                _ => (Code::NoSecondMode, R::CITES.modes),
            };
            return Err(Deny::new(code, rule));
        }
        if p.is_routed(unit) {
            return Err(Deny::new(Code::UnitRouted, R::CITES.mode_routed));
        }
        let face = self.face(p, unit);
        if face.show == Show::Dismounted {
            return Err(Deny::new(Code::AlreadyDismounted, R::CITES.remount));
        }
        if p.mode_changed & bit(unit) != 0 {
            return Err(Deny::new(Code::ModeAlreadyChanged, R::CITES.mode_once));
        }
        let cost = match card.kind {
            Kind::Crossbow => CROSSBOW,
            Kind::Cavalry => DISMOUNTING,
            _ => 0,
        };
        let limit = if self.settings.tired_modes {
            self.limit(p, face, p.entered & bit(unit) != 0, p.strayed & bit(unit) != 0)
        } else {
            face.allowance
        };
        let spent = p.unit(unit).spent;
        let left = limit.saturating_sub(spent);
        if cost > left {
            let tired = spent + cost <= face.allowance;
            let rule = if tired { R::CITES.mode_tired } else { R::CITES.mode_cost };
            return Err(Deny::new(Code::InsufficientMp, rule).points(cost, left));
        }
        Ok(cost)
    }

    pub(crate) fn change_mode(&self, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
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

    pub(crate) fn list_modes(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        for unit in members(self.mode_candidates(p, side)) {
            if self.may_change_mode(p, side, unit).is_ok() {
                out.push(Choice::Mode(unit));
            }
        }
    }

    pub(crate) fn can_change_any_mode(&self, p: &Position, side: Side) -> bool {
        members(self.mode_candidates(p, side)).any(|unit| self.may_change_mode(p, side, unit).is_ok())
    }

    fn mode_candidates(&self, p: &Position, side: Side) -> u128 {
        self.changers & self.army(side) & p.on_map & !p.routed & !p.mode_changed
    }
}
