//! Section 7, terrain: what a step costs on this map.

use super::cards::{ENGLISH, SCOTS};
use super::options::{Options, RoadForUnits, Uphill};
use crate::standard::ground::{Ground, Homeward, Soil, Step};
use board::{Dir, Hex, HexMap, SideFeatures, Terrain};

/// Half points. E-73
const CLEAR: u8 = 2;
const ROUGH: u8 = 4;
const CLIMB: u8 = 2;
const ROAD_FOR_LEADERS: u8 = 1;

pub(super) fn ground(map: &HexMap, edges: &[Vec<Vec<Hex>>; 2], options: &Options) -> Ground {
    let homeward = Homeward::new(map, edges);
    let mut soil = vec![Soil::default(); map.len()];
    let mut level = vec![0; map.len()];
    for hex in map.hexes() {
        let mut marks = match map.terrain(hex) {
            Terrain::Marsh => Soil::MARSH,
            Terrain::Pool => Soil::POOL,
            Terrain::Wooded | Terrain::Village => Soil::COVER,
            _ => 0,
        };
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
            let climbs = level[to.index()] > level[hex.index()];
            let sides = map.side(hex, dir);
            let road = sides.contains(SideFeatures::ROAD);
            let ground = if soil[to.index()].clear() { CLEAR } else { ROUGH };
            let mut marks = homeward.marks(hex, to);
            if sides.contains(SideFeatures::BURN) {
                marks |= Step::BURN;
            }
            if level[to.index()] < level[hex.index()] {
                marks |= Step::DOWNHILL;
            }
            // ER-14: the map key lets units use roads, the rules do not; an option.
            let unit_ground = match options.road_for_units {
                RoadForUnits::OneMp if road => CLEAR,
                _ => ground,
            };
            steps[hex.index()][dir.index()] = Step {
                to,
                cost: uphill(options, unit_ground, climbs),
                // E-75, ER-77
                leader_cost: uphill(options, if road { ROAD_FOR_LEADERS } else { ground }, climbs),
                marks,
            };
        }
    }
    Ground { steps, soil, level }
}

/// E-77, ER-13, ER-77: once a hexside, however many levels it climbs.
fn uphill(options: &Options, ground: u8, climbs: bool) -> u8 {
    match options.uphill {
        _ if !climbs => ground,
        Uphill::PlusOne => ground + CLIMB,
        Uphill::FlatTwo => ground.max(CLEAR + CLIMB),
    }
}
