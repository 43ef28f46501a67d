//! The printed tables.

use crate::cards::Class;

/// T-1, as `attacker|defender`: `Rn` retreat n hexes, `L1` lose 1 SP, `S` scatter, `.` nothing. Rows 2 to 12.
#[rustfmt::skip]
const COMBAT: [[&str; 12]; 11] = [
    //  1:4        1:3        1:2        1:1        2:1        3:1        4:1        5:1        6:1        7:1        8:1        9:1
    [".|."    , ".|."    , ".|R1"   , ".|R2L1" , ".|R2"   , "L1|R2"  , "L1|R3S" , "L1|R4S" , "L1|R4S" , "L1|R5S" , ".|R5S"  , "L1|R5S" ],
    ["L1|L1"  , ".|."    , "L1|R1"  , ".|R1L1" , ".|R2L1" , ".|R2L1" , ".|R3"   , "L1|R3"  , "L1|R4"  , "L1|R5"  , "L1|R5"  , "L1|R5L1"],
    ["L1|."   , "L1|L1"  , ".|."    , ".|R1"   , ".|R2"   , ".|R2"   , "L1|R2"  , ".|R3L1" , ".|R3"   , ".|R4"   , ".|R5"   , ".|R5L1" ],
    ["R1|."   , "L1|."   , "L1|L1"  , "L1|R1"  , ".|R1L1" , ".|R2"   , ".|R2L1" , ".|R2"   , ".|R3L1" , ".|R3"   , ".|R4L1" , ".|R5"   ],
    ["R1L1|." , "R1S|."  , "L1|."   , ".|."    , ".|R1"   , ".|R1L1" , ".|R2"   , ".|R2L1" , ".|R2"   , ".|R3L1" , ".|R3"   , ".|R4"   ],
    ["R1L1|." , "R1L1|." , "R1|."   , "L1|L1"  , "L1|R1"  , ".|R1"   , ".|R2"   , ".|R2"   , ".|R2L1" , ".|R2L1" , ".|R3L1" , ".|R3"   ],
    ["R1|."   , "R1|."   , "R1L1|." , "L1|."   , ".|."    , "L1|R1"  , ".|R1L1" , ".|R2"   , ".|R2"   , ".|R2"   , ".|R2"   , ".|R3L1" ],
    ["R2L1|." , "R2|."   , "R1|."   , "R1|."   , "L1|L1"  , ".|."    , ".|R1"   , ".|R1L1" , ".|R2"   , ".|R2"   , ".|R2L1" , ".|R2"   ],
    ["R2L1|." , "R2L1|." , "R1|."   , "R1L1|." , "L1|."   , "L1|L1"  , "L1|R1"  , ".|R1"   , ".|R1L1" , ".|R2"   , ".|R2"   , ".|R2L1" ],
    ["R3L1|." , "R3|."   , "R2L1|." , "R1|."   , "R1|."   , "L1|."   , ".|."    , "L1|R1"  , ".|R1"   , ".|R1L1" , ".|R2"   , ".|R2"   ],
    ["R4L1S|.", "R3L1S|.", "R2L1S|.", "R1S|."  , "R1L1|." , "R1|."   , "L1|L1"  , "L1|L1"  , "L1|L1"  , "L1|L1"  , "L1|R1L1", "L1|R2L1"],
];

/// One side of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Half {
    pub retreat: u8,
    pub loss: u8,
    pub scatter: bool,
}

/// What the table gives attacker and defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Cell {
    pub attacker: Half,
    pub defender: Half,
}

impl Half {
    const NOTHING: Half = Half {
        retreat: 0,
        loss: 0,
        scatter: false,
    };
}

impl Cell {
    pub fn of(&self, attacker: bool) -> Half {
        if attacker { self.attacker } else { self.defender }
    }
}

/// The table read by the compiler, which stops at a cell it cannot read.
static CELLS: [[Cell; 12]; 11] = cells();

/// `column` counts from 1:4 = 0; `roll` is 2 to 12.
pub fn combat(column: u8, roll: u8) -> Cell {
    CELLS[usize::from(roll - 2)][usize::from(column)]
}

const fn cells() -> [[Cell; 12]; 11] {
    let mut cells = [[Cell {
        attacker: Half::NOTHING,
        defender: Half::NOTHING,
    }; 12]; 11];
    let mut i = 0;
    while i < 11 * 12 {
        let text = COMBAT[i / 12][i % 12].as_bytes();
        let (attacker, bar) = half(text, 0);
        assert!(text[bar] == b'|', "a cell has two halves");
        let (defender, end) = half(text, bar + 1);
        assert!(end == text.len(), "something follows the second half of a cell");
        cells[i / 12][i % 12] = Cell { attacker, defender };
        i += 1;
    }
    cells
}

/// A half that begins there, and where it ends.
const fn half(text: &[u8], start: usize) -> (Half, usize) {
    let (mut half, mut at) = (Half::NOTHING, start);
    if text[at] == b'.' {
        return (half, at + 1);
    }
    if text[at] == b'R' {
        half.retreat = digit(text[at + 1]);
        at += 2;
    }
    if at < text.len() && text[at] == b'L' {
        half.loss = digit(text[at + 1]);
        at += 2;
    }
    if at < text.len() && text[at] == b'S' {
        half.scatter = true;
        at += 1;
    }
    assert!(at > start, "half a cell is empty");
    (half, at)
}

const fn digit(c: u8) -> u8 {
    assert!(c >= b'1' && c <= b'5', "a number is missing");
    c - b'0'
}

/// T-2: a unit scatters on so much or less. Columns: armour 2, 1, 0 of horse; armour 2, 1 of foot; other.
#[rustfmt::skip]
const SCATTER: [[u8; 6]; 5] = [
    // horse 2, 1, 0   foot 2, 1   other
    [      0, 0, 1,         0, 0,      1],
    [      1, 1, 2,         1, 1,      2],
    [      1, 2, 3,         1, 2,      3],
    [      2, 3, 4,         2, 3,      4],
    [      3, 4, 5,         3, 4,      5],
];

/// The highest die on which a unit that retreats `n` hexes scatters.
pub fn scatters_on(n: u8, class: Class, armour: u8) -> u8 {
    let column = match class {
        Class::Cavalry | Class::HorseArcher => 2 - armour,
        Class::Infantry if armour > 0 => 5 - armour,
        _ => 5,
    };
    SCATTER[usize::from(n.clamp(1, 5) - 1)][usize::from(column)]
}

/// What a shot does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Hit {
    pub loss: u8,
    pub scatter: bool,
}

impl Hit {
    /// What it does to a unit of this strength: nobody loses more than he has, and whoever loses all does not scatter.
    pub fn on(self, sp: u8) -> Hit {
        Hit {
            loss: self.loss.min(sp),
            scatter: self.scatter && self.loss < sp,
        }
    }
}

const O: Hit = Hit {
    loss: 0,
    scatter: false,
};
const A: Hit = Hit {
    loss: 1,
    scatter: false,
};
const B: Hit = Hit {
    loss: 2,
    scatter: false,
};
/// -1S
const C: Hit = Hit { loss: 1, scatter: true };
const S: Hit = Hit { loss: 0, scatter: true };

/// T-4, a row for each range, by the modified roll 1 to 12.
#[rustfmt::skip]
mod fire {
    use super::{Hit, O, A, B, C, S};
    //                                    1  2  3  4  5  6  7  8  9 10 11 12
    pub const ARCHER: [[Hit; 12]; 4] = [ [O, O, O, O, O, O, A, A, C, C, B, B],
                                         [O, O, O, O, O, O, O, O, A, A, B, B],
                                         [O, O, O, O, O, O, O, O, A, A, A, A],
                                         [O, O, O, O, O, O, O, O, O, O, A, A] ];
    pub const CROSSBOW: [[Hit; 12]; 4] = [ [O, O, O, A, A, A, A, A, C, C, B, B],
                                           [O, O, O, O, O, A, A, A, C, C, B, B],
                                           [O, O, O, O, O, O, O, O, A, A, C, C],
                                           [O, O, O, O, O, O, O, O, A, A, C, C] ];
    pub const HORSE_ARCHER: [Hit; 12] =      [O, O, O, O, O, O, O, O, A, A, A, A];
    pub const BOMBARD: [[Hit; 12]; 3] = [ [O, O, O, O, O, O, O, S, S, S, S, S],
                                          [O, O, O, O, O, O, O, O, S, S, S, S],
                                          [O, O, O, O, O, O, O, O, O, S, S, S] ];
}

/// Farthest range of a class; 0 if it does not shoot. M-159, M-161, M-166
pub fn range_of(class: Class) -> u8 {
    match class {
        Class::Archer | Class::Crossbow => 4,
        Class::Bombard => 3,
        Class::HorseArcher => 1,
        Class::Cavalry | Class::Infantry => 0,
    }
}

/// The result of a shot; a roll below 1 reads as 1 (MR-22).
pub fn fire(class: Class, range: u8, roll: i32) -> Hit {
    let column = (roll.clamp(1, 12) - 1) as usize;
    let row = usize::from(range.max(1) - 1);
    match class {
        Class::Archer => fire::ARCHER[row.min(3)][column],
        Class::Crossbow => fire::CROSSBOW[row.min(3)][column],
        Class::HorseArcher => fire::HORSE_ARCHER[column],
        Class::Bombard => fire::BOMBARD[row.min(2)][column],
        Class::Cavalry | Class::Infantry => O,
    }
}

/// T-4, bombard against objects: destroyed on 8, 9 or 10 by range.
pub fn destroys(range: u8, roll: u8) -> bool {
    roll >= 7 + range
}

/// The column of a strength ratio, from 1:4 = 0 to 9:1 = 11. M-08
pub fn column(attacker: u16, defender: u16) -> u8 {
    let (a, d) = (attacker.max(1), defender.max(1));
    if a >= d {
        let n = (2 * a + d) / (2 * d);
        (n.clamp(1, 9) + 2) as u8
    } else {
        let n = (2 * d + a) / (2 * a);
        3 - (n.clamp(1, 4) - 1) as u8
    }
}

/// `n` for n:1, `-n` for 1:n.
pub fn column_name(column: u8) -> i32 {
    match i32::from(column) {
        c @ 0..=2 => c - 4,
        c => c - 2,
    }
}

/// M-05: attacker's modifiers, then the defender's, kept within the table each time.
pub fn shift(initial: u8, attacker: i32, defender: i32) -> u8 {
    let up = (i32::from(initial) + attacker).min(11);
    (up - defender).max(0) as u8
}

/// Mean over a side, rounded half up. M-09
pub fn mean(sum: u16, n: u16) -> u8 {
    if n == 0 { 0 } else { ((2 * sum + n) / (2 * n)) as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(a: u16, d: u16) -> i32 {
        column_name(column(a, d))
    }

    #[test]
    fn ratios_of_mx_01() {
        assert_eq!(
            [
                ratio(7, 4),
                ratio(2, 5),
                ratio(6, 1),
                ratio(8, 3),
                ratio(2, 3),
                ratio(3, 4),
                ratio(13, 2),
                ratio(1, 9)
            ],
            [2, -3, 6, 3, -2, 1, 7, -4]
        );
        let of = |a, d, plus, minus| column_name(shift(column(a, d), plus, minus));
        assert_eq!(
            [of(7, 4, 3, 1), of(2, 5, 2, 4), of(6, 1, 7, 2), of(8, 3, 3, 1)],
            [4, -4, 7, 5]
        );
    }

    #[test]
    fn cells_read_as_printed() {
        let cell = combat(0, 12);
        assert_eq!(
            (cell.attacker.retreat, cell.attacker.loss, cell.attacker.scatter),
            (4, 1, true)
        );
        assert_eq!(
            combat(11, 2).defender,
            Half {
                retreat: 5,
                loss: 0,
                scatter: true
            }
        );
        assert_eq!(combat(11, 2).attacker.loss, 1);
        assert_eq!(
            combat(1, 6).attacker,
            Half {
                retreat: 1,
                loss: 0,
                scatter: true
            }
        );
    }

    #[test]
    fn means_round_half_up() {
        assert_eq!(
            [mean(9, 4), mean(2, 4), mean(3, 3), mean(5, 3), mean(0, 0)],
            [2, 1, 1, 2, 0]
        );
    }
}
