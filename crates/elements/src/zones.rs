//! Areas that a player may ask for: how far a commander is heard (LR-16), fronts that are minded (LR-25), and how far a weapon
//! reaches (LR-34, LR-35).

use crate::battle::Battle;
use crate::position::{Id, Position, State};
use crate::shooting::{file_stance, slope};
use crate::troops::Weapon;
use board::Shape;
use board::scene::Area;
use board::table::{Angle, Hull, ONE, Point, Stance};
use kernel::Cite;

/// So many tenths of a degree lie between two points of a drawn arc.
const ARC: usize = 50;

impl Battle {
    /// The command ranges of all that this position shows, the fronts that may not be crossed without a test, and the arcs of fire.
    pub fn areas_of(&self, p: &Position) -> Vec<Area> {
        let commanders = (0..self.commanders.len()).filter_map(|who| self.command_range(p, who));
        let minded = p
            .ids()
            .filter(|unit| p.unit(*unit).state == State::Steady && self.card(*unit).counts());
        let fronts = minded.map(|unit| {
            let zone = self.foot(p, unit).ahead(self.rulings.front_zone);
            self.area_of(unit, "front zones", "LR-25", zone.corners())
        });
        let shooters = p.ids().flat_map(|unit| self.arcs(p, unit));
        commanders.chain(fronts).chain(shooters).collect()
    }

    fn area_of(&self, unit: Id, kind: &'static str, cite: &'static str, outline: &[Point]) -> Area {
        Area {
            kind,
            side: self.side_of(unit),
            piece: Some(self.card(unit).id.to_string()),
            shape: Shape::Outline {
                outline: outline.iter().map(|at| self.shown(*at)).collect(),
            },
            cite: Cite(cite),
        }
    }

    fn command_range(&self, p: &Position, who: usize) -> Option<Area> {
        let card = &self.commanders[who];
        let at = self.commander_at(p, who)?;
        Some(Area {
            kind: "command ranges",
            side: card.side,
            piece: Some(card.id.to_string()),
            shape: Shape::Circle {
                centre: self.shown(at),
                radius: self.hearing(p, who) as u32,
            },
            cite: Cite("LR-16"),
        })
    }

    /// What a unit that could shoot may aim at: within its range, and within half of it where that makes a difference.
    pub fn arcs(&self, p: &Position, unit: Id) -> Vec<Area> {
        let state = p.unit(unit);
        let Some(weapon) = self.card(unit).lead().weapon() else {
            return Vec::new();
        };
        if state.state != State::Steady || p.in_contact(unit) {
            return Vec::new();
        }
        let far = self.area_of(unit, "firing arcs", "LR-34", &self.arc(p, unit, weapon.range));
        let half = || self.area_of(unit, "half range", "LR-35", &self.arc(p, unit, weapon.range / 2));
        let near = self.is_better_near(unit, weapon).then(half);
        [far].into_iter().chain(near).collect()
    }

    /// L-01 to L-07, L-15: more dice, or the longbow's better score, at half range or less.
    fn is_better_near(&self, unit: Id, weapon: Weapon) -> bool {
        weapon.quarters[0] != weapon.quarters[1] || self.card(unit).lead() == crate::troops::Troop::Longbow
    }

    /// From the left end of its front round to the right end: what its outer files reach, and straight between them.
    fn arc(&self, p: &Position, unit: Id, range: i32) -> Vec<Point> {
        let foot = self.foot(p, unit);
        let files = p.unit(unit).files.max(1);
        let [left, right] = [0, files - 1].map(|file| file_stance(&foot, file));
        let widest = self.widest(unit, range);
        let at = |from: Stance, tenths: i32| {
            let facing = from.facing.turned(tenths);
            Stance { facing, ..from }.moved(range).at
        };
        let turns: Vec<i32> = (0..widest).step_by(ARC).chain([widest]).collect();
        let corners = foot.corners();
        let mut outline = vec![corners[0]];
        outline.extend(turns.iter().rev().map(|tenths| at(left, -tenths)));
        outline.extend(turns.iter().map(|tenths| at(right, *tenths)));
        outline.push(corners[1]);
        outline
    }

    /// The widest angle at which something at this range is within the arc of a file (LR-34).
    fn widest(&self, unit: Id, range: i32) -> i32 {
        let slope = slope(self.card(unit));
        let [sideways, forward] = [slope.sideways, slope.forward].map(i64::from);
        let half = i64::from(crate::troops::FRONTAGE / 2);
        let within = |tenths: &i32| {
            let [right, ahead] = Angle::new(*tenths).forward().map(|unit| unit * i64::from(range) / ONE);
            right * forward <= half * forward + ahead * sideways
        };
        (0..=900).take_while(within).last().unwrap_or(0)
    }
}
