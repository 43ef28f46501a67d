//! What a viewer sees: the table, the figures, the losses.

use crate::battle::{AreaKind, Battle, LineKind};
use crate::position::{Id, Phase, Position, State};
use crate::weapons::Missile;
use board::ground::{BoardView, Ground, TableArea, TableGround, TableLabel, TableLine};
use board::scene::{Badge, PieceView, Rating, Scene, Track};
use board::table::{Hull, Point, Stance};
use board::{Base, Place};
use kernel::{Rules, Side, ToAct, Viewer};
use std::borrow::Cow;

impl Battle {
    /// A point as it is shown: y from the far edge.
    pub fn shown(&self, at: Point) -> [i32; 2] {
        [at.x(), self.table.depth - at.y()]
    }

    pub fn board_view(&self) -> BoardView {
        let terrain = |kind: AreaKind| match kind {
            AreaKind::CloseWood => "wood",
            AreaKind::Slope { .. } => "hill",
            AreaKind::Stair { .. } | AreaKind::Platform(_) => "rough",
            AreaKind::Building => "village",
            AreaKind::Impassable => "lake",
        };
        let areas = self.areas.iter().map(|area| TableArea {
            name: area.name.clone(),
            terrain: terrain(area.kind),
            level: u8::from(matches!(area.kind, AreaKind::Slope { .. } | AreaKind::Platform(_))),
            outline: area.shape.corners().iter().map(|at| self.shown(*at)).collect(),
        });
        let lines = self.lines.iter().map(|line| TableLine {
            name: line.name.clone(),
            kind: match line.kind {
                LineKind::Hedge => "hedge",
                LineKind::Pits => "stream",
                _ => "wall",
            },
            points: line.segment.0.iter().map(|at| self.shown(*at)).collect(),
        });
        let labels = self.baggage.iter().map(|(side, at)| TableLabel {
            name: format!("Baggage of the {}", self.sides[side.index()].name),
            at: self.shown(*at),
        });
        BoardView {
            title: self.title.clone(),
            source: self.source.clone(),
            ground: Ground::Table(TableGround {
                width: self.table.width as u32,
                depth: self.table.depth as u32,
                areas: areas.collect(),
                lines: lines.collect(),
                labels: labels.collect(),
            }),
        }
    }

    /// The position as a viewer may know it: a watcher knows what both sides do.
    pub fn known_by<'a>(&self, p: &'a Position, viewer: Viewer) -> Cow<'a, Position> {
        match viewer.side() {
            Some(side) => self.known_to(p, side),
            None => match self.known_to(p, Side::One) {
                Cow::Borrowed(p) => self.known_to(p, Side::Two),
                Cow::Owned(one) => Cow::Owned(self.known_to(&one, Side::Two).into_owned()),
            },
        }
    }

    pub fn scene_of(&self, p: &Position, viewer: Viewer) -> Scene {
        let p = &*self.known_by(p, viewer);
        let player = match self.to_act(p) {
            ToAct::One(side) => side,
            _ => Side::One,
        };
        Scene {
            turn: p.turn,
            turns: self.limit,
            player,
            phase: p.phase.name().into(),
            to_act: self.to_act(p),
            prompt: self.prompt(p),
            pieces: p.ids().map(|who| self.piece(p, who, viewer)).collect(),
            tracks: Side::BOTH.into_iter().map(|side| self.losses_track(p, side)).collect(),
            score: self.score(p),
            verdict: self.verdict(p),
        }
    }

    fn piece(&self, p: &Position, who: Id, viewer: Viewer) -> PieceView {
        let (card, figure) = (self.card(who), p.figure(who));
        let mut badges = Vec::new();
        let mut badge = |kind, text: Cow<'static, str>| {
            badges.push(Badge {
                kind,
                text,
                points_at: None,
            })
        };
        match figure.state {
            State::Routing => badge("rout", "Routing".into()),
            State::Stunned(until) => badge("disorganised", format!("Stunned to the end of turn {until}").into()),
            State::Disabled => badge("eliminated", "Disabled".into()),
            _ => {}
        }
        if let Some(chit) = figure.chit {
            badge("orders", format!("Chit: {}", chit.name()).into());
        }
        if let Some(grant) = figure.result.filter(|_| viewer.is(card.side)) {
            badge("orders", format!("May: {}", self.grant_text(grant)).into());
        }
        if let Some(panic) = figure.panic {
            badge("rout", format!("Its horse {}", panic.name()).into());
        }
        if figure.permission {
            badge("shot", "May shoot".into());
        }
        if !figure.ammo {
            badge("shot", "Out of ammunition".into());
        }
        if figure.fatigue > 0 {
            badge("moved", format!("Fatigue {}", figure.fatigue).into());
        }
        if self.leads(p, who) {
            badge("command", "Leads its unit".into());
        }
        if p.players[card.side.index()] == who {
            badge("command", "Commands".into());
        }
        let gone = match figure.state {
            State::Fled => Some("fled"),
            State::Withdrawn => Some("withdrawn"),
            _ => None,
        };
        let pose = self.table.pose(Stance {
            at: figure.at,
            facing: figure.facing,
        });
        let across = 2 * figure.radius() as u32;
        let number = |name, value: i16| Rating::number(name, value.clamp(0, 255) as u8);
        PieceView {
            id: card.id.clone(),
            name: card.name.clone(),
            side: card.side,
            at: gone.is_none().then_some(Place::Table(pose)),
            base: Some(Base {
                width: across,
                depth: across,
            }),
            gone,
            symbol: self.symbol(p, who),
            face: card.kind.name(),
            ratings: vec![
                number("melee", i16::from(card.melee)),
                number("armour", i16::from(card.armour)),
                number("stamina", figure.stamina),
                number("morale", i16::from(card.morale)),
            ],
            group: Some(self.units[usize::from(card.unit)].id.clone()),
            badges,
        }
    }

    fn symbol(&self, p: &Position, who: Id) -> &'static str {
        if p.figure(who).mounted() {
            return "cavalry";
        }
        match self.card(who).weapons.iter().find_map(|weapon| weapon.missile()) {
            Some(Missile::Bow) => "longbow",
            Some(Missile::Latch | Missile::Crossbow | Missile::HandGun) => "crossbow",
            _ if self.weapon(p, who).is_spear() => "schiltrom",
            _ => "infantry",
        }
    }

    fn losses_track(&self, p: &Position, side: Side) -> Track {
        let own = || self.own(p, side);
        let lost = own().filter(|who| !p.figure(*who).ready()).count() as i32;
        let all = own().count() as i32;
        Track {
            name: format!("Losses of the {}", self.sides[side.index()].name),
            side: Some(side),
            least: 0,
            most: all,
            value: lost,
            text: format!("{lost} of {all} not Ready"),
            marks: vec![(all, "the battle ends".into())],
            pieces: Vec::new(),
        }
    }

    fn prompt(&self, p: &Position) -> String {
        match p.phase {
            Phase::Command => "Name those in command who wish to shoot, and give signals.",
            Phase::Action => "Lay a chit for every figure, face down.",
            Phase::Movement => "Declare the moves of those with a moving chit.",
            Phase::Shooting => "Name a target for each shooter.",
            Phase::Melee => "Name an opponent for each who touches several.",
            Phase::Over => "The battle is over.",
        }
        .into()
    }
}
