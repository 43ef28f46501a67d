//! The page on dice tells the truth.

use kernel::dice::{Dice, Seed, Seeded};

const PAGE: &str = include_str!("../../../docs/dice.md");

fn first(seed: [u8; 32]) -> String {
    let mut dice = Seeded::new(Seed(seed));
    let shown: Vec<String> = (0..20).map(|_| dice.die(6).to_string()).collect();
    shown.join(" ")
}

#[test]
fn the_test_vectors_are_those_of_the_page() {
    for (seed, name) in [
        ([7; 32], "| 32 bytes `07` |"),
        (std::array::from_fn(|i| i as u8), "| bytes `00` to `1f` |"),
    ] {
        let row = format!("{name} {} |", first(seed));
        assert!(PAGE.contains(&row), "{row}");
    }
}
