//! How far it is to the enemy: as the crow flies, which is what a shot needs, and by the ways there are, which is what a march needs.
//! The nearest bank is not the way to an enemy across a river.

use crate::Battle;
use crate::position::Position;
use board::{Dir, Hex, HexMap, SideFeatures, Terrain};
use kernel::Side;

/// Farther than anything on a map.
const NEVER: u8 = u8::MAX;
/// What is added to the flight of a crow where there is no way.
const NO_WAY: i64 = 100;

/// The directions in which troops march out of each hex, a bit for each: not over a river without a crossing, nor into swamp off the road.
pub(crate) fn outlets(map: &HexMap) -> Vec<u8> {
    let open = |from: Hex, d: Dir| {
        let (to, side) = (map.neighbour(from, d), map.side(from, d));
        let has = |feature| side.contains(feature);
        let crossed = has(SideFeatures::BRIDGE) || has(SideFeatures::FORD) || !has(SideFeatures::RIVER);
        let firm = to.is_on() && (map.terrain(to) != Terrain::Swamp || has(SideFeatures::ROAD));
        crossed && firm
    };
    let mut outlets = vec![0; map.len()];
    for hex in map.hexes() {
        let ways = Dir::ALL.into_iter().filter(|d| open(hex, *d));
        outlets[hex.index()] = ways.map(|d| 1 << d.index()).sum();
    }
    outlets
}

/// The distance of every hex from the nearest of some units.
pub struct Ways {
    /// Whom it was reckoned for, and when: in a phase of one side the other hardly moves.
    when: (Side, u8, u8),
    crow: Vec<u8>,
    march: Vec<u8>,
}

impl Ways {
    /// To the enemies of a side.
    pub fn to_enemies(battle: &Battle, p: &Position, side: Side) -> Ways {
        let enemies = p.army[side.other().index()].and(&p.on_map);
        let mut hexes: Vec<Hex> = enemies.iter().map(|u| p.unit(u).hex).collect();
        hexes.sort_unstable();
        hexes.dedup();
        Ways {
            when: (side, p.turn, p.phase),
            crow: spread(battle, &hexes, |_, _| true),
            march: spread(battle, &hexes, |from, d| {
                let open = battle.outlets[from.index()] >> d.index() & 1 != 0;
                open && (p.razed == 0 || !battle.crossing(p, from, d).closed)
            }),
        }
    }

    pub fn holds_for(&self, p: &Position, side: Side) -> bool {
        self.when == (side, p.turn, p.phase)
    }

    /// Hexes to the nearest enemy as the crow flies.
    pub fn crow(&self, hex: Hex) -> i64 {
        i64::from(self.crow.get(hex.index()).copied().unwrap_or(NEVER))
    }

    /// Hexes to march to the nearest enemy.
    pub fn march(&self, hex: Hex) -> i64 {
        match self.march.get(hex.index()) {
            Some(&NEVER) | None => NO_WAY + self.crow(hex),
            Some(&far) => far.into(),
        }
    }

    /// How far troops count themselves from the enemy: bows within range need no way there.
    pub fn far(&self, hex: Hex, bows: bool) -> i64 {
        match self.crow(hex) {
            near if bows && near <= i64::from(crate::tables::range_of(crate::cards::Class::Archer)) => near,
            _ => self.march(hex),
        }
    }
}

/// Outwards from some hexes, wherever a step back towards them is open.
fn spread(battle: &Battle, from: &[Hex], open: impl Fn(Hex, Dir) -> bool) -> Vec<u8> {
    let mut far = vec![NEVER; battle.map.len()];
    from.iter().for_each(|hex| far[hex.index()] = 0);
    let mut reached = from.to_vec();
    let mut next = 0;
    while let Some(&hex) = reached.get(next) {
        next += 1;
        for d in Dir::ALL {
            let neighbour = battle.map.neighbour(hex, d);
            if neighbour.is_on() && far[neighbour.index()] == NEVER && open(neighbour, d.opposite()) {
                far[neighbour.index()] = (far[hex.index()] + 1).min(NEVER - 1);
                reached.push(neighbour);
            }
        }
    }
    far
}
