//! Computer players. A captain sees what its side may see and the choices on offer, and picks one.

mod banneret;
mod constable;
mod field;
mod greedy;
mod lot;
mod mace;
mod marshal;
mod random;

pub use lot::Lot;
pub use random::Random;

use kernel::{Side, System};
use quad::{edward, robert};
use std::fmt;
use std::str::FromStr;

/// A computer player at work in one game.
pub trait Captain<S: System>: Send {
    /// The index of the choice it makes; `choices` is never empty, and `p` is the position as `side` knows it.
    fn pick(&mut self, battle: &S, p: &S::Position, side: Side, choices: &[S::Choice]) -> usize;
}

/// The captains there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// Any choice is as good as another.
    Random,
    /// Takes what looks best at once.
    Greedy,
    /// Plans a move for each unit and weighs what it risks.
    Marshal,
}

impl Rank {
    pub const ALL: [Rank; 3] = [Rank::Random, Rank::Greedy, Rank::Marshal];

    pub fn name(self) -> &'static str {
        match self {
            Rank::Random => "random",
            Rank::Greedy => "greedy",
            Rank::Marshal => "marshal",
        }
    }

    /// How it plays, for those who pick an opponent.
    pub fn words(self) -> &'static str {
        match self {
            Rank::Random => "takes anything the rules allow",
            Rank::Greedy => "takes what looks best at once",
            Rank::Marshal => "the strongest; plans and weighs the risk",
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no captain `{0}`; there are: random, greedy, marshal")]
pub struct UnknownRank(String);

impl FromStr for Rank {
    type Err = UnknownRank;

    fn from_str(text: &str) -> Result<Rank, UnknownRank> {
        let found = Rank::ALL.into_iter().find(|r| r.name() == text);
        found.ok_or_else(|| UnknownRank(text.into()))
    }
}

/// A system that has captains of every rank.
pub trait Commanded: System {
    fn captain(rank: Rank, lot: Lot) -> Box<dyn Captain<Self>>;
}

impl Commanded for robert::Battle {
    fn captain(rank: Rank, lot: Lot) -> Box<dyn Captain<Self>> {
        match rank {
            Rank::Random => Box::new(Random::new(lot)),
            Rank::Greedy => Box::new(greedy::Greedy),
            Rank::Marshal => Box::new(constable::Constable::default()),
        }
    }
}

impl Commanded for medieval::Battle {
    fn captain(rank: Rank, lot: Lot) -> Box<dyn Captain<Self>> {
        match rank {
            Rank::Random => Box::new(Random::new(lot)),
            Rank::Greedy => Box::new(mace::Mace::default()),
            Rank::Marshal => Box::new(banneret::Banneret::default()),
        }
    }
}

impl Commanded for edward::Battle {
    fn captain(rank: Rank, lot: Lot) -> Box<dyn Captain<Self>> {
        match rank {
            Rank::Random => Box::new(Random::new(lot)),
            Rank::Greedy => Box::new(greedy::Greedy),
            Rank::Marshal => Box::new(marshal::Marshal::default()),
        }
    }
}
