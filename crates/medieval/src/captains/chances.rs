//! What a position is told by when it is asked who will win: a few sums over both armies, for `schiltron lab fit`. There are no weights
//! yet: over the four battles together strength comes out with the wrong sign, since in some of them the weaker army mostly wins.

use crate::Battle;
use crate::cards::{NONE, SCOTS};
use crate::position::{Place, Position};
use crate::victory::Trigger;
use board::Hex;
use kernel::Side;

pub const FEATURES: [&str; 10] = [
    "lead in points",
    "the same, as the battle wears on",
    "lead in points for ground",
    "strength",
    "the same, as long as there is time",
    "morale of the army",
    "units in command",
    "leaders alive",
    "ground that ends the battle",
    "on the move",
];

/// Points that the lead is measured by, and boxes of the morale track.
const LEAD: i64 = 20;
const BOXES: i64 = 10;

impl Battle {
    pub(super) fn measure_features(&self, p: &Position, side: Side, given: i32, out: &mut Vec<i64>) {
        let (passed, all) = (i64::from(p.turn.min(self.last_turn)), i64::from(self.last_turn.max(1)));
        let (own, other) = (side.index(), side.other().index());
        let score = self.score_of(p);
        let lead = 1000 * i64::from(score[own] - score[other] + given) / LEAD;
        let ground = 1000 * i64::from(self.ground_score(p, side) - self.ground_score(p, side.other())) / LEAD;
        let strength = balance(side, |side| {
            let left = p.army[side.index()].iter().map(|u| match p.unit(u) {
                unit if unit.on_map() => 2 * i64::from(unit.sp),
                unit if matches!(unit.place, Place::Eliminated | Place::Removed) => 0,
                unit => i64::from(unit.sp),
            });
            left.sum()
        });
        let morale = i64::from(if side == SCOTS { p.morale } else { -p.morale });
        let command = balance(side, |side| {
            let on_map = p.army[side.index()].and(&p.on_map);
            let led = on_map.iter().filter(|u| p.unit(*u).command != NONE).count() as i64;
            1000 * led / (on_map.iter().count() as i64).max(1)
        });
        let leaders = balance(side, |side| {
            let alive = self.leader_ids().filter(|l| {
                let leader = p.leader(*l);
                leader.side == side && leader.place != Place::Eliminated
            });
            alive.count() as i64
        });
        let left = all - passed;
        out.extend([
            lead,
            lead * passed / all,
            ground,
            strength,
            strength * left / all,
            1000 * morale / BOXES,
            command,
            leaders,
            self.cleared(p, side),
            if self.active_side(p) == side { 1000 } else { -1000 },
        ]);
    }

    /// How nearly a region is clear whose clearing ends the battle, in thousandths; with the other sign for who would lose by it.
    fn cleared(&self, p: &Position, side: Side) -> i64 {
        let of = |rule: &crate::victory::Automatic| {
            let Trigger::Cleared(hexes) = &rule.what else {
                return 0;
            };
            let enemy = p.army[rule.side.other().index()].and(&p.on_map);
            let there = |hex: Hex| hexes.contains(&hex);
            let all: i64 = enemy.iter().map(|u| i64::from(p.unit(u).sp)).sum();
            let inside = enemy.iter().filter(|u| there(p.unit(*u).hex));
            let inside: i64 = inside.map(|u| i64::from(p.unit(u).sp)).sum();
            // Nobody has been there yet: nothing can be cleared.
            let clear = if p.trodden {
                1000 - 1000 * inside / all.max(1)
            } else {
                0
            };
            if rule.side == side { clear } else { -clear }
        };
        self.automatic.iter().map(of).sum()
    }
}

/// What a side has more than the other, in thousandths of what both have.
fn balance(side: Side, of: impl Fn(Side) -> i64) -> i64 {
    let (own, other) = (of(side), of(side.other()));
    1000 * (own - other) / (own + other).max(1)
}
