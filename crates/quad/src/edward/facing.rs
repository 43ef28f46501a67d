//! Sections 5.1 and 5.2, steps and facing.

use super::cards::{Face, NONE, UnitId};
use super::options::{BurnCost, FormationTiming, MarshReverse};
use super::{Battle, Choice, Position};
use crate::standard::deny::{Allowed, Code, Deny};
use crate::standard::event::Event;
use crate::standard::ground::Step;
use crate::standard::movement::{Purse, facing_bit};
use crate::standard::position::{Stand, leader_members};
use board::{Arc, Dir, Hex, Vertex};
use kernel::{Log, Side};

/// Half points. E-24, E-26
const PIVOT: u8 = 4;
const REVERSAL: u8 = 6;
const PIVOT_IN_MARSH: u8 = 6;
const REVERSAL_IN_MARSH: u8 = 8;
/// E-25: what an oblique adds in close order, and its least cost when leaving marsh.
const OBLIQUE: u8 = 2;
const OBLIQUE_FROM_MARSH: u8 = 6;
/// E-80 with the option `all_remaining`: at least a whole point must be left.
const LEAST_FOR_BURN: u8 = 2;

/// A step that may be made: where to, and what the move has then cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub to: Hex,
    pub purse: Purse,
}

impl Battle {
    pub(super) fn may_advance(&self, p: &Position, dir: Dir) -> Allowed<Pace> {
        let pace = self.may_go_ahead(p, dir)?;
        if p.active.charge != NONE && !self.run_goes_on(p, pace) {
            return Err(self.why_run_ends(p, pace));
        }
        Ok(pace)
    }

    /// The same as a plain answer, for lists: nobody asks for reasons there.
    fn advances(&self, p: &Position, dir: Dir) -> bool {
        let pace = self.may_go_ahead(p, dir);
        pace.is_ok_and(|pace| p.active.charge == NONE || self.run_goes_on(p, pace))
    }

    /// A step into a front hex, whatever becomes of a charge after it.
    fn may_go_ahead(&self, p: &Position, dir: Dir) -> Allowed<Pace> {
        let unit = self.mover(p)?;
        self.formation_allows(p)?;
        if p.unit(unit).facing.arc(dir) != Arc::Front {
            return Err(Deny::new(Code::NotFrontHex, "E-22"));
        }
        self.pace(p, dir, false)
    }

    pub(super) fn may_oblique(&self, p: &Position, dir: Dir) -> Allowed<Pace> {
        let unit = self.mover(p)?;
        self.not_charging(p)?;
        self.formation_allows(p)?;
        if !p.unit(unit).facing.arc(dir).is_flank() {
            return Err(Deny::new(Code::NotFlankHex, "E-22"));
        }
        if self.face(p, unit).close_order() && p.active.manoeuvred {
            return Err(Deny::new(Code::FacingLimit, "E-24"));
        }
        self.pace(p, dir, true)
    }

    /// E-30
    pub(super) fn not_charging(&self, p: &Position) -> Allowed {
        if p.active.charge == NONE {
            Ok(())
        } else {
            Err(Deny::new(Code::ChargeBroken, "E-30"))
        }
    }

    /// E-50: after a formation change at the end of the move nothing follows.
    fn formation_allows(&self, p: &Position) -> Allowed {
        if p.active.formed && self.options.formation_timing == FormationTiming::End {
            Err(Deny::new(Code::FormationTiming, "E-50"))
        } else {
            Ok(())
        }
    }

    fn pace(&self, p: &Position, dir: Dir, oblique: bool) -> Allowed<Pace> {
        let unit = p.active.unit;
        let from = p.unit(unit).hex;
        let face = self.face(p, unit);
        let step = self.ground.step(from, dir);
        self.may_enter(p, face, step)?;
        if p.active.charge != NONE {
            self.run_allows(step)?;
        }
        let purse = self.pay(p, unit, self.purse(p), step, from, oblique)?;
        Ok(Pace { to: step.to, purse })
    }

    /// Map, occupancy and terrain, in this order.
    pub(super) fn may_enter(&self, p: &Position, face: &Face, step: Step) -> Allowed {
        let to = step.to;
        if to.is_off() {
            return Err(Deny::new(Code::OffMap, "E-18"));
        }
        if p.at(to) != NONE {
            return Err(Deny::new(Code::HexOccupied, "E-16").at(to));
        }
        let soil = self.ground.soil(to);
        if soil.pool() {
            return Err(Deny::new(Code::ProhibitedTerrain, "E-74").at(to));
        }
        if soil.cover() && face.mounted() {
            return Err(Deny::new(Code::ProhibitedTerrain, "E-78").at(to));
        }
        if soil.cover() && face.close_order() {
            return Err(Deny::new(Code::ProhibitedTerrain, "E-51").at(to));
        }
        Ok(())
    }

    /// What a step costs the unit and the leaders with it, if they can pay.
    pub(super) fn pay(
        &self,
        p: &Position,
        unit: UnitId,
        purse: Purse,
        step: Step,
        from: Hex,
        oblique: bool,
    ) -> Allowed<Purse> {
        let side = self.card(unit).side;
        let face = self.face(p, unit);
        let close_oblique = oblique && face.close_order();
        let strayed = purse.strayed || !step.closer(side);
        let limit = self.limit(p, face, true, strayed);
        let left = limit.saturating_sub(purse.spent);
        let mut after = Purse {
            entered: true,
            strayed,
            ..purse
        };
        if step.burn() {
            self.burn_allows(purse.spent, left, close_oblique)?;
            after.spent = limit.max(purse.spent);
        } else {
            let mut cost = step.cost;
            if close_oblique {
                cost += OBLIQUE;
                if self.ground.soil(from).marsh() {
                    cost = cost.max(OBLIQUE_FROM_MARSH);
                }
            }
            if cost > left {
                return Err(self.too_dear(cost, purse.spent, limit, face.allowance));
            }
            after.spent += cost;
        }
        if p.active.leaders != 0 {
            after.leader_spent = self.leaders_pay(p, purse.leader_spent, step, strayed)?;
        }
        Ok(after)
    }

    /// E-80, ER-17
    pub(super) fn burn_allows(&self, spent: u8, left: u8, close_oblique: bool) -> Allowed {
        match self.options.burn_cost {
            BurnCost::FullAllowance if spent > 0 => Err(Deny::new(Code::BurnNeedsFullAllowance, "E-80")),
            BurnCost::AllRemaining if left < LEAST_FOR_BURN => {
                Err(Deny::new(Code::InsufficientMp, "E-80").points(LEAST_FOR_BURN, left))
            }
            _ if close_oblique => Err(Deny::new(Code::BurnNeedsFullAllowance, "E-80")),
            _ => Ok(()),
        }
    }

    /// The cost in half points, and whether the unit then owes a step home (ER-71).
    pub(super) fn may_pivot(&self, p: &Position, facing: Vertex) -> Allowed<(u8, bool)> {
        let unit = self.mover(p)?;
        self.not_charging(p)?;
        self.formation_allows(p)?;
        let now = p.unit(unit).facing;
        if facing == now {
            return Err(Deny::new(Code::SameFacing, "E-23"));
        }
        if !self.face(p, unit).close_order() {
            if p.active.facings & facing_bit(facing) != 0 {
                return Err(Deny::new(Code::FacingRepeated, "ER-69"));
            }
            return Ok((0, false));
        }
        if p.active.manoeuvred {
            return Err(Deny::new(Code::FacingLimit, "E-24"));
        }
        let marsh = self.ground.soil(p.unit(unit).hex).marsh();
        let reversal = facing == now.opposite();
        let cost = match (reversal, marsh, self.options.marsh_reverse) {
            (false, false, _) => PIVOT,
            (false, true, _) => PIVOT_IN_MARSH,
            (true, false, _) => REVERSAL,
            (true, true, MarshReverse::FourMp) => REVERSAL_IN_MARSH,
            (true, true, MarshReverse::Prohibited) => return Err(Deny::new(Code::ReverseInMarsh, "E-26")),
        };
        let owes = self.spend_in_place(p, unit, cost, facing, Some(self.face(p, unit)))?;
        Ok((cost, owes))
    }

    /// Points spent without entering a hex. ER-71: when tired, more than half only if a hex can still be entered that
    /// keeps the full allowance (`after`: with which face; `None` if the move ends here). Whether that is then owed.
    pub(super) fn spend_in_place(
        &self,
        p: &Position,
        unit: UnitId,
        cost: u8,
        facing: Vertex,
        after: Option<&Face>,
    ) -> Allowed<bool> {
        let face = self.face(p, unit);
        let spent = p.unit(unit).spent;
        let limit = self.limit(p, face, p.active.entered, p.active.strayed);
        let total = spent + cost;
        if total <= limit {
            return Ok(false);
        }
        let way_home = |after| self.way_home(p, unit, total, facing, after);
        if !p.active.entered && total <= face.allowance && after.is_some_and(way_home) {
            return Ok(true);
        }
        Err(self.too_dear(cost, spent, limit, face.allowance))
    }

    /// Whether a hex closer to home can be entered after `spent` half points.
    fn way_home(&self, p: &Position, unit: UnitId, spent: u8, facing: Vertex, face: &Face) -> bool {
        // Only a schiltrom ever spends points in place; in close order it has then used up its manoeuvre.
        let free = !face.close_order();
        Dir::ALL
            .into_iter()
            .filter(|d| free || facing.arc(*d) == Arc::Front)
            .any(|d| {
                let step = self.ground.step(p.unit(unit).hex, d);
                step.closer(self.card(unit).side)
                    && self.may_enter(p, face, step).is_ok()
                    && !step.burn()
                    && spent + step.cost <= face.allowance
                    && (p.active.leaders == 0 || self.leaders_pay(p, p.active.leader_spent, step, false).is_ok())
            })
    }

    pub(super) fn advance(&self, p: &mut Position, dir: Dir, log: &mut impl Log<Event>) {
        if p.active.charge != NONE {
            p.active.run += 1;
        }
        self.go(p, dir, false, log);
    }

    pub(super) fn oblique(&self, p: &mut Position, dir: Dir, log: &mut impl Log<Event>) {
        if self.face(p, p.active.unit).close_order() {
            p.active.manoeuvred = true;
        }
        self.go(p, dir, true, log);
    }

    fn go(&self, p: &mut Position, dir: Dir, oblique: bool, log: &mut impl Log<Event>) {
        let unit = p.active.unit;
        let from = p.unit(unit).hex;
        let step = self.ground.step(from, dir);
        let purse = self.purse(p);
        let after = self.pay(p, unit, purse, step, from, oblique).unwrap_or(purse);
        p.place(unit, step.to);
        p.unit_mut(unit).spent = after.spent;
        p.active.leader_spent = after.leader_spent;
        p.active.entered = after.entered;
        p.active.strayed = after.strayed;
        p.active.fresh = false;
        p.active.owes_step = false;
        p.active.facings = facing_bit(p.unit(unit).facing);
        for leader in leader_members(p.active.leaders) {
            p.leaders[usize::from(leader)] = step.to;
        }
        log.event(|| Event::Entered {
            unit,
            at: Stand::single(step.to),
            spent: after.spent,
        });
        self.capture(p, unit, step.to, log);
    }

    pub(super) fn pivot(&self, p: &mut Position, facing: Vertex, log: &mut impl Log<Event>) {
        let (cost, owes) = self.may_pivot(p, facing).unwrap_or((0, false));
        let unit = p.active.unit;
        p.active.owes_step |= owes;
        if self.face(p, unit).close_order() {
            p.active.manoeuvred = true;
        }
        p.active.fresh = false;
        p.active.facings |= facing_bit(facing);
        let piece = p.unit_mut(unit);
        piece.facing = facing;
        piece.spent += cost;
        let spent = piece.spent;
        log.event(|| Event::Turned { unit, facing, spent });
    }

    pub(super) fn list_move(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        self.list_companions(p, side, out);
        let unit = p.active.unit;
        let facing = p.unit(unit).facing;
        for dir in facing.fronts() {
            if self.advances(p, dir) {
                out.push(Choice::Advance(dir));
            }
        }
        if p.active.charge == NONE {
            for dir in facing.flanks() {
                if self.may_oblique(p, dir).is_ok() {
                    out.push(Choice::Oblique(dir));
                }
            }
            for facing in Vertex::ALL {
                if self.may_pivot(p, facing).is_ok() {
                    out.push(Choice::Pivot(facing));
                }
            }
            self.list_charges(p, side, out);
            if self.may_form(p).is_ok() {
                out.push(Choice::Form);
            }
        }
        if self.may_finish(p).is_ok() {
            out.push(Choice::Done);
        }
    }

    /// Why it cannot go that way. Units that turn freely would have turned: ask for the step as if they had.
    pub(super) fn why_not_step(&self, p: &Position, side: Side, unit: UnitId, dir: Dir) -> Option<Deny> {
        let facing = p.unit(unit).facing;
        if facing.arc(dir) == Arc::Rear && !self.face(p, unit).close_order() {
            let mut turned = p.clone();
            turned.unit_mut(unit).facing = Vertex::looking(dir)[0];
            return self.allowed(&turned, side, &Choice::Advance(dir)).err();
        }
        let choice = if facing.arc(dir).is_flank() {
            Choice::Oblique(dir)
        } else {
            Choice::Advance(dir)
        };
        self.allowed(p, side, &choice).err()
    }
}
