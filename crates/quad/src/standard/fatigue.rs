//! Section 13, fatigue.

use super::cards::{Face, LeaderId};
use super::position::{Position, leader_members};
use super::{Battle, Variant};

impl<R: Variant> Battle<R> {
    /// E-129, Q-75
    #[inline]
    pub(crate) fn fatigued(&self, p: &Position) -> bool {
        p.turn >= self.settings.tired_from
    }

    /// What a unit may spend in a move that has entered a hex or not, and strayed from the way home or not. E-130, Q-75;
    /// a disorganised unit keeps its two points (E-68, Q-129).
    #[inline]
    pub(crate) fn limit(&self, p: &Position, face: &Face, entered: bool, strayed: bool) -> u8 {
        if !self.fatigued(p) || (entered && !strayed) || face.disorganised() {
            face.allowance
        } else {
            self.half(face.allowance)
        }
    }

    #[inline]
    fn half(&self, allowance: u8) -> u8 {
        if self.settings.whole_halves {
            allowance / 4 * 2
        } else {
            allowance / 2
        }
    }

    /// The same for the leaders of a move: the least that any of them may spend.
    #[inline]
    pub(crate) fn leader_limit(&self, p: &Position, leaders: u16, entered: bool, strayed: bool) -> u8 {
        let allowance = |l: LeaderId| self.leaders[usize::from(l)].allowance;
        let least = leader_members(leaders).map(allowance).min().unwrap_or(u8::MAX);
        if !self.fatigued(p) || (entered && !strayed) {
            least
        } else {
            self.half(least)
        }
    }
}
