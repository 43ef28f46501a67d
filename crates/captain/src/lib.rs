//! Computer players: what one is, and those that play every game. A captain sees what its side may see and the choices
//! on offer, and makes one. The captains of a system stand with its rules.

mod random;
mod rng;

pub use random::Random;
pub use rng::Rng;

use kernel::{Rules, Side};
use std::borrow::Cow;

/// A computer player at work in one game.
pub trait Captain<R: Rules>: Send {
    /// What it chooses: one of the candidates, of which there is at least one, or a choice of its own making. `p` is the
    /// position as `side` knows it.
    fn choose<'a>(
        &mut self,
        battle: &R,
        p: &R::Position,
        side: Side,
        candidates: &'a [R::Choice],
    ) -> Cow<'a, R::Choice>;

    /// The same with nothing listed yet: the candidates it needs are put into `list`.
    #[inline]
    fn decide<'a>(
        &mut self,
        battle: &R,
        p: &R::Position,
        side: Side,
        list: &'a mut Vec<R::Choice>,
    ) -> Cow<'a, R::Choice> {
        list.clear();
        battle.choices(p, side, list);
        self.choose(battle, p, side, list)
    }
}

/// A captain as players know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    pub name: &'static str,
    /// How it plays, for those who pick an opponent.
    pub words: &'static str,
}

pub const RANDOM: Card = Card {
    name: "random",
    words: "takes anything the rules allow",
};

pub const GREEDY: Card = Card {
    name: "greedy",
    words: "takes what looks best at once",
};

pub const MARSHAL: Card = Card {
    name: "marshal",
    words: "the strongest; plans and weighs the risk",
};

/// A captain that can be given a side.
pub struct Appointment<R: Rules> {
    pub card: Card,
    pub make: fn(Rng) -> Box<dyn Captain<R>>,
}

/// A system that has captains.
pub trait Commanded: Rules {
    /// The weakest first.
    fn captains() -> Vec<Appointment<Self>>;

    fn captain(name: &str, rng: Rng) -> Result<Box<dyn Captain<Self>>, UnknownCaptain> {
        let all = Self::captains();
        match all.iter().find(|appointment| appointment.card.name == name) {
            Some(appointment) => Ok((appointment.make)(rng)),
            None => Err(UnknownCaptain {
                name: name.into(),
                known: all.iter().map(|appointment| appointment.card.name).collect(),
            }),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no captain `{name}`; there are: {}", known.join(", "))]
pub struct UnknownCaptain {
    pub name: String,
    pub known: Vec<&'static str>,
}
