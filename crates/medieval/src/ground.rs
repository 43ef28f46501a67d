//! Terrain: what a step or a turn costs, and what lies between two hexes. T-3, M-30, M-35, M-193

use crate::Battle;
use crate::cards::{MP, UnitId};
use crate::position::{Form, Position};
use board::{Dir, Hex, SideFeatures, Terrain};

/// Who walks, as far as the ground is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    Foot(u8),
    Horse(u8),
    Leader,
}

/// Something that can be destroyed. M-167
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    Fort(Hex),
    /// The side towards the direction, from its first hex.
    Gate(Hex, Dir),
    Bridge(Hex, Dir),
}

/// What lies between two neighbouring hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    pub to: Hex,
    pub road: bool,
    pub bridge: bool,
    pub ford: bool,
    /// A stream, ford or not, but not under a bridge: for the combat modifier.
    pub stream: bool,
    pub uphill: bool,
    pub wall: bool,
    pub gate: bool,
    /// A river without bridge or ford.
    pub closed: bool,
    /// A river, whatever leads over it: zones of control end here. M-22
    pub river: bool,
}

impl Crossing {
    /// CF lost by a step or attack over it. M-93
    #[inline]
    pub fn drops(&self) -> u8 {
        u8::from(self.bridge) + u8::from(self.stream && !self.ford) + u8::from(self.uphill)
    }

    /// A road step over or into what would endanger horse off the road. M-36 to M-38
    #[inline]
    pub fn is_rough_road(&self, terrain: Terrain) -> bool {
        use Terrain::{Forest, Fort, Swamp, Village};
        self.road && (self.ford || matches!(terrain, Forest | Village | Fort | Swamp))
    }

    /// A step off the road that leaves nothing of a charge. M-36, M-37
    #[inline]
    pub fn ends_charge(&self, terrain: Terrain) -> bool {
        !self.road && (self.ford || matches!(terrain, Terrain::Forest | Terrain::Swamp))
    }
}

impl Battle {
    /// A fort that still stands.
    #[inline]
    pub(crate) fn is_fort(&self, p: &Position, hex: Hex) -> bool {
        self.map.terrain(hex) == Terrain::Fort && (p.razed == 0 || !self.is_razed(p, |o| o == Object::Fort(hex)))
    }

    pub(crate) fn is_razed(&self, p: &Position, what: impl Fn(Object) -> bool) -> bool {
        let mut objects = self.objects.iter().enumerate();
        objects.any(|(i, o)| p.razed >> i & 1 != 0 && what(*o))
    }

    /// The terrain as it is now: a razed fort is clear ground.
    #[inline]
    pub(crate) fn terrain(&self, p: &Position, hex: Hex) -> Terrain {
        match self.map.terrain(hex) {
            Terrain::Fort if p.razed != 0 && !self.is_fort(p, hex) => Terrain::Clear,
            terrain => terrain,
        }
    }

    #[inline]
    pub(crate) fn crossing(&self, p: &Position, from: Hex, d: Dir) -> Crossing {
        let to = self.map.neighbour(from, d);
        let mut side = self.map.side(from, d);
        if p.razed != 0 {
            side = self.standing(p, from, to, side);
        }
        let has = |feature| side.contains(feature);
        let bridge = has(SideFeatures::BRIDGE);
        let ford = has(SideFeatures::FORD) && !bridge;
        let river = has(SideFeatures::RIVER);
        Crossing {
            to,
            road: has(SideFeatures::ROAD),
            bridge,
            ford,
            stream: has(SideFeatures::STREAM) && !bridge,
            uphill: self.map.terrain(to) == Terrain::Hill && self.map.elevation(to) > self.map.elevation(from),
            wall: has(SideFeatures::FORTIFICATION),
            gate: has(SideFeatures::GATE),
            closed: river && !bridge && !ford,
            river,
        }
    }

    /// A hexside without what has been destroyed on it.
    fn standing(&self, p: &Position, from: Hex, to: Hex, side: SideFeatures) -> SideFeatures {
        let between = |h: Hex, d: Dir| {
            (h == from && self.map.neighbour(h, d) == to) || (h == to && self.map.neighbour(h, d) == from)
        };
        let walls = SideFeatures::FORTIFICATION | SideFeatures::GATE;
        let mut left = side;
        for (i, object) in self.objects.iter().enumerate() {
            if p.razed >> i & 1 == 0 {
                continue;
            }
            match *object {
                Object::Fort(hex) if hex == from || hex == to => left = left.without(walls),
                Object::Gate(h, d) if between(h, d) => left = left.without(walls),
                Object::Bridge(h, d) if between(h, d) => left = left.without(SideFeatures::BRIDGE),
                _ => {}
            }
        }
        left
    }

    /// Cost of the hex alone, in sixths. T-3; swamp: MR-18
    pub(crate) fn hex_cost(&self, p: &Position, mover: Mover, hex: Hex) -> u8 {
        let foot = matches!(mover, Mover::Foot(_));
        match self.terrain(p, hex) {
            Terrain::Village => MP * if foot { 2 } else { 4 },
            Terrain::Forest => MP * if foot { 2 } else { 3 },
            _ => MP,
        }
    }

    /// Cost of a step by ground alone, in sixths. M-30
    pub(crate) fn step_cost(&self, p: &Position, mover: Mover, from: Hex, c: &Crossing) -> u8 {
        let mut cost = if c.road {
            match mover {
                Mover::Foot(_) => MP,
                Mover::Horse(_) => MP / 2,
                Mover::Leader => MP / 3,
            }
        } else {
            let foot = matches!(mover, Mover::Foot(_));
            // MR-02
            let stream = match (c.stream && !c.ford, foot) {
                (false, _) => 0,
                (true, true) => MP,
                (true, false) if self.options.half_streams => MP / 2,
                (true, false) => 2 * MP,
            };
            let uphill = if c.uphill { if foot { MP } else { MP / 2 } } else { 0 };
            self.hex_cost(p, mover, c.to) + stream + uphill
        };
        if c.ford
            && let Some((ford, foot, horse)) = &self.ford_cost
            && (ford.contains(&from) && ford.contains(&c.to))
        {
            cost += MP * if matches!(mover, Mover::Foot(_)) { *foot } else { *horse };
        }
        if c.wall && !c.gate {
            cost += MP
                * match mover {
                    Mover::Foot(0) => 1,
                    Mover::Foot(_) => 2,
                    Mover::Horse(armour) => 3 + armour,
                    Mover::Leader => 3,
                };
        }
        cost
    }

    /// The combat value of a hex for its defender. T-3
    pub(crate) fn cover(&self, p: &Position, hex: Hex) -> u8 {
        match self.terrain(p, hex) {
            Terrain::Village => 2,
            Terrain::Forest => 1,
            _ => 0,
        }
    }

    /// Strength in a hex as the stacking limit counts it. M-56
    pub(crate) fn stacked(&self, p: &Position, hex: Hex) -> u8 {
        p.at(hex).map(|u| p.unit(u).sp).sum()
    }

    /// Whether a unit finds room; what it takes itself where it stands is not counted. M-56, M-182
    pub(crate) fn has_room(&self, p: &Position, unit: UnitId, hex: Hex) -> bool {
        if p.is_clear(hex) {
            return true;
        }
        let (mut all, mut riders) = (p.unit(unit).sp, 0);
        for other in p.at(hex).filter(|u| *u != unit) {
            all += p.unit(other).sp;
            if self.card(other).class.is_horse() {
                riders += p.unit(other).sp;
            }
        }
        if !self.is_fort(p, hex) {
            return all <= 2;
        }
        all <= 10 && (!self.card(unit).class.is_horse() || riders + p.unit(unit).sp <= 2)
    }

    /// Another shiltron of its side keeps the hex to itself. M-179
    pub(crate) fn has_shiltron(&self, p: &Position, unit: UnitId, hex: Hex) -> bool {
        p.holds(hex, p.unit(unit).side) && p.at(hex).any(|u| u != unit && p.unit(u).form == Form::Shiltron)
    }
}
