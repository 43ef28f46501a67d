//! Where the games are kept: one SQLite file. All SQL is in `schema` and `sql`.

mod ledger;
mod pack;
mod schema;
mod sql;
mod writer;

pub use ledger::{Ledger, Stamp};
pub use sql::{Row, SeatRow, StagedRow};

use crate::api::Seat;
use crate::bucket::locked;
use crate::keys::Keys;
use crate::metrics::Metrics;
use crate::token::GameId;
use games::Options;
use kernel::{Move, Seed};
use rusqlite::Connection;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use tokio::sync::oneshot;
use writer::Job;

#[derive(Debug, thiserror::Error)]
pub enum StoreFault {
    #[error("the database: {0}")]
    Sql(#[from] rusqlite::Error),
    #[error("the folder of the games, {}: {fault}", folder.display())]
    Folder { folder: PathBuf, fault: std::io::Error },
    #[error("the writer does not start: {0}")]
    Thread(std::io::Error),
    #[error("the database is damaged: {0}")]
    Unsound(String),
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
    /// Unix seconds.
    pub created: u64,
}

/// A game with all there is of it.
pub struct Kept {
    pub game: StoredGame,
    pub keys: Keys,
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
    pub fn open(folder: &Path, metrics: Arc<Metrics>) -> Result<Store, StoreFault> {
        let in_folder = |fault| StoreFault::Folder {
            folder: folder.to_path_buf(),
            fault,
        };
        fs::create_dir_all(folder).map_err(in_folder)?;
        for_the_host_alone(folder, 0o700).map_err(in_folder)?;
        let lock = File::create(folder.join("lock")).map_err(in_folder)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreFault::InUse),
            Err(TryLockError::Error(fault)) => return Err(in_folder(fault)),
        }
        let file = folder.join("games.sqlite");
        // SQLite gives its other files the rights of this one.
        File::options()
            .create(true)
            .append(true)
            .open(&file)
            .map_err(in_folder)?;
        for own in ["lock", "games.sqlite", "games.sqlite-wal", "games.sqlite-shm"] {
            let path = folder.join(own);
            if path.exists() {
                for_the_host_alone(&path, 0o600).map_err(in_folder)?;
            }
        }
        let mut connection = Connection::open(file)?;
        schema::prepare(&connection)?;
        schema::check(&connection)?;
        schema::migrate(&mut connection)?;
        let (jobs, writer) = writer::start(connection, metrics)?;
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

    /// Who may sit where in a game.
    pub async fn keys(&self, id: GameId) -> Result<Option<Keys>, StoreFault> {
        let (reply, answer) = oneshot::channel();
        self.jobs
            .send(Job::Keys { id, reply })
            .map_err(|_| StoreFault::Closed)?;
        answer.await.map_err(|_| StoreFault::Closed)?
    }

    /// Writes, to see whether that can be done.
    pub async fn pulse(&self) -> Result<(), StoreFault> {
        self.write(vec![Row::Pulse]).await
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

/// The seeds of games under way are in there: nobody else on this machine reads them.
fn for_the_host_alone(path: &Path, mode: u32) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
    }
    #[cfg(not(unix))]
    let _ = (path, mode);
    Ok(())
}
