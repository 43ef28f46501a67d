//! What the planner does in small positions, and with a move that somebody else has begun.

use super::*;
use crate::standard::cards::{ENGLISH, NONE, SCOTS};
use crate::standard::morale::LAST_LEVEL;
use crate::standard::position::{Stand, members};
use crate::{edward, robert};
use board::HexMap;
use captain::{Commanded, Objective};
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

/// The rout moves of one side.
fn fled<R: Fitted>(battle: &Battle<R>, mut p: Position, side: Side) -> Position {
    let mut planner = planner::<R>();
    while p.stage == Stage::RoutPhasing && battle.to_act(&p) == ToAct::One(side) {
        let choices = list(battle, &p, side);
        let choice = *planner.choose(battle, &p, side, &choices);
        battle.resolve(&mut p, side, &choice, &mut Seeded::new(Seed::derived(1, 1)), &mut Quiet);
    }
    p
}

#[test]
fn who_runs_keeps_the_level_and_the_field_that_the_rules_let_him_keep() {
    for (kind, friends) in [
        ("english cavalry N/C/14", ""),
        ("english infantry N/E/6", r#", "H english infantry N/E/6 @2616""#),
    ] {
        let (battle, start) = robert(&format!(
            r#"player = "english"
            phase = "rout"
            units = ["F {kind} rout=2 @1014", "S scots infantry N/D/6 @0916"{friends}]"#,
        ));
        let (mut kept, mut lost) = (0, 0);
        for hex in battle.map.hexes() {
            let taken = ![0, NONE].contains(&start.at(hex));
            if taken || battle.ground.soil(hex).pool() {
                continue;
            }
            let mut p = start.clone();
            p.stand(0, Stand::single(hex));
            let promised = battle.level_after_rout(&p, 0);
            let p = fled(&battle, p, ENGLISH);
            let survives = promised <= LAST_LEVEL;
            assert_eq!(p.is_on_map(0), survives, "{kind} at {}", battle.map.name(hex));
            if survives {
                assert_eq!(p.unit(0).rout, promised, "{kind} at {}", battle.map.name(hex));
                kept += 1;
            } else {
                lost += 1;
            }
        }
        assert!(kept > 100 && lost > 0, "{kind}: {kept} kept, {lost} lost");
    }
}

#[test]
fn it_is_worth_something_to_stand_where_an_enemy_has_to_run() {
    let worth = |at: [&str; 2]| {
        let (battle, p) = robert(&format!(
            r#"player = "scots"
            units = ["F english infantry N/E/6 rout=3 @1214", "K scots infantry N/D/6 @{}", "L scots infantry N/D/6 @{}"]"#,
            at[0], at[1],
        ));
        let mut turn = Turn::new(Judge::new(&battle, &p, SCOTS), &p, Level::BEST, 1);
        let stay = vec![0; turn.movers.len() + turn.staff.len()];
        turn.value(&stay);
        turn.routs()
    };
    // He runs to the north-east or the south-east.
    assert_eq!(worth(["1114", "1113"]), 0);
    assert_eq!(worth(["1314", "1113"]), 0);
    assert!(worth(["1314", "1315"]) > 0);
}
