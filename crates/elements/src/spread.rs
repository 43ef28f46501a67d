//! How many of many dice succeed: exact weights by number, without a thought for faces.

use kernel::{Ratio, Wide};

/// A whole number of so many bits; what does not fit is `None`.
pub trait Number: Copy + From<u128> {
    fn plus(self, other: Self) -> Option<Self>;
    fn times(self, other: Self) -> Option<Self>;
    fn out_of(self, whole: Self) -> Ratio;
}

/// Enough for most fights, and quick.
impl Number for u128 {
    fn plus(self, other: u128) -> Option<u128> {
        self.checked_add(other)
    }

    fn times(self, other: u128) -> Option<u128> {
        self.checked_mul(other)
    }

    fn out_of(self, whole: u128) -> Ratio {
        Ratio::new(self, whole)
    }
}

/// Enough for any two units, and the tests that follow.
impl Number for Wide {
    fn plus(self, other: Wide) -> Option<Wide> {
        self.checked_add(other)
    }

    fn times(self, other: Wide) -> Option<Wide> {
        self.checked_mul(other)
    }

    fn out_of(self, whole: Wide) -> Ratio {
        Ratio::of(self, whole)
    }
}

/// A power of a small number.
pub fn power<N: Number>(of: u128, n: usize) -> Option<N> {
    (0..n).try_fold(N::from(1), |product, _| product.times(of.into()))
}

/// Weights of 0, 1, 2, ... successes, out of the same whole. Whatever grows too large for it is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread<N> {
    pub weights: Vec<N>,
    pub whole: N,
}

impl<N: Number> Spread<N> {
    /// So many, for certain.
    pub fn certain(n: usize) -> Spread<N> {
        let mut weights = vec![N::from(0); n + 1];
        weights[n] = N::from(1);
        Spread {
            weights,
            whole: N::from(1),
        }
    }

    /// With `dice` more, of which each succeeds `hits` times out of `of`.
    pub fn with(mut self, dice: u16, hits: N, of: N, misses: N) -> Option<Spread<N>> {
        for _ in 0..dice {
            self.whole = self.whole.times(of)?;
            self.weights.push(N::from(0));
            for at in (0..self.weights.len()).rev() {
                let from_below = match at {
                    0 => N::from(0),
                    _ => self.weights[at - 1].times(hits)?,
                };
                self.weights[at] = self.weights[at].times(misses)?.plus(from_below)?;
            }
        }
        Some(self)
    }

    /// With dice of which each succeeds `hits` times out of `of`.
    pub fn with_small(self, dice: u16, hits: u128, of: u128) -> Option<Spread<N>> {
        self.with(dice, hits.into(), of.into(), (of - hits).into())
    }

    /// With dice of which each must show so much.
    pub fn with_dice(self, dice: u16, need: u8) -> Option<Spread<N>> {
        let (hits, of) = match need {
            0 | 1 => (1, 1),
            2 => (5, 6),
            3 => (2, 3),
            4 => (1, 2),
            5 => (1, 3),
            _ => (1, 6),
        };
        self.with_small(dice, hits, of)
    }

    /// The weight of all numbers below `n`.
    pub fn below(&self, n: usize) -> Option<N> {
        sum(&self.weights[..n.min(self.weights.len())])
    }

    /// The same with everything from `most` on as `most`.
    pub fn at_most(mut self, most: usize) -> Option<Spread<N>> {
        if self.weights.len() > most + 1 {
            self.weights[most] = sum(&self.weights[most..])?;
            self.weights.truncate(most + 1);
        }
        Some(self)
    }

    pub fn chances(&self) -> impl Iterator<Item = Ratio> + '_ {
        self.weights.iter().map(|weight| weight.out_of(self.whole))
    }
}

pub fn sum<N: Number>(weights: &[N]) -> Option<N> {
    weights.iter().try_fold(N::from(0), |sum, weight| sum.plus(*weight))
}
