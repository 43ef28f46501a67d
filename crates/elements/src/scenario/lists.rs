//! Kinds of troops and what they cost, for armies of one's own (section 17).

use super::file::{FileUnit, ScenarioFile};
use crate::points::Points;
use crate::troops::{Class, Discipline, Quality, Troop};
use board::army::{ArmyField, ArmyKind, ArmyLists, quoted};
use std::collections::BTreeMap;

/// What the units and commanders of a file cost, by their ids, as far as that can be told.
pub fn costs(file: &ScenarioFile) -> BTreeMap<String, u32> {
    let cost = |unit: &FileUnit| {
        let quality = Quality::read(unit.quality.get_ref())?;
        let discipline = Discipline::read(unit.discipline.get_ref())?;
        let each = |troop| Points::standard().element(troop, unit.superior, unit.pavise, quality, discipline);
        let kinds = unit.kinds.get_ref().iter();
        let sum: Option<i32> = kinds
            .map(|(name, n)| Some(i32::from(*n) * each(Troop::read(name)?)))
            .sum();
        u32::try_from(sum?).ok()
    };
    let units = file.unit.iter();
    let units = units.filter_map(|unit| Some((unit.id.get_ref().clone(), cost(unit)?)));
    let commanders = file.commander.iter();
    let commanders = commanders.map(|one| (one.id.clone(), Points::standard().commander(one.general)));
    units.chain(commanders).collect()
}

/// LR-79.
pub fn lists() -> ArmyLists {
    let points = Points::standard();
    let [superior, pavise] = points.more();
    let mut kinds: Vec<ArmyKind> = Troop::ALL.into_iter().map(kind).collect();
    kinds.sort_by_key(|kind| kind.points);
    let (best, worst) = ("best", "worst");
    let qualities = Quality::ALL.map(|quality| {
        let words = match quality {
            Quality::A => best,
            Quality::D => worst,
            _ => "",
        };
        (
            quoted(quality.letter()),
            graded(quality.letter(), words, points.quality(quality)),
        )
    });
    let disciplines = Discipline::ALL.map(|discipline| {
        let words = match discipline {
            Discipline::I => best,
            Discipline::IV => worst,
            _ => "",
        };
        let numeral = discipline.numeral();
        (quoted(numeral), graded(numeral, words, points.discipline(discipline)))
    });
    ArmyLists {
        kinds,
        fields: vec![
            ArmyField::number("files", "files side by side", [1, 24]),
            ArmyField::choice("quality", "quality", qualities.into()),
            ArmyField::choice("discipline", "discipline", disciplines.into()),
            ArmyField::flag("superior", &format!("superior pikes, {}", dearer(superior))),
            ArmyField::flag("pavise", &format!("pavises, {}", dearer(pavise))),
            ArmyField::flag("hidden", "hidden at the start"),
        ],
    }
}

fn dearer(points: i32) -> String {
    match points {
        1 => "1 point more each".into(),
        points => format!("{points} points more each"),
    }
}

fn graded(name: &str, words: &str, points: i32) -> String {
    match words {
        "" => format!("{name} ({points:+})"),
        words => format!("{name}, {words} ({points:+})"),
    }
}

fn kind(troop: Troop) -> ArmyKind {
    let class = match troop.class() {
        Class::LightFoot => "light foot",
        Class::CloseCombatFoot => "close combat foot",
        Class::Mounted => "mounted",
        Class::Artillery => "artillery",
    };
    let mut words = format!("{}, {class}", spaced(troop.name()));
    if let Some(weapon) = troop.weapon() {
        words += &format!(", shoots {} in", weapon.range / 1000);
    }
    // One gun, a rank of skirmishers, or a block two deep.
    let (elements, files) = match troop {
        troop if troop.is_artillery() => (1, 1),
        troop if troop.is_skirmisher() => (4, 4),
        _ => (6, 3),
    };
    let fresh = [
        ("name", quoted(&spaced(troop.name()))),
        ("kinds", format!("[[{}, {elements}]]", quoted(troop.name()))),
        ("files", files.to_string()),
        ("quality", quoted(Quality::C.letter())),
        ("discipline", quoted(Discipline::III.numeral())),
    ];
    ArmyKind {
        name: troop.name().into(),
        words,
        points: Points::standard().kind(troop),
        fresh: fresh.map(|(key, value)| (key.into(), value)).into(),
    }
}

/// `SuperiorKnights` as people write it.
fn spaced(name: &str) -> String {
    let mut words = String::new();
    for (at, letter) in name.char_indices() {
        if at > 0 && letter.is_uppercase() {
            words.push(' ');
            words.push(letter.to_ascii_lowercase());
        } else {
            words.push(letter);
        }
    }
    words
}
