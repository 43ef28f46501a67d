//! The charts and tables of section 15, as they are printed.

use super::cards::{Armour, Weapon};

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

/// Longest shot of a weapon. E-88
pub fn range(weapon: Weapon) -> u16 {
    match weapon {
        Weapon::Crossbow => 4,
        _ => 3,
    }
}

pub fn ranged(armour: Armour, weapon: Weapon, range: u16) -> i8 {
    let column = match (weapon, range) {
        (Weapon::Crossbow, ..=2) => 3,
        (Weapon::Crossbow, _) => 4,
        (_, ..=1) => 0,
        (_, 2) => 1,
        _ => 2,
    };
    RANGED[armour as usize][column]
}

/// Highest die with which a division of this size organises. E-64
pub fn organises_on(size: u8) -> u8 {
    if size <= 2 { 3 } else { 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

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
