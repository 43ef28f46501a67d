//! 5.2 How a company is put together: hexes are named, units join, and all go. M-62 to M-64
//!
//! While it is being put together the hexes named stand in [`Position::combat`] and those who have joined in
//! [`Position::picked`]; whoever spares the last hex is back where he began.

use crate::Battle;
use crate::cards::UnitId;
use crate::choice::Choice;
use crate::combat::Combat;
use crate::deny::{Allowed, Code, Deny, need};
use crate::position::{Position, Set, Stage};
use crate::task::Task;
use board::Hex;
use kernel::Side;

impl Battle {
    /// An attack named as a whole, before anything of it has been put together.
    pub(crate) fn may_declare(&self, p: &Position, side: Side, units: &Set, hexes: &[Hex]) -> Allowed {
        let decider = self.decider(p).ok_or(Deny::new(Code::GameOver, "M-10"))?;
        need(side == decider, Code::NotYourDecision, "M-10")?;
        let open = p.stack.is_empty() && p.stage == Stage::Attack;
        need(open, Code::WrongDecision, "M-10")?;
        self.may_attack(p, side, units, hexes)
    }

    /// The first hex of an attack. One that no company may attack is not named, so that nobody begins in vain.
    pub(crate) fn may_begin_against(&self, p: &Position, side: Side, hex: Hex) -> Allowed {
        self.may_be_target(p, side, hex)?;
        let near = self.map.neighbours(hex).iter().flat_map(|h| p.at(*h));
        let mut able = near.filter(|u| p.unit(*u).side == side && self.may_be_attacker(p, side, *u).is_ok());
        if !able.any(|u| self.may_reach(p, u, &[hex]).is_ok()) {
            return Err(Deny::new(Code::NotInFrontArea, "M-62").at(hex));
        }
        match self.least_attack(p, side, hex) {
            Some(_) => Ok(()),
            None => Err(Deny::new(Code::StrandsObligation, "M-64").at(hex)),
        }
    }

    /// One hex more, in front of everybody who has joined, who then stand in one hex; or of somebody, if nobody has. M-63
    pub(crate) fn may_name_too(&self, p: &Position, side: Side, hex: Hex) -> Allowed {
        self.may_be_target(p, side, hex)?;
        let deny = |code, rule| Err(Deny::new(code, rule).at(hex));
        if p.combat.hexes.contains(&hex) {
            return deny(Code::AlreadyNamed, "M-63");
        }
        let Some(first) = p.picked.iter().next() else {
            let near = self.map.neighbours(hex).iter().flat_map(|h| p.at(*h));
            let mut able = near.filter(|u| p.unit(*u).side == side && self.may_be_attacker(p, side, *u).is_ok());
            return match able.any(|u| self.reaches_all(p, u, hex)) {
                true => Ok(()),
                false => deny(Code::ManyOnMany, "M-63"),
            };
        };
        let home = p.unit(first).hex;
        if p.picked.iter().any(|u| p.unit(u).hex != home) {
            return deny(Code::ManyOnMany, "M-63");
        }
        match p.picked.iter().all(|u| self.reaches_all(p, u, hex)) {
            true => Ok(()),
            false => deny(Code::NotInFrontArea, "M-62"),
        }
    }

    fn reaches_all(&self, p: &Position, unit: UnitId, more: Hex) -> bool {
        self.may_reach(p, unit, &p.combat.hexes).is_ok() && self.may_reach(p, unit, &[more]).is_ok()
    }

    pub(crate) fn may_spare(&self, p: &Position, hex: Hex) -> Allowed {
        match p.combat.hexes.contains(&hex) {
            true => Ok(()),
            false => Err(Deny::new(Code::NotNamed, "M-63").at(hex)),
        }
    }

    /// M-60, M-62, M-63. What M-64 and M-182 ask is asked of the whole company when it goes.
    pub(crate) fn may_join(&self, p: &Position, side: Side, unit: UnitId) -> Allowed {
        self.may_be_attacker(p, side, unit)?;
        need(!p.picked.has(unit), Code::AlreadyNamed, "M-63")?;
        self.may_reach(p, unit, &p.combat.hexes)?;
        let one_home = p.picked.iter().all(|u| p.unit(u).hex == p.unit(unit).hex);
        need(one_home || p.combat.hexes.len() == 1, Code::ManyOnMany, "M-63")
    }

    pub(crate) fn may_drop(&self, p: &Position, unit: UnitId) -> Allowed {
        need(p.picked.has(unit), Code::NotNamed, "M-63")
    }

    /// The same question as for an attack that is named as a whole.
    pub(crate) fn may_go(&self, p: &Position, side: Side) -> Allowed {
        self.may_attack(p, side, &p.picked, &p.combat.hexes)
    }

    pub(crate) fn any_attack(&self, p: &Position, side: Side) -> bool {
        let mut any = false;
        self.each_target(p, side, &mut |_| {
            any = true;
            false
        });
        any
    }

    /// The hexes against which an attack may begin.
    pub(crate) fn list_attacks(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        self.each_target(p, side, &mut |hex| {
            out.push(Choice::Against(hex));
            true
        });
    }

    pub(crate) fn list_muster(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        let Some(&first) = p.combat.hexes.first() else {
            return;
        };
        // Whoever reaches the hexes stands next to the first, and they all lie next to him.
        for home in self.map.neighbours(first) {
            let able = p.at(*home).filter(|u| self.may_join(p, side, *u).is_ok());
            out.extend(able.map(Choice::Join));
        }
        out.extend(p.picked.iter().map(Choice::Drop));
        let mut name = |hex: Hex| {
            if hex.is_on() && self.may_name_too(p, side, hex).is_ok() {
                out.push(Choice::Against(hex));
            }
        };
        match p.picked.iter().next() {
            Some(unit) => self
                .map
                .neighbours(p.unit(unit).hex)
                .iter()
                .copied()
                .for_each(&mut name),
            None => self.around(first, 2).for_each(&mut name),
        }
        out.extend(p.combat.hexes.iter().map(|h| Choice::Spare(*h)));
        if self.may_go(p, side).is_ok() {
            out.push(Choice::Go);
        }
    }

    pub(crate) fn name_target(&self, p: &mut Position, side: Side, hex: Hex) {
        if p.stack.is_empty() {
            p.combat = Combat::attack(side);
            p.picked = Set::EMPTY;
            p.stack.push(Task::Muster);
        }
        // In the order of their numbers, however they were named.
        let at = p.combat.hexes.partition_point(|h| *h < hex);
        p.combat.hexes.insert(at, hex);
    }

    pub(crate) fn spare_target(&self, p: &mut Position, hex: Hex) {
        p.combat.hexes.retain(|h| *h != hex);
        if p.combat.hexes.is_empty() {
            p.stack.pop();
            p.combat = Combat::NONE;
            p.picked = Set::EMPTY;
        }
    }
}
