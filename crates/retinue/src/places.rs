//! The end of movement: lines crossed, friends apart, and what the move has cost (TR-31, TR-33, TC-6, TC-11).

use crate::battle::{Battle, overlap};
use crate::event::Event;
use crate::morale::bit;
use crate::position::{Id, MOST_FIGURES, NOBODY, Position, State};
use crate::track::{Mover, TICKS, Track};
use crate::troops::{Pace, Panic};
use arrayvec::ArrayVec;
use board::table::{Angle, Point, Stance, Way};
use kernel::Log;

impl Battle {
    /// TR-33, TC-16: those who cross a line come to its far side, if there is room.
    pub fn cross_lines(&self, p: &Position, movers: &mut [Mover]) {
        for who in p.ids() {
            let figure = p.figure(who);
            if !movers[usize::from(who)].crosses {
                continue;
            }
            let place = self.mirrored(figure.line, figure.at);
            let free = p.ids().all(|other| {
                let there = &movers[usize::from(other)];
                let apart = other == who || !p.figure(other).state.stands() || there.storey != figure.storey;
                apart || !overlap(figure, place, p.figure(other), there.at)
            });
            if free && self.table.holds(&place) {
                movers[usize::from(who)].at = place;
            }
        }
    }

    /// TR-31, TC-6: friends do not end upon each other. Whoever finds not even the place free that he started from keeps it, and
    /// the others are placed anew (RT-13).
    pub fn place(&self, p: &Position, movers: &mut [Mover]) {
        let mut home = 0;
        while let Some(who) = self.place_around(p, movers, home) {
            home |= bit(who);
        }
    }

    /// Places everybody, those at home first; gives one who finds no place, if there is one, and then nobody has been placed.
    fn place_around(&self, p: &Position, movers: &mut [Mover], home: u128) -> Option<Id> {
        let mut order: ArrayVec<(u8, i32, Id), MOST_FIGURES> = p
            .ids()
            .filter(|who| p.figure(*who).state.stands())
            .map(|who| {
                let mover = &movers[usize::from(who)];
                match () {
                    () if mover.at == mover.start || home & bit(who) != 0 => (0, 0, who),
                    () if self.meets(p, movers, who) => (1, mover.met, who),
                    () => (2, 0, who),
                }
            })
            .collect();
        order.sort_unstable();
        let raw: ArrayVec<Point, MOST_FIGURES> = movers.iter().map(|mover| mover.at).collect();
        let mut placed: ArrayVec<Id, MOST_FIGURES> = ArrayVec::new();
        for (_, _, who) in order {
            let mover = &movers[usize::from(who)];
            let clear = |at: Point| {
                placed.iter().all(|other| {
                    let there = &movers[usize::from(*other)];
                    there.storey != mover.storey || !overlap(p.figure(who), at, p.figure(*other), there.at)
                })
            };
            let back = || mover.past.into_iter().rev().find(|at| clear(*at));
            let place = match () {
                () if home & bit(who) != 0 => Some(mover.start),
                () if clear(mover.at) => Some(mover.at),
                () => self.round_the_rim(p, movers, who, &clear).or_else(back),
            };
            let Some(place) = place else {
                movers.iter_mut().zip(raw).for_each(|(mover, at)| mover.at = at);
                return Some(who);
            };
            movers[usize::from(who)].at = place;
            placed.push(who);
        }
        None
    }

    /// The first free point on the rim of the enemy he goes at, within 90 degrees, the side with fewer steps first.
    fn round_the_rim(&self, p: &Position, movers: &[Mover], who: Id, clear: &dyn Fn(Point) -> bool) -> Option<Point> {
        let mover = &movers[usize::from(who)];
        let Track::Homing = mover.track else {
            return None;
        };
        let enemy = &movers[usize::from(mover.target)];
        let reach = self.reach(p, who, mover.target) as i32;
        if !mover.at.within(reach + 20, enemy.at) {
            return None;
        }
        let bearing = Angle::bearing(enemy.at, mover.at)?;
        let steps = (1..=90).flat_map(|step| [-10 * step, 10 * step]);
        let mut points = steps.map(|turn| enemy.at.plus(Way::along(bearing.turned(turn)).shift(reach)));
        let upright = |other: Id| other != who && p.figure(other).state.stands();
        points.find(|at| {
            let free = p.ids().filter(|other| upright(*other)).all(|other| {
                let there = &movers[usize::from(other)];
                there.storey != mover.storey || !overlap(p.figure(who), *at, p.figure(other), there.at)
            });
            free && clear(*at) && self.table.holds(at) && self.stopped_by(p.figure(who).radius(), *at, *at).is_none()
        })
    }

    /// Where everybody is now, and what it has cost him.
    pub fn arrive(&self, p: &mut Position, movers: &[Mover], log: &mut impl Log<Event>) {
        for who in p.ids() {
            let mover = &movers[usize::from(who)];
            if !p.figure(who).state.stands() {
                continue;
            }
            let heading = match &mover.track {
                Track::Homing => {
                    let bearing = Angle::bearing(mover.at, movers[usize::from(mover.target)].at);
                    mover.facing.or(bearing)
                }
                Track::Ride { .. } => mover.heading(),
                _ => mover.facing,
            };
            let leaves = self.may_leave(p, who) && self.at_edge(mover.at);
            let withdrew = p.figure(who).ready() && self.withdraws(p, who) && p.figure(who).panic.is_none();
            let routs = p.figure(who).state == State::Routing;
            let figure = p.figure_mut(who);
            figure.moved = mover.at != mover.start;
            figure.at = mover.at;
            figure.storey = mover.storey;
            if let Some(heading) = heading {
                figure.facing = heading;
            }
            if figure.moved && figure.mounted() {
                figure.gait = mover.pace;
            }
            if routs || withdrew {
                figure.line = if mover.crosses { NOBODY } else { mover.line };
                figure.ran |= routs;
            }
            if figure.gait == Pace::Gallop {
                figure.gallop = straight_mils(mover);
            }
            // TC-11: running and galloping tire at once.
            let ran = figure.moved && mover.pace == Pace::Run;
            figure.fatigue += u8::from(ran);
            if let Some(horse) = figure.horse.as_mut().filter(|_| figure.gait == Pace::Gallop) {
                horse.fatigue += 1;
            }
            if figure.moved && mover.melee && mover.target != NOBODY {
                let (target, mounted) = (mover.target, figure.mounted());
                log.event(|| Event::Charges { who, target, mounted });
            }
            if figure.moved {
                let stance = Stance {
                    at: figure.at,
                    facing: figure.facing,
                };
                log.event(|| {
                    let mut past = mover.past;
                    // Lines crossed and friends apart come after the last tick.
                    past[TICKS as usize] = mover.at;
                    Event::Moved(who, stance, Box::new(past))
                });
            }
            if leaves {
                p.figure_mut(who).state = if withdrew { State::Withdrawn } else { State::Fled };
                log.event(|| Event::Left(who, withdrew));
            }
        }
    }

    fn may_leave(&self, p: &Position, who: Id) -> bool {
        let figure = p.figure(who);
        figure.state == State::Routing || figure.panic == Some(Panic::Bolts) || self.withdraws(p, who)
    }

    fn at_edge(&self, at: Point) -> bool {
        at.x() <= 0 || at.y() <= 0 || at.x() >= self.table.width || at.y() >= self.table.depth
    }
}

/// How far a horse has come straight on to where it is.
fn straight_mils(mover: &Mover) -> i32 {
    let from = match &mover.track {
        Track::Ride { heads, half } if heads[0] != heads[1] && mover.done > *half => mover.point(*half),
        _ => mover.start,
    };
    from.squared(mover.at).isqrt() as i32
}
