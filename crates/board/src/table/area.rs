//! The table and its ground: convex areas and lines.

use super::point::cross;
use super::{Bounds, By, Hull, MOST_CORNERS, Point, Segment, Stance, Sweep, Way};
use crate::{Place, Pose};
use std::fmt;

/// A convex piece of ground. Its boundary belongs to the outside (LR-77).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    corners: Vec<Point>,
    bounds: Bounds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaFault {
    /// An area has 3 to 16 corners.
    Corners(usize),
    /// Other corners lie on both hands of the side that begins at this one, or in its line.
    NotConvex(usize),
    /// A line has two points at least.
    Points(usize),
}

impl fmt::Display for AreaFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AreaFault::Corners(n) => write!(f, "an area has 3 to {MOST_CORNERS} corners, not {n}"),
            AreaFault::NotConvex(n) => write!(f, "an area is convex, but not at the side after its corner {}", n + 1),
            AreaFault::Points(n) => write!(f, "a line has two points at least, not {n}"),
        }
    }
}

impl std::error::Error for AreaFault {}

impl Area {
    /// Corners in order, either way round, no three of them in one line.
    pub fn new(corners: Vec<Point>) -> Result<Area, AreaFault> {
        let n = corners.len();
        if !(3..=MOST_CORNERS).contains(&n) {
            return Err(AreaFault::Corners(n));
        }
        let side_of = |i: usize, j: usize| {
            let [from, to] = [corners[i], corners[(i + 1) % n]];
            cross(from.to(to), from.to(corners[j % n])).signum()
        };
        // From every side all other corners lie on the same hand.
        let way = side_of(0, 2);
        let good = |i: usize| way != 0 && (2..n).all(|further| side_of(i, i + further) == way);
        if let Some(wrong) = (0..n).find(|i| !good(*i)) {
            return Err(AreaFault::NotConvex(wrong));
        }
        let bounds = Bounds::of(&corners);
        Ok(Area { corners, bounds })
    }
}

impl Hull for Area {
    fn corners(&self) -> &[Point] {
        &self.corners
    }

    fn bounds(&self) -> Bounds {
        self.bounds
    }
}

/// A hedge, a stream, a wall: from point to point, without width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    points: Vec<Point>,
    bounds: Bounds,
}

impl Line {
    pub fn new(points: Vec<Point>) -> Result<Line, AreaFault> {
        if points.len() < 2 {
            return Err(AreaFault::Points(points.len()));
        }
        let bounds = Bounds::of(&points);
        Ok(Line { points, bounds })
    }

    pub fn points(&self) -> &[Point] {
        &self.points
    }

    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    pub fn segments(&self) -> impl Iterator<Item = Segment> + '_ {
        self.points.windows(2).map(|ends| Segment([ends[0], ends[1]]))
    }

    /// Whether it has a point in common with a figure, ends and rims included.
    pub fn meets(&self, figure: &impl Hull) -> bool {
        self.bounds.join(figure.bounds()) && self.segments().any(|part| super::in_common(&part, figure))
    }

    /// The first of so many mils after which a moving figure has a point in common with it; mil 0, the start, is not asked.
    pub fn first(&self, way: &Way, mover: &impl Hull, mils: i32) -> Option<i32> {
        let passed = mover.bounds().with(mover.bounds().plus(way.shift(mils)));
        if !self.bounds.join(passed) {
            return None;
        }
        let parts = self.segments().filter(|part| passed.join(part.bounds()));
        let firsts = parts.filter_map(|part| Sweep::new(way, By::Common, mover, &part).first(1..=mils));
        firsts.min()
    }

    /// How far it is from a figure.
    pub fn distance(&self, figure: &impl Hull) -> super::Distance {
        let parts = self.segments().map(|part| super::distance(&part, figure));
        parts.min().unwrap_or_default()
    }
}

/// How large the table is, in mils.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    pub width: i32,
    pub depth: i32,
}

impl Table {
    pub fn bounds(&self) -> Bounds {
        Bounds {
            min: Point::new(0, 0),
            max: Point::new(self.width, self.depth),
        }
    }

    /// Whether a figure is on the table with all its corners, the edge included.
    pub fn holds(&self, figure: &impl Hull) -> bool {
        let (table, figure) = (self.bounds(), figure.bounds());
        let fits = |least: i32, low: i32, high: i32, most: i32| least <= low && high <= most;
        fits(table.min.x(), figure.min.x(), figure.max.x(), table.max.x())
            && fits(table.min.y(), figure.min.y(), figure.max.y(), table.max.y())
    }

    /// As it is shown: y from the far edge.
    pub fn pose(&self, stance: Stance) -> Pose {
        Pose {
            x: stance.at.x(),
            y: self.depth.saturating_sub(stance.at.y()),
            angle: stance.facing.tenths(),
        }
    }

    /// What is meant by a pose as it is shown; `None` if there is no such angle or the point is off the table.
    pub fn stance(&self, pose: Pose) -> Option<Stance> {
        let on = (0..=self.width).contains(&pose.x) && (0..=self.depth).contains(&pose.y);
        let facing = pose.angle.try_into().ok()?;
        on.then(|| Stance {
            at: Point::new(pose.x, self.depth - pose.y),
            facing,
        })
    }

    /// The point of a place that is on this table.
    pub fn point(&self, place: &Place) -> Option<Point> {
        match place {
            Place::Table(pose) => self.stance(*pose).map(|stance| stance.at),
            Place::Hexes(_) => None,
        }
    }
}
