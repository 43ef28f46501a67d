//! Search, whatever the game: a plan gives every piece one of its options, and is made better as long as the budget lasts. Budgets
//! count evaluations, never time, so that the same seed and budget find the same plan everywhere.

use crate::{Rng, Stop};

/// Plans are made of this.
pub trait Objective {
    fn pieces(&self) -> usize;

    /// How many options a piece has; at least one.
    fn options(&self, piece: usize) -> usize;

    /// What a plan is worth to its side. The same plan is always worth the same.
    fn value(&mut self, plan: &[u8]) -> i64;
}

/// What may still be spent; nothing more once it is stopped.
#[derive(Clone, Debug)]
pub struct Budget {
    pub evaluations: u32,
    stop: Stop,
}

impl Budget {
    pub fn new(evaluations: u32, stop: &Stop) -> Budget {
        Budget {
            evaluations,
            stop: stop.clone(),
        }
    }

    fn spend(&mut self) -> bool {
        let left = self.evaluations > 0 && !self.stop.is_set();
        self.evaluations = self.evaluations.saturating_sub(1);
        left
    }
}

/// Climbs from the best of some plans: piece by piece in changing order, then by changes of two to four pieces at once.
/// The best plan seen and its value.
pub fn climb(
    objective: &mut impl Objective,
    starts: Vec<Vec<u8>>,
    budget: &mut Budget,
    rng: &mut Rng,
) -> (Vec<u8>, i64) {
    let pieces = objective.pieces();
    let mut best: Option<(Vec<u8>, i64)> = None;
    for plan in starts {
        let value = objective.value(&plan);
        budget.spend();
        if best.as_ref().is_none_or(|(_, most)| value > *most) {
            best = Some((plan, value));
        }
    }
    let Some((mut plan, mut value)) = best else {
        return (vec![0; pieces], 0);
    };
    let open: Vec<usize> = (0..pieces).filter(|piece| objective.options(*piece) > 1).collect();
    if open.is_empty() {
        return (plan, value);
    }
    let mut order = open.clone();
    loop {
        let mut gained = false;
        shuffle(&mut order, rng);
        for &piece in &order {
            let old = plan[piece];
            let mut kept = old;
            for option in 0..objective.options(piece) as u8 {
                if option == old {
                    continue;
                }
                if !budget.spend() {
                    plan[piece] = kept;
                    return (plan, value);
                }
                plan[piece] = option;
                let worth = objective.value(&plan);
                if worth > value {
                    (value, kept, gained) = (worth, option, true);
                }
            }
            plan[piece] = kept;
        }
        if !gained {
            break;
        }
    }
    // Nothing is gained by one piece alone: several together.
    let mut trial = plan.clone();
    while budget.spend() {
        trial.copy_from_slice(&plan);
        for _ in 0..2 + rng.below(3) {
            let piece = open[rng.below(open.len())];
            trial[piece] = rng.below(objective.options(piece)) as u8;
        }
        let worth = objective.value(&trial);
        if worth > value {
            value = worth;
            plan.copy_from_slice(&trial);
        }
    }
    (plan, value)
}

fn shuffle(list: &mut [usize], rng: &mut Rng) {
    for i in (1..list.len()).rev() {
        list.swap(i, rng.below(i + 1));
    }
}

/// Differences between two plans that were tried on the same streams of chance.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paired {
    pub count: u32,
    sum: i64,
    squares: i128,
}

impl Paired {
    pub fn add(&mut self, difference: i64) {
        self.count += 1;
        self.sum += difference;
        self.squares += i128::from(difference).pow(2);
    }

    pub fn mean(&self) -> i64 {
        self.sum / i64::from(self.count.max(1))
    }

    /// The standard error of the mean; of less than two differences nothing is known.
    pub fn error(&self) -> i64 {
        if self.count < 2 {
            return i64::MAX;
        }
        let n = i128::from(self.count);
        let spread = n * self.squares - i128::from(self.sum).pow(2);
        // variance / n, with n - 1 degrees of freedom
        let error = (spread / (n * n * (n - 1))).unsigned_abs().isqrt();
        i64::try_from(error).unwrap_or(i64::MAX)
    }

    /// Whether the mean is beyond doubt: above so many thousandths of its standard error.
    pub fn exceeds(&self, doubt: u32) -> bool {
        let (mean, error) = (i128::from(self.mean()), i128::from(self.error()));
        mean > 0 && 1000 * mean > i128::from(doubt) * error
    }
}

/// What a race came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raced {
    pub best: usize,
    /// The mean of its samples.
    pub mean: i64,
    /// What it is better by than the first candidate, on the same streams.
    pub gain: i64,
}

/// Tries candidates on common streams of chance and drops the worse half after every round, until the budget is spent. The first
/// candidate is what would be done without a race: it is never dropped, and another is taken only if it is better by more than
/// `doubt` thousandths of the standard error of the difference. `value(candidate, stream)` is a sample; all candidates of a round
/// meet the same streams.
pub fn race(candidates: usize, doubt: u32, budget: &mut Budget, mut value: impl FnMut(usize, u32) -> i64) -> Raced {
    let mut samples: Vec<Vec<i64>> = vec![Vec::new(); candidates];
    let mut field: Vec<usize> = (0..candidates).collect();
    let compare = |samples: &[Vec<i64>], other: usize| {
        let mut pairs = Paired::default();
        let both = samples[other].iter().zip(&samples[0]);
        both.for_each(|(other, first)| pairs.add(other - first));
        pairs
    };
    let mut streams = 0u32;
    'race: while field.len() > 1 {
        let share = budget.evaluations / field.len() as u32;
        if share == 0 {
            break;
        }
        // Half of what is left for those who are left: few samples drop nobody.
        let more = if field.len() == 2 { share } else { share.div_ceil(2) };
        for stream in streams..streams + more {
            for candidate in &field {
                if !budget.spend() {
                    break 'race;
                }
                samples[*candidate].push(value(*candidate, stream));
            }
        }
        streams += more;
        // The earlier of two that are alike, so that the order of candidates is a preference.
        let sum = |candidate: usize| samples[candidate].iter().sum::<i64>();
        field[1..].sort_by_key(|candidate| (std::cmp::Reverse(sum(*candidate)), *candidate));
        if field.len() == 2 {
            break;
        }
        field.truncate((1 + field.len() / 2).max(2));
    }
    let mean = |candidate: usize| {
        let of = &samples[candidate];
        of.iter().sum::<i64>() / (of.len() as i64).max(1)
    };
    let challenger = field.get(1).map(|other| (*other, compare(&samples, *other)));
    match challenger.filter(|(_, pairs)| pairs.exceeds(doubt)) {
        Some((best, pairs)) => Raced {
            best,
            mean: mean(best),
            gain: pairs.mean(),
        },
        None => Raced {
            best: 0,
            mean: samples.first().map_or(0, |_| mean(0)),
            gain: 0,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a plan is how near it comes to a wanted one; two pieces count only together.
    struct Wanted(Vec<u8>);

    impl Objective for Wanted {
        fn pieces(&self) -> usize {
            self.0.len()
        }

        fn options(&self, _: usize) -> usize {
            5
        }

        fn value(&mut self, plan: &[u8]) -> i64 {
            let alone = plan.iter().zip(&self.0).skip(2).filter(|(a, b)| a == b).count() as i64;
            alone + 3 * i64::from(plan[..2] == self.0[..2])
        }
    }

    #[test]
    fn climbing_finds_what_two_pieces_gain_together() {
        let mut wanted = Wanted(vec![3, 1, 4, 1, 2, 0, 3]);
        let plan = |seed| {
            let mut budget = Budget::new(2000, &Stop::default());
            climb(
                &mut Wanted(vec![3, 1, 4, 1, 2, 0, 3]),
                vec![vec![0; 7]],
                &mut budget,
                &mut Rng::new(seed),
            )
        };
        assert_eq!(plan(1), (wanted.0.clone(), 8));
        assert_eq!(plan(1), plan(1));
        assert_eq!(wanted.value(&plan(2).0), plan(2).1);
    }

    #[test]
    fn a_budget_is_never_overdrawn() {
        let mut calls = 0;
        let mut budget = Budget::new(90, &Stop::default());
        let raced = race(20, 1000, &mut budget, |candidate, stream| {
            calls += 1;
            -((candidate as i64 - 7).abs()) + i64::from(stream % 2)
        });
        assert_eq!((raced.best, raced.gain), (7, 7));
        assert!(calls <= 90, "{calls}");
    }

    #[test]
    fn who_is_stopped_takes_the_best_so_far() {
        let stop = Stop::default();
        let mut calls = 0;
        let raced = race(2, 0, &mut Budget::new(1000, &stop), |candidate, _| {
            calls += 1;
            if calls == 8 {
                stop.set();
            }
            candidate as i64
        });
        assert_eq!((calls, raced.best, raced.gain), (8, 1, 1));
        let (plan, _) = climb(
            &mut Wanted(vec![1; 7]),
            vec![vec![0; 7]],
            &mut Budget::new(1000, &stop),
            &mut Rng::new(1),
        );
        assert_eq!(plan, [0; 7]);
    }

    #[test]
    fn what_is_better_by_luck_alone_is_not_taken() {
        // The second is better by 1 on average and out by 100: nobody can tell.
        let noisy = |candidate: usize, stream: u32| match (candidate, stream % 2) {
            (0, _) => 0,
            (_, 0) => 101,
            (..) => -99,
        };
        let mut budget = Budget::new(40, &Stop::default());
        assert_eq!(race(2, 1000, &mut budget, noisy).best, 0);
        let mut budget = Budget::new(40, &Stop::default());
        assert_eq!(race(2, 0, &mut budget, noisy).best, 1);
    }

    #[test]
    fn the_error_of_a_mean_is_the_standard_one() {
        let mut pairs = Paired::default();
        [2000, 4000, 4000, 6000].into_iter().for_each(|n| pairs.add(n));
        // Variance 8/3 with three degrees of freedom, over four.
        assert_eq!((pairs.mean(), pairs.error()), (4000, 816));
        assert!(pairs.exceeds(4800) && !pairs.exceeds(5000));
    }
}
