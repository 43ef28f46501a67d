//! Section 18, schiltroms: the double counter in open order, the single one in close order.

use super::{Battle, Choice, Position};
use crate::standard::cards::{Kind, NONE, Show, UnitId};
use crate::standard::deny::{Allowed, Code, Deny};
use crate::standard::event::Event;
use crate::standard::modes::FORMATION;
use crate::standard::position::{Stand, leader_members};
use board::{Dir, Double, Hex};
use kernel::Log;

const BAD_PLACE: Deny = Deny {
    code: Code::FormationPlacement,
    rule: "Q-124",
    points: None,
    hex: Hex::OFF,
};

impl Battle {
    /// the schiltrom on the move, and the face it would turn up.
    fn schiltrom(&self, p: &Position, now: Show) -> Allowed<(UnitId, u8)> {
        let unit = self.mover(p)?;
        let card = self.card(unit);
        if card.kind != Kind::Schiltrom {
            return Err(Deny::new(Code::NotSchiltrom, "Q-123"));
        }
        let piece = p.unit(unit);
        if card.faces[usize::from(piece.face)].show != now {
            return Err(BAD_PLACE);
        }
        Ok((unit, piece.face ^ 1))
    }

    /// on either of its two hexes. Whether it then owes a step home.
    pub(super) fn may_close(&self, p: &Position, hex: Hex) -> Allowed<bool> {
        let (unit, face) = self.schiltrom(p, Show::Open)?;
        if !p.unit(unit).stand().covers(hex) {
            return Err(BAD_PLACE);
        }
        let after = &self.card(unit).faces[usize::from(face)];
        self.spend_in_place(p, unit, FORMATION, Stand::single(hex), after)
    }

    /// onto its own hex and a free one beside it.
    pub(super) fn may_open(&self, p: &Position, left: Hex, right: Hex) -> Allowed<bool> {
        let (unit, face) = self.schiltrom(p, Show::Close)?;
        let own = p.unit(unit).hex;
        let other = match (left == own, right == own) {
            (true, false) => right,
            (false, true) => left,
            _ => return Err(BAD_PLACE),
        };
        let free = !self.ground.soil(other).pool() && p.at(other) == NONE;
        if !self.map.adjacent(own, other) || !free {
            return Err(BAD_PLACE.at(other));
        }
        let after = &self.card(unit).faces[usize::from(face)];
        self.spend_in_place(p, unit, FORMATION, Stand { left, right }, after)
    }

    /// QR-18: leaders who go along come to the single's hex.
    pub(super) fn close(&self, p: &mut Position, hex: Hex, log: &mut impl Log<Event>) {
        let owes = self.may_close(p, hex).unwrap_or(false);
        let unit = p.active.unit;
        p.stand(unit, Stand::single(hex));
        for leader in leader_members(p.active.leaders) {
            p.leaders[usize::from(leader)] = hex;
        }
        self.formed(p, unit, owes, log);
    }

    /// Leaders stay in the old hex; enemy leaders in the new one are taken (QR-20).
    pub(super) fn open(&self, p: &mut Position, left: Hex, right: Hex, log: &mut impl Log<Event>) {
        let owes = self.may_open(p, left, right).unwrap_or(false);
        let unit = p.active.unit;
        let own = p.unit(unit).hex;
        p.stand(unit, Stand { left, right });
        if let Some(double) = Double::new(&self.map, left, right) {
            p.unit_mut(unit).facing = double.vertex();
        }
        self.formed(p, unit, owes, log);
        self.capture(p, unit, if left == own { right } else { left }, log);
    }

    fn formed(&self, p: &mut Position, unit: UnitId, owes: bool, log: &mut impl Log<Event>) {
        let piece = p.unit_mut(unit);
        piece.face ^= 1;
        piece.spent += FORMATION;
        let face = piece.face;
        self.stayed(p, owes);
        log.event(|| Event::FormationChanged { unit, face });
    }

    pub(super) fn list_formations(&self, p: &Position, out: &mut Vec<Choice>) {
        let unit = p.active.unit;
        if self.card(unit).kind != Kind::Schiltrom {
            return;
        }
        let stand = p.unit(unit).stand();
        if stand.right.is_on() {
            for hex in [stand.left, stand.right] {
                if self.may_close(p, hex).is_ok() {
                    out.push(Choice::Close(hex));
                }
            }
            return;
        }
        for dir in Dir::ALL {
            let other = self.ground.step(stand.left, dir).to;
            if other.is_off() {
                continue;
            }
            for (left, right) in [(stand.left, other), (other, stand.left)] {
                if self.may_open(p, left, right).is_ok() {
                    out.push(Choice::Open(left, right));
                }
            }
        }
    }
}
