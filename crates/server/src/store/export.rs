//! A game by itself, as it goes from one server to another or into an archive. The seed and the hashes of its secrets are in
//! it, so that links stay good; it is for the host alone.

use super::{Edition, Ending, Kept, Ledger, Row, SeatRow, Staged, StagedRow, Stamp, StoredGame};
use crate::api::{SaidLine, Seat};
use crate::keys::{Keys, SeatKeys};
use crate::standing::Orders;
use crate::token::{GameId, TokenHash};
use games::{Options, OwnScenario};
use kernel::share::{Shares, WrittenShare};
use kernel::{Move, Seed, Side};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

const FORMAT: &str = "schiltron-game/1";

#[derive(Debug, thiserror::Error)]
pub enum BadExport {
    #[error("this is no exported game: {0}")]
    Unreadable(#[from] serde_json::Error),
    #[error("the format is `{0}`; this program reads `{FORMAT}`")]
    Format(String),
    #[error("`{0}` is not what it should be")]
    Field(&'static str),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exported {
    format: String,
    game: String,
    scenario: String,
    scenario_hash: String,
    options: Options,
    seed: String,
    given: usize,
    seats: [Seat; 2],
    created: u64,
    #[serde(default)]
    edition: Edition,
    #[serde(default)]
    ending: Option<Ending>,
    #[serde(default)]
    shares: Option<[Option<WrittenShare>; 2]>,
    watch: String,
    keys: [ExportedSeat; 2],
    version: u64,
    changed: u64,
    /// Of the last position.
    hash: String,
    moves: Vec<(Side, String, Vec<u8>)>,
    staged: [Staged; 2],
    #[serde(default)]
    said: Vec<SaidLine>,
    #[serde(default)]
    standing: [Orders; 2],
    #[serde(default)]
    notices: [Option<String>; 2],
    /// Of the scenario and its maps, if they are kept.
    #[serde(default)]
    texts: Option<OwnScenario>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExportedSeat {
    token: Option<String>,
    moved: Option<String>,
    invitation: Option<String>,
    used: Option<String>,
    asked: Option<u64>,
    recovery: Option<String>,
    #[serde(default)]
    name: Option<String>,
}

impl Exported {
    pub fn new(kept: Kept, texts: Option<OwnScenario>) -> Exported {
        let Kept { game, keys, moves, .. } = kept;
        let hex = |hash: &Option<TokenHash>| hash.map(|hash| hash.0.to_hex().to_string());
        Exported {
            format: FORMAT.into(),
            game: game.id.to_string(),
            scenario: game.scenario,
            scenario_hash: game.scenario_hash,
            options: game.options,
            seed: game.seed.to_hex(),
            given: game.given,
            seats: game.seats,
            created: game.created,
            edition: game.edition,
            ending: game.ending,
            shares: game.shares.map(|shares| shares.written()),
            watch: keys.watch.0.to_hex().to_string(),
            keys: keys.seats.each_ref().map(|seat| ExportedSeat {
                token: hex(&seat.token),
                moved: hex(&seat.moved),
                invitation: hex(&seat.invitation),
                used: hex(&seat.used),
                asked: seat.asked,
                recovery: hex(&seat.recovery),
                name: seat.name.clone(),
            }),
            version: kept.version,
            changed: kept.changed,
            hash: format!("{:016x}", kept.hash),
            moves: moves.into_iter().map(|m| (m.side, m.text, m.dice)).collect(),
            staged: kept.staged,
            said: kept.said,
            standing: kept.standing,
            notices: kept.notices,
            texts,
        }
    }

    pub fn read(text: &str) -> Result<Exported, BadExport> {
        #[derive(Deserialize)]
        struct Peek {
            format: String,
        }
        let peek: Peek = serde_json::from_str(text)?;
        if peek.format != FORMAT {
            return Err(BadExport::Format(peek.format));
        }
        Ok(serde_json::from_str(text)?)
    }

    pub fn id(&self) -> Result<GameId, BadExport> {
        GameId::parse(&self.game).ok_or(BadExport::Field("game"))
    }

    /// All that is to be written.
    pub fn rows(self) -> Result<Vec<Row>, BadExport> {
        let id = self.id()?;
        let hash = |text: &str, field| {
            let hash = blake3::Hash::from_hex(text).map_err(|_| BadExport::Field(field))?;
            Ok::<_, BadExport>(TokenHash(hash))
        };
        let secret = |text: &Option<String>| text.as_deref().map(|text| hash(text, "keys")).transpose();
        let seat = |seat: &ExportedSeat| {
            Ok::<_, BadExport>(SeatKeys {
                token: secret(&seat.token)?,
                moved: secret(&seat.moved)?,
                invitation: secret(&seat.invitation)?,
                used: secret(&seat.used)?,
                asked: seat.asked,
                recovery: secret(&seat.recovery)?,
                name: seat.name.clone(),
            })
        };
        let keys = Keys {
            seats: [seat(&self.keys[0])?, seat(&self.keys[1])?],
            watch: hash(&self.watch, "watch")?,
        };
        let stamp = Stamp {
            version: self.version,
            changed: self.changed,
            hash: u64::from_str_radix(&self.hash, 16).map_err(|_| BadExport::Field("hash"))?,
        };
        let moves = self.moves.into_iter();
        let moves: Vec<Move> = moves.map(|(side, text, dice)| Move { side, text, dice }).collect();
        let mut rows = Vec::new();
        if let Some(texts) = self.texts {
            rows.push(Row::Texts {
                hash: self.scenario_hash.clone(),
                texts: Arc::new(texts),
            });
        }
        let shares = self
            .shares
            .map(|written| Shares::read(&written).ok_or(BadExport::Field("shares")));
        let shares = shares.transpose()?;
        let people = Side::BOTH.map(|side| !matches!(self.seats[side.index()], Seat::Captain { .. }));
        rows.push(Row::Game {
            watch: keys.watch,
            game: Box::new(StoredGame {
                id,
                scenario: self.scenario,
                scenario_hash: self.scenario_hash,
                options: self.options,
                seed: Seed::from_hex(&self.seed).ok_or(BadExport::Field("seed"))?,
                given: self.given,
                seats: self.seats,
                created: self.created,
                edition: self.edition,
                ending: self.ending,
                shares,
            }),
        });
        rows.extend(shares.map(|shares| Row::Shares { game: id, shares }));
        for (side, staged) in Side::BOTH.into_iter().zip(self.staged) {
            if people[side.index()] {
                let keys = keys.of(side).clone();
                rows.push(Row::Seat(SeatRow { game: id, side, keys }));
            }
            if staged.changes > 0 {
                rows.push(Row::Staged(StagedRow { game: id, side, staged }));
            }
        }
        for (side, orders) in Side::BOTH.into_iter().zip(self.standing) {
            if !orders.is_empty() {
                rows.push(Row::Standing { game: id, side, orders });
            }
        }
        for (side, address) in Side::BOTH.into_iter().zip(self.notices) {
            rows.extend(address.map(|address| Row::Notice {
                game: id,
                side,
                address,
            }));
        }
        let said = self.said.into_iter().enumerate();
        rows.extend(said.map(|(n, line)| Row::Said { game: id, n, line }));
        rows.extend(Ledger::new(id).append(&moves, stamp));
        Ok(rows)
    }
}
