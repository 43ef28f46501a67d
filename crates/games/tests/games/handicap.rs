//! Points agreed on: the same battle, and another reckoning at its end.

use games::{LoadFault, Options, Shelf};
use kernel::{Seed, Side};
use seat::{Bout, Detail};

fn with(handicap: &str) -> Options {
    Options::from([("handicap".to_string(), handicap.to_string())])
}

fn bout(seed: u8) -> Bout<'static> {
    Bout {
        captains: ["random", "random"],
        captain_seeds: [3, 4],
        seed: Seed([seed; 32]),
        detail: Detail::Verdict,
    }
}

#[test]
fn a_side_begins_and_ends_with_its_points() {
    let shelf = Shelf::standard();
    for id in shelf.scenarios() {
        let plain = shelf.open(&id, &Options::new()).unwrap();
        let name = plain.battle.sides()[1].to_lowercase();
        let given = shelf.open(&id, &with(&format!("{name} 37"))).unwrap();
        assert!(plain.options.iter().any(|card| card.key == "handicap"), "{id}");
        assert_eq!(given.heading.options["handicap"], format!("{name} 37"));
        let bout = bout(7);
        let [before, after] = [&plain, &given].map(|scenario| scenario.battle.fight(&bout).unwrap());
        // Who plays at random does not look at points: the battles are the same.
        assert_eq!(before.decisions, after.decisions, "{id}");
        let [one, two] = before.verdict.score;
        assert_eq!(after.verdict.score, [one, two + 37], "{id}");
    }
}

/// Also where an army is beaten before the last turn (LR-75), or a battle ends at once (M-192).
#[test]
fn enough_points_decide_every_battle() {
    let shelf = Shelf::standard();
    for id in shelf.scenarios() {
        let sides = shelf.open(&id, &Options::new()).unwrap().battle.sides();
        for (side, name) in Side::BOTH.into_iter().zip(sides) {
            let given = with(&format!("{} 1000", name.to_lowercase()));
            let scenario = shelf.open(&id, &given).unwrap();
            for seed in 0..3 {
                let verdict = scenario.battle.fight(&bout(seed)).unwrap().verdict;
                assert_eq!(verdict.winner, Some(side), "{id} {name}: {verdict:?}");
            }
        }
    }
}

#[test]
fn what_is_no_handicap_is_told() {
    let shelf = Shelf::standard();
    for text in [
        "",
        "english",
        "40",
        "english 0",
        "english -3",
        "english 1001",
        "french 40",
        "english forty",
        "english  ",
    ] {
        let Err(LoadFault::Options(faults)) = shelf.open("edward/bannockburn", &with(text)).map(|_| ()) else {
            panic!("`{text}` was taken");
        };
        assert_eq!(faults.len(), 1);
        let help = faults[0].help.as_deref().unwrap_or_default();
        assert!(help.contains("`scots 40` or `english 40`"), "{help}");
    }
}

#[test]
fn a_scenario_says_what_makes_it_even_and_which_side_is_easier() {
    let shelf = Shelf::standard();
    let text = shelf.texts("edward/bannockburn").unwrap().text;
    let line = text.lines().find(|line| line.starts_with("easier = ")).unwrap();
    let read = |lines: &str| {
        let mut own = shelf.texts("edward/bannockburn").unwrap();
        own.text = text.replace(line, lines);
        shelf.read_own(&own, &Options::new())
    };
    let given = read("fair = \"scots 12\"").unwrap();
    let fair = given.fair.unwrap();
    assert_eq!((fair.side, fair.points), (Side::One, 12));
    assert_eq!(given.easier, Some(Side::Two), "who is given nothing");
    let given = read("fair = \"scots 12\"\neasier = \"scots\"").unwrap();
    assert_eq!(given.easier, Some(Side::One), "as it is said");
    let given = read("").unwrap();
    assert!(given.fair.is_none() && given.easier.is_none());
    for (lines, help) in [
        ("fair = \"twelve\"", "`scots 40` or `english 40`"),
        ("easier = \"picts\"", "`scots` or `english`"),
    ] {
        let Err(LoadFault::File { faults, .. }) = read(lines).map(|_| ()) else {
            panic!("{lines} was taken");
        };
        assert!(format!("{faults:?}").contains(help), "{faults:?}");
    }
}
