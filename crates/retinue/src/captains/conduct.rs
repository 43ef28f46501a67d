//! Ways of conducting a skirmish, and how they are rehearsed.

use crate::battle::Battle;
use crate::choice::{Choice, Entry};
use crate::listing::Plan;
use crate::position::{Id, Phase, Position, State};
use crate::weapons::Missile;
use captain::{Level, Rehearsed, Rng};
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
}

impl Rehearsed for Battle {
    const CONDUCTS: usize = Conduct::ALL.len();
    const TURNS: u16 = 4;
    const DECISIONS: u32 = 40;
    const ON_CONDUCT: u32 = 100;
    const ON_PLANS: u32 = 600;
    const SAMPLES: u32 = 16;
    const POINT: i64 = 600;

    type Script = Conduct;

    fn script(conduct: usize, _: Rng) -> Conduct {
        Conduct::ALL[conduct]
    }

    fn play(&self, script: &mut Conduct, p: &Position, side: Side, list: &mut Vec<Choice>) -> Choice {
        let own = self.commit_for(p, side, |_| *script);
        if self.check(p, side, &own).is_ok() {
            return own;
        }
        list.clear();
        self.choices(p, side, list);
        list[list.len() - 1].clone()
    }

    fn proposals(
        &self,
        p: &Position,
        side: Side,
        (_, conduct): (Level, usize),
        list: &[Choice],
        rng: &mut Rng,
        out: &mut Vec<Vec<Choice>>,
    ) {
        let mut propose = |commit: Choice| {
            if self.check(p, side, &commit).is_ok() && !out.contains(&vec![commit.clone()]) {
                out.push(vec![commit]);
            }
        };
        propose(self.commit_for(p, side, |_| Conduct::ALL[conduct]));
        for other in Conduct::ALL {
            propose(self.commit_for(p, side, |_| other));
        }
        // Some go by another conduct than the rest.
        for _ in 0..3 {
            let mixed: Vec<Conduct> = p
                .ids()
                .map(|_| match rng.below(5) {
                    0 | 1 => Conduct::ALL[rng.below(Conduct::ALL.len())],
                    _ => Conduct::ALL[conduct],
                })
                .collect();
            propose(self.commit_for(p, side, |who| mixed[usize::from(who)]));
        }
        if out.is_empty() {
            out.push(vec![list[list.len() - 1].clone()]);
        }
    }

    /// What the other side has committed is not known: it is still to come.
    fn unknown(&self, p: &Position, side: Side) -> Option<Position> {
        let other = side.other().index();
        p.committed[other].then(|| {
            let mut then = p.clone();
            then.committed[other] = false;
            then
        })
    }

    fn appraise(&self, p: &Position, side: Side) -> i64 {
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
