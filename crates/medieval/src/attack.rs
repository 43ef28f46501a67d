//! 5.2 Declaring attacks: who must, who may, and how they are divided. M-59 to M-64, M-12, M-14. How a company is put
//! together by small choices is in `muster.rs`.

use crate::Battle;
use crate::cards::{ENGLISH, MAX_LEADERS, UnitId};
use crate::deny::{Allowed, Code, Deny, need};
use crate::event::{Deed, Event, Of};
use crate::position::{HexSet, Position, Set};
use crate::task::{Round, Task};
use arrayvec::ArrayVec;
use board::{Dir, Hex};
use kernel::{Log, Side};

/// Who may still attack in this phase and what may be attacked, worked out once for many questions. M-60, M-61
pub(crate) struct Clash {
    side: Side,
    able: Set,
    /// Where a leader of the enemy stands by himself.
    lone: ArrayVec<Hex, MAX_LEADERS>,
}

impl Clash {
    /// An enemy piece in the hex that has not been attacked in this phase. M-61, MR-72
    fn is_fresh(&self, p: &Position, hex: Hex) -> bool {
        match p.is_clear(hex) {
            true => self.lone.contains(&hex),
            false => p.holds(hex, self.side.other()) && p.at(hex).any(|u| !p.defended.has(u)),
        }
    }
}

impl Battle {
    fn clash(&self, p: &Position, side: Side) -> Clash {
        let foes = p.leaders[..self.leaders.len()].iter().filter(|l| l.side != side);
        let lone = foes.filter(|l| l.on_map() && p.is_clear(l.hex)).map(|l| l.hex);
        Clash {
            side,
            able: match self.foot_is_held(p, side) {
                true => Set::EMPTY,
                false => self.attacker_set(p, side),
            },
            lone: lone.collect(),
        }
    }

    /// SR-S5
    fn foot_is_held(&self, p: &Position, side: Side) -> bool {
        !p.horse_phase() && side == ENGLISH && p.turn <= self.special.no_foot_attack_until
    }

    /// Whether the unit could still attack in this phase. M-60
    pub(crate) fn may_be_attacker(&self, p: &Position, side: Side, unit: UnitId) -> Allowed {
        need(p.unit(unit).side == side, Code::NotYourUnit, "M-27")?;
        self.may_act_from_map(p, unit)?;
        self.right_class(p, unit)?;
        need(!p.attacked.has(unit), Code::AlreadyAttacked, "M-60")?;
        need(!self.foot_is_held(p, side), Code::Scenario, "SR-S5")
    }

    /// Targets in the zone of a unit that must attack; none if it need not. M-60
    fn duties(&self, p: &Position, clash: &Clash, unit: UnitId) -> ArrayVec<Hex, 3> {
        let mut found = ArrayVec::new();
        if !clash.able.has(unit) || !self.has_zone(p, unit) {
            return found;
        }
        let u = p.unit(unit);
        for n in [-1, 0, 1] {
            let d = u.facing.turned(n);
            let hex = self.map.neighbour(u.hex, d);
            if clash.is_fresh(p, hex) && self.controls(p, unit, d) {
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
        let clash = self.clash(p, side);
        clash.able.iter().any(|u| !self.duties(p, &clash, u).is_empty())
    }

    /// Whether an attacker can get at the hex: in front, and over a river by bridge or ford only. M-62, MR-45
    pub(crate) fn reaches(&self, p: &Position, unit: UnitId, hex: Hex) -> bool {
        match self.map.direction(p.unit(unit).hex, hex) {
            Some(d) => self.in_front(p, unit, d) && !self.crossing(p, p.unit(unit).hex, d).closed,
            None => false,
        }
    }

    /// Whether a company may attack these hexes, whatever it took to put it together.
    pub(crate) fn may_attack(&self, p: &Position, side: Side, units: &Set, hexes: &[Hex]) -> Allowed {
        need(!units.is_empty() && !hexes.is_empty(), Code::NoTarget, "M-62")?;
        for unit in units.iter() {
            self.may_be_attacker(p, side, unit)?;
        }
        for hex in hexes {
            self.may_be_target(p, side, *hex)?;
        }
        let clash = self.clash(p, side);
        self.may_divide(p, &clash, units, hexes, &self.bound_to(p, &clash, hexes))
    }

    /// The same of those who may attack and of hexes that may be attacked; `bound` are those who would be left alone.
    fn may_divide(&self, p: &Position, clash: &Clash, units: &Set, hexes: &[Hex], bound: &Set) -> Allowed {
        let Some(first) = units.iter().next() else {
            return Ok(());
        };
        let home = p.unit(first).hex;
        let one_home = units.iter().all(|u| p.unit(u).hex == home);
        need(one_home || hexes.len() == 1, Code::ManyOnMany, "M-63")?;
        for unit in units.iter() {
            self.may_reach(p, unit, hexes)?;
        }
        self.fort_sends_four(p, units)?;
        self.strands_nobody(p, clash, units, hexes, bound)
    }

    /// M-61, M-62
    pub(crate) fn may_be_target(&self, p: &Position, side: Side, hex: Hex) -> Allowed {
        let foe = match p.is_clear(hex) {
            true => self.led(p, hex, side.other()),
            false => p.holds(hex, side.other()),
        };
        if !foe {
            return Err(Deny::new(Code::NoTarget, "M-62").at(hex));
        }
        if !p.is_clear(hex) && p.at(hex).all(|u| p.defended.has(u)) {
            return Err(Deny::new(Code::AlreadyAttacked, "M-61").at(hex));
        }
        Ok(())
    }

    /// M-62
    pub(crate) fn may_reach(&self, p: &Position, unit: UnitId, hexes: &[Hex]) -> Allowed {
        match hexes.iter().find(|h| !self.reaches(p, unit, **h)) {
            Some(hex) => Err(Deny::new(Code::NotInFrontArea, "M-62").at(*hex)),
            None => Ok(()),
        }
    }

    /// M-182: at most 4 SP of a fort fight, in attack too.
    fn fort_sends_four(&self, p: &Position, units: &Set) -> Allowed {
        for unit in units.iter() {
            let hex = p.unit(unit).hex;
            if self.is_fort(p, hex) {
                let sp: u8 = p.at(hex).filter(|u| units.has(*u)).map(|u| p.unit(u).sp).sum();
                need(sp <= 4, Code::FortLimit, "M-182")?;
            }
        }
        Ok(())
    }

    /// M-64: only those next to the attackers and targets can be left alone by this attack.
    fn strands_nobody(&self, p: &Position, clash: &Clash, units: &Set, hexes: &[Hex], bound: &Set) -> Allowed {
        let joined = |u: UnitId| units.has(u);
        let struck = |h: Hex| hexes.contains(&h);
        // Targets that somebody among the attackers should have met.
        for unit in units.iter() {
            for hex in self.duties(p, clash, unit) {
                if struck(hex) {
                    continue;
                }
                let others = Dir::ALL.iter().any(|d| {
                    let mut near = p.at(self.map.neighbour(hex, *d)).filter(|u| !joined(*u));
                    near.any(|u| self.duties(p, clash, u).contains(&hex))
                });
                if !others {
                    return Err(Deny::new(Code::StrandsObligation, "M-64").at(hex));
                }
            }
        }
        // Attackers who would find all their targets struck.
        match bound.without(units).iter().next() {
            Some(unit) => Err(Deny::new(Code::StrandsObligation, "M-64").at(p.unit(unit).hex)),
            None => Ok(()),
        }
    }

    /// Those who would find all their targets among these hexes, so that no attack on them is made without them. M-64
    fn bound_to(&self, p: &Position, clash: &Clash, hexes: &[Hex]) -> Set {
        let mut bound = Set::EMPTY;
        for hex in hexes {
            for near in self.map.neighbours(*hex) {
                for unit in p.at(*near).filter(|u| clash.able.has(*u)) {
                    let duties = self.duties(p, clash, unit);
                    if duties.contains(hex) && duties.iter().all(|h| hexes.contains(h)) {
                        bound.add(unit);
                    }
                }
            }
        }
        bound
    }

    /// The least company that may attack exactly these hexes, if any may. What M-64 and M-182 ask grows with the company, so
    /// that it is those who are bound to come, or else somebody by himself; and if it may not, no larger one may.
    fn least_company(&self, p: &Position, clash: &Clash, hexes: &[Hex]) -> Option<Set> {
        let bound = self.bound_to(p, clash, hexes);
        let may = |company: &Set| self.may_divide(p, clash, company, hexes, &bound).is_ok();
        if !bound.is_empty() {
            // They have no other duty, and all of them come, so that M-64 asks no more; one hex is in front of them all.
            let fits = match hexes {
                [_] => self.fort_sends_four(p, &bound).is_ok(),
                _ => may(&bound),
            };
            return fits.then_some(bound);
        }
        let near = self.map.neighbours(*hexes.first()?).iter().flat_map(|h| p.at(*h));
        let mut alone = near.filter(|u| clash.able.has(*u)).map(|u| {
            let mut company = Set::EMPTY;
            company.add(u);
            company
        });
        alone.find(may)
    }

    /// An attack on this hex that may be made, with as few as can be: on it alone, or together with others in front of one
    /// hex of ours.
    pub fn least_attack(&self, p: &Position, side: Side, hex: Hex) -> Option<(Set, ArrayVec<Hex, 6>)> {
        self.least_in(p, &self.clash(p, side), hex)
    }

    fn least_in(&self, p: &Position, clash: &Clash, hex: Hex) -> Option<(Set, ArrayVec<Hex, 6>)> {
        let mut struck: ArrayVec<Hex, 6> = ArrayVec::new();
        if !clash.is_fresh(p, hex) {
            return None;
        }
        struck.push(hex);
        if let Some(company) = self.least_company(p, clash, &struck) {
            return Some((company, struck));
        }
        for home in self.map.neighbours(hex).iter().filter(|h| p.holds(**h, clash.side)) {
            let other = |h: &Hex| *h != hex && clash.is_fresh(p, *h);
            let others: ArrayVec<Hex, 6> = self.map.neighbours(*home).iter().copied().filter(other).collect();
            for which in 1..1u32 << others.len() {
                struck.truncate(1);
                struck.extend(
                    (others.iter().enumerate())
                        .filter(|(i, _)| which >> i & 1 != 0)
                        .map(|(_, h)| *h),
                );
                if let Some(company) = self.least_company(p, clash, &struck) {
                    return Some((company, struck));
                }
            }
        }
        None
    }

    /// Visits the hexes of the enemy that some company may attack, each once, until told to stop.
    pub(crate) fn each_target(&self, p: &Position, side: Side, visit: &mut dyn FnMut(Hex) -> bool) {
        let clash = self.clash(p, side);
        let mut left = HexSet::of(&clash.lone);
        for foe in p.army[side.other().index()].and(&p.on_map).without(&p.defended).iter() {
            left.add(p.unit(foe).hex);
        }
        for unit in clash.able.iter() {
            let around = self.map.neighbours(p.unit(unit).hex);
            // Most have nobody near them.
            if !around.iter().fold(false, |any, hex| any | left.has(*hex)) {
                continue;
            }
            for to in around {
                if !left.has(*to) || !self.reaches(p, unit, *to) {
                    continue;
                }
                left.drop(*to);
                if self.least_in(p, &clash, *to).is_some() && !visit(*to) {
                    return;
                }
            }
        }
    }

    /// The company that has been put together attacks.
    pub(crate) fn attack(&self, p: &mut Position, log: &mut impl Log<Event>) {
        let company = std::mem::take(&mut p.picked);
        p.combat.attackers.extend(company.iter());
        self.muster(p);
        for unit in company.iter() {
            p.attacked.add(unit);
            let (of, cf) = (Of::unit(unit), p.unit(unit).cf);
            log.event(|| match cf {
                0 => Event::Plain(Deed::Declared, of),
                cf => Event::Plain(Deed::Charges, of.n(cf)),
            });
        }
        for unit in p.combat.defenders.clone() {
            p.defended.add(unit);
        }
        p.stack.push(Task::Combat(Round::Checks));
    }
}
