//! What a position is told by when it is asked who will win: a few sums over both armies. The weights are fitted to games between
//! captains (`schiltron lab fit`) and stand in `fitted`.

use super::planner::judge::{Judge, LOST};
use crate::standard::cards::UnitId;
use crate::standard::position::{Position, leader_members, members};
use crate::standard::victory::SCOTS_WIN;
use crate::standard::{Battle, Variant};
use kernel::Side;

pub const FEATURES: [&str; 8] = [
    "lead beyond what victory asks",
    "the same, as the battle wears on",
    "strength",
    "the same, as long as there is time",
    "harm that the army can do, as long as there is time",
    "units in order",
    "leaders at large",
    "on the move",
];

/// Points that the lead is measured by.
const LEAD: i64 = 100;

pub fn measure<R: Variant>(battle: &Battle<R>, p: &Position, side: Side, given: i32, out: &mut Vec<i64>) {
    let (passed, all) = (i64::from(p.turn.min(battle.turns)), i64::from(battle.turns.max(1)));
    // The lead that is asked is a win, one less a defeat: between them nobody stands better.
    let scots = 2000 * i64::from(battle.scottish_lead(p) - SCOTS_WIN) + 1000;
    let lead = if side == Side::One { scots } else { -scots };
    let lead = (lead + 2000 * i64::from(given)) / (2 * LEAD);
    let judge = Judge::new(battle, p, side);
    let strength = balance(side, |side| {
        let left = |u: UnitId| judge.worth[usize::from(u)] * (1000 - LOST[usize::from(p.unit(u).rout.min(5))]) / 1000;
        members(battle.army(side) & p.on_map).map(left).sum()
    });
    let order = balance(side, |side| {
        let on_map = battle.army(side) & p.on_map;
        let ordered = members(on_map & !p.routed).filter(|u| !battle.face(p, *u).disorganised());
        1000 * ordered.count() as i64 / i64::from(on_map.count_ones().max(1))
    });
    let leaders = balance(side, |side| {
        let free = leader_members(battle.staff[side.index()] & !p.captured);
        free.map(|l| i64::from(battle.leaders[usize::from(l)].victory_points))
            .sum()
    });
    let left = all - passed;
    out.extend([
        lead,
        lead * passed / all,
        strength,
        strength * left / all,
        (2 * judge.part_of_power(p) - 1000) * left / all,
        order,
        leaders,
        if p.player == side { 1000 } else { -1000 },
    ]);
}

/// What a side has more than the other, in thousandths of what both have.
fn balance(side: Side, of: impl Fn(Side) -> i64) -> i64 {
    let (own, other) = (of(side), of(side.other()));
    1000 * (own - other) / (own + other).max(1)
}
