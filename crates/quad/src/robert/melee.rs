//! Sections 9 and 18.2, melee.

use super::{Battle, Choice, Position, Stage};
use crate::standard::cards::{NONE, UnitId, Weapon};
use crate::standard::deny::{Allowed, Code, Deny};
use crate::standard::event::{Event, Modifiers, modifier};
use crate::standard::melee::Blow;
use crate::standard::morale::Hit;
use crate::standard::position::{bit, members};
use crate::standard::prospect::Aim;
use crate::standard::tables;
use board::{Around, Dir, Double, Hex};
use kernel::{Dice, Log, Side};

/// places through which a double attacks, the best first.
const ARCS: [Around; 5] = [
    Around::FrontCentre,
    Around::FrontLeft,
    Around::FrontRight,
    Around::LeftFlank,
    Around::RightFlank,
];

/// Where a hex lies to an attacker.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    Straight,
    Aside,
}

impl Battle {
    pub(super) fn double(&self, p: &Position, unit: UnitId) -> Option<Double> {
        let piece = p.unit(unit);
        if piece.right.is_off() {
            return None;
        }
        Double::new(&self.map, piece.hex, piece.right)
    }

    /// an enemy combat unit that is still there.
    pub(super) fn foe(&self, p: &Position, side: Side, unit: UnitId) -> Allowed {
        if self.army(side.other()) & bit(unit) != 0 && !p.is_on_map(unit) {
            return Err(Deny::new(Code::UnitOffMap, "Q-55"));
        }
        self.enemy(p, side, unit, "Q-34")
    }

    /// Order of checks: state, target, adjacency, arc, table cell.
    pub(super) fn may_strike(&self, p: &Position, side: Side, attacker: UnitId, target: UnitId, hex: Hex) -> Allowed {
        Self::in_stage(matches!(p.stage, Stage::NamePhasing | Stage::NameOther))?;
        self.blow_allowed(p, side, attacker, target, hex)
    }

    fn blow_allowed(&self, p: &Position, side: Side, attacker: UnitId, target: UnitId, hex: Hex) -> Allowed {
        self.can_attack(p, side, attacker)?;
        self.foe(p, side, target)?;
        if !p.unit(target).stand().covers(hex) {
            return Err(Deny::new(Code::NotAdjacent, "Q-48"));
        }
        self.reach(p, attacker, hex)?;
        if tables::melee(self.face(p, target).target, self.face(p, attacker).attacker) == tables::NA {
            return Err(Deny::new(Code::MeleeNotApplicable, "Q-51"));
        }
        Ok(())
    }

    fn reach(&self, p: &Position, attacker: UnitId, hex: Hex) -> Allowed<Reach> {
        let far = Deny::new(Code::NotAdjacent, "Q-48");
        let Some(double) = self.double(p, attacker) else {
            return match self.map.direction(p.unit(attacker).hex, hex) {
                Some(_) => Ok(Reach::Straight),
                None => Err(far),
            };
        };
        match double.place_of(&self.map, hex) {
            None => Err(far),
            Some(Around::FrontCentre) => Ok(Reach::Straight),
            Some(place) if ARCS.contains(&place) => Ok(Reach::Aside),
            Some(_) => Err(Deny::new(Code::RearHex, "Q-50").at(hex)),
        }
    }

    /// QR-41: an attack upon the target of its charge, neither of them in marsh.
    fn is_charge(&self, p: &Position, attacker: UnitId, target: UnitId, hex: Hex) -> bool {
        let marsh = |h: Hex| self.ground.soil(h).marsh();
        p.unit(attacker).charge == target && !marsh(hex) && !p.unit(attacker).stand().hexes().any(marsh)
    }

    /// the number from the table, and what changes it. The rulebook changes the dice; the signs are turned round.
    fn blow(&self, p: &Position, attacker: UnitId, target: UnitId, hex: Hex) -> Blow {
        let (face, aim) = (self.face(p, attacker), self.face(p, target));
        let mut list = Modifiers::new();
        let charge = self.is_charge(p, attacker, target, hex);
        let lance = charge && p.lances & bit(attacker) != 0;
        if self.reach(p, attacker, hex) == Ok(Reach::Aside) {
            list.push(modifier("not to the front centre", -2, "Q-50"));
        }
        if lance {
            list.push(modifier("charge with lance", 4, "Q-27"));
        } else if charge {
            list.push(modifier("charge", 2, "Q-24"));
        }
        if face.close_order() {
            list.push(modifier("close-order attacker", 2, "Q-125"));
        }
        if aim.close_order() {
            list.push(modifier("close-order target", -2, "Q-125"));
        }
        // QR-40
        if aim.weapon == Some(Weapon::Longbow) {
            list.push(modifier("target is a longbow in fire mode", 2, "Q-51"));
        }
        Blow {
            attacker,
            target,
            base: tables::melee(aim.target, face.attacker),
            modifiers: list,
            lance,
        }
    }

    /// For planners: what an attack needs.
    pub(super) fn blow_aim(&self, p: &Position, attacker: UnitId, target: UnitId, hex: Hex) -> Aim {
        let blow = self.blow(p, attacker, target, hex);
        let lance = blow.lance;
        Aim::new(
            attacker,
            target,
            blow.base,
            &blow.modifiers,
            Hit::Blow { by: attacker, lance },
        )
    }

    pub(super) fn attack(
        &self,
        p: &mut Position,
        attacker: UnitId,
        target: UnitId,
        hex: Hex,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let blow = self.blow(p, attacker, target, hex);
        p.shot |= bit(attacker);
        self.strike(p, blow, dice, log);
        // QR-11: whomever it attacked, its charge is over.
        self.end_charge(p, attacker, log);
    }

    /// The hexes a unit can attack, those of a double in the order of [`ARCS`].
    pub(super) fn hexes_in_reach(&self, p: &Position, attacker: UnitId) -> impl Iterator<Item = Hex> {
        let double = self.double(p, attacker);
        let hex = p.unit(attacker).hex;
        (0..6).filter_map(move |i| {
            let hex = match double {
                Some(double) => double.at(&self.map, *ARCS.get(i)?),
                None => self.ground.step(hex, Dir::ALL[i]).to,
            };
            hex.on()
        })
    }

    pub(super) fn each_attack(&self, p: &Position, side: Side, mut found: impl FnMut(Choice) -> bool) -> bool {
        let enemies = self.army(side.other());
        for attacker in members(self.army(side) & p.on_map & !p.routed & !p.shot) {
            for hex in self.hexes_in_reach(p, attacker) {
                let target = p.at(hex);
                if target != NONE
                    && enemies & bit(target) != 0
                    && self.blow_allowed(p, side, attacker, target, hex).is_ok()
                    && found(Choice::Strike { attacker, target, hex })
                {
                    return true;
                }
            }
        }
        false
    }

    /// An attack written short: through the hex with the best number (QR-38).
    pub(super) fn complete_attack(&self, p: &Position, side: Side, attacker: UnitId, target: UnitId) -> Choice {
        let stand = p.unit(target).stand();
        let mut best: Option<(i32, Hex)> = None;
        for hex in stand.hexes() {
            if self.blow_allowed(p, side, attacker, target, hex).is_ok() {
                let number = self
                    .blow(p, attacker, target, hex)
                    .modifiers
                    .iter()
                    .map(|m| m.value)
                    .sum();
                if best.is_none_or(|(most, _)| number > most) {
                    best = Some((number, hex));
                }
            }
        }
        // To say why it cannot be, a hex that touches the attacker tells most.
        let touching = |h: &Hex| p.unit(attacker).stand().hexes().any(|own| self.map.adjacent(own, *h));
        let hex = match best {
            Some((_, hex)) => hex,
            None => stand.hexes().find(touching).unwrap_or(stand.left),
        };
        Choice::Strike { attacker, target, hex }
    }

    /// Q-54, QR-37: any enemy combat unit, routed or not, in the rear centre hex of a double.
    pub(super) fn has_enemy_behind(&self, p: &Position, unit: UnitId) -> bool {
        let Some(double) = self.double(p, unit) else {
            return false;
        };
        let other = p.at(double.at(&self.map, Around::RearCentre));
        other != NONE && self.army(self.card(unit).side.other()) & bit(other) != 0
    }
}
