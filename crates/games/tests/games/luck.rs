//! How lucky the dice were, where both sides had committed themselves in secret.

use captain::{Commanded, GREEDY, Rng};
use games::systems::retinue::open;
use games::{Options, Shelf};
use kernel::dice::Scripted;
use kernel::game::Action;
use kernel::{Game, Heading, Quiet, Rules, Seed, Side, odds, story};
use retinue::Battle;

/// What is to be expected of shots and blows is reckoned from those that were told: they lie open when the dice fall.
#[test]
fn dice_are_held_against_what_both_sides_had_committed() {
    let opened = Shelf::standard().shelved_with("retinue/mill", |source| open(source, &Options::new()));
    let battle = opened.expect("a sound scenario").battle;
    let (mut rolls, mut harmful) = (0, 0);
    for seed in 0..2 {
        let game = played(&battle, seed);
        let mut p = battle.start();
        for entry in game.entries() {
            let Action::Chose(choice) = &entry.action else {
                continue;
            };
            if let Some(luck) = story::luck(&*battle, entry, &p) {
                let really = Side::BOTH.map(|side| {
                    let harm = |outcome: &_| battle.harm(outcome)[side.index()];
                    odds::expectation(&*battle, &p, entry.side, choice, harm).expect("few enough") as i32
                });
                assert_eq!(
                    luck.expected,
                    really,
                    "seed {seed}: {}",
                    game.action_text(&entry.action)
                );
                rolls += usize::from(!entry.dice.is_empty());
                harmful += usize::from(really != [0; 2]);
            }
            battle.resolve(&mut p, entry.side, choice, &mut Scripted::new(&entry.dice), &mut Quiet);
        }
    }
    assert!(rolls > 10 && harmful > 10, "{rolls} rolls, {harmful} that could harm");
}

/// A game of two plain captains.
fn played(battle: &std::sync::Arc<Battle>, seed: u64) -> Game<Battle> {
    let heading = Heading {
        scenario: "retinue/mill".into(),
        scenario_hash: String::new(),
        options: Options::new(),
    };
    let mut game = Game::new(battle.clone(), heading, Seed::derived(41, seed));
    let mut captains = Side::BOTH.map(|side| {
        let rng = Rng::new(2 * seed + side.index() as u64);
        Battle::captain(GREEDY.name, rng).expect("every game has it")
    });
    let mut list = Vec::new();
    while let Some(side) = Side::BOTH.into_iter().find(|side| game.is_asked(*side)) {
        let p = game.position_of(side).clone();
        let known = battle.known(&p, side);
        let choice = captains[side.index()].decide(&**battle, &known, side, &mut list);
        let choice = choice.into_owned();
        game.choose(side, choice).expect("it was listed");
    }
    game
}
