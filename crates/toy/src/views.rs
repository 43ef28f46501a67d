//! What is shown of a joust.

use crate::position::{
    BASE, DEPTH, FIGURES, Lance, Order, Phase, Position, REACH, RIDE, ROUNDS, STREAM_Y, WIDTH, WOOD, distance, side_of,
};
use crate::rules::{Choice, Joust};
use board::ground::{BoardView, Ground, TableArea, TableGround, TableLabel, TableLine};
use board::looks::{Cover, Picture, PieceRole, Run, Sign};
use board::scene::{Area, Badge, Destination, Drag, Offer, PieceView, Rating, Role, Scene};
use board::{Base, Place, Pose, Shape, There, Views};
use kernel::{Cite, Refusal, Rules, Side, Viewer, Words};
use std::borrow::Cow;

impl Joust {
    fn piece(&self, p: &Position, figure: u8, viewer: Viewer) -> PieceView {
        let side = side_of(figure);
        let name = &self.names[usize::from(figure)];
        let stands = p.stands(figure);
        let badge = |sign, text| Badge {
            sign,
            text: Cow::Borrowed(text),
            points_at: None,
        };
        // Orders are open once both sides have given them, a lance only when it breaks.
        let shown = viewer.is(side) || matches!(p.phase(), Phase::Turn(_));
        let order = p.order(figure).filter(|_| shown).map(Order::name);
        let mut badges: Vec<Badge> = order.map(|order| badge(Sign::Letter, order)).into_iter().collect();
        if viewer.is(side) && p.lances[side.index()] == Lance::With(figure) {
            badges.push(badge(Sign::Lance, "reserve lance"));
        }
        PieceView {
            id: name.clone(),
            name: name.clone(),
            side,
            at: stands.then(|| Place::Table(p.figure(figure).at)),
            base: Some(Base {
                width: BASE as u32,
                depth: BASE as u32,
                round: false,
                formed: None,
            }),
            gone: (!stands).then_some("unhorsed"),
            symbol: "knight",
            role: PieceRole::Unit,
            picture: Picture::Cavalry,
            face: "front",
            ratings: vec![Rating::number("strength", p.figure(figure).strength)],
            group: None,
            badges,
        }
    }

    fn offer(&self, p: &Position, choice: &Choice) -> Offer {
        let (kind, role, label) = match choice {
            Choice::Lance(_) => ("lance", Role::Act, "Give it the lance"),
            Choice::Order(_, order) => ("order", Role::Act, order.name()),
            Choice::Ready => ("ready", Role::Finish, "Ready"),
            Choice::Move(..) => ("move", Role::Act, "Ride there"),
            Choice::Strike(..) => ("strike", Role::Act, "Strike"),
            Choice::Whirl(_) => ("whirl", Role::Act, "Whirl"),
            Choice::End(_) => ("end", Role::Finish, "Do no more"),
        };
        let (piece, target, to) = match *choice {
            Choice::Ready => (None, None, None),
            Choice::Move(figure, to) => (Some(figure), None, Some(Place::Table(to))),
            Choice::Strike(figure, target) => (Some(figure), Some(target), None),
            Choice::Whirl(figure) => (Some(figure), p.nearest(figure), None),
            Choice::Lance(figure) | Choice::Order(figure, _) | Choice::End(figure) => (Some(figure), None, None),
        };
        let name = |figure: u8| self.names[usize::from(figure)].clone();
        Offer {
            choice: self.write_choice(choice),
            kind,
            role,
            label: label.into(),
            piece: piece.map(name),
            target: target.map(name),
            to,
            company: Vec::new(),
            struck: Vec::new(),
            cost: None,
            rolls: matches!(choice, Choice::Strike(..) | Choice::Whirl(_)),
        }
    }

    fn candidates(&self, p: &Position, side: Side) -> Vec<Choice> {
        let mut choices = Vec::new();
        self.choices(p, side, &mut choices);
        choices
    }
}

impl Views for Joust {
    fn board(&self) -> BoardView {
        let [left, far, right, near] = WOOD;
        BoardView {
            title: self.title.clone(),
            source: self.source.clone(),
            reactions: &[],
            ground: Ground::Table(TableGround {
                width: WIDTH as u32,
                depth: DEPTH as u32,
                areas: vec![TableArea {
                    name: "The Thicket".into(),
                    terrain: "wood",
                    cover: Cover::Wood,
                    level: 0,
                    outline: vec![[left, far], [right, far], [right, near], [left, near]],
                }],
                lines: vec![TableLine {
                    name: "The Brook".into(),
                    kind: "stream",
                    run: Run::Stream,
                    points: vec![[0, STREAM_Y], [WIDTH, STREAM_Y]],
                }],
                labels: vec![TableLabel {
                    name: "The Lists".into(),
                    at: [WIDTH / 4, DEPTH / 2],
                }],
            }),
        }
    }

    fn scene(&self, p: &Position, viewer: Viewer) -> Scene {
        let (phase, prompt, player) = match p.phase() {
            Phase::Lances => ("Lances", "Give the reserve lance to a figure.".into(), Side::One),
            Phase::Orders => ("Orders", "Give every figure its order.".into(), Side::One),
            Phase::Turn(figure) => ("Turns", format!("{} acts.", self.name(figure)), side_of(figure)),
            Phase::Over => ("Over", String::new(), Side::One),
        };
        Scene {
            turn: self.turn(p),
            turns: ROUNDS.into(),
            player,
            phase: phase.into(),
            to_act: self.to_act(p),
            prompt,
            pieces: (0..FIGURES as u8).map(|figure| self.piece(p, figure, viewer)).collect(),
            tracks: Vec::new(),
            score: self.score(p),
            goal: String::new(),
            verdict: self.verdict(p),
        }
    }

    fn offers(&self, p: &Position, side: Side) -> Vec<Offer> {
        let choices = self.candidates(p, side);
        choices.iter().map(|choice| self.offer(p, choice)).collect()
    }

    fn areas(&self, p: &Position, _viewer: Viewer) -> Vec<Area> {
        let figures = Side::BOTH.into_iter().flat_map(|side| p.standing(side));
        figures
            .map(|figure| Area {
                kind: "reach",
                side: side_of(figure),
                piece: Some(self.name(figure).into()),
                shape: Shape::Circle {
                    centre: [p.figure(figure).at.x, p.figure(figure).at.y],
                    radius: REACH as u32,
                },
                cite: Cite("J-07"),
            })
            .collect()
    }

    /// Where it could ride, of the poses worth naming.
    fn destinations(&self, p: &Position, side: Side, piece: &str) -> Result<Vec<Destination>, Refusal> {
        let piece = self.read_figure(piece)?;
        let from = Place::Table(p.figure(piece).at);
        let choices = self.candidates(p, side).into_iter();
        Ok(choices
            .filter_map(|choice| match choice {
                Choice::Move(figure, to) if figure == piece => Some(Destination {
                    to: Place::Table(to),
                    cost: "a ride".into(),
                    plan: vec![self.write_choice(&choice)],
                    path: vec![from.clone(), Place::Table(to)],
                }),
                _ => None,
            })
            .collect())
    }

    fn drag(&self, p: &Position, side: Side, piece: &str, to: &Place) -> Result<Drag, Refusal> {
        let figure = self.read_figure(piece)?;
        let Place::Table(pose) = *to else {
            return Err(no_hexes());
        };
        let choice = Choice::Move(figure, pose);
        self.check(p, side, &choice)?;
        let from = p.figure(figure).at;
        Ok(Drag {
            choice: self.write_choice(&choice),
            to: to.clone(),
            path: vec![Place::Table(from), to.clone()],
            cost: format!("{} of {}", distance(from, pose), RIDE),
            needs: Vec::new(),
            chances: Vec::new(),
            short: None,
        })
    }

    fn envelope(&self, p: &Position, side: Side, piece: &str) -> Vec<Area> {
        let rides = |figure: &u8| self.check_move(p, *figure, p.figure(*figure).at).is_ok();
        let Some(figure) = self.read_figure(piece).ok().filter(rides) else {
            return Vec::new();
        };
        let Pose { x, y, .. } = p.figure(figure).at;
        vec![Area {
            kind: "a ride",
            side,
            piece: Some(piece.into()),
            shape: Shape::Circle {
                centre: [x, y],
                radius: RIDE as u32,
            },
            cite: Cite("J-05"),
        }]
    }

    fn why_not(&self, p: &Position, side: Side, piece: &str, there: &There) -> Option<Refusal> {
        let choice = |piece: &str| {
            let figure = self.read_figure(piece)?;
            match there {
                There::Place(Place::Table(to)) => Ok(Choice::Move(figure, *to)),
                There::Piece(target) => Ok(Choice::Strike(figure, self.read_figure(target)?)),
                There::Place(Place::Hexes(_)) => Err(no_hexes()),
            }
        };
        choice(piece).and_then(|choice| self.check(p, side, &choice)).err()
    }
}

fn no_hexes() -> Refusal {
    Refusal::new("NoSuchPlace", Cite::NONE, "There are no hexes on a table.")
}
