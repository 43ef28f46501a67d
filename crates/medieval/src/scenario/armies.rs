//! The armies of a scenario, its reserves and its special rules.

use super::Builder;
use super::file::GroupRow;
use crate::cards::{Card, Group, Kind, LeaderCard, LeaderId, NONE, Reserve, SCOTS, SPARE};
use crate::deploy::{self, Item};
use crate::{Options, Special};
use board::{Hex, Terrain};
use kernel::Side;

pub(super) type FordCost = Option<(Vec<Hex>, u8, u8)>;

/// What the rules of the scenario do.
pub(super) fn special(b: &mut Builder, options: &Options) -> (Special, FordCost) {
    let mut special = Special::default();
    let mut ford_cost = None;
    for row in &b.file.rule {
        let who: Vec<LeaderId> = row.leaders.iter().map(|l| b.leader(l)).collect();
        let mut each = |change: &dyn Fn(&mut LeaderCard)| {
            for id in &who {
                if let Some(card) = b.leaders.get_mut(usize::from(*id)) {
                    change(card);
                }
            }
        };
        match row.does.get_ref().as_str() {
            "archers_stay_in_movement_formation" => special.archers_march_until = row.last_turn,
            "command_may_not_move_before" => {
                let rule = if row.id == "SR-S3" { "SR-S3" } else { "SR-F7" };
                each(&|card| (card.moves_from, card.moves_rule) = (row.turn, rule));
            }
            "commands_change_sides" => each(&|card| card.wavers = true),
            "no_attack_by_foot" => special.no_foot_attack_until = row.last_turn,
            "ford_cost" => {
                let hexes = b.region(row.region.as_ref());
                ford_cost = Some((hexes, row.foot_extra, row.horse_extra));
            }
            "command_removed_before_turn" if !options.comyn_stays => each(&|card| card.removed = row.turn),
            "scots_remove_welsh" => special.remove_welsh = row.strength_per_turn,
            "archers_start_in_movement_formation" => special.archers_start_marching = true,
            "leader_death_costs_nearest_units" => special.six = true,
            // Carried out elsewhere: the campaign by its option, an exit without effect on morale by having none.
            "command_removed_before_turn"
            | "morale_from_campaign"
            | "losses_from_campaign"
            | "exit_without_morale_effect" => {}
            "campaign_record" => special.campaign = true,
            "horse_must_charge_nearest_shiltron" => special.first_charge_until = row.last_turn,
            other => b.fault(format!("no rule does `{other}`"), &row.does, ""),
        }
    }
    for row in &b.file.victory {
        if row.event.get_ref() == "leader_exited" {
            special.western_edge = b.region(row.region.as_ref());
        }
    }
    (special, ford_cost)
}

/// SR-S7: the region of a side instead of its lists, what is nearest to where it would stand first; nothing where the
/// scenario has no such variant.
fn free_region(b: &mut Builder, side: Side, centre: Hex) -> Option<Vec<Hex>> {
    let free = b.file.variant.iter().find(|v| v.id == "SR-S7")?;
    let region = if side == SCOTS {
        &free.scottish_region
    } else {
        &free.english_region
    };
    let mut hexes = b.region(region.as_ref());
    hexes.retain(|h| h.is_on() && b.map.terrain(*h) != Terrain::Swamp);
    hexes.sort_by_key(|h| (b.map.distance(centre, *h), *h));
    Some(hexes)
}

/// SR-S7 for the leaders: each on the hex of the region nearest to his own, or on another as his player likes.
pub(super) fn free_leaders(b: &mut Builder) {
    for i in 0..b.leaders.len() {
        let (side, hex) = (b.leaders[i].side, b.leaders[i].hex);
        if let Some(zone) = free_region(b, side, hex).filter(|z| hex.is_on() && !z.is_empty()) {
            b.leaders[i].hex = zone[0];
            b.leaders[i].zone = zone;
        }
    }
}

/// So many of a mix as there are places, each kind in proportion.
fn share_of(mix: Vec<Kind>, places: usize) -> Vec<Kind> {
    if mix.len() <= places {
        return mix;
    }
    let middle = |i: usize| mix[(2 * i + 1) * mix.len() / (2 * places)];
    (0..places).map(middle).collect()
}

/// Groups, their units, and where those may stand.
pub(super) fn armies(b: &mut Builder, options: &Options) -> (Vec<Group>, Vec<Card>, Vec<Item>) {
    let (mut groups, mut units, mut items) = (Vec::new(), Vec::new(), Vec::new());
    let mut mix: Vec<Kind> = Vec::new();
    for kind in [Kind::Cav2, Kind::Cav1, Kind::Cav0] {
        mix.extend(std::iter::repeat_n(
            kind,
            b.file.counter_mix.get(kind.name()).copied().unwrap_or(0).into(),
        ));
    }
    let chosen_groups = b
        .file
        .group
        .iter()
        .filter(|g| g.units.iter().any(|u| u.kind.get_ref() == "CAV"))
        .count();
    let chosen = b.file.group.iter().flat_map(|g| &g.units);
    let places: usize = chosen
        .filter(|u| u.kind.get_ref() == "CAV")
        .map(|u| usize::from(u.count))
        .sum();
    let mix = share_of(mix, places);
    let mut dealt = 0;
    for (at, row) in b.file.group.iter().enumerate() {
        let side = b.side(&row.side);
        let leader = row.leader.as_ref().map_or(NONE, |l| b.leader(l));
        let mut hexes = Vec::new();
        for zone in &row.zones {
            let centre = b.hex(&zone.hex);
            hexes.extend(deploy::within(b.map, centre, zone.radius));
        }
        if let (true, Some(&centre)) = (options.free_setup, hexes.first()) {
            hexes = free_region(b, side, centre).unwrap_or(hexes);
        }
        let mut seen = std::collections::BTreeSet::new();
        hexes.retain(|h| h.is_on() && b.map.terrain(*h) != Terrain::Swamp && seen.insert(*h));
        let chosen = row.units.iter().any(|u| u.kind.get_ref() == "CAV");
        for unit in &row.units {
            for i in 0..usize::from(unit.count) {
                let kind = if unit.kind.get_ref() == "CAV" {
                    // Dealt out in turn, so that every leader gets his share of each kind.
                    let share = dealt + i * chosen_groups.max(1);
                    mix.get(share).copied().unwrap_or(Kind::Cav0)
                } else {
                    b.kind(&unit.kind)
                };
                let number = units
                    .iter()
                    .filter(|c: &&Card| c.side == side && c.kind == kind)
                    .count()
                    + 1;
                let card = b.card(side, kind, at as u8, number);
                items.push(Item {
                    unit: units.len(),
                    sp: card.sp,
                    group: at as u8,
                    alone: row.one_per_hex,
                    hexes: hexes.clone(),
                });
                units.push(card);
            }
        }
        dealt += usize::from(chosen);
        groups.push(Group {
            side,
            leader,
            hexes,
            one_per_hex: row.one_per_hex,
            chosen,
        });
    }
    (groups, units, items)
}

/// SR-F9: the horse of the mix that is left over, for who chooses otherwise than the automatic set-up.
pub(super) fn spares(b: &mut Builder, mut units: Vec<Card>) -> Vec<Card> {
    let file = b.file;
    let chosen = |g: &&GroupRow| g.units.iter().any(|u| u.kind.get_ref() == "CAV");
    let Some(row) = file.group.iter().find(chosen) else {
        return units;
    };
    let side = b.side(&row.side);
    for kind in [Kind::Cav2, Kind::Cav1, Kind::Cav0] {
        let there = units.iter().filter(|c| c.side == side && c.kind == kind).count();
        let all = usize::from(file.counter_mix.get(kind.name()).copied().unwrap_or(0));
        for number in there + 1..=all {
            units.push(b.card(side, kind, SPARE, number));
        }
    }
    units
}

/// The counters that may still come: those of the mix that are not set up.
pub(super) fn reserves(b: &mut Builder, mut units: Vec<Card>) -> (Vec<Reserve>, Vec<Card>) {
    let mut list = Vec::new();
    for row in &b.file.reserve {
        let side = b.side(&row.side);
        let kinds: Vec<Kind> = row.types.iter().map(|t| b.kind(t)).collect();
        for kind in &kinds {
            let there = units.iter().filter(|c| c.side == side && c.kind == *kind).count();
            let all = usize::from(b.file.counter_mix.get(kind.name()).copied().unwrap_or(0));
            for number in there + 1..=all {
                units.push(b.card(side, *kind, NONE, number));
            }
        }
        list.push(Reserve {
            side,
            kinds,
            per_turn: row.per_turn,
            each: row.each_hex,
            maximum: row.maximum,
            hexes: row.hexes.iter().map(|h| b.hex(h)).collect(),
            from_turn: row.from_turn,
            rule: if row.rule == "SR-B10" { "SR-B10" } else { "SR-F5" },
        });
    }
    (list, units)
}
