//! The tables. A change is a new entry at the end of [`MIGRATIONS`]; what stands there is never changed.

use super::StoreFault;
use rusqlite::Connection;

const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE game (
        id INTEGER PRIMARY KEY,
        scenario TEXT NOT NULL,
        scenario_hash TEXT NOT NULL,
        options TEXT NOT NULL,
        seed BLOB NOT NULL,
        given INTEGER NOT NULL,
        seats TEXT NOT NULL,
        token_one BLOB,
        token_two BLOB,
        token_watch BLOB NOT NULL,
        created INTEGER NOT NULL
    );
    -- The choices of a game in rows of about a kilobyte, which SQLite keeps in the page itself. Version, time and hash
    -- are those after the last choice of the row, so that one small write makes a choice durable.
    CREATE TABLE chunk (
        game INTEGER NOT NULL,
        n INTEGER NOT NULL,
        version INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        hash INTEGER NOT NULL,
        packed INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (game, n)
    ) WITHOUT ROWID;
",
    "
    -- What each side has committed itself to while both choose in secret.
    CREATE TABLE staged (
        game INTEGER NOT NULL,
        side INTEGER NOT NULL,
        changes INTEGER NOT NULL,
        choices TEXT NOT NULL,
        PRIMARY KEY (game, side)
    ) WITHOUT ROWID;
",
    "
    -- Written whenever somebody asks whether the server is well.
    CREATE TABLE pulse (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);
",
    "
    -- The secrets of each seat that a person plays, hashed: they change when somebody joins or a seat moves.
    CREATE TABLE seat (
        game INTEGER NOT NULL,
        side INTEGER NOT NULL,
        token BLOB,
        moved BLOB,
        invitation BLOB,
        used BLOB,
        asked INTEGER,
        recovery BLOB,
        PRIMARY KEY (game, side)
    ) WITHOUT ROWID;
    INSERT INTO seat (game, side, token) SELECT id, 0, token_one FROM game WHERE token_one IS NOT NULL;
    INSERT INTO seat (game, side, token) SELECT id, 1, token_two FROM game WHERE token_two IS NOT NULL;
    ALTER TABLE game DROP COLUMN token_one;
    ALTER TABLE game DROP COLUMN token_two;
",
    "
    -- What a game was begun under, and how it ended. Games from before are of no known program.
    ALTER TABLE game ADD COLUMN program TEXT NOT NULL DEFAULT '';
    ALTER TABLE game ADD COLUMN rules TEXT NOT NULL DEFAULT '';
    ALTER TABLE game ADD COLUMN ended INTEGER;
    ALTER TABLE game ADD COLUMN verdict TEXT;
    -- What players add to the dice, where they do: hashes first, then the bytes.
    ALTER TABLE game ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE share (
        game INTEGER NOT NULL,
        side INTEGER NOT NULL,
        commitment BLOB,
        value BLOB,
        PRIMARY KEY (game, side)
    ) WITHOUT ROWID;
    -- Names that players have given themselves.
    ALTER TABLE seat ADD COLUMN name TEXT;
    -- Games that strangers may join or watch, with what they need for it.
    CREATE TABLE public (game INTEGER PRIMARY KEY, invitation TEXT, watch TEXT);
    -- The texts of scenarios and their maps, packed, so that a game goes on under those it was begun with.
    CREATE TABLE scenario (hash TEXT PRIMARY KEY, texts BLOB NOT NULL);
",
    "
    -- What the players say to each other.
    CREATE TABLE said (game INTEGER NOT NULL, n INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (game, n)) WITHOUT ROWID;
    -- What each player has settled beforehand.
    CREATE TABLE standing (
        game INTEGER NOT NULL,
        side INTEGER NOT NULL,
        orders TEXT NOT NULL,
        PRIMARY KEY (game, side)
    ) WITHOUT ROWID;
",
    "
    -- Where a player is told that it is his turn.
    CREATE TABLE notice (
        game INTEGER NOT NULL,
        side INTEGER NOT NULL,
        address TEXT NOT NULL,
        PRIMARY KEY (game, side)
    ) WITHOUT ROWID;
",
    "
    -- The newest choices of each game, not packed yet. Here they stand close together, so that one page of the database, or
    -- two, takes in what many games write at the same time.
    CREATE TABLE tail (
        game INTEGER PRIMARY KEY,
        n INTEGER NOT NULL,
        version INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        hash INTEGER NOT NULL,
        body BLOB NOT NULL
    );
    INSERT INTO tail SELECT game, n, version, changed, hash, body FROM chunk WHERE NOT packed;
    DELETE FROM chunk WHERE NOT packed;
    ALTER TABLE chunk DROP COLUMN packed;
    -- What the server proves itself with.
    CREATE TABLE secret (name TEXT PRIMARY KEY, value BLOB NOT NULL);
",
];

/// Settings of the connection that writes. Others may read meanwhile (`schiltron backup`). What is committed is on disk
/// (`synchronous = FULL`), not merely handed to the system.
pub fn prepare(connection: &Connection) -> Result<(), StoreFault> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    Ok(())
}

/// Whether the file is what SQLite has written.
pub fn check(connection: &Connection) -> Result<(), StoreFault> {
    let found: String = connection.pragma_query_value(None, "quick_check", |row| row.get(0))?;
    match found.as_str() {
        "ok" => Ok(()),
        _ => Err(StoreFault::Unsound(found)),
    }
}

/// The same, and every row against its table. It takes longer.
pub fn check_thoroughly(connection: &Connection) -> Result<(), StoreFault> {
    let found: String = connection.pragma_query_value(None, "integrity_check", |row| row.get(0))?;
    match found.as_str() {
        "ok" => Ok(()),
        _ => Err(StoreFault::Unsound(found)),
    }
}

/// The version of the tables in this program.
pub const VERSION: u32 = MIGRATIONS.len() as u32;

/// The version of the tables in a database; one that this program does not know is a fault.
pub fn version(connection: &Connection) -> Result<u32, StoreFault> {
    let found: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    match found > VERSION {
        true => Err(StoreFault::Newer { found }),
        false => Ok(found),
    }
}

pub fn migrate(connection: &mut Connection) -> Result<(), StoreFault> {
    let found = version(connection)?;
    for (at, migration) in MIGRATIONS.iter().enumerate().skip(found as usize) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(migration)?;
        transaction.pragma_update(None, "user_version", at as u32 + 1)?;
        transaction.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sql;
    use crate::token::{GameId, TokenHash};
    use kernel::Viewer;

    /// As the tables were before seats had a table of their own.
    const OLD: usize = 3;

    #[test]
    fn tokens_of_old_games_stay_good() {
        let mut connection = Connection::open_in_memory().unwrap();
        for migration in &MIGRATIONS[..OLD] {
            connection.execute_batch(migration).unwrap();
        }
        connection.pragma_update(None, "user_version", OLD as u32).unwrap();
        let hash = |text: &str| TokenHash::of(text).0.as_bytes().to_vec();
        let insert = "INSERT INTO game VALUES (?1, 's', 'h', '{}', x'00', 0, '[]', ?2, ?3, ?4, 5)";
        let captain: Option<Vec<u8>> = None;
        let rows = [
            (1, Some(hash("one")), Some(hash("two"))),
            (2, captain, Some(hash("only"))),
        ];
        for (id, one, two) in rows {
            let values = rusqlite::params![id, one, two, hash("watch")];
            connection.execute(insert, values).unwrap();
        }
        migrate(&mut connection).unwrap();
        let viewer = |id: u64, token: &str| {
            let keys = sql::keys(&connection, GameId(id)).unwrap().unwrap();
            keys.viewer(TokenHash::of(token)).ok()
        };
        assert_eq!(viewer(1, "one"), Some(Viewer::One));
        assert_eq!(viewer(1, "two"), Some(Viewer::Two));
        assert_eq!(viewer(1, "watch"), Some(Viewer::Watcher));
        assert_eq!(viewer(2, "only"), Some(Viewer::Two));
        assert_eq!(viewer(2, "one"), None);
        assert!(sql::keys(&connection, GameId(2)).unwrap().unwrap().vacant().is_empty());
    }
}
