//! Section 14, victory.

use super::cards::{ENGLISH, SCOTS, Show, UnitId};
use super::position::{Position, Stage};
use super::tables::LEVELS;
use super::{Battle, Variant};
use kernel::{Cite, Verdict};

/// A Scottish lead below this is an English victory of some level.
pub(crate) const SCOTS_WIN: i32 = 20;

pub(crate) fn level(lead: i32) -> &'static str {
    let found = LEVELS.iter().find(|(least, _)| lead >= *least);
    found.map_or("", |(_, name)| name)
}

impl<R: Variant> Battle<R> {
    /// E-133, Q-130: what the enemy gets for this unit as it now is.
    pub(crate) fn worth(&self, p: &Position, unit: UnitId) -> i32 {
        if self.face(p, unit).show == Show::Dismounted {
            return self.settings.dismounted_points;
        }
        self.card(unit).victory_points
    }

    pub(crate) fn scottish_lead(&self, p: &Position) -> i32 {
        i32::from(p.score[SCOTS.index()]) - i32::from(p.score[ENGLISH.index()])
    }

    /// What is still missing, in a few words.
    pub(crate) fn goal(&self, p: &Position) -> String {
        let now = match self.scottish_lead(p) {
            lead if lead < 0 => format!("{} behind", -lead),
            lead => lead.to_string(),
        };
        format!("Scots need a lead of {SCOTS_WIN}, else English win; now {now}")
    }

    /// E-134, Q-131
    pub(crate) fn victory(&self, p: &Position) -> Option<Verdict> {
        if p.stage != Stage::Over {
            return None;
        }
        let lead = self.scottish_lead(p);
        Some(Verdict {
            winner: Some(if lead >= SCOTS_WIN { SCOTS } else { ENGLISH }),
            level: level(lead).into(),
            score: p.score.map(i32::from),
            cite: Cite(R::CITES.victory),
            next: None,
        })
    }
}
