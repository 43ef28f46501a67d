//! Questions that many may ask about the same position: each is worked out once, and whoever asks again is told the same.

use crate::denied::Denied;
use crate::update::slot;
use kernel::story::Luck;
use kernel::{Side, ToAct, Viewer};
use seat::{LuckWalk, Table};
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
    /// How often entries were taken back.
    taken_back: u64,
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

    /// The luck that a viewer may know of, from an entry on, or what has to be walked first.
    pub fn luck(&mut self, table: &mut dyn Table, viewer: Viewer, from: usize) -> LuckKnown {
        let viewer = match table.hides() {
            true => viewer,
            false => Viewer::Watcher,
        };
        let known = &mut self.luck[slot(viewer)];
        while known.len() < table.entries() {
            let at = known.len();
            match table.luck(viewer, at) {
                Some(walk) => {
                    let place = LuckPlace {
                        viewer,
                        at,
                        taken_back: self.taken_back,
                    };
                    return LuckKnown::Open { place, walk };
                }
                None => known.push(None),
            }
        }
        LuckKnown::All(known.get(from..).unwrap_or_default().to_vec())
    }

    /// What a walk came to, unless the entry has been taken back meanwhile or somebody else was sooner.
    pub fn keep_luck(&mut self, place: LuckPlace, luck: Option<Luck>) {
        let known = &mut self.luck[slot(place.viewer)];
        if place.taken_back == self.taken_back && place.at == known.len() {
            known.push(luck);
        }
    }

    /// Entries beyond so many have been taken back.
    pub fn taken_back(&mut self, entries: usize) {
        self.taken_back += 1;
        self.luck.iter_mut().for_each(|known| known.truncate(entries));
    }
}

pub enum LuckKnown {
    All(Vec<Option<Luck>>),
    /// Its dice can take long to walk: that is done away from the game, which goes on.
    Open {
        place: LuckPlace,
        walk: LuckWalk,
    },
}

/// Which entry is walked.
pub struct LuckPlace {
    viewer: Viewer,
    at: usize,
    taken_back: u64,
}
