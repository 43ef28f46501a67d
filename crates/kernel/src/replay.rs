//! A game from what is kept of it: its record, or its stored choices.

use crate::dice::{Scripted, Seed};
use crate::game::{Action, Game, Heading, RESIGN, resolve};
use crate::record::{FORMAT, Record, RecordEntry, ReplayFault};
use crate::share::{DiceFrom, Shares};
use crate::side::{Side, ToAct};
use crate::words::Words;
use std::sync::Arc;

impl<W: Words> Game<W> {
    /// The record so far. The seed is in it only when the game is over; what is committed but not revealed is not.
    pub fn record(&self) -> Record {
        Record {
            format: FORMAT.into(),
            scenario: self.heading.scenario.clone(),
            scenario_hash: self.heading.scenario_hash.clone(),
            options: self.heading.options.clone(),
            commitment: self.seed.commitment(),
            seed: self.is_over().then(|| self.seed.to_hex()),
            shares: self.shares.map(|shares| shares.written()),
            given: self.given,
            entries: self
                .entries
                .iter()
                .map(|e| RecordEntry(e.side, self.action_text(&e.action), e.dice.clone(), hash_text(e.hash)))
                .collect(),
        }
    }

    /// Plays a record again from the start and checks every choice, die and hash. With `seed` the game can go on from
    /// there; without it, the seed in the record serves, if it is there. A game that is to be branched takes a new seed
    /// and keeps the old dice as given.
    pub fn replay(
        battle: Arc<W>,
        heading: Heading,
        record: &Record,
        going_on: GoingOn,
    ) -> Result<Game<W>, ReplayFault> {
        if record.format != FORMAT {
            return Err(ReplayFault::Format {
                found: record.format.clone(),
            });
        }
        if record.scenario != heading.scenario {
            return Err(ReplayFault::Scenario {
                found: record.scenario.clone(),
                expected: heading.scenario,
            });
        }
        if record.scenario_hash != heading.scenario_hash {
            return Err(ReplayFault::ScenarioChanged);
        }
        if record.given > record.entries.len() {
            return Err(ReplayFault::Given {
                given: record.given,
                entries: record.entries.len(),
            });
        }
        let published = match &record.seed {
            Some(text) => Some(Seed::from_hex(text).ok_or(ReplayFault::SeedUnreadable)?),
            None => None,
        };
        let (seed, given) = match going_on {
            GoingOn::WithSeed(seed) => (Some(seed), record.given),
            GoingOn::BranchedWith(seed) => (Some(seed), record.entries.len()),
            GoingOn::No => (published, record.given),
        };
        // A game that is branched has another seed than the one it comes from.
        let branched = matches!(going_on, GoingOn::BranchedWith(_));
        if !branched && seed.is_some_and(|s| s.commitment() != record.commitment) {
            return Err(ReplayFault::Commitment);
        }
        let shares = match &record.shares {
            Some(written) if !branched => Some(Shares::read(written).ok_or(ReplayFault::Share)?),
            _ => None,
        };
        let mut game = Game::new(battle, heading, seed.unwrap_or(Seed([0; 32])));
        if let Some(shares) = shares {
            game.share_dice(shares);
        }
        game.given = given;
        for (at, entry) in record.entries.iter().enumerate() {
            let RecordEntry(side, text, dice, recorded) = entry;
            let from_seed = seed.is_some() && at >= given;
            game.again(at, *side, text, dice, from_seed)?;
            let found = hash_text(game.hash());
            if &found != recorded {
                return Err(ReplayFault::Hash {
                    at,
                    found,
                    recorded: recorded.clone(),
                });
            }
            game.stand_if_given(at);
        }
        Ok(game)
    }

    /// Takes up a stored game: like a record, but without hashes, and its dice are known to be its own. `staged` is what each
    /// side had committed itself to.
    pub fn resume(
        battle: Arc<W>,
        heading: Heading,
        from: impl Into<DiceFrom>,
        given: usize,
        moves: &[Move],
        staged: &[Vec<String>; 2],
    ) -> Result<Game<W>, ReplayFault> {
        let from = from.into();
        let mut game = Game::new(battle, heading, from.seed);
        if let Some(shares) = from.shares {
            game.share_dice(shares);
        }
        game.given = given;
        for (at, Move { side, text, dice }) in moves.iter().enumerate() {
            game.again(at, *side, text, dice, at >= given)?;
            game.stand_if_given(at);
        }
        for side in Side::BOTH {
            for (at, text) in staged[side.index()].iter().enumerate() {
                let refused = |refusal| ReplayFault::Refused { at, refusal };
                let choice = game
                    .battle
                    .read_choice(game.position_of(side), side, text)
                    .map_err(refused)?;
                game.choose(side, choice).map_err(refused)?;
            }
        }
        Ok(game)
    }

    /// One choice of the past again, its dice from the seed or as they are written.
    fn again(&mut self, at: usize, side: Side, text: &str, dice: &[u8], from_seed: bool) -> Result<(), ReplayFault> {
        let refused = |refusal| ReplayFault::Refused { at, refusal };
        if text == RESIGN {
            return self.resign(side).map_err(refused);
        }
        // What both sides commit to is entered in one order, whoever was first.
        if self.to_act() == ToAct::Both && side != Side::One {
            return Err(ReplayFault::Order { at });
        }
        let choice = self.battle.read_choice(&self.position, side, text).map_err(refused)?;
        self.battle.check(&self.position, side, &choice).map_err(refused)?;
        if from_seed {
            self.carry_out(side, choice);
            if self.entries.last().is_some_and(|entry| entry.dice != dice) {
                return Err(ReplayFault::Seed { at });
            }
        } else {
            let mut script = Scripted::new(dice);
            let before = self.position.clone();
            let done = resolve(&*self.battle, &mut self.position, side, &choice, &mut script);
            self.enter(side, Action::Chose(choice), done, before);
            script.finish().map_err(|fault| ReplayFault::Dice { at, fault })?;
        }
        Ok(())
    }
}

/// A choice as it is stored: who, what, and the dice that fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    pub side: Side,
    pub text: String,
    pub dice: Vec<u8>,
}

/// How a replayed game is to go on.
#[derive(Clone, Copy, Debug)]
pub enum GoingOn {
    /// It is only looked at, and checked against its seed if that is published.
    No,
    /// It goes on with the seed it was started with.
    WithSeed(Seed),
    /// A new game begins where the record ends.
    BranchedWith(Seed),
}

pub fn hash_text(hash: u64) -> String {
    format!("{hash:016x}")
}

/// Hash of the texts a game is made of, to notice that one has changed.
pub fn text_hash(texts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for text in texts {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize().to_hex().as_str()[..32].to_string()
}
