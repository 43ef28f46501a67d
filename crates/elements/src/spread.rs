//! How many of many dice succeed: exact weights by number, without a thought for faces.

use kernel::Ratio;

/// Weights of 0, 1, 2, ... successes, out of the same whole. Whatever grows too large for it is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    pub weights: Vec<u128>,
    pub whole: u128,
}

impl Spread {
    /// So many, for certain.
    pub fn certain(n: usize) -> Spread {
        let mut weights = vec![0; n + 1];
        weights[n] = 1;
        Spread { weights, whole: 1 }
    }

    /// With `dice` more, of which each succeeds `hits` times out of `of`.
    pub fn with(mut self, dice: u16, hits: u128, of: u128) -> Option<Spread> {
        for _ in 0..dice {
            self.whole = self.whole.checked_mul(of)?;
            self.weights.push(0);
            for at in (0..self.weights.len()).rev() {
                let from_below = if at > 0 {
                    self.weights[at - 1].checked_mul(hits)?
                } else {
                    0
                };
                self.weights[at] = self.weights[at].checked_mul(of - hits)?.checked_add(from_below)?;
            }
        }
        Some(self)
    }

    /// With dice of which each must show so much.
    pub fn with_dice(self, dice: u16, need: u8) -> Option<Spread> {
        let (hits, of) = match need {
            0 | 1 => (1, 1),
            2 => (5, 6),
            3 => (2, 3),
            4 => (1, 2),
            5 => (1, 3),
            _ => (1, 6),
        };
        self.with(dice, hits, of)
    }

    /// The weight of all numbers below `n`.
    pub fn below(&self, n: usize) -> u128 {
        self.weights[..n.min(self.weights.len())].iter().sum()
    }

    /// The same with everything from `most` on as `most`.
    #[must_use]
    pub fn at_most(mut self, most: usize) -> Spread {
        while self.weights.len() > most + 1 {
            let last = self.weights.pop().unwrap_or(0);
            self.weights[most] += last;
        }
        self
    }

    pub fn chances(&self) -> impl Iterator<Item = Ratio> + '_ {
        self.weights.iter().map(|weight| Ratio::new(*weight, self.whole))
    }
}
