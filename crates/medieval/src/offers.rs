//! Choices dressed for a page: what each does and where, how far a piece can go, and why something cannot be done.

use crate::Battle;
use crate::cards::UnitId;
use crate::choice::{Choice, Pace, Pass, Target};
use crate::deny::{Code, Deny, points_text};
use crate::position::{Piece, Position, Set, Stage};
use crate::task::Task;
use board::{Dir, Hex};
use kernel::dice::Scripted;
use kernel::scene::{Destination, Offer};
use kernel::{Quiet, Refusal, Side, System, Ways};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Battle {
    fn piece_id(&self, piece: Piece) -> Arc<str> {
        match piece {
            Piece::Unit(u) => self.card(u).id.clone(),
            Piece::Leader(l) => self.leaders[usize::from(l)].id.clone(),
        }
    }

    /// The piece that the open decision is about.
    fn subject(&self, p: &Position) -> Option<Piece> {
        match p.stack.last()? {
            Task::Step => p.active.as_ref().map(|a| a.piece),
            Task::Place { piece, .. } | Task::Walk { piece, .. } => Some(*piece),
            Task::Face { unit, .. } | Task::Follow { unit, .. } => Some(Piece::Unit(*unit)),
            Task::Stride(
                crate::task::Stride::FirstFace(u) | crate::task::Stride::On(u) | crate::task::Stride::LastFace(u),
            ) => Some(Piece::Unit(*u)),
            _ => None,
        }
    }

    pub(crate) fn offers_of(&self, p: &Position, side: Side) -> Vec<Offer> {
        let mut choices = Vec::new();
        self.choices(p, side, &mut choices);
        choices.into_iter().map(|c| self.offer(p, c)).collect()
    }

    fn offer(&self, p: &Position, choice: Choice) -> Offer {
        let subject = self.subject(p);
        let text = self.choice_text(&choice);
        let from = subject.filter(|s| p.piece_on_map(*s)).map(|s| p.piece_hex(s));
        let towards = |d: Dir| {
            from.map(|h| self.map.neighbour(h, d))
                .and_then(Hex::on)
                .map(|h| self.map.label(h))
        };
        let ahead = match subject {
            Some(Piece::Unit(u)) => towards(p.unit(u).facing),
            _ => None,
        };
        let unit = |u: UnitId| Some(self.card(u).id.clone());
        let mut offer = Offer {
            kind: kind(p, &choice),
            label: self.label(p, &choice),
            choice: text,
            piece: subject.map(|s| self.piece_id(s)),
            target: None,
            hex: None,
            facing: None,
            company: Vec::new(),
            struck: Vec::new(),
            cost: self.cost_of(p, &choice),
            rolls: matches!(
                choice,
                Choice::Shoot(..)
                    | Choice::OwnShot(_)
                    | Choice::Regroup(_)
                    | Choice::Check(_)
                    | Choice::Go
                    | Choice::Pursue(_)
                    | Choice::Answer
            ),
        };
        match choice {
            Choice::Put(hex, facing, _) => {
                offer.hex = Some(self.map.label(hex));
                offer.facing = Some(facing.name());
            }
            Choice::PutLeader(hex) | Choice::Ground(hex) => offer.hex = Some(self.map.label(hex)),
            Choice::Activate(piece) | Choice::Return(piece) => offer.piece = Some(self.piece_id(piece)),
            Choice::Enter(_) | Choice::Ride => offer.hex = ahead,
            Choice::Minimum(enter, facing) => {
                offer.hex = if enter { ahead } else { None };
                offer.facing = Some(facing.name());
            }
            Choice::To(d) => offer.hex = towards(d),
            Choice::Turn(d) | Choice::Lift(d) | Choice::Face(d) => offer.facing = Some(d.name()),
            Choice::Shoot(u, target) => {
                offer.piece = unit(u);
                offer.target = match target {
                    Target::Piece(piece) => Some(self.piece_id(piece)),
                    Target::Object(_) => None,
                };
            }
            Choice::OwnShot(piece) => offer.target = Some(self.piece_id(piece)),
            Choice::Against(hex) | Choice::Spare(hex) => {
                offer.hex = Some(self.map.label(hex));
                offer.target = p.at(hex).next().and_then(unit);
            }
            Choice::Go if p.stack.last() == Some(&Task::Muster) => {
                offer.company = p.picked.iter().filter_map(unit).collect();
                offer.piece = offer.company.first().cloned();
                let first = p.combat.hexes.first();
                offer.hex = first.map(|h| self.map.label(*h));
                offer.target = first.and_then(|h| p.at(*h).next()).and_then(unit);
            }
            Choice::Advance(u, hex) => {
                offer.piece = unit(u);
                offer.hex = Some(self.map.label(hex));
            }
            Choice::Countercharge(u, _) => {
                offer.piece = unit(u);
                offer.target = p.active.as_ref().map(|a| self.piece_id(a.piece));
            }
            Choice::Answer => {
                offer.piece = match p.shot.target {
                    Target::Piece(piece) => Some(self.piece_id(piece)),
                    Target::Object(_) => None,
                };
                offer.target = unit(p.shot.shooter);
            }
            Choice::Follow(u) => offer.target = unit(u),
            Choice::BringLeader(l) => offer.piece = Some(self.piece_id(Piece::Leader(l))),
            Choice::Exchange(a, b) => {
                offer.piece = unit(a);
                offer.target = unit(b);
            }
            Choice::PassBanner(u) => offer.target = unit(u),
            Choice::Take(piece) => offer.piece = Some(self.piece_id(piece)),
            Choice::Assign(u, _)
            | Choice::Join(u)
            | Choice::Drop(u)
            | Choice::Remove(u)
            | Choice::Regroup(u)
            | Choice::Bring(u, _)
            | Choice::Check(u)
            | Choice::Fight(u)
            | Choice::Lose(u)
            | Choice::Retreat(u)
            | Choice::Pursue(u)
            | Choice::Hit(u)
            | Choice::Six(u)
            | Choice::Holder(u) => offer.piece = unit(u),
            _ => {}
        }
        if p.stack.last() == Some(&Task::Muster) {
            offer.struck = p.combat.hexes.iter().map(|h| self.map.label(*h)).collect();
        }
        offer
    }

    fn cost_of(&self, p: &Position, choice: &Choice) -> Option<String> {
        if p.stack.last() != Some(&Task::Step) {
            return None;
        }
        let a = p.active.as_ref()?;
        let cost = match (*choice, a.piece) {
            (Choice::Enter(pace), Piece::Unit(u)) => self.may_enter(p, a, u, pace).ok()?.cost,
            (Choice::Ride, Piece::Unit(u)) => self.may_ride(p, a, u).ok()?.cost,
            (Choice::Turn(d), Piece::Unit(u)) => self.may_turn(p, a, u, d).ok()?,
            (Choice::To(d), Piece::Leader(l)) => self.may_lead(p, l, d, a.mp).ok()?.1,
            (Choice::To(_) | Choice::Form | Choice::Minimum(..), _) => a.mp,
            (Choice::Change | Choice::PassBanner(_) | Choice::OwnShot(_) | Choice::Exit(_), _) => crate::cards::MP,
            (Choice::Lift(_), _) => 2 * crate::cards::MP,
            _ => return None,
        };
        Some(points_text(cost))
    }

    /// The position as this side knows it, without anybody's interrupting.
    fn as_planned(&self, p: &Position, side: Side) -> Position {
        let mut known = self.as_known(p, side);
        known.passed = true;
        known
    }

    /// The other side's pits that nobody has fallen into yet, a bit for each.
    pub(crate) fn hidden_from(&self, p: &Position, side: Side) -> u16 {
        let theirs = |i: &usize| self.pits[*i].owner != side;
        let theirs: u16 = (0..self.pits.len()).filter(theirs).map(|i| 1 << i).sum();
        theirs & p.pits & !p.shown
    }

    /// Without them.
    pub fn as_known(&self, p: &Position, side: Side) -> Position {
        let mut known = p.clone();
        known.pits &= !self.hidden_from(p, side);
        known
    }

    /// A search over the small steps of the move, by the rules themselves, cheapest first.
    pub(crate) fn destinations_of(&self, p: &Position, side: Side, id: &str) -> Result<Vec<Destination>, Refusal> {
        let piece = self.read_piece(id)?;
        let mut start = self.as_planned(p, side);
        let mut opening = None;
        if p.stack.last() != Some(&Task::Step) || p.active.as_ref().map(|a| a.piece) != Some(piece) {
            let choice = Choice::Activate(piece);
            self.check(p, side, &choice)?;
            opening = Some(choice);
            let mut active = crate::position::Active::begin(piece, self.allowance(piece));
            if let Piece::Unit(unit) = piece {
                active.goals = self.first_charge_goals(p, unit);
            }
            start.active = Some(active);
            start.stack.push(Task::Step);
            self.aims_first_charge(&mut start);
        }
        let full = start.active.as_ref().map_or(0, |a| a.mp);
        let mut ways = Ways::from(start);
        let (mut found, mut shown) = (BTreeSet::new(), BTreeSet::new());
        let mut reached = Vec::new();
        while let Some(at) = ways.cheapest() {
            let here = ways.position(at).clone();
            let Some(a) = here.active.as_ref().filter(|_| here.piece_on_map(piece)) else {
                continue;
            };
            let key = self.pose(&here, piece, a.turned);
            if !found.insert(key) {
                continue;
            }
            if shown.insert((key.0, key.1)) {
                reached.push(at);
            }
            let mut choices = Vec::new();
            self.list_steps(&here, &mut choices);
            for choice in choices {
                if !matches!(choice, Choice::Enter(_) | Choice::Turn(_) | Choice::To(_)) {
                    continue;
                }
                let mut position = here.clone();
                let mut dice = Scripted::default();
                self.apply(&mut position, side, &choice, &mut dice, &mut Quiet);
                if dice.fault().is_some() || position.stack.last() != Some(&Task::Step) {
                    continue;
                }
                let (left, turned) = position.active.as_ref().map_or((0, false), |a| (a.mp, a.turned));
                // Somebody was there for less.
                if found.contains(&self.pose(&position, piece, turned)) {
                    continue;
                }
                ways.lead(at, choice, position, full.saturating_sub(left));
            }
        }
        Ok(reached
            .into_iter()
            .map(|at| self.destination(&ways, at, piece, opening, full))
            .collect())
    }

    fn allowance(&self, piece: Piece) -> u8 {
        match piece {
            Piece::Unit(u) => self.card(u).mp,
            Piece::Leader(_) => 10 * crate::cards::MP,
        }
    }

    fn pose(&self, p: &Position, piece: Piece, turned: bool) -> (Hex, u8, u8, bool) {
        match piece {
            Piece::Unit(u) => (p.unit(u).hex, p.unit(u).facing as u8, p.unit(u).cf, turned),
            Piece::Leader(l) => (p.leader(l).hex, 0, 0, false),
        }
    }

    fn destination(
        &self,
        ways: &Ways<Position, Choice>,
        at: usize,
        piece: Piece,
        opening: Option<Choice>,
        full: u8,
    ) -> Destination {
        let (choices, positions) = ways.way(at);
        let mut path: Vec<String> = positions.iter().map(|p| self.hex_text(p.piece_hex(piece))).collect();
        path.dedup();
        let plan = opening.iter().chain(&choices).map(|c| self.choice_text(c)).collect();
        let p = ways.position(at);
        let left = p.active.as_ref().map_or(0, |a| a.mp);
        Destination {
            hex: self.hex_text(p.piece_hex(piece)),
            facing: match piece {
                Piece::Unit(u) => Some(p.unit(u).facing.to_string()),
                Piece::Leader(_) => None,
            },
            cost: points_text(full.saturating_sub(left)),
            plan,
            path,
        }
    }

    pub(crate) fn why_not_there(&self, p: &Position, side: Side, id: &str, there: &str) -> Option<Refusal> {
        let piece = match self.read_piece(id) {
            Ok(piece) => piece,
            Err(refusal) => return Some(refusal),
        };
        let p = &self.as_known(p, side);
        let (hex, target) = match (self.map.parse(there), self.read_piece(there)) {
            (Some(hex), _) => (hex, p.at(hex).next().map(Piece::Unit)),
            (None, Ok(target)) => (p.piece_hex(target), Some(target)),
            (None, Err(refusal)) => return Some(refusal),
        };
        match (p.stack.last(), piece, target) {
            (Some(Task::Window(_)), Piece::Unit(u), Some(target)) => {
                self.check(p, side, &Choice::Shoot(u, Target::Piece(target))).err()
            }
            (None, Piece::Unit(u), _) if p.stage == Stage::Attack => {
                let mut alone = Set::EMPTY;
                alone.add(u);
                let denied = self.may_declare(p, side, &alone, &[hex]).err();
                denied.map(|deny| deny.refusal(self))
            }
            (Some(Task::Muster), Piece::Unit(u), _) => {
                let denied = match p.combat.hexes.contains(&hex) {
                    true if p.picked.has(u) => None,
                    true => self.allowed(p, side, &Choice::Join(u)).err(),
                    false => self.allowed(p, side, &Choice::Against(hex)).err(),
                };
                denied.map(|deny| deny.refusal(self))
            }
            _ => self.why_not_hex(p, side, piece, hex),
        }
    }

    /// The reason at the hex nearest to the goal that the piece can reach.
    fn why_not_hex(&self, p: &Position, side: Side, piece: Piece, goal: Hex) -> Option<Refusal> {
        let reach = match self.destinations_of(p, side, &self.piece_id(piece)) {
            Ok(reach) => reach,
            Err(refusal) => return Some(refusal),
        };
        let name = self.hex_text(goal);
        if reach.iter().any(|d| d.hex == name) {
            return None;
        }
        let distance = |d: &Destination| self.map.parse(&d.hex).map_or(u16::MAX, |h| self.map.distance(h, goal));
        let nearest = reach.iter().min_by_key(|d| distance(d))?;
        let from = self.map.parse(&nearest.hex)?;
        let near = Dir::ALL.into_iter().min_by_key(|d| {
            let to = self.map.neighbour(from, *d);
            if to.is_off() {
                u16::MAX
            } else {
                self.map.distance(to, goal)
            }
        })?;
        let refusal = match piece {
            Piece::Leader(l) => self.leader_crossing(p, l, from, near).err(),
            Piece::Unit(u) => self.may_come(p, u, from, near).err(),
        };
        let short = Deny::new(Code::NotEnoughMp, "M-28").at(goal);
        Some(refusal.unwrap_or(short).refusal(self))
    }
}

fn kind(p: &Position, choice: &Choice) -> &'static str {
    match choice {
        Choice::Take(_) | Choice::Exchange(..) | Choice::Assign(..) => "set",
        Choice::Ready => "ready",
        Choice::Put(..) | Choice::PutLeader(_) => "put",
        Choice::Stay | Choice::Stop => "stop",
        Choice::Remove(_) => "remove",
        Choice::Regroup(_) => "regroup",
        Choice::Go if p.stack.last() == Some(&Task::Muster) => "attack",
        Choice::Done | Choice::Go => "done",
        Choice::Activate(_) => "move",
        Choice::Return(_) | Choice::Bring(..) | Choice::BringLeader(_) => "enter",
        Choice::End => "end",
        Choice::Enter(Pace::Gain) | Choice::To(_) => "step",
        Choice::Enter(_) => "pace",
        Choice::Ride => "ride",
        Choice::Turn(_) | Choice::Face(_) => "face",
        Choice::Exit(_) => "exit",
        Choice::Change | Choice::Form | Choice::Lift(_) => "form",
        Choice::PassBanner(_) | Choice::Holder(_) => "banner",
        Choice::OwnShot(_) | Choice::Shoot(..) | Choice::Answer => "shoot",
        Choice::Minimum(..) => "minimum",
        Choice::Demolish => "demolish",
        Choice::Countercharge(..) => "charge",
        Choice::Pass(Pass::Now) => "pass",
        Choice::Pass(Pass::Unit) => "pass-unit",
        Choice::Pass(Pass::Phase) => "pass-phase",
        Choice::Against(_) => "against",
        Choice::Spare(_) => "spare",
        Choice::Join(_) => "join",
        Choice::Drop(_) => "drop",
        Choice::Check(_) => "check",
        Choice::Fight(_) | Choice::Ground(_) | Choice::Lose(_) | Choice::Hit(_) | Choice::Six(_) => "pick",
        Choice::Retreat(_) => "retreat",
        Choice::Pursue(_) | Choice::Follow(_) => "pursue",
        Choice::Advance(..) => "advance",
    }
}
