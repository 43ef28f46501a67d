//! What a unit must expect is what the resolver's own dice would show, course by course.

use board::Views;
use elements::{Battle, Choice, Event, Phase, Position, Verdict, Way};
use kernel::dice::{Branching, Scripted};
use kernel::{Game, Heading, Quiet, Ratio, Rules, Seed, Side, ToAct, Words};
use std::sync::Arc;

fn position(text: &str) -> (Battle, Position) {
    let setting: elements::case::Setting = toml::from_str(text).expect("a setting");
    setting.build().expect("a position")
}

fn heading() -> Heading {
    Heading {
        scenario: String::new(),
        scenario_hash: String::new(),
        options: Default::default(),
    }
}

/// What one unit came to in every course of the dice of `end`.
#[derive(Debug, PartialEq, Eq)]
struct Walked {
    losses: Vec<Ratio>,
    recoils: Ratio,
    /// Flees, routed, destroyed by its first test.
    breaks: [Ratio; 3],
}

fn walked(battle: &Battle, p: &Position, unit: u8) -> Walked {
    let elements = usize::from(p.unit(unit).elements);
    let mut sums = Walked {
        losses: vec![Ratio::ZERO; elements + 1],
        recoils: Ratio::ZERO,
        breaks: [Ratio::ZERO; 3],
    };
    let add = |sum: &mut Ratio, chance: Ratio| *sum = sum.plus(chance).expect("few digits");
    let ToAct::One(side) = battle.to_act(p) else {
        panic!("nobody is to act")
    };
    let mut dice = Branching::new();
    loop {
        let (mut after, mut events) = (p.clone(), Vec::new());
        battle.resolve(&mut after, side, &Choice::End, &mut dice, &mut events);
        // Whoever may follow up does, so that it comes to the tests.
        while let (Phase::Resolving, ToAct::One(side)) = (after.phase, battle.to_act(&after)) {
            let mut list = Vec::new();
            battle.choices(&after, side, &mut list);
            let Some(follows @ Choice::Follow(_)) = list.first() else {
                break;
            };
            battle.resolve(&mut after, side, follows, &mut dice, &mut events);
        }
        let chance = dice.probability().expect("few digits");
        let (mut lost, mut recoils, mut verdict) = (0, false, None);
        for event in &events {
            match event {
                // Blows of a pursuit come after the tests.
                Event::Lost(who, n) if *who == unit && verdict.is_none() => lost += usize::from(*n),
                Event::Moved { unit: who, way, .. } if *who == unit => recoils |= *way == Way::Recoils,
                Event::Morale {
                    unit: who, verdict: v, ..
                } if *who == unit => verdict = verdict.or(Some(*v)),
                _ => {}
            }
        }
        add(&mut sums.losses[lost.min(elements)], chance);
        if recoils {
            add(&mut sums.recoils, chance);
        }
        for (at, wanted) in [Verdict::Flees, Verdict::Routed, Verdict::Destroyed]
            .into_iter()
            .enumerate()
        {
            if verdict == Some(wanted) {
                add(&mut sums.breaks[at], chance);
            }
        }
        if !dice.next() {
            return sums;
        }
    }
}

/// Losses and recoils of both, and the tests of those who make theirs first. Whose enemy breaks before may be asked to pursue, and is
/// disordered if he does: that is beyond what stays as it is.
fn agree(text: &str, tested: &[u8]) {
    let (battle, p) = position(text);
    for unit in p.ids() {
        let fate = battle.combat_fate(&p, unit).expect("exact");
        let expected = walked(&battle, &p, unit);
        assert_eq!(
            (fate.losses, fate.recoils),
            (expected.losses, expected.recoils),
            "unit {unit}"
        );
        if tested.contains(&unit) {
            assert_eq!(fate.breaks, expected.breaks, "unit {unit}");
        }
    }
}

#[test]
fn of_a_small_fight() {
    agree(
        r#"
        phase = "combat"
        units = ["A1 a Pikes 4 2x2 B/III @36,20 0.0", "B1 b Knights 2 2x1 C/III @36,20 180.0 into=A1"]
        contacts = ["A1 B1 front"]
        "#,
        &[0, 1],
    );
}

#[test]
fn of_one_who_is_led_and_one_who_has_lost_already() {
    agree(
        r#"
        phase = "combat"
        units = ["A1 a Spears 2 2x1 C/III @36,20 0.0 of=4", "B1 b MenAtArms 2 2x1 B/II @36,20 180.0"]
        commanders = ["g a general with A1"]
        contacts = ["A1 B1 front"]
        "#,
        &[0, 1],
    );
}

#[test]
fn of_one_taken_in_the_flank() {
    agree(
        r#"
        phase = "combat"
        units = ["A1 a Polearms 2 1x2 C/III @36,20 0.0", "B1 b Cavalry 1 1x1 C/III @36.75,19.25 270.0 into=A1"]
        contacts = ["B1 A1 right"]
        "#,
        &[0],
    );
}

/// The line between them is diced before the blows.
#[test]
fn over_a_line_that_nobody_knows_yet() {
    agree(
        r#"
        phase = "combat"
        lines = ["hedge Unknown cover 30,20.1 42,20.1"]
        units = ["A1 a Spears 2 2x1 C/III @36,20 0.0", "B1 b Polearms 2 2x1 C/III @36,20 180.0 into=A1"]
        contacts = ["B1 A1 front"]
        "#,
        &[0],
    );
}

/// Three casualties by shooting, with and without a leader; he may fall with the elements.
#[test]
fn of_one_who_was_shot_at() {
    for commander in ["", r#"commanders = ["g a general with A1"]"#] {
        let (battle, p) = position(&format!(
            r#"
            phase = "combat"
            units = ["A1 a Spears 4 2x2 B/III @36,20 0.0 casualties=3", "B1 b Longbow 2 2x1 C/III @36,40 180.0"]
            {commander}
            "#
        ));
        let (fate, expected) = (battle.shot_fate(&p, 0).expect("exact"), walked(&battle, &p, 0));
        assert_eq!((fate.losses, fate.breaks), (expected.losses, expected.breaks));
    }
}

/// Where the whole is too much, it is said of each unit, and each part of it sums to one.
#[test]
fn a_great_fight_is_told_unit_by_unit() {
    let (battle, p) = position(
        r#"
        phase = "combat"
        units = ["A1 a Pikes 24 6x4 A/III @36,20 0.0", "B1 b Pikes 24 6x4 A/II @36.75,20 180.0"]
        contacts = ["A1 B1 front"]
        "#,
    );
    let side = Side::Two;
    let told = battle.apart(&p, side, &Choice::End);
    let losses: Vec<_> = told
        .iter()
        .filter(|chance| chance.outcome.ends_with("losses"))
        .collect();
    assert_eq!(losses.len(), 2, "{told:?}");
    for chance in losses {
        let sum = chance
            .parts
            .iter()
            .try_fold(Ratio::ZERO, |sum, part| sum.plus(part.exact));
        assert_eq!(sum, Some(Ratio::ONE));
    }
    assert!(
        told.iter().any(|chance| chance.outcome.ends_with("recoils")),
        "{told:?}"
    );
    assert!(told.iter().any(|chance| chance.outcome.ends_with("breaks")), "{told:?}");
    assert!(battle.expected_loss(&p, 0) > 1000);
    let odds = Game::new(Arc::new(battle), heading(), Seed([0; 32]))
        .at(p)
        .odds(side, "end");
    let odds = odds.expect("it may be ended");
    assert_eq!((odds.too_many, odds.outcomes), (None, told));
}

/// The side whose turn it is knows before it ends its movement or its shooting what its fights will bring: the same as the other
/// side is told, who ends the shooting.
#[test]
fn the_side_that_attacks_is_told_before_it_ends_its_phases() {
    let setting = |phase: &str| {
        position(&format!(
            r#"
            phase = "{phase}"
            units = ["A1 a Knights 4 4x1 B/III @36,20 0.0 into=B1", "B1 b Spears 8 4x2 C/III @36,20 180.0"]
            contacts = ["A1 B1 front"]
            "#
        ))
    };
    let told = |phase: &str, side: Side| {
        let (battle, p) = setting(phase);
        assert_eq!(battle.to_act(&p), ToAct::One(side));
        let odds = Game::new(Arc::new(battle), heading(), Seed([0; 32]))
            .at(p)
            .odds(side, "end");
        odds.expect("it may be ended")
    };
    let (battle, p) = setting("combat");
    let fought: Vec<String> = battle
        .apart(&p, Side::Two, &Choice::End)
        .iter()
        .map(|chance| format!("{chance:?}"))
        .collect();
    assert!(fought.len() >= 5, "{fought:?}");
    for phase in ["movement", "shooting"] {
        let odds = told(phase, Side::One);
        let list: Vec<String> = odds.outcomes.iter().map(|chance| format!("{chance:?}")).collect();
        assert_eq!(list, fought, "{phase}");
        assert_eq!(
            (odds.certain, odds.too_many, odds.foreseen.as_deref()),
            (false, None, Some("end")),
            "{phase}"
        );
    }
}

/// Before it is ordered: the drag of a charge has the exact chances of the fight that it leads to.
#[test]
fn a_charge_is_dragged_with_its_chances() {
    let (battle, mut p) = position(
        r#"
        phase = "movement"
        units = ["A1 a Knights 4 4x1 B/III @36,20 0.0", "B1 b Spears 8 4x2 C/III @36,27 180.0"]
        "#,
    );
    let there = battle
        .scene(&p, Side::One.into())
        .pieces
        .iter()
        .find(|piece| &*piece.id == "B1")
        .and_then(|piece| piece.at.clone());
    let drag = battle
        .drag(&p, Side::One, "A1", &there.expect("it stands there"))
        .expect("a charge");
    assert!(drag.choice.ends_with("contact B1"), "{drag:?}");
    let charge = battle.read_choice(&p, Side::One, &drag.choice).expect("it reads back");
    battle.resolve(&mut p, Side::One, &charge, &mut Scripted::default(), &mut Quiet);
    let fates = [0, 1].map(|unit| battle.combat_fate(&p, unit).expect("exact"));
    let losses: Vec<_> = drag
        .chances
        .iter()
        .filter(|chance| chance.outcome.ends_with("losses"))
        .collect();
    for (fate, told) in fates.iter().zip(&losses) {
        let parts: Vec<Ratio> = told.parts.iter().map(|part| part.exact).collect();
        let expected: Vec<Ratio> = fate
            .losses
            .iter()
            .copied()
            .filter(|chance| *chance != Ratio::ZERO)
            .collect();
        assert_eq!(parts, expected);
    }
    assert_eq!(losses.len(), 2, "{drag:?}");
    assert!(drag.needs.iter().any(|need| need.words.contains("losses")), "{drag:?}");
}

/// However many dice two units of 24 throw at each other, nothing is left out: chances are exact, and sum to one.
#[test]
fn two_units_of_24_are_told_whatever_they_are() {
    for (units, contact) in [
        (
            [
                "A1 a Levy 24 12x2 D/IV @36,20 0.0",
                "B1 b MenAtArms 24 12x2 A/I @36,20 180.0",
            ],
            "A1 B1 front",
        ),
        (
            [
                "A1 a Pikes 24 8x3 A/I @36,20 0.0",
                "B1 b Pikes 24 6x4 A/I @36.75,20 180.0",
            ],
            "A1 B1 front",
        ),
        (
            [
                "A1 a MenAtArms 24 12x2 A/I @36,20 0.0",
                "B1 b Levy 24 12x2 D/IV @36,21.5 0.0",
            ],
            "A1 B1 rear",
        ),
        (
            [
                "A1 a SuperiorKnights 24 12x2 A/I @36,20 0.0",
                "B1 b SkirmishBow 24 24x1 D/IV @36,20.75 0.0",
            ],
            "A1 B1 rear",
        ),
    ] {
        let (battle, p) = position(&format!(
            r#"
            phase = "combat"
            units = {units:?}
            commanders = ["g a general with A1", "h b general with B1"]
            contacts = ["{contact}"]
            "#
        ));
        for unit in p.ids() {
            let fate = battle
                .combat_fate(&p, unit)
                .unwrap_or_else(|| panic!("{units:?}: {unit}"));
            let sum = fate.losses.iter().try_fold(Ratio::ZERO, |sum, part| sum.plus(*part));
            assert_eq!(sum, Some(Ratio::ONE), "{units:?}");
            assert_eq!(battle.loss_odds(&p, unit), Some(fate.losses), "{units:?}");
        }
        let told = battle.apart(&p, Side::Two, &Choice::End);
        assert!(
            told.iter().filter(|chance| chance.outcome.ends_with("losses")).count() >= 1,
            "{told:?}"
        );
    }
}

/// Foot that may pursue: what the runners must expect is what they lose in every course of the dice that the answer sets going.
#[test]
fn of_a_pursuit_and_of_holding_back() {
    for (units, command) in [
        (
            [
                "A1 a Spears 2 2x1 B/III @36,13 0.0",
                "B1 b Spears 4 2x2 C/III @36,17.5 0.0",
            ],
            "",
        ),
        (
            [
                "A1 a Polearms 2 2x1 B/III @36,13 0.0",
                "B1 b Levy 2 2x1 D/IV @36,17.5 0.0 of=6",
            ],
            r#"commanders = ["g a general with A1"]"#,
        ),
    ] {
        let (battle, mut p) = position(&format!("units = {units:?}\n{command}"));
        let charge = battle.read_choice(&p, Side::One, "charge A1 B1").expect("it reads");
        battle.resolve(&mut p, Side::One, &charge, &mut Scripted::default(), &mut Quiet);
        // Struck in the rear it fails its test by a little, flees an inch beyond its move, and A1 is asked.
        let mut dice = Scripted::new(&[4, 4, 1]);
        battle.resolve(&mut p, Side::One, &Choice::End, &mut dice, &mut Quiet);
        for answer in [Choice::Pursue(0), Choice::Hold(0)] {
            assert_eq!(battle.check(&p, Side::One, &answer), Ok(()), "{answer:?}");
            let told = battle.apart(&p, Side::One, &answer);
            let elements = usize::from(p.unit(1).elements);
            let mut losses = vec![Ratio::ZERO; elements + 1];
            let (mut holds, mut dice) = (Ratio::ZERO, Branching::new());
            loop {
                let (mut after, mut events) = (p.clone(), Vec::new());
                battle.resolve(&mut after, Side::One, &answer, &mut dice, &mut events);
                let chance = dice.probability().expect("few digits");
                let lost: usize = events
                    .iter()
                    .map(|event| match event {
                        Event::Lost(1, n) => usize::from(*n),
                        _ => 0,
                    })
                    .sum();
                let sum = &mut losses[lost.min(elements)];
                *sum = sum.plus(chance).expect("few digits");
                if events.iter().any(|event| matches!(event, Event::Held(0))) {
                    holds = holds.plus(chance).expect("few digits");
                }
                if !dice.next() {
                    break;
                }
            }
            assert!(losses[1] != Ratio::ZERO, "it is never caught: {losses:?}");
            let part = |label: &str| told.iter().find(|chance| chance.outcome.ends_with(label));
            let expected: Vec<Ratio> = losses.into_iter().filter(|chance| *chance != Ratio::ZERO).collect();
            let parts = part(": losses").expect("losses").parts.iter().map(|part| part.exact);
            assert_eq!(parts.collect::<Vec<_>>(), expected, "{answer:?}");
            assert_eq!(
                part(": holds").map_or(Ratio::ZERO, |chance| chance.exact),
                holds,
                "{answer:?}"
            );
            assert_eq!(
                part(": pursues").map_or(Ratio::ZERO, |chance| chance.exact),
                holds.rest(),
                "{answer:?}"
            );
        }
    }
}
