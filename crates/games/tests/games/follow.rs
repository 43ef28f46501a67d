//! Where a unit would come to that follows up is on offer: a page can draw it before the answer is given.

use board::looks::Sign;
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
