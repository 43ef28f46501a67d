//! Every phase is told when it begins, also one in which nobody can act: the story has a heading for it.

use crate::endings::fought;
use kernel::Viewer;
use kernel::words::TellingRole;

/// The phases of each player turn, with the words by which the turn is told.
fn turns(id: &str, option: Option<(&str, &str)>, seed: u8) -> Vec<(String, Vec<String>)> {
    let mut turns: Vec<(String, Vec<String>)> = Vec::new();
    let story = fought(id, option, seed).story(Viewer::Watcher, 0);
    for telling in story.into_iter().flat_map(|entry| entry.events) {
        match (telling.role, turns.last_mut()) {
            (TellingRole::Turn, _) => turns.push((telling.text, Vec::new())),
            (TellingRole::Phase, Some((_, phases))) => phases.push(telling.text),
            _ => {}
        }
    }
    turns
}

#[test]
fn on_hexes_with_four_kinds_of_phase() {
    let battles = [
        ("edward/bannockburn", Some(("ranged_order", "alternate"))),
        ("edward/bannockburn", None),
        ("quad/robert", None),
    ];
    for (id, option) in battles {
        let turns = turns(id, option, 1);
        assert_eq!(turns.len(), 20, "{id}");
        for (turn, phases) in turns {
            let [own, other] = match turn.contains("Scottish") {
                true => ["Scottish", "English"],
                false => ["English", "Scottish"],
            };
            let shooting = match option {
                Some(_) => vec!["Scottish and English shooting.".into()],
                None => vec![format!("{own} shooting."), format!("{other} shooting.")],
            };
            let begins = [own, other].map(|side| format!("{side} rout moves."));
            let ends = [own, other].map(|side| format!("{side} melee."));
            let all: Vec<String> = begins
                .into_iter()
                .chain([format!("{own} movement.")])
                .chain(shooting)
                .chain(ends)
                .collect();
            assert_eq!(phases, all, "{id}, {turn}");
        }
    }
}

#[test]
fn on_a_table() {
    const ALL: [&str; 6] = [
        "Reserves.",
        "Rally.",
        "Movement.",
        "Shooting.",
        "Shooting of the other side.",
        "Resolution.",
    ];
    for id in ["elements/bannockburn", "elements/murten"] {
        let turns = turns(id, None, 1);
        assert!(turns.len() > 4, "{id}");
        for (turn, phases) in turns {
            assert_eq!(phases, ALL, "{id}, {turn}");
        }
    }
}
