//! Sections 7 and 15.5, terrain: what a step costs on this map.

use super::options::Terms;
use crate::standard::cards::{ENGLISH, SCOTS};
use crate::standard::ground::{Ground, Homeward, Soil, Step};
use board::{Dir, Hex, HexMap, SideFeatures, Terrain};

/// Half points: a hex, and each surcharge. Q-07
const HEX: u8 = 2;
const SURCHARGE: u8 = 2;

/// QR-03: one point, and each surcharge once, whichever half of a counter meets it. Schiltroms ignore marsh
///
#[inline]
pub(super) fn toll(marks: u8, schiltrom: bool) -> u8 {
    let counted = if schiltrom {
        Step::CLIMB | Step::ROUGH | Step::RIDGE
    } else {
        Step::CLIMB | Step::ROUGH | Step::RIDGE | Step::MARSH
    };
    HEX + SURCHARGE * (marks & counted).count_ones() as u8
}

pub(super) fn ground(map: &HexMap, edges: &[Vec<Vec<Hex>>; 2], terms: &Terms) -> Ground {
    let table = terms.rows.table();
    let homeward = Homeward::new(map, edges);
    let mut soil = vec![Soil::default(); map.len()];
    let mut level = vec![0; map.len()];
    let mut dear = vec![false; map.len()];
    for hex in map.hexes() {
        let terrain = map.terrain(hex);
        let row = table.row(terrain);
        let mut marks = match terrain {
            Terrain::Clear => 0,
            Terrain::Marsh => Soil::MARSH,
            _ => Soil::ROUGH,
        };
        if let Some(row) = row {
            dear[hex.index()] = row.more > 0;
            if row.prohibited {
                marks |= Soil::POOL;
            }
            if row.blocks_sight {
                marks |= Soil::COVER;
            }
        }
        for side in [SCOTS, ENGLISH] {
            if edges[side.index()].iter().flatten().any(|h| *h == hex) {
                marks |= Soil::EDGE << side.index();
            }
        }
        soil[hex.index()] = Soil(marks);
        level[hex.index()] = map.elevation(hex);
    }
    let mut steps = vec![[Step::OFF; 6]; map.len()];
    for hex in map.hexes() {
        for dir in Dir::ALL {
            let to = map.neighbour(hex, dir);
            if to.is_off() {
                continue;
            }
            // Q-76, QR-30: a step that brings a unit nearer to one of its edges leads home.
            let mut marks = homeward.marks(hex, to);
            let (here, there) = (level[hex.index()], level[to.index()]);
            if there > here {
                marks |= Step::CLIMB;
            }
            if there < here {
                marks |= Step::DOWNHILL;
            }
            if dear[to.index()] {
                let marsh = soil[to.index()].marsh();
                marks |= if marsh { Step::MARSH } else { Step::ROUGH };
            }
            if table.ridge > 0 && map.side(hex, dir).contains(SideFeatures::RIDGE) {
                marks |= Step::RIDGE;
            }
            let cost = toll(marks, false);
            steps[hex.index()][dir.index()] = Step {
                to,
                cost,
                leader_cost: cost,
                marks,
            };
        }
    }
    Ground { steps, soil, level }
}
