//! Where an answer leads is on offer: a page can draw it before it is given.

use super::*;
use board::scene::Offer;

/// Those of an offer's place.
fn hexes(offer: &Offer) -> Vec<String> {
    match &offer.to {
        Some(board::Place::Hexes(place)) => place.hexes.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?} of {offer:?}"),
    }
}

#[test]
fn who_follows_comes_to_where_it_says() {
    let (mut forced, mut free, mut tested, mut banners) = (0, 0, 0, 0);
    for (name, seed) in ["stirling", "falkirk", "prelude", "bannockburn"]
        .into_iter()
        .flat_map(|name| (0..4).map(move |seed| (name, seed)))
    {
        let battle = battle(name, &[]);
        let (mut chance, mut dice) = (Chance::new(seed), Seeded::new(Seed::derived(4, seed)));
        let (mut p, mut list) = (battle.start(), Vec::new());
        while let ToAct::One(side) = battle.to_act(&p) {
            list.clear();
            battle.choices(&p, side, &mut list);
            let choice = keenly(&mut chance, &list);
            let before = p.clone();
            battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
            let offer = || {
                let text = battle.write_choice(&choice);
                let offers = battle.offers(&before, side);
                offers.into_iter().find(|offer| offer.choice == text).unwrap()
            };
            let stands = |unit: u8| battle.map.label(p.unit(unit).hex).to_string();
            match (before.stack.last(), &choice) {
                (Some(Task::Follow { unit, forced: must }), Choice::Follow(_)) => {
                    let unit = *unit;
                    // Whoever may stop on the way has gone nowhere yet.
                    if *must && p.unit(unit).on_map() {
                        assert_eq!(hexes(&offer()), [stands(unit)], "{name}: {:?}", offer());
                        forced += 1;
                    } else if !*must {
                        assert_eq!(hexes(&offer()).len(), 1);
                        free += 1;
                    }
                }
                (_, Choice::Pursue(unit)) => {
                    let near = |hex: &Hex| battle.map.distance(*hex, before.unit(*unit).hex) == 1;
                    for hex in hexes(&offer()) {
                        assert!(near(&battle.map.parse(&hex).unwrap()), "{name}: {:?}", offer());
                    }
                    tested += 1;
                }
                (_, Choice::PassBanner(to)) => {
                    assert_eq!(hexes(&offer()), [stands(*to)]);
                    banners += 1;
                }
                _ => {}
            }
        }
    }
    assert!(
        forced > 5 && free > 5 && tested > 5 && banners > 5,
        "{forced} {free} {tested} {banners}"
    );
}
