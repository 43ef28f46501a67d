//! Wheels: what they cost, and what they turn through (LR-21).

use crate::battle::Battle;
use crate::deny::{Fault, Faults};
use crate::march::March;
use crate::position::{Id, Obstacle, Position};
use arrayvec::ArrayVec;
use board::table::{Bounds, Footprint, Hand, Hull, Segment, in_common, meets, overlaps, wheel_cost};

/// How far a unit is known to be able to wheel from where it stands, to the left and to the right, in tenths: whole degrees.
pub type Cleared = [u16; 2];

/// Nothing is known.
pub const UNCLEARED: Cleared = [0, 0];

/// What is near enough to be in the way of a wheel.
struct Swing<'a> {
    battle: &'a Battle,
    others: ArrayVec<Footprint, 64>,
    /// Parts of lines that the front may come upon and does not meet at the start.
    parts: Vec<Segment>,
    ground: bool,
    bad_for_guns: bool,
    at_edge: bool,
}

impl<'a> Swing<'a> {
    fn new(battle: &'a Battle, p: &Position, unit: Id, start: &Footprint, hand: Hand) -> Swing<'a> {
        // Nothing it turns through is farther from the corner than its own diagonal.
        let corner = if hand == Hand::Left { 0 } else { 1 };
        let far = 2 * start.half_width() + start.depth();
        let about = Bounds::of(&start.corners()[corner..=corner]).grown(far);
        let mut parts = Vec::new();
        for (line, kind) in battle.lines.iter().zip(&p.lines) {
            if *kind != Obstacle::Slight && line.line.bounds().join(about) {
                let mut near = line.line.segments().filter(|part| part.bounds().join(about)).peekable();
                if near.peek().is_some() && !line.line.meets(&start.front()) {
                    parts.extend(near);
                }
            }
        }
        let table = battle.table.bounds();
        let inside = table.min.x() <= about.min.x()
            && table.min.y() <= about.min.y()
            && about.max.x() <= table.max.x()
            && about.max.y() <= table.max.y();
        Swing {
            battle,
            others: battle.near(p, unit, about).map(|other| battle.foot(p, other)).collect(),
            parts,
            ground: battle.impassable().any(|area| about.join(area.shape.bounds())),
            bad_for_guns: battle.card(unit).is_artillery()
                && battle.bad_areas().any(|area| about.join(area.shape.bounds())),
            at_edge: !inside,
        }
    }

    fn is_empty(&self) -> bool {
        self.others.is_empty() && self.parts.is_empty() && !self.ground && !self.bad_for_guns && !self.at_edge
    }

    /// What is wrong with one of the footprints it turns through.
    fn look(&self, foot: &Footprint, faults: &mut Faults) {
        faults.add_if(self.at_edge && !self.battle.table.holds(foot), Fault::OffTable);
        let stopped = self.others.iter().any(|other| overlaps(foot, other))
            || (self.ground && self.battle.impassable().any(|area| meets(foot, &area.shape)));
        faults.add_if(stopped, Fault::Overlap);
        let front = foot.front();
        let bad = self.bad_for_guns && self.battle.bad_areas().any(|area| meets(&front, &area.shape));
        faults.add_if(bad, Fault::BadGoing);
        faults.add_if(self.parts.iter().any(|part| in_common(&front, part)), Fault::Obstacle);
    }
}

impl Battle {
    /// LR-21, LR-19: what a wheel costs in points.
    pub fn wheel_points(&self, march: &March<'_>, hand: Hand, tenths: u16) -> i64 {
        let after = march.foot.wheeled(hand, tenths.min(3600).into());
        let bad = self
            .bad_areas()
            .any(|area| meets(&march.foot, &area.shape) || meets(&after, &area.shape));
        let price = if bad { march.bad_price() } else { march.least() };
        i64::from(wheel_cost(2 * march.foot.half_width(), tenths.into())) * price
    }

    /// Every whole degree and the end must be clear; those up to `cleared` are known to be.
    pub fn check_wheel(
        &self,
        p: &Position,
        march: &March<'_>,
        hand: Hand,
        tenths: u16,
        cleared: u16,
        faults: &mut Faults,
    ) {
        let start = march.foot;
        if tenths <= cleared && tenths.is_multiple_of(10) {
            return;
        }
        let swing = Swing::new(self, p, march.unit, &start, hand);
        if swing.is_empty() {
            return;
        }
        let known = usize::from(cleared.min(tenths) / 10);
        for foot in start.wheel(hand, tenths.into()).skip(known) {
            swing.look(&foot, faults);
        }
    }

    /// How far a unit can wheel from where it stands before something is in the way.
    pub fn cleared(&self, p: &Position, unit: Id) -> Cleared {
        let start = self.foot(p, unit);
        [Hand::Left, Hand::Right].map(|hand| {
            let swing = Swing::new(self, p, unit, &start, hand);
            if swing.is_empty() {
                return 900;
            }
            let clear = start.wheel(hand, 900).take_while(|foot| {
                let mut faults = Faults::default();
                swing.look(foot, &mut faults);
                !faults.any()
            });
            10 * clear.count() as u16
        })
    }
}
