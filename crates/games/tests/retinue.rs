//! The skirmish game: the suite over random games, and what its positions must be.

use board::table::{Angle, Point};
use games::systems::retinue::open;
use games::{Options, Shelf};
use retinue::{Battle, Chit, ChitEntry, Choice, Entry, MoveEntry, Pace, Position, State, Wish};
use seat::suite::{Census, Subject};
use std::sync::Arc;

fn battle(id: &str, options: &Options) -> Arc<Battle> {
    let opened = Shelf::standard().shelved_with(id, |source| open(source, options));
    opened.expect("a sound scenario").battle
}

/// Commits of every kind for every figure, and for two that are not there.
fn universe(battle: &Battle) -> Vec<Choice> {
    let figures = battle.figures.len() as u8 + 2;
    let mut all = vec![Choice::Pass];
    for unit in 0..battle.units.len() as u8 + 1 {
        all.push(Choice::Shooters(vec![Wish::Signal(unit)]));
    }
    for who in 0..figures {
        all.push(Choice::Shooters(vec![Wish::Shoots(who)]));
        for chit in Chit::ALL {
            let ready = (who % 3 == 0).then_some(1);
            let what = ChitEntry {
                chit: *chit,
                ready,
                line: None,
            };
            all.push(Choice::Chits(vec![Entry { who, what }]));
        }
        for (step, pace) in [Pace::Half, Pace::Walk, Pace::Run].into_iter().enumerate() {
            let to = Point::new(1000 * (i32::from(who) % 40), 3000 + 7000 * step as i32);
            all.push(Choice::Moves(vec![Entry {
                who,
                what: MoveEntry::Path(pace, vec![to], None),
            }]));
            all.push(Choice::Moves(vec![Entry {
                who,
                what: MoveEntry::At(pace, (who + 7) % figures, None),
            }]));
        }
        all.push(Choice::Moves(vec![Entry {
            who,
            what: MoveEntry::Face(Angle::new(137)),
        }]));
        for other in (0..figures).step_by(5) {
            all.push(Choice::Shots(vec![Entry { who, what: other }]));
            all.push(Choice::Strikes(vec![Entry { who, what: other }]));
        }
    }
    all
}

/// Friends do not stand upon each other, nobody has more than he came with, whoever is on his feet is on the table.
fn invariant(battle: &Battle, p: &Position) -> Result<(), String> {
    let standing: Vec<usize> = (0..p.figures.len())
        .filter(|at| p.figures[*at].state.stands())
        .collect();
    for (i, at) in standing.iter().enumerate() {
        let (card, figure) = (&battle.figures[*at], &p.figures[*at]);
        if !battle.table.holds(&figure.at) {
            return Err(format!("{} is off the table", card.id));
        }
        if figure.stamina <= 0 || figure.stamina > card.stamina {
            return Err(format!("{} stands with {} stamina", card.id, figure.stamina));
        }
        let upon = |other: &&usize| {
            let there = &p.figures[**other];
            let least = i64::from(figure.radius() + there.radius() - 2);
            there.storey == figure.storey && figure.at.squared(there.at) < least * least
        };
        if let Some(other) = standing[..i].iter().find(upon) {
            return Err(format!("{} stands upon {}", card.id, battle.figures[*other].id));
        }
    }
    for (card, figure) in battle.figures.iter().zip(&p.figures) {
        if figure.state == State::Disabled && figure.horse.is_some() {
            return Err(format!("{} lies on a horse", card.id));
        }
    }
    Ok(())
}

fn run(id: &str, options: &[(&str, &str)], games: u64) -> Census {
    let options: Options = options
        .iter()
        .map(|(key, value)| ((*key).into(), (*value).into()))
        .collect();
    let battle = battle(id, &options);
    let subject = Subject {
        universe: universe(&battle),
        battle,
        invariant: &invariant,
        longest: 400,
    };
    let mut census = Census::default();
    for seed in 0..games {
        subject.examine(seed, 8, &mut census);
        subject.play(seed, &mut census);
    }
    assert_eq!(census.games, 2 * games);
    assert!(census.unlisted > census.decisions, "{census:?}");
    census
}

#[test]
fn random_games_of_the_kings_axe() {
    run("retinue/bruce-and-de-bohun", &[], 4);
}

#[test]
fn random_games_at_the_mill() {
    run("retinue/mill", &[("shield_arc", "off"), ("still_pavise", "off")], 8);
}
