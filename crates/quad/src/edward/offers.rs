//! Choices dressed for a page: what each does and where, how far a piece can go, and why something cannot be done.

use super::cards::{LeaderId, NONE, UnitId};
use super::deny::{Code, Deny, points_text, unreadable};
use super::position::{Moving, Position};
use super::{Battle, Choice};
use board::{Dir, Hex, Vertex};
use kernel::dice::Scripted;
use kernel::scene::{Destination, Offer};
use kernel::{Quiet, Refusal, Side, System};
use std::collections::BTreeMap;

/// A piece a person has pointed at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Unit(UnitId),
    Leader(LeaderId),
}

impl Battle {
    fn read_piece(&self, id: &str) -> Result<Piece, Refusal> {
        match self.read_unit(id) {
            Ok(unit) => Ok(Piece::Unit(unit)),
            Err(_) => self.read_leader(id).map(Piece::Leader),
        }
    }

    /// The piece whose move is under way.
    fn moving(&self, p: &Position) -> Option<Piece> {
        match p.active.kind {
            Moving::Nobody => None,
            Moving::Leaders => Some(Piece::Leader(p.active.leaders.trailing_zeros() as LeaderId)),
            Moving::Unit | Moving::Rout | Moving::RoutFacing => Some(Piece::Unit(p.active.unit)),
        }
    }

    fn hex_of(&self, p: &Position, piece: Piece) -> Hex {
        match piece {
            Piece::Unit(unit) => p.unit(unit).hex,
            Piece::Leader(leader) => p.leaders[usize::from(leader)],
        }
    }

    fn id_of(&self, piece: Piece) -> String {
        match piece {
            Piece::Unit(unit) => self.card(unit).id.clone(),
            Piece::Leader(leader) => self.leaders[usize::from(leader)].id.clone(),
        }
    }

    fn spent(&self, p: &Position) -> u8 {
        match p.active.kind {
            Moving::Unit => p.unit(p.active.unit).spent,
            Moving::Leaders => p.active.leader_spent,
            _ => 0,
        }
    }

    /// What a choice that rolls no die leads to.
    fn after(&self, p: &Position, side: Side, choice: Choice) -> Position {
        let mut after = p.clone();
        self.resolve(&mut after, side, &choice, &mut Scripted::default(), &mut Quiet);
        after
    }

    pub(super) fn offers_of(&self, p: &Position, side: Side) -> Vec<Offer> {
        let mut choices = Vec::new();
        self.choices(p, side, &mut choices);
        choices.into_iter().map(|c| self.offer(p, side, c)).collect()
    }

    fn offer(&self, p: &Position, side: Side, choice: Choice) -> Offer {
        let unit = |u: UnitId| Some(self.card(u).id.clone());
        let name = |u: UnitId| self.card(u).name.as_str();
        let moving = self.moving(p);
        let mut offer = Offer {
            choice: self.choice_text(&choice),
            kind: kind(&choice),
            label: String::new(),
            piece: moving.map(|m| self.id_of(m)),
            target: None,
            hex: None,
            facing: None,
            cost: None,
            rolls: matches!(choice, Choice::Shoot { .. } | Choice::Resolve(_) | Choice::Organise(..)),
        };
        match choice {
            Choice::Set(u, face) => {
                let show = self.card(u).faces[usize::from(face)].show.name();
                offer.piece = unit(u);
                offer.label = format!("{} starts {show}", name(u));
            }
            Choice::Rout(u) => {
                offer.piece = unit(u);
                offer.label = format!("Rout movement of {}", name(u));
            }
            Choice::Move(u) => {
                offer.piece = unit(u);
                offer.label = format!("Move {}", name(u));
            }
            Choice::Lead(l) => {
                offer.piece = Some(self.id_of(Piece::Leader(l)));
                offer.label = format!("Move {}", self.leaders[usize::from(l)].name);
            }
            Choice::With(l) => {
                offer.target = Some(self.id_of(Piece::Leader(l)));
                offer.label = format!("{} goes along", self.leaders[usize::from(l)].name);
            }
            Choice::Step(d) | Choice::Advance(d) | Choice::Oblique(d) => {
                let from = moving.map_or(Hex::OFF, |m| self.hex_of(p, m));
                let to = if from.is_on() {
                    self.ground.step(from, d).to
                } else {
                    from
                };
                offer.hex = to.on().map(|h| self.map.name(h).to_string());
                offer.label = match (to.is_on(), &choice) {
                    (false, _) => format!("Leave the map to the {d}"),
                    (_, Choice::Oblique(_)) => format!("Oblique {d}"),
                    _ => format!("Go {d}"),
                };
                if p.active.kind != Moving::Rout {
                    offer.cost = Some(self.price(p, side, choice));
                }
            }
            Choice::Pivot(f) | Choice::Face(f) => {
                offer.facing = Some(f.to_string());
                offer.label = format!("Face {f}");
                if matches!(choice, Choice::Pivot(_)) {
                    offer.cost = Some(self.price(p, side, choice));
                }
            }
            Choice::Charge(t) => {
                offer.target = unit(t);
                offer.label = format!("Charge {}", name(t));
            }
            Choice::Form => {
                let close = self.face(p, p.active.unit).close_order();
                offer.label = if close { "Open ranks" } else { "Close ranks" }.into();
                offer.cost = Some(self.price(p, side, choice));
            }
            Choice::Mode(u) => {
                offer.piece = unit(u);
                let other = &self.card(u).faces[usize::from(p.unit(u).face ^ 1)];
                offer.label = format!("{} changes to {}", name(u), other.show.name());
                offer.cost = self.may_change_mode(p, side, u).ok().map(points_text);
            }
            Choice::Organise(d, half) => {
                let half = half.map_or(String::new(), |h| format!(", {} half", h.half().name()));
                let division = &self.divisions[usize::from(d)];
                let members = super::position::members(division.members & p.on_map);
                offer.piece = members.map(|u| self.card(u).id.clone()).next();
                offer.label = format!("Organise {}{half}", division.id);
            }
            Choice::Shoot { shooter, target, over } => {
                offer.piece = unit(shooter);
                offer.target = unit(target);
                offer.label = match over {
                    NONE => format!("Shoot at {}", name(target)),
                    over => format!("Shoot at {} over {}", name(target), name(over)),
                };
            }
            Choice::Attack(a, t) => {
                offer.piece = unit(a);
                offer.target = unit(t);
                offer.label = format!("{} attacks {}", name(a), name(t));
            }
            Choice::Resolve(a) => {
                offer.piece = unit(a);
                offer.target = Some(p.unit(a).target).filter(|t| *t != NONE).and_then(unit);
                offer.label = format!("Resolve the attack of {}", name(a));
            }
            Choice::Ready => offer.label = "Set-up finished".into(),
            Choice::Done => offer.label = "End this move".into(),
            Choice::Stop if p.active.steps == 0 => offer.label = "Stand".into(),
            Choice::Stop => offer.label = "Stop here".into(),
            Choice::End => offer.label = "End this phase".into(),
        }
        offer
    }

    fn price(&self, p: &Position, side: Side, choice: Choice) -> String {
        let after = self.after(p, side, choice);
        points_text(self.spent(&after).saturating_sub(self.spent(p)))
    }

    /// A search over the small steps of the move, by the resolver itself, cheapest first.
    pub(super) fn destinations_of(&self, p: &Position, side: Side, id: &str) -> Result<Vec<Destination>, Refusal> {
        let piece = self.read_piece(id)?;
        let (start, opening) = match self.moving(p) {
            Some(moving) if moving == piece => (p.clone(), None),
            Some(_) => return Err(Deny::new(Code::AlreadyMoving, "E-13").refusal(self)),
            None => {
                let choice = self.first_choice(p, piece);
                self.check(p, side, &choice)?;
                (self.after(p, side, choice), Some(choice))
            }
        };
        let mut found: BTreeMap<(Hex, u8, bool), usize> = BTreeMap::new();
        let mut nodes = vec![Node {
            position: start,
            back: usize::MAX,
            choice: None,
        }];
        let mut queue: BTreeMap<(u8, usize), ()> = BTreeMap::from([((0, 0), ())]);
        let mut choices = Vec::new();
        let mut reached = Vec::new();
        while let Some(((_, at), ())) = queue.pop_first() {
            let here = nodes[at].position.clone();
            if self.moving(&here) != Some(piece) || here.active.kind == Moving::RoutFacing {
                continue;
            }
            let key = self.pose(&here, piece);
            if found.contains_key(&key) {
                continue;
            }
            found.insert(key, at);
            reached.push(at);
            choices.clear();
            self.choices(&here, side, &mut choices);
            for choice in &choices {
                if !matches!(
                    choice,
                    Choice::Step(_) | Choice::Advance(_) | Choice::Oblique(_) | Choice::Pivot(_)
                ) {
                    continue;
                }
                let position = self.after(&here, side, *choice);
                let cost = match position.active.kind {
                    Moving::Rout => position.active.steps,
                    _ => self.spent(&position),
                };
                nodes.push(Node {
                    position,
                    back: at,
                    choice: Some(*choice),
                });
                queue.insert((cost, nodes.len() - 1), ());
            }
        }
        Ok(reached
            .into_iter()
            .map(|at| self.destination(&nodes, at, piece, opening))
            .collect())
    }

    fn first_choice(&self, p: &Position, piece: Piece) -> Choice {
        match piece {
            Piece::Unit(unit) if p.is_routed(unit) => Choice::Rout(unit),
            Piece::Unit(unit) => Choice::Move(unit),
            Piece::Leader(leader) => Choice::Lead(leader),
        }
    }

    /// Two ways to the same pose differ only in price.
    fn pose(&self, p: &Position, piece: Piece) -> (Hex, u8, bool) {
        match piece {
            Piece::Unit(unit) => (p.unit(unit).hex, p.unit(unit).facing as u8, p.active.manoeuvred),
            Piece::Leader(_) => (self.hex_of(p, piece), 0, false),
        }
    }

    fn destination(&self, nodes: &[Node], at: usize, piece: Piece, opening: Option<Choice>) -> Destination {
        let (mut plan, mut path) = (Vec::new(), Vec::new());
        let mut node = at;
        loop {
            let hex = self.map.name(self.hex_of(&nodes[node].position, piece)).to_string();
            if path.last() != Some(&hex) {
                path.push(hex);
            }
            let Some(choice) = nodes[node].choice else {
                break;
            };
            plan.push(self.choice_text(&choice));
            node = nodes[node].back;
        }
        plan.extend(opening.map(|c| self.choice_text(&c)));
        plan.reverse();
        path.reverse();
        let p = &nodes[at].position;
        Destination {
            hex: self.map.name(self.hex_of(p, piece)).to_string(),
            facing: match piece {
                Piece::Unit(unit) => Some(p.unit(unit).facing.to_string()),
                Piece::Leader(_) => None,
            },
            cost: points_text(self.spent(p)),
            plan,
            path,
        }
    }

    pub(super) fn why_not_there(&self, p: &Position, side: Side, id: &str, there: &str) -> Option<Refusal> {
        let piece = match self.read_piece(id) {
            Ok(piece) => piece,
            Err(refusal) => return Some(refusal),
        };
        if let Some(hex) = self.map.parse(there) {
            return self.why_not_hex(p, side, piece, hex);
        }
        let Piece::Unit(unit) = piece else {
            return Some(Deny::new(Code::InvalidTarget, "E-71").refusal(self));
        };
        let target = match self.read_unit(there) {
            Ok(target) => target,
            Err(refusal) => return Some(refusal),
        };
        use super::Stage::{NameOther, NamePhasing, RangedOther, RangedPhasing};
        let choice = match p.stage {
            RangedPhasing | RangedOther => self.complete(
                p,
                Choice::Shoot {
                    shooter: unit,
                    target,
                    over: NONE,
                },
            ),
            NamePhasing | NameOther => Choice::Attack(unit, target),
            _ if self.moving(p) == Some(piece) => Choice::Charge(target),
            _ => return self.why_not_hex(p, side, piece, p.unit(target).hex),
        };
        self.check(p, side, &choice).err()
    }

    /// The reason at the hex nearest to the goal that the piece can reach.
    fn why_not_hex(&self, p: &Position, side: Side, piece: Piece, goal: Hex) -> Option<Refusal> {
        let reach = match self.destinations_of(p, side, &self.id_of(piece)) {
            Ok(reach) => reach,
            Err(refusal) => return Some(refusal),
        };
        let goal_name = self.map.name(goal).to_string();
        if reach.iter().any(|d| d.hex == goal_name) {
            return None;
        }
        // From next to it, the refusal of the last step is the reason; from further off, so is the best step nearer.
        let distance = |d: &Destination| self.map.parse(&d.hex).map_or(u16::MAX, |h| self.map.distance(h, goal));
        let nearest = reach.iter().map(distance).min()?;
        let mut reason = None;
        for place in reach.iter().filter(|d| distance(d) == nearest) {
            let position = self.follow(p, side, &place.plan)?;
            let from = self.hex_of(&position, piece);
            for dir in Dir::ALL {
                let to = self.ground.step(from, dir).to;
                if to.is_off() || self.map.distance(to, goal) >= nearest {
                    continue;
                }
                let refusal = self.step_refusal(&position, side, piece, dir);
                let vague = matches!(
                    refusal.as_ref().map(|r| r.code),
                    None | Some("NotFrontHex" | "NotFlankHex")
                );
                if !vague {
                    return refusal;
                }
                reason = reason.or(refusal);
            }
        }
        reason
    }

    fn follow(&self, p: &Position, side: Side, plan: &[String]) -> Option<Position> {
        plan.iter().try_fold(p.clone(), |position, text| {
            let choice = self.choice_from_text(text).ok()?;
            Some(self.after(&position, side, choice))
        })
    }

    fn step_refusal(&self, p: &Position, side: Side, piece: Piece, dir: Dir) -> Option<Refusal> {
        let choice = match (piece, p.active.kind) {
            (Piece::Unit(unit), Moving::Unit) => {
                // Units that turn freely would have turned: ask for the step as if they had.
                let facing = p.unit(unit).facing;
                if facing.arc(dir) == board::Arc::Rear && !self.face(p, unit).close_order() {
                    let mut turned = p.clone();
                    turned.unit_mut(unit).facing = Vertex::looking(dir)[0];
                    return self.check(&turned, side, &Choice::Advance(dir)).err();
                }
                if facing.arc(dir).is_flank() {
                    Choice::Oblique(dir)
                } else {
                    Choice::Advance(dir)
                }
            }
            (_, Moving::Leaders | Moving::Rout) => Choice::Step(dir),
            _ => return Some(unreadable(Code::WrongPhase, "")),
        };
        self.check(p, side, &choice).err()
    }
}

struct Node {
    position: Position,
    back: usize,
    choice: Option<Choice>,
}

fn kind(choice: &Choice) -> &'static str {
    match choice {
        Choice::Set(..) => "set",
        Choice::Ready => "ready",
        Choice::Rout(_) => "rout",
        Choice::Move(_) => "move",
        Choice::Lead(_) => "lead",
        Choice::With(_) => "with",
        Choice::Step(_) => "step",
        Choice::Advance(_) => "advance",
        Choice::Oblique(_) => "oblique",
        Choice::Pivot(_) => "pivot",
        Choice::Charge(_) => "charge",
        Choice::Form => "form",
        Choice::Done => "done",
        Choice::Stop => "stop",
        Choice::Face(_) => "face",
        Choice::Mode(_) => "mode",
        Choice::Organise(..) => "organise",
        Choice::Shoot { .. } => "shoot",
        Choice::Attack(..) => "attack",
        Choice::Resolve(_) => "resolve",
        Choice::End => "end",
    }
}
