//! Who sits where, and what the players add to the dice.

use super::{Lost, Room, ShareChange, now};
use crate::denied::Denied;
use crate::keys::{KeyChange, Keys, Moment};
use crate::store::{Row, SeatRow};
use crate::update::slot;
use kernel::{Side, Viewer};
use seat::Table;
use std::sync::Arc;

impl Room {
    /// The seat that it was about; the change is on disk when this returns, and those who lose a seat by it are told.
    pub(super) async fn change_keys(&mut self, change: &KeyChange) -> Result<Result<Side, Lost>, Denied> {
        let connected = |side: Side| self.present[slot(side.into())].get() > 0;
        let moment = Moment {
            now: now(),
            absence: self.absence.as_secs(),
            present: Side::BOTH.map(connected),
        };
        let mut keys = Keys::clone(&self.keys.borrow());
        let (side, seat) = keys.changed(change, &moment)?;
        if *keys.of(side) == seat {
            return Ok(Ok(side));
        }
        keys.seats[side.index()] = seat.clone();
        let row = Row::Seat(SeatRow {
            game: self.card.game.id,
            side,
            keys: seat,
        });
        if self.keep(vec![row]).await.is_err() {
            return Ok(Err(Lost));
        }
        self.keys.send_replace(Arc::new(keys));
        self.tell(&Viewer::ALL);
        Ok(Ok(side))
    }

    /// A player promises or shows his share of the dice; it is on disk when this returns.
    pub(super) async fn share(
        &mut self,
        table: &mut dyn Table,
        side: Side,
        change: ShareChange,
    ) -> Result<Result<(), Lost>, Denied> {
        let mut shares = table.shares().ok_or_else(Denied::dice_not_shared)?;
        let before = shares;
        match change {
            ShareChange::Promise(commitment) => shares.commit(side, commitment)?,
            ShareChange::Show(value) => shares.reveal(side, value)?,
        }
        if shares == before {
            return Ok(Ok(()));
        }
        let game = self.card.game.id;
        if self.keep(vec![Row::Shares { game, shares }]).await.is_err() {
            return Ok(Err(Lost));
        }
        table.share_dice(shares);
        // A captain that had to wait for the dice is asked again.
        self.thoughts.take_heart();
        self.tell(&Viewer::ALL);
        Ok(Ok(()))
    }
}
