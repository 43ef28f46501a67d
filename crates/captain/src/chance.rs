//! The chance of winning, as a logistic curve over what a position is told by, in whole numbers.

/// A chance of one, in millionths.
pub const CERTAIN: i64 = 1_000_000;

/// The logistic curve at 0, 1/2, 1 and so on up to 8, in millionths; between them it is taken to be straight.
const CURVE: [i64; 17] = [
    500_000, 622_459, 731_059, 817_574, 880_797, 924_142, 952_574, 970_688, 982_014, 989_013, 993_307, 995_930,
    997_527, 998_499, 999_089, 999_447, 999_665,
];
const STEP: i64 = 500;

/// The chance for features and their weights, both in thousandths. It is never quite certain, and of two positions the better has
/// the better chance.
pub fn chance(weights: &[i64], features: &[i64]) -> i64 {
    let logit = weights
        .iter()
        .zip(features)
        .map(|(weight, feature)| weight * feature)
        .sum::<i64>()
        / 1000;
    let (at, rest) = ((logit.abs() / STEP) as usize, logit.abs() % STEP);
    let above = match (CURVE.get(at), CURVE.get(at + 1)) {
        (Some(low), Some(high)) => low + (high - low) * rest / STEP,
        // Beyond the curve: slowly nearer to one.
        _ => CERTAIN - (CERTAIN - CURVE[16]) * 8000 / logit.abs().max(8000),
    };
    if logit < 0 { CERTAIN - above } else { above }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_rises_and_is_the_same_from_both_sides() {
        let at = |logit: i64| chance(&[1000], &[logit]);
        assert_eq!((at(0), at(1000), at(-1000)), (500_000, 731_059, 268_941));
        let all: Vec<i64> = (-20_000..20_000).step_by(250).map(at).collect();
        assert!(all.is_sorted_by(|a, b| a < b));
        for logit in [1, 499, 2750, 7999, 9000, 1_000_000] {
            assert_eq!(at(logit) + at(-logit), CERTAIN);
            assert!(at(logit) < CERTAIN);
        }
    }
}
