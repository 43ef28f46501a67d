//! The charts and tables of section 15, as they are printed.

use super::cards::{Armour, Attacker, Target, Weapon};

/// A cell without a number: pairings that cannot occur with the armies of this battle (ER-07).
pub const NA: i8 = i8::MIN;

/// 15.1 Number to hit on two dice. E-90
#[rustfmt::skip]
const RANGED: [[i8; 5]; 4] = [
    //        longbow at    crossbow at
    //        1   2   3     1-2  3-4
    /* P */ [ 5,  4,  3,    3,   2 ],
    /* M */ [ 6,  5,  4,    4,   3 ],
    /* L */ [ 7,  6,  5,    5,   4 ],
    /* N */ [ 8,  7,  6,    6,   5 ],
];

/// 15.2 Number to hit on two dice, defender by attacker. E-97
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

/// 15.3 Increase in rout level, by modified die and morale. E-109
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

/// Victory levels of 14.2: least Scottish lead for each, best for the Scots first. E-134
pub const LEVELS: [(i32, &str); 6] = [
    (50, "Decisive Scottish"),
    (30, "Substantive Scottish"),
    (20, "Marginal Scottish"),
    (10, "Marginal English"),
    (0, "Substantive English"),
    (i32::MIN, "Decisive English"),
];

/// Longest shot of a weapon. E-88
pub fn range(weapon: Weapon) -> u16 {
    match weapon {
        Weapon::Longbow => 3,
        Weapon::Crossbow => 4,
    }
}

pub fn ranged(armour: Armour, weapon: Weapon, range: u16) -> i8 {
    let column = match (weapon, range) {
        (Weapon::Longbow, ..=1) => 0,
        (Weapon::Longbow, 2) => 1,
        (Weapon::Longbow, _) => 2,
        (Weapon::Crossbow, ..=2) => 3,
        (Weapon::Crossbow, _) => 4,
    };
    RANGED[armour as usize][column]
}

pub fn melee(target: Target, attacker: Attacker) -> i8 {
    MELEE[target as usize][attacker as usize]
}

/// Below -1 reads as -1, above 7 as 7 (ER-48).
pub fn rout_increase(die: i32, morale: u8) -> u8 {
    MORALE[(die.clamp(-1, 7) + 1) as usize][usize::from(morale)]
}

/// Highest die with which a division of this size organises. E-64
pub fn organises_on(size: u8) -> u8 {
    if size <= 2 { 3 } else { 2 }
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

    #[test]
    fn heavier_armour_and_range_never_help_the_shooter() {
        for weapon in [Weapon::Longbow, Weapon::Crossbow] {
            for distance in 1..=range(weapon) {
                let row =
                    [Armour::Plate, Armour::Mail, Armour::Leather, Armour::None].map(|a| ranged(a, weapon, distance));
                assert!(row.is_sorted());
            }
        }
    }
}
