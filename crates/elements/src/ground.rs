//! The ground under a unit (LR-19, LR-77) and what is clear of others (LR-06).

use crate::battle::{AreaCard, AreaKind, Battle};
use crate::position::{Id, Position, Set, one};
use board::table::{Footprint, Hull, Point, inside, meets, overlaps};

impl AreaCard {
    pub fn is_bad(&self) -> bool {
        match self.kind {
            AreaKind::Wood | AreaKind::BuiltUp | AreaKind::Marsh | AreaKind::Rough => true,
            AreaKind::Hill => self.bad,
            AreaKind::Good | AreaKind::Impassable | AreaKind::Camp => false,
        }
    }
}

impl Battle {
    pub fn bad_areas(&self) -> impl Iterator<Item = &AreaCard> + Clone {
        self.areas.iter().filter(|area| area.is_bad())
    }

    pub fn impassable(&self) -> impl Iterator<Item = &AreaCard> + Clone {
        self.areas.iter().filter(|area| area.kind == AreaKind::Impassable)
    }

    pub fn is_bad(&self, at: Point) -> bool {
        self.bad_areas().any(|area| inside(&area.shape, at))
    }

    /// The highest hill here, else 0.
    pub fn level(&self, at: Point) -> u8 {
        let hills = self
            .areas
            .iter()
            .filter(|area| area.kind == AreaKind::Hill && inside(&area.shape, at));
        hills.map(|hill| hill.level).max().unwrap_or(0)
    }

    /// The good move, or the bad one if its front-centre is in bad going (LR-64, LR-66).
    pub fn full_move(&self, p: &Position, unit: Id) -> i32 {
        let [good, bad] = self.card(unit).moves();
        (if self.is_bad(p.unit(unit).at.at) { bad } else { good }) as i32
    }

    /// LR-06: on the table, over nobody but these, and off impassable ground.
    pub fn is_clear(&self, p: &Position, unit: Id, foot: &Footprint, but: Set) -> bool {
        self.table.holds(foot) && self.is_clear_of_others(p, unit, foot, but)
    }

    pub fn is_clear_of_others(&self, p: &Position, unit: Id, foot: &Footprint, but: Set) -> bool {
        let others = self.near(p, unit, foot.bounds()).filter(|other| one(*other) & but == 0);
        let free = others.into_iter().all(|other| !overlaps(foot, &self.foot(p, other)));
        free && !self.impassable().any(|area| meets(foot, &area.shape))
    }

    /// Friendly troops that stand in one rank.
    pub fn is_thin(&self, p: &Position, unit: Id) -> bool {
        p.unit(unit).ranks() <= 1
    }
}
