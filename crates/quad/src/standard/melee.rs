//! Section 9, melee and lances: who may attack, and what an attack comes to.

use super::cards::{NONE, UnitId};
use super::deny::{Allowed, Code, Deny};
use super::event::{Event, Modifiers};
use super::morale::Hit;
use super::position::{Position, bit, members};
use super::{Battle, Choice, Variant, tables};
use kernel::{Dice, Log, Side};

/// An attack about to be made.
pub(crate) struct Blow {
    pub attacker: UnitId,
    pub target: UnitId,
    /// From the table; `NA` if it has no number.
    pub base: i8,
    pub modifiers: Modifiers,
    /// It is a charge with its benefits, and with a lance. E-39, Q-24, Q-27
    pub lance: bool,
}

impl<R: Variant> Battle<R> {
    /// E-93, E-94, Q-48, Q-49: state of the attacker, who attacks once.
    pub(crate) fn can_attack(&self, p: &Position, side: Side, attacker: UnitId) -> Allowed {
        self.can_fight(p, side, attacker)?;
        if p.unit(attacker).target != NONE || p.shot & bit(attacker) != 0 {
            return Err(Deny::new(Code::DuplicateAttacker, R::CITES.melee_once));
        }
        Ok(())
    }

    /// E-93, Q-48: who attacks at all.
    pub(crate) fn can_fight(&self, p: &Position, side: Side, attacker: UnitId) -> Allowed {
        self.own(p, side, attacker)?;
        if p.is_routed(attacker) {
            return Err(Deny::new(Code::UnitRouted, R::CITES.melee_routed));
        }
        let face = self.face(p, attacker);
        if face.disorganised() {
            return Err(Deny::new(Code::UnitDisorganised, R::CITES.melee_disorganised));
        }
        if face.weapon.is_some() {
            return Err(Deny::new(Code::WrongMode, R::CITES.melee_mode));
        }
        Ok(())
    }

    /// One attack, with its morale check and effects at once. E-98, Q-49
    pub(crate) fn strike(&self, p: &mut Position, blow: Blow, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let Blow {
            attacker,
            target,
            base,
            modifiers,
            lance,
        } = blow;
        let roll = dice.pair(6);
        // ER-07: where attacks without a number are allowed, they never hit.
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
            let level = self.check_morale(p, target, Hit::Blow { by: attacker, lance }, dice, log);
            self.suffer(p, target, level, log);
        }
    }

    /// Takes off a Charge marker; the lance stays (E-107, Q-24).
    pub(crate) fn end_charge(&self, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
        if p.unit(unit).charge != NONE {
            p.unit_mut(unit).charge = NONE;
            log.event(|| Event::ChargeOver { unit });
        }
    }

    /// Units with an attack named and not yet resolved.
    pub(crate) fn named(&self, p: &Position, side: Side) -> u128 {
        if !R::NAMES_ATTACKS {
            return 0;
        }
        let with_target = |u: &UnitId| p.unit(*u).target != NONE;
        members(self.army(side) & p.on_map)
            .filter(with_target)
            .fold(0, |set, u| set | bit(u))
    }

    /// Whether the attack named for a unit is its charge. E-39, E-94
    #[inline]
    pub(crate) fn named_by_charge(&self, p: &Position, unit: UnitId) -> bool {
        let piece = p.unit(unit);
        piece.target != NONE && piece.target == piece.charge
    }

    /// E-94, ER-76: every attack named may be made, and a charge be declined.
    pub(crate) fn list_resolving(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        let named = self.named(p, side);
        out.extend(members(named).map(Choice::Resolve));
        let charges = members(named & self.cavalry).filter(|u| self.named_by_charge(p, *u));
        out.extend(charges.map(Choice::Decline));
    }

    pub(crate) fn list_attacks(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        R::attacks(self, p, side, |choice| {
            out.push(choice);
            false
        });
    }

    pub(crate) fn can_attack_any(&self, p: &Position, side: Side) -> bool {
        R::attacks(self, p, side, |_| true)
    }
}
