//! The ground a block of troops covers: a rectangle that looks somewhere (LR-05), its edges and zones (LR-07), and how it turns.

use super::{Angle, Hull, LIMIT, Local, ONE, Point, Quad, Segment, Stance, Way};

/// A rectangle that looks somewhere: of its stance the point is the middle of the front edge. Its corners are whole mils.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    stance: Stance,
    half_width: i32,
    depth: i32,
    /// Front left, front right, rear right, rear left, as those who stand there see it.
    corners: [Point; 4],
}

/// One of the four sides of a footprint, and the zone beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    Front,
    Right,
    Rear,
    Left,
}

/// The left or the right, as those who stand there see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hand {
    Left,
    Right,
}

/// An edge of a footprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub line: Segment,
    /// The way one looks from it, away from the footprint.
    pub outward: Angle,
    /// As the footprint's measures have it; its corners may be half a mil nearer or further.
    pub length: i32,
}

impl Face {
    pub const ALL: [Face; 4] = [Face::Front, Face::Right, Face::Rear, Face::Left];

    /// How far one turns clockwise from the front to look that way.
    pub const fn turn(self) -> i32 {
        match self {
            Face::Front => 0,
            Face::Right => 900,
            Face::Rear => 1800,
            Face::Left => 2700,
        }
    }

    pub const fn is_flank(self) -> bool {
        matches!(self, Face::Left | Face::Right)
    }
}

impl Hull for Footprint {
    fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// Opposite sides are exactly parallel, because the same rounded lengths are added to every corner.
    fn sides(&self) -> usize {
        2
    }
}

impl Footprint {
    /// Sizes are at least 1 and at most [`LIMIT`].
    pub fn new(stance: Stance, half_width: i32, depth: i32) -> Footprint {
        let [half_width, depth] = [half_width, depth].map(|size| size.clamp(1, LIMIT));
        let [left, right] = [stance.point(-half_width, 0), stance.point(half_width, 0)];
        let back = stance.at.to(stance.point(0, -depth));
        Footprint {
            stance,
            half_width,
            depth,
            corners: [left, right, right.plus(back), left.plus(back)],
        }
    }

    pub fn stance(&self) -> Stance {
        self.stance
    }

    pub fn half_width(&self) -> i32 {
        self.half_width
    }

    pub fn depth(&self) -> i32 {
        self.depth
    }

    /// The same block elsewhere.
    pub fn placed(&self, stance: Stance) -> Footprint {
        Footprint::new(stance, self.half_width, self.depth)
    }

    /// Moved straight forward, or back if the number is negative; the facing stays.
    pub fn moved(&self, mils: i32) -> Footprint {
        self.shifted(self.stance.at.to(self.stance.moved(mils).at))
    }

    /// Moved along any way; the facing stays.
    pub fn shifted(&self, by: [i64; 2]) -> Footprint {
        Footprint {
            stance: Stance {
                at: self.stance.at.plus(by),
                ..self.stance
            },
            corners: self.corners.map(|corner| corner.plus(by)),
            ..*self
        }
    }

    pub fn front(&self) -> Segment {
        Segment([self.corners[0], self.corners[1]])
    }

    pub fn edge(&self, face: Face) -> Edge {
        let [fl, fr, rr, rl] = self.corners;
        let line = match face {
            Face::Front => [fl, fr],
            Face::Right => [fr, rr],
            Face::Rear => [rr, rl],
            Face::Left => [rl, fl],
        };
        Edge {
            line: Segment(line),
            outward: self.stance.facing.turned(face.turn()),
            length: self.length(face),
        }
    }

    /// How long an edge is.
    pub fn length(&self, face: Face) -> i32 {
        if face.is_flank() {
            self.depth
        } else {
            2 * self.half_width
        }
    }

    /// The middle, half the depth behind the front.
    pub fn centre(&self) -> Point {
        self.stance.point_in_halves(0, -i64::from(self.depth))
    }

    /// How far along an edge a point lies, from the middle of that edge, rounded: on front and rear positive to the right,
    /// on the flanks positive to the front.
    pub fn offset(&self, face: Face, p: Point) -> i32 {
        let Local { right, forward } = self.stance.local(p);
        if face.is_flank() {
            let from_middle = forward + i64::from(self.depth) * ONE / 2;
            super::angle::rounded(from_middle, ONE) as i32
        } else {
            super::angle::rounded(right, ONE) as i32
        }
    }

    /// The point of an edge, or of its line, at an offset as [`Footprint::offset`] gives it.
    pub fn point_on(&self, face: Face, offset: i32) -> Point {
        let [half, depth, offset] = [self.half_width, self.depth, offset].map(i64::from);
        let (right, forward) = match face {
            Face::Front => (2 * offset, 0),
            Face::Rear => (2 * offset, -2 * depth),
            Face::Right => (2 * half, 2 * offset - depth),
            Face::Left => (-2 * half, 2 * offset - depth),
        };
        self.stance.point_in_halves(right, forward)
    }

    /// A part of an edge between two offsets: the front of one file, the end of one rank.
    pub fn stretch(&self, face: Face, from: i32, to: i32) -> Segment {
        Segment([self.point_on(face, from), self.point_on(face, to)])
    }

    /// In which of its zones a point lies (LR-07).
    pub fn zone(&self, p: Point) -> Face {
        let Local { right, forward } = self.stance.local(p);
        let [half, depth] = [self.half_width, self.depth].map(|size| i64::from(size) * ONE);
        let flank = if right < 0 { Face::Left } else { Face::Right };
        let (beside, behind) = (right.abs() - half, -depth - forward);
        match () {
            _ if forward >= 0 => Face::Front,
            _ if behind < 0 => flank,
            _ if beside > 0 && beside >= behind => flank,
            _ => Face::Rear,
        }
    }

    /// The rectangle in front, as wide as the front and so deep.
    pub fn ahead(&self, depth: i32) -> Footprint {
        let depth = depth.clamp(1, LIMIT);
        Footprint::new(self.stance.moved(depth), self.half_width, depth)
    }

    /// From the rear edge before a move straight forward to the front edge after it.
    pub fn sweep(&self, mils: i32) -> Quad {
        let [_, _, rr, rl] = self.corners;
        let by = Way::along(self.stance.facing).shift(mils);
        Quad([self.corners[0].plus(by), self.corners[1].plus(by), rr, rl])
    }

    /// Turned about the middle, which stays (LR-22, LR-24).
    pub fn turned(&self, facing: Angle) -> Footprint {
        let centre = Stance {
            at: self.centre(),
            facing,
        };
        let at = centre.point_in_halves(0, i64::from(self.depth));
        self.placed(Stance { at, facing })
    }

    /// Turned about the front corner on that hand, forward (LR-21).
    pub fn wheeled(&self, hand: Hand, tenths: i32) -> Footprint {
        let tenths = tenths % 3600;
        let (half, tenths) = match hand {
            Hand::Left => (-self.half_width, -tenths),
            Hand::Right => (self.half_width, tenths),
        };
        let facing = self.stance.facing.turned(tenths);
        let corner = Stance {
            at: self.stance.point(half, 0),
            facing,
        };
        let at = corner.point(-half, 0);
        self.placed(Stance { at, facing })
    }

    /// The footprints of a wheel that are looked at: at every whole degree turned, and at the end. Not the one at the start.
    pub fn wheel(&self, hand: Hand, tenths: i32) -> impl Iterator<Item = Footprint> + use<> {
        self.wheel_on(hand, 0, tenths)
    }

    /// The same from so many whole degrees on.
    pub fn wheel_on(&self, hand: Hand, degrees: i32, tenths: i32) -> impl Iterator<Item = Footprint> + use<> {
        let (start, tenths) = (*self, tenths.min(3600));
        let whole = (degrees + 1..)
            .map(|degree| 10 * degree)
            .take_while(move |turned| *turned < tenths);
        let all = whole.chain((tenths > 0).then_some(tenths));
        all.map(move |turned| start.wheeled(hand, turned))
    }
}

/// The way the outer corner of a wheel goes: the arc, with 355/113 for pi, rounded up to a mil (LR-21).
pub fn wheel_cost(width: i32, tenths: i32) -> i32 {
    let arc = i64::from(width.clamp(0, 2 * LIMIT)) * i64::from(tenths.clamp(0, 3600)) * 355;
    (arc as u64).div_ceil(113 * 1800) as i32
}
