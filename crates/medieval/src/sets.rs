//! Sets of units and of hexes, a bit for each.

use crate::cards::{MAX_HEXES, UnitId};
use board::Hex;

/// A set of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Set(pub [u64; 4]);

impl Set {
    pub const EMPTY: Set = Set([0; 4]);

    #[inline]
    pub fn has(&self, id: UnitId) -> bool {
        self.0[usize::from(id >> 6)] >> (id & 63) & 1 != 0
    }

    #[inline]
    pub fn add(&mut self, id: UnitId) {
        self.0[usize::from(id >> 6)] |= 1 << (id & 63);
    }

    #[inline]
    pub fn drop(&mut self, id: UnitId) {
        self.0[usize::from(id >> 6)] &= !(1 << (id & 63));
    }

    pub fn count(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    #[inline]
    #[must_use]
    pub fn and(&self, other: &Set) -> Set {
        Set(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    #[inline]
    #[must_use]
    pub fn without(&self, other: &Set) -> Set {
        Set(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    #[inline]
    #[must_use]
    pub fn or(&self, other: &Set) -> Set {
        Set(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Lowest first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = UnitId> + use<> {
        let mut words = self.0;
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < 4 {
                if words[at] != 0 {
                    let id = (at as u32 * 64 + words[at].trailing_zeros()) as UnitId;
                    words[at] &= words[at] - 1;
                    return Some(id);
                }
                at += 1;
            }
            None
        })
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        for word in self.0 {
            out.extend(word.to_le_bytes());
        }
    }
}

/// A set of hexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexSet([u64; HexSet::WORDS]);

// The last bit is nobody's: it is asked for hexes off the map.
const _: () = assert!(!MAX_HEXES.is_multiple_of(64));

impl HexSet {
    const WORDS: usize = MAX_HEXES.div_ceil(64);
    pub const EMPTY: HexSet = HexSet([0; HexSet::WORDS]);

    pub fn of(hexes: &[Hex]) -> HexSet {
        let mut set = HexSet::EMPTY;
        hexes.iter().for_each(|h| set.add(*h));
        set
    }

    pub fn add(&mut self, hex: Hex) {
        self.0[hex.index() / 64] |= 1 << (hex.index() % 64);
    }

    #[inline]
    pub fn has(&self, hex: Hex) -> bool {
        let word = self.0[(hex.index() / 64).min(HexSet::WORDS - 1)];
        word >> (hex.index() % 64) & 1 != 0
    }

    pub fn drop(&mut self, hex: Hex) {
        self.0[hex.index() / 64] &= !(1 << (hex.index() % 64));
    }

    /// Lowest first.
    pub fn iter(&self) -> impl Iterator<Item = Hex> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut word = *word;
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros();
                    word &= word - 1;
                    Hex((at as u32 * 64 + bit) as u16)
                })
            })
        })
    }
}
