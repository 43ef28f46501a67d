//! What the features in `chances.rs` count, in thousandths of a logit. Made by
//! `schiltron lab fit medieval/stirling medieval/falkirk medieval/prelude medieval/bannockburn --games 48 --seed 1 --table FILE`
//! from 192 games. On the games held back the log loss was 0.418; by the share of games won alone it is 0.674.

pub const WEIGHTS: [i64; 3] = [
    185, // lead in points, +- 61
    696, // the same, as the battle wears on, +- 110
    59,  // on the move, +- 10
];
