//! The order of the rooms, held by what their Cargo.toml files say.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use toml::Table;

/// The folders of `crates`, from the top of ARCHITECTURE.md's list to its end. A room may use those of earlier lines only,
/// and never one of its own line.
const ROOMS: &[&[&str]] = &[
    &["kernel"],
    &["board"],
    &["captain"],
    &["quad", "medieval", "elements", "retinue"],
    &["seat"],
    &["games"],
    &["toy"],
    &["lab"],
    &["server"],
    &["schiltron"],
];

/// The first room that may use what `WORLDLY` names.
const FIRST_WORLDLY: &str = "lab";

/// What has threads, sockets, files, a terminal or the system's chance. No room before `FIRST_WORLDLY` stands on it, directly
/// or by way of another package; what only its tests use is looked at in its own Cargo.toml alone.
const WORLDLY: &[&str] = &["tokio", "axum", "rusqlite", "rayon", "clap", "indicatif", "getrandom"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> Table {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.parse().unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// What one Cargo.toml asks for, by the names of packages.
struct Room {
    package: String,
    /// To be built, or to be built in.
    needs: BTreeSet<String>,
    /// To be tested.
    tests_need: BTreeSet<String>,
}

fn read_room(folder: &str, workspace: &Table) -> Room {
    let file = read(&root().join("crates").join(folder).join("Cargo.toml"));
    let package = file["package"]["name"].as_str().expect("a name").to_string();
    let shared = workspace["workspace"]["dependencies"].as_table().expect("a table");
    let name_of = |key: &String, entry: &toml::Value| {
        let named = |entry: &toml::Value| Some(entry.get("package")?.as_str()?.to_string());
        let inherited = || shared.get(key).and_then(named);
        named(entry).or_else(inherited).unwrap_or_else(|| key.clone())
    };
    // `[dependencies]` and `[target.'...'.dependencies]` alike.
    let targets = file.get("target").and_then(|t| t.as_table()).into_iter();
    let targets = targets.flat_map(|t| t.values()).filter_map(|t| t.as_table());
    let parts: Vec<&Table> = std::iter::once(&file).chain(targets).collect();
    let under = |kinds: &[&str]| -> BTreeSet<String> {
        let tables = parts
            .iter()
            .flat_map(|part| kinds.iter().filter_map(|kind| part.get(*kind)?.as_table()));
        tables.flatten().map(|(key, entry)| name_of(key, entry)).collect()
    };
    Room {
        package,
        needs: under(&["dependencies", "build-dependencies"]),
        tests_need: under(&["dev-dependencies"]),
    }
}

/// Every room that is there, by its folder.
fn rooms() -> BTreeMap<String, Room> {
    let workspace = read(&root().join("Cargo.toml"));
    let folders = fs::read_dir(root().join("crates")).expect("crates");
    folders
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("Cargo.toml").exists())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .map(|folder| {
            let room = read_room(&folder, &workspace);
            (folder, room)
        })
        .collect()
}

fn place(folder: &str) -> usize {
    let line = ROOMS.iter().position(|line| line.contains(&folder));
    line.unwrap_or_else(|| {
        panic!("crates/{folder} has no place in the order of rooms: give it one in xtask/tests/rooms.rs")
    })
}

#[test]
fn arrows_point_up() {
    let rooms = rooms();
    for room in ROOMS.iter().copied().flatten() {
        let there = rooms.contains_key(*room);
        assert!(there, "there is no crates/{room}: take it out of the order of rooms");
    }
    let folder_of: BTreeMap<&str, &str> = rooms.iter().map(|(f, r)| (r.package.as_str(), f.as_str())).collect();
    let mut faults = Vec::new();
    for (folder, room) in &rooms {
        let itself = |other: &str| other == folder;
        let needs = room.needs.iter().map(|n| (n, false));
        let tests_need = room.tests_need.iter().map(|n| (n, true));
        for (name, in_tests) in needs.chain(tests_need) {
            assert_ne!(name, "xtask", "crates/{folder} uses xtask");
            let Some(other) = folder_of.get(name.as_str()) else {
                continue;
            };
            if place(other) < place(folder) || (in_tests && itself(other)) {
                continue;
            }
            let how = if in_tests { "in its tests " } else { "" };
            faults.push(format!(
                "crates/{folder} {how}uses crates/{other}, which does not stand above it"
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn rulings_know_nothing_of_the_world() {
    let lock = read(&root().join("Cargo.lock"));
    // A name may stand for several versions; all of them are looked at.
    let mut beneath: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in lock["package"].as_array().expect("packages") {
        let text = |key: &str| package[key].as_str().expect("text").to_string();
        let needs = package
            .get("dependencies")
            .and_then(|d| d.as_array())
            .into_iter()
            .flatten();
        // "name", or "name version" where there are several.
        let needs: BTreeSet<String> = needs.map(|n| n.as_str().expect("text").to_string()).collect();
        beneath.insert(text("name"), needs.clone());
        beneath.insert(format!("{} {}", text("name"), text("version")), needs);
    }
    let bare = |name: &str| name.split(' ').next().unwrap_or_default().to_string();
    let rooms = rooms();
    let packages: BTreeSet<&str> = rooms.values().map(|r| r.package.as_str()).collect();
    let mut faults = Vec::new();
    for (folder, room) in rooms.iter().filter(|(f, _)| place(f) < place(FIRST_WORLDLY)) {
        for name in room.tests_need.iter().filter(|n| WORLDLY.contains(&n.as_str())) {
            faults.push(format!("crates/{folder} uses {name} in its tests"));
        }
        let mut ways: Vec<Vec<String>> = room.needs.iter().map(|n| vec![n.clone()]).collect();
        let mut seen: BTreeSet<String> = room.needs.clone();
        while let Some(way) = ways.pop() {
            let last = &way[way.len() - 1];
            if WORLDLY.contains(&bare(last).as_str()) {
                faults.push(format!("crates/{folder} uses {}", way.join(", which uses ")));
                continue;
            }
            // The other rooms answer for themselves: the lock file does not tell their tests from their needs.
            if packages.contains(bare(last).as_str()) {
                continue;
            }
            // A direct need is written without its version; where there are several, Cargo.lock has it in the room's entry.
            let exact = |name: &String| {
                let own = &beneath[&room.package];
                own.iter()
                    .find(|n| bare(n) == *name)
                    .cloned()
                    .unwrap_or_else(|| name.clone())
            };
            let key = if way.len() == 1 { exact(last) } else { last.clone() };
            for next in beneath.get(&key).into_iter().flatten() {
                if seen.insert(next.clone()) {
                    ways.push(way.iter().cloned().chain([next.clone()]).collect());
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
