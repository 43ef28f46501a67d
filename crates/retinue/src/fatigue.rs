//! Fatigue, ammunition, the end (section 11).

use crate::battle::Battle;
use crate::event::{End, Event};
use crate::position::{Id, Phase, Position, Recovery, State};
use crate::troops::{Chit, Pace};
use crate::weapons::Missile;
use kernel::{Dice, Log, Side};

impl Battle {
    /// The whole phase but the end (TR-53).
    pub fn tire_all(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        for who in p.ids() {
            let figure = p.figure(who);
            if !figure.state.stands() {
                continue;
            }
            let wounded = figure.stamina < self.card(who).stamina;
            if figure.engaged && dice.count(1, 10, if wounded { 4 } else { 3 }) == 0 {
                p.figure_mut(who).fatigue += 1;
                log.event(|| Event::Tired(who, p.figure(who).fatigue));
            }
        }
        for who in p.ids() {
            let figure = p.figure(who);
            if !figure.state.stands() {
                continue;
            }
            let idle = !figure.moved && !figure.shot;
            if !figure.engaged && figure.fatigue > 0 && dice.count(1, 10, if idle { 8 } else { 6 }) == 0 {
                p.figure_mut(who).fatigue -= 1;
                log.event(|| Event::Tired(who, p.figure(who).fatigue));
            }
        }
        for figure in &mut p.figures {
            let slow = matches!(figure.gait, Pace::Stood | Pace::Walk);
            let ridden = figure.horse.as_mut().filter(|_| slow);
            for horse in ridden.into_iter().chain(&mut figure.led) {
                horse.fatigue = horse.fatigue.saturating_sub(1);
            }
        }
        self.count_arrows(p, dice, log);
        if p.turn.is_multiple_of(10) && p.permanent < 4 {
            p.permanent += 1;
            log.event(|| Event::Permanent(p.permanent));
        }
        self.finis(p, dice, log);
    }

    /// Ammunition (TR-55), then loot and resupply (TR-56).
    fn count_arrows(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        if p.permanent > 0 {
            for who in p.ids() {
                let figure = p.figure(who);
                let thrown = self.shooter(p, who).is_none_or(|missile| missile == Missile::Thrown);
                if !figure.state.stands() || !figure.shot || thrown {
                    continue;
                }
                let left = dice.count(1, 10, 2 * p.permanent + 1) == 1;
                p.figure_mut(who).ammo = left;
                log.event(|| Event::Ammunition(who, 2 * p.permanent, left));
            }
        }
        for who in p.ids() {
            let figure = p.figure(who);
            if !figure.ready() {
                p.figure_mut(who).resupply = 0;
                continue;
            }
            if figure.has(Chit::Loot) && self.has_corpse(p, who) {
                let found = dice.count(1, 10, 7) == 0;
                p.figure_mut(who).ammo |= found;
                log.event(|| Event::Loot(who, 6, found));
            }
            let figure = p.figure_mut(who);
            if !figure.has(Chit::Resupply) {
                figure.resupply = 0;
                continue;
            }
            figure.resupply += 1;
            if figure.resupply == 2 {
                (figure.resupply, figure.ammo) = (0, true);
                log.event(|| Event::Supplied(who));
            }
        }
    }

    /// TR-57: units whose leader is out of command may withdraw.
    fn finis(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        if p.permanent == 0 {
            return;
        }
        for leader in p.ids() {
            let unit = self.card(leader).unit;
            let state = p.units[usize::from(unit)];
            let left = self.members(unit).any(|who| p.figure(who).state.stands());
            if state.leader != leader || state.withdrawing || p.figure(leader).in_command || !left {
                continue;
            }
            let sum = crate::falls::throw(2, dice) as u8;
            let withdraws = sum < self.losses(p, unit);
            p.units[usize::from(unit)].withdrawing = withdraws;
            log.event(|| Event::Finis(unit, sum, withdraws));
        }
    }

    /// TR-59: whether it is over, and why.
    pub fn ended(&self, p: &Position) -> Option<End> {
        let nobody = |side: Side| !p.ids().any(|who| self.side_of(who) == side && p.figure(who).ready());
        match Side::BOTH.map(nobody) {
            [false, false] if p.permanent >= 4 => Some(End::Tired),
            [false, false] => (p.turn >= self.limit).then_some(End::Limit),
            sides => Some(End::Nobody(sides)),
        }
    }

    /// Recovery (TR-60), of those who have left the table too (RT-16), and the result.
    pub fn end(&self, p: &mut Position, end: End, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        for who in p.ids() {
            let (figure, card) = (p.figure(who), self.card(who));
            let disabled = figure.state == State::Disabled;
            let weak = 4 * figure.stamina <= card.stamina || disabled;
            if !weak {
                continue;
            }
            if figure.dead {
                p.figure_mut(who).recovery = Recovery::Dies;
                continue;
            }
            // 1 to this recovers; a natural 10 never does.
            let most = (card.armour as i8 - 1 - if disabled { 3 } else { 0 }).clamp(0, 9) as u8;
            let recovers = dice.count(1, 10, most + 1) == 0;
            p.figure_mut(who).recovery = if recovers { Recovery::Recovers } else { Recovery::Dies };
            log.event(|| Event::Recovery(who, most, recovers));
        }
        let score = self.points(p);
        let winner = match score[0] - score[1] {
            lead if lead >= self.rulings.lead => Some(Side::One),
            lead if lead <= -self.rulings.lead => Some(Side::Two),
            _ => None,
        };
        p.result = Some(winner);
        p.phase = Phase::Over;
        p.asked = [false; 2];
        p.committed = [false; 2];
        log.event(|| Event::Over { winner, end, score });
    }

    /// Points with which each side begins, as its players have agreed.
    pub fn give(&mut self, points: [i32; 2]) {
        self.head_start = points;
    }

    /// Victory points as things stand.
    pub fn points(&self, p: &Position) -> [i32; 2] {
        Side::BOTH.map(|side| {
            // In quarters of points.
            let worth = |who: Id| {
                let share = match p.figure(who).state {
                    State::Disabled => 4,
                    State::Fled => 2,
                    State::Withdrawn => 1,
                    _ => 0,
                };
                share * i32::from(self.card(who).kind.value())
            };
            let enemies = p.ids().filter(|who| self.side_of(*who) != side);
            let bonus = self.bonus.iter().filter(|bonus| bonus.side == side);
            let bonus = bonus.filter(|bonus| p.figure(bonus.disabled).state == State::Disabled);
            let won = enemies.map(worth).sum::<i32>() / 4 + bonus.map(|bonus| i32::from(bonus.points)).sum::<i32>();
            won + self.head_start[side.index()]
        })
    }
}
