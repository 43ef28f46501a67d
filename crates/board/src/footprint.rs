//! The ground a counter covers: one hex, or the two of a double counter (quad.md 1.3).

use crate::{Arc, Dir, Hex, HexMap, Vertex};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A double counter: the hexes of its left and right half as the troops see them.
/// `dir` leads from left to right; the front is the long side to the left of that way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Double {
    pub left: Hex,
    pub right: Hex,
    pub dir: Dir,
}

/// The eight places around a double counter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Around {
    FrontLeft,
    FrontCentre,
    FrontRight,
    LeftFlank,
    RightFlank,
    RearLeft,
    RearCentre,
    RearRight,
}

impl Around {
    pub const ALL: [Around; 8] = [
        Around::FrontLeft,
        Around::FrontCentre,
        Around::FrontRight,
        Around::LeftFlank,
        Around::RightFlank,
        Around::RearLeft,
        Around::RearCentre,
        Around::RearRight,
    ];

    pub const fn arc(self) -> Arc {
        match self {
            Around::FrontLeft | Around::FrontCentre | Around::FrontRight => Arc::Front,
            Around::LeftFlank => Arc::LeftFlank,
            Around::RightFlank => Arc::RightFlank,
            Around::RearLeft | Around::RearCentre | Around::RearRight => Arc::Rear,
        }
    }
}

/// What a double counter can do as one movement (Q 5.21 to 5.24; the last three only in rout).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manoeuvre {
    FwdLeft,
    FwdRight,
    PivotLeft,
    PivotRight,
    SideLeft,
    SideRight,
    About,
    RearPivotLeft,
    RearPivotRight,
    Shift(Dir),
}

impl Double {
    /// `None` unless the two are neighbours on the map.
    pub fn new(map: &HexMap, left: Hex, right: Hex) -> Option<Double> {
        let dir = map.direction(left, right)?;
        Some(Double { left, right, dir })
    }

    /// The double on these two hexes that faces so, whichever half is left.
    pub fn facing(map: &HexMap, a: Hex, b: Hex, facing: Vertex) -> Option<Double> {
        let both = [Double::new(map, a, b), Double::new(map, b, a)];
        both.into_iter().flatten().find(|d| d.vertex() == facing)
    }

    /// The corner it faces, a quarter turn left of `dir`.
    #[inline]
    pub const fn vertex(self) -> Vertex {
        Vertex::from_index(self.dir.turned(-2) as u8)
    }

    pub const fn hexes(self) -> [Hex; 2] {
        [self.left, self.right]
    }

    #[inline]
    pub fn covers(self, h: Hex) -> bool {
        self.left == h || self.right == h
    }

    /// The hex at one place around it, `OFF` beyond the map.
    pub fn at(self, map: &HexMap, place: Around) -> Hex {
        let left = |n| map.neighbour(self.left, self.dir.turned(n));
        let right = |n| map.neighbour(self.right, self.dir.turned(n));
        match place {
            Around::FrontLeft => left(-2),
            Around::FrontCentre => left(-1),
            Around::FrontRight => right(-1),
            Around::LeftFlank => left(3),
            Around::RightFlank => right(0),
            Around::RearLeft => left(2),
            Around::RearCentre => left(1),
            Around::RearRight => right(1),
        }
    }

    /// All eight in the order of [`Around::ALL`]; `OFF` beyond the map.
    pub fn around(self, map: &HexMap) -> [(Around, Hex); 8] {
        Around::ALL.map(|p| (p, self.at(map, p)))
    }

    /// Where a hex lies, if it touches the counter and is not under it.
    pub fn place_of(self, map: &HexMap, h: Hex) -> Option<Around> {
        if h.is_off() {
            return None;
        }
        Around::ALL.into_iter().find(|p| self.at(map, *p) == h)
    }

    pub fn arc_of(self, map: &HexMap, h: Hex) -> Option<Arc> {
        self.place_of(map, h).map(Around::arc)
    }

    /// Both halves one hex that way, facing kept.
    pub fn shift(self, map: &HexMap, d: Dir) -> Option<Double> {
        Some(Double {
            left: map.neighbour(self.left, d).on()?,
            right: map.neighbour(self.right, d).on()?,
            dir: self.dir,
        })
    }

    pub fn fwd_left(self, map: &HexMap) -> Option<Double> {
        self.shift(map, self.dir.turned(-2))
    }

    pub fn fwd_right(self, map: &HexMap) -> Option<Double> {
        self.shift(map, self.dir.turned(-1))
    }

    pub fn side_left(self, map: &HexMap) -> Option<Double> {
        self.shift(map, self.dir.opposite())
    }

    pub fn side_right(self, map: &HexMap) -> Option<Double> {
        self.shift(map, self.dir)
    }

    /// Turns left: the right half goes to the front centre.
    pub fn pivot_left(self, map: &HexMap) -> Option<Double> {
        self.swing_right_half(map, Around::FrontCentre, -1)
    }

    /// Turns right: the left half goes to the front centre.
    pub fn pivot_right(self, map: &HexMap) -> Option<Double> {
        self.swing_left_half(map, Around::FrontCentre, 1)
    }

    /// Rout only: the left half falls back to the rear centre.
    pub fn rear_pivot_left(self, map: &HexMap) -> Option<Double> {
        self.swing_left_half(map, Around::RearCentre, -1)
    }

    /// Rout only: the right half falls back to the rear centre.
    pub fn rear_pivot_right(self, map: &HexMap) -> Option<Double> {
        self.swing_right_half(map, Around::RearCentre, 1)
    }

    fn swing_left_half(self, map: &HexMap, to: Around, turn: i8) -> Option<Double> {
        Some(Double {
            left: self.at(map, to).on()?,
            right: self.right,
            dir: self.dir.turned(turn),
        })
    }

    fn swing_right_half(self, map: &HexMap, to: Around, turn: i8) -> Option<Double> {
        Some(Double {
            left: self.left,
            right: self.at(map, to).on()?,
            dir: self.dir.turned(turn),
        })
    }

    /// Faces the other way on the same ground.
    #[must_use]
    pub const fn about(self) -> Double {
        Double {
            left: self.right,
            right: self.left,
            dir: self.dir.opposite(),
        }
    }

    /// `None` if it would leave the map.
    pub fn apply(self, map: &HexMap, manoeuvre: Manoeuvre) -> Option<Double> {
        match manoeuvre {
            Manoeuvre::FwdLeft => self.fwd_left(map),
            Manoeuvre::FwdRight => self.fwd_right(map),
            Manoeuvre::PivotLeft => self.pivot_left(map),
            Manoeuvre::PivotRight => self.pivot_right(map),
            Manoeuvre::SideLeft => self.side_left(map),
            Manoeuvre::SideRight => self.side_right(map),
            Manoeuvre::About => Some(self.about()),
            Manoeuvre::RearPivotLeft => self.rear_pivot_left(map),
            Manoeuvre::RearPivotRight => self.rear_pivot_right(map),
            Manoeuvre::Shift(d) => self.shift(map, d),
        }
    }

    /// `1015/1016`, left half first.
    pub fn show(self, map: &HexMap) -> impl fmt::Display + use<> {
        let (left, right) = (map.name(self.left), map.name(self.right));
        format!("{left}/{right}")
    }
}

/// The ground under a counter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Footprint {
    Single(Hex),
    Double(Double),
}

impl Footprint {
    /// One or two hexes; of a double the left one first.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        let (first, second) = match self {
            Footprint::Single(h) => (h, None),
            Footprint::Double(d) => (d.left, Some(d.right)),
        };
        std::iter::once(first).chain(second)
    }

    #[inline]
    pub fn covers(self, h: Hex) -> bool {
        match self {
            Footprint::Single(own) => own == h,
            Footprint::Double(d) => d.covers(h),
        }
    }

    /// Least distance between any hex of the one and any of the other.
    pub fn distance(self, map: &HexMap, other: Footprint) -> u16 {
        let all = self
            .hexes()
            .flat_map(|a| other.hexes().map(move |b| map.distance(a, b)));
        all.min().unwrap_or(u16::MAX)
    }
}
