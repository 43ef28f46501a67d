//! What a position is told by when it is asked who will win: how far ahead in points a side is, and how much of the battle is left. More
//! was tried: over four battles in which now the stronger and now the weaker army mostly wins, strength, command and leaders came out with
//! the wrong sign. The weights are fitted to games between captains (`schiltron lab fit`) and stand in
//! `fitted.rs`. Plans are compared by them; players are not told them as chances, because which side a battle favours is not in them.

use crate::Battle;
use crate::position::Position;
use kernel::Side;

pub const FEATURES: [&str; 3] = ["lead in points", "the same, as the battle wears on", "on the move"];

/// Points that the lead is measured by.
const LEAD: i64 = 20;

impl Battle {
    pub(super) fn features(&self, p: &Position, side: Side, given: i32) -> [i64; FEATURES.len()] {
        let (passed, all) = (i64::from(p.turn.min(self.last_turn)), i64::from(self.last_turn.max(1)));
        let score = self.score_of(p);
        let lead = 1000 * i64::from(score[side.index()] - score[side.other().index()] + given) / LEAD;
        let moves = if self.active_side(p) == side { 1000 } else { -1000 };
        [lead, lead * passed / all, moves]
    }
}
