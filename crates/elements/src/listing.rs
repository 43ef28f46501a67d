//! The list of candidates (LR-81), in parts: one for each unit and commander, so that one can be drawn without listing all.

use crate::battle::Battle;
use crate::candidates::Orders;
use crate::choice::Choice;
use crate::marks::Marks;
use crate::position::{Id, MOST_COMMANDERS, Phase, Place, Position, Question, Set, State, one};
use arrayvec::ArrayVec;
use board::table::{Bounds, Hull, Stance};
use kernel::Side;

/// What a list is put together of.
#[derive(Clone, Copy)]
enum Part {
    Question(Question, Id),
    Unit(Id),
    Commander(u8),
    End,
}

/// Parts with the most candidates that each can have.
type Parts = ArrayVec<(Part, usize), { 64 + MOST_COMMANDERS + 1 }>;

impl Battle {
    /// Appends what is on offer to the side that is to act, in a position as it knows it.
    pub fn list(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        for (part, most) in self.parts(p, side) {
            if most > 0 {
                self.list_part(p, side, part, out);
            }
        }
    }

    /// Draws one of these, each as likely as the other: which of those in `out`.
    ///
    /// A place is drawn among as many as there can be at most. Only the part in which it falls is listed; if that is shorter, its
    /// length is known from then on, and another place is drawn.
    pub fn draw_one(
        &self,
        p: &Position,
        side: Side,
        below: &mut impl FnMut(usize) -> usize,
        out: &mut Vec<Choice>,
    ) -> usize {
        out.clear();
        let mut parts = self.parts(p, side);
        let mut listed: ArrayVec<Option<usize>, { 64 + MOST_COMMANDERS + 1 }> = parts.iter().map(|_| None).collect();
        loop {
            let mut place = below(parts.iter().map(|(_, most)| most).sum());
            let mut at = 0;
            while place >= parts[at].1 {
                place -= parts[at].1;
                at += 1;
            }
            let (part, most) = &mut parts[at];
            let from = *listed[at].get_or_insert_with(|| {
                let from = out.len();
                self.list_part(p, side, *part, out);
                debug_assert!(out.len() - from <= *most, "more candidates than there can be");
                *most = out.len() - from;
                from
            });
            if place < *most {
                return from + place;
            }
        }
    }

    fn parts(&self, p: &Position, side: Side) -> Parts {
        let mut parts = Parts::new();
        if let Some((question, unit)) = p.pending.question {
            parts.push((Part::Question(question, unit), 2));
            return parts;
        }
        if matches!(p.phase, Phase::Resolving | Phase::Over) {
            return parts;
        }
        for unit in p.ids().filter(|unit| self.side_of(*unit) == side) {
            let most = match p.phase {
                Phase::Deploy => 8,
                Phase::Start if self.is_due(p, unit) => 9,
                Phase::Rally => usize::from(self.check_rally(p, unit).is_ok()),
                Phase::Movement => Orders::most(self, p, unit),
                Phase::Shooting | Phase::Reply => self.targets(p, unit).count_ones() as usize,
                _ => 0,
            };
            if most > 0 {
                parts.push((Part::Unit(unit), most));
            }
        }
        if p.phase == Phase::Movement {
            for (who, commander) in p.commanders.iter().enumerate() {
                let free = self.commanders[who].side == side && !commander.moved;
                if free && matches!(commander.place, Place::Leading(_) | Place::Free(_)) {
                    let own = self.units.iter().filter(|card| card.side == side).count();
                    parts.push((Part::Commander(who as u8), own));
                }
            }
        }
        parts.push((Part::End, 1));
        parts
    }

    fn list_part(&self, p: &Position, side: Side, part: Part, out: &mut Vec<Choice>) {
        let mut offer = |choice: Choice| {
            if self.judge(p, side, &choice).is_ok() {
                out.push(choice);
            }
        };
        match (part, p.phase) {
            (Part::End, _) => out.push(Choice::End),
            (Part::Question(question, unit), _) => {
                out.push(match question {
                    Question::Follow => Choice::Follow(unit),
                    Question::Pursue => Choice::Pursue(unit),
                });
                out.push(Choice::Hold(unit));
            }
            (Part::Commander(who), _) => self.list_rides(p, side, who, offer),
            (Part::Unit(unit), Phase::Deploy) => {
                // A little to every side, and a little more.
                let at = p.unit(unit).at;
                for [x, y] in [[0, 1], [1, 0], [0, -1], [-1, 0], [0, 4], [4, 0], [0, -4], [-4, 0]] {
                    let to = at.at.plus([1000 * x, 1000 * y]);
                    offer(Choice::Deploy(unit, Stance { at: to, ..at }));
                }
            }
            (Part::Unit(unit), Phase::Start) => {
                if let Some(reserve) = self.card(unit).reserve {
                    // A stretch without length has one place only.
                    let step = (reserve.to - reserve.from) / 8;
                    let parts = if step > 0 { 8 } else { 0 };
                    (0..=parts).for_each(|part| offer(Choice::Place(unit, reserve.from + step * part)));
                }
            }
            (Part::Unit(unit), Phase::Rally) => offer(Choice::Rally(unit)),
            (Part::Unit(unit), Phase::Shooting | Phase::Reply) => {
                let targets = crate::position::Members(self.targets(p, unit));
                targets.for_each(|target| offer(Choice::Shoot(unit, target)));
            }
            (Part::Unit(unit), _) => self.list_orders(p, unit, out),
        }
    }

    /// Candidates of movement for one unit.
    pub fn list_orders(&self, p: &Position, unit: Id, out: &mut Vec<Choice>) {
        Orders::new(self, p, unit, out).list();
    }

    /// Enemies that a unit might shoot at, as far as bounds tell.
    fn targets(&self, p: &Position, unit: Id) -> Set {
        let shooter = p.unit(unit);
        let Some(weapon) = self.card(unit).lead().weapon() else {
            return 0;
        };
        if shooter.is(Marks::SHOT) || shooter.state != State::Steady || p.in_contact(unit) {
            return 0;
        }
        let within = self.foot(p, unit).bounds().grown(weapon.range);
        let near = self
            .near(p, one(unit), within)
            .filter(|other| self.enemies(unit, *other));
        near.fold(0, |set, target| set | one(target))
    }

    /// A commander to every unit he can join.
    fn list_rides(&self, p: &Position, side: Side, who: u8, mut offer: impl FnMut(Choice)) {
        let Some(from) = self.commander_at(p, usize::from(who)) else {
            return;
        };
        let place = p.commanders[usize::from(who)].place;
        let leave = matches!(place, Place::Leading(_));
        let within = Bounds { min: from, max: from }.grown(crate::commanders::REACH[0]);
        for unit in self.near(p, 0, within) {
            if self.side_of(unit) == side && place != Place::Leading(unit) {
                offer(Choice::Commander {
                    who,
                    leave,
                    to: None,
                    join: Some(unit),
                });
            }
        }
    }
}
