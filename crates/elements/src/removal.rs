//! Casualties: removal dice, disorder, burst guns, commanders (LR-41, LR-52 to LR-54, LR-58).

use crate::battle::Battle;
use crate::event::Event;
use crate::marks::Marks;
use crate::position::{Id, NOBODY, Place, Position, State};
use crate::troops::Quality;
use board::table::{Face, Footprint, distance};
use kernel::{Dice, Log};

impl Battle {
    /// LR-54: whether so many casualties by shooting disorder a unit, by its strength before removal.
    pub fn disorders(&self, p: &Position, unit: Id, casualties: u16) -> bool {
        let hit = p.unit(unit);
        casualties > 0 && (casualties >= u16::from(hit.files) || 2 * casualties >= u16::from(hit.elements))
    }

    /// LR-52: how many elements so many casualties remove.
    pub fn removal_dice(&self, unit: Id, casualties: u16, dice: &mut impl Dice) -> u16 {
        if self.card(unit).is_skirmisher() {
            return dice.count(casualties, 6, 4);
        }
        let pairs = dice.count(casualties / 2, 6, 3);
        pairs + dice.count(casualties % 2, 6, 5)
    }

    /// All that the end of the shooting phase does to one unit.
    pub fn end_of_shooting(&self, p: &mut Position, unit: Id, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let casualties = p.unit(unit).suffered;
        p.unit_mut(unit).before = p.unit(unit).elements;
        let disordered = self.disorders(p, unit, casualties);
        let removed = self
            .removal_dice(unit, casualties, dice)
            .min(p.unit(unit).elements.into()) as u8;
        let burst = p.unit(unit).burst;
        if disordered {
            self.disorder(p, unit, log);
        }
        if burst > 0 {
            self.alarm_by_burst(p, unit, burst, log);
        }
        let left = p.unit(unit).elements;
        self.take_off(p, unit, removed.saturating_add(burst).min(left), dice, log);
    }

    /// Every unit within 3" of a burst gun, its own too, has a reason to test.
    fn alarm_by_burst(&self, p: &mut Position, unit: Id, burst: u8, log: &mut impl Log<Event>) {
        log.event(|| Event::Burst(unit));
        let state = *p.unit(unit);
        let foot = self.foot(p, unit);
        // The elements that go are the last of the one rank.
        let first = state.files.saturating_sub(burst);
        let guns: arrayvec::ArrayVec<Footprint, 24> = (first..state.files)
            .map(|file| self.element_foot(&foot, state.files, file))
            .collect();
        for other in self
            .others(p, unit)
            .chain([unit])
            .collect::<arrayvec::ArrayVec<Id, 64>>()
        {
            let its = self.foot(p, other);
            let near = other == unit
                || guns
                    .iter()
                    .any(|gun| distance(gun, &its).within(self.rulings.explosion));
            if near && !p.unit(other).state.is_broken() {
                p.unit_mut(other).triggers.set(85);
            }
        }
    }

    /// The ground of one gun of a unit in one rank.
    fn element_foot(&self, foot: &Footprint, files: u8, file: u8) -> Footprint {
        let width = crate::troops::FRONTAGE;
        let middle = -foot.half_width() + i32::from(file) * width + width / 2;
        let _ = files;
        let at = foot.point_on(Face::Front, middle);
        Footprint::new(board::table::Stance { at, ..foot.stance() }, width / 2, foot.depth())
    }

    /// Takes elements off, from the end of the list; rolls for the commander; notes the reasons to test.
    pub fn take_off(&self, p: &mut Position, unit: Id, lost: u8, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        if lost == 0 {
            return;
        }
        let card = self.card(unit);
        let state = p.unit_mut(unit);
        let whole = state.before == card.original;
        state.elements -= lost;
        state.files = state.files.min(state.elements);
        log.event(|| Event::Lost(unit, lost));
        // LR-58: the first element of a good unit.
        let first_blood = whole && lost == 1 && card.quality <= Quality::B;
        if !first_blood {
            state.triggers.set(82);
        }
        for who in self.leaders(p, unit) {
            if dice.count(lost.into(), 6, 6) > 0 {
                self.lose_commander(p, who, log);
                p.unit_mut(unit).triggers.set(90);
            }
        }
        if p.unit(unit).elements == 0 {
            self.remove(p, unit, State::Destroyed, log);
        }
    }

    /// A unit is out of the battle, with whoever leads it.
    pub fn remove(&self, p: &mut Position, unit: Id, state: State, log: &mut impl Log<Event>) {
        self.reveal(p, unit, log);
        p.end_contacts(unit);
        let gone = p.unit_mut(unit);
        gone.state = state;
        gone.triggers = Default::default();
        gone.followed = NOBODY;
        if state == State::Destroyed {
            gone.elements = 0;
            gone.files = 0;
        }
        for other in &mut p.units {
            if other.followed == unit {
                other.followed = NOBODY;
            }
        }
        log.event(|| Event::Gone(unit, state));
        for who in self.leaders(p, unit) {
            if state == State::Left {
                p.commanders[who].place = Place::Out;
            } else {
                self.lose_commander(p, who, log);
            }
        }
    }

    pub fn disorder(&self, p: &mut Position, unit: Id, log: &mut impl Log<Event>) {
        if !p.unit(unit).is(Marks::DISORDERED) {
            // Whoever came through it has shown it (EL-13).
            self.reveal(p, unit, log);
            p.unit_mut(unit).marks.set(Marks::DISORDERED);
            log.event(|| Event::Disordered(unit));
        }
    }
}
