//! What a side may not know (section 3, TC-20): chits face down and all other commits, results of the table with their dice,
//! standing orders and whether they are activated.

use crate::battle::Battle;
use crate::choice::Choice;
use crate::event::Event;
use crate::position::{Id, NOBODY, Order, Phase, Position};
use crate::troops::Grant;
use kernel::{Rules, Side, Viewer};
use std::borrow::Cow;

impl Battle {
    pub fn known_to<'a>(&self, p: &'a Position, side: Side) -> Cow<'a, Position> {
        let other = side.other();
        let mut known = Cow::Borrowed(p);
        if p.told[other.index()] != 0 {
            known.to_mut().told[other.index()] = 0;
        }
        for who in p.ids().filter(|who| self.side_of(*who) == other) {
            let figure = p.figure(who);
            let drawn_up = match p.phase {
                Phase::Command => figure.wishes,
                Phase::Action => figure.chit.is_some() || figure.die != 0,
                Phase::Movement => figure.order != Order::None,
                Phase::Shooting | Phase::Melee => figure.target != NOBODY,
                Phase::Over => false,
            };
            if figure.result.is_none() && !drawn_up {
                continue;
            }
            let told = self.gets_chit(p, who);
            let figure = known.to_mut().figure_mut(who);
            figure.result = figure.result.map(|_| Grant::Stay);
            match p.phase {
                Phase::Command => figure.wishes = false,
                Phase::Action => {
                    (figure.die, figure.chit, figure.readies) = (0, None, NOBODY);
                    if told {
                        figure.line = NOBODY;
                    }
                }
                Phase::Movement => figure.order = Order::None,
                Phase::Shooting | Phase::Melee => figure.target = NOBODY,
                Phase::Over => {}
            }
        }
        for (at, card) in self.units.iter().enumerate() {
            if card.side == other && (p.units[at].activated != 0 || p.units[at].signalled) {
                let unit = &mut known.to_mut().units[at];
                (unit.activated, unit.signalled) = (0, false);
            }
        }
        known
    }

    /// What everybody knows when all commits are in and revealed (TR-11): results of the table and standing orders stay hidden (TC-20).
    pub fn turned_up<'a>(&self, p: &'a Position) -> Cow<'a, Position> {
        let mut known = self.known_by(p, Viewer::Watcher);
        if let Cow::Owned(known) = &mut known {
            known.told = p.told;
            for (shown, committed) in known.figures.iter_mut().zip(&p.figures) {
                shown.wishes = committed.wishes;
                (shown.chit, shown.readies, shown.line) = (committed.chit, committed.readies, committed.line);
                shown.order = committed.order.clone();
                shown.target = committed.target;
            }
        }
        known
    }

    /// Another position that a side cannot tell from this one: a figure of the other side has rolled something else, an order of
    /// its is activated or not, or it has drawn up something else.
    pub fn another(&self, p: &Position, side: Side, pick: &mut dyn FnMut(usize) -> usize) -> Option<Position> {
        let other = side.other();
        let mut twin = p.clone();
        if !p.committed[other.index()] && p.asked[other.index()] {
            for _ in 0..1 + pick(4) {
                let all: Vec<Id> = self
                    .own(&twin, other)
                    .filter(|who| self.has_line(&twin, *who))
                    .collect();
                let Some(who) = all.get(pick(all.len().max(1))) else {
                    break;
                };
                let mut lines = Vec::new();
                self.list_lines(&twin, *who, &mut lines);
                if let Choice::Line(line) = &lines[pick(lines.len())] {
                    self.draw_up(&mut twin, other, line);
                }
            }
        }
        let ordered = |unit: &usize| self.units[*unit].side == other && self.units[*unit].order.is_some();
        let orders: Vec<usize> = (0..p.units.len()).filter(ordered).collect();
        if let Some(unit) = orders.get(pick(orders.len().max(1))) {
            // A signal is no order to a unit that has obeyed one: none is drawn up for it.
            twin.units[*unit].activated = pick(usize::from(p.turn) + 1) as u16;
            twin.units[*unit].signalled = false;
        }
        let rolled = |who: &Id| self.side_of(*who) == other && p.figure(*who).result.is_some() && !self.leads(p, *who);
        let all: Vec<Id> = p.ids().filter(|_| p.phase == Phase::Action).filter(rolled).collect();
        if let Some(who) = all.get(pick(all.len().max(1))) {
            let die = 1 + pick(10) as u8;
            let (_, grant) = self.result(p, *who, die);
            let figure = twin.figure_mut(*who);
            (figure.die, figure.result, figure.chit) = (die, Some(grant), None);
        }
        Some(twin)
    }

    /// Whether a viewer may be told of an event.
    pub fn may_know(&self, event: &Event, viewer: Viewer) -> bool {
        match event {
            Event::Action { who, .. } => viewer.is(self.side_of(*who)),
            Event::Activation(unit, ..) => viewer.is(self.units[usize::from(*unit)].side),
            _ => true,
        }
    }
}
