//! What is shown: the table, scenes, offers.

use crate::battle::Battle;
use crate::position::Position;
use board::ground::{BoardView, Ground, TableGround};
use board::scene::{Destination, Offer, Role, Scene};
use board::{There, Views};
use kernel::{Refusal, Rules, Side, Viewer};

impl Views for Battle {
    fn board(&self) -> BoardView {
        BoardView {
            title: self.title.clone(),
            source: self.source.clone(),
            ground: Ground::Table(TableGround {
                width: self.table.width as u32,
                depth: self.table.depth as u32,
                areas: Vec::new(),
                lines: Vec::new(),
                labels: Vec::new(),
            }),
        }
    }

    fn scene(&self, p: &Position, _viewer: Viewer) -> Scene {
        Scene {
            turn: p.turn,
            turns: self.limit,
            player: p.active,
            phase: String::new(),
            to_act: self.to_act(p),
            prompt: String::new(),
            pieces: Vec::new(),
            tracks: Vec::new(),
            score: self.score(p),
            verdict: self.verdict(p),
        }
    }

    fn offers(&self, p: &Position, side: Side) -> Vec<Offer> {
        let mut choices = Vec::new();
        self.choices(p, side, &mut choices);
        choices
            .iter()
            .map(|choice| Offer {
                choice: self.write(choice),
                kind: "",
                role: Role::Act,
                label: self.write(choice),
                piece: None,
                target: None,
                to: None,
                company: Vec::new(),
                struck: Vec::new(),
                cost: None,
                rolls: false,
            })
            .collect()
    }

    fn destinations(&self, _: &Position, _: Side, _: &str) -> Result<Vec<Destination>, Refusal> {
        Ok(Vec::new())
    }

    fn why_not(&self, _: &Position, _: Side, _: &str, _: &There) -> Option<Refusal> {
        None
    }
}
