//! Section 5.3, charges: declared at the end of the move, which must have ended in a run.

use super::manoeuvre::{DOWNHILL, FORWARD_LEFT, FORWARD_RIGHT, IN_MARSH, NOT_CLEAR, WAY};
use super::{Battle, Choice, Position};
use crate::standard::cards::{Armour, NONE, UnitId};
use crate::standard::deny::{Allowed, Code, Deny};
use crate::standard::event::Event;
use crate::standard::position::{Moving, NOTHING, bit};
use arrayvec::ArrayVec;
use board::{Around, Dir, Double, Hex};
use kernel::{Log, Side};

impl Battle {
    /// Order of reasons: kind, run, marsh, downhill, target (section 7 of the catalogue).
    pub(super) fn may_charge(&self, p: &Position, side: Side, target: UnitId) -> Allowed {
        let unit = self.mover(p)?;
        if !self.can_charge(p, unit) {
            return Err(Deny::new(Code::CannotCharge, "Q-20"));
        }
        self.foe(p, side, target)?;
        let recent = p.active.recent;
        self.straight(p, unit)?;
        let ahead = self.ahead(p, unit);
        let at = ahead.iter().filter(|h| p.at(**h) == target);
        let marsh = |h: &Hex| self.ground.soil(*h).marsh();
        // Q-113, QR-41: of a double, one half on firm ground is enough to be charged.
        let wet = at.clone().all(marsh).then(|| at.clone().next()).flatten();
        if recent.iter().any(|n| n & IN_MARSH != 0) {
            return Err(Deny::new(Code::ChargeMarsh, "Q-113"));
        }
        if let Some(hex) = wet {
            return Err(Deny::new(Code::ChargeMarsh, "Q-113").at(*hex));
        }
        if recent.iter().any(|n| n & DOWNHILL != 0) {
            return Err(Deny::new(Code::ChargeDownhill, "Q-22"));
        }
        if at.count() == 0 {
            let touches = |own: Hex| p.unit(target).stand().hexes().any(|h| self.map.adjacent(own, h));
            let beside = p.unit(unit).stand().hexes().any(touches);
            return Err(if beside {
                Deny::new(Code::ChargeTarget, "Q-21")
            } else {
                Deny::new(Code::ChargeNotAdjacent, "Q-21")
            });
        }
        Ok(())
    }

    /// mounted, in plate or mail.
    fn can_charge(&self, p: &Position, unit: UnitId) -> bool {
        let face = self.face(p, unit);
        face.mounted() && matches!(face.armour, Armour::Plate | Armour::Mail)
    }

    /// Q-20, QR-09, QR-10: the last three steps in one line, or a double going straight ahead; every hex clear. All that
    /// is wrong with a run is called `ChargeRun`; the sentences differ.
    fn straight(&self, p: &Position, unit: UnitId) -> Allowed {
        let recent = p.active.recent;
        if recent.iter().any(|n| n & NOTHING != 0) {
            return Err(Deny::new(Code::ChargeTooShort, "Q-20"));
        }
        let [a, b, c] = recent.map(|n| n & WAY);
        let run = if p.unit(unit).is_double() {
            let forward = [a, b, c].iter().all(|w| [FORWARD_LEFT, FORWARD_RIGHT].contains(w));
            forward && ((a == b && b == c) || (a != b && b != c))
        } else {
            a == b && b == c
        };
        if !run {
            return Err(Deny::new(Code::ChargeBroken, "Q-20"));
        }
        // Ground that is neither clear nor marsh breaks the run; marsh has a refusal of its own.
        if recent.iter().any(|n| n & (NOT_CLEAR | IN_MARSH) == NOT_CLEAR) {
            return Err(Deny::new(Code::ChargeTerrain, "Q-20"));
        }
        Ok(())
    }

    /// the three hexes ahead.
    fn ahead(&self, p: &Position, unit: UnitId) -> ArrayVec<Hex, 3> {
        let piece = p.unit(unit);
        let hexes = match Double::new(&self.map, piece.hex, piece.right) {
            Some(double) => {
                [Around::FrontLeft, Around::FrontCentre, Around::FrontRight].map(|place| double.at(&self.map, place))
            }
            None => {
                let way = Dir::from_index(p.active.recent[2] & WAY);
                [-1, 0, 1].map(|turn| self.ground.step(piece.hex, way.turned(turn)).to)
            }
        };
        hexes.into_iter().filter(|h| h.is_on()).collect()
    }

    /// the move ends with the marker on.
    pub(super) fn charge(&self, p: &mut Position, target: UnitId, log: &mut impl Log<Event>) {
        let unit = p.active.unit;
        p.unit_mut(unit).charge = target;
        log.event(|| Event::Charged { unit, target });
        self.close_move(p);
    }

    pub(super) fn list_charges(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        let unit = p.active.unit;
        if p.active.kind != Moving::Unit || !self.can_charge(p, unit) || self.straight(p, unit).is_err() {
            return;
        }
        let mut seen = 0;
        for hex in self.ahead(p, unit) {
            let target = p.at(hex);
            if target == NONE || seen & bit(target) != 0 {
                continue;
            }
            seen |= bit(target);
            if self.may_charge(p, side, target).is_ok() {
                out.push(Choice::Charge(target));
            }
        }
    }
}
