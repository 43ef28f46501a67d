//! SR-S4: leaders who go over to the Scots with their men, and what may be moved at once. MR-88, MR-98

use crate::Battle;
use crate::cards::{LeaderId, SCOTS, UnitId};
use crate::deny::{Allowed, Code, Deny, Why};
use crate::event::{Deed, Event, Of};
use crate::position::{Banner, Piece, Place, Position};
use crate::task::Task;
use kernel::Log;

impl Battle {
    /// The moment the box gives the Scots +2, once the combat, the shot or the step that brought it there is over. Their new
    /// master may move them at once, even in the middle of somebody's move, which then goes on.
    pub(crate) fn turn_coats(&self, p: &mut Position, log: &mut impl Log<Event>) {
        if !self.wavers || p.turned_coat || self.tracks.value(p.morale) < 2 {
            return;
        }
        p.turned_coat = true;
        let begun = p.stack.len();
        for (id, card) in self.leaders.iter().enumerate() {
            if !card.wavers {
                continue;
            }
            let id = id as LeaderId;
            let before = p.leader(id).side;
            p.leader_mut(id).side = before.other();
            if p.leader(id).place != Place::Eliminated {
                log.event(|| Event::Plain(Deed::TurnsCoat, Of::leader(id)));
            }
            for unit in p.army[before.index()].iter() {
                if p.unit(unit).command == id && p.unit(unit).place != Place::Eliminated {
                    self.changes_side(p, unit, log);
                }
            }
        }
        // Below whatever a banner asks.
        p.stack.insert(begun, Task::Turncoats);
        self.suspend(p, begun);
    }

    /// The move under way waits. Whoever makes it and has changed sides himself has made it: the step and the windows of his
    /// activation, all below `begun`, are over.
    fn suspend(&self, p: &mut Position, begun: usize) {
        let Some(active) = p.active.take() else {
            return;
        };
        if self.piece_side(p, active.piece) == self.active_side(p) {
            p.suspended = Some(Box::new(active));
            return;
        }
        let step = p.stack.iter().position(|task| *task == Task::Step);
        p.stack.drain(step.unwrap_or(begun)..begun);
    }

    pub(crate) fn turncoats_done(&self, p: &mut Position) {
        p.stack.pop();
        p.active = p.suspended.take().map(|active| *active);
    }

    fn changes_side(&self, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
        let before = p.unit(unit).side;
        let hex = p.unit(unit).hex;
        if p.banners[before.index()] == Banner::Held(unit) {
            self.banner_falls(p, before, hex, log);
        }
        p.army[before.index()].drop(unit);
        p.army[before.other().index()].add(unit);
        p.unit_mut(unit).side = before.other();
        // A hex never holds both sides: whoever stands among former friends scatters.
        let among = p.unit(unit).on_map() && p.at(hex).any(|u| p.unit(u).side == before);
        if among {
            self.scatter(p, unit, log);
        } else if p.unit(unit).on_map() {
            self.meets_banners(p, unit, log);
        }
    }

    fn has_turned(&self, p: &Position, unit: UnitId) -> bool {
        let leader = self.leaders.get(usize::from(p.unit(unit).command));
        p.unit(unit).side == SCOTS && leader.is_some_and(|l| l.wavers)
    }

    /// Whom the Scots may still move at once: each that has not been activated in this turn.
    pub(crate) fn turncoats<'a>(&'a self, p: &'a Position) -> impl Iterator<Item = UnitId> + 'a {
        let own = p.army[SCOTS.index()].and(&p.on_map).without(&p.locked);
        let fresh = own.without(&p.activated).without(&p.acted);
        fresh.iter().filter(|u| self.has_turned(p, *u))
    }

    pub(crate) fn may_move_at_once(&self, p: &Position, piece: Piece) -> Allowed {
        let Piece::Unit(unit) = piece else {
            return Err(Deny::new(Code::Scenario, "SR-S4").because(Why::TurncoatsOnly));
        };
        if !self.has_turned(p, unit) {
            return Err(Deny::new(Code::Scenario, "SR-S4").because(Why::TurncoatsOnly));
        }
        self.may_act_from_map(p, unit)?;
        self.may_still_move(p, unit)
    }
}
