//! Wounds and falls (TR-48 to TR-52).

use crate::battle::{AreaKind, Battle};
use crate::event::Event;
use crate::morale::{News, bit};
use crate::position::{Id, Order, Phase, Position, State};
use crate::troops::{Kind, Pace};
use board::table::{Way, nearest};
use kernel::{Dice, Log};

/// Feet of a fall beyond which nobody lives (T-149).
const DEADLY: u16 = 24;

/// So many dice, added.
pub fn throw(number: u8, dice: &mut impl Dice) -> i16 {
    let pair = |dice: &mut dyn FnMut() -> [u8; 2]| dice().iter().map(|die| i16::from(*die)).sum::<i16>();
    let mut sum = 0;
    for _ in 0..number / 2 {
        sum += pair(&mut || dice.pair(10));
    }
    if number % 2 == 1 {
        sum += i16::from(dice.die(10));
    }
    sum
}

/// What a phase does to figures, before it takes effect.
#[derive(Default)]
pub struct Blows {
    /// Victim, whether the horse, stamina lost.
    wounds: Vec<(Id, bool, i16)>,
    /// Who may fall by the weapon that struck him (T-137, T-139).
    causes: u128,
}

impl Blows {
    /// A blow or shot of so many pips, before armour.
    pub fn add(&mut self, battle: &Battle, p: &Position, at: Id, horse: bool, pips: i16) {
        self.wounds.push((at, horse, battle.lost_by(p, at, horse, pips)));
    }

    pub fn may_fall(&mut self, at: Id) {
        self.causes |= bit(at);
    }
}

/// What a fall does (TR-51).
pub struct Effect {
    pub total: u8,
    pub lost: i16,
    /// For so many turns.
    pub stunned: u16,
}

impl Battle {
    /// The stamina that so many pips take off a figure or its horse.
    pub fn lost_by(&self, p: &Position, at: Id, horse: bool, pips: i16) -> i16 {
        let armour = match (horse, p.figure(at).horse) {
            (true, Some(horse)) => horse.kind.armour(),
            _ => self.card(at).armour,
        };
        (pips - i16::from(armour)).max(0)
    }

    /// Takes stamina off a figure or its horse; whether it was the figure's own.
    pub fn hurt_by(&self, p: &mut Position, who: Id, horse: bool, lost: i16) -> bool {
        let figure = p.figure_mut(who);
        match (horse, &mut figure.horse) {
            (true, Some(mount)) => mount.stamina -= lost,
            _ => {
                figure.stamina -= lost;
                return true;
            }
        }
        false
    }

    /// Whether one who has been wounded or struck throws for a fall (T-137 to T-140). `hurt`: he has lost stamina in this phase;
    /// `caused`: by the weapon that struck him.
    pub fn must_roll_fall(&self, p: &Position, who: Id, hurt: bool, caused: bool) -> bool {
        let figure = p.figure(who);
        let shaken = figure.mounted() && hurt && 4 * (figure.start - figure.stamina) >= figure.start;
        caused || shaken || hurt && self.on_high(p, who)
    }

    /// All damage of a phase, then falls, then checks.
    pub fn take_blows(&self, p: &mut Position, blows: &Blows, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let mut news = News::default();
        self.wound(p, blows, &mut news, dice, log);
        self.answer_news(p, &mut news, true, dice, log);
    }

    /// All damage together, then falls figure by figure (TC-15).
    pub fn wound(
        &self,
        p: &mut Position,
        blows: &Blows,
        news: &mut News,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let mut hurt = 0;
        let mut unhorsed = 0;
        for (who, horse, lost) in &blows.wounds {
            if *lost == 0 {
                continue;
            }
            log.event(|| Event::Wounded {
                who: *who,
                horse: *horse,
                lost: *lost,
            });
            if self.hurt_by(p, *who, *horse, *lost) {
                hurt |= bit(*who);
            } else if p.figure(*who).horse.is_some_and(|mount| mount.stamina <= 0) {
                unhorsed |= bit(*who);
            }
        }
        for who in p.ids() {
            if hurt & bit(who) != 0 && p.figure(who).stamina <= 0 {
                self.disable(p, who, news, log);
            }
        }
        for who in p.ids() {
            if !p.figure(who).state.stands() {
                continue;
            }
            if unhorsed & bit(who) != 0 {
                p.figure_mut(who).horse = None;
                log.event(|| Event::HorseLost(who));
                log.event(|| Event::FellOff(who));
                self.fall(p, who, news, dice, log);
                continue;
            }
            if self.must_roll_fall(p, who, hurt & bit(who) != 0, blows.causes & bit(who) != 0) {
                self.roll_fall(p, who, news, dice, log);
            }
        }
    }

    /// T-140: on a stair, or on a platform within half an inch of its edge.
    fn on_high(&self, p: &Position, who: Id) -> bool {
        let on_stair = self.is_in(p.figure(who).at, |kind| matches!(kind, AreaKind::Stair { .. }));
        on_stair || self.platform(p, who).is_some_and(|(.., near)| near)
    }

    pub fn disable(&self, p: &mut Position, who: Id, news: &mut News, log: &mut impl Log<Event>) {
        let (turn, card) = (p.turn, self.card(who));
        let figure = p.figure_mut(who);
        figure.state = State::Disabled;
        figure.lost = turn;
        figure.horse = None;
        if card.kind == Kind::Lord {
            p.lord_lost[card.side.index()] = true;
        }
        news.disabled |= bit(who);
        log.event(|| Event::Disabled(who));
    }

    /// The number at or under which he falls (T-141 to T-144): his own pace, before he has moved the declared one.
    pub fn fall_number(&self, p: &Position, who: Id) -> i16 {
        let figure = p.figure(who);
        let pace = match &figure.order {
            _ if !figure.mounted() => Pace::Stood,
            Order::Ride(ride) if p.phase == Phase::Movement => ride.gait,
            _ if p.phase == Phase::Movement => self.flight(p, who).map_or(Pace::Stood, |flight| flight.pace),
            _ => figure.gait,
        };
        match pace {
            Pace::Trot => 2,
            Pace::Canter => 3,
            Pace::Gallop => 4,
            _ => 1,
        }
    }

    /// What a die comes to (T-145 to T-147).
    pub fn fall_total(&self, p: &Position, who: Id, die: u8) -> i16 {
        let (card, figure) = (self.card(who), p.figure(who));
        let lost = card.stamina - figure.stamina;
        i16::from(die) - i16::from(figure.fatigue) - lost + i16::from(card.melee >= 8)
    }

    /// What a fall does to him by the natural sum of its two dice (T-150 to T-156).
    pub fn fall_effect(&self, p: &Position, who: Id, natural: u8) -> Effect {
        let stamina = p.figure(who).stamina;
        let weak = 2 * stamina < self.card(who).stamina;
        let total = (natural + if weak { 2 } else { 0 }).min(20);
        let (quarters, stunned) = match total {
            ..=4 => (0, 0),
            5..=8 => (0, u16::from(natural.div_ceil(2))),
            9..=11 => (1, 5),
            12..=15 => (2, 6),
            16..=18 => (3, 8),
            _ => (4, 0),
        };
        let lost = (stamina * quarters + 3) / 4;
        Effect { total, lost, stunned }
    }

    fn roll_fall(&self, p: &mut Position, who: Id, news: &mut News, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let total = self.fall_total(p, who, dice.die(10));
        let number = self.fall_number(p, who);
        let fell = total <= number;
        log.event(|| Event::Fall {
            who,
            total,
            number,
            fell,
        });
        if fell {
            self.fall(p, who, news, dice, log);
        }
    }

    /// He falls: off his horse, off a platform, and what it does to him (TR-51, TR-52).
    fn fall(&self, p: &mut Position, who: Id, news: &mut News, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let height = self.come_down(p, who);
        p.figure_mut(who).horse = None;
        news.fallen |= bit(who);
        p.figure_mut(who).order = Order::None;
        if height > DEADLY {
            p.figure_mut(who).dead = true;
            p.figure_mut(who).stamina = 0;
            self.disable(p, who, news, log);
            return;
        }
        let Effect { total, lost, stunned } = self.fall_effect(p, who, throw(2, dice) as u8);
        let turn = p.turn;
        let figure = p.figure_mut(who);
        figure.stamina -= lost;
        log.event(|| Event::FallEffect {
            who,
            total,
            lost,
            stunned,
        });
        if figure.stamina <= 0 {
            self.disable(p, who, news, log);
        } else if stunned > 0 {
            figure.state = State::Stunned(turn + stunned);
            figure.chit = None;
        }
    }

    /// Whether a fall from where he is kills (TR-52).
    pub fn falls_to_death(&self, p: &Position, who: Id) -> bool {
        self.platform(p, who).is_some_and(|(_, height, _)| height > DEADLY)
    }

    /// From a platform to the ground below its nearest edge; how many feet.
    fn come_down(&self, p: &mut Position, who: Id) -> u16 {
        let Some((area, height, _)) = self.platform(p, who) else {
            return 0;
        };
        let (at, radius) = (p.figure(who).at, p.figure(who).radius());
        let corners = board::table::Hull::corners(&area.shape);
        let edges = (0..corners.len()).map(|i| board::table::Segment([corners[i], corners[(i + 1) % corners.len()]]));
        let foot = edges
            .map(|edge| nearest(&edge, at))
            .min_by_key(|(_, far)| *far)
            .map(|(foot, _)| foot);
        let foot = foot.unwrap_or(at);
        p.figure_mut(who).storey = 0;
        // The first free point in growing rings about the foot of the edge, outside the platform.
        let rings = (1..=12).flat_map(|ring| (0..72).map(move |turn| (ring * radius / 2, turn * 50)));
        let points = rings.map(|(far, turn)| foot.plus(Way::along(board::table::Angle::new(turn)).shift(far)));
        let free = |at: &board::table::Point| {
            self.table.holds(at)
                && !board::table::in_common(&area.shape, at)
                && self.is_free(p, who, radius, *at)
                && self.stopped_by(radius, *at, *at).is_none()
        };
        let place = points.into_iter().find(free).unwrap_or(foot);
        p.figure_mut(who).at = place;
        height
    }
}
