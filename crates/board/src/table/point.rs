//! Points, and the convex figures they are the corners of.

use serde::{Deserialize, Serialize};

/// No coordinate and no length is larger. It is 87 feet; points further off are set to it, so that nothing here overflows.
pub const LIMIT: i32 = (1 << 20) - 1;

/// The most corners of a figure.
pub const MOST_CORNERS: usize = 16;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "[i32; 2]", into = "[i32; 2]")]
pub struct Point {
    x: i32,
    y: i32,
}

impl Point {
    pub const fn new(x: i32, y: i32) -> Point {
        const fn limited(c: i32) -> i32 {
            if c > LIMIT {
                LIMIT
            } else if c < -LIMIT {
                -LIMIT
            } else {
                c
            }
        }
        Point {
            x: limited(x),
            y: limited(y),
        }
    }

    pub const fn x(self) -> i32 {
        self.x
    }

    pub const fn y(self) -> i32 {
        self.y
    }

    /// Shifted.
    pub fn plus(self, [x, y]: [i64; 2]) -> Point {
        let sum = |c: i32, by: i64| (i64::from(c).saturating_add(by)).clamp(-i64::from(LIMIT), LIMIT.into()) as i32;
        Point::new(sum(self.x, x), sum(self.y, y))
    }

    /// The way to another point.
    pub fn to(self, other: Point) -> [i64; 2] {
        [
            i64::from(other.x) - i64::from(self.x),
            i64::from(other.y) - i64::from(self.y),
        ]
    }

    /// The squared distance.
    pub fn squared(self, other: Point) -> i64 {
        let d = self.to(other);
        dot(d, d)
    }

    /// Inclusive, as all distances in rules are.
    pub fn within(self, mils: i32, other: Point) -> bool {
        mils >= 0 && self.squared(other) <= i64::from(mils) * i64::from(mils)
    }
}

impl TryFrom<[i32; 2]> for Point {
    type Error = &'static str;

    fn try_from([x, y]: [i32; 2]) -> Result<Point, Self::Error> {
        let limits = -LIMIT..=LIMIT;
        let good = limits.contains(&x) && limits.contains(&y);
        good.then_some(Point { x, y }).ok_or("no table is that large")
    }
}

impl From<Point> for [i32; 2] {
    fn from(p: Point) -> [i32; 2] {
        [p.x, p.y]
    }
}

pub(super) fn dot(a: [i64; 2], b: [i64; 2]) -> i64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Positive if `b` is anticlockwise of `a`.
pub(super) fn cross(a: [i64; 2], b: [i64; 2]) -> i64 {
    a[0] * b[1] - a[1] * b[0]
}

/// A convex figure: the corners in order, either way round, at most [`MOST_CORNERS`]. One is a point, two are a segment.
pub trait Hull {
    fn corners(&self) -> &[Point];

    /// The first so many sides have all the directions there are among the sides: of a parallelogram the first two.
    fn sides(&self) -> usize {
        match self.corners().len() {
            0 | 1 => 0,
            2 => 1,
            more => more,
        }
    }

    fn bounds(&self) -> Bounds {
        Bounds::of(self.corners())
    }
}

impl Hull for Point {
    fn corners(&self) -> &[Point] {
        std::slice::from_ref(self)
    }
}

/// From a point to another; they may be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment(pub [Point; 2]);

impl Hull for Segment {
    fn corners(&self) -> &[Point] {
        &self.0
    }
}

/// A parallelogram, such as the ground swept by a straight move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quad(pub(super) [Point; 4]);

impl Hull for Quad {
    fn corners(&self) -> &[Point] {
        &self.0
    }

    fn sides(&self) -> usize {
        2
    }
}

/// The smallest upright rectangle around a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub min: Point,
    pub max: Point,
}

impl Bounds {
    pub fn of(points: &[Point]) -> Bounds {
        let first = points.first().copied().unwrap_or_default();
        let mut bounds = Bounds { min: first, max: first };
        for p in points {
            bounds.min.x = bounds.min.x.min(p.x);
            bounds.min.y = bounds.min.y.min(p.y);
            bounds.max.x = bounds.max.x.max(p.x);
            bounds.max.y = bounds.max.y.max(p.y);
        }
        bounds
    }

    /// Around both.
    pub fn with(self, other: Bounds) -> Bounds {
        Bounds::of(&[self.min, self.max, other.min, other.max])
    }

    /// Shifted.
    pub fn plus(self, by: [i64; 2]) -> Bounds {
        Bounds {
            min: self.min.plus(by),
            max: self.max.plus(by),
        }
    }

    /// Wider by so much on every side.
    pub fn grown(self, mils: i32) -> Bounds {
        let by = i64::from(mils);
        Bounds {
            min: self.min.plus([-by, -by]),
            max: self.max.plus([by, by]),
        }
    }

    /// Whether they have a point in common, the rim included.
    pub fn join(self, other: Bounds) -> bool {
        self.min.x <= other.max.x && other.min.x <= self.max.x && self.min.y <= other.max.y && other.min.y <= self.max.y
    }
}
