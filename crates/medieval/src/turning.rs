//! 4.3 Turning, 5.6 momentum, formations. M-41 to M-48, M-95, M-147, M-174 to M-180

use crate::Battle;
use crate::arrival::{Fate, How};
use crate::cards::{Class, MP, UnitId};
use crate::choice::Pace;
use crate::deny::{Allowed, Code, Deny, need};
use crate::event::{Deed, Event, Of};
use crate::ground::Crossing;
use crate::labels::compass;
use crate::movement::{Ahead, Step};
use crate::position::{Form, March, Pose, Position};
use board::{Dir, Hex, Terrain};
use kernel::{Dice, Log};

/// A place in which a unit turns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Footing {
    rough: u8,
    zone: bool,
    road: bool,
}

impl Battle {
    /// The price of a turn.
    pub(crate) fn may_turn(&self, p: &Position, a: &March, unit: UnitId, to: Dir) -> Allowed<u8> {
        let at = p.unit(unit).pose();
        self.may_turn_on(p, a, unit, at, to, &self.footing(p, unit, at.hex))
    }

    /// What a turn in a hex costs more than elsewhere, whichever way it goes. M-42, M-44
    pub(crate) fn footing(&self, p: &Position, unit: UnitId, hex: Hex) -> Footing {
        Footing {
            rough: self.hex_cost(p, self.mover(unit), hex) - MP,
            zone: self.zone(p, hex, p.unit(unit).side.other()),
            road: self.map.is_road(hex),
        }
    }

    /// The price of a turn of a unit that stands there, or is thought to.
    pub(crate) fn may_turn_on(
        &self,
        p: &Position,
        a: &March,
        unit: UnitId,
        at: Pose,
        to: Dir,
        footing: &Footing,
    ) -> Allowed<u8> {
        let u = p.unit(unit);
        let card = self.card(unit);
        need(!a.over, Code::MovementOver, "M-107")?;
        need(u.form != Form::Shiltron, Code::CannotTurn, "M-176")?;
        need(u.form != Form::Combat, Code::CannotTurn, "M-148")?;
        let k = at.facing.turns_to(to);
        need(k > 0, Code::SameFacing, "M-41")?;
        need(at.cf < 2 || k == 1, Code::TurnTooWide, "M-43")?;
        need(!a.turned, Code::SecondTurnInHex, "M-47")?;
        let mut cost = match card.class {
            Class::Cavalry => MP * (k * (at.cf + 1) + card.armour),
            Class::HorseArcher => MP / 2 * k * (at.cf + 1) + MP * card.armour,
            _ => MP,
        };
        cost += footing.rough;
        // M-48
        let free = a.by_road && footing.road && self.crossing(p, at.hex, to).road;
        if free {
            cost = 0;
        } else if footing.zone {
            cost += MP;
        }
        self.enough(a.mp, cost)?;
        Ok(cost)
    }

    pub(crate) fn turn(&self, p: &mut Position, unit: UnitId, to: Dir, cost: u8, log: &mut impl Log<Event>) {
        let mut left = 0;
        if let Some(a) = &mut p.active {
            a.mp -= cost;
            a.spent |= cost > 0;
            a.turned = true;
            left = a.mp;
        }
        let u = p.unit_mut(unit);
        u.facing = to;
        u.cf = 0;
        log.event(|| Event::Plain(Deed::Turned, Of::unit(unit).word(compass(to)).n(left)));
    }

    /// M-95: it has a charge factor and could ride on.
    pub(crate) fn must_ride_on(&self, p: &Position, a: &March, unit: UnitId) -> bool {
        let at = p.unit(unit).pose();
        at.cf > 0
            && p.unit(unit).on_map()
            && (self.may_march(p, a, unit, at)).is_ok_and(|ahead| self.rides_on(a, unit, at, &ahead))
    }

    /// The same of a unit that could come to the hex ahead. Nobody must ride into a swamp.
    pub(crate) fn rides_on(&self, a: &March, unit: UnitId, at: Pose, ahead: &Ahead) -> bool {
        at.cf > 0 && self.price(a, unit, at, ahead, Pace::Gain).is_ok() && ahead.terrain != Terrain::Swamp
    }

    /// M-95 for a unit that has not been activated.
    pub(crate) fn owes_ride(&self, p: &Position, unit: UnitId) -> bool {
        if p.unit(unit).cf == 0 || p.activated.has(unit) {
            return false;
        }
        let a = March::begin(self.card(unit).mp);
        self.must_ride_on(p, &a, unit)
    }

    /// M-147, SR-S2
    pub(crate) fn may_change(&self, p: &Position, a: &March, unit: UnitId) -> Allowed {
        let u = p.unit(unit);
        need(!a.over, Code::MovementOver, "M-107")?;
        need(
            self.card(unit).class.is_foot_ranged(),
            Code::NotInCombatFormation,
            "M-146",
        )?;
        let bound = u.form == Form::March
            && self.card(unit).class == Class::Archer
            && u.side == crate::cards::ENGLISH
            && p.turn <= self.special.archers_march_until;
        need(!bound, Code::Scenario, "SR-S2")?;
        self.enough(a.mp, MP)
    }

    pub(crate) fn change(&self, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
        self.pay(p, MP);
        let u = p.unit_mut(unit);
        let (form, word) = match u.form {
            Form::Combat => (Form::March, "march"),
            _ => (Form::Combat, "shoot"),
        };
        u.form = form;
        log.event(|| Event::Plain(Deed::Changed, Of::unit(unit).word(word)));
    }

    pub(crate) fn pay(&self, p: &mut Position, cost: u8) {
        if let Some(a) = &mut p.active {
            a.mp = a.mp.saturating_sub(cost);
            a.spent = true;
        }
    }

    /// M-174
    pub(crate) fn may_form(&self, p: &Position, a: &March, unit: UnitId) -> Allowed {
        let u = p.unit(unit);
        need(!a.over, Code::MovementOver, "M-107")?;
        need(
            self.card(unit).shiltron && u.form == Form::Normal,
            Code::Shiltron,
            "M-174",
        )?;
        need(!a.spent && a.steps == 0, Code::Shiltron, "M-174")?;
        need(!self.zone(p, u.hex, u.side.other()), Code::Shiltron, "M-174")
    }

    pub(crate) fn form(&self, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
        self.pay(p, u8::MAX);
        p.unit_mut(unit).form = Form::Shiltron;
        log.event(|| Event::Plain(Deed::Formed, Of::unit(unit)));
    }

    /// M-178
    pub(crate) fn may_lift(&self, p: &Position, a: &March, unit: UnitId) -> Allowed {
        need(!a.over, Code::MovementOver, "M-107")?;
        need(p.unit(unit).form == Form::Shiltron, Code::Shiltron, "M-178")?;
        self.enough(a.mp, 2 * MP)
    }

    pub(crate) fn lift(&self, p: &mut Position, unit: UnitId, facing: Dir, log: &mut impl Log<Event>) {
        self.pay(p, 2 * MP);
        let u = p.unit_mut(unit);
        u.form = Form::Normal;
        u.facing = facing;
        log.event(|| Event::Plain(Deed::Lifted, Of::unit(unit)));
    }

    /// A shiltron moves one hex, all together. M-178, MR-47
    pub(crate) fn may_shuffle(&self, p: &Position, a: &March, unit: UnitId, d: Dir) -> Allowed<Crossing> {
        let u = p.unit(unit);
        need(u.form == Form::Shiltron, Code::NotFrontalHex, "M-31")?;
        need(!a.over, Code::MovementOver, "M-107")?;
        need(!a.stopped, Code::StoppedInZoc, "M-25")?;
        need(!a.spent, Code::Shiltron, "M-178")?;
        let c = self.may_come(p, unit, u.hex, d)?;
        // It keeps its hex to itself. M-179
        if !p.is_clear(c.to) {
            return Err(Deny::new(Code::StackLimit, "M-179").at(c.to));
        }
        let cost = self.step_cost(p, self.mover(unit), u.hex, &c);
        self.enough(a.mp, cost)?;
        Ok(c)
    }

    /// Foot with bows that has its combat side up is moved to any hex beside it, and no further. M-148
    pub(crate) fn may_sidestep(&self, p: &Position, a: &March, unit: UnitId, d: Dir) -> Allowed<Crossing> {
        need(!a.over, Code::MovementOver, "M-107")?;
        need(!a.spent, Code::MinMoveAfterSpending, "M-40")?;
        need(!a.stopped, Code::StoppedInZoc, "M-25")?;
        self.may_come(p, unit, p.unit(unit).hex, d)
    }

    /// `to DIR` of a unit: a shiltron's hex, or that of bows.
    pub(crate) fn may_move_to(&self, p: &Position, a: &March, unit: UnitId, d: Dir) -> Allowed<Crossing> {
        match p.unit(unit).form {
            Form::Combat => self.may_sidestep(p, a, unit, d),
            _ => self.may_shuffle(p, a, unit, d),
        }
    }

    /// All its points for one hex.
    pub(crate) fn shuffle(
        &self,
        p: &mut Position,
        unit: UnitId,
        c: Crossing,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let cost = p.active.as_ref().map_or(0, |a| a.mp);
        self.enter(
            p,
            unit,
            Step {
                crossing: c,
                cost,
                cf: 0,
                extra: false,
                ride: false,
            },
            dice,
            log,
        );
        if p.unit(unit).form == Form::Combat
            && let Some(a) = &mut p.active
        {
            a.over = true;
        }
    }

    /// M-180
    pub(crate) fn may_demolish(&self, p: &Position, a: &March, unit: UnitId) -> Allowed {
        let u = p.unit(unit);
        need(!a.over, Code::MovementOver, "M-107")?;
        need(self.card(unit).class.is_regular(), Code::NoFort, "M-180")?;
        need(self.is_fort(p, u.hex) && u.due == 0, Code::NoFort, "M-180")
    }

    /// M-67: a step of an advance, which may bend by 60 degrees; CF and zones as in movement.
    pub(crate) fn advance_into(
        &self,
        p: &mut Position,
        unit: UnitId,
        d: Dir,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> Fate {
        let u = *p.unit(unit);
        let c = self.crossing(p, u.hex, d);
        let before = if d == u.facing { u.cf } else { 0 };
        if u.form != Form::Shiltron {
            p.unit_mut(unit).facing = d;
        }
        let cf = self.cf_after(unit, before, &c, self.terrain(p, c.to), Pace::Gain);
        self.set_cf(p, unit, cf);
        log.event(|| Event::Plain(Deed::Advances, Of::unit(unit).at(c.to)));
        self.arrive(p, unit, &c, before, How::Advance, dice, log)
    }
}
