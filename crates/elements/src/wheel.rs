//! Wheels: what they cost, and what they turn through (LR-21).

use crate::battle::{Battle, LineCard};
use crate::choice::Step;
use crate::deny::{Fault, Faults};
use crate::event::Event;
use crate::march::{Lines, March};
use crate::position::{Obstacle, Position, one};
use arrayvec::ArrayVec;
use board::table::{Bounds, Footprint, Hand, Hull, Point, Segment, distance, in_common, meets, overlaps, wheel_cost};
use kernel::{Dice, Log};

/// What is known of the wheels of a unit from where it stands, to the left and to the right.
pub struct Wheels<'a>([Wheel<'a>; 2]);

struct Wheel<'a> {
    swing: Swing<'a>,
    /// Clear up to so many whole degrees; farther something is in the way, or its points do not last.
    degrees: u16,
}

impl Wheels<'_> {
    fn of(&self, hand: Hand) -> &Wheel<'_> {
        &self.0[usize::from(hand == Hand::Right)]
    }

    /// Whether it is not out of the question.
    pub fn allow(&self, hand: Hand, tenths: u16) -> bool {
        tenths / 10 <= self.of(hand).degrees
    }
}

/// The corner that a wheel turns about, and how far from it anything may be in its way: its own diagonal, a mil or two for rounding.
fn reach(start: &Footprint, hand: Hand) -> (Point, i32) {
    let corner = start.corners()[usize::from(hand == Hand::Right)];
    let [width, depth] = [2 * start.half_width(), start.depth()].map(i64::from);
    (corner, (width * width + depth * depth).isqrt() as i32 + 4)
}

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
    fn new(battle: &'a Battle, p: &Position, march: &March<'_>, hand: Hand) -> Swing<'a> {
        let (unit, start) = (march.unit, &march.foot);
        let (corner, far) = reach(start, hand);
        let about = Bounds::of(&[corner]).grown(far);
        let mut parts = Vec::new();
        for (line, kind) in battle.lines.iter().zip(&p.lines) {
            if kind.hinders() && line.line.bounds().join(about) {
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
        let near = battle.near(p, march.far | one(unit), about);
        Swing {
            battle,
            others: near
                .map(|other| battle.foot(p, other))
                .filter(|its| distance(&corner, its).within(far))
                .collect(),
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

    /// Every whole degree and the end must be clear.
    pub fn check_wheel(
        &self,
        p: &Position,
        march: &March<'_>,
        (hand, tenths): (Hand, u16),
        known: Option<&Wheels<'_>>,
        faults: &mut Faults,
    ) {
        let look = |swing: &Swing<'_>, clear: u16, faults: &mut Faults| {
            if !swing.is_empty() {
                let feet = march.foot.wheel_on(hand, clear.into(), tenths.into());
                feet.for_each(|foot| swing.look(&foot, faults));
            }
        };
        match known.map(|wheels| wheels.of(hand)) {
            Some(wheel) if tenths.is_multiple_of(10) && tenths / 10 <= wheel.degrees => {}
            Some(wheel) => look(&wheel.swing, wheel.degrees.min(tenths / 10), faults),
            None => look(&Swing::new(self, p, march, hand), 0, faults),
        }
    }

    /// EL-14: Unknown lines that the front comes upon as it turns are diced. How much of the step is made: of a wheel as many whole
    /// degrees as bring it before an obstacle, of a turn all or nothing.
    pub fn turns_upon(
        &self,
        p: &mut Position,
        march: &March<'_>,
        step: Step,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> Option<Step> {
        let start = march.foot;
        let about = match step {
            Step::Wheel(hand, _) => {
                let (corner, far) = reach(&start, hand);
                Bounds::of(&[corner]).grown(far)
            }
            Step::Turn(_) => start.bounds().grown(2 * start.half_width() + start.depth()),
            Step::Forward(_) | Step::Form(_) => return Some(step),
        };
        let met = self.lines_met(&start.front());
        let unknown = |(at, line): &(usize, &LineCard)| {
            p.lines[*at] == Obstacle::Unknown && met & (1 << at) == 0 && line.line.bounds().join(about)
        };
        let lines = self.lines.iter().enumerate().filter(unknown);
        let mut open = lines.fold(0, |set: Lines, (at, _)| set | 1 << at);
        if open == 0 {
            return Some(step);
        }
        // Whether one of the lines that the front has come upon is an obstacle.
        let mut halts = |foot: &Footprint| {
            let found = self.lines_met(&foot.front()) & open;
            open &= !found;
            let mut found = (0..self.lines.len()).filter(|at| found & (1 << at) != 0);
            found.any(|line| self.find_line(p, line, dice, log).hinders())
        };
        match step {
            Step::Wheel(hand, tenths) => {
                let degrees = start.wheel(hand, tenths.into()).position(|foot| halts(&foot));
                match degrees {
                    None => Some(step),
                    Some(0) => None,
                    Some(degrees) => Some(Step::Wheel(hand, 10 * degrees as u16)),
                }
            }
            Step::Turn(turn) => {
                let turned = start.turned(start.stance().facing.turned(turn.tenths()));
                (!halts(&turned)).then_some(step)
            }
            Step::Forward(_) | Step::Form(_) => Some(step),
        }
    }

    /// How far a unit can wheel from where it stands before something is in the way, and no farther than its points allow.
    pub fn wheels(&self, p: &Position, march: &March<'_>) -> Wheels<'_> {
        let width = 2 * march.foot.half_width();
        let paid = |degrees: &i32| i64::from(wheel_cost(width, 10 * degrees)) * march.least() <= march.left;
        let most = (1..=90).take_while(paid).count() as i32;
        Wheels([Hand::Left, Hand::Right].map(|hand| {
            let swing = Swing::new(self, p, march, hand);
            let is_clear = |foot: &Footprint| {
                let mut faults = Faults::default();
                swing.look(foot, &mut faults);
                !faults.any()
            };
            let degrees = if swing.is_empty() {
                most
            } else {
                march.foot.wheel(hand, 10 * most).take_while(is_clear).count() as i32
            };
            Wheel {
                swing,
                degrees: degrees as u16,
            }
        }))
    }
}
