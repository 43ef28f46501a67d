//! How far a piece can go, and why something cannot be done.

use super::cards::NONE;
use super::deny::{Code, Deny, points_text, unreadable};
use super::offers::Piece;
use super::position::{Moving, Position};
use super::{Battle, Choice, Variant};
use board::scene::{Destination, Lane};
use board::{Dir, Hex, Place, There, on_the_way};
use kernel::{Refusal, Rules, Side, Ways};
use std::collections::BTreeSet;

impl<R: Variant> Battle<R> {
    /// Whether the counter shows where it looks: doubles do, singles where the battle gives them a facing.
    pub(crate) fn has_facing(&self, p: &Position, unit: u8) -> bool {
        R::FACED_SINGLES || p.unit(unit).is_double()
    }

    pub(crate) fn destinations_of(&self, p: &Position, side: Side, id: &str) -> Result<Vec<Destination>, Refusal> {
        let piece = self.read_piece(id)?;
        let reach = self.reach_of(p, side, piece)?;
        Ok(reach.places().map(|at| self.destination(&reach, at, piece)).collect())
    }

    /// A search over the small steps of the move, by the resolver itself, cheapest first.
    fn reach_of(&self, p: &Position, side: Side, piece: Piece) -> Result<Reach, Refusal> {
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
        Ok(Reach { ways, reached, opening })
    }

    /// Whom a unit could charge, from wherever its move may take it first: the cheapest such place for each.
    pub(crate) fn lanes_of(&self, p: &Position, side: Side, id: &str) -> Vec<Lane> {
        let Ok(piece @ Piece::Unit(unit)) = self.read_piece(id) else {
            return Vec::new();
        };
        if !self.face(p, unit).mounted() || p.is_routed(unit) {
            return Vec::new();
        }
        let Ok(reach) = self.reach_of(p, side, piece) else {
            return Vec::new();
        };
        let mut lanes: Vec<Lane> = Vec::new();
        let mut choices = Vec::new();
        for at in reach.places() {
            choices.clear();
            self.choices(reach.ways.position(at), side, &mut choices);
            for choice in &choices {
                let Choice::Charge(target) = choice else { continue };
                let target = self.card(*target).id.to_string();
                if lanes.iter().all(|lane| lane.target != target) {
                    let Destination { mut plan, path, .. } = self.destination(&reach, at, piece);
                    plan.push(self.choice_text(choice));
                    lanes.push(Lane { target, plan, path });
                }
            }
        }
        lanes
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

    fn destination(&self, reach: &Reach, at: usize, piece: Piece) -> Destination {
        let (choices, positions) = reach.ways.way(at);
        let mut path: Vec<Hex> = positions.iter().map(|p| self.hex_of(p, piece)).collect();
        path.dedup();
        let p = reach.ways.position(at);
        let facing = match piece {
            Piece::Unit(unit) => self.has_facing(p, unit).then(|| p.unit(unit).facing.name()),
            Piece::Leader(_) => None,
        };
        Destination {
            to: Place::hex(self.map.label(self.hex_of(p, piece)), facing),
            cost: points_text(self.spent(p)),
            plan: reach
                .opening
                .iter()
                .chain(&choices)
                .map(|c| self.choice_text(c))
                .collect(),
            path: path
                .into_iter()
                .map(|hex| Place::hex(self.map.label(hex), None))
                .collect(),
        }
    }

    pub(crate) fn why_not_there(&self, p: &Position, side: Side, id: &str, there: &There) -> Option<Refusal> {
        let piece = match self.read_piece(id) {
            Ok(piece) => piece,
            Err(refusal) => return Some(refusal),
        };
        let there = match there {
            There::Piece(id) => id,
            There::Place(_) => {
                let name = there.hex().unwrap_or_default();
                return match self.map.parse(name) {
                    Some(hex) => self.why_not_hex(p, side, piece, hex),
                    None => Some(unreadable(Code::UnknownHex, name)),
                };
            }
        };
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

    /// Whether the piece covers the hex.
    fn covers(&self, p: &Position, piece: Piece, goal: Hex) -> bool {
        match piece {
            Piece::Unit(unit) => p.unit(unit).stand().hexes().any(|hex| hex == goal),
            Piece::Leader(_) => self.hex_of(p, piece) == goal,
        }
    }

    /// The reason at the hex nearest to the goal that the piece can reach.
    fn why_not_hex(&self, p: &Position, side: Side, piece: Piece, goal: Hex) -> Option<Refusal> {
        let reach = match self.reach_of(p, side, piece) {
            Ok(reach) => reach,
            Err(refusal) => return Some(refusal),
        };
        let positions = || reach.places().map(|at| reach.ways.position(at));
        if positions().any(|there| self.covers(there, piece, goal)) {
            return None;
        }
        // From next to it, the refusal of the last step is the reason; from further off, so is the best step nearer.
        let distance = |there: &Position| self.map.distance(self.hex_of(there, piece), goal);
        let nearest = positions().map(distance).min()?;
        let mut reason = None;
        for position in positions().filter(|there| distance(there) == nearest) {
            let from = self.hex_of(position, piece);
            for dir in Dir::ALL {
                let to = self.ground.step(from, dir).to;
                if to.is_off() || self.map.distance(to, goal) >= nearest {
                    continue;
                }
                // What is wrong on the way is not wrong where somebody points.
                let told = |deny: &Deny| match to == goal {
                    true => self.refusal(deny),
                    false => on_the_way(self.refusal(deny), self.map.name(to)),
                };
                match self.step_denied(position, side, piece, dir) {
                    None => {}
                    Some(deny) if deny.is_vague() => reason = reason.or_else(|| Some(told(&deny))),
                    Some(deny) => return Some(told(&deny)),
                }
            }
        }
        reason
    }

    fn step_denied(&self, p: &Position, side: Side, piece: Piece, dir: Dir) -> Option<Deny> {
        match (piece, p.active.kind) {
            (Piece::Unit(unit), Moving::Unit) => R::step_denied(self, p, side, unit, dir),
            (_, Moving::Leaders | Moving::Rout) => self.allowed(p, side, &Choice::Step(dir)).err(),
            _ => Some(Deny::new(Code::WrongPhase, R::CITES.order)),
        }
    }
}

/// Where a piece can come to.
struct Reach {
    ways: Ways<Position, Choice>,
    reached: Vec<usize>,
    /// What begins the move, if it has not begun.
    opening: Option<Choice>,
}

impl Reach {
    fn places(&self) -> impl Iterator<Item = usize> + '_ {
        self.reached.iter().copied()
    }
}
