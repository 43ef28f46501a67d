//! The page on dice tells the truth.

use kernel::dice::{Dice, Seed, Seeded};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

const PAGE: &str = include_str!("../../../../docs/dice.md");

fn first(seed: [u8; 32], sides: u8) -> String {
    let mut dice = Seeded::new(Seed(seed));
    let shown: Vec<String> = (0..20).map(|_| dice.die(sides).to_string()).collect();
    shown.join(" ")
}

/// Whose first word shows no die.
fn rejected() -> [u8; 32] {
    let mut seed = [0; 32];
    seed[..4].copy_from_slice(&[0xf9, 0x3d, 0xcb, 0x07]);
    seed
}

#[test]
fn the_test_vectors_are_those_of_the_page() {
    for (seed, sides, name) in [
        ([7; 32], 6, "| 32 bytes `07` |"),
        (std::array::from_fn(|i| i as u8), 6, "| bytes `00` to `1f` |"),
        (rejected(), 6, "| `f93dcb07` and 28 bytes `00` |"),
        (rejected(), 10, "| the same, dice of ten sides |"),
    ] {
        let row = format!("{name} {} |", first(seed, sides));
        assert!(PAGE.contains(&row), "{row}");
    }
}

#[test]
fn the_words_are_those_of_the_page() {
    for seed in [std::array::from_fn(|i| i as u8), rejected()] {
        let mut cipher = ChaCha20Rng::from_seed(seed);
        let words: Vec<String> = (0..4).map(|_| format!("{:08x}", cipher.next_u32())).collect();
        assert!(PAGE.contains(&format!("`{}`", words.join(" "))), "{words:?}");
    }
    // It would have shown a four.
    assert_eq!(ChaCha20Rng::from_seed(rejected()).next_u32() % 6 + 1, 4);
}
