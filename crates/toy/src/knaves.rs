//! Captains that play foul, for tests: whoever takes a captain's choice must bear them.

use crate::position::Position;
use crate::rules::{Choice, Joust};
use captain::{Appointment, Captain, Card};
use kernel::Side;
use std::borrow::Cow;

pub fn knaves() -> [Appointment<Joust>; 2] {
    let craven = Card {
        name: "craven",
        words: "falls off his horse",
    };
    let cheat = Card {
        name: "cheat",
        words: "strikes himself, whatever is on offer",
    };
    [
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
