//! Section 10, morale.

use super::cards::{NONE, UnitId};
use super::event::{Event, Modifiers, modifier};
use super::position::{Position, bit, members};
use super::{Battle, Variant, tables};
use kernel::{Dice, Log, Side};

/// Above this level a unit is eliminated. E-110
pub(crate) const LAST_LEVEL: u8 = 4;

/// What kind of hit the check is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Hit {
    Arrows { by: UnitId, english_longbow: bool },
    Blow { by: UnitId, lance: bool },
}

impl<R: Variant> Battle<R> {
    /// E-109, E-112: one check; the level afterwards, which may be above the last one. In the ranged phase it is only
    /// noted.
    pub(crate) fn check_morale(
        &self,
        p: &mut Position,
        unit: UnitId,
        hit: Hit,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> u8 {
        let before = p.unit(unit).pending;
        let modifiers = self.morale_modifiers(p, unit, hit);
        let die = dice.die(6);
        let total = i32::from(die) + modifiers.iter().map(|m| m.value).sum::<i32>();
        let increase = tables::rout_increase(total, self.face(p, unit).morale);
        let level = before + increase;
        let deferred = matches!(hit, Hit::Arrows { .. });
        log.event(|| Event::Morale {
            unit,
            die,
            modifiers,
            total,
            increase,
            level,
            deferred,
        });
        level
    }

    pub(crate) fn morale_modifiers(&self, p: &Position, unit: UnitId, hit: Hit) -> Modifiers {
        let mut list = Modifiers::new();
        let level = p.unit(unit).pending;
        if level > 0 {
            list.push(modifier("rout level", -i32::from(level), R::CITES.morale_rout));
        }
        if R::enemy_behind(self, p, unit) {
            list.push(modifier("enemy behind", -1, R::CITES.morale_behind));
        }
        if self.fatigued(p) {
            list.push(modifier("fatigue", -2, R::CITES.morale_fatigue));
        }
        match hit {
            Hit::Blow { lance: true, .. } => list.push(modifier("lance charge", -2, R::CITES.morale_lance)),
            Hit::Arrows {
                english_longbow: true, ..
            } if self.face(p, unit).close_order() => {
                list.push(modifier(
                    "close order under English longbows",
                    -2,
                    R::CITES.morale_close,
                ));
            }
            _ => {}
        }
        R::more_morale(self, p, unit, hit, &mut list);
        list
    }

    /// Brings a rout level that combat has raised into effect: rout or elimination, disobedience, charges.
    pub(crate) fn suffer(&self, p: &mut Position, unit: UnitId, level: u8, log: &mut impl Log<Event>) {
        if level == p.unit(unit).rout {
            return;
        }
        if level > LAST_LEVEL {
            return self.eliminate(p, unit, log);
        }
        p.set_rout(unit, level);
        log.event(|| Event::Routed { unit, level });
        self.end_charge(p, unit, log);
        p.unit_mut(unit).target = NONE;
        let with = p.leaders_with(unit);
        self.disobey(p, self.card(unit).side, with, log);
    }

    /// E-110, E-133: off the map for good; points to the other side; leaders stay and are disobeyed (E-72); charges
    /// upon it are over (E-40) and attacks named on it lost (E-99).
    pub(crate) fn eliminate(&self, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
        let side = self.card(unit).side;
        let with = p.leaders_with(unit);
        let points = self.worth(p, unit);
        p.score[side.other().index()] += points as i16;
        self.end_charge(p, unit, log);
        p.remove(unit);
        log.event(|| Event::Eliminated { unit, points });
        self.disobey(p, side, with, log);
        self.forget_target(p, side, unit, log);
    }

    fn forget_target(&self, p: &mut Position, side: Side, target: UnitId, log: &mut impl Log<Event>) {
        for attacker in members(self.army(side.other()) & p.on_map) {
            if p.unit(attacker).target == target {
                p.unit_mut(attacker).target = NONE;
                log.event(|| Event::AttackLost { attacker, target });
            }
            if p.unit(attacker).charge == target {
                self.end_charge(p, attacker, log);
            }
        }
    }

    /// the check for the next hit, in the order in which they were scored. Once a unit is lost, the rest lapse.
    pub(crate) fn check_hit(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let by = p.hits[usize::from(p.checked)];
        p.checked += 1;
        let unit = std::mem::replace(&mut p.unit_mut(by).target, NONE);
        let english_longbow = self.longbows & bit(by) != 0;
        let level = self.check_morale(p, unit, Hit::Arrows { by, english_longbow }, dice, log);
        p.unit_mut(unit).pending = level;
    }

    /// E-92, Q-46: when all have shot, and all checks are made, their results take effect.
    pub(crate) fn apply_fire(&self, p: &mut Position, log: &mut impl Log<Event>) {
        for unit in members(p.on_map) {
            let level = p.unit(unit).pending;
            self.suffer(p, unit, level, log);
        }
    }

    /// Whether a hit still waits for its check.
    pub(crate) fn hits_wait(&self, p: &mut Position) -> bool {
        while p.checked < p.scored {
            let by = p.hits[usize::from(p.checked)];
            let target = p.unit(by).target;
            if target != NONE && p.unit(target).pending <= LAST_LEVEL {
                return true;
            }
            p.unit_mut(by).target = NONE;
            p.checked += 1;
        }
        false
    }
}
