//! The fire table of the standard rules, as it is printed.

use crate::standard::cards::{Armour, Weapon};

/// 8.3 Number to hit on two dice. Q-43
#[rustfmt::skip]
const FIRE: [[i8; 6]; 4] = [
    //        longbow at    crossbow  shortbow at
    //        1   2   3     1-4       1   2
    /* P */ [ 6,  5,  4,    3,        4,  3 ],
    /* M */ [ 7,  6,  5,    4,        5,  4 ],
    /* L */ [ 8,  7,  6,    5,        6,  5 ],
    /* N */ [ 9,  8,  7,    6,        7,  6 ],
];

/// Highest die with which a unit organises. Q-128
pub const ORGANISES_ON: u8 = 2;

/// Longest shot of a weapon. Q-43
pub fn range(weapon: Weapon) -> u16 {
    match weapon {
        Weapon::Longbow => 3,
        Weapon::Crossbow => 4,
        Weapon::Shortbow => 2,
    }
}

pub fn fire(armour: Armour, weapon: Weapon, range: u16) -> i8 {
    let column = match (weapon, range) {
        (Weapon::Longbow, ..=1) => 0,
        (Weapon::Longbow, 2) => 1,
        (Weapon::Longbow, _) => 2,
        (Weapon::Crossbow, _) => 3,
        (Weapon::Shortbow, ..=1) => 4,
        (Weapon::Shortbow, _) => 5,
    };
    FIRE[armour as usize][column]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heavier_armour_and_range_never_help_the_shooter() {
        for weapon in [Weapon::Longbow, Weapon::Crossbow, Weapon::Shortbow] {
            let armours = [Armour::Plate, Armour::Mail, Armour::Leather, Armour::None];
            for distance in 1..=range(weapon) {
                assert!(armours.map(|a| fire(a, weapon, distance)).is_sorted());
            }
            for armour in armours {
                for distance in 1..range(weapon) {
                    assert!(fire(armour, weapon, distance) >= fire(armour, weapon, distance + 1));
                }
            }
        }
    }
}
