//! Where an answer leads that is no move, so that a page can draw it before it is given.

use crate::Battle;
use crate::cards::UnitId;
use crate::position::{Piece, Position};
use crate::task::{Task, Walk};
use board::{Dir, Hex, HexPlace, Place};
use kernel::Quiet;
use kernel::dice::Scripted;

impl Battle {
    /// All the hexes that a retreat could enter first: which one is asked afterwards. M-75
    pub(crate) fn ways_back(&self, p: &Position, unit: UnitId) -> Option<Place> {
        let from = p.unit(unit).hex;
        let ways = Dir::ALL
            .into_iter()
            .filter_map(|d| self.may_fall_back(p, unit, from, d, from).ok());
        self.hexes_of(ways.map(|way| way.to))
    }

    /// The hexes into which a pursuit could follow: whom is asked afterwards. M-84
    pub(crate) fn ways_after(&self, p: &Position, unit: UnitId) -> Option<Place> {
        let trails = &p.combat.trails;
        let mut hexes: Vec<Hex> = (0..trails.len())
            .filter(|t| self.may_follow(p, unit, *t).is_ok())
            .map(|t| trails[t].from)
            .collect();
        hexes.sort_unstable();
        hexes.dedup();
        self.hexes_of(hexes.into_iter())
    }

    /// Several hexes as one place; nothing if there are none.
    fn hexes_of(&self, hexes: impl Iterator<Item = Hex>) -> Option<Place> {
        let hexes: Vec<_> = hexes.map(|hex| self.map.label(hex)).collect();
        let any = !hexes.is_empty();
        any.then_some(Place::Hexes(HexPlace { hexes, facing: None }))
    }

    /// Where a pursuit ends that keeps to the way of whoever is followed as far as it may, as the pursuer knows the ground. Horse that
    /// stumbles on its way is lost there.
    pub(crate) fn pursuit_end(&self, p: &Position, whom: UnitId) -> Option<Hex> {
        let Some(Task::Follow { unit, .. }) = p.stack.last().copied() else {
            return None;
        };
        let mut then = self.as_known(p, p.unit(unit).side);
        self.follow(&mut then, whom, &mut Quiet);
        let mut end = None;
        while let Some(Task::Walk {
            piece: Piece::Unit(who),
            walk: Walk::Forced(trail) | Walk::Free(trail),
            left,
            from,
            ..
        }) = then.stack.last().copied()
            && who == unit
        {
            let along = Walk::Forced(trail);
            let next = Dir::ALL
                .into_iter()
                .find(|d| self.may_pursue_to(&then, unit, along, left, from, *d).is_ok());
            let Some(d) = next else { break };
            end = Some(self.map.neighbour(then.unit(unit).hex, d));
            self.chase(&mut then, d, &mut Scripted::default(), &mut Quiet);
        }
        end
    }
}
