//! What the lab and the page ask of the element game: decisions, lists, drags, envelopes, odds of a close combat.
//!
//! `cargo bench -p schiltron-lab --bench elements`

use board::table::Hull;
use board::{Place, Pose, Views};
use captain::{Commanded, Rng};
use divan::Bencher;
use divan::counter::ItemsCount;
use elements::{Battle, Choice, Position};
use games::{Shelf, systems};
use kernel::{Quiet, Rules, Seed, Seeded, Side, ToAct, Words};
use std::sync::Arc;

const SCENARIOS: [&str; 2] = ["elements/bannockburn", "elements/murten"];

fn main() {
    divan::main();
}

fn battle(name: &str) -> Arc<Battle> {
    let read = |source: &games::Source<'_>| systems::elements::open(source, &Default::default());
    Shelf::standard().shelved_with(name, read).unwrap().battle
}

/// The first position of the third turn, played by chance: the lines have met.
fn in_the_thick(battle: &Battle) -> (Position, Side) {
    let mut dice = Seeded::new(Seed::derived(4, 4));
    let mut rng = Rng::new(4);
    let (mut p, mut list) = (battle.start(), Vec::new());
    while let ToAct::One(side) = battle.to_act(&p) {
        if battle.turn(&p) == 3 {
            return (p, side);
        }
        let drawn = battle.draw(&p, side, &mut |n| rng.below(n), &mut list);
        battle.resolve(&mut p, side, &list[drawn].clone(), &mut dice, &mut Quiet);
    }
    unreachable!("no game is over so soon")
}

/// Whole random games. Items are decisions.
#[divan::bench(args = SCENARIOS, sample_count = 20)]
fn random_game(bencher: Bencher, name: &str) {
    let battle = battle(name);
    let mut choices = Vec::new();
    let mut play = || {
        let mut captains = [0, 1].map(|i| Battle::captain("random", Rng::new(i)).unwrap());
        seat::fight(&*battle, Seed::derived(1, 1), &mut captains, &mut choices).0
    };
    let decisions = play();
    bencher.counter(ItemsCount::new(decisions)).bench_local(play);
}

/// All candidates of one side at the start, when everybody may be ordered.
#[divan::bench(args = SCENARIOS)]
fn list_movement(bencher: Bencher, name: &str) {
    let battle = battle(name);
    let p = battle.start();
    let ToAct::One(side) = battle.to_act(&p) else { return };
    let mut choices = Vec::new();
    bencher.bench_local(|| {
        choices.clear();
        battle.choices(&p, side, &mut choices);
        choices.len()
    });
}

/// One candidate drawn in the thick of it.
#[divan::bench(args = SCENARIOS)]
fn draw_one(bencher: Bencher, name: &str) {
    let battle = battle(name);
    let (p, side) = in_the_thick(&battle);
    let mut rng = Rng::new(5);
    let mut choices = Vec::new();
    bencher.bench_local(|| battle.draw(&p, side, &mut |n| rng.below(n), &mut choices));
}

/// Every own unit dragged to the middle of every enemy, which is the dearest answer. Items are drags.
#[divan::bench(args = SCENARIOS)]
fn drag(bencher: Bencher, name: &str) {
    let battle = battle(name);
    let (p, side) = in_the_thick(&battle);
    let scene = battle.scene(&p, side.into());
    let own: Vec<_> = scene.pieces.iter().filter(|piece| piece.side == side).collect();
    let to: Vec<Place> = scene
        .pieces
        .iter()
        .filter(|piece| piece.side != side)
        .filter_map(|piece| piece.at.clone())
        .collect();
    let drags = || {
        let each = own.iter().flat_map(|piece| to.iter().map(move |to| (piece, to)));
        each.filter(|(piece, to)| battle.drag(&p, side, &piece.id, to).is_ok())
            .count()
    };
    bencher
        .counter(ItemsCount::new(own.len() * to.len()))
        .bench_local(drags);
}

/// How far each own unit can go. Items are units.
#[divan::bench(args = SCENARIOS)]
fn envelope(bencher: Bencher, name: &str) {
    let battle = battle(name);
    let p = battle.start();
    let ToAct::One(side) = battle.to_act(&p) else { return };
    let scene = battle.scene(&p, side.into());
    let own: Vec<_> = scene.pieces.iter().filter(|piece| piece.side == side).collect();
    bencher.counter(ItemsCount::new(own.len())).bench_local(|| {
        let areas = own.iter().map(|piece| battle.envelope(&p, side, &piece.id).len());
        areas.sum::<usize>()
    });
}

/// All that a page shows of a position to one side.
#[divan::bench(args = SCENARIOS)]
fn offers(bencher: Bencher, name: &str) {
    let battle = battle(name);
    let p = battle.start();
    let ToAct::One(side) = battle.to_act(&p) else { return };
    bencher.bench_local(|| battle.offers(&p, side).len());
}

/// Two blocks of 24 elements, front to front.
fn great_fight() -> (Battle, Position) {
    let text = r#"
        phase = "combat"
        units = ["A1 a Pikes 24 6x4 A/III @36,20 0.0", "B1 b Polearms 24 6x4 B/II @36.75,20 180.0"]
        commanders = ["g a general with A1"]
        contacts = ["A1 B1 front"]
    "#;
    let setting: elements::case::Setting = toml::from_str(text).unwrap();
    setting.build().unwrap()
}

#[divan::bench]
fn losses_in_a_fight_of_24_and_24(bencher: Bencher) {
    let (battle, p) = great_fight();
    bencher.bench_local(|| [battle.loss_odds(&p, 0), battle.loss_odds(&p, 1)].map(|odds| odds.unwrap().len()));
}

#[divan::bench]
fn all_odds_of_a_fight_of_24_and_24(bencher: Bencher) {
    let (battle, p) = great_fight();
    bencher.bench_local(|| battle.apart(&p, Side::Two, &Choice::End).len());
}

/// Two blocks of 24 elements that throw as many dice as two can, with numbers of more than 128 bits.
fn worst_fight() -> (Battle, Position) {
    let text = r#"
        phase = "combat"
        units = ["A1 a MenAtArms 24 12x2 A/I @36,20 0.0", "B1 b Levy 24 12x2 D/IV @36,21.5 0.0"]
        commanders = ["g a general with A1", "h b general with B1"]
        contacts = ["A1 B1 rear"]
    "#;
    let setting: elements::case::Setting = toml::from_str(text).unwrap();
    setting.build().unwrap()
}

#[divan::bench]
fn losses_in_the_worst_fight_of_24_and_24(bencher: Bencher) {
    let (battle, p) = worst_fight();
    bencher.bench_local(|| [battle.loss_odds(&p, 0), battle.loss_odds(&p, 1)].map(|odds| odds.unwrap().len()));
}

#[divan::bench]
fn all_odds_of_the_worst_fight_of_24_and_24(bencher: Bencher) {
    let (battle, p) = worst_fight();
    bencher.bench_local(|| battle.apart(&p, Side::Two, &Choice::End).len());
}

/// Who is near each unit, by looking at the bounds of all. Items are units asked for.
#[divan::bench(args = SCENARIOS)]
fn who_is_near(bencher: Bencher, name: &str) {
    let battle = battle(name);
    let (p, _) = in_the_thick(&battle);
    let standing: Vec<u8> = p.ids().filter(|unit| p.unit(*unit).state.on_table()).collect();
    bencher.counter(ItemsCount::new(standing.len())).bench_local(|| {
        let around = |unit: &u8| {
            battle
                .near(&p, 0, battle.foot(&p, *unit).bounds().grown(13_000))
                .count()
        };
        standing.iter().map(around).sum::<usize>()
    });
}

/// One unit dragged to the middle of the table.
#[divan::bench(args = SCENARIOS)]
fn drag_to_open_ground(bencher: Bencher, name: &str) {
    let battle = battle(name);
    let p = battle.start();
    let ToAct::One(side) = battle.to_act(&p) else { return };
    let scene = battle.scene(&p, side.into());
    let piece = scene.pieces.iter().find(|piece| piece.side == side).unwrap();
    let to = Place::Table(Pose {
        x: 36_000,
        y: 24_000,
        angle: 0,
    });
    bencher.bench_local(|| battle.drag(&p, side, &piece.id, &to).is_ok());
}
