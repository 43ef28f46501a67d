//! Panicked horses, flight, withdrawal, and blows at those who leave (TR-34 to TR-36, TC-1, TC-16).

use crate::battle::Battle;
use crate::event::Event;
use crate::ground::Grade;
use crate::morale::News;
use crate::position::{Id, NOBODY, Order, Position, State};
use crate::troops::{Chit, HorseKind, Pace, Panic};
use board::table::{Angle, Segment, Way};
use kernel::{Dice, Log};

/// A straight way that nobody declared: where, how far, at which pace.
#[derive(Clone, Copy, Debug)]
pub struct Flight {
    pub heading: Angle,
    pub length: i32,
    pub pace: Pace,
}

impl Battle {
    /// T-79 to T-84.
    pub fn roll_panic(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        for who in p.ids() {
            let figure = p.figure(who);
            let Some(horse) = figure.horse else {
                continue;
            };
            if horse.stamina >= horse.kind.stamina() || !matches!(figure.state, State::Ready | State::Routing) {
                continue;
            }
            let die = dice.die(10);
            let trained = match horse.kind {
                HorseKind::Warhorse => 3,
                HorseKind::Riding => 0,
                HorseKind::Nag => -3,
            };
            let total = i16::from(die) + horse.stamina + trained;
            let panic = match total {
                ..=4 => Some(Panic::Bolts),
                5..=9 => Some(Panic::Stands),
                10..=13 => Some(Panic::Charges),
                _ => None,
            };
            log.event(|| Event::Panics { who, die, total, panic });
            let nearest = self.nearest(p, who).unwrap_or(NOBODY);
            let figure = p.figure_mut(who);
            figure.panic = panic;
            if panic == Some(Panic::Charges) {
                figure.target = nearest;
            }
        }
    }

    /// The undeclared way of a figure in this phase, if it has one.
    pub fn flight(&self, p: &Position, who: Id) -> Option<Flight> {
        let figure = p.figure(who);
        let routs = figure.state == State::Routing;
        if !figure.ready() && !routs {
            return None;
        }
        match figure.panic {
            Some(Panic::Stands) => return None,
            Some(Panic::Bolts) => {
                let away = self
                    .nearest(p, who)
                    .and_then(|enemy| Angle::bearing(p.figure(enemy).at, figure.at));
                return Some(self.run(p, who, away.unwrap_or(self.homeward(who)), Pace::Canter));
            }
            Some(Panic::Charges) => {
                let enemy = p.figures.get(usize::from(figure.target))?;
                let heading = Angle::bearing(figure.at, enemy.at)?;
                return Some(self.run(p, who, heading, Pace::Canter));
            }
            None => {}
        }
        if routs {
            let pace = match figure.horse.map(|horse| horse.kind) {
                None => Pace::Run,
                Some(HorseKind::Warhorse) => Pace::Gallop,
                Some(_) => Pace::Canter,
            };
            let near = self
                .nearest_seen(p, who)
                .filter(|enemy| figure.at.within(self.rulings.rout_from, p.figure(*enemy).at));
            let away = near.and_then(|enemy| Angle::bearing(p.figure(enemy).at, figure.at));
            return Some(self.way_out(p, who, away.unwrap_or(self.homeward(who)), pace));
        }
        if self.withdraws(p, who) && !self.in_contact(p, who) {
            let pace = if figure.mounted() { Pace::Canter } else { Pace::Walk };
            return Some(self.run(p, who, self.homeward(who), pace));
        }
        None
    }

    /// Routers and withdrawers that were stopped at a line in an earlier turn cross it instead of running (TC-16).
    pub fn crosses_unbidden(&self, p: &Position, who: Id) -> bool {
        let figure = p.figure(who);
        let withdraws = figure.ready() && figure.panic.is_none() && self.withdraws(p, who) && !self.in_contact(p, who);
        figure.line != NOBODY && (figure.state == State::Routing && figure.ran || withdraws)
    }

    fn homeward(&self, who: Id) -> Angle {
        self.sides[self.side_of(who).index()].edge.bearing()
    }

    /// Straight that way at its rate; what slope it pays for is that of the way without it.
    fn run(&self, p: &Position, who: Id, heading: Angle, pace: Pace) -> Flight {
        let figure = p.figure(who);
        let level = self.rate(p, who, pace, Grade::Level);
        let end = figure.at.plus(Way::along(heading).shift(level));
        let length = self.rate(p, who, pace, self.grade(Segment([figure.at, end])));
        Flight { heading, length, pace }
    }

    /// TR-35: the nearest bearing, left first, that is free for the whole distance; else straight on.
    fn way_out(&self, p: &Position, who: Id, straight: Angle, pace: Pace) -> Flight {
        let figure = p.figure(who);
        let free = |flight: &Flight| {
            let end = figure.at.plus(Way::along(flight.heading).shift(flight.length));
            self.stopped_by(figure.radius(), figure.at, end).is_none()
        };
        let bearings = (1..=6).flat_map(|step| [-150 * step, 150 * step]);
        let mut ways = std::iter::once(0)
            .chain(bearings)
            .map(|turn| self.run(p, who, straight.turned(turn), pace));
        ways.find(free).unwrap_or_else(|| self.run(p, who, straight, pace))
    }

    /// Whether a figure leaves the melee it is in this phase.
    fn leaves(&self, p: &Position, who: Id) -> bool {
        let figure = p.figure(who);
        let told = matches!(figure.chit, Some(Chit::Move | Chit::MoveShoot));
        let goes = match &figure.order {
            Order::None | Order::Face(_) => false,
            Order::Ride(ride) => ride.distance > 0,
            _ => true,
        };
        let bolts = figure.panic == Some(Panic::Bolts);
        match figure.state {
            State::Ready => bolts || figure.panic.is_none() && told && goes,
            State::Routing => !matches!(figure.panic, Some(Panic::Stands | Panic::Charges)),
            _ => false,
        }
    }

    /// Blows at those who leave, leaver by leaver (TR-34, TC-1).
    pub fn strike_leavers(&self, p: &mut Position, news: &mut News, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let leaving = p.ids().filter(|who| self.leaves(p, *who) && self.in_contact(p, *who));
        let leavers: u128 = leaving.fold(0, |all, who| all | crate::morale::bit(who));
        for who in p.ids().filter(|who| leavers & crate::morale::bit(*who) != 0) {
            for striker in p.ids() {
                let touches = self.enemies(who, striker) && p.touch(who, striker);
                if !touches || !self.may_strike(p, striker) || !p.figure(who).state.stands() {
                    continue;
                }
                let stays = |enemy: Id| p.figure(enemy).ready() && leavers & crate::morale::bit(enemy) == 0;
                if self.touched(p, striker).any(stays) {
                    continue;
                }
                self.free_strike(p, striker, who, news, dice, log);
            }
        }
    }
}
