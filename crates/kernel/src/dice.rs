//! Three kinds of dice for one resolver: seeded dice play, scripted dice replay and test, branching dice walk every
//! outcome.

use crate::ratio::Ratio;
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

#[derive(Clone, Copy, Debug)]
struct Fork {
    sides: u8,
    pair: bool,
    taken: u8,
}

impl Fork {
    /// A die has a branch for each face, a pair one for each sum.
    fn branches(self) -> u8 {
        if self.pair { 2 * self.sides - 1 } else { self.sides }
    }

    /// Ways out of `total` in which this branch comes up.
    fn ways(self) -> (u64, u64) {
        let sides = u64::from(self.sides);
        if self.pair {
            let sum = u64::from(self.taken) + 2;
            let ways = if sum <= sides + 1 { sum - 1 } else { 2 * sides + 1 - sum };
            (ways, sides * sides)
        } else {
            (1, sides)
        }
    }
}

impl Branching {
    pub fn new() -> Branching {
        Branching::default()
    }

    fn fork(&mut self, sides: u8, pair: bool) -> u8 {
        if self.at == self.forks.len() {
            self.forks.push(Fork { sides, pair, taken: 0 });
        }
        let fork = self.forks[self.at];
        debug_assert!(
            fork.sides == sides && fork.pair == pair,
            "a resolver must ask for the same dice again"
        );
        self.at += 1;
        fork.taken
    }

    /// Probability of the course just taken.
    pub fn probability(&self) -> Ratio {
        self.forks[..self.at].iter().fold(Ratio::ONE, |p, fork| {
            let (ways, total) = fork.ways();
            p.times(ways, total)
        })
    }

    /// Prepares the next course; `false` when all have been taken.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> bool {
        self.forks.truncate(self.at);
        self.at = 0;
        while let Some(last) = self.forks.last_mut() {
            if last.taken + 1 < last.branches() {
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
        self.fork(sides, false) + 1
    }

    fn pair(&mut self, sides: u8) -> [u8; 2] {
        let sum = self.fork(sides, true) + 2;
        let high = sum.saturating_sub(1).min(sides);
        [high, sum - high]
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
            sums.push((a + b, dice.probability()));
            total = total.plus(dice.probability());
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
            total = total.plus(dice.probability());
            if !dice.next() {
                break;
            }
        }
        assert_eq!((courses, total), (4 + 2 * 3, Ratio::ONE));
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
