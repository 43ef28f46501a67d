//! Chances and luck.

use crate::{game_at, joust, lions_turn};
use games::Options;
use kernel::odds::{BUDGET, odds};
use kernel::story::{ThrowView, luck};
use kernel::{Ratio, Side, ToAct, Viewer};
use toy::{Choice, Event, Lance, Order};

#[test]
fn what_rolls_nothing_is_certain() {
    let battle = joust(&Options::new());
    let game = game_at(&battle, lions_turn(&battle), 0);
    for choice in ["end lion", "move lion to 6000 10000 0"] {
        let odds = game.odds(Side::One, choice).unwrap();
        assert!(odds.certain, "{choice}");
        assert!(odds.throws.is_empty() && odds.outcomes.is_empty() && odds.too_many.is_none());
    }
}

#[test]
fn a_bulk_throw_has_one_outcome_more_than_dice() {
    let battle = joust(&Options::new());
    let mut p = lions_turn(&battle);
    p.figures[0].at.y = 10_000;
    let game = game_at(&battle, p.clone(), 0);
    // Four points of strength, no ride: four dice.
    let table = odds(&*battle, &p, Side::One, &Choice::Strike(0, 3)).unwrap();
    let found: Vec<(u16, Ratio)> = table.iter().map(|(outcome, chance)| (outcome.hits, *chance)).collect();
    let expected = [1, 4, 6, 4, 1].map(|ways| Ratio::new(ways, 16));
    assert_eq!(found, (0..).zip(expected).collect::<Vec<_>>());

    let told = game.odds(Side::One, "strike lion boar").unwrap();
    let four = ThrowView {
        dice: 4,
        sides: 6,
        least: Some(4),
    };
    assert_eq!((told.certain, told.throws, told.too_many), (false, vec![four], None));
    let outcomes: Vec<_> = told
        .outcomes
        .iter()
        .map(|chance| (&*chance.outcome, chance.exact, chance.fails))
        .collect();
    assert_eq!(
        outcomes,
        [("no hit", Ratio::new(1, 16), true), ("hits", Ratio::new(15, 16), false)]
    );
    assert_eq!(told.outcomes[1].parts.len(), 4);
}

#[test]
fn a_side_reckons_with_its_own_lance_only() {
    let battle = joust(&Options::new());
    let dice = |lance| {
        let mut p = lions_turn(&battle);
        (p.ridden, p.figures[0].at.y, p.lances[0]) = (true, 10_000, lance);
        game_at(&battle, p, 0)
            .odds(Side::One, "strike lion boar")
            .unwrap()
            .throws[0]
            .dice
    };
    assert_eq!([Lance::With(0), Lance::With(1), Lance::Spent].map(dice), [8, 6, 6]);
}

#[test]
fn too_many_courses_are_said_to_be_and_the_game_goes_on() {
    let battle = joust(&Options::new());
    let mut p = lions_turn(&battle);
    p.figures[0].at.y = 10_000;
    p.orders[0] = Some(Order::Whirl);
    let mut game = game_at(&battle, p.clone(), 1);
    let odds = game.odds(Side::One, "whirl lion").unwrap();
    // So many courses were walked and no more: eight dice have 1,679,616.
    assert_eq!(odds.too_many, Some(BUDGET));
    assert!(odds.outcomes.is_empty() && !odds.certain);
    assert_eq!(odds.throws.len(), 8);
    game.choose(Side::One, Choice::Whirl(0)).unwrap();
    assert_eq!(game.entries()[0].dice.len(), 8);
    assert_eq!(luck(&*battle, game.thrown(0, Viewer::Watcher).unwrap(), &p), None);
    assert_eq!(game.to_act(), ToAct::One(Side::Two));
    game.choose(Side::Two, Choice::End(3)).unwrap();
}

#[test]
fn luck_tells_the_harm_of_both_sides_apart() {
    let battle = joust(&Options::new());
    let mut p = lions_turn(&battle);
    p.figures[0].at.y = 10_000;
    let (mut missed, mut hit) = (0, 0);
    for seed in 0..60 {
        let mut game = game_at(&battle, p.clone(), seed);
        game.choose(Side::One, Choice::Strike(0, 3)).unwrap();
        let hits = game.entries()[0].events.iter().find_map(|event| match event {
            Event::Struck { hits, .. } => Some(i32::from(*hits)),
            _ => None,
        });
        let luck = luck(&*battle, game.thrown(0, Viewer::Watcher).unwrap(), &p).unwrap();
        // A sixteenth of a point of his own, and two of the enemy's.
        assert!((62..=63).contains(&luck.expected[0]), "{luck:?}");
        assert_eq!(luck.expected[1], 2000);
        match hits.unwrap() {
            0 => {
                missed += 1;
                assert_eq!(luck.got, [1000, 0]);
            }
            hits => {
                hit += 1;
                assert_eq!(luck.got, [0, 1000 * hits]);
            }
        }
    }
    assert!(missed > 0 && hit > 0);
}

#[test]
fn luck_is_reckoned_from_what_everybody_knows() {
    let battle = joust(&Options::new());
    let expected = |lance| {
        let mut p = lions_turn(&battle);
        (p.ridden, p.figures[0].at.y, p.lances[0]) = (true, 10_000, lance);
        let mut game = game_at(&battle, p.clone(), 2);
        game.choose(Side::One, Choice::Strike(0, 3)).unwrap();
        (
            game.entries()[0].dice.len(),
            luck(&*battle, game.thrown(0, Viewer::One).unwrap(), &p)
                .unwrap()
                .expected,
        )
    };
    let (lion, bear) = (expected(Lance::With(0)), expected(Lance::With(1)));
    assert_eq!((lion.0, bear.0), (8, 6));
    assert_eq!(lion.1, bear.1);
}
