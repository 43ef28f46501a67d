//! Sections 15.4 and 17.2 (5.6 in *Edward*), English longbows: command control and shooting over cavalry.

use super::cards::{NONE, UnitId};
use super::position::{Position, bit, leader_members};
use super::{Battle, Variant};
use board::{Dir, Hex};

impl<R: Variant> Battle<R> {
    /// E-55, Q-121: is this English longbow in command?
    pub(crate) fn in_command(&self, p: &Position, bow: UnitId) -> bool {
        let card = self.card(bow);
        if self.longbows & bit(bow) == 0 || card.division == NONE {
            return false;
        }
        let leads = |l: u8| self.leaders[usize::from(l)].division == card.division;
        // (3) with the leader of its division, obeyed or not
        let here = p.leaders_with(bow) & self.staff[card.side.index()];
        if leader_members(here).any(leads) {
            return true;
        }
        // (1) next to unrouted cavalry of its division; (2) two hexes from it, over a hex that lets command pass
        p.unit(bow)
            .stand()
            .hexes()
            .any(|hex| self.commanded_at(p, hex, card.division))
    }

    pub(crate) fn commanded_at(&self, p: &Position, hex: Hex, division: u8) -> bool {
        let neighbours = self.map.neighbours(hex);
        if neighbours.iter().any(|n| self.own_cavalry(p, p.at(*n), division)) {
            return true;
        }
        neighbours.iter().any(|&between| {
            between.is_on()
                && R::passes_command(self, p, p.at(between), division)
                && Dir::ALL.into_iter().any(|d| {
                    let far = self.map.neighbour(between, d);
                    far.is_on() && self.map.distance(hex, far) == 2 && self.own_cavalry(p, p.at(far), division)
                })
        })
    }

    /// Unrouted cavalry of a division.
    pub(crate) fn own_cavalry(&self, p: &Position, unit: UnitId, division: u8) -> bool {
        unit != NONE && self.cavalry & !p.routed & bit(unit) != 0 && self.card(unit).division == division
    }

    /// E-57: the English cavalry between two hexes at distance 2 that may be shot over.
    pub(crate) fn cavalry_between(&self, p: &Position, from: Hex, to: Hex) -> impl Iterator<Item = UnitId> {
        self.map.neighbours(from).iter().filter_map(move |&between| {
            if between.is_off() || !self.map.adjacent(between, to) {
                return None;
            }
            let unit = p.at(between);
            let eligible = unit != NONE
                && self.cavalry & self.army(super::cards::ENGLISH) & !p.routed & bit(unit) != 0
                && p.unit(unit).charge == NONE;
            eligible.then_some(unit)
        })
    }
}
