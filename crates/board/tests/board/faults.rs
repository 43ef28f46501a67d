//! Every kind of slip in a map file is found, all in one go, at its place.

use super::maps::MAPS;
use board::HexMap;

const GOOD: &str = r#"
[map]
name = "small"
title = "Small"
first_column = 1
columns = 4
first_row = 1
rows_in_odd_columns = 3
rows_in_even_columns = 2
columns_pushed_down = "even"

[legend]
"." = "clear"
"m" = "marsh"

[grid]
terrain = [
  "..m.",
  ".m..",
  ". . ",
]
elevation = [
  "0011",
  "0011",
  "0 1 ",
]

[hexsides]
stream = ["0101-0102", "0101-0201"]
ford = ["0101-0102"]

[[stream]]
name = "Rill"
kind = "stream"
sides = ["0101-0102"]

[[road]]
name = "Way"
hexes = ["0101", "0102", "0103"]

[[region]]
name = "wood"
confidence = "invention"
hexes = ["0101"]

[[edge]]
side = "english"
purpose = "friendly"
confidence = "text"
hexes = ["0101", "0102"]

[[place]]
name = "Kirk"
hex = "0202"
confidence = "history"
"#;

/// Faults as `line:column message`, after each replacement.
fn faults(changes: &[(&str, &str)]) -> Vec<String> {
    let mut text = GOOD.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    let show = |d: &kernel::Diagnostic| match d.line_column(&text) {
        Some((line, column)) => format!("{line}:{column} {}", d.message),
        None => d.message.clone(),
    };
    match HexMap::from_toml(&text) {
        Ok(_) => Vec::new(),
        Err(list) => {
            assert!(!list.is_empty());
            for d in &list {
                assert!(d.span.as_ref().is_none_or(|s| s.start <= s.end && s.end <= text.len()));
            }
            list.iter().map(show).collect()
        }
    }
}

#[test]
fn good_one_is_good() {
    assert_eq!(faults(&[]), Vec::<String>::new());
}

#[test]
fn one_by_one() {
    let table: &[(&str, &str, &[&str])] = &[
        ("\"..m.\"", "\"..x.\"", &["18:6 no terrain has the code `x`"]),
        ("\"..m.\"", "\"..m\"", &["18:3 row 01 has 3 characters, not 4"]),
        ("\"..m.\"", "\"..m. \"", &["18:3 row 01 has 5 characters, not 4"]),
        (
            "\". . \"",
            "\"....\"",
            &["20:5 column 02 has no row 03", "20:7 column 04 has no row 03"],
        ),
        ("  \". . \",\n", "", &["17:11 the grid has 2 rows, not 3"]),
        ("\"0 1 \"", "\"0 a \"", &["25:6 the elevation `a` is no digit"]),
        ("\"..m.\"", "\"..m \"", &["18:7 0401 is a hex in one grid only"]),
        ("\"m\" = \"marsh\"", "\"m\" = \"bog\"", &["14:7 `bog` names no terrain"]),
        (
            "\"m\" = ",
            "\"mm\" = ",
            &[
                "14:1 the code `mm` is not one character",
                "18:6 no terrain has the code `m`",
                "19:5 no terrain has the code `m`",
            ],
        ),
        ("columns = 4", "columns = 0", &["6:11 the map has an impossible size"]),
        ("columns = 4", "columns = 100", &["6:11 the map has an impossible size"]),
        (
            "first_column = 1",
            "first_column = 97",
            &["5:16 the map has an impossible size"],
        ),
        (
            "columns = 4",
            "columns = 4\nlast_column = 5",
            &["7:15 the last column does not fit"],
        ),
        (
            "title = \"Small\"",
            "title = \"Small\"\norientation = \"pointy\"",
            &["5:15 unknown orientation `pointy`"],
        ),
        (
            "\"0101-0201\"]",
            "\"0101-0301\"]",
            &["29:24 0101 and 0301 have no side in common"],
        ),
        (
            "\"0101-0201\"]",
            "\"0101-0901\"]",
            &["29:30 there is no hex 0901 on this map"],
        ),
        (
            "\"0101-0201\"]",
            "\"0101-02x1\"]",
            &["29:30 `02x1` is not the name of a hex"],
        ),
        (
            "\"0101-0201\"]",
            "\"01010201\"]",
            &["29:24 `01010201` is not a hexside"],
        ),
        (
            "\"0101-0201\"]",
            "\"0102-0101\"]",
            &["29:24 0102-0101 is listed twice under stream"],
        ),
        (
            "ford = [\"0101-0102\"]",
            "ford = [\"0102-0103\"]",
            &["30:9 the ford at 0102-0103 crosses no water"],
        ),
        ("ford = ", "contour = ", &["30:12 0101-0102 is level ground"]),
        (
            "sides = [\"0101-0102\"]",
            "sides = [\"0102-0103\"]",
            &["35:10 0102-0103 is not among the stream sides"],
        ),
        (
            "\"0102\", \"0103\"]",
            "\"0103\"]",
            &["39:18 the road jumps from 0101 to 0103"],
        ),
        (
            "hexes = [\"0101\", \"0102\", \"0103\"]",
            "hexes = [\"0101\"]",
            &["39:9 the road Way leads nowhere"],
        ),
        (
            "hexes = [\"0101\", \"0102\"]",
            "hexes = []",
            &["50:9 this edge section of english is empty"],
        ),
        (
            "hexes = [\"0101\", \"0102\"]",
            "hexes = [\"0101\", \"0302\"]",
            &["50:18 0302 is not at the edge of the map"],
        ),
        (
            "hexes = [\"0101\", \"0102\"]",
            "hexes = [\"0101\", \"0101\"]",
            &["50:18 this edge section of english has 0101 twice"],
        ),
        (
            "hex = \"0202\"",
            "hex = \"0203\"",
            &["54:7 there is no hex 0203 on this map"],
        ),
        ("name = \"wood\"", "name = \" \"", &["42:8 a region without a name"]),
        (
            "[legend]",
            "[legends]",
            &["the table [legend] is missing", "12:2 unknown table `legends`"],
        ),
        ("[[road]]", "[road]", &["37:1 there may be many of `road`"]),
    ];
    for (from, to, want) in table {
        assert_eq!(faults(&[(from, to)]), *want, "{to}");
    }
}

#[test]
fn wrong_words_and_kinds() {
    let has = |change: (&str, &str), parts: &[&str]| {
        let got = faults(&[change]);
        assert_eq!(got.len(), parts.len(), "{got:?}");
        for (fault, part) in got.iter().zip(parts) {
            assert!(fault.contains(part), "{fault} / {part}");
        }
    };
    has(
        ("title = ", "titel = "),
        &["2:1 missing field `title`", "4:1 unknown field `titel`"],
    );
    has(("columns = 4", "columns = \"4\""), &["6:11 invalid type"]);
    has(("columns = 4", "columns = 4000"), &["6:11"]);
    has(("columns = 4", "columns = -4"), &["6:11"]);
    has(("\"even\"", "\"both\""), &["10:23 unknown variant `both`"]);
    has(
        ("confidence = \"text\"", "confidence = \"rumour\""),
        &["49:14 unknown variant `rumour`"],
    );
    has(("ford = ", "fords = "), &["30:1 unknown field `fords`"]);
    has(("hexes = [\"0101\"]", "hexes = \"0101\""), &["44:9 invalid type"]);
}

#[test]
fn all_in_one_go() {
    let got = faults(&[
        ("\"..m.\"", "\"..x.\""),
        ("\"0 1 \"", "\"0 a \""),
        ("\"0101-0201\"]", "\"0101-0301\"]"),
        ("ford = ", "fords = "),
        ("\"0102\", \"0103\"]", "\"0103\"]"),
        ("confidence = \"invention\"", "confidence = 3\nnode = \"x\""),
        ("hex = \"0202\"", "hex = \"0909\""),
    ]);
    assert_eq!(got.len(), 8, "{got:#?}");
    // In the order of the text.
    let lines: Vec<usize> = got
        .iter()
        .map(|f| f.split(':').next().unwrap().parse().unwrap())
        .collect();
    assert!(lines.is_sorted(), "{got:#?}");
}

#[test]
fn broken_toml() {
    let got = faults(&[("[grid]", "[grid"), ("name = \"Way\"", "name = \"Way")]);
    assert!(got.len() >= 2, "{got:?}");
    assert!(got.iter().any(|f| f.starts_with("16:")), "{got:?}");
    assert!(HexMap::from_toml("").is_err_and(|f| f.len() == 3));
    assert!(HexMap::from_toml("\u{0}").is_err());
    assert!(HexMap::from_toml("map = 3\nlegend = []\ngrid = true\nroad = 1").is_err());
}

#[test]
fn same_name_twice() {
    for (head, name) in [
        ("region", "wood"),
        ("road", "Way"),
        ("place", "Kirk"),
        ("stream", "Rill"),
    ] {
        let start = GOOD.find(&format!("[[{head}]]")).unwrap();
        let table = GOOD[start..].split("\n\n").next().unwrap();
        let text = format!("{GOOD}\n{table}\n");
        let faults = HexMap::from_toml(&text).unwrap_err();
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].message.contains(name), "{faults:?}");
    }
}

/// Cut or spoilt anywhere, a real file gives faults or a map, never a panic.
#[test]
fn no_text_makes_it_panic() {
    let (_, text, _) = MAPS[0];
    for cut in (0..text.len()).step_by(701) {
        if let Some(part) = text.get(..cut) {
            let _ = HexMap::from_toml(part);
        }
        let mut spoilt = text.as_bytes().to_vec();
        spoilt[cut] = b"0\"x[ ]9-"[cut % 8];
        if let Ok(spoilt) = String::from_utf8(spoilt) {
            let _ = HexMap::from_toml(&spoilt);
        }
    }
}
