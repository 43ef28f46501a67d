//! Section 8, ranged combat.

use super::cards::{ENGLISH, NONE, UnitId, Weapon};
use super::{Battle, Choice, Position, Stage, tables};
use crate::standard::deny::{Allowed, Code, Deny};
use crate::standard::event::{Event, Modifiers, modifier};
use crate::standard::morale::Hit;
use crate::standard::position::{bit, members};
use crate::standard::prospect::Aim;
use crate::standard::ranged::{Arrows, OVER_DISTANCE, OVER_RANGE};
use crate::standard::sight::Line;
use kernel::{Dice, Log, Side};

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
        Self::in_stage(matches!(p.stage, Stage::RangedPhasing | Stage::RangedOther))?;
        let weapon = self.can_shoot(p, side, shooter)?;
        self.enemy(p, side, target, "E-88")?;
        self.shot_at(p, shooter, weapon, target, over)
    }

    /// The line between two units of one hex each.
    pub(super) fn line(&self, p: &Position, own: UnitId, aim: UnitId) -> Line {
        Line {
            from: p.unit(own).hex,
            to: p.unit(aim).hex,
            own,
            aim,
        }
    }

    fn shot_at(&self, p: &Position, shooter: UnitId, weapon: Weapon, target: UnitId, over: UnitId) -> Allowed<Shot> {
        let (from, to) = (p.unit(shooter).hex, p.unit(target).hex);
        let distance = self.map.distance(from, to);
        if distance > tables::range(weapon) {
            return Err(Deny::new(Code::OutOfRange, "E-88"));
        }
        let line = self.line(p, shooter, target);
        let blocked = self.sight_blocked(p, line);
        if over == NONE {
            if blocked {
                return Err(self.no_sight(p, line));
            }
            return Ok(Shot {
                weapon,
                range: distance,
            });
        }
        if self.longbows & bit(shooter) == 0 {
            return Err(Deny::new(Code::LosBlocked, "E-61"));
        }
        // ER-67
        if self.ground.soil(to).cover() {
            return Err(Deny::new(Code::LosBlocked, "E-60"));
        }
        if !blocked || distance != OVER_DISTANCE || !self.cavalry_between(p, from, to).any(|c| c == over) {
            return Err(Deny::new(Code::LosBlocked, "E-57"));
        }
        Ok(Shot {
            weapon,
            range: OVER_RANGE,
        })
    }

    /// E-59: a shot that needs cavalry to go over takes that of the shooter's own division if there is one.
    pub(super) fn complete_shot(&self, p: &Position, choice: Choice) -> Choice {
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

    /// For planners: what a shot needs.
    pub(super) fn shot_aim(&self, p: &Position, shooter: UnitId, target: UnitId, over: UnitId) -> Option<Aim> {
        let weapon = self.face(p, shooter).weapon?;
        let shot = self.shot_at(p, shooter, weapon, target, over).ok()?;
        let (base, modifiers) = self.shot_number(p, shooter, target, over, shot);
        let english_longbow = self.longbows & bit(shooter) != 0;
        let hit = Hit::Arrows {
            by: shooter,
            english_longbow,
        };
        Some(Aim::new(shooter, target, base, &modifiers, hit))
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
        let number = self.shot_number(p, shooter, target, over, shot);
        let arrows = Arrows {
            shooter,
            target,
            over,
            number,
        };
        if self.loose(p, arrows, dice, log) {
            let english_longbow = self.longbows & bit(shooter) != 0;
            let hit = Hit::Arrows {
                by: shooter,
                english_longbow,
            };
            let level = self.check_morale(p, target, hit, dice, log);
            p.unit_mut(target).pending = level;
        }
        // ER-31
        if self.settings.alternate_fire {
            p.shooting = side.other();
        }
    }

    /// Calls `found` with every shot of one unit, until it says that it has seen enough.
    pub(super) fn each_shot(
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
}
