//! 9.0 Scatter and regrouping. M-140 to M-145

use crate::Battle;
use crate::arrival::By;
use crate::cards::{LeaderId, NONE, UnitId};
use crate::deny::{Allowed, Code, Deny, Why, need};
use crate::event::{Deed, Event, Of};
use crate::position::{Piece, Place, Position, Stage};
use crate::task::{Coming, Task};
use board::{Hex, Terrain};
use kernel::{Dice, Log, Side};

/// Who gathers a scattered unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gatherer {
    /// Within his range.
    By(LeaderId),
    /// Within the grand leader's range, at the price of 1 SP. M-144
    ByGrand(LeaderId),
    /// Any leader: option organisation off. M-186
    Any,
    /// Any leader, at the price of 1 SP: the army never had a grand one. M-144, MR-95
    AnyForOne,
    Waits,
    Nobody,
}

impl Battle {
    /// Sends a unit to the track. M-140, M-142
    pub(crate) fn scatter(&self, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
        let (hex, side) = (p.unit(unit).hex, p.unit(unit).side);
        let taken = p.army[side.index()]
            .iter()
            .filter(|u| p.unit(*u).place == Place::Scattered)
            .count();
        if taken >= usize::from(self.tracks.scattered) {
            log.event(|| Event::Plain(Deed::NoBox, Of::unit(unit)));
            self.eliminate(p, unit, By::Own, log);
            return;
        }
        self.looks_again(p);
        p.take_away(unit, Place::Scattered);
        log.event(|| Event::Plain(Deed::Scattered, Of::unit(unit).whose(side)));
        self.drops_banners(p, unit, hex, log);
    }

    pub(crate) fn gatherer(&self, p: &Position, unit: UnitId) -> Gatherer {
        let side = p.unit(unit).side;
        let command = p.unit(unit).command;
        let any = || {
            let mut leaders = p.leaders[..self.leaders.len()].iter();
            leaders.any(|l| l.side == side && l.on_map())
        };
        if !self.options.organisation {
            return if any() { Gatherer::Any } else { Gatherer::Waits };
        }
        let waits = |l: LeaderId| matches!(p.leader(l).place, Place::Off | Place::Reserve);
        if command != NONE && p.leader(command).on_map() {
            return Gatherer::By(command);
        }
        if command != NONE && waits(command) {
            return Gatherer::Waits;
        }
        match self.grand_of(p, side) {
            Some(l) if p.leader(l).on_map() => Gatherer::ByGrand(l),
            Some(l) if waits(l) => Gatherer::Waits,
            Some(_) => Gatherer::Nobody,
            None if any() => Gatherer::AnyForOne,
            None => Gatherer::Waits,
        }
    }

    /// The grand leader of a side, dead or alive.
    pub(crate) fn grand_of(&self, p: &Position, side: Side) -> Option<LeaderId> {
        let mut ids = 0..self.leaders.len() as LeaderId;
        ids.find(|l| self.leaders[usize::from(*l)].grand && p.leader(*l).side == side)
    }

    /// Units that may roll now, in the order of their numbers.
    pub(crate) fn may_regroup(&self, p: &Position, side: Side, unit: UnitId) -> Allowed {
        need(p.army[side.index()].has(unit), Code::NotYourUnit, "M-27")?;
        need(p.stage == Stage::Regroup, Code::WrongDecision, "M-10")?;
        need(p.unit(unit).place == Place::Scattered, Code::WrongDecision, "M-143")?;
        self.right_class(p, unit)?;
        need(!p.rolled.has(unit), Code::AlreadyActivated, "M-143")?;
        let gathers = matches!(
            self.gatherer(p, unit),
            Gatherer::By(_) | Gatherer::ByGrand(_) | Gatherer::Any | Gatherer::AnyForOne
        );
        match gathers {
            true => Ok(()),
            false => Err(Deny::new(Code::RegroupZone, "M-144").because(Why::NobodyGathers)),
        }
    }

    /// M-144: those whom nobody will ever gather are lost before anybody rolls.
    pub(crate) fn abandon(&self, p: &mut Position, side: Side, log: &mut impl Log<Event>) {
        for unit in p.army[side.index()].iter() {
            if p.unit(unit).place == Place::Scattered
                && self.right_class(p, unit).is_ok()
                && self.gatherer(p, unit) == Gatherer::Nobody
            {
                log.event(|| Event::Plain(Deed::NobodyLeads, Of::unit(unit)));
                p.take_away(unit, Place::Eliminated);
            }
        }
    }

    pub(crate) fn regroup(&self, p: &mut Position, unit: UnitId, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        p.rolled.add(unit);
        let (die, side) = (dice.die(6), p.unit(unit).side);
        log.event(|| Event::Plain(Deed::Regroups, Of::unit(unit).whose(side).die(die)));
        if die < 4 {
            return;
        }
        if matches!(self.gatherer(p, unit), Gatherer::ByGrand(_) | Gatherer::AnyForOne) {
            if p.unit(unit).sp <= 1 {
                p.unit_mut(unit).sp = 0;
                self.eliminate(p, unit, By::Own, log);
                return;
            }
            if self.any_place(p, Piece::Unit(unit), Coming::Regrouped) {
                self.loses(p, unit, 1, By::Own, log);
            }
        }
        p.stack.push(Task::Place {
            piece: Piece::Unit(unit),
            coming: Coming::Regrouped,
        });
    }

    /// Whether it may regroup on this hex. M-143
    pub(crate) fn may_gather_on(&self, p: &Position, unit: UnitId, hex: Hex) -> Allowed {
        let near = |l: LeaderId| {
            let leader = p.leader(l);
            leader.on_map() && self.map.distance(leader.hex, hex) <= self.leaders[usize::from(l)].range()
        };
        let side = p.unit(unit).side;
        let within = match self.gatherer(p, unit) {
            Gatherer::By(l) | Gatherer::ByGrand(l) => near(l),
            Gatherer::Any | Gatherer::AnyForOne => {
                (0..self.leaders.len() as LeaderId).any(|l| p.leader(l).side == side && near(l))
            }
            _ => false,
        };
        need(within, Code::RegroupZone, "M-143")?;
        self.may_stand(p, unit, hex, "M-143")
    }

    /// A hex on which a unit may be placed: enterable, no enemy, within the stack limit. M-54, M-143
    pub(crate) fn may_stand(&self, p: &Position, unit: UnitId, hex: Hex, rule: &'static str) -> Allowed {
        let side = p.unit(unit).side;
        if self.terrain(p, hex) == Terrain::Swamp {
            return Err(Deny::new(Code::SwampClosed, "M-37").at(hex));
        }
        if p.holds(hex, side.other()) || p.leaders_at(hex, side.other()).next().is_some() {
            return Err(Deny::new(Code::EnemyInHex, rule).at(hex));
        }
        if self.has_shiltron(p, unit, hex) {
            return Err(Deny::new(Code::StackLimit, "M-179").at(hex));
        }
        if !self.has_room(p, unit, hex) {
            return Err(Deny::new(Code::StackLimit, "M-57").at(hex));
        }
        Ok(())
    }

    /// Visits the hexes on which a scattered unit may regroup, each once, until told to stop.
    pub(crate) fn each_gathering(&self, p: &Position, unit: UnitId, visit: &mut dyn FnMut(Hex) -> bool) {
        let near = |l: LeaderId, hex: Hex| {
            let leader = p.leader(l);
            leader.on_map()
                && leader.side == p.unit(unit).side
                && self.map.distance(leader.hex, hex) <= self.leaders[usize::from(l)].range()
        };
        for l in self.leader_ids().filter(|l| near(*l, p.leader(*l).hex)) {
            let range = self.leaders[usize::from(l)].range();
            for hex in self.around(p.leader(l).hex, range) {
                let again = (0..l).any(|earlier| near(earlier, hex));
                if !again && self.may_gather_on(p, unit, hex).is_ok() && !visit(hex) {
                    return;
                }
            }
        }
    }

    /// Hexes within `n` of a hex, the hex itself included.
    pub(crate) fn around(&self, hex: Hex, n: u16) -> impl Iterator<Item = Hex> + use<'_> {
        let (q, s) = self.map.axial(hex);
        let n = n as i16;
        let offsets = (-n..=n).flat_map(move |dq| ((-n).max(-dq - n)..=n.min(-dq + n)).map(move |ds| (dq, ds)));
        offsets
            .map(move |(dq, ds)| self.map.from_axial(q + dq, s + ds))
            .filter(|h| h.is_on())
    }
}
