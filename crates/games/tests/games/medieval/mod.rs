//! The suite of every game, run over random games of the "Medieval" battles: all four, the campaign, every option.

mod pits;
mod previews;
mod told;

use board::{Dir, Hex, Terrain};
use board::{There, Views};
use captain::{Commanded, Rng};
use games::{Shelf, systems};
use kernel::game::{Game, Heading};
use kernel::{Facts, Quiet, Rules, Seed, Seeded, Side, ToAct, Viewer, Words};
use medieval::Stage;
use medieval::cards::NONE;
use medieval::position::{Banner, Edge, Form, Place};
use medieval::{self, Choice, ENGLISH, Pace, Pass, Piece, Position, SCOTS, Target, Task, Wheel};
use seat::suite::{Census, Chance, Subject, any_options};
use seat::{Seated, Table};
use std::collections::BTreeMap;
use std::sync::Arc;

type Changed<'a> = &'a [(&'a str, &'a str)];

fn battle(name: &str, changed: Changed) -> Arc<medieval::Battle> {
    battle_under(
        name,
        &changed.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect(),
    )
}

fn battle_under(name: &str, options: &BTreeMap<String, String>) -> Arc<medieval::Battle> {
    let read = |source: &games::Source<'_>| systems::medieval::open(source, options);
    let opened = Shelf::standard().shelved_with(&format!("medieval/{name}"), read);
    opened.unwrap().battle
}

/// Choices of every kind for every piece.
fn universe(battle: &medieval::Battle) -> Vec<Choice> {
    let units = battle.units.len() as u8;
    let leaders = battle.leaders.len() as u8;
    let hexes: Vec<Hex> = battle.map.hexes().collect();
    let has_objects = hexes.iter().any(|h| battle.map.terrain(*h) == Terrain::Fort);
    let forms = [None, Some(Form::Shiltron), Some(Form::Combat), Some(Form::March)];
    let mut all = vec![
        Choice::Ready,
        Choice::Stay,
        Choice::Done,
        Choice::End,
        Choice::Ride,
        Choice::Change,
        Choice::Form,
        Choice::Demolish,
        Choice::Go,
        Choice::Answer,
        Choice::Stop,
    ];
    all.extend([Pace::Gain, Pace::Hold, Pace::Reduce].map(Choice::Enter));
    all.extend([Pass::Now, Pass::Unit, Pass::Phase].map(Choice::Pass));
    all.extend(Edge::ALL.map(Choice::Exit));
    for dir in Dir::ALL {
        all.extend([
            Choice::Turn(dir),
            Choice::To(dir),
            Choice::Lift(dir),
            Choice::Face(dir),
            Choice::Minimum(true, dir),
            Choice::Minimum(false, dir),
        ]);
    }
    for (i, hex) in hexes.iter().enumerate() {
        all.extend([
            Choice::PutLeader(*hex),
            Choice::Ground(*hex),
            Choice::Against(*hex),
            Choice::Spare(*hex),
            Choice::Put(*hex, Dir::ALL[i % 6], forms[i / 6 % 4]),
        ]);
    }
    // On the ground for pits and beside it. SR-B9
    let near_ford = ["0820", "1021", "1022", "1120", "1221", "1222", "1320", "1323", "1418"];
    let near_ford: Vec<Hex> = near_ford.iter().filter_map(|name| battle.map.parse(name)).collect();
    for from in &near_ford {
        all.extend(near_ford.iter().map(|to| Choice::Pit(*from, *to)));
    }
    for leader in 0..leaders {
        let piece = Piece::Leader(leader);
        all.extend([
            Choice::Take(piece),
            Choice::Activate(piece),
            Choice::Return(piece),
            Choice::BringLeader(leader),
            Choice::OwnShot(piece),
        ]);
    }
    for unit in 0..units {
        let piece = Piece::Unit(unit);
        all.extend([
            Choice::Take(piece),
            Choice::Remove(unit),
            Choice::Regroup(unit),
            Choice::Activate(piece),
            Choice::Return(piece),
            Choice::Bring(unit, NONE),
            Choice::PassBanner(unit),
            Choice::OwnShot(piece),
            Choice::Join(unit),
            Choice::Drop(unit),
            Choice::Check(unit),
            Choice::Fight(unit),
            Choice::Lose(unit),
            Choice::Retreat(unit),
            Choice::Pursue(unit),
            Choice::Follow(unit),
            Choice::Hit(unit),
            Choice::Six(unit),
            Choice::Holder(unit),
            Choice::Shoot(unit, Target::Piece(Piece::Leader(unit % leaders))),
        ]);
        if has_objects {
            all.push(Choice::Shoot(unit, Target::Object(0)));
        }
        all.extend(Wheel::ALL.map(|w| Choice::Countercharge(unit, w)));
        for n in 0..5u8 {
            let other = ((u16::from(unit) * 7 + u16::from(n) * 31) % u16::from(units)) as u8;
            let leader = (unit ^ n) % leaders;
            let hex = |k: usize| hexes[(usize::from(unit) * 13 + usize::from(n) * 101 + k) % hexes.len()];
            all.extend([
                Choice::Exchange(unit, other),
                Choice::Assign(unit, leader),
                Choice::Bring(unit, leader),
                Choice::Shoot(unit, Target::Piece(Piece::Unit(other))),
                Choice::Advance(unit, hex(1)),
            ]);
        }
    }
    all
}

/// Every unit in one place, the map's index, stacking, strengths, formations, leaders, banners, tracks.
fn invariant(battle: &medieval::Battle, p: &Position) -> Result<(), String> {
    let mut standing = 0;
    for hex in battle.map.hexes() {
        standing += invariant_of_hex(battle, p, hex)?;
    }
    if standing != p.on_map.count() {
        return Err(format!(
            "{standing} units stand on hexes, {} on the map",
            p.on_map.count()
        ));
    }
    for (i, card) in battle.units.iter().enumerate() {
        let (id, u) = (i as u8, p.unit(i as u8));
        let fault = |what: &str| Err(format!("{}: {what}", card.id));
        if p.on_map.has(id) != u.on_map() {
            return fault("on the map and not on it");
        }
        if Side::BOTH.map(|s| p.army[s.index()].has(id)) != Side::BOTH.map(|s| u.side == s) {
            return fault("in the wrong army");
        }
        if u.sp > card.sp || (u.on_map() && u.sp == 0) || u.cf > 3 {
            return fault("strength or charge factor out of bounds");
        }
        if u.cf > 0 && !(card.class.is_horse() && u.on_map()) {
            return fault("a charge factor without a horse on the map");
        }
        let fits = match u.form {
            Form::Normal => !card.class.is_foot_ranged(),
            Form::Shiltron => card.shiltron && u.on_map(),
            Form::March => card.class.is_foot_ranged(),
            Form::Combat => card.class.is_foot_ranged() && u.on_map(),
        };
        // Before they come the reserves have no form worth speaking of.
        if !fits && u.place != Place::Reserve {
            return fault("the wrong formation");
        }
        if u.command != NONE && usize::from(u.command) >= battle.leaders.len() {
            return fault("no such commander");
        }
    }
    for (i, card) in battle.leaders.iter().enumerate() {
        let leader = p.leader(i as u8);
        if leader.on_map() && (leader.hex.is_off() || p.holds(leader.hex, leader.side.other())) {
            return Err(format!("{} stands nowhere, or among the enemy", card.id));
        }
    }
    for side in Side::BOTH {
        let there = |u: u8| matches!(p.unit(u).place, Place::Map | Place::Off);
        let regular = |u: u8| battle.units[usize::from(u)].class.is_regular();
        let sound = match p.banners[side.index()] {
            Banner::None => true,
            Banner::Held(u) => p.unit(u).side == side && there(u) && regular(u),
            Banner::Captured(u) => p.unit(u).side != side && there(u) && regular(u),
            Banner::With(l) => p.leader(l).side == side && p.leader(l).place != Place::Eliminated,
            Banner::Fallen(hex) => hex.is_on(),
        };
        if !sound {
            return Err(format!("the banner of {side:?} is {:?}", p.banners[side.index()]));
        }
        let scattered = p.army[side.index()]
            .iter()
            .filter(|u| p.unit(*u).place == Place::Scattered);
        if scattered.count() > 10 {
            return Err("more scattered units than boxes".into());
        }
    }
    let fine = p.morale.abs() <= 30 && p.effective.abs() <= 2 && (1..=9).contains(&p.phase);
    if !fine || p.turn < battle.first_turn || p.turn > battle.last_turn {
        return Err("tracks or clock out of bounds".into());
    }
    Ok(())
}

/// How many units stand there.
fn invariant_of_hex(battle: &medieval::Battle, p: &Position, hex: Hex) -> Result<u32, String> {
    let (mut n, mut sp, mut riders, mut last) = (0, 0, 0, None);
    let mut sides = [false; 2];
    for id in p.at(hex) {
        let u = p.unit(id);
        if u.hex != hex || !u.on_map() || last >= Some(id) {
            return Err(format!(
                "{}: not where the map has it",
                battle.units[usize::from(id)].id
            ));
        }
        last = Some(id);
        n += 1;
        sp += u.sp;
        if battle.units[usize::from(id)].class.is_horse() {
            riders += u.sp;
        }
        sides[u.side.index()] = true;
    }
    let fort = battle.map.terrain(hex) == Terrain::Fort;
    if sides == [true; 2] || sp > if fort { 10 } else { 2 } || riders > 2 {
        return Err(format!("too many on {}", battle.map.name(hex)));
    }
    Ok(n)
}

fn subject(battle: Arc<medieval::Battle>) -> Subject<'static, medieval::Battle> {
    Subject {
        universe: universe(&battle),
        battle,
        invariant: &invariant,
        longest: 200_000,
    }
}

/// Games of the battle as it is, then games under options.
fn examine(name: &str, changed: &[Changed]) {
    let mut census = Census::default();
    let plain = subject(battle(name, &[]));
    for seed in 0..6 {
        plain.examine(seed, 25, &mut census);
    }
    for seed in 0..2 {
        plain.play(seed, &mut census);
    }
    for (seed, options) in (10..).zip(changed) {
        let subject = subject(battle(name, options));
        subject.examine(seed, 25, &mut census);
        subject.examine(seed + 100, 25, &mut census);
        subject.play(seed, &mut census);
    }
    // And with every option as it comes, so that a new one is played with before anybody names it here.
    let mut chance = Chance::new(name.bytes().map(u64::from).sum());
    for seed in 20..24 {
        let options = any_options(medieval::options::CARDS, &mut chance);
        let subject = subject(battle_under(name, &options));
        subject.examine(seed, 25, &mut census);
        subject.play(seed, &mut census);
    }
    println!("{name}: {census:?}");
}

#[test]
fn stirling_keeps_every_promise() {
    examine(
        "stirling",
        &[
            &[("fatigue", "off"), ("ask_every_step", "on"), ("scatter", "moved")],
            &[("organisation", "off"), ("rear_bonus", "per_hex")],
        ],
    );
}

/// Lenox and Steward go over in the first turn already, and their men may be moved at once. SR-S4
#[test]
fn turncoats_keep_every_promise() {
    let battle = battle("stirling", &[]);
    let mut start = battle.start();
    start.morale = 20;
    let turned = Arc::new((*battle).clone().starting(start));
    let mut p = turned.start();
    let nothing = &mut kernel::dice::Scripted::default();
    while p.stack.is_empty() {
        let ToAct::One(side) = turned.to_act(&p) else { break };
        turned.resolve(&mut p, side, &Choice::Ready, nothing, &mut Quiet);
    }
    assert_eq!(turned.fact(&p, "decision").unwrap(), "turncoats");
    assert_eq!(turned.to_act(&p), ToAct::One(SCOTS));
    invariant(&turned, &p).unwrap();
    // Each of them moves once, with all its points and without anybody's reaction.
    let (mut list, mut moved) = (Vec::new(), 0);
    while turned.fact(&p, "decision").unwrap() == "turncoats" {
        list.clear();
        turned.choices(&p, SCOTS, &mut list);
        assert_eq!(list.last(), Some(&Choice::Pass(Pass::Now)));
        turned.resolve(&mut p, SCOTS, &list[0], nothing, &mut Quiet);
        turned.resolve(&mut p, SCOTS, &Choice::Done, nothing, &mut Quiet);
        moved += 1;
    }
    assert!(moved > 3, "{moved}");
    // Captains make use of it: of those who have come over somebody stands elsewhere afterwards, although the first opponent, who tries
    // little and often does what comes to his mind, may overlook it once.
    for appointment in medieval::Battle::captains().iter().skip(1) {
        let mut leads_on = |chance| {
            let mut captain = (appointment.make)(captain::Rng::new(chance));
            let mut p = turned.start();
            while p.stage != Stage::Act {
                let ToAct::One(side) = turned.to_act(&p) else { break };
                list.clear();
                turned.choices(&p, side, &mut list);
                let choice = *captain.choose(&turned, &p, side, &list);
                turned.resolve(&mut p, side, &choice, nothing, &mut Quiet);
            }
            let gone = |u: &u8| p.unit(*u).hex != turned.start().unit(*u).hex;
            let over = p.army[SCOTS.index()].without(&turned.start().army[SCOTS.index()]);
            over.iter().any(|u| gone(&u))
        };
        let tries = if appointment.card.name == "beginner" { 4 } else { 1 };
        assert!((1..=tries).any(&mut leads_on), "{}", appointment.card.name);
    }
    let subject = subject(turned);
    let mut census = Census::default();
    for seed in 0..2 {
        subject.examine(seed, 25, &mut census);
    }
    subject.play(3, &mut census);
}

/// The English at Falkirk have more horse than places. SR-F9
#[test]
fn there_is_horse_to_choose_from() {
    let battle = battle("falkirk", &[]);
    let start = battle.start();
    let at = |p: &Position, place: Place| {
        let own = p.army[ENGLISH.index()].iter();
        own.filter(|u| p.unit(*u).place == place && battle.units[usize::from(*u)].class.is_horse())
            .count()
    };
    assert_eq!([Place::Map, Place::Spare].map(|place| at(&start, place)), [50, 10]);
    for seed in 0..4 {
        let (mut chance, mut p, mut list) = (Chance::new(seed), start.clone(), Vec::new());
        let nothing = &mut kernel::dice::Scripted::default();
        battle.resolve(&mut p, SCOTS, &Choice::Ready, nothing, &mut Quiet);
        for _ in 0..80 {
            list.clear();
            battle.choices(&p, ENGLISH, &mut list);
            let exchange = list.iter().rfind(|c| matches!(c, Choice::Exchange(..)));
            let other = || &list[1.min(list.len() - 1) + chance.below(list.len().max(2) - 1)];
            let choice = *exchange.unwrap_or_else(other);
            battle.resolve(&mut p, ENGLISH, &choice, nothing, &mut Quiet);
            invariant(&battle, &p).unwrap();
        }
        assert_eq!(at(&p, Place::Map) + at(&p, Place::Spare), 60);
        assert!(at(&p, Place::Spare) == 10);
    }
}

#[test]
fn falkirk_keeps_every_promise() {
    examine(
        "falkirk",
        &[
            &[("comyn_stays", "on"), ("ask_every_step", "on"), ("stream_cost", "half")],
            &[("organisation", "off"), ("ride_down_cost", "instead")],
        ],
    );
}

#[test]
fn the_prelude_keeps_every_promise() {
    examine(
        "prelude",
        &[
            &[("wolf_pits", "on")],
            &[("wolf_pits", "on"), ("organisation", "off"), ("fatigue", "off")],
        ],
    );
}

#[test]
fn bannockburn_keeps_every_promise() {
    examine("bannockburn", &[&[("wolf_pits", "on")]]);
}

/// Where a side may set up anywhere the lists are long, so that a few decisions must do.
#[test]
fn a_free_set_up_keeps_every_promise() {
    let battle = battle("stirling", &[("free_setup", "on")]);
    let (mut chance, mut p, mut list) = (Chance::new(7), battle.start(), Vec::new());
    for _ in 0..30 {
        let ToAct::One(side) = battle.to_act(&p) else {
            break;
        };
        list.clear();
        battle.choices(&p, side, &mut list);
        for choice in &list {
            assert!(
                battle.check(&p, side, choice).is_ok(),
                "{}",
                battle.write_choice(choice)
            );
        }
        let choice = list[1 + chance.below(list.len() - 1)];
        battle.resolve(
            &mut p,
            side,
            &choice,
            &mut kernel::dice::Scripted::default(),
            &mut Quiet,
        );
        invariant(&battle, &p).unwrap();
    }
}

/// Picks like a player who goes on as long as he can.
fn keenly(chance: &mut Chance, list: &[Choice]) -> Choice {
    let idle = |c: &Choice| {
        matches!(
            c,
            Choice::End | Choice::Done | Choice::Pass(_) | Choice::Take(_) | Choice::Exit(_) | Choice::Minimum(..)
        )
    };
    let busy: Vec<Choice> = list.iter().copied().filter(|c| !idle(c)).collect();
    let from = if busy.is_empty() || chance.below(6) == 0 {
        list
    } else {
        &busy
    };
    let towards = |c: &&Choice| matches!(c, Choice::Enter(Pace::Gain) | Choice::Ride | Choice::Countercharge(..));
    let keen = from.iter().find(towards).filter(|_| chance.below(3) > 0);
    *keen.unwrap_or(&from[chance.below(from.len())])
}

/// A game of players who go on as long as they can, so that the armies meet. What they chose, by its first word.
fn busy_game(battle: &medieval::Battle, seed: u64, kinds: &mut BTreeMap<String, u32>) -> Position {
    let (mut chance, mut dice) = (Chance::new(seed), Seeded::new(Seed::derived(7, seed)));
    let (mut p, mut list) = (battle.start(), Vec::new());
    while let ToAct::One(side) = battle.to_act(&p) {
        list.clear();
        battle.choices(&p, side, &mut list);
        assert!(!list.is_empty(), "seed {seed}: dead end");
        let choice = keenly(&mut chance, &list);
        let text = battle.write_choice(&choice);
        *kinds
            .entry(text.split(' ').next().unwrap_or_default().into())
            .or_default() += 1;
        battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
        invariant(battle, &p).unwrap_or_else(|why| panic!("seed {seed}: {why} after `{text}`"));
    }
    assert!(battle.verdict(&p).is_some());
    p
}

#[test]
fn busy_games_keep_every_promise() {
    let mut kinds = BTreeMap::new();
    for (name, changed) in [
        ("stirling", &[][..]),
        ("falkirk", &[]),
        ("prelude", &[("wolf_pits", "on")]),
        ("bannockburn", &[("wolf_pits", "on")]),
    ] {
        let battle = battle(name, changed);
        for seed in 0..3 {
            busy_game(&battle, seed, &mut kinds);
        }
    }
    println!("{kinds:?}");
    for kind in [
        "activate",
        "advance",
        "against",
        "banner",
        "bring",
        "change",
        "countercharge",
        "enter",
        "face",
        "drop",
        "form",
        "go",
        "join",
        "lift",
        "lose",
        "minimum",
        "pass",
        "pursue",
        "put",
        "ready",
        "regroup",
        "retreat",
        "return",
        "shoot",
        "spare",
        "pit",
        "take",
        "to",
        "turn",
        "exit",
        "follow",
        "stop",
        "ride",
    ] {
        assert!(
            kinds.get(kind).is_some_and(|n| *n > 0),
            "nobody ever chose `{kind}`: {kinds:?}"
        );
    }
}

/// What a Prelude leaves behind is where Bannockburn begins.
#[test]
fn a_campaign_keeps_every_promise() {
    let prelude = battle("prelude", &[]);
    let end = busy_game(&prelude, 5, &mut BTreeMap::new());
    let record = prelude.fact(&end, "campaign").unwrap();
    let next = prelude.verdict(&end).unwrap().next.expect("the Prelude goes on");
    assert_eq!(
        (&*next.scenario, &next.options["campaign"]),
        ("medieval/bannockburn", &record)
    );
    assert!(Shelf::standard().open(&next.scenario, &next.options).is_ok());
    let second = battle("bannockburn", &[("campaign", &record), ("wolf_pits", "on")]);
    let lost = |battle: &medieval::Battle, p: &Position| {
        let sp = |s: Side| {
            p.army[s.index()]
                .and(&p.on_map)
                .iter()
                .map(|u| u32::from(p.unit(u).sp))
                .sum::<u32>()
        };
        let full = |s: Side| {
            battle
                .units
                .iter()
                .filter(move |c| c.side == s && c.group != NONE)
                .map(|c| u32::from(c.sp))
        };
        Side::BOTH.map(|s| full(s).sum::<u32>() - sp(s))
    };
    let mut start = second.start();
    assert_eq!(start.morale, end.morale);
    for side in [SCOTS, ENGLISH] {
        let nothing = &mut kernel::dice::Scripted::default();
        second.resolve(&mut start, side, &Choice::Ready, nothing, &mut Quiet);
    }
    assert!(lost(&second, &start).iter().sum::<u32>() > 0, "{record}");
    invariant(&second, &start).unwrap();
    let subject = subject(second);
    subject.examine(1, 12, &mut Census::default());
    subject.play(2, &mut Census::default());
}

fn table(battle: &medieval::Battle, p: &Position) -> Seated<medieval::Battle> {
    let heading = Heading {
        scenario: "test".into(),
        scenario_hash: "test".into(),
        options: BTreeMap::new(),
    };
    Seated::new(Game::new(
        Arc::new(battle.clone().starting(p.clone())),
        heading,
        Seed::derived(1, 1),
    ))
}
