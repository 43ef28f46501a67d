//! What the features in `chances.rs` count, in thousandths of a logit. Made by
//! `schiltron lab fit quad/robert --games 160 --seed 1 --table FILE`
//! from 160 games. On the games held back the log loss was 0.382; by the share of games won alone it is 0.703.

pub const WEIGHTS: [i64; 5] = [
    3048, // lead beyond what victory asks, +- 469
    8077, // the same, as the battle wears on, +- 970
    1353, // harm that the army can do, as long as there is time, +- 773
    3791, // units in order, +- 435
    293,  // on the move, +- 39
];
