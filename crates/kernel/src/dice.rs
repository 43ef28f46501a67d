//! Three kinds of dice for one resolver: seeded dice play, scripted dice replay and test, branching dice walk every
//! outcome.

use crate::ratio::Ratio;
use crate::wide::gcd;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// Where a resolver gets its dice. It never knows which kind it holds.
pub trait Dice {
    /// One die, 1 to `sides`.
    fn die(&mut self, sides: u8) -> u8;

    /// Two dice of which only the sum may matter to the rules.
    fn pair(&mut self, sides: u8) -> [u8; 2] {
        [self.die(sides), self.die(sides)]
    }

    /// `n` dice of which only the number matters that show `least` or more.
    fn count(&mut self, n: u16, sides: u8, least: u8) -> u16 {
        (0..n).map(|_| u16::from(self.die(sides) >= least)).sum()
    }
}

/// The secret from which a game's dice come. Its hash is shown at the start of a game, itself at the end, so that
/// nobody can foretell the dice and everybody can check them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// A seed for lab games and tests: game `index` of a run that starts from `run`.
    pub fn derived(run: u64, index: u64) -> Seed {
        let mut hasher = blake3::Hasher::new_derive_key("schiltron lab seed 1");
        hasher.update(&run.to_le_bytes());
        hasher.update(&index.to_le_bytes());
        Seed(*hasher.finalize().as_bytes())
    }

    /// What is published before the first die: the BLAKE3 hash of the seed, in hexadecimal.
    pub fn commitment(&self) -> String {
        blake3::hash(&self.0).to_hex().to_string()
    }

    pub fn to_hex(&self) -> String {
        blake3::Hash::from(self.0).to_hex().to_string()
    }

    pub fn from_hex(text: &str) -> Option<Seed> {
        blake3::Hash::from_hex(text).ok().map(|h| Seed(*h.as_bytes()))
    }
}

impl std::fmt::Debug for Seed {
    /// A seed never gets into a log by accident.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(secret)")
    }
}

/// Dice for play, from a cryptographic generator.
#[derive(Clone, Debug)]
pub struct Seeded {
    rng: ChaCha20Rng,
}

impl Seeded {
    pub fn new(seed: Seed) -> Seeded {
        Seeded {
            rng: ChaCha20Rng::from_seed(seed.0),
        }
    }
}

impl Dice for Seeded {
    #[inline]
    fn die(&mut self, sides: u8) -> u8 {
        // Rejection keeps every face exactly equally likely, and the mapping is ours, so that records outlive any
        // library's idea of it.
        let sides = u32::from(sides.max(1));
        let limit = u32::MAX - (u32::MAX % sides + 1) % sides;
        loop {
            let word = self.rng.next_u32();
            if word <= limit {
                return (word % sides) as u8 + 1;
            }
        }
    }
}

/// What was wrong with a script of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptFault {
    #[error("die {at} is missing")]
    Missing { at: usize },
    #[error("die {at} shows {shows}, but has {sides} sides")]
    Impossible { at: usize, shows: u8, sides: u8 },
    #[error("{left} dice were left over")]
    LeftOver { left: usize },
}

/// Dice that fall as written. A fault is remembered, and 1 is given instead, so that a resolver always comes to its
/// end; whoever scripted the dice asks [`Scripted::finish`] and throws the result away on a fault.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    dice: Vec<u8>,
    used: usize,
    fault: Option<ScriptFault>,
}

impl Scripted {
    pub fn new(dice: &[u8]) -> Scripted {
        Scripted {
            dice: dice.to_vec(),
            used: 0,
            fault: None,
        }
    }

    /// Dice not yet used.
    pub fn left(&self) -> &[u8] {
        &self.dice[self.used.min(self.dice.len())..]
    }

    /// The first fault so far, leftovers not counted.
    pub fn fault(&self) -> Option<ScriptFault> {
        self.fault
    }

    pub fn finish(&self) -> Result<(), ScriptFault> {
        match (self.fault, self.left().len()) {
            (Some(fault), _) => Err(fault),
            (None, 0) => Ok(()),
            (None, left) => Err(ScriptFault::LeftOver { left }),
        }
    }
}

impl Dice for Scripted {
    fn die(&mut self, sides: u8) -> u8 {
        let at = self.used;
        self.used += 1;
        match self.dice.get(at) {
            Some(&shows) if (1..=sides).contains(&shows) => shows,
            Some(&shows) => {
                self.fault.get_or_insert(ScriptFault::Impossible { at, shows, sides });
                1
            }
            None => {
                self.fault.get_or_insert(ScriptFault::Missing { at });
                1
            }
        }
    }
}

/// Writes down what another kind of dice shows.
pub struct Noted<'a, D> {
    pub dice: &'a mut D,
    pub shown: Vec<u8>,
}

impl<'a, D: Dice> Noted<'a, D> {
    pub fn new(dice: &'a mut D) -> Self {
        Noted {
            dice,
            shown: Vec::new(),
        }
    }
}

impl<D: Dice> Dice for Noted<'_, D> {
    fn die(&mut self, sides: u8) -> u8 {
        let shows = self.dice.die(sides);
        self.shown.push(shows);
        shows
    }
}

/// Dice that take every course in turn. A walk resolves the same choice again and again from the same position;
/// [`Branching::next`] moves on to the next course and says when all have been seen.
#[derive(Clone, Debug, Default)]
pub struct Branching {
    forks: Vec<Fork>,
    at: usize,
}

/// Dice thrown at once, with one branch for each result that can matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throw {
    /// A branch for each face.
    Die { sides: u8 },
    /// A branch for each sum.
    Pair { sides: u8 },
    /// A branch for each number of dice that show `least` or more.
    Count { n: u16, sides: u8, least: u8 },
}

impl Throw {
    fn branches(self) -> u16 {
        match self {
            Throw::Die { sides } => sides.into(),
            Throw::Pair { sides } => 2 * u16::from(sides) - 1,
            Throw::Count { n, .. } => n + 1,
        }
    }

    /// Ways in which a branch comes up, out of how many; `None` if the numbers grow too large.
    fn ways(self, branch: u16) -> Option<(u128, u128)> {
        let k = u128::from(branch);
        Some(match self {
            Throw::Die { sides } => (1, sides.into()),
            Throw::Pair { sides } => {
                let (sum, sides) = (k + 2, u128::from(sides));
                let ways = if sum <= sides + 1 { sum - 1 } else { 2 * sides + 1 - sum };
                (ways, sides * sides)
            }
            Throw::Count { n, sides, least } => {
                let hits = u128::from(sides + 1 - least);
                let misses = u128::from(sides) - hits;
                let g = gcd(hits, misses);
                let powers = (hits / g)
                    .checked_pow(branch.into())?
                    .checked_mul((misses / g).checked_pow((n - branch).into())?)?;
                let ways = binomial(n, branch)?.checked_mul(powers)?;
                (ways, (u128::from(sides) / g).checked_pow(n.into())?)
            }
        })
    }
}

/// How many sets of `k` there are among `n`.
fn binomial(n: u16, k: u16) -> Option<u128> {
    let k = k.min(n - k);
    (0..u128::from(k)).try_fold(1u128, |sets, i| Some(sets.checked_mul(u128::from(n) - i)? / (i + 1)))
}

#[derive(Clone, Copy, Debug)]
struct Fork {
    throw: Throw,
    taken: u16,
}

impl Branching {
    pub fn new() -> Branching {
        Branching::default()
    }

    fn fork(&mut self, throw: Throw) -> u16 {
        if self.at == self.forks.len() {
            self.forks.push(Fork { throw, taken: 0 });
        }
        let fork = self.forks[self.at];
        debug_assert!(fork.throw == throw, "a resolver must ask for the same dice again");
        self.at += 1;
        fork.taken
    }

    /// What was thrown in the course just taken.
    pub fn throws(&self) -> impl ExactSizeIterator<Item = Throw> + '_ {
        self.forks[..self.at].iter().map(|fork| fork.throw)
    }

    /// Probability of the course just taken; `None` if it has too many digits.
    pub fn probability(&self) -> Option<Ratio> {
        let mut course = self.forks[..self.at].iter();
        course.try_fold(Ratio::ONE, |p, fork| {
            let (ways, total) = fork.throw.ways(fork.taken)?;
            // A course of more digits is one of too many to walk: sums of such would take minutes.
            p.times(ways, total)?.narrow()
        })
    }

    /// Prepares the next course; `false` when all have been taken.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> bool {
        self.forks.truncate(self.at);
        self.at = 0;
        while let Some(last) = self.forks.last_mut() {
            if last.taken + 1 < last.throw.branches() {
                last.taken += 1;
                return true;
            }
            self.forks.pop();
        }
        false
    }
}

impl Dice for Branching {
    fn die(&mut self, sides: u8) -> u8 {
        self.fork(Throw::Die { sides }) as u8 + 1
    }

    fn pair(&mut self, sides: u8) -> [u8; 2] {
        let sum = self.fork(Throw::Pair { sides }) as u8 + 2;
        let high = sum.saturating_sub(1).min(sides);
        [high, sum - high]
    }

    fn count(&mut self, n: u16, sides: u8, least: u8) -> u16 {
        // What every die does, or none can do, is no branching.
        match (n, least) {
            (0, _) => 0,
            (_, ..=1) => n,
            (_, least) if least > sides => 0,
            _ => self.fork(Throw::Count { n, sides, least }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branching_pairs_cover_every_sum_once() {
        let mut dice = Branching::new();
        let mut total = Ratio::ZERO;
        let mut sums = Vec::new();
        loop {
            let [a, b] = dice.pair(6);
            assert!((1..=6).contains(&a) && (1..=6).contains(&b));
            let chance = dice.probability().unwrap();
            sums.push((a + b, chance));
            total = total.plus(chance).unwrap();
            if !dice.next() {
                break;
            }
        }
        assert_eq!(total, Ratio::ONE);
        assert_eq!(sums.len(), 11);
        assert_eq!(sums[0], (2, Ratio::new(1, 36)));
        assert_eq!(sums[5], (7, Ratio::new(6, 36)));
        assert_eq!(sums[10], (12, Ratio::new(1, 36)));
    }

    #[test]
    fn branching_follows_dice_that_depend_on_dice() {
        let mut dice = Branching::new();
        let (mut courses, mut total) = (0, Ratio::ZERO);
        loop {
            if dice.die(6) > 4 {
                dice.die(3);
            }
            courses += 1;
            total = total.plus(dice.probability().unwrap()).unwrap();
            if !dice.next() {
                break;
            }
        }
        assert_eq!((courses, total), (4 + 2 * 3, Ratio::ONE));
    }

    #[test]
    fn a_bulk_throw_branches_by_its_count_as_single_dice_would() {
        let spread = |bulk: bool| {
            let mut dice = Branching::new();
            let (mut chances, mut courses) = ([Ratio::ZERO; 6], 0);
            loop {
                let hits = match bulk {
                    true => dice.count(5, 6, 5),
                    false => (0..5).map(|_| u16::from(dice.die(6) >= 5)).sum(),
                };
                let chance = &mut chances[usize::from(hits)];
                *chance = chance.plus(dice.probability().unwrap()).unwrap();
                courses += 1;
                if !dice.next() {
                    return (chances, courses);
                }
            }
        };
        let (bulk, single) = (spread(true), spread(false));
        assert_eq!(bulk.0, single.0);
        assert_eq!((bulk.1, single.1), (6, 6 * 6 * 6 * 6 * 6));
    }

    #[test]
    fn a_bulk_throw_that_cannot_go_two_ways_is_no_branching() {
        let mut dice = Branching::new();
        assert_eq!(
            (dice.count(9, 6, 1), dice.count(9, 6, 7), dice.count(0, 6, 3)),
            (9, 0, 0)
        );
        assert_eq!(dice.throws().len(), 0);
        assert!(!dice.next());
    }

    #[test]
    fn chances_with_too_many_digits_are_not_made_up() {
        let mut dice = Branching::new();
        dice.count(60, 6, 4);
        assert_eq!(dice.probability(), Some(Ratio::new(1, 1 << 60)));
        dice.count(100, 6, 4);
        assert_eq!(dice.probability(), None);
    }

    #[test]
    fn seeded_dice_are_the_same_everywhere() {
        // This sequence is part of the record format: it must never change.
        let mut dice = Seeded::new(Seed([7; 32]));
        let rolls: Vec<u8> = (0..20).map(|_| dice.die(6)).collect();
        assert_eq!(rolls, PINNED);
    }
    const PINNED: [u8; 20] = [1, 2, 3, 3, 1, 1, 5, 4, 6, 4, 2, 1, 6, 5, 1, 1, 4, 5, 5, 4];

    #[test]
    fn seeded_dice_are_fair_enough() {
        let mut dice = Seeded::new(Seed::derived(1, 2));
        let mut count = [0u32; 6];
        for _ in 0..60_000 {
            count[usize::from(dice.die(6)) - 1] += 1;
        }
        assert!(count.iter().all(|&n| (9_600..10_400).contains(&n)), "{count:?}");
    }

    #[test]
    fn scripts_tell_their_faults() {
        let mut dice = Scripted::new(&[3, 9]);
        assert_eq!((dice.die(6), dice.die(6), dice.die(6)), (3, 1, 1));
        assert_eq!(
            dice.finish(),
            Err(ScriptFault::Impossible {
                at: 1,
                shows: 9,
                sides: 6
            })
        );
        assert_eq!(Scripted::new(&[1, 1]).finish(), Err(ScriptFault::LeftOver { left: 2 }));
    }

    #[test]
    fn a_seed_survives_its_text_form_and_hides_itself() {
        let seed = Seed::derived(3, 4);
        assert_eq!(Seed::from_hex(&seed.to_hex()), Some(seed));
        assert_eq!(format!("{seed:?}"), "Seed(secret)");
        assert_ne!(seed.commitment(), seed.to_hex());
    }
}
