//! What the features in `chances.rs` count, in thousandths of a logit. Made by
//! `schiltron lab fit edward/bannockburn quad/robert --games 24 --seed 1 --table FILE`
//! from 48 games. On the games held back the log loss was 0.251; by the share of games won alone it is 0.682.

pub const WEIGHTS: [i64; 8] = [
    2564,  // lead beyond what victory asks, +- 499
    4083,  // the same, as the battle wears on, +- 658
    737,   // strength, +- 460
    4842,  // the same, as long as there is time, +- 1565
    8032,  // harm that the army can do, as long as there is time, +- 1299
    980,   // units in order, +- 745
    -1507, // leaders at large, +- 662
    -52,   // on the move, +- 30
];
