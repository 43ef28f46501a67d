//! What a shot or a blow must be expected to do is what the resolver's own dice would show, course by course.

use kernel::odds::{Reach, walk};
use kernel::{Ratio, Rules, Side, Words};
use retinue::{Battle, Choice, Event, Position, State};
use std::collections::BTreeMap;

fn position(text: &str) -> (Battle, Position) {
    let setting: retinue::case::Setting = toml::from_str(text).expect("a setting");
    setting.build().expect("a position")
}

/// Chances by their names, parts as `NAME / PART`.
type Told = BTreeMap<String, String>;

/// What is told of a line, and the position with the commit that rolls for it.
fn told(battle: &Battle, p: &Position, side: Side, text: &str) -> (Told, Position, Choice) {
    let line = battle.read_choice(p, side, text).expect("it reads");
    let (then, commit) = battle.foresee(p, side, &line).expect("its dice fall later");
    let mut told = Told::new();
    for chance in battle.apart(&then, side, &commit) {
        for part in &chance.parts {
            told.insert(format!("{} / {}", chance.outcome, part.outcome), part.exact.to_string());
        }
        told.insert(chance.outcome.to_string(), chance.exact.to_string());
    }
    (told, then, commit)
}

/// The same by every course of the dice: how often each thing befell each figure.
fn walked(battle: &Battle, p: &Position, side: Side, commit: &Choice) -> Told {
    let mut sums: BTreeMap<String, Ratio> = BTreeMap::new();
    walk(battle, p, side, commit, (Reach::Decision, 2_000_000), |course| {
        let mut happened: Vec<String> = Vec::new();
        for who in 0..p.figures.len() as u8 {
            let name = &battle.figures[usize::from(who)].id;
            let hit = |event: &Event| match event {
                Event::Shot { at, hit, .. } => (*at == who && *hit).then_some("hit"),
                Event::Fight { ids, home, .. } => {
                    (ids.contains(&who) && home.is_some_and(|home| home != who)).then_some("struck")
                }
                _ => None,
            };
            let Some(home) = course.events.iter().find_map(hit) else {
                continue;
            };
            let wound = course.events.iter().find_map(|event| match event {
                Event::Wounded { who: at, horse, lost } if *at == who => Some((*horse, *lost)),
                _ => None,
            });
            let (horse, lost) = wound.unwrap_or((false, 0));
            let whose = if horse { "horse " } else { "" };
            happened.push(format!("{name}: {home}"));
            // A hit that takes nothing is told of whom it hit, which no event tells.
            happened.push(match lost {
                0 => format!("{name}: {home} / nothing"),
                _ => format!("{name}: {home} / {whose}loses {lost}"),
            });
            let falls = course.events.iter().any(
                |event| matches!(event, Event::Fall { who: at, fell: true, .. } | Event::FellOff(at) if *at == who),
            );
            let stuns = course
                .events
                .iter()
                .any(|event| matches!(event, Event::FallEffect { who: at, stunned: 1.., .. } if *at == who));
            if falls {
                happened.push(format!("{name}: falls"));
            }
            match course.after.figures[usize::from(who)].state {
                State::Disabled => happened.push(format!("{name}: disabled")),
                _ if stuns => happened.push(format!("{name}: falls / stunned")),
                _ => {}
            }
        }
        happened.into_iter().all(|what| {
            let sum = sums.entry(what).or_insert(Ratio::ZERO);
            let more = sum.plus(course.chance).and_then(Ratio::narrow);
            more.is_some_and(|more| {
                *sum = more;
                true
            })
        })
    })
    .expect("so many courses can be walked");
    sums.into_iter()
        .map(|(what, exact)| (what, exact.to_string()))
        .collect()
}

/// Both ways, with the hits that take nothing together.
fn agree(text: &str, line: &str) -> Told {
    let (battle, p) = position(text);
    let (told, then, commit) = told(&battle, &p, Side::One, line);
    let mut joined = Told::new();
    for (what, exact) in told {
        let name = what
            .replace("/ horse loses 0", "/ nothing")
            .replace("/ loses 0", "/ nothing");
        let read = |text: &str| Ratio::parse(text).expect("a fraction");
        let sum = joined.get(&name).map_or(Ratio::ZERO, |known| read(known));
        joined.insert(name, sum.plus(read(&exact)).expect("few digits").to_string());
    }
    assert_eq!(joined, walked(&battle, &then, Side::One, &commit), "{line}");
    joined
}

fn has(told: &Told, wanted: &[&str]) {
    for what in wanted {
        assert!(told.contains_key(*what), "{what} is not among {told:?}");
    }
}

#[test]
fn of_a_shot_at_a_man_on_foot() {
    let told = agree(
        r#"
        phase = "shooting"
        figures = ["A1 a Soldier 6 @24,10 0.0 weapons=longbow shooting=6 chit=shoot permitted", "B1 b Soldier 7 @24,28 180.0"]
        "#,
        "shot A1 B1",
    );
    assert_eq!(told["B1: hit"], "2/5");
    has(&told, &["B1: hit / loses 9", "B1: hit / nothing", "B1: disabled"]);
    assert!(!told.contains_key("B1: falls"));
}

#[test]
fn of_a_shot_at_a_rider_and_his_horse() {
    let told = agree(
        r#"
        phase = "shooting"
        figures = [
          "A1 a Soldier 6 @24,10 0.0 weapons=longbow shooting=8 chit=shoot permitted",
          "B1 b ManAtArms 7 @24,20 180.0 armour=8 stamina=7 fatigue=1 horse=riding horse-stamina=6 gait=canter moved",
        ]
        "#,
        "shot A1 B1",
    );
    has(
        &told,
        &[
            "B1: hit / horse loses 6",
            "B1: hit / loses 2",
            "B1: falls",
            "B1: falls / stunned",
            "B1: disabled",
        ],
    );
}

#[test]
fn of_a_spear_against_a_rider() {
    let told = agree(
        r#"
        phase = "melee"
        figures = [
          "A1 a Soldier 6 @20,20 0.0 weapons=long-spear",
          "B1 b ManAtArms 7 @20,21.25 180.0 armour=9 horse=warhorse gait=trot moved",
          "B2 b Soldier 6 @20,19 0.0",
        ]
        "#,
        "strike A1 B1",
    );
    has(
        &told,
        &["B1: struck", "B1: struck / horse loses 3", "B1: falls", "A1: struck"],
    );
}

/// He who lies there throws no die against it, and may be felled once more.
#[test]
fn of_a_lance_at_the_gallop() {
    let told = agree(
        r#"
        phase = "melee"
        figures = [
          "A1 a Knight 9 @20,20 0.0 armour=9 weapons=lance,sword horse=warhorse gallop=8 target=B1",
          "B1 b Soldier 6 @20,21.25 180.0 weapons=long-spear shield=small stamina=5 stunned=3",
        ]
        "#,
        "strike A1 B1",
    );
    assert_eq!(told["B1: struck"], "1");
    has(&told, &["B1: falls", "B1: falls / stunned", "B1: disabled"]);
}

/// On a stair any wound may throw him down; the stunned throw no die; from a high platform a fall is death.
#[test]
fn of_those_who_stand_high_or_lie_stunned() {
    let stair = agree(
        r#"
        phase = "melee"
        areas = ["s Stair up=0.0 18,18 22,18 22,24 18,24"]
        figures = ["A1 a Soldier 6 @20,20 0.0 weapons=axe", "B1 b Soldier 6 @20,21 180.0", "B2 b Soldier 6 @20,19 0.0"]
        "#,
        "strike A1 B1",
    );
    has(&stair, &["B1: falls", "A1: falls"]);
    let stunned = agree(
        r#"
        phase = "melee"
        figures = ["A1 a Soldier 6 @20,20 0.0 weapons=axe", "B1 b Soldier 6 @20,21 180.0 stunned=3", "B2 b Soldier 6 @20,19 0.0"]
        "#,
        "strike A1 B1",
    );
    assert_eq!(stunned["B1: struck"], "1");
    let high = agree(
        r#"
        phase = "shooting"
        areas = ["t Platform height=30 18,18 22,18 22,24 18,24"]
        figures = ["A1 a Soldier 6 @20,10 0.0 weapons=longbow shooting=8 chit=shoot permitted", "B1 b Soldier 7 @20,18.3 180.0 storey=1"]
        "#,
        "shot A1 B1",
    );
    has(&high, &["B1: falls"]);
    assert!(!high.contains_key("B1: falls / stunned"));
}
