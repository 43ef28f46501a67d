//! What happens when a field unit enters a hex, in whatever kind of movement. M-191

use crate::Battle;
use crate::cards::{NONE, UnitId};
use crate::event::{Deed, Event, Of};
use crate::ground::{Crossing, Mover};
use crate::position::{Captains, Form, Piece, Place, Position, Stack};
use board::{Hex, Terrain};
use kernel::{Dice, Log};

/// The kind of movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    Move,
    Pursuit,
    Retreat,
    Advance,
    Countercharge,
}

/// What has become of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Stays,
    /// Eliminated or scattered.
    Gone,
    /// It must leave the pits by one step. M-184
    Pit,
}

/// Whose doing a loss is: only the enemy's moves the morale counter. M-116, MR-70
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    Enemy,
    Own,
}

impl Battle {
    pub(crate) fn mover(&self, unit: UnitId) -> Mover {
        let card = self.card(unit);
        if card.class.is_horse() {
            Mover::Horse(card.armour)
        } else {
            Mover::Foot(card.armour)
        }
    }

    /// Sets CF, and remembers that it tires the commander. M-89, M-188
    pub(crate) fn set_cf(&self, p: &mut Position, unit: UnitId, cf: u8) {
        p.unit_mut(unit).cf = cf;
        let command = p.unit(unit).command;
        if cf > 0 && command != NONE {
            p.leader_mut(command).strained = true;
        }
    }

    /// Puts the unit into the hex and carries out all that follows. `before` is its CF before the step; its CF after it is
    /// set already. What was to be ridden down is gone.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn arrive(
        &self,
        p: &mut Position,
        unit: UnitId,
        c: &Crossing,
        before: u8,
        how: How,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> Fate {
        let side = p.unit(unit).side;
        p.unit_mut(unit).due = 0;
        p.put(unit, c.to);
        if matches!(how, How::Move | How::Advance) {
            self.carries(p, unit);
        }
        // (2) M-138
        for leader in p.leaders_at(c.to, side.other()).collect::<Captains>() {
            self.leader_dies(p, leader, log);
        }
        // (3) M-36 to M-38; MR-17: a ford does no more than take the CF of a countercharge.
        let horse = self.card(unit).class.is_horse();
        let terrain = self.terrain(p, c.to);
        let spared = c.road && before <= 1;
        let rough = matches!(terrain, Terrain::Forest | Terrain::Village | Terrain::Fort)
            || (c.ford && how != How::Countercharge);
        let sinks = terrain == Terrain::Swamp && !spared;
        if sinks || (horse && before > 0 && rough && !spared) {
            let deed = if sinks { Deed::Sank } else { Deed::Stumbled };
            log.event(|| Event::Plain(deed, Of::unit(unit).at(c.to)));
            if !self.loses(p, unit, 1, By::Own, log) {
                self.scatter(p, unit, log);
            }
            return Fate::Gone;
        }
        // (4)
        self.meets_banners(p, unit, log);
        // (5)
        self.among_pits(p, unit, c.to, horse, dice, log)
    }

    /// M-183, M-184, T-6
    fn among_pits(
        &self,
        p: &mut Position,
        unit: UnitId,
        hex: Hex,
        horse: bool,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) -> Fate {
        let Some(pit) = self.pit_on(hex) else {
            return Fate::Stays;
        };
        let owner = self.pits[pit].owner;
        let by = if p.unit(unit).side == owner { By::Own } else { By::Enemy };
        let unseen = p.shown >> pit & 1 == 0;
        let shows = unseen && (horse || by == By::Enemy);
        // Whoever would have shown them has shown that there are none. MR-101
        if shows && self.keeps_pits(p, owner) {
            log.reveal();
        }
        if p.pits >> pit & 1 == 0 {
            return Fate::Stays;
        }
        if shows {
            p.shown |= 1 << pit;
            log.event(|| Event::Plain(Deed::PitSeen, Of::NOTHING.at(hex)));
        }
        if !horse {
            return Fate::Stays;
        }
        p.unit_mut(unit).cf = 0;
        self.looks_again(p);
        let die = dice.die(6);
        log.event(|| Event::Plain(Deed::PitRolled, Of::unit(unit).die(die)));
        match die {
            1 => Fate::Stays,
            2 if self.leaves_pit(p, unit) => Fate::Pit,
            3 => {
                self.scatter(p, unit, log);
                Fate::Gone
            }
            _ if self.loses(p, unit, 1, by, log) => Fate::Gone,
            _ => Fate::Stays,
        }
    }

    /// M-02. Returns whether the unit is eliminated.
    pub(crate) fn loses(&self, p: &mut Position, unit: UnitId, n: u8, by: By, log: &mut impl Log<Event>) -> bool {
        let (sp, side) = (p.unit(unit).sp, p.unit(unit).side);
        self.looks_again(p);
        log.event(|| Event::Plain(Deed::Lost, Of::unit(unit).whose(side).n(n.min(sp))));
        p.unit_mut(unit).sp = sp.saturating_sub(n);
        if sp > n {
            return false;
        }
        self.eliminate(p, unit, by, log);
        true
    }

    /// Something has happened to somebody: the active unit's prospects are worked out anew. MR-62
    pub(crate) fn looks_again(&self, p: &mut Position) {
        if let Some(a) = &mut p.active {
            a.wanted = None;
        }
    }

    pub(crate) fn eliminate(&self, p: &mut Position, unit: UnitId, by: By, log: &mut impl Log<Event>) {
        let was_on_map = p.on_map.has(unit);
        self.looks_again(p);
        let (hex, side) = (p.unit(unit).hex, p.unit(unit).side);
        p.take_away(unit, Place::Eliminated);
        log.event(|| Event::Plain(Deed::Eliminated, Of::unit(unit)));
        if by == By::Enemy {
            self.morale_moves(p, side.other(), 1, log);
        }
        if was_on_map {
            self.drops_banners(p, unit, hex, log);
        }
    }

    /// Everything in a hex is ridden down. M-110
    pub(crate) fn rides_down(&self, p: &mut Position, rider: UnitId, hex: Hex, log: &mut impl Log<Event>) {
        for victim in p.at(hex).collect::<Stack>() {
            log.event(|| Event::Plain(Deed::RodeDown, Of::unit(rider).and(Piece::Unit(victim)).at(hex)));
            p.unit_mut(victim).sp = 0;
            self.eliminate(p, victim, By::Own, log);
        }
    }

    /// Ends a shiltron that retreats or pursues. M-178
    pub(crate) fn breaks_up(&self, p: &mut Position, unit: UnitId, log: &mut impl Log<Event>) {
        if p.unit(unit).form == Form::Shiltron {
            p.unit_mut(unit).form = Form::Normal;
            log.event(|| Event::Plain(Deed::Broken, Of::unit(unit)));
        }
    }
}
