//! Section 11, rout movement: where routed units may go.

use super::cards::{ENGLISH, NONE, UnitId};
use super::{Battle, Edward, Kind, Position};
use crate::standard::deny::{Allowed, Code, Deny};
use crate::standard::event::Event;
use crate::standard::movement::rout_directions;
use crate::standard::position::{Active, Moving, Stand, bit};
use crate::standard::rout::{Flight, Way, Ways};
use board::{Dir, Hex, Vertex};
use kernel::{Log, Side};

/// E-116 to E-118
pub(super) fn ways(flight: &Flight<'_, Edward>, at: Stand) -> Ways {
    let mut ways = [Way::Shut; 10];
    for dir in Dir::ALL {
        ways[dir.index()] = match plain_way(flight, at.left, dir) {
            Way::Deviation(to) if dir == Dir::N && north_serves(flight, at.left) => Way::Designated(to),
            way => way,
        };
    }
    ways
}

/// E-116, E-118
fn plain_way(flight: &Flight<'_, Edward>, from: Hex, dir: Dir) -> Way {
    let ground = &flight.battle.ground;
    let step = ground.step(from, dir);
    let proper = rout_directions(flight.side).contains(&dir);
    if step.to.is_off() {
        let leaves = proper && ground.soil(from).edge(flight.side);
        return if leaves { Way::Exit } else { Way::Shut };
    }
    if !flight.open(step.to) {
        Way::Shut
    } else if proper && step.closer(flight.side) {
        Way::Designated(Stand::single(step.to))
    } else {
        Way::Deviation(Stand::single(step.to))
    }
}

/// E-117: the English may go due north if neither proper direction serves and a friend stands in one of them.
fn north_serves(flight: &Flight<'_, Edward>, from: Hex) -> bool {
    let proper = rout_directions(ENGLISH);
    let serves = |d: Dir| matches!(plain_way(flight, from, d), Way::Designated(_) | Way::Exit);
    let friends = flight.battle.army(flight.side) & flight.p.on_map & !bit(flight.unit);
    let friend = |d: Dir| {
        let unit = flight.p.at(flight.battle.ground.step(from, d).to);
        unit != NONE && friends & bit(unit) != 0
    };
    flight.side == ENGLISH && !proper.into_iter().any(serves) && proper.into_iter().any(friend)
}

impl Battle {
    /// E-115: no hex next to an enemy.
    pub(super) fn is_near_enemy(&self, p: &Position, side: Side, hex: Hex) -> bool {
        let enemies = self.army(side.other());
        let holds = |hex: &Hex| {
            let unit = p.at(*hex);
            unit != NONE && enemies & bit(unit) != 0
        };
        self.map.neighbours(hex).iter().any(holds)
    }

    /// E-53: a close schiltrom opens as it runs.
    pub(super) fn open_to_run(&self, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
        if self.card(unit).kind == Kind::Schiltrom && self.face(p, unit).close_order() {
            p.unit_mut(unit).face ^= 1;
            log.event(|| Event::SchiltromOpens { unit });
        }
    }

    /// E-122, ER-44
    pub(super) fn may_face(&self, p: &Position, facing: Vertex) -> Allowed {
        Self::in_stage(p.active.kind == Moving::RoutFacing)?;
        if Vertex::looking(p.active.last).contains(&facing) {
            Ok(())
        } else {
            Err(Deny::new(Code::RoutFacing, "E-122"))
        }
    }

    pub(super) fn face_after_rout(&self, p: &mut Position, facing: Vertex, log: &mut impl Log<Event>) {
        let unit = p.active.unit;
        p.unit_mut(unit).facing = facing;
        p.active = Active::NOBODY;
        log.event(|| Event::Turned { unit, facing, spent: 0 });
    }
}
