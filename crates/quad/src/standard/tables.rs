//! Tables that all battles share, as they are printed.

/// A cell without a number: pairings that cannot occur with the armies of the battle (QR-39).
pub const NA: i8 = i8::MIN;

/// 9.4 Number to hit on two dice, defender by attacker. Q-51, E-97
#[rustfmt::skip]
const MELEE: [[i8; 5]; 6] = [
    //             PCav  MCav  MLInf NInf  Sch
    /* PCav */  [  NA,   5,    6,    NA,   9  ],
    /* MCav */  [  6,    NA,   7,    4,    NA ],
    /* MInf */  [  7,    6,    6,    4,    6  ],
    /* LInf */  [  9,    8,    7,    5,    7  ],
    /* NInf */  [  NA,   9,    8,    NA,   8  ],
    /* Sch  */  [  5,    NA,   6,    4,    NA ],
];

/// 10.2 Increase in rout level, by modified die and morale. Q-53, E-109
#[rustfmt::skip]
const MORALE: [[u8; 5]; 9] = [
    //            A  B  C  D  E
    /* <= -1 */ [ 2, 3, 3, 3, 3 ],
    /*     0 */ [ 2, 2, 3, 3, 3 ],
    /*     1 */ [ 1, 2, 2, 2, 3 ],
    /*     2 */ [ 1, 1, 2, 2, 2 ],
    /*     3 */ [ 0, 1, 1, 2, 2 ],
    /*     4 */ [ 0, 0, 1, 1, 2 ],
    /*     5 */ [ 0, 0, 0, 1, 1 ],
    /*     6 */ [ 0, 0, 0, 0, 1 ],
    /*  >= 7 */ [ 0, 0, 0, 0, 0 ],
];

/// Victory levels: least Scottish lead for each, best for the Scots first. Q-131, E-134
pub const LEVELS: [(i32, &str); 6] = [
    (50, "Decisive Scottish"),
    (30, "Substantive Scottish"),
    (20, "Marginal Scottish"),
    (10, "Marginal English"),
    (0, "Substantive English"),
    (i32::MIN, "Decisive English"),
];

pub fn melee(target: super::cards::Target, attacker: super::cards::Attacker) -> i8 {
    let row = MELEE.get(target as usize);
    row.and_then(|row| row.get(attacker as usize)).copied().unwrap_or(NA)
}

/// Below -1 reads as -1, above 7 as 7 (Q-53, ER-48).
pub fn rout_increase(die: i32, morale: u8) -> u8 {
    MORALE[(die.clamp(-1, 7) + 1) as usize][usize::from(morale)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worse_morale_never_routs_less() {
        for row in MORALE {
            assert!(row.is_sorted());
        }
        for morale in 0..5 {
            for die in -3..9 {
                assert!(rout_increase(die, morale) >= rout_increase(die + 1, morale));
            }
        }
    }
}
