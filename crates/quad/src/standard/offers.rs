//! Choices dressed for a page: what each does and where.

use super::cards::{LeaderId, NONE, UnitId};
use super::deny::points_text;
use super::position::{Moving, Position};
use super::{Battle, Choice, Variant};
use board::scene::{Offer, Role};
use board::{Hex, Place};
use kernel::dice::Scripted;
use kernel::{Quiet, Refusal, Rules, Side};
use std::sync::Arc;

/// A piece a person has pointed at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Piece {
    Unit(UnitId),
    Leader(LeaderId),
}

impl<R: Variant> Battle<R> {
    pub(crate) fn read_piece(&self, id: &str) -> Result<Piece, Refusal> {
        match self.read_unit(id) {
            Ok(unit) => Ok(Piece::Unit(unit)),
            Err(_) => self.read_leader(id).map(Piece::Leader),
        }
    }

    /// The piece whose move is under way.
    pub(crate) fn moving(&self, p: &Position) -> Option<Piece> {
        match p.active.kind {
            Moving::Nobody => None,
            Moving::Leaders => Some(Piece::Leader(p.active.leaders.trailing_zeros() as LeaderId)),
            Moving::Unit | Moving::Rout | Moving::RoutFacing => Some(Piece::Unit(p.active.unit)),
        }
    }

    pub(crate) fn hex_of(&self, p: &Position, piece: Piece) -> Hex {
        match piece {
            Piece::Unit(unit) => p.unit(unit).hex,
            Piece::Leader(leader) => p.leaders[usize::from(leader)],
        }
    }

    pub(crate) fn id_of(&self, piece: Piece) -> Arc<str> {
        match piece {
            Piece::Unit(unit) => self.card(unit).id.clone(),
            Piece::Leader(leader) => self.leaders[usize::from(leader)].id.clone(),
        }
    }

    pub(crate) fn spent(&self, p: &Position) -> u8 {
        match p.active.kind {
            Moving::Unit => p.unit(p.active.unit).spent,
            Moving::Leaders => p.active.leader_spent,
            _ => 0,
        }
    }

    /// What a choice that rolls no die leads to.
    pub(crate) fn after(&self, p: &Position, side: Side, choice: Choice) -> Position {
        let mut after = p.clone();
        self.resolve(&mut after, side, &choice, &mut Scripted::default(), &mut Quiet);
        after
    }

    pub(crate) fn offers_of(&self, p: &Position, side: Side) -> Vec<Offer> {
        let mut choices = Vec::new();
        self.choices(p, side, &mut choices);
        choices.into_iter().map(|c| self.offer(p, side, c)).collect()
    }

    fn offer(&self, p: &Position, side: Side, choice: Choice) -> Offer {
        let unit = |u: UnitId| Some(self.card(u).id.clone());
        let name = |u: UnitId| self.card(u).name.as_ref();
        let moving = self.moving(p);
        let (kind, role) = kind(&choice);
        let mut offer = Offer {
            choice: self.choice_text(&choice),
            kind,
            role,
            label: String::new(),
            piece: moving.map(|m| self.id_of(m)),
            target: None,
            to: None,
            company: Vec::new(),
            struck: Vec::new(),
            cost: None,
            rolls: matches!(
                choice,
                Choice::Shoot { .. }
                    | Choice::Resolve(_)
                    | Choice::Organise(..)
                    | Choice::OrganiseUnit(_)
                    | Choice::Fire { .. }
                    | Choice::Check
                    | Choice::Strike { .. }
            ),
        };
        match choice {
            Choice::Set(u, face) => {
                let show = self.card(u).faces[usize::from(face)].show.name();
                offer.piece = unit(u);
                offer.label = format!("{} starts {show}", name(u));
            }
            Choice::Rout(u) => {
                offer.piece = unit(u);
                offer.label = ["Rout movement of", name(u)].join(" ");
            }
            Choice::Move(u) => {
                offer.piece = unit(u);
                offer.label = ["Move", name(u)].join(" ");
            }
            Choice::Lead(l) => {
                offer.piece = Some(self.id_of(Piece::Leader(l)));
                offer.label = ["Move", &self.leaders[usize::from(l)].name].join(" ");
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
                offer.to = to.on().map(|h| Place::hex(self.map.label(h), None));
                offer.label = match (to.is_on(), &choice) {
                    (false, _) => ["Leave the map to the", d.name()].join(" "),
                    (_, Choice::Oblique(_)) => ["Oblique", d.name()].join(" "),
                    _ => ["Go", d.name()].join(" "),
                };
                if p.active.kind != Moving::Rout {
                    offer.cost = Some(self.price(p, side, choice));
                }
            }
            Choice::Pivot(f) | Choice::Face(f) => {
                offer.to = Some(Place::facing(f.name()));
                offer.label = ["Face", f.name()].join(" ");
                if matches!(choice, Choice::Pivot(_)) {
                    offer.cost = Some(self.price(p, side, choice));
                }
            }
            Choice::Charge(t) => {
                offer.target = unit(t);
                offer.label = ["Charge", name(t)].join(" ");
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
                offer.label = format!("Organise the {} division{half}", division.name());
            }
            Choice::Shoot { shooter, target, over } => {
                offer.piece = unit(shooter);
                offer.target = unit(target);
                offer.label = match over {
                    NONE => ["Shoot at", name(target)].join(" "),
                    over => format!("Shoot at {} over {}", name(target), name(over)),
                };
            }
            Choice::Attack(a, t) => {
                offer.piece = unit(a);
                offer.target = unit(t);
                offer.label = [name(a), "attacks", name(t)].join(" ");
            }
            Choice::Resolve(a) => {
                offer.piece = unit(a);
                offer.target = Some(p.unit(a).target).filter(|t| *t != NONE).and_then(unit);
                offer.label = ["Resolve the attack of", name(a)].join(" ");
            }
            // Without a target: who points at the enemy wants it attacked.
            Choice::Decline(a) => {
                offer.piece = unit(a);
                offer.label = match p.unit(a).target {
                    NONE => format!("Decline the charge of {}", name(a)),
                    target => format!("Decline the charge of {} on {}", name(a), name(target)),
                };
            }
            Choice::Forward(_) | Choice::Swing(_) | Choice::Rear(_) | Choice::Sidestep(_) | Choice::About => {
                let after = self.after(p, side, choice);
                if let Some(Piece::Unit(u)) = moving {
                    let (hex, facing) = (after.unit(u).hex, after.unit(u).facing.name());
                    offer.to = Some(match hex.on() {
                        Some(hex) => Place::hex(self.map.label(hex), Some(facing)),
                        None => Place::facing(facing),
                    });
                }
                let hand = |hand: super::choice::HalfCode| hand.half().name();
                offer.label = match choice {
                    Choice::Forward(h) => format!("Forward {}", hand(h)),
                    Choice::Swing(h) => format!("Pivot {}", hand(h)),
                    Choice::Rear(h) => format!("Fall back on the {}", hand(h)),
                    Choice::Sidestep(h) => format!("Sidestep {}", hand(h)),
                    _ => "About-face".into(),
                };
                if p.active.kind != Moving::Rout {
                    offer.cost = Some(self.price(p, side, choice));
                }
            }
            Choice::Close(h) => {
                offer.to = Some(Place::hex(self.map.label(h), None));
                offer.label = format!("Close ranks in {}", self.map.name(h));
                offer.cost = Some(self.price(p, side, choice));
            }
            Choice::Open(l, r) => {
                let double = board::Double::new(&self.map, l, r);
                offer.to = Some(Place::hex(self.map.label(l), double.map(|d| d.vertex().name())));
                offer.label = format!("Open ranks on {}/{}", self.map.name(l), self.map.name(r));
                offer.cost = Some(self.price(p, side, choice));
            }
            Choice::OrganiseUnit(u) => {
                offer.piece = unit(u);
                offer.label = format!("Organise {}", name(u));
            }
            Choice::Fire {
                shooter,
                target,
                from,
                to,
                over,
            } => {
                offer.piece = unit(shooter);
                offer.target = unit(target);
                offer.to = Some(Place::hex(self.map.label(to), None));
                let way = if p.unit(shooter).is_double() || p.unit(target).is_double() {
                    format!(" from {} to {}", self.map.name(from), self.map.name(to))
                } else {
                    String::new()
                };
                offer.label = match over {
                    NONE => format!("Shoot at {}{way}", name(target)),
                    over => format!("Shoot at {}{way} over {}", name(target), name(over)),
                };
            }
            Choice::Check => {
                let by = p.hits[usize::from(p.checked)];
                let target = p.unit(by).target;
                offer.piece = unit(by);
                if target != NONE {
                    offer.target = unit(target);
                    offer.label = format!("{} checks its morale", name(target));
                }
            }
            Choice::Strike { attacker, target, hex } => {
                offer.piece = unit(attacker);
                offer.target = unit(target);
                offer.to = Some(Place::hex(self.map.label(hex), None));
                offer.label = format!("{} attacks {} in {}", name(attacker), name(target), self.map.name(hex));
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
}

/// The kind of a choice in a word, and what it is for a page.
fn kind(choice: &Choice) -> (&'static str, Role) {
    match choice {
        Choice::Set(..) => ("set", Role::Open),
        Choice::Ready => ("ready", Role::Finish),
        Choice::Rout(_) => ("rout", Role::Owed),
        Choice::Move(_) => ("move", Role::Open),
        Choice::Lead(_) => ("lead", Role::Open),
        Choice::With(_) => ("with", Role::Act),
        Choice::Step(_) => ("step", Role::Act),
        Choice::Advance(_) => ("advance", Role::Act),
        Choice::Oblique(_) => ("oblique", Role::Act),
        Choice::Pivot(_) => ("pivot", Role::Act),
        Choice::Charge(_) => ("charge", Role::Act),
        Choice::Form => ("form", Role::Act),
        Choice::Done => ("done", Role::Finish),
        Choice::Stop => ("stop", Role::Finish),
        Choice::Face(_) => ("face", Role::Act),
        Choice::Mode(_) => ("mode", Role::Open),
        Choice::Organise(..) => ("organise", Role::Open),
        Choice::Shoot { .. } => ("shoot", Role::Act),
        Choice::Attack(..) => ("attack", Role::Act),
        Choice::Resolve(_) => ("resolve", Role::Act),
        Choice::Decline(_) => ("decline", Role::Act),
        Choice::End => ("end", Role::Finish),
        Choice::Forward(_) => ("forward", Role::Act),
        Choice::Swing(_) => ("pivot", Role::Act),
        Choice::Rear(_) => ("rear", Role::Act),
        Choice::Sidestep(_) => ("side", Role::Act),
        Choice::About => ("about", Role::Act),
        Choice::Close(_) => ("close", Role::Reshape),
        Choice::Open(..) => ("open", Role::Reshape),
        Choice::OrganiseUnit(_) => ("organise", Role::Open),
        Choice::Fire { .. } => ("shoot", Role::Act),
        Choice::Check => ("check", Role::Act),
        Choice::Strike { .. } => ("attack", Role::Act),
    }
}
