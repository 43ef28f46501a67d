//! The turn (section 3): what follows by itself between two commits.

use crate::battle::Battle;
use crate::event::Event;
use crate::morale::News;
use crate::position::{Id, NOBODY, Order, Phase, Position, State};
use crate::troops::{Chit, Pace, Panic};
use kernel::{Dice, Log, Side};

impl Battle {
    /// Whether a side has anything to choose in this phase: by what everybody knows (TC-20).
    fn has_choice(&self, p: &Position, side: Side) -> bool {
        let own = |who: &Id| self.side_of(*who) == side;
        match p.phase {
            Phase::Command => {
                // Whether its order is activated already is the side's own secret (RT-17).
                let signal = |who: Id| self.awaits_signal(self.card(who).unit) && p.figure(who).state.stands();
                p.ids().filter(own).any(|who| self.has_line(p, who) || signal(who))
            }
            _ => p.ids().filter(own).any(|who| self.has_line(p, who)),
        }
    }

    /// A moving chit, and a horse that lets itself be ridden.
    pub fn may_move(&self, p: &Position, who: Id) -> bool {
        let figure = p.figure(who);
        self.gets_chit(p, who) && figure.chit.is_some_and(Chit::moves) && figure.panic.is_none()
    }

    /// Comes to the commit of a phase.
    pub fn enter(&self, p: &mut Position, phase: Phase) {
        p.phase = phase;
        p.committed = [false; 2];
        p.told = [0; 2];
        p.asked = Side::BOTH.map(|side| self.has_choice(p, side));
    }

    /// Where a battle or a case begins: if nobody has a choice the first side is asked all the same.
    pub fn begin(&self, p: &mut Position, phase: Phase) {
        self.enter(p, phase);
        if p.asked == [false; 2] {
            p.asked = [true, false];
        }
    }

    /// All commits are in: what follows, up to the next one that is asked of anybody.
    pub fn go_on(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        loop {
            match p.phase {
                Phase::Command => {
                    self.roll_permission(p, dice, log);
                    self.roll_activation(p, dice, log);
                    self.check_wounded(p, dice, log);
                    self.roll_actions(p, dice, log);
                    self.enter(p, Phase::Action);
                }
                Phase::Action => {
                    self.roll_panic(p, dice, log);
                    self.turn_up(p, log);
                    self.enter(p, Phase::Movement);
                }
                Phase::Movement => {
                    self.movement(p, dice, log);
                    self.enter(p, Phase::Shooting);
                }
                Phase::Shooting => {
                    self.shoot_all(p, dice, log);
                    self.enter(p, Phase::Melee);
                }
                Phase::Melee => {
                    self.strike_all(p, dice, log);
                    if p.study {
                        p.asked = [false; 2];
                        return;
                    }
                    self.tire_all(p, dice, log);
                    if let Some(end) = self.ended(p) {
                        self.end(p, end, dice, log);
                        return;
                    }
                    self.new_turn(p, dice, log);
                    self.enter(p, Phase::Command);
                }
                Phase::Over => return,
            }
            if p.study {
                p.asked = [false; 2];
                return;
            }
            log.event(|| Event::Phase(p.phase));
            if p.asked != [false; 2] {
                return;
            }
        }
    }

    fn movement(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        self.check_charges(p, dice, log);
        let mut news = News::default();
        self.strike_leavers(p, &mut news, dice, log);
        self.move_all(p, news.fallen, log);
        self.change_horses(p);
        self.answer_news(p, &mut news, false, dice, log);
        for figure in &mut p.figures {
            figure.target = NOBODY;
        }
    }

    /// Whom a figure charges (TR-26): mounted, to enter melee, with a target; or on a horse in panic.
    pub fn charges(&self, p: &Position, who: Id) -> Option<Id> {
        let figure = p.figure(who);
        if !figure.mounted() || !figure.ready() {
            return None;
        }
        match (figure.panic, &figure.order) {
            (Some(Panic::Charges), _) => Some(figure.target).filter(|target| *target != NOBODY),
            (Some(_), _) => None,
            (None, Order::Ride(ride)) => Some(ride.target).filter(|target| *target != NOBODY),
            _ => None,
        }
    }

    /// T-05 and T-08, and their waves.
    fn check_charges(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let mut news = News::default();
        let mut charged = 0;
        for who in p.ids() {
            let Some(target) = self.charges(p, who) else {
                continue;
            };
            let held = p.figure(who).panic.is_none() && self.in_contact(p, who);
            if held {
                continue;
            }
            let spear = !p.figure(target).mounted() && self.weapon(p, target).is_spear();
            if spear && p.figure(who).panic.is_none() {
                self.test(p, who, &mut news, dice, log);
            }
            if p.figure(who).ready() && !p.figure(target).mounted() {
                charged |= crate::morale::bit(target);
            }
        }
        for who in p.ids().filter(|who| charged & crate::morale::bit(*who) != 0) {
            if p.figure(who).ready() && news.checked & crate::morale::bit(who) == 0 {
                self.test(p, who, &mut news, dice, log);
            }
        }
        self.answer_news(p, &mut news, false, dice, log);
    }

    /// TR-62, TC-17.
    fn change_horses(&self, p: &mut Position) {
        for who in p.ids() {
            let figure = p.figure(who);
            if !figure.ready() || figure.panic.is_some() {
                continue;
            }
            match (figure.chit, figure.led) {
                (Some(Chit::Mount), Some(_)) if !self.in_contact(p, who) && self.is_free(p, who, 750, figure.at) => {
                    let figure = p.figure_mut(who);
                    figure.horse = figure.led.take();
                }
                (Some(Chit::Dismount), led) if !self.in_contact(p, who) => {
                    let figure = p.figure_mut(who);
                    let horse = figure.horse.take();
                    // He came with a led horse and leads none: he is on it.
                    if self.card(who).leads && led.is_none() {
                        figure.led = horse;
                    }
                }
                _ => {}
            }
        }
    }

    /// The next turn: everything of the last one is forgotten; rally, succession, command.
    fn new_turn(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        p.turn += 1;
        let turn = p.turn;
        log.event(|| Event::Turn(turn));
        for figure in &mut p.figures {
            figure.start = figure.stamina;
            figure.last = figure.gait;
            figure.gait = Pace::Stood;
            (figure.moved, figure.shot, figure.permission, figure.engaged) = (false, false, false, false);
            (figure.struck, figure.switching, figure.crossing) = (false, false, false);
            (figure.result, figure.die, figure.chit, figure.panic) = (None, 0, None, None);
            figure.order = Order::None;
            figure.gallop = 0;
            figure.target = NOBODY;
            if let State::Stunned(until) = figure.state
                && until < turn
            {
                figure.state = State::Ready;
            }
        }
        for who in p.ids() {
            // Where they were stopped, routers and withdrawers cross (TC-16).
            if p.figure(who).state != State::Routing && !self.withdraws(p, who) {
                p.figure_mut(who).line = NOBODY;
            }
        }
        self.rally(p, dice, log);
        self.succeed(p, log);
        self.fix_command(p);
    }
}
