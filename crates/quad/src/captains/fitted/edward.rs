//! What the features in `chances.rs` count, in thousandths of a logit. Made by
//! `schiltron lab fit edward/bannockburn --games 160 --seed 1 --table FILE`
//! from 160 games. On the games held back the log loss was 0.357; by the share of games won alone it is 0.728.

pub const WEIGHTS: [i64; 6] = [
    1133,  // lead beyond what victory asks, +- 288
    8745,  // the same, as the battle wears on, +- 651
    -1482, // the same, as long as there is time, +- 1775
    5556,  // harm that the army can do, as long as there is time, +- 909
    1760,  // units in order, +- 315
    352,   // on the move, +- 47
];
