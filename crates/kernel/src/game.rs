//! A game under way: position, dice, history, undo.

use crate::cite::{Cite, Refusal};
use crate::dice::{Noted, Scripted, Seed, Seeded};
use crate::log::Minutes;
use crate::odds;
use crate::record::{FORMAT, Record, RecordEntry, ReplayFault};
use crate::side::{Side, ToAct};
use crate::system::{System, Verdict};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Giving up is outside every rulebook and always possible, so it is never listed.
pub const RESIGN: &str = "resign";

/// What identifies a game besides its choices.
#[derive(Clone, Debug)]
pub struct Heading {
    pub scenario: String,
    pub scenario_hash: String,
    pub options: BTreeMap<String, String>,
}

/// What a side did.
#[derive(Clone, Debug)]
pub enum Deed<C> {
    Chose(C),
    Resigned,
}

/// One entry of the history.
#[derive(Clone, Debug)]
pub struct Entry<S: System> {
    pub side: Side,
    pub deed: Deed<S::Choice>,
    pub dice: Vec<u8>,
    pub events: Vec<S::Event>,
    /// What the dice gave against what they should have, if any fell.
    pub luck: Option<Luck>,
    /// Of the position afterwards.
    pub hash: u64,
}

/// Harm done by a roll and its exact expectation, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Luck {
    pub got: i32,
    pub expected: i32,
}

impl Luck {
    fn of<S: System>(battle: &S, before: &S::Position, side: Side, choice: &S::Choice, events: &[S::Event]) -> Luck {
        let table = odds::odds(battle, before, side, choice);
        Luck {
            got: battle.outcome(events).harm * 1000,
            expected: table
                .iter()
                .map(|(outcome, chance)| chance.thousandths_of(outcome.harm))
                .sum(),
        }
    }
}

/// A refusal inside a plan, with the index of the choice refused. Nothing of the plan was carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("choice {at} of the plan: {refusal}")]
pub struct PlanRefusal {
    pub at: usize,
    pub refusal: Refusal,
}

pub struct Game<S: System> {
    battle: Arc<S>,
    heading: Heading,
    position: S::Position,
    seed: Seed,
    dice: Seeded,
    /// Entries at the start whose dice were given, not rolled.
    given: usize,
    entries: Vec<Entry<S>>,
    /// Positions before the last entries, back to the last die or reveal.
    past: Vec<S::Position>,
    /// Counts every change, undo included.
    version: u64,
    resigned: Option<Side>,
}

impl<S: System> Game<S> {
    pub fn new(battle: Arc<S>, heading: Heading, seed: Seed) -> Game<S> {
        Game {
            position: battle.start(),
            battle,
            heading,
            seed,
            dice: Seeded::new(seed),
            given: 0,
            entries: Vec::new(),
            past: Vec::new(),
            version: 0,
            resigned: None,
        }
    }

    pub fn battle(&self) -> &Arc<S> {
        &self.battle
    }

    pub fn heading(&self) -> &Heading {
        &self.heading
    }

    pub fn position(&self) -> &S::Position {
        &self.position
    }

    pub fn entries(&self) -> &[Entry<S>] {
        &self.entries
    }

    pub fn version(&self) -> u64 {
        self.version
    }

    pub fn commitment(&self) -> String {
        self.seed.commitment()
    }

    pub fn to_act(&self) -> ToAct {
        if self.resigned.is_some() {
            ToAct::Nobody
        } else {
            self.battle.to_act(&self.position)
        }
    }

    pub fn is_over(&self) -> bool {
        self.to_act() == ToAct::Nobody
    }

    pub fn verdict(&self) -> Option<Verdict> {
        match self.resigned {
            Some(side) => Some(Verdict {
                winner: Some(side.other()),
                level: format!("The {} resigned", self.battle.side_name(side)),
                score: self.battle.scene(&self.position, crate::Viewer::Watcher).score,
                cite: Cite::NONE,
                next: None,
            }),
            None => self.battle.verdict(&self.position),
        }
    }

    /// 64 bits of the BLAKE3 hash of the position.
    pub fn hash(&self) -> u64 {
        match self.entries.last() {
            Some(last) => last.hash,
            None => position_hash(&*self.battle, &self.position),
        }
    }

    pub fn choices(&self, side: Side) -> Vec<S::Choice> {
        let mut out = Vec::new();
        if self.resigned.is_none() {
            self.battle.choices(&self.position, side, &mut out);
        }
        out
    }

    pub fn check(&self, side: Side, choice: &S::Choice) -> Result<(), Refusal> {
        self.still_on()?;
        self.battle.check(&self.position, side, choice)
    }

    fn still_on(&self) -> Result<(), Refusal> {
        match self.resigned {
            Some(_) => Err(Refusal::new("GameOver", Cite::NONE, "The game is over.")),
            None => Ok(()),
        }
    }

    pub fn choose(&mut self, side: Side, choice: S::Choice) -> Result<&Entry<S>, Refusal> {
        self.check(side, &choice)?;
        let before = self.position.clone();
        let mut dice = Noted::new(&mut self.dice);
        let mut minutes = Minutes::default();
        self.battle
            .resolve(&mut self.position, side, &choice, &mut dice, &mut minutes);
        let shown = dice.shown;
        self.enter(side, Deed::Chose(choice), shown, minutes, before);
        Ok(self.entries.last().expect("an entry was just made"))
    }

    fn enter(
        &mut self,
        side: Side,
        deed: Deed<S::Choice>,
        dice: Vec<u8>,
        minutes: Minutes<S::Event>,
        before: S::Position,
    ) {
        let luck = match &deed {
            Deed::Chose(choice) if !dice.is_empty() => {
                Some(Luck::of(&*self.battle, &before, side, choice, &minutes.events))
            }
            _ => None,
        };
        // With the end of the game its seed is published, and that stands.
        if dice.is_empty() && !minutes.revealed && self.battle.to_act(&self.position) != ToAct::Nobody {
            self.past.push(before);
        } else {
            self.past.clear();
        }
        let hash = position_hash(&*self.battle, &self.position);
        self.entries.push(Entry {
            side,
            deed,
            dice,
            events: minutes.events,
            luck,
            hash,
        });
        self.version += 1;
    }

    /// Carries out a list of choices, all or nothing, up to the first die or the first decision of the other side.
    /// Returns how many were carried out.
    pub fn plan(&mut self, side: Side, choices: &[S::Choice]) -> Result<usize, PlanRefusal> {
        let (entries, past, version) = (self.entries.len(), self.past.len(), self.version);
        let before = self.position.clone();
        for (at, choice) in choices.iter().enumerate() {
            match self.choose(side, choice.clone()) {
                // No die has fallen so far, so nothing but these three has changed.
                Err(refusal) => {
                    self.position = before;
                    self.entries.truncate(entries);
                    self.past.truncate(past);
                    self.version = version;
                    return Err(PlanRefusal { at, refusal });
                }
                Ok(entry) => {
                    let rolled = !entry.dice.is_empty();
                    if rolled || self.past.is_empty() || !self.to_act().includes(side) {
                        return Ok(at + 1);
                    }
                }
            }
        }
        Ok(choices.len())
    }

    pub fn resign(&mut self, side: Side) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::new("GameOver", Cite::NONE, "The game is over already."));
        }
        let before = self.position.clone();
        self.enter(side, Deed::Resigned, Vec::new(), Minutes::default(), before);
        self.past.clear();
        self.resigned = Some(side);
        Ok(())
    }

    /// Takes back the last choice, if it was this side's and no die has fallen and nothing hidden come to light since.
    pub fn undo(&mut self, side: Side) -> Result<(), Refusal> {
        let refuse = |why: &str| Err(Refusal::new("CannotUndo", Cite::NONE, why));
        let Some(last) = self.entries.last() else {
            return refuse("Nothing has been chosen yet.");
        };
        if last.side != side {
            return refuse("The last choice was the other side's.");
        }
        match self.past.pop() {
            None => refuse("A die has fallen, something hidden has been shown, or the game is over: that stands."),
            Some(before) => {
                self.position = before;
                self.entries.pop();
                self.version += 1;
                Ok(())
            }
        }
    }

    /// How many of the last choices can be taken back by `side`.
    pub fn undoable(&self, side: Side) -> usize {
        let free = self.past.len();
        self.entries
            .iter()
            .rev()
            .take(free)
            .take_while(|e| e.side == side)
            .count()
    }

    /// The record so far. The seed is in it only when the game is over.
    pub fn record(&self) -> Record {
        Record {
            format: FORMAT.into(),
            scenario: self.heading.scenario.clone(),
            scenario_hash: self.heading.scenario_hash.clone(),
            options: self.heading.options.clone(),
            commitment: self.seed.commitment(),
            seed: self.is_over().then(|| self.seed.to_hex()),
            given: self.given,
            entries: self
                .entries
                .iter()
                .map(|e| {
                    let text = match &e.deed {
                        Deed::Chose(choice) => self.battle.write_choice(choice),
                        Deed::Resigned => RESIGN.into(),
                    };
                    RecordEntry(e.side, text, e.dice.clone(), hash_text(e.hash))
                })
                .collect(),
        }
    }

    /// Plays a record again from the start and checks every choice, die and hash. With `seed` the game can go on from
    /// there; without it, the seed in the record serves, if it is there. A game that is to be branched takes a new seed
    /// and keeps the old dice as given.
    pub fn replay(
        battle: Arc<S>,
        heading: Heading,
        record: &Record,
        going_on: GoingOn,
    ) -> Result<Game<S>, ReplayFault> {
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
        let published = match &record.seed {
            Some(text) => Some(Seed::from_hex(text).ok_or(ReplayFault::SeedUnreadable)?),
            None => None,
        };
        let (seed, given) = match going_on {
            GoingOn::WithSeed(seed) => (Some(seed), record.given),
            GoingOn::BranchedWith(seed) => (Some(seed), record.entries.len()),
            GoingOn::No => (published, record.given),
        };
        if given == record.given && seed.is_some_and(|s| s.commitment() != record.commitment) {
            return Err(ReplayFault::Commitment);
        }
        let mut game = Game::new(battle, heading, seed.unwrap_or(Seed([0; 32])));
        game.given = given;
        for (at, entry) in record.entries.iter().enumerate() {
            game.replay_entry(at, entry, seed.is_some() && at >= given)?;
        }
        Ok(game)
    }

    fn replay_entry(&mut self, at: usize, entry: &RecordEntry, from_seed: bool) -> Result<(), ReplayFault> {
        let RecordEntry(side, text, dice, recorded) = entry;
        let side = *side;
        let refused = |refusal| ReplayFault::Refused { at, refusal };
        if text == RESIGN {
            self.resign(side).map_err(refused)?;
        } else if from_seed {
            let choice = self.battle.read_choice(&self.position, side, text).map_err(refused)?;
            let fallen = &self.choose(side, choice).map_err(refused)?.dice;
            if fallen != dice {
                return Err(ReplayFault::Seed { at });
            }
        } else {
            let choice = self.battle.read_choice(&self.position, side, text).map_err(refused)?;
            self.check(side, &choice).map_err(refused)?;
            let before = self.position.clone();
            let mut script = Scripted::new(dice);
            let mut minutes = Minutes::default();
            self.battle
                .resolve(&mut self.position, side, &choice, &mut script, &mut minutes);
            script.finish().map_err(|fault| ReplayFault::Dice { at, fault })?;
            self.enter(side, Deed::Chose(choice), dice.clone(), minutes, before);
        }
        let found = hash_text(self.hash());
        if &found != recorded {
            return Err(ReplayFault::Hash {
                at,
                found,
                recorded: recorded.clone(),
            });
        }
        Ok(())
    }
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

pub fn position_hash<S: System>(battle: &S, p: &S::Position) -> u64 {
    let mut bytes = Vec::with_capacity(2048);
    battle.write_position(p, &mut bytes);
    let hash = blake3::hash(&bytes);
    u64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("a hash has 32 bytes"))
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
