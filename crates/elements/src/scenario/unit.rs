//! One unit of a scenario file.

use super::file::{FileUnit, ScenarioFile};
use super::{at, side};
use crate::battle::{Reserve, TableEdge, UnitCard};
use crate::lists::Lists;
use crate::marks::{Marks, Triggers};
use crate::muster::Muster;
use crate::position::{Ground, NOBODY, State, Unit};
use crate::troops::{Discipline, Quality, Troop};
use board::Reader;
use board::table::{Angle, Point, Stance};

pub(super) fn read_unit(
    reader: &mut Reader,
    file: &ScenarioFile,
    unit: &FileUnit,
    command: &impl Fn(&str) -> Option<u8>,
    muster: &mut Muster,
) {
    let side = side(reader, file, &unit.side);
    let quality = Quality::read(unit.quality.get_ref());
    let quality = reader.word(at(&unit.quality), quality, "A, B, C or D");
    let discipline = Discipline::read(unit.discipline.get_ref());
    let discipline = reader.word(at(&unit.discipline), discipline, "I, II, III or IV");
    let under = command(unit.command.get_ref());
    let under = reader.word(at(&unit.command), under, "the id of a [[commander]]");
    let lists = Lists::standard();
    let mut kinds = arrayvec::ArrayVec::new();
    for (name, n) in unit.kinds.get_ref() {
        match Troop::read(name) {
            Some(troop) if kinds.try_push((troop, *n)).is_ok() => {}
            _ => reader.fault(
                unit.kinds.span(),
                format!("`{name}` is no kind of troops, or there are too many"),
                "such as [[\"Pikes\", 12]]",
            ),
        }
    }
    let elements: u32 = kinds.iter().map(|(_, n)| u32::from(*n)).sum();
    let mixed = kinds.len() > 1
        && kinds
            .iter()
            .any(|(troop, _)| troop.class() != crate::troops::Class::CloseCombatFoot);
    let one_rank = kinds
        .iter()
        .any(|(troop, _)| troop.is_skirmisher() || troop.is_artillery());
    let sizes = &lists.elements;
    if !u8::try_from(elements).is_ok_and(|n| sizes.contains(&n)) || mixed {
        let message = format!(
            "a unit has {} to {} elements, and only close combat foot mixes (LR-10, LR-11)",
            sizes.start(),
            sizes.end()
        );
        reader.fault(unit.kinds.span(), message, "fewer elements, or one kind");
        return;
    }
    for more in unit.more() {
        if !kinds.iter().any(|(troop, _)| lists.may(*troop, more)) {
            let may = Troop::ALL.into_iter().filter(|troop| lists.may(*troop, more));
            let may: Vec<&str> = may.map(Troop::name).collect();
            reader.fault(
                unit.kinds.span(),
                format!("these troops are never `{}` (LR-09)", more.name()),
                &format!("only {}", may.join(", ")),
            );
        }
    }
    let wrong_files =
        unit.files == 0 || u32::from(unit.files) > elements || (one_rank && u32::from(unit.files) < elements);
    if wrong_files {
        reader.fault(
            unit.id.span(),
            "it cannot stand in that many files (LR-05, LR-11)",
            "1 to as many files as elements; skirmishers and artillery in one rank",
        );
    }
    let reserve = unit.reserve.as_ref().and_then(|reserve| {
        let edge = TableEdge::read(&reserve.edge);
        if edge.is_none() || reserve.from > reserve.to {
            reader.fault(
                unit.id.span(),
                "its reserve names no edge, or no stretch of it",
                "north, east, south or west; from is not above to",
            );
        }
        Some(Reserve {
            turn: reserve.turn,
            edge: edge?,
            from: reserve.from,
            to: reserve.to,
        })
    });
    if unit.at.is_some() == reserve.is_some() {
        reader.fault(
            unit.id.span(),
            "it needs a place or a reserve, and not both",
            "at = [x, y, facing], or reserve = { turn, edge, from, to }",
        );
    }
    if muster.units.iter().any(|(card, _)| *card.id == **unit.id.get_ref())
        || unit.id.get_ref().split_whitespace().count() != 1
    {
        reader.fault(
            unit.id.span(),
            "two units have this id, or it is not one word",
            "an id of its own, such as S1",
        );
    }
    let (Some(side), Some(quality), Some(discipline), Some(under)) = (side, quality, discipline, under) else {
        return;
    };
    let gun = kinds[0].0.is_artillery();
    let depth = UnitCard::deepest(&kinds);
    let mut card = UnitCard {
        id: unit.id.get_ref().as_str().into(),
        name: unit.name.as_str().into(),
        side,
        kinds,
        original: elements as u8,
        depth,
        quality,
        discipline,
        superior: unit.superior,
        pavise: unit.pavise,
        gunpowder: gun && !unit.engine,
        points: 0,
        command: under,
        reserve,
    };
    card.points = card.worth() as u16;
    let (x, y, facing) = unit.at.unwrap_or_default();
    let mut marks = Marks::default();
    if unit.hidden {
        marks = marks.and(Marks::HIDDEN);
    }
    let state = Unit {
        at: Stance {
            at: Point::new(x, y),
            facing: Angle::new(facing.into()),
        },
        ground: Ground::none(),
        state: if reserve.is_some() {
            State::Reserve
        } else {
            State::Steady
        },
        elements: elements as u8,
        files: unit.files,
        marks,
        triggers: Triggers::default(),
        spent: 0,
        suffered: 0,
        inflicted: 0,
        before: elements as u8,
        deep: elements.div_ceil(u32::from(unit.files.max(1))) as u8,
        burst: 0,
        into: NOBODY,
        followed: NOBODY,
    };
    muster.units.push((card, state));
}
