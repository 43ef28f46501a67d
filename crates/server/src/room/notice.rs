//! A player who is not there is told that it is his turn, if he wants that and the host allows it.

use super::{Lost, Room};
use crate::api;
use crate::denied::Denied;
use crate::notify::Notifier;
use crate::store::Row;
use crate::update::slot;
use kernel::{Side, Viewer};
use seat::Table;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// Between two notices to one player.
const APART: Duration = Duration::from_secs(60);

pub(super) struct Notices {
    addresses: [Option<String>; 2],
    /// Who has been told and has not been there since: he knows.
    told: [bool; 2],
    last: [Option<Instant>; 2],
    /// For whom something has happened that he can know of.
    news: [bool; 2],
    notifier: Arc<Notifier>,
}

impl Notices {
    pub fn new(addresses: [Option<String>; 2], notifier: Arc<Notifier>) -> Notices {
        Notices {
            addresses,
            told: [false; 2],
            last: [None; 2],
            news: [false; 2],
            notifier,
        }
    }

    /// Something has happened that these can know of. What nobody may know of makes no notice either.
    pub fn noted(&mut self, changed: &[Viewer]) {
        for side in Side::BOTH {
            self.news[side.index()] |= changed.contains(&side.into());
        }
    }
}

impl Room {
    /// The address of a side, after it was set if it is to be.
    pub(super) async fn set_notice(
        &mut self,
        side: Side,
        address: Option<String>,
    ) -> Result<Result<api::Notices, Lost>, Denied> {
        if let Some(address) = address {
            if !address.is_empty() {
                self.notices.notifier.check(&address)?;
            }
            let row = Row::Notice {
                game: self.card.game.id,
                side,
                address: address.clone(),
            };
            if self.keep(vec![row]).await.is_err() {
                return Ok(Err(Lost));
            }
            self.notices.addresses[side.index()] = Some(address).filter(|address| !address.is_empty());
        }
        Ok(Ok(api::Notices {
            address: self.notices.addresses[side.index()].clone(),
            allowed: self.notices.notifier.allowed(),
            push: self.notices.notifier.push_key(),
        }))
    }

    /// When standing orders have been followed.
    pub(super) fn remind(&mut self, table: &dyn Table) {
        for side in Side::BOTH {
            let at = side.index();
            if !std::mem::take(&mut self.notices.news[at]) {
                continue;
            }
            if self.present[slot(side.into())].get() > 0 {
                self.notices.told[at] = false;
                continue;
            }
            let Some(address) = self.notices.addresses[at].clone() else {
                continue;
            };
            let over = table.verdict().is_some();
            if self.notices.told[at] || !(over || table.is_asked(side)) {
                continue;
            }
            let now = Instant::now();
            let soonest = self.notices.last[at].map_or(now, |last| (last + APART).max(now));
            self.notices.told[at] = true;
            self.notices.last[at] = Some(soonest);
            let words = match over {
                true => format!("{}: the game is over.", self.card.title),
                false => format!("{}: it is your turn, {}.", self.card.title, self.card.sides[at]),
            };
            let game = self.card.game.id.to_string();
            self.notices.notifier.send(&address, &game, &words, soonest - now);
        }
    }
}
