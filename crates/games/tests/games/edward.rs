//! The suite of every game, run over random games of `edward`: the whole battle, and small battles with every option.

use board::{Dir, Vertex};
use games::{Shelf, systems};
use kernel::Rules;
use quad::edward::cards::NONE;
use quad::edward::{self, Choice, HalfCode, Position, Stage};
use seat::suite::{Census, Chance, Subject, any_options};
use std::collections::BTreeMap;
use std::sync::Arc;

fn battle(options: &BTreeMap<String, String>) -> Arc<edward::Battle> {
    let read = |source: &games::Source<'_>| systems::edward::open(source, options);
    Shelf::standard()
        .shelved_with("edward/bannockburn", read)
        .unwrap()
        .battle
}

/// Choices of every kind for every piece.
fn universe(battle: &edward::Battle) -> Vec<Choice> {
    let units = 0..battle.units.len() as u8;
    let leaders = 0..battle.leaders.len() as u8;
    let mut all = vec![Choice::Ready, Choice::Form, Choice::Done, Choice::Stop, Choice::End];
    for dir in Dir::ALL {
        all.extend([Choice::Step(dir), Choice::Advance(dir), Choice::Oblique(dir)]);
    }
    for facing in Vertex::ALL {
        all.extend([Choice::Pivot(facing), Choice::Face(facing)]);
    }
    for leader in leaders {
        all.extend([Choice::Lead(leader), Choice::With(leader)]);
    }
    for division in 0..battle.divisions.len() as u8 {
        for half in [None, Some(HalfCode::Left), Some(HalfCode::Right)] {
            all.push(Choice::Organise(division, half));
        }
    }
    for unit in units.clone() {
        all.extend([
            Choice::Set(unit, 0),
            Choice::Set(unit, 1),
            Choice::Rout(unit),
            Choice::Move(unit),
        ]);
        all.extend([Choice::Charge(unit), Choice::Mode(unit)]);
        all.extend([Choice::Resolve(unit), Choice::Decline(unit)]);
        for other in units.clone() {
            all.push(Choice::Attack(unit, other));
            all.push(Choice::Shoot {
                shooter: unit,
                target: other,
                over: NONE,
            });
            all.push(Choice::Shoot {
                shooter: unit,
                target: other,
                over: (unit ^ other) % battle.units.len() as u8,
            });
        }
    }
    all
}

/// Stacking, rout levels, markers.
fn invariant(battle: &edward::Battle, p: &Position) -> Result<(), String> {
    let mut standing = 0;
    for (i, card) in battle.units.iter().enumerate() {
        let (unit, set) = (&p.units[i], 1u128 << i);
        let fault = |what: &str| Err(format!("{}: {what}", card.id));
        if p.on_map & set == 0 {
            if unit.hex.is_on() || p.routed & set != 0 || p.lances & set != 0 || unit.charge != NONE {
                return fault("off the map, but something of it is left");
            }
            continue;
        }
        standing += 1;
        let ground = battle.map.terrain(unit.hex);
        if p.at(unit.hex) != i as u8 {
            return fault("not where the map has it");
        }
        if unit.rout > 4 || (unit.rout > 0) != (p.routed & set != 0) {
            return fault("rout level and rout marker differ");
        }
        let shooting = matches!(p.stage, Stage::RangedPhasing | Stage::RangedOther);
        if unit.pending < unit.rout || (unit.pending != unit.rout && !shooting) {
            return fault("a pending level out of place");
        }
        let face = &card.faces[usize::from(unit.face)];
        let cover = matches!(ground.name(), "wooded" | "village");
        if ground.name() == "pool" || (cover && (face.mounted() || face.close_order())) {
            return fault("on ground it cannot enter");
        }
        if p.lances & set != 0 && !face.mounted() {
            return fault("a lance without a horse");
        }
        if unit.charge != NONE && (!face.mounted() || unit.rout > 0 || p.on_map >> unit.charge & 1 == 0) {
            return fault("a charge marker out of place");
        }
        if unit.charge != NONE && (card.side != p.player || p.stage > Stage::ResolvePhasing) {
            return fault("a charge that has outlived its player turn");
        }
        let melee = p.stage >= Stage::NamePhasing && p.stage <= Stage::ResolveOther;
        if unit.target != NONE && !melee {
            return fault("an attack named outside the melee");
        }
        if unit.spent > face.allowance.max(card.faces[0].allowance) {
            return fault("more points spent than it has");
        }
    }
    let occupied = p.occupant.iter().filter(|u| **u != NONE).count();
    if occupied != standing {
        return Err(format!("{standing} units on the map, {occupied} hexes occupied"));
    }
    for (i, leader) in battle.leaders.iter().enumerate() {
        let captured = p.captured >> i & 1 != 0;
        if captured != p.leaders[i].is_off() {
            return Err(format!("{} is captured and on the map, or neither", leader.id));
        }
        let other = p.at(p.leaders[i]);
        if !captured && other != NONE && battle.units[usize::from(other)].side != leader.side {
            return Err(format!("{} shares a hex with the enemy", leader.id));
        }
    }
    Ok(())
}

fn subject(options: &BTreeMap<String, String>) -> Subject<'static, edward::Battle> {
    let battle = battle(options);
    Subject {
        universe: universe(&battle),
        battle,
        invariant: &invariant,
        longest: 100_000,
    }
}

#[test]
fn random_games_keep_every_promise() {
    let subject = subject(&BTreeMap::new());
    let mut census = Census::default();
    for seed in 0..30 {
        subject.examine(seed, 40, &mut census);
    }
    for seed in 0..6 {
        subject.play(seed, &mut census);
    }
    println!("{census:?}");
}

#[test]
fn every_option_keeps_every_promise() {
    let mut census = Census::default();
    for card in edward::options::CARDS {
        for value in &card.values[1..] {
            let options = BTreeMap::from([(card.key.to_string(), value.to_string())]);
            subject(&options).examine(7, 20, &mut census);
        }
    }
    // Every option as it comes.
    let mut chance = Chance::new(1314);
    for seed in 0..12 {
        subject(&any_options(edward::options::CARDS, &mut chance)).examine(seed, 20, &mut census);
    }
    // All alternatives at once.
    let all = edward::options::CARDS
        .iter()
        .map(|c| (c.key.to_string(), c.values[c.values.len() - 1].to_string()));
    let subject = subject(&all.collect());
    for seed in 0..5 {
        subject.examine(seed, 20, &mut census);
    }
    subject.play(3, &mut census);
    println!("{census:?}");
}

/// The odds of an attack that is only being named are those of the blow itself; a charge has some too.
#[test]
fn what_is_foreseen_of_an_attack_is_what_comes_of_it() {
    let battle = battle(&BTreeMap::new());
    let (mut attacks, mut charges) = (0, 0);
    for seed in 0..6 {
        let mut chance = Chance::new(seed);
        let heading = kernel::Heading {
            scenario: "test".into(),
            scenario_hash: "test".into(),
            options: BTreeMap::new(),
        };
        let mut game = kernel::Game::new(battle.clone(), heading, kernel::Seed::derived(seed, 3));
        while let kernel::ToAct::One(side) = game.to_act() {
            let list = game.choices(side);
            let charge = list.iter().position(|c| matches!(c, Choice::Charge(_)));
            let at = charge.unwrap_or_else(|| chance.below(list.len()));
            let choice = list[at];
            let foreseen = battle.foresee(game.position(), side, &choice);
            game.choose(side, choice).unwrap();
            match (choice, foreseen) {
                (Choice::Attack(..), Some((then, blow))) => {
                    let expected = kernel::odds::odds(&*battle, &then, side, &blow).unwrap();
                    // Nothing else is named: the blow is the next thing to be resolved.
                    game.choose(side, Choice::End).unwrap();
                    assert!(game.choices(side).contains(&blow));
                    assert_eq!(
                        kernel::odds::odds(&*battle, game.position(), side, &blow).unwrap(),
                        expected
                    );
                    while game.choices(side).iter().any(|c| matches!(c, Choice::Resolve(_))) {
                        let next = game.choices(side)[0];
                        game.choose(side, next).unwrap();
                    }
                    // Some have no chance at all.
                    attacks += usize::from(expected.len() > 1);
                }
                (Choice::Charge(_), Some((then, blow))) => {
                    charges += usize::from(kernel::odds::odds(&*battle, &then, side, &blow).unwrap().len() > 1);
                }
                (Choice::Attack(..) | Choice::Charge(_), None) => panic!("nothing is foreseen of {choice:?}"),
                _ => {}
            }
        }
    }
    assert!(attacks > 20 && charges > 20, "{attacks} attacks, {charges} charges");
}
