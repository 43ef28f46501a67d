//! Section 9, melee and lances.

use super::cards::{NONE, UnitId};
use super::options::{ChargerFree, LanceTotal, NaCells};
use super::{Battle, Choice, Position, Stage};
use crate::standard::deny::{Allowed, Code, Deny};
use crate::standard::event::{Event, Modifiers, modifier};
use crate::standard::melee::Blow;
use crate::standard::morale::Hit;
use crate::standard::position::{bit, members};
use crate::standard::prospect::Aim;
use crate::standard::tables;
use board::{Arc, Dir};
use kernel::{Dice, Log, Side};

impl Battle {
    /// E-93, E-94. Order of checks: state, adjacency, burn, cover, arc, table cell.
    pub(super) fn may_attack(&self, p: &Position, side: Side, attacker: UnitId, target: UnitId) -> Allowed {
        Self::in_stage(matches!(p.stage, Stage::NamePhasing | Stage::NameOther))?;
        self.attack_allowed(p, side, attacker, target)
    }

    fn attack_allowed(&self, p: &Position, side: Side, attacker: UnitId, target: UnitId) -> Allowed {
        let piece = p.unit(attacker);
        // E-39, ER-26: a charger attacks its target or nobody; with the option another may be named in its place.
        let elsewhere = piece.charge != NONE && piece.charge != target;
        if elsewhere && (piece.target == NONE || piece.target == piece.charge) {
            self.can_fight(p, side, attacker)?;
            self.enemy(p, side, target, "E-93")?;
            if self.options.charger_free == ChargerFree::No {
                return Err(Deny::new(Code::ChargerCommitted, "E-39"));
            }
        } else {
            self.can_attack(p, side, attacker)?;
            self.enemy(p, side, target, "E-93")?;
        }
        match self.map.direction(piece.hex, p.unit(target).hex) {
            None => Err(Deny::new(Code::NotAdjacent, "E-94")),
            Some(dir) => self.blow_allowed(p, attacker, dir, target),
        }
    }

    fn blow_allowed(&self, p: &Position, attacker: UnitId, dir: Dir, target: UnitId) -> Allowed {
        let piece = p.unit(attacker);
        let face = self.face(p, attacker);
        let step = self.ground.step(piece.hex, dir);
        if step.burn() {
            return Err(Deny::new(Code::MeleeAcrossBurn, "E-81"));
        }
        if face.mounted() && self.ground.soil(step.to).cover() {
            return Err(Deny::new(Code::CavalryIntoCover, "E-79"));
        }
        match piece.facing.arc(dir) {
            Arc::Front => {}
            Arc::Rear => return Err(Deny::new(Code::RearAttack, "E-93")),
            _ if face.close_order() => return Err(Deny::new(Code::CloseOrderFlank, "E-93")),
            _ => {}
        }
        let cell = tables::melee(self.face(p, target).target, face.attacker);
        if cell == tables::NA && self.options.na_cells == NaCells::Illegal {
            return Err(Deny::new(Code::MeleeNotApplicable, "E-97"));
        }
        Ok(())
    }

    pub(super) fn name_attack(&self, p: &mut Position, attacker: UnitId, target: UnitId, log: &mut impl Log<Event>) {
        p.unit_mut(attacker).target = target;
        log.event(|| Event::Named { attacker, target });
    }

    /// E-94: a charge is named already; it stands as the attack on its target when the naming begins.
    pub(super) fn name_charges(&self, p: &mut Position, log: &mut impl Log<Event>) {
        let side = p.player;
        for attacker in members(self.army(side) & self.cavalry & p.on_map & !p.routed) {
            let target = p.unit(attacker).charge;
            if target != NONE && self.attack_allowed(p, side, attacker, target).is_ok() {
                self.name_attack(p, attacker, target, log);
            }
        }
    }

    /// ER-76: only a charge, which nobody has chosen to name, is declined.
    pub(super) fn may_decline(&self, p: &Position, side: Side, attacker: UnitId) -> Allowed {
        self.may_resolve(p, side, attacker)?;
        if !self.named_by_charge(p, attacker) {
            return Err(Deny::new(Code::NotCharging, "E-94"));
        }
        Ok(())
    }

    /// E-103, E-107: no dice, and the lance is kept; the charge is over (E-40).
    pub(super) fn decline(&self, p: &mut Position, attacker: UnitId, log: &mut impl Log<Event>) {
        let target = std::mem::replace(&mut p.unit_mut(attacker).target, NONE);
        log.event(|| Event::ChargeDeclined { attacker, target });
        self.end_charge(p, attacker, log);
    }

    pub(super) fn may_resolve(&self, p: &Position, side: Side, attacker: UnitId) -> Allowed {
        Self::in_stage(matches!(p.stage, Stage::ResolvePhasing | Stage::ResolveOther))?;
        self.own(p, side, attacker)?;
        if p.unit(attacker).target == NONE {
            return Err(Deny::new(Code::NotNamed, "E-94"));
        }
        Ok(())
    }

    /// Whether the attack is the charge of this unit, with its benefits. E-39, E-108
    fn is_charge(&self, p: &Position, attacker: UnitId, target: UnitId) -> bool {
        let marsh = |unit: UnitId| self.ground.soil(p.unit(unit).hex).marsh();
        p.unit(attacker).charge == target && !marsh(attacker) && !marsh(target)
    }

    /// E-97: the number from the table (`NA` if it has none) and what changes it.
    fn blow_number(&self, p: &Position, attacker: UnitId, target: UnitId) -> (i8, Modifiers) {
        let (face, aim) = (self.face(p, attacker), self.face(p, target));
        let (from, to) = (p.unit(attacker), p.unit(target));
        let mut list = Modifiers::new();
        if self.is_charge(p, attacker, target) {
            if p.lances & bit(attacker) != 0 {
                let total = match self.options.lance_total {
                    LanceTotal::Four => 4,
                    LanceTotal::Six => 6,
                };
                list.push(modifier("charge with lance", total, "E-104"));
            } else {
                list.push(modifier("charge", 2, "E-39"));
            }
        }
        let dir = self.map.direction(from.hex, to.hex);
        if dir.is_some_and(|d| to.facing.arc(d.opposite()) == Arc::Rear) {
            list.push(modifier("from behind", 4, "E-100"));
        }
        if face.close_order() {
            list.push(modifier("close-order attacker", 2, "E-52"));
        }
        if dir.is_some_and(|d| from.facing.arc(d).is_flank()) {
            list.push(modifier("through a flank hex", -2, "E-93"));
        }
        if aim.weapon.is_some() {
            list.push(modifier("target in ranged mode", 2, "E-101"));
        }
        if aim.close_order() {
            list.push(modifier("close-order target", -2, "E-52"));
        }
        if self.ground.soil(to.hex).cover() {
            list.push(modifier("target in cover", -2, "E-102"));
        }
        (tables::melee(aim.target, face.attacker), list)
    }

    /// For planners: what an attack needs.
    pub(super) fn blow_aim(&self, p: &Position, attacker: UnitId, target: UnitId) -> Aim {
        let (base, modifiers) = self.blow_number(p, attacker, target);
        let lance = self.is_charge(p, attacker, target) && p.lances & bit(attacker) != 0;
        Aim::new(attacker, target, base, &modifiers, Hit::Blow { by: attacker, lance })
    }

    /// The attack that was named. E-98
    pub(super) fn resolve_named(
        &self,
        p: &mut Position,
        attacker: UnitId,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let target = p.unit(attacker).target;
        if target == NONE {
            return;
        }
        p.unit_mut(attacker).target = NONE;
        let (base, modifiers) = self.blow_number(p, attacker, target);
        let lance = self.is_charge(p, attacker, target) && p.lances & bit(attacker) != 0;
        let blow = Blow {
            attacker,
            target,
            base,
            modifiers,
            lance,
        };
        self.strike(p, blow, dice, log);
    }

    /// Calls `found` with every attack that may be named, until it says that it has seen enough.
    pub(super) fn each_attack(&self, p: &Position, side: Side, mut found: impl FnMut(Choice) -> bool) -> bool {
        let enemies = self.army(side.other());
        for attacker in members(self.army(side) & p.on_map & !p.routed) {
            let hex = p.unit(attacker).hex;
            for step in self.ground.steps(hex) {
                let target = p.at(step.to);
                if target != NONE
                    && enemies & bit(target) != 0
                    && self.attack_allowed(p, side, attacker, target).is_ok()
                    && found(Choice::Attack(attacker, target))
                {
                    return true;
                }
            }
        }
        false
    }

    /// E-112, ER-09, ER-10: any enemy combat unit, routed or not, in either rear hex.
    pub(super) fn has_enemy_behind(&self, p: &Position, unit: UnitId) -> bool {
        let piece = p.unit(unit);
        let enemies = self.army(self.card(unit).side.other());
        piece.facing.rears().into_iter().any(|d| {
            let other = p.at(self.ground.step(piece.hex, d).to);
            other != NONE && enemies & bit(other) != 0
        })
    }
}
