//! Section 8, fire: who may shoot, and what a shot comes to.

use super::cards::{NONE, UnitId, Weapon};
use super::deny::{Allowed, Code, Deny};
use super::event::{Event, Modifiers};
use super::position::{Position, bit, members};
use super::sight::Line;
use super::{Battle, Choice, Variant};
use kernel::{Dice, Log, Side};

/// Shots over cavalry are at this distance and count as this range. E-57, E-58, Q-109, Q-111
pub(crate) const OVER_DISTANCE: u16 = 2;
pub(crate) const OVER_RANGE: u16 = 3;

/// A shot about to be made.
pub(crate) struct Arrows {
    pub shooter: UnitId,
    pub target: UnitId,
    /// Cavalry shot over, or `NONE`.
    pub over: UnitId,
    /// From the table, and what changes it.
    pub number: (i8, Modifiers),
}

impl<R: Variant> Battle<R> {
    /// E-88, Q-42: an unrouted unit in its mode for shooting that has not shot yet.
    pub(crate) fn can_shoot(&self, p: &Position, side: Side, shooter: UnitId) -> Allowed<Weapon> {
        self.own(p, side, shooter)?;
        if p.is_routed(shooter) {
            return Err(Deny::new(Code::UnitRouted, R::CITES.shoot_routed));
        }
        let weapon = self.face(p, shooter).weapon;
        let weapon = weapon.ok_or(Deny::new(Code::WrongMode, R::CITES.shoot_mode))?;
        if p.shot & bit(shooter) != 0 {
            return Err(Deny::new(Code::AlreadyAttacked, R::CITES.shoot));
        }
        Ok(weapon)
    }

    /// Why there is no sight along a line.
    pub(crate) fn no_sight(&self, p: &Position, line: Line) -> Deny {
        let hex = self.sight_blocker(p, line);
        let rule = match hex {
            Some(hex) if self.ground.soil(hex).cover() => R::CITES.sight_cover,
            Some(hex) if p.at(hex) != NONE => R::CITES.sight_unit,
            _ => R::CITES.sight_height,
        };
        hex.map_or(Deny::new(Code::LosBlocked, rule), |hex| {
            Deny::new(Code::LosBlocked, rule).at(hex)
        })
    }

    /// Rolls for a shot; whether it hits.
    pub(crate) fn loose(
        &self,
        p: &mut Position,
        arrows: Arrows,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> bool {
        let Arrows {
            shooter,
            target,
            over,
            number: (base, modifiers),
        } = arrows;
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
        hit
    }

    fn shooters(&self, p: &Position, side: Side) -> impl Iterator<Item = (UnitId, Weapon)> {
        let ready = self.army(side) & p.on_map & !p.routed & !p.shot;
        members(ready).filter_map(|u| self.face(p, u).weapon.map(|w| (u, w)))
    }

    pub(crate) fn list_shots(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        for (shooter, weapon) in self.shooters(p, side) {
            R::shots(self, p, side, shooter, weapon, |choice| {
                out.push(choice);
                false
            });
        }
    }

    pub(crate) fn can_shoot_any(&self, p: &Position, side: Side) -> bool {
        self.shooters(p, side)
            .any(|(shooter, weapon)| R::shots(self, p, side, shooter, weapon, |_| true))
    }
}
