//! What the planner does in small positions, and with a move that somebody else has begun.

use super::*;
use crate::standard::position::members;
use crate::{edward, robert};
use board::HexMap;
use captain::Commanded;
use kernel::{Quiet, Seed, Seeded, ToAct};

fn list<R: Variant>(battle: &Battle<R>, p: &Position, side: Side) -> Vec<Choice> {
    let mut list = Vec::new();
    battle.choices(p, side, &mut list);
    list
}

fn planner<R: Fitted>() -> Planner {
    Levelled::<Battle<R>>::at(Level::BEST, Rng::new(1))
}

/// The whole movement phase of the side whose turn it is.
fn moved<R: Fitted>(battle: &Battle<R>, mut p: Position) -> Position {
    let (side, mut planner) = (p.player, planner::<R>());
    while p.stage == Stage::Movement && battle.to_act(&p) == ToAct::One(side) {
        let choices = list(battle, &p, side);
        let choice = *planner.choose(battle, &p, side, &choices);
        battle.resolve(&mut p, side, &choice, &mut Seeded::new(Seed::derived(1, 1)), &mut Quiet);
    }
    p
}

fn robert(setting: &str) -> (robert::Battle, Position) {
    let setting: robert::case::Setting = toml::from_str(setting).unwrap();
    setting.build().unwrap()
}

#[test]
fn a_leader_goes_where_his_men_go() {
    let (battle, p) = robert(
        r#"player = "scots"
        units = ["S scots schiltrom open L/B/6 @1014/1013", "T scots schiltrom open L/B/6 @1214/1213", "E english infantry N/E/6 @1006", "F english infantry N/E/6 @1206"]
        leaders = ["DO scots @1014"]"#,
    );
    let from = p.leaders[0];
    let p = moved(&battle, p);

    let with = p.at(p.leaders[0]);
    assert!(p.leaders[0] != from && [0, 1].contains(&with), "with {with}");
}

#[test]
fn bows_that_could_shoot_are_made_ready_to() {
    let (battle, p) = robert(
        r#"player = "english"
        units = ["LB english longbow melee N/C/6 @1014", "S scots infantry N/D/6 @1010"]
        leaders = ["HE english @1014"]"#,
    );
    assert!(battle.face(&p, 0).weapon.is_none());
    let p = moved(&battle, p);
    assert!(battle.face(&p, 0).weapon.is_some());
}

fn edward() -> edward::Battle {
    let map = HexMap::from_toml(include_str!("../../../../../data/maps/edward-bannockburn.toml")).unwrap();
    let file = edward::scenario::read(include_str!("../../../../../data/scenarios/edward-bannockburn.toml"));
    edward::scenario::build(&file.unwrap(), map, Default::default()).unwrap()
}

/// The first movement of the second turn of a battle between greedy captains.
fn movement(battle: &edward::Battle) -> (Position, Side) {
    let mut dice = Seeded::new(Seed::derived(4, 4));
    let mut greedy = edward::Battle::captain("greedy", Rng::new(1)).unwrap();
    let mut p = battle.start();
    loop {
        let ToAct::One(side) = battle.to_act(&p) else {
            unreachable!()
        };
        if p.stage == Stage::Movement && p.turn == 2 {
            return (p, side);
        }
        let choice = greedy.choose(battle, &p, side, &list(battle, &p, side)).into_owned();
        battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
    }
}

#[test]
fn a_march_that_somebody_else_has_begun_goes_on_to_where_it_can_end() {
    let battle = edward();
    let (p, side) = movement(&battle);
    let (mut begun, mut went_on) = (0, 0);
    for unit in members(p.on_map & battle.army(side)) {
        if battle.check(&p, side, &Choice::Move(unit)).is_err() {
            continue;
        }
        let mut here = places::after(&battle, &p, side, &Choice::Move(unit));
        let steps = list(&battle, &here, side);
        let Some(step) = steps.iter().find(|choice| matches!(choice, Choice::Advance(_))) else {
            continue;
        };
        here = places::after(&battle, &here, side, step);
        let choices = list(&battle, &here, side);
        if here.active.kind != Moving::Unit || choices.len() < 2 {
            continue;
        }
        begun += 1;
        let mut planner = planner::<edward::Edward>();
        let first = *planner.choose(&battle, &here, side, &choices);
        went_on += u32::from(first != Choice::Done);
        let line = std::iter::once(first).chain(Captain::<edward::Battle>::ahead(&planner));
        for choice in line {
            assert_eq!(battle.check(&here, side, &choice), Ok(()), "{choice:?}");
            here = places::after(&battle, &here, side, &choice);
        }
        assert_eq!(here.active.kind, Moving::Nobody, "unit {unit}");
    }
    assert!(begun > 5 && went_on > 0, "{begun} begun, {went_on} went on");
}
