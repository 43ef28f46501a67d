//! Files and texts that nobody meant to write: always an answer, never a panic.

use games::{LoadFault, Scenario, Shelf, Source, Table, diagnose};
use kernel::Seed;
use proptest::prelude::*;

const SCENARIO: &str = include_str!("../../../../data/scenarios/edward-bannockburn.toml");
const MAP: &str = include_str!("../../../../data/maps/edward-bannockburn.toml");
const ON_TABLES: [&str; 2] = [
    include_str!("../../../../data/scenarios/elements-murten.toml"),
    include_str!("../../../../data/scenarios/retinue-mill.toml"),
];
const TABLES: [&str; 3] = [
    include_str!("../../../../data/tables/elements-lists.toml"),
    include_str!("../../../../data/tables/retinue-hits.toml"),
    include_str!("../../../../data/tables/retinue-lists.toml"),
];

fn read(file: &str, text: &str, map: &dyn Fn(&str) -> Option<String>) -> Result<Scenario, LoadFault> {
    Shelf::standard().read(&Source { file, text, map }, &Default::default())
}

/// The text with some bytes cut out and others put in, on character boundaries.
fn mangled(text: &str, edits: &[(prop::sample::Index, usize, String)]) -> String {
    let mut text = text.to_string();
    for (place, cut, insert) in edits {
        let mut start = place.index(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let mut end = (start + cut).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        text.replace_range(start..end, insert);
    }
    text
}

fn edits() -> impl Strategy<Value = Vec<(prop::sample::Index, usize, String)>> {
    let insert = prop_oneof![
        Just(String::new()),
        "[a-z0-9\"=\\[\\]{}, .\n-]{1,12}",
        Just("[[unit]]\n".to_string()),
        Just("9999".to_string()),
        Just("\u{2603}".to_string()),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), 0usize..40, insert), 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn mangled_scenarios_are_read_or_refused(edits in edits()) {
        let text = mangled(SCENARIO, &edits);
        let shelf = Shelf::standard();
        match read("mangled.toml", &text, &|name| shelf.map(name).map(Into::into)) {
            Ok(scenario) => { scenario.start(Seed([1; 32])); }
            Err(fault) => prop_assert!(!diagnose::plain(&fault).is_empty()),
        }
    }

    /// On tables a battle that is read can be begun, shown, and offers something.
    #[test]
    fn mangled_scenarios_of_tables_are_read_or_refused(which in 0..ON_TABLES.len(), edits in edits()) {
        let text = mangled(ON_TABLES[which], &edits);
        match read("mangled.toml", &text, &|_| None) {
            Ok(scenario) => {
                let table = scenario.start(Seed([1; 32]));
                let asked = kernel::Side::BOTH.into_iter().filter(|side| !table.choices(*side).is_empty());
                prop_assert!(asked.count() > 0);
            }
            Err(fault) => prop_assert!(!diagnose::plain(&fault).is_empty()),
        }
    }

    #[test]
    fn mangled_tables_are_read_or_refused(which in 0..TABLES.len(), edits in edits()) {
        let text = mangled(TABLES[which], &edits);
        let known = Table::of(TABLES[which]).expect("a table");
        if let Err(faults) = known.check(&text) {
            let fault = LoadFault::File { file: "mangled.toml".into(), text, faults };
            prop_assert!(diagnose::plain(&fault).contains("error"));
        }
    }

    #[test]
    fn mangled_maps_are_read_or_refused(edits in edits()) {
        let map = mangled(MAP, &edits);
        match read("scenario.toml", SCENARIO, &|_| Some(map.clone())) {
            Ok(scenario) => { scenario.start(Seed([1; 32])); }
            Err(LoadFault::File { faults, .. }) => prop_assert!(!faults.is_empty()),
            Err(other) => prop_assert!(false, "{other}"),
        }
    }

    #[test]
    fn any_text_for_a_choice_is_answered(words in prop::collection::vec("(set|ready|rout|move|with|step|advance|pivot|charge|form|mode|organise|shoot|over|attack|resolve|end|left|NE|E|sco-bow-1|eng-ed|eng-cav-edward-1|lincolnshire|\\PC{1,5})", 0..6)) {
        let table = Shelf::standard().open("edward/bannockburn", &Default::default()).unwrap().start(Seed([1; 32]));
        let text = words.join(" ");
        for side in kernel::Side::BOTH {
            let accepted = table.check(side, &text).is_ok();
            let normal = text.split_whitespace().collect::<Vec<_>>().join(" ");
            prop_assert_eq!(accepted, table.choices(side).contains(&normal));
        }
    }
}
