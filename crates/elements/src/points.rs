//! What armies cost (LR-79): a table of data.

use crate::troops::{Discipline, Quality, Troop};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The table that comes with the program.
const STANDARD: &str = include_str!("../../../data/tables/elements-points.toml");

static POINTS: LazyLock<Points> =
    LazyLock::new(|| Points::read(STANDARD).expect("the points that come with the program make sense"));

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    kinds: [i32; Troop::ALL.len()],
    quality: [i32; Quality::ALL.len()],
    discipline: [i32; Discipline::ALL.len()],
    superior: i32,
    pavise: i32,
    /// A sub-commander, a general.
    commanders: [u32; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PointsFile {
    kinds: BTreeMap<String, i32>,
    quality: BTreeMap<String, i32>,
    discipline: BTreeMap<String, i32>,
    more: More,
    commanders: Commanders,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct More {
    superior: i32,
    pavise: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Commanders {
    general: u32,
    sub: u32,
}

/// One number for each name, and for no other; otherwise what is missing or not known.
fn numbers<const N: usize>(table: &BTreeMap<String, i32>, names: [&str; N]) -> Result<[i32; N], String> {
    if let Some(unknown) = table.keys().find(|key| !names.contains(&key.as_str())) {
        return Err(format!("`{unknown}` is not known"));
    }
    match names.iter().find(|name| !table.contains_key(**name)) {
        Some(missing) => Err(format!("there are no points for `{missing}`")),
        None => Ok(names.map(|name| table[name])),
    }
}

impl Points {
    /// The points that everybody pays.
    pub fn standard() -> &'static Points {
        &POINTS
    }

    /// Reads a table; what does not make sense is refused.
    pub fn read(text: &str) -> Result<Points, String> {
        let file: PointsFile = toml::from_str(text).map_err(|fault| fault.message().trim().to_string())?;
        let kinds = numbers(&file.kinds, Troop::ALL.map(Troop::name))?;
        let quality = numbers(&file.quality, Quality::ALL.map(Quality::letter))?;
        let discipline = numbers(&file.discipline, Discipline::ALL.map(Discipline::numeral))?;
        if kinds.iter().any(|points| *points < 1) {
            return Err("every kind costs a point at least".into());
        }
        if !quality.is_sorted_by(|better, worse| better >= worse)
            || !discipline.is_sorted_by(|better, worse| better >= worse)
        {
            return Err("better quality and discipline cost no less".into());
        }
        if file.commanders.general < file.commanders.sub || file.more.superior < 0 || file.more.pavise < 0 {
            return Err(
                "a general costs no less than a sub-commander, and nothing more costs less than nothing".into(),
            );
        }
        Ok(Points {
            kinds,
            quality,
            discipline,
            superior: file.more.superior,
            pavise: file.more.pavise,
            commanders: [file.commanders.sub, file.commanders.general],
        })
    }

    pub fn kind(&self, troop: Troop) -> i32 {
        self.kinds[troop as usize]
    }

    pub fn quality(&self, quality: Quality) -> i32 {
        self.quality[quality as usize]
    }

    pub fn discipline(&self, discipline: Discipline) -> i32 {
        self.discipline[discipline as usize]
    }

    /// What superior pikes and what pavises cost for each element.
    pub fn more(&self) -> [i32; 2] {
        [self.superior, self.pavise]
    }

    pub fn commander(&self, general: bool) -> u32 {
        self.commanders[usize::from(general)]
    }

    /// Points of one element.
    pub fn element(&self, troop: Troop, superior: bool, pavise: bool, quality: Quality, discipline: Discipline) -> i32 {
        let superior = if superior && troop == Troop::Pikes {
            self.superior
        } else {
            0
        };
        let pavise = if pavise { self.pavise } else { 0 };
        let kind = self.kind(troop) + superior + pavise;
        (kind + self.quality(quality) + self.discipline(discipline)).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_makes_no_sense_is_refused() {
        assert_eq!(Points::read(STANDARD).as_ref(), Ok(Points::standard()));
        for (here, instead, why) in [
            ("Levy = 2\n", "", "there are no points for `Levy`"),
            ("Levy = 2\n", "Levy = 2\nElephants = 9\n", "`Elephants` is not known"),
            ("Levy = 2\n", "Levy = 0\n", "every kind costs"),
            ("B = 1\n", "B = 4\n", "better quality"),
            ("sub = 15\n", "sub = 50\n", "a general costs"),
        ] {
            assert!(STANDARD.contains(here));
            let read = Points::read(&STANDARD.replace(here, instead));
            assert!(read.is_err_and(|told| told.contains(why)), "{instead}");
        }
    }
}
