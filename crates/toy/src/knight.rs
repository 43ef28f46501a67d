//! Who plays a joust by himself.

use crate::position::{BASE, Order, Phase, Position};
use crate::rules::{Choice, Joust};
use captain::{Appointment, Captain, Card, Commanded, Random};
use kernel::{Rules, Side};
use std::borrow::Cow;

impl Commanded for Joust {
    fn captains() -> Vec<Appointment<Joust>> {
        let knight = Card {
            name: "knight",
            words: "rides at the nearest enemy",
        };
        let mut all = vec![Random::appointment()];
        all.extend(crate::knaves::knaves());
        all.push(Appointment {
            card: knight,
            make: |_| Box::new(Knight),
        });
        all
    }
}

/// Charges, rides closer than any pose that is named to him, and strikes.
struct Knight;

impl Captain<Joust> for Knight {
    fn choose<'a>(&mut self, battle: &Joust, p: &Position, side: Side, candidates: &'a [Choice]) -> Cow<'a, Choice> {
        let strikes = |choice: &&Choice| matches!(choice, Choice::Strike(..) | Choice::Order(_, Order::Charge));
        if let Some(strike) = candidates.iter().find(strikes) {
            return Cow::Borrowed(strike);
        }
        if let Phase::Turn(figure) = p.phase()
            && let Some(to) = p.towards_nearest(figure, BASE + BASE / 10)
        {
            let ride = Choice::Move(figure, to);
            if battle.check(p, side, &ride).is_ok() {
                return Cow::Owned(ride);
            }
        }
        Cow::Borrowed(&candidates[candidates.len() - 1])
    }
}
