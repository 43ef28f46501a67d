//! Rates and declared moves (section 7): what may be committed.

use crate::battle::Battle;
use crate::choice::{Entry, MoveEntry};
use crate::deny::{Fault, Faults};
use crate::ground::Grade;
use crate::position::{Id, NOBODY, Position, Ride, State};
use crate::troops::{Chit, Grant, HorseKind, Pace, Trait};
use arrayvec::ArrayVec;
use board::table::{Distance, Hull, Point, Segment, Way, distance, inside};
use std::cell::OnceCell;

/// The points of a way, the start among them.
pub type Corners = ArrayVec<Point, 5>;

/// The nearest enemy that a figure sees, looked for once.
#[derive(Default)]
pub struct Seen(OnceCell<Option<Id>>);

impl Seen {
    fn nearest(&self, battle: &Battle, p: &Position, who: Id) -> Option<Id> {
        *self.0.get_or_init(|| battle.nearest_seen(p, who))
    }
}

impl Battle {
    /// TR-32. `Half` is half of what a walk comes to.
    pub fn rate(&self, p: &Position, who: Id, pace: Pace, grade: Grade) -> i32 {
        let figure = p.figure(who);
        if pace == Pace::Half {
            return self.rate(p, who, Pace::Walk, grade) / 2;
        }
        let (printed, half, tired) = match &figure.horse {
            Some(horse) => {
                let printed = match pace {
                    Pace::Walk => 8000,
                    Pace::Trot => 12_000,
                    Pace::Canter => 16_000,
                    Pace::Gallop => 24_000,
                    _ => 0,
                };
                (
                    printed,
                    2 * horse.stamina <= horse.kind.stamina(),
                    i32::from(horse.fatigue),
                )
            }
            None => {
                // T-68 to T-71, TR-28.
                let walk = match self.card(who).armour {
                    ..=5 => 10_000,
                    6..=7 => 8000,
                    8..=9 => 6000,
                    _ => 4000,
                };
                let printed = match pace {
                    Pace::Walk => walk,
                    Pace::Run => 2 * walk,
                    _ => 0,
                };
                (printed, self.at_half(p, who), i32::from(figure.fatigue))
            }
        };
        let mut rate = if half { printed / 2 } else { printed };
        rate -= 1000 * (tired + i32::from(p.permanent));
        rate -= match grade {
            Grade::Level => 0,
            Grade::Gentle => 2000,
            Grade::Steep => 3000,
        };
        rate += if figure.state == State::Routing { 2000 } else { 0 };
        rate.max(0)
    }

    /// The corners of a horseman's way (TR-29).
    pub fn ride_corners(&self, p: &Position, who: Id, ride: &Ride) -> Corners {
        let figure = p.figure(who);
        let heading = figure.facing.turned(ride.first.into());
        let half = ride.distance / 2;
        let middle = figure.at.plus(Way::along(heading).shift(half));
        let end = middle.plus(Way::along(heading.turned(ride.half_way.into())).shift(ride.distance - half));
        match ride.half_way {
            // One straight line is rounded once.
            0 => [figure.at, figure.at.plus(Way::along(heading).shift(ride.distance))]
                .into_iter()
                .collect(),
            _ => [figure.at, middle, end].into_iter().collect(),
        }
    }

    fn worst(&self, corners: &[Point]) -> Grade {
        let grades = corners.windows(2).map(|ends| self.grade(Segment([ends[0], ends[1]])));
        grades.max().unwrap_or(Grade::Level)
    }

    /// The rate of a man who goes straight at an enemy (TC-7).
    pub fn homing_rate(&self, p: &Position, who: Id, pace: Pace, target: Id) -> i32 {
        let (from, to) = (p.figure(who).at, p.figure(target).at);
        let level = self.rate(p, who, pace, Grade::Level);
        let Some((way, length)) = Way::between(from, to) else {
            return level;
        };
        let end = from.plus(way.shift(level.min(length)));
        self.rate(p, who, pace, self.grade(Segment([from, end])))
    }

    pub fn check_moves(&self, p: &Position, list: &[Entry<MoveEntry>], faults: &mut Faults) {
        for Entry { who, what } in list {
            self.check_move(p, *who, what, faults);
        }
    }

    pub fn check_move(&self, p: &Position, who: Id, entry: &MoveEntry, faults: &mut Faults) {
        self.check_seeing(p, who, entry, &Seen::default(), faults);
    }

    /// As [`Battle::check_move`], for one of many moves of the same figure.
    pub fn check_seeing(&self, p: &Position, who: Id, entry: &MoveEntry, seen: &Seen, faults: &mut Faults) {
        let figure = p.figure(who);
        faults.add_if(figure.panic.is_some(), Fault::Panic);
        let rides = matches!(entry, MoveEntry::Ride(_));
        faults.add_if(rides != figure.mounted(), Fault::Syntax);
        let chit = figure.chit.unwrap_or(Chit::Hold);
        faults.add_if(!chit.moves(), Fault::Chit);
        if rides != figure.mounted() {
            return;
        }
        let straggler = figure.result.filter(|grant| grant.straggles() && !figure.in_command);
        match entry {
            MoveEntry::Face(_) => faults.add_if(straggler.is_some(), Fault::Straggler),
            MoveEntry::Path(pace, legs, _) => {
                self.check_pace(p, who, *pace, faults);
                if legs.len() > 4 {
                    faults.add(Fault::Legs);
                    return;
                }
                let corners: Corners = std::iter::once(figure.at).chain(legs.iter().copied()).collect();
                let length = corners
                    .windows(2)
                    .map(|ends| Distance::between(ends[0], ends[1]).mils())
                    .sum();
                self.check_way(p, who, (&corners, length, *pace), seen, faults);
            }
            MoveEntry::At(pace, target, _) => {
                self.check_pace(p, who, *pace, faults);
                faults.add_if(!figure.has(Chit::Melee), Fault::Chit);
                self.check_melee_target(p, who, *target, seen, faults);
            }
            MoveEntry::Ride(ride) => {
                self.check_pace(p, who, ride.gait, faults);
                let trained = figure.horse.is_some_and(|horse| horse.kind == HorseKind::Warhorse);
                faults.add_if(ride.gait == Pace::Gallop && !trained, Fault::Gallop);
                let fresh = matches!(figure.last, Pace::Stood | Pace::Walk);
                faults.add_if(ride.first != 0 && !fresh, Fault::Turn);
                faults.add_if(ride.half_way.abs() > 450, Fault::Turn);
                faults.add_if(ride.first != 0 && ride.half_way != 0 && fresh, Fault::BothTurns);
                let corners = self.ride_corners(p, who, ride);
                self.check_way(p, who, (&corners, ride.distance, ride.gait), seen, faults);
                if ride.target != NOBODY {
                    faults.add_if(!figure.has(Chit::Melee), Fault::Chit);
                    self.check_melee_target(p, who, ride.target, seen, faults);
                    self.check_charge(p, who, ride, &corners, faults);
                }
            }
        }
    }

    /// TR-23: running in command and not to shoot; out of command no faster than the result.
    fn check_pace(&self, p: &Position, who: Id, pace: Pace, faults: &mut Faults) {
        let figure = p.figure(who);
        faults.add_if(pace == Pace::Run && figure.has(Chit::MoveShoot), Fault::Chit);
        faults.add_if(pace == Pace::Run && !figure.in_command, Fault::Run);
        if let Some(fastest) = self.fastest(p, who) {
            faults.add_if(pace != Pace::Run && pace > fastest, Fault::Result);
        }
    }

    fn check_melee_target(&self, p: &Position, who: Id, target: Id, seen: &Seen, faults: &mut Faults) {
        let figure = p.figure(who);
        let known = usize::from(target) < p.figures.len();
        let enemy = known && self.enemies(who, target) && p.figure(target).state.stands();
        faults.add_if(!enemy, Fault::Reach);
        if !figure.in_command {
            faults.add_if(seen.nearest(self, p, who) != Some(target), Fault::Special);
        }
    }

    /// TC-5: the enemy charged is seen and within the rate, both bases and half an inch.
    fn check_charge(&self, p: &Position, who: Id, ride: &Ride, corners: &[Point], faults: &mut Faults) {
        if usize::from(ride.target) >= p.figures.len() {
            return;
        }
        let (figure, target) = (p.figure(who), p.figure(ride.target));
        let rate = self.rate(p, who, ride.gait, self.worst(corners));
        let reach = rate + figure.radius() + target.radius() + 500;
        faults.add_if(
            !self.sees(p, who, ride.target) || !figure.at.within(reach, target.at),
            Fault::Reach,
        );
    }

    /// A way as it is declared: towards whom it must, not too far, on the table, clear of enemies.
    fn check_way(&self, p: &Position, who: Id, way: (&[Point], i32, Pace), seen: &Seen, faults: &mut Faults) {
        let (corners, length, pace) = way;
        let figure = p.figure(who);
        let rate = self.rate(p, who, pace, self.worst(corners));
        faults.add_if(length > rate, Fault::TooFar);
        faults.add_if(corners.iter().any(|at| !self.table.holds(at)), Fault::OffTable);
        let solid = |kind| matches!(kind, crate::battle::AreaKind::Impassable);
        let mut vertices = corners[1..].iter();
        let blocked = self.areas.iter().filter(|area| solid(area.kind));
        let mut blocked = blocked.flat_map(|area| vertices.clone().map(move |at| (area, at)));
        faults.add_if(blocked.any(|(area, at)| inside(&area.shape, *at)), Fault::Impassable);
        faults.add_if(
            !figure.has(Chit::Melee) && self.would_touch(p, who, corners),
            Fault::Contact,
        );
        if figure.in_command {
            return;
        }
        match figure.result {
            Some(Grant::Rejoin(mate)) => {
                let to = p.figure(mate).at;
                let end = corners.last().copied().unwrap_or(figure.at);
                let nearer = vertices.all({
                    let mut last = figure.at;
                    move |at| std::mem::replace(&mut last, *at).squared(to) > at.squared(to)
                });
                let full = self.rate(p, who, self.fastest(p, who).unwrap_or(pace), self.worst(corners));
                faults.add_if(!nearer || !end.within(2000, to) && length < full, Fault::Straggler);
            }
            grant => {
                if grant == Some(Grant::Enemy) {
                    // He comes to no blows: close to the enemy he may stop (RT-18).
                    let end = corners.last().copied().unwrap_or(figure.at);
                    let close = seen
                        .nearest(self, p, who)
                        .is_some_and(|enemy| end.within(2000, p.figure(enemy).at));
                    let full = self.rate(p, who, self.fastest(p, who).unwrap_or(pace), self.worst(corners));
                    faults.add_if(!close && length < full, Fault::Straggler);
                }
                if length > 0
                    && let Some(enemy) = self.must_near(p, who, seen)
                {
                    let to = p.figure(enemy).at;
                    let nearer = corners.windows(2).all(|ends| ends[1].squared(to) < ends[0].squared(to));
                    faults.add_if(!nearer, Fault::Toward);
                }
            }
        }
    }

    /// The enemy nearer to whom every part of a move must lead (TR-24).
    pub fn must_near(&self, p: &Position, who: Id, seen: &Seen) -> Option<Id> {
        let free = p.figure(who).in_command || self.card(who).traits.has(Trait::Skirmisher);
        if free { None } else { seen.nearest(self, p, who) }
    }

    /// TR-31: closer than both radii to an enemy where he stands now, or closer than at the start.
    fn would_touch(&self, p: &Position, who: Id, corners: &[Point]) -> bool {
        let figure = p.figure(who);
        self.standing_enemies(p, who).any(|enemy| {
            let other = p.figure(enemy);
            let sum = figure.radius() + other.radius();
            let least = i64::from(sum) * i64::from(sum);
            let least = Distance::squared(least.min(figure.at.squared(other.at)));
            other.storey == figure.storey
                && corners.windows(2).any(|ends| {
                    let way = Segment([ends[0], ends[1]]);
                    way.bounds().grown(sum).join(other.at.bounds()) && distance(&way, &other.at) < least
                })
        })
    }
}
