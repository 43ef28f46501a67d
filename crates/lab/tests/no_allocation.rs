//! The lab's inner loop, listing and resolving, asks for no memory once its list has grown; thinking does, and how much of it
//! shows how much is weighed.

// A counting allocator cannot be written without it.
#![allow(unsafe_code)]

use captain::{Rng, Stop};
use games::{Options, Shelf, systems};
use kernel::{Quiet, Rules, Seed, Seeded, Side, ToAct};
use std::alloc::{GlobalAlloc, Layout, System as Heap};
use std::cell::Cell;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ASKED.with(|n| n.set(n.get() + 1));
        unsafe { Heap.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { Heap.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn listing_and_resolving_ask_for_no_memory() {
    let read = |source: &games::Source<'_>| systems::edward::open(source, &Default::default());
    let battle = Shelf::standard()
        .shelved_with("edward/bannockburn", read)
        .unwrap()
        .battle;
    let mut choices = Vec::with_capacity(4096);
    for game in 0..5 {
        let mut dice = Seeded::new(Seed::derived(9, game));
        let mut rng = Rng::new(game);
        let mut p = battle.start();
        let before = ASKED.with(Cell::get);
        let mut decisions = 0;
        while let ToAct::One(side) = battle.to_act(&p) {
            choices.clear();
            battle.choices(&p, side, &mut choices);
            let choice = choices[rng.below(choices.len())];
            battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
            decisions += 1;
        }
        assert_eq!(ASKED.with(Cell::get) - before, 0, "in {decisions} decisions");
    }
}

#[test]
fn nor_do_they_in_the_medieval_battles() {
    for name in ["stirling", "falkirk", "prelude", "bannockburn"] {
        let read = |source: &games::Source<'_>| systems::medieval::open(source, &Default::default());
        let opened = Shelf::standard().shelved_with(&format!("medieval/{name}"), read);
        let battle = opened.unwrap().battle;
        let mut choices = Vec::with_capacity(8192);
        for game in 0..5 {
            let mut dice = Seeded::new(Seed::derived(9, game));
            let mut rng = Rng::new(game);
            let mut p = battle.start();
            let before = ASKED.with(Cell::get);
            let mut decisions = 0;
            while let ToAct::One(side) = battle.to_act(&p) {
                choices.clear();
                battle.choices(&p, side, &mut choices);
                let choice = choices[rng.below(choices.len())];
                battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
                decisions += 1;
            }
            assert_eq!(ASKED.with(Cell::get) - before, 0, "{name}: in {decisions} decisions");
        }
    }
}

/// Whoever has been told to stop weighs hardly anything, in every battle: rehearsals and battles played on ask for memory. Plans of
/// `edward` and `quad` are weighed without, but which one is found tells whether many were.
#[test]
fn a_captain_that_is_stopped_does_not_think() {
    for id in Shelf::standard().scenarios() {
        let scenario = Shelf::standard().open(&id, &Options::new()).unwrap();
        let played = |stop: &Stop| {
            let mut table = scenario.start(Seed::derived(1, 316));
            for side in Side::BOTH {
                table.appoint(side, "expert", Rng::new(7)).unwrap();
            }
            let (mut asked, mut choices) = (0, Vec::new());
            for _ in 0..12 {
                let side = Side::BOTH.into_iter().find(|side| table.is_asked(*side)).unwrap();
                let pondering = table.ponder(side).unwrap();
                let before = ASKED.with(Cell::get);
                let choice = pondering(stop).unwrap();
                asked += ASKED.with(Cell::get) - before;
                table.choose(side, &choice).unwrap();
                choices.push(choice);
            }
            (asked, choices)
        };
        let stop = Stop::default();
        let (thinks, chosen) = played(&stop);
        stop.set();
        let (stopped, at_once) = played(&stop);
        match scenario.system {
            "edward" | "quad" => assert_ne!(at_once, chosen, "{id}"),
            _ => assert!(10 * stopped < thinks, "{id}: {stopped} against {thinks}"),
        }
    }
}

#[test]
fn a_position_is_small() {
    let size = std::mem::size_of::<quad::edward::Position>();
    assert!(size <= 4096, "{size} bytes");
}
