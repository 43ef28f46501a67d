//! What a game takes of memory: units and figures that a position keeps beside itself count, too.

use games::{Options, Shelf};
use kernel::{Game, Rules, Seed};

fn bytes(id: &str) -> usize {
    let scenario = Shelf::standard().open(id, &Options::new());
    scenario.expect("a sound scenario").start(Seed([0; 32])).bytes()
}

#[test]
fn units_and_figures_are_counted() {
    let open = |source: &games::Source<'_>| games::systems::elements::open(source, &Options::new());
    let battle = Shelf::standard().shelved_with("elements/bannockburn", open);
    let units = battle.expect("a sound scenario").battle.start().units;
    // The position, and the one before what can be taken back.
    let least = size_of::<Game<elements::Battle>>() + 2 * size_of_val(&units[..]);
    assert!(units.len() > 10 && bytes("elements/bannockburn") >= least);

    let open = |source: &games::Source<'_>| games::systems::retinue::open(source, &Options::new());
    let battle = Shelf::standard().shelved_with("retinue/mill", open);
    let figures = battle.expect("a sound scenario").battle.start().figures;
    let least = size_of::<Game<retinue::Battle>>() + 2 * size_of_val(&figures[..]);
    assert!(figures.len() > 10 && bytes("retinue/mill") >= least);
}
