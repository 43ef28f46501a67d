//! Section 5.3, cavalry charges.
//!
//! A run keeps its facing and goes into front hexes only, so that where it can lead depends on how many steps go left
//! and how many right: a small triangle of hexes, searched layer by layer. A charge may be declared, and a step of it
//! made, only if its target can still be reached (ER-70).

use super::cards::{Face, NONE, UnitId};
use super::facing::Pace;
use super::options::{ChargeArc, NaCells};
use super::{Battle, Choice, Position};
use crate::standard::deny::{Allowed, Code, Deny};
use crate::standard::event::Event;
use crate::standard::ground::Step;
use crate::standard::movement::Purse;
use crate::standard::position::{bit, members};
use crate::standard::tables;
use arrayvec::ArrayVec;
use board::{Arc, Dir, Hex, Vertex};
use kernel::{Log, Side};

/// E-30
pub(super) const SHORTEST: u8 = 3;
/// No allowance lets a unit run further.
pub(super) const LONGEST: usize = 16;

/// Where a run can be after some steps: the hex, and what it may have cost (different ways may cost differently).
#[derive(Clone, Default)]
struct Stand {
    hex: Hex,
    /// Those of which none is as good as another in everything.
    purses: ArrayVec<Purse, 4>,
}

impl Battle {
    /// E-28: may this unit charge at all?
    fn charger(&self, p: &Position) -> Allowed<UnitId> {
        let unit = self.mover(p)?;
        // P or M armour is all that mounted units have: a scenario with other cavalry is not loaded.
        if !self.face(p, unit).mounted() {
            return Err(Deny::new(Code::CannotCharge, "E-28"));
        }
        Ok(unit)
    }

    pub(super) fn may_charge(&self, p: &Position, side: Side, target: UnitId) -> Allowed {
        let unit = self.charger(p)?;
        self.not_charging(p)?;
        self.enemy(p, side, target, "E-29")?;
        let line = self.line(p, unit, target);
        if self.sight_blocked(p, line) {
            let deny = Deny::new(Code::LosBlocked, "E-29");
            return Err(self.sight_blocker(p, line).map_or(deny, |hex| deny.at(hex)));
        }
        let purse = self.purse(p);
        if self.targets_in_reach(p, unit, line.from, purse, 0) & bit(target) == 0 {
            return Err(self.why_no_run(p, unit, target, line.from, purse, 0));
        }
        Ok(())
    }

    /// E-31, E-32, E-33: what a step of the run may not do.
    pub(super) fn run_allows(&self, step: Step) -> Allowed {
        if !self.ground.soil(step.to).clear() {
            return Err(Deny::new(Code::ChargeTerrain, "E-31").at(step.to));
        }
        if step.burn() {
            return Err(Deny::new(Code::ChargeTerrain, "E-33").at(step.to));
        }
        if step.downhill() {
            return Err(Deny::new(Code::ChargeDownhill, "E-32").at(step.to));
        }
        Ok(())
    }

    /// After this pace, can the run still come to its target?
    pub(super) fn run_goes_on(&self, p: &Position, pace: Pace) -> bool {
        let a = &p.active;
        self.targets_in_reach(p, a.unit, pace.to, pace.purse, a.run + 1) & bit(a.charge) != 0
    }

    /// Why it cannot (ER-70).
    #[cold]
    pub(super) fn why_run_ends(&self, p: &Position, pace: Pace) -> Deny {
        let a = &p.active;
        self.why_no_run(p, a.unit, a.charge, pace.to, pace.purse, a.run + 1)
    }

    /// Enemies that a run can end against, from `hex` with `run` steps behind it.
    fn targets_in_reach(&self, p: &Position, unit: UnitId, hex: Hex, purse: Purse, run: u8) -> u128 {
        let facing = p.unit(unit).facing;
        let fronts = facing.fronts();
        let enemies = self.army(self.card(unit).side.other()) & p.on_map;
        let mut found = 0;
        // Ways to one hex may differ in more costs than a stand has room for.
        let mut crowded = false;
        let mut layer: ArrayVec<Stand, { LONGEST + 1 }> = ArrayVec::new();
        let mut purses = ArrayVec::new();
        purses.push(purse);
        layer.push(Stand { hex, purses });
        for steps in 0..LONGEST as u8 {
            if run + steps >= SHORTEST {
                for stand in layer.iter().filter(|s| !s.purses.is_empty()) {
                    found |= self.contacts(p, unit, stand.hex, facing) & enemies;
                }
            }
            let mut next: ArrayVec<Stand, { LONGEST + 1 }> = ArrayVec::new();
            let mut alive = false;
            for (i, stand) in layer.iter().enumerate() {
                for (turn, dir) in fronts.into_iter().enumerate() {
                    while next.len() <= i + turn {
                        next.push(Stand::default());
                    }
                    alive |= self.run_on(p, unit, stand, dir, &mut next[i + turn], &mut crowded);
                }
            }
            if !alive || next.len() > LONGEST {
                break;
            }
            layer = next;
        }
        if crowded {
            return self.run_every_way(p, unit, hex, purse, run);
        }
        found
    }

    /// One step of the run from `stand`, added to where it leads; whether it can be made.
    fn run_on(
        &self,
        p: &Position,
        unit: UnitId,
        stand: &Stand,
        dir: Dir,
        next: &mut Stand,
        crowded: &mut bool,
    ) -> bool {
        if stand.purses.is_empty() {
            return false;
        }
        let step = self.ground.step(stand.hex, dir);
        let face: &Face = self.face(p, unit);
        if self.may_enter(p, face, step).is_err() || self.run_allows(step).is_err() {
            return false;
        }
        let mut made = false;
        next.hex = step.to;
        for purse in &stand.purses {
            if let Ok(after) = self.pay(p, unit, *purse, step, stand.hex, false) {
                made = true;
                let as_good = |old: &Purse| {
                    old.spent <= after.spent && old.leader_spent <= after.leader_spent && old.strayed <= after.strayed
                };
                if !next.purses.iter().any(as_good) {
                    *crowded |= next.purses.try_push(after).is_err();
                }
            }
        }
        made
    }

    /// Runs every way for itself.
    #[cold]
    fn run_every_way(&self, p: &Position, unit: UnitId, hex: Hex, purse: Purse, run: u8) -> u128 {
        let enemies = self.army(self.card(unit).side.other()) & p.on_map;
        let (face, facing) = (self.face(p, unit), p.unit(unit).facing);
        let mut found = 0;
        if run >= SHORTEST {
            found |= self.contacts(p, unit, hex, facing) & enemies;
        }
        for dir in facing.fronts() {
            let step = self.ground.step(hex, dir);
            if self.may_enter(p, face, step).is_ok()
                && self.run_allows(step).is_ok()
                && let Ok(after) = self.pay(p, unit, purse, step, hex, false)
            {
                found |= self.run_every_way(p, unit, step.to, after, run + 1);
            }
        }
        found
    }

    /// Enemies that a charge ending in `hex` can fall upon.
    #[inline(always)]
    fn contacts(&self, p: &Position, unit: UnitId, hex: Hex, facing: Vertex) -> u128 {
        let mut found = 0;
        for dir in Dir::ALL {
            let target = p.at(self.ground.step(hex, dir).to);
            if target != NONE && target != unit && self.contact(p, unit, hex, facing, dir, target).is_ok() {
                found |= bit(target);
            }
        }
        found
    }

    /// E-35, ER-24
    #[inline]
    pub(super) fn charges_into(&self, arc: Arc) -> bool {
        match arc {
            Arc::Front => true,
            Arc::Rear => false,
            _ => self.options.charge_arc == ChargeArc::FrontOrFlank,
        }
    }

    /// E-35, E-36: arc and ground of the last hexside, to the target. It is not ridden across, so that the target may
    /// stand lower (ER-25).
    pub(super) fn contact(
        &self,
        p: &Position,
        unit: UnitId,
        hex: Hex,
        facing: Vertex,
        dir: Dir,
        target: UnitId,
    ) -> Allowed {
        let arc = facing.arc(dir);
        if !self.charges_into(arc) {
            return Err(Deny::new(Code::ChargeArc, "E-35"));
        }
        let step = self.ground.step(hex, dir);
        if !self.ground.soil(step.to).clear() || step.burn() {
            return Err(Deny::new(Code::ChargeTerrain, "E-36").at(step.to));
        }
        let cell = tables::melee(self.face(p, target).target, self.face(p, unit).attacker);
        if cell == tables::NA && self.options.na_cells == NaCells::Illegal {
            return Err(Deny::new(Code::MeleeNotApplicable, "E-36"));
        }
        Ok(())
    }

    /// `done` in a run: long enough, adjacent, arc, contact.
    pub(super) fn charge_stands(&self, p: &Position) -> Allowed {
        let a = &p.active;
        if a.run < SHORTEST {
            return Err(Deny::new(Code::ChargeTooShort, "E-30"));
        }
        let piece = p.unit(a.unit);
        match self.map.direction(piece.hex, p.unit(a.charge).hex) {
            None => Err(Deny::new(Code::ChargeNotAdjacent, "E-34")),
            Some(dir) => self.contact(p, a.unit, piece.hex, piece.facing, dir, a.charge),
        }
    }

    pub(super) fn declare_charge(&self, p: &mut Position, target: UnitId, log: &mut impl Log<Event>) {
        let unit = p.active.unit;
        p.active.charge = target;
        p.active.run = 0;
        p.active.fresh = false;
        log.event(|| Event::ChargeDeclared { unit, target });
    }

    pub(super) fn list_charges(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        let Ok(unit) = self.charger(p) else {
            return;
        };
        let from = p.unit(unit).hex;
        // A quick look first: is anybody near enough?
        let steps = self
            .limit(p, self.face(p, unit), true, false)
            .saturating_sub(p.unit(unit).spent)
            / 2;
        if steps < SHORTEST {
            return;
        }
        let enemies = self.army(side.other()) & p.on_map;
        let far = u16::from(steps) + 1;
        if !members(enemies).any(|e| self.map.distance(from, p.unit(e).hex) <= far) {
            return;
        }
        let reach = self.targets_in_reach(p, unit, from, self.purse(p), 0);
        for target in members(reach) {
            if !self.sight_blocked(p, self.line(p, unit, target)) {
                out.push(Choice::Charge(target));
            }
        }
    }

    /// The move ends: the charge stands. E-37
    pub(super) fn charge_closes(&self, p: &mut Position, log: &mut impl Log<Event>) {
        let (unit, target) = (p.active.unit, p.active.charge);
        if target != NONE {
            p.unit_mut(unit).charge = target;
            log.event(|| Event::Charged { unit, target });
        }
    }
}
