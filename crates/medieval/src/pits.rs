//! Wolf pits: where they lie, who knows of them, and where their owner digs them. M-183, SR-B9, MR-100, MR-101

use crate::choice::Choice;
use crate::deny::{Allowed, Code, Deny, Why};
use crate::event::{Deed, Event, Of};
use crate::position::Position;
use crate::{Battle, Pit};
use board::Hex;
use kernel::{Log, Side};

/// A bit for each of these hexes.
pub(crate) fn bits(pits: &[Pit], wanted: impl Fn(&Pit) -> bool) -> u32 {
    let each = (0u32..).zip(pits).filter(|(_, pit)| wanted(pit));
    each.map(|(i, _)| 1 << i).sum()
}

impl Battle {
    /// The bit of a hex on which pits may lie.
    pub(crate) fn pit_on(&self, hex: Hex) -> Option<usize> {
        self.pits.iter().position(|pit| pit.hex == hex)
    }

    /// The other side's pits that nobody has fallen into yet, a bit for each.
    pub(crate) fn hidden_from(&self, p: &Position, side: Side) -> u32 {
        self.pit_ground[side.other().index()] & p.pits & !p.shown
    }

    /// The hex of pits of this side, by the name they have in its scene.
    pub(crate) fn own_pits(&self, p: &Position, side: Side, id: &str) -> Option<Hex> {
        let hex = self.map.parse(id.strip_prefix("pit-")?)?;
        let own = self.pit_ground[side.index()] & p.pits;
        self.pit_on(hex).filter(|bit| own >> bit & 1 != 0).map(|_| hex)
    }

    /// Whether everybody knows that pits of this side have not been found yet: everybody knows how many there are.
    pub(crate) fn keeps_pits(&self, p: &Position, owner: Side) -> bool {
        let ground = self.pit_ground[owner.index()];
        (ground & p.shown).count_ones() < (ground & self.pits_marked).count_ones()
    }

    /// As many pits as there are, elsewhere where this side has not seen any.
    pub(crate) fn twin_of(&self, p: &Position, side: Side, pick: &mut dyn FnMut(usize) -> usize) -> Option<Position> {
        let unseen = self.hidden_from(p, side);
        if unseen == 0 {
            return None;
        }
        let mut twin = p.clone();
        twin.pits &= !unseen;
        for _ in 0..unseen.count_ones() {
            let free = self.pit_ground[side.other().index()] & !p.shown & !twin.pits;
            let bits = |i: &usize| free >> i & 1 != 0;
            let nth = pick(free.count_ones() as usize);
            let bit = (0..self.pits.len()).filter(bits).nth(nth)?;
            twin.pits |= 1 << bit;
        }
        Some(twin)
    }

    /// As many pits as this side knows there are, drawn where it has not seen any.
    pub(crate) fn pits_drawn(&self, p: &Position, side: Side, pick: &mut dyn FnMut(usize) -> usize) -> Position {
        let ground = self.pit_ground[side.other().index()];
        let mut drawn = self.as_known(p, side);
        let marked = (ground & self.pits_marked).count_ones();
        for _ in (ground & p.shown).count_ones()..marked {
            let free = ground & !p.shown & !drawn.pits;
            let lies = |i: &usize| free >> i & 1 != 0;
            if free != 0
                && let Some(bit) = (0..self.pits.len()).filter(lies).nth(pick(free.count_ones() as usize))
            {
                drawn.pits |= 1 << bit;
            }
        }
        drawn
    }

    /// Without the pits that this side has not seen.
    pub fn as_known(&self, p: &Position, side: Side) -> Position {
        let mut known = p.clone();
        known.pits &= !self.hidden_from(p, side);
        known.dug &= !self.pit_ground[side.other().index()];
        known
    }

    /// In set-up the pits of a hex are dug on another one of the ground for them, or left: each is taken in hand once. Nothing
    /// is looked up but what belongs to the side itself. SR-B9, MR-100
    pub(crate) fn may_dig(&self, p: &Position, side: Side, from: Hex, to: Hex) -> Allowed {
        let ground = self.pit_ground[side.index()];
        let own = |hex: Hex| self.pit_on(hex).filter(|bit| ground >> bit & 1 != 0);
        let deny = |why| Err(Deny::new(Code::Setup, "SR-B9").because(why));
        let Some(pits) = own(from).filter(|bit| p.pits >> bit & 1 != 0) else {
            return deny(Why::NoPits);
        };
        if p.dug >> pits & 1 != 0 {
            return deny(Why::PitsDug);
        }
        match own(to) {
            None => deny(Why::NoPitGround),
            Some(there) if there != pits && p.pits >> there & 1 != 0 => deny(Why::PitsThere),
            Some(_) => Ok(()),
        }
    }

    pub(crate) fn list_digging(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        let ground = self.pit_ground[side.index()];
        let lying = ground & p.pits & !p.dug;
        let free = ground & !p.pits;
        for (i, from) in self.pits.iter().enumerate().filter(|(i, _)| lying >> i & 1 != 0) {
            let there = |j: &usize| *j == i || free >> j & 1 != 0;
            let each = (0..self.pits.len()).filter(there);
            out.extend(each.map(|j| Choice::Pit(from.hex, self.pits[j].hex)));
        }
    }

    pub(crate) fn dig(&self, p: &mut Position, side: Side, from: Hex, to: Hex, log: &mut impl Log<Event>) {
        let (Some(pits), Some(there)) = (self.pit_on(from), self.pit_on(to)) else {
            return;
        };
        p.pits = p.pits & !(1 << pits) | 1 << there;
        p.dug |= 1 << there;
        log.event(|| Event::Plain(Deed::PitsDug, Of::side(side).at(to)));
    }
}
