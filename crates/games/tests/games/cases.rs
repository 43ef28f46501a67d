//! Every conformance case holds, and every rule is pinned by one.

#![expect(clippy::disallowed_methods, reason = "a test finds its cases in files")]

use games::{Shelf, cases};
use std::path::Path;

fn outcomes(system: &str) -> Vec<cases::Outcome> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases").join(system);
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("cases")
        .map(|f| f.unwrap().path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let run = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        cases::run_file(&Shelf::standard(), system, &name, &text)
    };
    files.iter().flat_map(run).collect()
}

fn all_hold(system: &str) {
    let outcomes = outcomes(system);
    let failed: Vec<String> = outcomes
        .iter()
        .filter_map(|o| o.failure.as_ref().map(|why| format!("{}: {}: {why}", o.file, o.name)))
        .collect();
    assert!(
        failed.is_empty(),
        "{} of {} cases failed:\n{}",
        failed.len(),
        outcomes.len(),
        failed.join("\n")
    );
}

fn all_pinned(system: &str) {
    let outcomes = outcomes(system);
    let bare: Vec<String> = cases::coverage(Shelf::standard().system(system).unwrap(), &outcomes)
        .into_iter()
        .filter(|(_, pins)| pins.is_empty())
        .map(|(rule, _)| rule.id)
        .collect();
    assert!(bare.is_empty(), "no case pins {bare:?}");
}

/// Every ruling is named by a case, and none is missing from the book: these are numbered, two digits or as they come, but for some
/// numbers that the specification does not use.
fn rulings_pinned(system: &str, series: &[(&str, usize, &[usize])]) {
    let outcomes = outcomes(system);
    let book = Shelf::standard().system(system).unwrap().rulebook();
    let told: Vec<&str> = book.rulings.iter().map(|ruling| ruling.id.as_str()).collect();
    let number = |id: &str| id.split_once('-').and_then(|(_, number)| number.parse::<usize>().ok());
    for (letters, last, unused) in series {
        let of_series = told.iter().filter(|id| id.starts_with(letters));
        let mut numbers: Vec<usize> = of_series.filter_map(|id| number(id)).collect();
        numbers.sort_unstable();
        let expected: Vec<usize> = (1..=*last).filter(|n| !unused.contains(n)).collect();
        assert_eq!(numbers, expected, "rulings {letters} of {system}");
    }
    let named = |id: &&&str| {
        !outcomes
            .iter()
            .any(|outcome| outcome.rules.iter().any(|rule| rule == **id))
    };
    let bare: Vec<&&str> = told.iter().filter(named).collect();
    assert!(bare.is_empty(), "no case pins {bare:?}");
}

#[test]
fn every_ruling_of_elements_is_pinned() {
    rulings_pinned("elements", &[("LR-", 84, &[78]), ("LC-", 23, &[]), ("EL-", 16, &[])]);
}

#[test]
fn every_ruling_of_retinue_is_pinned() {
    rulings_pinned("retinue", &[("TR-", 66, &[25]), ("TC-", 29, &[]), ("RT-", 20, &[])]);
}

#[test]
fn every_case_of_edward_holds() {
    all_hold("edward");
}

#[test]
fn every_rule_of_edward_is_pinned() {
    all_pinned("edward");
}

#[test]
fn every_case_of_quad_holds() {
    all_hold("quad");
}

#[test]
fn every_rule_of_quad_is_pinned() {
    all_pinned("quad");
}

#[test]
fn every_case_of_medieval_holds() {
    all_hold("medieval");
}

#[test]
fn every_rule_of_medieval_is_pinned() {
    all_pinned("medieval");
}

#[test]
fn every_case_of_elements_holds() {
    all_hold("elements");
}

#[test]
fn every_rule_of_elements_is_pinned() {
    all_pinned("elements");
}

#[test]
fn every_case_of_retinue_holds() {
    all_hold("retinue");
}

#[test]
fn every_rule_of_retinue_is_pinned() {
    all_pinned("retinue");
}
