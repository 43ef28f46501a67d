//! The kernel on a game small enough to see through: both sides hide a stake, stakes are shown together, then the side
//! with the higher one climbs a ladder by small steps, which the other may interrupt, and rolls for it.
//!
//! It exercises what no open, alternating game does: hidden commits, reveals, interrupts.

use kernel::record::ReplayFault;
use kernel::{
    Cite, Dice, Game, GoingOn, Heading, Log, OutcomeName, Ratio, Refusal, Rules, Seed, Side, Telling, ToAct, Verdict,
    Viewer, Words, odds, story,
};
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
    Reached(Side),
}

const ROUNDS: u8 = 3;

fn refuse(why: &str) -> Result<(), Refusal> {
    Err(Refusal::new("No", Cite("L-1"), why))
}

impl Rules for Ladder {
    type Position = Rungs;
    type Choice = Move;
    type Event = Happening;
    /// Who got to the top, if anybody did.
    type Outcome = Option<Side>;

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
                    log.event(|| Happening::Reached(side));
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

    fn outcome(&self, events: &[Happening]) -> Option<Side> {
        events.iter().find_map(|event| match event {
            Happening::Reached(side) => Some(*side),
            _ => None,
        })
    }

    fn harm(&self, outcome: &Option<Side>) -> [i32; 2] {
        Side::BOTH.map(|side| 2 * i32::from(*outcome == Some(side.other())))
    }

    fn score(&self, p: &Rungs) -> [i32; 2] {
        p.score
    }

    fn turn(&self, p: &Rungs) -> u16 {
        p.round.into()
    }

    fn write_position(&self, p: &Rungs, out: &mut Vec<u8>) {
        out.extend(format!("{p:?}").bytes());
    }
}

impl Words for Ladder {
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
            role: kernel::TellingRole::Event,
            text,
            cites: vec![Cite("L-1")],
            dice: Vec::new(),
            reckoning: None,
            figures: Vec::new(),
            way: Vec::new(),
        })
    }

    fn name_outcome(&self, outcome: &Option<Side>) -> OutcomeName {
        match outcome {
            None => OutcomeName::failing("fell"),
            Some(_) => OutcomeName::new("reached"),
        }
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

/// A game in which the first side climbs.
fn climbing() -> Game<Ladder> {
    let mut game = game();
    game.choose(Side::One, Move::Stake(3)).unwrap();
    game.choose(Side::Two, Move::Stake(1)).unwrap();
    game
}

#[test]
fn both_commit_in_either_order_and_a_reveal_stands() {
    let mut game = game();
    assert_eq!(game.to_act(), ToAct::Both);
    game.choose(Side::Two, Move::Stake(3)).unwrap();
    // Nobody but the side itself knows that it has.
    assert_eq!((game.to_act(), game.entries().len()), (ToAct::Both, 0));
    let to_act = Viewer::ALL.map(|viewer| game.to_act_for(viewer));
    assert_eq!(to_act, [ToAct::Both, ToAct::One(Side::One), ToAct::Both]);
    assert_eq!(game.choose(Side::Two, Move::Stake(1)).unwrap_err().code, "Committed");
    // Until both have committed, a commit can be taken back, by its side alone.
    assert!(game.undo(Side::One).is_err());
    assert_eq!(
        (game.undoable(Side::Two), game.staged(Side::Two)),
        (1, &[Move::Stake(3)][..])
    );
    game.undo(Side::Two).unwrap();
    assert_eq!(game.staged(Side::Two), []);
    game.choose(Side::Two, Move::Stake(2)).unwrap();
    game.choose(Side::One, Move::Stake(1)).unwrap();
    for side in Side::BOTH {
        assert_eq!(game.undo(side).unwrap_err().code, "CannotUndo");
        assert_eq!(game.undoable(side), 0);
    }
    // Side one is entered first, whoever was first.
    let sides: Vec<Side> = game.entries().iter().map(|entry| entry.side).collect();
    assert_eq!(sides, Side::BOTH);
    assert_eq!(game.to_act(), ToAct::One(Side::Two));
}

#[test]
fn a_watcher_and_the_enemy_learn_nothing_of_a_hidden_commit() {
    let looks = |stake: Option<u8>| {
        let mut game = game();
        if let Some(stake) = stake {
            game.choose(Side::One, Move::Stake(stake)).unwrap();
        }
        let see = |viewer: Viewer| {
            let story: Vec<_> = game.entries().iter().map(|e| game.story_entry(e, viewer)).collect();
            let odds = viewer.side().map(|side| game.odds(side, "stake 2"));
            format!(
                "{:?} {:?} {} {story:?} {odds:?} {} {:?}",
                game.position_for(viewer),
                game.to_act_for(viewer),
                game.version(viewer),
                game.hash(),
                game.record(),
            )
        };
        Viewer::ALL.map(see)
    };
    let [none, low, high] = [None, Some(1), Some(3)].map(looks);
    assert!(none[0] != low[0] && low[0] != high[0]);
    assert_eq!(none[1..], low[1..]);
    assert_eq!(low[1..], high[1..]);
}

#[test]
fn what_is_told_of_a_commit_depends_on_who_asks() {
    let game = climbing();
    let told = Viewer::ALL.map(|viewer| game.story_entry(&game.entries()[0], viewer).events.len());
    assert_eq!(told, [1, 0, 0]);
}

#[test]
fn a_version_counts_what_its_viewer_can_know() {
    let mut game = game();
    let versions = |game: &Game<Ladder>| Viewer::ALL.map(|viewer| game.version(viewer));
    game.choose(Side::One, Move::Stake(1)).unwrap();
    game.undo(Side::One).unwrap();
    assert_eq!(versions(&game), [2, 0, 0]);
    game.choose(Side::Two, Move::Stake(1)).unwrap();
    assert_eq!(versions(&game), [2, 1, 0]);
    game.choose(Side::One, Move::Stake(1)).unwrap();
    // Now both commitments are entered, for everybody.
    assert_eq!(versions(&game), [5, 3, 2]);
}

#[test]
fn a_game_is_taken_up_with_what_was_committed() {
    let mut game = climbing();
    while game.to_act() != ToAct::Both {
        let ToAct::One(side) = game.to_act() else {
            panic!("it is not over");
        };
        let choice = *game.choices(side).last().unwrap();
        game.choose(side, choice).unwrap();
    }
    game.choose(Side::Two, Move::Stake(2)).unwrap();
    let moves: Vec<kernel::Move> = game
        .entries()
        .iter()
        .map(|entry| kernel::Move {
            side: entry.side,
            text: game.action_text(&entry.action),
            dice: entry.dice.clone(),
        })
        .collect();
    let staged = Side::BOTH.map(|side| game.staged(side).iter().map(|m| Ladder.write_choice(m)).collect());
    let mut again = Game::resume(Arc::new(Ladder), heading(), Seed([5; 32]), 0, &moves, &staged).unwrap();
    assert_eq!(again.staged(Side::Two), [Move::Stake(2)]);
    for game in [&mut game, &mut again] {
        assert!(!game.is_asked(Side::Two));
        game.choose(Side::One, Move::Stake(1)).unwrap();
        game.plan(Side::Two, &[Move::Step, Move::Roll]).unwrap();
    }
    assert_eq!(again.record(), game.record());
}

#[test]
fn a_plan_stops_at_the_other_sides_decision_and_at_a_die() {
    let mut game = climbing();
    // After two steps the other side is asked; the rest of the plan stays unplayed and unseen.
    let done = game
        .plan(Side::One, &[Move::Step, Move::Step, Move::Step, Move::Roll])
        .unwrap();
    assert_eq!((done, game.to_act()), (2, ToAct::One(Side::Two)));
    game.choose(Side::Two, Move::Pass).unwrap();
    let versions = |game: &Game<Ladder>| Viewer::ALL.map(|viewer| game.version(viewer));
    let before = versions(&game);
    let refused = game.plan(Side::One, &[Move::Step, Move::Step]).unwrap_err();
    assert_eq!((refused.at, versions(&game)), (1, before));
    // What follows a die in a plan is dropped.
    assert_eq!(game.plan(Side::One, &[Move::Roll, Move::Step]).unwrap(), 1);
    assert!(game.undo(Side::One).is_err());
}

#[test]
fn a_plan_of_commits_stops_where_they_are_shown() {
    let mut game = game();
    let refused = game.plan(Side::One, &[Move::Step, Move::Stake(1)]).unwrap_err();
    assert_eq!((refused.at, game.version(Viewer::One)), (0, 0));
    game.choose(Side::Two, Move::Stake(1)).unwrap();
    // The stake is shown to the other side, so what was planned after it is not held against anybody.
    assert_eq!(game.plan(Side::One, &[Move::Stake(3), Move::Shake]).unwrap(), 1);
    assert_eq!(game.entries().len(), 2);
}

#[test]
fn odds_are_those_of_the_resolver() {
    let mut game = climbing();
    game.choose(Side::One, Move::Step).unwrap();
    let before = game.position().clone();
    let table = odds::odds(&Ladder, &before, Side::One, &Move::Roll).unwrap();
    assert_eq!(table, [(None, Ratio::new(1, 6)), (Some(Side::One), Ratio::new(5, 6))]);
    let told = game.odds(Side::One, "roll").unwrap();
    let chances: Vec<(&str, Ratio, bool)> = told.outcomes.iter().map(|c| (&*c.outcome, c.exact, c.fails)).collect();
    assert_eq!(
        chances,
        [("fell", Ratio::new(1, 6), true), ("reached", Ratio::new(5, 6), false)]
    );
    assert!(game.odds(Side::One, "step").unwrap().certain);
    game.choose(Side::One, Move::Roll).unwrap();
    let at = game.entries().len() - 1;
    let luck = story::luck(&Ladder, game.thrown(at, Viewer::Watcher).unwrap(), &before).unwrap();
    assert_eq!(luck.expected, [0, 1666]);
    assert!(luck.got == [0, 0] || luck.got == [0, 2000]);
    assert!(game.thrown(0, Viewer::Watcher).is_none(), "no die fell");
}

fn played() -> Game<Ladder> {
    let mut game = game();
    while let Some(side) = Side::BOTH.into_iter().find(|side| game.is_asked(*side)) {
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

    // What both committed to is entered in one order.
    let mut swapped = record.clone();
    swapped.entries.swap(0, 1);
    assert_eq!(replay(&swapped, GoingOn::No).unwrap_err(), ReplayFault::Order { at: 0 });

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
    game.choose(Side::One, Move::Stake(1)).unwrap();
    game.resign(Side::Two).unwrap();
    assert_eq!(game.verdict().unwrap().winner, Some(Side::One));
    assert!(game.choices(Side::One).is_empty() && game.staged(Side::One).is_empty());
    assert_eq!(game.choose(Side::One, Move::Stake(1)).unwrap_err().code, "GameOver");
    assert!(game.resign(Side::One).is_err() && game.undo(Side::Two).is_err());
    let record = game.record();
    assert!(record.seed.is_some());
    assert_eq!(record.entries.len(), 1, "what was not shown never happened");
    assert!(Game::replay(Arc::new(Ladder), heading(), &record, GoingOn::No).is_ok());
}
