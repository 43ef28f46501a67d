//! Single facts of a position, for conformance cases.

use crate::battle::Battle;
use crate::marks::Marks;
use crate::position::{Id, NOBODY, Phase, Place, Position, Question, face_name};
use board::table::{degrees, point_text};
use kernel::{Facts, Rules, Side, ToAct};

impl Battle {
    fn id_or_none(&self, unit: Id) -> String {
        if unit == NOBODY {
            "none".into()
        } else {
            self.card(unit).id.to_string()
        }
    }

    fn unit_fact(&self, p: &Position, unit: Id, key: &str) -> Option<String> {
        let (card, state) = (self.card(unit), p.unit(unit));
        let on_table = state.state.on_table();
        let flag = |mark: Marks| state.is(mark).to_string();
        Some(match key {
            "pose" if on_table => format!("{} {}", point_text(state.at.at), degrees(state.at.facing.tenths())),
            "pose" => "none".into(),
            "elements" => state.elements.to_string(),
            "files" => state.files.to_string(),
            "ranks" => state.ranks().to_string(),
            "state" => state.state.name().into(),
            "disordered" => flag(Marks::DISORDERED),
            "rallied" => flag(Marks::RALLIED),
            "hidden" => flag(Marks::HIDDEN),
            "ordered" => flag(Marks::ORDERED),
            "moved" => flag(Marks::MOVED),
            "pivoted" => flag(Marks::PIVOTED),
            "shot" => flag(Marks::SHOT),
            "casualties" => state.suffered.to_string(),
            "budget" => (card.budget() - i64::from(state.spent)).to_string(),
            "contacts" => {
                let mut list: Vec<_> = p.touched_by(unit).collect();
                list.sort_unstable();
                let texts: Vec<String> = list
                    .iter()
                    .map(|(enemy, face)| format!("{} {}", self.card(*enemy).id, face_name(*face)))
                    .collect();
                if texts.is_empty() {
                    "none".into()
                } else {
                    texts.join(", ")
                }
            }
            "followed" => self.id_or_none(state.followed),
            "into" => self.id_or_none(state.into),
            "triggers" => {
                let lines: Vec<String> = state.triggers.lines().map(|line| format!("L-{line}")).collect();
                if lines.is_empty() {
                    "none".into()
                } else {
                    lines.join(", ")
                }
            }
            "morale" => self.morale(p, unit).to_string(),
            "command" => self.under_command(p, unit).to_string(),
            "level" => self.level(state.at.at).to_string(),
            "going" => {
                if self.is_bad(state.at.at) {
                    "bad".into()
                } else {
                    "good".into()
                }
            }
            "points" => card.points.to_string(),
            _ => {
                let other = self.find_unit(key.strip_prefix("zone.")?)?;
                face_name(self.foot(p, other).zone(state.at.at)).into()
            }
        })
    }

    fn side_fact(&self, p: &Position, side: Side, key: &str) -> Option<String> {
        let (card, army) = (&self.sides[side.index()], p.army(side));
        Some(match key {
            "demoralised" => army.demoralised.to_string(),
            "defence" => army.defence.to_string(),
            "camp" => (card.camp && !army.camp_taken).to_string(),
            "lost" => self.lost(p, side).to_string(),
            "counting" => card.counting.to_string(),
            "points" => card.points.to_string(),
            _ => return None,
        })
    }

    fn side_named(&self, name: &str) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|side| self.sides[side.index()].name.eq_ignore_ascii_case(name))
    }

    fn commander_fact(&self, p: &Position, who: usize, key: &str) -> Option<String> {
        let commander = &p.commanders[who];
        Some(match key {
            "place" => match commander.place {
                Place::Leading(unit) => format!("with {}", self.card(unit).id),
                Place::Free(at) => point_text(at),
                Place::Lost => "lost".into(),
                Place::Out => "out".into(),
                Place::Unseen => "unseen".into(),
            },
            "rank" => {
                if commander.general {
                    "general".into()
                } else {
                    "sub".into()
                }
            }
            _ => return None,
        })
    }

    fn own_fact(&self, p: &Position, key: &str) -> Option<String> {
        let name = |side: Side| self.sides[side.index()].name.to_lowercase();
        Some(match key {
            "turn" => p.turn.to_string(),
            "phase" => match p.phase {
                Phase::Deploy => "deploy",
                Phase::Start => "start",
                Phase::Rally => "rally",
                Phase::Movement => "movement",
                Phase::Shooting | Phase::Reply => "shooting",
                Phase::Resolving => "combat",
                Phase::Over => "over",
            }
            .into(),
            "step" => {
                if p.phase == Phase::Reply {
                    "other".into()
                } else {
                    "active".into()
                }
            }
            "player" => name(p.active),
            "to_act" => match self.to_act(p) {
                ToAct::One(side) => name(side),
                _ => "nobody".into(),
            },
            "decision" => match p.pending.question {
                Some((Question::Follow, unit)) => format!("follow {}", self.card(unit).id),
                Some((Question::Pursue, unit)) => format!("pursue {}", self.card(unit).id),
                None => "none".into(),
            },
            "result" => match p.result {
                None => "none".into(),
                Some(None) => "draw".into(),
                Some(Some(side)) => format!("{} wins", name(side)),
            },
            _ => return None,
        })
    }
}

impl Facts for Battle {
    fn fact(&self, p: &Position, key: &str) -> Option<String> {
        if let Some(fact) = self.own_fact(p, key) {
            return Some(fact);
        }
        if let Some(name) = key.strip_prefix("score.") {
            return Some(self.score_of(p, self.side_named(name)?).to_string());
        }
        if let Some(name) = key.strip_suffix(".type")
            && let Some(line) = self.lines.iter().position(|line| line.name == name)
        {
            return Some(p.lines[line].name().into());
        }
        let (name, key) = key.split_once('.')?;
        if let Some(unit) = self.find_unit(name) {
            return self.unit_fact(p, unit, key);
        }
        if let Some(side) = self.side_named(name) {
            return self.side_fact(p, side, key);
        }
        let who = self.find_commander(name)?;
        self.commander_fact(p, who.into(), key)
    }
}
