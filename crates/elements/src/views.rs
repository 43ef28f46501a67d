//! Offers, destinations, areas and reasons, for a page that knows no rule.

use crate::battle::Battle;
use crate::choice::{Choice, Step, Steps, Turn, inches};
use crate::march::March;
use crate::position::{Id, Position, State};
use board::ground::BoardView;
use board::scene::{Area, Destination, Drag, Offer, Role, Scene};
use board::table::{Angle, Footprint, Hand, Hull, Point};
use board::{Place, Shape, There, Views};
use kernel::{Cite, Refusal, Rules, Side, Viewer};
use std::sync::Arc;

impl Battle {
    fn name(&self, unit: Id) -> Option<Arc<str>> {
        self.units.get(usize::from(unit)).map(|card| card.id.clone())
    }

    /// Where a move leads if nothing comes between: every test passed, no line found to be more than slight.
    pub(crate) fn after_move(
        &self,
        p: &Position,
        unit: Id,
        steps: &[Step],
        contact: Option<Id>,
    ) -> Option<(Footprint, i64)> {
        let plan = self.check_move(p, unit, steps, contact).ok()?;
        let mut march = March::new(self, p, unit);
        let before = march.left;
        for (at, step) in steps.iter().enumerate() {
            let last = at + 1 == steps.len();
            match *step {
                Step::Forward(mils) => {
                    let mils = if last { plan.last } else { mils as i32 };
                    march.left -= march.unhindered(mils);
                    march.foot = march.foot.moved(mils);
                }
                Step::Wheel(hand, tenths) => {
                    march.left -= self.wheel_points(&march, hand, tenths);
                    march.foot = march.foot.wheeled(hand, tenths.into());
                }
                Step::Turn(turn) => {
                    let free = turn == Turn::About && march.card.is_skirmisher();
                    march.left -= if free { 0 } else { march.card.budget() / 2 };
                    march.foot = march.foot.turned(march.foot.stance().facing.turned(turn.tenths()));
                }
                Step::Form(files) => {
                    let mut formed = *p.unit(unit);
                    formed.files = files;
                    march.foot = self.shape_of(unit, &formed);
                }
            }
        }
        if let Some(to) = plan.contact {
            march.foot = march.foot.placed(to.stance);
        }
        Some((march.foot, before - march.left))
    }

    fn offer(&self, p: &Position, choice: &Choice) -> Offer {
        let (kind, role, label, unit, target) = match choice {
            Choice::Move { unit, steps, contact } => {
                let role = if matches!(steps.first(), Some(Step::Form(_))) {
                    Role::Reshape
                } else {
                    Role::Act
                };
                let kind = if contact.is_some() { "charge" } else { "move" };
                (kind, role, describe(steps, contact.is_some()), Some(*unit), *contact)
            }
            Choice::Pivot(unit, hand, tenths) => {
                let label = format!(
                    "Pivot {} {}",
                    crate::choice::hand_name(*hand),
                    crate::choice::degrees(*tenths)
                );
                ("pivot", Role::Act, label, Some(*unit), None)
            }
            Choice::Rally(unit) => ("rally", Role::Act, "Rally".into(), Some(*unit), None),
            Choice::Reorder(unit) => ("reorder", Role::Act, "Restore order".into(), Some(*unit), None),
            Choice::BreakOff(unit) => ("breakoff", Role::Act, "Break off".into(), Some(*unit), None),
            Choice::Halt(unit) => ("halt", Role::Act, "Halt".into(), Some(*unit), None),
            Choice::Face(unit, enemy) => ("face", Role::Act, "Turn to face".into(), Some(*unit), Some(*enemy)),
            Choice::Shoot(unit, target) => ("shoot", Role::Act, "Shoot".into(), Some(*unit), Some(*target)),
            Choice::Follow(unit) => ("follow", Role::Act, "Follow up".into(), Some(*unit), None),
            Choice::Pursue(unit) => ("pursue", Role::Act, "Pursue".into(), Some(*unit), None),
            Choice::Hold(unit) => ("hold", Role::Act, "Try to stay".into(), Some(*unit), None),
            Choice::Place(unit, along) => {
                let label = format!("Come on at {}", inches((*along).into()));
                ("place", Role::Act, label, Some(*unit), None)
            }
            Choice::Deploy(unit, _) => ("deploy", Role::Act, "Set up there".into(), Some(*unit), None),
            Choice::Commander { join, .. } => ("commander", Role::Act, "Commander joins".into(), None, *join),
            Choice::End => ("end", Role::Finish, "End".into(), None, None),
            Choice::Resign => ("resign", Role::Finish, "Resign".into(), None, None),
        };
        let piece = match choice {
            Choice::Commander { who, .. } => Some(self.commanders[usize::from(*who)].id.clone()),
            _ => unit.and_then(|unit| self.name(unit)),
        };
        let led = match choice {
            Choice::Move { unit, steps, contact } => self.after_move(p, *unit, steps, *contact),
            Choice::Place(unit, along) => Some((self.come_on(p, *unit, *along), 0)),
            Choice::Deploy(unit, to) => Some((self.foot(p, *unit).placed(*to), 0)),
            _ => None,
        };
        let rolls = match choice {
            Choice::Move { unit, steps, contact } => self
                .check_move(p, *unit, steps, *contact)
                .is_ok_and(|plan| plan.rolls()),
            Choice::Halt(_)
            | Choice::Deploy(..)
            | Choice::Commander { .. }
            | Choice::Follow(_)
            | Choice::Place(..)
            | Choice::Resign => false,
            _ => true,
        };
        Offer {
            choice: self.write(choice),
            kind,
            role,
            label,
            piece,
            target: target.and_then(|target| self.name(target)),
            to: led.as_ref().map(|(foot, _)| self.drawn(foot)),
            company: Vec::new(),
            struck: Vec::new(),
            cost: led
                .filter(|(_, cost)| *cost > 0)
                .zip(unit)
                .map(|((_, cost), unit)| self.in_inches(unit, cost)),
            rolls,
        }
    }

    fn find_piece(&self, piece: &str) -> Result<Id, Refusal> {
        self.find_unit(piece)
            .ok_or_else(|| crate::deny::Fault::UnknownUnit.into())
    }

    /// The order that brings the middle of a unit towards a point: straight, after a wheel, or after a turn.
    fn towards(&self, p: &Position, unit: Id, to: Point) -> Option<Choice> {
        let foot = self.foot(p, unit);
        let bearing = Angle::bearing(foot.centre(), to)?;
        let turn = foot.stance().facing.turn_to(bearing);
        let mut steps = Steps::new();
        let mut moved = foot;
        match turn {
            -5..=5 => {}
            -900..=900 => {
                let hand = if turn < 0 { Hand::Left } else { Hand::Right };
                let tenths = turn.unsigned_abs() as u16;
                steps.push(Step::Wheel(hand, tenths));
                moved = foot.wheeled(hand, tenths.into());
            }
            _ => {
                steps.push(Step::Turn(Turn::About));
                moved = foot.turned(foot.stance().facing.opposite());
            }
        }
        let ahead = moved.stance().local(to).mils()[1] + moved.depth() / 2;
        if ahead > 0 {
            steps.push(Step::Forward(ahead as u32));
        }
        (!steps.is_empty()).then_some(Choice::Move {
            unit,
            steps,
            contact: None,
        })
    }
}

/// A move in a few words.
fn describe(steps: &[Step], contact: bool) -> String {
    let parts: Vec<String> = steps
        .iter()
        .map(|step| match step {
            Step::Forward(_) if contact => "charge".into(),
            Step::Forward(mils) => format!("forward {}", inches((*mils).into())),
            Step::Wheel(hand, tenths) => {
                format!(
                    "wheel {} {}",
                    crate::choice::hand_name(*hand),
                    crate::choice::degrees(*tenths)
                )
            }
            Step::Turn(turn) => format!("turn {}", turn.name()),
            Step::Form(files) => format!("form {files} files"),
        })
        .collect();
    parts.join(", ")
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
        let p = self.known_to(p, side);
        choices.iter().map(|choice| self.offer(&p, choice)).collect()
    }

    /// Command ranges and the fronts that may not be crossed without a test.
    fn areas(&self, p: &Position, viewer: Viewer) -> Vec<Area> {
        let p = &*self.known_by(p, viewer);
        let mut areas = Vec::new();
        for (who, card) in self.commanders.iter().enumerate() {
            if let Some(at) = self.commander_at(p, who) {
                let pose = self.table.pose(board::table::Stance {
                    at,
                    facing: Angle::AHEAD,
                });
                areas.push(Area {
                    kind: "command ranges",
                    side: card.side,
                    piece: Some(card.id.to_string()),
                    shape: Shape::Circle {
                        centre: [pose.x, pose.y],
                        radius: if p.commanders[who].general { 12_000 } else { 6000 },
                    },
                    cite: Cite("LR-16"),
                });
            }
        }
        for unit in p
            .ids()
            .filter(|unit| p.unit(*unit).state == State::Steady && self.card(*unit).counts())
        {
            let zone = self.foot(p, unit).ahead(3000);
            let corner = |at: &Point| [at.x(), self.table.depth - at.y()];
            areas.push(Area {
                kind: "front zones",
                side: self.side_of(unit),
                piece: Some(self.card(unit).id.to_string()),
                shape: Shape::Outline {
                    outline: zone.corners().iter().map(corner).collect(),
                },
                cite: Cite("LR-25"),
            });
        }
        areas
    }

    fn destinations(&self, p: &Position, side: Side, piece: &str) -> Result<Vec<Destination>, Refusal> {
        let unit = self.find_piece(piece)?;
        let p = &*self.known_to(p, side);
        if p.unit(unit).state == State::Unseen {
            return Err(crate::deny::Fault::UnknownUnit.into());
        }
        let from = self.drawn(&self.foot(p, unit));
        let mut choices = Vec::new();
        if self.side_of(unit) == side && p.phase == crate::position::Phase::Movement {
            self.list_orders(p, unit, &mut choices);
        }
        let moves = choices.into_iter().filter_map(|choice| {
            let Choice::Move { steps, contact, .. } = &choice else {
                return None;
            };
            let (foot, cost) = self.after_move(p, unit, steps, *contact)?;
            let to = self.drawn(&foot);
            Some(Destination {
                path: vec![from.clone(), to.clone()],
                to,
                cost: self.in_inches(unit, cost),
                plan: vec![self.write(&choice)],
            })
        });
        Ok(moves.collect())
    }

    fn drag(&self, p: &Position, side: Side, piece: &str, to: &Place) -> Result<Drag, Refusal> {
        self.dragged(p, side, piece, to)
    }

    fn envelope(&self, p: &Position, side: Side, piece: &str) -> Vec<Area> {
        self.envelope_of(p, side, piece)
    }

    fn why_not(&self, p: &Position, side: Side, piece: &str, there: &There) -> Option<Refusal> {
        let known = self.known_to(p, side);
        let order = |piece: &str| {
            let unit = self.find_piece(piece)?;
            match there {
                There::Piece(target) => {
                    let target = self.find_piece(target)?;
                    if known.phase == crate::position::Phase::Movement {
                        let far = self.card(unit).moves()[0] as u32;
                        let steps = [Step::Forward(far)].into_iter().collect();
                        return Ok(Choice::Move {
                            unit,
                            steps,
                            contact: Some(target),
                        });
                    }
                    Ok(Choice::Shoot(unit, target))
                }
                There::Place(Place::Table(pose)) => {
                    let stance = self.table.stance(*pose).ok_or(crate::deny::Fault::OffTable)?;
                    Ok(self.towards(&known, unit, stance.at).unwrap_or(Choice::Halt(unit)))
                }
                There::Place(Place::Hexes(_)) => Err(Refusal::new(
                    "NoSuchPlace",
                    Cite::NONE,
                    "There are no hexes on a table.",
                )),
            }
        };
        order(piece).and_then(|choice| self.check(p, side, &choice)).err()
    }
}
