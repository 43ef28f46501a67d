//! What a host does with the games of a folder: copies, single games in and out, an examination. All but restoring and importing
//! can be done while a server runs.

use crate::blocks::{self, Block};
use crate::library::Library;
use crate::opening::examine;
use crate::store::pack::Packer;
use crate::store::{
    BadExport, Exported, FILE, StoreFault, for_the_host_alone, lock, open_to_read, open_to_write, schema, sql,
};
use crate::token::GameId;
use games::Shelf;
use rusqlite::Connection;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum HostFault {
    #[error(transparent)]
    Store(#[from] StoreFault),
    #[error("{}: {fault}", path.display())]
    File { path: PathBuf, fault: std::io::Error },
    #[error("{} is there already", .0.display())]
    Exists(PathBuf),
    #[error("{} is no copy of games: {why}", path.display())]
    NoCopy { path: PathBuf, why: String },
    #[error("{} has games already; --replace puts them aside", .0.display())]
    Occupied(PathBuf),
    #[error("`{0}` is no name of a game; it has twelve letters and digits, as in its links")]
    NoName(String),
    #[error("there is no game {0}")]
    UnknownGame(String),
    #[error("`{0}` is no address, network such as 192.0.2.0/24, or name of a game")]
    NoBlock(String),
    #[error("game {0} is here already")]
    GameExists(String),
    #[error("{}: {fault}", path.display())]
    Export { path: PathBuf, fault: BadExport },
    #[error("{} has {bytes} bytes or more; of an exported game at most {LARGEST_EXPORT} are read", path.display())]
    TooLarge { path: PathBuf, bytes: u64 },
    #[error("a server uses these games; stop it first")]
    InUse,
    #[error(
        "the tables are of version {found}, this program's of version {}; start the server once",
        schema::VERSION
    )]
    Older { found: u32 },
}

impl From<rusqlite::Error> for HostFault {
    fn from(fault: rusqlite::Error) -> HostFault {
        HostFault::Store(fault.into())
    }
}

fn at(path: &Path) -> impl FnOnce(std::io::Error) -> HostFault {
    let path = path.to_path_buf();
    |fault| HostFault::File { path, fault }
}

fn stopped(fault: StoreFault) -> HostFault {
    match fault {
        StoreFault::InUse => HostFault::InUse,
        fault => fault.into(),
    }
}

/// What is in a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    pub games: u64,
    pub bytes: u64,
}

/// Copies all games into one file, as they stand at one moment.
pub fn backup(folder: &Path, file: &Path) -> Result<Copied, HostFault> {
    let connection = open_to_read(&folder.join(FILE))?;
    if file.exists() {
        return Err(HostFault::Exists(file.to_path_buf()));
    }
    let part = part_of(file);
    let copied = (|| {
        empty_file(&part)?;
        connection.execute("VACUUM INTO ?1", [part.to_string_lossy()])?;
        let copied = check_copy(&part)?;
        File::open(&part).and_then(|f| f.sync_all()).map_err(at(&part))?;
        fs::rename(&part, file).map_err(at(file))?;
        Ok(copied)
    })();
    if copied.is_err() {
        let _ = fs::remove_file(&part);
    }
    copied
}

fn part_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// An empty file that nobody else on this machine can read, not even for a moment.
fn create_privately(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    // One that was there before may have been open to others.
    for_the_host_alone(path, 0o600)?;
    Ok(file)
}

/// A new file that nobody else on this machine reads.
fn empty_file(path: &Path) -> Result<File, HostFault> {
    create_privately(path).map_err(at(path))
}

/// Writes a file that nobody else on this machine reads; it is there whole or not at all.
pub fn write_privately(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let part = part_of(path);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = create_privately(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&part, path)
}

/// Whether a file is a sound copy of games that this program can read.
fn check_copy(file: &Path) -> Result<Copied, HostFault> {
    let no_copy = |why: String| HostFault::NoCopy {
        path: file.to_path_buf(),
        why,
    };
    let connection = open_to_read(file)?;
    let read = || -> Result<u64, StoreFault> {
        schema::check(&connection)?;
        schema::version(&connection)?;
        let games: i64 = connection.query_row("SELECT count(*) FROM game", [], |row| row.get(0))?;
        Ok(games as u64)
    };
    let games = read().map_err(|fault| no_copy(fault.to_string()))?;
    let bytes = fs::metadata(file).map_err(at(file))?.len();
    Ok(Copied { games, bytes })
}

/// Puts the games of a copy into a folder. Games that are there already are put aside, if that is wanted; the file they are in
/// then is returned.
pub fn restore(file: &Path, folder: &Path, replace: bool) -> Result<(Copied, Option<PathBuf>), HostFault> {
    let copied = check_copy(file)?;
    let _lock = lock(folder).map_err(stopped)?;
    let here = folder.join(FILE);
    let mut aside = None;
    if here.exists() {
        if !replace {
            return Err(HostFault::Occupied(folder.to_path_buf()));
        }
        aside = Some(put_aside(folder)?);
    }
    let part = part_of(&here);
    empty_file(&part)?;
    fs::copy(file, &part).map_err(at(file))?;
    for_the_host_alone(&part, 0o600).map_err(at(&part))?;
    File::open(&part).and_then(|f| f.sync_all()).map_err(at(&part))?;
    fs::rename(&part, &here).map_err(at(&here))?;
    Ok((copied, aside))
}

/// Renames the games of a folder, with all that SQLite has not put into their file yet.
fn put_aside(folder: &Path) -> Result<PathBuf, HostFault> {
    let number = |n: &u32| folder.join(format!("games-before-{n}.sqlite"));
    let free = (1..).map(|n| number(&n)).find(|path| !path.exists());
    let aside = free.unwrap_or_else(|| number(&0));
    for ending in ["", "-wal", "-shm"] {
        let from = folder.join(format!("{FILE}{ending}"));
        let to = PathBuf::from(format!("{}{ending}", aside.display()));
        if from.exists() {
            fs::rename(&from, &to).map_err(at(&from))?;
        }
    }
    Ok(aside)
}

/// The games of a folder, if their tables are those of this program.
fn read_games(folder: &Path) -> Result<Connection, HostFault> {
    let connection = open_to_read(&folder.join(FILE))?;
    match schema::version(&connection)? {
        schema::VERSION => Ok(connection),
        found => Err(HostFault::Older { found }),
    }
}

/// The names of all games.
pub fn games(folder: &Path) -> Result<Vec<String>, HostFault> {
    let games = sql::games(&read_games(folder)?)?;
    Ok(games.iter().map(ToString::to_string).collect())
}

/// One game as text, to be imported elsewhere. Its seed is in it.
pub fn export(folder: &Path, game: &str) -> Result<String, HostFault> {
    let id = GameId::parse(game).ok_or_else(|| HostFault::NoName(game.into()))?;
    let connection = read_games(folder)?;
    let kept = sql::load(&connection, id)?.ok_or_else(|| HostFault::UnknownGame(game.into()))?;
    let texts = sql::texts(&connection, &kept.game.scenario_hash)?;
    let exported = Exported::new(kept, texts);
    serde_json::to_string(&exported).map_err(|fault| StoreFault::Unsound(fault.to_string()).into())
}

/// A game that came in, and why it does not go on here, if that is so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    pub game: String,
    pub closed: Option<String>,
}

/// Bytes of an exported game that is read; the longest of all games have a hundredth of it.
const LARGEST_EXPORT: u64 = 64 << 20;

/// The text of an exported game. A file that is too large for one is not read at all.
fn read_export(path: &Path) -> Result<String, HostFault> {
    let too_large = |bytes: u64| HostFault::TooLarge {
        path: path.to_path_buf(),
        bytes,
    };
    let size = fs::metadata(path).map_err(at(path))?.len();
    if size > LARGEST_EXPORT {
        return Err(too_large(size));
    }
    let mut text = String::new();
    // What is not a file of its own, such as a pipe, tells no size beforehand.
    let read = File::open(path).and_then(|file| file.take(LARGEST_EXPORT + 1).read_to_string(&mut text));
    match read.map_err(at(path))? as u64 {
        read if read > LARGEST_EXPORT => Err(too_large(read)),
        _ => Ok(text),
    }
}

/// Takes in exported games, all of them or none.
pub fn import(folder: &Path, files: &[PathBuf], shelf: Shelf) -> Result<Vec<Imported>, HostFault> {
    let (_lock, mut connection) = open_to_write(folder).map_err(stopped)?;
    let library = Library::new(shelf);
    let transaction = connection.transaction()?;
    let mut came = Vec::new();
    for path in files {
        let bad = |fault| HostFault::Export {
            path: path.clone(),
            fault,
        };
        let text = read_export(path)?;
        let exported = Exported::read(&text).map_err(bad)?;
        let id = exported.id().map_err(bad)?;
        if sql::keys(&transaction, id)?.is_some() {
            return Err(HostFault::GameExists(id.to_string()));
        }
        for row in exported.rows().map_err(bad)? {
            sql::write(&transaction, &row, &mut Packer::new())?;
        }
        came.push(Imported {
            game: id.to_string(),
            closed: trouble(&transaction, &library, id)?.map(|(_, words)| words),
        });
    }
    transaction.commit()?;
    Ok(came)
}

/// Blocks addresses, networks and games for a server of this folder, or lifts that; a running one notices within a second.
pub fn block(folder: &Path, what: &[String], lift: bool) -> Result<Vec<String>, HostFault> {
    for text in what {
        if Block::read(text).is_none() {
            return Err(HostFault::NoBlock(text.clone()));
        }
    }
    let path = folder.join(blocks::FILE);
    let before = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(fault) if fault.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(fault) => return Err(at(&path)(fault)),
    };
    let mut all: Vec<String> = blocks::lines(&before).map(Into::into).collect();
    all.retain(|line| !what.contains(line));
    if !lift {
        all.extend(what.iter().cloned());
    }
    let text: String = all.iter().map(|line| format!("{line}\n")).collect();
    if !what.is_empty() {
        write_privately(&path, text.as_bytes()).map_err(at(&path))?;
    }
    Ok(all)
}

/// What was found in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examination {
    /// The version of the tables.
    pub tables: u32,
    pub bytes: u64,
    pub games: usize,
    pub over: usize,
    /// Games that can be looked at, but do not go on under this program: name and reason.
    pub closed: Vec<(String, String)>,
    /// Games that are not what they were when they were written.
    pub damaged: Vec<(String, String)>,
}

/// Reads every game and plays it again.
pub fn examine_all(folder: &Path, shelf: Shelf) -> Result<Examination, HostFault> {
    let file = folder.join(FILE);
    let mut connection = open_to_read(&file)?;
    schema::check_thoroughly(&connection)?;
    let tables = schema::version(&connection)?;
    if tables != schema::VERSION {
        // What a start would make of them.
        let mut copy = Connection::open_in_memory()?;
        rusqlite::backup::Backup::new(&connection, &mut copy)?.run_to_completion(
            i32::MAX,
            std::time::Duration::ZERO,
            None,
        )?;
        schema::migrate(&mut copy)?;
        connection = copy;
    }
    let library = Library::new(shelf);
    let mut found = Examination {
        tables,
        bytes: fs::metadata(&file).map_err(at(&file))?.len(),
        ..Examination::default()
    };
    for id in sql::games(&connection)? {
        found.games += 1;
        let name = id.to_string();
        match trouble(&connection, &library, id) {
            Ok(None) => {}
            Ok(Some(("Damaged", words))) => found.damaged.push((name, words)),
            Ok(Some((_, words))) => found.closed.push((name, words)),
            Err(fault) => found.damaged.push((name, fault.to_string())),
        }
    }
    let over = "SELECT count(*) FROM game WHERE ended IS NOT NULL";
    found.over = connection.query_row(over, [], |row| row.get::<_, i64>(0))? as usize;
    Ok(found)
}

fn trouble(
    connection: &Connection,
    library: &Library,
    id: GameId,
) -> Result<Option<(&'static str, String)>, StoreFault> {
    let Some(kept) = sql::load(connection, id)? else {
        return Ok(None);
    };
    let texts = sql::texts(connection, &kept.game.scenario_hash)?;
    Ok(examine(library, kept, texts.as_ref()).map(|why| (why.code, why.words)))
}
