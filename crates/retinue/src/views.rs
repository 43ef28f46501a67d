//! Offers, destinations, areas and reasons, for a page that knows no rule.

use crate::battle::Battle;
use crate::choice::{ChitEntry, Choice, Entry, MoveEntry};
use crate::deny::Fault;
use crate::position::{Id, Phase, Position};
use crate::troops::{Chit, Pace};
use board::ground::BoardView;
use board::scene::{Area, Destination, Offer, Role, Scene};
use board::table::{Angle, Point, Stance};
use board::{Place, Shape, There, Views};
use kernel::{Cite, Refusal, Rules, Side, Viewer};

impl Battle {
    /// Where a move leads if nobody comes between.
    fn end_of(&self, p: &Position, who: Id, entry: &MoveEntry) -> Stance {
        let figure = p.figure(who);
        let here = Stance {
            at: figure.at,
            facing: figure.facing,
        };
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

    fn shown_at(&self, stance: Stance) -> Place {
        Place::Table(self.table.pose(stance))
    }

    fn dressed(&self, p: &Position, choice: &Choice) -> Offer {
        let first = |who: Option<Id>| who.map(|who| self.card(who).id.clone());
        let number = |n: usize| format!("{n} figures");
        let (kind, label, who, target, to) = match choice {
            Choice::Pass => ("pass", "Pass".into(), None, None, None),
            Choice::Shooters(list) => (
                "shooters",
                format!("{} wishes and signals", list.len()),
                None,
                None,
                None,
            ),
            Choice::Chits(list) => match list.as_slice() {
                [entry] => ("chit", entry.what.chit.name().into(), Some(entry.who), None, None),
                all => ("chits", number(all.len()), None, None, None),
            },
            Choice::Moves(list) => match list.as_slice() {
                [entry] => {
                    let to = self.shown_at(self.end_of(p, entry.who, &entry.what));
                    ("move", self.write_move(entry), Some(entry.who), None, Some(to))
                }
                all => ("moves", number(all.len()), None, None, None),
            },
            Choice::Shots(list) => match list.as_slice() {
                [entry] => ("shoot", "Shoot".into(), Some(entry.who), Some(entry.what), None),
                all => ("shots", number(all.len()), None, None, None),
            },
            Choice::Strikes(list) => match list.as_slice() {
                [entry] => ("strike", "Strike".into(), Some(entry.who), Some(entry.what), None),
                all => ("strikes", number(all.len()), None, None, None),
            },
        };
        let label = if choice.is_bare() {
            "Everybody as he is".into()
        } else {
            label
        };
        Offer {
            choice: self.write(choice),
            kind,
            role: if choice.is_bare() { Role::PassPhase } else { Role::Act },
            label,
            piece: first(who),
            target: first(target),
            to,
            company: Vec::new(),
            struck: Vec::new(),
            cost: None,
            rolls: true,
        }
    }

    fn find_piece(&self, piece: &str) -> Result<Id, Refusal> {
        self.find(piece).ok_or_else(|| Fault::UnknownFigure.into())
    }

    /// The commit by which a figure would act upon another now.
    fn upon(&self, p: &Position, who: Id, target: Id) -> Choice {
        match p.phase {
            Phase::Command => Choice::Shooters(vec![crate::choice::Wish::Shoots(who)]),
            Phase::Action => {
                let what = ChitEntry {
                    chit: Chit::Melee,
                    ready: None,
                    line: None,
                };
                Choice::Chits(vec![Entry { who, what }])
            }
            Phase::Movement => {
                let usual = MoveEntry::At(Pace::Walk, target, None);
                let what = self.against(p, who, target, true).unwrap_or(usual);
                Choice::Moves(vec![Entry { who, what }])
            }
            Phase::Shooting => Choice::Shots(vec![Entry { who, what: target }]),
            _ => Choice::Strikes(vec![Entry { who, what: target }]),
        }
    }

    /// The commit by which a figure would go to a point.
    fn going(&self, p: &Position, who: Id, to: Point) -> Choice {
        let figure = p.figure(who);
        let bearing = Angle::bearing(figure.at, to).unwrap_or(figure.facing);
        let far = figure.at.squared(to).isqrt() as i32;
        let what = match figure.mounted() {
            true => MoveEntry::Ride(crate::position::Ride {
                gait: self.paces(p, who)[0],
                first: figure.facing.turn_to(bearing) as i16,
                distance: far,
                half_way: 0,
                target: crate::position::NOBODY,
            }),
            false => MoveEntry::Path(self.paces(p, who)[0], vec![to], None),
        };
        Choice::Moves(vec![Entry { who, what }])
    }
}

impl Views for Battle {
    fn board(&self) -> BoardView {
        self.board_view()
    }

    fn scene(&self, p: &Position, viewer: Viewer) -> Scene {
        self.scene_of(p, viewer)
    }

    fn offers(&self, p: &Position, side: Side) -> Vec<Offer> {
        let mut choices = Vec::new();
        self.choices(p, side, &mut choices);
        choices.iter().map(|choice| self.dressed(p, choice)).collect()
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

    fn destinations(&self, p: &Position, side: Side, piece: &str) -> Result<Vec<Destination>, Refusal> {
        let who = self.find_piece(piece)?;
        if self.side_of(who) != side || p.phase != Phase::Movement {
            return Ok(Vec::new());
        }
        let mut moves = Vec::new();
        self.single_moves(p, who, &mut moves);
        let figure = p.figure(who);
        let from = self.shown_at(Stance {
            at: figure.at,
            facing: figure.facing,
        });
        let led = moves.into_iter().map(|what| {
            let to = self.end_of(p, who, &what);
            let cost = board::table::Distance::between(figure.at, to.at).mils();
            let to = self.shown_at(to);
            Destination {
                path: vec![from.clone(), to.clone()],
                to,
                cost: crate::choice::inches(cost),
                plan: vec![self.write(&Choice::Moves(vec![Entry { who, what }]))],
            }
        });
        Ok(led.collect())
    }

    fn why_not(&self, p: &Position, side: Side, piece: &str, there: &There) -> Option<Refusal> {
        let p = &*self.known_to(p, side);
        let commit = |piece: &str| {
            let who = self.find_piece(piece)?;
            match there {
                There::Piece(target) => Ok(self.upon(p, who, self.find_piece(target)?)),
                There::Place(Place::Table(pose)) => {
                    let stance = self.table.stance(*pose).ok_or(Fault::OffTable)?;
                    Ok(self.going(p, who, stance.at))
                }
                There::Place(Place::Hexes(_)) => Err(Refusal::new(
                    "NoSuchPlace",
                    Cite::NONE,
                    "There are no hexes on a table.",
                )),
            }
        };
        commit(piece).and_then(|choice| self.check(p, side, &choice)).err()
    }
}
