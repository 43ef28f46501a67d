//! The lists of men, horses and weapons (TR-05 to TR-09, TR-59): a table of data.

use crate::troops::{HorseKind, Kind};
use crate::weapons::Weapon;
use board::Reader;
use kernel::Diagnostic;
use serde::Deserialize;
use std::ops::{Range, RangeInclusive};
use std::sync::LazyLock;
use toml::Spanned;

/// The table that comes with the program.
const STANDARD: &str = include_str!("../../../data/tables/retinue-lists.toml");

static LISTS: LazyLock<Lists> =
    LazyLock::new(|| Lists::read(STANDARD).expect("the lists that come with the program make sense"));

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindRow {
    pub words: String,
    /// What he is worth to the enemy (TR-59).
    pub value: u8,
    /// His usual skill.
    pub melee: u8,
    /// Of a new man.
    pub armour: u8,
    pub weapons: Vec<Weapon>,
}

/// TR-09.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HorseRow {
    pub stamina: i16,
    pub armour: u8,
}

/// TR-08.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeaponRow {
    pub class: u8,
    pub dice: u8,
    pub two_handed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists {
    pub armour: RangeInclusive<u8>,
    /// TR-05: so much, and one more for every so many of armour.
    stamina: (i16, u8),
    kinds: Vec<KindRow>,
    horses: Vec<HorseRow>,
    weapons: Vec<WeaponRow>,
}

/// The lists of men, horses and weapons of the skirmish game.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ListsFile {
    man: FileMan,
    kind: Vec<FileKind>,
    horse: Vec<FileHorse>,
    weapon: Vec<FileWeapon>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct FileMan {
    /// The least and the most.
    #[cfg_attr(feature = "schema", schemars(with = "[u8; 2]"))]
    armour: Spanned<[u8; 2]>,
    #[cfg_attr(feature = "schema", schemars(with = "i16"))]
    stamina: Spanned<i16>,
    /// One more for every so many of armour.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    stamina_for_armour: Spanned<u8>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct FileKind {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    name: Spanned<String>,
    /// As people say it.
    words: String,
    /// What he is worth to the enemy.
    value: u8,
    /// His usual skill.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    melee: Spanned<u8>,
    /// Of a new man.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    armour: Spanned<u8>,
    /// Of a new man, the first in hand.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    weapons: Spanned<Vec<Spanned<String>>>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct FileHorse {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    name: Spanned<String>,
    #[cfg_attr(feature = "schema", schemars(with = "i16"))]
    stamina: Spanned<i16>,
    armour: u8,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct FileWeapon {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    name: Spanned<String>,
    /// 1 to 7.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    class: Spanned<u8>,
    /// Of damage.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    dice: Spanned<u8>,
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    hands: Spanned<u8>,
}

/// A word of the file and its place.
fn at(word: &Spanned<String>) -> (&str, Range<usize>) {
    (word.get_ref(), word.span())
}

/// A number within bounds.
fn number<T: PartialOrd + Copy + std::fmt::Display>(
    reader: &mut Reader,
    file: &Spanned<T>,
    within: RangeInclusive<T>,
) -> T {
    if !within.contains(file.get_ref()) {
        let message = format!("{} is out of bounds", file.get_ref());
        reader.fault(file.span(), message, &format!("{} to {}", within.start(), within.end()));
    }
    *file.get_ref()
}

/// One row for each name, in their order.
fn rows<F, R>(
    reader: &mut Reader,
    what: &str,
    names: &[&str],
    entries: &[F],
    name: impl Fn(&F) -> &Spanned<String>,
    mut read: impl FnMut(&mut Reader, &F) -> R,
) -> Vec<R> {
    let mut rows: Vec<Option<R>> = names.iter().map(|_| None).collect();
    for entry in entries {
        let word = name(entry);
        let known = names.iter().position(|known| known == word.get_ref());
        let Some(row) = reader.word(at(word), known, &names.join(", ")) else {
            continue;
        };
        let read = read(reader, entry);
        if rows[row].replace(read).is_some() {
            reader.fault(
                word.span(),
                "this one is there twice",
                &format!("one [[{what}]] for each"),
            );
        }
    }
    for (name, _) in names.iter().zip(&rows).filter(|(_, row)| row.is_none()) {
        let fault = Diagnostic::new(format!("there is no {what} `{name}`"));
        reader.faults.push(fault.help(format!("one [[{what}]] for each")));
    }
    rows.into_iter().flatten().collect()
}

impl Lists {
    /// The lists that everybody goes by.
    pub fn standard() -> &'static Lists {
        &LISTS
    }

    /// Reads a table; what does not make sense is told with its place.
    pub fn read(text: &str) -> Result<Lists, Vec<Diagnostic>> {
        let file: ListsFile = toml::from_str(text).map_err(|fault| {
            let said = Diagnostic::new(fault.message().trim());
            vec![said.at(fault.span().unwrap_or_default())]
        })?;
        let mut reader = Reader::default();
        let [least, most] = *file.man.armour.get_ref();
        if least < 1 || least > most || most > 12 {
            let message = "armour is a number up to 12 (T-71, TR-07)";
            reader.fault(
                file.man.armour.span(),
                message,
                "the least and the most, such as [3, 12]",
            );
        }
        let armour = least..=most;
        let stamina = (
            number(&mut reader, &file.man.stamina, 1..=18),
            number(&mut reader, &file.man.stamina_for_armour, 1..=12),
        );
        let arms: Vec<&str> = Weapon::ALL.iter().map(|weapon| weapon.name()).collect();
        let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        let kinds = rows(
            &mut reader,
            "kind",
            &kinds,
            &file.kind,
            |kind| &kind.name,
            |reader, kind| {
                let weapons = kind.weapons.get_ref();
                if weapons.is_empty() || weapons.len() > 4 {
                    reader.fault(
                        kind.weapons.span(),
                        "a man has one to four weapons",
                        "the first in hand",
                    );
                }
                let weapons = weapons.iter();
                let weapons =
                    weapons.filter_map(|word| reader.word(at(word), Weapon::read(word.get_ref()), &arms.join(", ")));
                let weapons = weapons.collect();
                KindRow {
                    words: kind.words.clone(),
                    value: kind.value,
                    melee: number(reader, &kind.melee, 1..=10),
                    armour: number(reader, &kind.armour, armour.clone()),
                    weapons,
                }
            },
        );
        let horses: Vec<&str> = HorseKind::ALL.iter().map(|horse| horse.name()).collect();
        let horses = rows(
            &mut reader,
            "horse",
            &horses,
            &file.horse,
            |horse| &horse.name,
            |reader, horse| HorseRow {
                stamina: number(reader, &horse.stamina, 1..=30),
                armour: horse.armour,
            },
        );
        let weapons = rows(
            &mut reader,
            "weapon",
            &arms,
            &file.weapon,
            |weapon| &weapon.name,
            |reader, weapon| WeaponRow {
                class: number(reader, &weapon.class, 1..=7),
                dice: number(reader, &weapon.dice, 1..=3),
                two_handed: number(reader, &weapon.hands, 1..=2) == 2,
            },
        );
        let lists = Lists {
            armour,
            stamina,
            kinds,
            horses,
            weapons,
        };
        if reader.faults.is_empty() {
            Ok(lists)
        } else {
            Err(reader.faults)
        }
    }

    pub fn kind(&self, kind: Kind) -> &KindRow {
        &self.kinds[kind as usize]
    }

    pub fn horse(&self, horse: HorseKind) -> HorseRow {
        self.horses[horse as usize]
    }

    pub fn weapon(&self, weapon: Weapon) -> WeaponRow {
        self.weapons[weapon as usize]
    }

    /// Of a man in this armour who has none of his own (TR-05).
    pub fn stamina(&self, armour: u8) -> i16 {
        self.stamina.0 + i16::from(armour / self.stamina.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_that_make_no_sense_are_refused_where_they_do_not() {
        assert_eq!(Lists::read(STANDARD).as_ref(), Ok(Lists::standard()));
        for (here, instead, why, at) in [
            ("armour = [3, 12]", "armour = [3, 13]", "up to 12", "[3, 13]"),
            ("armour = [3, 12]", "armour = [4, 12]", "3 is out of bounds", "3"),
            (
                "stamina_for_armour = 2",
                "stamina_for_armour = 0",
                "0 is out of bounds",
                "0",
            ),
            ("melee = 9", "melee = 11", "11 is out of bounds", "11"),
            (
                "name = \"Peasant\"",
                "name = \"Monk\"",
                "`Monk` is not known",
                "\"Monk\"",
            ),
            ("name = \"Peasant\"", "name = \"Soldier\"", "twice", "\"Soldier\""),
            ("weapons = [\"club\"]", "weapons = []", "one to four weapons", "[]"),
            (
                "weapons = [\"club\"]",
                "weapons = [\"spoon\"]",
                "`spoon` is not known",
                "\"spoon\"",
            ),
            ("stamina = 10\n", "stamina = 31\n", "31 is out of bounds", "31"),
            ("class = 6", "class = 8", "8 is out of bounds", "8"),
            ("hands = 2", "hands = 3", "3 is out of bounds", "3"),
            ("[man]\n", "[man\n", "", "\n"),
        ] {
            assert!(STANDARD.contains(here), "{here}");
            let text = STANDARD.replacen(here, instead, 1);
            let faults = Lists::read(&text).expect_err(instead);
            let told = faults.iter().find(|fault| fault.message.contains(why));
            let told = told.unwrap_or_else(|| panic!("{instead}: {faults:?}"));
            let span = told.span.clone().expect("a place");
            assert!(text[span.start..].starts_with(at), "{instead}: {:?}", &text[span]);
        }
        let without = STANDARD.replacen("name = \"Peasant\"", "name = \"Soldier\"", 1);
        let faults = Lists::read(&without).unwrap_err();
        assert!(
            faults.iter().any(|fault| fault.message == "there is no kind `Peasant`"),
            "{faults:?}"
        );
    }
}
