//! What the players say to each other, and what they have settled beforehand.

use super::{Lost, Room, now};
use crate::api::{Invites, SaidLine};
use crate::denied::Denied;
use crate::standing::{self, Orders};
use crate::store::Row;
use crate::token::GameId;
use axum::http::StatusCode;
use kernel::{Side, Viewer};
use seat::Table;

/// So many lines a game has at most, each of so many letters.
const MOST_LINES: usize = 1000;
const LONGEST_LINE: usize = 500;

/// Something that a player says.
pub struct Saying {
    pub text: String,
    pub about: Option<usize>,
    pub invites: Option<Invites>,
}

impl Saying {
    fn check(&self, lines: usize, entries: usize) -> Result<(), Denied> {
        let denied = |code, why: String| Err(Denied::new(StatusCode::UNPROCESSABLE_ENTITY, code, why));
        let letters = self.text.chars().count();
        if self.text.trim().is_empty() || letters > LONGEST_LINE || self.text.chars().any(char::is_control) {
            return denied(
                "BadLine",
                format!("A line has 1 to {LONGEST_LINE} letters and no line breaks."),
            );
        }
        if self.about.is_some_and(|entry| entry >= entries) {
            return denied("BadLine", format!("There is no such entry: the game has {entries}."));
        }
        if let Some(Invites { game, invitation }) = &self.invites
            && (GameId::parse(game).is_none() || invitation.len() > 64)
        {
            return denied("BadLine", "That is no invitation to a game.".into());
        }
        if lines >= MOST_LINES {
            return denied("TooMuchSaid", format!("A game has room for {MOST_LINES} lines."));
        }
        Ok(())
    }
}

impl Room {
    /// It is on disk when this returns.
    pub(super) async fn say(&mut self, entries: usize, side: Side, saying: Saying) -> Result<Result<(), Lost>, Denied> {
        saying.check(self.said.len(), entries)?;
        let line = SaidLine {
            side,
            at: now(),
            text: saying.text,
            about: saying.about,
            invites: saying.invites,
        };
        let row = Row::Said {
            game: self.card.game.id,
            n: self.said.len(),
            line: line.clone(),
        };
        if self.keep(vec![row]).await.is_err() {
            return Ok(Err(Lost));
        }
        self.said.push(line);
        self.tell(&Side::BOTH.map(Viewer::from));
        Ok(Ok(()))
    }

    /// The orders of a side, after they were set if they are to be.
    pub(super) async fn settle(&mut self, side: Side, orders: Option<Orders>) -> Result<Result<Orders, Lost>, Denied> {
        if let Some(orders) = orders {
            standing::check(&orders)?;
            let row = Row::Standing {
                game: self.card.game.id,
                side,
                orders: orders.clone(),
            };
            if self.keep(vec![row]).await.is_err() {
                return Ok(Err(Lost));
            }
            self.standing[side.index()] = orders;
        }
        Ok(Ok(self.standing[side.index()].clone()))
    }

    /// Does the next thing that follows from standing orders; whether there was one.
    pub(super) async fn follow_an_order(&mut self, table: Box<dyn Table>) -> Result<(Box<dyn Table>, bool), Lost> {
        let Some((side, choice)) = self.ordered(&*table) else {
            return Ok((table, false));
        };
        let version = self.version_of(side.into());
        let (table, done) = self.act(table, side, version, super::Request::Choose(choice)).await?;
        Ok((table, done.is_ok()))
    }

    fn ordered(&self, table: &dyn Table) -> Option<(Side, String)> {
        Side::BOTH.into_iter().find_map(|side| {
            let orders = &self.standing[side.index()];
            let is_his = self.card.game.seats[side.index()].is_person();
            if orders.is_empty() || !is_his || self.thinks_again[side.index()] || !table.is_asked(side) {
                return None;
            }
            let offers = table.offers(side);
            // What the side itself sees of the enemy.
            let pieces = match standing::asks_for_kinds(orders) {
                true => table.scene(side.into()).pieces,
                false => Vec::new(),
            };
            let kind_of = |id: &str| {
                let piece = pieces.iter().find(|piece| *piece.id == *id);
                piece.map(|piece| piece.symbol.to_string())
            };
            standing::answer(orders, &offers, &kind_of).map(|choice| (side, choice.to_string()))
        })
    }
}
