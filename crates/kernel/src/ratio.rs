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

    /// `None` if the result has too many digits.
    pub fn times(self, num: u128, den: u128) -> Option<Ratio> {
        match (self.num.checked_mul(num), self.den.checked_mul(den)) {
            (Some(num), Some(den)) => Some(Ratio::new(num, den)),
            // Crosswise reduced first, it may still fit.
            _ => {
                let (a, b) = (gcd(self.num, den).max(1), gcd(num, self.den).max(1));
                let num = (self.num / a).checked_mul(num / b)?;
                Some(Ratio::new(num, (self.den / b).checked_mul(den / a)?))
            }
        }
    }

    /// `None` if the result has too many digits.
    pub fn plus(self, other: Ratio) -> Option<Ratio> {
        if self.den == other.den {
            return Some(Ratio::new(self.num.checked_add(other.num)?, self.den));
        }
        let g = gcd(self.den, other.den);
        let (own, others) = (
            self.num.checked_mul(other.den / g)?,
            other.num.checked_mul(self.den / g)?,
        );
        let den = (self.den / g).checked_mul(other.den)?;
        Some(Ratio::new(own.checked_add(others)?, den))
    }

    /// This part of `whole`, in thousandths, rounded towards 0. The ratio is at most 1.
    pub fn thousandths_of(self, whole: i32) -> i32 {
        let by = 1000 * u128::from(whole.unsigned_abs());
        let part = self.part_of(by) as i64;
        (part * i64::from(whole.signum())) as i32
    }

    /// `num * by / den`, rounded down. Digits that no result of this size can show are dropped where they do not fit.
    fn part_of(self, by: u128) -> u128 {
        let (mut num, mut den) = (self.num, self.den);
        loop {
            match num.checked_mul(by) {
                Some(product) => return product / den.max(1),
                None => (num, den) = (num >> 1, den >> 1),
            }
        }
    }

    pub fn parts(self) -> (u128, u128) {
        (self.num, self.den)
    }

    /// In hundredths of a percent, rounded to the nearest.
    pub fn basis_points(self) -> u32 {
        self.part_of(20_000).div_ceil(2) as u32
    }

    /// Reads `10/36` or `1`.
    pub fn parse(text: &str) -> Option<Ratio> {
        let (num, den) = text.split_once('/').unwrap_or((text, "1"));
        let (num, den) = (num.trim().parse().ok()?, den.trim().parse().ok()?);
        (den != 0).then(|| Ratio::new(num, den))
    }
}

pub(crate) fn gcd(mut a: u128, mut b: u128) -> u128 {
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
        assert_eq!(third.plus(Ratio::new(1, 6)), Some(Ratio::new(1, 2)));
        assert_eq!(third.plus(third).and_then(|r| r.plus(third)), Some(Ratio::ONE));
        assert_eq!(Ratio::parse("10/36"), Some(Ratio::new(5, 18)));
        assert_eq!(Ratio::parse("1/0"), None);
        assert_eq!(Ratio::new(1, 3).basis_points(), 3333);
        assert_eq!(Ratio::new(2, 3).basis_points(), 6667);
        assert_eq!(Ratio::new(1, 2).thousandths_of(-3), -1500);
    }

    #[test]
    fn what_does_not_fit_is_refused_or_rounded_never_wrong() {
        let tiny = Ratio::new(1, 1 << 120);
        assert_eq!(tiny.times(1, 1 << 60), None);
        assert_eq!(tiny.plus(Ratio::new(1, u128::MAX - 4)), None);
        // Crosswise it fits.
        assert_eq!(tiny.times(1 << 120, 3), Some(Ratio::new(1, 3)));
        let near_half = Ratio::new((1 << 125) + 1, 1 << 126);
        assert_eq!(
            (near_half.basis_points(), near_half.thousandths_of(2_000_000)),
            (5000, 1_000_000_000)
        );
    }
}
