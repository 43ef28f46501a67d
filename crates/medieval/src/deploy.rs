//! The automatic set-up: a place for every unit of the lists.

use crate::Battle;
use crate::cards::{Card, LeaderId, NONE, UnitId};
use crate::position::Position;
use board::{Dir, Hex, HexMap};

/// A unit and where it may stand, nearest to the middle of its zone first.
#[derive(Clone, Debug)]
pub struct Item {
    pub unit: usize,
    pub sp: u8,
    pub group: u8,
    /// Each unit of its group has a hex of its own.
    pub alone: bool,
    pub hexes: Vec<Hex>,
}

/// Hexes within a radius, nearest first.
pub fn within(map: &HexMap, centre: Hex, radius: u16) -> Vec<Hex> {
    let mut found: Vec<Hex> = map.hexes().filter(|h| map.distance(centre, *h) <= radius).collect();
    found.sort_by_key(|h| (map.distance(centre, *h), *h));
    found
}

/// One thing to be placed: a unit, or two of 1 SP that share a hex.
struct Load {
    units: Vec<usize>,
    group: u8,
    hexes: Vec<Hex>,
}

/// A hex for every unit within the stacking limit, or the group that finds no room. Augmenting paths: whoever stands in
/// the way moves over if he can.
pub fn arrange(map: &HexMap, items: &[Item], units: usize) -> Result<Vec<Option<Hex>>, u8> {
    let mut loads: Vec<Load> = Vec::new();
    for item in items {
        let partner = loads.iter_mut().find(|l| {
            item.sp == 1 && !item.alone && l.units.len() == 1 && l.group == item.group && items[l.units[0]].sp == 1
        });
        match partner {
            Some(load) => load.units.push(item.unit),
            None => loads.push(Load {
                units: vec![item.unit],
                group: item.group,
                hexes: item.hexes.clone(),
            }),
        }
    }
    // The tightest lists first.
    let mut order: Vec<usize> = (0..loads.len()).collect();
    order.sort_by_key(|i| (loads[*i].hexes.len(), *i));
    let mut holder: Vec<Option<usize>> = vec![None; map.len()];
    for &load in &order {
        let mut tried = vec![false; map.len()];
        if !settle(&loads, load, &mut holder, &mut tried) {
            return Err(loads[load].group);
        }
    }
    let mut places = vec![None; units];
    for (index, load) in holder.iter().enumerate() {
        if let Some(load) = load {
            for &unit in &loads[*load].units {
                places[unit] = Some(Hex(index as u16));
            }
        }
    }
    Ok(places)
}

fn settle(loads: &[Load], load: usize, holder: &mut [Option<usize>], tried: &mut [bool]) -> bool {
    for hex in &loads[load].hexes {
        let at = hex.index();
        if std::mem::replace(&mut tried[at], true) {
            continue;
        }
        let free = match holder[at] {
            None => true,
            Some(other) => settle(loads, other, holder, tried),
        };
        if free {
            holder[at] = Some(load);
            return true;
        }
    }
    false
}

/// Everybody looks towards the middle of the other army.
pub fn face_each_other(map: &HexMap, units: &[Card], places: &[Option<Hex>]) -> Vec<Option<(Hex, Dir)>> {
    let middle = |side| {
        let own = units
            .iter()
            .zip(places)
            .filter(|(c, _)| c.side == side)
            .filter_map(|(_, h)| *h);
        let sum = own.fold((0i32, 0i32, 0i32), |(q, s, n), hex| {
            let (dq, ds) = map.axial(hex);
            (q + i32::from(dq), s + i32::from(ds), n + 1)
        });
        let n = sum.2.max(1);
        map.from_axial((sum.0 / n) as i16, (sum.1 / n) as i16)
    };
    let goals = [middle(crate::ENGLISH), middle(crate::SCOTS)];
    let look = |hex: Hex, goal: Hex| {
        let nearer = |d: &Dir| {
            let to = map.neighbour(hex, *d);
            if to.is_off() { u16::MAX } else { map.distance(to, goal) }
        };
        Dir::ALL.into_iter().min_by_key(nearer).unwrap_or(Dir::N)
    };
    let faced = units
        .iter()
        .zip(places)
        .map(|(card, hex)| hex.map(|h| (h, look(h, goals[card.side.index()]))));
    faced.collect()
}

impl Battle {
    /// Pool units go to the nearest leader who may have them. M-186, MR-51
    pub(crate) fn give_pools(&self, p: &mut Position) {
        if !self.options.organisation {
            return;
        }
        for unit in 0..self.units.len() as UnitId {
            let card = self.card(unit);
            if card.group == NONE || p.unit(unit).command != NONE || !p.unit(unit).on_map() {
                continue;
            }
            let fits = |l: &LeaderId| p.leader(*l).side == card.side && p.leader(*l).on_map() && self.leads_pool(p, *l);
            let near = |l: &LeaderId| self.map.distance(p.leader(*l).hex, p.unit(unit).hex);
            let best = self.leader_ids().filter(fits).min_by_key(|l| (near(l), *l));
            p.unit_mut(unit).command = best.unwrap_or(NONE);
        }
    }
}
