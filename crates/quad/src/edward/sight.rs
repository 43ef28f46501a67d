//! Section 8.3, line of sight.

use super::Battle;
use super::cards::NONE;
use super::position::Position;
use board::Hex;

impl Battle {
    /// Whether a line from one hex to another is blocked (E-82 to E-87). The shooter's own cover does not matter, the
    /// target's does (E-85).
    pub(super) fn sight_blocked(&self, p: &Position, from: Hex, to: Hex) -> bool {
        if self.ground.soil(to).cover() {
            return true;
        }
        let height = self.ground.level(from).max(self.ground.level(to));
        self.sight
            .blocked(&self.map, from, to, |hex| self.blocks(p, hex, height))
    }

    /// A hex that blocks the line, to explain it with.
    pub(super) fn sight_blocker(&self, p: &Position, from: Hex, to: Hex) -> Option<Hex> {
        if self.ground.soil(to).cover() {
            return Some(to);
        }
        let height = self.ground.level(from).max(self.ground.level(to));
        self.sight
            .first_block(&self.map, from, to, |hex| self.blocks(p, hex, height))
    }

    /// E-83, E-84: combat units at any height, cover at any height, ground higher than both ends.
    #[inline]
    fn blocks(&self, p: &Position, hex: Hex, height: u8) -> bool {
        p.at(hex) != NONE || self.ground.soil(hex).cover() || self.ground.level(hex) > height
    }
}
