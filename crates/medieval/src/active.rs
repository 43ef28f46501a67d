//! The activation under way.

use crate::cards::{MAX_UNITS, UnitId};
use crate::position::{Goals, Piece, Reactions};
use std::ops::{Deref, DerefMut};

/// How far a piece has come in its activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct March {
    /// Sixths left.
    pub mp: u8,
    pub spent: bool,
    pub steps: u8,
    /// Every step so far was a road step.
    pub all_road: bool,
    pub extra_used: bool,
    /// It stands where it began, or came by a road step. M-48
    pub by_road: bool,
    pub turned: bool,
    pub stopped: bool,
    /// It goes on through a zone of control: the next hex costs one more. M-26
    pub pressing: bool,
    /// Its movement is over whatever it has left.
    pub over: bool,
}

impl March {
    pub fn begin(mp: u8) -> March {
        March {
            mp,
            spent: false,
            steps: 0,
            all_road: true,
            extra_used: false,
            by_road: true,
            turned: false,
            stopped: false,
            pressing: false,
            over: false,
        }
    }
}

/// The activation under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Active {
    pub piece: Piece,
    pub march: March,
    /// No more W2 and W3 in this activation.
    pub passed: bool,
    /// It has entered a hex since the other side was last asked.
    pub news: bool,
    /// The reactions the other side knows of: unit and what its shot or charge would be.
    pub noted: Reactions,
    /// The shiltrons it must go for, and how near it can come to them; unknown again after anything that happens to
    /// somebody. SR-B6
    pub goals: Goals,
    pub wanted: Option<u16>,
}

impl Active {
    pub fn begin(piece: Piece, mp: u8) -> Active {
        Active {
            piece,
            march: March::begin(mp),
            passed: false,
            news: false,
            noted: [0; MAX_UNITS],
            goals: Goals::new(),
            wanted: None,
        }
    }

    pub fn is(&self, unit: UnitId) -> bool {
        self.piece == Piece::Unit(unit)
    }

    /// Every byte that matters, in a fixed order.
    pub fn write(&self, out: &mut Vec<u8>) {
        self.piece.write(out);
        out.extend([self.mp, self.steps]);
        for flag in [
            self.spent,
            self.all_road,
            self.extra_used,
            self.by_road,
            self.turned,
            self.stopped,
            self.pressing,
            self.over,
            self.passed,
            self.news,
        ] {
            out.push(flag.into());
        }
        for (unit, what) in (0u8..).zip(self.noted).filter(|(_, what)| *what != 0) {
            out.extend([unit, what]);
        }
        for goal in &self.goals {
            out.extend(goal.0.to_le_bytes());
        }
        out.extend(self.wanted.unwrap_or(u16::MAX).to_le_bytes());
    }
}

impl Deref for Active {
    type Target = March;

    fn deref(&self) -> &March {
        &self.march
    }
}

impl DerefMut for Active {
    fn deref_mut(&mut self) -> &mut March {
        &mut self.march
    }
}
