//! Single facts by name, for conformance cases (`docs/cases-medieval.md`).

use crate::Battle;
use crate::cards::{LeaderId, NONE, UnitId};
use crate::choice::form_name;
use crate::deny::points_text;
use crate::position::{Banner, Piece, Position, Stage};
use crate::task::{Coming, Round, Stride, Task, Window};
use kernel::Side;

impl Battle {
    pub(crate) fn fact_of(&self, p: &Position, key: &str) -> Option<String> {
        let lower = |side| crate::side_name(side).to_lowercase();
        match key.split_once('.') {
            Some(("banner", side)) => Some(self.banner_fact(p, side_named(side)?)),
            Some(("morale", "box")) => Some(p.morale.to_string()),
            Some(("morale", "effective")) => Some(p.effective.to_string()),
            Some(("score", side)) => Some(self.score_of(p)[side_named(side)?.index()].to_string()),
            Some(("fort", hex)) => Some(self.is_fort(p, self.map.parse(hex)?).to_string()),
            Some(("pit", hex)) => {
                let hex = self.map.parse(hex)?;
                let word = match self.pit_on(hex).filter(|i| p.pits >> i & 1 != 0) {
                    None => "none",
                    Some(i) if p.shown >> i & 1 != 0 => "shown",
                    Some(_) => "hidden",
                };
                Some(word.into())
            }
            Some((id, field)) => match self.read_unit(id) {
                Ok(unit) => self.unit_fact(p, unit, field),
                Err(_) => self.leader_fact(p, self.read_leader(id).ok()?, field),
            },
            None => Some(match key {
                "turn" => p.turn.to_string(),
                "phase" => match p.stage {
                    Stage::SetupA | Stage::SetupB => "setup".into(),
                    Stage::Over => "over".into(),
                    _ => p.phase.to_string(),
                },
                "player" => lower(self.active_side(p)),
                "to_act" => self.decider(p).map_or("nobody".into(), lower),
                "decision" => self.decision_name(p).into(),
                "window" => match p.stack.last() {
                    Some(Task::Window(Window::W1)) => "W1",
                    Some(Task::Window(Window::W2)) => "W2",
                    Some(Task::Window(Window::W3)) => "W3",
                    Some(Task::Window(Window::W4)) => "W4",
                    _ => "none",
                }
                .into(),
                "level" => self.victory(p)?.level,
                "campaign" => self.campaign_text(p),
                _ => return None,
            }),
        }
    }

    /// The name of the open decision.
    pub(crate) fn decision_name(&self, p: &Position) -> &'static str {
        let Some(task) = p.stack.last() else {
            return match p.stage {
                Stage::SetupA | Stage::SetupB => "setup",
                Stage::Regroup => "regroup",
                Stage::Remove => "remove",
                Stage::Attack => "attack",
                Stage::Over => "none",
                _ => "act",
            };
        };
        match task {
            Task::Place {
                coming: Coming::Taken, ..
            } => "setup",
            Task::Place { .. } => "place",
            Task::Step => "step",
            Task::Window(_) => "window",
            Task::Join => "join",
            Task::Muster => "muster",
            Task::Answer => "answer",
            Task::Friend { .. } => "friend",
            Task::Combat(Round::Checks) => "check",
            Task::Combat(Round::Fighters) => "fighters",
            Task::Combat(Round::Ground) => "ground",
            Task::Combat(Round::Retreats) => "retreat",
            Task::Combat(_) | Task::Follow { .. } => "pursuit",
            Task::Loss { .. } => "loss",
            Task::Walk { .. } => "path",
            Task::Face { .. } => "face",
            Task::Stride(Stride::FirstFace(_) | Stride::LastFace(_)) => "face",
            Task::Stride(_) => "advance",
            Task::Six { .. } => "six",
            Task::Holder { .. } => "holder",
            Task::Turncoats => "turncoats",
            Task::Fire | Task::Mourn(_) => "none",
        }
    }

    fn banner_fact(&self, p: &Position, side: Side) -> String {
        match p.banners[side.index()] {
            Banner::None => "none".into(),
            Banner::Held(u) if !p.unit(u).on_map() => "off".into(),
            Banner::Held(u) => format!("held {}", self.card(u).id),
            Banner::With(l) => format!("with {}", self.leaders[usize::from(l)].id),
            Banner::Fallen(hex) => format!("fallen {}", self.hex_text(hex)),
            Banner::Captured(u) => format!("captured {}", self.card(u).id),
        }
    }

    fn place_fact(&self, p: &Position, piece: Piece) -> String {
        if p.piece_on_map(piece) {
            self.hex_text(p.piece_hex(piece))
        } else {
            self.whereabouts(p, piece).into()
        }
    }

    fn unit_fact(&self, p: &Position, id: UnitId, field: &str) -> Option<String> {
        let u = p.unit(id);
        let active = p.active.as_ref().filter(|a| a.is(id));
        Some(match field {
            "hex" => self.place_fact(p, Piece::Unit(id)),
            "facing" => u.facing.to_string(),
            "cf" => u.cf.to_string(),
            "sp" => u.sp.to_string(),
            "formation" => form_name(u.form).into(),
            "mp" => points_text(active.map_or(self.card(id).mp, |a| a.mp)),
            "side" => crate::side_name(u.side).to_lowercase(),
            "command" if u.command == NONE => "none".into(),
            "command" => self.leaders[usize::from(u.command)].id.to_string(),
            "activated" => p.activated.has(id).to_string(),
            "stopped" => active.is_some_and(|a| a.stopped).to_string(),
            "attacked" => p.attacked.has(id).to_string(),
            "defended" => p.defended.has(id).to_string(),
            "shot" => p.shots.has(id).to_string(),
            "ownshot" => p.own_shots.has(id).to_string(),
            "checked" => p.checked.has(id).to_string(),
            "banner" => (p.banners[u.side.index()] == Banner::Held(id)).to_string(),
            "back" => u.due.to_string(),
            _ => return None,
        })
    }

    fn leader_fact(&self, p: &Position, id: LeaderId, field: &str) -> Option<String> {
        let leader = p.leader(id);
        let active = p.active.as_ref().filter(|a| a.piece == Piece::Leader(id));
        Some(match field {
            "hex" => self.place_fact(p, Piece::Leader(id)),
            "fatigue" => leader.fatigue.to_string(),
            "mp" => points_text(active.map_or(10 * crate::cards::MP, |a| a.mp)),
            "side" => crate::side_name(leader.side).to_lowercase(),
            "activated" | "moved" => leader.moved.to_string(),
            "banner" => (p.banners[leader.side.index()] == Banner::With(id)).to_string(),
            "back" => leader.due.to_string(),
            _ => return None,
        })
    }
}

pub(crate) fn side_named(name: &str) -> Option<Side> {
    match name {
        "scots" | "scottish" => Some(crate::SCOTS),
        "english" => Some(crate::ENGLISH),
        _ => None,
    }
}
