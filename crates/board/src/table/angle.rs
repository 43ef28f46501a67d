//! Angles in tenths of a degree, and the table of sines by which all turning is reckoned (LR-02).

use super::Point;
use serde::{Deserialize, Serialize};

/// Tenths of a degree, clockwise, 0 to 3599; 0 looks at the far edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct Angle(u16);

/// One, in the table of sines and in [`super::Local`].
pub const ONE: i64 = 1 << 30;

const FULL: i32 = 3600;

impl Angle {
    pub const AHEAD: Angle = Angle(0);
    pub const RIGHT: Angle = Angle(900);
    pub const ABOUT: Angle = Angle(1800);
    pub const LEFT: Angle = Angle(2700);

    /// Any number of tenths, full circles left out.
    pub const fn new(tenths: i32) -> Angle {
        Angle(tenths.rem_euclid(FULL) as u16)
    }

    pub const fn tenths(self) -> u16 {
        self.0
    }

    /// Turned clockwise by so many tenths, anticlockwise if they are negative.
    pub const fn turned(self, tenths: i32) -> Angle {
        Angle::new(self.0 as i32 + tenths % FULL)
    }

    pub const fn opposite(self) -> Angle {
        self.turned(1800)
    }

    /// How far one must turn clockwise to look that way: -1799 to 1800.
    pub const fn turn_to(self, other: Angle) -> i32 {
        let turn = (other.0 as i32 - self.0 as i32).rem_euclid(FULL);
        if turn > 1800 { turn - FULL } else { turn }
    }

    /// The angle between two directions: 0 to 1800.
    pub const fn apart(self, other: Angle) -> u16 {
        self.turn_to(other).unsigned_abs() as u16
    }

    /// `round(2^30 * sine)`.
    pub fn sin(self) -> i64 {
        i64::from(SIN[usize::from(self.0)])
    }

    /// `round(2^30 * cosine)`.
    pub fn cos(self) -> i64 {
        i64::from(SIN[usize::from((self.0 + 900) % 3600)])
    }

    /// The unit vector forward, times [`ONE`].
    pub fn forward(self) -> [i64; 2] {
        [self.sin(), self.cos()]
    }

    /// The unit vector to the right, times [`ONE`].
    pub fn right(self) -> [i64; 2] {
        [self.cos(), -self.sin()]
    }

    /// The direction from a point to another, to the nearest tenth, of two equally near the one further clockwise.
    /// `None` if they are the same point.
    pub fn bearing(from: Point, to: Point) -> Option<Angle> {
        let d = from.to(to);
        if d == [0, 0] {
            return None;
        }
        // Turned back by whole right angles until it lies between ahead (included) and right.
        let (quarter, [x, y]) = match d {
            [x, y] if x >= 0 && y > 0 => (0, [x, y]),
            [x, y] if x > 0 => (900, [-y, x]),
            [x, y] if y < 0 => (1800, [-x, -y]),
            [x, y] => (2700, [y, -x]),
        };
        // How far clockwise of a tenth it lies, as a cross product.
        let past = |tenth: u16| {
            let [sin, cos] = Angle(tenth).forward();
            x * cos - y * sin
        };
        let (mut low, mut high) = (0, 900);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if past(middle) >= 0 { low = middle } else { high = middle }
        }
        let near = if past(low) < -past(high) { low } else { high };
        Some(Angle::new(i32::from(quarter + near)))
    }
}

impl TryFrom<u16> for Angle {
    type Error = &'static str;

    fn try_from(tenths: u16) -> Result<Angle, Self::Error> {
        let angle = Angle(tenths);
        let all = 0..FULL as u16;
        all.contains(&tenths)
            .then_some(angle)
            .ok_or("an angle is 0 to 3599 tenths of a degree")
    }
}

impl From<Angle> for u16 {
    fn from(angle: Angle) -> u16 {
        angle.0
    }
}

/// `product / scale`, to the nearest whole number, halves away from zero.
pub(super) const fn rounded(product: i64, scale: i64) -> i64 {
    let half = scale / 2;
    // An odd scale has no halves.
    let size = (product.unsigned_abs() + half as u64) / scale as u64;
    if product < 0 { -(size as i64) } else { size as i64 }
}

static SIN: [i32; 3600] = sines();

const fn sines() -> [i32; 3600] {
    let mut table = [0; 3600];
    let mut a = 0;
    while a <= 900 {
        let sine = sine(a);
        table[a as usize] = sine;
        table[1800 - a as usize] = sine;
        table[1800 + a as usize] = -sine;
        table[(3600 - a as usize) % 3600] = -sine;
        a += 1;
    }
    table
}

/// The sine of at most 900 tenths by its series, x - x^3/3! + x^5/5! ..., with 60 binary places.
///
/// Of the 19 steps each is at most two units of the last place out, and what is cut off is less than one; so where the last 30
/// places are more than 64 units from a half the 30 before are rounded as the sine itself would be. They are for every tenth,
/// or this would not compile.
const fn sine(tenths: i128) -> i32 {
    const PLACES: u32 = 60;
    const PI: i128 = 3_622_009_729_038_561_421;
    let x = tenths * PI / 1800;
    let square = (x * x) >> PLACES;
    let (mut sum, mut term) = (0, x);
    let mut n = 1;
    while term != 0 {
        sum += term;
        term = -((term * square) >> PLACES) / ((n + 1) * (n + 2));
        n += 2;
    }
    let rest = sum & ((1 << 30) - 1);
    assert!((rest - (1 << 29)).abs() > 64, "too near to a half to be rounded");
    ((sum + (1 << 29)) >> 30) as i32
}
