//! The scripted player of rehearsals, who also decides what the levels do not rehearse. Every unit goes by a conduct, marches by the ways there
//! are, and has a reason for every answer (`answers.rs`).

use super::conduct::Conduct;
use super::greedy::{attack, prospects};
use super::ways::Ways;
use crate::cards::UnitId;
use crate::position::Form;
use crate::scatter::Gatherer;
use crate::{Battle, Choice, Pace, Pass, Piece, Position, Stage, Target, Task};
use board::{Hex, Terrain};
use captain::{Captain, Profile, Rng};
use kernel::Side;
use std::borrow::Cow;
use std::collections::VecDeque;

/// Before everything else, whatever it is worth.
pub const ALWAYS: i64 = 1 << 40;
/// Never, if there is anything else.
pub const NEVER: i64 = -ALWAYS;

pub struct Adjutant {
    /// The rest of the attack it puts together.
    pub company: VecDeque<Choice>,
    /// For what nobody shall be able to reckon with.
    rng: Rng,
    /// The conduct of every unit.
    profile: Profile,
    /// For rehearsals: what the combat table promises instead of exact odds.
    quick: bool,
    ways: Option<Ways>,
}

impl Adjutant {
    pub fn with(profile: Profile, rng: Rng) -> Adjutant {
        Adjutant {
            company: VecDeque::new(),
            rng,
            profile,
            quick: false,
            ways: None,
        }
    }

    pub fn quick(profile: Profile, rng: Rng) -> Adjutant {
        Adjutant {
            quick: true,
            ..Adjutant::with(profile, rng)
        }
    }
}

impl Adjutant {
    /// Puts answers to a question in the order of what they look worth.
    pub fn best_first(&self, battle: &Battle, p: &Position, side: Side, answers: &mut [&Choice]) {
        let ways = Ways::to_enemies(battle, p, side);
        let view = View {
            battle,
            p,
            side,
            profile: &self.profile,
            ways: &ways,
        };
        answers.sort_by_cached_key(|answer| std::cmp::Reverse(view.worth(answer)));
    }
}

impl Captain<Battle> for Adjutant {
    fn choose<'a>(&mut self, battle: &Battle, p: &Position, side: Side, choices: &'a [Choice]) -> Cow<'a, Choice> {
        if let Some(next) = self.company.pop_front()
            && let Some(planned) = choices.iter().find(|c| **c == next)
        {
            return Cow::Borrowed(planned);
        }
        self.company.clear();
        // An attack that must be made has to be put together all the same.
        if let [only] = choices
            && !matches!(only, Choice::Against(_))
        {
            return Cow::Borrowed(only);
        }
        let ways = match self.ways.take().filter(|ways| ways.holds_for(p, side)) {
            Some(ways) => ways,
            None => Ways::to_enemies(battle, p, side),
        };
        if matches!(p.stage, Stage::SetupA | Stage::SetupB)
            && let Some(made) = battle.arranged(p, side, choices, &ways, &mut self.rng)
        {
            return Cow::Borrowed(made);
        }
        let view = View {
            battle,
            p,
            side,
            profile: &self.profile,
            ways: &ways,
        };
        let mut best = (i64::MIN, 0);
        for (i, choice) in choices.iter().enumerate() {
            let (worth, rest) = match choice {
                Choice::Against(hex) if p.stack.is_empty() => {
                    let (worth, rest) = attack(battle, p, side, *hex, if self.quick { promised } else { prospects });
                    (worth.saturating_sub(view.odds_asked(&rest)), rest)
                }
                _ => (view.worth(choice), VecDeque::new()),
            };
            if worth > best.0 {
                best = (worth, i);
                self.company = rest;
            }
        }
        self.ways = Some(ways);
        Cow::Borrowed(&choices[best.1])
    }
}

/// What the combat table promises the company that has been put together.
fn promised(battle: &Battle, p: &Position, side: Side, _: &Choice) -> i64 {
    let mut then = p.clone();
    battle.promise(&mut then, side, &p.picked, &p.combat.hexes)
}

/// A side's view of a decision.
pub struct View<'a> {
    pub battle: &'a Battle,
    pub p: &'a Position,
    pub side: Side,
    pub profile: &'a [u8],
    pub ways: &'a Ways,
}

impl View<'_> {
    pub fn conduct(&self, unit: UnitId) -> Conduct {
        Conduct::ALL[usize::from(self.profile[usize::from(unit)])]
    }

    /// What an attack must promise: the boldest of those who make it draws the others along.
    fn odds_asked(&self, attack: &VecDeque<Choice>) -> i64 {
        let joins = attack.iter().filter_map(|choice| match choice {
            Choice::Join(unit) => Some(self.conduct(*unit).odds),
            _ => None,
        });
        joins.min().unwrap_or(0)
    }

    /// How good a choice looks. Kinds of choices that are not alternatives to each other are kept apart by their ranges.
    pub fn worth(&self, choice: &Choice) -> i64 {
        if let Some(worth) = self.p.stack.last().and_then(|task| self.answer(task, choice)) {
            return worth;
        }
        match choice {
            Choice::Ready | Choice::Go | Choice::Answer => ALWAYS,
            Choice::Regroup(unit) => match self.battle.gatherer(self.p, *unit) {
                // The last of its strength would be the price. M-144
                Gatherer::ByGrand(_) | Gatherer::AnyForOne if self.p.unit(*unit).sp <= 1 => -1,
                _ => ALWAYS,
            },
            // Those who are nearest to us.
            Choice::Remove(unit) => ALWAYS - self.nearest(self.side, self.p.unit(*unit).hex),
            Choice::Shoot(shooter, target) => ALWAYS / 2 + self.shot(*shooter, *target),
            Choice::OwnShot(piece) => ALWAYS / 2 + self.target(Target::Piece(*piece)),
            // The foremost go first, so that they are out of the way of the others.
            Choice::Activate(Piece::Unit(unit)) => ALWAYS / 4 - self.ways.march(self.p.unit(*unit).hex),
            Choice::BringLeader(_) => ALWAYS / 8 + 1_000_000,
            Choice::Bring(unit, leader) => ALWAYS / 8 + self.wanted(*unit, *leader),
            Choice::Return(Piece::Leader(leader)) if self.battle.has_left_for_good(self.p, *leader) => -3,
            Choice::Return(_) => ALWAYS / 8,
            // Somebody else has begun an attack that cannot go: it is put together anew.
            Choice::Spare(_) if self.p.stack.last() == Some(&Task::Muster) => 1,
            Choice::Enter(Pace::Gain)
            | Choice::Turn(_)
            | Choice::Ride
            | Choice::Change
            | Choice::To(_)
            | Choice::Done => self.stride(choice),
            Choice::Pass(Pass::Now) | Choice::End => 0,
            Choice::Activate(_) | Choice::Exit(_) => -2,
            _ => -1,
        }
    }

    /// Hexes to the nearest unit of a side.
    pub fn nearest(&self, side: Side, hex: Hex) -> i64 {
        if side != self.side {
            return self.ways.crow(hex);
        }
        let units = self.p.army[side.index()].and(&self.p.on_map);
        let far = units.iter().map(|u| self.battle.map.distance(self.p.unit(u).hex, hex));
        far.min().map_or(0, i64::from)
    }

    /// Where a step leads, without taking it: nearness to the enemy and facing him count; foot with bows keep off a little.
    fn stride(&self, choice: &Choice) -> i64 {
        let (battle, p) = (self.battle, self.p);
        let Some(Piece::Unit(unit)) = p.active.as_ref().map(|a| a.piece) else {
            return i64::from(*choice == Choice::Done);
        };
        let (u, card) = (p.unit(unit), battle.card(unit));
        let bows = card.class.is_foot_ranged();
        let (hex, facing) = match choice {
            Choice::Enter(_) | Choice::Ride => (battle.map.neighbour(u.hex, u.facing), u.facing),
            Choice::To(d) => (battle.map.neighbour(u.hex, *d), u.facing),
            Choice::Turn(d) => (u.hex, *d),
            _ => (u.hex, u.facing),
        };
        if !hex.is_on() {
            return -1;
        }
        if hex != u.hex && self.is_lost_in(hex, unit) {
            return -1;
        }
        let mut total = 1000 + i64::from(*choice == Choice::Done);
        if *choice == Choice::Ride {
            // Nobody rides his own people down.
            if p.holds(hex, self.side) {
                return -1;
            }
            total += 500;
        }
        let far = self.ways.far(hex, bows);
        let ahead = battle.map.neighbour(hex, facing);
        let looks = if ahead.is_on() {
            self.ways.far(ahead, bows) - far
        } else {
            1
        };
        let stands = match (u.form, choice) {
            (Form::Combat, Choice::Change) => Form::March,
            (_, Choice::Change) => Form::Combat,
            (form, _) => form,
        };
        let ready = i64::from(stands == Form::Combat && self.ways.crow(hex) <= 4);
        let conduct = self.conduct(unit);
        total - conduct.nearer * (far - conduct.wanted(bows)).abs() - 3 * looks.clamp(-4, 4) + 4 * ready
    }

    /// Whether the ground of a step costs its strength and scatters it. M-36, M-37
    fn is_lost_in(&self, hex: Hex, unit: u8) -> bool {
        let (battle, p) = (self.battle, self.p);
        let u = p.unit(unit);
        let Some(d) = battle.map.direction(u.hex, hex) else {
            return false;
        };
        let crossing = battle.crossing(p, u.hex, d);
        if crossing.road && u.cf <= 1 {
            return false;
        }
        match battle.terrain(p, hex) {
            Terrain::Swamp => true,
            Terrain::Forest | Terrain::Village | Terrain::Fort => u.cf > 0,
            _ => crossing.ford && u.cf > 0,
        }
    }
}
