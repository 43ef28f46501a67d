//! Set-up: everything stands where the automatic set-up has put it, and its owner may change it. M-121, M-186, SR-F9

use crate::Battle;
use crate::cards::{Class, ENGLISH, Group, Kind, LeaderId, NONE, SPARE, UnitId};
use crate::choice::Choice;
use crate::deny::{Allowed, Code, Deny, Why, need};
use crate::event::{Deed, Event, Of};
use crate::position::{Banner, Form, HexSet, Piece, Place, Position, Set, Stage};
use board::{Dir, Hex};
use kernel::{Log, Side};

impl Battle {
    pub(crate) fn group_of(&self, unit: UnitId) -> Option<&Group> {
        self.groups.get(usize::from(self.card(unit).group))
    }

    /// A unit its owner may still arrange: each is taken in hand once. MR-89
    fn is_loose(&self, p: &Position, side: Side, unit: UnitId) -> Allowed {
        need(p.unit(unit).side == side, Code::NotYourUnit, "M-27")?;
        need(self.loose(p, side).has(unit), Code::Setup, "M-56")
    }

    fn loose(&self, p: &Position, side: Side) -> Set {
        p.army[side.index()].and(&p.on_map).and(&self.listed).without(&p.rolled)
    }

    pub(crate) fn allowed_in_setup(&self, p: &Position, side: Side, choice: &Choice) -> Allowed {
        match *choice {
            Choice::Lose(u) => self.may_carry_loss(p, side, u),
            Choice::Take(piece) => {
                need(self.owes(p, side).is_none(), Code::Setup, "SR-B8")?;
                match piece {
                    Piece::Unit(u) => self.is_loose(p, side, u),
                    Piece::Leader(l) => self.may_take_leader(p, side, l),
                }
            }
            Choice::Pit(from, to) => {
                need(self.owes(p, side).is_none(), Code::Setup, "SR-B8")?;
                self.may_dig(p, side, from, to)
            }
            Choice::Ready => Ok(()),
            _ => Err(Deny::new(Code::WrongPhase, "M-10")),
        }
    }

    pub(crate) fn list_setup(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        out.push(Choice::Ready);
        if self.owes(p, side).is_some() {
            let own = p.army[side.index()].iter();
            out.extend(
                own.filter(|u| self.may_carry_loss(p, side, *u).is_ok())
                    .map(Choice::Lose),
            );
            return;
        }
        out.extend(self.loose(p, side).iter().map(|u| Choice::Take(Piece::Unit(u))));
        let leaders = self.leader_ids();
        let free = leaders.filter(|l| self.may_take_leader(p, side, *l).is_ok());
        out.extend(free.map(|l| Choice::Take(Piece::Leader(l))));
        self.list_digging(p, side, out);
    }

    /// What can be done with a unit in hand besides putting it down.
    pub(crate) fn list_in_hand(&self, p: &Position, unit: UnitId, out: &mut Vec<Choice>) {
        for other in self.loose(p, p.unit(unit).side).iter() {
            if self.may_exchange(p, unit, other).is_ok() {
                out.push(Choice::Exchange(unit, other));
            }
        }
        for spare in self.spares.iter() {
            if self.may_choose(p, unit, spare).is_ok() {
                out.push(Choice::Exchange(unit, spare));
            }
        }
        for leader in self.leader_ids() {
            if self.may_assign(p, unit, leader).is_ok() {
                out.push(Choice::Assign(unit, leader));
            }
        }
    }

    /// A leader whose hex is not given exactly; he is taken in hand once. SR-S7
    fn may_take_leader(&self, p: &Position, side: Side, leader: LeaderId) -> Allowed {
        let l = p.leader(leader);
        need(l.side == side, Code::NotYourUnit, "M-27")?;
        let free = l.on_map() && !l.moved && !self.leaders[usize::from(leader)].zone.is_empty();
        need(free, Code::Setup, "SR-S7")
    }

    pub(crate) fn may_set_leader(&self, p: &Position, leader: LeaderId, hex: Hex) -> Allowed {
        let enemy = p.leader(leader).side.other();
        need(
            self.leaders[usize::from(leader)].zone.contains(&hex),
            Code::Setup,
            "M-56",
        )?;
        need(
            !p.holds(hex, enemy) && !self.led(p, hex, enemy),
            Code::EnemyInHex,
            "M-129",
        )
    }

    pub(crate) fn set_leader(&self, p: &mut Position, leader: LeaderId, hex: Hex) {
        let l = p.leader_mut(leader);
        l.hex = hex;
        l.moved = true;
    }

    /// A hex of its list, with room. SR-F2, SR-B3
    pub(crate) fn may_set(&self, p: &Position, unit: UnitId, hex: Hex, form: Option<Form>) -> Allowed {
        let Some(group) = self.group_of(unit) else {
            return Err(Deny::new(Code::Setup, "M-56"));
        };
        let same = |u: UnitId| u != unit && self.card(u).group == self.card(unit).group;
        need(self.zone_of(unit).has(hex), Code::Setup, "M-56")?;
        self.may_stand(p, unit, hex, "M-56")?;
        need(!group.one_per_hex || !p.at(hex).any(same), Code::Setup, "M-56")?;
        match self.must_start_marching(unit) {
            Some(rule) if form == Some(Form::Combat) => Err(Deny::new(Code::Setup, rule).because(Why::StartsMarching)),
            _ => need(self.may_start_as(p, unit, hex, form), Code::Setup, "M-146"),
        }
    }

    fn zone_of(&self, unit: UnitId) -> &HexSet {
        &self.zones[usize::from(self.card(unit).group)]
    }

    /// The form its class allows. MR-47
    pub(crate) fn may_start_as(&self, p: &Position, unit: UnitId, hex: Hex, form: Option<Form>) -> bool {
        let card = self.card(unit);
        match form {
            None => true,
            Some(Form::Shiltron) => card.shiltron && p.at(hex).all(|u| u == unit),
            Some(Form::Combat) => card.class.is_foot_ranged() && self.must_start_marching(unit).is_none(),
            Some(_) => false,
        }
    }

    /// The rule that has an archer begin the battle on the march. What binds him on the first turn binds his set-up. SR-S2,
    /// SR-B3
    fn must_start_marching(&self, unit: UnitId) -> Option<&'static str> {
        let card = self.card(unit);
        if card.class != Class::Archer {
            None
        } else if self.special.archers_start_marching {
            Some("SR-B3")
        } else {
            let bound = card.side == ENGLISH && self.first_turn <= self.special.archers_march_until;
            bound.then_some("SR-S2")
        }
    }

    pub(crate) fn set(&self, p: &mut Position, unit: UnitId, hex: Hex, facing: Dir, form: Option<Form>) {
        p.put(unit, hex);
        p.rolled.add(unit);
        let ranged = self.card(unit).class.is_foot_ranged();
        let u = p.unit_mut(unit);
        u.facing = facing;
        u.form = form.unwrap_or(if ranged { Form::March } else { Form::Normal });
    }

    /// The unit in hand changes places with another of a different kind where the lists allow both. SR-F9: chosen horse
    /// change leaders with them.
    pub(crate) fn may_exchange(&self, p: &Position, a: UnitId, b: UnitId) -> Allowed {
        let (one, two) = (p.unit(a), p.unit(b));
        if two.place == Place::Spare {
            return self.may_choose(p, a, b);
        }
        self.is_loose(p, one.side, b)?;
        let different = self.card(a).kind != self.card(b).kind && one.hex != two.hex;
        let alike = one.sp == two.sp && one.form == two.form;
        need(different && alike, Code::Setup, "M-56")?;
        let (Some(ga), Some(gb)) = (self.group_of(a), self.group_of(b)) else {
            return Err(Deny::new(Code::Setup, "M-56"));
        };
        let zones = (ga.chosen && gb.chosen)
            || (ga.one_per_hex == gb.one_per_hex && self.zone_of(a).has(two.hex) && self.zone_of(b).has(one.hex));
        need(zones, Code::Setup, "M-56")
    }

    /// A counter of the mix instead of a chosen one of another kind; of its kind the first that has not been in hand. SR-F9
    pub(crate) fn may_choose(&self, p: &Position, unit: UnitId, spare: UnitId) -> Allowed {
        need(p.unit(spare).side == p.unit(unit).side, Code::NotYourUnit, "M-27")?;
        let kind = self.card(spare).kind;
        let fits = self.group_of(unit).is_some_and(|g| g.chosen) && self.card(unit).kind != kind;
        let next = fits && self.next_spare(p, kind) == Some(spare);
        match next {
            true => Ok(()),
            false => Err(Deny::new(Code::Setup, "SR-F9").because(Why::NoSpare)),
        }
    }

    fn next_spare(&self, p: &Position, kind: Kind) -> Option<UnitId> {
        let mut left = self.spares.without(&p.rolled).iter();
        left.find(|u| p.unit(*u).place == Place::Spare && self.card(*u).kind == kind)
    }

    pub(crate) fn exchange(&self, p: &mut Position, a: UnitId, b: UnitId) {
        p.stack.pop();
        let (one, two) = (*p.unit(a), *p.unit(b));
        if two.place == Place::Spare {
            p.rolled.add(a);
            p.rolled.add(b);
            p.take_away(a, Place::Spare);
            p.unit_mut(a).command = NONE;
            p.put(b, one.hex);
            let u = p.unit_mut(b);
            (u.facing, u.command) = (one.facing, one.command);
            return;
        }
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
    pub(crate) fn may_assign(&self, p: &Position, unit: UnitId, leader: LeaderId) -> Allowed {
        let pool = self.group_of(unit).is_some_and(|g| g.leader == NONE && !g.chosen);
        let open = self.options.organisation && pool && !p.picked.has(unit) && p.unit(unit).command != leader;
        let fits = p.leader(leader).side == p.unit(unit).side && self.leads_pool(p, leader);
        need(open && fits, Code::Setup, "M-186")
    }

    pub(crate) fn assign(&self, p: &mut Position, unit: UnitId, leader: LeaderId) {
        p.unit_mut(unit).command = leader;
        p.picked.add(unit);
    }

    /// The banner lies with a regular unit on its leader's hex, else with him. M-121, MR-48
    pub(crate) fn ready(&self, p: &mut Position, side: Side, log: &mut impl Log<Event>) {
        log.event(|| Event::Plain(Deed::Ready, Of::side(side)));
        self.carry_the_rest(p, side);
        p.rolled = Set::EMPTY;
        p.picked = Set::EMPTY;
        p.dug = 0;
        for leader in &mut p.leaders {
            leader.moved = false;
        }
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
        p.pits = self.pits_marked;
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
            if card.group == SPARE {
                u.place = Place::Spare;
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
