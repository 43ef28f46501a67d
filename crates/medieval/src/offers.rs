//! Choices dressed for a page: what each does and where, how far a piece can go, and why something cannot be done.

use crate::Battle;
use crate::cards::UnitId;
use crate::choice::{Choice, Pace, Pass, Target};
use crate::deny::{Code, Deny, points_text};
use crate::position::{Piece, Position, Set, Stage};
use crate::task::Task;
use board::scene::{Destination, Lane, Offer, Role};
use board::{Dir, Hex, Place, There, on_the_way};
use kernel::dice::Scripted;
use kernel::{Quiet, Refusal, Rules, Side, Ways};
use std::collections::{BTreeMap, BTreeSet};
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
        let towards = |d: Dir| from.map(|h| self.map.neighbour(h, d)).and_then(Hex::on);
        let ahead = match subject {
            Some(Piece::Unit(u)) => towards(p.unit(u).facing),
            _ => None,
        };
        let unit = |u: UnitId| Some(self.card(u).id.clone());
        let on = |hex: Hex| Place::hex(self.map.label(hex), None);
        let looking = |hex: Hex, d: Dir| Place::hex(self.map.label(hex), Some(d.name()));
        let (kind, role) = kind(p, &choice);
        let mut offer = Offer {
            kind,
            role,
            label: self.label(p, &choice),
            choice: text,
            piece: subject.map(|s| self.piece_id(s)),
            target: None,
            to: None,
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
            Choice::Pit(from, to) => {
                offer.piece = Some(self.pit_id(from));
                offer.to = Some(on(to));
            }
            Choice::Put(hex, facing, _) => offer.to = Some(looking(hex, facing)),
            Choice::PutLeader(hex) | Choice::Ground(hex) => offer.to = Some(on(hex)),
            Choice::Activate(piece) | Choice::Return(piece) => offer.piece = Some(self.piece_id(piece)),
            Choice::Enter(_) | Choice::Ride => offer.to = ahead.map(on),
            Choice::Minimum(enter, facing) => {
                offer.to = Some(match ahead.filter(|_| enter) {
                    Some(hex) => looking(hex, facing),
                    None => Place::facing(facing.name()),
                });
            }
            Choice::To(d) => offer.to = towards(d).map(on),
            Choice::Turn(d) | Choice::Lift(d) | Choice::Face(d) => offer.to = Some(Place::facing(d.name())),
            Choice::Shoot(u, target) => {
                offer.piece = unit(u);
                offer.target = match target {
                    Target::Piece(piece) => Some(self.piece_id(piece)),
                    Target::Object(_) => None,
                };
            }
            Choice::OwnShot(piece) => offer.target = Some(self.piece_id(piece)),
            Choice::Against(hex) | Choice::Spare(hex) => {
                offer.to = Some(on(hex));
                offer.target = p.at(hex).next().and_then(unit);
            }
            Choice::Go if p.stack.last() == Some(&Task::Muster) => {
                let first = p.combat.hexes.first();
                offer.piece = p.picked.iter().next().and_then(unit);
                offer.to = first.map(|h| on(*h));
                offer.target = first.and_then(|h| p.at(*h).next()).and_then(unit);
            }
            Choice::Advance(u, hex) => {
                offer.piece = unit(u);
                offer.to = Some(on(hex));
            }
            Choice::Retreat(u) => {
                offer.piece = unit(u);
                offer.to = self.ways_back(p, u);
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
            Choice::Follow(u) => {
                offer.target = unit(u);
                offer.to = self.pursuit_end(p, u).map(on);
            }
            Choice::Pursue(u) => {
                offer.piece = unit(u);
                offer.to = self.ways_after(p, u);
            }
            Choice::BringLeader(l) => offer.piece = Some(self.piece_id(Piece::Leader(l))),
            Choice::Exchange(a, b) => {
                offer.piece = unit(a);
                offer.target = unit(b);
            }
            Choice::PassBanner(u) => {
                offer.target = unit(u);
                offer.to = Some(on(p.unit(u).hex));
            }
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
            | Choice::Hit(u)
            | Choice::Six(u)
            | Choice::Holder(u) => offer.piece = unit(u),
            _ => {}
        }
        if p.stack.last() == Some(&Task::Muster) {
            offer.company = p.picked.iter().filter_map(unit).collect();
            offer.struck = p.combat.hexes.iter().map(|h| on(*h)).collect();
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

    pub(crate) fn destinations_of(&self, p: &Position, side: Side, id: &str) -> Result<Vec<Destination>, Refusal> {
        // Pits are dug on the ground for them, each hex by a choice of its own.
        if self.own_pits(p, side, id).is_some() {
            return Ok(Vec::new());
        }
        let piece = self.read_piece(id)?;
        let reach = self.reach_of(p, side, piece)?;
        let reached = reach.reached.iter();
        Ok(reached.map(|at| self.destination(&reach, *at, piece)).collect())
    }

    /// A search over the small steps of the move, by the rules themselves, cheapest first.
    fn reach_of(&self, p: &Position, side: Side, piece: Piece) -> Result<Reach, Refusal> {
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
        Ok(Reach {
            ways,
            reached,
            opening,
            full,
        })
    }

    /// Whom horse could charge: enemies in front of where it may come to with a charge factor, each with the way that gathers
    /// most. M-89, M-62
    pub(crate) fn lanes_of(&self, p: &Position, side: Side, id: &str) -> Vec<Lane> {
        let Ok(piece @ Piece::Unit(unit)) = self.read_piece(id) else {
            return Vec::new();
        };
        if !self.card(unit).class.is_horse() {
            return Vec::new();
        }
        let Ok(reach) = self.reach_of(p, side, piece) else {
            return Vec::new();
        };
        let mut best: BTreeMap<UnitId, (u8, usize)> = BTreeMap::new();
        for at in &reach.reached {
            let there = reach.ways.position(*at);
            let gathered = there.unit(unit).cf;
            let enemies = there.army[side.other().index()].and(&there.on_map);
            for enemy in enemies.iter().filter(|_| gathered > 0) {
                if self.reaches(there, unit, there.unit(enemy).hex) {
                    let known = best.entry(enemy).or_insert((gathered, *at));
                    if gathered > known.0 {
                        *known = (gathered, *at);
                    }
                }
            }
        }
        let lane = |(enemy, (_, at)): (UnitId, (u8, usize))| {
            let Destination { plan, path, .. } = self.destination(&reach, at, piece);
            let target = self.card(enemy).id.to_string();
            Lane { target, plan, path }
        };
        best.into_iter().map(lane).collect()
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

    fn destination(&self, reach: &Reach, at: usize, piece: Piece) -> Destination {
        let (choices, positions) = reach.ways.way(at);
        let mut path: Vec<Hex> = positions.iter().map(|p| p.piece_hex(piece)).collect();
        path.dedup();
        let p = reach.ways.position(at);
        let left = p.active.as_ref().map_or(0, |a| a.mp);
        let facing = match piece {
            Piece::Unit(u) => Some(p.unit(u).facing.name()),
            Piece::Leader(_) => None,
        };
        Destination {
            to: Place::hex(self.map.label(p.piece_hex(piece)), facing),
            cost: points_text(reach.full.saturating_sub(left)),
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
        let p = &self.as_known(p, side);
        if let Some(from) = self.own_pits(p, side, id) {
            return match self.read_hex(there.hex().unwrap_or_default()) {
                Ok(to) => self.check(p, side, &Choice::Pit(from, to)).err(),
                Err(refusal) => Some(refusal),
            };
        }
        let piece = match self.read_piece(id) {
            Ok(piece) => piece,
            Err(refusal) => return Some(refusal),
        };
        let pointed = match there {
            There::Piece(id) => self.read_piece(id).map(|target| (p.piece_hex(target), Some(target))),
            There::Place(_) => {
                let hex = self.read_hex(there.hex().unwrap_or_default());
                hex.map(|hex| (hex, p.at(hex).next().map(Piece::Unit)))
            }
        };
        let (hex, target) = match pointed {
            Ok(pointed) => pointed,
            Err(refusal) => return Some(refusal),
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
        let reach = match self.reach_of(p, side, piece) {
            Ok(reach) => reach,
            Err(refusal) => return Some(refusal),
        };
        let places = reach.reached.iter();
        let hexes = places.map(|at| reach.ways.position(*at).piece_hex(piece));
        let from = hexes.min_by_key(|hex| self.map.distance(*hex, goal))?;
        if from == goal {
            return None;
        }
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
        let Some(refusal) = refusal else {
            return Some(Deny::new(Code::NotEnoughMp, "M-28").at(goal).refusal(self));
        };
        let to = self.map.neighbour(from, near);
        // What is wrong on the way is not wrong where somebody points.
        Some(match to == goal {
            true => refusal.refusal(self),
            false => on_the_way(refusal.refusal(self), self.map.name(to)),
        })
    }
}

/// Where a piece can come to.
struct Reach {
    ways: Ways<Position, Choice>,
    reached: Vec<usize>,
    /// What begins the move, if it has not begun.
    opening: Option<Choice>,
    /// Points at its beginning.
    full: u8,
}

/// The kind of a choice in a word, and what it is for a page.
fn kind(p: &Position, choice: &Choice) -> (&'static str, Role) {
    match choice {
        Choice::Take(_) | Choice::Exchange(..) | Choice::Assign(..) => ("set", Role::Open),
        Choice::Ready => ("ready", Role::Finish),
        Choice::Put(..) | Choice::PutLeader(_) => ("put", Role::Act),
        Choice::Pit(..) => ("pit", Role::Act),
        Choice::Stay | Choice::Stop => ("stop", Role::Finish),
        Choice::Remove(_) => ("remove", Role::Act),
        Choice::Regroup(_) => ("regroup", Role::Act),
        Choice::Go if p.stack.last() == Some(&Task::Muster) => ("attack", Role::Go),
        Choice::Done | Choice::Go => ("done", Role::Finish),
        Choice::Activate(_) => ("move", Role::Open),
        Choice::Return(_) | Choice::Bring(..) | Choice::BringLeader(_) => ("enter", Role::Act),
        Choice::End => ("end", Role::Finish),
        Choice::Enter(Pace::Gain) | Choice::To(_) => ("step", Role::Act),
        Choice::Enter(_) => ("pace", Role::Reshape),
        Choice::Ride => ("ride", Role::Reshape),
        Choice::Turn(_) | Choice::Face(_) => ("face", Role::Act),
        Choice::Exit(_) => ("exit", Role::Act),
        Choice::Change | Choice::Form | Choice::Lift(_) => ("form", Role::Act),
        Choice::PassBanner(_) | Choice::Holder(_) => ("banner", Role::Act),
        Choice::OwnShot(_) | Choice::Shoot(..) | Choice::Answer => ("shoot", Role::Act),
        Choice::Minimum(..) => ("minimum", Role::Reshape),
        Choice::Demolish => ("demolish", Role::Act),
        Choice::Countercharge(..) => ("charge", Role::Act),
        Choice::Pass(Pass::Now) => ("pass", Role::Pass),
        Choice::Pass(Pass::Unit) => ("pass-unit", Role::PassUnit),
        Choice::Pass(Pass::Phase) => ("pass-phase", Role::PassPhase),
        Choice::Against(_) => ("against", Role::Against),
        Choice::Spare(_) => ("spare", Role::Spare),
        Choice::Join(_) => ("join", Role::Join),
        Choice::Drop(_) => ("drop", Role::Drop),
        Choice::Check(_) => ("check", Role::Act),
        Choice::Fight(_) | Choice::Ground(_) => ("pick", Role::Act),
        Choice::Lose(_) | Choice::Hit(_) | Choice::Six(_) => ("lose", Role::Act),
        Choice::Retreat(_) => ("retreat", Role::Act),
        Choice::Pursue(_) | Choice::Follow(_) => ("pursue", Role::Act),
        Choice::Advance(..) => ("advance", Role::Act),
    }
}
