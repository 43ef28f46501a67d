//! Computer players: what one is, and those that play every game. A captain sees what its side may see and the choices
//! on offer, and makes one. The captains of a system stand with its rules.

mod chance;
mod level;
mod random;
mod rehearsal;
mod rng;
mod rollout;
mod search;
mod stop;

pub use chance::{CERTAIN, chance};
pub use level::{LEVELS, Level, Slips};
pub use random::Random;
pub use rehearsal::{Rehearsal, Rehearsed};
pub use rng::Rng;
pub use rollout::{Profile, Rollout, Rollouts};
pub use search::{Budget, Climbed, FEWEST, Objective, Paired, Raced, climb, race};
pub use stop::Stop;

use kernel::{Rules, Side};
use std::borrow::Cow;

/// What is taken instead of a choice that is not allowed: to make one is a fault of the captain, but no reason to leave the game.
fn refused<'a, C: Clone + std::fmt::Debug>(candidates: &'a [C], choice: &C) -> Cow<'a, C> {
    debug_assert!(false, "not allowed: {choice:?}");
    Cow::Borrowed(&candidates[candidates.len() - 1])
}

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

    /// From now on it stops thinking when it is told to. Who decides at once need not listen.
    fn heed(&mut self, _stop: &Stop) {}

    /// How it came to its last choice, if it thought about it.
    fn thought(&self) -> Option<Thought> {
        None
    }

    /// What it means to choose after its last choice, if nothing comes between.
    fn ahead(&self) -> Vec<R::Choice> {
        Vec::new()
    }

    /// The last choice, which was made in this position, and all that it means to choose after it for other pieces too, if nothing comes
    /// between.
    fn intends(&self, _battle: &R, _p: &R::Position, _side: Side, last: &R::Choice) -> Vec<R::Choice> {
        std::iter::once(last.clone()).chain(self.ahead()).collect()
    }
}

/// The numbers behind a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// What it expects of its plan, in thousandths of a victory point, compared with how things stand or would stand without it.
    pub expects: i64,
    /// Plans weighed, or battles rehearsed, for this choice and for what was decided with it.
    pub evaluations: u32,
    /// How they ended, where all of them were battles rehearsed to the end.
    pub ended: Option<Ended>,
}

/// How battles ended for a side; the others were lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    pub won: u32,
    pub drawn: u32,
}

impl Ended {
    /// One more, won by this side or by nobody.
    fn with(mut self, winner: Option<Side>, side: Side) -> Ended {
        match winner {
            Some(winner) => self.won += u32::from(winner == side),
            None => self.drawn += 1,
        }
        self
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

    /// Whose player turn it is, where sides take turns.
    fn player(&self, _p: &Self::Position) -> Option<Side> {
        None
    }

    /// What a position is told by where the chance of winning is fitted to games; nothing where it is not.
    const FEATURES: &'static [&'static str] = &[];

    /// These of a position that a side knows, in thousandths, appended: the other side's are the same with the other sign. They are told
    /// as if the side had so many points more; no feature changes with these but in proportion to them.
    fn measure(&self, _p: &Self::Position, _side: Side, _given: i32, _out: &mut Vec<i64>) {}

    /// The lead in points that the first side needs to win.
    const LEAD_ASKED: i32 = 1;

    /// What each feature counts, as fitted, in thousandths; as many as there are features.
    const WEIGHTS: &'static [i64] = &[];

    /// The chance that a side wins from here, in millionths, where it has been fitted. What is over is certain.
    fn chance(&self, p: &Self::Position, side: Side) -> Option<i64> {
        if Self::WEIGHTS.is_empty() {
            return None;
        }
        if let Some(verdict) = self.verdict(p) {
            return Some(match verdict.winner {
                Some(winner) if winner == side => CERTAIN,
                Some(_) => 0,
                None => CERTAIN / 2,
            });
        }
        let mut features = Vec::with_capacity(Self::FEATURES.len());
        self.measure(p, side, 0, &mut features);
        Some(chance(Self::WEIGHTS, &features))
    }

    /// Evaluations that somebody waits for when a game is gone over: some seconds of the best captain.
    const REVIEW: u32 = 4000;

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
