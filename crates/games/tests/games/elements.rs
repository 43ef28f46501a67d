//! The element game: the suite over random games, and what its positions must be.

use board::looks::Picture;
use board::table::overlaps;
use board::{Place, Pose, Views};
use elements::{Battle, Choice, Position, Step, Turn};
use games::systems::elements::open;
use games::{Options, Shelf};
use kernel::dice::Scripted;
use kernel::game::{Game, Heading};
use kernel::{Facts, Quiet, Rules, Seed, Seeded, Side, ToAct, Viewer, Words};
use seat::suite::{Census, Chance, Subject};
use std::sync::Arc;

fn battle(id: &str, options: &Options) -> Arc<Battle> {
    let opened = Shelf::standard().shelved_with(id, |source| open(source, options));
    opened.expect("a sound scenario").battle
}

fn heading() -> Heading {
    Heading {
        scenario: "test".into(),
        scenario_hash: "test".into(),
        options: Options::new(),
    }
}

/// Choices of every kind for every unit, and for two that are not there.
fn universe(battle: &Battle) -> Vec<Choice> {
    let units = 0..battle.units.len() as u8 + 2;
    let hands = [board::table::Hand::Left, board::table::Hand::Right];
    let mut all = vec![Choice::End];
    for unit in units.clone() {
        all.extend([
            Choice::Rally(unit),
            Choice::Reorder(unit),
            Choice::BreakOff(unit),
            Choice::Halt(unit),
        ]);
        all.extend([Choice::Follow(unit), Choice::Pursue(unit), Choice::Hold(unit)]);
        for (i, other) in units.clone().enumerate() {
            all.extend([Choice::Face(unit, other), Choice::Shoot(unit, other)]);
            let mut steps = vec![Step::Forward(1000 * (i as u32 % 11) + 137)];
            if i % 3 == 0 {
                steps.insert(0, Step::Wheel(hands[i % 2], 37 * i as u16));
            }
            let contact = (i % 2 == 0).then_some(other);
            all.push(Choice::Move {
                unit,
                steps: steps.into_iter().collect(),
                contact,
            });
        }
        for hand in hands {
            all.push(Choice::Pivot(unit, hand, 333));
        }
        for turn in Turn::ALL {
            let steps = [Step::Turn(turn), Step::Forward(2500)];
            all.push(Choice::Move {
                unit,
                steps: steps.into_iter().collect(),
                contact: None,
            });
        }
        all.extend((0..6).map(|files| Choice::Move {
            unit,
            steps: [Step::Form(files)].into_iter().collect(),
            contact: None,
        }));
        all.extend([-5, 9000, 24_000].map(|along| Choice::Place(unit, along)));
        let stances = [(5000, 20_000), (18_000, 30_000), (40_000, 24_000)];
        all.extend(stances.map(|(x, y)| Choice::Deploy(unit, board::table::Stance::new(x, y, 900))));
    }
    for who in 0..12 {
        let commander = |leave, to, join| Choice::Commander { who, leave, to, join };
        all.push(commander(true, Some([20_000, 20_000]), None));
        all.push(commander(false, Some([30_000, 20_000]), Some(3)));
        all.push(commander(true, None, Some(7)));
    }
    all
}

/// Whoever stands does so on the table, and not upon another; nobody has more than he came with.
fn invariant(battle: &Battle, p: &Position) -> Result<(), String> {
    let standing: Vec<u8> = p.ids().filter(|unit| p.unit(*unit).state.on_table()).collect();
    for (i, unit) in standing.iter().enumerate() {
        let (card, state, foot) = (battle.card(*unit), p.unit(*unit), battle.foot(p, *unit));
        if !battle.table.holds(&foot) {
            return Err(format!("{} is off the table", card.id));
        }
        if state.elements == 0 || state.elements > card.original || state.files == 0 || state.files > state.elements {
            return Err(format!(
                "{} has {} elements in {} files",
                card.id, state.elements, state.files
            ));
        }
        if let Some(other) = standing[..i]
            .iter()
            .find(|other| overlaps(&foot, &battle.foot(p, **other)))
        {
            return Err(format!("{} stands upon {}", card.id, battle.card(*other).id));
        }
        if battle.budget_left(p, *unit) < 0 {
            return Err(format!("{} went too far", card.id));
        }
    }
    for contact in &p.contacts {
        if battle.side_of(contact.unit) == battle.side_of(contact.target) {
            return Err("friends in contact".into());
        }
    }
    Ok(())
}

fn run(id: &str, options: &[(&str, &str)], games: u64) -> Census {
    let options: Options = options
        .iter()
        .map(|(key, value)| ((*key).into(), (*value).into()))
        .collect();
    let battle = battle(id, &options);
    let subject = Subject {
        universe: universe(&battle),
        battle,
        invariant: &invariant,
        longest: 4000,
    };
    let mut census = Census::default();
    for seed in 0..games {
        subject.examine(seed, 8, &mut census);
        subject.play(seed, &mut census);
    }
    assert_eq!(census.games, 2 * games);
    assert!(
        census.unlisted > census.decisions && 40 * census.own > census.decisions,
        "{census:?}"
    );
    census
}

#[test]
fn random_games_of_bannockburn() {
    run("elements/bannockburn", &[], games());
    run("elements/bannockburn", &[("deployment", "free")], 1);
}

#[test]
fn random_games_of_murten_where_units_are_hidden() {
    run("elements/murten", &[("pursuit_rally", "morale")], games());
    run("elements/murten", &[("deployment", "free")], 1);
}

/// How many seeds are played.
fn games() -> u64 {
    10
}

/// The example of `docs/files.md`.
fn example() -> String {
    let page = include_str!("../../../../docs/files.md");
    let (_, own) = page.split_once("## Scenarios of `elements`").expect("its section");
    let (_, text) = own.split_once("```toml").expect("an example");
    text.split_once("```").expect("its end").0.into()
}

/// The messages of a file's faults.
fn faults(text: &str) -> Vec<String> {
    let source = games::Source {
        file: "own.toml",
        text,
        map: &|_| None,
    };
    match open(&source, &Options::new()) {
        Ok(_) => Vec::new(),
        Err(games::LoadFault::File { faults, .. }) => faults.into_iter().map(|fault| fault.message).collect(),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn an_army_of_ones_own_is_counted_and_looked_at() {
    let text = example();
    assert_eq!(faults(&text), Vec::<String>::new());
    // Six knights of class B and discipline III cost 60, their general 40.
    let dear = faults(&text.replace("points = 120", "points = 99"));
    assert_eq!(dear, ["the army costs 100 points, 1 more than it may (LR-79)"]);
    let outside = faults(&text.replace("[10000, 24000, 900]", "[13000, 24000, 900]"));
    assert_eq!(outside, ["it stands outside the zone of its side"]);
    let upon = faults(
        &text
            .replace("zone = [0, 0, 12000, 48000]", "")
            .replace("[10000, 24000, 900]", "[41000, 24000, 900]"),
    );
    assert_eq!(upon, ["it stands upon F1"]);
    let paid = faults(&text.replace(
        "kinds = [[\"Longbow\", 8]]",
        "kinds = [[\"Longbow\", 8]]\npavise = true",
    ));
    assert_eq!(paid, Vec::<String>::new());
    let never = faults(&text.replace(
        "kinds = [[\"Knights\", 6]]",
        "kinds = [[\"Knights\", 6]]\nsuperior = true\npavise = true",
    ));
    assert_eq!(
        never,
        [
            "these troops are never `superior` (LR-09)",
            "these troops are never `pavise` (LR-09)"
        ]
    );
    let many = faults(&text.replace("[\"Longbow\", 8]", "[\"Longbow\", 25]"));
    assert_eq!(
        many,
        ["a unit has 1 to 24 elements, and only close combat foot mixes (LR-10, LR-11)"]
    );
    let files = faults(&text.replace("files = 3", "files = 7"));
    assert_eq!(files, ["it cannot stand in that many files (LR-05, LR-11)"]);
}

/// Wherever a piece is dragged, what is offered for it is accepted and leads where it says, or there is a reason.
#[test]
fn dragging_gives_orders_that_are_accepted() {
    let (mut orders, mut refused, mut tested, mut met) = (0, 0, 0, 0);
    for id in ["elements/bannockburn", "elements/murten"] {
        let battle = battle(id, &Options::new());
        for seed in 0..4 {
            let mut chance = Chance::new(seed);
            let mut dice = Seeded::new(Seed::derived(5, seed));
            let (mut p, mut list) = (battle.start(), Vec::new());
            for _ in 0..60 {
                let ToAct::One(side) = battle.to_act(&p) else { break };
                let scene = battle.scene(&p, side.into());
                let own: Vec<_> = scene.pieces.iter().filter(|piece| piece.side == side).collect();
                let piece = own[chance.below(own.len())];
                let to = match scene.pieces[chance.below(scene.pieces.len())].at {
                    Some(Place::Table(pose)) if chance.below(2) == 0 => pose,
                    _ => Pose {
                        x: chance.below(72_000) as i32,
                        y: chance.below(48_000) as i32,
                        angle: chance.below(3600) as u16,
                    },
                };
                match battle.drag(&p, side, &piece.id, &Place::Table(to)) {
                    Ok(drag) => {
                        let choice = battle.read_choice(&p, side, &drag.choice).unwrap();
                        assert_eq!(battle.check(&p, side, &choice), Ok(()), "{drag:?}");
                        assert!(drag.path.first() == piece.at.as_ref() || piece.role.leads(), "{drag:?}");
                        orders += 1;
                        tested += u32::from(drag.needs.iter().any(|need| need.basis_points.is_some()));
                        met += u32::from(drag.needs.iter().any(|need| need.words.starts_with("Meets")));
                    }
                    Err(refusal) => {
                        assert!(!refusal.why.is_empty());
                        refused += 1;
                    }
                }
                list.clear();
                battle.choices(&p, side, &mut list);
                let choice = list[chance.below(list.len())].clone();
                battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
            }
        }
    }
    assert!(
        orders > 40 && refused > 20 && tested > 10,
        "{orders} {refused} {tested} {met}"
    );
}

/// What is listed is a matter of the position alone (LR-81): a battle read anew, played to the same point, lists the same in the same
/// order, and so does one that has just been asked something else. Of no unit there are more than 64 orders.
#[test]
fn the_list_is_the_same_wherever_it_is_asked_for() {
    for id in ["elements/bannockburn", "elements/murten"] {
        let battles = [battle(id, &Options::new()), battle(id, &Options::new())];
        let mut dice = [0, 1].map(|_| Seeded::new(Seed::derived(8, 8)));
        let mut positions = [0, 1].map(|game: usize| battles[game].start());
        let mut chance = Chance::new(8);
        let (mut decisions, mut most) = (0, 0);
        while let ToAct::One(side) = battles[0].to_act(&positions[0]) {
            let lists = [0, 1].map(|game| {
                let (battle, p) = (&battles[game], &positions[game]);
                let mut list = Vec::new();
                if game == 1 {
                    battle.choices(p, side, &mut list);
                    let _ = (battle.offers(p, side), battle.scene(p, side.other().into()));
                    list.clear();
                }
                battle.choices(p, side, &mut list);
                list
            });
            assert_eq!(lists[0], lists[1]);
            let mut orders = std::collections::BTreeMap::<String, usize>::new();
            for choice in &lists[0] {
                let text = battles[0].write_choice(choice);
                let unit = text.split(' ').nth(1).unwrap_or_default().to_string();
                *orders.entry(unit).or_default() += usize::from(!text.starts_with("commander"));
            }
            most = most.max(orders.into_values().max().unwrap_or(0));
            let choice = lists[0][chance.below(lists[0].len())].clone();
            for game in 0..2 {
                battles[game].resolve(&mut positions[game], side, &choice, &mut dice[game], &mut Quiet);
            }
            decisions += 1;
        }
        assert!(decisions > 100 && (30..=64).contains(&most), "{decisions} {most}");
    }
}

/// Whichever place is drawn first leads to one candidate of the list or to another draw, and each candidate has one place.
#[test]
fn every_candidate_is_drawn_as_likely_as_another() {
    for id in ["elements/bannockburn", "elements/murten"] {
        let battle = battle(id, &Options::new());
        let mut chance = Chance::new(3);
        let mut dice = Seeded::new(Seed::derived(6, 6));
        let (mut p, mut list, mut drawn) = (battle.start(), Vec::new(), Vec::new());
        for _ in 0..120 {
            let ToAct::One(side) = battle.to_act(&p) else { break };
            list.clear();
            battle.choices(&p, side, &mut list);
            let (mut first, mut places) = (0, 1);
            let mut met = Vec::new();
            while first < places {
                let mut draws = 0;
                let at = battle.draw(
                    &p,
                    side,
                    &mut |n| {
                        draws += 1;
                        if draws == 1 {
                            places = n;
                            return first;
                        }
                        // The last place is that of `end`, or of one of two answers.
                        n - 1
                    },
                    &mut drawn,
                );
                if draws == 1 {
                    met.push(drawn[at].clone());
                }
                first += 1;
            }
            assert_eq!(met, list);
            let choice = list[chance.below(list.len())].clone();
            battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
        }
    }
}

/// Murten, where the two hidden bodies stand so near each other that a commander can ride from one to the other.
fn murten_close_by(options: &Options) -> Arc<Battle> {
    let near = |source: &games::Source<'_>| {
        let text = source
            .text
            .replace("at = [10000, 31000, 900]", "at = [10000, 28600, 900]");
        assert_ne!(text, source.text);
        open(&games::Source { text: &text, ..*source }, options)
    };
    let opened = Shelf::standard().shelved_with("elements/murten", near);
    opened.expect("a sound scenario").battle
}

/// Whatever the Swiss do, the story of the Burgundians and of watchers does not name those that are hidden: not where they
/// halt, not who rides to them or away.
#[test]
fn the_story_of_the_others_names_nobody_hidden() {
    let (mut halts, mut rides) = (0, 0);
    for (deployment, seed) in [("fixed", 0), ("fixed", 1), ("free", 2), ("free", 3)] {
        let options = Options::from([("deployment".into(), deployment.into())]);
        let battle = murten_close_by(&options);
        let mut chance = Chance::new(seed);
        let mut game = Game::new(battle.clone(), heading(), Seed::derived(9, seed));
        for _ in 0..400 {
            let ToAct::One(side) = game.to_act() else { break };
            let list = game.choices(side);
            // The Swiss stand still where they can, so that the hidden stay so.
            let keeps_still = |choice: &&Choice| !matches!(choice, Choice::Move { .. } | Choice::Pivot(..));
            let still: Vec<&Choice> = list.iter().filter(keeps_still).collect();
            let choice = match side {
                Side::One => still[chance.below(still.len())].clone(),
                Side::Two => list[chance.below(list.len())].clone(),
            };
            game.choose(side, choice.clone()).unwrap();
            let p = game.position();
            let is_hidden = |unit: &u8| {
                let key = format!("{}.hidden", battle.card(*unit).id);
                battle.fact(p, &key).as_deref() == Some("true")
            };
            let hidden: Vec<u8> = p.ids().filter(is_hidden).collect();
            halts += u32::from(matches!(&choice, Choice::Halt(unit) if hidden.contains(unit)));
            rides += u32::from(matches!(&choice, Choice::Commander { join: Some(unit), .. } if hidden.contains(unit)));
            for viewer in [Viewer::Two, Viewer::Watcher] {
                let told = game.story_entry(game.entries().last().unwrap(), viewer);
                let texts = told
                    .events
                    .iter()
                    .map(|event| event.text.as_str())
                    .chain([told.choice.as_str()]);
                let words: Vec<&str> = texts
                    .flat_map(|text| text.split(|c: char| !c.is_alphanumeric()))
                    .collect();
                for unit in &hidden {
                    let id = &*battle.card(*unit).id;
                    assert!(!words.contains(&id), "{id} is hidden, and {viewer:?} is told {told:?}");
                }
            }
        }
    }
    assert!(halts > 10 && rides > 5, "{halts} {rides}");
}

/// Who of them halts is not told, nor who is joined: the story is the same.
#[test]
fn orders_to_the_hidden_are_told_like_others() {
    let battle = murten_close_by(&Options::new());
    let told = |choices: &[&str]| {
        let mut game = Game::new(battle.clone(), heading(), Seed::derived(9, 9));
        for text in choices {
            let choice = battle.read_choice(game.position(), Side::One, text).unwrap();
            game.choose(Side::One, choice).unwrap();
        }
        let story = |viewer| {
            game.entries()
                .iter()
                .map(|entry| game.story_entry(entry, viewer))
                .collect::<Vec<_>>()
        };
        [Viewer::One, Viewer::Two, Viewer::Watcher].map(story)
    };
    let [hidden, seen] = [told(&["halt V4", "halt V6"]), told(&["halt V1", "halt V2"])];
    assert_eq!(hidden[1..], seen[1..]);
    assert_ne!(hidden[0], seen[0]);
    // Waldmann leads the hidden main battle: nobody sees him ride to the halberdiers.
    let ride = told(&["commander waldmann leave join V6"]);
    assert_eq!(ride[0][0].events[0].text, "Hans Waldmann moves.");
    assert!(
        ride[1..]
            .iter()
            .all(|story| story[0].choice.is_empty() && story[0].events.is_empty()),
        "{ride:?}"
    );
}

/// The suite compares what it meets by chance; here the two bodies in the wood stand elsewhere from the first turn on.
#[test]
fn where_the_hidden_stand_shows_nowhere() {
    let battle = battle("elements/murten", &Options::new());
    let mut start = battle.start();
    // The Swiss stand still, and the Burgundians are to move.
    for _ in 0..3 {
        let ToAct::One(side) = battle.to_act(&start) else {
            panic!("nobody acts")
        };
        battle.resolve(&mut start, side, &Choice::End, &mut Scripted::default(), &mut Quiet);
    }
    let told = |p: &Position| {
        let refusals: Vec<_> = universe(&battle)
            .iter()
            .map(|choice| battle.check(p, Side::Two, choice))
            .collect();
        let views = [Viewer::Two, Viewer::Watcher].map(|viewer| (battle.scene(p, viewer), battle.areas(p, viewer)));
        (
            format!("{:?}", battle.offers(p, Side::Two)),
            format!("{refusals:?} {views:?}"),
        )
    };
    let before = told(&start);
    let mut twins = 0;
    for n in 0..40 {
        let mut picks = [n % 2, 57 * n, 4000 - 91 * n].into_iter();
        if let Some(twin) = battle.twin(&start, Side::Two, &mut |most| picks.next().unwrap_or(0) % most) {
            assert_ne!(twin, start);
            assert_eq!(told(&twin), before);
            twins += 1;
        }
    }
    assert!(twins > 5, "only {twins} others");
}

/// Whoever draws a unit knows who stands where: those behind are lost first.
#[test]
fn a_unit_is_told_rank_by_rank() {
    let battle = battle("elements/murten", &Options::new());
    let mut p = battle.start();
    let unit = battle.units.iter().position(|unit| &*unit.id == "V4").expect("a unit");
    let formed = |p: &Position| {
        let scene = battle.scene(p, Viewer::One);
        let piece = scene.pieces.iter().find(|piece| &*piece.id == "V4").expect("a piece");
        let base = piece.base.clone().expect("a base");
        let formed = base.formed.expect("stands");
        (formed.files, formed.stands)
    };
    assert_eq!(formed(&p), (6, vec![(Picture::Pikes, 12), (Picture::Polearms, 12)]));
    p.units[unit].elements = 17;
    assert_eq!(formed(&p), (6, vec![(Picture::Pikes, 12), (Picture::Polearms, 5)]));
    p.units[unit].elements = 11;
    assert_eq!(formed(&p), (6, vec![(Picture::Pikes, 11)]));
}

/// Of every answer to whether foot follows up or pursues the chances can be told, in played games.
#[test]
fn no_answer_can_fall_in_too_many_ways() {
    let mut asked = 0;
    for id in ["elements/bannockburn", "elements/murten"] {
        let battle = battle(id, &Options::new());
        for seed in 0..20 {
            let mut chance = Chance::new(seed);
            let mut dice = Seeded::new(Seed::derived(seed, 4));
            let mut p = battle.start();
            while let ToAct::One(side) = battle.to_act(&p) {
                let mut listed = Vec::new();
                battle.choices(&p, side, &mut listed);
                for choice in &listed {
                    if let Choice::Follow(_) | Choice::Pursue(_) | Choice::Hold(_) = choice {
                        let text = battle.write_choice(choice);
                        let game = Game::new(battle.clone(), heading(), Seed([0; 32])).at(p.clone());
                        let odds = game.odds(side, &text).expect("it was listed");
                        assert_eq!(odds.too_many, None, "{id}, seed {seed}: {text}");
                        asked += 1;
                    }
                }
                let choice = listed[chance.below(listed.len())].clone();
                battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
            }
        }
    }
    assert!(asked > 20, "{asked} questions");
}

/// Numbers that a scenario has of its own are played by; what makes no sense among them is told with its line.
#[test]
fn numbers_of_a_scenario_s_own_are_looked_at() {
    let scenario = include_str!("../../../../data/scenarios/elements-murten.toml");
    let lines = scenario.lines().count();
    let opened = |rulings: &str| {
        let text = format!("{}\n[rulings]\n{rulings}\n", scenario.trim_end());
        let source = games::Source {
            file: "own.toml",
            text: &text,
            map: &|_| None,
        };
        match open(&source, &Options::new()) {
            Ok(opened) => Ok(opened.battle),
            Err(games::LoadFault::File { faults, .. }) => {
                let line = |fault: &kernel::Diagnostic| fault.line_column(&text).map_or(0, |(line, _)| line - lines);
                Err(faults
                    .iter()
                    .map(|fault| (line(fault), fault.message.clone()))
                    .collect::<Vec<_>>())
            }
            Err(other) => panic!("{other}"),
        }
    };
    let Ok(battle) = opened("recoil = 1000\ncommand_sub = 9000") else {
        panic!("these make sense")
    };
    assert_eq!((battle.rulings.recoil, battle.rulings.command_sub), (1000, 9000));
    assert_eq!(battle.rulings.command_general, 12_000);
    let faults = opened("recoil = 0\nwheel = 3").err().expect("these make none");
    let unknown = "there is no number `wheel` to be replaced".to_string();
    // Line 1 is the heading.
    assert_eq!(faults, [(2, "`recoil` cannot be 0".to_string()), (3, unknown)]);
}
