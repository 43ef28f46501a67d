//! Section 5.5, the formations of schiltroms.

use super::cards::Kind;
use super::options::FormationTiming;
use super::{Battle, Position};
use crate::standard::deny::{Allowed, Code, Deny};
use crate::standard::event::Event;
use crate::standard::modes::FORMATION;
use kernel::Log;

impl Battle {
    /// E-49 to E-51: the schiltrom on the move opens or closes. Whether it then owes a step home (ER-71).
    pub(super) fn may_form(&self, p: &Position) -> Allowed<bool> {
        let unit = self.mover(p)?;
        self.not_charging(p)?;
        let card = self.card(unit);
        if card.kind != Kind::Schiltrom || !card.two_faced {
            return Err(Deny::new(Code::NoSecondMode, "E-41"));
        }
        if p.active.formed {
            return Err(Deny::new(Code::ModeAlreadyChanged, "E-49"));
        }
        if self.options.formation_timing == FormationTiming::Start && !p.active.fresh {
            return Err(Deny::new(Code::FormationTiming, "E-50"));
        }
        let piece = p.unit(unit);
        let face = piece.face ^ 1;
        let after = &card.faces[usize::from(face)];
        if after.close_order() && self.ground.soil(piece.hex).cover() {
            return Err(Deny::new(Code::FormationTerrain, "E-51").at(piece.hex));
        }
        let goes_on = self.options.formation_timing != FormationTiming::End;
        self.spend_in_place(p, unit, FORMATION, piece.facing, goes_on.then_some(after))
    }

    pub(super) fn form(&self, p: &mut Position, log: &mut impl Log<Event>) {
        let unit = p.active.unit;
        p.active.owes_step |= self.may_form(p).unwrap_or(false);
        let piece = p.unit_mut(unit);
        piece.face ^= 1;
        piece.spent += FORMATION;
        let face = piece.face;
        p.active.formed = true;
        p.active.fresh = false;
        log.event(|| Event::FormationChanged { unit, face });
    }
}
