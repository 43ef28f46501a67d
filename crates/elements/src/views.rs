//! Offers, destinations, areas and reasons, for a page that knows no rule.

use crate::battle::Battle;
use crate::choice::{Choice, Step, Steps};
use crate::position::{Id, Phase, Position, State};
use crate::steps::straight;
use board::ground::BoardView;
use board::scene::{Area, Destination, Drag, Lane, Offer, Role, Scene, SightLine};
use board::table::{Footprint, brief_inches, degrees};
use board::{Place, There, Views};
use kernel::{Refusal, Rules, Side, Viewer};
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
        let mut really: Steps = steps.iter().copied().collect();
        if let Some(Step::Forward(mils)) = really.last_mut() {
            *mils = plan.last as u32;
        }
        let mut march = self.after_steps(p, unit, &really);
        if let Some(to) = plan.contact {
            march.foot = march.foot.placed(to.stance);
        }
        Some((march.foot, self.budget_left(p, unit) - march.left))
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
                let label = format!("Pivot {} {}", crate::choice::hand_name(*hand), degrees(*tenths));
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
                let label = format!("Come on at {}", brief_inches(*along));
                ("place", Role::Act, label, Some(*unit), None)
            }
            Choice::Deploy(unit, _) => ("deploy", Role::Act, "Set up there".into(), Some(*unit), None),
            Choice::Commander { join, .. } => ("commander", Role::Act, "Commander joins".into(), None, *join),
            Choice::End => ("end", Role::Finish, end_of(p.phase).into(), None, None),
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
            Choice::Follow(unit) => self
                .follow_place(p, *unit, p.pending.runner)
                .map(|(to, _)| (self.foot(p, *unit).placed(to.stance), 0)),
            Choice::Pursue(unit) => self.pursuit_place(p, *unit).map(|foot| (foot, 0)),
            Choice::Hold(unit) => Some((self.foot(p, *unit), 0)),
            _ => None,
        };
        let rolls = match choice {
            Choice::Move { unit, steps, contact } => self
                .check_move(p, *unit, steps, *contact)
                .is_ok_and(|plan| plan.rolls()),
            // It ends at once unless somebody has to test; the end of the shooting lets the other side reply.
            Choice::End if p.phase == Phase::Movement => self.alarmed(p) != 0,
            Choice::End => p.phase != Phase::Shooting,
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
}

/// What `end` ends.
fn end_of(phase: Phase) -> &'static str {
    match phase {
        Phase::Deploy => "End the set-up",
        Phase::Start => "End the arrivals",
        Phase::Rally => "End the rallying",
        Phase::Movement => "End the movement",
        Phase::Shooting | Phase::Reply => "End the shooting",
        Phase::Resolving | Phase::Over => "End",
    }
}

/// A move in a few words.
fn describe(steps: &[Step], contact: bool) -> String {
    let parts: Vec<String> = steps
        .iter()
        .map(|step| match step {
            Step::Forward(_) if contact => "charge".into(),
            Step::Forward(mils) => format!("forward {}", brief_inches(straight(*mils))),
            Step::Wheel(hand, tenths) => {
                format!("wheel {} {}", crate::choice::hand_name(*hand), degrees(*tenths))
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

    /// LR-79.
    fn points(&self) -> Option<[u32; 2]> {
        Some(self.sides.each_ref().map(|side| side.points))
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

    fn dress(&self, p: &Position, side: Side, choice: &Choice) -> Vec<Offer> {
        vec![self.offer(&self.known_to(p, side), choice)]
    }

    fn areas(&self, p: &Position, viewer: Viewer) -> Vec<Area> {
        self.areas_of(&self.known_by(p, viewer))
    }

    fn destinations(&self, p: &Position, side: Side, piece: &str) -> Result<Vec<Destination>, Refusal> {
        let unit = self.find_piece(piece)?;
        let p = &*self.known_to(p, side);
        if p.unit(unit).state == State::Unseen {
            return Err(crate::deny::Fault::UnknownUnit.into());
        }
        let from = self.drawn(&self.foot(p, unit));
        let mut choices = Vec::new();
        if self.side_of(unit) == side && p.phase == Phase::Movement {
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

    fn sight(&self, p: &Position, from: &Place, to: &Place) -> Option<SightLine> {
        Some(self.sight_between(p, self.table.point(from)?, self.table.point(to)?))
    }

    fn lanes(&self, p: &Position, side: Side, piece: &str) -> Vec<Lane> {
        self.charges_of(p, side, piece)
    }

    fn drag(&self, p: &Position, side: Side, piece: &str, to: &Place) -> Result<Drag, Refusal> {
        self.dragged(p, side, piece, to)
    }

    fn envelope(&self, p: &Position, side: Side, piece: &str) -> Vec<Area> {
        self.envelope_of(p, side, piece)
    }

    fn why_not(&self, p: &Position, side: Side, piece: &str, there: &There) -> Option<Refusal> {
        let target = match there {
            There::Piece(target) => target,
            // As when it is dragged there: refused, or it comes less far than that.
            There::Place(place) => return self.dragged(p, side, piece, place).map_or_else(Some, |drag| drag.short),
        };
        let order = || {
            let (unit, target) = (self.find_piece(piece)?, self.find_piece(target)?);
            if p.phase != Phase::Movement {
                return Ok(Choice::Shoot(unit, target));
            }
            let far = self.card(unit).moves()[0] as u32;
            Ok(Choice::Move {
                unit,
                steps: [Step::Forward(far)].into_iter().collect(),
                contact: Some(target),
            })
        };
        order().and_then(|choice| self.check(p, side, &choice)).err()
    }
}
