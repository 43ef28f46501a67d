//! The other orders: pivots, breaking off, rallying from disorder, turning in contact (LC-13), reserves.

use crate::battle::Battle;
use crate::choice::hand_sign;
use crate::contact::TOUCH;
use crate::deny::{Fault, Faults};
use crate::event::{Event, Way as Why};
use crate::marks::Marks;
use crate::position::{Contact, Id, Position, State};
use crate::troops::Class;
use board::table::{Angle, Face, Footprint, Hand, Point, Stance, Way, distance, meets};
use kernel::{Dice, Log};

impl Battle {
    /// LR-24.
    pub fn check_pivot(&self, p: &Position, unit: Id, hand: Hand, tenths: u16) -> Result<(), Fault> {
        let mut faults = self.check_orderable(p, unit);
        faults.add_if(p.unit(unit).is(Marks::ORDERED), Fault::AlreadyOrdered);
        faults.add_if(p.in_contact(unit), Fault::InContact);
        faults.add_if(!self.card(unit).is_artillery(), Fault::GunSteps);
        faults.add_if(!(1..=450).contains(&tenths), Fault::PivotAngle);
        let turned = self.pivoted(p, unit, hand, tenths);
        faults.add_if(!self.table.holds(&turned), Fault::OffTable);
        faults.add_if(!self.is_clear_of_others(p, unit, &turned, 0), Fault::Overlap);
        faults.result()
    }

    fn pivoted(&self, p: &Position, unit: Id, hand: Hand, tenths: u16) -> Footprint {
        let foot = self.foot(p, unit);
        foot.turned(foot.stance().facing.turned(hand_sign(hand) * i32::from(tenths)))
    }

    pub fn pivot(
        &self,
        p: &mut Position,
        unit: Id,
        hand: Hand,
        tenths: u16,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        p.unit_mut(unit).marks.set(Marks::ORDERED);
        self.reveal(p, unit, log);
        if !self.control_test(p, unit, dice, log) {
            // A failed pivot leaves a straight move, to those that can move (LR-13).
            p.unit_mut(unit).marks.set(Marks::FAILED);
            return;
        }
        let to = self.pivoted(p, unit, hand, tenths).stance();
        let gun = p.unit_mut(unit);
        gun.at = to;
        gun.marks.set(Marks::PIVOTED);
        log.event(|| Event::Moved {
            unit,
            way: Why::Order,
            to,
        });
        self.moved(p, unit, log);
    }

    /// LR-68.
    pub fn check_reorder(&self, p: &Position, unit: Id) -> Result<(), Fault> {
        let mut faults = self.check_orderable(p, unit);
        faults.add_if(p.unit(unit).is(Marks::ORDERED), Fault::AlreadyOrdered);
        faults.add_if(!p.unit(unit).is(Marks::DISORDERED), Fault::State);
        faults.add_if(p.in_contact(unit), Fault::InContact);
        faults.result()
    }

    pub fn reorder(&self, p: &mut Position, unit: Id, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        p.unit_mut(unit).marks.set(Marks::ORDERED);
        // Its dice are seen (EL-13).
        self.reveal(p, unit, log);
        if self.control_test(p, unit, dice, log) {
            p.unit_mut(unit).marks.clear(Marks::DISORDERED);
            log.event(|| Event::Reordered(unit));
        }
    }

    /// LR-26.
    pub fn check_break_off(&self, p: &Position, unit: Id) -> Result<(), Fault> {
        let mut faults = self.check_orderable(p, unit);
        faults.add_if(p.unit(unit).is(Marks::ORDERED), Fault::AlreadyOrdered);
        let card = self.card(unit);
        let able = matches!(card.class(), Class::Mounted | Class::LightFoot) && !p.unit(unit).is(Marks::DISORDERED);
        let held = p.touching(unit).any(|(_, face)| face != Face::Front);
        let mut enemies = p.touched_by(unit).peekable();
        let fights = enemies.peek().is_some();
        let faster = enemies.all(|(enemy, _)| self.card(enemy).moves()[0] < card.moves()[0]);
        faults.add_if(!able || held || !faster || !fights, Fault::BreakOff);
        faults.result()
    }

    pub fn break_off(&self, p: &mut Position, unit: Id, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        p.unit_mut(unit).marks.set(Marks::ORDERED);
        if !self.control_test(p, unit, dice, log) {
            return;
        }
        let foot = self.foot(p, unit);
        let full = self.full_move(p, unit);
        p.end_contacts(unit);
        let back = Way::along(foot.stance().facing.opposite());
        let far = self.going_back(p, unit, &foot, &back, full, 0);
        p.unit_mut(unit).marks.set(Marks::MOVED);
        self.go_back(p, unit, &foot, &back, (far, Why::BreakOff), log);
    }

    pub fn check_halt(&self, p: &Position, unit: Id) -> Result<(), Fault> {
        let mut faults = self.check_orderable(p, unit);
        faults.add_if(p.unit(unit).is(Marks::ORDERED), Fault::AlreadyOrdered);
        faults.result()
    }

    /// LC-13: only a unit that is touched on flank or rear alone.
    pub fn check_face(&self, p: &Position, unit: Id, enemy: Id) -> Result<(), Fault> {
        if enemy == unit || usize::from(enemy) >= p.units.len() || p.unit(enemy).state == State::Unseen {
            return Err(Fault::UnknownUnit);
        }
        let mut faults = self.check_orderable(p, unit);
        faults.add_if(p.unit(unit).is(Marks::ORDERED), Fault::AlreadyOrdered);
        faults.add_if(p.touched_by(unit).next().is_some(), Fault::InContact);
        let touches = p
            .touching(unit)
            .any(|(attacker, face)| attacker == enemy && face != Face::Front);
        faults.add_if(!touches, Fault::NoContact);
        if touches {
            let foot = self.faced(p, unit, enemy);
            faults.add_if(!self.table.holds(&foot), Fault::OffTable);
            faults.add_if(!self.is_clear_of_others(p, unit, &foot, 0), Fault::Overlap);
        }
        faults.result()
    }

    /// Facing the attacker, the front on his front line, the centre kept along it.
    fn faced(&self, p: &Position, unit: Id, enemy: Id) -> Footprint {
        let (own, his) = (self.foot(p, unit), self.foot(p, enemy));
        let along = his.offset(Face::Front, own.centre());
        let at = his.point_on(Face::Front, along);
        own.placed(Stance {
            at,
            facing: his.stance().facing.opposite(),
        })
    }

    pub fn face(&self, p: &mut Position, unit: Id, enemy: Id, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        p.unit_mut(unit).marks.set(Marks::ORDERED);
        if !self.control_test(p, unit, dice, log) {
            return;
        }
        let to = self.faced(p, unit, enemy).stance();
        let state = p.unit_mut(unit);
        state.at = to;
        state.marks.set(Marks::MOVED);
        log.event(|| Event::Moved {
            unit,
            way: Why::Turns,
            to,
        });
        // The contact with him is frontal; whoever else still touches keeps his, on the edge that he touches now.
        let own = self.foot(p, unit);
        for contact in std::mem::take(&mut p.contacts) {
            let touched = match contact {
                c if c.target != unit => Some(c.edge),
                c if c.unit == enemy => Some(Face::Front),
                c => {
                    let his = self.foot(p, c.unit);
                    Face::ALL.into_iter().find(|face| TOUCH.touches(&his, &own.edge(*face)))
                }
            };
            p.contacts.extend(touched.map(|edge| Contact { edge, ..contact }));
        }
        self.moved(p, unit, log);
    }

    /// LR-70: whether it is due, within its stretch, clear.
    pub fn check_place(&self, p: &Position, unit: Id, along: i32) -> Result<(), Fault> {
        let mut faults = Faults::default();
        let Some(reserve) = self.card(unit).reserve.filter(|_| self.is_due(p, unit)) else {
            return Err(Fault::State);
        };
        faults.add_if(!(reserve.from..=reserve.to).contains(&along), Fault::ReserveStretch);
        let foot = self.come_on(p, unit, along);
        faults.add_if(!self.table.holds(&foot), Fault::OffTable);
        faults.add_if(!self.is_clear_of_others(p, unit, &foot, 0), Fault::Overlap);
        faults.result()
    }

    pub fn is_due(&self, p: &Position, unit: Id) -> bool {
        let reserve = self.card(unit).reserve;
        p.unit(unit).state == State::Reserve && reserve.is_some_and(|reserve| reserve.turn <= p.turn)
    }

    /// The rear edge on the table's edge, looking straight in.
    pub fn come_on(&self, p: &Position, unit: Id, along: i32) -> Footprint {
        use crate::battle::TableEdge;
        let edge = self.card(unit).reserve.map_or(TableEdge::South, |reserve| reserve.edge);
        let size = self.foot(p, unit);
        let (width, height, depth) = (self.table.width, self.table.depth, size.depth());
        let at = match edge {
            TableEdge::West => Point::new(depth, along),
            TableEdge::East => Point::new(width - depth, along),
            TableEdge::South => Point::new(along, depth),
            TableEdge::North => Point::new(along, height - depth),
        };
        let facing = Angle::new(edge.facing().into()).opposite();
        size.placed(Stance { at, facing })
    }

    pub fn place(&self, p: &mut Position, unit: Id, along: i32, log: &mut impl Log<Event>) {
        self.may_reveal(unit, log);
        let foot = self.come_on(p, unit, along);
        // A hidden enemy may stand there: it is seen, and the reserve waits.
        if let Some(hidden) = self.runs_into_hidden(p, unit, &foot) {
            self.reveal(p, hidden, log);
            if !self.is_clear(p, unit, &foot, 0) {
                return;
            }
        }
        let to = foot.stance();
        let state = p.unit_mut(unit);
        state.at = to;
        state.state = State::Steady;
        log.event(|| Event::Placed(unit, to));
        for other in self.others(p, unit) {
            let near =
                self.enemies(unit, other) && distance(&foot, &self.foot(p, other)).within(self.rulings.fresh_enemy);
            if near && !p.unit(other).state.is_broken() {
                p.unit_mut(other).triggers.set(92);
            }
        }
        self.moved(p, unit, log);
    }

    /// LR-76: the camps of the other side that the active side holds.
    pub fn take_camps(&self, p: &mut Position, log: &mut impl Log<Event>) {
        use crate::battle::AreaKind;
        let taker = p.active;
        let owner = taker.other();
        if p.army(owner).camp_taken {
            return;
        }
        for area in self
            .areas
            .iter()
            .filter(|area| area.kind == AreaKind::Camp && area.side == Some(owner))
        {
            let standing = |unit: &Id| p.unit(*unit).state.on_table();
            let held = p
                .ids()
                .filter(standing)
                .any(|unit| self.side_of(unit) == owner && board::table::in_common(&self.foot(p, unit), &area.shape));
            let entered = p.ids().filter(standing).any(|unit| {
                self.side_of(unit) == taker
                    && !self.card(unit).is_skirmisher()
                    && meets(&self.foot(p, unit), &area.shape)
            });
            if entered && !held {
                p.army_mut(owner).camp_taken = true;
                log.event(|| Event::CampTaken(owner));
                return;
            }
        }
    }
}
