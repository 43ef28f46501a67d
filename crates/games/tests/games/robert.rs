//! The suite of every game, run over random games of `quad/robert`.

use board::{Dir, Double, Vertex};
use games::{Shelf, systems};
use quad::robert::cards::{Kind, NONE, Show};
use quad::robert::{self, Choice, HalfCode, Position, Stage};
use seat::suite::{Census, Chance, Subject, any_options};
use std::collections::BTreeMap;
use std::sync::Arc;

fn battle(options: &BTreeMap<String, String>) -> Arc<robert::Battle> {
    let read = |source: &games::Source<'_>| systems::quad::open(source, options);
    Shelf::standard().shelved_with("quad/robert", read).unwrap().battle
}

/// Choices of every kind for every piece.
fn universe(battle: &robert::Battle) -> Vec<Choice> {
    let units = 0..battle.units.len() as u8;
    let leaders = 0..battle.leaders.len() as u8;
    let mut all = vec![
        Choice::Ready,
        Choice::Done,
        Choice::Stop,
        Choice::End,
        Choice::About,
        Choice::Check,
        Choice::Form,
    ];
    for hand in [HalfCode::Left, HalfCode::Right] {
        all.extend([
            Choice::Forward(hand),
            Choice::Swing(hand),
            Choice::Rear(hand),
            Choice::Sidestep(hand),
        ]);
    }
    for dir in Dir::ALL {
        all.extend([Choice::Step(dir), Choice::Advance(dir)]);
    }
    all.extend(Vertex::ALL.map(Choice::Face));
    for leader in leaders {
        all.extend([Choice::Lead(leader), Choice::With(leader)]);
    }
    let hexes: Vec<_> = battle.map.hexes().collect();
    for hex in hexes.iter().filter(|h| h.0 % 5 == 0) {
        all.push(Choice::Close(*hex));
        all.push(Choice::Open(*hex, battle.map.neighbour(*hex, Dir::S)));
    }
    for unit in units.clone() {
        all.extend([
            Choice::Set(unit, 0),
            Choice::Set(unit, 1),
            Choice::Rout(unit),
            Choice::Move(unit),
            Choice::Charge(unit),
            Choice::Mode(unit),
            Choice::OrganiseUnit(unit),
        ]);
        for other in units.clone() {
            let hex = |n: usize| hexes[(usize::from(unit) * 17 + usize::from(other) * 13 + n) % hexes.len()];
            all.push(Choice::Strike {
                attacker: unit,
                target: other,
                hex: hex(0),
            });
            all.push(Choice::Fire {
                shooter: unit,
                target: other,
                from: hex(1),
                to: hex(2),
                over: if other % 2 == 0 { NONE } else { unit ^ 1 },
            });
        }
    }
    all.retain(
        |c| !matches!(c, Choice::Fire { over, .. } if usize::from(*over) >= battle.units.len() && *over != NONE),
    );
    all
}

/// Stacking, placements, rout levels, markers.
fn invariant(battle: &robert::Battle, p: &Position) -> Result<(), String> {
    let mut covered = 0;
    for (i, card) in battle.units.iter().enumerate() {
        let (unit, set) = (&p.units[i], 1u128 << i);
        let fault = |what: &str| Err(format!("{}: {what}", card.id));
        if p.on_map & set == 0 {
            let left = unit.hex.is_on() || unit.right.is_on() || p.routed & set != 0 || p.lances & set != 0;
            if left || unit.charge != NONE {
                return fault("off the map, but something of it is left");
            }
            continue;
        }
        let face = &card.faces[usize::from(unit.face)];
        for hex in unit.stand().hexes() {
            covered += 1;
            if p.at(hex) != i as u8 {
                return fault("not where the map has it");
            }
        }
        if unit.right.is_on() {
            match Double::new(&battle.map, unit.hex, unit.right) {
                Some(double) if double.vertex() == unit.facing => {}
                _ => return fault("its halves and its facing do not agree"),
            }
        }
        let single = card.setup.right.is_off();
        let should_be_single = match card.kind {
            Kind::Schiltrom => face.show == Show::Close,
            _ => single,
        };
        if should_be_single != unit.right.is_off() {
            return fault("a double where a single should be, or the other way");
        }
        if unit.rout > 4 || (unit.rout > 0) != (p.routed & set != 0) {
            return fault("rout level and marker differ");
        }
        if unit.pending != unit.rout && p.stage != Stage::Checks {
            return fault("a rout level waits outside of the checks");
        }
        if p.lances & set != 0 && !face.mounted() {
            return fault("a lance without a horse");
        }
        if unit.charge != NONE && p.stage < Stage::Movement {
            return fault("a charge before movement");
        }
        if unit.spent > face.allowance.max(card.faces[0].allowance) {
            return fault("more points spent than it has");
        }
    }
    let occupied = p.occupant.iter().filter(|u| **u != NONE).count();
    if occupied != covered {
        return Err(format!("{covered} hexes under units, {occupied} occupied"));
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

fn subject(options: &BTreeMap<String, String>) -> Subject<'static, robert::Battle> {
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

/// Random players soon end every phase. These go on as long as they can, so that the armies meet, rout and are lost.
#[test]
fn busy_games_keep_every_promise() {
    use kernel::{Quiet, Rules, Seed, Seeded, ToAct, Words};
    let battle = battle(&BTreeMap::new());
    let mut list = Vec::new();
    let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..12u64 {
        let mut chance = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut below = |n: usize| {
            chance = chance
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (chance >> 33) as usize % n
        };
        let mut dice = Seeded::new(Seed::derived(7, seed));
        let mut p = battle.start();
        let mut last = Vec::new();
        while let ToAct::One(side) = battle.to_act(&p) {
            list.clear();
            battle.choices(&p, side, &mut list);
            assert!(!list.is_empty(), "seed {seed}: dead end");
            for choice in &list {
                let text = battle.write_choice(choice);
                battle
                    .check(&p, side, choice)
                    .unwrap_or_else(|r| panic!("`{text}` is listed but refused: {r}"));
                assert_eq!(battle.read_choice(&p, side, &text).as_ref(), Ok(choice), "{text}");
            }
            let ends = |c: &Choice| matches!(c, Choice::End | Choice::Done | Choice::Mode(_) | Choice::Ready);
            let going_on: Vec<Choice> = list.iter().copied().filter(|c| !ends(c)).collect();
            let from = if going_on.is_empty() || below(12) == 0 {
                &list
            } else {
                &going_on
            };
            // Charges are rare: take them.
            let charge = from.iter().find(|c| matches!(c, Choice::Charge(_)));
            let choice = *charge.unwrap_or(&from[below(from.len())]);
            let text = battle.write_choice(&choice);
            *kinds
                .entry(text.split(' ').next().unwrap_or_default().into())
                .or_default() += 1;
            battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
            invariant(&battle, &p).unwrap_or_else(|why| panic!("seed {seed}: {why} after `{text}`"));
            let mut bytes = Vec::new();
            battle.write_position(&p, &mut bytes);
            assert_ne!(bytes, last, "seed {seed}: `{text}` changes nothing");
            last = bytes;
        }
        assert!(battle.verdict(&p).is_some());
    }
    println!("{kinds:?}");
    for kind in [
        "charge", "attack", "shoot", "check", "rout", "rear", "open", "close", "organise", "mode", "side", "about",
    ] {
        assert!(
            kinds.get(kind).is_some_and(|n| *n > 0),
            "nobody ever chose `{kind}`: {kinds:?}"
        );
    }
}

/// A double's ways are plans that can be played, and the reason is told why it cannot go somewhere.
#[test]
fn doubles_are_shown_where_they_can_go() {
    use board::{Place, There, Views};
    use kernel::{Facts, Quiet, Rules, Side, Words, dice::Scripted};
    let battle = battle(&BTreeMap::new());
    let mut p = battle.start();
    for side in Side::BOTH {
        battle.resolve(&mut p, side, &Choice::Ready, &mut Scripted::default(), &mut Quiet);
    }
    let ways = battle.destinations(&p, Side::One, "sco-schiltrom-carrick").unwrap();
    assert!(ways.len() > 40, "{}", ways.len());
    for way in &ways {
        let mut there = p.clone();
        for text in &way.plan {
            let choice = battle.read_choice(&there, Side::One, text).unwrap();
            battle.check(&there, Side::One, &choice).unwrap();
            battle.resolve(&mut there, Side::One, &choice, &mut Scripted::default(), &mut Quiet);
        }
        let hex = battle.fact(&there, "sco-schiltrom-carrick.hex").unwrap();
        let Place::Hexes(place) = &way.to else {
            panic!("{way:?}");
        };
        assert!(hex.starts_with(&*place.hexes[0]), "{hex} {way:?}");
        let facing = place.facing.as_ref().map(ToString::to_string);
        assert_eq!(battle.fact(&there, "sco-schiltrom-carrick.facing"), facing);
    }
    let hex = |name: &str| There::Place(Place::hex(name.into(), None));
    let why = |there: There| {
        let refusal = battle.why_not(&p, Side::One, "sco-schiltrom-carrick", &there);
        refusal.map(|r| r.code)
    };
    assert_eq!(why(hex("0923")), None);
    assert!(why(hex("2922")).is_some() && why(There::Piece("eng-cav-edward-1".into())).is_some());
    // What is wrong on the way is not told of the hex pointed at.
    let far = battle.why_not(&p, Side::One, "sco-schiltrom-carrick", &hex("2922"));
    assert!(far.unwrap().why.starts_with("On the way there, at "));
    let not_yours = battle
        .why_not(&p, Side::One, "eng-cav-edward-1", &hex("1514"))
        .map(|r| r.code);
    assert_eq!(not_yours, Some("NotYourUnit"));
}

#[test]
fn every_option_keeps_every_promise() {
    let mut census = Census::default();
    for card in robert::options::CARDS {
        for value in &card.values[1..] {
            let options = BTreeMap::from([(card.key.to_string(), value.to_string())]);
            let subject = subject(&options);
            subject.examine(7, 20, &mut census);
            subject.play(3, &mut census);
        }
    }
    let mut chance = Chance::new(1314);
    for seed in 0..5 {
        subject(&any_options(robert::options::CARDS, &mut chance)).examine(seed, 20, &mut census);
    }
}
