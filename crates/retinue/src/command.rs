//! Command (section 5): who is in command, who may shoot, standing orders, succession.

use crate::battle::{Battle, Until};
use crate::event::Event;
use crate::position::{Id, NOBODY, Position, State};
use crate::weapons::Missile;
use kernel::{Dice, Log, Side};

impl Battle {
    /// Who is in command now (TR-18, TC-12).
    pub fn commands(&self, p: &Position, who: Id) -> bool {
        let card = self.card(who);
        let side = &self.sides[card.side.index()];
        if side.free {
            return true;
        }
        let player = p.players[card.side.index()];
        if player == NOBODY || !p.figure(player).ready() {
            return false;
        }
        let near = |other: Id| p.figure(player).at.within(5000, p.figure(other).at);
        let leader = p.units[usize::from(card.unit)].leader;
        let relayed = leader != NOBODY && p.figure(leader).ready() && near(leader);
        who == player || near(who) && p.figure(who).state.on_table() || relayed
    }

    pub fn fix_command(&self, p: &mut Position) {
        for who in p.ids() {
            p.figure_mut(who).in_command = self.commands(p, who);
        }
    }

    /// A bow, crossbow, sling or gun in hand, whatever ammunition is left.
    pub fn shooter(&self, p: &Position, who: Id) -> Option<Missile> {
        self.weapon(p, who).missile()
    }

    /// Whether he could wish to shoot.
    pub fn may_wish(&self, p: &Position, who: Id) -> bool {
        let figure = p.figure(who);
        let armed = self.shooter(p, who).is_some_and(|missile| missile != Missile::Thrown);
        armed && figure.ready() && figure.ammo && figure.in_command && !self.withdraws(p, who)
    }

    /// What he must throw to shoot, and what then again; 0: no second die (T-34 to T-37, TC-14).
    pub fn permission_numbers(&self, p: &Position, who: Id) -> (u8, u8) {
        match self.shooter(p, who) {
            _ if self.is_team(p, who) => (3, 0),
            Some(Missile::Crossbow | Missile::Latch) => (6, 0),
            Some(Missile::HandGun) => (9, 4),
            _ => (3, 0),
        }
    }

    /// The dice of those who wish to shoot (TR-19).
    pub fn roll_permission(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        for who in p.ids() {
            if !std::mem::take(&mut p.figure_mut(who).wishes) {
                continue;
            }
            let (least, second) = self.permission_numbers(p, who);
            let granted = dice.count(1, 10, least) == 1 && (second == 0 || dice.count(1, 10, second) == 1);
            p.figure_mut(who).permission = granted;
            log.event(|| Event::Permission(who, least, granted));
        }
    }

    /// Losses of a unit (TR-57).
    pub fn losses(&self, p: &Position, unit: u8) -> u8 {
        let lost = |who: &Id| matches!(p.figure(*who).state, State::Disabled | State::Routing | State::Fled);
        self.members(unit).filter(lost).count() as u8
    }

    fn holds(&self, p: &Position, unit: u8, leader: Id, until: Until) -> bool {
        match until {
            Until::Turn(turn) => p.turn >= turn,
            Until::EnemyWithin(mils) => {
                let seen = self.nearest_seen(p, leader);
                seen.is_some_and(|enemy| p.figure(leader).at.within(mils, p.figure(enemy).at))
            }
            Until::Signal => p.units[usize::from(unit)].signalled,
            Until::Disabled(who) => p.figure(who).state == State::Disabled,
            Until::Losses(losses) => self.losses(p, unit) >= losses,
        }
    }

    /// Whether the standing order of a unit is one until a signal.
    pub fn awaits_signal(&self, unit: u8) -> bool {
        let order = self.units[usize::from(unit)].order;
        order.is_some_and(|order| order.until == Until::Signal)
    }

    /// The leaders of standing orders whose condition holds (T-38): by ascending leader.
    pub fn roll_activation(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        for leader in p.ids() {
            let unit = self.card(leader).unit;
            let state = p.units[usize::from(unit)];
            let Some(order) = self.units[usize::from(unit)].order else {
                continue;
            };
            if state.leader != leader || state.activated != 0 || !p.figure(leader).ready() {
                continue;
            }
            if self.holds(p, unit, leader, order.until) {
                let die = dice.die(10);
                let active = die <= self.card(leader).fighting;
                if active {
                    p.units[usize::from(unit)].activated = p.turn;
                }
                log.event(|| Event::Activation(unit, die, active));
            }
        }
        for unit in &mut p.units {
            unit.signalled = false;
        }
    }

    /// What a standing order adds on the table (T-51 to T-54).
    pub fn order_modifier(&self, p: &Position, unit: u8) -> i8 {
        let Some(order) = self.units[usize::from(unit)].order else {
            return 0;
        };
        let first = if order.attack { 5 } else { -5 };
        match p.units[usize::from(unit)].activated {
            0 => first,
            turn if turn == p.turn => -first,
            _ => 0,
        }
    }

    /// TR-58, TC-12: lost leaders and player figures are succeeded.
    pub fn succeed(&self, p: &mut Position, log: &mut impl Log<Event>) {
        let lost = |p: &Position, who: Id| who == NOBODY || !p.figure(who).state.stands();
        for unit in 0..p.units.len() as u8 {
            if !lost(p, p.units[usize::from(unit)].leader) {
                continue;
            }
            let ready = self.members(unit).filter(|who| p.figure(*who).ready());
            let heir = ready.min_by_key(|who| (std::cmp::Reverse(self.card(*who).morale), *who));
            if let Some(heir) = heir {
                p.units[usize::from(unit)].leader = heir;
                log.event(|| Event::Succession(unit, heir));
            }
        }
        for side in Side::BOTH {
            if self.sides[side.index()].free || !lost(p, p.players[side.index()]) {
                continue;
            }
            let leads = |who: &Id| self.side_of(*who) == side && p.figure(*who).ready() && self.leads(p, *who);
            let rank = |who: &Id| {
                let card = self.card(*who);
                (std::cmp::Reverse((card.kind.bonus(), card.morale)), *who)
            };
            if let Some(heir) = p.ids().filter(leads).min_by_key(rank) {
                p.players[side.index()] = heir;
                log.event(|| Event::NewPlayer(heir));
            }
        }
    }
}
