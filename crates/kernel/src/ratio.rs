//! Exact probabilities.

use serde::{Serialize, Serializer};
use std::fmt;

/// A fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratio {
    num: u128,
    den: u128,
}

impl Ratio {
    pub const ZERO: Ratio = Ratio { num: 0, den: 1 };
    pub const ONE: Ratio = Ratio { num: 1, den: 1 };

    /// `den` must not be 0.
    pub fn new(num: u128, den: u128) -> Ratio {
        let g = gcd(num, den).max(1);
        Ratio {
            num: num / g,
            den: den / g,
        }
    }

    #[must_use]
    pub fn times(self, num: u64, den: u64) -> Ratio {
        Ratio::new(self.num * u128::from(num), self.den * u128::from(den))
    }

    #[must_use]
    pub fn plus(self, other: Ratio) -> Ratio {
        if self.den == other.den {
            return Ratio::new(self.num + other.num, self.den);
        }
        let g = gcd(self.den, other.den);
        Ratio::new(
            self.num * (other.den / g) + other.num * (self.den / g),
            self.den / g * other.den,
        )
    }

    /// This part of `whole`, in thousandths, rounded down.
    pub fn thousandths_of(self, whole: i32) -> i32 {
        let part = self.num * 1000 * u128::from(whole.unsigned_abs()) / self.den;
        part as i32 * whole.signum()
    }

    pub fn parts(self) -> (u128, u128) {
        (self.num, self.den)
    }

    /// In hundredths of a percent, rounded to the nearest.
    pub fn basis_points(self) -> u32 {
        ((self.num * 20_000 + self.den) / (2 * self.den)) as u32
    }

    /// Reads `10/36` or `1`.
    pub fn parse(text: &str) -> Option<Ratio> {
        let (num, den) = text.split_once('/').unwrap_or((text, "1"));
        let (num, den) = (num.trim().parse().ok()?, den.trim().parse().ok()?);
        (den != 0).then(|| Ratio::new(num, den))
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    // Nearly every fraction here fits 64 bits, where division is ten times as fast.
    if let (Ok(mut a), Ok(mut b)) = (u64::try_from(a), u64::try_from(b)) {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        return u128::from(a);
    }
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == 1 {
            write!(f, "{}", self.num)
        } else {
            write!(f, "{}/{}", self.num, self.den)
        }
    }
}

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_exact_and_reduced() {
        let third = Ratio::new(2, 6);
        assert_eq!(third.plus(Ratio::new(1, 6)), Ratio::new(1, 2));
        assert_eq!(third.plus(third).plus(third), Ratio::ONE);
        assert_eq!(Ratio::parse("10/36"), Some(Ratio::new(5, 18)));
        assert_eq!(Ratio::parse("1/0"), None);
        assert_eq!(Ratio::new(1, 3).basis_points(), 3333);
        assert_eq!(Ratio::new(2, 3).basis_points(), 6667);
    }
}
