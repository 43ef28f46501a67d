//! 8.0 Leaders. M-128 to M-139

use crate::Battle;
use crate::arrival::By;
use crate::cards::{LeaderId, MAX_UNITS, MP, NONE, UnitId};
use crate::deny::{Allowed, Code, Deny, need};
use crate::event::{Deed, Event, Of};
use crate::ground::{Crossing, Mover};
use crate::position::{Banner, Piece, Place, Position};
use crate::task::Task;
use arrayvec::ArrayVec;
use board::{Dir, Hex, Terrain};
use kernel::{Dice, Log, Side};

impl Battle {
    /// M-118, M-125
    pub(crate) fn leader_dies(&self, p: &mut Position, leader: LeaderId, log: &mut impl Log<Event>) {
        let (hex, side) = (p.leader(leader).hex, p.leader(leader).side);
        p.leader_mut(leader).place = Place::Eliminated;
        log.event(|| Event::Plain(Deed::LeaderDied, Of::leader(leader).whose(side)));
        let boxes = if self.leaders[usize::from(leader)].grand { 12 } else { 8 };
        self.morale_moves(p, side.other(), boxes, log);
        if p.banners[side.index()] == Banner::With(leader) {
            self.banner_falls(p, side, hex, log);
        }
        p.stack.push(Task::Mourn(leader));
    }

    /// What his death costs his men. M-131, M-132, SR-B7
    pub(crate) fn mourn(&self, p: &mut Position, leader: LeaderId, log: &mut impl Log<Event>) {
        let (hex, side) = (p.leader(leader).hex, p.leader(leader).side);
        let grand = self.leaders[usize::from(leader)].grand;
        if self.special.six {
            if !grand {
                log.event(|| Event::Plain(Deed::MournedSix, Of::leader(leader)));
                self.begin_six(p, side, hex, log);
            }
        } else if grand || self.options.organisation {
            let deed = if grand { Deed::MournedAll } else { Deed::Mourned };
            log.event(|| Event::Plain(deed, Of::leader(leader)));
            for unit in p.army[side.index()].and(&p.on_map).iter() {
                if grand || p.unit(unit).command == leader {
                    self.loses(p, unit, 1, By::Own, log);
                }
            }
        }
        self.leaders_all_dead(p, log);
    }

    /// The six closest: those surely among them lose at once, the owner picks among the rest.
    fn begin_six(&self, p: &mut Position, side: Side, hex: Hex, log: &mut impl Log<Event>) {
        let mut near: ArrayVec<(u16, UnitId), MAX_UNITS> = p.army[side.index()]
            .and(&p.on_map)
            .iter()
            .map(|u| (self.map.distance(hex, p.unit(u).hex), u))
            .collect();
        near.sort_unstable();
        let cut = near.get(5).map_or(u16::MAX, |(d, _)| *d);
        let mut left = 6;
        let tied = near.iter().filter(|(d, _)| *d == cut).count();
        for &(distance, unit) in &near {
            if distance < cut {
                self.loses(p, unit, 1, By::Own, log);
                left -= 1;
            }
        }
        if cut == u16::MAX {
            return;
        }
        if tied <= left {
            for &(_, unit) in near.iter().filter(|(d, _)| *d == cut) {
                self.loses(p, unit, 1, By::Own, log);
            }
            return;
        }
        p.picked = crate::position::Set::EMPTY;
        p.stack.push(Task::Six {
            side,
            hex,
            left: left as u8,
            distance: cut as u8,
        });
    }

    pub(crate) fn may_pick(&self, p: &Position, side: Side, hex: Hex, distance: u8, unit: UnitId) -> Allowed {
        let u = p.unit(unit);
        let tied =
            u.on_map() && u.side == side && self.map.distance(hex, u.hex) == u16::from(distance) && !p.picked.has(unit);
        need(tied, Code::Scenario, "SR-B7")
    }

    /// A living leader of this side on the hex.
    pub(crate) fn led(&self, p: &Position, hex: Hex, side: Side) -> bool {
        p.leaders_at(hex, side).next().is_some()
    }

    /// Leader modifier of a side: 2 stacked, 1 within range. Those whose help is counted are tired by it. M-135, M-188
    pub(crate) fn leader_help(&self, p: &Position, side: Side, units: &[UnitId]) -> (i32, u16) {
        let (mut best, mut who) = (0, 0u16);
        for (i, leader) in p.leaders[..self.leaders.len()].iter().enumerate() {
            if !leader.on_map() || leader.side != side {
                continue;
            }
            let mut here = 0;
            for &unit in units {
                let distance = self.map.distance(leader.hex, p.unit(unit).hex);
                here = here.max(match distance {
                    0 => 2,
                    d if d <= self.leaders[i].range() => 1,
                    _ => 0,
                });
            }
            if here == 2 || (here > 0 && here >= best) {
                who |= 1 << i;
            }
            best = best.max(here);
        }
        (best, who)
    }

    /// A leader's step in his own move. M-129
    pub(crate) fn may_lead(&self, p: &Position, leader: LeaderId, d: Dir, mp: u8) -> Allowed<(Crossing, u8)> {
        let from = p.leader(leader).hex;
        let c = self.leader_crossing(p, leader, from, d)?;
        // He joins friends like horse. M-34
        let friends = if p.holds(c.to, p.leader(leader).side) { MP } else { 0 };
        let cost = self.step_cost(p, Mover::Leader, from, &c) + friends;
        if cost > mp {
            return Err(Deny::new(Code::NotEnoughMp, "M-28").at(c.to).points(cost, mp));
        }
        Ok((c, cost))
    }

    pub(crate) fn leader_crossing(&self, p: &Position, leader: LeaderId, from: Hex, d: Dir) -> Allowed<Crossing> {
        let side = p.leader(leader).side;
        let c = self.crossing(p, from, d);
        need(c.to.is_on(), Code::NotFrontalHex, "M-31")?;
        need(!c.closed, Code::RiverNoCrossing, "M-35")?;
        need(
            c.road || self.terrain(p, c.to) != Terrain::Swamp,
            Code::SwampClosed,
            "M-37",
        )?;
        let enemy = p.holds(c.to, side.other()) || self.led(p, c.to, side.other());
        need(!enemy, Code::EnemyInHex, "M-129")?;
        Ok(c)
    }

    /// He comes to a hex, by whatever movement.
    pub(crate) fn leader_arrives(&self, p: &mut Position, leader: LeaderId, hex: Hex, log: &mut impl Log<Event>) {
        let side = p.leader(leader).side;
        p.leader_mut(leader).hex = hex;
        p.leader_mut(leader).strained = true;
        self.hand_over(p, side, log);
    }

    /// M-190: a unit whose commander is worn out rolls before its first action of the turn.
    pub(crate) fn must_check(&self, p: &Position, unit: UnitId) -> bool {
        let command = p.unit(unit).command;
        self.options.fatigue
            && command != NONE
            && p.leader(command).fatigue > 12
            && !p.checked.has(unit)
            && self.card(unit).class != crate::cards::Class::HorseArcher
    }

    /// Returns whether the unit can act.
    pub(crate) fn check_fatigue(
        &self,
        p: &mut Position,
        unit: UnitId,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> bool {
        if !self.must_check(p, unit) {
            return true;
        }
        p.checked.add(unit);
        let (die, side) = (dice.die(6), p.unit(unit).side);
        log.event(|| Event::Plain(Deed::Checked, Of::unit(unit).whose(side).die(die)));
        if die <= 3 {
            self.scatter(p, unit, log);
        }
        die > 3
    }

    /// P9: M-188, M-189. To lower fatigue never hurts, so nobody is asked.
    pub(crate) fn book_fatigue(&self, p: &mut Position, log: &mut impl Log<Event>) {
        self.strain_chargers(p);
        for id in 0..self.leaders.len() as LeaderId {
            let leader = p.leader_mut(id);
            let strained = std::mem::take(&mut leader.strained);
            if !self.options.fatigue || matches!(leader.place, Place::Eliminated | Place::Removed) {
                continue;
            }
            let before = leader.fatigue;
            leader.fatigue = if strained {
                before.saturating_add(1)
            } else {
                before.saturating_sub(1)
            };
            let now = leader.fatigue;
            if now != before {
                let deed = if strained { Deed::Tires } else { Deed::Rests };
                log.event(|| Event::Plain(deed, Of::leader(id).n(now)));
            }
        }
        // For the turn that begins.
        self.strain_chargers(p);
    }

    /// Who has a charge factor tires his commander, whenever he has gained it. M-188
    pub(crate) fn strain_chargers(&self, p: &mut Position) {
        for unit in p.on_map.iter() {
            let u = *p.unit(unit);
            if u.cf > 0 && u.command != NONE {
                p.leader_mut(u.command).strained = true;
            }
        }
    }

    /// The nearest living friendly leader, for pursuit. M-81, MR-36
    pub(crate) fn leader_distance(&self, p: &Position, unit: UnitId) -> u8 {
        let u = p.unit(unit);
        let own = p.leaders[..self.leaders.len()]
            .iter()
            .filter(|l| l.on_map() && l.side == u.side);
        let nearest = own.map(|l| self.map.distance(l.hex, u.hex)).min();
        nearest.map_or(5, |d| d.min(5) as u8)
    }

    /// Where a piece is, in a word, if it is not on the map.
    pub(crate) fn whereabouts(&self, p: &Position, piece: Piece) -> &'static str {
        let place = match piece {
            Piece::Unit(u) => p.unit(u).place,
            Piece::Leader(l) => p.leader(l).place,
        };
        match (place, piece) {
            (Place::Map, _) => "map",
            (Place::Scattered, _) => "scattered",
            (Place::Off, _) => "off",
            (Place::Reserve, _) => "reserve",
            (Place::Eliminated, Piece::Leader(_)) => "dead",
            (Place::Eliminated, _) => "eliminated",
            (Place::Removed, _) => "removed",
            (Place::Spare, _) => "spare",
        }
    }
}
