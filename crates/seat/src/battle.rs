//! A battle whose system nobody needs to know.

use crate::fight::{self, Bout, GameRow, Unfought};
use crate::table::{Seated, Table};
use board::Views;
use captain::{Card, Commanded, UnknownCaptain};
use kernel::record::ReplayFault;
use kernel::{DiceFrom, Facts, Game, GoingOn, Heading, Move, Record, Rules, Seed, Side, Viewer};
use std::sync::Arc;

/// A system that can be played, shown, commanded and tested.
pub trait Playable: Views + Commanded + Facts {}

impl<S: Views + Commanded + Facts> Playable for S {}

/// The size of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forces {
    /// Counters of each side, those in reserve and their leaders too.
    pub pieces: [usize; 2],
    pub turns: u16,
    /// What the two armies cost, in a game whose armies are bought.
    pub points: Option<[u32; 2]>,
}

pub trait Battle: Send + Sync {
    /// Names of the first and the second side.
    fn sides(&self) -> [&'static str; 2];

    /// What both sides have, and how long it may last.
    fn forces(&self) -> Forces;

    /// The computer players: scripted ones, then the levels, each the weakest first.
    fn captains(&self) -> Vec<Card>;

    fn start(&self, heading: Heading, seed: Seed) -> Box<dyn Table>;

    /// Plays a record again, checking every choice, die and hash.
    fn replay(&self, heading: Heading, record: &Record, going_on: GoingOn) -> Result<Box<dyn Table>, ReplayFault>;

    /// Takes up a stored game.
    fn resume(
        &self,
        heading: Heading,
        from: DiceFrom,
        given: usize,
        moves: &[Move],
        staged: &[Vec<String>; 2],
    ) -> Result<Box<dyn Table>, ReplayFault>;

    /// One game between two captains.
    fn fight(&self, bout: &Bout<'_>) -> Result<GameRow, UnknownCaptain>;

    /// The same; `take` is given what the first side stands by at the start of every player turn, as [`Battle::features`] names it,
    /// and what it would with [`fight::GIVEN`] points more.
    fn fight_measured(&self, bout: &Bout<'_>, take: &mut dyn FnMut([&[i64]; 2])) -> Result<GameRow, UnknownCaptain>;

    /// What positions are told by where chances are fitted; nothing where they are not.
    fn features(&self) -> &'static [&'static str];

    /// The lead in points that the first side needs to win.
    fn lead_asked(&self) -> i32;

    /// The same, and its record.
    fn fight_on_record(&self, heading: Heading, bout: &Bout<'_>) -> Result<(GameRow, Record), Unfought>;
}

impl<S: Playable> Battle for Arc<S> {
    fn sides(&self) -> [&'static str; 2] {
        Side::BOTH.map(|side| self.side_name(side))
    }

    fn forces(&self) -> Forces {
        let p = Rules::start(&**self);
        let count = |side: Side| {
            let pieces = self.scene(&p, Viewer::from(side)).pieces;
            pieces.iter().filter(|piece| piece.side == side).count()
        };
        Forces {
            pieces: Side::BOTH.map(count),
            turns: self.scene(&p, Viewer::Watcher).turns,
            points: self.points(),
        }
    }

    fn captains(&self) -> Vec<Card> {
        S::captains().iter().map(|appointment| appointment.card).collect()
    }

    fn start(&self, heading: Heading, seed: Seed) -> Box<dyn Table> {
        Box::new(Seated::new(Game::new(self.clone(), heading, seed)))
    }

    fn replay(&self, heading: Heading, record: &Record, going_on: GoingOn) -> Result<Box<dyn Table>, ReplayFault> {
        let game = Game::replay(self.clone(), heading, record, going_on)?;
        Ok(Box::new(Seated::new(game)))
    }

    fn resume(
        &self,
        heading: Heading,
        from: DiceFrom,
        given: usize,
        moves: &[Move],
        staged: &[Vec<String>; 2],
    ) -> Result<Box<dyn Table>, ReplayFault> {
        let game = Game::resume(self.clone(), heading, from, given, moves, staged)?;
        Ok(Box::new(Seated::new(game)))
    }

    fn fight(&self, bout: &Bout<'_>) -> Result<GameRow, UnknownCaptain> {
        fight::bout(&**self, bout, |_, _| {})
    }

    fn fight_measured(&self, bout: &Bout<'_>, take: &mut dyn FnMut([&[i64]; 2])) -> Result<GameRow, UnknownCaptain> {
        fight::measured(&**self, bout, take)
    }

    fn features(&self) -> &'static [&'static str] {
        S::FEATURES
    }

    fn lead_asked(&self) -> i32 {
        S::LEAD_ASKED
    }

    fn fight_on_record(&self, heading: Heading, bout: &Bout<'_>) -> Result<(GameRow, Record), Unfought> {
        fight::on_record(self, heading, bout)
    }
}
