//! What holds for every game of every system.

use crate::{joust, lances};
use board::Pose;
use kernel::Side;
use seat::suite::{Census, Subject};
use toy::{Choice, FIGURES, Joust, Order, Position};

/// Choices of every kind for every figure, and for two that are not there.
fn universe() -> Vec<Choice> {
    let figures = 0..FIGURES as u8 + 2;
    // What can be read names figures that are there; what is checked may be anything.
    let mut all = vec![Choice::Ready];
    for figure in figures.clone() {
        all.extend([Choice::Lance(figure), Choice::Whirl(figure), Choice::End(figure)]);
        all.extend(Order::ALL.map(|order| Choice::Order(figure, order)));
        all.extend(figures.clone().map(|target| Choice::Strike(figure, target)));
        for x in (-1..9).map(|x| x * 3_000) {
            for y in (-1..7).map(|y| y * 2_700) {
                all.push(Choice::Move(
                    figure,
                    Pose {
                        x,
                        y,
                        angle: (x.unsigned_abs() / 6) as u16,
                    },
                ));
            }
        }
    }
    all
}

/// Whoever stands does so on the table, and not upon another.
fn invariant(_: &Joust, p: &Position) -> Result<(), String> {
    let standing: Vec<u8> = Side::BOTH.into_iter().flat_map(|side| p.standing(side)).collect();
    for (i, figure) in standing.iter().enumerate() {
        let Pose { x, y, angle } = p.figure(*figure).at;
        if !(500..=23_500).contains(&x) || !(500..=15_500).contains(&y) || angle >= 3600 {
            return Err(format!("{figure} is off the table"));
        }
        for other in &standing[..i] {
            let other = p.figure(*other).at;
            if i64::from(x - other.x).pow(2) + i64::from(y - other.y).pow(2) < 1_000_000 {
                return Err(format!("{figure} stands upon another"));
            }
        }
    }
    Ok(())
}

fn run(options: &str, games: u64) -> Census {
    let subject = Subject {
        battle: joust(&lances(options)),
        universe: universe(),
        invariant: &invariant,
        longest: 200,
    };
    let mut census = Census::default();
    for seed in 0..games {
        subject.examine(seed, 20, &mut census);
        subject.play(seed, &mut census);
    }
    assert_eq!(census.games, 2 * games);
    assert!(census.unlisted > census.decisions, "{census:?}");
    census
}

#[test]
fn the_suite_holds_with_hidden_lances() {
    let census = run("on", 200);
    assert!(census.twins > 0, "nothing hidden was ever compared: {census:?}");
}

#[test]
fn the_suite_holds_without_hidden_facts() {
    let census = run("off", 60);
    assert_eq!(census.twins, 0);
}
