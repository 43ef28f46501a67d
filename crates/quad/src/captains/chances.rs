//! What a position is told by when it is asked who will win: a few sums over both armies. The weights are fitted to games between
//! captains (`schiltron lab fit`) and stand in `fitted`. Strength and leaders at large were tried too: beside the harm that an army can do
//! they came out with the wrong sign in `edward`.

use super::planner::judge::Judge;
use crate::standard::position::{Position, members};
use crate::standard::victory::SCOTS_WIN;
use crate::standard::{Battle, Variant};
use captain::chance;
use kernel::Side;

pub const FEATURES: [&str; 5] = [
    "lead beyond what victory asks",
    "the same, as the battle wears on",
    "harm that the army can do, as long as there is time",
    "units in order",
    "on the move",
];

/// Points that the lead is measured by.
const LEAD: i64 = 100;

pub fn measure<R: Variant>(battle: &Battle<R>, p: &Position, side: Side, given: i32, out: &mut Vec<i64>) {
    let (passed, all) = (i64::from(p.turn.min(battle.turns)), i64::from(battle.turns.max(1)));
    let lead = lead_beyond(side, i64::from(battle.scottish_lead(p)), i64::from(given));
    let judge = Judge::new(battle, p, side);
    let order = balance(side, |side| {
        let on_map = battle.army(side) & p.on_map;
        let ordered = members(on_map & !p.routed).filter(|u| !battle.face(p, *u).disorganised());
        1000 * ordered.count() as i64 / i64::from(on_map.count_ones().max(1))
    });
    let left = all - passed;
    out.extend([
        lead,
        lead * passed / all,
        (2 * judge.part_of_power(p) - 1000) * left / all,
        order,
        if p.player == side { 1000 } else { -1000 },
    ]);
}

/// How far a side leads beyond what victory asks, in thousandths of [`LEAD`]. The lead that is asked is a win, one less a defeat:
/// between them nobody stands better.
fn lead_beyond(side: Side, scottish_lead: i64, given: i64) -> i64 {
    let scots = 2000 * (scottish_lead - i64::from(SCOTS_WIN)) + 1000;
    let lead = if side == Side::One { scots } else { -scots };
    (lead + 2000 * given) / (2 * LEAD)
}

/// The chance of winning with a lead that is expected at the end, when nothing else counts any more.
pub fn at_the_end(side: Side, scottish_lead: i64, weights: &[i64]) -> i64 {
    let lead = lead_beyond(side, scottish_lead, 0);
    chance(&weights[..2], &[lead, lead])
}

/// What a side has more than the other, in thousandths of what both have.
fn balance(side: Side, of: impl Fn(Side) -> i64) -> i64 {
    let (own, other) = (of(side), of(side.other()));
    1000 * (own - other) / (own + other).max(1)
}
