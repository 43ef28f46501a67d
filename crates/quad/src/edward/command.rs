//! Section 5.6, English longbows: Direct Command and shooting over cavalry.

use super::Battle;
use super::cards::{NONE, UnitId};
use super::position::{Position, bit, leader_members};
use board::{Dir, Hex};

impl Battle {
    /// E-55: is this English longbow in Direct Command?
    pub(super) fn in_command(&self, p: &Position, bow: UnitId) -> bool {
        let card = self.card(bow);
        if self.longbows & bit(bow) == 0 || card.division == NONE {
            return false;
        }
        let hex = p.unit(bow).hex;
        // (3) with the leader of its division, obeyed or not
        let leads = |l: u8| self.leaders[usize::from(l)].division == card.division;
        let here = p.leaders_at(hex) & self.staff[card.side.index()];
        if leader_members(here).any(leads) {
            return true;
        }
        // (1) next to unrouted cavalry of its division; (2) two hexes from it, over a hex that is free or its division's
        let neighbours = self.map.neighbours(hex);
        if neighbours.iter().any(|n| self.own_cavalry(p, p.at(*n), card.division)) {
            return true;
        }
        neighbours.iter().any(|&between| {
            between.is_on()
                && self.passes_command(p, p.at(between), card.division)
                && Dir::ALL.into_iter().any(|d| {
                    let far = self.map.neighbour(between, d);
                    far.is_on() && self.map.distance(hex, far) == 2 && self.own_cavalry(p, p.at(far), card.division)
                })
        })
    }

    /// Unrouted cavalry of a division.
    fn own_cavalry(&self, p: &Position, unit: UnitId, division: u8) -> bool {
        unit != NONE && self.cavalry & !p.routed & bit(unit) != 0 && self.card(unit).division == division
    }

    /// E-55 (2), ER-30: a hex without a combat unit, or with an unrouted one of the division.
    fn passes_command(&self, p: &Position, unit: UnitId, division: u8) -> bool {
        unit == NONE || (!p.is_routed(unit) && self.card(unit).division == division)
    }

    /// E-57: the English cavalry between two hexes at distance 2 that may be shot over.
    pub(super) fn cavalry_between(&self, p: &Position, from: Hex, to: Hex) -> impl Iterator<Item = UnitId> {
        self.map.neighbours(from).iter().filter_map(move |&between| {
            if between.is_off() || !self.map.adjacent(between, to) {
                return None;
            }
            let unit = p.at(between);
            let eligible = unit != NONE
                && self.cavalry & self.army(super::ENGLISH) & !p.routed & bit(unit) != 0
                && p.unit(unit).charge == NONE;
            eligible.then_some(unit)
        })
    }
}
