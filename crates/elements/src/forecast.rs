//! What each unit must expect of the dice to come: exact, by the number of dice and not by their faces.
//!
//! The groups of dice are those of `close_combat`, the removal dice those of `removal`, the values those of `morale`; only that they
//! are multiplied out here and thrown there. Tests hold the two together.

use crate::battle::Battle;
use crate::contact::Conformed;
use crate::event::Verdict;
use crate::marks::Marks;
use crate::position::{Contact, Id, Members, Obstacle, Place, Position};
use crate::spread::{Number, Spread, power, sum};
use crate::troops::Quality;
use kernel::{Ratio, Wide};

/// More Unknown lines than this are not looked at together.
const MOST_UNKNOWN: u32 = 3;

/// What one unit must expect, if all else stays as it is until then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fate {
    /// That it loses 0, 1, 2, ... elements.
    pub losses: Vec<Ratio>,
    pub recoils: Ratio,
    /// That its own test of morale makes it flee, rout, or scatters it for good.
    pub breaks: [Ratio; 3],
}

impl Fate {
    /// That nothing has been looked at yet.
    pub fn none(elements: usize) -> Fate {
        Fate {
            losses: vec![Ratio::ZERO; elements + 1],
            recoils: Ratio::ZERO,
            breaks: [Ratio::ZERO; 3],
        }
    }

    /// With one part in so many of another.
    pub fn with(mut self, other: &Fate, parts: u128) -> Option<Fate> {
        let own = self
            .losses
            .iter_mut()
            .chain([&mut self.recoils])
            .chain(&mut self.breaks);
        let more = other.losses.iter().chain([&other.recoils]).chain(&other.breaks);
        for (own, more) in own.zip(more) {
            *own = own.plus(more.times(1, parts)?)?;
        }
        Some(self)
    }
}

/// Elements that go by so many casualties, for each number of casualties, all out of one whole (LR-52).
struct Removal<N> {
    rows: Vec<Vec<N>>,
    whole: N,
}

impl<N: Number> Removal<N> {
    fn new(skirmishers: bool, most: usize, elements: usize) -> Option<Removal<N>> {
        // Of skirmishers one in two goes, of others two in three for each pair and one in three for a single one.
        let throws = |n: usize| if skirmishers { n } else { n.div_ceil(2) };
        let of = if skirmishers { 2 } else { 3 };
        let row = |n: usize| {
            let none = Spread::<N>::certain(0);
            let spread = if skirmishers {
                none.with_small(n as u16, 1, 2)?
            } else {
                none.with_small(n as u16 / 2, 2, 3)?.with_small(n as u16 % 2, 1, 3)?
            };
            let scale: N = power(of, throws(most) - throws(n))?;
            let spread = spread.at_most(elements)?;
            spread.weights.iter().map(|weight| weight.times(scale)).collect()
        };
        let rows = (0..=most).map(row).collect::<Option<_>>()?;
        let whole = power(of, throws(most))?;
        Some(Removal { rows, whole })
    }

    /// Elements lost, by what is known of the casualties.
    fn losses(&self, casualties: &Spread<N>, elements: usize) -> Option<Spread<N>> {
        let mut weights = vec![N::from(0); elements + 1];
        for (weight, row) in casualties.weights.iter().zip(&self.rows) {
            for (sum, ways) in weights.iter_mut().zip(row) {
                *sum = sum.plus(weight.times(*ways)?)?;
            }
        }
        Some(Spread {
            weights,
            whole: casualties.whole.times(self.whole)?,
        })
    }
}

impl Battle {
    /// Casualties of a unit at the hands of these enemies.
    fn casualties<N: Number>(&self, p: &Position, unit: Id) -> Option<Spread<N>> {
        let mut spread = Spread::certain(0);
        for enemy in Members(self.fights(p, unit)) {
            for group in self.blows(p, enemy, unit).0 {
                spread = spread.with_dice(group.dice, group.need)?;
            }
        }
        Some(spread)
    }

    /// Casualties that it inflicts.
    fn blows_dealt(&self, p: &Position, unit: Id) -> Option<Spread<Wide>> {
        let mut spread = Spread::certain(0);
        for enemy in Members(self.fights(p, unit)) {
            for group in self.blows(p, unit, enemy).0 {
                spread = spread.with_dice(group.dice, group.need)?;
            }
        }
        Some(spread)
    }

    /// The exact chance that it loses 0, 1, 2, ... elements in the coming close combat; `None` if the numbers grow too large.
    pub fn loss_odds(&self, p: &Position, unit: Id) -> Option<Vec<Ratio>> {
        let odds = self.loss_odds_in::<u128>(p, unit);
        odds.or_else(|| self.loss_odds_in::<Wide>(p, unit))
    }

    fn loss_odds_in<N: Number>(&self, p: &Position, unit: Id) -> Option<Vec<Ratio>> {
        let casualties = self.casualties::<N>(p, unit)?;
        Some(self.removed(p, unit, &casualties)?.chances().collect())
    }

    fn removed<N: Number>(&self, p: &Position, unit: Id, casualties: &Spread<N>) -> Option<Spread<N>> {
        let elements = usize::from(p.unit(unit).elements);
        let skirmishers = self.card(unit).is_skirmisher();
        Removal::new(skirmishers, casualties.weights.len() - 1, elements)?.losses(casualties, elements)
    }

    /// Elements that it loses on average, in thousandths.
    pub fn expected_loss(&self, p: &Position, unit: Id) -> i64 {
        let chances = self.loss_odds(p, unit).unwrap_or_default();
        let each = chances
            .iter()
            .enumerate()
            .map(|(lost, chance)| i64::from(chance.thousandths_of(lost as i32)));
        each.sum()
    }

    /// As if a charge had come to this contact at once.
    pub fn after_contact(&self, p: &Position, unit: Id, enemy: Id, to: Conformed) -> Position {
        let mut then = p.clone();
        then.unit_mut(unit).at = to.stance;
        then.unit_mut(unit).into = enemy;
        let _ = then.contacts.try_push(Contact {
            unit,
            target: enemy,
            edge: to.face,
            fresh: true,
        });
        then
    }

    /// What a unit must expect of the coming close combat. Unknown lines that somebody defends in it are diced first (LC-23).
    pub fn combat_fate(&self, p: &Position, unit: Id) -> Option<Fate> {
        let claims = p
            .contacts
            .iter()
            .map(|c| self.defended(p, c.target, &self.foot(p, c.unit))[1]);
        let unknown = claims.fold(0, |all, lines| all | lines);
        if unknown.count_ones() > MOST_UNKNOWN {
            return None;
        }
        let lines = || Members(unknown.into()).map(usize::from);
        let courses = 3u32.pow(unknown.count_ones());
        let mut fate = Fate::none(p.unit(unit).elements.into());
        for course in 0..courses {
            let mut found = p.clone();
            for (at, line) in lines().enumerate() {
                let die = course / 3u32.pow(at as u32) % 3 * 2 + 1;
                found.lines[line] = Obstacle::diced(die as u8);
            }
            fate = fate.with(&self.fought_fate(&found, unit)?, courses.into())?;
        }
        Some(fate)
    }

    /// The same with no line to be diced.
    fn fought_fate(&self, p: &Position, unit: Id) -> Option<Fate> {
        let (card, state) = (self.card(unit), p.unit(unit));
        let elements = usize::from(state.elements);
        let (suffers, deals) = (self.casualties::<Wide>(p, unit)?, self.blows_dealt(p, unit)?);
        let removal = Removal::new(card.is_skirmisher(), suffers.weights.len() - 1, elements)?;
        let losses = removal.losses(&suffers, elements)?;
        let horse = p.touching(unit).any(|(enemy, _)| self.card(enemy).is_mounted());
        let mut fate = self.tested_fate(p, unit, &losses, card.is_skirmisher() && horse)?;
        // LR-55: more suffered than inflicted and than it has ranks, if anybody is left.
        let mut recoils = Wide::ZERO;
        for (n, weight) in suffers.weights.iter().enumerate().skip(usize::from(state.ranks()) + 1) {
            let left = sum(&removal.rows[n][..elements.min(removal.rows[n].len())])?;
            let ways = weight.checked_mul(left)?.checked_mul(deals.below(n)?)?;
            recoils = recoils.checked_add(ways)?;
        }
        if !card.is_skirmisher() {
            fate.recoils = Ratio::of(recoils, losses.whole.checked_mul(deals.whole)?);
        }
        Some(fate)
    }

    /// What the end of the shooting brings a unit that was shot at.
    pub fn shot_fate(&self, p: &Position, unit: Id) -> Option<Fate> {
        let state = p.unit(unit);
        let losses = self.removed(p, unit, &Spread::<Wide>::certain(state.suffered.into()))?;
        let mut burst = vec![Wide::ZERO; usize::from(state.burst)];
        burst.extend(&losses.weights);
        let losses = Spread {
            weights: burst,
            whole: losses.whole,
        };
        let mut then = p.clone();
        if self.disorders(p, unit, state.suffered) {
            then.unit_mut(unit).marks.set(Marks::DISORDERED);
        }
        if state.burst > 0 {
            then.unit_mut(unit).triggers.set(85);
        }
        self.tested_fate(&then, unit, &losses.at_most(state.elements.into())?, false)
    }

    /// Losses, and the test of morale after each number of them. `alarmed`: any loss is a reason to test.
    fn tested_fate(&self, p: &Position, unit: Id, losses: &Spread<Wide>, alarmed: bool) -> Option<Fate> {
        let (card, state) = (self.card(unit), p.unit(unit));
        let leaders = self.leaders(p, unit).count() as u32;
        let mut breaks = [Ratio::ZERO; 3];
        for (lost, chance) in losses.chances().enumerate().take(state.elements.into()) {
            let mut after = p.clone();
            let left = after.unit_mut(unit);
            left.elements -= lost as u8;
            left.files = left.files.min(left.elements);
            let first_blood = state.elements == card.original && lost == 1 && card.quality <= Quality::B;
            let tests = !state.triggers.is_empty() || (lost > 0 && (!first_blood || alarmed));
            // Every leader is lost by a 6 among as many dice as elements (LR-58): that is a reason too, and his +1 is gone.
            let (stays, of): (Wide, Wide) = (power(5, lost)?, power(6, lost)?);
            let ways = Spread::certain(0).with(leaders as u16, of.checked_sub(stays)?, of, stays)?;
            for gone in 0..=leaders {
                let share = chance.by(ways.weights[gone as usize], ways.whole)?;
                if (!tests && gone == 0) || share == Ratio::ZERO {
                    continue;
                }
                if gone == leaders && leaders > 0 {
                    let led = after.commanders.iter_mut().filter(|c| c.place == Place::Leading(unit));
                    led.for_each(|commander| commander.place = Place::Lost);
                }
                for (sum, verdict) in self.verdicts(&after, unit).into_iter().zip(&mut breaks) {
                    *verdict = verdict.plus(share.times(sum.into(), 36)?)?;
                }
            }
        }
        Some(Fate {
            losses: losses.chances().collect(),
            recoils: Ratio::ZERO,
            breaks,
        })
    }

    /// What a runner that a pursuer has caught must expect of its blows: no test follows them (LR-66).
    pub fn caught_fate(&self, p: &Position, unit: Id, runner: Id) -> Option<Fate> {
        let mut casualties = Spread::<Wide>::certain(0);
        for group in self.strike_groups(p, unit, runner) {
            casualties = casualties.with_dice(group.dice, group.need)?;
        }
        let losses = self.removed(p, runner, &casualties)?;
        Some(Fate {
            losses: losses.chances().collect(),
            ..Fate::none(0)
        })
    }

    /// What a test of morale would make of a unit as it stands.
    pub fn test_fate(&self, p: &Position, unit: Id) -> Fate {
        let breaks = self.verdicts(p, unit).map(|ways| Ratio::new(ways.into(), 36));
        Fate {
            breaks,
            ..Fate::none(0)
        }
    }

    /// Of the 36 ways in which two dice fall, those by which it flees, routs, or is destroyed (LR-63).
    fn verdicts(&self, p: &Position, unit: Id) -> [u8; 3] {
        let value = self.morale(p, unit);
        let mut ways = [0; 3];
        for sum in (1..=6).flat_map(|a| (1..=6).map(move |b| a + b)) {
            match self.verdict_of(unit, sum, value) {
                Verdict::Flees => ways[0] += 1,
                Verdict::Routed => ways[1] += 1,
                Verdict::Destroyed => ways[2] += 1,
                Verdict::Passed | Verdict::Failed => {}
            }
        }
        ways
    }
}
