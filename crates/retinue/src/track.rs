//! The way of a figure in the Movement phase, whether declared or not.

use crate::battle::Battle;
use crate::position::{Id, NOBODY, Order, Position, State};
use crate::troops::{Chit, Pace, Panic};
use arrayvec::ArrayVec;
use board::table::{Angle, Distance, Point, Way};

pub const TICKS: i32 = 24;

/// The way of a figure.
pub enum Track {
    Still,
    /// Points on foot.
    Path(ArrayVec<Point, 5>),
    /// Straight, half-way turned, straight.
    Ride {
        heads: [Angle; 2],
        half: i32,
    },
    /// On foot straight at an enemy, wherever he goes.
    Homing,
}

pub struct Mover {
    pub track: Track,
    pub length: i32,
    pub pace: Pace,
    pub start: Point,
    /// How far along its way, and where.
    pub done: i32,
    pub at: Point,
    pub previous: Point,
    pub storey: u8,
    /// Moves in this tick, or did until it was stopped in it.
    pub active: bool,
    pub stopped: bool,
    /// Set by a settlement of this tick.
    pub settled: bool,
    /// May bring about contact: a melee chit, a router, a horse in panic.
    pub fierce: bool,
    pub melee: bool,
    pub target: Id,
    pub facing: Option<Angle>,
    pub past: [Point; TICKS as usize + 1],
    pub met: i32,
    /// The line that stopped a router.
    pub line: u8,
    /// Comes over a line after the last tick.
    pub crosses: bool,
}

impl Mover {
    /// The point so far along a way that does not depend on others.
    pub fn point(&self, mils: i32) -> Point {
        match &self.track {
            Track::Still | Track::Homing => self.at,
            Track::Path(points) => {
                let mut left = mils;
                for ends in points.windows(2) {
                    let length = Distance::between(ends[0], ends[1]).mils();
                    if left <= length {
                        return Way::between(ends[0], ends[1])
                            .map_or(ends[0], |(way, _)| ends[0].plus(way.shift(left)));
                    }
                    left -= length;
                }
                points.last().copied().unwrap_or(self.start)
            }
            Track::Ride { heads, half } => {
                let first = self.start.plus(Way::along(heads[0]).shift(mils.min(*half)));
                if heads[0] == heads[1] {
                    self.start.plus(Way::along(heads[0]).shift(mils))
                } else {
                    first.plus(Way::along(heads[1]).shift((mils - half).max(0)))
                }
            }
        }
    }

    pub fn heading(&self) -> Option<Angle> {
        match &self.track {
            Track::Ride { heads, half } => Some(heads[usize::from(self.done > *half)]),
            _ => None,
        }
    }
}

impl Battle {
    pub fn mover(&self, p: &Position, who: Id, fallen: bool) -> Mover {
        let figure = p.figure(who);
        let mut mover = Mover {
            track: Track::Still,
            length: 0,
            pace: Pace::Stood,
            start: figure.at,
            done: 0,
            at: figure.at,
            previous: figure.at,
            storey: figure.storey,
            active: false,
            stopped: true,
            settled: false,
            fierce: figure.state == State::Routing || figure.panic.is_some_and(|panic| panic != Panic::Stands),
            melee: figure.ready() && figure.has(Chit::Melee) && figure.panic.is_none(),
            target: NOBODY,
            facing: None,
            past: [figure.at; TICKS as usize + 1],
            met: TICKS + 1,
            line: NOBODY,
            crosses: false,
        };
        mover.fierce |= mover.melee;
        let touched = self.in_contact(p, who);
        if figure.panic == Some(Panic::Charges) {
            mover.target = figure.target;
        }
        // Whoever was stopped at a line crosses it now (TC-16).
        let told = figure.ready() && figure.crossing && figure.panic.is_none();
        let unbidden = self.crosses_unbidden(p, who);
        mover.crosses = !fallen && figure.line != NOBODY && (told || unbidden);
        if fallen || unbidden {
            // The line he would have crossed is still before him.
            mover.line = figure.line;
            return mover;
        }
        if let Some(flight) = self.flight(p, who) {
            let charges = figure.panic == Some(Panic::Charges);
            if !(charges && touched) {
                mover.track = Track::Ride {
                    heads: [flight.heading; 2],
                    half: flight.length,
                };
                (mover.length, mover.pace, mover.stopped) = (flight.length, flight.pace, false);
            }
            return mover;
        }
        let held = touched && figure.has(Chit::Melee);
        if !figure.ready() || figure.panic.is_some() {
            return mover;
        }
        match &figure.order {
            Order::None => {}
            Order::Face(facing) => mover.facing = Some(*facing),
            Order::Path(pace, legs, facing) if !held => {
                let points: ArrayVec<Point, 5> = std::iter::once(figure.at).chain(legs.iter().copied()).collect();
                mover.length = points
                    .windows(2)
                    .map(|ends| Distance::between(ends[0], ends[1]).mils())
                    .sum();
                mover.track = Track::Path(points);
                (mover.pace, mover.facing, mover.stopped) = (*pace, *facing, false);
            }
            Order::At(pace, target, facing) => {
                mover.target = *target;
                mover.facing = *facing;
                if !held {
                    mover.length = self.homing_rate(p, who, *pace, *target);
                    (mover.track, mover.pace, mover.stopped) = (Track::Homing, *pace, false);
                }
            }
            Order::Ride(ride) => {
                mover.target = ride.target;
                if !held {
                    let first = figure.facing.turned(ride.first.into());
                    let heads = [first, first.turned(ride.half_way.into())];
                    mover.track = Track::Ride {
                        heads,
                        half: ride.distance / 2,
                    };
                    (mover.length, mover.pace, mover.stopped) = (ride.distance, ride.gait, false);
                }
            }
            Order::Path(..) => {}
        }
        mover
    }
}

impl Mover {
    /// Where a figure was after the tick before; `moved`: it has gone on in this tick already.
    pub fn previous_or_at(&self, moved: bool) -> Point {
        if moved { self.previous } else { self.at }
    }
}
