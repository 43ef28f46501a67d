//! A captain decides by what its side may know: what is hidden from it can be anything and changes none of its choices.

use captain::{Commanded, Rng};
use games::{Options, Shelf, Source, systems};
use kernel::{Quiet, Seed, Seeded, Side, ToAct};

/// Plays a game between two scripted captains; at some of its decisions captains choose here and in a twin, up to so many times.
fn chooses_the_same<R: Commanded>(battle: &R, every: usize, most: usize) {
    let mut rng = Rng::new(5);
    let mut dice = Seeded::new(Seed::derived(6, 7));
    let mut players = [0, 1].map(|i| R::captain("greedy", Rng::new(i)).unwrap());
    let (mut p, mut list, mut compared) = (battle.start(), Vec::new(), 0);
    for decision in 0..4000 {
        if compared >= most {
            break;
        }
        let side = match battle.to_act(&p) {
            ToAct::One(side) => side,
            ToAct::Both => Side::One,
            ToAct::Nobody => break,
        };
        let known = battle.known(&p, side).into_owned();
        if decision % every == 0
            && let Some(twin) = battle.twin(&p, side, &mut |n| rng.below(n))
        {
            let other = battle.known(&twin, side).into_owned();
            for name in ["easy", "expert"] {
                let mut choices = [&known, &other].map(|p| {
                    let mut list = Vec::new();
                    let mut captain = R::captain(name, Rng::new(decision as u64)).unwrap();
                    captain.decide(battle, p, side, &mut list).into_owned()
                });
                let [here, there] = &mut choices;
                assert_eq!(here, there, "{name} at decision {decision}");
            }
            compared += 1;
        }
        let choice = players[side.index()]
            .decide(battle, &known, side, &mut list)
            .into_owned();
        battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
    }
    assert!(compared > 0);
}

#[test]
fn in_a_skirmish() {
    let read = |source: &Source<'_>| systems::retinue::open(source, &Options::new());
    let battle = Shelf::standard().shelved_with("retinue/mill", read).unwrap().battle;
    chooses_the_same(&*battle, 7, 20);
}

/// The English do not know where the pits are.
#[test]
fn on_a_field_with_wolf_pits() {
    let options = Options::from([("wolf_pits".into(), "on".into())]);
    let read = |source: &Source<'_>| systems::medieval::open(source, &options);
    let battle = Shelf::standard().shelved_with("medieval/prelude", read).unwrap().battle;
    chooses_the_same(&*battle, 23, 6);
}
