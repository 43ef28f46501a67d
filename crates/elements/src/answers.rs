//! The chances of an answer to a question, where all that follows can fall in too many ways: whether the unit holds, whom a pursuit
//! catches and what that costs them, and the tests of morale that are still to come.

use crate::battle::Battle;
use crate::choice::Choice;
use crate::forecast::Fate;
use crate::marks::Marks;
use crate::position::{Course, Id, Members, Position, Question, one};
use crate::prospects::chance;
use kernel::story::Chance;
use kernel::{Quiet, Ratio};

impl Battle {
    /// Nothing if the numbers grow too large.
    pub fn answer_prospects(&self, p: &Position, choice: &Choice) -> Vec<Chance> {
        self.answered(p, choice).unwrap_or_default()
    }

    fn answered(&self, p: &Position, choice: &Choice) -> Option<Vec<Chance>> {
        let (question, unit) = p.pending.question?;
        let name = &self.card(unit).name;
        let mut told = Vec::new();
        // Of the 36 ways in which two dice fall, those by which it goes.
        let ways = match choice {
            Choice::Hold(_) => 36 - self.hold_ways(p, unit),
            _ => 36,
        };
        let goes = Ratio::new(ways, 36);
        told.push(chance(format!("{name}: holds"), goes.rest(), []));
        let mut then = p.clone();
        match question {
            Question::Follow => {
                told.push(chance(format!("{name}: follows up"), goes, []));
                if goes == Ratio::ONE {
                    self.follow_up(&mut then, unit, p.pending.runner, &mut Quiet);
                }
            }
            Question::Pursue => {
                told.push(chance(format!("{name}: pursues"), goes, []));
                for (runner, fate) in self.pursuit_fates(p, unit)? {
                    told.extend(self.tell_fate(runner, &scaled(&fate, ways)?));
                }
                if goes == Ratio::ONE {
                    then.unit_mut(unit).marks.set(Marks::DISORDERED);
                }
            }
        }
        let waiting = match p.pending.course {
            Course::Tests(_) => p.pending.waiting,
            Course::Recoils | Course::Idle => u64::MAX,
        };
        for tester in Members(waiting & self.alarmed(&then)) {
            told.extend(self.tell_fate(tester, &self.test_fate(&then, tester)));
        }
        told.retain(|chance| chance.exact != Ratio::ZERO);
        Some(told)
    }

    /// LR-57, LR-66, LC-20.
    fn hold_ways(&self, p: &Position, unit: Id) -> u128 {
        match p.pending.defending & one(unit) {
            0 => self.control_ways(p, unit).into(),
            _ => 36,
        }
    }

    /// Whom a pursuit may catch, and what each of them must expect of it, over the six ways in which its die may fall.
    pub fn pursuit_fates(&self, p: &Position, unit: Id) -> Option<Vec<(Id, Fate)>> {
        let mut list: Vec<(Id, Fate)> = Vec::new();
        let mut caught = [None; 6];
        for (at, die) in (1..=6).enumerate() {
            let mut then = p.clone();
            let mils = self.begin_pursuit(&mut then, unit, die);
            let Some(runner) = self.run_after(&mut then, unit, mils, &mut Quiet) else {
                continue;
            };
            caught[at] = Some(runner);
            let fate = self.caught_fate(&then, unit, runner)?;
            let known = list.iter().position(|(known, _)| *known == runner);
            let known = known.unwrap_or_else(|| {
                list.push((runner, Fate::none(fate.losses.len().saturating_sub(1))));
                list.len() - 1
            });
            list[known].1 = list[known].1.clone().with(&fate, 6)?;
        }
        // By the other faces they lose nothing.
        for (runner, fate) in &mut list {
            let spared = caught.iter().filter(|other| **other != Some(*runner)).count();
            if let Some(nothing) = fate.losses.first_mut() {
                *nothing = nothing.plus(Ratio::new(spared as u128, 6))?;
            }
        }
        Some(list)
    }
}

/// What is lost if it comes to it by so many of 36 ways, and else nothing.
fn scaled(fate: &Fate, ways: u128) -> Option<Fate> {
    let mut scaled = fate.clone();
    for lost in &mut scaled.losses {
        *lost = lost.times(ways, 36)?;
    }
    if let Some(nothing) = scaled.losses.first_mut() {
        *nothing = nothing.plus(Ratio::new(36 - ways, 36))?;
    }
    Some(scaled)
}
