//! Questions that many may ask about the same position: each is worked out once, and whoever asks again is told the same.

use crate::denied::Denied;
use crate::update::slot;
use kernel::story::Luck;
use kernel::{Side, ToAct, Viewer};
use seat::Table;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::collections::HashMap;
use std::sync::Arc;

pub enum Question {
    Areas(Viewer),
    /// Where a piece can come to.
    Reach(Side, String),
    /// The chances of a choice.
    Odds(Side, String),
}

impl Question {
    pub fn answer(&self, table: &dyn Table) -> Result<Arc<RawValue>, Denied> {
        match self {
            Question::Areas(viewer) => raw(&table.areas(shared(table, *viewer))),
            Question::Reach(side, piece) => raw(&table.destinations(*side, piece)?),
            Question::Odds(side, choice) => raw(&table.odds(*side, choice)?),
        }
    }

    /// Under which its answer is remembered. Where nothing is hidden everybody is told the same.
    fn key(&self, table: &dyn Table) -> Key {
        match self {
            Question::Areas(viewer) => ("areas", slot(shared(table, *viewer)), String::new()),
            Question::Reach(side, piece) => ("reach", side.index(), piece.clone()),
            Question::Odds(side, choice) => ("odds", side.index(), choice.clone()),
        }
    }
}

type Key = (&'static str, usize, String);

/// Who stands for a viewer: everybody, where nothing is hidden from anybody.
pub fn shared(table: &dyn Table, viewer: Viewer) -> Viewer {
    match table.hides() || table.to_act(Viewer::Watcher) == ToAct::Both {
        true => viewer,
        false => Viewer::Watcher,
    }
}

pub fn raw(value: &impl Serialize) -> Result<Arc<RawValue>, Denied> {
    Ok(to_raw_value(value).map_err(Denied::broken)?.into())
}

/// So many answers are remembered at most; nobody asks about more pieces in one position.
const MOST: usize = 512;

#[derive(Default)]
pub struct Answers {
    /// Of the game, for each viewer, when they were worked out.
    versions: [u64; 3],
    known: HashMap<Key, Arc<RawValue>>,
    luck: [Vec<Option<Luck>>; 3],
}

impl Answers {
    pub fn known(&mut self, table: &dyn Table, question: &Question) -> Option<Arc<RawValue>> {
        let versions = Viewer::ALL.map(|viewer| table.version(viewer));
        if self.versions != versions {
            self.versions = versions;
            self.known.clear();
        }
        self.known.get(&question.key(table)).cloned()
    }

    /// For the position for which it was asked last whether it is known.
    pub fn keep(&mut self, table: &dyn Table, question: &Question, answer: Arc<RawValue>) {
        if self.known.len() < MOST {
            self.known.insert(question.key(table), answer);
        }
    }

    /// Of memory, about.
    pub fn bytes(&self) -> usize {
        let known = self.known.iter().map(|(key, answer)| key.2.len() + answer.get().len());
        let luck = self
            .luck
            .iter()
            .map(|known| known.capacity() * size_of::<Option<Luck>>());
        known.sum::<usize>() + luck.sum::<usize>()
    }

    /// What is known of the luck that a viewer may know of, to be gone on with.
    pub fn take_luck(&mut self, table: &dyn Table, viewer: Viewer) -> KnownLuck {
        let viewer = match table.hides() {
            true => viewer,
            false => Viewer::Watcher,
        };
        KnownLuck {
            viewer,
            entries: std::mem::take(&mut self.luck[slot(viewer)]),
        }
    }

    pub fn put_luck(&mut self, luck: KnownLuck) {
        self.luck[slot(luck.viewer)] = luck.entries;
    }

    /// Entries beyond so many have been taken back.
    pub fn taken_back(&mut self, entries: usize) {
        self.luck.iter_mut().for_each(|known| known.truncate(entries));
    }
}

/// What the dice of the first entries gave.
pub struct KnownLuck {
    viewer: Viewer,
    entries: Vec<Option<Luck>>,
}

impl KnownLuck {
    /// By one entry at a time: where all move at once the dice of one can take long to walk, and whoever wants the next battle
    /// meanwhile need not wait for more than that.
    pub fn go_on(&mut self, table: &mut dyn Table) {
        let known = self.entries.len();
        if known < table.entries() {
            self.entries.extend(table.luck(self.viewer, known, known + 1));
        }
    }

    /// From an entry on, if all is known.
    pub fn from(&self, table: &dyn Table, from: usize) -> Option<Vec<Option<Luck>>> {
        let whole = self.entries.len() >= table.entries();
        whole.then(|| self.entries.get(from..).unwrap_or_default().to_vec())
    }
}
