//! Where the games are kept: one SQLite file. All SQL is in `schema` and `sql`.

mod ledger;
mod pack;
mod schema;
mod sql;
mod writer;

pub use ledger::{Ledger, Stamp};
pub use sql::{Row, StagedRow};

use crate::api::Seat;
use crate::bucket::locked;
use crate::token::{GameId, TokenHash};
use games::Options;
use kernel::{Move, Seed};
use rusqlite::Connection;
use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use tokio::sync::oneshot;
use writer::Job;

#[derive(Debug, thiserror::Error)]
pub enum StoreFault {
    #[error("the database: {0}")]
    Sql(#[from] rusqlite::Error),
    #[error("the folder of the games: {0}")]
    Folder(#[from] std::io::Error),
    #[error("another server already uses these games")]
    InUse,
    #[error("the games were kept by a newer program (version {found} of the tables)")]
    Newer { found: u32 },
    #[error("game {0} is damaged in the database")]
    Damaged(GameId),
    #[error("the database takes no more")]
    NotWritten,
    #[error("the database is closed")]
    Closed,
}

/// A game without its choices.
#[derive(Clone, Debug)]
pub struct StoredGame {
    pub id: GameId,
    pub scenario: String,
    pub scenario_hash: String,
    pub options: Options,
    pub seed: Seed,
    pub given: usize,
    pub seats: [Seat; 2],
    /// The first side, the second, watchers.
    pub tokens: [Option<TokenHash>; 3],
    /// Unix seconds.
    pub created: u64,
}

/// A game with all there is of it.
pub struct Kept {
    pub game: StoredGame,
    pub moves: Vec<Move>,
    pub ledger: Ledger,
    pub version: u64,
    /// Unix seconds.
    pub changed: u64,
    pub hash: u64,
    pub staged: [Staged; 2],
}

/// What a side has committed itself to without the other's knowing.
#[derive(Clone, Debug, Default)]
pub struct Staged {
    /// How often this has changed in the whole game.
    pub changes: u64,
    pub choices: Vec<String>,
}

pub struct Store {
    jobs: Sender<Job>,
    writer: Mutex<Option<JoinHandle<()>>>,
    /// Locked until the store is closed, so that no second server works on the same games.
    lock: File,
}

impl Store {
    pub fn open(folder: &Path) -> Result<Store, StoreFault> {
        fs::create_dir_all(folder)?;
        let lock = File::create(folder.join("lock"))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreFault::InUse),
            Err(TryLockError::Error(fault)) => return Err(fault.into()),
        }
        let mut connection = Connection::open(folder.join("games.sqlite"))?;
        schema::prepare(&connection)?;
        schema::migrate(&mut connection)?;
        let (jobs, writer) = writer::start(connection)?;
        Ok(Store {
            jobs,
            writer: Mutex::new(Some(writer)),
            lock,
        })
    }

    /// Returns when the rows are on disk.
    pub async fn write(&self, rows: Vec<Row>) -> Result<(), StoreFault> {
        let (done, written) = oneshot::channel();
        let job = Job::Write { rows, done };
        self.jobs.send(job).map_err(|_| StoreFault::Closed)?;
        match written.await {
            Ok(true) => Ok(()),
            Ok(false) => Err(StoreFault::NotWritten),
            Err(_) => Err(StoreFault::Closed),
        }
    }

    pub async fn read(&self, id: GameId) -> Result<Option<Kept>, StoreFault> {
        let (reply, answer) = oneshot::channel();
        let job = Job::Read { id, reply };
        self.jobs.send(job).map_err(|_| StoreFault::Closed)?;
        answer.await.map_err(|_| StoreFault::Closed)?
    }

    /// Waits until everything that came in is written, and closes the database; nothing can be written after that.
    pub fn close(&self) {
        // Fails only if the writer has stopped already.
        let _ = self.jobs.send(Job::Stop);
        let writer = locked(&self.writer).take();
        if writer.is_some_and(|writer| writer.join().is_err()) {
            tracing::error!("the writer has failed");
        }
        if let Err(fault) = self.lock.unlock() {
            tracing::error!("the lock of the games: {fault}");
        }
    }
}
