//! Strength as a difference of Elo, from pairs of games and their scores, and a sequential test on them. The games won of a pair give
//! five scores (pentanomial): none, a draw, one, one and a draw, both. Who had the better of its points gives three.

use serde::Serialize;

/// A difference of Elo and the ends of its interval of 95 %.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Elo {
    pub elo: f64,
    pub elo_low: f64,
    pub elo_high: f64,
}

/// Pairs by their score, in quarters of a pair.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scores {
    pub pairs: [u64; 5],
}

/// The test stops when one hypothesis is nineteen times as likely as the other.
pub const BOUND: f64 = 2.944;

/// No result of few pairs is more certain than this.
const MOST_ELO: f64 = 1200.0;

impl Scores {
    pub fn of(quarters: impl Iterator<Item = usize>) -> Scores {
        let mut pairs = [0; 5];
        quarters.for_each(|quarters| pairs[quarters.min(4)] += 1);
        Scores { pairs }
    }

    pub fn count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Mean and variance of the score of a pair, with a little of every score, so that no certainty comes of a few pairs.
    fn moments(&self) -> (f64, f64) {
        let weights = self.pairs.map(|n| n as f64 + 0.1);
        let all: f64 = weights.iter().sum();
        let score = |i: usize| i as f64 / 4.0;
        let mean = (0..5).map(|i| weights[i] * score(i)).sum::<f64>() / all;
        let variance = (0..5).map(|i| weights[i] * (score(i) - mean).powi(2)).sum::<f64>() / all;
        (mean, variance)
    }

    pub fn elo(&self) -> Elo {
        let (mean, variance) = self.moments();
        let off = 1.96 * (variance / self.count().max(1) as f64).sqrt();
        Elo {
            elo: elo(mean),
            elo_low: elo(mean - off),
            elo_high: elo(mean + off),
        }
    }

    /// How much likelier it is, as a logarithm, that the first is better by `high` Elo than by `low` (the generalised
    /// sequential probability ratio test).
    pub fn likelihood(&self, low: f64, high: f64) -> f64 {
        let (mean, variance) = self.moments();
        let (low, high) = (score(low), score(high));
        self.count() as f64 * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }
}

/// As people write it: never less than nothing by less than half.
pub fn signed(elo: f64) -> String {
    format!("{:+.0}", elo.round() + 0.0)
}

fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

fn elo(score: f64) -> f64 {
    match score {
        score if score <= 0.0 => -MOST_ELO,
        score if score >= 1.0 => MOST_ELO,
        score => (-400.0 * (1.0 / score - 1.0).log10()).clamp(-MOST_ELO, MOST_ELO),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_quarters_of_the_score_are_191_elo() {
        let even = Scores {
            pairs: [0, 0, 100, 0, 0],
        };
        assert!(even.elo().elo.abs() < 1.0);
        let better = Scores {
            pairs: [0, 0, 1000, 0, 1000],
        };
        assert!((better.elo().elo - 190.8).abs() < 1.0, "{:?}", better.elo());
        assert!(better.elo().elo_low > 170.0 && better.elo().elo_high < 215.0);
    }

    #[test]
    fn the_test_ends_for_the_better_and_for_the_same() {
        let better = Scores {
            pairs: [2, 0, 10, 0, 20],
        };
        assert!(better.likelihood(0.0, 60.0) > BOUND);
        let same = Scores {
            pairs: [40, 0, 60, 0, 40],
        };
        assert!(same.likelihood(0.0, 100.0) < -BOUND);
        let few = Scores { pairs: [0, 0, 1, 0, 1] };
        assert!(few.likelihood(0.0, 60.0).abs() < BOUND);
    }
}
