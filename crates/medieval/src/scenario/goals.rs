//! What a scenario gives points for, and what ends it at once.

use super::file::{ScenarioFile, VictoryRow};
use super::{Builder, slug};
use crate::cards::{Kind, LeaderCard, LeaderId};
use crate::victory::{Automatic, Points, Trigger, What};
use board::HexMap;
use kernel::Side;
use serde_spanned::Spanned;

pub(super) fn points(b: &mut Builder) -> Vec<Points> {
    let mut list = Vec::new();
    for row in &b.file.victory {
        let side = b.side(&row.side);
        let what = match row.event.get_ref().as_str() {
            "leader_killed" => What::Leaders(match &row.name {
                Some(name) => vec![b.leader(name)],
                None => others(b, row, side),
            }),
            "unit_killed" => {
                let mut kinds: Vec<Kind> = row.types.iter().map(|t| b.kind(t)).collect();
                if kinds.contains(&Kind::Inf0) {
                    kinds.push(Kind::Welsh);
                }
                What::Units(kinds)
            }
            "banner_captured" => What::Banner,
            "region_captured" => What::Captured(b.region(row.region.as_ref())),
            "unit_in_region_at_end" => What::Held(b.region(row.region.as_ref())),
            "no_enemy_unit_in_region_at_end" => What::Free(b.region(row.region.as_ref())),
            "leader_exited" => What::LeftWest(true),
            "leader_did_not_exit" => What::LeftWest(false),
            other => {
                b.fault(format!("nobody scores for `{other}`"), &row.event, "");
                continue;
            }
        };
        list.push(Points {
            side,
            points: row.points,
            what,
        });
    }
    list
}

/// All enemy leaders without a line of their own.
fn others(b: &Builder, row: &VictoryRow, side: Side) -> Vec<LeaderId> {
    let rows = b.file.victory.iter().filter(|v| v.side == row.side);
    let named: Vec<String> = rows
        .filter_map(|v| v.name.as_ref().filter(|_| v.event.get_ref() == "leader_killed"))
        .map(|n| slug(n.get_ref()))
        .collect();
    let all = b.leaders.iter().enumerate();
    // One who can change sides counts for whoever is his enemy then.
    let counted = all.filter(|(_, l)| (l.side != side || l.wavers) && !named.iter().any(|name| **name == *l.id));
    counted.map(|(i, _)| i as LeaderId).collect()
}

pub(super) fn automatic(b: &mut Builder) -> Vec<Automatic> {
    let mut list = Vec::new();
    for row in &b.file.automatic {
        let side = b.side(&row.side);
        let what = match row.event.get_ref().as_str() {
            "leaders_dead" => Trigger::LeadersDead(row.names.iter().map(|n| b.leader(n)).collect()),
            "no_enemy_unit_in_region" => {
                let mut hexes = b.region(row.region.as_ref());
                if let Some(terrain) = &row.except_terrain {
                    hexes.retain(|h| b.map.terrain(*h).name() != terrain);
                }
                Trigger::Cleared(hexes)
            }
            other => {
                b.fault(format!("`{other}` ends no battle"), &row.event, "");
                continue;
            }
        };
        let region = row.region.as_ref().map(|region| region.get_ref().replace('_', " "));
        list.push(Automatic { side, region, what });
    }
    list
}

/// Points and automatic victories of a scenario for a case that has only some of its leaders and regions.
pub(crate) fn goals(file: &ScenarioFile, map: &HexMap, leaders: &[LeaderCard]) -> (Vec<Points>, Vec<Automatic>) {
    let (mut scored, mut ends) = (Vec::new(), Vec::new());
    let known = |n: &Spanned<String>| leaders.iter().any(|l| *l.id == *slug(n.get_ref()));
    for row in &file.victory {
        let event = row.event.get_ref();
        let placed = row.region.as_ref().is_none_or(|r| map.region(r.get_ref()).is_some());
        let exits = event.starts_with("leader_") && event != "leader_killed";
        if row.name.as_ref().is_some_and(|n| !known(n)) || !(placed || exits) {
            continue;
        }
        // Leaders with a line of their own must be known while the others are gathered.
        let mut one = file.clone();
        one.victory
            .retain(|v| v.event.get_ref() == "leader_killed" && v.name.as_ref().is_some_and(known));
        one.victory.push(row.clone());
        let mut b = Builder {
            file: &one,
            map,
            faults: Vec::new(),
            leaders: leaders.to_vec(),
        };
        scored.extend(points(&mut b).pop());
    }
    for row in &file.automatic {
        let mut one = file.clone();
        let mut row = row.clone();
        row.names.retain(known);
        one.automatic = vec![row];
        let mut b = Builder {
            file: &one,
            map,
            faults: Vec::new(),
            leaders: leaders.to_vec(),
        };
        let found = automatic(&mut b);
        if b.faults.is_empty() {
            ends.extend(found);
        }
    }
    (scored, ends)
}
