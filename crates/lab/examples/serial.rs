//! Random games one after the other on one thread, for tools that count instructions:
//!
//!     cargo build --release -p schiltron-lab --example serial
//!     valgrind --tool=callgrind target/release/examples/serial medieval/bannockburn 4

use games::Shelf;
use kernel::Seed;
use seat::{Bout, Detail};

fn main() {
    let mut words = std::env::args().skip(1);
    let name = words.next().expect("the name of a scenario");
    let games: u64 = words.next().and_then(|n| n.parse().ok()).unwrap_or(10);
    let scenario = match Shelf::standard().open(&name, &Default::default()) {
        Ok(scenario) => scenario,
        Err(fault) => return eprintln!("{fault}"),
    };
    let mut decisions = 0;
    for game in 0..games {
        let bout = Bout {
            captains: ["random", "random"],
            captain_seeds: [2 * game, 2 * game + 1].map(|n| 1 ^ n.wrapping_mul(0xD134_2543_DE82_EF95)),
            seed: Seed::derived(1, game),
            detail: Detail::Verdict,
        };
        let row = scenario.battle.fight(&bout).expect("every game has a random player");
        decisions += row.decisions;
    }
    println!("{name}: {games} games, {decisions} decisions");
}
