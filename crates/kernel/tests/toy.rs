//! The kernel on a game small enough to see through: both sides hide a stake, stakes are shown together, then the side
//! with the higher one climbs a ladder by small steps, which the other may interrupt, and rolls for it.
//!
//! It exercises what no open, alternating game does: hidden commits, reveals, interrupts.

use kernel::cite::{Cite, Refusal};
use kernel::face::Table;
use kernel::record::ReplayFault;
use kernel::scene::{BoardView, Destination, Offer, Scene, Telling};
use kernel::suite::{Census, Subject};
use kernel::{Dice, Game, GoingOn, Heading, Log, Outcome, Ratio, Seed, Side, System, ToAct, Verdict, Viewer, odds};
use std::sync::Arc;

struct Ladder;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Rungs {
    stakes: [Option<u8>; 2],
    climber: Option<Side>,
    steps: u8,
    /// The other side is asked whether it shakes the ladder.
    asked: bool,
    score: [i32; 2],
    round: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Stake(u8),
    Step,
    Roll,
    Shake,
    Pass,
}

#[derive(Clone, Debug)]
enum Happening {
    Staked(Side, u8),
    Shown,
    Fell,
    Reached,
}

const ROUNDS: u8 = 3;

fn refuse(why: &str) -> Result<(), Refusal> {
    Err(Refusal::new("No", Cite("L-1"), why))
}

impl System for Ladder {
    type Position = Rungs;
    type Choice = Move;
    type Event = Happening;

    fn start(&self) -> Rungs {
        Rungs {
            stakes: [None; 2],
            climber: None,
            steps: 0,
            asked: false,
            score: [0; 2],
            round: 0,
        }
    }

    fn to_act(&self, p: &Rungs) -> ToAct {
        match (p.round == ROUNDS, p.climber, p.stakes) {
            (true, ..) => ToAct::Nobody,
            (_, Some(side), _) if p.asked => ToAct::One(side.other()),
            (_, Some(side), _) => ToAct::One(side),
            (_, None, [None, None]) => ToAct::Both,
            (_, None, [None, _]) => ToAct::One(Side::One),
            (_, None, _) => ToAct::One(Side::Two),
        }
    }

    fn choices(&self, p: &Rungs, side: Side, out: &mut Vec<Move>) {
        for choice in [
            Move::Stake(1),
            Move::Stake(2),
            Move::Stake(3),
            Move::Step,
            Move::Roll,
            Move::Shake,
            Move::Pass,
        ] {
            if self.check(p, side, &choice).is_ok() {
                out.push(choice);
            }
        }
    }

    fn check(&self, p: &Rungs, side: Side, choice: &Move) -> Result<(), Refusal> {
        if !self.to_act(p).includes(side) {
            return refuse("not your turn");
        }
        match (choice, p.climber, p.asked) {
            (Move::Stake(1..=3), None, _) => Ok(()),
            (Move::Step, Some(_), false) if p.steps < 3 => Ok(()),
            (Move::Roll, Some(_), false) if p.steps > 0 => Ok(()),
            (Move::Shake | Move::Pass, Some(_), true) => Ok(()),
            _ => refuse("not now"),
        }
    }

    fn resolve(&self, p: &mut Rungs, side: Side, choice: &Move, dice: &mut impl Dice, log: &mut impl Log<Happening>) {
        match *choice {
            Move::Stake(n) => {
                p.stakes[side.index()] = Some(n);
                log.event(|| Happening::Staked(side, n));
                if let [Some(one), Some(two)] = p.stakes {
                    log.reveal();
                    log.event(|| Happening::Shown);
                    p.climber = Some(if one >= two { Side::One } else { Side::Two });
                }
            }
            Move::Step => {
                p.steps += 1;
                p.asked = p.steps == 2;
            }
            Move::Pass => p.asked = false,
            Move::Shake => {
                p.asked = false;
                p.steps = 1;
            }
            Move::Roll => {
                let die = dice.die(6);
                let high = die > p.steps;
                if high {
                    p.score[side.index()] += i32::from(p.steps);
                    log.event(|| Happening::Reached);
                } else {
                    log.event(|| Happening::Fell);
                }
                *p = Rungs {
                    score: p.score,
                    round: p.round + 1,
                    ..self.start()
                };
            }
        }
    }

    fn verdict(&self, p: &Rungs) -> Option<Verdict> {
        (p.round == ROUNDS).then(|| Verdict {
            winner: None,
            level: "done".into(),
            score: p.score,
            cite: Cite("L-2"),
            next: None,
        })
    }

    fn write_position(&self, p: &Rungs, out: &mut Vec<u8>) {
        out.extend(format!("{p:?}").bytes());
    }

    fn side_name(&self, side: Side) -> &'static str {
        ["Left", "Right"][side.index()]
    }

    fn write_choice(&self, choice: &Move) -> String {
        match choice {
            Move::Stake(n) => format!("stake {n}"),
            Move::Step => "step".into(),
            Move::Roll => "roll".into(),
            Move::Shake => "shake".into(),
            Move::Pass => "pass".into(),
        }
    }

    fn read_choice(&self, _p: &Rungs, _side: Side, text: &str) -> Result<Move, Refusal> {
        let all = [Move::Step, Move::Roll, Move::Shake, Move::Pass];
        let stakes = (0..10).map(Move::Stake);
        let found = all.into_iter().chain(stakes).find(|m| self.write_choice(m) == text);
        found.ok_or_else(|| Refusal::new("Unreadable", Cite::NONE, "what?"))
    }

    fn tell(&self, event: &Happening, viewer: Viewer) -> Option<Telling> {
        let text = match event {
            Happening::Staked(side, n) if viewer.is(*side) => format!("staked {n}"),
            Happening::Staked(..) => return None,
            other => format!("{other:?}"),
        };
        Some(Telling {
            kind: "event",
            text,
            cites: vec![Cite("L-1")],
            dice: Vec::new(),
            reckoning: None,
            figures: Vec::new(),
        })
    }

    fn outcome(&self, events: &[Happening]) -> Outcome {
        let fell = events.iter().any(|e| matches!(e, Happening::Fell));
        match fell {
            true => Outcome {
                order: 0,
                label: "fell",
                harm: 0,
                fails: true,
            },
            false => Outcome {
                order: 1,
                label: "reached",
                harm: 2,
                fails: false,
            },
        }
    }

    fn board(&self) -> BoardView {
        BoardView {
            title: "ladder".into(),
            source: String::new(),
            columns: 0,
            rows: 0,
            pushed_down: "even",
            metres_per_hex: 1,
            hexes: Vec::new(),
            sides: Vec::new(),
            roads: Vec::new(),
            streams: Vec::new(),
            places: Vec::new(),
            edges: Vec::new(),
        }
    }

    fn scene(&self, p: &Rungs, viewer: Viewer) -> Scene {
        let own = viewer.side().and_then(|s| p.stakes[s.index()]);
        Scene {
            turn: p.round.into(),
            turns: ROUNDS.into(),
            player: Side::One,
            phase: format!("{own:?} {}", p.steps),
            to_act: self.to_act(p),
            prompt: String::new(),
            pieces: Vec::new(),
            tracks: Vec::new(),
            score: p.score,
            verdict: self.verdict(p),
        }
    }

    fn offers(&self, p: &Rungs, side: Side) -> Vec<Offer> {
        let mut list = Vec::new();
        self.choices(p, side, &mut list);
        let dress = |m: &Move| Offer {
            choice: self.write_choice(m),
            kind: "move",
            label: String::new(),
            piece: None,
            target: None,
            hex: None,
            facing: None,
            company: Vec::new(),
            struck: Vec::new(),
            cost: None,
            rolls: *m == Move::Roll,
        };
        list.iter().map(dress).collect()
    }

    fn destinations(&self, _p: &Rungs, _side: Side, _piece: &str) -> Result<Vec<Destination>, Refusal> {
        Ok(Vec::new())
    }

    fn why_not(&self, _p: &Rungs, _side: Side, _piece: &str, _there: &str) -> Option<Refusal> {
        None
    }

    fn fact(&self, _p: &Rungs, _key: &str) -> Option<String> {
        None
    }
}

fn heading() -> Heading {
    Heading {
        scenario: "ladder".into(),
        scenario_hash: "1".into(),
        options: Default::default(),
    }
}

fn game() -> Game<Ladder> {
    Game::new(Arc::new(Ladder), heading(), Seed([5; 32]))
}

#[test]
fn the_suite_holds_for_hidden_commits_and_interrupts() {
    let subject = Subject {
        battle: Arc::new(Ladder),
        universe: vec![
            Move::Stake(1),
            Move::Stake(9),
            Move::Step,
            Move::Roll,
            Move::Shake,
            Move::Pass,
        ],
        invariant: &|_, p| if p.steps <= 3 { Ok(()) } else { Err("too high".into()) },
        longest: 1000,
    };
    let mut census = Census::default();
    for seed in 0..200 {
        subject.examine(seed, 6, &mut census);
        subject.play(seed, &mut census);
    }
    assert_eq!(census.games, 400);
}

#[test]
fn both_commit_in_either_order_and_a_reveal_stands() {
    let mut game = game();
    assert_eq!(game.to_act(), ToAct::Both);
    game.choose(Side::Two, Move::Stake(3)).unwrap();
    assert_eq!(game.to_act(), ToAct::One(Side::One));
    assert!(game.choose(Side::Two, Move::Stake(1)).is_err());
    // Until both have committed, a commit can be taken back, by its side alone.
    assert!(game.undo(Side::One).is_err());
    game.undo(Side::Two).unwrap();
    game.choose(Side::Two, Move::Stake(2)).unwrap();
    game.choose(Side::One, Move::Stake(1)).unwrap();
    assert_eq!(game.undo(Side::One).unwrap_err().code, "CannotUndo");
    assert_eq!(game.undoable(Side::One), 0);
}

#[test]
fn a_watcher_and_the_enemy_learn_nothing_of_a_hidden_commit() {
    let looks = |stake: u8| {
        let mut game = game();
        game.choose(Side::One, Move::Stake(stake)).unwrap();
        let see = |viewer: Viewer| {
            let table: &dyn Table = &game;
            (
                format!("{:?}", table.scene(viewer)),
                format!("{:?}", table.story(viewer)[0].events.len()),
            )
        };
        [see(Viewer::One), see(Viewer::Two), see(Viewer::Watcher)]
    };
    let (low, high) = (looks(1), looks(3));
    assert_ne!(low[0], high[0]);
    assert_eq!(low[1..], high[1..]);
}

#[test]
fn a_plan_stops_at_the_other_sides_decision_and_at_a_die() {
    let mut game = game();
    game.choose(Side::One, Move::Stake(3)).unwrap();
    game.choose(Side::Two, Move::Stake(1)).unwrap();
    // After two steps the other side is asked; the rest of the plan stays unplayed and unseen.
    let done = game
        .plan(Side::One, &[Move::Step, Move::Step, Move::Step, Move::Roll])
        .unwrap();
    assert_eq!((done, game.to_act()), (2, ToAct::One(Side::Two)));
    game.choose(Side::Two, Move::Pass).unwrap();
    let version = game.version();
    let refused = game.plan(Side::One, &[Move::Step, Move::Step]).unwrap_err();
    assert_eq!((refused.at, game.version()), (1, version));
    // What follows a die in a plan is dropped.
    assert_eq!(game.plan(Side::One, &[Move::Roll, Move::Step]).unwrap(), 1);
    assert!(game.undo(Side::One).is_err());
}

#[test]
fn odds_are_those_of_the_resolver() {
    let mut game = game();
    game.choose(Side::One, Move::Stake(3)).unwrap();
    game.choose(Side::Two, Move::Stake(1)).unwrap();
    game.choose(Side::One, Move::Step).unwrap();
    let table = odds::odds(&Ladder, game.position(), Side::One, &Move::Roll);
    let chances: Vec<(&str, Ratio)> = table.iter().map(|(o, r)| (o.label, *r)).collect();
    assert_eq!(chances, [("fell", Ratio::new(1, 6)), ("reached", Ratio::new(5, 6))]);
    game.choose(Side::One, Move::Roll).unwrap();
    let luck = game.entries().last().unwrap().luck.unwrap();
    assert_eq!(luck.expected, 1666);
    assert!(luck.got == 0 || luck.got == 2000);
}

fn played() -> Game<Ladder> {
    let mut game = game();
    while let Some(side) = game.to_act().sides().next() {
        let choice = *game.choices(side).last().unwrap();
        game.choose(side, choice).unwrap();
    }
    game
}

#[test]
fn records_replay_branch_and_give_forgery_away() {
    let game = played();
    let record = game.record();
    let replay = |record: &kernel::Record, on| Game::replay(Arc::new(Ladder), heading(), record, on).map(|g| g.hash());
    assert_eq!(replay(&record, GoingOn::No).unwrap(), game.hash());

    let rolled = record.entries.iter().position(|e| !e.2.is_empty()).unwrap();
    let mut loaded = record.clone();
    loaded.entries[rolled].2 = vec![7 - loaded.entries[rolled].2[0]];
    assert!(matches!(replay(&loaded, GoingOn::No), Err(ReplayFault::Seed { at }) if at == rolled));

    let mut other_seed = record.clone();
    other_seed.seed = Some(Seed([6; 32]).to_hex());
    assert_eq!(replay(&other_seed, GoingOn::No).unwrap_err(), ReplayFault::Commitment);

    let mut hash = record.clone();
    hash.entries[0].3 = "0".repeat(16);
    assert!(matches!(
        replay(&hash, GoingOn::No),
        Err(ReplayFault::Hash { at: 0, .. })
    ));

    let mut illegal = record.clone();
    illegal.entries[0].1 = "roll".into();
    assert!(matches!(
        replay(&illegal, GoingOn::No),
        Err(ReplayFault::Refused { at: 0, .. })
    ));

    // A branch keeps the dice that fell and goes on with its own.
    let mut start = record.clone();
    start.entries.truncate(rolled + 1);
    start.seed = None;
    let branch = Game::replay(
        Arc::new(Ladder),
        heading(),
        &start,
        GoingOn::BranchedWith(Seed([9; 32])),
    )
    .unwrap();
    let again = branch.record();
    assert_eq!(
        (again.given, again.commitment.clone()),
        (rolled + 1, Seed([9; 32]).commitment())
    );
    assert_eq!(replay(&again, GoingOn::WithSeed(Seed([9; 32]))).unwrap(), branch.hash());
    assert_eq!(
        replay(&again, GoingOn::WithSeed(Seed([8; 32]))).unwrap_err(),
        ReplayFault::Commitment
    );
}

#[test]
fn resigning_ends_it_and_shows_the_seed() {
    let mut game = game();
    assert_eq!(game.record().seed, None);
    let table: &mut dyn Table = &mut game;
    assert!(table.check(Side::Two, "resign").is_ok());
    table.choose(Side::Two, "resign").unwrap();
    assert_eq!(table.verdict().unwrap().winner, Some(Side::One));
    assert!(table.choices(Side::One).is_empty() && table.offers(Side::One).is_empty());
    assert_eq!(table.choose(Side::One, "stake 1").unwrap_err().code, "GameOver");
    assert!(table.record().seed.is_some());
    assert!(Game::replay(Arc::new(Ladder), heading(), &table.record(), GoingOn::No).is_ok());
}
