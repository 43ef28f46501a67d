//! Ways of conducting a "Medieval" battle, from a headlong advance to a retreat, and how they are rehearsed.

use super::adjutant::Adjutant;
use super::fitted::WEIGHTS;
use super::marshal::{best_move, is_step};
use super::stands::Post;
use super::ways::Ways;
use crate::cards::NONE;
use crate::position::{Place, Position};
use crate::victory::What;
use crate::{Battle, Choice, Outcome, Piece, Stage, Target, Task};
use captain::{CERTAIN, Captain, Level, Profile, Rehearsed, Rng, Slips, chance};
use kernel::{Side, odds};

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

    pub const ALL: [Conduct; 6] = [
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

    /// The last of them.
    const BOLD: u8 = 5;

    /// Whether it brings the battle to the enemy.
    fn attacks(self) -> bool {
        self.nearer > 0 && self.bows <= Conduct::PLAIN.bows
    }

    pub fn wanted(self, bows: bool) -> i64 {
        if bows { self.bows } else { self.others }
    }
}

/// The level from which a captain reckons what an attack promises before it goes there, moves its leaders, and goes for ground
/// that wins points.
const RECKONS: u8 = 1;
const MOVES_LEADERS: u8 = 2;
const GOES_FOR_GROUND: u8 = 3;
/// Answers to a question that are rehearsed besides the one that the adjutant would give.
const ANSWERS: usize = 4;

/// What is tried in a move: a ring of spears may be broken up, to march.
fn is_tried(choice: &Choice) -> bool {
    is_step(choice) || matches!(choice, Choice::Lift(_))
}

fn is_ride(choice: &Choice) -> bool {
    matches!(choice, Choice::Activate(Piece::Leader(_)))
}

impl Rehearsed for Battle {
    const TURNS: u16 = 2;
    const DECISIONS: u32 = 240;
    const ON_CONDUCT: u32 = 36;
    const ON_DIVISIONS: u32 = 72;
    const ON_PLANS: u32 = 80;
    const SAMPLES: u32 = 4;
    const ANSWER_DECISIONS: u32 = 16;
    const ON_ANSWER: u32 = 10;
    const POINT: i64 = 1000;
    const SLIPS: Slips = [820, 660, 490, 300, 0];

    /// Who would not win if nothing more happened has no time to stand or to keep away.
    fn conducts(&self, p: &Position, side: Side) -> Vec<u8> {
        let wins = self.winner(p) == Some(side);
        (0..Conduct::ALL.len() as u8)
            .filter(|i| wins || Conduct::ALL[usize::from(*i)].attacks())
            .collect()
    }

    fn pieces(&self) -> usize {
        self.units.len()
    }

    /// Whoever is under one leader's command is a division.
    fn division(&self, p: &Position, side: Side, piece: usize) -> Option<u8> {
        let unit = |u: usize| p.unit(u as u8);
        let commands = (0..self.units.len()).filter(|u| unit(*u).side == side && unit(*u).on_map());
        let mut commands: Vec<u8> = commands.map(|u| unit(u).command).filter(|c| *c != NONE).collect();
        commands.sort_unstable();
        commands.dedup();
        let own = unit(piece);
        let at = commands.iter().position(|c| *c == own.command)?;
        (own.side == side && own.on_map()).then_some(at as u8)
    }

    type Script = Adjutant;

    fn script(profile: Profile, rng: Rng) -> Adjutant {
        Adjutant::quick(profile, rng)
    }

    fn play(&self, script: &mut Adjutant, p: &Position, side: Side, list: &mut Vec<Choice>) -> Choice {
        script.decide(self, p, side, list).into_owned()
    }

    fn proposals(
        &self,
        p: &Position,
        side: Side,
        (level, profile): (Level, &[u8]),
        list: &[Choice],
        rng: &mut Rng,
        out: &mut Vec<Vec<Choice>>,
    ) {
        // Who has won by leaving stays away.
        let stays_away =
            |choice: &Choice| matches!(choice, Choice::Return(Piece::Leader(l)) if self.has_left_for_good(p, *l));
        let sensible: Vec<Choice> = list.iter().copied().filter(|choice| !stays_away(choice)).collect();
        let list = if sensible.is_empty() { list } else { &sensible[..] };
        let mut adjutant = Adjutant::with(profile.to_vec(), Rng::new(rng.seed()));
        let choice = adjutant.choose(self, p, side, list).into_owned();
        let mut propose = |plan: Vec<Choice>| {
            if !out.contains(&plan) {
                out.push(plan);
            }
        };
        match choice {
            Choice::Activate(Piece::Unit(unit)) => {
                let ways = Ways::to_enemies(self, p, side);
                let post = Post {
                    battle: self,
                    side,
                    unit,
                    conduct: Conduct::ALL[usize::from(profile[usize::from(unit)])],
                    aim: if level.rank < GOES_FOR_GROUND {
                        None
                    } else {
                        self.sent_to(p, side, unit)
                    },
                    reckons: level.rank >= RECKONS,
                    ways: &ways,
                    before: p.on_map,
                };
                let mut plan = vec![choice];
                plan.extend(best_move(self, p, side, unit, is_tried, &mut |p| post.worth(p)));
                propose(plan);
            }
            Choice::Shoot(..) => propose(vec![self.best_shot(p, side, list).unwrap_or(choice)]),
            // When everybody has moved, the leaders follow.
            Choice::End if level.rank >= MOVES_LEADERS && list.iter().any(is_ride) => {
                let mut rides = list.iter().filter_map(|choice| match choice {
                    Choice::Activate(Piece::Leader(leader)) => self.ride_of(p, side, *leader),
                    _ => None,
                });
                propose(rides.next().unwrap_or(vec![choice]));
            }
            Choice::Against(_) => {
                let mut plan = vec![choice];
                plan.extend(adjutant.company.iter().copied());
                propose(plan);
                if list.contains(&Choice::End) {
                    propose(vec![Choice::End]);
                }
            }
            Choice::End if p.stack.is_empty() => {
                propose(vec![choice]);
                // An attack that this conduct does not dare.
                let mut bold = Adjutant::with(vec![Conduct::BOLD; self.units.len()], Rng::new(1));
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
        let asked = list.iter().filter(|c| match c {
            Choice::Countercharge(..) | Choice::Pursue(_) | Choice::Stop | Choice::Retreat(_) | Choice::Lose(_) => true,
            Choice::Follow(_) | Choice::Advance(..) => true,
            Choice::Stay => matches!(p.stack.last(), Some(Task::Follow { .. })),
            Choice::Done => matches!(p.stack.last(), Some(Task::Stride(_))),
            _ => false,
        });
        let mut asked: Vec<&Choice> = asked.collect();
        if asked.len() > ANSWERS {
            adjutant.best_first(self, p, side, &mut asked);
        }
        for answer in asked.into_iter().take(ANSWERS) {
            propose(vec![*answer]);
        }
    }

    fn drawn(&self, p: &Position, side: Side, rng: &mut Rng) -> Position {
        if self.keeps_pits(p, side.other()) {
            self.pits_drawn(p, side, &mut |n| rng.below(n))
        } else {
            p.clone()
        }
    }

    fn leads(&self, p: &Position, side: Side) -> bool {
        self.active_side(p) == side
    }

    fn appraise(&self, p: &Position, side: Side) -> i64 {
        /// A point of strength, on the map and off it, and a whole victory, in thousandths of a point.
        const STRENGTH: i64 = 400;
        const OFF_MAP: i64 = 200;
        const VICTORY: i64 = 40_000;
        /// What is taken off a point for ground before the end, and what a box of morale counts.
        const GROUND: i64 = 600;
        const MORALE: i64 = 200;
        let score = self.score_of(p);
        let mut total = [0i64; 2];
        // Ground that changes hands every turn counts in full only at the end.
        let over = p.stage == Stage::Over;
        let ends = p.turn >= self.last_turn || over;
        for side in Side::BOTH {
            let ground = i64::from(self.ground_score(p, side));
            total[side.index()] -= if ends { 0 } else { GROUND * ground };
            let morale = if side == crate::cards::SCOTS {
                p.morale
            } else {
                -p.morale
            };
            total[side.index()] += MORALE * i64::from(morale.max(0));
        }
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
        // By the rules when it is over; before, as likely as in games between captains.
        let chance = match (over, self.winner(p)) {
            (true, Some(winner)) if winner == side => CERTAIN,
            (true, Some(_)) => 0,
            (true, None) => CERTAIN / 2,
            (false, _) => chance(&WEIGHTS, &self.features(p, side, 0)),
        };
        let result = 2 * VICTORY * (chance - CERTAIN / 2) / CERTAIN;
        total[side.index()] - total[side.other().index()] + result
    }
}

impl Battle {
    /// The shot that promises most, by what its target is worth to us.
    fn best_shot(&self, p: &Position, side: Side, list: &[Choice]) -> Option<Choice> {
        let (own, other) = (side.index(), side.other().index());
        let worth = |choice: &Choice| {
            let Choice::Shoot(_, target) = choice else {
                return None;
            };
            let harm = |o: &Outcome| i32::from(o.harm[other]) - 2 * i32::from(o.harm[own]);
            let value = match target {
                Target::Piece(Piece::Unit(unit)) => 2 + self.prize(side, *unit),
                Target::Piece(Piece::Leader(leader)) => 2 + self.life_of(p, *leader) / 1000,
                Target::Object(_) => 1,
            };
            Some(odds::expectation(self, p, side, choice, harm).unwrap_or(0) * value)
        };
        let shots = list.iter().filter_map(|choice| Some((worth(choice)?, choice)));
        shots.max_by_key(|(worth, _)| *worth).map(|(_, choice)| *choice)
    }

    /// The points that a side has of eliminating a unit.
    pub(super) fn prize(&self, side: Side, unit: u8) -> i64 {
        let rules = self.points.iter().filter(|rule| rule.side == side);
        let points = rules.map(|rule| match &rule.what {
            What::Units(kinds) if kinds.contains(&self.card(unit).kind) => i64::from(rule.points),
            _ => 0,
        });
        points.sum()
    }
}
