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
