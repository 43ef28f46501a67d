//! The ground (TR-66): what it does to sight, cover, slopes and bases.

use crate::battle::{AreaCard, AreaKind, Battle, LineKind};
use crate::position::{Id, NOBODY, Position};
use board::table::{Hull, Point, Segment, distance, in_common, inside, more_inside};

/// What lies between two figures (TR-37).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sight {
    Clear,
    Obstructed,
    Blocked,
}

/// The worst slope of a way (TC-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    Level,
    Gentle,
    Steep,
}

fn edges(area: &AreaCard) -> impl Iterator<Item = Segment> + '_ {
    let corners = area.shape.corners();
    (0..corners.len()).map(move |i| Segment([corners[i], corners[(i + 1) % corners.len()]]))
}

impl Battle {
    pub(crate) fn of_kind<'a>(
        &'a self,
        wanted: impl Fn(AreaKind) -> bool + Clone + 'a,
    ) -> impl Iterator<Item = &'a AreaCard> + Clone {
        self.areas.iter().filter(move |area| wanted(area.kind))
    }

    pub fn is_in(&self, at: Point, wanted: impl Fn(AreaKind) -> bool + Clone) -> bool {
        self.of_kind(wanted).any(|area| inside(&area.shape, at))
    }

    /// Sight between centres.
    pub fn sight(&self, p: &Position, from: Id, to: Id) -> Sight {
        let line = Segment([p.figure(from).at, p.figure(to).at]);
        if self.is_walled(line) {
            return Sight::Blocked;
        }
        let woods = self.of_kind(|kind| kind == AreaKind::CloseWood).map(|area| &area.shape);
        if more_inside(line, woods.clone(), self.rulings.through_wood) {
            return Sight::Blocked;
        }
        let hedged = || {
            let hedges = self.lines.iter().filter(|line| line.kind == LineKind::Hedge);
            hedges.into_iter().any(|hedge| in_common(&hedge.segment, &line))
        };
        let third = |who: Id| {
            let figure = p.figure(who);
            who != from
                && who != to
                && figure.state.stands()
                && distance(&line, &figure.at).within(figure.radius() + self.rulings.obstructed)
        };
        if more_inside(line, woods, 0) || hedged() || p.ids().any(third) {
            return Sight::Obstructed;
        }
        Sight::Clear
    }

    pub fn sees(&self, p: &Position, from: Id, to: Id) -> bool {
        let line = Segment([p.figure(from).at, p.figure(to).at]);
        let woods = self.of_kind(|kind| kind == AreaKind::CloseWood).map(|area| &area.shape);
        !self.is_walled(line) && !more_inside(line, woods, self.rulings.through_wood)
    }

    /// Whether a line of sight goes through the outline of a building elsewhere than at a door or window.
    pub(crate) fn is_walled(&self, line: Segment) -> bool {
        self.walls_met(line).next().is_some()
    }

    /// The walls that stop a line of sight, each with the building it is of.
    pub(crate) fn walls_met(&self, line: Segment) -> impl Iterator<Item = (&AreaCard, Segment)> {
        self.of_kind(|kind| kind == AreaKind::Building)
            .filter(move |house| more_inside(line, [&house.shape], 0))
            .flat_map(|house| edges(house).map(move |edge| (house, edge)))
            .filter(move |(_, edge)| in_common(edge, &line) && !self.opens(*edge, line))
    }

    fn opens(&self, edge: Segment, line: Segment) -> bool {
        let openings = self
            .lines
            .iter()
            .filter(|opening| matches!(opening.kind, LineKind::Door | LineKind::Window));
        openings.into_iter().any(|opening| {
            let [a, b] = opening.segment.0;
            in_common(&edge, &a) && in_common(&edge, &b) && in_common(&opening.segment, &line)
        })
    }

    /// Whether the line of a shot goes through a window to a target in a building (T-94).
    pub fn through_window(&self, from: Point, to: Point) -> bool {
        let line = Segment([from, to]);
        let windows = self.lines.iter().filter(|opening| opening.kind == LineKind::Window);
        self.is_in(to, |kind| kind == AreaKind::Building) && windows.into_iter().any(|w| in_common(&w.segment, &line))
    }

    /// A line of these kinds within an inch of a point and between it and another.
    pub fn behind(&self, at: Point, other: Point, wanted: impl Fn(LineKind) -> bool) -> bool {
        let line = Segment([other, at]);
        let near = |card: &&crate::battle::LineCard| {
            wanted(card.kind) && distance(&card.segment, &at).within(1000) && in_common(&card.segment, &line)
        };
        self.lines.iter().any(|card| near(&card))
    }

    /// T-29: in a wood or a building, or behind a wall or hedge towards the nearest enemy.
    pub fn in_cover(&self, p: &Position, who: Id) -> bool {
        let at = p.figure(who).at;
        let walls = |kind| matches!(kind, LineKind::Hedge | LineKind::WaistWall | LineKind::ChestWall);
        self.is_in(at, |kind| matches!(kind, AreaKind::CloseWood | AreaKind::Building))
            || self
                .nearest(p, who)
                .is_some_and(|enemy| self.behind(at, p.figure(enemy).at, walls))
    }

    /// T-123: in a wood, on a stair, or with his base in a doorway.
    pub fn is_restricted(&self, p: &Position, who: Id) -> bool {
        let figure = p.figure(who);
        let doors = self.lines.iter().filter(|line| line.kind == LineKind::Door);
        self.is_in(figure.at, |kind| {
            matches!(kind, AreaKind::CloseWood | AreaKind::Stair { .. })
        }) || doors
            .into_iter()
            .any(|door| distance(&door.segment, &figure.at).within(figure.radius() + 20))
    }

    /// Whether one is at least a quarter of an inch farther up a slope or stair in which either stands (T-122).
    pub fn is_above(&self, p: &Position, who: Id, other: Id) -> bool {
        let (a, b) = (p.figure(who).at, p.figure(other).at);
        self.areas.iter().any(|area| {
            let (AreaKind::Slope { up, .. } | AreaKind::Stair { up }) = area.kind else {
                return false;
            };
            let [x, y] = up.forward();
            let way = b.to(a);
            let farther = i128::from(way[0]) * i128::from(x) + i128::from(way[1]) * i128::from(y);
            farther >= 250 * i128::from(board::table::ONE) && (inside(&area.shape, a) || inside(&area.shape, b))
        })
    }

    /// The worst slope that any part of a straight way lies on.
    pub fn grade(&self, way: Segment) -> Grade {
        let grades = self.areas.iter().filter_map(|area| {
            let grade = match area.kind {
                AreaKind::Slope { steep: false, .. } => Grade::Gentle,
                AreaKind::Slope { steep: true, .. } | AreaKind::Stair { .. } => Grade::Steep,
                _ => return None,
            };
            more_inside(way, [&area.shape], 0).then_some(grade)
        });
        grades.max().unwrap_or(Grade::Level)
    }

    /// Whether a base may go straight from one point to another. If not, the line that stops it, or nobody's.
    pub fn stopped_by(&self, radius: i32, from: Point, to: Point) -> Option<u8> {
        let way = Segment([from, to]);
        let near = way.bounds().grown(radius);
        let blocks = |barrier: Segment| {
            if !near.join(barrier.bounds()) || !distance(&way, &barrier).nearer_than(radius) {
                return false;
            }
            // Whoever stands nearer to it already may go along it or away from it.
            let before = distance(&from, &barrier);
            !before.nearer_than(radius) || in_common(&way, &barrier) || distance(&to, &barrier) < before
        };
        let lines = self.lines.iter().enumerate().filter(|(_, line)| line.stops());
        if let Some((at, _)) = lines.into_iter().find(|(_, line)| blocks(line.segment)) {
            return Some(at as u8);
        }
        let meets = |area: &AreaCard| near.join(area.shape.bounds()) && distance(&way, &area.shape).nearer_than(radius);
        let walled = self.areas.iter().any(|area| match area.kind {
            AreaKind::Building => edges(area).any(blocks),
            AreaKind::Impassable => meets(area),
            _ => false,
        });
        walled.then_some(NOBODY)
    }

    /// The storey on which a short step ends; `None`: it leaves a platform elsewhere than by its stair, or comes up through it.
    pub fn storey_after(&self, storey: u8, from: Point, to: Point) -> Option<u8> {
        let within =
            |wanted: fn(AreaKind) -> bool, at: Point| self.of_kind(wanted).any(|area| in_common(&area.shape, &at));
        let platform: fn(AreaKind) -> bool = |kind| matches!(kind, AreaKind::Platform(_));
        let stair: fn(AreaKind) -> bool = |kind| matches!(kind, AreaKind::Stair { .. });
        if storey == 0 {
            let under = self.is_in(from, platform);
            return match (self.is_in(to, platform), under) {
                (true, false) if within(stair, from) => Some(1),
                (false, true) if within(stair, to) => None,
                _ => Some(0),
            };
        }
        match (within(platform, to), within(stair, to)) {
            (true, _) => Some(1),
            (_, true) => Some(0),
            _ => None,
        }
    }

    /// The platform a figure on the upper storey stands on: its height in feet, and whether he is within half an inch of its edge.
    pub fn platform(&self, p: &Position, who: Id) -> Option<(&AreaCard, u16, bool)> {
        let figure = p.figure(who);
        if figure.storey == 0 {
            return None;
        }
        self.areas.iter().find_map(|area| match area.kind {
            AreaKind::Platform(height) if in_common(&area.shape, &figure.at) => {
                let near = edges(area).any(|edge| distance(&edge, &figure.at).within(500));
                Some((area, height, near))
            }
            _ => None,
        })
    }

    /// The mirror image of a point beyond a line, rounded.
    pub fn mirrored(&self, line: u8, at: Point) -> Point {
        let [a, b] = self.lines[usize::from(line)].segment.0;
        let (way, to) = (a.to(b), a.to(at));
        let square = i128::from(way[0]).pow(2) + i128::from(way[1]).pow(2);
        let along = i128::from(to[0]) * i128::from(way[0]) + i128::from(to[1]) * i128::from(way[1]);
        let part = |way: i64, to: i64| {
            // Twice the foot of the perpendicular less the point.
            let product = 2 * along * i128::from(way) - i128::from(to) * square;
            let size = (2 * product.abs() + square) / (2 * square);
            (if product < 0 { -size } else { size }) as i64
        };
        a.plus([part(way[0], to[0]), part(way[1], to[1])])
    }

    /// A line beside which a figure stands and which it can cross (TR-33, TC-18); the nearest if none is named.
    pub fn crossable(&self, p: &Position, who: Id, named: Option<u8>) -> Option<u8> {
        let figure = p.figure(who);
        let platform = self.platform(p, who);
        let on_edge = |segment: Segment| {
            platform
                .as_ref()
                .is_some_and(|(area, ..)| edges(area).any(|edge| segment.0.iter().all(|end| in_common(&edge, end))))
        };
        let beside = |at: &u8| {
            let line = &self.lines[usize::from(*at)];
            line.stops() && distance(&line.segment, &figure.at).within(figure.radius() + 20) && !on_edge(line.segment)
        };
        match named {
            Some(line) => (usize::from(line) < self.lines.len() && beside(&line)).then_some(line),
            None => {
                let all = (0..self.lines.len() as u8).filter(beside);
                all.min_by_key(|at| distance(&self.lines[usize::from(*at)].segment, &figure.at))
            }
        }
    }

    /// Whether no standing figure but himself would be overlapped there.
    pub fn is_free(&self, p: &Position, who: Id, radius: i32, at: Point) -> bool {
        let storey = p.figure(who).storey;
        p.ids().all(|other| {
            let figure = p.figure(other);
            let least = i64::from(radius + figure.radius() - 2);
            other == who || !figure.state.stands() || figure.storey != storey || at.squared(figure.at) >= least * least
        })
    }
}
