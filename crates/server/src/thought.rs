//! The captains of a game: they think on another thread and act one choice at a time, with a pause that lets people
//! follow. A captain acts whenever it is asked to, in the middle of the other side's turn too.

use crate::api::Seat;
use crate::bench::Bench;
use crate::denied::Denied;
use crate::token::random;
use axum::http::StatusCode;
use captain::{Lot, Rank};
use kernel::Side;
use std::future::pending;
use std::time::Duration;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::Instant;

const PAUSE_MS: u32 = 400;
const LONGEST_PAUSE_MS: u32 = 5000;

/// What a captain would choose at a version of the game.
struct Thought {
    version: u64,
    side: Side,
    choice: String,
}

struct Thinking {
    version: u64,
    side: Side,
    task: JoinHandle<String>,
}

#[derive(Default)]
pub struct Thoughts {
    captains: [bool; 2],
    pause_ms: u32,
    thinking: Option<Thinking>,
    thought: Option<Thought>,
    /// The version at which a captain failed, and its side.
    failed: Option<(u64, Side)>,
    /// The version at which a captain came to nothing; it is not asked again until the game has changed.
    given_up: Option<u64>,
}

impl Thoughts {
    pub fn appoint(seats: &[Seat; 2], bench: &mut dyn Bench) -> Thoughts {
        let mut thoughts = Thoughts {
            pause_ms: PAUSE_MS,
            ..Thoughts::default()
        };
        for side in Side::BOTH {
            if let Seat::Captain { name } = &seats[side.index()]
                && let Ok(rank) = name.parse::<Rank>()
            {
                // Which of equal choices a captain takes is no secret worth failing for.
                let lot = random().map_or(0, u64::from_le_bytes);
                bench.appoint(side, rank, Lot::new(lot));
                thoughts.captains[side.index()] = true;
            }
        }
        thoughts
    }

    /// The pause, if a captain plays at all.
    pub fn pause_ms(&self) -> Option<u32> {
        self.captains.contains(&true).then_some(self.pause_ms)
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

    /// Whether a captain is to act.
    pub fn asked(&self, bench: &dyn Bench, version: u64) -> bool {
        let mut sides = bench.table().to_act().sides();
        self.given_up != Some(version) && sides.any(|side| self.captains[side.index()])
    }

    /// Whether a captain has something to do.
    pub fn busy(&self) -> bool {
        self.thinking.is_some() || self.thought.is_some()
    }

    /// Sets a captain thinking if one is to act.
    pub fn think(&mut self, bench: &dyn Bench, version: u64) {
        let known = self.thought.as_ref().is_some_and(|t| t.version == version);
        if self.thinking.is_some() || known || self.given_up == Some(version) {
            return;
        }
        self.thought = None;
        if let Some((_, side)) = self.failed.take().filter(|(at, _)| *at == version) {
            // A captain that fails must not hold up the game.
            match bench.table().choices(side).into_iter().next() {
                Some(choice) => self.thought = Some(Thought { version, side, choice }),
                None => self.give_up(version),
            }
            return;
        }
        let mut sides = bench.table().to_act().sides();
        let Some(side) = sides.find(|side| self.captains[side.index()]) else {
            return;
        };
        match bench.ponder(side) {
            Some(ponder) => {
                let task = spawn_blocking(ponder);
                self.thinking = Some(Thinking { version, side, task });
            }
            None => self.give_up(version),
        }
    }

    /// Waits until a captain has made up its mind. May be dropped while it waits.
    pub async fn ready(&mut self, version: u64) {
        let Some(thinking) = &mut self.thinking else {
            return pending().await;
        };
        let picked = (&mut thinking.task).await;
        let (thought_of, side) = (thinking.version, thinking.side);
        self.thinking = None;
        match picked {
            _ if thought_of != version => {}
            Ok(choice) => self.thought = Some(Thought { version, side, choice }),
            Err(fault) => {
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

    pub fn take(&mut self, version: u64) -> Option<(Side, String)> {
        let thought = self.thought.take().filter(|t| t.version == version)?;
        Some((thought.side, thought.choice))
    }

    pub fn give_up(&mut self, version: u64) {
        self.given_up = Some(version);
    }
}
