//! Ways of conducting a "Medieval" battle, from a headlong advance to a retreat, and how they are rehearsed.

use super::greedy::Greedy;
use super::marshal::best_move;
use crate::cards::NONE;
use crate::position::{Place, Position};
use crate::{Battle, Choice, Piece};
use captain::{Captain, Rehearsed, Rng};
use kernel::Side;

/// What scripted players go by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conduct {
    /// The distance from the enemy that bows and others want.
    bows: i64,
    others: i64,
    /// What each hex from there counts.
    pub nearer: i64,
    /// An attack must promise more than this, in thousandths of a step of the combat table.
    pub odds: i64,
}

impl Conduct {
    /// What the greedy captain and the marshal do.
    pub const PLAIN: Conduct = Conduct {
        bows: 3,
        others: 1,
        nearer: 10,
        odds: 0,
    };

    const ALL: [Conduct; 6] = [
        Conduct::PLAIN,
        // Close, and strike only where it pays.
        Conduct {
            odds: 1000,
            ..Conduct::PLAIN
        },
        // Stand and let them come.
        Conduct {
            nearer: 0,
            odds: 400,
            ..Conduct::PLAIN
        },
        // Bows forward, the others behind them.
        Conduct {
            others: 4,
            odds: 400,
            ..Conduct::PLAIN
        },
        // Keep out of reach.
        Conduct {
            bows: 6,
            others: 8,
            odds: 1000,
            ..Conduct::PLAIN
        },
        // Attack everything.
        Conduct {
            odds: -2000,
            ..Conduct::PLAIN
        },
    ];

    pub fn wanted(self, bows: bool) -> i64 {
        if bows { self.bows } else { self.others }
    }
}

impl Rehearsed for Battle {
    const CONDUCTS: usize = Conduct::ALL.len();
    const TURNS: u16 = 2;
    const DECISIONS: u32 = 240;
    const ON_CONDUCT: u32 = 36;
    const ON_PLANS: u32 = 80;
    const SAMPLES: u32 = 4;
    const POINT: i64 = 1000;

    type Script = Greedy;

    fn script(conduct: usize, rng: Rng) -> Greedy {
        Greedy::with(Conduct::ALL[conduct], rng)
    }

    fn play(&self, script: &mut Greedy, p: &Position, side: Side, list: &mut Vec<Choice>) -> Choice {
        script.decide(self, p, side, list).into_owned()
    }

    fn proposals(
        &self,
        p: &Position,
        side: Side,
        conduct: usize,
        list: &[Choice],
        rng: &mut Rng,
        out: &mut Vec<Vec<Choice>>,
    ) {
        let conduct = Conduct::ALL[conduct];
        let mut greedy = Greedy::with(conduct, Rng::new(rng.below(usize::MAX) as u64));
        let choice = greedy.choose(self, p, side, list).into_owned();
        let mut propose = |plan: Vec<Choice>| {
            if !out.contains(&plan) {
                out.push(plan);
            }
        };
        match choice {
            Choice::Activate(Piece::Unit(unit)) => {
                for way in [conduct, Conduct::PLAIN, Conduct::ALL[3]] {
                    let mut plan = vec![choice];
                    plan.extend(best_move(self, p, side, unit, way));
                    propose(plan);
                }
            }
            Choice::Against(_) => {
                let mut plan = vec![choice];
                plan.extend(greedy.company.iter().copied());
                propose(plan);
                if list.contains(&Choice::End) {
                    propose(vec![Choice::End]);
                }
            }
            Choice::End if p.stack.is_empty() => {
                propose(vec![choice]);
                // An attack that this conduct does not dare.
                let mut bold = Greedy::with(Conduct::ALL[5], Rng::new(1));
                let attack = bold.choose(self, p, side, list).into_owned();
                if matches!(attack, Choice::Against(_)) {
                    let mut plan = vec![attack];
                    plan.extend(bold.company.iter().copied());
                    propose(plan);
                }
            }
            _ => propose(vec![choice]),
        }
        // Where something is asked, every answer is one.
        let asked = list.iter().filter(|c| {
            matches!(
                c,
                Choice::Countercharge(..) | Choice::Pursue(_) | Choice::Stop | Choice::Retreat(_) | Choice::Lose(_)
            )
        });
        for answer in asked.take(4) {
            propose(vec![*answer]);
        }
    }

    fn appraise(&self, p: &Position, side: Side) -> i64 {
        /// A point of strength, a leader, a whole victory, in thousandths of a point.
        const STRENGTH: i64 = 400;
        const OFF_MAP: i64 = 200;
        const VICTORY: i64 = 40_000;
        let score = self.score_of(p);
        let mut total = [0i64; 2];
        for i in 0..2 {
            total[i] += 1000 * i64::from(score[i]);
            for u in p.army[i].iter() {
                let unit = p.unit(u);
                total[i] += match unit.place {
                    Place::Eliminated | Place::Removed => 0,
                    _ if unit.on_map() => STRENGTH * i64::from(unit.sp),
                    _ => OFF_MAP * i64::from(unit.sp),
                };
                if unit.on_map() && unit.command == NONE {
                    total[i] -= STRENGTH / 4;
                }
            }
        }
        if let Some(winner) = p.winner {
            total[winner.index()] += VICTORY;
        }
        total[side.index()] - total[side.other().index()]
    }
}
