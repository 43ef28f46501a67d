//! Flags of a unit, and its reasons to test morale, as bits.

/// A set of flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks(pub u16);

impl Marks {
    pub const DISORDERED: Marks = Marks(1);
    /// It fled and was rallied once (L-101).
    pub const RALLIED: Marks = Marks(1 << 1);
    pub const HIDDEN: Marks = Marks(1 << 2);
    /// It began this player turn hidden (L-84).
    pub const WAS_HIDDEN: Marks = Marks(1 << 3);
    /// It has had its order (LR-13).
    pub const ORDERED: Marks = Marks(1 << 4);
    /// It failed a control test in its order and may still go straight ahead (LR-13).
    pub const FAILED: Marks = Marks(1 << 5);
    /// It moved in its own latest turn.
    pub const MOVED: Marks = Marks(1 << 6);
    /// It pivoted in its own latest turn.
    pub const PIVOTED: Marks = Marks(1 << 7);
    pub const SHOT: Marks = Marks(1 << 8);
    /// It was rallied this turn from flight or pursuit and may not be ordered (LR-29).
    pub const HALTED: Marks = Marks(1 << 9);
    /// It has tried to rally this turn.
    pub const TRIED: Marks = Marks(1 << 10);
    /// Fleeing friends ran through it this player turn (L-100).
    pub const RUN_THROUGH: Marks = Marks(1 << 11);

    pub fn has(self, mark: Marks) -> bool {
        self.0 & mark.0 != 0
    }

    pub fn set(&mut self, mark: Marks) {
        self.0 |= mark.0;
    }

    pub fn clear(&mut self, mark: Marks) {
        self.0 &= !mark.0;
    }

    #[must_use]
    pub const fn and(self, mark: Marks) -> Marks {
        Marks(self.0 | mark.0)
    }
}

/// Reasons to test: bit `n` stands for line L-`n + 82` of the sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Triggers(pub u16);

impl Triggers {
    const FIRST: u8 = 82;

    /// By its line of the sheet, 82 to 92.
    pub fn set(&mut self, line: u8) {
        self.0 |= 1 << (line - Triggers::FIRST);
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lines, ascending.
    pub fn lines(self) -> impl Iterator<Item = u8> {
        (0..11)
            .filter(move |n| self.0 & (1 << n) != 0)
            .map(|n| n + Triggers::FIRST)
    }
}
