//! Commanders: their moves, refuge and loss (LR-17).

use crate::battle::Battle;
use crate::deny::{Fault, Faults};
use crate::event::Event;
use crate::marks::Marks;
use crate::position::{Id, Place, Position, State};
use board::table::{Distance, Point, Segment, distance, inside, meets};
use kernel::{Log, Side};

/// In good going and in bad.
pub const REACH: [i32; 2] = [10_000, 6000];
const REFUGE: i32 = 6000;

/// A commander's move: where he goes and whom he joins.
pub struct Ride {
    pub to: Option<[i32; 2]>,
    pub join: Option<Id>,
    pub leave: bool,
}

impl Battle {
    pub fn check_commander(&self, p: &Position, side: Side, who: u8, ride: &Ride) -> Result<(), Fault> {
        let mut faults = Faults::default();
        let card = self.commanders.get(usize::from(who)).ok_or(Fault::UnknownUnit)?;
        if card.side != side {
            return Err(Fault::NotYours);
        }
        let state = p.commanders[usize::from(who)];
        faults.add_if(state.moved, Fault::CommanderMoved);
        let from = match state.place {
            Place::Free(at) if !ride.leave => at,
            Place::Leading(unit) => {
                let led = p.unit(unit);
                if !led.state.on_table() {
                    return Err(if led.state == State::Reserve {
                        Fault::State
                    } else {
                        Fault::Gone
                    });
                }
                // Who has moved with his unit has moved.
                faults.add_if(led.is(Marks::MOVED), Fault::CommanderMoved);
                faults.add_if(!ride.leave || led.state != State::Steady, Fault::State);
                faults.add_if(p.in_contact(unit), Fault::InContact);
                led.at.at
            }
            Place::Free(_) => return Err(Fault::State),
            Place::Lost | Place::Out | Place::Unseen => return Err(Fault::Gone),
        };
        let to = ride.to.map_or(from, |[x, y]| Point::new(x, y));
        let reach = REACH[usize::from(self.is_bad(from))];
        faults.add_if(!from.within(reach, to), Fault::CommanderBudget);
        let table = self.table.bounds();
        let on =
            to.x() >= table.min.x() && to.x() <= table.max.x() && to.y() >= table.min.y() && to.y() <= table.max.y();
        faults.add_if(!on, Fault::OffTable);
        let path = Segment([from, to]);
        let enemies = p
            .ids()
            .filter(|unit| self.side_of(*unit) != side && p.unit(*unit).state.on_table());
        let stopped = enemies.into_iter().any(|unit| meets(&path, &self.foot(p, unit)));
        let drowned = self.impassable().any(|area| meets(&path, &area.shape));
        faults.add_if(stopped || drowned, Fault::CommanderOverlap);
        if let Some(unit) = ride.join {
            let joined = p.units.get(usize::from(unit)).ok_or(Fault::UnknownUnit)?;
            if self.side_of(unit) != side {
                return Err(Fault::NotYours);
            }
            if !joined.state.on_table() {
                return Err(if joined.state == State::Reserve {
                    Fault::State
                } else {
                    Fault::Gone
                });
            }
            faults.add_if(joined.state != State::Steady, Fault::State);
            faults.add_if(
                !rest_reaches(from, to, distance(&to, &self.foot(p, unit)), reach),
                Fault::CommanderBudget,
            );
        }
        // An order that does nothing is none.
        faults.add_if(ride.to.is_none() && ride.join.is_none(), Fault::State);
        faults.result()
    }

    pub fn move_commander(&self, p: &mut Position, who: u8, ride: &Ride, log: &mut impl Log<Event>) {
        let seen_before = self.is_seen_leading(p, who);
        let commander = &mut p.commanders[usize::from(who)];
        commander.moved = true;
        if let Some([x, y]) = ride.to {
            commander.place = Place::Free(Point::new(x, y));
        }
        if let Some(unit) = ride.join {
            commander.place = Place::Leading(unit);
        }
        let seen = seen_before || self.is_seen_leading(p, who);
        log.event(|| Event::CommanderMoved { who, seen });
    }

    /// A free commander inside an enemy footprint takes refuge with the nearest friends, or is lost.
    pub fn overrun_commanders(&self, p: &mut Position, log: &mut impl Log<Event>) {
        for who in 0..p.commanders.len() {
            let Place::Free(at) = p.commanders[who].place else {
                continue;
            };
            let side = self.commanders[who].side;
            let standing = |unit: &Id| p.unit(*unit).state.on_table();
            let overrun = p
                .ids()
                .filter(standing)
                .any(|unit| self.side_of(unit) != side && inside(&self.foot(p, unit), at));
            if !overrun {
                continue;
            }
            let friends = p
                .ids()
                .filter(|unit| self.side_of(*unit) == side && p.unit(*unit).state == State::Steady);
            let near = friends.map(|unit| (distance(&at, &self.foot(p, unit)), unit));
            let refuge = near
                .filter(|(far, _)| far.within(REFUGE))
                .min_by_key(|(far, unit)| (*far, *unit));
            match refuge {
                Some((_, unit)) => p.commanders[who].place = Place::Leading(unit),
                None => self.lose_commander(p, who, log),
            }
        }
    }

    pub fn lose_commander(&self, p: &mut Position, who: usize, log: &mut impl Log<Event>) {
        p.commanders[who].place = Place::Lost;
        if p.commanders[who].general {
            p.army_mut(self.commanders[who].side).general_lost = true;
        }
        log.event(|| Event::CommanderLost(who as u8));
    }

    /// The commanders who lead a unit.
    pub fn leaders(&self, p: &Position, unit: Id) -> impl Iterator<Item = usize> + use<> {
        let led = p
            .commanders
            .iter()
            .map(|commander| commander.place == Place::Leading(unit));
        let led: arrayvec::ArrayVec<bool, { crate::position::MOST_COMMANDERS }> = led.collect();
        (0..led.len()).filter(move |who| led[*who])
    }
}

/// Whether what is left of his reach after the way he went brings him to a unit. Lengths are compared squared: with `a` the way,
/// `b` the rest, a + b <= reach.
fn rest_reaches(from: Point, to: Point, rest: Distance, reach: i32) -> bool {
    let gone = Distance::between(from, to).mils();
    gone <= reach && rest.within(reach - gone)
}
