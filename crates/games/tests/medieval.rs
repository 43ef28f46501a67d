//! The suite of every game, run over random games of the "Medieval" battles: all four, the campaign, every option.

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
    // Captains make use of it: of those who have come over somebody stands elsewhere afterwards.
    for appointment in medieval::Battle::captains().iter().skip(1) {
        let mut captain = (appointment.make)(captain::Rng::new(1));
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
        assert!(over.iter().any(|u| gone(&u)), "{}", appointment.card.name);
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
        (next.scenario, &next.options["campaign"]),
        ("medieval/bannockburn", &record)
    );
    assert!(Shelf::standard().open(next.scenario, &next.options).is_ok());
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

/// Everything the table tells a side, in text.
fn everything_told(battle: &medieval::Battle, p: &Position, side: Side, asked: &[Choice]) -> Vec<String> {
    let (game, viewer) = (table(battle, p), Viewer::from(side));
    let mut told = vec![
        format!("{:?}", game.observe(viewer)),
        format!("{:?}", game.offers(side)),
        format!("{:?}", game.areas(viewer)),
        format!("{:?}", game.story(viewer, 0)),
    ];
    let pieces = game.scene(viewer).pieces;
    for piece in pieces.iter().filter(|p| p.side == side && p.at.is_some()).step_by(9) {
        told.push(format!("{:?}", game.destinations(side, &piece.id)));
        for hex in battle.map.hexes().step_by(61) {
            let there = There::Place(board::Place::hex(battle.map.label(hex), None));
            told.push(format!("{:?}", game.why_not(side, &piece.id, &there)));
        }
    }
    for choice in asked {
        told.push(format!("{:?}", game.check(side, &battle.write_choice(choice))));
    }
    for offer in game.offers(side).iter().take(40) {
        told.push(format!("{} {:?}", offer.choice, game.odds(side, &offer.choice)));
    }
    told
}

/// The English are told the same whether there are pits under the grass, others, or none.
#[test]
fn hidden_pits_show_in_nothing() {
    let battle = battle("bannockburn", &[("wolf_pits", "on")]);
    let universe = universe(&battle);
    let asked: Vec<Choice> = universe.iter().copied().step_by(universe.len() / 150).collect();
    let (mut compared, mut moved) = (BTreeMap::new(), 0);
    for seed in 0..3 {
        let (mut chance, mut dice) = (Chance::new(seed), Seeded::new(Seed::derived(9, seed)));
        let (mut p, mut list) = (battle.start(), Vec::new());
        let mut decisions = 0;
        while let ToAct::One(side) = battle.to_act(&p) {
            let hidden = p.pits & !p.shown;
            decisions += 1;
            // A company takes many decisions, all alike.
            let rare = matches!(p.phase, 1 | 3) || p.stack.last() == Some(&Task::Muster);
            if side == ENGLISH && hidden.count_ones() > 1 && (decisions % 53 == 0 || !rare) {
                let known = everything_told(&battle, &p, ENGLISH, &asked);
                let lowest = hidden & hidden.wrapping_neg();
                for pits in [p.pits & !hidden, p.pits & !lowest, p.pits & p.shown | lowest] {
                    let mut other = p.clone();
                    other.pits = pits;
                    assert_eq!(everything_told(&battle, &other, ENGLISH, &asked), known);
                }
                let other = battle.twin(&p, ENGLISH, &mut |n| chance.below(n)).unwrap();
                assert_eq!(other.pits.count_ones(), p.pits.count_ones());
                moved += u32::from(other.pits != p.pits);
                assert_eq!(everything_told(&battle, &other, ENGLISH, &asked), known);
                *compared.entry(p.phase).or_insert(0) += 1;
            }
            list.clear();
            battle.choices(&p, side, &mut list);
            // First the pits are dug, then both armies are taken as they stand.
            let digs = list.iter().rposition(|c| matches!(c, Choice::Pit(..)));
            let choice = match digs {
                Some(last) => list[last - chance.below(15)],
                None if p.turn == 1 && list[0] == Choice::Ready => Choice::Ready,
                None => keenly(&mut chance, &list),
            };
            battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
        }
    }
    println!("{compared:?}, {moved} with pits elsewhere");
    assert!(
        compared.len() > 3 && compared.contains_key(&1) && moved > 3,
        "{compared:?}"
    );
    let p = battle.start();
    let shown = |p: &Position, viewer| {
        let pieces = battle.scene(p, viewer).pieces;
        pieces.iter().filter(|v| v.symbol == "pit").count()
    };
    assert!(shown(&p, Viewer::from(SCOTS)) > 1);
    assert_eq!([Viewer::from(ENGLISH), Viewer::Watcher].map(|v| shown(&p, v)), [0, 0]);
}

/// Where the Scots dig shows to nobody but them, before the battle and in it. MR-100
#[test]
fn pits_are_dug_in_secret() {
    let battle = battle("bannockburn", &[("wolf_pits", "on")]);
    let told = |digs: [&str; 3]| {
        let mut game = table(&battle, &battle.start());
        for dig in digs {
            let told = game.choose(SCOTS, dig).unwrap();
            assert_eq!(told.events.len(), 1);
            game.undo(SCOTS).unwrap();
            game.choose(SCOTS, dig).unwrap();
        }
        game.choose(SCOTS, "ready").unwrap();
        let record = game.record();
        assert_eq!(record.entries[0].1, digs[0]);
        [ENGLISH.into(), Viewer::Watcher, SCOTS.into()].map(|viewer| {
            let story = game.story(viewer, 0);
            let dug = story.iter().take(3);
            let hidden = dug.filter(|entry| entry.choice.is_empty() && entry.events.is_empty());
            assert_eq!(hidden.count(), if viewer == SCOTS.into() { 0 } else { 3 });
            format!("{story:?} {:?} {:?}", game.observe(viewer), game.areas(viewer))
        })
    };
    // To leave them is a choice like the others, so that the number of choices tells nothing.
    let left = told(["pit 1021 1021", "pit 1221 1221", "pit 1222 1222"]);
    let dug = told(["pit 1021 0820", "pit 1221 1120", "pit 1222 1222"]);
    assert_eq!(left[..2], dug[..2]);
    assert_ne!(left[2], dug[2]);
    // Only their owner can ask about them, and is told why they cannot lie elsewhere.
    let game = table(&battle, &battle.start());
    let there = |hex: &str| There::Place(board::Place::hex(hex.into(), None));
    assert_eq!(game.why_not(SCOTS, "pit-1021", &there("1120")), None);
    let refusal = game.why_not(SCOTS, "pit-1021", &there("1022")).unwrap();
    assert!(refusal.code == "Setup" && refusal.why.contains("ground"), "{refusal:?}");
    assert_eq!(game.destinations(SCOTS, "pit-1021"), Ok(Vec::new()));
    for id in ["pit-1021", "pit-1120"] {
        assert_eq!(game.destinations(ENGLISH, id).unwrap_err().code, "UnknownId");
        assert_eq!(game.why_not(ENGLISH, id, &there("1120")).unwrap().code, "UnknownId");
    }
}

/// Who plays for the computer digs now here, now there, and takes every pit in hand.
#[test]
fn captains_dig_where_nobody_reckons_with_it() {
    let battle = battle("prelude", &[("wolf_pits", "on")]);
    for name in ["greedy", "marshal"] {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..8 {
            let mut captain = medieval::Battle::captain(name, Rng::new(seed)).unwrap();
            let (mut p, mut list, mut digs) = (battle.start(), Vec::new(), 0);
            while battle.to_act(&p) == ToAct::One(SCOTS) {
                list.clear();
                battle.choices(&p, SCOTS, &mut list);
                let choice = *captain.choose(&battle, &battle.known(&p, SCOTS), SCOTS, &list);
                digs += u32::from(matches!(choice, Choice::Pit(..)));
                let nothing = &mut kernel::dice::Scripted::default();
                battle.resolve(&mut p, SCOTS, &choice, nothing, &mut Quiet);
            }
            assert_eq!((digs, p.pits.count_ones(), p.dug), (3, 3, 0));
            seen.insert(p.pits);
        }
        assert!(seen.len() > 4, "{name} digs in the same places: {seen:?}");
    }
}

/// A step to where pits may lie cannot be taken back, whether there are any or not. MR-101
#[test]
fn undo_is_no_way_to_look_for_pits() {
    let setting = |pits: &str, shown: &str| {
        let text = format!(
            r#"
            phase = 3
            pits = {{ scots = ["{pits}"] }}
            pit_ground = {{ scots = ["1009", "1208", "1209"] }}
            shown_pits = [{shown}]
            units = ["I english INF0 @1211 N", "K english INF0 @2525 N"]
            "#
        );
        let setting: medieval::case::Setting = toml::from_str(&text).unwrap();
        let (battle, p) = setting.build().unwrap();
        table(&battle, &p)
    };
    let go = |game: &mut Seated<medieval::Battle>, texts: &[&str]| {
        let texts: Vec<String> = texts.iter().map(|text| text.to_string()).collect();
        game.plan(ENGLISH, &texts).unwrap().done
    };
    let told = ["1009", "1209"].map(|pits| {
        let mut game = setting(pits, "");
        assert_eq!(go(&mut game, &["activate I", "enter"]), 2);
        assert_eq!(game.undoable(ENGLISH), 2, "no pits can be on 1210");
        game.undo(ENGLISH).unwrap();
        // A plan goes no further than to the first hex where they could be.
        assert_eq!(go(&mut game, &["enter", "enter", "enter", "done"]), 2);
        let refusal = game.undo(ENGLISH).unwrap_err();
        assert!(
            refusal.code == "CannotUndo" && refusal.why.contains("could have shown"),
            "{refusal:?}"
        );
        assert_eq!(game.undoable(ENGLISH), 0);
        refusal
    });
    assert_eq!(told[0], told[1]);
    // Beyond that ground undo goes back to it.
    let mut game = setting("1009", "");
    for texts in [&["activate I", "enter", "enter"][..], &["enter"], &["enter"]] {
        go(&mut game, texts);
    }
    assert_eq!(game.undoable(ENGLISH), 1);
    // Where all of them are known nothing can come to light.
    let mut game = setting("1009", "\"1009\"");
    assert_eq!(go(&mut game, &["activate I", "enter", "enter", "enter", "enter"]), 5);
    assert_eq!(game.undoable(ENGLISH), 5);
}

/// Their owner knows where they are, so that his foot goes and comes back as it likes. MR-101
#[test]
fn the_owner_of_pits_takes_back_what_he_likes() {
    let text = r#"
        phase = 7
        pits = { scots = ["1209"] }
        pit_ground = { scots = ["1208"] }
        units = ["I scots INF0 @1210 N", "K scots INF0 @2525 N"]
        "#;
    let setting: medieval::case::Setting = toml::from_str(text).unwrap();
    let (battle, p) = setting.build().unwrap();
    let mut game = table(&battle, &p);
    let texts = ["activate I", "enter", "enter"].map(String::from);
    assert_eq!(game.plan(SCOTS, &texts).unwrap().done, 3);
    assert_eq!(game.undoable(SCOTS), 3);
}

/// Labels and tellings are for people: names, no ids, nothing left open; reactions name who and whom.
#[test]
fn everything_is_said_in_words() {
    let (mut labels, mut sentences) = (BTreeMap::new(), BTreeMap::new());
    for name in ["stirling", "falkirk", "prelude", "bannockburn"] {
        let battle = battle(name, &[("wolf_pits", "on"), ("ask_every_step", "on")]);
        let ids = |text: &str| {
            let unit = |word: &str| battle.units.iter().any(|u| *u.id == *word);
            text.split([' ', ',', '.', ':']).any(unit) || text.contains(['{', '}', '_'])
        };
        let (mut chance, mut dice) = (Chance::new(3), Seeded::new(Seed::derived(3, 3)));
        let (mut p, mut list, mut events) = (battle.start(), Vec::new(), Vec::new());
        let mut decisions = 0;
        while let ToAct::One(side) = battle.to_act(&p) {
            decisions += 1;
            if decisions % 5 == 0 || p.phase % 2 == 0 {
                for offer in battle.offers(&p, side) {
                    let text = &offer.label;
                    assert!(!text.is_empty() && *text != offer.choice && !ids(text), "{offer:?}");
                    if matches!(offer.kind, "shoot" | "charge" | "attack") {
                        assert!(offer.piece.is_some(), "{offer:?}");
                        assert!(offer.target.is_some() || offer.kind != "charge", "{offer:?}");
                    }
                    labels.insert(offer.kind, offer.label);
                }
            }
            list.clear();
            battle.choices(&p, side, &mut list);
            let choice = keenly(&mut chance, &list);
            battle.resolve(&mut p, side, &choice, &mut dice, &mut events);
            for event in events.drain(..) {
                let telling = battle.tell(&event, side.into()).unwrap();
                assert!(telling.text.ends_with('.') && !ids(&telling.text), "{telling:?}");
                assert!(telling.cites.iter().all(|c| !c.0.is_empty()), "{telling:?}");
                if matches!(telling.kind, "combat" | "shot") && telling.cites[0].0 != "M-167" {
                    assert!(telling.reckoning.is_some(), "{telling:?}");
                }
                sentences.insert(telling.kind, telling.text);
            }
        }
    }
    for line in labels.iter().chain(&sentences) {
        println!("{line:?}");
    }
}

/// Where nobody decides anything between the combat and the scatter die, the odds have both. MR-33
#[test]
fn odds_have_the_scatter_die() {
    let setting = |scatter: &str| {
        let text = format!(
            r#"
            phase = 4
            options = {{ scatter = "{scatter}" }}
            terrain = {{ "0100" = "swamp" }}
            units = ["A english INF0 @0001 N", "D scots INF0 @0000 S", "K scots CAV0 @2525 N"]
            "#
        );
        let setting: medieval::case::Setting = toml::from_str(&text).unwrap();
        setting.build().unwrap()
    };
    let parts = |scatter: &str| {
        let (battle, p) = setting(scatter);
        let odds = table(&battle, &p).odds(ENGLISH, "attack A on 0000").unwrap();
        let back = odds.outcomes.iter().find(|o| o.outcome == "defender retreats").unwrap();
        format!("{:?}", back.parts)
    };
    assert!(parts("each_combat").contains("1 scattered"), "{}", parts("each_combat"));
    assert!(!parts("moved").contains("scattered"), "{}", parts("moved"));
}

/// An attack shows its odds before it is made, and the tracks and areas show what they should.
#[test]
fn views_show_what_they_should() {
    let battle = battle("bannockburn", &[("wolf_pits", "on")]);
    let p = battle.start();
    let scene = battle.scene(&p, Viewer::Watcher);
    let names: Vec<&str> = scene.tracks.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["Morale", "Scattered Scots", "Scattered English"]);
    let morale = &scene.tracks[0];
    assert_eq!((morale.least, morale.most, morale.value), (-30, 30, 0));
    assert_eq!(morale.marks.iter().map(|m| m.0).collect::<Vec<_>>(), [-20, -10, 10, 20]);
    let areas = battle.areas(&p, Viewer::Watcher);
    let leaders = (0..battle.leaders.len() as u8).filter(|l| p.leader(*l).on_map());
    let of = |kind| areas.iter().filter(move |a| a.kind == kind);
    assert_eq!(of("command ranges").count(), leaders.count());
    assert_eq!(of("zones of control").map(|a| a.side).collect::<Vec<_>>(), Side::BOTH);
    assert!(
        of("zones of control")
            .any(|a| a.side == ENGLISH && matches!(&a.shape, board::Shape::Hexes { hexes } if !hexes.is_empty()))
    );
    let (mut chance, mut dice) = (Chance::new(1), Seeded::new(Seed::derived(5, 5)));
    let (mut p, mut list, mut seen) = (p, Vec::new(), 0);
    while let ToAct::One(side) = battle.to_act(&p) {
        list.clear();
        battle.choices(&p, side, &mut list);
        if p.stack.last() == Some(&Task::Muster) && list.contains(&Choice::Go) && seen < 20 {
            let game = table(&battle, &p);
            for choice in list.iter().filter(|c| matches!(c, Choice::Go)) {
                let odds = game.odds(side, &battle.write_choice(choice)).unwrap();
                assert!(odds.reckoning.is_some() && odds.outcomes.len() > 1, "{odds:?}");
                seen += 1;
            }
        }
        let choice = keenly(&mut chance, &list);
        battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
    }
    assert!(seen > 3);
}

/// A refusal says what is wrong here and not only that something is.
#[test]
fn refusals_say_what_is_wrong() {
    let charge = |units: &str| format!("phase = 1\nunits = [{units}, \"M english CAV1 @1006 S\"]\n");
    let told = |setting: &str, plan: &[&str], choice: &str| {
        let setting: medieval::case::Setting = toml::from_str(setting).unwrap();
        let (battle, mut p) = setting.build().unwrap();
        let mut dice = kernel::dice::Scripted::new(&[1]);
        let decider = |p: &Position| match battle.to_act(p) {
            ToAct::One(side) => side,
            _ => ENGLISH,
        };
        for text in plan {
            let side = decider(&p);
            let next = battle.read_choice(&p, side, text).unwrap();
            battle.check(&p, side, &next).unwrap();
            battle.resolve(&mut p, side, &next, &mut dice, &mut Quiet);
        }
        let side = decider(&p);
        let choice = battle.read_choice(&p, side, choice).unwrap();
        battle.check(&p, side, &choice).unwrap_err()
    };
    let near = charge("\"X scots CAV1 @1010 N\", \"Y scots CAV1 @1310 N\", \"F scots INF0 @1210 N\"");
    let rides = ["activate M", "enter", "enter"];
    let tired = "phase = 1\nunits = [\"A english CAV1 @1010 N command=L\", \"B english CAV1 @2020 N\"]\nleaders = [\"L english @0505 fatigue=13\"]\n";
    let bound = "rules_of = \"bannockburn\"\nphase = 1\nturn = 1\nunits = [\"C english CAV1 @1010 N\", \"S scots INF1 @1005 S shiltron\"]\n";
    let waits = "rules_of = \"falkirk\"\nturn = 4\nreserve = [\"english 6 INF0 @1522\"]\nunits = [\"K english CAV0 @2525 N\"]\nleaders = [\"edward english @reserve grand\"]\n";
    let banner = "phase = 1\nunits = [\"H english CAV1 @1010 N banner\", \"T english CAV1 @1410 N\", \"A english ARCH @1011 N\"]\n";
    for (setting, plan, choice, code, words) in [
        (
            near.as_str(),
            &rides[..],
            "countercharge Y",
            "NoCountercharge",
            "exactly two hexes away",
        ),
        (
            &near,
            &rides,
            "countercharge F",
            "NoCountercharge",
            "Only horse countercharges",
        ),
        (
            &near,
            &rides,
            "countercharge X left",
            "NoCountercharge",
            "does not bring it next to",
        ),
        (tired, &["activate A"], "activate A", "UnitOffMap", "fatigue"),
        (bound, &[], "end", "Scenario", "could come nearer"),
        (bound, &["activate C"], "done", "Scenario", "hex 1005"),
        (waits, &[], "bring edward", "Scenario", "turn 5 or later"),
        (banner, &["activate H"], "banner T", "Banner", "4 hexes away"),
        (banner, &["activate H"], "banner A", "Banner", "regular unit"),
    ] {
        let refusal = told(setting, plan, choice);
        assert!(
            refusal.code == code && refusal.why.contains(words),
            "{choice}: {refusal:?}"
        );
    }
}

/// What is too much for a battle is said when it is loaded, and nothing is left out.
#[test]
fn what_is_too_much_is_refused_at_load() {
    let pits: Vec<String> = (0..33).map(|i| format!("\"1{}{:02}\"", i / 20, i % 20)).collect();
    let stack: Vec<String> = (0..11).map(|i| format!("\"U{i} scots ARCH @1010 N\"")).collect();
    let one = "\"K scots INF0 @2020 N\"";
    for (text, words) in [
        (
            format!("units = [{one}]\npits = {{ scots = [{}] }}\n", pits.join(",")),
            "32 hexes of pits",
        ),
        (
            format!("units = [{}]\n", stack.join(",")),
            "no hex holds more than 10 units",
        ),
        (
            format!("units = [{one}]\nreserve = [\"english 6 INF0 @1001,1002,1003,1004\"]\n"),
            "3 hexes of a reserve",
        ),
    ] {
        let setting: medieval::case::Setting = toml::from_str(&text).unwrap();
        let fault = setting.build().err().unwrap_or_default();
        assert!(fault.contains(words), "{fault:?} for {text}");
    }
}
