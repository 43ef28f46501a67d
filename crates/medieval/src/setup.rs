//! Set-up: everything stands where the automatic set-up has put it, and its owner may change it. M-121, M-186, SR-F9

use crate::Battle;
use crate::cards::{Class, Group, LeaderId, NONE, UnitId};
use crate::choice::Choice;
use crate::deny::{Allowed, Code, Deny, need};
use crate::event::{Deed, Event, Of};
use crate::position::{Banner, Form, Place, Position, Set, Stage};
use board::{Dir, Hex};
use kernel::{Log, Side};

impl Battle {
    fn group_of(&self, unit: UnitId) -> Option<&Group> {
        self.groups.get(usize::from(self.card(unit).group))
    }

    /// A piece its owner may still arrange.
    fn is_loose(&self, p: &Position, side: Side, unit: UnitId) -> Allowed {
        need(p.unit(unit).side == side, Code::NotYourUnit, "M-27")?;
        need(
            p.unit(unit).on_map() && self.group_of(unit).is_some(),
            Code::Setup,
            "M-56",
        )?;
        need(!p.rolled.has(unit), Code::Setup, "M-56")
    }

    pub(crate) fn allowed_in_setup(&self, p: &Position, side: Side, choice: &Choice) -> Allowed {
        match *choice {
            Choice::Take(u) => self.is_loose(p, side, u),
            Choice::Exchange(a, b) => self.may_exchange(p, side, a, b),
            Choice::Assign(u, l) => self.may_assign(p, side, u, l),
            Choice::Ready => Ok(()),
            _ => Err(Deny::new(Code::WrongPhase, "M-10")),
        }
    }

    pub(crate) fn list_setup(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        let own: Vec<UnitId> = p.army[side.index()]
            .iter()
            .filter(|u| self.is_loose(p, side, *u).is_ok())
            .collect();
        out.push(Choice::Ready);
        out.extend(own.iter().map(|u| Choice::Take(*u)));
        for (i, a) in own.iter().enumerate() {
            for b in &own[i + 1..] {
                if self.may_exchange(p, side, *a, *b).is_ok() {
                    out.push(Choice::Exchange(*a, *b));
                }
            }
        }
        for unit in p.army[side.index()].iter() {
            for leader in self.leader_ids() {
                if self.may_assign(p, side, unit, leader).is_ok() {
                    out.push(Choice::Assign(unit, leader));
                }
            }
        }
    }

    /// A hex of its list, with room; the form its class allows. SR-F2, SR-B3
    pub(crate) fn may_set(&self, p: &Position, unit: UnitId, hex: Hex, form: Option<Form>) -> Allowed {
        let Some(group) = self.group_of(unit) else {
            return Err(Deny::new(Code::Setup, "M-56"));
        };
        need(group.hexes.contains(&hex), Code::Setup, "M-56")?;
        let mut without = p.clone();
        without.lift(unit);
        self.may_stand(&without, unit, hex, "M-56")?;
        let same = |u: UnitId| self.card(u).group == self.card(unit).group;
        let shared = group.one_per_hex && without.at(hex).any(same);
        need(!shared, Code::Setup, "M-56")?;
        let card = self.card(unit);
        let fits = match form {
            None => true,
            Some(Form::Shiltron) => card.shiltron && without.is_clear(hex),
            Some(Form::Combat) => self.may_start_ready(card.class),
            Some(_) => false,
        };
        need(fits, Code::Setup, "M-146")
    }

    fn may_start_ready(&self, class: Class) -> bool {
        class.is_foot_ranged() && !(class == Class::Archer && self.special.archers_start_marching)
    }

    pub(crate) fn setup_hexes(&self, p: &Position, unit: UnitId) -> Vec<Hex> {
        let Some(group) = self.group_of(unit) else {
            return Vec::new();
        };
        group
            .hexes
            .iter()
            .copied()
            .filter(|h| self.may_set(p, unit, *h, None).is_ok())
            .collect()
    }

    pub(crate) fn set(&self, p: &mut Position, unit: UnitId, hex: Hex, facing: Dir, form: Option<Form>) {
        p.put(unit, hex);
        p.rolled.add(unit);
        let ranged = self.card(unit).class.is_foot_ranged();
        let u = p.unit_mut(unit);
        u.facing = facing;
        u.form = form.unwrap_or(if ranged { Form::March } else { Form::Normal });
    }

    /// Two units change places where the lists allow both. SR-F9: chosen horse change leaders with them.
    fn may_exchange(&self, p: &Position, side: Side, a: UnitId, b: UnitId) -> Allowed {
        self.is_loose(p, side, a)?;
        self.is_loose(p, side, b)?;
        let (Some(ga), Some(gb)) = (self.group_of(a), self.group_of(b)) else {
            return Err(Deny::new(Code::Setup, "M-56"));
        };
        let different = a < b && self.card(a).kind != self.card(b).kind && p.unit(a).hex != p.unit(b).hex;
        let zones = (ga.chosen && gb.chosen)
            || (ga.hexes.contains(&p.unit(b).hex)
                && gb.hexes.contains(&p.unit(a).hex)
                && ga.one_per_hex == gb.one_per_hex);
        let alike = p.unit(a).sp == p.unit(b).sp && p.unit(a).form == p.unit(b).form;
        need(different && zones && alike, Code::Setup, "M-56")
    }

    pub(crate) fn exchange(&self, p: &mut Position, a: UnitId, b: UnitId) {
        let (one, two) = (*p.unit(a), *p.unit(b));
        p.lift(a);
        p.lift(b);
        p.put(a, two.hex);
        p.put(b, one.hex);
        let chosen = self.group_of(a).is_some_and(|g| g.chosen);
        for (unit, other) in [(a, two), (b, one)] {
            p.rolled.add(unit);
            let u = p.unit_mut(unit);
            u.facing = other.facing;
            if chosen {
                u.command = other.command;
            }
        }
    }

    /// M-186, MR-51
    fn may_assign(&self, p: &Position, side: Side, unit: UnitId, leader: LeaderId) -> Allowed {
        need(p.unit(unit).side == side, Code::NotYourUnit, "M-27")?;
        let pool = self.group_of(unit).is_some_and(|g| g.leader == NONE && !g.chosen);
        need(pool && self.options.organisation, Code::Setup, "M-186")?;
        need(
            !p.picked.has(unit) && p.unit(unit).command != leader,
            Code::Setup,
            "M-186",
        )?;
        need(
            p.leader(leader).side == side && self.leads_pool(p, leader),
            Code::Setup,
            "M-186",
        )
    }

    pub(crate) fn assign(&self, p: &mut Position, unit: UnitId, leader: LeaderId) {
        p.unit_mut(unit).command = leader;
        p.picked.add(unit);
    }

    /// The banner lies with a regular unit on its leader's hex, else with him. M-121, MR-48
    pub(crate) fn ready(&self, p: &mut Position, side: Side, log: &mut impl Log<Event>) {
        log.event(|| Event::Plain(Deed::Ready, Of::side(side)));
        p.rolled = Set::EMPTY;
        p.picked = Set::EMPTY;
        if p.stage == Stage::SetupB {
            p.stage = Stage::SetupA;
        } else {
            p.stage = Stage::Begin;
        }
        if let Banner::With(_) = p.banners[side.index()] {
            self.hand_over(p, side, log);
        }
    }

    /// Everything where the automatic set-up puts it: `places` gives hex and facing of every unit on the map.
    pub fn deploy(&self, places: &[Option<(Hex, Dir)>], fatigue: &[u8], banners: [Banner; 2]) -> Position {
        let mut p = Position::empty();
        p.turn = self.first_turn;
        p.banners = banners;
        p.pits = ((1u32 << self.pits.len()) - 1) as u16;
        for (i, card) in self.units.iter().enumerate() {
            let id = i as UnitId;
            p.army[card.side.index()].add(id);
            let leader = self.groups.get(usize::from(card.group)).map_or(NONE, |g| g.leader);
            let u = p.unit_mut(id);
            u.side = card.side;
            u.sp = card.sp;
            u.command = leader;
            if card.class.is_foot_ranged() {
                u.form = Form::March;
            } else if card.shiltron {
                u.form = Form::Shiltron;
            }
            if let Some((hex, facing)) = places.get(i).copied().flatten() {
                u.facing = facing;
                p.put(id, hex);
            }
        }
        for (i, card) in self.leaders.iter().enumerate() {
            let leader = p.leader_mut(i as LeaderId);
            leader.side = card.side;
            leader.fatigue = fatigue.get(i).copied().unwrap_or(0);
            leader.hex = card.hex;
            leader.place = if card.hex.is_on() { Place::Map } else { Place::Reserve };
        }
        p
    }
}
