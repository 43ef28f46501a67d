//! Offers, destinations, areas and reasons, for a page that knows no rule.

use crate::battle::Battle;
use crate::choice::{ChitEntry, Choice, Entry, Line, MoveEntry, Wish};
use crate::deny::Fault;
use crate::moves::Seen;
use crate::position::{Id, Phase, Position};
use crate::troops::{Chit, Pace};
use board::ground::BoardView;
use board::scene::{Area, Destination, Drag, Lane, Offer, Role, Scene, SightLine};
use board::table::{Angle, Stance, inches};
use board::{Place, Shape, There, Views};
use kernel::{Cite, Refusal, Rules, Side, Viewer};

impl Battle {
    /// Where a move leads if nobody comes between.
    pub(crate) fn end_of(&self, p: &Position, who: Id, entry: &MoveEntry) -> Stance {
        let figure = p.figure(who);
        let here = figure.stance();
        match entry {
            MoveEntry::Face(facing) => here.facing(*facing),
            MoveEntry::Path(_, legs, facing) => Stance {
                at: legs.last().copied().unwrap_or(figure.at),
                facing: facing.unwrap_or(figure.facing),
            },
            MoveEntry::At(_, target, _) => {
                let to = p.figures.get(usize::from(*target)).map_or(figure.at, |enemy| enemy.at);
                let facing = Angle::bearing(figure.at, to).unwrap_or(figure.facing);
                Stance { at: to, facing }
            }
            MoveEntry::Ride(ride) => Stance {
                at: self.ride_corners(p, who, ride).last().copied().unwrap_or(figure.at),
                facing: figure.facing.turned(i32::from(ride.first) + i32::from(ride.half_way)),
            },
        }
    }

    pub(crate) fn shown_at(&self, stance: Stance) -> Place {
        Place::Table(self.table.pose(stance))
    }

    /// A line or the end of a commit, dressed for a page.
    fn dressed(&self, p: &Position, choice: &Choice) -> Offer {
        let (kind, label, who, target, to) = match choice {
            Choice::Line(line) => match line {
                Line::Wish(Wish::Shoots(who)) => ("wish", "Ask to shoot".into(), Some(*who), None, None),
                Line::Wish(Wish::Signal(unit)) => {
                    let name = &self.units[usize::from(*unit)].id;
                    ("signal", format!("Signal to {name}"), None, None, None)
                }
                Line::Chit(Entry { who, what }) => ("chit", self.chit_label(*who, what), Some(*who), None, None),
                Line::Move(entry) => {
                    let to = self.shown_at(self.end_of(p, entry.who, &entry.what));
                    let target = entry.what.target();
                    ("move", move_label(&entry.what), Some(entry.who), target, Some(to))
                }
                Line::Shot(Entry { who, what }) => ("shoot", "Shoot".into(), Some(*who), Some(*what), None),
                Line::Strike(Entry { who, what }) => ("strike", "Strike".into(), Some(*who), Some(*what), None),
                Line::Leave(who) => ("leave", leave_label(p.phase).into(), Some(*who), None, None),
            },
            _ => ("ready", ready_label(p.phase).into(), None, None, None),
        };
        let id = |who: Option<Id>| who.map(|who| self.card(who).id.clone());
        Offer {
            choice: self.write(choice),
            kind,
            role: match choice {
                Choice::Line(_) => Role::Act,
                _ => Role::Finish,
            },
            label,
            piece: id(who),
            target: id(target),
            to,
            company: Vec::new(),
            struck: Vec::new(),
            cost: None,
            rolls: matches!(choice, Choice::Ready),
        }
    }

    fn chit_label(&self, who: Id, entry: &ChitEntry) -> String {
        let weapon = entry
            .ready
            .and_then(|at| self.card(who).weapons.get(usize::from(at)))
            .map(|weapon| format!(": {}", weapon.name()));
        format!("{}{}", entry.chit.name(), weapon.unwrap_or_default())
    }

    fn find_piece(&self, piece: &str) -> Result<Id, Refusal> {
        self.find(piece).ok_or_else(|| Fault::UnknownFigure.into())
    }

    /// The line by which a figure would act upon another now.
    fn upon(&self, p: &Position, who: Id, target: Id) -> Line {
        match p.phase {
            Phase::Command => Line::Wish(Wish::Shoots(who)),
            Phase::Action => {
                let what = ChitEntry {
                    chit: Chit::Melee,
                    ready: None,
                    line: None,
                };
                Line::Chit(Entry { who, what })
            }
            Phase::Movement => {
                let usual = MoveEntry::At(Pace::Walk, target, None);
                let what = self.against(p, who, target, true, &Seen::default()).unwrap_or(usual);
                Line::Move(Entry { who, what })
            }
            Phase::Shooting => Line::Shot(Entry { who, what: target }),
            _ => Line::Strike(Entry { who, what: target }),
        }
    }
}

/// What taking no part means in a phase.
fn leave_label(phase: Phase) -> &'static str {
    match phase {
        Phase::Command => "Do not ask to shoot",
        Phase::Action => "Hold",
        Phase::Movement => "Stay",
        Phase::Shooting => "Do not shoot",
        _ => "Strike whom he fought last",
    }
}

fn ready_label(phase: Phase) -> &'static str {
    match phase {
        Phase::Command => "Ready: shooters and signals are named",
        Phase::Action => "Ready: the chits lie",
        Phase::Movement => "Ready: the moves are declared",
        Phase::Shooting => "Ready: the targets are named",
        _ => "Ready: the opponents are named",
    }
}

fn move_label(entry: &MoveEntry) -> String {
    match entry {
        MoveEntry::Face(_) => "turn".into(),
        MoveEntry::Path(pace, ..) | MoveEntry::At(pace, ..) => pace.name().into(),
        MoveEntry::Ride(ride) => format!("{} {}", ride.gait.name(), inches(ride.distance)),
    }
}

impl Views for Battle {
    fn board(&self) -> BoardView {
        self.board_view()
    }

    /// What its figures are worth (TR-59).
    fn points(&self) -> Option<[u32; 2]> {
        Some(Side::BOTH.map(|side| {
            let own = self.figures.iter().filter(|card| card.side == side);
            own.map(|card| u32::from(card.kind.value())).sum()
        }))
    }

    fn scene(&self, p: &Position, viewer: Viewer) -> Scene {
        self.scene_of(p, viewer)
    }

    /// For every figure that this phase asks anything of, in whatever order they are told.
    fn offers(&self, p: &Position, side: Side) -> Vec<Offer> {
        let mut choices = Vec::new();
        if self.to_act(p).includes(side) {
            for who in self.own(p, side).filter(|who| self.has_line(p, *who)) {
                self.list_lines(p, who, &mut choices);
            }
            self.list_end(p, side, &mut choices);
        }
        choices.iter().map(|choice| self.dressed(p, choice)).collect()
    }

    /// A commit is a line for each figure.
    fn dress(&self, p: &Position, _side: Side, choice: &Choice) -> Vec<Offer> {
        let lines = choice.lines();
        match lines.is_empty() {
            true => vec![self.dressed(p, choice)],
            false => lines.iter().map(|line| self.dressed(p, line)).collect(),
        }
    }

    /// The reach of command, and the arcs of those who may shoot.
    fn areas(&self, p: &Position, viewer: Viewer) -> Vec<Area> {
        let p = &*self.known_by(p, viewer);
        let circle = |who: Id, kind, radius: i32, cite| {
            let card = self.card(who);
            Area {
                kind,
                side: card.side,
                piece: Some(card.id.to_string()),
                shape: Shape::Circle {
                    centre: self.shown(p.figure(who).at),
                    radius: radius as u32,
                },
                cite: Cite(cite),
            }
        };
        let players = p.players.iter().filter(|who| usize::from(**who) < p.figures.len());
        let commands = players
            .filter(|who| p.figure(**who).ready())
            .map(|who| circle(*who, "command ranges", 5000, "TR-18"));
        let shooters = p
            .ids()
            .filter(|who| p.figure(*who).state.stands() && self.shooter(p, *who).is_some());
        let ranges = shooters.map(|who| {
            let thrown = self.shooter(p, who) == Some(crate::weapons::Missile::Thrown);
            circle(who, "ranges", if thrown { 10_000 } else { 20_000 }, "TR-39")
        });
        commands.chain(ranges).collect()
    }

    /// Every point within reach will do: [`Views::drag`] finds the way to it.
    fn destinations(&self, p: &Position, side: Side, piece: &str) -> Result<Vec<Destination>, Refusal> {
        let who = self.find_piece(piece)?;
        let mut found = Vec::new();
        if self.side_of(who) != side || p.phase != Phase::Movement || !self.to_act(p).includes(side) {
            return Ok(found);
        }
        let figure = p.figure(who);
        let from = self.shown_at(figure.stance());
        self.single_moves(p, who, |what| {
            let to = self.end_of(p, who, &what);
            let cost = board::table::Distance::between(figure.at, to.at).mils();
            let to = self.shown_at(to);
            found.push(Destination {
                path: vec![from.clone(), to.clone()],
                to,
                cost: inches(cost),
                plan: vec![self.write(&Choice::Line(Line::Move(Entry { who, what })))],
            });
        });
        Ok(found)
    }

    fn why_not(&self, p: &Position, side: Side, piece: &str, there: &There) -> Option<Refusal> {
        let p = &*self.known_to(p, side);
        let refused = |piece: &str| {
            let who = self.find_piece(piece)?;
            match there {
                There::Piece(target) => {
                    let line = self.upon(p, who, self.find_piece(target)?);
                    self.check(p, side, &Choice::Line(line))
                }
                There::Place(place) => match self.dragged(p, side, who, place)?.short {
                    Some(refusal) => Err(refusal),
                    None => Ok(()),
                },
            }
        };
        refused(piece).err()
    }

    fn sight(&self, p: &Position, from: &Place, to: &Place) -> Option<SightLine> {
        Some(self.sight_between(p, self.table.point(from)?, self.table.point(to)?))
    }

    fn lanes(&self, p: &Position, side: Side, piece: &str) -> Vec<Lane> {
        self.charges_of(p, side, piece)
    }

    fn drag(&self, p: &Position, side: Side, piece: &str, to: &Place) -> Result<Drag, Refusal> {
        let p = &*self.known_to(p, side);
        self.dragged(p, side, self.find_piece(piece)?, to)
    }

    fn envelope(&self, p: &Position, side: Side, piece: &str) -> Vec<Area> {
        let p = &*self.known_to(p, side);
        match self.find(piece).filter(|who| self.side_of(*who) == side) {
            Some(who) if self.to_act(p).includes(side) => self.reach_of(p, who),
            _ => Vec::new(),
        }
    }
}
