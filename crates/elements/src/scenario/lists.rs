//! Kinds of troops and what they cost, for armies of one's own (section 17).

use super::file::{FileUnit, ScenarioFile};
use crate::lists::{Lists, More};
use crate::troops::{Class, Discipline, Quality, Troop};
use board::army::{ArmyField, ArmyKind, ArmyLists, quoted};
use std::collections::BTreeMap;

/// What the units and commanders of a file cost, by their ids, as far as that can be told.
pub fn costs(file: &ScenarioFile) -> BTreeMap<String, u32> {
    let cost = |unit: &FileUnit| {
        let quality = Quality::read(unit.quality.get_ref())?;
        let discipline = Discipline::read(unit.discipline.get_ref())?;
        let has = unit.more();
        let each = |troop| Lists::standard().element(troop, &has, quality, discipline);
        let kinds = unit.kinds.get_ref().iter();
        let sum: Option<i32> = kinds
            .map(|(name, n)| Some(i32::from(*n) * each(Troop::read(name)?)))
            .sum();
        u32::try_from(sum?).ok()
    };
    let units = file.unit.iter();
    let units = units.filter_map(|unit| Some((unit.id.get_ref().clone(), cost(unit)?)));
    let commanders = file.commander.iter();
    let commanders = commanders.map(|one| (one.id.clone(), Lists::standard().commander(one.general)));
    units.chain(commanders).collect()
}

/// LR-79.
pub fn lists() -> ArmyLists {
    let points = Lists::standard();
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
    let mut fields = vec![
        ArmyField::number("files", "files side by side", [1, i32::from(*points.elements.end())]),
        ArmyField::choice("quality", "quality", qualities.into()),
        ArmyField::choice("discipline", "discipline", disciplines.into()),
    ];
    fields.extend(More::ALL.map(|more| {
        let words = match more {
            More::Superior => "superior pikes",
            More::Pavise => "pavises",
            More::Engine => "engines, guns without powder",
        };
        ArmyField::flag(more.name(), &format!("{words}, {}", dearer(points.more(more))))
    }));
    fields.push(ArmyField::flag("hidden", "hidden at the start"));
    ArmyLists { kinds, fields }
}

fn dearer(points: i32) -> String {
    match points {
        0 => "no dearer".into(),
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
    let lists = Lists::standard();
    let row = lists.kind(troop);
    let mut words = format!("{}, {class}", row.words);
    if let Some(weapon) = troop.weapon() {
        words += &format!(", shoots {} in", weapon.range / 1000);
    }
    let (quality, discipline) = lists.fresh;
    let [elements, files] = row.fresh;
    let fresh = [
        ("name", quoted(&row.words)),
        ("kinds", format!("[[{}, {elements}]]", quoted(troop.name()))),
        ("files", files.to_string()),
        ("quality", quoted(quality.letter())),
        ("discipline", quoted(discipline.numeral())),
    ];
    ArmyKind {
        name: troop.name().into(),
        words,
        points: row.points,
        fresh: fresh.map(|(key, value)| (key.into(), value)).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the lists let a kind of troops have can be picked, engines among it.
    #[test]
    fn whatever_a_kind_may_have_can_be_picked() {
        let fields = lists().fields;
        for key in ["superior", "pavise", "engine", "hidden"] {
            assert!(
                fields.iter().any(|field| field.key == key),
                "{key} is not among {fields:?}"
            );
        }
    }
}
