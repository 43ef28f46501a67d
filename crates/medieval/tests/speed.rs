//! How fast random games go. Run by hand, in release: `cargo test --release --test speed -- --ignored --nocapture`.

use kernel::suite::Chance;
use kernel::{Quiet, Seed, Seeded, System, ToAct};
use medieval::{Choice, Options};
use std::time::Instant;

const FILES: [(&str, &str); 4] = [
    (
        include_str!("../../../data/scenarios/medieval-stirling.toml"),
        include_str!("../../../data/maps/medieval-stirling.toml"),
    ),
    (
        include_str!("../../../data/scenarios/medieval-falkirk.toml"),
        include_str!("../../../data/maps/medieval-falkirk.toml"),
    ),
    (
        include_str!("../../../data/scenarios/medieval-prelude.toml"),
        include_str!("../../../data/maps/medieval-bannockburn.toml"),
    ),
    (
        include_str!("../../../data/scenarios/medieval-bannockburn.toml"),
        include_str!("../../../data/maps/medieval-bannockburn.toml"),
    ),
];

#[test]
#[ignore = "a measurement"]
fn decisions_per_second() {
    for (file, map) in FILES {
        let entry = medieval::scenario::read(file).unwrap();
        let map = board::HexMap::from_toml(map).unwrap();
        let battle = medieval::scenario::build(&entry, map, Options::default()).unwrap();
        let start = Instant::now();
        let mut decisions = 0u64;
        let games = 20;
        for game in 0..games {
            let mut dice = Seeded::new(Seed::derived(1, game));
            let mut chance = Chance(game);
            let mut p = battle.start();
            let mut list: Vec<Choice> = Vec::new();
            while let ToAct::One(side) = battle.to_act(&p) {
                list.clear();
                battle.choices(&p, side, &mut list);
                // The automatic set-up is taken as it is.
                let ready = list.contains(&Choice::Ready);
                let choice = if ready {
                    Choice::Ready
                } else {
                    list[chance.below(list.len())]
                };
                battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
                decisions += 1;
            }
        }
        let spent = start.elapsed().as_micros().max(1) as u64;
        println!(
            "{}: {} decisions a game, {} a second",
            entry.scenario.id,
            decisions / games,
            decisions * 1_000_000 / spent
        );
    }
}
