//! How fast the best captain thinks: evaluations a second of its first choice in a turn, with everything before it. An evaluation is a
//! plan weighed (`edward`), a rehearsal (`medieval`) or a battle played on (tables).
//!
//! `cargo bench -p schiltron-lab --bench thinking`

use captain::{Captain, Commanded, Rng};
use divan::Bencher;
use divan::counter::ItemsCount;
use games::{Shelf, Source, systems};
use kernel::{Quiet, Rules, Seed, Seeded, Side, ToAct};

fn main() {
    divan::main();
}

/// What is to be chosen, by whom, and how much is weighed for it.
struct Moment<S: Rules> {
    p: S::Position,
    side: Side,
    choices: Vec<S::Choice>,
    evaluations: u32,
}

fn expert<S: Commanded>() -> Box<dyn Captain<S>> {
    S::captain("expert", Rng::new(1)).unwrap()
}

/// The first choice of the third turn, in a game of two greedy captains, for which something is weighed.
fn in_the_third_turn<S: Commanded>(battle: &S) -> Moment<S> {
    let mut dice = Seeded::new(Seed::derived(4, 4));
    let mut captains = [0, 1].map(|i| S::captain("greedy", Rng::new(i)).unwrap());
    let (mut p, mut choices) = (battle.start(), Vec::new());
    loop {
        let side = match battle.to_act(&p) {
            ToAct::One(side) => side,
            ToAct::Both => Side::One,
            ToAct::Nobody => unreachable!("no game is over so soon"),
        };
        let known = battle.known(&p, side).into_owned();
        choices.clear();
        battle.choices(&known, side, &mut choices);
        if battle.turn(&p) >= 3 {
            let mut expert = expert::<S>();
            expert.choose(battle, &known, side, &choices);
            let evaluations = expert.thought().map_or(0, |thought| thought.evaluations);
            if evaluations > 0 {
                return Moment {
                    p: known,
                    side,
                    choices,
                    evaluations,
                };
            }
        }
        let choice = captains[side.index()]
            .choose(battle, &known, side, &choices)
            .into_owned();
        battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
    }
}

fn think<S: Commanded>(bencher: Bencher, battle: &S) {
    let Moment {
        p,
        side,
        choices,
        evaluations,
    } = in_the_third_turn(battle);
    bencher
        .counter(ItemsCount::new(evaluations))
        .bench_local(|| expert::<S>().choose(battle, &p, side, &choices).into_owned());
}

#[divan::bench(sample_count = 10)]
fn edward(bencher: Bencher) {
    let read = |source: &Source<'_>| systems::edward::open(source, &Default::default());
    let shelved = Shelf::standard().shelved_with("edward/bannockburn", read).unwrap();
    think(bencher, &*shelved.battle);
}

#[divan::bench(sample_count = 10)]
fn stirling(bencher: Bencher) {
    let read = |source: &Source<'_>| systems::medieval::open(source, &Default::default());
    let shelved = Shelf::standard().shelved_with("medieval/stirling", read).unwrap();
    think(bencher, &*shelved.battle);
}

#[divan::bench(sample_count = 10)]
fn murten(bencher: Bencher) {
    let read = |source: &Source<'_>| systems::elements::open(source, &Default::default());
    let shelved = Shelf::standard().shelved_with("elements/murten", read).unwrap();
    think(bencher, &*shelved.battle);
}

#[divan::bench(sample_count = 10)]
fn mill(bencher: Bencher) {
    let read = |source: &Source<'_>| systems::retinue::open(source, &Default::default());
    let shelved = Shelf::standard().shelved_with("retinue/mill", read).unwrap();
    think(bencher, &*shelved.battle);
}
