//! Section 8, ranged combat.

use super::cards::{ENGLISH, NONE, UnitId, Weapon};
use super::deny::{Allowed, Code, Deny};
use super::event::{Event, Modifiers, modifier};
use super::morale::Hit;
use super::options::RangedOrder;
use super::position::{Position, Stage, bit, members};
use super::{Battle, Choice, in_stage, tables};
use kernel::{Dice, Log, Side};

/// E-57, E-58: shots over cavalry are at this distance and count as this range.
const OVER_DISTANCE: u16 = 2;
const OVER_RANGE: u16 = 3;

/// A shot that may be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shot {
    weapon: Weapon,
    range: u16,
}

impl Battle {
    /// Order of checks: state, range, sight.
    pub(super) fn may_shoot(
        &self,
        p: &Position,
        side: Side,
        shooter: UnitId,
        target: UnitId,
        over: UnitId,
    ) -> Allowed<Shot> {
        in_stage(matches!(p.stage, Stage::RangedPhasing | Stage::RangedOther))?;
        let weapon = self.can_shoot(p, side, shooter)?;
        self.enemy(p, side, target, "E-88")?;
        self.shot_at(p, shooter, weapon, target, over)
    }

    /// E-88: an unrouted unit in ranged mode that has not shot yet.
    fn can_shoot(&self, p: &Position, side: Side, shooter: UnitId) -> Allowed<Weapon> {
        self.own(p, side, shooter)?;
        if p.is_routed(shooter) {
            return Err(Deny::new(Code::UnitRouted, "E-88"));
        }
        let weapon = self.face(p, shooter).weapon.ok_or(Deny::new(Code::WrongMode, "E-42"))?;
        if p.shot & bit(shooter) != 0 {
            return Err(Deny::new(Code::AlreadyAttacked, "E-88"));
        }
        Ok(weapon)
    }

    fn shot_at(&self, p: &Position, shooter: UnitId, weapon: Weapon, target: UnitId, over: UnitId) -> Allowed<Shot> {
        let (from, to) = (p.unit(shooter).hex, p.unit(target).hex);
        let distance = self.map.distance(from, to);
        if distance > tables::range(weapon) {
            return Err(Deny::new(Code::OutOfRange, "E-88"));
        }
        let blocked = self.sight_blocked(p, from, to);
        if over == NONE {
            if blocked {
                return Err(self.no_sight(p, shooter, target));
            }
            return Ok(Shot {
                weapon,
                range: distance,
            });
        }
        // E-57 to E-61: only English longbows, only without ordinary sight, never into cover (ER-67).
        if !blocked || self.longbows & bit(shooter) == 0 || self.ground.soil(to).cover() {
            return Err(Deny::new(Code::LosBlocked, "E-57"));
        }
        if distance != OVER_DISTANCE || !self.cavalry_between(p, from, to).any(|c| c == over) {
            return Err(Deny::new(Code::LosBlocked, "E-57"));
        }
        Ok(Shot {
            weapon,
            range: OVER_RANGE,
        })
    }

    fn no_sight(&self, p: &Position, shooter: UnitId, target: UnitId) -> Deny {
        let (from, to) = (p.unit(shooter).hex, p.unit(target).hex);
        let hex = self.sight_blocker(p, from, to);
        let rule = match hex {
            Some(hex) if self.ground.soil(hex).cover() => "E-85",
            Some(hex) if p.at(hex) != NONE => "E-83",
            _ => "E-84",
        };
        hex.map_or(Deny::new(Code::LosBlocked, rule), |hex| {
            Deny::new(Code::LosBlocked, rule).at(hex)
        })
    }

    /// E-59: a shot that needs cavalry to go over takes that of the shooter's own division if there is one.
    pub(super) fn complete(&self, p: &Position, choice: Choice) -> Choice {
        let Choice::Shoot {
            shooter,
            target,
            over: NONE,
        } = choice
        else {
            return choice;
        };
        let (from, to) = (p.unit(shooter).hex, p.unit(target).hex);
        if from.is_off() || to.is_off() || self.map.distance(from, to) != OVER_DISTANCE {
            return choice;
        }
        let Some(weapon) = self.face(p, shooter).weapon else {
            return choice;
        };
        if self.shot_at(p, shooter, weapon, target, NONE).is_ok() {
            return choice;
        }
        let own = |c: &UnitId| self.card(*c).division == self.card(shooter).division;
        let over = self
            .cavalry_between(p, from, to)
            .find(own)
            .or_else(|| self.cavalry_between(p, from, to).next());
        match over {
            Some(over) if self.shot_at(p, shooter, weapon, target, over).is_ok() => {
                Choice::Shoot { shooter, target, over }
            }
            _ => choice,
        }
    }

    /// E-90: number needed, with what makes it up.
    fn shot_number(&self, p: &Position, shooter: UnitId, target: UnitId, over: UnitId, shot: Shot) -> (i8, Modifiers) {
        let face = self.face(p, target);
        let mut list = Modifiers::new();
        if self.in_command(p, shooter) {
            list.push(modifier("Direct Command", 1, "E-56"));
        }
        if self.ground.soil(p.unit(shooter).hex).cover() {
            list.push(modifier("shooting from cover", -2, "E-90"));
        }
        if face.close_order() {
            list.push(modifier("close-order target", 2, "E-52"));
        }
        if p.unit(target).charge != NONE {
            list.push(modifier("charging target", -2, "E-38"));
        }
        if over != NONE && self.card(over).division != self.card(shooter).division {
            list.push(modifier("over another division's cavalry", -2, "E-59"));
        }
        (tables::ranged(face.armour, shot.weapon, shot.range), list)
    }

    /// E-91: hit and morale dice fall at once; the result is noted until all have shot.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn shoot(
        &self,
        p: &mut Position,
        side: Side,
        shooter: UnitId,
        target: UnitId,
        over: UnitId,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let Ok(shot) = self.may_shoot(p, side, shooter, target, over) else {
            return;
        };
        let (base, modifiers) = self.shot_number(p, shooter, target, over, shot);
        let needs = i32::from(base) + modifiers.iter().map(|m| m.value).sum::<i32>();
        let roll = dice.pair(6);
        let hit = i32::from(roll[0] + roll[1]) <= needs;
        p.shot |= bit(shooter);
        log.event(|| Event::Shot {
            shooter,
            target,
            over: (over != NONE).then_some(over),
            base,
            modifiers,
            needs,
            dice: roll,
            hit,
        });
        if hit {
            let english_longbow = self.longbows & bit(shooter) != 0;
            p.unit_mut(target).pending = self.check_morale(p, target, Hit::Arrows { english_longbow }, dice, log);
        }
        if self.options.ranged_order == RangedOrder::Alternate {
            p.shooting = side.other();
        }
    }

    /// E-92: step 4c.
    pub(super) fn apply_ranged(&self, p: &mut Position, log: &mut impl Log<Event>) {
        for unit in members(p.on_map) {
            let level = p.unit(unit).pending;
            self.suffer(p, unit, level, log);
        }
    }

    fn shooters(&self, p: &Position, side: Side) -> impl Iterator<Item = (UnitId, Weapon)> {
        let ready = self.army(side) & p.on_map & !p.routed & !p.shot;
        members(ready).filter_map(|u| self.face(p, u).weapon.map(|w| (u, w)))
    }

    /// Calls `found` with every shot of one unit, until it says that it has seen enough.
    fn shots(
        &self,
        p: &Position,
        side: Side,
        shooter: UnitId,
        weapon: Weapon,
        mut found: impl FnMut(Choice) -> bool,
    ) -> bool {
        let from = p.unit(shooter).hex;
        let reach = tables::range(weapon);
        for target in members(self.army(side.other()) & p.on_map) {
            let to = p.unit(target).hex;
            let distance = self.map.distance(from, to);
            if distance > reach {
                continue;
            }
            if self.shot_at(p, shooter, weapon, target, NONE).is_ok() {
                if found(Choice::Shoot {
                    shooter,
                    target,
                    over: NONE,
                }) {
                    return true;
                }
            } else if side == ENGLISH && distance == OVER_DISTANCE {
                for over in self.cavalry_between(p, from, to) {
                    if self.shot_at(p, shooter, weapon, target, over).is_ok()
                        && found(Choice::Shoot { shooter, target, over })
                    {
                        return true;
                    }
                }
            }
        }
        false
    }

    pub(super) fn list_shots(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        for (shooter, weapon) in self.shooters(p, side) {
            self.shots(p, side, shooter, weapon, |choice| {
                out.push(choice);
                false
            });
        }
    }

    pub(super) fn can_shoot_any(&self, p: &Position, side: Side) -> bool {
        self.shooters(p, side)
            .any(|(shooter, weapon)| self.shots(p, side, shooter, weapon, |_| true))
    }
}
