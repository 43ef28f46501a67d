//! Section 10, morale.

use super::Battle;
use super::cards::{NONE, UnitId};
use super::event::{Event, Modifiers, modifier};
use super::position::{Position, bit};
use super::tables;
use kernel::{Dice, Log, Side};

/// Above this level a unit is eliminated. E-110
pub(super) const LAST_LEVEL: u8 = 4;

/// What kind of hit the check is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hit {
    Arrows { english_longbow: bool },
    Blow { lance: bool },
}

impl Battle {
    /// E-109, E-112: one check; the level afterwards, which may be above the last one. In the ranged phase it is only
    /// noted.
    pub(super) fn check_morale(
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

    fn morale_modifiers(&self, p: &Position, unit: UnitId, hit: Hit) -> Modifiers {
        let mut list = Modifiers::new();
        let level = p.unit(unit).pending;
        if level > 0 {
            list.push(modifier("rout level", -i32::from(level), "E-112"));
        }
        if self.enemy_behind(p, unit) {
            list.push(modifier("enemy behind", -1, "E-112"));
        }
        if self.fatigued(p) {
            list.push(modifier("fatigue", -2, "E-132"));
        }
        match hit {
            Hit::Blow { lance: true } => list.push(modifier("lance charge", -2, "E-106")),
            Hit::Arrows { english_longbow: true } if self.face(p, unit).close_order() => {
                list.push(modifier("close order under English longbows", -2, "E-54"));
            }
            _ => {}
        }
        list
    }

    /// E-112, ER-09, ER-10: any enemy combat unit, routed or not, in either rear hex.
    fn enemy_behind(&self, p: &Position, unit: UnitId) -> bool {
        let piece = p.unit(unit);
        let enemies = self.army(self.card(unit).side.other());
        piece.facing.rears().into_iter().any(|d| {
            let other = p.at(self.ground.step(piece.hex, d).to);
            other != NONE && enemies & bit(other) != 0
        })
    }

    /// Brings a rout level that combat has raised into effect: rout or elimination, disobedience, charges.
    pub(super) fn suffer(&self, p: &mut Position, unit: UnitId, level: u8, log: &mut impl Log<Event>) {
        if level == p.unit(unit).rout {
            return;
        }
        if level > LAST_LEVEL {
            return self.eliminate(p, unit, log);
        }
        p.set_rout(unit, level);
        log.event(|| Event::Routed { unit, level });
        self.end_charge(p, unit, log);
        let piece = p.unit_mut(unit);
        piece.target = NONE;
        let hex = piece.hex;
        self.disobey(p, self.card(unit).side, hex, log);
    }

    /// E-110, E-133: off the map for good; points to the other side; leaders stay and are disobeyed (E-72); charges
    /// upon it are over (E-40) and attacks named on it lost (E-99).
    pub(super) fn eliminate(&self, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
        let side = self.card(unit).side;
        let hex = p.unit(unit).hex;
        let points = self.worth(p, unit);
        p.score[side.other().index()] += points as i16;
        self.end_charge(p, unit, log);
        p.remove(unit);
        log.event(|| Event::Eliminated { unit, points });
        self.disobey(p, side, hex, log);
        self.forget_target(p, side, unit, log);
    }

    fn forget_target(&self, p: &mut Position, side: Side, target: UnitId, log: &mut impl Log<Event>) {
        for attacker in super::position::members(self.army(side.other()) & p.on_map) {
            if p.unit(attacker).target == target {
                p.unit_mut(attacker).target = NONE;
                log.event(|| Event::AttackLost { attacker, target });
            }
            if p.unit(attacker).charge == target {
                self.end_charge(p, attacker, log);
            }
        }
    }
}
