//! The ground under a unit (LR-19, LR-77) and what is clear of others (LR-06).

use crate::battle::{AreaCard, AreaKind, Battle};
use crate::position::{Id, Position, Set, one};
use board::table::{Angle, By, Footprint, Hull, Point, Segment, Sweep, Way, inside, meets, overlaps};

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

    /// Whether a straight stretch brings a front into bad going.
    pub fn enters_bad(&self, heading: Angle, front: &Segment, mils: i32) -> bool {
        let way = Way::along(heading);
        self.bad_areas().any(|area| {
            let sweep = Sweep::new(&way, By::Meet, front, &area.shape);
            sweep.first(1..=mils).is_some()
        })
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
        let mut others = self.near(p, but | one(unit), foot.bounds());
        !others.any(|other| overlaps(foot, &self.foot(p, other)))
            && !self.impassable().any(|area| meets(foot, &area.shape))
    }

    /// Friendly troops that stand in one rank.
    pub fn is_thin(&self, p: &Position, unit: Id) -> bool {
        p.unit(unit).ranks() <= 1
    }
}
