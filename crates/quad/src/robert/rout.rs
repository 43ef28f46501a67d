//! Sections 11 and 15.2, rout movement: where routed units may go.

use super::{ENGLISH, Robert};
use crate::standard::movement::rout_directions;
use crate::standard::position::Stand;
use crate::standard::rout::{Flight, Way, Ways};
use board::{Dir, Hex};

pub(super) fn ways(flight: &Flight<'_, Robert>, at: Stand) -> Ways {
    let mut ways = [Way::Shut; 10];
    for dir in Dir::ALL {
        ways[dir.index()] = shift(flight, at, dir);
    }
    // Q-64, QR-27: a double may also pivot, either half into the front or rear centre.
    if let Some(d) = flight.battle.map.direction(at.left, at.right) {
        let go = |hex: Hex, turn: i8| flight.battle.ground.step(hex, d.turned(turn)).to;
        let (front, rear) = (go(at.left, -1), go(at.left, 1));
        let pivot = |centre: Hex, to: Stand| {
            if centre.is_on() && flight.open(centre) {
                Way::Deviation(to)
            } else {
                Way::Shut
            }
        };
        let right_to = |hex: Hex| Stand {
            left: at.left,
            right: hex,
        };
        let left_to = |hex: Hex| Stand {
            left: hex,
            right: at.right,
        };
        ways[6] = pivot(front, right_to(front));
        ways[7] = pivot(front, left_to(front));
        ways[8] = pivot(rear, left_to(rear));
        ways[9] = pivot(rear, right_to(rear));
    }
    ways
}

/// the whole counter one hex that way.
fn shift(flight: &Flight<'_, Robert>, at: Stand, dir: Dir) -> Way {
    let ground = &flight.battle.ground;
    let designated = rout_directions(flight.side).contains(&dir);
    // QR-22, QR-57: English run towards their edge, and every half of theirs must come nearer to it.
    let must_near = flight.side == ENGLISH;
    let mut proper = designated;
    let mut to = Stand::NOWHERE;
    let mut leaves = false;
    for (i, half) in [at.left, at.right].into_iter().enumerate() {
        if half.is_off() {
            continue;
        }
        let step = ground.step(half, dir);
        let next = step.to;
        if next.is_off() {
            // Q-62, QR-21: only over the friendly edge, in a designated direction.
            if !designated || !ground.soil(half).edge(flight.side) {
                return Way::Shut;
            }
            leaves = true;
        } else if !flight.open(next) {
            return Way::Shut;
        } else if must_near && !step.closer(ENGLISH) {
            proper = false;
        }
        *(if i == 0 { &mut to.left } else { &mut to.right }) = next;
    }
    match (leaves, proper) {
        (true, _) => Way::Exit,
        (_, true) => Way::Designated(to),
        (_, false) => Way::Deviation(to),
    }
}
