//! 5.2 Declaring attacks: who must, who may, and how they are divided. M-59 to M-64, M-12, M-14

use crate::Battle;
use crate::cards::{ENGLISH, MAX_LEADERS, NONE, UnitId};
use crate::choice::{Attackers, Choice, Targets, hexes_of, units_of};
use crate::combat::Combat;
use crate::deny::{Allowed, Code, Deny, need};
use crate::event::{Deed, Event, Of};
use crate::position::{HexSet, Position, Set};
use crate::task::{Round, Task};
use arrayvec::ArrayVec;
use board::{Dir, Hex};
use kernel::{Log, Side};

impl Battle {
    /// An enemy piece in the hex that has not been attacked in this phase. M-61, MR-72
    fn is_fresh_target(&self, p: &Position, hex: Hex, side: Side) -> bool {
        if p.holds(hex, side) {
            return p.at(hex).any(|u| !p.defended.has(u));
        }
        p.is_clear(hex) && self.led(p, hex, side)
    }

    /// Whether the unit could still attack in this phase. M-60
    fn may_be_attacker(&self, p: &Position, side: Side, unit: UnitId) -> Allowed {
        need(p.unit(unit).side == side, Code::NotYourUnit, "M-27")?;
        need(p.unit(unit).on_map(), Code::UnitOffMap, "M-27")?;
        self.right_class(p, unit)?;
        need(!p.attacked.has(unit), Code::AlreadyAttacked, "M-60")?;
        let held = !p.horse_phase() && side == ENGLISH && p.turn <= self.special.no_foot_attack_until;
        need(!held, Code::Scenario, "SR-S5")
    }

    /// Targets in the zone of a unit that must attack; none if it need not. M-60
    fn duties(&self, p: &Position, side: Side, unit: UnitId) -> ArrayVec<Hex, 3> {
        let mut found = ArrayVec::new();
        if !self.has_zone(p, unit) || self.may_be_attacker(p, side, unit).is_err() {
            return found;
        }
        let u = p.unit(unit);
        for n in [-1, 0, 1] {
            let d = u.facing.turned(n);
            let hex = self.map.neighbour(u.hex, d);
            if hex.is_on() && self.controls(p, unit, d) && self.is_fresh_target(p, hex, side.other()) {
                found.push(hex);
            }
        }
        found
    }

    fn attacker_set(&self, p: &Position, side: Side) -> Set {
        let own = p.army[side.index()].and(&p.on_map).without(&p.attacked);
        if p.horse_phase() {
            own.and(&self.horse)
        } else {
            own.without(&self.horse)
        }
    }

    /// M-70
    pub(crate) fn any_duty(&self, p: &Position, side: Side) -> bool {
        self.attacker_set(p, side)
            .iter()
            .any(|u| !self.duties(p, side, u).is_empty())
    }

    /// Whether an attacker can get at the hex: in front, and over a river by bridge or ford only. M-62, MR-45
    fn reaches(&self, p: &Position, unit: UnitId, hex: Hex) -> bool {
        match self.map.direction(p.unit(unit).hex, hex) {
            Some(d) => self.in_front(p, unit, d) && !self.crossing(p, p.unit(unit).hex, d).closed,
            None => false,
        }
    }

    pub(crate) fn may_attack(&self, p: &Position, side: Side, units: &Attackers, hexes: &Targets) -> Allowed {
        need(units[0] != NONE && hexes[0].is_on(), Code::NoTarget, "M-62")?;
        for unit in units_of(units) {
            self.may_be_attacker(p, side, unit)?;
        }
        for hex in hexes_of(hexes) {
            let any = p.holds(hex, side.other()) || (p.is_clear(hex) && self.led(p, hex, side.other()));
            if !any {
                return Err(Deny::new(Code::NoTarget, "M-62").at(hex));
            }
            if !self.is_fresh_target(p, hex, side.other()) {
                return Err(Deny::new(Code::AlreadyAttacked, "M-61").at(hex));
            }
        }
        let home = p.unit(units[0]).hex;
        let one_home = units_of(units).all(|u| p.unit(u).hex == home);
        need(one_home || hexes[1].is_off(), Code::ManyOnMany, "M-63")?;
        for unit in units_of(units) {
            for hex in hexes_of(hexes) {
                if !self.reaches(p, unit, hex) {
                    return Err(Deny::new(Code::NotInFrontArea, "M-62").at(hex));
                }
            }
        }
        self.fort_sends_four(p, units)?;
        self.strands_nobody(p, side, units, hexes)
    }

    /// M-182: at most 4 SP of a fort fight, in attack too.
    fn fort_sends_four(&self, p: &Position, units: &Attackers) -> Allowed {
        for unit in units_of(units) {
            let hex = p.unit(unit).hex;
            if self.is_fort(p, hex) {
                let sp: u8 = units_of(units)
                    .filter(|u| p.unit(*u).hex == hex)
                    .map(|u| p.unit(u).sp)
                    .sum();
                need(sp <= 4, Code::FortLimit, "M-182")?;
            }
        }
        Ok(())
    }

    /// M-64: only those next to the attackers and targets can be left alone by this attack.
    fn strands_nobody(&self, p: &Position, side: Side, units: &Attackers, hexes: &Targets) -> Allowed {
        let joined = |u: UnitId| units_of(units).any(|x| x == u);
        let struck = |h: Hex| hexes_of(hexes).any(|x| x == h);
        // Targets that somebody among the attackers should have met.
        for unit in units_of(units) {
            for hex in self.duties(p, side, unit) {
                if struck(hex) {
                    continue;
                }
                let others = Dir::ALL.iter().any(|d| {
                    let mut near = p.at(self.map.neighbour(hex, *d)).filter(|u| !joined(*u));
                    near.any(|u| p.unit(u).side == side && self.duties(p, side, u).contains(&hex))
                });
                if !others {
                    return Err(Deny::new(Code::StrandsObligation, "M-64").at(hex));
                }
            }
        }
        // Attackers who would find all their targets struck.
        for hex in hexes_of(hexes) {
            for d in Dir::ALL {
                for unit in p.at(self.map.neighbour(hex, d)) {
                    if joined(unit) || p.unit(unit).side != side {
                        continue;
                    }
                    let duties = self.duties(p, side, unit);
                    if duties.contains(&hex) && duties.iter().all(|h| struck(*h)) {
                        return Err(Deny::new(Code::StrandsObligation, "M-64").at(p.unit(unit).hex));
                    }
                }
            }
        }
        Ok(())
    }

    /// Visits the legal attacks until told to stop.
    pub(crate) fn each_attack(&self, p: &Position, side: Side, visit: &mut dyn FnMut(Choice) -> bool) {
        let ready = self.attacker_set(p, side);
        let (mut targets, mut homes) = (HexSet::EMPTY, HexSet::EMPTY);
        let led = self.led_hexes(p, side.other());
        for unit in ready.iter() {
            if self.may_be_attacker(p, side, unit).is_err() {
                continue;
            }
            let hex = p.unit(unit).hex;
            for d in Dir::ALL {
                let to = self.map.neighbour(hex, d);
                if to.is_on()
                    && (p.holds(to, side.other()) || led.contains(&to))
                    && self.is_fresh_target(p, to, side.other())
                    && self.reaches(p, unit, to)
                {
                    targets.add(to);
                    homes.add(hex);
                }
            }
        }
        let mut offer = |units: Attackers, hexes: Targets| {
            self.may_attack(p, side, &units, &hexes).is_err() || visit(Choice::Attack(units, hexes))
        };
        let _ = targets.iter().all(|hex| self.each_band(p, &ready, hex, &mut offer))
            && homes.iter().all(|home| self.each_spread(p, side, home, &mut offer));
    }

    /// Where the leaders of a side are.
    fn led_hexes(&self, p: &Position, side: Side) -> ArrayVec<Hex, MAX_LEADERS> {
        let living = p.leaders[..self.leaders.len()].iter();
        living.filter(|l| l.on_map() && l.side == side).map(|l| l.hex).collect()
    }

    /// Those around a hex who reach it, in every combination; `false` if told to stop.
    fn each_band(
        &self,
        p: &Position,
        ready: &Set,
        hex: Hex,
        offer: &mut impl FnMut(Attackers, Targets) -> bool,
    ) -> bool {
        let around = self.map.neighbours(hex).iter().filter(|h| h.is_on());
        let near = around.flat_map(|h| p.at(*h));
        let mut near: ArrayVec<UnitId, 64> = near
            .filter(|u| ready.has(*u) && self.reaches(p, *u, hex))
            .take(64)
            .collect();
        near.sort_unstable();
        near.truncate(12);
        let mut struck = [Hex::OFF; 6];
        struck[0] = hex;
        subsets(near.len()).all(|mask| offer(members(&near, mask, [NONE; 12]), struck))
    }

    /// Attacks out of one hex on several; `false` if told to stop.
    fn each_spread(
        &self,
        p: &Position,
        side: Side,
        home: Hex,
        offer: &mut impl FnMut(Attackers, Targets) -> bool,
    ) -> bool {
        let mut own: ArrayVec<UnitId, 12> = ArrayVec::new();
        let able = p.at(home).filter(|u| self.may_be_attacker(p, side, *u).is_ok());
        own.extend(able.take(12));
        let fresh = |h: &Hex| h.is_on() && self.is_fresh_target(p, *h, side.other());
        let mut around: ArrayVec<Hex, 6> = self.map.neighbours(home).iter().copied().filter(fresh).collect();
        around.sort_unstable();
        subsets(own.len()).all(|mask| {
            let several = subsets(around.len()).filter(|which| which.count_ones() > 1);
            let units = members(&own, mask, [NONE; 12]);
            several
                .map(|which| members(&around, which, [Hex::OFF; 6]))
                .all(|hexes| offer(units, hexes))
        })
    }

    pub(crate) fn attack(
        &self,
        p: &mut Position,
        side: Side,
        units: &Attackers,
        hexes: &Targets,
        log: &mut impl Log<Event>,
    ) {
        p.combat = Combat::attack(side);
        p.combat.attackers.extend(units_of(units));
        p.combat.hexes.extend(hexes_of(hexes));
        self.muster(p);
        for unit in units_of(units) {
            p.attacked.add(unit);
            log.event(|| Event::Plain(Deed::Declared, Of::unit(unit)));
        }
        for unit in p.combat.defenders.clone() {
            p.defended.add(unit);
        }
        p.stack.push(Task::Combat(Round::Checks));
    }
}

/// Every non-empty subset of `n` things, as bits.
fn subsets(n: usize) -> impl Iterator<Item = u32> {
    1..1u32 << n
}

/// The members of a subset, in a list that is filled up.
fn members<T: Copy, const N: usize>(all: &[T], mask: u32, mut list: [T; N]) -> [T; N] {
    let chosen = all.iter().enumerate().filter(|(i, _)| mask >> i & 1 != 0);
    for (slot, (_, one)) in list.iter_mut().zip(chosen) {
        *slot = *one;
    }
    list
}
