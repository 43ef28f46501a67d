//! Sections 5.1, 5.2 and 15.5, how single and double counters move.

use super::ground::toll;
use super::{Battle, Choice, HalfCode, Position};
use crate::standard::cards::{Face, Kind, NONE, UnitId};
use crate::standard::deny::{Allowed, Code, Deny};
use crate::standard::event::Event;
use crate::standard::ground::Step;
use crate::standard::movement::Purse;
use crate::standard::position::{NOTHING, Stand, leader_members};
use arrayvec::ArrayVec;
use board::Dir;
use kernel::{Log, Side};

/// Half points.
const ABOUT: u8 = 4;
const SIDESTEP: u8 = 2;
const ABOUT_IN_MARSH: u8 = 2;

/// How [`Active::recent`](crate::standard::position::Active) writes down a step: its direction, or the front a double
/// went to, and what its ground was like.
pub(super) const FORWARD_LEFT: u8 = 6;
pub(super) const FORWARD_RIGHT: u8 = 7;
pub(super) const WAY: u8 = 7;
pub(super) const NOT_CLEAR: u8 = 0x10;
pub(super) const IN_MARSH: u8 = 0x20;
pub(super) const DOWNHILL: u8 = 0x40;

/// What a manoeuvre does: which halves go which way, and where the counter is then.
#[derive(Clone, Copy, Debug)]
struct Manoeuvre {
    to: Stand,
    /// The left and the right half, if they move.
    left: Option<Dir>,
    right: Option<Dir>,
    extra: u8,
    way: u8,
}

/// A manoeuvre that may be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub to: Stand,
    pub purse: Purse,
    pub note: u8,
}

impl Battle {
    /// From the left half of a double to its right half.
    #[inline]
    pub(super) fn along(&self, p: &Position, unit: UnitId) -> Dir {
        // The facing is a quarter turn left of it.
        Dir::from_index(p.unit(unit).facing as u8 + 2)
    }

    /// the shape of a manoeuvre on an empty map; hexes beyond it are `OFF`.
    fn shape(&self, p: &Position, unit: UnitId, choice: &Choice) -> Allowed<Manoeuvre> {
        let piece = p.unit(unit);
        let (left, right) = (piece.hex, piece.right);
        let go = |hex, dir| self.ground.step(hex, dir).to;
        if !piece.is_double() {
            let Choice::Step(dir) = *choice else {
                return Err(Deny::new(Code::ManoeuvreNotAllowed, "Q-13"));
            };
            return Ok(Manoeuvre {
                to: Stand::single(go(left, dir)),
                left: Some(dir),
                right: None,
                extra: 0,
                way: dir as u8,
            });
        }
        let d = self.along(p, unit);
        let shift = |dir: Dir, extra: u8, way: u8| Manoeuvre {
            to: Stand {
                left: go(left, dir),
                right: go(right, dir),
            },
            left: Some(dir),
            right: Some(dir),
            extra,
            way,
        };
        Ok(match *choice {
            Choice::Forward(HalfCode::Left) => shift(d.turned(-2), 0, FORWARD_LEFT),
            Choice::Forward(HalfCode::Right) => shift(d.turned(-1), 0, FORWARD_RIGHT),
            Choice::Sidestep(HalfCode::Left) => shift(d.opposite(), SIDESTEP, NOTHING),
            Choice::Sidestep(HalfCode::Right) => shift(d, SIDESTEP, NOTHING),
            // Turning left, the right half comes round; turning right, the left one.
            Choice::Swing(HalfCode::Left) => Manoeuvre {
                to: Stand {
                    left,
                    right: go(right, d.turned(-2)),
                },
                left: None,
                right: Some(d.turned(-2)),
                extra: 0,
                way: NOTHING,
            },
            Choice::Swing(HalfCode::Right) => Manoeuvre {
                to: Stand {
                    left: go(left, d.turned(-1)),
                    right,
                },
                left: Some(d.turned(-1)),
                right: None,
                extra: 0,
                way: NOTHING,
            },
            _ => return Err(Deny::new(Code::ManoeuvreNotAllowed, "Q-14")),
        })
    }

    /// The steps of the halves that move, left first.
    fn steps_of(&self, from: Stand, m: &Manoeuvre) -> ArrayVec<Step, 2> {
        let mut steps = ArrayVec::new();
        for (half, dir) in [(from.left, m.left), (from.right, m.right)] {
            if let Some(dir) = dir {
                steps.push(self.ground.step(half, dir));
            }
        }
        steps
    }

    pub(super) fn may_manoeuvre(&self, p: &Position, choice: &Choice) -> Allowed<Pace> {
        let unit = self.mover(p)?;
        let m = self.shape(p, unit, choice)?;
        let from = p.unit(unit).stand();
        let steps = self.steps_of(from, &m);
        self.may_enter(p, unit, &steps)?;
        self.pay(p, unit, &m, &steps)
    }

    /// Map, terrain and occupancy, in this order.
    fn may_enter(&self, p: &Position, unit: UnitId, steps: &[Step]) -> Allowed {
        if steps.iter().any(|s| s.to.is_off()) {
            return Err(Deny::new(Code::OffMap, "Q-11"));
        }
        if let Some(step) = steps.iter().find(|s| self.ground.soil(s.to).pool()) {
            return Err(Deny::new(Code::ProhibitedTerrain, "Q-10").at(step.to));
        }
        let taken = |s: &&Step| {
            let other = p.at(s.to);
            other != NONE && other != unit
        };
        if let Some(step) = steps.iter().find(taken) {
            return Err(Deny::new(Code::HexOccupied, "Q-09").at(step.to));
        }
        Ok(())
    }

    #[inline]
    fn is_schiltrom(&self, unit: UnitId) -> bool {
        self.card(unit).kind == Kind::Schiltrom
    }

    /// What a manoeuvre costs the unit and the leaders with it, if they can pay.
    fn pay(&self, p: &Position, unit: UnitId, m: &Manoeuvre, steps: &[Step]) -> Allowed<Pace> {
        let side = self.card(unit).side;
        let face = self.face(p, unit);
        let purse = self.purse(p);
        let marks = steps.iter().fold(0, |marks, s| marks | s.marks);
        let strayed = purse.strayed || steps.iter().any(|s| !s.closer(side));
        let limit = self.limit(p, face, true, strayed);
        let cost = toll(marks, self.is_schiltrom(unit)) + m.extra;
        if purse.spent + cost > limit {
            return Err(self.too_dear(cost, purse.spent, limit, face.allowance));
        }
        let mut after = Purse {
            spent: purse.spent + cost,
            entered: true,
            strayed,
            ..purse
        };
        if let Some(step) = self.dearest_ride(p, unit, m) {
            after.leader_spent = self.leaders_pay(p, purse.leader_spent, step, strayed)?;
        }
        let mut note = m.way;
        for step in steps {
            let soil = self.ground.soil(step.to);
            if !soil.clear() {
                note |= NOT_CLEAR;
            }
            if soil.marsh() {
                note |= IN_MARSH;
            }
            if step.downhill() {
                note |= DOWNHILL;
            }
        }
        Ok(Pace {
            to: m.to,
            purse: after,
            note,
        })
    }

    /// QR-17, QR-53: leaders pay for the hex they themselves enter, all of them what the dearest of their steps costs.
    fn dearest_ride(&self, p: &Position, unit: UnitId, m: &Manoeuvre) -> Option<Step> {
        if p.active.leaders == 0 {
            return None;
        }
        let from = p.unit(unit).stand();
        leader_members(p.active.leaders)
            .filter_map(|l| {
                let at = p.leaders[usize::from(l)];
                let dir = if at == from.left { m.left } else { m.right };
                dir.map(|dir| self.ground.step(at, dir))
            })
            .max_by_key(|step| step.leader_cost)
    }

    pub(super) fn manoeuvre(&self, p: &mut Position, choice: &Choice, log: &mut impl Log<Event>) {
        let Ok(pace) = self.may_manoeuvre(p, choice) else {
            return;
        };
        let unit = p.active.unit;
        let from = p.unit(unit).stand();
        self.go_to(p, unit, pace.to);
        p.unit_mut(unit).spent = pace.purse.spent;
        let a = &mut p.active;
        a.leader_spent = pace.purse.leader_spent;
        a.entered = true;
        a.strayed = pace.purse.strayed;
        a.fresh = false;
        a.owes_step = false;
        a.recent = [a.recent[1], a.recent[2], pace.note];
        log.event(|| Event::Entered {
            unit,
            at: pace.to,
            spent: pace.purse.spent,
        });
        for hex in pace.to.hexes().filter(|h| !from.covers(*h)) {
            self.capture(p, unit, hex, log);
        }
    }

    /// the cost, and whether the unit then owes a step home.
    pub(super) fn may_turn_about(&self, p: &Position) -> Allowed<(u8, bool)> {
        let unit = self.mover(p)?;
        let piece = p.unit(unit);
        if !piece.is_double() {
            return Err(Deny::new(Code::ManoeuvreNotAllowed, "Q-13"));
        }
        let marsh = piece.stand().hexes().any(|h| self.ground.soil(h).marsh());
        let cost = if marsh && !self.is_schiltrom(unit) {
            ABOUT + ABOUT_IN_MARSH
        } else {
            ABOUT
        };
        let after = Stand {
            left: piece.right,
            right: piece.hex,
        };
        let owes = self.spend_in_place(p, unit, cost, after, self.face(p, unit))?;
        Ok((cost, owes))
    }

    /// QR-18: leaders stay in their hexes.
    pub(super) fn turn_about(&self, p: &mut Position, log: &mut impl Log<Event>) {
        let (cost, owes) = self.may_turn_about(p).unwrap_or((0, false));
        let unit = p.active.unit;
        let piece = p.unit_mut(unit);
        (piece.hex, piece.right) = (piece.right, piece.hex);
        piece.facing = piece.facing.opposite();
        piece.spent += cost;
        let (facing, spent) = (piece.facing, piece.spent);
        self.stayed(p, owes);
        log.event(|| Event::Turned { unit, facing, spent });
    }

    /// Something was done without entering a hex.
    pub(super) fn stayed(&self, p: &mut Position, owes: bool) {
        let a = &mut p.active;
        a.owes_step |= owes;
        a.fresh = false;
        a.recent = [a.recent[1], a.recent[2], NOTHING];
    }

    /// when tired, points above half may be spent in place only if a step home can still follow, and must
    /// then follow. Whether it is owed. `after` and `face`: where and how the counter stands then.
    pub(super) fn spend_in_place(
        &self,
        p: &Position,
        unit: UnitId,
        cost: u8,
        after: Stand,
        face: &Face,
    ) -> Allowed<bool> {
        let spent = p.unit(unit).spent;
        let limit = self.limit(p, face, p.active.entered, p.active.strayed);
        let total = spent + cost;
        if total <= limit {
            return Ok(false);
        }
        if !p.active.entered && total <= face.allowance && self.way_home(p, unit, total, after, face) {
            return Ok(true);
        }
        Err(self.too_dear(cost, spent, limit, face.allowance))
    }

    /// Whether a step home can be made after `spent` half points.
    fn way_home(&self, p: &Position, unit: UnitId, spent: u8, at: Stand, face: &Face) -> bool {
        // The move is tried out on a copy; this is asked only when tired, and rarely then.
        let mut then = p.clone();
        then.stand(unit, at);
        let piece = then.unit_mut(unit);
        piece.spent = spent;
        if let Some(up) = self.card(unit).faces.iter().position(|f| f == face) {
            piece.face = up as u8;
        }
        if let Some(double) = board::Double::new(&self.map, at.left, at.right) {
            piece.facing = double.vertex();
        }
        for leader in leader_members(then.active.leaders) {
            if !at.covers(then.leaders[usize::from(leader)]) {
                then.leaders[usize::from(leader)] = at.left;
            }
        }
        let goes_home = |c: &Choice| self.may_manoeuvre(&then, c).is_ok_and(|pace| !pace.purse.strayed);
        moves(at.right.is_on()).iter().any(goes_home)
    }

    pub(super) fn list_manoeuvres(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        self.list_companions(p, side, out);
        let double = p.unit(p.active.unit).is_double();
        for choice in moves(double) {
            if self.may_manoeuvre(p, choice).is_ok() {
                out.push(*choice);
            }
        }
        if double && self.may_turn_about(p).is_ok() {
            out.push(Choice::About);
        }
        self.list_charges(p, side, out);
        self.list_formations(p, out);
        if self.may_finish(p).is_ok() {
            out.push(Choice::Done);
        }
    }

    /// Why a unit cannot go that way: what speaks against the manoeuvre that leads there.
    pub(super) fn why_not_step(&self, p: &Position, unit: UnitId, dir: Dir) -> Option<Deny> {
        if !p.unit(unit).is_double() {
            return self.may_manoeuvre(p, &Choice::Step(dir)).err();
        }
        let d = self.along(p, unit);
        let choice = match dir {
            _ if dir == d.turned(-2) => Choice::Forward(HalfCode::Left),
            _ if dir == d.turned(-1) => Choice::Forward(HalfCode::Right),
            _ if dir == d => Choice::Sidestep(HalfCode::Right),
            _ if dir == d.opposite() => Choice::Sidestep(HalfCode::Left),
            _ => Choice::Step(dir),
        };
        self.may_manoeuvre(p, &choice).err()
    }
}

/// What enters a hex.
fn moves(double: bool) -> &'static [Choice] {
    const SINGLE: [Choice; 6] = [
        Choice::Step(Dir::N),
        Choice::Step(Dir::NE),
        Choice::Step(Dir::SE),
        Choice::Step(Dir::S),
        Choice::Step(Dir::SW),
        Choice::Step(Dir::NW),
    ];
    const DOUBLE: [Choice; 6] = [
        Choice::Forward(HalfCode::Left),
        Choice::Forward(HalfCode::Right),
        Choice::Swing(HalfCode::Left),
        Choice::Swing(HalfCode::Right),
        Choice::Sidestep(HalfCode::Left),
        Choice::Sidestep(HalfCode::Right),
    ];
    if double { &DOUBLE } else { &SINGLE }
}
