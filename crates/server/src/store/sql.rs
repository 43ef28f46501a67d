//! Rows of the tables, in and out.

use super::ledger::{Ledger, Stamp};
use super::pack::{self, Packer};
use super::{Edition, Ending, Kept, Listed, Staged, StoreFault, StoredGame, Wanted};
use crate::api::SaidLine;
use crate::keys::{Keys, SeatKeys};
use crate::standing::Orders;
use crate::token::{GameId, TokenHash};
use games::OwnScenario;
use kernel::share::{Share, Shares};
use kernel::{Seed, Side};
use rusqlite::{Connection, OptionalExtension, Row as Found, params};
use std::sync::Arc;

/// A change of the tables.
pub enum Row {
    Game {
        game: Box<StoredGame>,
        watch: TokenHash,
    },
    Seat(SeatRow),
    Chunk(Chunk),
    Staged(StagedRow),
    /// A closed chunk is no more.
    Drop {
        game: GameId,
        n: usize,
    },
    /// How a game ended.
    Ended {
        game: GameId,
        ending: Ending,
    },
    /// What the players add to the dice.
    Shares {
        game: GameId,
        shares: Shares,
    },
    /// Strangers may join or watch a game with these; no longer, if there is neither.
    Public {
        game: GameId,
        invitation: Option<String>,
        watch: Option<String>,
    },
    /// The texts of a scenario.
    Texts {
        hash: String,
        texts: Arc<OwnScenario>,
    },
    /// The next line that a player has said.
    Said {
        game: GameId,
        n: usize,
        line: SaidLine,
    },
    Standing {
        game: GameId,
        side: Side,
        orders: Orders,
    },
    /// An empty address takes it away.
    Notice {
        game: GameId,
        side: Side,
        address: String,
    },
    /// The key of the server for web push.
    PushKey([u8; 32]),
    /// A game is no longer kept.
    Forget(GameId),
    /// The time, for nothing but to write it.
    Pulse,
}

impl Row {
    /// Bytes of what it holds, before it is packed; a row of a few numbers counts as one of this size.
    pub fn bytes(&self) -> u64 {
        const SMALL: usize = 64;
        let bytes = match self {
            Row::Chunk(chunk) => chunk.body.len(),
            Row::Staged(row) => row.staged.choices.iter().map(String::len).sum(),
            Row::Texts { texts, .. } => texts.text.len() + texts.maps.values().map(String::len).sum::<usize>(),
            Row::Said { line, .. } => line.bytes(),
            Row::Notice { address, .. } => address.len(),
            Row::Game { .. } | Row::Seat(_) | Row::Ended { .. } | Row::Shares { .. } | Row::Public { .. } => SMALL,
            Row::Standing { .. } | Row::PushKey(_) | Row::Pulse => SMALL,
            Row::Drop { .. } | Row::Forget(_) => 0,
        };
        bytes as u64
    }
}

pub struct StagedRow {
    pub game: GameId,
    pub side: Side,
    pub staged: Staged,
}

pub struct SeatRow {
    pub game: GameId,
    pub side: Side,
    pub keys: SeatKeys,
}

pub struct Chunk {
    pub game: GameId,
    pub n: usize,
    pub stamp: Stamp,
    /// Nothing more will be written into it: it is kept packed, and no longer the tail of its game.
    pub closed: bool,
    pub body: Vec<u8>,
}

pub fn write(connection: &Connection, row: &Row, packer: &mut Packer) -> rusqlite::Result<()> {
    match row {
        Row::Chunk(chunk) => {
            let (sql, packed) = match chunk.closed {
                true => (
                    "REPLACE INTO chunk (game, n, version, changed, hash, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                    Some(packer.deflate(&chunk.body)),
                ),
                false => (
                    "REPLACE INTO tail (game, n, version, changed, hash, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                    None,
                ),
            };
            connection.prepare_cached(sql)?.execute(params![
                chunk.game.0 as i64,
                chunk.n as i64,
                chunk.stamp.version as i64,
                chunk.stamp.changed as i64,
                chunk.stamp.hash as i64,
                packed.as_ref().unwrap_or(&chunk.body),
            ])?;
        }
        Row::Staged(StagedRow { game, side, staged }) => {
            let mut statement = connection
                .prepare_cached("REPLACE INTO staged (game, side, changes, choices) VALUES (?1, ?2, ?3, ?4)")?;
            statement.execute(params![
                game.0 as i64,
                side.index() as i64,
                staged.changes as i64,
                json(&staged.choices),
            ])?;
        }
        Row::Drop { game, n } => {
            let mut statement = connection.prepare_cached("DELETE FROM chunk WHERE game = ?1 AND n = ?2")?;
            statement.execute(params![game.0 as i64, *n as i64])?;
        }
        Row::Pulse => {
            let mut statement = connection.prepare_cached("REPLACE INTO pulse (one, at) VALUES (1, unixepoch())")?;
            statement.execute([])?;
        }
        Row::Seat(SeatRow { game, side, keys }) => {
            let mut statement = connection.prepare_cached(
                "REPLACE INTO seat (game, side, token, moved, invitation, used, asked, recovery, name)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?;
            statement.execute(params![
                game.0 as i64,
                side.index() as i64,
                bytes(&keys.token),
                bytes(&keys.moved),
                bytes(&keys.invitation),
                bytes(&keys.used),
                keys.asked.map(|at| at as i64),
                bytes(&keys.recovery),
                keys.name,
            ])?;
        }
        Row::Ended { game, ending } => {
            let mut statement = connection.prepare_cached("UPDATE game SET ended = ?2, verdict = ?3 WHERE id = ?1")?;
            statement.execute(params![game.0 as i64, ending.at as i64, json(ending)])?;
        }
        Row::Shares { game, shares } => {
            for (side, share) in shares.0.iter().enumerate() {
                let Some(Share { commitment, value }) = share else {
                    continue;
                };
                let mut statement = connection.prepare_cached("REPLACE INTO share VALUES (?1, ?2, ?3, ?4)")?;
                statement.execute(params![game.0 as i64, side as i64, commitment, value])?;
            }
        }
        Row::Public {
            game,
            invitation,
            watch,
        } => {
            let mut statement = connection.prepare_cached("REPLACE INTO public VALUES (?1, ?2, ?3)")?;
            statement.execute(params![game.0 as i64, invitation, watch])?;
        }
        Row::Said { game, n, line } => {
            let mut statement = connection.prepare_cached("REPLACE INTO said VALUES (?1, ?2, ?3)")?;
            statement.execute(params![game.0 as i64, *n as i64, json(line)])?;
        }
        Row::Standing { game, side, orders } => {
            let mut statement = connection.prepare_cached("REPLACE INTO standing VALUES (?1, ?2, ?3)")?;
            statement.execute(params![game.0 as i64, side.index() as i64, json(orders)])?;
        }
        Row::Notice { game, side, address } => {
            let at = params![game.0 as i64, side.index() as i64];
            connection.execute("DELETE FROM notice WHERE game = ?1 AND side = ?2", at)?;
            if !address.is_empty() {
                let row = params![game.0 as i64, side.index() as i64, address];
                connection.execute("INSERT INTO notice VALUES (?1, ?2, ?3)", row)?;
            }
        }
        Row::PushKey(key) => {
            connection.execute("INSERT INTO secret VALUES ('push', ?1)", [key])?;
        }
        Row::Texts { hash, texts } => {
            let mut known = connection.prepare_cached("SELECT 1 FROM scenario WHERE hash = ?1")?;
            if !known.exists([hash])? {
                let mut statement = connection.prepare_cached("INSERT INTO scenario VALUES (?1, ?2)")?;
                statement.execute(params![hash, packer.deflate(json(&**texts).as_bytes())])?;
            }
        }
        Row::Forget(game) => {
            let hash = "SELECT scenario_hash FROM game WHERE id = ?1";
            let hash: Option<String> = connection
                .query_row(hash, [game.0 as i64], |row| row.get(0))
                .optional()?;
            for table in [
                "chunk WHERE game",
                "tail WHERE game",
                "staged WHERE game",
                "seat WHERE game",
                "share WHERE game",
                "said WHERE game",
                "standing WHERE game",
                "notice WHERE game",
                "public WHERE game",
                "game WHERE id",
            ] {
                connection.execute(&format!("DELETE FROM {table} = ?1"), [game.0 as i64])?;
            }
            let unused =
                "DELETE FROM scenario WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM game WHERE scenario_hash = ?1)";
            connection.execute(unused, [hash])?;
        }
        Row::Game { game, watch } => {
            let mut statement = connection.prepare_cached(
                "INSERT INTO game (id, scenario, scenario_hash, options, seed, given, seats, token_watch, created,
                                   program, rules, ended, verdict, shared)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
            )?;
            statement.execute(params![
                game.id.0 as i64,
                game.scenario,
                game.scenario_hash,
                json(&game.options),
                game.seed.0,
                game.given as i64,
                json(&game.seats),
                watch.0.as_bytes().as_slice(),
                game.created as i64,
                game.edition.program,
                game.edition.rules,
                game.ending.as_ref().map(|ending| ending.at as i64),
                game.ending.as_ref().map(json),
                game.shares.is_some(),
            ])?;
        }
    }
    Ok(())
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn bytes(hash: &Option<TokenHash>) -> Option<&[u8]> {
    hash.as_ref().map(|hash| hash.0.as_bytes().as_slice())
}

/// Who may sit where in a game.
pub fn keys(connection: &Connection, id: GameId) -> Result<Option<Keys>, StoreFault> {
    let mut statement = connection.prepare_cached("SELECT token_watch FROM game WHERE id = ?1")?;
    let watch = statement.query_row([id.0 as i64], |row| row.get::<_, [u8; 32]>(0));
    let Some(watch) = watch.optional()? else {
        return Ok(None);
    };
    let mut keys = Keys {
        seats: Default::default(),
        watch: TokenHash(watch.into()),
    };
    let mut statement = connection.prepare_cached(
        "SELECT side, token, moved, invitation, used, asked, recovery, name FROM seat WHERE game = ?1",
    )?;
    let mut rows = statement.query([id.0 as i64])?;
    while let Some(row) = rows.next()? {
        let hash = |at| -> Result<Option<TokenHash>, StoreFault> {
            let bytes: Option<[u8; 32]> = row.get(at)?;
            Ok(bytes.map(|b| TokenHash(b.into())))
        };
        let seat = keys.seats.get_mut(row.get::<_, i64>(0)? as usize);
        *seat.ok_or(StoreFault::Damaged(id))? = SeatKeys {
            token: hash(1)?,
            moved: hash(2)?,
            invitation: hash(3)?,
            used: hash(4)?,
            asked: row.get::<_, Option<i64>>(5)?.map(|at| at as u64),
            recovery: hash(6)?,
            name: row.get(7)?,
        };
    }
    Ok(Some(keys))
}

fn game(connection: &Connection, id: GameId) -> Result<Option<StoredGame>, StoreFault> {
    let mut statement = connection.prepare_cached(
        "SELECT scenario, scenario_hash, options, seed, given, seats, created, program, rules, verdict, shared
         FROM game WHERE id = ?1",
    )?;
    let found = statement.query_row([id.0 as i64], |row| Ok(read_game(id, row)));
    let Some(mut game) = found.optional()?.transpose()? else {
        return Ok(None);
    };
    if let Some(shares) = &mut game.shares {
        load_shares(connection, id, shares)?;
    }
    Ok(Some(game))
}

fn load_shares(connection: &Connection, id: GameId, shares: &mut Shares) -> Result<(), StoreFault> {
    let mut statement = connection.prepare_cached("SELECT side, commitment, value FROM share WHERE game = ?1")?;
    let mut rows = statement.query([id.0 as i64])?;
    while let Some(row) = rows.next()? {
        let share = shares.0.get_mut(row.get::<_, i64>(0)? as usize);
        *share.ok_or(StoreFault::Damaged(id))? = Some(Share {
            commitment: row.get(1)?,
            value: row.get(2)?,
        });
    }
    Ok(())
}

pub fn load(connection: &Connection, id: GameId) -> Result<Option<Kept>, StoreFault> {
    let (Some(game), Some(keys)) = (game(connection, id)?, keys(connection, id)?) else {
        return Ok(None);
    };
    let mut kept = Kept {
        game,
        keys,
        moves: Vec::new(),
        ledger: Ledger::new(id),
        version: 0,
        changed: 0,
        hash: 0,
        staged: load_staged(connection, id)?,
        open: is_open(connection, id)?,
        said: load_said(connection, id)?,
        standing: load_standing(connection, id)?,
        notices: load_notices(connection, id)?,
    };
    let mut statement = connection.prepare_cached(
        "SELECT body, packed, version, changed, hash FROM
           (SELECT n, body, 1 AS packed, version, changed, hash FROM chunk WHERE game = ?1 UNION ALL
            SELECT n, body, 0 AS packed, version, changed, hash FROM tail WHERE game = ?1)
         ORDER BY n",
    )?;
    let mut rows = statement.query([id.0 as i64])?;
    while let Some(row) = rows.next()? {
        let body = row.get_ref(0)?.as_blob().map_err(|_| StoreFault::Damaged(id))?;
        let plain = if row.get(1)? {
            pack::inflate(body)
        } else {
            Some(body.to_vec())
        };
        let moves = plain.as_deref().and_then(pack::read).ok_or(StoreFault::Damaged(id))?;
        kept.version = row.get::<_, i64>(2)? as u64;
        kept.changed = row.get::<_, i64>(3)? as u64;
        kept.hash = row.get::<_, i64>(4)? as u64;
        kept.ledger.found(&moves);
        kept.moves.extend(moves);
    }
    Ok(Some(kept))
}

/// So many games are listed at most.
const LISTED: usize = 100;

pub fn listed(connection: &Connection) -> Result<Vec<Listed>, StoreFault> {
    let mut statement = connection.prepare_cached(
        "SELECT public.game, public.invitation, public.watch,
                (SELECT changed FROM tail WHERE tail.game = public.game) AS last
         FROM public JOIN game ON game.id = public.game
         WHERE game.ended IS NULL AND (public.invitation IS NOT NULL OR public.watch IS NOT NULL)
         ORDER BY last DESC LIMIT ?1",
    )?;
    let mut rows = statement.query([LISTED as i64])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let id = GameId(row.get::<_, i64>(0)? as u64);
        if let (Some(game), Some(keys)) = (game(connection, id)?, keys(connection, id)?) {
            found.push(Listed {
                game,
                keys,
                invitation: row.get(1)?,
                watch: row.get(2)?,
                changed: row.get::<_, i64>(3)? as u64,
            });
        }
    }
    Ok(found)
}

/// The key of the server for web push, if it has one.
pub fn push_key(connection: &Connection) -> Result<Option<Vec<u8>>, StoreFault> {
    let query = "SELECT value FROM secret WHERE name = 'push'";
    Ok(connection.query_row(query, [], |row| row.get(0)).optional()?)
}

/// Whether strangers may join a game.
pub fn is_open(connection: &Connection, id: GameId) -> Result<bool, StoreFault> {
    let query = "SELECT invitation IS NOT NULL FROM public WHERE game = ?1";
    let found = connection
        .query_row(query, [id.0 as i64], |row| row.get(0))
        .optional()?;
    Ok(found.unwrap_or(false))
}

/// All games.
pub fn games(connection: &Connection) -> Result<Vec<GameId>, StoreFault> {
    ids(connection, "SELECT id FROM game ORDER BY id", [])
}

fn ids(connection: &Connection, query: &str, values: impl rusqlite::Params) -> Result<Vec<GameId>, StoreFault> {
    let mut statement = connection.prepare(query)?;
    let found = statement.query_map(values, |row| Ok(GameId(row.get::<_, i64>(0)? as u64)))?;
    Ok(found.collect::<rusqlite::Result<_>>()?)
}

const UNWANTED: &str = "ended < ?1 OR (ended IS NULL AND
                        (SELECT changed FROM tail WHERE tail.game = game.id) < ?2)";

/// A bound that is not set is before all times.
fn bounds(wanted: Wanted) -> [i64; 2] {
    [wanted.finished_before, wanted.untouched_since].map(|time| time.map_or(i64::MIN, |at| at as i64))
}

pub fn unwanted(connection: &Connection, wanted: Wanted) -> Result<Vec<GameId>, StoreFault> {
    let query = format!("SELECT id FROM game WHERE {UNWANTED} ORDER BY id");
    ids(connection, &query, bounds(wanted))
}

/// Whether one game need not be kept any longer.
pub fn is_unwanted(connection: &Connection, wanted: Wanted, id: GameId) -> Result<bool, StoreFault> {
    let query = format!("SELECT 1 FROM game WHERE id = ?3 AND ({UNWANTED})");
    let mut statement = connection.prepare_cached(&query)?;
    let [finished, untouched] = bounds(wanted);
    Ok(statement.exists([finished, untouched, id.0 as i64])?)
}

/// Before endings were kept, neither was the program.
pub fn of_no_known_ending(connection: &Connection) -> Result<Vec<GameId>, StoreFault> {
    ids(
        connection,
        "SELECT id FROM game WHERE ended IS NULL AND program = '' ORDER BY id",
        [],
    )
}

pub fn left_to_captains(connection: &Connection) -> Result<Vec<GameId>, StoreFault> {
    ids(
        connection,
        r#"SELECT id FROM game LEFT JOIN tail ON tail.game = id
        WHERE ended IS NULL AND seats LIKE '%"captain"%'
        AND (id IN (SELECT game FROM notice) OR id IN (SELECT game FROM standing WHERE orders <> '{}'))
        ORDER BY changed DESC"#,
        [],
    )
}

pub fn texts(connection: &Connection, hash: &str) -> Result<Option<OwnScenario>, StoreFault> {
    let query = "SELECT texts FROM scenario WHERE hash = ?1";
    let found: Option<Vec<u8>> = connection.query_row(query, [hash], |row| row.get(0)).optional()?;
    let read = |packed: Vec<u8>| {
        let texts = pack::inflate(&packed).and_then(|plain| serde_json::from_slice(&plain).ok());
        texts.ok_or_else(|| StoreFault::Unsound(format!("the texts of scenario {hash}")))
    };
    found.map(read).transpose()
}

pub fn without_texts(connection: &Connection) -> Result<Vec<(String, String)>, StoreFault> {
    let mut statement = connection.prepare(
        "SELECT DISTINCT scenario, scenario_hash FROM game WHERE scenario_hash NOT IN (SELECT hash FROM scenario)",
    )?;
    let found = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(found.collect::<rusqlite::Result<_>>()?)
}

fn load_staged(connection: &Connection, id: GameId) -> Result<[Staged; 2], StoreFault> {
    let mut found = <[Staged; 2]>::default();
    let mut statement = connection.prepare_cached("SELECT side, changes, choices FROM staged WHERE game = ?1")?;
    let mut rows = statement.query([id.0 as i64])?;
    while let Some(row) = rows.next()? {
        let damaged = || StoreFault::Damaged(id);
        let side = found.get_mut(row.get::<_, i64>(0)? as usize).ok_or_else(damaged)?;
        side.changes = row.get::<_, i64>(1)? as u64;
        let text = row.get_ref(2)?.as_str().map_err(rusqlite::Error::from)?;
        side.choices = serde_json::from_str(text).map_err(|_| damaged())?;
    }
    Ok(found)
}

fn load_said(connection: &Connection, id: GameId) -> Result<Vec<SaidLine>, StoreFault> {
    let mut statement = connection.prepare_cached("SELECT line FROM said WHERE game = ?1 ORDER BY n")?;
    let mut rows = statement.query([id.0 as i64])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let text = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
        found.push(serde_json::from_str(text).map_err(|_| StoreFault::Damaged(id))?);
    }
    Ok(found)
}

fn load_standing(connection: &Connection, id: GameId) -> Result<[Orders; 2], StoreFault> {
    let mut found = <[Orders; 2]>::default();
    let mut statement = connection.prepare_cached("SELECT side, orders FROM standing WHERE game = ?1")?;
    let mut rows = statement.query([id.0 as i64])?;
    while let Some(row) = rows.next()? {
        let damaged = || StoreFault::Damaged(id);
        let side = found.get_mut(row.get::<_, i64>(0)? as usize).ok_or_else(damaged)?;
        let text = row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
        *side = serde_json::from_str(text).map_err(|_| damaged())?;
    }
    Ok(found)
}

fn load_notices(connection: &Connection, id: GameId) -> Result<[Option<String>; 2], StoreFault> {
    let mut found = <[Option<String>; 2]>::default();
    let mut statement = connection.prepare_cached("SELECT side, address FROM notice WHERE game = ?1")?;
    let mut rows = statement.query([id.0 as i64])?;
    while let Some(row) = rows.next()? {
        let side = found.get_mut(row.get::<_, i64>(0)? as usize);
        *side.ok_or(StoreFault::Damaged(id))? = row.get(1)?;
    }
    Ok(found)
}

fn read_game(id: GameId, row: &Found<'_>) -> Result<StoredGame, StoreFault> {
    let damaged = || StoreFault::Damaged(id);
    let text = |at| row.get_ref(at)?.as_str().map_err(rusqlite::Error::from);
    Ok(StoredGame {
        id,
        scenario: row.get(0)?,
        scenario_hash: row.get(1)?,
        options: serde_json::from_str(text(2)?).map_err(|_| damaged())?,
        seed: Seed(row.get(3)?),
        given: row.get::<_, i64>(4)? as usize,
        seats: serde_json::from_str(text(5)?).map_err(|_| damaged())?,
        created: row.get::<_, i64>(6)? as u64,
        edition: Edition {
            program: row.get(7)?,
            rules: row.get(8)?,
        },
        ending: match row.get_ref(9)?.as_str_or_null().map_err(rusqlite::Error::from)? {
            Some(text) => Some(serde_json::from_str(text).map_err(|_| damaged())?),
            None => None,
        },
        // Who adds something has a row.
        shares: row.get::<_, bool>(10)?.then_some(Shares([None; 2])),
    })
}
