//! What a socket is sent after a change: what its viewer may see, and of that only what it has not got yet.

use crate::answers::shared;
use crate::api::{CaptainState, Said, SaidLine, SceneNow, ServerMessage, State};
use crate::bucket::locked;
use crate::offers;
use axum::extract::ws::Utf8Bytes;
use board::scene::{Offer, PieceView, Scene};
use kernel::{Side, Viewer};
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
    pub scene: Option<Arc<Picture>>,
    /// Lines of talk that it has.
    pub said: usize,
}

/// A scene that somebody has got, as far as it is needed to see what has changed since.
pub enum Picture {
    /// The pieces are always the same: what makes each of them look as it does.
    Looks(Vec<u128>),
    Scene(Box<Scene>),
}

impl Wish {
    fn is(&self, other: &Wish) -> bool {
        let scene = |wish: &Wish| wish.scene.as_ref().map(Arc::as_ptr);
        let all = |wish: &Wish| (wish.viewer, wish.light, wish.since, scene(wish), wish.said);
        all(self) == all(other)
    }
}

#[derive(Clone)]
pub struct Update {
    pub message: Utf8Bytes,
    pub version: u64,
    /// Of the room's news: what came before is in it.
    pub tick: u64,
    pub scene: Option<Arc<Picture>>,
    pub said: usize,
}

/// The last updates of a room: whoever has seen the same so far is sent the same, and the room need not be asked.
#[derive(Default)]
pub struct Shown(Mutex<Vec<Made>>);

/// An update that was made.
struct Made {
    wish: Wish,
    update: Update,
    /// Whether somebody has got it.
    taken: bool,
}

/// Both seats and watchers, in both kinds, and some who are late.
const SHOWN: usize = 8;

impl Shown {
    pub fn find(&self, wish: &Wish, tick: u64) -> Option<Update> {
        let mut shown = locked(&self.0);
        let found = shown
            .iter_mut()
            .find(|made| made.update.tick == tick && made.wish.is(wish))?;
        found.taken = true;
        Some(found.update.clone())
    }

    pub fn keep(&self, wish: Wish, update: &Update, taken: bool) {
        let mut shown = locked(&self.0);
        // Nobody asks for what is past.
        shown.retain(|made| made.wish.viewer != wish.viewer || made.update.tick >= update.tick);
        if shown.len() >= SHOWN {
            shown.remove(0);
        }
        shown.push(Made {
            wish,
            update: update.clone(),
            taken,
        });
    }

    /// What those of these viewers will wish for next who have got everything up to these ticks.
    pub fn next(&self, viewers: &[Viewer], ticks: [u64; 3]) -> Vec<Wish> {
        let mut wishes: Vec<Wish> = Vec::new();
        for Made { wish, update, taken } in locked(&self.0).iter() {
            let next = Wish {
                viewer: wish.viewer,
                light: wish.light,
                since: update.version,
                scene: update.scene.clone(),
                said: update.said,
            };
            let newest = viewers.contains(&wish.viewer) && update.tick == ticks[slot(wish.viewer)];
            if *taken && newest && !wishes.iter().any(|other| other.is(&next)) {
                wishes.push(next);
            }
        }
        wishes
    }
}

/// The room at the moment of an update.
pub struct Now<'a> {
    pub version: u64,
    pub tick: u64,
    pub captain: Option<CaptainState>,
    pub vacant: Vec<Side>,
    pub present: Vec<Side>,
    pub reading: Vec<Side>,
    /// What was said, as far as the viewer may know it.
    pub said: &'a [SaidLine],
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
    scenes: [Option<Arc<Picture>>; 3],
    offers: [Option<Arc<Vec<Offer>>>; 3],
    stories: [Option<(usize, Arc<RawValue>)>; 3],
    change: Option<Change>,
    /// The length of the last message: the next one is about as long.
    length: usize,
}

/// So many entries at most are news that many are told.
const NEWS: usize = 16;

/// The last change that was put into words: from which scene, to which.
struct Change {
    from: Option<Arc<Picture>>,
    to: Arc<Picture>,
    text: Arc<RawValue>,
}

impl Views {
    pub fn update(&mut self, table: &dyn Table, wish: Wish, now: Now<'_>, log: &VersionLog) -> Update {
        let Now {
            version,
            tick,
            captain,
            vacant,
            present,
            reading,
            said,
            asked,
        } = now;
        let Wish { viewer, light, .. } = wish;
        self.turn_to(table);
        // While both sides commit themselves in secret, each sees its own commitments.
        let common = shared(table, viewer);
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
            story: self.story(table, common, from),
            scene: None,
            // Written by themselves, below.
            offers: None,
            choices: None,
            captain,
            vacant,
            present,
            reading,
            said: said
                .get(wish.said..)
                .filter(|lines| !lines.is_empty())
                .map(|lines| Said {
                    from: wish.said,
                    lines: lines.to_vec(),
                }),
            shares: table.shares().map(|shares| shares.written()),
            asked,
        };
        let mut scene = None;
        if light {
            state.choices = Some(viewer.side().map_or(Vec::new(), |side| table.choices(side)));
        } else {
            let newest = self.scene(table, common);
            state.scene = self.change(table, common, wish.scene, newest.clone());
            scene = Some(newest);
        }
        let mut message = Vec::with_capacity(self.length + self.length / 4 + 256);
        // Nothing in it can fail to be written.
        let _ = serde_json::to_writer(&mut message, &ServerMessage::State(Box::new(state)));
        if !light {
            // Into the object that has just been closed.
            message.pop();
            message.extend(b",\"offers\":");
            offers::write(&self.offers(table, viewer), &mut message);
            message.push(b'}');
        }
        self.length = message.len();
        Update {
            message: String::from_utf8(message).unwrap_or_default().into(),
            version,
            tick,
            scene,
            said: said.len(),
        }
    }

    /// Forgets what was made of an earlier state of the game.
    fn turn_to(&mut self, table: &dyn Table) {
        let versions = Viewer::ALL.map(|viewer| table.version(viewer));
        if self.versions != versions {
            self.versions = versions;
            self.scenes = Default::default();
            self.offers = Default::default();
            self.stories = Default::default();
        }
    }

    fn story(&mut self, table: &dyn Table, viewer: Viewer, from: usize) -> Option<Arc<RawValue>> {
        let known = self.stories[slot(viewer)]
            .as_ref()
            .filter(|(begins, _)| *begins == from);
        if let Some((_, text)) = known {
            return Some(text.clone());
        }
        let text: Arc<RawValue> = to_raw_value(&table.story(viewer, from)).ok()?.into();
        // Somebody who has just come is told everything; that is not kept.
        if table.entries() <= from + NEWS {
            self.stories[slot(viewer)] = Some((from, text.clone()));
        }
        Some(text)
    }

    fn scene(&mut self, table: &dyn Table, viewer: Viewer) -> Arc<Picture> {
        let make = || {
            Arc::new(match table.looks(viewer) {
                Some(looks) => Picture::Looks(looks),
                None => Picture::Scene(Box::new(table.scene(viewer))),
            })
        };
        self.scenes[slot(viewer)].get_or_insert_with(make).clone()
    }

    fn offers(&mut self, table: &dyn Table, viewer: Viewer) -> Arc<Vec<Offer>> {
        let make = || Arc::new(viewer.side().map_or(Vec::new(), |side| table.offers(side)));
        self.offers[slot(viewer)].get_or_insert_with(make).clone()
    }

    fn change(
        &mut self,
        table: &dyn Table,
        viewer: Viewer,
        from: Option<Arc<Picture>>,
        to: Arc<Picture>,
    ) -> Option<Arc<RawValue>> {
        let is_told = |told: &Change| {
            let begins = told.from.as_ref().map(Arc::as_ptr) == from.as_ref().map(Arc::as_ptr);
            begins && Arc::ptr_eq(&told.to, &to)
        };
        if !self.change.as_ref().is_some_and(is_told) {
            let text = to_raw_value(&changed(table, viewer, from.as_deref(), &to)).ok()?.into();
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
fn changed(table: &dyn Table, viewer: Viewer, before: Option<&Picture>, now: &Picture) -> SceneNow {
    let (scene, whole) = match (before, now) {
        (Some(Picture::Looks(before)), Picture::Looks(now)) if before.len() == now.len() => {
            let differs = |at: &usize| before[*at] != now[*at];
            let pieces: Vec<usize> = (0..now.len()).filter(differs).collect();
            (table.scene_with(viewer, &pieces), false)
        }
        (Some(Picture::Scene(before)), Picture::Scene(now)) if has_the_same_pieces(before, now) => {
            let differs = |at: &usize| before.pieces[*at] != now.pieces[*at];
            let pieces: Vec<usize> = (0..now.pieces.len()).filter(differs).collect();
            (now.with(&pieces), false)
        }
        (_, Picture::Looks(_)) => (table.scene(viewer), true),
        (_, Picture::Scene(now)) => (Scene::clone(now), true),
    };
    SceneNow {
        turn: scene.turn,
        turns: scene.turns,
        player: scene.player,
        phase: scene.phase,
        to_act: scene.to_act.sides().collect(),
        prompt: scene.prompt,
        tracks: scene.tracks,
        goal: scene.goal,
        score: scene.score,
        verdict: scene.verdict,
        whole,
        pieces: scene.pieces,
    }
}

fn has_the_same_pieces(before: &Scene, now: &Scene) -> bool {
    let same = |(a, b): (&PieceView, &PieceView)| a.id == b.id;
    before.pieces.len() == now.pieces.len() && before.pieces.iter().zip(&now.pieces).all(same)
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
