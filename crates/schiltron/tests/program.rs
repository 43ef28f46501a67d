//! The program as people and scripts use it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn schiltron(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_schiltron"))
        .args(args)
        .current_dir(root())
        .output()
        .expect("the program runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A file in a folder of its own under the build directory.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn referee(lines: &[&str]) -> Vec<serde_json::Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_schiltron"))
        .arg("referee")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().unwrap();
    let text = lines.join("\n") + "\n";
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("every line is JSON"))
        .collect()
}

#[test]
fn help_teaches() {
    let output = schiltron(&["--help"]);
    assert!(output.status.success());
    for word in ["referee", "lab", "cases", "replay", "Exit codes"] {
        assert!(stdout(&output).contains(word), "{word}");
    }
}

#[test]
fn list_and_show() {
    assert!(stdout(&schiltron(&["list"])).contains("edward/bannockburn"));
    assert!(stdout(&schiltron(&["list", "--options"])).contains("lance_total"));
    let shown = stdout(&schiltron(&["show", "edward/bannockburn"]));
    assert!(shown.contains("reconstruction") && shown.contains("sco-schiltrom-lanark"));
    let svg = file("show.svg", "");
    assert!(
        schiltron(&["show", "edward/bannockburn", "--svg", svg.to_str().unwrap()])
            .status
            .success()
    );
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
    let unknown = schiltron(&["show", "edward/nowhere"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("edward/bannockburn"));
}

#[test]
fn check_accepts_what_comes_with_the_program() {
    let output = schiltron(&[
        "check",
        "data/scenarios/edward-bannockburn.toml",
        "data/maps/edward-bannockburn.toml",
        "data/tables/elements-lists.toml",
        "data/tables/retinue-hits.toml",
        "data/tables/retinue-lists.toml",
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let told = stdout(&output);
    for what in ["a sound hit chart", "sound army lists", "sound lists of the skirmish"] {
        assert!(told.contains(what), "{told}");
    }
}

/// A chart beside a scenario that names it: found, and its faults told by its own lines.
#[test]
fn a_hit_chart_beside_a_scenario_is_found_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let mill = read("data/scenarios/retinue-mill.toml").replacen("turns = ", "chart = \"my-hits\"\nturns = ", 1);
    let (scenario, chart) = (folder.path().join("mill.toml"), folder.path().join("my-hits.toml"));
    std::fs::write(&scenario, mill).unwrap();
    let check = |path: &Path| schiltron(&["check", path.to_str().unwrap()]);
    assert!(stderr(&check(&scenario)).contains("there is no hit chart `my-hits`"));
    let standard = read("data/tables/retinue-hits.toml");
    std::fs::write(&chart, &standard).unwrap();
    assert!(check(&scenario).status.success() && check(&chart).status.success());
    std::fs::write(&chart, standard.replace("8 = [3, 4,", "8 = [3, 2,")).unwrap();
    for path in [&scenario, &chart] {
        let output = check(path);
        assert_eq!(output.status.code(), Some(1));
        let told = stderr(&output);
        assert!(told.contains("my-hits.toml:8:") && told.contains("3 or more"), "{told}");
    }
}

const FAULTY: &str = r#"[scenario]
id = "my/battle"
system = "edward"
title = "Mine"
map = "edward-bannockburn"
turns = 0

[[unit]]
id = "one"
name = "One"
side = "scottish"
kind = "schiltrom"
hex = "2701"
facing = "N"
rout = 7
faces = [
  { show = "open", armour = "L", movement = 6, morale = "B" },
  { show = "shut", armour = "X", movement = 60, morale = "F" },
]

[[unit]]
id = "one"
name = "Two"
side = "english"
kind = "cavalry"
hex = "2829"
facing = "SSW"
faces = [{ show = "mounted", armour = "L", movement = 8, morale = "A" }]

[[unit]]
id = "three"
name = "Three"
side = "english"
kind = "infantry"
division = "kent"
hex = "2829"
facing = "SSW"
faces = [
  { show = "organised", armour = "L", movement = 6, morale = "D" },
  { show = "disorganised", armour = "L", movement = 2, morale = "E" },
]

[[leader]]
id = "four"
name = "Four"
side = "scottish"
division = "nobody"
hex = "2829"

[[leader]]
id = "five"
name = "Five"
side = "french"
hex = "9999"
"#;

#[test]
fn check_points_at_every_fault() {
    let path = file("faulty.toml", FAULTY);
    let output = schiltron(&["check", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output).replace(path.to_str().unwrap(), "faulty.toml");
    insta::assert_snapshot!(told);
}

#[test]
fn faulty_files_of_every_kind_are_told_not_crashed_upon() {
    for (name, text) in [
        ("empty.toml", ""),
        ("text.toml", "this is no TOML"),
        ("list.toml", "scenario = [1, 2]"),
        (
            "system.toml",
            "[scenario]\nid = \"a\"\nsystem = \"chess\"\ntitle = \"a\"\nmap = \"b\"\nturns = 1\n",
        ),
        (
            "map.toml",
            "[scenario]\nid = \"a\"\nsystem = \"edward\"\ntitle = \"a\"\nmap = \"../../etc\"\nturns = 1\n",
        ),
        ("deep.toml", &"[".repeat(5000)),
    ] {
        let path = file(name, text);
        let output = schiltron(&["check", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", stderr(&output));
        assert!(stderr(&output).contains("error"), "{name}");
    }
    assert_eq!(schiltron(&["check", "no/such/file.toml"]).status.code(), Some(2));
}

#[test]
fn cases_and_coverage() {
    let output = schiltron(&["cases", "cases/edward", "--coverage"]);
    assert!(output.status.success(), "{}", stdout(&output));
    assert!(stdout(&output).contains("edward: 0 rules without a case"));
    let wrong = "[[case]]\nname = \"wrong\"\nrules = [\"E-01\"]\n[[case.play]]\nlook = true\nexpect = { turn = 2 }\n";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program/edward");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("wrong.toml"), wrong).unwrap();
    let output = schiltron(&["cases", folder.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).contains("turn is \"1\", expected \"2\""),
        "{}",
        stdout(&output)
    );
}

#[test]
fn lab_runs_are_the_same_for_the_same_seed() {
    let run = || {
        let output = schiltron(&[
            "lab",
            "run",
            "edward/bannockburn",
            "--games",
            "4",
            "--seed",
            "5",
            "--players",
            "random,greedy",
            "--json",
        ]);
        assert!(output.status.success(), "{}", stderr(&output));
        let mut summary: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
        for clock in ["wall_s", "cpu_s"] {
            assert!(summary.as_object_mut().unwrap().remove(clock).is_some());
        }
        summary
    };
    let summary = run();
    assert_eq!(summary["games"], 4);
    assert!(summary["decisions"].as_u64().unwrap() > 1000);
    assert_eq!(summary, run());
    assert_eq!(
        schiltron(&["lab", "run", "edward/bannockburn", "--players", "bold,greedy"])
            .status
            .code(),
        Some(2)
    );
}

#[test]
fn the_lab_tells_how_fair_a_battle_is() {
    let options = ["--games", "6", "--seed", "3", "--captain", "greedy", "--json"];
    let output = schiltron(&[&["lab", "balance", "quad/robert"][..], &options].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let balance: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(balance["games"], 6);
    let of = |name: &str| balance[name].as_f64().unwrap();
    assert!(of("low") <= of("share_first") && of("share_first") <= of("high"));
    for name in ["points", "lost", "strength_lost"] {
        assert_eq!(balance[name].as_array().unwrap().len(), 2, "{name}");
    }
    assert!(balance["lost"][0].as_f64().unwrap() > 0.0);
}

/// With so many points given to a side, that side wins, whoever has it.
#[test]
fn duels_and_ladders_are_fought_with_a_handicap() {
    let json = |what: &str, more: &[&str]| -> serde_json::Value {
        let args = [
            "lab",
            what,
            "quad/robert",
            "--pairs",
            "1",
            "--option",
            "handicap=english 900",
            "--json",
        ];
        let output = schiltron(&[&args, more].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        serde_json::from_str(&stdout(&output)).unwrap()
    };
    assert_eq!(json("duel", &["--players", "greedy,random"])["one"], 1);
    let ladder = json("ladder", &[]);
    for rung in ladder.as_array().unwrap() {
        assert_eq!(rung["duel"]["one"], 1, "{rung}");
        // One pair is never enough to be sure, and no rung ended before its pairs did.
        assert_eq!(
            (&rung["verdict_by_points"], &rung["verdict_by_wins"]),
            (&"unsure".into(), &"unsure".into())
        );
        assert_eq!(rung["stopped_early"], false);
    }
}

/// What programs read off a duel has these names.
#[test]
fn a_duel_is_told_in_json() {
    let args = [
        "lab",
        "duel",
        "quad/robert",
        "--players",
        "greedy,random",
        "--pairs",
        "3",
        "--seed",
        "4",
        "--json",
    ];
    let output = schiltron(&args);
    assert!(output.status.success(), "{}", stderr(&output));
    let duel: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(duel["pairs"], 3);
    assert_eq!(
        duel["pentanomial"]
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.as_u64().unwrap())
            .sum::<u64>(),
        3
    );
    for name in ["margin", "margin_se", "pairs_better", "elo", "elo_low", "elo_high"] {
        assert!(duel[name].is_f64(), "{name}: {duel}");
    }
    for name in ["elo", "elo_low", "elo_high"] {
        assert!(duel["by_points"][name].is_f64(), "{name}: {duel}");
    }
    for elo in [&duel, &duel["by_points"]] {
        let of = |name: &str| elo[name].as_f64().unwrap();
        assert!(of("elo_low") <= of("elo") && of("elo") <= of("elo_high"), "{elo}");
    }
    assert!(duel["pairs_better"].as_f64().unwrap() > 0.5 && duel["margin"].as_f64().unwrap() > 0.0);
}

#[test]
fn the_lab_fits_chances() {
    let table = file("fitted.rs", "");
    let options = [
        "--games",
        "5",
        "--seed",
        "2",
        "--table",
        table.to_str().unwrap(),
        "--json",
    ];
    let output = schiltron(&[&["lab", "fit", "quad/robert"][..], &options].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let fit: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&fit["games"], &fit["held_back"]), (&5.into(), &1.into()));
    assert!(fit["positions"].as_u64().unwrap() > 50);
    let weights = fit["weights"].as_array().unwrap();
    assert!(weights.iter().all(|w| w["error"].as_f64().unwrap() >= 0.0));
    let written = std::fs::read_to_string(table).unwrap();
    assert!(written.contains("schiltron lab fit quad/robert --games 5 --seed 2"));
    assert!(written.contains(&format!("[i64; {}]", weights.len())));
    // Nothing is measured on tables, and battles of two systems have nothing in common.
    for battles in [&["retinue/mill"][..], &["quad/robert", "medieval/stirling"]] {
        let output = schiltron(&[&["lab", "fit"][..], battles, &["--games", "1"]].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("nothing to fit"), "{}", stderr(&output));
    }
}

#[test]
fn the_lab_keeps_records_that_replay() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program/kept");
    let _ = std::fs::remove_dir_all(&folder);
    let kept = |args: &[&str]| schiltron(&[&["lab"][..], args, &["--records", folder.to_str().unwrap()]].concat());
    // A game of small choices, one with hidden facts, one in which both commit in secret.
    let runs: [&[&str]; 3] = [
        &["duel", "quad/robert", "--pairs", "1", "--players", "greedy,random"],
        &["balance", "medieval/stirling", "--games", "1", "--captain", "random"],
        &["run", "retinue/mill", "--games", "1"],
    ];
    for run in runs {
        let output = kept(run);
        assert!(output.status.success(), "{}", stderr(&output));
    }
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    let names: Vec<&str> = files.iter().map(|f| f.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "medieval-stirling-random-random-1-0.json",
            "quad-robert-greedy-random-1-0.json",
            "quad-robert-random-greedy-1-0.json",
            "retinue-mill-random-random-1-0.json",
        ]
    );
    for file in &files {
        let replayed = schiltron(&["replay", file.to_str().unwrap(), "--verify"]);
        assert!(replayed.status.success(), "{}", stderr(&replayed));
        assert!(stdout(&replayed).contains("dice come from the published seed"));
    }
    // The games are the same as those that nobody keeps.
    let balance = ["balance", "medieval/stirling", "--games", "1", "--captain", "random"];
    assert_eq!(
        stdout(&kept(&balance)),
        stdout(&schiltron(&[&["lab"][..], &balance].concat()))
    );
    let taken = file("taken", "");
    for nowhere in [taken.clone(), taken.join("below")] {
        let place = ["--records", nowhere.to_str().unwrap()];
        let output = schiltron(&[&["lab"][..], &balance, &place].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("cannot be written"), "{}", stderr(&output));
    }
}

#[test]
fn the_lab_goes_over_a_game_that_is_over() {
    let record = |last: &str| {
        let new = r#"{"id":1,"do":"new","scenario":"quad/robert"}"#;
        let chosen = format!(r#"{{"id":2,"do":"choose","game":1,"choice":"{last}"}}"#);
        let answers = referee(&[new, &chosen, r#"{"id":3,"do":"record","game":1}"#]);
        file(&format!("review-{last}.json"), &answers[2]["ok"].to_string())
    };
    let review = |record: &Path| schiltron(&["lab", "review", record.to_str().unwrap(), "--json"]);
    let output = review(&record("resign"));
    assert!(output.status.success(), "{}", stderr(&output));
    let told: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(
        (told["looked_at"].as_u64(), &told["captain"]),
        (Some(0), &"expert".into())
    );
    let under_way = review(&record("ready"));
    assert_eq!(under_way.status.code(), Some(1));
    assert!(stderr(&under_way).contains("not over"));
}

#[test]
fn referee_plays_records_and_replays() {
    let seed = "ab".repeat(32);
    let new = format!(r#"{{"id":"a","do":"new","scenario":"edward/bannockburn","seed":"{seed}"}}"#);
    let answers = referee(&[
        &new,
        r#"{"id":2,"do":"plan","game":1,"choices":["ready"]}"#,
        r#"{"id":3,"do":"choose","game":1,"choice":"ready"}"#,
        r#"{"id":4,"do":"check","game":1,"choice":"move eng-cav-edward-1"}"#,
        r#"{"id":5,"do":"plan","game":1,"choices":["move sco-cav-keith-1","advance N","advance N","advance SW"]}"#,
        r#"{"id":6,"do":"choose","game":1,"choice":"resign"}"#,
        r#"{"id":7,"do":"record","game":1}"#,
        r#"{"id":8,"do":"choose","game":1,"choice":"end"}"#,
    ]);
    assert_eq!(answers[0]["id"], "a");
    assert_eq!(answers[2]["ok"]["to_act"][0], "scots");
    assert_eq!(answers[3]["error"]["code"], "NotYourUnit");
    assert_eq!(answers[3]["error"]["cite"], "E-12");
    assert_eq!(
        (&answers[4]["error"]["code"], &answers[4]["error"]["at"]),
        (&"NotFrontHex".into(), &3.into())
    );
    assert_eq!(answers[5]["ok"]["verdict"]["winner"], "two");
    let record = &answers[6]["ok"];
    assert_eq!(record["seed"], seed);
    assert_eq!(answers[7]["error"]["code"], "GameOver");
    let path = file("record.json", &record.to_string());
    let output = schiltron(&["replay", path.to_str().unwrap(), "--verify"]);
    assert!(output.status.success(), "{}", stderr(&output));
    // A record that has been tampered with is found out.
    let forged = record.to_string().replace("ready", "ready ");
    let path = file(
        "forged.json",
        &forged.replacen("[\"one\",\"ready ", "[\"two\",\"ready ", 1),
    );
    assert_eq!(
        schiltron(&["replay", path.to_str().unwrap(), "--verify"]).status.code(),
        Some(1)
    );
}

#[test]
fn referee_survives_whatever_it_is_sent() {
    let long = format!(r#"{{"do":"choices","game":1,"side":"{}"}}"#, "x".repeat(100_000));
    let lines = [
        "",
        "null",
        "[]",
        "{}",
        "{\"do\":5}",
        "{\"do\":\"new\"}",
        "{\"do\":\"new\",\"scenario\":\"edward/bannockburn\",\"options\":{\"uphill\":\"x\"}}",
        "{\"do\":\"new\",\"scenario\":\"edward/bannockburn\",\"seed\":\"zz\"}",
        "{\"do\":\"new\",\"scenario\":\"edward/bannockburn\",\"surprise\":1}",
        "{\"do\":\"scene\",\"game\":99}",
        "{\"do\":\"scene\",\"game\":-1}",
        "{\"do\":\"scene\",\"game\":18446744073709551616}",
        "{\"do\":\"new\",\"scenario\":\"edward/bannockburn\"}",
        "{\"do\":\"choose\",\"game\":1,\"side\":\"french\",\"choice\":\"ready\"}",
        "{\"do\":\"choose\",\"game\":1,\"choice\":\"\"}",
        "{\"do\":\"choose\",\"game\":1,\"choice\":\"move \\u0000 ☃\"}",
        "{\"do\":\"choose\",\"game\":1,\"choice\":\"shoot sco-bow-1 sco-rob\"}",
        "{\"do\":\"choose\",\"game\":1,\"choice\":\"set sco-bow-1 nonsense\"}",
        "{\"do\":\"plan\",\"game\":1,\"choices\":[]}",
        "{\"do\":\"odds\",\"game\":1,\"choice\":\"resolve sco-bow-1\"}",
        "{\"do\":\"undo\",\"game\":1}",
        "{\"do\":\"destinations\",\"game\":1,\"piece\":\"nobody\"}",
        "{\"do\":\"why_not\",\"game\":1,\"piece\":\"sco-bow-1\",\"there\":\"\"}",
        "{\"do\":\"load\",\"record\":{\"format\":\"x\"}}",
        &long,
        "{\"do\":\"close\",\"game\":1}",
        "{\"do\":\"close\",\"game\":1}",
    ];
    let answers = referee(&lines);
    assert_eq!(
        answers.len(),
        lines.len() - 1,
        "one answer a line, none for an empty one"
    );
    for (line, answer) in lines[1..].iter().zip(&answers) {
        let fine = line.contains("\"close\"") || (line.contains("new") && line.len() < 50);
        let told = answer["error"]["code"].as_str().is_some()
            && answer["error"]["why"].as_str().is_some_and(|w| !w.is_empty());
        // Asking why a thing cannot be done is answered with the reason.
        let reason = line.contains("why_not") && answer["ok"]["code"].is_string();
        assert!(fine || told || reason, "{line}: {answer}");
    }
    assert!(answers[answers.len() - 2]["ok"].is_object() && answers[answers.len() - 1]["error"].is_object());
}

/// Every battle is drawn with its ground and with counters turned the way they look.
#[test]
fn every_battle_is_drawn() {
    for (name, ground) in [
        ("edward/bannockburn", "#b8c9a3"),
        ("quad/robert", "#b8c9a3"),
        ("medieval/bannockburn", "#7f9a63"),
    ] {
        let svg = file(&format!("{}.svg", name.replace('/', "-")), "");
        let drawn = schiltron(&["show", name, "--svg", svg.to_str().unwrap()]);
        assert!(drawn.status.success(), "{}", stderr(&drawn));
        let text = std::fs::read_to_string(svg).unwrap();
        assert!(text.contains(ground), "{name}: no marsh or wood");
        assert!(text.contains("rotate("), "{name}: nothing is turned");
    }
}

/// A scenario of one's own, with a map of one's own that is not credited to us, is played like those of the program.
#[test]
fn own_battles_reach_the_table() {
    let scenario = std::fs::read_to_string(root().join("data/scenarios/medieval-stirling.toml")).unwrap();
    let map = std::fs::read_to_string(root().join("data/maps/medieval-stirling.toml")).unwrap();
    let changed = |text: &str, key: &str, value: &str| {
        let line = |line: &str| match line.starts_with(&format!("{key} = ")) {
            true => format!("{key} = \"{value}\"\n"),
            false => format!("{line}\n"),
        };
        text.lines().map(line).collect::<String>()
    };
    let scenario = changed(&changed(&scenario, "id", "own/stirling"), "map", "own-map");
    let path = file("own-stirling.toml", &scenario);
    file("own-map.toml", &changed(&map, "source", "Drawn by a friend."));
    let path = path.to_str().unwrap();
    let seed = "cd".repeat(32);
    let new = format!(r#"{{"do":"new","scenario":"{path}","seed":"{seed}"}}"#);
    let answers = referee(&[
        &new,
        r#"{"do":"board","game":1}"#,
        r#"{"do":"choose","game":1,"choice":"resign"}"#,
        r#"{"do":"record","game":1}"#,
    ]);
    assert_eq!(answers[0]["ok"]["scenario"], "own/stirling");
    assert_eq!(answers[1]["ok"]["source"], "Drawn by a friend.");
    let record = file("own.json", &answers[3]["ok"].to_string());
    let replayed = schiltron(&["replay", record.to_str().unwrap(), "--verify", path]);
    assert!(replayed.status.success(), "{}", stderr(&replayed));
    // Two of one name would be taken for each other.
    let twice = schiltron(&["referee", path, path]);
    assert_eq!(twice.status.code(), Some(2));
    assert!(
        stderr(&twice).contains("two scenarios are called `own/stirling`"),
        "{}",
        stderr(&twice)
    );
}

/// A game with dice in it, given up at last.
fn game_with_dice() -> kernel::Record {
    let scenario = games::Shelf::standard()
        .open("quad/robert", &Default::default())
        .unwrap();
    let mut table = scenario.start(kernel::Seed([7; 32]));
    while table.record().entries.iter().map(|entry| entry.2.len()).sum::<usize>() < 6 {
        let side = table.to_act(kernel::Viewer::Watcher).sides().next().unwrap();
        let choices = table.choices(side);
        let hash = table.hash() as usize;
        table.choose(side, &choices[hash % choices.len()]).unwrap();
    }
    table.choose(kernel::Side::One, "resign").unwrap();
    table.record()
}

#[test]
fn replay_says_which_dice_are_proven() {
    let verify = |name: &str, record: &kernel::Record| {
        let path = file(name, &serde_json::to_string(record).unwrap());
        schiltron(&["replay", path.to_str().unwrap(), "--verify"])
    };
    let mut record = game_with_dice();
    let dice: usize = record.entries.iter().map(|entry| entry.2.len()).sum();
    let output = verify("proven.json", &record);
    assert!(
        stdout(&output).contains(&format!("{dice} dice come from the published seed\n")),
        "{}",
        stdout(&output)
    );
    // Whoever says that all dice came from elsewhere may have written them himself.
    record.given = record.entries.len();
    let output = verify("given.json", &record);
    assert!(
        stdout(&output).contains("no die is proven by a seed") && stdout(&output).contains("are not proven"),
        "{}",
        stdout(&output)
    );
    record.given += 1;
    let output = verify("claims.json", &record);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("there are only"), "{}", stderr(&output));
    // Without the seed nothing is proven either.
    (record.given, record.seed) = (0, None);
    let output = verify("sealed.json", &record);
    assert!(
        stdout(&output).contains(&format!("so {dice} dice were taken as recorded")),
        "{}",
        stdout(&output)
    );
}

#[test]
fn records_are_taken_up_wherever_they_end() {
    let seed = "cd".repeat(32);
    let new = format!(r#"{{"id":1,"do":"new","scenario":"edward/bannockburn","seed":"{seed}"}}"#);
    let fresh = &referee(&[&new, r#"{"id":2,"do":"record","game":1}"#])[1]["ok"];
    let load = format!(r#"{{"id":3,"do":"load","record":{fresh}}}"#);
    let moved = r#"{"id":4,"do":"choose","game":1,"choice":"ready"}"#;
    let answers = referee(&[&load, moved, r#"{"id":5,"do":"record","game":1}"#]);
    assert!(answers[0].get("ok").is_some(), "a fresh record: {}", answers[0]);
    let branched = &referee(&[
        &format!(r#"{{"id":3,"do":"load","record":{}}}"#, answers[2]["ok"]),
        r#"{"id":5,"do":"record","game":1}"#,
    ])[1]["ok"];
    assert_eq!(branched["given"], 1);
    let again = referee(&[&format!(r#"{{"id":3,"do":"load","record":{branched}}}"#)]);
    assert!(again[0].get("ok").is_some(), "a branched record: {}", again[0]);
}

#[test]
fn a_record_names_no_file_of_this_machine() {
    let own = file("own-battle.toml", "[scenario]\n");
    let mut record = game_with_dice();
    record.scenario = own.to_str().unwrap().into();
    let path = file("pointing.json", &serde_json::to_string(&record).unwrap());
    let output = schiltron(&["replay", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("there is no scenario"), "{}", stderr(&output));
    let load = serde_json::json!({"id": 1, "do": "load", "record": record}).to_string();
    let answer = &referee(&[&load])[0]["error"];
    assert_eq!(answer["code"], "BadScenario");
    assert!(
        answer["why"].as_str().unwrap().contains("there is no scenario"),
        "{answer}"
    );
}

#[test]
fn huge_files_are_not_read_and_nothing_is_done_to_the_terminal() {
    let path = file("huge.json", "");
    std::fs::File::options()
        .write(true)
        .open(&path)
        .unwrap()
        .set_len(1 << 30)
        .unwrap();
    let path = path.to_str().unwrap();
    let data = file("none", "").with_file_name("huge-data");
    let data = data.to_str().unwrap();
    for args in [
        &["replay", path][..],
        &["check", path],
        &["cases", path],
        &["show", path],
        &["lab", "review", path],
        &["lab", "run", path],
        &["referee", path],
        &["play", "--data", data, path],
        &["serve", "--data", data, path],
        &["import", "--data", data, path],
    ] {
        let output = schiltron(args);
        assert_ne!(output.status.code(), Some(0), "{args:?}");
        let said = stderr(&output) + &stdout(&output);
        assert!(said.contains("at most"), "{args:?}: {said}");
    }
    // Names are shown and do nothing, whoever gave them.
    for name in ["edward/\u{1b}]0;mine\u{7}", "edward/\u{1b}[8mhidden"] {
        for args in [
            &["show", name][..],
            &["replay", name],
            &["lab", "review", name],
            &["check", name],
        ] {
            let output = schiltron(args);
            let said = stderr(&output);
            assert!(
                !said.contains('\u{1b}') && said.contains("\\u{1b}"),
                "{args:?}: {said:?}"
            );
        }
    }
}

#[test]
fn words_of_files_do_nothing_to_the_terminal() {
    let bell = "\\u001b[31m\\u001b]0;mine\\u0007";
    let scenario = std::fs::read_to_string(root().join("data/scenarios/medieval-stirling.toml")).unwrap();
    let title = scenario.lines().find(|line| line.starts_with("title = ")).unwrap();
    let path = file(
        "bell.toml",
        &scenario.replacen(title, &format!("title = \"{bell}\""), 1),
    );
    let wrong = format!(
        "[[case]]\nname = \"{bell}\"\nrules = [\"E-01\"]\n[[case.play]]\nlook = true\nexpect = {{ turn = 2 }}\n"
    );
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program/bell/edward");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("bell.toml"), wrong).unwrap();
    let (path, cases) = (path.to_str().unwrap(), folder.to_str().unwrap());
    for args in [
        &["check", path][..],
        &["show", path],
        &["cases", cases],
        &["cases", cases, "--coverage"],
    ] {
        let output = schiltron(args);
        let said = stdout(&output);
        assert!(
            said.contains("\\u{1b}]0;mine\\u{7}"),
            "{args:?}: {said}{}",
            stderr(&output)
        );
        assert!(!(said + &stderr(&output)).contains(['\u{1b}', '\u{7}']), "{args:?}");
    }
    // Nor does the name of a file, or a line that is shown because it is wrong.
    let named = file("bell\u{1b}[8m\u{1b}]0;mine\u{7}.json", "{\"seed\": \"\u{1b}[8m\"}");
    let wrong = file("bell\u{1b}[8m.toml", "title = \"\u{1b}[8m\u{1b}]0;mine\u{7}\"\n");
    for args in [
        &["replay", named.to_str().unwrap()][..],
        &["lab", "review", named.to_str().unwrap()],
        &["check", wrong.to_str().unwrap()],
        &["show", wrong.to_str().unwrap()],
    ] {
        let output = schiltron(args);
        let said = stderr(&output) + &stdout(&output);
        assert_ne!(output.status.code(), Some(0), "{args:?}");
        assert!(
            !said.contains(['\u{1b}', '\u{7}']) && said.contains("bell"),
            "{args:?}: {said:?}"
        );
    }
}
