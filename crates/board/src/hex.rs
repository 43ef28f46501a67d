//! A hex as the program knows it (a dense index) and as a person does (`CCRR`).

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Index of a hex in its map. Only the map that gave it can say where it lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hex(pub u16);

impl Hex {
    /// No hex: off the map, or not placed.
    pub const OFF: Hex = Hex(u16::MAX);

    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub const fn is_off(self) -> bool {
        self.0 == u16::MAX
    }

    #[inline]
    pub const fn is_on(self) -> bool {
        !self.is_off()
    }

    /// `None` instead of [`Hex::OFF`].
    #[inline]
    pub const fn on(self) -> Option<Hex> {
        if self.is_off() { None } else { Some(self) }
    }
}

impl Default for Hex {
    fn default() -> Self {
        Hex::OFF
    }
}

/// The printed name of a hex: two digits of column, two of row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HexName {
    pub col: u8,
    pub row: u8,
}

impl HexName {
    /// The name of [`Hex::OFF`]; it is written `off` and cannot be parsed back.
    pub const OFF: HexName = HexName {
        col: u8::MAX,
        row: u8::MAX,
    };
}

impl fmt::Display for HexName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == HexName::OFF {
            return f.pad("off");
        }
        write!(f, "{:02}{:02}", self.col, self.row)
    }
}

/// A text that is not a name; it says what a name looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadName(pub(crate) &'static str);

impl fmt::Display for BadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for BadName {}

impl FromStr for HexName {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        match text.as_bytes() {
            [a, b, c, d] if text.bytes().all(|x| x.is_ascii_digit()) => Ok(HexName {
                col: (a - b'0') * 10 + (b - b'0'),
                row: (c - b'0') * 10 + (d - b'0'),
            }),
            _ => Err(BadName("a hex is four digits, column then row, as in 0714")),
        }
    }
}

impl Serialize for HexName {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!("0714".parse(), Ok(HexName { col: 7, row: 14 }));
        assert_eq!(HexName { col: 7, row: 0 }.to_string(), "0700");
        for bad in ["", "714", "07145", "07a4", "-714", "٠٧١٤", "07 4"] {
            assert!(bad.parse::<HexName>().is_err(), "{bad}");
        }
    }
}
