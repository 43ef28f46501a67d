//! 5.3 The sum of a combat: strength, charge, armour and everything that shifts the column. M-65, M-66, M-71 to M-74

use crate::Battle;
use crate::cards::{Class, UnitId};
use crate::combat::Company;
use crate::event::{Modifiers, modifier};
use crate::position::{Form, Position};
use crate::tables::{column, mean};
use board::{Dir, Hex, Terrain};

impl Battle {
    /// CF lost by attacking over something, or by meeting a shiltron. M-92, M-93, M-171, M-177
    pub(crate) fn brake(&self, p: &mut Position) {
        let ground = p.combat.ground;
        let shut = matches!(
            self.terrain(p, ground),
            Terrain::Forest | Terrain::Swamp | Terrain::Fort
        );
        for i in 0..p.combat.attackers.len() {
            let unit = p.combat.attackers[i];
            let from = p.unit(unit).hex;
            let Some(d) = self.map.direction(from, ground) else {
                continue;
            };
            let c = self.crossing(p, from, d);
            let u = p.unit_mut(unit);
            u.cf = if shut || c.ford || c.wall || c.gate {
                0
            } else {
                u.cf.saturating_sub(c.drops())
            };
        }
        for attacker in [true, false] {
            if p.combat
                .units(!attacker)
                .iter()
                .any(|u| p.unit(*u).form == Form::Shiltron)
            {
                for i in 0..p.combat.units(attacker).len() {
                    let unit = p.combat.units(attacker)[i];
                    p.unit_mut(unit).cf = 0;
                }
            }
        }
    }

    /// The initial column, the modifiers of both sides, and the leaders whose help was counted.
    pub(crate) fn reckon(&self, p: &Position) -> (u8, Modifiers, u16) {
        let combat = &p.combat;
        let mut list = Modifiers::new();
        let mut helpers = 0;
        let mut strength = [0; 2];
        for attacker in [true, false] {
            let side = combat.side_of(attacker);
            let units: Company = combat
                .units(attacker)
                .iter()
                .copied()
                .filter(|u| !combat.idle.has(*u))
                .collect();
            strength[usize::from(!attacker)] = self.strength(p, attacker, &units);
            let sign = if attacker { 1 } else { -1 };
            let mut push = |name, value: i32, rule| {
                if value > 0 {
                    list.push(modifier(name, sign * value, rule));
                }
            };
            let (charge, armour) = self.weight(p, attacker, &units);
            push("charge", charge.into(), "M-09");
            push("armour", armour.into(), "M-66");
            let (help, who) = self.leader_help(p, side, &units);
            helpers |= who;
            push("leader", help, "M-135");
            let near = |hex: Hex| units.iter().any(|u| self.map.distance(p.unit(*u).hex, hex) <= 1);
            push("banner", i32::from(self.banner_hex(p, side).is_some_and(near)), "M-127");
            push("morale", self.morale_of(p, side).into(), "M-114");
            if attacker {
                push("rear", 2 * self.rear_attacks(p), "M-19");
                push("both sides", i32::from(self.opposed(p)), "M-65");
                let ranged = combat.defenders.iter().any(|u| self.card(*u).class.is_foot_ranged());
                push("ranged target", if ranged { 2 } else { 0 }, "M-156");
            } else {
                let across = |what: fn(&crate::ground::Crossing) -> bool| {
                    combat.attackers.iter().all(|u| {
                        let from = p.unit(*u).hex;
                        self.map
                            .direction(from, combat.ground)
                            .is_some_and(|d| what(&self.crossing(p, from, d)))
                    })
                };
                push("cover", self.cover(p, combat.ground).into(), "M-71");
                push("stream", i32::from(across(|c| c.stream)), "M-71");
                push("uphill", i32::from(across(|c| c.uphill)), "M-71");
            }
        }
        (column(strength[0], strength[1]), list, helpers)
    }

    /// Effective SP of a side. M-74, M-170, M-175
    fn strength(&self, p: &Position, attacker: bool, units: &[UnitId]) -> u16 {
        if !units.is_empty() && units.iter().all(|u| self.card(*u).class.is_foot_ranged()) {
            return 1;
        }
        let foes = p
            .combat
            .units(!attacker)
            .iter()
            .copied()
            .filter(|u| !p.combat.idle.has(*u));
        let (mut riders, mut all) = (0u16, 0u16);
        for foe in foes {
            let sp = u16::from(p.unit(foe).sp);
            all += sp;
            riders += if self.card(foe).class.is_horse() { sp } else { 0 };
        }
        let doubled = 2 * riders > all;
        let mut total = 0;
        for &unit in units {
            let u = p.unit(unit);
            let mut sp = u16::from(u.sp);
            if u.form == Form::March {
                sp = 0;
            }
            if attacker {
                if self.terrain(p, u.hex) == Terrain::Swamp {
                    sp = sp.div_ceil(2);
                }
                let d = self.map.direction(u.hex, p.combat.ground);
                if d.is_some_and(|d| {
                    let c = self.crossing(p, u.hex, d);
                    c.wall || c.gate
                }) {
                    sp = sp.div_ceil(2);
                }
            }
            if u.form == Form::Shiltron && doubled {
                sp *= 2;
            }
            total += sp;
        }
        total
    }

    /// Charge and armour of a side. M-09, M-66, M-91, M-105, M-162, M-177
    fn weight(&self, p: &Position, attacker: bool, units: &[UnitId]) -> (u8, u8) {
        let faces_shiltron = p
            .combat
            .units(!attacker)
            .iter()
            .any(|u| p.unit(*u).form == Form::Shiltron);
        let (mut cf, mut armour, mut counted) = (0u16, 0u16, 0u16);
        for &unit in units {
            let card = self.card(unit);
            let light = attacker && p.combat.counter && card.armour == 0;
            if card.class == Class::Cavalry && !light {
                cf += u16::from(p.unit(unit).cf);
            }
            let less = u8::from(faces_shiltron && card.class.is_horse());
            armour += u16::from(card.armour);
            counted += u16::from(card.armour.saturating_sub(less));
        }
        let n = units.len() as u16;
        let charge = mean(cf, n).min(mean(armour, n) + 1);
        (charge, mean(counted, n))
    }

    /// How often an attack from behind counts: once for the combat, or for each hex behind from which it comes. M-19, MR-07
    fn rear_attacks(&self, p: &Position) -> i32 {
        let behind = |from: Hex| {
            p.combat.defenders.iter().any(|d| {
                let at = self.map.direction(p.unit(*d).hex, from);
                p.unit(*d).form != Form::Shiltron && at.is_some_and(|at| !self.in_front(p, *d, at))
            })
        };
        let home = |a: &UnitId| p.unit(*a).hex;
        let attackers = &p.combat.attackers;
        if !self.options.rear_per_hex {
            return i32::from(attackers.iter().any(|a| behind(home(a))));
        }
        let first = |i: usize, hex: Hex| attackers[..i].iter().all(|a| home(a) != hex);
        let hexes = attackers.iter().enumerate().map(|(i, a)| (i, home(a)));
        hexes.filter(|(i, hex)| first(*i, *hex) && behind(*hex)).count() as i32
    }

    /// M-65, MR-08
    fn opposed(&self, p: &Position) -> bool {
        let [hex] = p.combat.hexes.as_slice() else {
            return false;
        };
        let stands = |d: Dir| {
            let there = self.map.neighbour(*hex, d);
            there.is_on() && p.combat.attackers.iter().any(|a| p.unit(*a).hex == there)
        };
        [Dir::N, Dir::NE, Dir::SE]
            .iter()
            .any(|d| stands(*d) && stands(d.opposite()))
    }
}
