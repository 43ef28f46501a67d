//! Puts a battle together: units in the order of their ids, camps with their walls, armies counted.

use crate::battle::{AreaCard, AreaKind, Battle, CommanderCard, LineCard, SideCard, UnitCard};
use crate::lists::Lists;
use crate::marks::Marks;
use crate::position::{
    Army, Commander, Id, MOST_COMMANDERS, MOST_LINES, Obstacle, Pending, Phase, Place, Position, Unit,
};
use crate::rulings::Rulings;
use arrayvec::ArrayVec;
use board::table::{Hull, Line, Table};
use kernel::Side;

/// No battle has more units, so that a set of them is a number.
const MOST_UNITS: usize = 64;

#[derive(Default)]
pub struct Muster {
    pub areas: Vec<AreaCard>,
    pub lines: Vec<LineCard>,
    pub units: Vec<(UnitCard, Unit)>,
    /// With the id of the unit that each leads.
    pub commanders: Vec<(CommanderCard, Commander, Option<String>)>,
}

/// LR-80: by the number in the id, then by its text.
fn rank(id: &str) -> (u32, &str) {
    let digits: String = id.chars().filter(char::is_ascii_digit).take(9).collect();
    (digits.parse().unwrap_or(0), id)
}

impl Muster {
    pub fn battle(mut self, table: Table, mut sides: [SideCard; 2], first: Side, limit: u16) -> Result<Battle, String> {
        self.units
            .sort_by(|(a, _), (b, _)| (a.side, rank(&a.id)).cmp(&(b.side, rank(&b.id))));
        for (at, area) in self.areas.iter().enumerate() {
            if area.kind == AreaKind::Camp && area.fortified {
                let mut around = area.shape.corners().to_vec();
                around.push(around[0]);
                self.lines.push(LineCard {
                    name: format!("wall of {}", area.name),
                    line: Line::new(around).map_err(|fault| fault.to_string())?,
                    kind: Obstacle::Fortification,
                    cover: false,
                    camp: Some(at),
                });
            }
        }
        if self.units.len() > MOST_UNITS || self.lines.len() > MOST_LINES || self.commanders.len() > MOST_COMMANDERS {
            return Err(format!(
                "there are at most {MOST_UNITS} units, {MOST_LINES} lines and {MOST_COMMANDERS} commanders"
            ));
        }
        let mut commanders = ArrayVec::new();
        for (card, commander, leads) in &self.commanders {
            let mut commander = *commander;
            if let Some(id) = leads {
                let unit = self
                    .units
                    .iter()
                    .position(|(unit, _)| *unit.id == **id && unit.side == card.side);
                let unit = unit.ok_or_else(|| format!("{} leads no unit `{id}` of his side", card.id))?;
                commander.place = Place::Leading(unit as Id);
            }
            commanders.push(commander);
        }
        for side in Side::BOTH {
            let own = || self.units.iter().filter(move |(card, _)| card.side == side);
            let card = &mut sides[side.index()];
            let led = self.commanders.iter().filter(|(card, ..)| card.side == side);
            let commanders: u32 = led
                .map(|(_, state, _)| Lists::standard().commander(state.general))
                .sum();
            card.points = commanders + own().map(|(unit, _)| u32::from(unit.points)).sum::<u32>();
            card.counting = own().filter(|(unit, _)| unit.counts()).count() as u8;
            card.hides = own().any(|(_, unit)| unit.is(Marks::HIDDEN));
            card.camp = self
                .areas
                .iter()
                .any(|area| area.kind == AreaKind::Camp && area.side == Some(side));
        }
        let (cards, units): (Vec<UnitCard>, Vec<Unit>) = self.units.into_iter().unzip();
        let start = Position {
            turn: 1,
            active: first,
            phase: Phase::Movement,
            units,
            commanders,
            lines: self.lines.iter().map(|line| line.kind).collect(),
            contacts: ArrayVec::new(),
            armies: [Army::default(); 2],
            pending: Pending::NONE,
            result: None,
        };
        Ok(Battle {
            title: String::new(),
            source: String::new(),
            table,
            areas: self.areas,
            lines: self.lines,
            units: cards,
            commanders: self.commanders.into_iter().map(|(card, ..)| card).collect(),
            sides,
            first,
            limit,
            handicap: [0; 2],
            pursuers_by_morale: false,
            free_deployment: false,
            rulings: Rulings::STANDARD,
            start,
        })
    }
}
