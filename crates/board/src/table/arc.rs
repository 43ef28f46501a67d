//! Whether any point of a figure lies in an arc of fire (LR-34).

use super::{Hull, LIMIT, Local, ONE, Stance};

/// How much an arc widens: so many mils to each side for so many forward, both at most 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slope {
    pub sideways: i32,
    pub forward: i32,
}

/// Whether some point of a figure is ahead (more than 0 forward) and at most `half_width`, widened by the slope, to a side.
pub fn in_arc(from: Stance, half_width: i32, slope: Slope, figure: &impl Hull) -> bool {
    let [sideways, forward] = [slope.sideways.clamp(0, 1000), slope.forward.clamp(1, 1000)].map(i128::from);
    let half = i128::from(half_width.clamp(0, LIMIT)) * i128::from(ONE) * forward;
    // How far a point is outside the arc's rim on one side; 0 on it.
    let outside = |p: Local, hand: i128| hand * i128::from(p.right) * forward - half - i128::from(p.forward) * sideways;
    let corners = figure.corners();
    let n = corners.len();
    (0..n).any(|i| {
        let [a, b] = [corners[i], corners[(i + 1) % n]].map(|p| from.local(p));
        let ahead = a.forward > 0 && [-1, 1].iter().all(|hand| outside(a, *hand) <= 0);
        // What is ahead and on one rim is within the other.
        let crosses = |hand: i128| {
            let [x, y] = [a, b].map(|p| outside(p, hand));
            let [v, w] = [a, b].map(|p| i128::from(p.forward));
            // Where the side crosses the rim it is (v * y - w * x) / (y - x) forward.
            (x < 0) != (y < 0) && (v * y - w * x).signum() * (y - x).signum() > 0
        };
        ahead || crosses(-1) || crosses(1)
    })
}
