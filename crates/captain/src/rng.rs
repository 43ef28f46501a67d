//! Chance for captains, apart from the dice of the game.

/// A small fast generator (SplitMix64). Its choices decide no ruling, so it need not be secret.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    #[inline]
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The seed of another generator, or of dice to rehearse with: the same on machines of every word size.
    #[inline]
    pub fn seed(&mut self) -> u64 {
        self.next()
    }

    /// A number below `n`, which must not be 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_up() {
        let mut rng = Rng::new(1);
        let mut seen = [0; 7];
        for _ in 0..7000 {
            seen[rng.below(7)] += 1;
        }
        assert!(seen.iter().all(|n| (850..1150).contains(n)), "{seen:?}");
    }

    #[test]
    fn seeds_are_whole_words() {
        let mut rng = Rng::new(0);
        // The published first values of SplitMix64.
        assert_eq!([rng.seed(), rng.seed()], [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]);
    }
}
