//! What is taken back, and what stands.

use super::{Action, Game};
use crate::cite::{Cite, Refusal};
use crate::dice::Scripted;
use crate::log::Quiet;
use crate::rules::position_hash;
use crate::side::Side;
use crate::words::Words;

/// What makes an entry stand, with all that was before it.
#[derive(Clone, Copy)]
pub(super) enum Seal {
    /// Nothing has been entered yet.
    None,
    Die,
    /// Something hidden came to light, or could have.
    Shown,
    /// It is chosen in secret from there on, or was.
    Secret,
    Over,
    Branched,
}

impl Seal {
    fn words(self) -> &'static str {
        match self {
            Seal::None => "Nothing has been chosen yet.",
            Seal::Die => "A die has fallen: that stands.",
            Seal::Shown => {
                "That step has shown something hidden, or could have shown it: it stands, and so does all that was before it."
            }
            Seal::Secret => "What is chosen after that is secret, or was shown: that stands.",
            Seal::Over => "The game is over: that stands.",
            Seal::Branched => "The game was branched there: what was before stands.",
        }
    }
}

impl<W: Words> Game<W> {
    /// The last of the entries that were given from elsewhere stands, with all before it.
    pub(crate) fn stand_if_given(&mut self, at: usize) {
        if at + 1 == self.given {
            self.seal(Seal::Branched);
        }
    }

    /// Nothing up to here is taken back any more.
    pub(super) fn seal(&mut self, seal: Seal) {
        self.sealed.clone_from(&self.position);
        self.free = 0;
        self.seal = seal;
    }

    /// Whether `side` knows something after its choice that did not follow from what it knew before: then it has learned
    /// something hidden. What it could have learned and did not is for the rules to say ([`crate::Log::reveal`]).
    pub(super) fn taught(&self, side: Side, action: &Action<W::Choice>, before: &W::Position) -> bool {
        let battle = &*self.battle;
        let Action::Chose(choice) = action else {
            return false;
        };
        if !battle.hides() {
            return false;
        }
        let mut expected = battle.known(before, side).into_owned();
        battle.resolve(&mut expected, side, choice, &mut Scripted::default(), &mut Quiet);
        *battle.known(&expected, side) != *battle.known(&self.position, side)
    }

    /// Takes back the last choice, if it was this side's and no die has fallen by it and nothing hidden has come to light, or
    /// could have. What is committed but not revealed can always be taken back.
    pub fn undo(&mut self, side: Side) -> Result<(), Refusal> {
        if !self.desks[side.index()].staged.is_empty() {
            self.unstage(side);
            return Ok(());
        }
        let refuse = |why: &str| Err(Refusal::new("CannotUndo", Cite::NONE, why));
        let Some(last) = self.entries.last() else {
            return refuse("Nothing has been chosen yet.");
        };
        if last.side != side {
            return refuse("The last choice was the other side's.");
        }
        if self.free == 0 {
            return refuse(self.seal.words());
        }
        self.entries.pop();
        self.free -= 1;
        self.changes += 1;
        self.position = self.play_since_seal();
        debug_assert!(
            self.entries
                .last()
                .is_none_or(|last| last.hash == position_hash(&*self.battle, &self.position))
        );
        Ok(())
    }

    /// The position after the entries that roll no die: played again, because few choices are ever taken back, and a position
    /// for each would take most of a game's memory.
    fn play_since_seal(&self) -> W::Position {
        let mut p = self.sealed.clone();
        for entry in &self.entries[self.entries.len() - self.free..] {
            if let Action::Chose(choice) = &entry.action {
                let mut dice = Scripted::default();
                self.battle.resolve(&mut p, entry.side, choice, &mut dice, &mut Quiet);
            }
        }
        p
    }

    /// How many of the last choices can be taken back by `side`.
    pub fn undoable(&self, side: Side) -> usize {
        let staged = self.staged(side).len();
        if staged > 0 {
            return staged;
        }
        self.entries
            .iter()
            .rev()
            .take(self.free)
            .take_while(|e| e.side == side)
            .count()
    }
}
