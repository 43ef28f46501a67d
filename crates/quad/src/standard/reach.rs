//! How far a piece can go, and why something cannot be done.

use super::cards::NONE;
use super::deny::{Code, Deny, points_text, unreadable};
use super::offers::Piece;
use super::position::{Moving, Position};
use super::{Battle, Choice, Rules};
use board::{Dir, Hex, Vertex};
use kernel::scene::Destination;
use kernel::{Refusal, Side, System, Ways};
use std::collections::BTreeSet;

impl<R: Rules> Battle<R> {
    /// Whether the counter shows where it looks: doubles do, singles where the battle gives them a facing.
    pub(crate) fn has_facing(&self, p: &Position, unit: u8) -> bool {
        R::FACED_SINGLES || p.unit(unit).is_double()
    }

    /// A search over the small steps of the move, by the resolver itself, cheapest first.
    pub(crate) fn destinations_of(&self, p: &Position, side: Side, id: &str) -> Result<Vec<Destination>, Refusal> {
        let piece = self.read_piece(id)?;
        let (start, opening) = match self.moving(p) {
            Some(moving) if moving == piece => (p.clone(), None),
            Some(_) => return Err(self.refusal(&Deny::new(Code::AlreadyMoving, R::CITES.one_by_one))),
            None => {
                let choice = self.first_choice(p, piece);
                self.check(p, side, &choice)?;
                (self.after(p, side, choice), Some(choice))
            }
        };
        let mut ways = Ways::from(start);
        let mut found = BTreeSet::new();
        let mut choices = Vec::new();
        let mut reached = Vec::new();
        while let Some(at) = ways.cheapest() {
            let here = ways.position(at).clone();
            if self.moving(&here) != Some(piece) || here.active.kind == Moving::RoutFacing {
                continue;
            }
            if !found.insert(self.pose(&here, piece)) {
                continue;
            }
            reached.push(at);
            choices.clear();
            self.choices(&here, side, &mut choices);
            for choice in &choices {
                if !matches!(
                    choice,
                    Choice::Step(_)
                        | Choice::Advance(_)
                        | Choice::Oblique(_)
                        | Choice::Pivot(_)
                        | Choice::Forward(_)
                        | Choice::Swing(_)
                        | Choice::Rear(_)
                        | Choice::Sidestep(_)
                        | Choice::About
                ) {
                    continue;
                }
                let position = self.after(&here, side, *choice);
                // Somebody was there for less.
                if found.contains(&self.pose(&position, piece)) {
                    continue;
                }
                let cost = match position.active.kind {
                    Moving::Rout => position.active.steps,
                    _ => self.spent(&position),
                };
                ways.lead(at, *choice, position, cost);
            }
        }
        Ok(reached
            .into_iter()
            .map(|at| self.destination(&ways, at, piece, opening))
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

    fn destination(
        &self,
        ways: &Ways<Position, Choice>,
        at: usize,
        piece: Piece,
        opening: Option<Choice>,
    ) -> Destination {
        let (choices, positions) = ways.way(at);
        let hex = |p: &&Position| self.map.name(self.hex_of(p, piece)).to_string();
        let mut path: Vec<String> = positions.iter().map(hex).collect();
        path.dedup();
        let plan = opening.iter().chain(&choices).map(|c| self.choice_text(c)).collect();
        let p = ways.position(at);
        Destination {
            hex: self.map.name(self.hex_of(p, piece)).to_string(),
            facing: match piece {
                Piece::Unit(unit) => self.has_facing(p, unit).then(|| p.unit(unit).facing.to_string()),
                Piece::Leader(_) => None,
            },
            cost: points_text(self.spent(p)),
            plan,
            path,
        }
    }

    pub(crate) fn why_not_there(&self, p: &Position, side: Side, id: &str, there: &str) -> Option<Refusal> {
        let piece = match self.read_piece(id) {
            Ok(piece) => piece,
            Err(refusal) => return Some(refusal),
        };
        if let Some(hex) = self.map.parse(there) {
            return self.why_not_hex(p, side, piece, hex);
        }
        let Piece::Unit(unit) = piece else {
            return Some(self.refusal(&Deny::new(Code::InvalidTarget, R::CITES.leaders_safe)));
        };
        let target = match self.read_unit(there) {
            Ok(target) => target,
            Err(refusal) => return Some(refusal),
        };
        use super::position::Stage::{NameOther, NamePhasing, RangedOther, RangedPhasing};
        let choice = match p.stage {
            RangedPhasing | RangedOther => R::complete(
                self,
                p,
                side,
                Choice::Shoot {
                    shooter: unit,
                    target,
                    over: NONE,
                },
            ),
            NamePhasing | NameOther => R::complete(self, p, side, Choice::Attack(unit, target)),
            _ if self.moving(p) == Some(piece) => Choice::Charge(target),
            _ => return self.why_not_hex(p, side, piece, p.unit(target).hex),
        };
        self.check(p, side, &choice).err()
    }

    /// Whether the piece covers the hex there; a destination names the left half of a double and its facing.
    fn arrives_on(&self, there: &Destination, double: bool, goal: Hex) -> bool {
        let Some(left) = self.map.parse(&there.hex) else {
            return false;
        };
        let facing = there.facing.as_ref().and_then(|f| f.parse::<Vertex>().ok());
        let right = facing.map(|f| self.map.neighbour(left, Dir::from_index(f as u8 + 2)));
        left == goal || (double && right == Some(goal))
    }

    /// The reason at the hex nearest to the goal that the piece can reach.
    fn why_not_hex(&self, p: &Position, side: Side, piece: Piece, goal: Hex) -> Option<Refusal> {
        let reach = match self.destinations_of(p, side, &self.id_of(piece)) {
            Ok(reach) => reach,
            Err(refusal) => return Some(refusal),
        };
        let double = matches!(piece, Piece::Unit(unit) if p.unit(unit).is_double());
        if reach.iter().any(|d| self.arrives_on(d, double, goal)) {
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
                    None | Some("NotFrontHex" | "NotFlankHex" | "ManoeuvreNotAllowed")
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
        match (piece, p.active.kind) {
            (Piece::Unit(unit), Moving::Unit) => R::step_refusal(self, p, side, unit, dir),
            (_, Moving::Leaders | Moving::Rout) => self.check(p, side, &Choice::Step(dir)).err(),
            _ => Some(unreadable(Code::WrongPhase, "")),
        }
    }
}
