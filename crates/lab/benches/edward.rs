//! What the lab and the page live on: decisions, clones, odds, sight, destinations.
//!
//! `cargo bench -p schiltron-lab`

use board::Views;
use captain::{Commanded, Rng};
use divan::Bencher;
use divan::counter::ItemsCount;
use games::{Shelf, systems};
use kernel::{Quiet, Rules, Seed, Seeded, ToAct, odds};
use quad::edward::cards::Kind;
use quad::edward::{self, Choice};
use std::sync::Arc;

fn main() {
    divan::main();
}

fn battle() -> Arc<edward::Battle> {
    let read = |source: &games::Source<'_>| systems::edward::open(source, &Default::default());
    Shelf::standard()
        .shelved_with("edward/bannockburn", read)
        .unwrap()
        .battle
}

/// A position in the thick of it: the first in this game in which such a choice is on offer.
fn in_the_thick(battle: &edward::Battle, wanted: impl Fn(&Choice) -> bool) -> (edward::Position, kernel::Side, Choice) {
    for game in 0.. {
        let mut dice = Seeded::new(Seed::derived(4, game));
        let mut captains = ["greedy", "greedy"].map(|name| edward::Battle::captain(name, Rng::new(game)).unwrap());
        let mut p = battle.start();
        let mut choices = Vec::new();
        while let ToAct::One(side) = battle.to_act(&p) {
            choices.clear();
            battle.choices(&p, side, &mut choices);
            if let Some(choice) = choices.iter().find(|c| wanted(c)) {
                return (p.clone(), side, *choice);
            }
            let choice = captains[side.index()].choose(battle, &p, side, &choices).into_owned();
            battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
        }
    }
    unreachable!("some game has such a choice")
}

/// Whole random games, with every legal choice listed at every decision. Items are decisions.
#[divan::bench(sample_count = 20)]
fn random_game(bencher: Bencher) {
    let battle = battle();
    let mut choices = Vec::new();
    let mut play = || {
        let mut captains = [0, 1].map(|i| edward::Battle::captain("random", Rng::new(i)).unwrap());
        seat::fight(&*battle, Seed::derived(1, 1), &mut captains, &mut choices).0
    };
    let decisions = play();
    bencher.counter(ItemsCount::new(decisions)).bench_local(play);
}

#[divan::bench]
fn clone_position(bencher: Bencher) {
    let battle = battle();
    let p = battle.start();
    bencher.bench_local(|| divan::black_box(&p).clone());
}

#[divan::bench]
fn odds_of_a_shot(bencher: Bencher) {
    let battle = battle();
    let (p, side, choice) = in_the_thick(&battle, |c| matches!(c, Choice::Shoot { .. }));
    bencher.bench_local(|| odds::odds(&*battle, &p, side, &choice));
}

#[divan::bench]
fn odds_of_a_blow(bencher: Bencher) {
    let battle = battle();
    let (p, side, choice) = in_the_thick(&battle, |c| matches!(c, Choice::Resolve(_)));
    bencher.bench_local(|| odds::odds(&*battle, &p, side, &choice));
}

#[divan::bench]
fn list_movement(bencher: Bencher) {
    let battle = battle();
    let (p, side, _) = in_the_thick(&battle, |c| matches!(c, Choice::Move(_)));
    let mut choices = Vec::new();
    bencher.bench_local(|| {
        choices.clear();
        battle.choices(&p, side, &mut choices);
        choices.len()
    });
}

#[divan::bench]
fn destinations_of_cavalry(bencher: Bencher) {
    let battle = battle();
    let is_cavalry = |unit: u8| battle.units[usize::from(unit)].kind == Kind::Cavalry;
    let (p, side, choice) = in_the_thick(&battle, |c| matches!(c, Choice::Move(unit) if is_cavalry(*unit)));
    let Choice::Move(unit) = choice else { return };
    let id = battle.units[usize::from(unit)].id.clone();
    bencher.bench_local(|| battle.destinations(&p, side, &id).map(|d| d.len()));
}
