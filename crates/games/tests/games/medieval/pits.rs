//! Wolf pits: hidden from the other side, and not found by undo. MR-100, MR-101

use super::*;

/// Everything the table tells a side, in text.
fn everything_told(battle: &medieval::Battle, p: &Position, side: Side, asked: &[Choice]) -> Vec<String> {
    let (game, viewer) = (table(battle, p), Viewer::from(side));
    let mut told = vec![
        format!("{:?}", game.observe(viewer)),
        format!("{:?}", game.offers(side)),
        format!("{:?}", game.areas(viewer)),
        format!("{:?}", game.story(viewer, 0)),
    ];
    let pieces = game.scene(viewer).pieces;
    for piece in pieces.iter().filter(|p| p.side == side && p.at.is_some()).step_by(9) {
        told.push(format!("{:?}", game.destinations(side, &piece.id)));
        for hex in battle.map.hexes().step_by(61) {
            let there = There::Place(board::Place::hex(battle.map.label(hex), None));
            told.push(format!("{:?}", game.why_not(side, &piece.id, &there)));
        }
    }
    for choice in asked {
        told.push(format!("{:?}", game.check(side, &battle.write_choice(choice))));
    }
    for offer in game.offers(side).iter().take(40) {
        told.push(format!("{} {:?}", offer.choice, game.odds(side, &offer.choice)));
    }
    told
}

/// The English are told the same whether there are pits under the grass, others, or none.
#[test]
fn hidden_pits_show_in_nothing() {
    let battle = battle("bannockburn", &[("wolf_pits", "on")]);
    let universe = universe(&battle);
    let asked: Vec<Choice> = universe.iter().copied().step_by(universe.len() / 150).collect();
    let (mut compared, mut moved) = (BTreeMap::new(), 0);
    for seed in 0..3 {
        let (mut chance, mut dice) = (Chance::new(seed), Seeded::new(Seed::derived(9, seed)));
        let (mut p, mut list) = (battle.start(), Vec::new());
        let mut decisions = 0;
        while let ToAct::One(side) = battle.to_act(&p) {
            let hidden = p.pits & !p.shown;
            decisions += 1;
            // A company takes many decisions, all alike.
            let rare = matches!(p.phase, 1 | 3) || p.stack.last() == Some(&Task::Muster);
            if side == ENGLISH && hidden.count_ones() > 1 && (decisions % 53 == 0 || !rare) {
                let known = everything_told(&battle, &p, ENGLISH, &asked);
                let lowest = hidden & hidden.wrapping_neg();
                for pits in [p.pits & !hidden, p.pits & !lowest, p.pits & p.shown | lowest] {
                    let mut other = p.clone();
                    other.pits = pits;
                    assert_eq!(everything_told(&battle, &other, ENGLISH, &asked), known);
                }
                let other = battle.twin(&p, ENGLISH, &mut |n| chance.below(n)).unwrap();
                assert_eq!(other.pits.count_ones(), p.pits.count_ones());
                moved += u32::from(other.pits != p.pits);
                assert_eq!(everything_told(&battle, &other, ENGLISH, &asked), known);
                *compared.entry(p.phase).or_insert(0) += 1;
            }
            list.clear();
            battle.choices(&p, side, &mut list);
            // First the pits are dug, then both armies are taken as they stand.
            let digs = list.iter().rposition(|c| matches!(c, Choice::Pit(..)));
            let choice = match digs {
                Some(last) => list[last - chance.below(15)],
                None if p.turn == 1 && list[0] == Choice::Ready => Choice::Ready,
                None => keenly(&mut chance, &list),
            };
            battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
        }
    }
    println!("{compared:?}, {moved} with pits elsewhere");
    assert!(
        compared.len() > 3 && compared.contains_key(&1) && moved > 3,
        "{compared:?}"
    );
    let p = battle.start();
    let shown = |p: &Position, viewer| {
        let pieces = battle.scene(p, viewer).pieces;
        pieces.iter().filter(|v| v.symbol == "pit").count()
    };
    assert!(shown(&p, Viewer::from(SCOTS)) > 1);
    assert_eq!([Viewer::from(ENGLISH), Viewer::Watcher].map(|v| shown(&p, v)), [0, 0]);
}

/// Where the Scots dig shows to nobody but them, before the battle and in it. MR-100
#[test]
fn pits_are_dug_in_secret() {
    let battle = battle("bannockburn", &[("wolf_pits", "on")]);
    let told = |digs: [&str; 3]| {
        let mut game = table(&battle, &battle.start());
        for dig in digs {
            let told = game.choose(SCOTS, dig).unwrap();
            assert_eq!(told.events.len(), 1);
            game.undo(SCOTS).unwrap();
            game.choose(SCOTS, dig).unwrap();
        }
        game.choose(SCOTS, "ready").unwrap();
        let record = game.record();
        assert_eq!(record.entries[0].1, digs[0]);
        [ENGLISH.into(), Viewer::Watcher, SCOTS.into()].map(|viewer| {
            let story = game.story(viewer, 0);
            let dug = story.iter().take(3);
            let hidden = dug.filter(|entry| entry.choice.is_empty() && entry.events.is_empty());
            assert_eq!(hidden.count(), if viewer == SCOTS.into() { 0 } else { 3 });
            format!("{story:?} {:?} {:?}", game.observe(viewer), game.areas(viewer))
        })
    };
    // To leave them is a choice like the others, so that the number of choices tells nothing.
    let left = told(["pit 1021 1021", "pit 1221 1221", "pit 1222 1222"]);
    let dug = told(["pit 1021 0820", "pit 1221 1120", "pit 1222 1222"]);
    assert_eq!(left[..2], dug[..2]);
    assert_ne!(left[2], dug[2]);
    // Only their owner can ask about them, and is told why they cannot lie elsewhere.
    let game = table(&battle, &battle.start());
    let there = |hex: &str| There::Place(board::Place::hex(hex.into(), None));
    assert_eq!(game.why_not(SCOTS, "pit-1021", &there("1120")), None);
    let refusal = game.why_not(SCOTS, "pit-1021", &there("1022")).unwrap();
    assert!(refusal.code == "Setup" && refusal.why.contains("ground"), "{refusal:?}");
    assert_eq!(game.destinations(SCOTS, "pit-1021"), Ok(Vec::new()));
    for id in ["pit-1021", "pit-1120"] {
        assert_eq!(game.destinations(ENGLISH, id).unwrap_err().code, "UnknownId");
        assert_eq!(game.why_not(ENGLISH, id, &there("1120")).unwrap().code, "UnknownId");
    }
}

/// Who plays for the computer digs now here, now there, and takes every pit in hand.
#[test]
fn captains_dig_where_nobody_reckons_with_it() {
    let battle = battle("prelude", &[("wolf_pits", "on")]);
    for name in ["greedy", "marshal"] {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..8 {
            let mut captain = medieval::Battle::captain(name, Rng::new(seed)).unwrap();
            let (mut p, mut list, mut digs) = (battle.start(), Vec::new(), 0);
            while battle.to_act(&p) == ToAct::One(SCOTS) {
                list.clear();
                battle.choices(&p, SCOTS, &mut list);
                let choice = *captain.choose(&battle, &battle.known(&p, SCOTS), SCOTS, &list);
                digs += u32::from(matches!(choice, Choice::Pit(..)));
                let nothing = &mut kernel::dice::Scripted::default();
                battle.resolve(&mut p, SCOTS, &choice, nothing, &mut Quiet);
            }
            assert_eq!((digs, p.pits.count_ones(), p.dug), (3, 3, 0));
            seen.insert(p.pits);
        }
        assert!(seen.len() > 4, "{name} digs in the same places: {seen:?}");
    }
}

/// A step to where pits may lie cannot be taken back, whether there are any or not. MR-101
#[test]
fn undo_is_no_way_to_look_for_pits() {
    let setting = |pits: &str, shown: &str| {
        let text = format!(
            r#"
            phase = 3
            pits = {{ scots = ["{pits}"] }}
            pit_ground = {{ scots = ["1009", "1208", "1209"] }}
            shown_pits = [{shown}]
            units = ["I english INF0 @1211 N", "K english INF0 @2525 N"]
            "#
        );
        let setting: medieval::case::Setting = toml::from_str(&text).unwrap();
        let (battle, p) = setting.build().unwrap();
        table(&battle, &p)
    };
    let go = |game: &mut Seated<medieval::Battle>, texts: &[&str]| {
        let texts: Vec<String> = texts.iter().map(|text| text.to_string()).collect();
        game.plan(ENGLISH, &texts).unwrap().done
    };
    let told = ["1009", "1209"].map(|pits| {
        let mut game = setting(pits, "");
        assert_eq!(go(&mut game, &["activate I", "enter"]), 2);
        assert_eq!(game.undoable(ENGLISH), 2, "no pits can be on 1210");
        game.undo(ENGLISH).unwrap();
        // A plan goes no further than to the first hex where they could be.
        assert_eq!(go(&mut game, &["enter", "enter", "enter", "done"]), 2);
        let refusal = game.undo(ENGLISH).unwrap_err();
        assert!(
            refusal.code == "CannotUndo" && refusal.why.contains("could have shown"),
            "{refusal:?}"
        );
        assert_eq!(game.undoable(ENGLISH), 0);
        refusal
    });
    assert_eq!(told[0], told[1]);
    // Beyond that ground undo goes back to it.
    let mut game = setting("1009", "");
    for texts in [&["activate I", "enter", "enter"][..], &["enter"], &["enter"]] {
        go(&mut game, texts);
    }
    assert_eq!(game.undoable(ENGLISH), 1);
    // Where all of them are known nothing can come to light.
    let mut game = setting("1009", "\"1009\"");
    assert_eq!(go(&mut game, &["activate I", "enter", "enter", "enter", "enter"]), 5);
    assert_eq!(game.undoable(ENGLISH), 5);
}

/// Their owner knows where they are, so that his foot goes and comes back as it likes. MR-101
#[test]
fn the_owner_of_pits_takes_back_what_he_likes() {
    let text = r#"
        phase = 7
        pits = { scots = ["1209"] }
        pit_ground = { scots = ["1208"] }
        units = ["I scots INF0 @1210 N", "K scots INF0 @2525 N"]
        "#;
    let setting: medieval::case::Setting = toml::from_str(text).unwrap();
    let (battle, p) = setting.build().unwrap();
    let mut game = table(&battle, &p);
    let texts = ["activate I", "enter", "enter"].map(String::from);
    assert_eq!(game.plan(SCOTS, &texts).unwrap().done, 3);
    assert_eq!(game.undoable(SCOTS), 3);
}
