//! Blows, losses, and whose turn comes next.

use crate::position::{FIGURES, Figure, Lance, Order, Position, TURNS, WHIRL, WOOD, side_of};
use crate::rules::{Event, Joust};
use kernel::{Dice, Log};

impl Joust {
    /// Whether a blow comes at the end of a ride.
    pub(crate) fn charges(&self, p: &Position, figure: u8) -> bool {
        p.ridden && p.order(figure) == Some(Order::Charge)
    }

    pub(crate) fn strike(
        &self,
        p: &mut Position,
        figure: u8,
        target: u8,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let Figure { at, strength, .. } = *p.figure(figure);
        let mut n = u16::from(strength);
        if self.charges(p, figure) {
            let [left, far, right, near] = WOOD;
            let in_wood = (left..=right).contains(&at.x) && (far..=near).contains(&at.y);
            n += if in_wood { 0 } else { 2 };
            p.figure_mut(figure).charged = true;
            let lance = &mut p.lances[side_of(figure).index()];
            if *lance == Lance::With(figure) {
                n += 2;
                *lance = Lance::Spent;
                log.reveal();
                log.event(|| Event::LanceBroken(figure));
            }
        }
        let hits = dice.count(n, 6, 4);
        log.event(|| Event::Struck {
            figure,
            target,
            dice: n,
            hits,
        });
        match hits {
            0 => self.lose(p, figure, 1, log),
            hits => self.lose(p, target, hits, log),
        }
    }

    pub(crate) fn whirl(&self, p: &mut Position, figure: u8, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let Some(target) = p.nearest(figure) else {
            return;
        };
        let faces: [u8; WHIRL] = std::array::from_fn(|_| dice.die(6));
        log.event(|| Event::Whirled { figure, target, faces });
        let showing = |face| faces.iter().filter(|shown| **shown == face).count() as u16;
        self.lose(p, target, showing(6), log);
        self.lose(p, figure, showing(1), log);
    }

    pub(crate) fn lose(&self, p: &mut Position, figure: u8, hits: u16, log: &mut impl Log<Event>) {
        let strength = &mut p.figure_mut(figure).strength;
        let lost = hits.min((*strength).into()) as u8;
        *strength -= lost;
        if lost > 0 {
            log.event(|| Event::Lost(figure, lost));
        }
    }

    pub(crate) fn end_turn(&self, p: &mut Position, log: &mut impl Log<Event>) {
        let next = p.turn + 1;
        self.begin_turn(p, next, log);
    }

    /// The first figure from this turn on that stands acts; after the last one the next round begins.
    pub(crate) fn begin_turn(&self, p: &mut Position, from: u8, log: &mut impl Log<Event>) {
        p.ridden = false;
        if let Some(turn) = (from.into()..FIGURES).find(|turn| p.stands(TURNS[*turn])) {
            p.turn = turn as u8;
            return;
        }
        p.round += 1;
        p.turn = 0;
        p.ready = [false; 2];
        p.orders = [None; FIGURES];
        log.event(|| Event::RoundOver(p.round));
    }
}
