//! Line of sight between two points of the table, in words, and whom a unit could charge (LR-36, section 7).

use crate::battle::{AreaCard, AreaKind, Battle};
use crate::choice::Choice;
use crate::marks::Marks;
use crate::position::{Id, Phase, Position, State};
use board::Place;
use board::scene::{Lane, SightLine};
use board::table::{Angle, Point, Segment, Stance, first_common, inside, meets, more_inside};
use kernel::{Cite, Side};

impl Battle {
    /// As shots go from the first point to the second. Units that are hidden are nobody's business: they stop no sight here.
    pub(crate) fn sight_between(&self, p: &Position, from: Point, to: Point) -> SightLine {
        let line = Segment([from, to]);
        let (here, there) = (self.level(from), self.level(to));
        let stops = |unit: &Id| {
            let foot = self.foot(p, *unit);
            let over = self.level(p.unit(*unit).at.at);
            let above = (here > over && here > there) || there > over;
            let is_end = inside(&foot, from) || inside(&foot, to);
            let seen = !p.unit(*unit).is(Marks::HIDDEN);
            seen && !is_end && !self.card(*unit).is_skirmisher() && !above && meets(&line, &foot)
        };
        if let Some(unit) = p.ids().filter(|unit| p.unit(*unit).state.on_table()).find(stops) {
            return blocked(&self.card(unit).name, Some(self.drawn(&self.foot(p, unit))));
        }
        let covers = self.areas.iter().filter(|area| area.covers());
        if more_inside(line, covers.clone().map(|area| &area.shape), self.rulings.into_wood) {
            return self.blocked_first(line, covers, "a wood");
        }
        let hill =
            |area: &&AreaCard| area.kind == AreaKind::Hill && area.level > here.max(there) && meets(&line, &area.shape);
        let hills = self.areas.iter().filter(hill);
        if hills.clone().next().is_some() {
            return self.blocked_first(line, hills, "a hill");
        }
        SightLine {
            clear: true,
            words: "Clear".into(),
            cite: Cite("LR-36"),
            at: None,
        }
    }

    /// Blocked by the first of these that the line comes into, there.
    fn blocked_first<'a>(&self, line: Segment, areas: impl Iterator<Item = &'a AreaCard>, or: &str) -> SightLine {
        let [from, to] = line.0;
        let entries = areas
            .filter(|area| meets(&line, &area.shape))
            .filter_map(|area| Some((first_common(line, &area.shape)?, area)));
        let first = entries.min_by_key(|(at, _)| from.squared(*at));
        let name = first.map_or(or, |(_, area)| area.name.as_str());
        let facing = Angle::bearing(from, to).unwrap_or(Angle::AHEAD);
        let place = |at| Place::Table(self.table.pose(Stance { at, facing }));
        blocked(name, first.map(|(at, _)| place(at)))
    }

    /// Enemies that a unit could come into contact with by one order, each by the first that does it.
    pub(crate) fn charges_of(&self, p: &Position, side: Side, piece: &str) -> Vec<Lane> {
        let p = &*self.known_to(p, side);
        let Some(unit) = self.find_unit(piece).filter(|unit| self.side_of(*unit) == side) else {
            return Vec::new();
        };
        if p.phase != Phase::Movement || p.unit(unit).state == State::Unseen {
            return Vec::new();
        }
        let from = self.drawn(&self.foot(p, unit));
        let mut orders = Vec::new();
        self.list_orders(p, unit, &mut orders);
        let mut lanes: Vec<Lane> = Vec::new();
        for order in &orders {
            let Choice::Move {
                steps,
                contact: Some(enemy),
                ..
            } = order
            else {
                continue;
            };
            let target = &self.card(*enemy).id;
            if lanes.iter().any(|lane| *lane.target == **target) {
                continue;
            }
            if let Some((foot, _)) = self.after_move(p, unit, steps, Some(*enemy)) {
                lanes.push(Lane {
                    target: target.to_string(),
                    plan: vec![self.write(order)],
                    path: vec![from.clone(), self.drawn(&foot)],
                });
            }
        }
        lanes
    }
}

fn blocked(by: &str, at: Option<Place>) -> SightLine {
    SightLine {
        clear: false,
        words: format!("Blocked by {by}"),
        cite: Cite("LR-36"),
        at,
    }
}
