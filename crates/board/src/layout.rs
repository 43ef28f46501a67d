//! How columns and rows of flat-top hexes lie: sizes, which columns sit lower, axial coordinates.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Odd or even columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Parity {
    Odd,
    Even,
}

impl Parity {
    #[inline]
    pub const fn of(column: u8) -> Parity {
        if column % 2 == 1 { Parity::Odd } else { Parity::Even }
    }
}

/// The frame of a map. `columns_pushed_down` sit half a hex lower than the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    pub first_column: u8,
    pub columns: u8,
    pub first_row: u8,
    pub rows_in_odd_columns: u8,
    pub rows_in_even_columns: u8,
    pub columns_pushed_down: Parity,
}

/// Why a [`Layout`] cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayoutFault {
    Columns,
    LastColumn,
    RowsInOdd,
    RowsInEven,
    LastRow,
    Hexes,
}

impl fmt::Display for LayoutFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LayoutFault::Columns => "a map has 1 to 99 columns",
            LayoutFault::LastColumn => "the last column is above 99, the highest two digits can name",
            LayoutFault::RowsInOdd => "the odd columns have 1 to 99 rows",
            LayoutFault::RowsInEven => "the even columns have 1 to 99 rows",
            LayoutFault::LastRow => "the last row is above 99, the highest two digits can name",
            LayoutFault::Hexes => "a map has at most 4096 hexes, columns times rows",
        })
    }
}

impl Layout {
    pub const MAX_HEXES: usize = 4096;

    pub fn check(&self) -> Result<(), LayoutFault> {
        let within = |n: u8| (1..=99).contains(&n);
        if !within(self.columns) {
            Err(LayoutFault::Columns)
        } else if self.first_column as u16 + self.columns as u16 > 100 {
            Err(LayoutFault::LastColumn)
        } else if !within(self.rows_in_odd_columns) {
            Err(LayoutFault::RowsInOdd)
        } else if !within(self.rows_in_even_columns) {
            Err(LayoutFault::RowsInEven)
        } else if self.first_row as u16 + self.rows() as u16 > 100 {
            Err(LayoutFault::LastRow)
        } else if self.slots() > Self::MAX_HEXES {
            Err(LayoutFault::Hexes)
        } else {
            Ok(())
        }
    }

    /// Rows of the longer columns.
    #[inline]
    pub const fn rows(&self) -> u8 {
        if self.rows_in_odd_columns > self.rows_in_even_columns {
            self.rows_in_odd_columns
        } else {
            self.rows_in_even_columns
        }
    }

    pub const fn rows_in(&self, column: u8) -> u8 {
        match Parity::of(column) {
            Parity::Odd => self.rows_in_odd_columns,
            Parity::Even => self.rows_in_even_columns,
        }
    }

    /// Index slots: columns one after the other, each as long as the longest.
    #[inline]
    pub const fn slots(&self) -> usize {
        self.columns as usize * self.rows() as usize
    }

    pub fn is_pushed_down(&self, column: u8) -> bool {
        Parity::of(column) == self.columns_pushed_down
    }

    /// The slot of a column and row as printed, if the frame has it.
    pub fn slot(&self, column: u8, row: u8) -> Option<usize> {
        let x = column.checked_sub(self.first_column)?;
        let y = row.checked_sub(self.first_row)?;
        let inside = x < self.columns && y < self.rows_in(column);
        inside.then(|| x as usize * self.rows() as usize + y as usize)
    }

    /// Column and row as printed.
    pub fn col_row(&self, slot: usize) -> (u8, u8) {
        let (x, y) = self.xy(slot);
        (self.first_column + x as u8, self.first_row + y as u8)
    }

    fn xy(&self, slot: usize) -> (i16, i16) {
        let rows = (self.rows() as usize).max(1);
        ((slot / rows) as i16, (slot % rows) as i16)
    }

    /// 1 if the first column is among those pushed down, else 0.
    #[inline]
    pub(crate) fn first_is_low(&self) -> i16 {
        i16::from(self.is_pushed_down(self.first_column))
    }

    /// Axial coordinates counted from the first hex of the first column
    /// (edward.md 1.1; medieval.md 1; quad.md 1.1 up to a constant).
    pub fn axial(&self, slot: usize) -> (i16, i16) {
        let (x, y) = self.xy(slot);
        (x, y - ((x + self.first_is_low()) >> 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout() -> Layout {
        Layout {
            first_column: 1,
            columns: 29,
            first_row: 1,
            rows_in_odd_columns: 34,
            rows_in_even_columns: 33,
            columns_pushed_down: Parity::Even,
        }
    }

    #[test]
    fn slots_and_names() {
        let l = layout();
        assert_eq!(l.slots(), 29 * 34);
        assert_eq!(l.slot(1, 1), Some(0));
        assert_eq!(l.slot(2, 34), None);
        assert_eq!(l.slot(3, 34).map(|s| l.col_row(s)), Some((3, 34)));
        assert_eq!(l.slot(0, 1), None);
        assert_eq!(l.slot(30, 1), None);
    }

    #[test]
    fn sizes_are_checked() {
        let ok = layout();
        assert_eq!(ok.check(), Ok(()));
        let faults = [
            (Layout { columns: 0, ..ok }, LayoutFault::Columns),
            (Layout { columns: 100, ..ok }, LayoutFault::Columns),
            (Layout { first_column: 90, ..ok }, LayoutFault::LastColumn),
            (
                Layout {
                    rows_in_odd_columns: 0,
                    ..ok
                },
                LayoutFault::RowsInOdd,
            ),
            (
                Layout {
                    rows_in_even_columns: 0,
                    ..ok
                },
                LayoutFault::RowsInEven,
            ),
            (Layout { first_row: 80, ..ok }, LayoutFault::LastRow),
            (
                Layout {
                    columns: 99,
                    rows_in_odd_columns: 99,
                    ..ok
                },
                LayoutFault::Hexes,
            ),
        ];
        for (l, fault) in faults {
            assert_eq!(l.check(), Err(fault));
        }
    }
}
