//! What a socket is sent after a change: what its viewer may see, and of that only what it has not got yet.

use crate::api::{CaptainState, SceneNow, ServerMessage, State};
use crate::bucket::locked;
use axum::extract::ws::Utf8Bytes;
use board::scene::{Offer, PieceView, Scene};
use kernel::{Side, ToAct, Viewer};
use seat::Table;
use serde_json::value::{RawValue, to_raw_value};
use std::sync::{Arc, Mutex};

/// What a socket has got so far, and what it wants.
#[derive(Clone)]
pub struct Wish {
    pub viewer: Viewer,
    pub light: bool,
    /// The version it has; 0 if it has nothing.
    pub since: u64,
    /// The scene it has.
    pub scene: Option<Arc<Scene>>,
}

impl Wish {
    fn is(&self, other: &Wish) -> bool {
        let scene = |wish: &Wish| wish.scene.as_ref().map(Arc::as_ptr);
        let all = |wish: &Wish| (wish.viewer, wish.light, wish.since, scene(wish));
        all(self) == all(other)
    }
}

#[derive(Clone)]
pub struct Update {
    pub message: Utf8Bytes,
    pub version: u64,
    /// Of the room's news: what came before is in it.
    pub tick: u64,
    pub scene: Option<Arc<Scene>>,
}

/// The last updates of a room: whoever has seen the same so far is sent the same, and the room need not be asked.
#[derive(Default)]
pub struct Shown(Mutex<Vec<(Wish, Update)>>);

/// Both seats and watchers, in both kinds, and some who are late.
const SHOWN: usize = 8;

impl Shown {
    pub fn find(&self, wish: &Wish, tick: u64) -> Option<Update> {
        let shown = locked(&self.0);
        let found = shown
            .iter()
            .find(|(other, update)| update.tick == tick && other.is(wish));
        found.map(|(_, update)| update.clone())
    }

    pub fn keep(&self, wish: Wish, update: &Update) {
        let mut shown = locked(&self.0);
        // Nobody asks for what is past, and a scene takes memory.
        shown.retain(|(other, known)| other.viewer != wish.viewer || known.tick >= update.tick);
        if shown.len() >= SHOWN {
            shown.remove(0);
        }
        shown.push((wish, update.clone()));
    }
}

/// The room at the moment of an update.
pub struct Now {
    pub version: u64,
    pub tick: u64,
    pub captain: Option<CaptainState>,
    pub vacant: Vec<Side>,
    pub asked: Option<u64>,
}

/// How many entries there were at each version, to know which of them still stand for somebody who was away.
pub struct VersionLog {
    first_version: u64,
    /// Whether nothing had been taken back before the first version known here.
    straight: bool,
    entries: Vec<u32>,
}

impl VersionLog {
    pub fn new(version: u64, entries: usize) -> VersionLog {
        VersionLog {
            first_version: version,
            straight: version == entries as u64,
            entries: vec![entries as u32],
        }
    }

    /// At the newest version.
    pub fn entries(&self) -> usize {
        self.entries.last().map_or(0, |n| *n as usize)
    }

    /// The next version has so many entries.
    pub fn now_has(&mut self, entries: usize) {
        self.entries.push(entries as u32);
    }

    /// How many entries known at version `since` still stand.
    pub fn common(&self, since: u64) -> usize {
        let fewest = |entries: &[u32]| entries.iter().min().map_or(0, |n| *n as usize);
        match since.checked_sub(self.first_version) {
            Some(at) => self.entries.get(at as usize..).map_or(0, fewest),
            None if self.straight => fewest(&self.entries).min(since as usize),
            None => 0,
        }
    }
}

/// What can be shown at one version. Several sockets may show the same, and where nothing is hidden all of them do.
#[derive(Default)]
pub struct Views {
    /// Of the game, for each viewer.
    versions: [u64; 3],
    scenes: [Option<Arc<Scene>>; 3],
    offers: [Option<Arc<Vec<Offer>>>; 3],
    change: Option<Change>,
}

/// The last change that was put into words: from which scene, to which.
struct Change {
    from: Option<Arc<Scene>>,
    to: Arc<Scene>,
    text: Arc<RawValue>,
}

impl Views {
    pub fn update(&mut self, table: &dyn Table, wish: Wish, now: Now, log: &VersionLog) -> Update {
        let Now {
            version,
            tick,
            captain,
            vacant,
            asked,
        } = now;
        let Wish { viewer, light, .. } = wish;
        let to_act = table.to_act(viewer);
        let from = log.common(wish.since);
        let mut state = State {
            version,
            viewer,
            to_act: to_act.sides().collect(),
            undoable: viewer.side().map_or(0, |side| table.undoable(side)),
            staged: viewer.side().map_or(Vec::new(), |side| table.staged(side)),
            entries: table.entries(),
            from,
            story: table.story(viewer, from),
            scene: None,
            offers: None,
            choices: None,
            captain,
            vacant,
            shares: table.shares().map(|shares| shares.written()),
            asked,
        };
        let mut scene = None;
        if light {
            state.choices = Some(viewer.side().map_or(Vec::new(), |side| table.choices(side)));
        } else {
            self.turn_to(table);
            let newest = self.scene(table, viewer);
            state.scene = self.change(wish.scene, newest.clone());
            state.offers = Some(self.offers(table, viewer));
            scene = Some(newest);
        }
        let message = ServerMessage::State(Box::new(state));
        Update {
            message: serde_json::to_string(&message).unwrap_or_default().into(),
            version,
            tick,
            scene,
        }
    }

    /// Forgets what was made of an earlier state of the game.
    fn turn_to(&mut self, table: &dyn Table) {
        let versions = Viewer::ALL.map(|viewer| table.version(viewer));
        if self.versions != versions {
            self.versions = versions;
            self.scenes = Default::default();
            self.offers = Default::default();
        }
    }

    fn scene(&mut self, table: &dyn Table, viewer: Viewer) -> Arc<Scene> {
        // While both sides commit themselves in secret, each sees its own commitments.
        let differs = table.hides() || table.to_act(Viewer::Watcher) == ToAct::Both;
        let shared = if differs { viewer } else { Viewer::Watcher };
        let make = || Arc::new(table.scene(shared));
        self.scenes[slot(shared)].get_or_insert_with(make).clone()
    }

    fn offers(&mut self, table: &dyn Table, viewer: Viewer) -> Arc<Vec<Offer>> {
        let make = || Arc::new(viewer.side().map_or(Vec::new(), |side| table.offers(side)));
        self.offers[slot(viewer)].get_or_insert_with(make).clone()
    }

    fn change(&mut self, from: Option<Arc<Scene>>, to: Arc<Scene>) -> Option<Arc<RawValue>> {
        let is_told = |told: &Change| {
            let begins = told.from.as_ref().map(Arc::as_ptr) == from.as_ref().map(Arc::as_ptr);
            begins && Arc::ptr_eq(&told.to, &to)
        };
        if !self.change.as_ref().is_some_and(is_told) {
            let text = to_raw_value(&changed(from.as_deref(), &to)).ok()?.into();
            self.change = Some(Change { from, to, text });
        }
        self.change.as_ref().map(|told| told.text.clone())
    }
}

pub fn slot(viewer: Viewer) -> usize {
    match viewer {
        Viewer::One => 0,
        Viewer::Two => 1,
        Viewer::Watcher => 2,
    }
}

/// The scene with those pieces only that are not as they were; with all of them if there are others than before.
fn changed(before: Option<&Scene>, now: &Scene) -> SceneNow {
    let before = before.map(|scene| &scene.pieces).filter(|pieces| {
        let same = |(a, b): (&PieceView, &PieceView)| a.id == b.id;
        pieces.len() == now.pieces.len() && pieces.iter().zip(&now.pieces).all(same)
    });
    SceneNow {
        turn: now.turn,
        turns: now.turns,
        player: now.player,
        phase: now.phase.clone(),
        to_act: now.to_act.sides().collect(),
        prompt: now.prompt.clone(),
        tracks: now.tracks.clone(),
        score: now.score,
        verdict: now.verdict.clone(),
        whole: before.is_none(),
        pieces: match before {
            None => now.pieces.clone(),
            Some(before) => {
                let both = before.iter().zip(&now.pieces);
                both.filter(|(a, b)| a != b).map(|(_, b)| b.clone()).collect()
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_was_away_keeps_what_still_stands() {
        let mut log = VersionLog::new(10, 10);
        for entries in [11, 12, 11, 10, 11] {
            log.now_has(entries);
        }
        // Versions 10 to 15 have 10, 11, 12, 11, 10 and 11 entries.
        assert_eq!(
            [0, 4, 10, 12, 13, 14, 15].map(|v| log.common(v)),
            [0, 4, 10, 10, 10, 10, 11]
        );
        assert_eq!(log.common(99), 0);
        // Nobody knows any more what was taken back before.
        assert_eq!([5, 12].map(|v| VersionLog::new(12, 10).common(v)), [0, 10]);
    }
}
