//! Whoever has to run is told apart from whoever may do something: a page lets the only one run by himself.

use board::scene::Role;
use captain::{Rng, Stop};
use games::{Options, Shelf};
use kernel::{Seed, Side, ToAct, Viewer};

#[test]
fn routs_are_owed_and_nothing_else_is() {
    for id in ["edward/bannockburn", "quad/robert"] {
        let mut routs = 0;
        for seed in 0..4 {
            let scenario = Shelf::standard().open(id, &Options::new()).unwrap();
            let mut table = scenario.start(Seed([seed; 32]));
            for side in Side::BOTH {
                table.appoint(side, "greedy", Rng::new(seed.into())).unwrap();
            }
            while let ToAct::One(side) = table.to_act(Viewer::Watcher) {
                let offers = table.offers(side);
                for offer in &offers {
                    assert_eq!(offer.role == Role::Owed, offer.kind == "rout", "{id}: {offer:?}");
                }
                let owed = offers.iter().filter(|offer| offer.role == Role::Owed).count();
                assert!(owed == 0 || owed == offers.len(), "{id}: {offers:?}");
                routs += owed;
                let choice = table.ponder(side).unwrap()(&Stop::default()).unwrap();
                table.choose(side, &choice).unwrap();
            }
        }
        assert!(routs > 0, "{id}");
    }
}
