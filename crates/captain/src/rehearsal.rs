//! A planner for games in which the decider changes all the time: it rehearses the battle with scripted players and real rules, on
//! dice of its own, and takes the plan that led to the better end. Plans are proposed by several ways of conducting a battle; these
//! are chosen anew every turn in the same manner, first one for the whole army, then for each division another, if it does better.

use crate::{Budget, Captain, Level, Levelled, Profile, Rng, Slips, Stop, Thought, race, refused};
use kernel::{Quiet, Rules, Seed, Seeded, Side, ToAct};
use std::borrow::Cow;
use std::collections::VecDeque;

/// A system whose battles can be rehearsed.
pub trait Rehearsed: Rules {
    /// Turns that are rehearsed for a conduct, and decisions for a single plan.
    const TURNS: u16;
    const DECISIONS: u32;
    /// What the best may spend on rehearsals in a turn, for the conduct of its army, for those of its divisions and for single plans.
    const ON_CONDUCT: u32;
    const ON_DIVISIONS: u32;
    const ON_PLANS: u32;
    /// Rehearsals for each plan of a decision, on average; half of them before any is dropped.
    const SAMPLES: u32;
    /// Decisions that are rehearsed, and most rehearsals, for an answer in the other side's turn: somebody waits for it.
    const ANSWER_DECISIONS: u32;
    const ON_ANSWER: u32;
    /// What an error of judgement is measured by, in thousandths of a victory point.
    const POINT: i64;
    const SLIPS: Slips;

    /// The ways that make sense in this position, the plainest first; at least one.
    fn conducts(&self, p: &Self::Position, side: Side) -> Vec<u8>;

    fn pieces(&self) -> usize;

    /// The division with which a piece goes, counted from 0; `None`: it goes by the conduct of the army.
    fn division(&self, p: &Self::Position, side: Side, piece: usize) -> Option<u8>;

    /// A player that decides quickly and by the same rule every time.
    type Script: Send;

    fn script(profile: Profile, rng: Rng) -> Self::Script;

    fn play(
        &self,
        script: &mut Self::Script,
        p: &Self::Position,
        side: Side,
        list: &mut Vec<Self::Choice>,
    ) -> Self::Choice;

    /// What might be done now: plans of one choice or several, what these conducts would do first. The lower levels may overlook
    /// something.
    fn proposals(
        &self,
        p: &Self::Position,
        side: Side,
        level_and_profile: (Level, &[u8]),
        list: &[Self::Choice],
        rng: &mut Rng,
        out: &mut Vec<Vec<Self::Choice>>,
    );

    /// A position that the side cannot tell from this one, in which nothing is hidden: what it does not know is drawn by chance.
    fn drawn(&self, p: &Self::Position, side: Side, rng: &mut Rng) -> Self::Position;

    /// Whether a side decides in its own turn, and not in the other's.
    fn leads(&self, p: &Self::Position, side: Side) -> bool;

    /// How well a side stands, in thousandths of a victory point.
    fn appraise(&self, p: &Self::Position, side: Side) -> i64;
}

/// The plainest conduct and the plan it proposes are given up only for what is better by so many thousandths of the standard error; the
/// conduct of a division, of which a few rehearsals tell little, only for more.
const DOUBT: u32 = 1000;
const DOUBT_OF_DIVISIONS: u32 = 2000;
/// No rehearsal of some turns is longer.
const LONGEST: u32 = 5000;

/// A captain that rehearses.
pub struct Rehearsal<R: Rehearsed> {
    level: Level,
    rng: Rng,
    /// The rest of the plan it follows.
    plan: VecDeque<R::Choice>,
    profile: Profile,
    /// The turn for which it was chosen.
    conducted: Option<u16>,
    /// The turn that is under way, and what is left to spend in it.
    turn: Option<u16>,
    left: u32,
    /// Rehearsals for the choice that is being made.
    spent: u32,
    stop: Stop,
    thought: Option<Thought>,
}

impl<R: Rehearsed> Levelled<R> for Rehearsal<R> {
    fn at(level: Level, rng: Rng) -> Rehearsal<R> {
        Rehearsal {
            level,
            rng,
            plan: VecDeque::new(),
            profile: Profile::new(),
            conducted: None,
            turn: None,
            left: 0,
            spent: 0,
            stop: Stop::default(),
            thought: None,
        }
    }
}

/// Where a rehearsal ends.
#[derive(Clone, Copy)]
struct End {
    turn: u16,
    decisions: u32,
}

/// Plays on with two scripts until the end, and on to the start of the next decision; how well the side stands then.
fn rehearse<R: Rehearsed>(
    battle: &R,
    p: &R::Position,
    side: Side,
    plan: &[R::Choice],
    profiles: [&[u8]; 2],
    (seed, stream): (u64, u32),
    end: End,
) -> i64 {
    let mut dice = Seeded::new(Seed::derived(seed, stream.into()));
    let mut scripts =
        [0, 1].map(|i| R::script(profiles[i].to_vec(), Rng::new(seed ^ u64::from(stream) << 8 ^ i as u64)));
    // Whatever is compared on one stream meets the same hidden facts.
    let mut p = battle.drawn(p, side, &mut Rng::new(seed.wrapping_add(u64::from(stream))));
    let mut list = Vec::new();
    let mut plan = plan.iter();
    let mut planned = plan.next();
    for decision in 0.. {
        let acts = match battle.to_act(&p) {
            ToAct::One(acts) => acts,
            ToAct::Both if planned.is_some() => side,
            ToAct::Both => Side::One,
            ToAct::Nobody => break,
        };
        if planned.is_none() && (battle.turn(&p) > end.turn || decision >= end.decisions) {
            break;
        }
        if acts == side
            && let Some(choice) = planned
        {
            // Dice may have made the plan impossible.
            planned = plan.next();
            if battle.check(&p, side, choice).is_ok() {
                battle.resolve(&mut p, side, choice, &mut dice, &mut Quiet);
                continue;
            }
            planned = None;
        }
        let choice = battle.play(&mut scripts[acts.index()], &p, acts, &mut list);
        battle.resolve(&mut p, acts, &choice, &mut dice, &mut Quiet);
    }
    battle.appraise(&p, side)
}

impl<R: Rehearsed> Rehearsal<R> {
    /// How the battle is conducted in this turn: by the whole army, and by each division.
    fn choose_profile(&mut self, battle: &R, p: &R::Position, side: Side) {
        let turn = battle.turn(p);
        if self.turn != Some(turn) {
            self.turn = Some(turn);
            self.left = self.level.evaluations(R::ON_PLANS);
        }
        let conducts = battle.conducts(p, side);
        if self.profile.is_empty() {
            self.profile = vec![conducts[0]; battle.pieces()];
        }
        // An answer in the other side's turn goes by the conducts so far.
        if self.conducted == Some(turn) || !battle.leads(p, side) {
            return;
        }
        self.conducted = Some(turn);
        let among = self.level.options(conducts.len()).min(conducts.len());
        self.profile.fill(conducts[0]);
        let whole: Vec<Profile> = conducts[..among]
            .iter()
            .map(|conduct| vec![*conduct; battle.pieces()])
            .collect();
        let budget = self.level.evaluations(R::ON_CONDUCT);
        self.race_profiles(battle, p, side, whole, DOUBT, budget);
        let of = |piece: usize| battle.division(p, side, piece);
        let divisions: Vec<Option<u8>> = (0..battle.pieces()).map(of).collect();
        let count = divisions.iter().flatten().max().map_or(0, |most| most + 1);
        if count < 2 {
            return;
        }
        let share = self.level.evaluations(R::ON_DIVISIONS) / u32::from(count);
        for division in 0..count {
            let with = |conduct: &u8| {
                let told = self.profile.iter().zip(&divisions);
                told.map(|(now, of)| if *of == Some(division) { *conduct } else { *now })
                    .collect()
            };
            let others = conducts[..among].iter().map(with).filter(|told| *told != self.profile);
            let tried = std::iter::once(self.profile.clone()).chain(others).collect();
            self.race_profiles(battle, p, side, tried, DOUBT_OF_DIVISIONS, share);
        }
    }

    /// Takes the profile with which rehearsals of some turns end best; the first is kept where little is known.
    fn race_profiles(
        &mut self,
        battle: &R,
        p: &R::Position,
        side: Side,
        mut profiles: Vec<Profile>,
        doubt: u32,
        most: u32,
    ) {
        let seed = self.rng.seed();
        let (level, rng) = (self.level, &mut self.rng);
        let end = End {
            turn: battle.turn(p) + R::TURNS,
            decisions: LONGEST,
        };
        let enemy = vec![battle.conducts(p, side.other())[0]; battle.pieces()];
        let mut budget = Budget::new(most, &self.stop);
        let raced = race(profiles.len(), doubt, &mut budget, |profile, stream| {
            let mut both = [&enemy[..]; 2];
            both[side.index()] = &profiles[profile];
            rehearse(battle, p, side, &[], both, (seed, stream), end) + level.misjudges(rng, R::POINT)
        });
        self.note(&budget, raced.mean - battle.appraise(p, side));
        self.profile = profiles.swap_remove(raced.best);
    }

    /// What is expected after a race, if one was run.
    fn note(&mut self, budget: &Budget, expects: i64) {
        self.spent += budget.spent();
        if budget.spent() > 0 {
            self.thought = Some(Thought {
                expects,
                evaluations: self.spent,
                ended: None,
            });
        }
    }

    fn think(&mut self, battle: &R, p: &R::Position, side: Side, list: &[R::Choice]) -> R::Choice {
        self.spent = 0;
        self.choose_profile(battle, p, side);
        if self.level.slips(&R::SLIPS, &mut self.rng) {
            return list[self.rng.below(list.len())].clone();
        }
        let mut plans = Vec::new();
        battle.proposals(p, side, (self.level, &self.profile), list, &mut self.rng, &mut plans);
        let mut best = 0;
        if plans.len() > 1 && self.level.foresight {
            let seed = self.rng.seed();
            let (most, decisions) = match battle.leads(p, side) {
                true => (self.left, R::DECISIONS),
                false => (self.left.min(R::ON_ANSWER), R::ANSWER_DECISIONS),
            };
            let mut budget = Budget::new((R::SAMPLES * plans.len() as u32).min(most), &self.stop);
            let enemy = vec![battle.conducts(p, side.other())[0]; battle.pieces()];
            let mut profiles = [&enemy[..]; 2];
            profiles[side.index()] = &self.profile;
            let end = End {
                turn: battle.turn(p) + R::TURNS,
                decisions,
            };
            let (level, rng) = (self.level, &mut self.rng);
            let raced = race(plans.len(), DOUBT, &mut budget, |plan, stream| {
                rehearse(battle, p, side, &plans[plan], profiles, (seed, stream), end) + level.misjudges(rng, R::POINT)
            });
            best = raced.best;
            self.left -= budget.spent();
            self.note(&budget, raced.mean - battle.appraise(p, side));
        }
        if plans.is_empty() {
            return list[0].clone();
        }
        self.plan = plans.swap_remove(best).into();
        self.plan.pop_front().unwrap_or_else(|| list[0].clone())
    }
}

impl<R: Rehearsed> Captain<R> for Rehearsal<R> {
    fn choose<'a>(&mut self, battle: &R, p: &R::Position, side: Side, list: &'a [R::Choice]) -> Cow<'a, R::Choice> {
        self.thought = None;
        // What makes itself between two steps of a plan is no reason to give it up.
        if list.len() == 1 && battle.lists_all() && !self.plan.is_empty() {
            if self.plan.front() == Some(&list[0]) {
                self.plan.pop_front();
            }
            return Cow::Borrowed(&list[0]);
        }
        let choice = match self.plan.pop_front() {
            Some(next) if battle.check(p, side, &next).is_ok() => next,
            _ => {
                self.plan.clear();
                self.think(battle, p, side, list)
            }
        };
        match list.iter().find(|listed| **listed == choice) {
            Some(listed) => Cow::Borrowed(listed),
            None if battle.check(p, side, &choice).is_ok() => Cow::Owned(choice),
            None => refused(list, &choice),
        }
    }

    fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    fn thought(&self) -> Option<Thought> {
        self.thought
    }

    fn ahead(&self) -> Vec<R::Choice> {
        self.plan.iter().cloned().collect()
    }
}
