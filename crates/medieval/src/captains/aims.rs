//! Ground that wins points: who goes there, and when.

use crate::Battle;
use crate::cards::{MP, UnitId};
use crate::position::Position;
use crate::victory::What;
use board::Hex;
use kernel::Side;

/// Hexes on which a unit of the side shall stand at the end.
pub struct Aim<'a> {
    pub hexes: &'a [Hex],
    /// Only a regular unit will do.
    regular: bool,
}

/// Turns to spare when somebody sets out.
const EARLY: u8 = 3;
/// So many are sent to each place.
const SENT: usize = 2;

impl Battle {
    /// What a side gains, or keeps the enemy from gaining, by standing somewhere when the battle ends.
    pub(super) fn aims(&self, side: Side) -> impl Iterator<Item = Aim<'_>> {
        self.points.iter().filter_map(move |rule| {
            let own = rule.side == side;
            let (hexes, regular) = match &rule.what {
                What::Captured(hexes) => (hexes, own),
                What::Held(hexes) if own => (hexes, false),
                What::Free(hexes) if !own => (hexes, false),
                _ => return None,
            };
            Some(Aim { hexes, regular })
        })
    }

    /// The points that a side has now for ground alone.
    pub(super) fn ground_score(&self, p: &Position, side: Side) -> i32 {
        let ground = self.points.iter().filter(|rule| {
            let ground = matches!(rule.what, What::Captured(_) | What::Held(_) | What::Free(_));
            ground && rule.side == side
        });
        ground.map(|rule| rule.points * self.times(p, rule)).sum()
    }

    /// Where a unit is sent: it is one of the nearest, and it is time to go.
    pub(super) fn sent_to(&self, p: &Position, side: Side, unit: UnitId) -> Option<Aim<'_>> {
        let turns = self.last_turn.saturating_sub(p.turn);
        self.aims(side).find(|aim| {
            let far = |u: UnitId| aim.hexes.iter().map(|h| self.map.distance(*h, p.unit(u).hex)).min();
            let fit = |u: &UnitId| !aim.regular || self.card(*u).class.is_regular();
            let Some(own) = far(unit).filter(|_| fit(&unit)) else {
                return false;
            };
            let pace = u16::from(self.card(unit).mp / MP).max(1);
            if own.div_ceil(pace) + u16::from(EARLY) < u16::from(turns) {
                return false;
            }
            let others = p.army[side.index()].and(&p.on_map);
            let nearer = others.iter().filter(fit).filter(|u| *u != unit);
            nearer
                .filter(|u| far(*u).is_some_and(|far| (far, *u) < (own, unit)))
                .count()
                < SENT
        })
    }
}
