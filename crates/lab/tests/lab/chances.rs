//! What positions are told by when chances are fitted, and the chances that come of it.

use captain::{CERTAIN, Commanded, Rng};
use games::{Options, Shelf, Source, systems};
use kernel::{Quiet, Seed, Seeded, Side, ToAct};

/// What one side stands by the other does with the other sign; a point counts the same whatever the others are; the chances of both
/// make one, and what is over is certain.
fn told_from_both_sides<R: Commanded>(battle: &R) {
    assert!(R::WEIGHTS.is_empty() || R::FEATURES.len() == R::WEIGHTS.len());
    let told = |p: &R::Position, side: Side, given: i32| {
        let mut features = Vec::new();
        battle.measure(p, side, given, &mut features);
        assert_eq!(features.len(), R::FEATURES.len());
        features
    };
    let mut players = [0, 1].map(|i| R::captain("greedy", Rng::new(i)).unwrap());
    let mut dice = Seeded::new(Seed::derived(3, 1));
    let (mut p, mut list, mut player) = (battle.start(), Vec::new(), None);
    while let ToAct::One(side) = battle.to_act(&p) {
        if player != Some((battle.turn(&p), battle.player(&p))) {
            player = Some((battle.turn(&p), battle.player(&p)));
            let [one, two] = Side::BOTH.map(|side| told(&p, side, 0));
            let [more, most] = [10, 20].map(|given| told(&p, Side::One, given));
            for (i, name) in R::FEATURES.iter().enumerate() {
                assert!((one[i] + two[i]).abs() <= 2, "{name}: {} and {}", one[i], two[i]);
                assert!((most[i] - 2 * more[i] + one[i]).abs() <= 2, "{name} is bent");
            }
            assert!(more[0] > one[0]);
            if let [Some(one), Some(two)] = Side::BOTH.map(|side| battle.chance(&p, side)) {
                assert!(one > 0 && two > 0 && (one + two - CERTAIN).abs() < CERTAIN / 100);
            }
        }
        let choice = players[side.index()].decide(battle, &p, side, &mut list).into_owned();
        battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
    }
    let [Some(one), Some(two)] = Side::BOTH.map(|side| battle.chance(&p, side)) else {
        return assert!(R::WEIGHTS.is_empty());
    };
    let ends = [one, two];
    match battle.verdict(&p).unwrap().winner {
        Some(Side::One) => assert_eq!(ends, [CERTAIN, 0]),
        Some(Side::Two) => assert_eq!(ends, [0, CERTAIN]),
        None => assert_eq!(ends, [CERTAIN / 2; 2]),
    }
}

#[test]
fn in_every_battle_whose_chances_are_fitted() {
    let options = Options::new();
    let shelf = Shelf::standard();
    let edward = |source: &Source<'_>| systems::edward::open(source, &options);
    told_from_both_sides(&*shelf.shelved_with("edward/bannockburn", edward).unwrap().battle);
    let medieval = |source: &Source<'_>| systems::medieval::open(source, &options);
    told_from_both_sides(&*shelf.shelved_with("medieval/prelude", medieval).unwrap().battle);
}
