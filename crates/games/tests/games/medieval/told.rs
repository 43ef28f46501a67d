//! What is shown and said: words, odds, areas, refusals.

use super::*;

/// Labels and tellings are for people: names, no ids, nothing left open; reactions name who and whom.
#[test]
fn everything_is_said_in_words() {
    let (mut labels, mut sentences) = (BTreeMap::new(), BTreeMap::new());
    for name in ["stirling", "falkirk", "prelude", "bannockburn"] {
        let battle = battle(name, &[("wolf_pits", "on"), ("ask_every_step", "on")]);
        let ids = |text: &str| {
            let unit = |word: &str| battle.units.iter().any(|u| *u.id == *word);
            text.split([' ', ',', '.', ':']).any(unit) || text.contains(['{', '}', '_'])
        };
        let (mut chance, mut dice) = (Chance::new(3), Seeded::new(Seed::derived(3, 3)));
        let (mut p, mut list, mut events) = (battle.start(), Vec::new(), Vec::new());
        let mut decisions = 0;
        while let ToAct::One(side) = battle.to_act(&p) {
            decisions += 1;
            if decisions % 5 == 0 || p.phase % 2 == 0 {
                for offer in battle.offers(&p, side) {
                    let text = &offer.label;
                    assert!(!text.is_empty() && *text != offer.choice && !ids(text), "{offer:?}");
                    if matches!(offer.kind, "shoot" | "charge" | "attack") {
                        assert!(offer.piece.is_some(), "{offer:?}");
                        assert!(offer.target.is_some() || offer.kind != "charge", "{offer:?}");
                    }
                    labels.insert(offer.kind, offer.label);
                }
            }
            list.clear();
            battle.choices(&p, side, &mut list);
            let choice = keenly(&mut chance, &list);
            battle.resolve(&mut p, side, &choice, &mut dice, &mut events);
            for event in events.drain(..) {
                let telling = battle.tell(&event, side.into()).unwrap();
                assert!(telling.text.ends_with('.') && !ids(&telling.text), "{telling:?}");
                assert!(telling.cites.iter().all(|c| !c.0.is_empty()), "{telling:?}");
                if matches!(telling.kind, "combat" | "shot") && telling.cites[0].0 != "M-167" {
                    assert!(telling.reckoning.is_some(), "{telling:?}");
                }
                sentences.insert(telling.kind, telling.text);
            }
        }
    }
    for line in labels.iter().chain(&sentences) {
        println!("{line:?}");
    }
}

/// Where nobody decides anything between the combat and the scatter die, the odds have both. MR-33
#[test]
fn odds_have_the_scatter_die() {
    let setting = |scatter: &str| {
        let text = format!(
            r#"
            phase = 4
            options = {{ scatter = "{scatter}" }}
            terrain = {{ "0100" = "swamp" }}
            units = ["A english INF0 @0001 N", "D scots INF0 @0000 S", "K scots CAV0 @2525 N"]
            "#
        );
        let setting: medieval::case::Setting = toml::from_str(&text).unwrap();
        setting.build().unwrap()
    };
    let parts = |scatter: &str| {
        let (battle, p) = setting(scatter);
        let odds = table(&battle, &p).odds(ENGLISH, "attack A on 0000").unwrap();
        let back = odds.outcomes.iter().find(|o| o.outcome == "defender retreats").unwrap();
        format!("{:?}", back.parts)
    };
    assert!(parts("each_combat").contains("1 scattered"), "{}", parts("each_combat"));
    assert!(!parts("moved").contains("scattered"), "{}", parts("moved"));
}

/// What falls after decisions about losses and ways of retreat is in the odds as well: leaders and scattering. The chances are
/// those of a game played on by hand.
#[test]
fn odds_go_on_past_decisions() {
    let text = r#"
        phase = 4
        units = [
          "A english INF0 @1009 S", "B english INF0 @1009 S", "F english INF0 @0909 SE", "G english INF0 @1109 SW", "C english CAV0 @2525 N",
          "D scots INF0 @1010 N sp=1", "E scots INF0 @1010 N sp=1", "K scots CAV0 @2020 N",
        ]
        leaders = ["L scots @1010", "M english @0101"]
        initiative = "english"
    "#;
    let setting: medieval::case::Setting = toml::from_str(text).unwrap();
    let (battle, p) = setting.build().unwrap();
    let attack = "attack A,B,F,G on 1010";
    let odds = table(&battle, &p).odds(ENGLISH, attack).unwrap();
    let part = |word: &str| {
        let parts = odds.outcomes.iter().flat_map(|o| &o.parts);
        let named = parts.filter(|part| part.outcome.contains(word));
        named.map(|part| part.basis_points).sum::<u32>()
    };
    let all: u32 = odds.outcomes.iter().map(|o| o.basis_points).sum();
    assert!(all.abs_diff(10_000) <= 10, "{odds:?}");
    assert!(part("scattered") > 0 && part("a defending leader dies") > 0, "{odds:?}");
    // By hand: whatever is asked gets a random answer; nobody pursues.
    let (mut scattered, mut died) = (0u32, 0u32);
    let games = 4000;
    for game in 0..games {
        let (mut chance, mut dice) = (Chance::new(game), Seeded::new(Seed::derived(7, game)));
        let (mut p, mut list, mut events) = (p.clone(), Vec::new(), Vec::new());
        for choice in battle.read_plan(&p, ENGLISH, attack).unwrap() {
            battle.resolve(&mut p, ENGLISH, &choice, &mut dice, &mut events);
        }
        while p.combat.side == ENGLISH && !p.combat.attackers.is_empty() {
            let ToAct::One(side) = battle.to_act(&p) else { break };
            list.clear();
            battle.choices(&p, side, &mut list);
            let choice = list[chance.below(list.len())];
            battle.resolve(&mut p, side, &choice, &mut dice, &mut events);
        }
        let told = |end: &str| {
            let mut tellings = events.iter().filter_map(|e| battle.tell(e, ENGLISH.into()));
            tellings.any(|t| t.text.ends_with(end))
        };
        scattered += u32::from(told(" scatters."));
        died += u32::from(told(" is dead."));
    }
    for (found, word) in [(scattered, "scattered"), (died, "leader dies")] {
        let found = u64::from(found) * 10_000 / games;
        assert!(
            found.abs_diff(part(word).into()) < 300,
            "{word}: {found} against {}",
            part(word)
        );
    }
}

/// An attack shows its odds before it is made, and the tracks and areas show what they should.
#[test]
fn views_show_what_they_should() {
    let battle = battle("bannockburn", &[("wolf_pits", "on")]);
    let p = battle.start();
    let scene = battle.scene(&p, Viewer::Watcher);
    let names: Vec<&str> = scene.tracks.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["Morale", "Scattered Scots", "Scattered English"]);
    let morale = &scene.tracks[0];
    assert_eq!((morale.least, morale.most, morale.value), (-30, 30, 0));
    assert_eq!(morale.marks.iter().map(|m| m.0).collect::<Vec<_>>(), [-20, -10, 10, 20]);
    let areas = battle.areas(&p, Viewer::Watcher);
    let leaders = (0..battle.leaders.len() as u8).filter(|l| p.leader(*l).on_map());
    let of = |kind| areas.iter().filter(move |a| a.kind == kind);
    assert_eq!(of("command ranges").count(), leaders.count());
    assert_eq!(of("zones of control").map(|a| a.side).collect::<Vec<_>>(), Side::BOTH);
    assert!(
        of("zones of control")
            .any(|a| a.side == ENGLISH && matches!(&a.shape, board::Shape::Hexes { hexes } if !hexes.is_empty()))
    );
    let (mut chance, mut dice) = (Chance::new(1), Seeded::new(Seed::derived(5, 5)));
    let (mut p, mut list, mut seen) = (p, Vec::new(), 0);
    while let ToAct::One(side) = battle.to_act(&p) {
        list.clear();
        battle.choices(&p, side, &mut list);
        if p.stack.last() == Some(&Task::Muster) && list.contains(&Choice::Go) && seen < 20 {
            let game = table(&battle, &p);
            for choice in list.iter().filter(|c| matches!(c, Choice::Go)) {
                let odds = game.odds(side, &battle.write_choice(choice)).unwrap();
                assert!(odds.reckoning.is_some() && odds.outcomes.len() > 1, "{odds:?}");
                seen += 1;
            }
        }
        let choice = keenly(&mut chance, &list);
        battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
    }
    assert!(seen > 3);
}

/// A refusal says what is wrong here and not only that something is.
#[test]
fn refusals_say_what_is_wrong() {
    let charge = |units: &str| format!("phase = 1\nunits = [{units}, \"M english CAV1 @1006 S\"]\n");
    let told = |setting: &str, plan: &[&str], choice: &str| {
        let setting: medieval::case::Setting = toml::from_str(setting).unwrap();
        let (battle, mut p) = setting.build().unwrap();
        let mut dice = kernel::dice::Scripted::new(&[1]);
        let decider = |p: &Position| match battle.to_act(p) {
            ToAct::One(side) => side,
            _ => ENGLISH,
        };
        for text in plan {
            let side = decider(&p);
            let next = battle.read_choice(&p, side, text).unwrap();
            battle.check(&p, side, &next).unwrap();
            battle.resolve(&mut p, side, &next, &mut dice, &mut Quiet);
        }
        let side = decider(&p);
        let choice = battle.read_choice(&p, side, choice).unwrap();
        battle.check(&p, side, &choice).unwrap_err()
    };
    let near = charge("\"X scots CAV1 @1010 N\", \"Y scots CAV1 @1310 N\", \"F scots INF0 @1210 N\"");
    let rides = ["activate M", "enter", "enter"];
    let tired = "phase = 1\nunits = [\"A english CAV1 @1010 N command=L\", \"B english CAV1 @2020 N\"]\nleaders = [\"L english @0505 fatigue=13\"]\n";
    let bound = "rules_of = \"bannockburn\"\nphase = 1\nturn = 1\nunits = [\"C english CAV1 @1010 N\", \"S scots INF1 @1005 S shiltron\"]\n";
    let waits = "rules_of = \"falkirk\"\nturn = 4\nreserve = [\"english 6 INF0 @1522\"]\nunits = [\"K english CAV0 @2525 N\"]\nleaders = [\"edward english @reserve grand\"]\n";
    let banner = "phase = 1\nunits = [\"H english CAV1 @1010 N banner\", \"T english CAV1 @1410 N\", \"A english ARCH @1011 N\"]\n";
    for (setting, plan, choice, code, words) in [
        (
            near.as_str(),
            &rides[..],
            "countercharge Y",
            "NoCountercharge",
            "exactly two hexes away",
        ),
        (
            &near,
            &rides,
            "countercharge F",
            "NoCountercharge",
            "Only horse countercharges",
        ),
        (
            &near,
            &rides,
            "countercharge X left",
            "NoCountercharge",
            "does not bring it next to",
        ),
        (tired, &["activate A"], "activate A", "UnitOffMap", "fatigue"),
        (bound, &[], "end", "Scenario", "could come nearer"),
        (bound, &["activate C"], "done", "Scenario", "hex 1005"),
        (waits, &[], "bring edward", "Scenario", "turn 5 or later"),
        (banner, &["activate H"], "banner T", "Banner", "4 hexes away"),
        (banner, &["activate H"], "banner A", "Banner", "regular unit"),
    ] {
        let refusal = told(setting, plan, choice);
        assert!(
            refusal.code == code && refusal.why.contains(words),
            "{choice}: {refusal:?}"
        );
    }
}

/// What is too much for a battle is said when it is loaded, and nothing is left out.
#[test]
fn what_is_too_much_is_refused_at_load() {
    let pits: Vec<String> = (0..33).map(|i| format!("\"1{}{:02}\"", i / 20, i % 20)).collect();
    let stack: Vec<String> = (0..11).map(|i| format!("\"U{i} scots ARCH @1010 N\"")).collect();
    let one = "\"K scots INF0 @2020 N\"";
    for (text, words) in [
        (
            format!("units = [{one}]\npits = {{ scots = [{}] }}\n", pits.join(",")),
            "32 hexes of pits",
        ),
        (
            format!("units = [{}]\n", stack.join(",")),
            "no hex holds more than 10 units",
        ),
        (
            format!("units = [{one}]\nreserve = [\"english 6 INF0 @1001,1002,1003,1004\"]\n"),
            "3 hexes of a reserve",
        ),
    ] {
        let setting: medieval::case::Setting = toml::from_str(&text).unwrap();
        let fault = setting.build().err().unwrap_or_default();
        assert!(fault.contains(words), "{fault:?} for {text}");
    }
}

/// The last sentence says what ended the battle and by which figures. M-192
#[test]
fn the_end_gives_its_reason() {
    let over = |battle: &medieval::Battle, mut p: Position| {
        let ToAct::One(side) = battle.to_act(&p) else {
            panic!("it is over already");
        };
        let (mut dice, mut events) = (Seeded::new(Seed::derived(1, 1)), Vec::new());
        battle.resolve(&mut p, side, &Choice::Ready, &mut dice, &mut events);
        let telling = battle.tell(events.last().unwrap(), side.into()).unwrap();
        assert_eq!((telling.kind, telling.cites[0].0), ("over", "M-192"));
        (telling.text, battle.verdict(&p).unwrap())
    };
    let mut battle = Arc::into_inner(battle("falkirk", &[])).unwrap();
    let mut dead = battle.start();
    for id in 0..battle.leaders.len() as u8 {
        if dead.leader(id).side == SCOTS {
            dead.leader_mut(id).place = Place::Eliminated;
        }
    }
    dead.winner = Some(ENGLISH);
    let (text, verdict) = over(&battle, dead.clone());
    let [scots, english] = verdict.score;
    let names = "Wallace, Steward, Grahame, MacDuf";
    for name in names.split(", ") {
        assert!(text.contains(name), "{text}");
    }
    let points = format!("Scots {scots}, English {english}");
    let wins = format!(": the English win at once, whatever the points ({points}).");
    assert!(
        text.starts_with("All leaders of the Scots who count are dead, ") && text.ends_with(&wins),
        "{text}"
    );

    let mut clear = battle.start();
    clear.on_map = clear.army[SCOTS.index()].and(&clear.on_map);
    (clear.trodden, clear.winner) = (true, Some(SCOTS));
    let (text, _) = over(&battle, clear);
    assert!(
        text.starts_with("No unit of the English stands on the north bank any more: the Scots win at once"),
        "{text}"
    );

    // With points agreed on, points decide.
    battle.give([500, 0]);
    let (text, verdict) = over(&battle, dead);
    let points = format!("Scots {} (500 of them given), English {english}", scots + 500);
    assert!(
        text.ends_with(&format!(
            "With points given, more points win: {points}. So the Scots win."
        )),
        "{text}"
    );
    assert_eq!(verdict.winner, Some(SCOTS));
}

/// One box is one box.
#[test]
fn the_morale_track_counts_in_words() {
    let battle = battle("stirling", &[]);
    let words = |morale: i8| {
        let mut p = battle.start();
        p.morale = morale;
        let tracks = battle.scene(&p, Viewer::Watcher).tracks;
        let text = tracks
            .into_iter()
            .map(|track| track.text)
            .find(|text| text.starts_with("The counter"));
        text.unwrap()
    };
    assert!(
        words(1).starts_with("The counter stands 1 box towards the Scots;"),
        "{}",
        words(1)
    );
    assert!(
        words(-2).starts_with("The counter stands 2 boxes towards the English;"),
        "{}",
        words(-2)
    );
    assert!(
        words(0).starts_with("The counter stands in the middle;"),
        "{}",
        words(0)
    );
}
