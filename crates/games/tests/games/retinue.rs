//! The skirmish game: the suite over random games, and what its positions must be.

use board::Views;
use board::looks::Sign;
use board::table::{Angle, Point};
use captain::{Commanded, Rng};
use games::systems::retinue::open;
use games::{Options, Shelf};
use kernel::dice::{Seed, Seeded};
use kernel::{Facts, Quiet, Rules, Side, ToAct, Viewer, Words};
use retinue::{Battle, Chit, ChitEntry, Choice, Entry, Line, MoveEntry, Pace, Position, Recovery, State, Wish};
use seat::suite::{Census, Subject};
use std::sync::Arc;

fn battle(id: &str, options: &Options) -> Arc<Battle> {
    let opened = Shelf::standard().shelved_with(id, |source| open(source, options));
    opened.expect("a sound scenario").battle
}

/// Commits of every kind for every figure, and for two that are not there.
fn universe(battle: &Battle) -> Vec<Choice> {
    let figures = battle.figures.len() as u8 + 2;
    let mut all = vec![Choice::Pass, Choice::Ready];
    for unit in 0..battle.units.len() as u8 + 1 {
        all.push(Choice::Shooters(vec![Wish::Signal(unit)]));
    }
    for who in 0..figures {
        all.push(Choice::Shooters(vec![Wish::Shoots(who)]));
        for chit in Chit::ALL {
            let ready = (who % 3 == 0).then_some(1);
            let what = ChitEntry {
                chit: *chit,
                ready,
                line: None,
            };
            all.push(Choice::Chits(vec![Entry { who, what }]));
        }
        for (step, pace) in [Pace::Half, Pace::Walk, Pace::Run].into_iter().enumerate() {
            let to = Point::new(1000 * (i32::from(who) % 40), 3000 + 7000 * step as i32);
            all.push(Choice::Moves(vec![Entry {
                who,
                what: MoveEntry::Path(pace, vec![to], None),
            }]));
            all.push(Choice::Moves(vec![Entry {
                who,
                what: MoveEntry::At(pace, (who + 7) % figures, None),
            }]));
        }
        all.push(Choice::Moves(vec![Entry {
            who,
            what: MoveEntry::Face(Angle::new(137)),
        }]));
        all.push(Choice::Line(Line::Leave(who)));
        all.push(Choice::Line(Line::Wish(Wish::Shoots(who))));
        let facing = MoveEntry::Face(Angle::new(137));
        all.push(Choice::Line(Line::Move(Entry { who, what: facing })));
        let what = ChitEntry {
            chit: Chit::Shoot,
            ready: None,
            line: None,
        };
        all.push(Choice::Line(Line::Chit(Entry { who, what })));
        for other in (0..figures).step_by(5) {
            all.push(Choice::Line(Line::Shot(Entry { who, what: other })));
            all.push(Choice::Line(Line::Strike(Entry { who, what: other })));
            all.push(Choice::Shots(vec![Entry { who, what: other }]));
            all.push(Choice::Strikes(vec![Entry { who, what: other }]));
        }
    }
    all
}

/// Friends do not stand upon each other, nobody has more than he came with, whoever is on his feet is on the table.
fn invariant(battle: &Battle, p: &Position) -> Result<(), String> {
    let standing: Vec<usize> = (0..p.figures.len())
        .filter(|at| p.figures[*at].state.stands())
        .collect();
    for (i, at) in standing.iter().enumerate() {
        let (card, figure) = (&battle.figures[*at], &p.figures[*at]);
        if !battle.table.holds(&figure.at) {
            return Err(format!("{} is off the table", card.id));
        }
        if figure.stamina <= 0 || figure.stamina > card.stamina {
            return Err(format!("{} stands with {} stamina", card.id, figure.stamina));
        }
        let upon = |other: &&usize| {
            let there = &p.figures[**other];
            let least = i64::from(figure.radius() + there.radius() - 2);
            there.storey == figure.storey && figure.at.squared(there.at) < least * least
        };
        if let Some(other) = standing[..i].iter().find(upon) {
            return Err(format!("{} stands upon {}", card.id, battle.figures[*other].id));
        }
    }
    for (card, figure) in battle.figures.iter().zip(&p.figures) {
        if figure.state == State::Disabled && figure.horse.is_some() {
            return Err(format!("{} lies on a horse", card.id));
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
        longest: 20_000,
    };
    let mut census = Census::default();
    for seed in 0..games {
        subject.examine(seed, 8, &mut census);
        subject.play(seed, &mut census);
    }
    assert_eq!(census.games, 2 * games);
    assert!(
        census.unlisted > census.decisions && 50 * census.own > census.decisions,
        "{census:?}"
    );
    census
}

#[test]
fn random_games_of_the_kings_axe() {
    run("retinue/bruce-and-de-bohun", &[], 4);
}

#[test]
fn random_games_at_the_mill() {
    run("retinue/mill", &[("shield_arc", "off"), ("still_pavise", "off")], 8);
}

/// What is listed is a matter of what the side knows alone (TR-64): a battle read anew, played to the same point, lists the same in
/// the same order, and so does one that has just been asked something else.
#[test]
fn the_list_is_the_same_wherever_it_is_asked_for() {
    for id in ["retinue/bruce-and-de-bohun", "retinue/mill"] {
        let battles = [battle(id, &Options::new()), battle(id, &Options::new())];
        let mut dice = [0, 1].map(|_| Seeded::new(Seed::derived(8, 8)));
        let mut positions = [0, 1].map(|game: usize| battles[game].start());
        let mut rng = Rng::new(8);
        let (mut decisions, mut longest) = (0, 0);
        while let Some(side) = Side::BOTH
            .into_iter()
            .find(|side| battles[0].to_act(&positions[0]).includes(*side))
        {
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
            longest = longest.max(lists[0].len());
            let choice = lists[0][rng.below(lists[0].len())].clone();
            for game in 0..2 {
                battles[game].resolve(&mut positions[game], side, &choice, &mut dice[game], &mut Quiet);
            }
            decisions += 1;
        }
        assert!(decisions > 100 && longest > 20, "{decisions} {longest}");
    }
}

/// Whatever a side can ask of a position has the same answer in one that it cannot tell from it.
#[test]
fn what_the_other_side_rolled_shows_nowhere() {
    let battle = battle("retinue/bruce-and-de-bohun", &Options::new());
    let mut rng = Rng::new(7);
    let mut dice = Seeded::new(Seed::derived(7, 0));
    let mut p = battle.start();
    let mut twins = 0;
    while battle.to_act(&p) != ToAct::Nobody {
        for side in Side::BOTH {
            let asked = |p: &Position| {
                let mut listed = Vec::new();
                battle.choices(p, side, &mut listed);
                let refused: Vec<_> = universe(&battle)
                    .iter()
                    .step_by(11)
                    .map(|c| battle.check(p, side, c))
                    .collect();
                let seen = (
                    battle.scene(p, side.into()),
                    battle.offers(p, side),
                    battle.areas(p, side.into()),
                );
                let known = battle.known(p, side).into_owned();
                format!("{listed:?} {refused:?} {seen:?} {:?} {known:?}", battle.to_act(p))
            };
            if let Some(twin) = battle.twin(&p, side, &mut |n| rng.below(n)) {
                assert_eq!(asked(&twin), asked(&p));
                twins += usize::from(twin != p);
            }
        }
        let side = Side::BOTH
            .into_iter()
            .find(|side| battle.to_act(&p).includes(*side))
            .expect("somebody");
        let mut listed = Vec::new();
        battle.choices(&p, side, &mut listed);
        let choice = listed[rng.below(listed.len())].clone();
        battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
    }
    assert!(twins > 10, "{twins} twins");
}

/// Whether an order until a signal has been activated is its owner's secret (TC-20): the other side is told the same, and the same
/// sides are asked, turn after turn (RT-17).
#[test]
fn whether_a_signal_was_obeyed_shows_nowhere() {
    let battle = battle("retinue/bruce-and-de-bohun", &Options::new());
    let unit = battle.find_unit("small-folk").expect("a unit that waits for a signal");
    assert_eq!(battle.units[usize::from(unit)].side, Side::Two);
    let told = |activated: u16| {
        let mut p = battle.start();
        p.units[usize::from(unit)].activated = activated;
        let mut dice = Seeded::new(Seed::derived(5, 0));
        let mut told = Vec::new();
        while p.turn < 4 {
            let to_act = battle.to_act(&p);
            told.push(format!(
                "{to_act:?} {:?} {:?} {:?}",
                battle.known(&p, Side::One),
                battle.scene(&p, Viewer::One),
                battle.scene(&p, Viewer::Watcher),
            ));
            let side = Side::BOTH
                .into_iter()
                .find(|side| to_act.includes(*side))
                .expect("somebody");
            battle.resolve(&mut p, side, &Choice::Pass, &mut dice, &mut Quiet);
        }
        told
    };
    let [waits, obeyed] = [told(0), told(1)];
    assert!(waits.len() > 6, "{} decisions", waits.len());
    assert!(waits == obeyed, "an activated order shows");
}

/// The greedy captain beats the random one, and comes to blows.
#[test]
fn a_captain_fights() {
    for id in ["retinue/bruce-and-de-bohun", "retinue/mill"] {
        let battle = battle(id, &Options::new());
        let mut margin = 0;
        for seed in 0..6 {
            let greedy = Side::BOTH[seed as usize % 2];
            let mut captains = Side::BOTH.map(|side| {
                let name = if side == greedy { "greedy" } else { "random" };
                Battle::captain(name, Rng::new(seed)).unwrap_or_else(|fault| panic!("{fault}"))
            });
            let mut dice = Seeded::new(Seed::derived(seed, 3));
            let mut p = battle.start();
            while let Some(side) = Side::BOTH.into_iter().find(|side| battle.to_act(&p).includes(*side)) {
                let mut listed = Vec::new();
                battle.choices(&p, side, &mut listed);
                let known = battle.known(&p, side).into_owned();
                let choice = captains[side.index()]
                    .choose(&battle, &known, side, &listed)
                    .into_owned();
                assert_eq!(
                    battle.check(&p, side, &choice),
                    Ok(()),
                    "{}",
                    battle.write_choice(&choice)
                );
                battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
            }
            let score = battle.score(&p);
            margin += score[greedy.index()] - score[greedy.other().index()];
        }
        assert!(margin > 0, "{id}: {margin}");
    }
}

#[test]
fn a_hit_chart_of_ones_own_is_looked_at() {
    let text = include_str!("../../../../data/scenarios/retinue-mill.toml");
    let lines = text.lines().count();
    let faults = |chart: &str| {
        let text = format!("{text}\n[chart]\n{chart}\n");
        let source = games::Source {
            file: "own.toml",
            text: &text,
            map: &|_| None,
        };
        match open(&source, &Options::new()) {
            Ok(_) => Vec::new(),
            Err(games::LoadFault::File { faults, .. }) => {
                let line = |fault: &kernel::Diagnostic| fault.line_column(&text).map(|(line, _)| line - lines);
                faults
                    .iter()
                    .map(|fault| (line(fault), fault.message.clone()))
                    .collect()
            }
            Err(other) => panic!("{other}"),
        }
    };
    let sound = "columns = [9000, 30000]\nrows = { 1 = [6, 0], 2 = [5, 9] }";
    assert_eq!(faults(sound), []);
    // Line 1 is empty, line 2 the heading.
    let easier = faults("columns = [9000, 30000]\n[chart.rows]\n2 = [5, 5]\n1 = [6, 5]");
    let why = "E_CHART: skill 1 hits more easily in column 2 than in the one before";
    assert_eq!(easier, [(Some(6), why.to_string())]);
    let shrinking = faults("columns = [9000, 3000]\nrows = { 1 = [6, 7] }");
    assert_eq!(
        shrinking,
        [(
            Some(3),
            "E_CHART: the ranges of the columns grow to the right".to_string()
        )]
    );
}

/// A chart that stands in a file of its own, beside the scenario that names it.
#[test]
fn a_hit_chart_in_a_file_of_its_own_is_played_by() {
    let standard = include_str!("../../../../data/tables/retinue-hits.toml");
    let mill = include_str!("../../../../data/scenarios/retinue-mill.toml");
    let named = mill.replacen("turns = ", "chart = \"my-hits\"\nturns = ", 1);
    assert_ne!(named, mill);
    let opened = |text: &str, chart: Option<String>| {
        let source = games::Source {
            file: "own.toml",
            text,
            map: &|name| chart.clone().filter(|_| name == "my-hits"),
        };
        open(&source, &Options::new())
    };
    let hits = |chart: &str| {
        let opened = opened(&named, Some(chart.into())).expect("sound");
        assert_eq!(opened.texts, [named.clone(), chart.to_string()]);
        let p = opened.battle.start();
        let fact = |key| opened.battle.fact(&p, key).expect("a number of the chart");
        ["chart.10.1", "chart.1.1", "chart.1.12"].map(fact)
    };
    assert_eq!(hits(standard), ["2", "8", "none"]);
    assert_eq!(
        hits(
            &standard
                .replace("1 = [8, 8,", "1 = [9, 9,")
                .replace("10 = [2,", "10 = [1,")
        ),
        ["1", "9", "none"]
    );
    // Its faults are told where they are: in the chart, not in the scenario.
    let told = |text: &str, chart: Option<String>| match opened(text, chart) {
        Err(games::LoadFault::File { file, text, faults }) => {
            let line = |fault: &kernel::Diagnostic| fault.line_column(&text).map_or(0, |(line, _)| line);
            (
                file,
                faults
                    .iter()
                    .map(|fault| (line(fault), fault.message.clone()))
                    .collect::<Vec<_>>(),
            )
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it is not sound"),
    };
    let wrong = standard.replace("8 = [3, 4,", "8 = [3, 2,");
    let line = |text: &str, start: &str| 1 + text.lines().position(|line| line.starts_with(start)).expect("a line");
    let why = "E_CHART: skill 8 hits more easily in column 2 than in the one before".to_string();
    let (file, faults) = told(&named, Some(wrong.clone()));
    assert_eq!(
        (file.as_str(), &faults[0]),
        ("my-hits.toml", &(line(&wrong, "8 ="), why))
    );
    let missing = "there is no hit chart `my-hits`".to_string();
    assert_eq!(
        told(&named, None),
        ("own.toml".into(), vec![(line(&named, "chart ="), missing)])
    );
    let both = format!("{named}\n[chart]\ncolumns = [9000]\nrows = {{ 1 = [6] }}\n");
    let why = "the scenario has a hit chart and names another".to_string();
    let twice = told(&both, Some(standard.into()));
    assert_eq!(twice, ("own.toml".into(), vec![(line(&both, "chart ="), why)]));
}

/// Of every shot and every blow of a played game the chances can be told.
#[test]
fn no_shot_and_no_blow_can_fall_in_too_many_ways() {
    let mut asked = [0; 2];
    for (id, seeds) in [("retinue/bruce-and-de-bohun", 0..2), ("retinue/mill", 0..8)] {
        let battle = battle(id, &Options::new());
        for seed in seeds {
            let mut rng = Rng::new(seed);
            let mut dice = Seeded::new(Seed::derived(seed, 2));
            let mut p = battle.start();
            while let Some(side) = Side::BOTH.into_iter().find(|side| battle.to_act(&p).includes(*side)) {
                let mut listed = Vec::new();
                battle.choices(&p, side, &mut listed);
                let rolls = listed.iter().filter_map(|choice| match choice {
                    Choice::Line(Line::Shot(_)) => Some((0, choice)),
                    Choice::Line(Line::Strike(_)) => Some((1, choice)),
                    _ => None,
                });
                for (kind, choice) in rolls.take(2) {
                    let text = battle.write_choice(choice);
                    let game = kernel::Game::new(battle.clone(), heading(), Seed([0; 32])).at(p.clone());
                    let odds = game.odds(side, &text).expect("it was listed");
                    assert_eq!(odds.too_many, None, "{id}, seed {seed}: {text}");
                    asked[kind] += 1;
                }
                let choice = listed[rng.below(listed.len())].clone();
                battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
            }
        }
    }
    assert!(asked[0] > 40 && asked[1] > 4, "{asked:?} questions");
}

fn heading() -> kernel::Heading {
    kernel::Heading {
        scenario: "retinue".into(),
        scenario_hash: String::new(),
        options: Options::new(),
    }
}

/// Whoever dies is missing from the next fight, and somebody else leads.
#[test]
fn a_series_of_fights_with_the_same_men() {
    let mut options = Options::new();
    let mut fights = 0;
    for seed in 0..6 {
        let battle = battle("retinue/mill", &options);
        let absent: Vec<&str> = options.get("absent").map_or(Vec::new(), |ids| ids.split(',').collect());
        assert!(absent.iter().all(|id| battle.find(id).is_none()));
        let mut rng = Rng::new(seed);
        let mut dice = Seeded::new(Seed::derived(seed, 9));
        let mut p = battle.start();
        for unit in &p.units {
            assert!(usize::from(unit.leader) < p.figures.len(), "a unit without a leader");
        }
        while let Some(side) = Side::BOTH.into_iter().find(|side| battle.to_act(&p).includes(*side)) {
            let mut listed = Vec::new();
            battle.choices(&p, side, &mut listed);
            let choice = listed[rng.below(listed.len())].clone();
            battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
        }
        let verdict = battle.verdict(&p).expect("it is over");
        let Some(next) = verdict.next else { break };
        assert_eq!(next.scenario, "retinue/mill");
        let dead = p
            .figures
            .iter()
            .filter(|figure| figure.recovery == Recovery::Dies)
            .count();
        let missing = next.options.get("absent").map_or(0, |ids| ids.split(',').count());
        assert_eq!(missing, absent.len() + dead);
        options = next.options;
        fights += 1;
    }
    assert!(fights > 1 && !options.is_empty(), "nobody died in {fights} fights");
}

/// When it is over, nobody shows what he was told last.
#[test]
fn the_field_is_bare_of_orders_when_a_fight_is_over() {
    let told = [Sign::Chit, Sign::March, Sign::Letter, Sign::Attack];
    let battle = battle("retinue/mill", &Options::new());
    let mut rng = Rng::new(3);
    let mut dice = Seeded::new(Seed::derived(3, 9));
    let mut p = battle.start();
    let shows = |p: &Position| {
        let scene = battle.scene(p, Viewer::One);
        let mut badges = scene.pieces.iter().flat_map(|piece| &piece.badges);
        badges.any(|badge| told.contains(&badge.sign))
    };
    let mut before = 0;
    while let Some(side) = Side::BOTH.into_iter().find(|side| battle.to_act(&p).includes(*side)) {
        let mut listed = Vec::new();
        battle.choices(&p, side, &mut listed);
        let choice = listed[rng.below(listed.len())].clone();
        battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
        before += u32::from(battle.verdict(&p).is_none() && shows(&p));
    }
    assert!(before > 10 && !shows(&p), "{before}");
}

#[test]
fn whoever_is_absent_must_be_known() {
    let options = Options::from([("absent".into(), "X99".into())]);
    let opened = Shelf::standard().shelved_with("retinue/mill", |source| open(source, &options));
    assert!(opened.is_err());
}

/// His card tells everything about him; what his unit was told before the battle, only his own side.
#[test]
fn a_figure_s_card_tells_what_he_is() {
    let battle = battle("retinue/mill", &Options::new());
    let mut p = battle.start();
    let on_a_card = |p: &Position, viewer: Viewer, id: &str| -> Vec<(&'static str, String)> {
        let scene = battle.scene(p, viewer);
        let piece = scene.pieces.iter().find(|piece| &*piece.id == id).expect("a figure");
        let ratings = piece.ratings.iter();
        ratings.map(|rating| (rating.name, rating.value.to_string())).collect()
    };
    let told = |p: &Position, viewer: Viewer, id: &str, name: &str| -> Option<String> {
        let all = on_a_card(p, viewer, id);
        all.into_iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value)
    };
    let some = |text: &str| Some(text.to_string());
    for (viewer, sees) in [
        (Viewer::One, [true, false]),
        (Viewer::Two, [false, true]),
        (Viewer::Watcher, [false; 2]),
    ] {
        let orders = ["M10", "H10"].map(|id| told(&p, viewer, id, "standing order"));
        let expected = [
            "attack until losses reach 2; in force",
            "defend until an enemy is within 12 in; in force",
        ];
        assert_eq!(
            orders,
            [0, 1].map(|side| sees[side].then(|| expected[side].to_string()))
        );
    }
    let company = battle
        .units
        .iter()
        .position(|unit| &*unit.id == "company")
        .expect("a unit");
    p.units[company].activated = 3;
    let ended = "attack until losses reach 2; ended in turn 3";
    assert_eq!(told(&p, Viewer::One, "M15", "standing order"), some(ended));
    let id = |who: &retinue::Card| who.id.to_string();
    let mut seen = [false; 4];
    for (who, card) in battle.figures.iter().enumerate() {
        let all = on_a_card(&p, Viewer::Two, &id(card));
        let fighting = ("fighting skill", card.fighting.to_string());
        assert!(all.contains(&fighting));
        let traits: Vec<String> = all
            .iter()
            .filter(|(name, _)| *name == "trait")
            .map(|(_, value)| value.clone())
            .collect();
        let own = retinue::Trait::ALL.iter().filter(|known| card.traits.has(**known));
        assert_eq!(traits, own.map(|known| known.name().to_string()).collect::<Vec<_>>());
        let mate = battle
            .figures
            .get(usize::from(card.team))
            .map(|mate| mate.name.to_string());
        assert_eq!(told(&p, Viewer::Two, &id(card), "team mate"), mate);
        let figure = &p.figures[who];
        let storey = (figure.storey > 0).then(|| figure.storey.to_string());
        assert_eq!(told(&p, Viewer::Two, &id(card), "storey"), storey);
        let command = if figure.in_command { "yes" } else { "no" };
        assert_eq!(told(&p, Viewer::Two, &id(card), "in command"), some(command));
        let met = [
            !traits.is_empty(),
            mate.is_some(),
            figure.in_command,
            !figure.in_command,
        ];
        seen.iter_mut().zip(met).for_each(|(seen, met)| *seen |= met);
    }
    assert_eq!(seen, [true; 4], "traits, a team, men in command and out of it");
}

/// Numbers that a scenario has of its own are played by; what makes no sense among them is told with its line.
#[test]
fn numbers_of_a_scenario_s_own_are_looked_at() {
    let scenario = include_str!("../../../../data/scenarios/retinue-mill.toml");
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
    let Ok(battle) = opened("throw = 8000\nlead = 5") else {
        panic!("these make sense")
    };
    assert_eq!((battle.rulings.throw, battle.rulings.lead), (8000, 5));
    assert_eq!(battle.rulings.gallop, 6000);
    let faults = opened("lead = 0\nwheel = 3").err().expect("these make none");
    let unknown = "there is no number `wheel` to be replaced".to_string();
    // Line 1 is the heading.
    assert_eq!(faults, [(2, "`lead` cannot be 0".to_string()), (3, unknown)]);
}
