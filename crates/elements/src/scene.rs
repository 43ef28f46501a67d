//! What a viewer sees: the table, the units he may know of, tracks.

use crate::battle::{AreaKind, Battle, UnitCard};
use crate::marks::Marks;
use crate::position::{Id, Obstacle, Phase, Place as Post, Position, Question, State};
use crate::telling::phase_name;
use crate::troops::Troop;
use board::ground::{BoardView, Ground, TableArea, TableGround, TableLine};
use board::looks::{Cover, Picture, PieceRole, Run, Sign};
use board::scene::{Badge, PieceView, Rating, Scene, Track};
use board::table::{Hull, Point, Stance};
use board::{Base, Formed, Place};
use kernel::{Rules, Side, ToAct, Viewer};

/// A free commander is a point; so large is he drawn.
const FIGURE: u32 = 750;

impl Battle {
    /// A point as it is shown: y from the far edge.
    pub(crate) fn shown(&self, at: Point) -> [i32; 2] {
        [at.x(), self.table.depth - at.y()]
    }

    /// Where a unit is drawn: the middle of its ground, looking where it looks.
    pub fn drawn(&self, foot: &board::table::Footprint) -> Place {
        let facing = foot.stance().facing;
        Place::Table(self.table.pose(Stance {
            at: foot.centre(),
            facing,
        }))
    }

    pub fn board_view(&self) -> BoardView {
        let terrain = |kind: AreaKind| match kind {
            AreaKind::Good => "clear",
            AreaKind::Wood => "wood",
            AreaKind::BuiltUp => "village",
            AreaKind::Marsh => "marsh",
            AreaKind::Rough => "rough",
            AreaKind::Hill => "hill",
            AreaKind::Impassable => "lake",
            AreaKind::Camp => "camp",
        };
        let areas = self.areas.iter().map(|area| TableArea {
            name: area.name.clone(),
            terrain: terrain(area.kind),
            cover: cover(area.kind),
            level: area.level,
            outline: area.shape.corners().iter().map(|at| self.shown(*at)).collect(),
        });
        let lines = self.lines.iter().map(|line| TableLine {
            name: line.name.clone(),
            kind: match (line.kind, line.cover) {
                (Obstacle::Fortification, _) => "wall",
                (_, true) => "hedge",
                (_, false) => "stream",
            },
            run: match (line.kind, line.cover) {
                (Obstacle::Fortification, _) => Run::Wall,
                (_, true) => Run::Hedge,
                (_, false) => Run::Stream,
            },
            points: line.line.points().iter().map(|at| self.shown(*at)).collect(),
        });
        BoardView {
            title: self.title.clone(),
            source: self.source.clone(),
            reactions: &[],
            ground: Ground::Table(TableGround {
                width: self.table.width as u32,
                depth: self.table.depth as u32,
                areas: areas.collect(),
                lines: lines.collect(),
                labels: Vec::new(),
            }),
        }
    }

    pub fn scene_of(&self, p: &Position, viewer: Viewer) -> Scene {
        let p = &*self.known_by(p, viewer);
        let seen = |unit: &Id| p.unit(*unit).state != State::Unseen;
        let units = p.ids().filter(seen).map(|unit| self.unit_view(p, unit));
        let commanders = (0..self.commanders.len()).filter_map(|who| self.commander_view(p, who));
        Scene {
            turn: p.turn,
            turns: self.limit,
            player: p.active,
            phase: phase_name(p.phase).into(),
            to_act: self.to_act(p),
            prompt: self.prompt(p),
            pieces: units.chain(commanders).collect(),
            tracks: Side::BOTH.into_iter().map(|side| self.losses(p, side)).collect(),
            score: self.score(p),
            goal: self.goal(p),
            verdict: self.verdict(p),
        }
    }

    fn unit_view(&self, p: &Position, unit: Id) -> PieceView {
        let (card, state) = (self.card(unit), p.unit(unit));
        let foot = self.foot(p, unit);
        let on_table = state.state.on_table();
        let mut badges = Vec::new();
        let mut badge = |sign, text: &'static str| {
            badges.push(Badge {
                sign,
                text: text.into(),
                points_at: None,
            })
        };
        match state.state {
            State::Fleeing => badge(Sign::Rout, "Fleeing"),
            State::Routing => badge(Sign::Rout, "Routing"),
            State::Pursuing => badge(Sign::Charge, "Pursuing"),
            _ => {}
        }
        for (mark, sign, text) in [
            (Marks::DISORDERED, Sign::Disorganised, "Disordered"),
            (Marks::RALLIED, Sign::Letter, "Fled before"),
            (Marks::HIDDEN, Sign::Letter, "Hidden"),
            (Marks::ORDERED, Sign::Moved, "Ordered"),
            (Marks::SHOT, Sign::Shot, "Has shot"),
        ] {
            if state.is(mark) {
                badge(sign, text);
            }
        }
        if p.commanders
            .iter()
            .any(|commander| commander.place == Post::Leading(unit))
        {
            badge(Sign::Command, "Led by a commander");
        }
        PieceView {
            id: card.id.clone(),
            name: card.name.clone(),
            side: card.side,
            at: on_table.then(|| self.drawn(&foot)),
            base: Some(Base {
                width: 2 * foot.half_width() as u32,
                depth: foot.depth() as u32,
                round: false,
                formed: Some(formed(card, state.files, state.elements)),
            }),
            gone: (!on_table).then(|| state.state.name()),
            symbol: words(card.lead()),
            role: PieceRole::Unit,
            picture: picture(card.lead()),
            face: formation(state.files, state.elements),
            ratings: vec![
                Rating::strength("elements", state.elements),
                Rating::number("files", state.files),
                Rating::letter("quality", card.quality.letter()),
                Rating::letter("discipline", card.discipline.numeral()),
            ],
            group: self.command_of(unit),
            badges,
        }
    }

    fn command_of(&self, unit: Id) -> Option<std::sync::Arc<str>> {
        let card = self.card(unit);
        let his = self
            .commanders
            .iter()
            .find(|c| c.side == card.side && c.command == card.command);
        his.map(|commander| commander.id.clone())
    }

    /// A commander who stands by himself, or is gone; others are badges of their units.
    fn commander_view(&self, p: &Position, who: usize) -> Option<PieceView> {
        let (card, state) = (&self.commanders[who], &p.commanders[who]);
        let (at, gone) = match state.place {
            Post::Free(at) => (
                Some(Stance {
                    at,
                    facing: board::table::Angle::AHEAD,
                }),
                None,
            ),
            Post::Leading(unit) if p.unit(unit).state.on_table() => (Some(p.unit(unit).at), None),
            Post::Leading(_) => (None, Some("still to come")),
            Post::Lost => (None, Some("lost")),
            Post::Out => (None, Some("out in pursuit")),
            Post::Unseen => return None,
        };
        Some(PieceView {
            id: card.id.clone(),
            name: card.name.clone(),
            side: card.side,
            at: at.map(|at| Place::Table(self.table.pose(at))),
            base: Some(Base {
                width: FIGURE,
                depth: FIGURE,
                round: false,
                formed: None,
            }),
            gone,
            symbol: "leader",
            role: if state.general {
                PieceRole::GrandLeader
            } else {
                PieceRole::Leader
            },
            picture: Picture::Leader,
            face: if state.general { "general" } else { "leader" },
            ratings: Vec::new(),
            group: Some(card.id.clone()),
            badges: Vec::new(),
        })
    }

    /// Counting units lost, and where the army is tested.
    fn losses(&self, p: &Position, side: Side) -> Track {
        let card = &self.sides[side.index()];
        let lost = self.lost(p, side);
        let half = i32::from(card.counting.div_ceil(2));
        Track {
            name: format!("Losses of the {}", card.name),
            side: Some(side),
            least: 0,
            most: card.counting.into(),
            value: lost.into(),
            text: if p.army(side).demoralised {
                "demoralised".into()
            } else {
                format!("{lost} of {}", card.counting)
            },
            marks: vec![(half, "army morale is tested".into())],
            pieces: Vec::new(),
        }
    }

    /// LR-75, in a few words.
    fn goal(&self, p: &Position) -> String {
        let [one, two] = self.score(p);
        let (ahead, lead) = match one >= two {
            true => (Side::One, one - two),
            false => (Side::Two, two - one),
        };
        let needed = self.lead_needed(ahead);
        let name = self.sides[ahead.index()].name;
        match lead {
            0 => format!("Ahead by {needed} after turn {} wins; now nobody leads", self.limit),
            _ => format!(
                "The {name} win after turn {} if ahead by {needed}; now {lead}",
                self.limit
            ),
        }
    }

    fn prompt(&self, p: &Position) -> String {
        let ToAct::One(side) = self.to_act(p) else {
            return "The battle is over.".into();
        };
        let task = match (p.pending.question, p.phase) {
            (Some((Question::Follow, unit)), _) => format!("follow up with {}?", self.card(unit).name),
            (Some((Question::Pursue, unit)), _) => format!("pursue with {}?", self.card(unit).name),
            (None, Phase::Deploy) => "set up your army, or take it as it stands".into(),
            (None, Phase::Start) => "bring on reserves, or end the step".into(),
            (None, Phase::Rally) => "rally fleeing and pursuing units, or let them go on".into(),
            (None, Phase::Movement) => "give every unit one order, move commanders, then end the phase".into(),
            (None, Phase::Shooting | Phase::Reply) => "shoot, then end the phase".into(),
            (None, Phase::Resolving | Phase::Over) => String::new(),
        };
        format!("{}: {task}", self.sides[side.index()].name)
    }
}

/// Those who are left, as they stand: losses are taken from the rear.
fn formed(card: &UnitCard, files: u8, elements: u8) -> Formed {
    let mut left = elements;
    let mut stands = Vec::with_capacity(card.kinds.len());
    for (troop, n) in &card.kinds {
        let here = left.min(*n);
        left -= here;
        if here > 0 {
            stands.push((picture(*troop), here));
        }
    }
    Formed { files, stands }
}

fn picture(troop: Troop) -> Picture {
    match troop {
        Troop::Ribalds => Picture::Rabble,
        Troop::Longbow => Picture::Longbow,
        Troop::Crossbow => Picture::Crossbow,
        Troop::Handgun => Picture::Handgun,
        Troop::Levy => Picture::Levy,
        Troop::Cavalry => Picture::Cavalry,
        Troop::SuperiorCavalry => Picture::HeavyCavalry,
        Troop::LightArtillery => Picture::LightGun,
        Troop::HeavyArtillery => Picture::Bombard,
        Troop::SkirmishBow => Picture::ShortBow,
        Troop::SkirmishJavelin => Picture::Javelins,
        Troop::Polearms => Picture::Polearms,
        Troop::Spears => Picture::Spears,
        Troop::Pikes => Picture::Pikes,
        Troop::Knights => Picture::Knights,
        Troop::MenAtArms => Picture::Sword,
        Troop::SuperiorKnights => Picture::BardedKnights,
    }
}

fn cover(kind: AreaKind) -> Cover {
    match kind {
        AreaKind::Good | AreaKind::Hill => Cover::Clear,
        AreaKind::Wood => Cover::Wood,
        AreaKind::BuiltUp => Cover::Village,
        AreaKind::Marsh => Cover::Marsh,
        AreaKind::Rough => Cover::Rough,
        AreaKind::Impassable => Cover::Water,
        AreaKind::Camp => Cover::Tint,
    }
}

/// How deep it stands, in a word.
fn formation(files: u8, elements: u8) -> &'static str {
    match elements.div_ceil(files.max(1)) {
        0 | 1 => "in one rank",
        2 => "in two ranks",
        3 => "in three ranks",
        4 => "in four ranks",
        _ => "in deep ranks",
    }
}

fn words(troop: Troop) -> &'static str {
    match troop {
        Troop::Ribalds => "ribalds",
        Troop::Longbow => "longbowmen",
        Troop::Crossbow => "crossbowmen",
        Troop::Handgun => "handgunners",
        Troop::Levy => "levy",
        Troop::Cavalry => "cavalry",
        Troop::SuperiorCavalry => "superior cavalry",
        Troop::LightArtillery => "light artillery",
        Troop::HeavyArtillery => "heavy artillery",
        Troop::SkirmishBow => "skirmishers with bows",
        Troop::SkirmishJavelin => "skirmishers with javelins",
        Troop::Polearms => "polearms",
        Troop::Spears => "spears",
        Troop::Pikes => "pikes",
        Troop::Knights => "knights",
        Troop::MenAtArms => "men-at-arms",
        Troop::SuperiorKnights => "superior knights",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_kinds_of_troops_look_alike() {
        for (i, one) in Troop::ALL.iter().enumerate() {
            for other in &Troop::ALL[..i] {
                assert_ne!(picture(*one), picture(*other), "{one:?} and {other:?}");
            }
        }
    }
}
