//! Why something is answered as it is: who is lost, which way a retreat goes, who pursues and how far, where troops look and come on,
//! whom reinforcements bring, where pits are dug.

use super::adjutant::{ALWAYS, NEVER, View};
use super::ways::Ways;
use crate::cards::{Class, LeaderId, NONE, UnitId};
use crate::position::{Form, Piece, Position, Set};
use crate::task::{Coming, Stride, Task, Walk};
use crate::{Battle, Choice, Target};
use board::{Dir, Hex, SideFacing};
use captain::Rng;
use kernel::Side;

/// For an enemy beside us whom we do not see, for each who stands before us, and for a friend at our side.
const BEHIND: i64 = 12;
const BEFORE: i64 = 6;
const FRIEND: i64 = 4;
/// For each hex farther from the enemy on a retreat, and from our leader.
const AWAY: i64 = 5;
const FROM_LEADER: i64 = 2;
/// One unit with bows for so many others is enough.
const OTHERS_TO_A_BOW: u32 = 2;
/// Hexes from the enemy at which scattered troops gather.
const SAFE: i64 = 2;

impl View<'_> {
    /// What an answer to an open question is worth, if it is about one of these.
    pub fn answer(&self, task: &Task, choice: &Choice) -> Option<i64> {
        let p = self.p;
        Some(match (*task, *choice) {
            (Task::Loss { .. }, Choice::Lose(unit))
            | (Task::Friend { .. }, Choice::Hit(unit))
            | (Task::Six { .. }, Choice::Six(unit)) => -self.dear(unit),
            (Task::Holder { .. }, Choice::Holder(unit)) => self.stout(unit),
            (Task::Combat(_), Choice::Fight(unit) | Choice::Check(unit) | Choice::Pursue(unit)) => self.stout(unit),
            // Who stands farthest back makes room for the others.
            (Task::Combat(_), Choice::Retreat(unit)) => self.ways.crow(p.unit(unit).hex),
            (Task::Combat(_), Choice::Ground(hex)) => i64::from(self.battle.cover(p, hex)),
            (Task::Walk { piece, walk, .. }, choice) => self.walk(piece, walk, choice),
            (
                Task::Face { unit, .. } | Task::Stride(Stride::FirstFace(unit) | Stride::LastFace(unit)),
                Choice::Face(d),
            ) => {
                // Whoever is not asked to turn keeps his charge.
                self.looking(p.unit(unit).hex, d) + i64::from(p.unit(unit).facing == d)
            }
            (Task::Window(_) | Task::Join, Choice::Countercharge(unit, _)) => self.countercharge(unit),
            (Task::Follow { unit, .. }, Choice::Follow(whom)) => self.following(unit, whom),
            (Task::Follow { .. }, Choice::Stay) => 0,
            // The leader who is left there dies. M-138
            (Task::Stride(Stride::Who), Choice::Advance(_, hex)) if self.battle.led(p, hex, self.side.other()) => {
                ALWAYS
            }
            (Task::Stride(Stride::Who), Choice::Advance(unit, hex)) => self.better(unit, hex),
            (Task::Stride(Stride::On(unit)), Choice::Enter(_)) => {
                self.better(unit, self.battle.map.neighbour(p.unit(unit).hex, p.unit(unit).facing))
            }
            (Task::Stride(_), Choice::Done) => 0,
            (Task::Place { piece, coming }, choice) => self.place(piece, coming, choice)?,
            _ => return None,
        })
    }

    /// What it promises to ride at whoever is on the move, before he arrives.
    fn countercharge(&self, unit: UnitId) -> i64 {
        let Some(active) = &self.p.active else {
            return -1;
        };
        let hex = self.p.piece_hex(active.piece);
        let mut rider = Set::EMPTY;
        rider.add(unit);
        self.battle.promise(&mut self.p.clone(), self.side, &rider, &[hex]) - self.conduct(unit).odds
    }

    /// What a unit costs us if it loses a point of strength: whoever has more left bears it, then whoever is worth least.
    fn dear(&self, unit: UnitId) -> i64 {
        let u = self.p.unit(unit);
        let last = if u.sp <= 1 { 2000 } else { 0 };
        last + 100 * self.battle.prize(self.side.other(), unit) + self.stout(unit)
    }

    /// How well it holds.
    fn stout(&self, unit: UnitId) -> i64 {
        10 * i64::from(self.p.unit(unit).sp) + 5 * i64::from(self.battle.card(unit).armour)
    }

    /// Which way a hex looks best: towards those who stand beside it, else towards the nearest.
    fn looking(&self, hex: Hex, facing: Dir) -> i64 {
        let mut total = 0;
        for d in Dir::ALL {
            let there = self.battle.map.neighbour(hex, d);
            if there.is_on() && self.p.holds(there, self.side.other()) {
                total += if SideFacing(facing).in_front(d) {
                    BEFORE
                } else {
                    -BEHIND
                };
            }
        }
        let ahead = self.battle.map.neighbour(hex, facing);
        let beyond = if ahead.is_on() {
            self.ways.crow(ahead).min(self.ways.march(ahead))
        } else {
            self.ways.crow(hex) + 1
        };
        4 * total - 2 * beyond
    }

    /// How good a hex is for a unit that comes there without a move of its own.
    fn stand(&self, unit: UnitId, hex: Hex) -> i64 {
        let bows = self.battle.card(unit).class.is_foot_ranged();
        let beside = |side: Side| {
            let near = Dir::ALL.into_iter().map(|d| self.battle.map.neighbour(hex, d));
            near.filter(|h| h.is_on() && self.p.holds(*h, side)).count() as i64
        };
        let pressed = (beside(self.side.other()) - 1 - beside(self.side)).max(0);
        let conduct = self.conduct(unit);
        let far = (self.ways.far(hex, bows) - conduct.wanted(bows)).abs();
        -conduct.nearer * far - BEHIND * pressed
    }

    /// What is gained by going there.
    fn better(&self, unit: UnitId, hex: Hex) -> i64 {
        if !hex.is_on() {
            return -1;
        }
        self.stand(unit, hex) - self.stand(unit, self.p.unit(unit).hex) - 1
    }

    /// Whether to go after whom: where few enemies stand at the end of the way, and never out of a ring of spears.
    fn following(&self, unit: UnitId, whom: UnitId) -> i64 {
        let trail = self.p.combat.trails.iter().find(|trail| trail.unit == whom);
        let Some(end) = trail.and_then(|trail| trail.path().last()) else {
            return -1;
        };
        if self.p.unit(unit).form == Form::Shiltron {
            return -1;
        }
        self.better(unit, end)
    }

    /// A step of a retreat or pursuit, or its end.
    fn walk(&self, piece: Piece, walk: Walk, choice: Choice) -> i64 {
        let here = self.p.piece_hex(piece);
        match (choice, piece, walk) {
            (Choice::To(d), Piece::Leader(_), _) => {
                let to = self.battle.map.neighbour(here, d);
                let men = i64::from(self.p.holds(to, self.side));
                AWAY * self.ways.crow(to).min(6) + 4 * AWAY * men - FROM_LEADER * self.nearest(self.side, to)
            }
            (Choice::To(d), Piece::Unit(unit), Walk::Retreat | Walk::Pit) => {
                self.falling_back(unit, self.battle.map.neighbour(here, d))
            }
            (Choice::To(d), Piece::Unit(unit), _) => self.better(unit, self.battle.map.neighbour(here, d)),
            (Choice::Exit(_), ..) => -ALWAYS / 2,
            _ => 0,
        }
    }

    /// Away from the enemy and near to a leader, not over our own foot and not into what takes the horse's strength.
    fn falling_back(&self, unit: UnitId, to: Hex) -> i64 {
        let (battle, p) = (self.battle, self.p);
        let horse = battle.horse.has(unit);
        let trampled = p.at(to).filter(|u| horse && !battle.horse.has(*u));
        let lost: i64 = trampled.map(|u| 100 + 100 * battle.prize(self.side.other(), u)).sum();
        let stumbles = horse && p.unit(unit).cf > 0 && battle.cover(p, to) > 0;
        let pits = battle.pit_on(to).is_some_and(|pit| horse && p.pits >> pit & 1 != 0);
        let leaders = p.leaders[..battle.leaders.len()].iter();
        let ours = leaders.filter(|l| l.side == self.side && l.on_map());
        let led = ours.map(|l| i64::from(battle.map.distance(l.hex, to))).min();
        AWAY * self.ways.crow(to).min(8)
            - FROM_LEADER * led.unwrap_or(0).min(8)
            - lost
            - 80 * i64::from(stumbles)
            - 60 * i64::from(pits)
    }

    /// A place on the map for a piece that comes there.
    fn place(&self, piece: Piece, coming: Coming, choice: Choice) -> Option<i64> {
        Some(match (choice, piece, coming) {
            (Choice::Put(hex, d, _), Piece::Unit(_), Coming::Regrouped) => {
                // Scattered troops are better off the field than where they are cut down at once.
                let safe = self.ways.crow(hex) >= SAFE && self.p.turn < self.battle.last_turn;
                let base = if safe { ALWAYS / 4 } else { NEVER };
                let friends = Dir::ALL.into_iter().map(|d| self.battle.map.neighbour(hex, d));
                let friends = friends.filter(|h| h.is_on() && self.p.holds(*h, self.side)).count() as i64;
                base + 20 * FRIEND * friends + 8 * self.ways.crow(hex).min(4) + self.looking(hex, d)
            }
            (Choice::Put(hex, d, _), Piece::Unit(unit), _) => {
                // Towards the enemy, where the way is free.
                let ahead = self.battle.map.neighbour(hex, d);
                let free = ahead.is_on() && self.battle.has_room(self.p, unit, ahead);
                20 * i64::from(free) - 10 * self.ways.march(hex) - 4 * self.ways.march(ahead)
            }
            (Choice::PutLeader(hex), Piece::Leader(leader), _) => {
                self.battle.leader_stand(self.p, self.side, leader, hex)
            }
            (Choice::Stay, ..) => 0,
            _ => return None,
        })
    }

    /// Who is brought on first: bows until there are enough, then the best foot and horse, under the leader nearest to where they come.
    pub fn wanted(&self, unit: UnitId, leader: LeaderId) -> i64 {
        let (battle, p) = (self.battle, self.p);
        let own = p.army[self.side.index()].and(&p.on_map);
        let bows = own.and(&battle.shooters).count();
        let enough = (bows + 1) * OTHERS_TO_A_BOW > own.without(&battle.horse).without(&battle.shooters).count();
        let card = battle.card(unit);
        let kind = match card.class {
            Class::Archer | Class::Crossbow | Class::Bombard if enough => 0,
            Class::Archer | Class::Crossbow | Class::Bombard => 100,
            _ => 10 * i64::from(card.armour) + i64::from(card.sp) + i64::from(card.mp / crate::cards::MP),
        };
        let entries = battle.reserve_of(unit).map_or(&[][..], |reserve| &reserve.hexes);
        let far = match leader {
            NONE => 0,
            leader if p.leader(leader).on_map() => {
                let there = p.leader(leader).hex;
                entries
                    .iter()
                    .map(|h| battle.map.distance(*h, there))
                    .min()
                    .unwrap_or(0)
            }
            // He is not there to lead them.
            _ => 200,
        };
        1000 * kind - i64::from(far)
    }

    /// What a target is worth.
    pub fn target(&self, target: Target) -> i64 {
        match target {
            Target::Piece(Piece::Unit(unit)) => {
                let weak = 3 - i64::from(self.battle.card(unit).armour);
                weak * (2 + self.battle.prize(self.side, unit)) * if self.p.unit(unit).sp == 1 { 2 } else { 1 }
            }
            Target::Piece(Piece::Leader(leader)) => 2 + self.battle.life_of(self.p, leader) / 1000,
            Target::Object(_) => 1,
        }
    }

    /// What a shot promises, roughly: the farther, the less.
    pub fn shot(&self, shooter: UnitId, target: Target) -> i64 {
        let far = match target {
            Target::Piece(piece) => {
                let from = self.p.unit(shooter).hex;
                i64::from(self.battle.map.distance(from, self.p.piece_hex(piece)))
            }
            Target::Object(_) => 4,
        };
        self.target(target) * (6 - far).max(1)
    }
}

impl Battle {
    /// What is done in set-up before it is called ready, if anything: better horse is taken where it may be chosen, and pits are dug.
    pub(super) fn arranged<'a>(
        &self,
        p: &Position,
        side: Side,
        choices: &'a [Choice],
        ways: &Ways,
        rng: &mut Rng,
    ) -> Option<&'a Choice> {
        let armour = |unit: UnitId| self.card(unit).armour;
        let better =
            |a: UnitId, b: UnitId| self.spares.has(b) && armour(b) > armour(a) && self.may_choose(p, a, b).is_ok();
        // The heaviest that is left for the lightest that can be given up.
        let swap = choices.iter().filter_map(|choice| match choice {
            Choice::Exchange(a, b) if better(*a, *b) => Some((armour(*b), choice)),
            _ => None,
        });
        if let Some((_, swap)) = swap.max_by_key(|(armour, _)| *armour) {
            return Some(swap);
        }
        let lighter = choices.iter().filter_map(|choice| match choice {
            Choice::Take(Piece::Unit(unit)) if self.spares.iter().any(|spare| better(*unit, spare)) => {
                Some((armour(*unit), choice))
            }
            _ => None,
        });
        if let Some((_, take)) = lighter.min_by_key(|(armour, _)| *armour) {
            return Some(take);
        }
        self.pits_to_dig(p, side, choices, ways, rng)
    }

    /// Where the next pits are dug: before our line on the enemy's way to it, not beside our own horse; one of the better half of the
    /// places, each as likely as the other, so that nobody can reckon with one. All are taken in hand, so that the number of choices
    /// tells nothing. MR-100
    fn pits_to_dig<'a>(
        &self,
        p: &Position,
        side: Side,
        choices: &'a [Choice],
        ways: &Ways,
        rng: &mut Rng,
    ) -> Option<&'a Choice> {
        let next = choices.iter().find_map(|choice| match choice {
            Choice::Pit(from, _) => Some(*from),
            _ => None,
        })?;
        let own = p.army[side.index()].and(&p.on_map);
        let distance = |u: UnitId, hex: Hex| i64::from(self.map.distance(p.unit(u).hex, hex));
        // The way from the enemy to our line by this hex.
        let way = |hex: Hex| {
            let line = own.iter().map(|u| distance(u, hex)).min().unwrap_or(0);
            ways.march(hex) + 2 * line
        };
        let beside = |hex: Hex| own.and(&self.horse).iter().any(|u| distance(u, hex) < 2);
        let mut good: Vec<(i64, &Choice)> = choices
            .iter()
            .filter_map(|choice| match choice {
                Choice::Pit(from, to) if *from == next && !beside(*to) => Some((way(*to), choice)),
                _ => None,
            })
            .collect();
        good.sort_by_key(|(way, _)| *way);
        good.truncate(good.len().div_ceil(2));
        let n = good.len();
        (n > 0).then(|| good[rng.below(n)].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Setting;

    /// What the English think of a small setting.
    fn seen<T>(setting: &str, ask: impl Fn(&View<'_>) -> T) -> T {
        let setting: Setting = toml::from_str(setting).unwrap();
        let (battle, p) = setting.build().unwrap();
        let ways = Ways::to_enemies(&battle, &p, crate::ENGLISH);
        ask(&View {
            battle: &battle,
            p: &p,
            side: crate::ENGLISH,
            profile: &vec![0; battle.units.len()],
            ways: &ways,
        })
    }

    #[test]
    fn the_way_over_a_river_is_the_way_to_the_bridge() {
        let setting = r#"units = ["A english INF0 @1011 N", "D scots INF0 @1010 S"]
            sides = { "1010-1011" = "river", "1010-0910" = "river", "1010-1110" = "river" }"#;
        let far = seen(setting, |view| {
            let here = view.p.unit(0).hex;
            (view.ways.crow(here), view.ways.march(here))
        });
        assert!(far.0 == 1 && far.1 > 1, "{far:?}");
    }

    #[test]
    fn whoever_may_look_anywhere_looks_at_the_enemy_beside_him() {
        let setting = r#"units = ["A english INF0 @1011 N", "D scots INF0 @1012 N", "E scots INF0 @1008 S"]"#;
        let looks = seen(setting, |view| {
            let here = view.p.unit(0).hex;
            Dir::ALL.into_iter().max_by_key(|d| view.looking(here, *d))
        });
        assert_eq!(looks, Some(Dir::S));
    }

    #[test]
    fn losses_are_borne_by_those_who_have_more_left() {
        let setting = r#"units = ["A english INF0 @1011 N sp=1", "B english INF2 @1012 N", "D scots INF0 @1009 S"]"#;
        assert!(seen(setting, |view| view.dear(0) > view.dear(1)));
    }

    #[test]
    fn bows_are_brought_until_there_are_enough() {
        let wanted = |bows: &str| {
            let setting = format!(
                r#"units = ["A english INF0 @1011 N", "B english INF0 @1111 N", "C english INF0 @1211 N", {bows}
                "F english INF2 @reserve", "G english ARCH @reserve", "D scots INF0 @1005 S"]
                reserve = ["english 6 INF2,ARCH @1522,2022"]"#
            );
            // The reserve stands before the last.
            seen(&setting, |view| {
                let last = view.battle.units.len() as UnitId - 1;
                [last - 2, last - 1].map(|unit| view.wanted(unit, NONE))
            })
        };
        let [foot, bows] = wanted("");
        assert!(bows > foot);
        let [foot, bows] = wanted(r#""X english ARCH @1012 N", "Y english ARCH @1112 N","#);
        assert!(foot > bows);
    }
}
