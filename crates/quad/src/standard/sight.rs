//! Section 8.1, line of sight.

use super::cards::{NONE, UnitId};
use super::position::Position;
use super::{Battle, Variant};
use board::scene::SightLine;
use board::{Hex, Place};
use kernel::Cite;

/// A line from a hex of one unit to a hex of another. The hexes of the two never block (QR-34).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub from: Hex,
    pub to: Hex,
    pub own: UnitId,
    pub aim: UnitId,
}

impl<R: Variant> Battle<R> {
    /// Whether a line is blocked (Q-36 to Q-40, E-82 to E-87). Cover around the shooter does not matter, around the
    /// target it does.
    pub(crate) fn sight_blocked(&self, p: &Position, line: Line) -> bool {
        if self.ground.soil(line.to).cover() {
            return true;
        }
        let height = self.ground.level(line.from).max(self.ground.level(line.to));
        self.sight
            .blocked(&self.map, line.from, line.to, |hex| self.blocks(p, hex, height, line))
    }

    /// A hex that blocks the line, to explain it with.
    pub(crate) fn sight_blocker(&self, p: &Position, line: Line) -> Option<Hex> {
        if self.ground.soil(line.to).cover() {
            return Some(line.to);
        }
        let height = self.ground.level(line.from).max(self.ground.level(line.to));
        self.sight
            .first_block(&self.map, line.from, line.to, |hex| self.blocks(p, hex, height, line))
    }

    /// What somebody who stands in one hex sees of another, as shots of units go that see at all.
    pub(crate) fn sight_between(&self, p: &Position, from: &Place, to: &Place) -> Option<SightLine> {
        let hex = |place: &Place| self.map.parse(place.hex_name()?);
        let (from, to) = (hex(from)?, hex(to)?);
        let line = Line {
            from,
            to,
            own: p.at(from),
            aim: p.at(to),
        };
        if !self.sight_blocked(p, line) {
            return Some(SightLine {
                clear: true,
                words: "Clear".into(),
                cite: Cite(R::CITES.sight_unit),
                at: None,
            });
        }
        let by = self.sight_blocker(p, line);
        let (what, cite) = match by {
            Some(hex) if self.ground.soil(hex).cover() => ("cover".into(), R::CITES.sight_cover),
            Some(hex) if p.at(hex) != NONE => (self.card(p.at(hex)).name.to_string(), R::CITES.sight_unit),
            Some(_) => ("higher ground".into(), R::CITES.sight_height),
            None => ("what stands on both sides of it".into(), R::CITES.sight_unit),
        };
        Some(SightLine {
            clear: false,
            words: match by {
                Some(hex) => format!("Blocked by {what} in {}", self.map.name(hex)),
                None => format!("Blocked by {what}"),
            },
            cite: Cite(cite),
            at: by.map(|hex| Place::hex(self.map.label(hex), None)),
        })
    }

    /// Combat units at any height, cover at any height, ground higher than both ends.
    #[inline]
    fn blocks(&self, p: &Position, hex: Hex, height: u8, line: Line) -> bool {
        let unit = p.at(hex);
        if unit == NONE {
            return self.ground.soil(hex).cover() || self.ground.level(hex) > height;
        }
        unit != line.own && unit != line.aim
    }
}
