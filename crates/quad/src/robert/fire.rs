//! Sections 8, 15.3 and 15.4, fire.

use super::{Battle, Choice, Position, Stage, tables};
use crate::standard::cards::{NONE, UnitId, Weapon};
use crate::standard::deny::{Allowed, Code, Deny};
use crate::standard::event::{Event, Modifiers, modifier};
use crate::standard::morale::Hit;
use crate::standard::position::{bit, members};
use crate::standard::prospect::Aim;
use crate::standard::ranged::{Arrows, OVER_DISTANCE, OVER_RANGE};
use crate::standard::sight::Line;
use board::Hex;
use kernel::{Dice, Log, Side};

/// A shot from hex to hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shot {
    pub line: Line,
    /// Cavalry shot over, or `NONE`.
    pub over: UnitId,
}

impl Shot {
    fn choice(self) -> Choice {
        Choice::Fire {
            shooter: self.line.own,
            target: self.line.aim,
            from: self.line.from,
            to: self.line.to,
            over: self.over,
        }
    }
}

impl Battle {
    /// Order of checks: state, target, range, sight.
    pub(super) fn may_fire(&self, p: &Position, side: Side, shot: Shot) -> Allowed<u16> {
        Self::in_stage(matches!(p.stage, Stage::RangedPhasing | Stage::RangedOther))?;
        let Line { from, to, own, aim } = shot.line;
        let weapon = self.can_shoot(p, side, own)?;
        self.foe(p, side, aim)?;
        if !p.unit(own).stand().covers(from) || !p.unit(aim).stand().covers(to) {
            return Err(Deny::new(Code::OutOfRange, "Q-35"));
        }
        self.range_of(p, weapon, shot)
    }

    /// The range that counts, if the shot can be made.
    fn range_of(&self, p: &Position, weapon: Weapon, shot: Shot) -> Allowed<u16> {
        let Line { from, to, .. } = shot.line;
        let distance = self.map.distance(from, to);
        if distance > tables::range(weapon) {
            return Err(Deny::new(Code::OutOfRange, "Q-43"));
        }
        let blocked = self.sight_blocked(p, shot.line);
        if shot.over == NONE {
            return if blocked {
                Err(self.no_sight(p, shot.line))
            } else {
                Ok(distance)
            };
        }
        self.may_shoot_over(p, shot, distance, blocked)?;
        Ok(OVER_RANGE)
    }

    /// QR-42
    fn may_shoot_over(&self, p: &Position, shot: Shot, distance: u16, blocked: bool) -> Allowed {
        let refuse = |rule| Err(Deny::new(Code::OverCavalryNotAllowed, rule));
        let over = shot.over;
        if self.cavalry & p.on_map & bit(over) == 0 || !self.face(p, over).mounted() {
            return refuse("Q-109");
        }
        if self.longbows & bit(shot.line.own) == 0 || p.is_routed(over) || p.unit(over).charge != NONE {
            return refuse("Q-110");
        }
        let between = self.cavalry_between(p, shot.line.from, shot.line.to);
        if !blocked || distance != OVER_DISTANCE || !between.into_iter().any(|c| c == over) {
            return refuse("Q-109");
        }
        Ok(())
    }

    /// the number from the table, and what changes it. The rulebook changes the dice; the signs are turned round.
    fn shot_number(&self, p: &Position, shot: Shot, weapon: Weapon, range: u16) -> (i8, Modifiers) {
        let Line { own, aim, .. } = shot.line;
        let face = self.face(p, aim);
        let mut list = Modifiers::new();
        // other weapons have no command control.
        if weapon == Weapon::Longbow && !self.in_command(p, own) {
            list.push(modifier("out of command", -2, "Q-122"));
        }
        if shot.over != NONE && self.card(shot.over).division != self.card(own).division {
            list.push(modifier("over another division's cavalry", -2, "Q-112"));
        }
        if p.unit(aim).charge != NONE {
            list.push(modifier("charging target", -2, "Q-25"));
        }
        if face.close_order() {
            list.push(modifier("close-order target", 2, "Q-126"));
        }
        (tables::fire(face.armour, weapon, range), list)
    }

    /// For planners: what a shot needs.
    pub(super) fn shot_aim(&self, p: &Position, shot: Shot) -> Option<Aim> {
        let Line { own, aim, .. } = shot.line;
        let weapon = self.face(p, own).weapon?;
        let range = self.range_of(p, weapon, shot).ok()?;
        let (base, modifiers) = self.shot_number(p, shot, weapon, range);
        let english_longbow = self.longbows & bit(own) != 0;
        let hit = Hit::Arrows {
            by: own,
            english_longbow,
        };
        Some(Aim::new(own, aim, base, &modifiers, hit))
    }

    /// the hit is noted; its morale check comes when all have shot.
    pub(super) fn fire(
        &self,
        p: &mut Position,
        side: Side,
        shot: Shot,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let Line { own, aim, .. } = shot.line;
        let (Ok(range), Some(weapon)) = (self.may_fire(p, side, shot), self.face(p, own).weapon) else {
            return;
        };
        let number = self.shot_number(p, shot, weapon, range);
        let arrows = Arrows {
            shooter: own,
            target: aim,
            over: shot.over,
            number,
        };
        if self.loose(p, arrows, dice, log) {
            p.unit_mut(own).target = aim;
            p.hits[usize::from(p.scored)] = own;
            p.scored += 1;
        }
    }

    /// Every pair of hexes of the two units within range, and the shots along it.
    fn shots_at(
        &self,
        p: &Position,
        own: UnitId,
        weapon: Weapon,
        aim: UnitId,
        found: &mut impl FnMut(Shot) -> bool,
    ) -> bool {
        let longest = tables::range(weapon);
        for from in p.unit(own).stand().hexes() {
            for to in p.unit(aim).stand().hexes() {
                let distance = self.map.distance(from, to);
                if distance > longest {
                    continue;
                }
                let line = Line { from, to, own, aim };
                if !self.sight_blocked(p, line) {
                    if found(Shot { line, over: NONE }) {
                        return true;
                    }
                    continue;
                }
                if distance != OVER_DISTANCE || self.longbows & bit(own) == 0 {
                    continue;
                }
                for over in self.cavalry_between(p, from, to) {
                    if found(Shot { line, over }) {
                        return true;
                    }
                }
            }
        }
        false
    }

    pub(super) fn each_shot(
        &self,
        p: &Position,
        side: Side,
        own: UnitId,
        weapon: Weapon,
        mut found: impl FnMut(Choice) -> bool,
    ) -> bool {
        // A double reaches one hex further from its left half than a single does, and so does its target.
        let near = tables::range(weapon) + 2;
        let from = p.unit(own).hex;
        for aim in members(self.army(side.other()) & p.on_map) {
            if self.map.distance(from, p.unit(aim).hex) <= near
                && self.shots_at(p, own, weapon, aim, &mut |shot| found(shot.choice()))
            {
                return true;
            }
        }
        false
    }

    /// A shot written short: the pair of hexes with the best number; where cavalry must be shot over, that of the
    /// shooter's own division first.
    pub(super) fn complete_shot(&self, p: &Position, own: UnitId, aim: UnitId, over: UnitId) -> Choice {
        let first = |unit: UnitId| p.unit(unit).hex;
        let line = Line {
            from: first(own),
            to: first(aim),
            own,
            aim,
        };
        let fallback = self.nearest_pair(p, line);
        let Some(weapon) = self.face(p, own).weapon else {
            return Shot { line: fallback, over }.choice();
        };
        let mut best: Option<(i32, Shot)> = None;
        self.shots_at(p, own, weapon, aim, &mut |shot| {
            if (over == NONE || shot.over == over)
                && let Ok(range) = self.range_of(p, weapon, shot)
            {
                let (base, list) = self.shot_number(p, shot, weapon, range);
                let number = i32::from(base) + list.iter().map(|m| m.value).sum::<i32>();
                if best.is_none_or(|(most, _)| number > most) {
                    best = Some((number, shot));
                }
            }
            false
        });
        best.map_or(Shot { line: fallback, over }, |(_, shot)| shot).choice()
    }

    /// The pair of hexes with which to say why there is no shot.
    fn nearest_pair(&self, p: &Position, line: Line) -> Line {
        let mut best = line;
        for from in p.unit(line.own).stand().hexes() {
            for to in p.unit(line.aim).stand().hexes() {
                let far = |a: Hex, b: Hex| self.map.distance(a, b);
                if far(from, to) < far(best.from, best.to) {
                    best = Line { from, to, ..line };
                }
            }
        }
        best
    }
}
