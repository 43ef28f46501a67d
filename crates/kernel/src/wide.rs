//! Whole numbers of 256 bits: as many digits as the chances of a great fight have.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wide {
    high: u128,
    low: u128,
}

impl From<u128> for Wide {
    fn from(low: u128) -> Wide {
        Wide { high: 0, low }
    }
}

impl Wide {
    pub const ZERO: Wide = Wide { high: 0, low: 0 };
    pub const ONE: Wide = Wide { high: 0, low: 1 };

    /// The number, if 128 bits are enough for it.
    pub fn narrow(self) -> Option<u128> {
        (self.high == 0).then_some(self.low)
    }

    fn bits(self) -> u32 {
        256 - match self.high {
            0 => 128 + self.low.leading_zeros(),
            high => high.leading_zeros(),
        }
    }

    pub fn checked_add(self, other: Wide) -> Option<Wide> {
        let (low, carried) = self.low.overflowing_add(other.low);
        let high = self.high.checked_add(other.high)?.checked_add(carried.into())?;
        Some(Wide { high, low })
    }

    pub fn checked_sub(self, other: Wide) -> Option<Wide> {
        let (low, borrowed) = self.low.overflowing_sub(other.low);
        let high = self.high.checked_sub(other.high)?.checked_sub(borrowed.into())?;
        Some(Wide { high, low })
    }

    pub fn checked_mul(self, other: Wide) -> Option<Wide> {
        let (wide, narrow) = if self.high == 0 { (other, self) } else { (self, other) };
        if narrow.high != 0 {
            return None;
        }
        let mut product = full(wide.low, narrow.low);
        product.high = product.high.checked_add(wide.high.checked_mul(narrow.low)?)?;
        Some(product)
    }

    fn left(self, by: u32) -> Wide {
        match by {
            0 => self,
            1..128 => Wide {
                high: (self.high << by) | (self.low >> (128 - by)),
                low: self.low << by,
            },
            _ => Wide {
                high: self.low << (by - 128),
                low: 0,
            },
        }
    }

    /// Without its last digits, in the system of two.
    #[must_use]
    pub fn right(self, by: u32) -> Wide {
        match by {
            0 => self,
            1..128 => Wide {
                high: self.high >> by,
                low: (self.low >> by) | (self.high << (128 - by)),
            },
            _ => Wide::from(self.high >> (by - 128)),
        }
    }

    fn trailing_zeros(self) -> u32 {
        match self.low {
            0 => 128 + self.high.trailing_zeros(),
            low => low.trailing_zeros(),
        }
    }

    /// How often the other is in it, which is not 0, and what is left.
    pub fn divided(self, by: Wide) -> (Wide, Wide) {
        if let (Some(own), Some(by)) = (self.narrow(), by.narrow()) {
            return ((own / by).into(), (own % by).into());
        }
        let (mut quotient, mut rest) = (Wide::ZERO, self);
        for shift in (0..=self.bits().saturating_sub(by.bits())).rev() {
            quotient = quotient.left(1);
            if let Some(less) = rest.checked_sub(by.left(shift)) {
                rest = less;
                quotient.low |= 1;
            }
        }
        (quotient, rest)
    }

    /// The greatest that is in both without rest; the other of 0.
    #[must_use]
    pub fn gcd(self, other: Wide) -> Wide {
        if let (Some(a), Some(b)) = (self.narrow(), other.narrow()) {
            return gcd(a, b).into();
        }
        if self == Wide::ZERO || other == Wide::ZERO {
            return self.max(other);
        }
        let twos = self.trailing_zeros().min(other.trailing_zeros());
        let (mut a, mut b) = (self.right(self.trailing_zeros()), other.right(other.trailing_zeros()));
        // Both are odd: their difference is even, and smaller.
        while a != b {
            let (more, less) = if a > b { (a, b) } else { (b, a) };
            let rest = more.checked_sub(less).unwrap_or(Wide::ZERO);
            (a, b) = (rest.right(rest.trailing_zeros()), less);
            if let (Some(a), Some(b)) = (a.narrow(), b.narrow()) {
                return Wide::from(gcd(a, b)).left(twos);
            }
        }
        a.left(twos)
    }
}

/// All 256 bits of a product.
fn full(a: u128, b: u128) -> Wide {
    const HALF: u128 = (1 << 64) - 1;
    let [a1, a0] = [a >> 64, a & HALF];
    let [b1, b0] = [b >> 64, b & HALF];
    let (low, middle) = (a0 * b0, a1 * b0);
    let middle = middle + (low >> 64);
    let (middle, top) = ((middle & HALF) + a0 * b1, middle >> 64);
    Wide {
        high: a1 * b1 + top + (middle >> 64),
        low: (middle << 64) | (low & HALF),
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

impl fmt::Display for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DIGITS: u128 = 10u128.pow(38);
        match self.narrow() {
            Some(low) => write!(f, "{low}"),
            None => {
                let (rest, last) = self.divided(DIGITS.into());
                write!(f, "{rest}{:038}", last.low)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn power(of: u128, n: u32) -> Wide {
        (0..n).fold(Wide::ONE, |product, _| product.checked_mul(of.into()).expect("it fits"))
    }

    #[test]
    fn powers_are_written_in_full() {
        // 2^200, 6^90, as any calculator of long numbers has them.
        let expected = "1606938044258990275541962092341162602522202993782792835301376";
        assert_eq!(power(2, 200).to_string(), expected);
        let expected = "10804695562359870518299193703899148848724015728610899282651377959960576";
        assert_eq!(power(6, 90).to_string(), expected);
        assert_eq!(power(10, 77).to_string(), format!("1{}", "0".repeat(77)));
        assert_eq!(Wide::from(u128::MAX).to_string(), u128::MAX.to_string());
        assert_eq!(power(2, 255).checked_mul(2.into()), None);
        assert_eq!(power(2, 128).checked_mul(power(2, 128)), None);
    }

    /// Products divide again, sums are taken apart again, and what two have in common is found: over numbers of all lengths.
    #[test]
    fn what_is_put_together_comes_apart() {
        let mut state = 1u128;
        let mut next = |bits: u32| {
            state = state
                .wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645)
                .wrapping_add(0x5851_f42d_4c95_7f2d);
            let number = state ^ (state >> 61);
            Wide::from((number >> (128 - bits)).max(1))
        };
        for round in 0..4000u32 {
            let [a, b, c] = [1 + round % 127, 1 + round % 89, 1 + round % 31].map(&mut next);
            let Some(product) = a.checked_mul(b).and_then(|ab| ab.checked_mul(c)) else {
                continue;
            };
            let ab = a.checked_mul(b).expect("it fits, for the product does");
            assert_eq!(product.divided(c), (ab, Wide::ZERO));
            let (quotient, rest) = product.divided(b.checked_add(Wide::ONE).expect("small"));
            let again = quotient.checked_mul(b.checked_add(Wide::ONE).expect("small"));
            assert!(rest <= b);
            assert_eq!(again.and_then(|again| again.checked_add(rest)), Some(product));
            let common = product.gcd(ab);
            assert_eq!(common, ab);
            let (more, least) = (product.checked_add(a), Wide::ZERO);
            assert_eq!(more.and_then(|more| more.checked_sub(a)), Some(product));
            assert_eq!(least.checked_sub(a), None);
            assert_eq!(product.right(5).left(5).right(5), product.right(5));
        }
    }
}
