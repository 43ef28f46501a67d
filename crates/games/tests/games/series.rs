//! The rows of the other battles of the series, as scenario files give them (section 9 of the catalogue of `quad`).

use games::systems;
use kernel::dice::Scripted;
use kernel::{Facts, Quiet, Rules, Side, Words};
use quad::robert::{self, Position, Stage};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A field eight rows deep: in column 02, from north to south, the ground given; a road down column 04, a ridge in 06.
fn series_map(ground: &[&str]) -> String {
    let legend: Vec<String> = (b'a'..)
        .zip(ground)
        .map(|(c, g)| format!("\"{}\" = \"{g}\"", c as char))
        .collect();
    let column = |row: usize| {
        if row < ground.len() {
            (b'a' + row as u8) as char
        } else {
            '.'
        }
    };
    let terrain: Vec<String> = (0..8).map(|row| format!("\".{}....\"", column(row))).collect();
    let west: Vec<String> = (1..=8).map(|row| format!("\"01{row:02}\"")).collect();
    let east: Vec<String> = (1..=8).map(|row| format!("\"06{row:02}\"")).collect();
    format!(
        r#"
[map]
name = "series"
title = "A field"
first_column = 1
columns = 6
first_row = 1
rows_in_odd_columns = 8
rows_in_even_columns = 8
columns_pushed_down = "even"
[legend]
"." = "clear"
{}
[grid]
terrain = [{}]
elevation = [{}]
[hexsides]
ridge = ["0604-0605"]
[[road]]
name = "road"
hexes = ["0403", "0404", "0405"]
confidence = "invention"
[[edge]]
side = "scottish"
purpose = "friendly"
hexes = [{}]
confidence = "invention"
[[edge]]
side = "english"
purpose = "friendly"
hexes = [{}]
confidence = "invention"
"#,
        legend.join("\n"),
        terrain.join(", "),
        ["\"000000\""; 8].join(", "),
        west.join(", "),
        east.join(", "),
    )
}

fn series_unit(id: &str, side: &str, kind: &str, hex: &str, more: &str) -> String {
    let (faces, armour) = match (kind, side) {
        ("cavalry", "scottish") => (&["mounted", "dismounted"][..], "M"),
        ("cavalry", _) => (&["mounted"][..], "P"),
        _ => (&["organised"][..], "L"),
    };
    let face = |show: &&str| {
        let movement = if *show == "mounted" { 8 } else { 6 };
        format!("{{ show = \"{show}\", armour = \"{armour}\", movement = {movement}, morale = \"D\" }}")
    };
    let faces: Vec<String> = faces.iter().map(face).collect();
    format!(
        "[[unit]]\nid = \"{id}\"\nname = \"{id}\"\nside = \"{side}\"\nkind = \"{kind}\"\nhex = \"{hex}\"\n{more}\nfaces = [{}]\n",
        faces.join(", ")
    )
}

/// A scenario file with these rows: a rider, and a target T with its leader that E attacks.
fn series_battle(
    rows: &str,
    ground: &[&str],
    rider: &str,
    target: (&str, &str),
    leader: (&str, &str),
    attacker: &str,
) -> Result<Arc<robert::Battle>, String> {
    let head = format!(
        "[scenario]\nid = \"my/{rows}\"\nsystem = \"quad\"\ntitle = \"T\"\nmap = \"series\"\nturns = 10\nrows = \"{rows}\"\n"
    );
    let text = [
        head,
        series_unit("A", "scottish", "cavalry", rider, ""),
        series_unit("T", "scottish", "infantry", target.0, target.1),
        series_unit("E", "english", "cavalry", "0107", attacker),
        format!(
            "[[leader]]\nid = \"{}\"\nname = \"L\"\nside = \"scottish\"\nhex = \"{}\"\n{}\n",
            leader.0, target.0, leader.1
        ),
    ]
    .concat();
    let map = |_: &str| Some(series_map(ground));
    let source = games::Source {
        file: "series.toml",
        text: &text,
        map: &map,
    };
    match systems::quad::open(&source, &BTreeMap::new()) {
        Ok(opened) => Ok(opened.battle),
        Err(fault) => Err(games::diagnose::plain(&fault)),
    }
}

/// Points left after each step north, of those that can be made.
fn ride(battle: &robert::Battle, steps: usize) -> Vec<String> {
    let mut p = battle.start();
    let play = |p: &mut Position, text: &str| {
        let side = battle.to_act(p).sides().next().unwrap();
        let choice = battle.read_choice(p, side, text).unwrap();
        if battle.check(p, side, &choice).is_err() {
            return false;
        }
        battle.resolve(p, side, &choice, &mut Scripted::default(), &mut Quiet);
        true
    };
    while p.stage <= Stage::SetupEnglish {
        assert!(play(&mut p, "ready"));
    }
    assert!(play(&mut p, "move A"));
    let left = |p: &Position| battle.fact(p, "A.left").unwrap();
    (0..steps)
        .map_while(|_| play(&mut p, "step N").then(|| left(&p)))
        .collect()
}

/// The modifiers of the morale check after E has hit T.
fn shaken(battle: &robert::Battle) -> Vec<(&'static str, i32)> {
    let mut p = battle.start();
    (p.stage, p.player) = (Stage::NamePhasing, Side::Two);
    let choice = battle.read_choice(&p, Side::Two, "attack E T").unwrap();
    battle.check(&p, Side::Two, &choice).unwrap();
    let mut events = Vec::new();
    battle.resolve(&mut p, Side::Two, &choice, &mut Scripted::new(&[1, 1, 6]), &mut events);
    let check = events.iter().find_map(|event| match event {
        robert::Event::Morale { modifiers, .. } => Some(modifiers.iter().map(|m| (m.name, m.value)).collect()),
        _ => None,
    });
    check.unwrap()
}

/// Every terrain row and morale row that the standard rules print for the other battles, from a scenario file.
#[test]
fn the_rows_of_the_series_are_had_from_a_file() {
    let other = ("other", "");
    let plain = ("0207", "");
    let ridden = |rows: &str, ground: &[&str], from: &str| {
        ride(&series_battle(rows, ground, from, plain, other, "").unwrap(), 6)
    };
    let morale = |rows: &str, target: &str, leader, attacker: &str| {
        let ground = if rows == "king-arthur" {
            &["clear", "clear", "clear", "clear", "clear", "clear", "barrow"][..]
        } else {
            &[]
        };
        shaken(&series_battle(rows, ground, "0606", ("0207", target), leader, attacker).unwrap())
    };
    let arthur = ["altar", "megalith", "ditch", "barrow"];
    assert_eq!(ridden("king-arthur", &arthur, "0205"), ["6", "5", "4", "3"]);
    assert_eq!(
        ridden("king-arthur", &arthur, "0606"),
        ["7", "5", "4", "3", "2"],
        "a ridge between 0605 and 0604"
    );
    assert_eq!(
        ridden("black-prince", &["clear", "grove", "bridge", "village"], "0205"),
        ["7", "6"]
    );
    assert_eq!(
        ridden("black-prince", &["clear", "river"], "0203"),
        Vec::<String>::new()
    );
    assert_eq!(
        ridden("black-prince", &[], "0406"),
        ["7", "6", "5", "4", "3"],
        "a road costs one"
    );
    assert_eq!(
        ridden("black-prince", &[], "0606"),
        ["7", "6", "5", "4", "3"],
        "no ridges here"
    );
    assert_eq!(
        ridden("tamburlaine", &["clear", "river", "camp", "dry-bed"], "0205"),
        ["6", "4"]
    );
    assert_eq!(
        ridden("tamburlaine", &[], "0406"),
        ["7", "6", "5", "4", "3"],
        "a road costs one"
    );

    let hides = ("arthur", "hiding = true");
    assert_eq!(morale("king-arthur", "", hides, ""), [("with a leader in hiding", -1)]);
    assert_eq!(
        morale("king-arthur", "people = \"christian\"", other, ""),
        [("Christians on pagan ground", -1)]
    );
    assert_eq!(
        morale("king-arthur", "people = \"pagan\"", other, ""),
        [("pagans on their ground", 1)]
    );
    let french = "people = \"french\"";
    assert_eq!(
        morale("black-prince", french, ("duguesclin", ""), ""),
        [("with DuGuesclin", 1)]
    );
    assert_eq!(morale("black-prince", french, other, ""), []);
    let bayazid = ("bayazid", "");
    for people in ["ottoman", "serb"] {
        let people = format!("people = \"{people}\"");
        assert_eq!(morale("tamburlaine", &people, bayazid, ""), [("with Bayazid", 2)]);
    }
    for people in ["tartar", "mongol", "indian"] {
        let people = format!("people = \"{people}\"");
        assert_eq!(
            morale("tamburlaine", &people, ("tamburlaine", ""), ""),
            [("with Tamburlaine", 1)]
        );
    }
    assert_eq!(
        morale("tamburlaine", "", other, "rampant = true"),
        [("rampant elephant", -3)]
    );
}

#[test]
fn marks_of_other_battles_are_told_with_their_place() {
    let refused = |rows: &str, leader: &str, attacker: &str, what: &str| {
        let fault = series_battle(rows, &[], "0606", ("0207", ""), ("other", leader), attacker).unwrap_err();
        assert!(fault.contains(what), "{fault}");
    };
    refused(
        "robert",
        "hiding = true",
        "",
        "no morale modifier of this battle speaks of leaders who hide",
    );
    refused("tamburlaine", "hiding = true", "", "king-arthur");
    refused(
        "king-arthur",
        "",
        "rampant = true",
        "no morale modifier of this battle speaks of rampant elephants",
    );
    refused("king-arthur", "", "lance = true", "this battle has no lances");
    assert!(series_battle("black-prince", &[], "0606", ("0207", ""), ("other", ""), "lance = true").is_ok());
}
