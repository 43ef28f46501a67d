//! Morale (section 4): checks, their modifiers, their waves.

use crate::battle::Battle;
use crate::event::{Event, Modifiers};
use crate::position::{Id, NOBODY, Order, Position, State};
use crate::troops::{Kind, Panic, Trait};
use board::table::Angle;
use kernel::{Dice, Log};

/// What has happened since the last checks: who was disabled, who routed.
#[derive(Clone, Copy, Debug, Default)]
pub struct News {
    pub disabled: u128,
    pub routed: u128,
    /// Who fell: in the Movement phase he does not move any more (TR-34).
    pub fallen: u128,
    /// Those who have checked at this moment (TR-15).
    pub checked: u128,
}

/// T-16, T-17.
pub fn passes(die: u8, value: i8) -> bool {
    die == 1 || die != 10 && (die as i8) < value
}

pub fn bit(who: Id) -> u128 {
    1 << who
}

impl Battle {
    /// The bonus of his unit leader (T-23, TC-23): not for himself, and only from one who is Ready.
    fn leader_bonus(&self, p: &Position, who: Id) -> i8 {
        let leader = p.units[usize::from(self.card(who).unit)].leader;
        if leader == NOBODY || leader == who || !p.figure(leader).ready() {
            return 0;
        }
        self.card(leader).kind.bonus()
    }

    /// Horsemen who charge him or touch him (T-20).
    fn horsemen(&self, p: &Position, who: Id) -> i8 {
        let attacks = |enemy: &Id| {
            let figure = p.figure(*enemy);
            let charges = match &figure.order {
                Order::Ride(ride) => ride.target == who,
                _ => figure.panic == Some(Panic::Charges) && figure.target == who,
            };
            figure.mounted() && figure.state != State::Routing && (charges || p.touch(who, *enemy))
        };
        self.standing_enemies(p, who).filter(attacks).count() as i8
    }

    /// The modifiers of a check now (TR-17), by lines of the chart.
    pub fn morale_modifiers(&self, p: &Position, who: Id) -> Modifiers {
        let (card, figure) = (self.card(who), p.figure(who));
        let side = card.side;
        let mut list = Modifiers::new();
        let mut add = |line: u8, value: i8| {
            if value != 0 {
                list.push((line, value));
            }
        };
        let friends = || p.ids().filter(|friend| *friend != who && self.side_of(*friend) == side);
        add(19, if p.lord_lost[side.other().index()] { 2 } else { 0 });
        if matches!(card.kind, Kind::Soldier | Kind::Peasant) {
            add(20, -self.horsemen(p, who));
        }
        add(21, if p.lord_lost[side.index()] { -3 } else { 0 });
        let fallen = friends().filter(|friend| {
            let other = p.figure(*friend);
            let down = matches!(other.state, State::Disabled | State::Routing);
            down && other.lost == p.turn && figure.at.within(2000, other.at)
        });
        add(22, -(fallen.count() as i8));
        add(23, self.leader_bonus(p, who));
        match self.hurt(p, who) {
            0 => {}
            worse => add(23 + worse as u8, -2 * worse as i8),
        }
        add(27, -2 * p.permanent as i8);
        add(28, if card.traits.has(Trait::Zeal) { 2 } else { 0 });
        add(29, if self.in_cover(p, who) { 4 } else { 0 });
        let counts =
            |member: &Id| *member == who || matches!(p.figure(*member).state, State::Ready | State::Stunned(_));
        match self.members(card.unit).filter(counts).count() {
            5..=10 => add(30, 2),
            11.. => add(31, 4),
            _ => {}
        }
        list
    }

    pub fn morale(&self, p: &Position, who: Id) -> i8 {
        let sum: i8 = self.morale_modifiers(p, who).iter().map(|(_, value)| value).sum();
        self.card(who).morale as i8 + sum
    }

    /// One check; whether it is passed (T-16, T-17).
    pub fn check_morale(&self, p: &Position, who: Id, dice: &mut impl Dice, log: &mut impl Log<Event>) -> bool {
        let value = self.morale(p, who);
        let die = dice.die(10);
        let passed = passes(die, value);
        log.event(|| Event::Morale {
            who,
            die,
            base: self.card(who).morale,
            value,
            passed,
            modifiers: self.morale_modifiers(p, who),
        });
        passed
    }

    pub fn rout(&self, p: &mut Position, who: Id, news: &mut News, log: &mut impl Log<Event>) {
        let turn = p.turn;
        let figure = p.figure_mut(who);
        figure.state = State::Routing;
        figure.ran = false;
        figure.lost = turn;
        news.routed |= bit(who);
        log.event(|| Event::Routed(who));
    }

    /// A check at this moment, with its consequence.
    pub fn test(&self, p: &mut Position, who: Id, news: &mut News, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        news.checked |= bit(who);
        if !self.check_morale(p, who, dice, log) {
            self.rout(p, who, news, log);
        }
    }

    /// Adjacent or in front (TR-16).
    fn in_view(&self, p: &Position, who: Id, friend: Id) -> bool {
        let (a, b) = (p.figure(who), p.figure(friend));
        let ahead = Angle::bearing(a.at, b.at).is_none_or(|bearing| a.facing.apart(bearing) <= 1350);
        a.at.within(2000, b.at) && ahead
    }

    fn has_reason(&self, p: &Position, who: Id, news: &News, lost_in_fight: bool) -> bool {
        let card = self.card(who);
        let friend = |other: &Id| *other != who && self.side_of(*other) == card.side;
        p.ids().filter(friend).any(|other| {
            let disabled = news.disabled & bit(other) != 0;
            let leads = card.unit == self.card(other).unit && self.leads(p, other);
            let lost = disabled && lost_in_fight && (leads || self.card(other).kind == Kind::Lord);
            lost || (disabled || news.routed & bit(other) != 0) && self.in_view(p, who, other)
        })
    }

    /// T-03, T-04 (in shooting and melee) and T-06, in waves (TR-15). The news are answered then.
    pub fn answer_news(
        &self,
        p: &mut Position,
        news: &mut News,
        lost_in_fight: bool,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        while news.disabled | news.routed != 0 {
            let due = |who: &Id| {
                let fit = p.figure(*who).ready() && news.checked & bit(*who) == 0;
                fit && self.has_reason(p, *who, news, lost_in_fight)
            };
            let wave = p.ids().filter(due).fold(0, |wave, who| wave | bit(who));
            if wave == 0 {
                break;
            }
            for who in p.ids().filter(|who| wave & bit(*who) != 0) {
                self.test(p, who, news, dice, log);
            }
        }
        *news = News::default();
    }

    /// T-07: everybody at half his stamina or less.
    pub fn check_wounded(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let mut news = News::default();
        for who in p.ids() {
            if p.figure(who).ready() && self.at_half(p, who) {
                self.test(p, who, &mut news, dice, log);
            }
        }
        self.answer_news(p, &mut news, false, dice, log);
    }

    /// TR-13, TC-2: those who have run one move try to rally.
    pub fn rally(&self, p: &mut Position, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        for who in p.ids() {
            if p.figure(who).state == State::Routing && p.figure(who).ran && self.check_morale(p, who, dice, log) {
                let figure = p.figure_mut(who);
                figure.state = State::Ready;
                figure.line = NOBODY;
                log.event(|| Event::Rallied(who));
            }
        }
    }
}
