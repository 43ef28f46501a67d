//! 6.0 Morale and 7.0 Banners. M-114 to M-127

use crate::Battle;
use crate::cards::{NONE, SCOTS, UnitId};
use crate::deny::{Allowed, Code, Deny, Why};
use crate::event::{Deed, Event, Of};
use crate::position::{Banner, Position, Stack};
use crate::task::Task;
use board::Hex;
use kernel::{Log, Side};

/// The tracks of a scenario. MR-38, MR-39
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tracks {
    pub limit: i8,
    pub plus_1: i8,
    pub plus_2: i8,
    pub scattered: u8,
}

impl Default for Tracks {
    fn default() -> Tracks {
        Tracks {
            limit: 30,
            plus_1: 10,
            plus_2: 20,
            scattered: 10,
        }
    }
}

impl Tracks {
    /// The value a box stands for: -2 to 2, positive for the Scots.
    pub fn value(&self, at: i8) -> i8 {
        let size = match at.abs() {
            n if n >= self.plus_2 => 2,
            n if n >= self.plus_1 => 1,
            _ => 0,
        };
        size * at.signum()
    }
}

impl Battle {
    /// Boxes towards a side, at once. M-116 to M-118, M-120
    pub(crate) fn morale_moves(&self, p: &mut Position, to: Side, n: i8, log: &mut impl Log<Event>) {
        let signed = if to == SCOTS { n } else { -n };
        let limit = self.tracks.limit;
        p.morale = (p.morale + signed).clamp(-limit, limit);
        let now = p.morale;
        log.event(|| Event::Plain(Deed::MoraleMoves, Of::NOTHING.n(now)));
    }

    /// The value in favour of a side by the effective morale. M-114
    pub(crate) fn morale_of(&self, p: &Position, side: Side) -> i8 {
        let value = if side == SCOTS { p.effective } else { -p.effective };
        value.max(0)
    }

    /// M-123: the banner has made voluntary movement with this unit.
    pub(crate) fn carries(&self, p: &mut Position, unit: UnitId) {
        let side = p.unit(unit).side.index();
        if p.banners[side] == Banner::Held(unit) {
            p.carried[side] = unit;
        }
    }

    fn regulars(&self, p: &Position, hex: Hex, side: Side) -> Stack {
        let own = |u: &UnitId| p.unit(*u).side == side && self.card(*u).class.is_regular();
        p.at(hex).filter(own).collect()
    }

    /// A unit comes to a hex: it takes what banners lie there. M-122, M-126
    pub(crate) fn meets_banners(&self, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
        if !self.card(unit).class.is_regular() {
            return;
        }
        let (hex, side) = (p.unit(unit).hex, p.unit(unit).side);
        let enemy = side.other();
        if p.banners[enemy.index()] == Banner::Fallen(hex) {
            p.banners[enemy.index()] = Banner::Captured(unit);
            log.event(|| {
                Event::Plain(
                    Deed::BannerCaptured,
                    Of {
                        s: Some(enemy),
                        ..Of::unit(unit)
                    },
                )
            });
        }
        if p.banners[side.index()] == Banner::Fallen(hex) {
            p.banners[side.index()] = Banner::Held(unit);
            log.event(|| {
                Event::Plain(
                    Deed::BannerSaved,
                    Of {
                        s: Some(side),
                        ..Of::unit(unit)
                    },
                )
            });
            self.morale_moves(p, side, 3, log);
        }
        self.hand_over(p, side, log);
    }

    /// A banner with a leader goes to a regular unit on his hex. M-122
    pub(crate) fn hand_over(&self, p: &mut Position, side: Side, log: &mut impl Log<Event>) {
        let Banner::With(leader) = p.banners[side.index()] else {
            return;
        };
        if !p.leader(leader).on_map() {
            return;
        }
        let hex = p.leader(leader).hex;
        match self.regulars(p, hex, side).as_slice() {
            [] => {}
            [one] => self.takes_banner(p, *one, log),
            _ => p.stack.push(Task::Holder { side, hex }),
        }
    }

    pub(crate) fn takes_banner(&self, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
        let side = p.unit(unit).side;
        p.banners[side.index()] = Banner::Held(unit);
        log.event(|| Event::Plain(Deed::BannerHeld, Of::unit(unit)));
    }

    pub(crate) fn may_hold(&self, p: &Position, side: Side, hex: Hex, unit: UnitId) -> Allowed {
        match self.regulars(p, hex, side).contains(&unit) {
            true => Ok(()),
            false => Err(Deny::new(Code::Banner, "M-122").at(hex).because(Why::NoBearer)),
        }
    }

    /// The unit is gone from the hex: what it carried. M-125, M-126, MR-48
    pub(crate) fn drops_banners(&self, p: &mut Position, unit: UnitId, hex: Hex, log: &mut impl Log<Event>) {
        let side = p.unit(unit).side;
        let enemy = side.other();
        if p.banners[enemy.index()] == Banner::Captured(unit) {
            p.banners[enemy.index()] = Banner::Fallen(hex);
            log.event(|| Event::Plain(Deed::BannerDropped, Of::side(enemy).at(hex)));
        }
        if p.banners[side.index()] == Banner::Held(unit) {
            match self.regulars(p, hex, side).as_slice() {
                [] => self.banner_falls(p, side, hex, log),
                [one] => self.takes_banner(p, *one, log),
                [first, ..] => {
                    p.banners[side.index()] = Banner::Held(*first);
                    p.stack.push(Task::Holder { side, hex });
                }
            }
        }
    }

    pub(crate) fn banner_falls(&self, p: &mut Position, side: Side, hex: Hex, log: &mut impl Log<Event>) {
        p.banners[side.index()] = Banner::Fallen(hex);
        log.event(|| Event::Plain(Deed::BannerFell, Of::side(side).at(hex)));
        self.morale_moves(p, side.other(), 3, log);
        if let Some(&captor) = self.regulars(p, hex, side.other()).first() {
            self.meets_banners(p, captor, log);
        }
    }

    /// The hex of a banner that gives heart. M-127
    pub(crate) fn banner_hex(&self, p: &Position, side: Side) -> Option<Hex> {
        match p.banners[side.index()] {
            Banner::Held(u) if p.unit(u).on_map() => Some(p.unit(u).hex),
            Banner::With(l) if p.leader(l).on_map() => Some(p.leader(l).hex),
            _ => None,
        }
    }

    /// M-123, M-124
    pub(crate) fn may_pass_banner(&self, p: &Position, holder: UnitId, to: UnitId, mp: u8) -> Allowed {
        let side = p.unit(holder).side;
        let deny = |rule, why| Err(Deny::new(Code::Banner, rule).because(why));
        if p.banners[side.index()] != Banner::Held(holder) {
            return deny("M-124", Why::NoBanner);
        }
        let receiver = p.unit(to);
        if to == holder || !receiver.on_map() || receiver.side != side || !self.card(to).class.is_regular() {
            return deny("M-124", Why::NoBearer);
        }
        let apart = self.map.distance(p.unit(holder).hex, receiver.hex);
        if apart > 1 {
            return deny("M-124", Why::BannerAfar).map_err(|d| d.n(apart));
        }
        let carried = p.carried[side.index()];
        if carried != NONE && carried != holder && carried != to {
            return deny("M-123", Why::BannerMoved);
        }
        self.enough(mp, crate::cards::MP)
    }

    pub(crate) fn pass_banner(&self, p: &mut Position, holder: UnitId, to: UnitId, log: &mut impl Log<Event>) {
        let side = p.unit(holder).side;
        p.banners[side.index()] = Banner::Held(to);
        if p.carried[side.index()] == holder {
            p.locked.add(to);
        }
        log.event(|| Event::Plain(Deed::BannerPassed, Of::unit(to)));
    }
}
