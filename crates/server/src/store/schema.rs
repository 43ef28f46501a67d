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
];

/// Settings of the connection. There is only one, so it need not lock and unlock the file all the time. What is
/// committed is on disk (`synchronous = FULL`), not merely handed to the system.
pub fn prepare(connection: &Connection) -> Result<(), StoreFault> {
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
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

pub fn migrate(connection: &mut Connection) -> Result<(), StoreFault> {
    let found: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found as usize > MIGRATIONS.len() {
        return Err(StoreFault::Newer { found });
    }
    for (at, migration) in MIGRATIONS.iter().enumerate().skip(found as usize) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(migration)?;
        transaction.pragma_update(None, "user_version", at as u32 + 1)?;
        transaction.commit()?;
    }
    Ok(())
}
