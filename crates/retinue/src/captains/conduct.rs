//! Ways of conducting a skirmish, and how they are rehearsed.

use crate::battle::Battle;
use crate::choice::{Choice, Entry};
use crate::listing::Plan;
use crate::position::{Id, Phase, Position, State};
use crate::weapons::Missile;
use captain::{Rng, Rollout};
use kernel::{Rules, Side};

/// What a figure goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conduct {
    /// What promises most at once.
    Plain,
    /// Stands, and shoots who comes near.
    Stand,
    Charge,
    /// Comes near in a body.
    Advance,
    /// Charges whom it is stronger than, and waits for the others.
    Wary,
}

impl Conduct {
    const ALL: [Conduct; 5] = [
        Conduct::Plain,
        Conduct::Stand,
        Conduct::Charge,
        Conduct::Advance,
        Conduct::Wary,
    ];

    fn of(profile: &[u8], who: Id) -> Conduct {
        Conduct::ALL[usize::from(profile[usize::from(who)])]
    }
}

impl Rollout for Battle {
    /// `hard` slips as often as `medium`, and plans.
    const SLIPS: [u32; 5] = [560, 400, 220, 220, 0];
    const CONDUCTS: u8 = Conduct::ALL.len() as u8;
    const LEAST: u8 = 0;
    const SAMPLES: u32 = 8;
    const FAR: u16 = 30;
    const NEAR: u16 = 4;
    const POINT: i64 = 2000;

    /// The more figures, the longer it takes to play a battle on.
    fn budget(&self) -> [u32; 2] {
        let figures = self.figures.len().max(1) as u32;
        [(1500 / figures).clamp(12, 52), (3600 / figures).clamp(90, 190)]
    }

    fn pieces(&self) -> usize {
        self.figures.len()
    }

    fn quick(&self, profile: &[u8], p: &Position, side: Side, list: &mut Vec<Choice>) -> Choice {
        let own = self.commit_for(p, side, |who| Conduct::of(profile, who));
        if self.check(p, side, &own).is_ok() {
            return own;
        }
        list.clear();
        self.choices(p, side, list);
        list[list.len() - 1].clone()
    }

    fn careful(&self, profile: &[u8], p: &Position, side: Side, list: &[Choice]) -> Choice {
        let own = self.commit_for(p, side, |who| Conduct::of(profile, who));
        match self.check(p, side, &own) {
            Ok(()) => own,
            Err(_) => list[list.len() - 1].clone(),
        }
    }

    fn is_turning(&self, _: &Position, _: Side) -> bool {
        true
    }

    fn group(&self, p: &Position, side: Side, piece: usize) -> Option<u8> {
        let who = piece as Id;
        let first = self.units.iter().position(|unit| unit.side == side).unwrap_or(0) as u8;
        (self.side_of(who) == side && p.figure(who).state.stands()).then(|| self.card(who).unit - first)
    }

    fn alternatives(
        &self,
        profile: &[u8],
        p: &Position,
        side: Side,
        _: &[Choice],
        rng: &mut Rng,
        out: &mut Vec<Choice>,
    ) {
        let mut propose = |commit: Choice| {
            if !out.contains(&commit) && self.check(p, side, &commit).is_ok() {
                out.push(commit);
            }
        };
        for other in Conduct::ALL {
            propose(self.commit_for(p, side, |_| other));
        }
        // Some go by another conduct than the rest.
        for _ in 0..3 {
            let mixed: Vec<Conduct> = p
                .ids()
                .map(|who| match rng.below(5) {
                    0 | 1 => Conduct::ALL[rng.below(Conduct::ALL.len())],
                    _ => Conduct::of(profile, who),
                })
                .collect();
            propose(self.commit_for(p, side, |who| mixed[usize::from(who)]));
        }
    }

    /// Nobody is told anything: a line alone would be made up for by the commit that follows it.
    fn slip(&self, _: &[Choice], _: &mut Rng) -> Choice {
        Choice::Pass
    }

    /// What the other side has committed is not known: it is still to come.
    fn drawn(&self, p: &Position, side: Side, rng: &mut Rng) -> Position {
        let mut drawn = p.clone();
        let other = side.other();
        drawn.committed[other.index()] = false;
        // Those of the enemy who are out of command have rolled something that fits the chits they show.
        if matches!(p.phase, Phase::Action | Phase::Movement) {
            for leaders in [true, false] {
                let rolled = |who: &Id| p.figure(*who).result.is_some() && self.leads(p, *who) == leaders;
                for who in self.own(p, other).filter(rolled) {
                    let fits = |drawn: &Position, die: u8| {
                        let (_, grant) = self.result(drawn, who, die);
                        let mut then = drawn.clone();
                        then.figure_mut(who).result = Some(grant);
                        let chit = p.figure(who).chit;
                        chit.is_none_or(|chit| self.open_chits(&then, who).any(|entry| entry.chit == chit))
                            .then_some(grant)
                    };
                    let grant = (0..10).find_map(|_| fits(&drawn, 1 + rng.below(10) as u8));
                    if let Some(grant) = grant {
                        drawn.figure_mut(who).result = Some(grant);
                    }
                }
            }
        }
        drawn
    }

    fn standing(&self, p: &Position, side: Side) -> i64 {
        let points = self.points(p);
        let mut total = points.map(|points| 1000 * i64::from(points));
        for who in p.ids() {
            let figure = p.figure(who);
            let value = i64::from(self.card(who).kind.value());
            // What he has lost of his strength, in hundredths of what a full loss would be.
            let part = match figure.state {
                State::Disabled | State::Fled | State::Withdrawn => 0,
                State::Routing => 450,
                State::Stunned(_) => 250,
                State::Ready => 100 * self.hurt(p, who) as i64,
            };
            total[self.side_of(who).other().index()] += value * part.min(500);
        }
        if let Some(Some(winner)) = p.result {
            total[winner.index()] += 6000;
        }
        total[side.index()] - total[side.other().index()]
    }
}

impl Battle {
    /// What a figure is about under a conduct.
    fn plan_under(&self, p: &Position, who: Id, conduct: Conduct) -> Plan {
        let figure = p.figure(who);
        if conduct == Conduct::Plain || self.in_contact(p, who) {
            return self.best_plan(p, who);
        }
        let shoots = self.shooter(p, who).is_some_and(|missile| missile != Missile::Thrown) && figure.ammo;
        let Some(enemy) = self.nearest_seen(p, who) else {
            return self.best_plan(p, who);
        };
        let far = figure.at.squared(p.figure(enemy).at).isqrt() as i32;
        if shoots && far <= 30_000 && conduct != Conduct::Charge {
            return Plan::Shoot;
        }
        match conduct {
            Conduct::Stand => Plan::Hold,
            Conduct::Charge => Plan::Charge,
            Conduct::Advance => Plan::Advance,
            _ if self.factor(p, who, enemy) > self.factor(p, enemy, who) => Plan::Charge,
            _ => Plan::Hold,
        }
    }

    /// A whole commit in which every figure goes by a conduct of its own.
    fn commit_for(&self, p: &Position, side: Side, conduct: impl Fn(Id) -> Conduct) -> Choice {
        match p.phase {
            Phase::Action => self.chits_for(p, side, |who| self.plan_under(p, who, conduct(who))),
            Phase::Movement => self.moves_for(p, side, |who| {
                match (conduct(who), self.plan_under(p, who, conduct(who))) {
                    (Conduct::Plain | Conduct::Advance, Plan::Hold | Plan::Shoot) => Plan::Advance,
                    (_, plan) => plan,
                }
            }),
            Phase::Shooting => {
                let wanted = |who: Id| {
                    self.targets(p, who).max_by_key(|target| {
                        let value = i64::from(self.card(*target).kind.value());
                        let need = i64::from(crate::listing::hard(self.hit_number(p, who, *target)).min(11));
                        let chance = 11 - need;
                        let worth = match conduct(who) {
                            // The easiest, or the worthiest.
                            Conduct::Plain => 100 * chance + value,
                            _ => chance * value,
                        };
                        (worth, std::cmp::Reverse(*target))
                    })
                };
                let all = self.own(p, side).filter(|who| self.has_shot(p, *who));
                let shots = all.filter_map(|who| {
                    Some(Entry {
                        who,
                        what: wanted(who)?,
                    })
                });
                Choice::Shots(shots.collect())
            }
            _ => self.greedy(p, side),
        }
    }
}
