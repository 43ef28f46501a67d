//! What the features in `chances.rs` count, in thousandths of a logit. Made by
//! `schiltron lab fit quad/robert --games 160 --seed 1 --table FILE`
//! from 160 games. On the games held back the log loss was 0.331; by the share of games won alone it is 0.695.

pub const WEIGHTS: [i64; 6] = [
    2183,  // lead beyond what victory asks, +- 572
    9916,  // the same, as the battle wears on, +- 756
    13578, // the same, as long as there is time, +- 1691
    5295,  // harm that the army can do, as long as there is time, +- 775
    1931,  // units in order, +- 522
    500,   // on the move, +- 43
];
