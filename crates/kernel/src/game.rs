//! A game under way: position, dice, history.

mod desk;
mod undo;

use crate::cite::{Cite, Refusal};
use crate::dice::{Dice, Noted, Scripted, Seed, Seeded};
use crate::log::{EventLog, Quiet};
use crate::rules::{Rules, Verdict, position_hash};
use crate::share::{DiceFrom, Shares};
use crate::side::{Side, ToAct, Viewer};
use crate::words::Words;
use desk::Desk;
use std::collections::BTreeMap;
use std::sync::Arc;
use undo::Seal;

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
pub enum Action<C> {
    Chose(C),
    Resigned,
}

/// One entry of the history.
#[derive(Clone, Debug)]
pub struct Entry<C, E> {
    pub side: Side,
    pub action: Action<C>,
    pub dice: Vec<u8>,
    pub events: Vec<E>,
    /// Of the position afterwards.
    pub hash: u64,
}

/// An entry of a game of this system.
pub type EntryOf<W> = Entry<<W as Rules>::Choice, <W as Rules>::Event>;

/// A refusal inside a plan, with the index of the choice refused. Nothing of the plan was carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("choice {at} of the plan: {refusal}")]
pub struct PlanRefusal {
    pub at: usize,
    pub refusal: Refusal,
}

pub struct Game<W: Words> {
    pub(crate) battle: Arc<W>,
    pub(crate) heading: Heading,
    pub(crate) position: W::Position,
    pub(crate) seed: Seed,
    /// What the players add to the seed, if they do.
    pub(crate) shares: Option<Shares>,
    /// Nothing until all shares are there.
    dice: Option<Seeded>,
    /// Entries at the start whose dice were given, not rolled.
    pub(crate) given: usize,
    pub(crate) entries: Vec<EntryOf<W>>,
    /// The position that the last seal left; entries since then can be taken back, and roll no die.
    sealed: W::Position,
    free: usize,
    /// Why nothing before those is taken back.
    seal: Seal,
    desks: [Desk<W::Choice, W::Position>; 2],
    /// Counts every change that everybody may know of, undo included.
    changes: u64,
    resigned: Option<Side>,
}

impl<W: Words> Clone for Game<W> {
    fn clone(&self) -> Game<W> {
        Game {
            battle: self.battle.clone(),
            heading: self.heading.clone(),
            position: self.position.clone(),
            seed: self.seed,
            shares: self.shares,
            dice: self.dice.clone(),
            given: self.given,
            entries: self.entries.clone(),
            sealed: self.sealed.clone(),
            free: self.free,
            seal: self.seal,
            desks: self.desks.clone(),
            changes: self.changes,
            resigned: self.resigned,
        }
    }
}

impl<W: Words> Game<W> {
    pub fn new(battle: Arc<W>, heading: Heading, seed: Seed) -> Game<W> {
        let start = battle.start();
        Game {
            position: start.clone(),
            sealed: start,
            free: 0,
            battle,
            heading,
            seed,
            shares: None,
            dice: Some(Seeded::new(seed)),
            given: 0,
            entries: Vec::new(),
            seal: Seal::None,
            desks: [Desk::empty(), Desk::empty()],
            changes: 0,
            resigned: None,
        }
    }

    /// The same game in another position, without a history: for questions about that position.
    #[must_use]
    pub fn at(mut self, position: W::Position) -> Game<W> {
        self.position = position;
        self.entries.clear();
        self.seal(Seal::None);
        self.desks = [Desk::empty(), Desk::empty()];
        self
    }

    pub fn battle(&self) -> &Arc<W> {
        &self.battle
    }

    pub fn heading(&self) -> &Heading {
        &self.heading
    }

    /// The position without anything that is committed but not revealed.
    pub fn position(&self) -> &W::Position {
        &self.position
    }

    /// The position as it is for this side: with its own commitments, without the other's.
    pub fn position_of(&self, side: Side) -> &W::Position {
        self.desks[side.index()].position.as_ref().unwrap_or(&self.position)
    }

    pub fn position_for(&self, viewer: Viewer) -> &W::Position {
        viewer.side().map_or(&self.position, |side| self.position_of(side))
    }

    /// What this side has committed itself to and the other does not know yet.
    pub fn staged(&self, side: Side) -> &[W::Choice] {
        &self.desks[side.index()].staged
    }

    pub fn entries(&self) -> &[EntryOf<W>] {
        &self.entries
    }

    /// Counts the changes that this viewer can know of. What one side commits to does not change the other's version.
    pub fn version(&self, viewer: Viewer) -> u64 {
        self.changes + viewer.side().map_or(0, |side| self.desks[side.index()].changes)
    }

    pub fn commitment(&self) -> String {
        self.seed.commitment()
    }

    /// Who must decide, as everybody may know it: whether a side has committed itself already does not show.
    pub fn to_act(&self) -> ToAct {
        if self.resigned.is_some() {
            ToAct::Nobody
        } else {
            self.battle.to_act(&self.position)
        }
    }

    /// Who must decide, as this viewer may know it.
    pub fn to_act_for(&self, viewer: Viewer) -> ToAct {
        match (self.to_act(), viewer.side()) {
            (ToAct::Both, Some(side)) if !self.is_asked(side) => ToAct::One(side.other()),
            (to_act, _) => to_act,
        }
    }

    /// Whether this side must decide something now.
    pub fn is_asked(&self, side: Side) -> bool {
        match self.to_act() {
            ToAct::Both => self.battle.to_act(self.position_of(side)).includes(side),
            to_act => to_act.includes(side),
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
                score: self.battle.score(&self.position),
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

    pub fn choices(&self, side: Side) -> Vec<W::Choice> {
        let mut out = Vec::new();
        if self.is_asked(side) {
            self.battle.choices(self.position_of(side), side, &mut out);
        }
        out
    }

    pub fn check(&self, side: Side, choice: &W::Choice) -> Result<(), Refusal> {
        if self.resigned.is_some() {
            return Err(Refusal::new("GameOver", Cite::NONE, "The game is over."));
        }
        if self.to_act() == ToAct::Both && !self.is_asked(side) {
            let why = "You have committed yourself; take that back to choose anew, or wait for the other side.";
            return Err(Refusal::new("Committed", Cite::NONE, why));
        }
        self.battle.check(self.position_of(side), side, choice)?;
        self.check_dice(side, choice)
    }

    /// A choice that rolls waits until the dice are known.
    fn check_dice(&self, side: Side, choice: &W::Choice) -> Result<(), Refusal> {
        if self.dice.is_some() {
            return Ok(());
        }
        let mut none = Scripted::default();
        let mut p = self.position_of(side).clone();
        self.battle.resolve(&mut p, side, choice, &mut none, &mut Quiet);
        // With the last that a side commits itself to dice may fall, whether the other side is done or not.
        let done = self.to_act() == ToAct::Both && !self.battle.to_act(&p).includes(side);
        match done || none.fault().is_some() {
            false => Ok(()),
            true => {
                let why = "The dice are not ready: they come from both players' browsers and the server together, and somebody's \
                           share is still missing.";
                Err(Refusal::new("DiceNotReady", Cite::NONE, why))
            }
        }
    }

    /// What the players add to the dice, if they do.
    pub fn shares(&self) -> Option<Shares> {
        self.shares
    }

    /// The dice come from the seed and these shares together. Nothing that was thrown before is thrown again, so this is for the
    /// time before the first die of this game.
    pub fn share_dice(&mut self, shares: Shares) {
        self.shares = Some(shares);
        let from = DiceFrom {
            seed: self.seed,
            shares: self.shares,
        };
        self.dice = from.key().map(Seeded::new);
    }

    /// Bytes of memory that the history takes, about, and the positions that are kept beside it.
    pub fn bytes(&self) -> usize {
        let entry = |entry: &EntryOf<W>| entry.dice.capacity() + entry.events.capacity() * size_of::<W::Event>();
        let entries = self.entries.capacity() * size_of::<EntryOf<W>>();
        let positions = [&self.position, &self.sealed].map(|p| self.battle.bytes_beside(p));
        size_of::<Game<W>>() + entries + self.entries.iter().map(entry).sum::<usize>() + positions.iter().sum::<usize>()
    }

    /// Carries out a choice, or keeps it until the other side has committed itself too.
    pub fn choose(&mut self, side: Side, choice: W::Choice) -> Result<(), Refusal> {
        self.check(side, &choice)?;
        match self.to_act() {
            ToAct::Both => {
                self.stage(side, choice);
                if Side::BOTH.iter().all(|side| !self.is_asked(*side)) {
                    self.reveal();
                }
            }
            _ if !self.battle.in_secret(&self.position) => self.carry_out(side, choice),
            _ if self.shows(side, &choice) => {
                self.reveal();
                self.carry_out(side, choice);
            }
            _ => self.stage(side, choice),
        }
        Ok(())
    }

    /// Resolves a choice that has been checked and enters it.
    pub(crate) fn carry_out(&mut self, side: Side, choice: W::Choice) {
        let before = self.position.clone();
        let done = match &mut self.dice {
            Some(dice) => resolve(&*self.battle, &mut self.position, side, &choice, dice),
            // It has been checked that it rolls none.
            None => resolve(
                &*self.battle,
                &mut self.position,
                side,
                &choice,
                &mut Scripted::default(),
            ),
        };
        self.enter(side, Action::Chose(choice), done, before);
    }

    pub(crate) fn enter(&mut self, side: Side, action: Action<W::Choice>, done: Done<W>, before: W::Position) {
        let Done { dice, log } = done;
        let shown = log.revealed || (dice.is_empty() && self.taught(side, &action, &before));
        // With the end of the game its seed is published, and that stands. Once both sides may commit themselves, one of
        // them may have, so nothing before is taken back.
        match self.battle.to_act(&self.position) {
            ToAct::Nobody => self.seal(Seal::Over),
            _ if !dice.is_empty() => self.seal(Seal::Die),
            _ if shown => self.seal(Seal::Shown),
            _ if self.battle.in_secret(&self.position) => self.seal(Seal::Secret),
            _ => self.free += 1,
        }
        let hash = position_hash(&*self.battle, &self.position);
        self.entries.push(Entry {
            side,
            action,
            dice,
            events: log.events,
            hash,
        });
        self.changes += 1;
    }

    /// Carries out a list of choices, all or nothing, up to the first die, to the first step that shows or could show
    /// something hidden, or to the first decision of the other side. Returns how many were carried out.
    pub fn plan(&mut self, side: Side, choices: &[W::Choice]) -> Result<usize, PlanRefusal> {
        let (entries, free, changes) = (self.entries.len(), self.free, self.changes);
        let before = self.position.clone();
        let desk = self.desks[side.index()].clone();
        for (at, choice) in choices.iter().enumerate() {
            let secret = self.battle.in_secret(&self.position);
            let entered = self.entries.len();
            if let Err(refusal) = self.choose(side, choice.clone()) {
                // No die has fallen so far, so nothing but these has changed.
                self.position = before;
                self.entries.truncate(entries);
                self.free = free;
                self.desks[side.index()] = desk;
                self.changes = changes;
                return Err(PlanRefusal { at, refusal });
            }
            let stands = !secret && self.free == 0;
            // What is committed is entered when both are in, even if both are to commit themselves anew at once.
            let revealed = secret && self.entries.len() > entered;
            if stands || revealed || !self.is_asked(side) {
                return Ok(at + 1);
            }
        }
        Ok(choices.len())
    }

    pub fn resign(&mut self, side: Side) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::new("GameOver", Cite::NONE, "The game is over already."));
        }
        let before = self.position.clone();
        for desk in &mut self.desks {
            desk.staged.clear();
            desk.position = None;
        }
        let nothing = Done {
            dice: Vec::new(),
            log: EventLog::default(),
        };
        self.enter(side, Action::Resigned, nothing, before);
        self.seal(Seal::Over);
        self.resigned = Some(side);
        Ok(())
    }

    /// Another game that goes on from here with dice of its own. What either side has committed itself to in secret stays in
    /// this one.
    #[must_use]
    pub fn fork(&self, seed: Seed) -> Game<W> {
        Game {
            seed,
            shares: None,
            dice: Some(Seeded::new(seed)),
            given: self.entries.len(),
            sealed: self.position.clone(),
            free: 0,
            seal: Seal::Branched,
            desks: [Desk::empty(), Desk::empty()],
            ..self.clone()
        }
    }

    /// The text of an entry's action.
    pub fn action_text(&self, action: &Action<W::Choice>) -> String {
        match action {
            Action::Chose(choice) => self.battle.write_choice(choice),
            Action::Resigned => RESIGN.into(),
        }
    }
}

/// What came of resolving a choice.
pub(crate) struct Done<W: Words> {
    dice: Vec<u8>,
    log: EventLog<W::Event>,
}

pub(crate) fn resolve<W: Words>(
    battle: &W,
    p: &mut W::Position,
    side: Side,
    choice: &W::Choice,
    dice: &mut impl Dice,
) -> Done<W> {
    let mut dice = Noted::new(dice);
    let mut log = EventLog::default();
    battle.resolve(p, side, choice, &mut dice, &mut log);
    Done { dice: dice.shown, log }
}
