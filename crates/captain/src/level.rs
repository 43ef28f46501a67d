//! How well a captain plays: five levels on one code path, which differ in what they may spend and how sure their judgement is.

use crate::{Card, Rng};

/// A level of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    pub card: Card,
    /// From 0, the first opponent, to 4, the best.
    pub rank: u8,
    /// Of the evaluations that the best may spend on a decision, in thousandths.
    pub effort: u32,
    /// Of the options that the best looks at for each piece, in thousandths.
    pub breadth: u32,
    /// How far its judgement of a plan is out, in thousandths of a point or what the system counts instead. The dice are the same for all.
    pub error: u32,
    /// Whether it thinks of the enemy's answer.
    pub foresight: bool,
}

pub const LEVELS: [Level; 5] = [
    Level {
        card: Card {
            name: "beginner",
            words: "a patient first opponent: sees little and misjudges much",
        },
        rank: 0,
        effort: 20,
        breadth: 350,
        error: 12_000,
        foresight: false,
    },
    Level {
        card: Card {
            name: "easy",
            words: "thinks of its own move alone, and errs",
        },
        rank: 1,
        effort: 60,
        breadth: 500,
        error: 5_000,
        foresight: false,
    },
    Level {
        card: Card {
            name: "medium",
            words: "plans a turn, and sees the plainest answers",
        },
        rank: 2,
        effort: 120,
        breadth: 650,
        error: 2_000,
        foresight: true,
    },
    Level {
        card: Card {
            name: "hard",
            words: "plans a turn and the enemy's answer",
        },
        rank: 3,
        effort: 400,
        breadth: 800,
        error: 500,
        foresight: true,
    },
    Level {
        card: Card {
            name: "expert",
            words: "searches the most plans of a turn, and the enemy's answer",
        },
        rank: 4,
        effort: 1000,
        breadth: 1000,
        error: 0,
        foresight: true,
    },
];

/// How often each level, the weakest first, decides without a thought, in thousandths. What tells levels apart differs from game to
/// game, so each system has its own.
pub type Slips = [u32; LEVELS.len()];

impl Level {
    /// The best there is.
    pub const BEST: Level = LEVELS[4];

    /// This level's part of a number of evaluations; at least one.
    pub fn evaluations(&self, most: u32) -> u32 {
        (most * self.effort / 1000).max(1)
    }

    /// This level's part of a number of options; at least two, so that there is something to choose.
    pub fn options(&self, most: usize) -> usize {
        (most * self.breadth as usize / 1000).max(2)
    }

    /// Whether it takes anything that comes to its mind now; `often` is how often each level does, in thousandths.
    pub fn slips(&self, often: &Slips, rng: &mut Rng) -> bool {
        let often = often[usize::from(self.rank)];
        often > 0 && rng.below(1000) < often as usize
    }

    /// An error of judgement between the two ends, of a system in which `point` is a point.
    pub fn misjudges(&self, rng: &mut Rng, point: i64) -> i64 {
        let most = i64::from(self.error) * point / 1000;
        match most {
            0 => 0,
            most => rng.below(2 * most as usize + 1) as i64 - most,
        }
    }
}
