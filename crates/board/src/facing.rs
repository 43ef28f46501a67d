//! Directions, and the two ways in which counters face: towards a vertex
//! (edward.md 1.2, quad.md 1.3) or towards a side (medieval.md 1).

use crate::hex::BadName;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// `n` sixths of a turn clockwise from `i`.
#[inline]
const fn turn(i: u8, n: i8) -> u8 {
    // A multiple of six on top, so that nothing negative has to be divided.
    ((i as i16 + n as i16 + 132) as u16 % 6) as u8
}

/// Sixths of a turn between two, whichever way is shorter.
const APART: [[u8; 6]; 6] = {
    let mut apart = [[0; 6]; 6];
    let mut i = 0;
    while i < 36 {
        let k = turn(i as u8 / 6, -((i % 6) as i8));
        apart[i / 6][i % 6] = if k > 3 { 6 - k } else { k };
        i += 1;
    }
    apart
};

macro_rules! sixth {
    ($Type:ident, $hint:literal, $($name:ident),+) => {
        impl $Type {
            /// Clockwise from the top.
            pub const ALL: [$Type; 6] = [$($Type::$name),+];

            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Counts round: 6 is 0 again.
            #[inline]
            pub const fn from_index(i: u8) -> $Type {
                $Type::ALL[(i % 6) as usize]
            }

            /// `None` above 5: for numbers that come from outside.
            #[inline]
            pub const fn try_from_index(i: u8) -> Option<$Type> {
                if i < 6 { Some($Type::ALL[i as usize]) } else { None }
            }

            /// Turned clockwise by `n` sixths, counter-clockwise if negative.
            #[inline]
            #[must_use]
            pub const fn turned(self, n: i8) -> $Type {
                $Type::ALL[turn(self as u8, n) as usize]
            }

            #[inline]
            #[must_use]
            pub const fn opposite(self) -> $Type {
                self.turned(3)
            }

            /// Sixths of a turn between the two, whichever way is shorter: 0 to 3.
            #[inline]
            pub const fn turns_to(self, other: $Type) -> u8 {
                APART[self as usize][other as usize]
            }

            pub const fn name(self) -> &'static str {
                match self { $($Type::$name => stringify!($name)),+ }
            }
        }

        impl fmt::Display for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $Type {
            type Err = BadName;

            fn from_str(text: &str) -> Result<Self, BadName> {
                match text {
                    $(stringify!($name) => Ok($Type::$name),)+
                    _ => Err(BadName($hint)),
                }
            }
        }
    };
}

/// The side of a hex, and the neighbour behind it. N is the top of the sheet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[repr(u8)]
pub enum Dir {
    N,
    NE,
    SE,
    S,
    SW,
    NW,
}

sixth!(Dir, "a direction is N, NE, SE, S, SW or NW", N, NE, SE, S, SW, NW);

impl Dir {
    /// The step in axial coordinates (edward.md 1.1).
    #[inline]
    pub const fn axial(self) -> (i16, i16) {
        const STEPS: [(i16, i16); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
        STEPS[self as usize]
    }
}

/// A corner of a hex as a facing: vertex `f` lies between directions `f` and `f+1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[repr(u8)]
pub enum Vertex {
    NNE,
    E,
    SSE,
    SSW,
    W,
    NNW,
}

sixth!(
    Vertex,
    "a facing is NNE, E, SSE, SSW, W or NNW",
    NNE,
    E,
    SSE,
    SSW,
    W,
    NNW
);

/// Where a neighbour lies as seen from a counter that faces a vertex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Arc {
    Front,
    LeftFlank,
    RightFlank,
    Rear,
}

impl Arc {
    #[inline]
    pub const fn is_flank(self) -> bool {
        matches!(self, Arc::LeftFlank | Arc::RightFlank)
    }
}

impl Vertex {
    /// Edward.md 1.2: k = d - f gives 0,1 front; 2 right flank; 3,4 rear; 5 left flank.
    #[inline]
    pub const fn arc(self, d: Dir) -> Arc {
        match turn(d as u8, -(self as i8)) {
            0 | 1 => Arc::Front,
            2 => Arc::RightFlank,
            5 => Arc::LeftFlank,
            _ => Arc::Rear,
        }
    }

    /// The direction `n` sixths clockwise of the left one of the two front directions.
    #[inline]
    const fn dir(self, n: i8) -> Dir {
        Dir::ALL[turn(self as u8, n) as usize]
    }

    /// Left, then right.
    #[inline]
    pub const fn fronts(self) -> [Dir; 2] {
        [self.dir(0), self.dir(1)]
    }

    /// Left, then right.
    #[inline]
    pub const fn flanks(self) -> [Dir; 2] {
        [self.dir(5), self.dir(2)]
    }

    /// Right, then left: clockwise, as in the table of edward.md 1.2.
    #[inline]
    pub const fn rears(self) -> [Dir; 2] {
        [self.dir(3), self.dir(4)]
    }

    /// The two facings that have `d` in front, counter-clockwise one first.
    #[inline]
    pub const fn looking(d: Dir) -> [Vertex; 2] {
        [Vertex::ALL[turn(d as u8, -1) as usize], Vertex::ALL[d as usize]]
    }
}

/// Facing towards a side (medieval.md 1): three hexes in front, three behind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideFacing(pub Dir);

impl SideFacing {
    /// The one hex straight ahead.
    #[inline]
    pub const fn frontal(self) -> Dir {
        self.0
    }

    /// Left to right.
    #[inline]
    pub const fn front(self) -> [Dir; 3] {
        [self.0.turned(-1), self.0, self.0.turned(1)]
    }

    /// Clockwise.
    #[inline]
    pub const fn rear(self) -> [Dir; 3] {
        [self.0.turned(2), self.0.turned(3), self.0.turned(4)]
    }

    #[inline]
    pub const fn in_front(self, d: Dir) -> bool {
        self.0.turns_to(d) <= 1
    }

    /// Does the axial offset lie in the cone ahead (MR-24)? The counter's own hex counts as inside.
    pub fn in_cone(self, offset: (i16, i16)) -> bool {
        let (mut q, mut s) = (i32::from(offset.0), i32::from(offset.1));
        // Turn the plane until the facing is N; there the cone is a wedge of two sextants.
        for _ in 0..self.0.index() {
            (q, s) = (q + s, -q);
        }
        if q >= 0 { s <= -q } else { s <= 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of edward.md 1.2: front, left flank, right flank, rear.
    #[test]
    fn vertex_arcs() {
        let table = [
            ("NNE", "N NE", "NW", "SE", "S SW"),
            ("E", "NE SE", "N", "S", "SW NW"),
            ("SSE", "SE S", "NE", "SW", "NW N"),
            ("SSW", "S SW", "SE", "NW", "N NE"),
            ("W", "SW NW", "S", "N", "NE SE"),
            ("NNW", "NW N", "SW", "NE", "SE S"),
        ];
        for (i, (name, front, left, right, rear)) in table.into_iter().enumerate() {
            let v: Vertex = name.parse().unwrap();
            assert_eq!(v.index(), i);
            assert_eq!(v.to_string(), name);
            let words = |d: [Dir; 2]| format!("{} {}", d[0], d[1]);
            assert_eq!(words(v.fronts()), front);
            assert_eq!(words(v.rears()), rear);
            assert_eq!(words(v.flanks()), format!("{left} {right}"));
            for d in Dir::ALL {
                let want = match d.name() {
                    n if front.split(' ').any(|x| x == n) => Arc::Front,
                    n if n == left => Arc::LeftFlank,
                    n if n == right => Arc::RightFlank,
                    _ => Arc::Rear,
                };
                assert_eq!(v.arc(d), want, "{v} {d}");
                assert_eq!(Vertex::looking(d).contains(&v), want == Arc::Front);
            }
        }
    }

    #[test]
    fn turning() {
        assert_eq!(Dir::N.turned(-1), Dir::NW);
        assert_eq!(Dir::NW.turned(7), Dir::N);
        assert_eq!(Dir::SE.turned(i8::MIN), Dir::N);
        assert_eq!(Dir::from_index(9), Dir::S);
        assert_eq!(Dir::try_from_index(6), None);
        assert_eq!(Vertex::E.opposite(), Vertex::W);
        assert_eq!(Dir::N.turns_to(Dir::SW), 2);
        for d in Dir::ALL {
            assert_eq!(d.name().parse(), Ok(d));
            let (q, s) = d.axial();
            assert_eq!(d.opposite().axial(), (-q, -s));
        }
        assert!("n".parse::<Dir>().is_err());
    }

    #[test]
    fn side_facing() {
        let f = SideFacing(Dir::N);
        assert_eq!(f.front(), [Dir::NW, Dir::N, Dir::NE]);
        assert_eq!(f.rear(), [Dir::SE, Dir::S, Dir::SW]);
        for d in Dir::ALL {
            assert_eq!(f.in_front(d), f.front().contains(&d));
            assert_eq!(f.in_front(d), f.in_cone(d.axial()));
        }
    }

    /// MR-24: 2r+1 hexes at range r, whatever the facing; and they are the sums it names.
    #[test]
    fn cone() {
        for f in Dir::ALL {
            let mut inside = [0; 5];
            for q in -4..=4i16 {
                for s in -4..=4i16 {
                    let r = q.abs().max(s.abs()).max((q + s).abs());
                    if r <= 4 && SideFacing(f).in_cone((q, s)) {
                        inside[r as usize] += 1;
                    }
                }
            }
            assert_eq!(inside, [1, 3, 5, 7, 9]);
            for side in [f.turned(1), f.turned(-1)] {
                let ((aq, a_s), (bq, bs)) = (f.axial(), side.axial());
                assert!(SideFacing(f).in_cone((2 * aq + bq, 2 * a_s + bs)));
                assert!(SideFacing(f).in_cone((3 * bq, 3 * bs)));
            }
        }
    }
}
