//! What the features in `chances.rs` count, in thousandths of a logit. Made by
//! `schiltron lab fit edward/bannockburn --games 160 --seed 1 --table FILE`
//! from 160 games. On the games held back the log loss was 0.358; by the share of games won alone it is 0.687.

pub const WEIGHTS: [i64; 5] = [
    1015, // lead beyond what victory asks, +- 227
    6572, // the same, as the battle wears on, +- 854
    5063, // harm that the army can do, as long as there is time, +- 1008
    121,  // units in order, +- 312
    206,  // on the move, +- 52
];
