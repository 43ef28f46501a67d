//! What a socket is sent after a change: what its viewer may see, and of that only what it has not got yet.

use crate::api::{CaptainState, SceneNow, ServerMessage, State};
use crate::bench::Bench;
use kernel::Viewer;
use kernel::scene::{Offer, PieceView, Scene};
use std::sync::Arc;

/// What a socket has got so far, and what it wants.
pub struct Wish {
    pub viewer: Viewer,
    pub light: bool,
    /// The version it has; 0 if it has nothing.
    pub since: u64,
    /// The scene it has.
    pub scene: Option<Arc<Scene>>,
}

pub struct Update {
    pub message: String,
    pub version: u64,
    /// Of the room's news: what came before is in it.
    pub tick: u64,
    pub scene: Option<Arc<Scene>>,
}

/// The room at the moment of an update.
pub struct Now {
    pub version: u64,
    pub tick: u64,
    pub captain: Option<CaptainState>,
}

/// How many entries there were at each version, to know which of them still stand for somebody who was away.
pub struct Told {
    first_version: u64,
    /// Whether nothing had been taken back before the first version known here.
    straight: bool,
    entries: Vec<u32>,
}

impl Told {
    pub fn new(version: u64, entries: usize) -> Told {
        Told {
            first_version: version,
            straight: version == entries as u64,
            entries: vec![entries as u32],
        }
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

struct View {
    version: u64,
    scene: Arc<Scene>,
    offers: Arc<Vec<Offer>>,
}

/// The newest view of each viewer: several sockets may show the same.
#[derive(Default)]
pub struct Views([Option<View>; 3]);

impl Views {
    pub fn update(&mut self, bench: &dyn Bench, wish: Wish, now: Now, told: &Told) -> Update {
        let Now { version, tick, captain } = now;
        let Wish { viewer, light, .. } = wish;
        let table = bench.table();
        let to_act = table.to_act();
        let from = told.common(wish.since);
        let mut state = State {
            version,
            viewer,
            to_act: to_act.sides().collect(),
            undoable: viewer.side().map_or(0, |side| table.undoable(side)),
            entries: bench.entries(),
            from,
            story: bench.story(viewer, from),
            scene: None,
            offers: None,
            choices: None,
            captain,
        };
        let mut scene = None;
        if light {
            let side = viewer.side().filter(|side| to_act.includes(*side));
            state.choices = Some(side.map_or(Vec::new(), |side| table.choices(side)));
        } else {
            let view = self.view(bench, viewer, version);
            state.scene = Some(changed(wish.scene.as_deref(), &view.scene));
            state.offers = Some(view.offers.clone());
            scene = Some(view.scene.clone());
        }
        let message = ServerMessage::State(Box::new(state));
        Update {
            message: serde_json::to_string(&message).unwrap_or_default(),
            version,
            tick,
            scene,
        }
    }

    fn view(&mut self, bench: &dyn Bench, viewer: Viewer, version: u64) -> &View {
        let table = bench.table();
        let make = || View {
            version,
            scene: Arc::new(table.scene(viewer)),
            offers: Arc::new(viewer.side().map_or(Vec::new(), |side| table.offers(side))),
        };
        let slot = &mut self.0[match viewer {
            Viewer::One => 0,
            Viewer::Two => 1,
            Viewer::Watcher => 2,
        }];
        match slot {
            Some(view) if view.version == version => {}
            _ => *slot = None,
        }
        slot.get_or_insert_with(make)
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
        let mut told = Told::new(10, 10);
        for entries in [11, 12, 11, 10, 11] {
            told.now_has(entries);
        }
        // Versions 10 to 15 have 10, 11, 12, 11, 10 and 11 entries.
        assert_eq!(
            [0, 4, 10, 12, 13, 14, 15].map(|v| told.common(v)),
            [0, 4, 10, 10, 10, 10, 11]
        );
        assert_eq!(told.common(99), 0);
        // Nobody knows any more what was taken back before.
        assert_eq!([5, 12].map(|v| Told::new(12, 10).common(v)), [0, 10]);
    }
}
