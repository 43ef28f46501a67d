//! Troops: classes, defence factors, moves, weapons (sections 2 and 3).

/// What an element is (the sheet's rows; Shot and Skirmishers by their weapon).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Troop {
    Ribalds,
    Longbow,
    Crossbow,
    Handgun,
    Levy,
    Cavalry,
    SuperiorCavalry,
    LightArtillery,
    HeavyArtillery,
    SkirmishBow,
    SkirmishJavelin,
    Polearms,
    Spears,
    Pikes,
    Knights,
    MenAtArms,
    SuperiorKnights,
}

/// LR-08.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    LightFoot,
    CloseCombatFoot,
    Mounted,
    Artillery,
}

/// One row for each kind of troops.
struct Row {
    troop: Troop,
    name: &'static str,
    class: Class,
    /// Defence against shooting and in close combat (L-08 to L-13); Skirmishers have none in close combat.
    defence: [u8; 2],
}

#[rustfmt::skip]
const ROWS: [Row; 17] = {
    use Class::*;
    use Troop::*;
    const fn row(troop: Troop, name: &'static str, class: Class, defence: [u8; 2]) -> Row {
        Row { troop, name, class, defence }
    }
    [
        row(Ribalds,         "Ribalds",         LightFoot,       [4, 3]),
        row(Longbow,         "Longbow",         LightFoot,       [4, 3]),
        row(Crossbow,        "Crossbow",        LightFoot,       [4, 3]),
        row(Handgun,         "Handgun",         LightFoot,       [4, 3]),
        row(Levy,            "Levy",            CloseCombatFoot, [4, 3]),
        row(Cavalry,         "Cavalry",         Mounted,         [4, 3]),
        row(SuperiorCavalry, "SuperiorCavalry", Mounted,         [4, 4]),
        row(LightArtillery,  "LightArtillery",  Artillery,       [5, 3]),
        row(HeavyArtillery,  "HeavyArtillery",  Artillery,       [5, 3]),
        row(SkirmishBow,     "SkirmishBow",     LightFoot,       [5, 0]),
        row(SkirmishJavelin, "SkirmishJavelin", LightFoot,       [5, 0]),
        row(Polearms,        "Polearms",        CloseCombatFoot, [5, 4]),
        row(Spears,          "Spears",          CloseCombatFoot, [5, 4]),
        row(Pikes,           "Pikes",           CloseCombatFoot, [5, 4]),
        row(Knights,         "Knights",         Mounted,         [5, 4]),
        row(MenAtArms,       "MenAtArms",       CloseCombatFoot, [6, 5]),
        row(SuperiorKnights, "SuperiorKnights", Mounted,         [6, 5]),
    ]
};

/// LR-04: every element is so wide.
pub const FRONTAGE: i32 = 1500;

/// How a weapon shoots (L-01 to L-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// In thousandths of an inch.
    pub range: i32,
    /// Quarters of a die that an element throws at half range or less, and beyond.
    pub quarters: [u8; 2],
}

impl Troop {
    pub const ALL: [Troop; 17] = {
        let mut all = [Troop::Ribalds; 17];
        let mut i = 0;
        while i < 17 {
            all[i] = ROWS[i].troop;
            i += 1;
        }
        all
    };

    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    pub fn name(self) -> &'static str {
        self.row().name
    }

    pub fn read(name: &str) -> Option<Troop> {
        ROWS.iter().find(|row| row.name == name).map(|row| row.troop)
    }

    pub fn class(self) -> Class {
        self.row().class
    }

    pub fn shooting_defence(self) -> i8 {
        self.row().defence[0] as i8
    }

    pub fn combat_defence(self) -> i8 {
        self.row().defence[1] as i8
    }

    pub fn is_skirmisher(self) -> bool {
        matches!(self, Troop::SkirmishBow | Troop::SkirmishJavelin)
    }

    pub fn is_shot(self) -> bool {
        matches!(self, Troop::Longbow | Troop::Crossbow | Troop::Handgun)
    }

    pub fn is_artillery(self) -> bool {
        self.class() == Class::Artillery
    }

    pub fn is_mounted(self) -> bool {
        self.class() == Class::Mounted
    }

    pub fn is_foot(self) -> bool {
        matches!(self.class(), Class::LightFoot | Class::CloseCombatFoot)
    }

    /// LR-04.
    pub fn depth(self) -> i32 {
        match self {
            Troop::HeavyArtillery => 2000,
            Troop::LightArtillery => 1500,
            _ if self.is_mounted() => 1500,
            _ => 750,
        }
    }

    /// Good and bad move (L-49 to L-52); Light Artillery has no bad one, Heavy Artillery none at all.
    pub fn moves(self) -> [i64; 2] {
        match self.class() {
            Class::Mounted => [10_000, 6000],
            Class::CloseCombatFoot => [6000, 4000],
            Class::LightFoot => [8000, 6000],
            Class::Artillery if self == Troop::LightArtillery => [6000, 6000],
            Class::Artillery => [0, 0],
        }
    }

    #[rustfmt::skip]
    pub fn weapon(self) -> Option<Weapon> {
        let weapon = |range, quarters| Some(Weapon { range, quarters });
        match self {
            Troop::HeavyArtillery  => weapon(36_000, [4, 4]),
            Troop::Longbow         => weapon(18_000, [4, 2]),
            Troop::Crossbow        => weapon(18_000, [4, 2]),
            Troop::LightArtillery  => weapon(18_000, [4, 4]),
            Troop::Handgun         => weapon(9000,   [4, 4]),
            Troop::SkirmishBow     => weapon(9000,   [2, 2]),
            Troop::SkirmishJavelin => weapon(3000,   [2, 2]),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quality {
    A,
    B,
    C,
    D,
}

impl Quality {
    pub const ALL: [Quality; 4] = [Quality::A, Quality::B, Quality::C, Quality::D];

    pub fn letter(self) -> &'static str {
        ["A", "B", "C", "D"][self as usize]
    }

    pub fn read(letter: &str) -> Option<Quality> {
        Quality::ALL.into_iter().find(|quality| quality.letter() == letter)
    }

    /// L-93.
    pub fn morale(self) -> i8 {
        [9, 8, 8, 7][self as usize]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(clippy::upper_case_acronyms, reason = "Roman numerals")]
pub enum Discipline {
    I,
    II,
    III,
    IV,
}

impl Discipline {
    pub const ALL: [Discipline; 4] = [Discipline::I, Discipline::II, Discipline::III, Discipline::IV];

    pub fn numeral(self) -> &'static str {
        ["I", "II", "III", "IV"][self as usize]
    }

    pub fn read(numeral: &str) -> Option<Discipline> {
        Discipline::ALL
            .into_iter()
            .find(|discipline| discipline.numeral() == numeral)
    }

    /// L-81.
    pub fn value(self) -> i8 {
        [9, 8, 7, 6][self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_stands_where_its_kind_is_looked_up() {
        for (i, row) in ROWS.iter().enumerate() {
            assert_eq!(row.troop as usize, i);
            assert_eq!(Troop::read(row.name), Some(row.troop));
        }
    }
}
