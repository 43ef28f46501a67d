//! Where the games are kept: one SQLite file. All SQL is in `schema` and `sql`.

mod export;
mod ledger;
pub mod pack;
pub mod schema;
pub mod sql;
mod writer;

pub use export::{BadExport, Exported};
pub use ledger::{Ledger, Stamp};
pub use sql::{Row, SeatRow, StagedRow};

use crate::api::{SaidLine, Seat};
use crate::bucket::locked;
use crate::keys::Keys;
use crate::metrics::Metrics;
use crate::push::PushKey;
use crate::standing::Orders;
use crate::token::{GameId, NoRandomness};
use games::{Options, OwnScenario};
use kernel::{DiceFrom, Move, Seed, Shares, Side, Verdict};
use rusqlite::{Connection, OpenFlags};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;
use writer::Job;

#[derive(Debug, thiserror::Error)]
pub enum StoreFault {
    /// Whatever lies beneath it says the same again, so it has no source.
    #[error("the database: {0}")]
    Sql(rusqlite::Error),
    #[error("the folder of the games, {}: {fault}", folder.display())]
    Folder { folder: PathBuf, fault: std::io::Error },
    #[error("the writer does not start: {0}")]
    Thread(std::io::Error),
    #[error("the database is damaged: {0}")]
    Unsound(String),
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    #[error("another server already uses these games")]
    InUse,
    #[error("there are no games in {}", .0.display())]
    NoGames(PathBuf),
    #[error("the games were kept by a newer program (version {found} of the tables)")]
    Newer { found: u32 },
    #[error("game {0} is damaged in the database")]
    Damaged(GameId),
    #[error("the database takes no more")]
    NotWritten,
    #[error("the database is closed")]
    Closed,
}

impl From<rusqlite::Error> for StoreFault {
    fn from(fault: rusqlite::Error) -> StoreFault {
        StoreFault::Sql(fault)
    }
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
    pub edition: Edition,
    pub ending: Option<Ending>,
    /// What the players add to the dice, if they do.
    pub shares: Option<Shares>,
}

impl StoredGame {
    pub fn dice_from(&self) -> DiceFrom {
        DiceFrom {
            seed: self.seed,
            shares: self.shares,
        }
    }
}

/// What a game was begun under, besides its scenario and options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edition {
    /// The version of the program, for people; empty for games from before this was kept.
    pub program: String,
    /// Hash of the code that rules.
    pub rules: String,
}

impl Edition {
    pub fn current() -> Edition {
        Edition {
            program: env!("CARGO_PKG_VERSION").into(),
            rules: env!("SCHILTRON_RULES").into(),
        }
    }
}

/// How a game ended, kept because other rules may no longer say so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// Unix seconds.
    pub at: u64,
    pub winner: Option<Side>,
    pub level: String,
    pub score: [i32; 2],
}

impl Ending {
    pub fn new(verdict: Verdict, at: u64) -> Ending {
        Ending {
            at,
            winner: verdict.winner,
            level: verdict.level,
            score: verdict.score,
        }
    }
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
    /// Whether strangers may join it.
    pub open: bool,
    pub said: Vec<SaidLine>,
    pub standing: [Orders; 2],
    /// Where each player is told that it is his turn.
    pub notices: [Option<String>; 2],
}

/// What a side has committed itself to without the other's knowing.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Staged {
    /// How often this has changed in the whole game.
    pub changes: u64,
    pub choices: Vec<String>,
}

/// A game that strangers may join or watch.
pub struct Listed {
    pub game: StoredGame,
    pub keys: Keys,
    /// For its free seat.
    pub invitation: Option<String>,
    pub watch: Option<String>,
    /// Unix seconds.
    pub changed: u64,
}

/// Which games are no longer kept. Nothing is ever dropped without a wish.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Games that were over before this time, in Unix seconds.
    pub finished_before: Option<u64>,
    /// Games under way in which nothing has been chosen since this time.
    pub untouched_since: Option<u64>,
}

pub struct Store {
    jobs: Sender<Job>,
    writer: Mutex<Option<JoinHandle<()>>>,
    /// Locked until the store is closed, so that no second server works on the same games.
    lock: File,
}

impl Store {
    pub fn open(folder: &Path, metrics: Arc<Metrics>) -> Result<Store, StoreFault> {
        let (lock, connection) = open_to_write(folder)?;
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
        self.ask(move |connection| sql::keys(connection, id)).await
    }

    /// Writes, to see whether that can be done.
    pub async fn pulse(&self) -> Result<(), StoreFault> {
        self.write(vec![Row::Pulse]).await
    }

    pub async fn read(&self, id: GameId) -> Result<Option<Kept>, StoreFault> {
        self.ask(move |connection| sql::load(connection, id)).await
    }

    /// The texts of a scenario that games were begun with.
    pub async fn texts(&self, hash: String) -> Result<Option<OwnScenario>, StoreFault> {
        self.ask(move |connection| sql::texts(connection, &hash)).await
    }

    /// Names and hashes of scenarios whose texts are not kept although there are games of them.
    pub async fn without_texts(&self) -> Result<Vec<(String, String)>, StoreFault> {
        self.ask(sql::without_texts).await
    }

    /// The key of the server for web push, which is drawn when it is first wanted.
    pub async fn push_key(&self) -> Result<PushKey, StoreFault> {
        let bytes = match self.ask(sql::push_key).await? {
            Some(bytes) => bytes,
            None => {
                let bytes = PushKey::draw()?;
                self.write(vec![Row::PushKey(bytes)]).await?;
                bytes.into()
            }
        };
        PushKey::read(&bytes).ok_or_else(|| StoreFault::Unsound("the key for web push".into()))
    }

    /// Games under way that strangers may join or watch, the newest first.
    pub async fn listed(&self) -> Result<Vec<Listed>, StoreFault> {
        self.ask(sql::listed).await
    }

    /// The games that need not be kept any longer.
    pub async fn unwanted(&self, wanted: Wanted) -> Result<Vec<GameId>, StoreFault> {
        self.ask(move |connection| sql::unwanted(connection, wanted)).await
    }

    /// Whether one of them is so still.
    pub async fn is_unwanted(&self, wanted: Wanted, id: GameId) -> Result<bool, StoreFault> {
        self.ask(move |connection| sql::is_unwanted(connection, wanted, id))
            .await
    }

    /// Games under way between a captain and somebody who has settled something beforehand or wants to be told of his turn, the
    /// newest first.
    pub async fn left_to_captains(&self) -> Result<Vec<GameId>, StoreFault> {
        self.ask(sql::left_to_captains).await
    }

    /// Games of which only their choices can say whether they are over.
    pub async fn of_no_known_ending(&self) -> Result<Vec<GameId>, StoreFault> {
        self.ask(sql::of_no_known_ending).await
    }

    /// Asks something of the database, after all that came in before is written.
    async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> Result<T, StoreFault> + Send + 'static,
    ) -> Result<T, StoreFault> {
        let (reply, answer) = oneshot::channel();
        let ask = Box::new(move |connection: &Connection| drop(reply.send(question(connection))));
        self.jobs.send(Job::Ask(ask)).map_err(|_| StoreFault::Closed)?;
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

pub const FILE: &str = "games.sqlite";

/// For who reads while others write, and the other way round: they wait for each other this long.
const PATIENCE: Duration = Duration::from_secs(10);

/// The games of a folder for one who alone may change them, as long as the lock lives. The folder is made if it is missing.
pub fn open_to_write(folder: &Path) -> Result<(File, Connection), StoreFault> {
    let lock = lock(folder)?;
    let in_folder = |fault| StoreFault::Folder {
        folder: folder.to_path_buf(),
        fault,
    };
    let file = folder.join(FILE);
    // SQLite gives its other files the rights of this one.
    File::options()
        .create(true)
        .append(true)
        .open(&file)
        .map_err(in_folder)?;
    for own in [FILE, "games.sqlite-wal", "games.sqlite-shm"] {
        let path = folder.join(own);
        if path.exists() {
            for_the_host_alone(&path, 0o600).map_err(in_folder)?;
        }
    }
    let mut connection = Connection::open(file)?;
    connection.busy_timeout(PATIENCE)?;
    schema::prepare(&connection)?;
    schema::check(&connection)?;
    schema::migrate(&mut connection)?;
    Ok((lock, connection))
}

/// Makes sure that nobody else changes the games of a folder, and that nobody else on this machine reads them.
pub fn lock(folder: &Path) -> Result<File, StoreFault> {
    let in_folder = |fault| StoreFault::Folder {
        folder: folder.to_path_buf(),
        fault,
    };
    fs::create_dir_all(folder).map_err(in_folder)?;
    for_the_host_alone(folder, 0o700).map_err(in_folder)?;
    let path = folder.join("lock");
    let lock = File::create(&path).map_err(in_folder)?;
    for_the_host_alone(&path, 0o600).map_err(in_folder)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreFault::InUse),
        Err(TryLockError::Error(fault)) => Err(in_folder(fault)),
    }
}

/// A database that is only read, even while a server writes to it.
pub fn open_to_read(file: &Path) -> Result<Connection, StoreFault> {
    if !file.exists() {
        return Err(StoreFault::NoGames(file.to_path_buf()));
    }
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

/// The seeds of games under way are in there: nobody else on this machine reads them.
pub fn for_the_host_alone(path: &Path, mode: u32) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
    }
    #[cfg(not(unix))]
    let _ = (path, mode);
    Ok(())
}

#[cfg(test)]
mod tests {
    /// Whatever the modules of the shelf are made from rules, but for those who play.
    #[test]
    fn the_rules_of_every_system_are_in_the_hash() {
        let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let ruling: Vec<&str> = env!("SCHILTRON_RULING").split(' ').collect();
        for system in games::systems::ALL {
            let module = crates.join(format!("games/src/systems/{}.rs", system.id()));
            let text = std::fs::read_to_string(module).unwrap();
            let names = std::fs::read_dir(&crates).unwrap();
            let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let used: Vec<String> = names.filter(|name| text.contains(&format!("{name}::"))).collect();
            assert!(!used.is_empty(), "{}", system.id());
            for name in used
                .iter()
                .filter(|name| !["captain", "games", "seat"].contains(&name.as_str()))
            {
                assert!(ruling.contains(&name.as_str()), "{} is ruled by {name}", system.id());
            }
        }
    }
}
