//! Types of men, weapons and horses, for retinues of one's own (section 1).

use super::file::ScenarioFile;
use crate::lists::Lists;
use crate::troops::{HorseKind, Kind, Shield, Trait};
use crate::weapons::Weapon;
use board::army::{ArmyField, ArmyKind, ArmyLists, quoted};
use std::collections::BTreeMap;

/// What the figures of a file are worth, by their ids (TR-59).
pub fn costs(file: &ScenarioFile) -> BTreeMap<String, u32> {
    let worth = |kind: &str| Kind::read(kind).map(|kind| u32::from(kind.value()));
    let figures = file.figure.iter();
    figures
        .filter_map(|figure| Some((figure.id.get_ref().clone(), worth(figure.kind.get_ref())?)))
        .collect()
}

pub fn lists() -> ArmyLists {
    let mut kinds: Vec<ArmyKind> = Kind::ALL.iter().copied().map(kind).collect();
    kinds.sort_by_key(|kind| kind.points);
    let named = |names: Vec<&'static str>| -> Vec<(String, String)> {
        let words = |name: &str| name.replace('-', " ");
        names.into_iter().map(|name| (quoted(name), words(name))).collect()
    };
    let horses = HorseKind::ALL.iter().map(|horse| {
        let (stamina, armour) = (horse.stamina(), horse.armour());
        let words = format!("{}, stamina {stamina}, armour {armour}", horse.name());
        (format!("{{ kind = {} }}", quoted(horse.name())), words)
    });
    let armour = &Lists::standard().armour;
    ArmyLists {
        kinds,
        fields: vec![
            ArmyField::number("morale", "morale", [4, 10]),
            ArmyField::number("armour", "armour", [*armour.start(), *armour.end()].map(i32::from)),
            ArmyField::number("melee", "skill in melee", [1, 10]),
            ArmyField::number("shooting", "skill in shooting", [0, 10]),
            ArmyField {
                several: Some(4),
                ..ArmyField::choice(
                    "weapons",
                    "weapons, the first in hand",
                    named(Weapon::ALL.iter().map(|weapon| weapon.name()).collect()),
                )
            },
            ArmyField::choice(
                "shield",
                "shield",
                named(Shield::ALL.iter().map(|shield| shield.name()).collect()),
            ),
            ArmyField {
                optional: true,
                ..ArmyField::choice("mount", "horse", horses.collect())
            },
            ArmyField {
                several: Some(4),
                optional: true,
                ..ArmyField::choice(
                    "traits",
                    "traits",
                    named(Trait::ALL.iter().map(|known| known.name()).collect()),
                )
            },
        ],
    }
}

fn kind(kind: Kind) -> ArmyKind {
    let [low, high] = kind.morale();
    let row = Lists::standard().kind(kind);
    let weapons: Vec<String> = row.weapons.iter().map(|weapon| quoted(weapon.name())).collect();
    let fresh = [
        ("name", quoted(kind.words())),
        ("kind", quoted(kind.name())),
        ("morale", low.to_string()),
        ("armour", row.armour.to_string()),
        ("melee", kind.melee().to_string()),
        ("shooting", "0".into()),
        ("weapons", format!("[{}]", weapons.join(", "))),
        ("readied", "0".into()),
        ("shield", quoted(Shield::None.name())),
        ("traits", "[]".into()),
    ];
    ArmyKind {
        name: kind.name().into(),
        words: format!("{}, morale {low} or {high}, melee {}", kind.words(), kind.melee()),
        points: kind.value().into(),
        fresh: fresh.map(|(key, value)| (key.into(), value)).into(),
    }
}
