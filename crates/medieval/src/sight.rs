//! Line of sight. M-154, MR-25

use crate::Battle;
use crate::position::Position;
use board::scene::SightLine;
use board::{Hex, Place, Terrain};
use kernel::Cite;

/// The hexes strictly between a hex and each other hex within four, as offsets, along two lines that pass a hair to
/// either side of the centre line.
#[derive(Clone, Debug)]
pub struct Lines {
    chains: Vec<[Vec<(i16, i16)>; 2]>,
}

const REACH: i16 = 4;
const WIDTH: i16 = 2 * REACH + 1;

impl Lines {
    pub fn new() -> Lines {
        let mut chains = Vec::new();
        for q in -REACH..=REACH {
            for s in -REACH..=REACH {
                chains.push([chain(q, s, 1), chain(q, s, -1)]);
            }
        }
        Lines { chains }
    }

    fn between(&self, q: i16, s: i16) -> Option<&[Vec<(i16, i16)>; 2]> {
        if q.abs() > REACH || s.abs() > REACH {
            return None;
        }
        self.chains.get(((q + REACH) * WIDTH + s + REACH) as usize)
    }
}

/// The line shifted by `sign` times e*(1, 2, -3), in whole numbers.
fn chain(q: i16, s: i16, sign: i32) -> Vec<(i16, i16)> {
    let n = i32::from(q.abs().max(s.abs()).max((q + s).abs()));
    let scale = 1000 * n.max(1);
    let round = |x: i32| (2 * x + scale).div_euclid(2 * scale);
    (1..n)
        .map(|i| {
            let x = i32::from(q) * i * 1000 + sign;
            let y = i32::from(s) * i * 1000 + 2 * sign;
            let z = -x - y;
            let (mut rx, mut ry, rz) = (round(x), round(y), round(z));
            let off = |r: i32, v: i32| (r * scale - v).abs();
            let (dx, dy, dz) = (off(rx, x), off(ry, y), off(rz, z));
            if dx > dy && dx > dz {
                rx = -ry - rz;
            } else if dy > dz {
                ry = -rx - rz;
            }
            (rx as i16, ry as i16)
        })
        .collect()
}

impl Battle {
    /// Units never block.
    fn blocks(&self, p: &Position, hex: Hex) -> bool {
        matches!(
            self.terrain(p, hex),
            Terrain::Hill | Terrain::Forest | Terrain::Village | Terrain::Fort
        )
    }

    /// M-154, in words; beyond the reach of all shots nobody asks.
    pub(crate) fn sight_between(&self, p: &Position, from: &Place, to: &Place) -> Option<SightLine> {
        let hex = |place: &Place| self.map.parse(place.hex_name()?);
        let (from, to) = (hex(from)?, hex(to)?);
        let told = |clear, words, at: Option<Hex>| SightLine {
            clear,
            words,
            cite: Cite("M-154"),
            at: at.map(|hex| Place::hex(self.map.label(hex), None)),
        };
        let ((aq, a_s), (bq, bs)) = (self.map.axial(from), self.map.axial(to));
        let Some(chains) = self.lines.between(bq - aq, bs - a_s) else {
            let words = format!("No shot goes further than {REACH} hexes");
            return Some(told(false, words, None));
        };
        if self.sees(p, from, to) {
            return Some(told(true, "Clear".into(), None));
        }
        let mut hexes = chains[0].iter().map(|(q, s)| self.map.from_axial(aq + q, a_s + s));
        let by = hexes.find(|hex| hex.is_on() && self.blocks(p, *hex))?;
        let what = match self.terrain(p, by) {
            Terrain::Hill => "a hill",
            Terrain::Forest => "forest",
            Terrain::Village => "houses",
            _ => "a fort",
        };
        let words = format!("Blocked by {what} in {}", self.map.name(by));
        Some(told(false, words, Some(by)))
    }

    pub(crate) fn sees(&self, p: &Position, from: Hex, to: Hex) -> bool {
        let ((aq, a_s), (bq, bs)) = (self.map.axial(from), self.map.axial(to));
        let Some(chains) = self.lines.between(bq - aq, bs - a_s) else {
            return false;
        };
        chains.iter().any(|chain| {
            let mut hexes = chain.iter().map(|(q, s)| self.map.from_axial(aq + q, a_s + s));
            !hexes.any(|hex| hex.is_on() && self.blocks(p, hex))
        })
    }
}
