//! What lies beside the map and what is drawn over it on request: tracks, zones of control, ranges of command.

use crate::cards::UnitId;
use crate::position::{Place, Position};
use crate::{Battle, ENGLISH, SCOTS, side_name};
use board::Hex;
use board::Shape;
use board::scene::{Area, Track};
use kernel::{Cite, Side};

impl Battle {
    pub(crate) fn tracks_of(&self, p: &Position) -> Vec<Track> {
        let mut tracks = vec![self.morale_track(p)];
        tracks.extend(Side::BOTH.map(|side| self.scattered_track(p, side)));
        tracks
    }

    /// M-114, M-120, MR-38
    fn morale_track(&self, p: &Position) -> Track {
        let limit = i32::from(self.tracks.limit);
        let mut marks = Vec::new();
        for (side, sign) in [(ENGLISH, -1), (SCOTS, 1)] {
            for (at, value) in [(self.tracks.plus_1, 1), (self.tracks.plus_2, 2)] {
                marks.push((sign * i32::from(at), format!("{} +{value}", side_name(side))));
            }
        }
        marks.sort_by_key(|(at, _)| *at);
        Track {
            name: "Morale".into(),
            side: None,
            least: -limit,
            most: limit,
            value: p.morale.into(),
            text: self.morale_words(p),
            marks,
            pieces: Vec::new(),
        }
    }

    /// Whose morale is raised, what it gives now, and what it will give from the next turn on.
    fn morale_words(&self, p: &Position) -> String {
        let favours = |value: i8| match value {
            0 => "neither side adds anything".to_string(),
            n if n > 0 => format!("the {} add {n}", side_name(SCOTS)),
            n => format!("the {} add {}", side_name(ENGLISH), -n),
        };
        let stands = match p.morale {
            0 => "The counter stands in the middle".to_string(),
            n => {
                let boxes = if n.abs() == 1 { "box" } else { "boxes" };
                let towards = side_name(if n > 0 { SCOTS } else { ENGLISH });
                format!("The counter stands {} {boxes} towards the {towards}", n.abs())
            }
        };
        let now = favours(p.effective);
        let next = self.tracks.value(p.morale);
        if next == p.effective {
            format!("{stands}; in combat {now}.")
        } else {
            format!(
                "{stands}; in combat {now}, and from turn {} {}.",
                p.turn + 1,
                favours(next)
            )
        }
    }

    /// M-140, M-142
    fn scattered_track(&self, p: &Position, side: Side) -> Track {
        let on_it = |u: &UnitId| p.unit(*u).place == Place::Scattered;
        let pieces: Vec<String> = p.army[side.index()]
            .iter()
            .filter(on_it)
            .map(|u| self.card(u).id.to_string())
            .collect();
        let boxes = usize::from(self.tracks.scattered);
        Track {
            name: format!("Scattered {}", side_name(side)),
            side: Some(side),
            least: 0,
            most: boxes as i32,
            value: pieces.len() as i32,
            text: match boxes - pieces.len().min(boxes) {
                0 => "Every box is taken: whoever scatters now is eliminated.".into(),
                1 => "One box is free.".into(),
                n => format!("{n} boxes are free."),
            },
            marks: Vec::new(),
            pieces,
        }
    }

    /// Nothing hidden is in them: pits change neither zones nor ranges.
    pub(crate) fn areas_of(&self, p: &Position) -> Vec<Area> {
        let shape = |hexes: &mut dyn Iterator<Item = Hex>| Shape::Hexes {
            hexes: hexes.map(|h| self.map.label(h)).collect(),
        };
        let zone = |side: Side| Area {
            kind: "zones of control",
            side,
            piece: None,
            shape: shape(&mut self.map.hexes().filter(|h| self.zone(p, *h, side))),
            cite: Cite("M-20"),
        };
        let mut areas: Vec<Area> = Side::BOTH.into_iter().map(zone).collect();
        for leader in self.leader_ids().filter(|l| p.leader(*l).on_map()) {
            let card = &self.leaders[usize::from(leader)];
            areas.push(Area {
                kind: "command ranges",
                side: p.leader(leader).side,
                piece: Some(card.id.to_string()),
                shape: shape(&mut self.around(p.leader(leader).hex, card.range())),
                cite: Cite("M-135"),
            });
        }
        areas
    }
}
