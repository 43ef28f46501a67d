//! Section 13, fatigue.

use super::Battle;
use super::cards::{Face, LeaderId};
use super::options::FatigueFrom;
use super::position::{Position, leader_members};

impl Battle {
    /// E-129
    #[inline]
    pub(super) fn fatigued(&self, p: &Position) -> bool {
        match self.options.fatigue_from {
            FatigueFrom::Nine => p.turn >= 9,
            FatigueFrom::Eight => p.turn >= 8,
            FatigueFrom::Never => false,
        }
    }

    /// What a unit may spend in a move that has entered a hex or not, and strayed from the way home or not. E-130;
    /// a disorganised unit keeps its two points (E-68).
    #[inline]
    pub(super) fn limit(&self, p: &Position, face: &Face, entered: bool, strayed: bool) -> u8 {
        if !self.fatigued(p) || (entered && !strayed) || face.disorganised() {
            face.allowance
        } else {
            face.allowance / 2
        }
    }

    /// The same for the leaders of a move: the least that any of them may spend.
    #[inline]
    pub(super) fn leader_limit(&self, p: &Position, leaders: u16, entered: bool, strayed: bool) -> u8 {
        let allowance = |l: LeaderId| self.leaders[usize::from(l)].allowance;
        let least = leader_members(leaders).map(allowance).min().unwrap_or(u8::MAX);
        if !self.fatigued(p) || (entered && !strayed) {
            least
        } else {
            least / 2
        }
    }
}
