//! The end of the game. M-192, MR-57, MR-58

use crate::Battle;
use crate::cards::{Kind, LeaderId, UnitId};
use crate::event::{Ending, Event};
use crate::position::{Banner, Place, Position, Stage};
use board::Hex;
use kernel::{Cite, Log, Side, Verdict};

/// Points of a side for something.
#[derive(Clone, Debug)]
pub struct Points {
    pub side: Side,
    pub points: i32,
    pub what: What,
}

#[derive(Clone, Debug)]
pub enum What {
    /// Each of these enemy leaders who is dead.
    Leaders(Vec<LeaderId>),
    /// Each enemy unit of these kinds that is eliminated.
    Units(Vec<Kind>),
    Banner,
    /// A regular unit on one of the hexes and no enemy on any.
    Captured(Vec<Hex>),
    /// An own field unit on one of the hexes.
    Held(Vec<Hex>),
    /// No enemy field unit on any of the hexes.
    Free(Vec<Hex>),
    /// The leader left by the western edge, or did not. SR-B5
    LeftWest(bool),
}

/// What ends the game at once in favour of a side.
#[derive(Clone, Debug)]
pub struct Automatic {
    pub side: Side,
    /// The region it is about, as its file names it.
    pub region: Option<String>,
    pub what: Trigger,
}

#[derive(Clone, Debug)]
pub enum Trigger {
    LeadersDead(Vec<LeaderId>),
    /// No enemy field unit on the hexes.
    Cleared(Vec<Hex>),
}

impl Battle {
    /// Points with which each side begins, as its players have agreed.
    pub fn give(&mut self, points: [i32; 2]) {
        self.handicap = points;
        for (own, more) in self.head_start.iter_mut().zip(points) {
            *own += more;
        }
    }

    fn stands(&self, p: &Position, side: Side, hexes: &[Hex]) -> bool {
        p.army[side.index()]
            .and(&p.on_map)
            .iter()
            .any(|u| hexes.contains(&p.unit(u).hex))
    }

    /// Points as things stand.
    pub(crate) fn score_of(&self, p: &Position) -> [i32; 2] {
        let mut score = self.head_start;
        for rule in &self.points {
            score[rule.side.index()] += rule.points * self.times(p, rule);
        }
        score
    }

    /// How often a side has the points of a rule as things stand.
    pub(crate) fn times(&self, p: &Position, rule: &Points) -> i32 {
        let enemy = rule.side.other();
        match &rule.what {
            What::Leaders(who) => {
                let dead = who
                    .iter()
                    .filter(|l| p.leader(**l).place == Place::Eliminated && p.leader(**l).side == enemy);
                dead.count() as i32
            }
            What::Units(kinds) => {
                let dead = |u: &UnitId| p.unit(*u).place == Place::Eliminated && kinds.contains(&self.card(*u).kind);
                p.army[enemy.index()].iter().filter(dead).count() as i32
            }
            What::Banner => i32::from(matches!(p.banners[enemy.index()], Banner::Captured(_))),
            What::Captured(hexes) => {
                let own = p.army[rule.side.index()].and(&p.on_map);
                let regular = |u: UnitId| self.card(u).class.is_regular() && hexes.contains(&p.unit(u).hex);
                i32::from(own.iter().any(regular) && !self.stands(p, enemy, hexes))
            }
            What::Held(hexes) => i32::from(self.stands(p, rule.side, hexes)),
            What::Free(hexes) => i32::from(!self.stands(p, enemy, hexes)),
            What::LeftWest(left) => i32::from(p.left_west == *left),
        }
    }

    /// Looked at after every leader's death.
    pub(crate) fn leaders_all_dead(&self, p: &mut Position, _log: &mut impl Log<Event>) {
        for rule in &self.automatic {
            if self.are_dead(p, rule) {
                p.winner = Some(rule.side);
            }
        }
    }

    /// The leaders whose death ends the battle by this rule. One who has left the field by a scenario rule, or changed sides, is left out
    /// of the count.
    fn counted<'a>(&'a self, p: &'a Position, rule: &'a Automatic) -> impl Iterator<Item = LeaderId> + 'a {
        let who = match &rule.what {
            Trigger::LeadersDead(who) => who.as_slice(),
            Trigger::Cleared(_) => &[],
        };
        let counts = |l: &LeaderId| p.leader(*l).place != Place::Removed && p.leader(*l).side != rule.side;
        who.iter().copied().filter(counts)
    }

    /// Whether they all are.
    fn are_dead(&self, p: &Position, rule: &Automatic) -> bool {
        let mut counted = self.counted(p, rule).peekable();
        counted.peek().is_some() && counted.all(|l| p.leader(l).place == Place::Eliminated)
    }

    /// Who has won and by what, for the story.
    pub(crate) fn ending(&self, p: &Position) -> Ending {
        let ended = |rule: &Automatic| {
            let dead: Vec<LeaderId> = match self.are_dead(p, rule) {
                true => self.counted(p, rule).collect(),
                false => Vec::new(),
            };
            let clear = matches!(&rule.what, Trigger::Cleared(hexes) if !self.stands(p, rule.side.other(), hexes));
            (p.winner == Some(rule.side) && (clear || !dead.is_empty())).then_some(dead)
        };
        let mut rules = self.automatic.iter().enumerate();
        Ending {
            at_once: rules.find_map(|(i, rule)| ended(rule).map(|dead| (i, dead))),
            winner: self.winner(p),
            score: self.score_of(p),
        }
    }

    /// At once, unless points were given; else whoever has more points.
    pub(crate) fn winner(&self, p: &Position) -> Option<Side> {
        let [scots, english] = self.score_of(p);
        self.at_once(p).or(match scots.cmp(&english) {
            std::cmp::Ordering::Greater => Some(Side::One),
            std::cmp::Ordering::Less => Some(Side::Two),
            std::cmp::Ordering::Equal => None,
        })
    }

    fn at_once(&self, p: &Position) -> Option<Side> {
        p.winner.filter(|_| !self.is_handicapped())
    }

    pub(crate) fn is_handicapped(&self) -> bool {
        self.handicap != [0; 2]
    }

    /// Phase 9; counts only once an enemy has been there. MR-57
    pub(crate) fn look_at_regions(&self, p: &mut Position) {
        for rule in &self.automatic {
            let Trigger::Cleared(hexes) = &rule.what else {
                continue;
            };
            let there = self.stands(p, rule.side.other(), hexes);
            if !there && p.trodden {
                p.winner = Some(rule.side);
            }
            p.trodden |= there;
        }
    }

    /// At set-up. MR-57
    pub(crate) fn trodden_at_start(&self, p: &Position) -> bool {
        self.automatic.iter().any(|rule| match &rule.what {
            Trigger::Cleared(hexes) => self.stands(p, rule.side.other(), hexes),
            Trigger::LeadersDead(_) => false,
        })
    }

    /// What it takes to win, in a few words.
    pub(crate) fn goal(&self, p: &Position) -> String {
        let [scots, english] = self.score_of(p);
        let now = match scots.cmp(&english) {
            std::cmp::Ordering::Greater => format!("the {} lead by {}", crate::side_name(Side::One), scots - english),
            std::cmp::Ordering::Less => format!("the {} lead by {}", crate::side_name(Side::Two), english - scots),
            std::cmp::Ordering::Equal => "nobody leads".into(),
        };
        format!("Most points after turn {} win; now {now}", self.last_turn)
    }

    pub(crate) fn victory(&self, p: &Position) -> Option<Verdict> {
        if p.stage != Stage::Over {
            return None;
        }
        let winner = self.winner(p);
        let level = match (self.at_once(p), winner) {
            (Some(side), _) => format!("Automatic victory of the {}", crate::side_name(side)),
            (None, Some(side)) => format!("Victory of the {}", crate::side_name(side)),
            (None, None) => "Draw".into(),
        };
        Some(Verdict {
            winner,
            level,
            score: self.score_of(p),
            cite: Cite("M-192"),
            next: self.sequel(p),
        })
    }
}
