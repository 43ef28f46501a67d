//! Terrain rows and morale modifiers of the whole series (section 9 of the catalogue), read from one table.

use super::{Battle, Position};
use crate::standard::cards::UnitId;
use crate::standard::event::{Modifiers, modifier};
use crate::standard::morale::Hit;
use crate::standard::position::leader_members;
use crate::standard::variant::Mark;
use board::Terrain;
use serde::Deserialize;
use std::sync::LazyLock;

const TEXT: &str = include_str!("../../../../data/tables/great-medieval-battles.toml");

/// Whose rows a battle takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Rows {
    #[default]
    Robert,
    BlackPrince,
    Tamburlaine,
    KingArthur,
}

impl Rows {
    pub const ALL: [Rows; 4] = [Rows::Robert, Rows::BlackPrince, Rows::Tamburlaine, Rows::KingArthur];

    pub fn name(self) -> &'static str {
        ["robert", "black-prince", "tamburlaine", "king-arthur"][self as usize]
    }

    pub fn from_name(name: &str) -> Option<Rows> {
        Rows::ALL.into_iter().find(|r| r.name() == name)
    }

    /// The rows themselves.
    pub fn table(self) -> &'static Table {
        &TABLES[self as usize]
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TableFile {
    /// All peoples of the series.
    peoples: Vec<String>,
    battle: Vec<Table>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    name: String,
    terrain: Vec<TerrainRow>,
    /// What crossing a ridge hexside costs more.
    #[serde(default)]
    pub ridge: u8,
    ///
    #[serde(default = "usual")]
    lances: bool,
    #[serde(default)]
    morale: Vec<MoraleRow>,
}

fn usual() -> bool {
    true
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainRow {
    ground: Terrain,
    #[serde(default)]
    pub more: u8,
    #[serde(default)]
    pub prohibited: bool,
    #[serde(default)]
    pub blocks_sight: bool,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct MoraleRow {
    name: String,
    value: i32,
    people: Vec<String>,
    ground: Vec<Terrain>,
    leader: Option<String>,
    hiding: bool,
    rampant: bool,
}

/// One for each of [`Rows::ALL`].
static TABLES: LazyLock<[Table; 4]> = LazyLock::new(|| {
    let find = |rows: Rows| FILE.battle.iter().find(|t| t.name == rows.name()).cloned();
    Rows::ALL.map(|rows| find(rows).expect("every battle of the series has its rows; a test reads them"))
});

/// The table is part of the program; a test reads it.
static FILE: LazyLock<TableFile> = LazyLock::new(|| match toml::from_str(TEXT) {
    Ok(file) => file,
    Err(fault) => panic!("data/tables/great-medieval-battles.toml: {fault}"),
});

/// A people's place in the list of all.
pub fn people(name: &str) -> Option<u8> {
    FILE.peoples.iter().position(|p| p == name).map(|at| at as u8)
}

impl Table {
    /// The row of this ground, if it is on the map; clear ground has none.
    pub fn row(&self, ground: Terrain) -> Option<&TerrainRow> {
        self.terrain.iter().find(|row| row.ground == ground)
    }

    /// Whether the battle has lances, or a morale row that asks for the mark.
    pub fn knows(&self, mark: Mark) -> bool {
        match mark {
            Mark::Lance => self.lances,
            Mark::Hiding => self.morale.iter().any(|row| row.hiding),
            Mark::Rampant => self.morale.iter().any(|row| row.rampant),
        }
    }
}

impl Battle {
    /// the lines of the morale chart that hold for this unit.
    pub(super) fn morale_rows(&self, p: &Position, unit: UnitId, hit: Hit, list: &mut Modifiers) {
        let table = self.options.rows.table();
        for row in &table.morale {
            if self.row_holds(p, unit, hit, row) {
                let name = row_name(self.options.rows, row);
                list.push(modifier(name, row.value, "Q-54"));
            }
        }
    }

    fn row_holds(&self, p: &Position, unit: UnitId, hit: Hit, row: &MoraleRow) -> bool {
        let card = self.card(unit);
        let people = FILE.peoples.get(usize::from(card.people));
        let with = p.leaders_with(unit) & self.staff[card.side.index()];
        let leader = |id: u8| &self.leaders[usize::from(id)];
        let mut grounds = p.unit(unit).stand().hexes().map(|h| self.map.terrain(h));
        (row.people.is_empty() || people.is_some_and(|p| row.people.contains(p)))
            && (row.ground.is_empty() || grounds.any(|g| row.ground.contains(&g)))
            && row
                .leader
                .as_ref()
                .is_none_or(|name| leader_members(with).any(|l| *leader(l).id == **name))
            && (!row.hiding || leader_members(with).any(|l| leader(l).hiding))
            && (!row.rampant || matches!(hit, Hit::Blow { by, .. } if self.card(by).rampant))
    }
}

/// Modifiers are named by texts that live as long as the program, as these tables do.
fn row_name(rows: Rows, row: &MoraleRow) -> &'static str {
    let known = rows.table().morale.iter().find(|r| r.name == row.name);
    known.map_or("", |r| r.name.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sound() {
        let file: TableFile = toml::from_str(TEXT).unwrap();
        let names: Vec<&str> = file.battle.iter().map(|t| t.name.as_ref()).collect();
        assert_eq!(names, Rows::ALL.map(Rows::name));
        assert_eq!(Rows::Robert.table().row(Terrain::Marsh).unwrap().more, 1);
        assert!(Rows::Robert.table().row(Terrain::Village).is_none());
        for row in file.battle.iter().flat_map(|t| &t.morale) {
            assert!(row.people.iter().all(|p| people(p).is_some()), "{}", row.name);
        }
        assert_eq!(Rows::KingArthur.table().ridge, 1);
        // A list of modifiers has room for all of them and eight of the standard rules.
        let room = Modifiers::new().capacity() - 8;
        assert!(file.battle.iter().all(|t| t.morale.len() <= room));
    }
}
