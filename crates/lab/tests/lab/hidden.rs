//! A captain decides by what its side may know: what is hidden from it can be anything and changes none of its choices.

use captain::{Commanded, Rehearsed, Rng};
use games::{Options, Shelf, Source, systems};
use kernel::{Quiet, Rules, Seed, Seeded, Side, ToAct};

/// Plays a game between two captains of this name; at some of its decisions captains choose here and in a twin, up to so many times.
fn chooses_the_same<R: Commanded>(battle: &R, player: &str, every: usize, most: usize) {
    let mut rng = Rng::new(5);
    let mut dice = Seeded::new(Seed::derived(6, 7));
    let mut players = [0, 1].map(|i| R::captain(player, Rng::new(i)).unwrap());
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
    chooses_the_same(&*battle, "greedy", 7, 20);
}

/// The English do not know where the pits are.
#[test]
fn on_a_field_with_wolf_pits() {
    let options = Options::from([("wolf_pits".into(), "on".into())]);
    let read = |source: &Source<'_>| systems::medieval::open(source, &options);
    let battle = Shelf::standard().shelved_with("medieval/prelude", read).unwrap().battle;
    chooses_the_same(&*battle, "greedy", 23, 6);
}

/// They reckon with as many as there are, now here and now there, but never with where these really are.
#[test]
fn pits_are_drawn_where_they_may_lie() {
    let options = Options::from([("wolf_pits".into(), "on".into())]);
    let read = |source: &Source<'_>| systems::medieval::open(source, &options);
    let battle = Shelf::standard().shelved_with("medieval/prelude", read).unwrap().battle;
    let p = Rules::start(&*battle);
    let count = p.pits.count_ones();
    assert!(count > 0);
    let side = Side::BOTH
        .into_iter()
        .find(|side| battle.known(&p, *side).pits != p.pits)
        .unwrap();
    let known = battle.known(&p, side).into_owned();
    let twin = battle.twin(&p, side, &mut |n| n - 1).unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let other = battle.known(&twin, side).into_owned();
        let [here, there] = [&known, &other].map(|p| battle.drawn(p, side, &mut Rng::new(seed)).pits);
        assert_eq!((here.count_ones(), here), (count, there));
        seen.insert(here);
    }
    assert!(seen.len() > 5, "{seen:?}");
    // Their owner knows them.
    assert_eq!(battle.drawn(&p, side.other(), &mut Rng::new(1)).pits, p.pits);
}

/// The Burgundians do not know what stands in the wood, as long as it stays there: a greedy captain leads it out at once.
#[test]
fn before_a_wood() {
    let read = |source: &Source<'_>| systems::elements::open(source, &Options::new());
    let battle = Shelf::standard().shelved_with("elements/murten", read).unwrap().battle;
    chooses_the_same(&*battle, "random", 3, 3);
}
