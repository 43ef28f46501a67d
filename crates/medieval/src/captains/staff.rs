//! Where leaders ride: to their men, out of the enemy's reach, and for those who win by leaving, off the map.

use crate::cards::{LeaderId, MP};
use crate::ground::Mover;
use crate::position::{Edge, Place, Position};
use crate::victory::What;
use crate::{Battle, Choice, Piece};
use board::{Dir, Hex};
use kernel::Side;

/// Worth, in thousandths of a point. What the death of a leader costs besides its points: the morale of the army and strength of his men.
const MOURNED: i64 = 6000;
/// How likely it is that he dies, in hundredths: alone where an enemy can come; with men beside the enemy; with men who can be reached.
const ALONE: i64 = 45;
const BESIDE: i64 = 12;
const REACHED: i64 = 3;
/// For each unit in contact with the enemy that he helps, and most of them.
const HELPS: i64 = 250;
const HELPED: usize = 4;
/// For each hex nearer to his men, and to where he is to leave the map.
const NEARER: i64 = 15;
const LEAVING: i64 = 150;
/// A ride must gain so much: it tires him.
const WORTH_RIDING: i64 = 200;

/// What a leader knows of the field.
struct Field<'a> {
    battle: &'a Battle,
    p: &'a Position,
    side: Side,
    leader: LeaderId,
    /// What his death costs.
    life: i64,
    /// Where his leaving wins points.
    leaves: &'a [Hex],
}

impl Battle {
    /// The ride of a leader, if there is one that makes things better: the choices of it, from his activation on.
    pub(super) fn ride_of(&self, p: &Position, side: Side, leader: LeaderId) -> Option<Vec<Choice>> {
        let field = Field {
            battle: self,
            p,
            side,
            leader,
            life: self.life_of(p, leader),
            leaves: if self.wins_by_leaving(p, leader) {
                &self.special.western_edge
            } else {
                &[]
            },
        };
        let from = p.leader(leader).hex;
        let reach = field.reach(from);
        let here = field.worth(from) + WORTH_RIDING;
        let off = |at: &Reached| field.leaves.contains(&at.hex) && at.left >= MP;
        if let Some(at) = reach.iter().position(off) {
            let mut way = field.way(&reach, at);
            way.push(Choice::Exit(Edge::West));
            return Some(way);
        }
        let rated = (0..reach.len()).map(|at| (field.worth(reach[at].hex), at));
        // Of equal places the nearest, which was reached first.
        let (worth, at) = rated.max_by_key(|(worth, at)| (*worth, std::cmp::Reverse(*at)))?;
        (worth > here).then(|| {
            let mut way = field.way(&reach, at);
            way.push(Choice::Done);
            way
        })
    }

    /// How well a leader stands somewhere.
    pub(super) fn leader_stand(&self, p: &Position, side: Side, leader: LeaderId, hex: Hex) -> i64 {
        let field = Field {
            battle: self,
            p,
            side,
            leader,
            life: self.life_of(p, leader),
            leaves: &[],
        };
        field.worth(hex)
    }

    /// What the enemy gains by his death, in thousandths of a point.
    pub(super) fn life_of(&self, p: &Position, leader: LeaderId) -> i64 {
        let enemy = p.leader(leader).side.other();
        let rules = self.points.iter().filter(|rule| rule.side == enemy);
        let points = rules.map(|rule| match &rule.what {
            What::Leaders(who) if who.contains(&leader) => 1000 * i64::from(rule.points),
            _ => 0,
        });
        MOURNED + points.sum::<i64>()
    }

    pub(super) fn has_left_for_good(&self, p: &Position, leader: LeaderId) -> bool {
        p.left_west && self.leaders[usize::from(leader)].grand && p.leader(leader).side == crate::cards::ENGLISH
    }

    /// Whether his side gains points if he leaves the map. SR-B5
    pub(super) fn wins_by_leaving(&self, p: &Position, leader: LeaderId) -> bool {
        let card = &self.leaders[usize::from(leader)];
        let rule = self.points.iter().any(|rule| matches!(rule.what, What::LeftWest(_)));
        rule && card.grand && p.leader(leader).side == crate::cards::ENGLISH && !p.left_west
    }
}

/// A hex he can come to, with what he has left there.
struct Reached {
    hex: Hex,
    left: u8,
    /// Which of the reached he came from, and in which direction.
    from: usize,
    by: Option<Dir>,
}

/// What a leader has for his move. M-129
const RIDES: u8 = 10 * MP;

impl Field<'_> {
    /// Everything within a move, the cheapest way to each.
    fn reach(&self, from: Hex) -> Vec<Reached> {
        let mut found = vec![Reached {
            hex: from,
            left: RIDES,
            from: 0,
            by: None,
        }];
        let mut most = vec![0u8; crate::cards::MAX_HEXES];
        most[from.index()] = RIDES;
        let mut next = 0;
        while next < found.len() {
            let (hex, left) = (found[next].hex, found[next].left);
            // A cheaper way has been found since.
            if most[hex.index()] > left {
                next += 1;
                continue;
            }
            for d in Dir::ALL {
                let Ok(c) = self.battle.leader_crossing(self.p, self.leader, hex, d) else {
                    continue;
                };
                let friends = if self.p.holds(c.to, self.side) { MP } else { 0 };
                let cost = self.battle.step_cost(self.p, Mover::Leader, hex, &c) + friends;
                if cost < left && most[c.to.index()] < left - cost {
                    most[c.to.index()] = left - cost;
                    found.push(Reached {
                        hex: c.to,
                        left: left - cost,
                        from: next,
                        by: Some(d),
                    });
                }
            }
            next += 1;
        }
        found
    }

    fn way(&self, reach: &[Reached], to: usize) -> Vec<Choice> {
        let mut way = Vec::new();
        let mut at = to;
        while let Some(d) = reach[at].by {
            way.push(Choice::To(d));
            at = reach[at].from;
        }
        way.push(Choice::Activate(Piece::Leader(self.leader)));
        way.reverse();
        way
    }

    fn worth(&self, hex: Hex) -> i64 {
        let (battle, p) = (self.battle, self.p);
        let distance = |u| battle.map.distance(p.unit(u).hex, hex);
        let own = p.army[self.side.index()].and(&p.on_map);
        let enemies = p.army[self.side.other().index()].and(&p.on_map);
        let mut worth = 0;
        let reached = enemies
            .iter()
            .any(|e| distance(e) <= u16::from(battle.card(e).mp / MP) + 1);
        let beside = enemies.iter().any(|e| distance(e) <= 1);
        let risk = match p.holds(hex, self.side) {
            false if reached => ALONE,
            true if beside => BESIDE,
            true if reached => REACHED,
            _ => 0,
        };
        worth -= self.life * risk / 100;
        if !self.leaves.is_empty() {
            let far = self.leaves.iter().map(|h| battle.map.distance(*h, hex)).min();
            return worth - LEAVING * i64::from(far.unwrap_or(0));
        }
        let range = battle.leaders[usize::from(self.leader)].range();
        let fights = |u: &u8| {
            enemies
                .iter()
                .any(|e| battle.map.distance(p.unit(e).hex, p.unit(*u).hex) == 1)
        };
        let helped = own.iter().filter(|u| distance(*u) <= range).filter(fights).take(HELPED);
        worth += HELPS * helped.count() as i64;
        let his = |u: &u8| p.unit(*u).command == self.leader && p.unit(*u).place == Place::Map;
        let nearest = own.iter().filter(his).map(distance).min();
        worth - NEARER * i64::from(nearest.unwrap_or(0))
    }
}
