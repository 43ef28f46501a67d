//! Line of sight between two points of the table, in words, and whom a figure could come upon (TR-37, TR-30).

use crate::battle::{AreaKind, Battle, LineKind};
use crate::choice::{Choice, Entry, Line};
use crate::moves::Seen;
use crate::position::{Phase, Position};
use crate::troops::Chit;
use board::scene::{Lane, SightLine};
use board::table::{Angle, Point, Segment, Stance, distance, first_common, more_inside};
use kernel::{Cite, Rules, Side};

/// A figure whose base has this point is the one who looks, or is looked at.
const AT_END: i32 = 100;

impl Battle {
    /// As shots go between figures at these points.
    pub(crate) fn sight_between(&self, p: &Position, from: Point, to: Point) -> SightLine {
        let line = Segment([from, to]);
        let facing = Angle::bearing(from, to).unwrap_or(Angle::AHEAD);
        // Where the line comes to what is in its way: the first of them along it.
        let far = |at: &Point| from.squared(*at);
        let place = |at| Some(self.shown_at(Stance { at, facing }));
        let walls = self
            .walls_met(line)
            .filter_map(|(house, wall)| Some((first_common(line, &wall)?, house)));
        if let Some((at, house)) = walls.min_by_key(|(at, _)| far(at)) {
            return told(false, "Blocked by", &house.name, place(at));
        }
        let woods = self
            .of_kind(|kind| kind == AreaKind::CloseWood)
            .filter(|area| more_inside(line, [&area.shape], 0));
        let entered = woods
            .clone()
            .filter_map(|area| Some((first_common(line, &area.shape)?, area)));
        let wood = entered.min_by_key(|(at, _)| far(at));
        let thick = more_inside(line, woods.map(|area| &area.shape), self.rulings.through_wood);
        let obstructed = |name: &str, at| told(true, "Seen, but obstructed by", name, at);
        match wood {
            Some((at, wood)) if thick => return told(false, "Blocked by", &wood.name, place(at)),
            Some((at, wood)) => return obstructed(&wood.name, place(at)),
            None => {}
        }
        let hedges = self.lines.iter().filter(|line| line.kind == LineKind::Hedge);
        let crossed = hedges.filter_map(|hedge| Some((first_common(line, &hedge.segment)?, hedge)));
        if let Some((at, hedge)) = crossed.min_by_key(|(at, _)| far(at)) {
            return obstructed(&hedge.name, place(at));
        }
        let third = p.ids().find(|who| {
            let figure = p.figure(*who);
            let is_end = [from, to]
                .iter()
                .any(|end| figure.at.within(figure.radius() + AT_END, *end));
            figure.state.stands()
                && !is_end
                && distance(&line, &figure.at).within(figure.radius() + self.rulings.obstructed)
        });
        match third {
            Some(who) => obstructed(&self.card(who).name, Some(self.shown_at(p.figure(who).stance()))),
            None => told(true, "Clear", "", None),
        }
    }

    /// Enemies that a figure with a melee chit could be told to come upon.
    pub(crate) fn charges_of(&self, p: &Position, side: Side, piece: &str) -> Vec<Lane> {
        let p = &*self.known_to(p, side);
        let Some(who) = self.find(piece).filter(|who| self.side_of(*who) == side) else {
            return Vec::new();
        };
        let asked = p.phase == Phase::Movement && self.to_act(p).includes(side) && self.may_move(p, who);
        if !asked || !p.figure(who).has(Chit::Melee) {
            return Vec::new();
        }
        let from = self.shown_at(p.figure(who).stance());
        let enemies = self.standing_enemies(p, who);
        let lanes = enemies.filter_map(|enemy| {
            let what = self.against(p, who, enemy, true, &Seen::default())?;
            what.target()?;
            let to = self.shown_at(self.end_of(p, who, &what));
            Some(Lane {
                target: self.name(enemy).into(),
                plan: vec![self.write(&Choice::Line(Line::Move(Entry { who, what })))],
                path: vec![from.clone(), to],
            })
        });
        lanes.collect()
    }
}

fn told(clear: bool, words: &str, by: &str, at: Option<board::Place>) -> SightLine {
    SightLine {
        clear,
        words: format!("{words} {by}").trim_end().into(),
        cite: Cite("TR-37"),
        at,
    }
}
