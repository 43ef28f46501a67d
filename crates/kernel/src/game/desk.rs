//! What each side has committed itself to without the other's knowing.

use super::Game;
use super::undo::Seal;
use crate::dice::Scripted;
use crate::log::EventLog;
use crate::side::Side;
use crate::words::Words;

/// What a side has committed itself to while both sides choose in secret.
#[derive(Clone)]
pub(super) struct Desk<C, P> {
    pub staged: Vec<C>,
    /// The position with what is staged here, and nothing of the other side's.
    pub position: Option<P>,
    /// Counts what was staged or taken back here.
    pub changes: u64,
}

impl<C, P> Desk<C, P> {
    pub fn empty() -> Desk<C, P> {
        Desk {
            staged: Vec::new(),
            position: None,
            changes: 0,
        }
    }
}

impl<W: Words> Game<W> {
    /// Whether a choice ends what a side alone has drawn up in secret.
    pub(super) fn shows(&self, side: Side, choice: &W::Choice) -> bool {
        let mut log = EventLog::default();
        let mut p = self.position_of(side).clone();
        self.battle
            .resolve(&mut p, side, choice, &mut Scripted::default(), &mut log);
        log.revealed
    }

    pub(super) fn stage(&mut self, side: Side, choice: W::Choice) {
        let mut p = self.position_of(side).clone();
        self.apply_staged(&mut p, side, &choice);
        let desk = &mut self.desks[side.index()];
        desk.position = Some(p);
        desk.staged.push(choice);
        desk.changes += 1;
    }

    pub(super) fn apply_staged(&self, p: &mut W::Position, side: Side, choice: &W::Choice) {
        let mut dice = Scripted::default();
        self.battle
            .resolve(p, side, choice, &mut dice, &mut EventLog::<W::Event>::default());
        debug_assert!(dice.fault().is_none(), "a hidden commitment rolls no die");
    }

    /// What was committed is carried out.
    pub(super) fn reveal(&mut self) {
        for side in Side::BOTH {
            let desk = &mut self.desks[side.index()];
            desk.position = None;
            for choice in std::mem::take(&mut desk.staged) {
                self.carry_out(side, choice);
            }
        }
        if self.free > 0 {
            self.seal(Seal::Secret);
        }
    }

    pub(super) fn unstage(&mut self, side: Side) {
        let mut staged = self.desks[side.index()].staged.clone();
        staged.pop();
        let mut p = self.position.clone();
        staged.iter().for_each(|choice| self.apply_staged(&mut p, side, choice));
        let desk = &mut self.desks[side.index()];
        desk.position = (!staged.is_empty()).then_some(p);
        desk.staged = staged;
        desk.changes += 1;
    }
}
