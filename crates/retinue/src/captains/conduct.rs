//! Ways of conducting a skirmish, and how they are rehearsed.

use super::skill::Aim;
use crate::battle::Battle;
use crate::choice::{Choice, Entry, Wish};
use crate::listing::Plan;
use crate::position::{Id, Phase, Position, State};
use crate::weapons::Missile;
use captain::{Rng, Rollout, Slips};
use kernel::{Rules, Side};

/// What a figure goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conduct {
    /// What promises most at once; that of `greedy`.
    Plain,
    /// As a skilled hand does it.
    Skilled,
    /// Stands, and shoots who comes near.
    Stand,
    Charge,
    /// Comes near in a body.
    Advance,
    /// Charges whom it is stronger than, and waits for the others.
    Wary,
}

impl Conduct {
    const ALL: [Conduct; 6] = [
        Conduct::Plain,
        Conduct::Skilled,
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
    const SLIPS: Slips = [670, 530, 370, 210, 0];
    const CONDUCTS: u8 = Conduct::ALL.len() as u8;
    const LEAST: u8 = 1;
    const SAMPLES: u32 = 8;
    const FAR: u16 = 30;
    const POINT: i64 = 2000;

    /// The more figures, the longer it takes to play a battle on; but one choice in a turn can always be tried, with all its alternatives.
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

    fn near(&self, _: &Position) -> u16 {
        4
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
        if p.phase == Phase::Command {
            // Orders change at a signal (T-38): the men it is for may do more good where they are.
            let own = (0..self.units.len() as u8).filter(|unit| self.units[usize::from(*unit)].side == side);
            let waiting = own.filter(|unit| self.awaits_signal(*unit) && p.units[usize::from(*unit)].activated == 0);
            for unit in waiting {
                if let Choice::Shooters(mut wishes) = self.greedy(p, side) {
                    wishes.push(Wish::Signal(unit));
                    propose(Choice::Shooters(wishes));
                }
            }
            return;
        }
        for other in &Conduct::ALL[1..] {
            propose(self.commit_for(p, side, |_| *other));
        }
        // Some go by another conduct than the rest.
        for _ in 0..3 {
            let mixed: Vec<Conduct> = p
                .ids()
                .map(|who| match rng.below(5) {
                    0 | 1 => Conduct::ALL[1 + rng.below(Conduct::ALL.len() - 1)],
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
    /// What a figure is about under a conduct, and whom it means.
    fn aim_under(&self, p: &Position, who: Id, conduct: Conduct) -> Aim {
        let any = |plan: Plan| Aim { plan, enemy: None };
        let figure = p.figure(who);
        if conduct == Conduct::Plain {
            return any(self.best_plan(p, who));
        }
        // A lord does not stand or go with the others.
        if conduct == Conduct::Skilled || self.is_lord(p, who) || self.in_contact(p, who) {
            return self.skilled_aim(p, who);
        }
        let shoots = self.shooter(p, who).is_some_and(|missile| missile != Missile::Thrown) && figure.ammo;
        let Some(enemy) = self.nearest_seen(p, who) else {
            return self.skilled_aim(p, who);
        };
        let far = figure.at.squared(p.figure(enemy).at).isqrt() as i32;
        if shoots && far <= 30_000 && conduct != Conduct::Charge {
            return any(Plan::Shoot);
        }
        any(match conduct {
            Conduct::Stand => Plan::Hold,
            Conduct::Charge => Plan::Charge,
            Conduct::Advance => Plan::Advance,
            _ if self.factor(p, who, enemy) > self.factor(p, enemy, who) => Plan::Charge,
            _ => Plan::Hold,
        })
    }

    /// A whole commit in which every figure goes by a conduct of its own.
    fn commit_for(&self, p: &Position, side: Side, conduct: impl Fn(Id) -> Conduct) -> Choice {
        match p.phase {
            Phase::Action => self.chits_by(p, side, |who| {
                let aim = self.aim_under(p, who, conduct(who));
                match conduct(who) {
                    Conduct::Plain => self.chit_for(p, who, aim.plan),
                    _ => self.craft_chit(p, who, aim),
                }
            }),
            Phase::Movement => {
                let entry = |who: Id| {
                    let mut aim = self.aim_under(p, who, conduct(who));
                    let goes = matches!(conduct(who), Conduct::Plain | Conduct::Skilled | Conduct::Advance);
                    // Whoever was told to move does.
                    if goes && matches!(aim.plan, Plan::Hold | Plan::Shoot) {
                        aim.plan = Plan::Advance;
                    }
                    let what = match conduct(who) {
                        Conduct::Plain => self.move_for(p, who, aim.plan),
                        _ => self.move_at(p, who, aim),
                    }?;
                    Some(Entry { who, what })
                };
                Choice::Moves(self.own(p, side).filter_map(entry).collect())
            }
            Phase::Shooting => {
                let worth = |who: Id, target: Id| match conduct(who) {
                    // The easiest, or the worthiest.
                    Conduct::Plain => {
                        let need = i64::from(crate::listing::hard(self.hit_number(p, who, target)).min(11));
                        100 * (11 - need) + i64::from(self.card(target).kind.value())
                    }
                    _ => self.shot_worth(p, who, target),
                };
                let entry = |who: Id| {
                    // A shot that cannot hit is kept.
                    let plain = conduct(who) == Conduct::Plain;
                    let targets = self.targets(p, who);
                    let targets =
                        targets.filter(|target| plain || (1..=10).contains(&self.hit_number(p, who, *target)));
                    let what = targets.max_by_key(|target| (worth(who, *target), std::cmp::Reverse(*target)))?;
                    Some(Entry { who, what })
                };
                let all = self.own(p, side).filter(|who| self.has_shot(p, *who));
                Choice::Shots(all.filter_map(entry).collect())
            }
            Phase::Melee => {
                let worth = |who: Id, enemy: Id| match conduct(who) {
                    Conduct::Plain => i64::from(self.factor(p, who, enemy) - self.factor(p, enemy, who)),
                    _ => self.strike_worth(p, who, enemy, false),
                };
                let entry = |who: Id| {
                    let touched = self.touched(p, who);
                    let what = touched.max_by_key(|enemy| (worth(who, *enemy), std::cmp::Reverse(*enemy)))?;
                    Some(Entry { who, what })
                };
                let all = self.own(p, side).filter(|who| self.may_strike(p, *who));
                Choice::Strikes(all.filter_map(entry).collect())
            }
            _ => self.greedy(p, side),
        }
    }
}
