//! Coming into contact: conforming, second enemies, alarms, evading skirmishers (LR-30 to LR-32, LR-83).

use crate::battle::Battle;
use crate::deny::Fault;
use crate::event::Event;
use crate::march::{Lines, March, Stop, Stretch, rides_down};
use crate::marks::Marks;
use crate::position::{Contact, Id, Obstacle, Position, Set, State, one};
use crate::troops::{FRONTAGE, Quality};
use board::table::{Face, Footprint, Segment, Stance, Touch, snap};
use kernel::{Dice, Log};

/// LR-06.
pub const TOUCH: Touch = Touch {
    turn: 5,
    gap: 20,
    share: 750,
};
/// LR-49, LC-10.
pub const AT_LINE: i32 = 250;

/// Where a unit comes to stand in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conformed {
    pub stance: Stance,
    pub face: Face,
}

impl Battle {
    /// LR-30: where a unit that touches a target there lines up with an edge of it. `limited`: by turn and shift (not in a pursuit).
    pub fn conform(
        &self,
        p: &Position,
        touch: (Id, &Footprint),
        target: Id,
        face: Face,
        limited: bool,
    ) -> Result<Conformed, Fault> {
        let (unit, touching) = touch;
        let met = self.foot(p, target);
        let edge = met.edge(face);
        let facing = edge.outward.opposite();
        if limited && i32::from(touching.stance().facing.apart(facing)) > self.rulings.conform_turn {
            return Err(Fault::Conform);
        }
        let s = met.offset(face, touching.stance().at);
        let half = edge.length / 2;
        let kept = s.clamp(-half, half);
        let matched = match face {
            Face::Left | Face::Right => kept,
            Face::Front | Face::Rear => {
                let [own, its] = [touching.half_width(), met.half_width()];
                snap(s, own - its, FRONTAGE, own + its - FRONTAGE).unwrap_or(kept)
            }
        };
        // Files are left unmatched only where it is not clear, not where it would be moved too far.
        for offset in [matched, kept] {
            let at = met.point_on(face, offset);
            let stance = Stance { at, facing };
            if limited && !touching.stance().at.within(self.rulings.conform_shift, at) {
                return Err(Fault::Conform);
            }
            if self.is_clear(p, unit, &touching.placed(stance), 0) {
                return Ok(Conformed { stance, face });
            }
        }
        Err(Fault::Conform)
    }

    /// Lines that a unit defends against an enemy that stands there (LR-49): those that are known, and those still to be diced.
    pub fn defended(&self, p: &Position, defender: Id, enemy: &Footprint) -> [Lines; 2] {
        let mut lines = [0, 0];
        if !self.card(defender).is_foot() {
            return lines;
        }
        let foot = self.foot(p, defender);
        let between = Segment([enemy.centre(), foot.centre()]);
        for (at, line) in self.lines.iter().enumerate().filter(|(_, line)| line.camp.is_none()) {
            let kind = p.lines[at];
            let held = kind != Obstacle::Slight
                && line.line.distance(&foot.stance().at).within(AT_LINE)
                && line.line.meets(&between);
            if held {
                lines[usize::from(kind == Obstacle::Unknown)] |= 1 << at;
            }
        }
        lines
    }

    /// Lines that a contact need not pay for: those that are defended, and the walls of camps (LC-23).
    pub fn excused(&self, p: &Position, target: Id, conformed: &Footprint) -> Lines {
        let camps = self.lines.iter().enumerate().filter(|(_, line)| line.camp.is_some());
        let [known, unknown] = self.defended(p, target, conformed);
        camps.fold(known | unknown, |set, (at, _)| set | 1 << at)
    }

    /// An Unknown line is diced (L-64 to L-66).
    pub fn find_line(
        &self,
        p: &mut Position,
        line: usize,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> Obstacle {
        let kind = Obstacle::diced(dice.die(6));
        p.lines[line] = kind;
        log.event(|| Event::LineFound(line as u8, kind));
        kind
    }

    /// Puts a unit into contact; whatever else its front then touches is in contact too.
    pub fn make_contact(
        &self,
        p: &mut Position,
        unit: Id,
        target: Id,
        to: Conformed,
        fresh: bool,
        log: &mut impl Log<Event>,
    ) {
        p.unit_mut(unit).at = to.stance;
        self.touch(
            p,
            Contact {
                unit,
                target,
                edge: to.face,
                fresh,
            },
            log,
        );
        let foot = self.foot(p, unit);
        for other in p.ids() {
            let enemy = p.unit(other);
            let known = other == target
                || !self.enemies(unit, other)
                || p.contacts_of(other).any(|c| c.unit == unit || c.target == unit);
            if known || !enemy.state.on_table() || enemy.state != State::Steady {
                continue;
            }
            let its = self.foot(p, other);
            if let Some(edge) = Face::ALL
                .into_iter()
                .find(|face| TOUCH.touches(&foot, &its.edge(*face)))
            {
                self.touch(
                    p,
                    Contact {
                        unit,
                        target: other,
                        edge,
                        fresh,
                    },
                    log,
                );
            }
        }
        self.reveal(p, unit, log);
    }

    /// Records a contact and what it alarms (L-84, L-87, L-88).
    fn touch(&self, p: &mut Position, contact: Contact, log: &mut impl Log<Event>) {
        let Contact {
            unit,
            target,
            edge,
            fresh,
        } = contact;
        if p.contacts.try_push(contact).is_err() {
            return;
        }
        log.event(|| match fresh {
            true => Event::Charged(unit, target, edge),
            false => Event::Touched(unit, target, edge),
        });
        self.reveal(p, target, log);
        let sprung = p.unit(unit).is(Marks::WAS_HIDDEN);
        let alarmed = p.unit_mut(target);
        if alarmed.state == State::Pursuing {
            alarmed.state = State::Steady;
        }
        if fresh && sprung {
            alarmed.triggers.set(84);
        }
        if fresh && self.card(target).quality == Quality::D && self.card(unit).is_mounted() {
            alarmed.triggers.set(87);
        }
        if fresh && edge != Face::Front {
            alarmed.triggers.set(88);
        }
    }

    /// A straight stretch on which Unknown lines are diced as they are reached.
    pub fn go_dicing(
        &self,
        p: &mut Position,
        march: &mut March<'_>,
        stretch: &Stretch,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> crate::march::Leg {
        let mut found: arrayvec::ArrayVec<(u8, Obstacle), { crate::position::MOST_LINES }> = arrayvec::ArrayVec::new();
        let leg = march.go(p, stretch, |line| {
            let kind = Obstacle::diced(dice.die(6));
            found.push((line, kind));
            kind
        });
        for (line, kind) in found {
            p.lines[usize::from(line)] = kind;
            log.event(|| Event::LineFound(line, kind));
        }
        leg
    }

    /// What a move does to those it went through: guns are destroyed, light foot disordered by horse, broken enemies ridden down.
    pub fn trample(&self, p: &mut Position, unit: Id, swept: Set, log: &mut impl Log<Event>) {
        for other in p.ids().filter(|other| swept & one(*other) != 0) {
            if rides_down(self, p, unit, other) {
                self.remove(p, other, State::Destroyed, log);
            } else if !self.enemies(unit, other) {
                self.run_over(p, unit, other, log);
            }
        }
    }

    /// L-67 and L-68, for every kind of move (LC-3).
    pub fn run_over(&self, p: &mut Position, unit: Id, other: Id, log: &mut impl Log<Event>) {
        if !crate::march::may_pass(self, p, unit, other, false) {
            return;
        }
        if self.card(other).is_artillery() {
            self.remove(p, other, State::Destroyed, log);
        } else {
            self.disorder(p, other, log);
        }
    }
}

/// Where a mounted unit or a gun would be stopped by a wall.
pub fn wall_stops(stop: Option<Stop>) -> bool {
    matches!(stop, Some(Stop::Wall(_)))
}
