//! What both sides choose in secret.

use crate::{joust, lances, shelf};
use board::{Place, Pose, There, Views};
use games::{Options, Scenario};
use kernel::dice::Scripted;
use kernel::{Quiet, Rules, Seed, Side, ToAct, Viewer};
use seat::Table;
use toy::{Choice, Order};

fn scenario(options: &Options) -> Scenario {
    shelf().open("toy/joust", options).unwrap()
}

fn table(options: &Options) -> Box<dyn Table> {
    scenario(options).start(Seed([4; 32]))
}

fn choose(table: &mut dyn Table, side: Side, choices: &[&str]) {
    for choice in choices {
        table
            .choose(side, choice)
            .unwrap_or_else(|refusal| panic!("{choice}: {refusal}"));
    }
}

/// A game in which both have given their lances, and the orders of the first round are to come.
fn before_orders() -> Box<dyn Table> {
    let mut table = table(&Options::new());
    choose(&mut *table, Side::One, &["lance lion"]);
    choose(&mut *table, Side::Two, &["lance hawk"]);
    assert_eq!(table.to_act(Viewer::Watcher), ToAct::Both);
    table
}

/// Whatever a viewer can ask, put together. How often a game has changed is told apart, because it is counted anew when a
/// game is taken up again.
fn told(table: &mut dyn Table, viewer: Viewer) -> String {
    let mut observed = table.observe(viewer);
    observed.version = 0;
    let mut told = format!("{observed:?}\n{:?}\n", table.story(viewer, 0));
    let luck: Vec<_> = (0..table.entries())
        .map(|at| table.luck(viewer, at).and_then(|walk| walk()))
        .collect();
    told += &format!("{:?}\n{luck:?}\n", table.areas(viewer));
    for at in 0..=table.entries() {
        told += &format!("{:?}\n", table.scene_at(viewer, at));
    }
    let Some(side) = viewer.side() else {
        return told;
    };
    told += &format!("{:?}\n", table.offers(side));
    for choice in [
        "order lion hold",
        "order boar hold",
        "orders hold hold hold",
        "ready",
        "end boar",
        "lance wolf",
    ] {
        told += &format!("{:?}\n{:?}\n", table.odds(side, choice), table.check(side, choice));
    }
    for piece in ["lion", "boar"] {
        let pose = Pose {
            x: 9_000,
            y: 9_000,
            angle: 0,
        };
        told += &format!("{:?}\n", table.destinations(side, piece));
        for there in [There::Piece("wolf".into()), There::Place(Place::Table(pose))] {
            told += &format!("{:?}\n", table.why_not(side, piece, &there));
        }
    }
    told
}

fn told_to_all(table: &mut dyn Table) -> [String; 3] {
    Viewer::ALL.map(|viewer| told(table, viewer))
}

#[test]
fn the_order_of_commitments_does_not_matter() {
    let orders = [
        ["order lion charge", "order bear hold", "order stag whirl", "ready"],
        ["order boar hold", "order wolf charge", "order hawk charge", "ready"],
    ];
    // Who chooses next, side by side with all of the orders.
    let courses = [
        [0, 0, 0, 0, 1, 1, 1, 1],
        [1, 1, 1, 1, 0, 0, 0, 0],
        [0, 1, 1, 0, 1, 0, 0, 1],
    ];
    let played = courses.map(|course| {
        let mut table = before_orders();
        let mut next = [0; 2];
        for (i, who) in course.into_iter().enumerate() {
            assert_eq!(table.entries(), 2, "entered too early, after {i}");
            choose(&mut *table, Side::BOTH[who], &[orders[who][next[who]]]);
            next[who] += 1;
        }
        assert_eq!(table.to_act(Viewer::Watcher), ToAct::One(Side::One));
        (table.hash(), table.record(), told_to_all(&mut *table))
    });
    assert_eq!(played[0], played[1]);
    assert_eq!(played[0], played[2]);
    let sides: Vec<Side> = played[0].1.entries.iter().map(|entry| entry.0).collect();
    let [one, two] = Side::BOTH;
    assert_eq!(sides, [one, two, one, one, one, one, two, two, two, two]);
}

#[test]
fn a_commitment_can_be_changed_until_both_are_in() {
    let mut table = before_orders();
    choose(&mut *table, Side::One, &["orders charge charge charge"]);
    assert_eq!(table.staged(Side::One).len(), 4);
    assert!(!table.is_asked(Side::One));
    assert_eq!(table.check(Side::One, "order lion hold").unwrap_err().code, "Committed");
    assert_eq!(table.to_act(Viewer::One), ToAct::One(Side::Two));
    assert_eq!(
        table.undo(Side::Two).unwrap_err().code,
        "CannotUndo",
        "that is not for the other side"
    );
    for left in (0..4).rev() {
        table.undo(Side::One).unwrap();
        assert_eq!((table.staged(Side::One).len(), table.undoable(Side::One)), (left, left));
    }
    // What has been revealed before stands.
    assert_eq!(table.undo(Side::One).unwrap_err().code, "CannotUndo");
    choose(&mut *table, Side::One, &["orders hold charge charge"]);
    choose(&mut *table, Side::Two, &["orders hold hold hold"]);
    assert_eq!(table.entries(), 10);
    for side in Side::BOTH {
        assert_eq!(table.undo(side).unwrap_err().code, "CannotUndo");
    }
    let shown = &table.story(Viewer::Watcher, 9)[0].events[0].text;
    assert!(shown.contains("lion hold, bear charge"), "{shown}");
}

#[test]
fn nobody_else_learns_of_a_commitment_or_of_its_being_made() {
    let staged: [&[&str]; 5] = [
        &[],
        &["order lion charge"],
        &["order lion whirl"],
        &["orders charge hold whirl"],
        &["orders whirl whirl charge"],
    ];
    for lance in ["on", "off"] {
        for side in Side::BOTH {
            let other = Viewer::from(side.other());
            let mut seen: Vec<[String; 3]> = Vec::new();
            for orders in staged {
                let mut table = table(&lances(lance));
                if lance == "on" {
                    choose(&mut *table, Side::Two, &["lance hawk"]);
                    choose(&mut *table, Side::One, &["lance lion"]);
                }
                let versions = [other, Viewer::Watcher].map(|viewer| table.version(viewer));
                let orders = orders.iter().map(|text| match side {
                    Side::One => text.to_string(),
                    Side::Two => text.replace("lion", "boar"),
                });
                orders.for_each(|text| choose(&mut *table, side, &[&text]));
                assert_eq!([other, Viewer::Watcher].map(|viewer| table.version(viewer)), versions);
                seen.push([other, Viewer::Watcher, side.into()].map(|viewer| told(&mut *table, viewer)));
            }
            for (i, one) in seen.iter().enumerate() {
                assert_eq!(one[..2], seen[0][..2], "orders {i} show");
                // Who gave them sees them, so the comparison can fail.
                assert!(seen[..i].iter().all(|before| before[2] != one[2]));
            }
        }
    }
}

#[test]
fn a_lance_stays_hidden_after_both_are_given() {
    let with = |lance: &str| {
        let mut table = table(&Options::new());
        choose(&mut *table, Side::Two, &["lance hawk"]);
        choose(&mut *table, Side::One, &[lance]);
        choose(&mut *table, Side::One, &["orders hold charge hold"]);
        choose(&mut *table, Side::Two, &["orders hold charge hold"]);
        choose(&mut *table, Side::One, &["end lion"]);
        told_to_all(&mut *table)
    };
    let (lion, stag) = (with("lance lion"), with("lance stag"));
    assert_ne!(lion[0], stag[0]);
    assert_eq!(lion[1..], stag[1..]);
}

#[test]
fn plans_of_commitments_are_all_or_nothing() {
    let plan = |texts: &[&str]| texts.iter().map(|text| text.to_string()).collect::<Vec<_>>();
    let mut table = before_orders();
    choose(&mut *table, Side::One, &["order bear hold"]);
    let before = (told_to_all(&mut *table), table.version(Viewer::One));
    for (refused, at) in [
        (plan(&["order lion charge", "order bear charge"]), 1),
        (plan(&["order stag hold", "ready"]), 1),
        (plan(&["orders hold hold hold"]), 0),
    ] {
        assert_eq!(table.plan(Side::One, &refused).unwrap_err().at, at, "{refused:?}");
        assert_eq!((told_to_all(&mut *table), table.version(Viewer::One)), before);
    }
    let rest = plan(&["order lion charge", "order stag hold", "ready"]);
    assert_eq!(table.plan(Side::One, &rest).unwrap().done, 3);
    assert_eq!(table.staged(Side::One).len(), 4);
}

#[test]
fn a_plan_ends_where_it_reveals_even_if_both_choose_in_secret_again() {
    for next in ["order lion charge", "end lion"] {
        let mut table = table(&Options::new());
        choose(&mut *table, Side::Two, &["lance hawk"]);
        let plan = ["lance lion".to_string(), next.to_string()];
        assert_eq!(table.plan(Side::One, &plan).unwrap().done, 1);
        assert_eq!((table.entries(), table.staged(Side::One).len()), (2, 0));
    }
}

#[test]
fn a_game_taken_up_again_has_its_commitments() {
    let scenario = scenario(&Options::new());
    let mut game = before_orders();
    choose(&mut *game, Side::One, &["order stag charge", "order lion hold"]);
    choose(&mut *game, Side::Two, &["orders hold whirl charge"]);
    let staged = Side::BOTH.map(|side| game.staged(side));
    assert_eq!(staged.each_ref().map(Vec::len), [2, 4]);
    let mut again = scenario.resume(Seed([4; 32]), 0, &game.moves(0), &staged).unwrap();
    assert_eq!(told_to_all(&mut *again), told_to_all(&mut *game));
    for table in [&mut game, &mut again] {
        table.undo(Side::One).unwrap();
        choose(
            &mut **table,
            Side::One,
            &["order lion charge", "order bear hold", "ready"],
        );
    }
    assert_eq!(again.record(), game.record());
    assert_eq!(game.entries(), 10);
}

#[test]
fn a_record_has_commitments_in_one_order_only() {
    let scenario = scenario(&Options::new());
    let mut table = before_orders();
    choose(&mut *table, Side::One, &["resign"]);
    let mut record = table.record();
    scenario.replay(&record, kernel::GoingOn::No).unwrap();
    record.entries.swap(0, 1);
    let fault = scenario.replay(&record, kernel::GoingOn::No).err().unwrap();
    assert!(matches!(fault, kernel::record::ReplayFault::Order { at: 0 }), "{fault}");
}

/// Captains play without a table, on positions that hold the orders of both sides.
#[test]
fn a_position_with_half_of_the_orders_shows_them_to_their_side_only() {
    let battle = joust(&lances("off"));
    let before = battle.start();
    let mut p = before.clone();
    for choice in [Choice::Order(0, Order::Charge), Choice::Order(1, Order::Whirl)] {
        battle.resolve(&mut p, Side::One, &choice, &mut Scripted::default(), &mut Quiet);
    }
    assert_ne!(battle.scene(&p, Viewer::One), battle.scene(&before, Viewer::One));
    for viewer in [Viewer::Two, Viewer::Watcher] {
        assert_eq!(battle.scene(&p, viewer), battle.scene(&before, viewer));
    }
    assert_eq!(*battle.known(&p, Side::One), p);
    assert_eq!(*battle.known(&p, Side::Two), before);
}
