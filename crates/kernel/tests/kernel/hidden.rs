//! Undo is no way of probing: a step that showed something hidden, or could have, stands. On a path of nine flags under one
//! of which there may be a trap of the other side; the walker learns of it by walking there, and no die falls.

use kernel::{
    Cite, Dice, Game, GoingOn, Heading, Log, OutcomeName, Refusal, Rules, Seed, Side, Telling, ToAct, Verdict, Viewer,
    Words,
};
use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Traps lie under these flags, or nowhere.
const GROUND: RangeInclusive<u8> = 3..=6;
const END: u8 = 9;

struct Path {
    trap: Option<u8>,
    /// Whether the rules say that a step could have shown the trap. If not, the game sees only what it did show.
    careful: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Walk {
    at: u8,
    trap: Option<u8>,
    sprung: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Do {
    Step,
    Leap,
}

impl Rules for Path {
    type Position = Walk;
    type Choice = Do;
    type Event = &'static str;
    type Outcome = ();

    fn start(&self) -> Walk {
        Walk {
            at: 0,
            trap: self.trap,
            sprung: false,
        }
    }

    fn to_act(&self, p: &Walk) -> ToAct {
        match p.at < END {
            true => ToAct::One(Side::One),
            false => ToAct::Nobody,
        }
    }

    fn choices(&self, p: &Walk, side: Side, out: &mut Vec<Do>) {
        out.extend(
            [Do::Step, Do::Leap]
                .into_iter()
                .filter(|c| self.check(p, side, c).is_ok()),
        );
    }

    fn check(&self, p: &Walk, side: Side, choice: &Do) -> Result<(), Refusal> {
        let far = match choice {
            Do::Step => 1,
            Do::Leap => 2,
        };
        match self.to_act(p).includes(side) && p.at + far <= END {
            true => Ok(()),
            false => Err(Refusal::new("No", Cite("P-1"), "not now")),
        }
    }

    fn resolve(&self, p: &mut Walk, _: Side, choice: &Do, _: &mut impl Dice, log: &mut impl Log<&'static str>) {
        p.at += match choice {
            Do::Step => 1,
            Do::Leap => 2,
        };
        if self.careful && GROUND.contains(&p.at) && !p.sprung {
            log.reveal();
        }
        if p.trap == Some(p.at) {
            p.sprung = true;
            log.event(|| "A trap!");
        }
    }

    fn outcome(&self, _: &[&'static str]) {}

    fn harm(&self, (): &()) -> [i32; 2] {
        [0; 2]
    }

    fn verdict(&self, p: &Walk) -> Option<Verdict> {
        (p.at == END).then(|| Verdict {
            winner: None,
            level: "done".into(),
            score: [0; 2],
            cite: Cite::NONE,
            next: None,
        })
    }

    fn score(&self, _: &Walk) -> [i32; 2] {
        [0; 2]
    }

    fn turn(&self, _: &Walk) -> u16 {
        1
    }

    fn write_position(&self, p: &Walk, out: &mut Vec<u8>) {
        out.extend(format!("{p:?}").bytes());
    }

    fn hides(&self) -> bool {
        self.trap.is_some()
    }

    fn known<'a>(&self, p: &'a Walk, side: Side) -> Cow<'a, Walk> {
        match side == Side::One && !p.sprung {
            true => Cow::Owned(Walk {
                trap: None,
                ..p.clone()
            }),
            false => Cow::Borrowed(p),
        }
    }
}

impl Words for Path {
    fn side_name(&self, side: Side) -> &'static str {
        ["Walker", "Trapper"][side.index()]
    }

    fn write_choice(&self, choice: &Do) -> String {
        format!("{choice:?}").to_lowercase()
    }

    fn read_choice(&self, _: &Walk, _: Side, text: &str) -> Result<Do, Refusal> {
        let found = [Do::Step, Do::Leap].into_iter().find(|c| self.write_choice(c) == text);
        found.ok_or_else(|| Refusal::new("Unreadable", Cite::NONE, "what?"))
    }

    fn tell(&self, event: &&'static str, _: Viewer) -> Option<Telling> {
        Some(Telling {
            kind: "trap",
            role: kernel::TellingRole::Event,
            text: (*event).into(),
            cites: Vec::new(),
            dice: Vec::new(),
            reckoning: None,
            figures: Vec::new(),
            way: Vec::new(),
        })
    }

    fn name_outcome(&self, (): &()) -> OutcomeName {
        OutcomeName::new("done")
    }
}

fn heading() -> Heading {
    Heading {
        scenario: "path".into(),
        scenario_hash: "1".into(),
        options: Default::default(),
    }
}

fn game(trap: Option<u8>, careful: bool) -> Game<Path> {
    Game::new(Arc::new(Path { trap, careful }), heading(), Seed([3; 32]))
}

fn walk(game: &mut Game<Path>, flags: usize) {
    for _ in 0..flags {
        game.choose(Side::One, Do::Step).unwrap();
    }
}

#[test]
fn a_step_that_could_have_shown_something_stands() {
    let told = |trap| {
        let mut game = game(Some(trap), true);
        walk(&mut game, 2);
        assert_eq!(game.undoable(Side::One), 2, "nothing could be there");
        walk(&mut game, 1);
        let refusal = game.undo(Side::One).unwrap_err();
        assert_eq!((refusal.code, game.undoable(Side::One)), ("CannotUndo", 0));
        assert!(refusal.why.contains("could have shown"), "{}", refusal.why);
        refusal
    };
    // It says the same whether something was there or not.
    assert_eq!(told(3), told(6));
}

#[test]
fn beyond_the_ground_steps_are_taken_back_down_to_it() {
    let mut game = game(Some(4), true);
    walk(&mut game, 8);
    assert_eq!(game.undoable(Side::One), 4, "after the trap there is no other");
    for _ in 0..4 {
        game.undo(Side::One).unwrap();
    }
    assert_eq!(game.position().at, 4);
    assert!(game.undo(Side::One).unwrap_err().why.contains("hidden"));
}

#[test]
fn a_plan_stops_at_a_step_that_could_show_something() {
    let mut game = game(Some(6), true);
    assert_eq!(game.plan(Side::One, &[Do::Step; 5]).unwrap(), 3);
    assert_eq!(game.position().at, 3);
    // What would have been refused after it is not looked at.
    assert_eq!(
        game.plan(Side::One, &[Do::Step, Do::Leap, Do::Leap, Do::Leap, Do::Leap])
            .unwrap(),
        1
    );
    assert_eq!(game.position().at, 4);
}

#[test]
fn the_game_notices_what_was_shown_even_if_the_rules_do_not_say_it() {
    let mut game = game(Some(4), false);
    walk(&mut game, 3);
    assert_eq!(game.undoable(Side::One), 3);
    walk(&mut game, 1);
    assert_eq!(game.undoable(Side::One), 0);
    assert!(game.undo(Side::One).unwrap_err().why.contains("hidden"));
    walk(&mut game, 2);
    assert_eq!(game.undoable(Side::One), 2);
}

#[test]
fn where_nothing_is_hidden_every_step_can_be_taken_back() {
    let mut game = game(None, false);
    walk(&mut game, 8);
    assert_eq!(game.undoable(Side::One), 8);
    walk(&mut game, 1);
    assert!(game.undo(Side::One).unwrap_err().why.contains("over"));
}

#[test]
fn a_game_taken_up_again_stands_where_it_stood() {
    let mut game = game(Some(6), true);
    walk(&mut game, 5);
    game.choose(Side::One, Do::Leap).unwrap();
    let path = || {
        Arc::new(Path {
            trap: Some(6),
            careful: true,
        })
    };
    let again = Game::replay(path(), heading(), &game.record(), GoingOn::WithSeed(Seed([3; 32]))).unwrap();
    assert_eq!([&game, &again].map(|game| game.undoable(Side::One)), [1, 1]);
    let mut branch = game.fork(Seed([4; 32]));
    assert!(branch.undo(Side::One).unwrap_err().why.contains("branched"));
}
