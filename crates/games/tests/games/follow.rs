//! Where a unit would come to that follows up, pursues or stays is on offer: a page can draw it before the answer is given.

use board::Place;
use board::looks::Sign;
use board::scene::Scene;
use captain::{Rng, Stop};
use games::{Options, Shelf};
use kernel::{Seed, Side, ToAct, Viewer};

#[test]
fn a_follow_up_leads_where_it_says() {
    let mut followed = 0;
    for (id, seed) in ["elements/bannockburn", "elements/murten"]
        .into_iter()
        .flat_map(|id| (0..6).map(move |seed| (id, seed)))
    {
        let scenario = Shelf::standard().open(id, &Options::new()).unwrap();
        let mut table = scenario.start(Seed([seed; 32]));
        for side in Side::BOTH {
            table.appoint(side, "greedy", Rng::new(seed.into())).unwrap();
        }
        while let ToAct::One(side) = table.to_act(Viewer::Watcher) {
            let offers = table.offers(side);
            let Some(offer) = offers.iter().find(|offer| offer.kind == "follow") else {
                let choice = table.ponder(side).unwrap()(&Stop::default()).unwrap();
                table.choose(side, &choice).unwrap();
                continue;
            };
            let to = offer.to.clone().unwrap_or_else(|| panic!("{id}: {offer:?}"));
            table.choose(side, &offer.choice).unwrap();
            let scene = table.scene(Viewer::Watcher);
            let piece = scene
                .pieces
                .iter()
                .find(|piece| Some(&piece.id) == offer.piece.as_ref())
                .unwrap();
            // Whoever is beaten in what comes after it is elsewhere.
            if piece.at.is_some() && piece.badges.iter().all(|badge| badge.sign != Sign::Rout) {
                assert_eq!(piece.at, Some(to), "{id}: {offer:?}");
                followed += 1;
            }
        }
    }
    assert!(followed > 0);
}

/// Front corners of a place on a table, as far as anybody looking the same way is ahead.
fn at(place: &Place) -> [i64; 2] {
    match place {
        Place::Table(pose) => [pose.x.into(), pose.y.into()],
        Place::Hexes(_) => panic!("{place:?}"),
    }
}

fn apart(a: &Place, b: &Place) -> i64 {
    let ([ax, ay], [bx, by]) = (at(a), at(b));
    ((ax - bx).pow(2) + (ay - by).pow(2)).isqrt()
}

/// A die decides how far a pursuit goes: at least so far as is said, whatever it shows.
#[test]
fn a_pursuit_goes_at_least_as_far_as_it_says() {
    let (mut farther, mut pursued) = (0, 0);
    for seed in 0..12 {
        let scenario = Shelf::standard().open("elements/bannockburn", &Options::new()).unwrap();
        let mut table = scenario.start(Seed([seed; 32]));
        for side in Side::BOTH {
            table.appoint(side, "greedy", Rng::new(seed.into())).unwrap();
        }
        while let ToAct::One(side) = table.to_act(Viewer::Watcher) {
            let offers = table.offers(side);
            let Some(offer) = offers.iter().find(|offer| offer.kind == "pursue") else {
                let choice = table.ponder(side).unwrap()(&Stop::default()).unwrap();
                table.choose(side, &choice).unwrap();
                continue;
            };
            let find = |scene: &Scene| {
                let mut pieces = scene.pieces.iter();
                pieces
                    .find(|piece| Some(&piece.id) == offer.piece.as_ref())
                    .unwrap()
                    .clone()
            };
            let stands = find(&table.scene(Viewer::Watcher)).at.unwrap();
            let hold = offers.iter().find(|offer| offer.kind == "hold").unwrap();
            assert_eq!(hold.to.as_ref(), Some(&stands), "{hold:?}");
            table.choose(side, &offer.choice).unwrap();
            let (Some(to), Some(now)) = (&offer.to, find(&table.scene(Viewer::Watcher)).at) else {
                continue;
            };
            assert!(apart(&stands, &now) >= apart(&stands, to), "{offer:?} {now:?}");
            farther += u32::from(*to != now);
            pursued += 1;
        }
    }
    assert!(pursued > farther && farther > 0, "{pursued} {farther}");
}
