//! What the README says of numbers of rules, rulings, options and cases is what there is.

#![expect(clippy::disallowed_methods, reason = "a test reads the README and the cases")]

use games::Shelf;
use std::path::Path;

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn readme() -> String {
    std::fs::read_to_string(root().join("README.md")).expect("the README")
}

/// Cases in the files of a system.
fn cases(system: &str) -> usize {
    let files = std::fs::read_dir(root().join("cases").join(system)).expect("cases");
    let texts = files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    texts.map(|text| text.matches("[[case]]").count()).sum()
}

/// A number with its thousands set off, as in 1,765.
fn grouped(n: usize) -> String {
    match n {
        0..1000 => n.to_string(),
        _ => format!("{},{:03}", n / 1000, n % 1000),
    }
}

#[test]
fn rules_rulings_and_options_are_counted_right() {
    let (shelf, readme) = (Shelf::standard(), readme());
    for system in shelf.systems() {
        let id = system.id();
        let row = (readme.lines())
            .find(|line| line.starts_with('|') && line.contains(&format!("`{id}/")))
            .unwrap_or_else(|| panic!("the README has no row for {id}"));
        let book = system.rulebook();
        let options = system.options().len();
        let told = format!(
            "{} rules, {} rulings, {options} option{}",
            book.rules.len(),
            book.rulings.len(),
            if options == 1 { "" } else { "s" }
        );
        assert!(row.contains(&told), "{id} has {told}, but the README says: {row}");
    }
}

#[test]
fn cases_are_counted_right() {
    let (shelf, readme) = (Shelf::standard(), readme());
    let counts: Vec<(&str, usize)> = shelf
        .systems()
        .map(|system| (system.id(), cases(system.id())))
        .collect();
    let each: Vec<String> = counts.iter().map(|(id, n)| format!("`{id}` {}", grouped(*n))).collect();
    let all = counts.iter().map(|(_, n)| n).sum();
    for told in [format!("{} conformance cases", grouped(all)), each.join(", ")] {
        assert!(readme.contains(&told), "the README does not say: {told}");
    }
}
