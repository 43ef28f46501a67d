//! A planner for games of many pieces that are ordered one by one. Pieces go by conducts, scripts that decide quickly, each group of
//! pieces by one of its own; all together they are a *profile*. What a profile is worth is found out by playing the battle on with it,
//! with the real rules and dice of the captain's own. Every battle played on tells something about the conduct of every group, as if
//! what a group does were worth the same whatever the others do: so few battles tell much about many profiles. The conducts of the next
//! battle are drawn by how likely they are to be the best, so that most is found out about those among which the choice lies. What was
//! found out in earlier turns still counts, but less. Single choices are tried against each other in the same way.

use crate::{Budget, Captain, Ended, Level, Levelled, Rng, Slips, Stop, Thought, race, refused};
use kernel::{Quiet, Rules, Seed, Seeded, Side, ToAct, Verdict};
use std::borrow::Cow;

/// How each piece is conducted, by its place in the list of the battle; 0 is the plainest way.
pub type Profile = Vec<u8>;

/// A system whose battles can be played on by scripts.
pub trait Rollout: Rules {
    /// What the best may spend in a turn on profiles and on single choices, in games played on.
    fn budget(&self) -> [u32; 2];
    /// Battles at tables are so much a matter of luck that little else tells levels apart.
    const SLIPS: Slips;
    /// Games played on for each alternative of a single choice, on average.
    const SAMPLES: u32;
    /// How many turns a battle is played on for a profile.
    const FAR: u16;
    /// What an error of judgement is measured by, in thousandths of a victory point.
    const POINT: i64;

    fn pieces(&self) -> usize;

    /// What the script does that conducts every piece by its profile: quickly.
    fn quick(&self, profile: &[u8], p: &Self::Position, side: Side, list: &mut Vec<Self::Choice>) -> Self::Choice;

    /// The same with everything listed and time to look at it.
    fn careful(&self, profile: &[u8], p: &Self::Position, side: Side, list: &[Self::Choice]) -> Self::Choice;

    /// Whether this is a moment to think about the profile, once a turn: never in the turn of the other side, which waits for an answer.
    fn is_turning(&self, p: &Self::Position, side: Side) -> bool;

    /// How many turns a battle is played on for a single choice.
    fn near(&self, p: &Self::Position) -> u16;

    /// Conducts there are. The enemy is taken to go by the first; those before `LEAST` are not tried for the own side.
    const CONDUCTS: u8;
    const LEAST: u8;

    /// The group in which a piece is conducted like the others, for a side that knows its position; `None`: it is not to be
    /// conducted now.
    fn group(&self, p: &Self::Position, side: Side, piece: usize) -> Option<u8>;

    /// Other choices to try than the one that the script makes.
    fn alternatives(
        &self,
        profile: &[u8],
        p: &Self::Position,
        side: Side,
        list: &[Self::Choice],
        rng: &mut Rng,
        out: &mut Vec<Self::Choice>,
    );

    /// What is done without a thought.
    fn slip(&self, list: &[Self::Choice], rng: &mut Rng) -> Self::Choice;

    /// A position that the side cannot tell from this one, in which nothing is hidden: what it does not know is drawn by chance.
    fn drawn(&self, p: &Self::Position, side: Side, rng: &mut Rng) -> Self::Position;

    /// How well a side stands, in thousandths of a victory point.
    fn standing(&self, p: &Self::Position, side: Side) -> i64;
}

/// What would be done anyway is given up only for what is better by so many thousandths of the standard error.
const DOUBT: u32 = 1000;
/// No battle is played on longer.
const LONGEST: u32 = 5000;

/// A captain that plays battles on.
pub struct Rollouts<R: Rollout> {
    level: Level,
    rng: Rng,
    profile: Profile,
    /// The turn for which the profile was chosen, and what is left to spend on single choices in it.
    turn: Option<u16>,
    left: u32,
    /// Battles played on for the choice that is being made.
    spent: u32,
    /// What is known of the conducts of each group, and by how much battles end differently, as a standard deviation.
    known: Vec<Vec<Tried>>,
    spread: i64,
    thought: Option<Thought>,
    stop: Stop,
    system: std::marker::PhantomData<fn(R)>,
}

impl<R: Rollout> Levelled<R> for Rollouts<R> {
    fn at(level: Level, rng: Rng) -> Rollouts<R> {
        Rollouts {
            level,
            rng,
            profile: Profile::new(),
            turn: None,
            left: 0,
            spent: 0,
            known: Vec::new(),
            spread: 0,
            thought: None,
            stop: Stop::default(),
            system: std::marker::PhantomData,
        }
    }
}

/// What came of a conduct: how often it was tried and how much better than the others it was, in thousandths.
#[derive(Clone, Copy, Debug, Default)]
struct Tried {
    count: i64,
    sum: i64,
}

/// So many trials of a conduct in which it was as good as the others, in thousandths, are taken for granted. The luck of a battle is
/// some six times what a conduct is worth in it, and this is about the square of that.
const PRIOR: i64 = 40_000;
/// The same when it is drawn what to try next: who believes less in it tries more.
const OPEN: i64 = 4000;
/// What is known from the turn before counts so much, in thousandths.
const KEPT: i64 = 800;
/// The first conduct is given up only for one that is better by so many thousandths of the spread of battles: less than that one or
/// two trials may come to.
const FIRM: i64 = 50;
/// Of fewer battles the spread is not known.
const FEW: usize = 6;

impl Tried {
    fn add(&mut self, more: i64) {
        self.count += 1000;
        self.sum += more;
    }

    fn fade(&mut self) {
        self.count = self.count * KEPT / 1000;
        self.sum = self.sum * KEPT / 1000;
    }

    /// What it is better by, for all that is known.
    fn worth(&self) -> i64 {
        1000 * self.sum / (self.count + PRIOR)
    }

    /// What it may be better by: the less is known, the farther from what is thought now.
    fn guess(&self, spread: i64, rng: &mut Rng) -> i64 {
        // Three even chances together are near enough to a normal one, here with a standard deviation of 1000.
        let chance: i64 = (0..3).map(|_| rng.below(2001) as i64 - 1000).sum();
        let count = self.count + OPEN;
        1000 * self.sum / count + spread * chance / (1000 * count).isqrt()
    }
}

/// The best conduct from the least on, which is preferred.
fn best(least: u8, tried: &[Tried], spread: i64) -> u8 {
    let first = usize::from(least);
    let worth = |conduct: &usize| tried[*conduct].worth();
    let other = (first + 1..tried.len()).max_by_key(|conduct| (worth(conduct), std::cmp::Reverse(*conduct)));
    // While the spread is not known, nothing is.
    let other = other.filter(|other| spread > 0 && worth(other) - worth(&first) > FIRM * spread / 1000);
    other.unwrap_or(first) as u8
}

/// A conduct to try next: each as often as it may be the best.
fn to_try(least: u8, tried: &[Tried], spread: i64, rng: &mut Rng) -> u8 {
    if spread == 0 {
        return least + rng.below(tried.len() - usize::from(least)) as u8;
    }
    let all = (usize::from(least)..tried.len()).map(|conduct| (tried[conduct].guess(spread, rng), conduct));
    all.max().map_or(least, |(_, conduct)| conduct as u8)
}

/// The standard deviation of what battles came to.
fn spread_of(values: impl ExactSizeIterator<Item = i64> + Clone) -> i64 {
    let n = values.len() as i64;
    let mean = values.clone().sum::<i64>() / n;
    let squares: i128 = values.map(|value| i128::from(value - mean).pow(2)).sum();
    (squares / i128::from(n)).unsigned_abs().isqrt() as i64
}

/// The profile in which every group has its conduct.
fn spread_out(groups: &[Option<u8>], conducts: &[u8]) -> Profile {
    let of = |group: &Option<u8>| group.map_or(0, |group| conducts[usize::from(group)]);
    groups.iter().map(of).collect()
}

/// Of more choices than can be tried, the first and some of the others, spread evenly: neighbours in a list are alike.
fn thin_out<T>(choices: &mut Vec<T>, most: usize) {
    if most < 2 || choices.len() <= most {
        return;
    }
    let (others, kept) = (choices.len() - 1, most - 1);
    let mut at = 0;
    choices.retain(|_| {
        let keeps = at == 0 || (at - 1) * kept / others != at * kept / others;
        at += 1;
        keeps
    });
}

/// A battle to play on.
struct Course<'a, R: Rollout> {
    battle: &'a R,
    p: &'a R::Position,
    side: Side,
    /// The last turn.
    end: u16,
    seed: u64,
}

impl<R: Rollout> Course<'_, R> {
    /// Plays on by this profile, after a first choice if there is one; how well the side stands then, and the result if it is over.
    fn play(&self, profile: &[u8], first: Option<&R::Choice>, stream: u32) -> (i64, Option<Verdict>) {
        let Course { battle, side, .. } = *self;
        let seed = self.seed.wrapping_add(u64::from(stream) << 32);
        let mut dice = Seeded::new(Seed::derived(seed, stream.into()));
        let mut p = battle.drawn(self.p, side, &mut Rng::new(seed));
        let mut list = Vec::new();
        if let Some(choice) = first
            && battle.check(&p, side, choice).is_ok()
        {
            battle.resolve(&mut p, side, choice, &mut dice, &mut Quiet);
        }
        for _ in 0..LONGEST {
            let acts = match battle.to_act(&p) {
                ToAct::One(acts) => acts,
                ToAct::Both => Side::One,
                ToAct::Nobody => break,
            };
            if battle.turn(&p) > self.end {
                break;
            }
            let choice = battle.quick(profile, &p, acts, &mut list);
            battle.resolve(&mut p, acts, &choice, &mut dice, &mut Quiet);
        }
        (battle.standing(&p, side), battle.verdict(&p))
    }
}

impl<R: Rollout> Rollouts<R> {
    /// How the pieces are conducted from now on.
    fn choose_profile(&mut self, battle: &R, p: &R::Position, side: Side) {
        let turn = battle.turn(p);
        let is_old = self.turn != Some(turn) && battle.is_turning(p, side);
        if !is_old && !self.profile.is_empty() {
            return;
        }
        let groups: Vec<Option<u8>> = (0..battle.pieces()).map(|piece| battle.group(p, side, piece)).collect();
        let count = groups.iter().flatten().max().map_or(0, |most| usize::from(*most) + 1);
        if !is_old {
            // Who is called in the other side's turn goes by the plainest conducts until its own.
            self.profile = spread_out(&groups, &vec![R::LEAST; count]);
            return;
        }
        self.turn = Some(turn);
        let [on_profiles, on_choices] = battle.budget();
        self.left = self.level.evaluations(on_choices);
        let budget = self.level.evaluations(on_profiles);
        let conducts = R::LEAST + self.level.options((R::CONDUCTS - R::LEAST).into()) as u8;
        self.known
            .resize(count.max(self.known.len()), vec![Tried::default(); conducts.into()]);
        let course = Course {
            battle,
            p,
            side,
            end: turn + R::FAR,
            seed: self.rng.seed(),
        };
        self.known.iter_mut().flatten().for_each(Tried::fade);
        let mut samples: Vec<(Vec<u8>, i64)> = Vec::new();
        let mut now = self.known.clone();
        let mut sum = 0;
        let mut ended = Some(Ended::default());
        for stream in 0..budget {
            if self.stop.is_set() {
                break;
            }
            let chosen: Vec<u8> = (0..count)
                .map(|group| to_try(R::LEAST, &now[group], self.spread, &mut self.rng))
                .collect();
            let profile = spread_out(&groups, &chosen);
            let (stands, verdict) = course.play(&profile, None, stream);
            let value = stands + self.level.misjudges(&mut self.rng, R::POINT);
            ended = ended
                .zip(verdict)
                .map(|(ended, verdict)| ended.with(verdict.winner, side));
            sum += value;
            samples.push((chosen, value));
            if samples.len() >= FEW {
                self.spread = spread_of(samples.iter().map(|(_, value)| *value));
            }
            // Against the mean of all so far.
            let mean = sum / samples.len() as i64;
            now.clone_from(&self.known);
            for (chosen, value) in &samples {
                for (group, conduct) in chosen.iter().enumerate() {
                    now[group][usize::from(*conduct)].add(value - mean);
                }
            }
        }
        self.known = now;
        let chosen: Vec<u8> = self
            .known
            .iter()
            .map(|tried| best(R::LEAST, tried, self.spread))
            .collect();
        self.profile = spread_out(&groups, &chosen);
        self.spent = samples.len() as u32;
        self.thought = Some(Thought {
            expects: sum / (samples.len() as i64).max(1) - battle.standing(p, side),
            evaluations: self.spent,
            ended: ended.filter(|_| self.spent > 0),
        });
    }

    fn think(&mut self, battle: &R, p: &R::Position, side: Side, list: &[R::Choice]) -> R::Choice {
        self.spent = 0;
        self.thought = None;
        self.choose_profile(battle, p, side);
        if self.level.slips(&R::SLIPS, &mut self.rng) {
            return battle.slip(list, &mut self.rng);
        }
        let mut choices = vec![battle.careful(&self.profile, p, side, list)];
        battle.alternatives(&self.profile, p, side, list, &mut self.rng, &mut choices);
        thin_out(&mut choices, (self.left / R::SAMPLES) as usize);
        let share = R::SAMPLES * choices.len() as u32;
        if choices.len() < 2 || !self.level.foresight || self.left < share {
            return choices.swap_remove(0);
        }
        self.left -= share;
        let course = Course {
            battle,
            p,
            side,
            end: battle.turn(p) + battle.near(p),
            seed: self.rng.seed(),
        };
        let (level, rng, profile) = (self.level, &mut self.rng, &self.profile);
        let mut budget = Budget::new(share, &self.stop);
        let raced = race(choices.len(), DOUBT, &mut budget, |choice, stream| {
            course.play(profile, Some(&choices[choice]), stream).0 + level.misjudges(rng, R::POINT)
        });
        self.spent += budget.spent();
        self.thought = Some(Thought {
            expects: raced.mean - battle.standing(p, side),
            evaluations: self.spent,
            ended: None,
        });
        choices.swap_remove(raced.best)
    }
}

impl<R: Rollout> Captain<R> for Rollouts<R> {
    fn choose<'a>(&mut self, battle: &R, p: &R::Position, side: Side, list: &'a [R::Choice]) -> Cow<'a, R::Choice> {
        let choice = self.think(battle, p, side, list);
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
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Conducts that are worth this and no more, each tried so often.
    fn tried(worth: &[i64], times: i64) -> Vec<Tried> {
        let one = |worth: &i64| Tried {
            count: 1000 * times,
            sum: worth * times,
        };
        worth.iter().map(one).collect()
    }

    #[test]
    fn one_lucky_trial_changes_no_conduct_and_many_do() {
        assert_eq!(best(1, &tried(&[0, -200, 900, 0], 1), 1000), 1);
        assert_eq!(best(1, &tried(&[0, -200, 900, 0], 20), 1000), 2);
        assert_eq!(best(1, &tried(&[0, -200, 900, 0], 20), 0), 1);
        // Those before the least are not taken, however good.
        assert_eq!(best(1, &tried(&[900, 0, 0, 0], 20), 1000), 1);
    }

    #[test]
    fn what_may_be_the_best_is_tried_most_and_nothing_is_never_tried() {
        let (known, mut rng) = (tried(&[0, 0, 300, -300], 8), Rng::new(5));
        let mut times = [0; 4];
        for _ in 0..2000 {
            times[usize::from(to_try(1, &known, 1000, &mut rng))] += 1;
        }
        assert!(
            times[0] == 0 && times[2] > times[1] && times[1] > times[3] && times[3] > 0,
            "{times:?}"
        );
    }

    #[test]
    fn while_nothing_is_known_all_are_tried_alike() {
        let (known, mut rng) = (tried(&[0; 4], 0), Rng::new(5));
        let mut times = [0; 4];
        for _ in 0..3000 {
            times[usize::from(to_try(1, &known, 0, &mut rng))] += 1;
        }
        assert!(
            times[0] == 0 && times[1..].iter().all(|n| (900..1100).contains(n)),
            "{times:?}"
        );
    }

    #[test]
    fn battles_are_won_drawn_or_lost() {
        let [one, two] = Side::BOTH;
        let ended = [Some(one), None, Some(two), Some(one)];
        let told = ended
            .into_iter()
            .fold(Ended::default(), |all, winner| all.with(winner, one));
        assert_eq!(told, Ended { won: 2, drawn: 1 });
    }

    #[test]
    fn the_spread_is_a_standard_deviation() {
        assert_eq!(spread_of([100, 300, 100, 300].into_iter()), 100);
        assert_eq!(spread_of([7; 6].into_iter()), 0);
    }

    #[test]
    fn of_too_many_choices_the_first_stays_and_others_are_from_everywhere() {
        let thinned = |most: usize| {
            let mut choices: Vec<u8> = (0..11).collect();
            thin_out(&mut choices, most);
            choices
        };
        assert_eq!(thinned(6), [0, 2, 4, 6, 8, 10]);
        assert_eq!(thinned(4), [0, 4, 7, 10]);
        assert_eq!(thinned(11).len(), 11);
        // Too few for any comparison: nothing is tried at all.
        assert_eq!(thinned(1).len(), 11);
    }

    #[test]
    fn what_is_old_counts_less() {
        let mut tried = tried(&[500], 10)[0];
        let before = tried.worth();
        tried.fade();
        assert!(0 < tried.worth() && tried.worth() < before, "{tried:?}");
    }
}
