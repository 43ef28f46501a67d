//! The captains of a game: they think on another thread and act one choice at a time, with a pause that lets people
//! follow. A captain acts whenever it is asked to, in the middle of the other side's turn too.

use crate::api::Seat;
use crate::denied::Denied;
use crate::token::random;
use axum::http::StatusCode;
use captain::{LEVELS, Rng, Stop};
use kernel::{Side, Viewer};
use prometheus_client::metrics::histogram::Histogram;
use seat::{Failed, Table};
use std::future;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::{JoinError, JoinHandle, spawn_blocking};
use tokio::time::{Instant, timeout};

const PAUSE_MS: u32 = 400;
const LONGEST_PAUSE_MS: u32 = 5000;

/// Whoever thinks is told to stop when this is dropped: nobody waits for it any more.
#[derive(Default)]
pub struct Ends(pub Stop);

impl Drop for Ends {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// Where captains wait until there is room for them to think, in all games together. Those that search take seconds; whoever decides
/// at once never waits for them.
#[derive(Clone)]
pub struct Thinking {
    /// Captains of a level, and hints.
    pub searching: Arc<Semaphore>,
    pub at_once: Arc<Semaphore>,
    /// The longest that a captain may take for a choice; then it has to make up its mind. Those that we have never come near it.
    longest: Duration,
}

impl Thinking {
    /// As many of each kind at one time as there are processors, so that many games with captains leave the others what they need.
    pub fn new(longest: Duration) -> Thinking {
        let processors = std::thread::available_parallelism().map_or(2, |n| n.get());
        let places = || Arc::new(Semaphore::new(processors));
        Thinking {
            searching: places(),
            at_once: places(),
            longest,
        }
    }

    fn of(&self, captain: &str) -> Arc<Semaphore> {
        match LEVELS.iter().any(|level| level.card.name == captain) {
            true => self.searching.clone(),
            false => self.at_once.clone(),
        }
    }
}

/// What a captain would choose at a version of the game.
struct Thought {
    version: u64,
    side: Side,
    choice: String,
}

/// A captain that is making up its mind.
struct Pending {
    version: u64,
    side: Side,
    task: JoinHandle<Result<Result<String, Failed>, JoinError>>,
    /// It stops when the game has gone on without it.
    _ends: Ends,
}

pub struct Thoughts {
    /// How long captains think.
    time: Histogram,
    /// Where each captain waits until it may think; nothing for a side that has none.
    captains: [Option<Arc<Semaphore>>; 2],
    longest: Duration,
    pause_ms: u32,
    pending: Option<Pending>,
    thought: Option<Thought>,
    /// The version at which a captain failed, and its side.
    failed: Option<(u64, Side)>,
    /// The version of its game at which a captain came to nothing; it is not asked again until that has changed.
    given_up: Option<(Side, u64)>,
}

impl Thoughts {
    pub fn appoint(seats: &[Seat; 2], table: &mut dyn Table, time: Histogram, thinking: &Thinking) -> Thoughts {
        let mut thoughts = Thoughts {
            time,
            captains: [None, None],
            longest: thinking.longest,
            pause_ms: PAUSE_MS,
            pending: None,
            thought: None,
            failed: None,
            given_up: None,
        };
        for side in Side::BOTH {
            if let Seat::Captain { name } = &seats[side.index()] {
                // Which of equal choices a captain takes is no secret worth failing for.
                let rng = random().map_or(0, u64::from_le_bytes);
                match table.appoint(side, name, Rng::new(rng)) {
                    Ok(()) => thoughts.captains[side.index()] = Some(thinking.of(name)),
                    Err(unknown) => tracing::error!("{unknown}"),
                }
            }
        }
        thoughts
    }

    /// The pause, if a captain plays at all.
    pub fn pause_ms(&self) -> Option<u32> {
        self.captains.iter().any(Option::is_some).then_some(self.pause_ms)
    }

    pub fn set_pause(&mut self, ms: u32) -> Result<(), Denied> {
        let unfit = StatusCode::UNPROCESSABLE_ENTITY;
        if ms > LONGEST_PAUSE_MS {
            let why = format!("The pause is at most {LONGEST_PAUSE_MS} ms.");
            return Err(Denied::new(unfit, "PauseTooLong", why));
        }
        if self.pause_ms().is_none() {
            return Err(Denied::new(unfit, "NoCaptain", "No captain plays in this game."));
        }
        self.pause_ms = ms;
        Ok(())
    }

    /// Whether a captain plays this side and has not come to nothing at this version of its game.
    fn plays(&self, side: Side, table: &dyn Table) -> bool {
        self.captains[side.index()].is_some() && self.given_up != Some((side, table.version(side.into())))
    }

    /// The captain that is to act, if one is.
    fn asked_side(&self, table: &dyn Table) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|side| self.plays(*side, table) && table.is_asked(*side))
    }

    /// Whether a captain is to act, as this viewer may know: a captain that has committed itself does not show it.
    pub fn thinking(&self, table: &dyn Table, viewer: Viewer) -> bool {
        table.to_act(viewer).sides().any(|side| self.plays(side, table))
    }

    /// Whether a captain has something to do.
    pub fn busy(&self) -> bool {
        self.pending.is_some() || self.thought.is_some()
    }

    /// Sets a captain thinking if one is to act. What one thinks about that has changed meanwhile is of no use any more.
    pub fn think(&mut self, table: &dyn Table) {
        let is_late = |pending: &Pending| table.version(pending.side.into()) != pending.version;
        if self.pending.as_ref().is_some_and(is_late) {
            self.pending = None;
        }
        let Some(side) = self.asked_side(table) else {
            return;
        };
        let version = table.version(side.into());
        let known = self
            .thought
            .as_ref()
            .is_some_and(|t| (t.side, t.version) == (side, version));
        if self.pending.is_some() || known {
            return;
        }
        self.thought = None;
        if self.failed.take() == Some((version, side)) {
            // A captain that fails must not hold up the game.
            match table.choices(side).into_iter().next() {
                Some(choice) => self.thought = Some(Thought { version, side, choice }),
                None => self.give_up(side, version),
            }
            return;
        }
        match table.ponder(side).zip(self.captains[side.index()].clone()) {
            Some((ponder, places)) => {
                let (time, longest) = (self.time.clone(), self.longest);
                let ends = Ends::default();
                let (stop, told) = (ends.0.clone(), ends.0.clone());
                let task = tokio::spawn(async move {
                    // It is never closed, so nobody thinks without it.
                    let permit = places.acquire_owned().await.ok();
                    let mut pondering = spawn_blocking(move || {
                        let begun = Instant::now();
                        let choice = ponder(&told);
                        time.observe(begun.elapsed().as_secs_f64());
                        drop(permit);
                        choice
                    });
                    if let Ok(done) = timeout(longest, &mut pondering).await {
                        return done;
                    }
                    stop.set();
                    pondering.await
                });
                self.pending = Some(Pending {
                    version,
                    side,
                    task,
                    _ends: ends,
                });
            }
            None => self.give_up(side, version),
        }
    }

    /// Waits until a captain has made up its mind. May be dropped while it waits.
    pub async fn ready(&mut self) {
        let Some(pending) = &mut self.pending else {
            return future::pending().await;
        };
        let picked = (&mut pending.task).await;
        let (version, side) = (pending.version, pending.side);
        self.pending = None;
        match picked {
            Ok(Ok(Ok(choice))) => self.thought = Some(Thought { version, side, choice }),
            Ok(Ok(Err(failed))) => {
                tracing::error!("a captain has failed: {failed}");
                self.failed = Some((version, side));
            }
            Ok(Err(fault)) | Err(fault) => {
                tracing::error!("a captain has failed: {fault}");
                self.failed = Some((version, side));
            }
        }
    }

    /// When the captain's choice is to be made, if it is known.
    pub fn due(&self, last_change: Instant) -> Option<Instant> {
        let pause = Duration::from_millis(self.pause_ms.into());
        self.thought.is_some().then(|| last_change + pause)
    }

    /// What a captain has decided, if its game has not changed since.
    pub fn take(&mut self, table: &dyn Table) -> Option<(Side, String)> {
        let thought = self.thought.take()?;
        let current = table.version(thought.side.into()) == thought.version;
        current.then_some((thought.side, thought.choice))
    }

    /// Captains that came to nothing are asked again.
    pub fn take_heart(&mut self) {
        self.given_up = None;
    }

    pub fn give_up(&mut self, side: Side, version: u64) {
        self.given_up = Some((side, version));
    }
}
