//! Ways of conducting a battle of elements, and how they are rehearsed.

use super::greedy::Greedy;
use crate::battle::Battle;
use crate::candidates::Orders;
use crate::choice::Choice;
use crate::position::{Id, Phase, Position, State};
use captain::{Captain, Level, Rehearsed, Rng};
use kernel::{Rules, Side};

/// What scripted players go by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conduct {
    /// Stands where it is, whatever its army is told.
    pub waits: bool,
    /// Goes on, though its army defends.
    pub goes: bool,
    /// What a charge counts for itself, in thousandths of an element.
    pub eager: i64,
}

impl Conduct {
    pub const PLAIN: Conduct = Conduct {
        waits: false,
        goes: false,
        eager: 4000,
    };

    const ALL: [Conduct; 6] = [
        Conduct::PLAIN,
        // Strikes only what it should beat.
        Conduct {
            eager: -3000,
            ..Conduct::PLAIN
        },
        Conduct {
            waits: true,
            eager: 0,
            ..Conduct::PLAIN
        },
        Conduct {
            waits: true,
            eager: -12_000,
            ..Conduct::PLAIN
        },
        Conduct {
            goes: true,
            eager: 10_000,
            ..Conduct::PLAIN
        },
        // Comes near, and strikes nobody.
        Conduct {
            eager: -12_000,
            ..Conduct::PLAIN
        },
    ];
}

impl Rehearsed for Battle {
    const CONDUCTS: usize = Conduct::ALL.len();
    const TURNS: u16 = 1;
    const DECISIONS: u32 = 60;
    const ON_CONDUCT: u32 = 24;
    /// None: with so few rehearsals as these cost, single orders are chosen by luck.
    const ON_PLANS: u32 = 0;
    const SAMPLES: u32 = 4;
    const POINT: i64 = 4000;

    type Script = Greedy;

    fn script(conduct: usize, _: Rng) -> Greedy {
        Greedy(Conduct::ALL[conduct])
    }

    fn play(&self, script: &mut Greedy, p: &Position, side: Side, list: &mut Vec<Choice>) -> Choice {
        list.clear();
        match p.phase {
            Phase::Movement if p.pending.question.is_none() => self.list_first(p, side, list),
            _ => self.choices(p, side, list),
        }
        script.choose(self, p, side, list).into_owned()
    }

    fn proposals(
        &self,
        p: &Position,
        side: Side,
        (_, conduct): (Level, usize),
        list: &[Choice],
        _: &mut Rng,
        out: &mut Vec<Vec<Choice>>,
    ) {
        let mut propose = |choice: &Choice| {
            let plan = vec![choice.clone()];
            if !out.contains(&plan) {
                out.push(plan);
            }
        };
        propose(&Greedy(Conduct::ALL[conduct]).choose(self, p, side, list));
        if p.pending.question.is_some() {
            return list.iter().for_each(propose);
        }
        match p.phase {
            Phase::Movement => {
                for other in Conduct::ALL {
                    propose(&Greedy(other).choose(self, p, side, list));
                }
                for choice in self.ranked_orders(p, list, Conduct::ALL[conduct]).into_iter().take(3) {
                    propose(choice);
                }
                if let Some(halt) = list.iter().find(|choice| matches!(choice, Choice::Halt(_))) {
                    let unit = |choice: &Choice| super::greedy::ordered(choice);
                    if unit(halt) == list.iter().find_map(unit) {
                        propose(halt);
                    }
                }
            }
            Phase::Shooting | Phase::Reply => {
                let mut shots: Vec<(i64, &Choice)> = Vec::new();
                for choice in list {
                    if let Choice::Shoot(unit, target) = choice {
                        shots.push((self.shot_worth(p, *unit, *target), choice));
                    }
                }
                shots.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
                shots.iter().take(2).for_each(|(_, choice)| propose(choice));
            }
            _ => {}
        }
    }

    fn appraise(&self, p: &Position, side: Side) -> i64 {
        let mut total = [0i64; 2];
        for other in Side::BOTH {
            total[other.index()] += 1000 * i64::from(self.score_of(p, other));
        }
        for (card, unit) in self.units.iter().zip(&p.units) {
            if unit.state.is_lost() || unit.state == State::Left {
                continue;
            }
            // What is lost of a unit that stands is on the way to its loss.
            let lost = i64::from(card.original.saturating_sub(unit.elements));
            let part = 700 * i64::from(card.points) * lost / i64::from(card.original.max(1));
            total[card.side.other().index()] += part;
        }
        if let Some(Some(winner)) = self.verdict(p).map(|verdict| verdict.winner) {
            total[winner.index()] += 250 * i64::from(self.sides[winner.other().index()].points);
        }
        total[side.index()] - total[side.other().index()]
    }
}

impl Battle {
    /// Orders of the first unit that has none, the best first.
    fn ranked_orders<'a>(&self, p: &Position, list: &'a [Choice], conduct: Conduct) -> Vec<&'a Choice> {
        let Some(unit) = list.iter().find_map(super::greedy::ordered) else {
            return Vec::new();
        };
        let foes = self.foes(p, unit);
        let own = list
            .iter()
            .filter(|choice| super::greedy::ordered(choice) == Some(unit));
        let mut ranked: Vec<(i64, &Choice)> = own
            .map(|choice| (self.order_worth(p, unit, &foes, choice, conduct), choice))
            .collect();
        ranked.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        ranked.into_iter().map(|(_, choice)| choice).collect()
    }

    /// A few candidates of the first unit that has any, and the end.
    fn list_first(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        let own = |unit: &Id| self.side_of(*unit) == side;
        for unit in p.ids().filter(own) {
            if Orders::most(self, p, unit) > 0 {
                Orders::new(self, p, unit, out).list_few();
            }
            if !out.is_empty() {
                break;
            }
        }
        out.push(Choice::End);
    }
}
