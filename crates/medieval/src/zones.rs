//! 3.0 Facing and zones of control. M-18 to M-26

use crate::Battle;
use crate::cards::UnitId;
use crate::position::{Form, Position};
use board::{Dir, Hex, SideFacing};
use kernel::Side;

impl Battle {
    /// M-21
    #[inline]
    pub(crate) fn has_zone(&self, p: &Position, unit: UnitId) -> bool {
        self.card(unit).class.is_regular() && p.unit(unit).form != Form::Shiltron
    }

    /// M-20, M-176: the front area, all six neighbours for a shiltron.
    #[inline]
    pub(crate) fn in_front(&self, p: &Position, unit: UnitId, d: Dir) -> bool {
        let u = p.unit(unit);
        u.form == Form::Shiltron || SideFacing(u.facing).in_front(d)
    }

    /// Whether `unit` controls the neighbour in direction `d`. M-22
    #[inline]
    pub(crate) fn controls(&self, p: &Position, unit: UnitId, d: Dir) -> bool {
        self.has_zone(p, unit)
            && self.in_front(p, unit, d)
            && !self.map.side(p.unit(unit).hex, d).contains(board::SideFeatures::RIVER)
    }

    /// The highest CF among the units of `side` whose zone covers the hex; `None` if there is no zone. MR-75
    #[inline]
    pub(crate) fn zone_cf(&self, p: &Position, hex: Hex, side: Side, horse_only: bool) -> Option<u8> {
        let mut best = None;
        for d in Dir::ALL {
            let from = self.map.neighbour(hex, d);
            if !p.holds(from, side) {
                continue;
            }
            for unit in p.at(from) {
                if (!horse_only || self.card(unit).class.is_horse()) && self.controls(p, unit, d.opposite()) {
                    best = best.max(Some(p.unit(unit).cf));
                }
            }
        }
        best
    }

    /// Whether a zone of `side` covers the hex.
    #[inline]
    pub(crate) fn zone(&self, p: &Position, hex: Hex, side: Side) -> bool {
        let around = self.map.neighbours(hex);
        Dir::ALL.into_iter().any(|d| {
            let from = around[d.index()];
            p.holds(from, side) && p.at(from).any(|unit| self.controls(p, unit, d.opposite()))
        })
    }

    /// M-26: a unit of `side` with this CF is stopped in the hex. Leaders are never asked.
    #[inline]
    pub(crate) fn stops(&self, p: &Position, hex: Hex, side: Side, cf: u8) -> Stop {
        Stop::in_zone(self.zone_cf(p, hex, side.other(), false), cf)
    }
}

/// What a zone of control does to a unit that enters it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Free,
    /// It goes on, and the next hex costs one more.
    Pressing,
    Stopped,
}

impl Stop {
    /// Of a unit with this CF, where the highest CF of the zones is `enemy`. M-26
    #[inline]
    pub(crate) fn in_zone(enemy: Option<u8>, cf: u8) -> Stop {
        match enemy {
            None => Stop::Free,
            Some(enemy) if cf >= enemy + 2 => Stop::Pressing,
            Some(_) => Stop::Stopped,
        }
    }
}
