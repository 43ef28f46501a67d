//! Section 5.3: why a charge cannot come to its target (ER-70). Asked only when somebody wants to know.

use super::cards::UnitId;
use super::charge::{LONGEST, SHORTEST};
use super::{Battle, Position};
use crate::standard::deny::{Code, Deny};
use crate::standard::movement::Purse;
use board::Hex;

/// The better a reason explains, the higher it stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// It runs by.
    NoWay,
    /// It comes next to its target, but cannot attack it from there.
    Arc,
    /// It would be there too soon.
    TooShort,
    /// Its points do not last.
    Points,
    /// Something is in a way that would lead to the target.
    Barred,
    /// The target cannot be charged where it stands.
    Target,
}

impl Battle {
    /// The most telling reason why no run from `hex`, with `run` steps behind it, ends against the target.
    #[cold]
    pub(super) fn why_no_run(
        &self,
        p: &Position,
        unit: UnitId,
        target: UnitId,
        hex: Hex,
        purse: Purse,
        run: u8,
    ) -> Deny {
        let (face, facing) = (self.face(p, unit), p.unit(unit).facing);
        let to = p.unit(target).hex;
        let mut reason = (Weight::NoWay, Deny::new(Code::ChargeNotAdjacent, "E-34"));
        let mut note = |weight: Weight, found: Deny| {
            if weight > reason.0 {
                reason = (weight, found);
            }
        };
        let mut layer: Vec<(Hex, Purse)> = vec![(hex, purse)];
        for steps in run..run + LONGEST as u8 {
            let mut next: Vec<(Hex, Purse)> = Vec::new();
            for (hex, purse) in layer {
                if let Some(dir) = self.map.direction(hex, to) {
                    match self.contact(p, unit, hex, facing, dir, target) {
                        Ok(()) if steps < SHORTEST => note(Weight::TooShort, Deny::new(Code::ChargeTooShort, "E-30")),
                        Ok(()) => {}
                        Err(_) if steps < SHORTEST => {}
                        Err(deny) if deny.code == Code::ChargeArc => note(Weight::Arc, deny),
                        Err(deny) => note(Weight::Target, deny),
                    }
                }
                for dir in facing.fronts() {
                    let step = self.ground.step(hex, dir);
                    // Only what stands between the charger and its target explains anything.
                    let explains = || step.to.is_on() && self.leads_on(p, unit, target, step.to, steps + 1);
                    let way = self.may_enter(p, face, step).and_then(|()| self.run_allows(step));
                    match way.and_then(|()| self.pay(p, unit, purse, step, hex, false)) {
                        Ok(after) => match next.iter_mut().find(|(h, _)| *h == step.to) {
                            Some((_, known)) if known.spent <= after.spent => {}
                            Some((_, known)) => *known = after,
                            None => next.push((step.to, after)),
                        },
                        Err(_) if !explains() => {}
                        Err(deny) if deny.points.is_some() => note(Weight::Points, deny),
                        Err(deny) => note(Weight::Barred, deny),
                    }
                }
            }
            layer = next;
        }
        reason.1
    }

    /// Whether a run through `hex` could end against the target on an empty field, `run` steps made by then.
    fn leads_on(&self, p: &Position, unit: UnitId, target: UnitId, hex: Hex, run: u8) -> bool {
        let facing = p.unit(unit).facing;
        let to = p.unit(target).hex;
        let mut layer = vec![hex];
        for steps in run..run + LONGEST as u8 {
            let faces = |hex: &Hex| {
                let dir = self.map.direction(*hex, to);
                dir.is_some_and(|d| self.charges_into(facing.arc(d)))
            };
            if steps >= SHORTEST && layer.iter().any(faces) {
                return true;
            }
            let mut next: Vec<Hex> = Vec::new();
            for hex in layer {
                for dir in facing.fronts() {
                    let on = self.map.neighbour(hex, dir);
                    if on.is_on() && on != to && !next.contains(&on) {
                        next.push(on);
                    }
                }
            }
            layer = next;
        }
        false
    }
}
