//! What a skilled hand knows beyond where to strike: the way around a wall or over it. Shooting on the move, coming nearer where no
//! shot can hit and taking another weapon in hand before the enemy comes were tried together and did not make it stronger.

use super::skill::Aim;
use crate::battle::{AreaKind, Battle};
use crate::choice::{ChitEntry, MoveEntry};
use crate::ground::Grade;
use crate::listing::Plan;
use crate::moves::Seen;
use crate::position::{Id, Position};
use crate::troops::{Chit, Pace};
use board::table::{Angle, Hull, Point, Segment, Way, in_common};

/// Past an end or a corner one keeps so far from it, beyond one's base.
const CLEAR: i32 = 250;
/// What a way that is barred again beyond its bend is longer by, as far as can be told.
const BARRED: i64 = 12_000;

fn far(from: Point, to: Point) -> i64 {
    from.squared(to).isqrt()
}

impl Battle {
    /// Where a base goes first that is to come to a place and cannot go straight: past the end of a line or the corner of a house.
    /// With the length of the whole way.
    fn bend(&self, radius: i32, from: Point, to: Point) -> Option<(Point, i64)> {
        let past = |end: Point, away: Point| {
            let way = Angle::bearing(away, end)?;
            Some(end.plus(Way::along(way).shift(radius + CLEAR)))
        };
        let lines = self.lines.iter().filter(|line| line.stops());
        let ends = lines.flat_map(|line| {
            let [a, b] = line.segment.0;
            [past(a, b), past(b, a)]
        });
        let solid = |kind: AreaKind| matches!(kind, AreaKind::Building | AreaKind::Impassable);
        let corners = self.of_kind(solid).flat_map(|area| {
            let corners = area.shape.corners();
            // Out of the middle of the two corners that are not beside it.
            let middle = |at: usize| {
                let [x, y] = corners[at].to(corners[(at + corners.len() / 2) % corners.len()]);
                corners[at].plus([x / 2, y / 2])
            };
            (0..corners.len()).map(move |at| past(corners[at], middle(at)))
        });
        let open = |at: &Point| self.table.holds(at) && self.stopped_by(radius, from, *at).is_none();
        let length = |at: Point| {
            let barred = self.stopped_by(radius, at, to).is_some();
            far(from, at) + far(at, to) + if barred { BARRED } else { 0 }
        };
        let bends = ends.chain(corners).flatten().filter(open);
        bends.map(|at| (at, length(at))).min_by_key(|(_, length)| *length)
    }

    /// The line that a figure on its way to a place had better cross, and the bend of its way if it had better go around.
    fn barrier(&self, p: &Position, who: Id, to: Point) -> (Option<u8>, Option<Point>) {
        let figure = p.figure(who);
        let Some(line) = self.stopped_by(figure.radius(), figure.at, to) else {
            return (None, None);
        };
        let bend = self.bend(figure.radius(), figure.at, to);
        // Crossing takes a turn, in which one could have gone on.
        let walk = i64::from(self.rate(p, who, Pace::Walk, Grade::Level));
        let over = far(figure.at, to) + 2 * walk;
        let known = usize::from(line) < self.lines.len();
        match bend {
            Some((at, around)) if !known || around <= over => (None, Some(at)),
            _ => (known.then_some(line), None),
        }
    }

    /// The chit of a figure that has something in mind: over the line before it, if there is one.
    pub(super) fn craft_chit(&self, p: &Position, who: Id, aim: Aim) -> ChitEntry {
        let plain = self.chit_for(p, who, aim.plan);
        if self.in_contact(p, who) {
            return plain;
        }
        let enemy = aim.enemy.or_else(|| self.nearest_seen(p, who));
        let open = |chit: Chit| self.open_chits(p, who).find(|entry| entry.chit == chit);
        let goes = matches!(aim.plan, Plan::Advance | Plan::Charge);
        if let (true, Some(enemy)) = (goes, enemy)
            && let Some(line) = self.crossable(p, who, None)
            && self.faces_over(p, who, enemy, line)
            && self.barrier(p, who, p.figure(enemy).at).0 == Some(line)
            && let Some(cross) = open(Chit::Cross)
        {
            return cross;
        }
        plain
    }

    /// Whether a line lies between a figure and an enemy, with room beyond it.
    fn faces_over(&self, p: &Position, who: Id, enemy: Id, line: u8) -> bool {
        let figure = p.figure(who);
        let way = Segment([figure.at, p.figure(enemy).at]);
        let beyond = self.mirrored(line, figure.at);
        in_common(&self.lines[usize::from(line)].segment, &way) && self.is_free(p, who, figure.radius(), beyond)
    }

    /// The first part of a way around what bars it; `None`: straight on.
    pub(super) fn around(&self, p: &Position, who: Id, enemy: Id, charges: bool) -> Option<MoveEntry> {
        let (figure, to) = (p.figure(who), p.figure(enemy).at);
        let bend = self.barrier(p, who, to).1?;
        let (bearing, length) = (Angle::bearing(figure.at, bend)?, far(figure.at, bend) as i32);
        let tires = |pace: &Pace| *pace == Pace::Gallop || *pace == Pace::Run && !charges;
        let seen = Seen::default();
        let mut paces = self.paces(p, who).iter().filter(|pace| !tires(pace));
        paces.find_map(|pace| self.toward(p, who, (bearing, length, *pace), &seen))
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::choice::{Choice, Entry};

    fn before_a_wall(phase: &str, man: &str, wall: &str) -> (Battle, Position) {
        let figures = [
            format!("A1 a Soldier 6 {man} player"),
            "B1 b Soldier 6 @20,20 180.0 player".into(),
        ];
        let text = format!("phase = {phase:?}\nlines = [{wall:?}]\nfigures = {figures:?}");
        let setting: crate::case::Setting = toml::from_str(&text).expect("a setting");
        setting.build().expect("a position")
    }

    const AT_THE_ENEMY: Aim = Aim {
        plan: Plan::Advance,
        enemy: Some(1),
    };

    #[test]
    fn the_way_goes_past_the_nearer_end_of_a_wall() {
        let (battle, p) = before_a_wall("movement", "@20,12 0.0 chit=move", "wall Wall chest 18,15 30,15");
        let Some(MoveEntry::Path(_, legs, _)) = battle.around(&p, 0, 1, false) else {
            panic!("no way around");
        };
        // West of the end at 18, and up to the wall.
        assert!(legs[0].x() < 18_000 && legs[0].y() > 12_000, "{legs:?}");
    }

    #[test]
    fn who_stands_at_a_long_wall_climbs_it() {
        let (battle, p) = before_a_wall("action", "@20,14.5 0.0", "wall Wall waist 2,15 46,15");
        assert_eq!(battle.craft_chit(&p, 0, AT_THE_ENEMY).chit, Chit::Cross);
        // A line that is named by several words is read as it is written.
        let named = ChitEntry {
            line: Some(0),
            ..battle.craft_chit(&p, 0, AT_THE_ENEMY)
        };
        let mut battle = battle;
        battle.lines[0].name = "yard wall".into();
        let choice = Choice::Chits(vec![Entry { who: 0, what: named }]);
        assert_eq!(battle.read(&battle.write(&choice)), Ok(choice));
        // Where nothing is in the way he goes.
        let (battle, p) = before_a_wall("action", "@20,14.5 0.0", "wall Wall waist 2,30 46,30");
        assert_eq!(battle.craft_chit(&p, 0, AT_THE_ENEMY).chit, Chit::Move);
    }
}
