//! M-168: a fort is lost over the heads of more than the open hex can hold. MR-73

use crate::Battle;
use crate::cards::UnitId;
use crate::choice::{Choice, Pace};
use crate::deny::{Allowed, Code, Deny, need};
use crate::position::{Form, March, Pose, Position};
use board::{Dir, Hex, Terrain};

impl Battle {
    /// More stand there than may.
    pub(crate) fn is_overfull(&self, p: &Position, hex: Hex) -> bool {
        p.razed != 0 && !self.is_fort(p, hex) && self.stacked(p, hex) > 2
    }

    /// Whether a legal move leads out of the hex.
    fn can_leave(&self, p: &Position, a: &March, unit: UnitId, at: Pose) -> bool {
        let dry = |hex: Hex| self.terrain(p, hex) != Terrain::Swamp;
        if p.unit(unit).form == Form::Shiltron {
            let mut ways = Dir::ALL.into_iter();
            return ways.any(|d| self.may_shuffle(p, a, unit, d).is_ok_and(|c| dry(c.to)));
        }
        let ahead = |a: &March, at: Pose| {
            let step = self.may_enter_from(p, a, unit, at, Pace::Gain);
            step.is_ok_and(|s| dry(s.crossing.to))
        };
        if p.unit(unit).form == Form::Combat {
            let mut ways = Dir::ALL.into_iter();
            return ways.any(|d| self.may_sidestep(p, a, unit, d).is_ok_and(|c| dry(c.to)));
        }
        let at_least = !a.spent && !a.over && self.may_come(p, unit, at.hex, at.facing).is_ok_and(|c| dry(c.to));
        at_least || ahead(a, at) || self.turns(p, a, unit, at).any(|(then, there)| ahead(&then, there))
    }

    fn turns<'a>(
        &'a self,
        p: &'a Position,
        a: &'a March,
        unit: UnitId,
        at: Pose,
    ) -> impl Iterator<Item = (March, Pose)> + 'a {
        let footing = self.footing(p, unit, at.hex);
        Dir::ALL.into_iter().filter_map(move |facing| {
            let cost = self.may_turn_on(p, a, unit, at, facing, &footing).ok()?;
            Some((after_turn(a, cost), Pose { facing, cf: 0, ..at }))
        })
    }

    /// A unit that has not been activated and must make room.
    pub(crate) fn owes_room(&self, p: &Position, unit: UnitId) -> bool {
        self.is_overfull(p, p.unit(unit).hex)
            && self.can_leave(p, &March::begin(self.card(unit).mp), unit, p.unit(unit).pose())
    }

    /// An active unit that can make room does nothing after which it no longer can.
    pub(crate) fn makes_room(&self, p: &Position, a: &March, unit: UnitId, choice: &Choice) -> Allowed {
        let at = p.unit(unit).pose();
        if !self.is_overfull(p, at.hex) || !self.can_leave(p, a, unit, at) {
            return Ok(());
        }
        let stays = match *choice {
            Choice::Turn(facing) => {
                let cost = self.may_turn(p, a, unit, facing)?;
                !self.can_leave(p, &after_turn(a, cost), unit, Pose { facing, cf: 0, ..at })
            }
            Choice::Done | Choice::Form | Choice::Minimum(false, _) | Choice::Demolish => true,
            _ => false,
        };
        need(!stays, Code::StackLimit, "M-168").map_err(|deny: Deny| deny.at(at.hex))
    }
}

fn after_turn(a: &March, cost: u8) -> March {
    March {
        mp: a.mp - cost,
        spent: true,
        turned: true,
        ..*a
    }
}
