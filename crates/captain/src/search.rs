//! Search, whatever the game: a plan gives every piece one of its options, and is made better as long as the budget lasts. Budgets
//! count evaluations, never time, so that the same seed and budget find the same plan everywhere.

use crate::{Rng, Stop};

/// Plans are made of this.
pub trait Objective {
    /// How many options a piece has; at least one.
    fn options(&self, piece: usize) -> usize;

    /// What a plan is worth to its side. The same plan is always worth the same.
    fn value(&mut self, plan: &[u8]) -> i64;
}

/// What may still be spent; nothing more once it is stopped.
#[derive(Clone, Debug)]
pub struct Budget {
    given: u32,
    left: u32,
    stop: Stop,
}

impl Budget {
    pub fn new(evaluations: u32, stop: &Stop) -> Budget {
        Budget {
            given: evaluations,
            left: evaluations,
            stop: stop.clone(),
        }
    }

    fn spend(&mut self) -> bool {
        let goes_on = self.left > 0 && !self.stop.is_set();
        self.left -= u32::from(goes_on);
        goes_on
    }

    /// Evaluations made with it.
    pub fn spent(&self) -> u32 {
        self.given - self.left
    }
}

/// What a climb came to.
#[derive(Clone, Debug)]
pub struct Climbed {
    pub plan: Vec<u8>,
    pub value: i64,
    /// What it is better by than the plan that was given.
    pub gain: i64,
}

/// Climbs from the better of the plan that is given and another: piece by piece in changing order, then by changes of two to four
/// pieces at once. The plan that is given is always weighed.
pub fn climb(
    objective: &mut impl Objective,
    given: Vec<u8>,
    another: Option<Vec<u8>>,
    budget: &mut Budget,
    rng: &mut Rng,
) -> Climbed {
    budget.spend();
    let usual = objective.value(&given);
    let (mut plan, mut value) = (given, usual);
    if let Some(other) = another.filter(|_| budget.spend()) {
        let worth = objective.value(&other);
        if worth > value {
            (plan, value) = (other, worth);
        }
    }
    let climbed = |plan, value| Climbed {
        plan,
        value,
        gain: value - usual,
    };
    let open: Vec<usize> = (0..plan.len()).filter(|piece| objective.options(*piece) > 1).collect();
    if open.is_empty() {
        return climbed(plan, value);
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
                    return climbed(plan, value);
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
    climbed(plan, value)
}

fn shuffle(list: &mut [usize], rng: &mut Rng) {
    for i in (1..list.len()).rev() {
        list.swap(i, rng.below(i + 1));
    }
}

/// By fewer trials nothing is preferred: two that happen to be alike have no error at all.
pub const FEWEST: u32 = 4;

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

    /// Whether the mean is beyond doubt: above so many thousandths of its standard error, which a few differences do not tell.
    pub fn exceeds(&self, doubt: u32) -> bool {
        let (mean, error) = (i128::from(self.mean()), i128::from(self.error()));
        self.count >= FEWEST && mean > 0 && 1000 * mean > i128::from(doubt) * error
    }
}

/// What a race came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raced {
    pub best: usize,
    /// The mean of its samples.
    pub mean: i64,
}

/// Samples for each candidate in the next round of a race.
fn in_a_round(field: usize, left: u32) -> u32 {
    let share = left / field as u32;
    // Half of what is left for those who are left.
    if field == 2 { share } else { share.div_ceil(2) }
}

/// Those who go on when a round has been run.
fn go_on(field: usize) -> usize {
    (1 + field / 2).max(2)
}

/// How many samples the last two of a race get.
fn of_the_last(mut field: usize, mut left: u32) -> u32 {
    let mut samples = 0;
    loop {
        let more = in_a_round(field, left);
        samples += more;
        left -= more * field as u32;
        if more == 0 || field == 2 {
            return samples;
        }
        field = go_on(field);
    }
}

/// Tries candidates on common streams of chance and drops the worse half after every round, until the budget is spent. The first
/// candidate is what would be done without a race: it is never dropped, and another is taken only if it is better by more than
/// `doubt` thousandths of the standard error of the difference. `value(candidate, stream)` is a sample; all candidates of a round
/// meet the same streams. The order of candidates is a preference: with so little to spend that the last two could not be told
/// apart, the last are not tried, and where not even two can be, none is.
pub fn race(candidates: usize, doubt: u32, budget: &mut Budget, mut value: impl FnMut(usize, u32) -> i64) -> Raced {
    let tried = (2..=candidates)
        .rev()
        .find(|field| of_the_last(*field, budget.left) >= FEWEST);
    let mut samples: Vec<Vec<i64>> = vec![Vec::new(); candidates];
    let mut field: Vec<usize> = (0..tried.unwrap_or(1)).collect();
    let compare = |samples: &[Vec<i64>], other: usize| {
        let mut pairs = Paired::default();
        let both = samples[other].iter().zip(&samples[0]);
        both.for_each(|(other, first)| pairs.add(other - first));
        pairs
    };
    let mut streams = 0u32;
    'race: while field.len() > 1 {
        let more = in_a_round(field.len(), budget.left);
        if more == 0 {
            break;
        }
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
        field.truncate(go_on(field.len()));
    }
    let mean = |candidate: usize| {
        let of = &samples[candidate];
        of.iter().sum::<i64>() / (of.len() as i64).max(1)
    };
    let challenger = field.get(1).map(|other| (*other, compare(&samples, *other)));
    match challenger.filter(|(_, pairs)| pairs.exceeds(doubt)) {
        Some((best, _)) => Raced { best, mean: mean(best) },
        None => Raced {
            best: 0,
            mean: samples.first().map_or(0, |_| mean(0)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a plan is how near it comes to a wanted one; two pieces count only together.
    struct Wanted(Vec<u8>);

    impl Objective for Wanted {
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
        let climbed = |seed| {
            let mut budget = Budget::new(2000, &Stop::default());
            let mut objective = Wanted(vec![3, 1, 4, 1, 2, 0, 3]);
            climb(&mut objective, vec![0; 7], None, &mut budget, &mut Rng::new(seed))
        };
        let one = climbed(1);
        // One of seven is right as it is given.
        assert_eq!((&one.plan, one.value, one.gain), (&wanted.0, 8, 7));
        assert_eq!(one.plan, climbed(1).plan);
        let other = climbed(2);
        assert_eq!(wanted.value(&other.plan), other.value);
    }

    #[test]
    fn the_better_of_two_plans_is_climbed_from_and_the_first_is_what_it_is_held_against() {
        let mut budget = Budget::new(2, &Stop::default());
        let mut objective = Wanted(vec![1; 7]);
        let climbed = climb(
            &mut objective,
            vec![0; 7],
            Some(vec![1; 7]),
            &mut budget,
            &mut Rng::new(1),
        );
        assert_eq!((climbed.plan, climbed.value, climbed.gain), (vec![1; 7], 8, 8));
        assert_eq!(budget.spent(), 2);
    }

    #[test]
    fn a_budget_is_never_overdrawn() {
        let mut calls = 0;
        let mut budget = Budget::new(90, &Stop::default());
        let raced = race(20, 1000, &mut budget, |candidate, stream| {
            calls += 1;
            -((candidate as i64 - 7).abs()) + i64::from(stream % 2)
        });
        assert_eq!(raced.best, 7);
        assert!(calls <= 90, "{calls}");
        assert_eq!(calls, budget.spent());
    }

    #[test]
    fn whatever_is_begun_can_be_decided() {
        for candidates in 1..30 {
            for given in 0..200 {
                let mut budget = Budget::new(given, &Stop::default());
                let mut samples = vec![0; candidates];
                let raced = race(candidates, 1000, &mut budget, |candidate, _| {
                    samples[candidate] += 1;
                    -(candidate as i64)
                });
                assert_eq!(raced.best, 0);
                let spent: u32 = samples.iter().sum();
                assert!(spent == budget.spent() && spent <= given);
                // The first, and who was left with it.
                let decided = samples[0] >= FEWEST && samples[1..].iter().any(|n| *n == samples[0]);
                assert!(
                    decided || spent == 0,
                    "{candidates} candidates, {given} evaluations: {samples:?}"
                );
                assert_eq!(decided, candidates > 1 && given >= 2 * FEWEST);
            }
        }
    }

    #[test]
    fn with_little_to_spend_the_first_few_are_tried() {
        let mut budget = Budget::new(10, &Stop::default());
        assert_eq!(race(6, 1000, &mut budget, |candidate, _| candidate as i64).best, 2);
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
        assert_eq!((calls, raced.best, raced.mean), (8, 1, 1));
        let mut budget = Budget::new(1000, &stop);
        let climbed = climb(&mut Wanted(vec![1; 7]), vec![0; 7], None, &mut budget, &mut Rng::new(1));
        assert_eq!(climbed.plan, [0; 7]);
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

    #[test]
    fn three_trials_prefer_nothing() {
        let mut pairs = Paired::default();
        for _ in 0..3 {
            pairs.add(1000);
            assert!(!pairs.exceeds(0));
        }
        pairs.add(1000);
        assert!(pairs.exceeds(0));
    }
}
