//! Computer players: what one is, and those that play every game. A captain sees what its side may see and the choices
//! on offer, and makes one. The captains of a system stand with its rules.

mod level;
mod random;
mod rehearsal;
mod rng;
mod search;

pub use level::{LEVELS, Level};
pub use random::Random;
pub use rehearsal::{Rehearsal, Rehearsed};
pub use rng::Rng;
pub use search::{Budget, Objective, Paired, Raced, climb, race};

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

    /// How it came to its last choice, if it thought about it.
    fn thought(&self) -> Option<Thought> {
        None
    }

    /// What it means to choose after its last choice, if nothing comes between.
    fn ahead(&self) -> Vec<R::Choice> {
        Vec::new()
    }
}

/// The numbers behind a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// What it expects of its plan, in thousandths of a victory point, compared with how things stand or would stand without it.
    pub expects: i64,
    /// Plans weighed, or rehearsals played.
    pub evaluations: u32,
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
    words: "a sparring partner; plans each move by itself and weighs its risk",
};

/// Makes a captain with a chance of its own.
pub type Maker<R> = fn(Rng) -> Box<dyn Captain<R>>;

/// A captain that can be given a side.
pub struct Appointment<R: Rules> {
    pub card: Card,
    pub make: Maker<R>,
}

/// A captain that plays at every level.
pub trait Levelled<R: Rules>: Captain<R> + Sized + 'static {
    fn at(level: Level, rng: Rng) -> Self;

    /// All of its levels, the weakest first.
    fn levels() -> [Appointment<R>; LEVELS.len()] {
        fn make<R: Rules, C: Levelled<R>, const RANK: usize>(rng: Rng) -> Box<dyn Captain<R>> {
            Box::new(C::at(LEVELS[RANK], rng))
        }
        let makers: [Maker<R>; LEVELS.len()] = [
            make::<R, Self, 0>,
            make::<R, Self, 1>,
            make::<R, Self, 2>,
            make::<R, Self, 3>,
            make::<R, Self, 4>,
        ];
        let mut rank = 0;
        makers.map(|make| {
            rank += 1;
            Appointment {
                card: LEVELS[rank - 1].card,
                make,
            }
        })
    }
}

/// A system that has captains.
pub trait Commanded: Rules {
    /// Scripted ones, then the levels, each the weakest first.
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
