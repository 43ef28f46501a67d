//! Single facts by name, for conformance cases (`docs/cases.md`).

use super::cards::{LeaderId, NONE, UnitId};
use super::deny::points_text;
use super::position::{Moving, Position, bit, leader_bit};
use super::{Battle, Variant, side_name};
use board::{Around, Double};

impl<R: Variant> Battle<R> {
    pub(crate) fn fact_of(&self, p: &Position, key: &str) -> Option<String> {
        if let Some((id, field)) = key.split_once('.')
            && id != "score"
        {
            if let Ok(unit) = self.read_unit(id) {
                return self.unit_fact(p, unit, field);
            }
            return self.leader_fact(p, self.read_leader(id).ok()?, field);
        }
        let lower = |side| side_name(side).to_lowercase();
        Some(match key {
            "turn" => p.turn.to_string(),
            "player" => lower(p.player),
            "phase" => self.phase_name(p.stage).into(),
            "to_act" => self.acting(p).map_or("nobody".into(), lower),
            "score.scots" => p.score[0].to_string(),
            "score.english" => p.score[1].to_string(),
            "level" => self.victory(p)?.level,
            _ => return None,
        })
    }

    fn unit_fact(&self, p: &Position, id: UnitId, field: &str) -> Option<String> {
        let piece = p.unit(id);
        let face = self.face(p, id);
        let target = |t: UnitId| {
            if t == NONE {
                "none".to_string()
            } else {
                self.card(t).id.to_string()
            }
        };
        Some(match field {
            "hex" if p.is_on_map(id) => self.stand_text(piece.stand()),
            "hex" => "eliminated".into(),
            "facing" if self.has_facing(p, id) => piece.facing.to_string(),
            "facing" => "none".into(),
            "face" => face.show.name().into(),
            "rout" => piece.rout.to_string(),
            "hits" => {
                let waiting = p.hits[usize::from(p.checked)..usize::from(p.scored)].iter();
                waiting.filter(|by| p.unit(**by).target == id).count().to_string()
            }
            "pending" => piece.pending.to_string(),
            "lance" => (p.lances & bit(id) != 0).to_string(),
            "moved" => (p.moved & bit(id) != 0).to_string(),
            "attacked" => (p.shot & bit(id) != 0).to_string(),
            "charge" => target(piece.charge),
            "target" => target(piece.target),
            "left" => {
                let moving = p.active.kind == Moving::Unit && p.active.unit == id;
                let (entered, strayed) = if moving {
                    (p.active.entered, p.active.strayed)
                } else {
                    (p.entered & bit(id) != 0, p.strayed & bit(id) != 0)
                };
                points_text(self.limit(p, face, entered, strayed).saturating_sub(piece.spent))
            }
            "class" => format!("{:?}", face.target),
            "command" => self.in_command(p, id).to_string(),
            place => {
                let names = ["FL", "FC", "FR", "LF", "RF", "RL", "RC", "RR"];
                let at = names.iter().position(|n| *n == place)?;
                let double = Double::new(&self.map, piece.hex, piece.right)?;
                self.map.name(double.at(&self.map, Around::ALL[at])).to_string()
            }
        })
    }

    fn leader_fact(&self, p: &Position, id: LeaderId, field: &str) -> Option<String> {
        let me = leader_bit(id);
        Some(match field {
            "hex" if p.captured & me != 0 => "captured".into(),
            "hex" => self.map.name(p.leaders[usize::from(id)]).to_string(),
            "disobeyed" => (p.disobeyed & me != 0).to_string(),
            "moved" => (p.leaders_moved & me != 0).to_string(),
            "left" if p.active.leaders & me != 0 => {
                let limit = self.leader_limit(p, me, p.active.entered, p.active.strayed);
                points_text(limit.saturating_sub(p.active.leader_spent))
            }
            _ => return None,
        })
    }
}
