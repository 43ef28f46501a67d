//! Section 9, melee and lances.

use super::cards::{NONE, UnitId};
use super::deny::{Allowed, Code, Deny};
use super::event::{Event, Modifiers, modifier};
use super::morale::Hit;
use super::options::{ChargerFree, LanceTotal, NaCells};
use super::position::{Position, Stage, bit, members};
use super::{Battle, Choice, in_stage, tables};
use board::{Arc, Dir};
use kernel::{Dice, Log, Side};

impl Battle {
    /// E-93, E-94. Order of checks: state, adjacency, burn, cover, arc, table cell.
    pub(super) fn may_attack(&self, p: &Position, side: Side, attacker: UnitId, target: UnitId) -> Allowed {
        in_stage(matches!(p.stage, Stage::NamePhasing | Stage::NameOther))?;
        self.attack_allowed(p, side, attacker, target)
    }

    fn attack_allowed(&self, p: &Position, side: Side, attacker: UnitId, target: UnitId) -> Allowed {
        self.can_attack(p, side, attacker)?;
        self.enemy(p, side, target, "E-93")?;
        let piece = p.unit(attacker);
        // E-39, ER-26
        if piece.charge != NONE && piece.charge != target && self.options.charger_free == ChargerFree::No {
            return Err(Deny::new(Code::ChargerCommitted, "E-39"));
        }
        match self.map.direction(piece.hex, p.unit(target).hex) {
            None => Err(Deny::new(Code::NotAdjacent, "E-94")),
            Some(dir) => self.blow_allowed(p, attacker, dir, target),
        }
    }

    fn can_attack(&self, p: &Position, side: Side, attacker: UnitId) -> Allowed {
        self.own(p, side, attacker)?;
        if p.is_routed(attacker) {
            return Err(Deny::new(Code::UnitRouted, "E-93"));
        }
        let face = self.face(p, attacker);
        if face.disorganised() {
            return Err(Deny::new(Code::UnitDisorganised, "E-62"));
        }
        if face.weapon.is_some() {
            return Err(Deny::new(Code::WrongMode, "E-42"));
        }
        if p.unit(attacker).target != NONE {
            return Err(Deny::new(Code::DuplicateAttacker, "E-94"));
        }
        Ok(())
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

    pub(super) fn may_resolve(&self, p: &Position, side: Side, attacker: UnitId) -> Allowed {
        in_stage(matches!(p.stage, Stage::ResolvePhasing | Stage::ResolveOther))?;
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

    /// One attack, with its morale check and effects at once. E-98
    pub(super) fn strike(&self, p: &mut Position, attacker: UnitId, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let target = p.unit(attacker).target;
        if target == NONE {
            return;
        }
        p.unit_mut(attacker).target = NONE;
        let (base, modifiers) = self.blow_number(p, attacker, target);
        let charge = self.is_charge(p, attacker, target);
        let lance = charge && p.lances & bit(attacker) != 0;
        let roll = dice.pair(6);
        // ER-07: with the option `no_effect` an attack without a number never hits.
        let (base, needs) = if base == tables::NA {
            (0, 0)
        } else {
            (base, i32::from(base) + modifiers.iter().map(|m| m.value).sum::<i32>())
        };
        let hit = i32::from(roll[0] + roll[1]) <= needs;
        log.event(|| Event::Struck {
            attacker,
            target,
            base,
            modifiers,
            needs,
            dice: roll,
            hit,
        });
        if lance {
            p.lances &= !bit(attacker);
            log.event(|| Event::LanceGone {
                unit: attacker,
                used: true,
            });
        }
        if p.unit(attacker).charge == target {
            self.end_charge(p, attacker, log);
        }
        if hit {
            let level = self.check_morale(p, target, Hit::Blow { lance }, dice, log);
            self.suffer(p, target, level, log);
        }
    }

    /// Units with an attack named and not yet resolved.
    pub(super) fn named(&self, p: &Position, side: Side) -> u128 {
        let with_target = |u: &UnitId| p.unit(*u).target != NONE;
        members(self.army(side) & p.on_map)
            .filter(with_target)
            .fold(0, |set, u| set | bit(u))
    }

    /// Calls `found` with every attack that may be named, until it says that it has seen enough.
    fn attacks(&self, p: &Position, side: Side, mut found: impl FnMut(Choice) -> bool) -> bool {
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

    pub(super) fn list_attacks(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        self.attacks(p, side, |choice| {
            out.push(choice);
            false
        });
    }

    pub(super) fn can_name_any(&self, p: &Position, side: Side) -> bool {
        self.attacks(p, side, |_| true)
    }
}
