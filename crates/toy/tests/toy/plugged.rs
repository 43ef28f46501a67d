//! One line puts it on the shelf, and everything that works for the others works for it.

use crate::{lances, shelf};
use captain::Stop;
use games::{LoadFault, Options, OwnScenario, System, cases};
use kernel::{GoingOn, Seed, Side, Viewer};
use seat::{Bout, Detail, Table};
use std::collections::BTreeMap;
use toy::Toy;

/// Plays on with the captains that are appointed; how many choices were of their own making.
fn play_out(table: &mut dyn Table) -> usize {
    let mut own = 0;
    while table.verdict().is_none() {
        let side = Side::BOTH.into_iter().find(|side| table.is_asked(*side)).unwrap();
        let choice = table.ponder(side).unwrap()(&Stop::default()).unwrap();
        own += usize::from(!table.choices(side).contains(&choice));
        table.choose(side, &choice).unwrap();
    }
    own
}

#[test]
fn it_opens_is_played_by_captains_and_replays() {
    let shelf = shelf();
    assert!(shelf.has("toy/joust"));
    let scenario = shelf.open("toy/joust", &Options::new()).unwrap();
    assert_eq!(scenario.battle.sides(), ["Reds", "Blues"]);
    let mut table = scenario.start(Seed([3; 32]));
    table.appoint(Side::One, "knight", captain::Rng::new(1)).unwrap();
    table.appoint(Side::Two, "random", captain::Rng::new(2)).unwrap();
    assert!(play_out(&mut *table) > 0, "the knight rides where no candidate is");
    let record = table.record();
    let again = scenario.replay(&record, GoingOn::No).unwrap();
    assert_eq!(again.hash(), table.hash());
    assert_eq!(again.story(Viewer::Watcher, 0), table.story(Viewer::Watcher, 0));
    assert_eq!(again.record(), record);
}

#[test]
fn its_cases_hold_and_pin_every_rule() {
    let outcomes = cases::run_file(&shelf(), "toy", "cases.toml", include_str!("../../data/cases.toml"));
    let failed: Vec<_> = outcomes.iter().filter(|outcome| outcome.failure.is_some()).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    for (rule, pins) in cases::coverage(&Toy, &outcomes) {
        assert!(!pins.is_empty(), "{} has no case", rule.id);
    }
}

#[test]
fn captains_fight_it_out_plain_and_in_detail() {
    let scenario = shelf().open("toy/joust", &Options::new()).unwrap();
    let fight = |seed, detail| {
        let bout = Bout {
            captains: ["knight", "random"],
            captain_seeds: [5, 6],
            seed: Seed([seed; 32]),
            detail,
        };
        scenario.battle.fight(&bout).unwrap()
    };
    let mut luck = [0; 2];
    for seed in 0..10 {
        let (plain, detailed) = (fight(seed, Detail::Verdict), fight(seed, Detail::Luck));
        assert_eq!(
            (&plain.verdict, plain.decisions),
            (&detailed.verdict, detailed.decisions)
        );
        assert!(plain.losses.is_empty() && plain.luck.is_none());
        let lost: i32 = plain.verdict.score.iter().sum();
        assert_eq!(lost > 0, !detailed.losses.is_empty());
        let losses = fight(seed, Detail::Losses);
        assert_eq!((&losses.losses, losses.luck), (&detailed.losses, None));
        let of_one = detailed.luck.unwrap();
        luck = [luck[0] | of_one[0], luck[1] | of_one[1]];
    }
    assert!(luck.iter().all(|luck| *luck != 0), "both sides were hit: {luck:?}");
    let unknown = Bout {
        captains: ["knight", "marshal"],
        captain_seeds: [0; 2],
        seed: Seed([0; 32]),
        detail: Detail::Verdict,
    };
    assert_eq!(
        scenario.battle.fight(&unknown).unwrap_err().known,
        ["random", "dreamer", "craven", "cheat", "knight"]
    );
}

#[test]
fn a_scenario_of_ones_own_is_read_by_the_right_system() {
    let standard = Toy.scenarios()[0].text;
    let own = |text: String| OwnScenario {
        file: "own.toml".into(),
        text,
        maps: BTreeMap::new(),
    };
    let text = standard
        .replace("toy/joust", "my/joust")
        .replace("strength = 4", "strength = 6");
    let shelf = shelf().with_own(own(text)).unwrap();
    let scenario = shelf.open("my/joust", &lances("off")).unwrap();
    assert_eq!(
        (scenario.system, scenario.heading.scenario.as_str()),
        ("toy", "my/joust")
    );
    let table = scenario.start(Seed([0; 32]));
    assert!(
        table
            .scene(Viewer::Watcher)
            .pieces
            .iter()
            .all(|piece| piece.ratings[0].value == "6")
    );

    let same = shelf.clone().with_own(own(standard.into())).err().unwrap();
    assert!(matches!(same, LoadFault::SameName { id, .. } if id == "toy/joust"));
    let at = standard.rfind("[[figure]]").unwrap();
    for (text, told) in [
        (standard[..at].to_string(), "there are 5 figures"),
        (standard.replace("hawk", "wolf"), "two figures have it"),
        (standard.replace("hawk", "old hawk"), "no name of one word"),
        (
            standard.replace("18000, 6000", "12500, 6500"),
            "wolf: hawk stands there.",
        ),
        (
            standard.replace("18000, 6000", "18000, 16000"),
            "hawk: A figure stays on the table",
        ),
        (standard.replace("strength", "strongth"), "unknown field `strongth`"),
    ] {
        let fault = shelf.clone().with_own(own(text.replace("toy/joust", "other"))).err();
        match &fault {
            Some(LoadFault::File { faults, .. }) => assert!(faults[0].message.contains(told), "{faults:?}"),
            _ => panic!("{told}: {fault:?}"),
        }
    }
}

#[test]
fn an_unknown_option_is_a_fault() {
    let fault = shelf().open("toy/joust", &lances("perhaps")).err().unwrap();
    assert!(matches!(fault, LoadFault::Options(_)), "{fault}");
}

#[cfg(feature = "schema")]
#[test]
fn its_files_have_a_schema() {
    let schemas = Toy.schemas();
    let [(name, schema)] = schemas.as_slice() else {
        panic!("one kind of file");
    };
    assert_eq!(*name, "toy-scenario.json");
    assert!(schema.as_value()["properties"]["figure"].is_object());
}
