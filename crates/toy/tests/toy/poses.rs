//! Any legal pose will do, named or not.

use crate::{game_at, joust, lions_turn};
use board::{Place, Pose, There, Views};
use games::Options;
use kernel::{Rules, Side, Words};
use seat::suite::Chance;
use seat::{Seated, Table};
use toy::{Choice, Position};

/// The rules of riding once more, for the lion.
fn is_legal(p: &Position, to: Pose) -> bool {
    let apart = |a: Pose, b: Pose| i64::from(a.x - b.x).pow(2) + i64::from(a.y - b.y).pow(2);
    let from = p.figures[0].at;
    let ride: i64 = if (from.y < 8_000) == (to.y < 8_000) {
        4_000
    } else {
        3_000
    };
    let on_table = to.x >= 500 && to.y >= 500 && to.x <= 23_500 && to.y <= 15_500 && to.angle < 3600;
    on_table && apart(from, to) <= ride * ride && p.figures[1..].iter().all(|other| apart(other.at, to) >= 1_000_000)
}

#[test]
fn every_legal_pose_is_accepted_and_no_other() {
    let battle = joust(&Options::new());
    let mut p = lions_turn(&battle);
    p.figures[0].at = Pose {
        x: 3_500,
        y: 9_500,
        angle: 0,
    };
    let mut named = Vec::new();
    battle.choices(&p, Side::One, &mut named);
    let mut chance = Chance::new(7);
    let mut codes: Vec<(&str, &str)> = Vec::new();
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..4_000 {
        let near = |centre: i32, chance: &mut Chance| centre - 5_000 + chance.below(10_000) as i32;
        let to = Pose {
            x: near(3_500, &mut chance),
            y: near(9_500, &mut chance),
            angle: chance.below(3_700) as u16,
        };
        let choice = Choice::Move(0, to);
        let checked = battle.check(&p, Side::One, &choice);
        let there = There::Place(Place::Table(to));
        assert_eq!(battle.why_not(&p, Side::One, "lion", &there), checked.clone().err());
        assert_eq!(checked.is_ok(), is_legal(&p, to), "{to:?}: {checked:?}");
        match checked {
            Ok(()) => accepted += u32::from(!named.contains(&choice)),
            Err(refusal) => {
                refused += 1;
                assert!(
                    refusal.cite.0.starts_with("J-") && refusal.figures.len() == 2,
                    "{refusal:?}"
                );
                codes.push((refusal.code, refusal.cite.0));
            }
        }
    }
    assert!(accepted > 500 && refused > 500, "{accepted} {refused}");
    codes.sort();
    codes.dedup();
    assert_eq!(codes, [("Occupied", "J-06"), ("OffTable", "J-06"), ("TooFar", "J-05")]);
}

#[test]
fn a_pose_that_is_not_named_can_be_chosen_and_is_shown() {
    let battle = joust(&Options::new());
    let mut table = Seated::new(game_at(&battle, lions_turn(&battle), 0));
    let to = Pose {
        x: 6_017,
        y: 9_333,
        angle: 123,
    };
    let choice = battle.write_choice(&Choice::Move(0, to));
    assert_eq!(choice, "move lion to 6017 9333 123");
    assert!(!table.choices(Side::One).contains(&choice));
    table.check(Side::One, &choice).unwrap();
    table.choose(Side::One, &choice).unwrap();
    let lion = &table.scene(Side::Two.into()).pieces[0];
    assert_eq!(lion.at, Some(Place::Table(to)));
    // He has ridden, and the boar is in reach now.
    assert!(table.destinations(Side::One, "lion").unwrap().is_empty());
    assert_eq!(table.why_not(Side::One, "lion", &There::Piece("boar".into())), None);
}

#[test]
fn destinations_are_legal_and_lead_where_they_say() {
    let battle = joust(&Options::new());
    let p = lions_turn(&battle);
    let destinations = battle.destinations(&p, Side::One, "lion").unwrap();
    assert!(destinations.len() > 8);
    for destination in destinations {
        let mut table = Seated::new(game_at(&battle, p.clone(), 0));
        table.plan(Side::One, &destination.plan).unwrap();
        assert_eq!(table.scene(Side::One.into()).pieces[0].at, Some(destination.to));
    }
    assert_eq!(
        battle.destinations(&p, Side::One, "unicorn").unwrap_err().code,
        "UnknownFigure"
    );
}
