//! Captains that play foul, for tests: whoever takes a captain's choice must bear them.

use crate::position::Position;
use crate::rules::{Choice, Joust};
use captain::{Appointment, Captain, Card, Stop};
use kernel::Side;
use std::borrow::Cow;

pub fn knaves() -> [Appointment<Joust>; 3] {
    let craven = Card {
        name: "craven",
        words: "falls off his horse",
    };
    let cheat = Card {
        name: "cheat",
        words: "strikes himself, whatever is on offer",
    };
    let dreamer = Card {
        name: "dreamer",
        words: "never comes to an end, unless he is told to",
    };
    [
        Appointment {
            card: dreamer,
            make: |_| Box::new(Dreamer::default()),
        },
        Appointment {
            card: craven,
            make: |_| Box::new(Craven),
        },
        Appointment {
            card: cheat,
            make: |_| Box::new(Cheat),
        },
    ]
}

struct Craven;

impl Captain<Joust> for Craven {
    fn choose<'a>(&mut self, _: &Joust, _: &Position, _: Side, _: &'a [Choice]) -> Cow<'a, Choice> {
        panic!("a captain that crashes")
    }
}

struct Cheat;

impl Captain<Joust> for Cheat {
    fn choose<'a>(&mut self, _: &Joust, _: &Position, _: Side, _: &'a [Choice]) -> Cow<'a, Choice> {
        Cow::Owned(Choice::Strike(0, 0))
    }
}

#[derive(Default)]
struct Dreamer(Stop);

impl Captain<Joust> for Dreamer {
    fn choose<'a>(&mut self, _: &Joust, _: &Position, _: Side, candidates: &'a [Choice]) -> Cow<'a, Choice> {
        while !self.0.is_set() {
            std::hint::spin_loop();
        }
        Cow::Borrowed(&candidates[0])
    }

    fn heed(&mut self, stop: &Stop) {
        self.0 = stop.clone();
    }
}
