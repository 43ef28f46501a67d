//! Setting up before the first turn, where players have agreed on it (EL-11).

use crate::battle::Battle;
use crate::deny::{Fault, Faults};
use crate::event::Event;
use crate::marks::Marks;
use crate::position::{Id, Position, State};
use board::table::{Hull, Stance};
use kernel::Log;

impl Battle {
    /// Once for each unit: within the zone of its side, clear, and if it is hidden in cover.
    pub fn check_deploy(&self, p: &Position, unit: Id, to: Stance) -> Result<(), Fault> {
        let mut faults = Faults::default();
        let state = p.unit(unit);
        faults.add_if(state.is(Marks::ORDERED), Fault::AlreadyOrdered);
        faults.add_if(state.state != State::Steady, Fault::State);
        let foot = self.foot(p, unit).placed(to);
        let bounds = foot.bounds();
        let within = |[west, south, east, north]: [i32; 4]| {
            west <= bounds.min.x() && bounds.max.x() <= east && south <= bounds.min.y() && bounds.max.y() <= north
        };
        faults.add_if(
            !self.sides[self.side_of(unit).index()].zone.is_some_and(within),
            Fault::Zone,
        );
        faults.add_if(state.is(Marks::HIDDEN) && !self.is_covered(to.at), Fault::Zone);
        faults.add_if(!self.table.holds(&foot), Fault::OffTable);
        faults.add_if(!self.is_clear_of_others(p, unit, &foot, 0), Fault::Overlap);
        faults.result()
    }

    /// Zones of two sides do not meet, so that nobody is set up upon somebody hidden.
    pub fn deploy(&self, p: &mut Position, unit: Id, to: Stance, log: &mut impl Log<Event>) {
        let state = p.unit_mut(unit);
        state.at = to;
        state.marks.set(Marks::ORDERED);
        if !state.is(Marks::HIDDEN) {
            log.event(|| Event::Placed(unit, to));
        }
    }
}
