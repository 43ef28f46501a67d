//! Ways of conducting a unit, and how battles are played on by them.

use super::greedy::Detail;
use crate::battle::Battle;
use crate::choice::Choice;
use crate::position::{Id, Phase, Position, State};
use captain::{Rng, Rollout, Slips};
use kernel::Side;

/// What a script goes by with a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conduct {
    /// Stands where it is, whatever its army is told.
    pub waits: bool,
    /// Goes on, though its army defends.
    pub goes: bool,
    /// What a charge counts for itself, in thousandths of an element.
    pub eager: i64,
    /// How far shot stay from the enemy if they can.
    pub range: i32,
    /// Others stay so far from him too.
    pub aloof: bool,
    /// What a change of formation counts.
    pub forms: i64,
    /// Hundredths that arrows to be expected count.
    pub shy: i64,
    /// Stays where it is rather than follow or pursue.
    pub stays: bool,
    /// Hundredths that charges count which a place is exposed to, and that it offers.
    pub heeds: i64,
    pub poise: i64,
    /// Hundredths that what a charge should cost itself counts.
    pub fears: i64,
    /// What an inch from where it wants to be counts, and a degree off the enemy.
    pub pull: i64,
    pub look: i64,
    /// Shoots where an element lost may break the unit; and who cannot shoot after a move stands as long as there is somebody to shoot at.
    pub aims: bool,
}

impl Conduct {
    pub const PLAIN: Conduct = Conduct {
        waits: false,
        goes: false,
        eager: 4000,
        // Where most weapons shoot best.
        range: 8500,
        aloof: false,
        forms: -1000,
        shy: 0,
        stays: false,
        heeds: 0,
        poise: 0,
        fears: 200,
        pull: 250,
        look: 20,
        aims: false,
    };

    /// Changes no formation, lets the enemy come instead of running into him one by one, keeps out of the way of charges that would
    /// hurt and near those that promise something. The numbers were found by some ten thousand pairs of games of scripts against
    /// `greedy`, in which they were drawn at random.
    pub const STEADY: Conduct = Conduct {
        forms: -90_000,
        aloof: true,
        heeds: 100,
        fears: 300,
        pull: 500,
        look: 30,
        aims: true,
        ..Conduct::PLAIN
    };

    pub const KINDS: u8 = 7;

    /// The conducts of an arm: the first is that of `greedy`, the second the best known for all battles together.
    fn of(kind: u8, arm: Arm) -> Conduct {
        let steady = Conduct {
            aloof: matches!(arm, Arm::Foot | Arm::Horse),
            stays: arm == Arm::Foot,
            range: if arm == Arm::Shot { 7000 } else { 8500 },
            poise: match arm {
                Arm::Foot => 30,
                Arm::Horse => 50,
                Arm::Shot | Arm::Guns => 0,
            },
            ..Conduct::STEADY
        };
        match kind {
            0 => Conduct::PLAIN,
            1 => steady,
            // Closes with the enemy, whatever waits for it.
            2 => Conduct {
                aloof: false,
                heeds: 0,
                ..steady
            },
            3 => Conduct {
                waits: true,
                eager: 0,
                ..steady
            },
            // Keeps out of the reach of horse, and of the best shots.
            4 => Conduct {
                range: 13_000,
                aloof: true,
                ..steady
            },
            5 => Conduct {
                goes: true,
                eager: 10_000,
                aloof: false,
                heeds: 0,
                ..steady
            },
            _ => Conduct {
                shy: 300,
                stays: true,
                ..steady
            },
        }
    }
}

impl Rollout for Battle {
    const SLIPS: Slips = [850, 620, 400, 190, 0];
    const CONDUCTS: u8 = Conduct::KINDS;
    const LEAST: u8 = 1;
    const SAMPLES: u32 = 6;
    const FAR: u16 = 30;
    const POINT: i64 = 40_000;

    fn budget(&self) -> [u32; 2] {
        [100, 36]
    }

    fn pieces(&self) -> usize {
        self.units.len()
    }

    fn quick(&self, profile: &[u8], p: &Position, side: Side, list: &mut Vec<Choice>) -> Choice {
        list.clear();
        let p = &*self.known_to(p, side);
        if let Some(ride) = self.ride_now(p, side) {
            return ride;
        }
        let conduct = |unit: Id| Conduct::of(profile[usize::from(unit)], self.arm(unit));
        self.list_first(p, side, Detail::Few, conduct, list);
        self.by_script(p, side, list, conduct).clone()
    }

    fn careful(&self, profile: &[u8], p: &Position, side: Side, list: &[Choice]) -> Choice {
        if let Some(ride) = self.ride_now(p, side) {
            return ride;
        }
        let conduct = |unit: Id| Conduct::of(profile[usize::from(unit)], self.arm(unit));
        self.by_script(p, side, list, conduct).clone()
    }

    fn is_turning(&self, p: &Position, side: Side) -> bool {
        p.active == side && p.phase != Phase::Deploy && p.pending.question.is_none()
    }

    /// A fight is decided in a turn; a reserve has to come up first.
    fn near(&self, p: &Position) -> u16 {
        if p.phase == Phase::Start { 4 } else { 1 }
    }

    fn group(&self, p: &Position, side: Side, piece: usize) -> Option<u8> {
        let own = self.side_of(piece as Id) == side && p.units[piece].state != State::Unseen;
        own.then(|| self.arm(piece as Id) as u8)
    }

    fn alternatives(&self, _: &[u8], p: &Position, _: Side, list: &[Choice], _: &mut Rng, out: &mut Vec<Choice>) {
        // Whether to follow or to pursue, and where reserves come on; orders go by their conduct. Where players have agreed to set up
        // themselves the set-up of the scenario is kept: it is a sound one, and an inch or four hither are less than battles can tell.
        if p.pending.question.is_some() || p.phase == Phase::Start {
            let new: Vec<Choice> = list.iter().filter(|choice| !out.contains(choice)).cloned().collect();
            out.extend(new);
        }
    }

    fn slip(&self, list: &[Choice], rng: &mut Rng) -> Choice {
        list[rng.below(list.len())].clone()
    }

    fn drawn(&self, p: &Position, side: Side, rng: &mut Rng) -> Position {
        self.supposed(p, side, &mut |n| rng.below(n))
    }

    fn standing(&self, p: &Position, side: Side) -> i64 {
        let mut total = [0i64; 2];
        for other in Side::BOTH {
            total[other.index()] += 1000 * i64::from(self.score_of(p, other));
        }
        if p.result.is_none() {
            for (card, unit) in self.units.iter().zip(&p.units) {
                if unit.state.is_lost() || unit.state == State::Left {
                    continue;
                }
                // What is lost of a unit that stands is on the way to its loss.
                let lost = i64::from(card.original.saturating_sub(unit.elements));
                let part = 700 * i64::from(card.points) * lost / i64::from(card.original.max(1));
                total[card.side.other().index()] += part;
            }
        }
        if let Some(Some(winner)) = p.result {
            total[winner.index()] += 100 * i64::from(self.sides[winner.other().index()].points);
        }
        total[side.index()] - total[side.other().index()]
    }
}

/// What a unit is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    Foot,
    Horse,
    Shot,
    Guns,
}

impl Battle {
    /// A commander's ride, if it is time for one.
    fn ride_now(&self, p: &Position, side: Side) -> Option<Choice> {
        let moves = p.phase == Phase::Movement && p.pending.question.is_none();
        moves.then(|| self.ride(p, side)).flatten()
    }

    pub(super) fn arm(&self, unit: Id) -> Arm {
        let lead = self.card(unit).lead();
        match () {
            () if lead.is_artillery() => Arm::Guns,
            () if lead.weapon().is_some() => Arm::Shot,
            () if lead.is_mounted() => Arm::Horse,
            () => Arm::Foot,
        }
    }
}
