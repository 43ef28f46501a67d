//! The score that a die of close combat needs (L-21 to L-32).

use crate::battle::{AreaKind, Battle};
use crate::marks::Marks;
use crate::position::{Contact, Id, Obstacle, Position};
use crate::troops::{Quality, Troop};
use board::table::{Face, Footprint, inside};

/// Where a die comes from, as far as its score is concerned.
pub struct Blow<'a> {
    pub p: &'a Position,
    pub unit: Id,
    pub enemy: Id,
    /// What is the same for all elements of the unit.
    pub common: i8,
    /// The front of the enemy, or in a reply the front that touches.
    pub frontal: bool,
}

impl Battle {
    fn contact_between(&self, p: &Position, unit: Id, enemy: Id) -> Option<Contact> {
        let pair = |c: &&Contact| (c.unit == unit && c.target == enemy) || (c.unit == enemy && c.target == unit);
        p.contacts.iter().find(pair).copied()
    }

    /// L-23, L-28 to L-31, and L-27: what all elements of a unit have in common against an enemy.
    pub fn common_modifiers(&self, p: &Position, unit: Id, enemy: Id) -> i8 {
        let state = p.unit(unit);
        let contact = self.contact_between(p, unit, enemy);
        let mut sum = 0;
        sum += i8::from(state.is(Marks::DISORDERED));
        sum -= i8::from(state.followed == enemy);
        let (own, its) = (self.foot(p, unit), self.foot(p, enemy));
        sum += i8::from(self.level(its.centre()) > self.level(own.centre()));
        // LC-23: who made the contact claims no line.
        if contact.is_none_or(|c| c.unit != enemy) {
            sum += self.defence(p, enemy, &own);
        }
        sum
    }

    /// L-29 and L-31: 2 behind a fortification, 1 behind an obstacle or in a built-up area.
    pub fn defence(&self, p: &Position, defender: Id, enemy: &Footprint) -> i8 {
        if !self.card(defender).is_foot() || p.unit(defender).state.is_broken() {
            return 0;
        }
        let at = p.unit(defender).at.at;
        let [known, _] = self.defended(p, defender, enemy);
        let is = |kind: fn(Obstacle) -> bool| {
            (0..self.lines.len()).any(|line| known & (1 << line) != 0 && kind(p.lines[line]))
        };
        let built_up = self
            .areas
            .iter()
            .any(|area| area.kind == AreaKind::BuiltUp && inside(&area.shape, at));
        if is(|kind| kind == Obstacle::Fortification) || self.in_camp(at, enemy.centre()) {
            2
        } else {
            i8::from(is(Obstacle::is_defensible) || built_up)
        }
    }

    /// The score that an element needs against the one it strikes (L-21 to L-32).
    pub fn need(&self, blow: &Blow<'_>, element: usize, struck: usize, support: bool) -> u8 {
        let Blow {
            p,
            unit,
            enemy,
            common,
            frontal,
        } = *blow;
        if self.card(enemy).is_skirmisher() {
            return 0;
        }
        let card = self.card(unit);
        let (troop, met) = (card.troop(element), self.card(enemy).troop(struck));
        let mut need = met.combat_defence() + common;
        let poor_shot = troop.is_shot() && card.quality >= Quality::C;
        need += i8::from(troop == Troop::Levy || poor_shot || troop.is_artillery());
        need += i8::from(troop.is_mounted() && frontal && matches!(met, Troop::Spears | Troop::Pikes));
        need += i8::from(support);
        let contact = self.contact_between(p, unit, enemy).filter(|c| c.fresh);
        let knights = matches!(troop, Troop::Knights | Troop::SuperiorKnights);
        need -= i8::from(knights && contact.is_some_and(|c| c.unit == unit));
        let picked = matches!(troop, Troop::MenAtArms | Troop::Polearms) || (troop == Troop::Pikes && card.superior);
        need -= i8::from(picked);
        let frontally = contact.is_some_and(|c| c.target == unit && c.edge == Face::Front);
        need -= i8::from(troop == Troop::Longbow && frontally);
        need.clamp(2, 6) as u8
    }
}
