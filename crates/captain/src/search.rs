//! Search, whatever the game: a plan gives every piece one of its options, and is made better as long as the budget lasts. Budgets
//! count evaluations, never time, so that the same seed and budget find the same plan everywhere.

use crate::Rng;

/// Plans are made of this.
pub trait Objective {
    fn pieces(&self) -> usize;

    /// How many options a piece has; at least one.
    fn options(&self, piece: usize) -> usize;

    /// What a plan is worth to its side. The same plan is always worth the same.
    fn value(&mut self, plan: &[u8]) -> i64;
}

/// What may still be spent.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    pub evaluations: u32,
}

impl Budget {
    fn spend(&mut self) -> bool {
        let left = self.evaluations > 0;
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

/// Tries candidates on common streams of chance and drops the worse half after every round, until one is left or the budget is
/// spent. `value(candidate, stream)` is a sample; all candidates of a round meet the same streams. The best, and the mean of
/// its samples.
pub fn race(candidates: usize, budget: &mut Budget, mut value: impl FnMut(usize, u32) -> i64) -> (usize, i64) {
    let mut field: Vec<(usize, i64)> = (0..candidates).map(|candidate| (candidate, 0)).collect();
    let mut streams = 0u32;
    while budget.evaluations > 0 && !field.is_empty() {
        let share = budget.evaluations / field.len() as u32;
        if share == 0 {
            break;
        }
        // Half of what is left for those who are left: few samples drop nobody.
        let more = if field.len() == 1 { share } else { share.div_ceil(2) };
        for stream in streams..streams + more {
            for (candidate, sum) in &mut field {
                budget.spend();
                *sum += value(*candidate, stream);
            }
        }
        streams += more;
        // The earlier of two that are alike, so that the order of candidates is a preference.
        field.sort_by_key(|(candidate, sum)| (std::cmp::Reverse(*sum), *candidate));
        if field.len() == 1 {
            break;
        }
        field.truncate(field.len().div_ceil(2));
    }
    let (candidate, sum) = field.first().copied().unwrap_or((0, 0));
    (candidate, sum / i64::from(streams.max(1)))
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
            let mut budget = Budget { evaluations: 2000 };
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
        let mut budget = Budget { evaluations: 50 };
        let (best, _) = race(20, &mut budget, |candidate, stream| {
            calls += 1;
            -((candidate as i64 - 7).abs()) + i64::from(stream % 2)
        });
        assert_eq!(best, 7);
        assert!(calls <= 50, "{calls}");
    }
}
