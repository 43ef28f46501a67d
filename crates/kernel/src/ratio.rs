//! Exact probabilities.

use crate::wide::Wide;
use serde::{Serialize, Serializer};
use std::fmt;

/// A fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratio {
    num: Wide,
    den: Wide,
}

impl Ratio {
    pub const ZERO: Ratio = Ratio {
        num: Wide::ZERO,
        den: Wide::ONE,
    };
    pub const ONE: Ratio = Ratio {
        num: Wide::ONE,
        den: Wide::ONE,
    };

    /// `den` must not be 0.
    pub fn new(num: u128, den: u128) -> Ratio {
        Ratio::of(num.into(), den.into())
    }

    /// `den` must not be 0.
    pub fn of(num: Wide, den: Wide) -> Ratio {
        let common = num.gcd(den);
        Ratio {
            num: num.divided(common).0,
            den: den.divided(common).0,
        }
    }

    /// `None` if the result has too many digits.
    pub fn times(self, num: u128, den: u128) -> Option<Ratio> {
        self.by(num.into(), den.into())
    }

    /// `num` out of `den` of it. `None` if the result has too many digits.
    pub fn by(self, num: Wide, den: Wide) -> Option<Ratio> {
        match (self.num.checked_mul(num), self.den.checked_mul(den)) {
            (Some(num), Some(den)) => Some(Ratio::of(num, den)),
            // Crosswise reduced first, it may still fit.
            _ => {
                let (a, b) = (Ratio::of(self.num, den), Ratio::of(num, self.den));
                Some(Ratio {
                    num: a.num.checked_mul(b.num)?,
                    den: a.den.checked_mul(b.den)?,
                })
            }
        }
    }

    /// `None` if the result has too many digits.
    pub fn plus(self, other: Ratio) -> Option<Ratio> {
        if self.den == other.den {
            return Some(Ratio::of(self.num.checked_add(other.num)?, self.den));
        }
        let common = self.den.gcd(other.den);
        let (by, others_by) = (other.den.divided(common).0, self.den.divided(common).0);
        let (own, others) = (self.num.checked_mul(by)?, other.num.checked_mul(others_by)?);
        Some(Ratio::of(own.checked_add(others)?, others_by.checked_mul(other.den)?))
    }

    /// The fraction, if 128 bits are enough for it.
    pub fn narrow(self) -> Option<Ratio> {
        (self.num.narrow().is_some() && self.den.narrow().is_some()).then_some(self)
    }

    /// What it lacks of certainty.
    #[must_use]
    pub fn rest(self) -> Ratio {
        Ratio {
            num: self.den.checked_sub(self.num).unwrap_or(Wide::ZERO),
            ..self
        }
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
            match num.checked_mul(by.into()) {
                Some(product) => return product.divided(den.max(Wide::ONE)).0.narrow().unwrap_or(by),
                None => (num, den) = (num.right(1), den.right(1)),
            }
        }
    }

    /// In hundredths of a percent, rounded to the nearest.
    pub fn basis_points(self) -> u32 {
        self.part_of(20_000).div_ceil(2) as u32
    }

    /// Reads `10/36` or `1`.
    pub fn parse(text: &str) -> Option<Ratio> {
        let (num, den) = text.split_once('/').unwrap_or((text, "1"));
        let [num, den]: [u128; 2] = [num.trim().parse().ok()?, den.trim().parse().ok()?];
        (den != 0).then(|| Ratio::new(num, den))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == Wide::ONE {
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
        let tiny = Ratio::new(1, 1 << 120).times(1, 1 << 120).expect("it fits");
        assert_eq!(tiny.times(1, 1 << 60), None);
        assert_eq!(tiny.plus(Ratio::new(1, u128::MAX - 4)), None);
        // Crosswise it fits.
        let third = tiny.times(1 << 120, 3).and_then(|part| part.times(1 << 120, 1));
        assert_eq!(third, Some(Ratio::new(1, 3)));
        let near_half = Ratio::new((1 << 125) + 1, 1 << 126);
        let nearer = near_half.times((1 << 125) + 1, 1 << 125).expect("it fits");
        for half in [near_half, nearer] {
            assert_eq!(
                (half.basis_points(), half.thousandths_of(2_000_000)),
                (5000, 1_000_000_000)
            );
        }
        assert_eq!(tiny.rest().plus(tiny), Some(Ratio::ONE));
        assert_eq!(
            tiny.to_string(),
            format!(
                "1/{}",
                "1766847064778384329583297500742918515827483896875618958121606201292619776"
            )
        );
    }
}
