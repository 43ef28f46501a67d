//! Simultaneous movement in 24 ticks (TR-30).

use crate::battle::{Battle, overlap};
use crate::event::Event;
use crate::morale::bit;
use crate::position::{Id, NOBODY, Position};
use crate::track::{Mover, TICKS, Track};
use crate::troops::Panic;
use board::table::{Angle, Distance, Point, Way};
use kernel::{Log, Side};

impl Battle {
    /// Everybody moves but those who have fallen as they left (TR-34).
    pub fn move_all(&self, p: &mut Position, fallen: u128, log: &mut impl Log<Event>) {
        let mover = |who: Id| self.mover(p, who, fallen & bit(who) != 0);
        let mut movers: Vec<Mover> = p.ids().map(mover).collect();
        let mut armies = self.armies(p, &movers);
        for tick in 1..=TICKS {
            self.advance(p, &mut movers, tick);
            self.settle_enemies(p, &mut movers, &mut armies);
            self.close_in(p, &mut movers);
            self.stop_before_friends(p, &mut movers);
            armies.follow(&movers);
            for who in p.ids() {
                let mover = &mut movers[usize::from(who)];
                mover.past[tick as usize] = mover.at;
                if mover.met > TICKS && armies.meet(self.side_of(who).other(), mover, p.figure(who).radius()) {
                    mover.met = tick;
                }
            }
        }
        self.cross_lines(p, &mut movers);
        self.place(p, &mut movers);
        self.arrive(p, &movers, log);
    }

    /// Step 1: everybody comes where he is due, cut back before what stops a base.
    fn advance(&self, p: &Position, movers: &mut [Mover], tick: i32) {
        for who in p.ids() {
            let at = usize::from(who);
            let (target, radius) = (movers[at].target, p.figure(who).radius());
            let aim = movers
                .get(usize::from(target))
                .map(|mover| mover.previous_or_at(who > target));
            let down = p
                .figures
                .get(usize::from(target))
                .is_some_and(|enemy| !enemy.state.stands());
            let mover = &mut movers[at];
            mover.previous = mover.at;
            mover.settled = false;
            mover.active = !mover.stopped;
            if mover.stopped {
                continue;
            }
            let due = |tick: i32| (i64::from(mover.length) * i64::from(tick) / i64::from(TICKS)) as i32;
            let (from, to) = (due(tick - 1), due(tick));
            if let Track::Homing = mover.track {
                let Some(aim) = aim.filter(|_| !down) else {
                    mover.stopped = true;
                    continue;
                };
                let Some((way, _)) = Way::between(mover.at, aim) else {
                    mover.stopped = true;
                    continue;
                };
                let start = mover.at;
                self.go(mover, radius, to - from, &|_, mils| start.plus(way.shift(mils)), 0);
                mover.done = to;
            } else {
                self.go(mover, radius, to - from, &|mover, mils| mover.point(from + mils), from);
            }
        }
    }

    /// Goes so many mils, or as far as the ground lets it.
    fn go(&self, mover: &mut Mover, radius: i32, mils: i32, point: &dyn Fn(&Mover, i32) -> Point, from: i32) {
        let end = point(mover, mils);
        let straight = match &mover.track {
            // A corner of the way inside this tick is looked at mil by mil.
            Track::Path(points) => {
                let corners = points.windows(2).scan(0, |sum, ends| {
                    *sum += Distance::between(ends[0], ends[1]).mils();
                    Some(*sum)
                });
                corners.clone().all(|corner| corner <= from || corner >= from + mils)
            }
            Track::Ride { heads, half } => heads[0] == heads[1] || *half <= from || *half >= from + mils,
            _ => true,
        };
        let storey = self.storey_after(mover.storey, mover.at, end);
        if straight && self.stopped_by(radius, mover.at, end).is_none() && storey.is_some() {
            mover.at = end;
            mover.storey = storey.unwrap_or(mover.storey);
            mover.done = from + mils;
            return;
        }
        for mil in 1..=mils {
            let next = point(mover, mil);
            let storey = self.storey_after(mover.storey, mover.at, next);
            let blocked = self.stopped_by(radius, mover.at, next);
            if blocked.is_some() || storey.is_none() {
                mover.stopped = true;
                mover.line = blocked.unwrap_or(NOBODY);
                return;
            }
            mover.at = next;
            mover.storey = storey.unwrap_or(mover.storey);
            mover.done = from + mil;
        }
    }

    pub fn reach(&self, p: &Position, a: Id, b: Id) -> i64 {
        i64::from(p.figure(a).radius() + p.figure(b).radius())
    }

    pub fn meets(&self, p: &Position, movers: &[Mover], who: Id) -> bool {
        self.standing_enemies(p, who).any(|enemy| {
            let (x, y) = (&movers[usize::from(who)], &movers[usize::from(enemy)]);
            x.storey == y.storey && x.at.within(self.reach(p, who, enemy) as i32 + 20, y.at)
        })
    }

    /// Step 2: enemies that would come too close, pair by pair, from the beginning after every settlement.
    fn settle_enemies(&self, p: &Position, movers: &mut [Mover], armies: &mut Armies) {
        armies.follow(movers);
        while let Some((a, b)) = armies.too_close() {
            self.settle(p, movers, a, b);
            armies.follow(movers);
        }
    }

    fn settle(&self, p: &Position, movers: &mut [Mover], a: Id, b: Id) {
        let (i, j) = (usize::from(a), usize::from(b));
        let reach = self.reach(p, a, b);
        // Where each was before, and his step; who was stopped in this tick stays where he was stopped.
        let step = |mover: &Mover| match mover.settled {
            true => (mover.at, [0, 0]),
            false => (mover.previous, mover.previous.to(mover.at)),
        };
        let [(from, go), (other, come)] = [step(&movers[i]), step(&movers[j])];
        let part = |from: Point, step: [i64; 2], n: i64| {
            let rounded = |c: i64| (2 * c.abs() * n + 16) / 32 * c.signum();
            from.plus(step.map(rounded))
        };
        let mut places = [from, other];
        if movers[i].fierce || movers[j].fierce {
            for n in (0..16).rev() {
                places = [part(from, go, n), part(other, come, n)];
                if places[0].squared(places[1]) >= reach * reach {
                    break;
                }
            }
            if !places[0].within(reach as i32 + 20, places[1]) {
                let first = match (movers[i].melee, movers[j].melee) {
                    (true, _) => true,
                    (_, true) => false,
                    _ => movers[i].fierce,
                };
                let (mover, still) = if first { (0, 1) } else { (1, 0) };
                places[mover] = beside(places[still], places[mover], reach);
            }
        }
        for (at, place) in [(i, places[0]), (j, places[1])] {
            let mover = &mut movers[at];
            if mover.at != place {
                let gone = Distance::between(mover.previous, place).mils();
                let whole = Distance::between(mover.previous, mover.at).mils();
                mover.done -= (whole - gone).max(0);
                mover.at = place;
            }
            mover.stopped = true;
            mover.settled = true;
        }
    }

    /// Step 3: a rider is brought in over the last half inch; whoever is met by one with a chit for him stops.
    fn close_in(&self, p: &Position, movers: &mut [Mover]) {
        for who in p.ids() {
            let mover = &movers[usize::from(who)];
            let target = mover.target;
            let panicked = p.figure(who).panic == Some(Panic::Charges);
            let charges = (mover.melee || panicked) && p.figure(who).mounted() && target != NOBODY;
            if !mover.active || mover.settled || !charges || !p.figure(target).state.stands() {
                continue;
            }
            let enemy = &movers[usize::from(target)];
            let reach = self.reach(p, who, target);
            let ahead = match (Angle::bearing(mover.at, enemy.at), mover.heading()) {
                (Some(bearing), Some(heading)) => heading.apart(bearing) <= 450,
                _ => true,
            };
            if mover.storey != enemy.storey || !mover.at.within(reach as i32 + 500, enemy.at) || !ahead {
                continue;
            }
            let place = if mover.at.within(reach as i32 + 20, enemy.at) {
                mover.at
            } else {
                beside(enemy.at, mover.at, reach)
            };
            if self.stopped_by(p.figure(who).radius(), mover.at, place).is_some() {
                continue;
            }
            movers[usize::from(who)].at = place;
            for at in [who, target] {
                movers[usize::from(at)].stopped = true;
                movers[usize::from(at)].settled = true;
            }
        }
        for who in p.ids() {
            let mover = &movers[usize::from(who)];
            if !mover.active || mover.stopped {
                continue;
            }
            let met = self.standing_enemies(p, who).any(|enemy| {
                let other = &movers[usize::from(enemy)];
                let near = || mover.at.within(self.reach(p, who, enemy) as i32 + 20, other.at);
                other.target == who && (other.melee || other.fierce) && other.storey == mover.storey && near()
            });
            movers[usize::from(who)].stopped |= met;
        }
    }

    /// Step 4: a horse does not ride over friends.
    fn stop_before_friends(&self, p: &Position, movers: &mut [Mover]) {
        for who in p.ids() {
            let mover = &movers[usize::from(who)];
            if !mover.active || mover.settled || !p.figure(who).mounted() {
                continue;
            }
            let in_way = p.ids().any(|other| {
                let friend = &movers[usize::from(other)];
                other != who
                    && !self.enemies(who, other)
                    && p.figure(other).state.stands()
                    && friend.storey == mover.storey
                    && overlap(p.figure(who), mover.at, p.figure(other), friend.at)
            });
            if in_way {
                let mover = &mut movers[usize::from(who)];
                mover.done -= Distance::between(mover.previous, mover.at).mils();
                mover.at = mover.previous;
                mover.stopped = true;
                mover.settled = true;
            }
        }
    }
}

/// Those who stand, side by side: what every tick asks of every pair of enemies lies close together.
struct Armies([Vec<Upright>; 2]);

struct Upright {
    who: Id,
    radius: i32,
    storey: u8,
    /// Moves in this tick, and nothing has been settled about it.
    open: bool,
    at: Point,
}

impl Battle {
    fn armies(&self, p: &Position, movers: &[Mover]) -> Armies {
        let upright = |who: Id| Upright {
            who,
            radius: p.figure(who).radius(),
            storey: movers[usize::from(who)].storey,
            open: false,
            at: movers[usize::from(who)].at,
        };
        Armies(Side::BOTH.map(|side| {
            let all = p.ids().filter(|who| self.side_of(*who) == side);
            all.filter(|who| p.figure(*who).state.stands()).map(upright).collect()
        }))
    }
}

impl Armies {
    fn follow(&mut self, movers: &[Mover]) {
        for upright in self.0.iter_mut().flatten() {
            let mover = &movers[usize::from(upright.who)];
            (upright.at, upright.storey) = (mover.at, mover.storey);
            upright.open = mover.active && !mover.settled;
        }
    }

    /// The first two enemies that would come too close. All of the first side have lower ids than those of the second.
    fn too_close(&self) -> Option<(Id, Id)> {
        let [first, second] = &self.0;
        first.iter().find_map(|a| {
            let too_close = |b: &&Upright| {
                let reach = i64::from(a.radius + b.radius);
                (a.open || b.open) && a.storey == b.storey && a.at.squared(b.at) < reach * reach
            };
            second.iter().find(too_close).map(|b| (a.who, b.who))
        })
    }

    /// Whether somebody of this side is in contact with such a base.
    fn meet(&self, side: Side, mover: &Mover, radius: i32) -> bool {
        let meets =
            |other: &Upright| other.storey == mover.storey && mover.at.within(radius + other.radius + 20, other.at);
        self.0[side.index()].iter().any(meets)
    }
}

/// The point straight from one towards another, so far from it.
fn beside(still: Point, mover: Point, reach: i64) -> Point {
    let way = still.to(mover);
    let square = way[0] * way[0] + way[1] * way[1];
    if square == 0 {
        return mover;
    }
    // The way times reach / length, to the nearest mil: the square root is taken of a million times the square.
    let length = (i128::from(square) * 1_000_000_000_000).isqrt();
    let part = |c: i64| {
        let product = i128::from(c) * i128::from(reach) * 1_000_000;
        let size = (2 * product.abs() + length) / (2 * length);
        (if product < 0 { -size } else { size }) as i64
    };
    still.plus([part(way[0]), part(way[1])])
}
