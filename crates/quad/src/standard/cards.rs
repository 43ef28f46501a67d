//! What stands on the counters, and the melee classes that follow from it (section 3 of the rulebook).

use board::Vertex;
use kernel::Side;
use std::sync::Arc;

/// Scots are the first player (E-01).
pub const SCOTS: Side = Side::One;
pub const ENGLISH: Side = Side::Two;

pub type UnitId = u8;
pub type LeaderId = u8;
pub type DivisionId = u8;

/// No unit, no target, no division.
pub const NONE: u8 = u8::MAX;

/// Most units and leaders a scenario may have; a set of units is one `u128`.
pub const MAX_UNITS: usize = 96;
pub const MAX_LEADERS: usize = 16;
pub const MAX_HEXES: usize = 1280;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Armour {
    Plate,
    Mail,
    Leather,
    None,
}

impl Armour {
    pub fn letter(self) -> &'static str {
        ["P", "M", "L", "N"][self as usize]
    }

    pub fn from_letter(c: &str) -> Option<Armour> {
        Some(match c {
            "P" => Armour::Plate,
            "M" => Armour::Mail,
            "L" => Armour::Leather,
            "N" => Armour::None,
            _ => return None,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Cavalry,
    Infantry,
    Schiltrom,
    Longbow,
    Crossbow,
    Shortbow,
}

impl Kind {
    pub const ALL: [Kind; 6] = [
        Kind::Cavalry,
        Kind::Infantry,
        Kind::Schiltrom,
        Kind::Longbow,
        Kind::Crossbow,
        Kind::Shortbow,
    ];

    pub fn name(self) -> &'static str {
        ["cavalry", "infantry", "schiltrom", "longbow", "crossbow", "shortbow"][self as usize]
    }

    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|k| k.name() == name)
    }

    /// The faces a counter of this kind can show; the first is the usual one.
    pub fn faces(self, side: Side) -> &'static [Show] {
        match self {
            Kind::Cavalry if side == SCOTS => &[Show::Mounted, Show::Dismounted],
            Kind::Cavalry => &[Show::Mounted],
            Kind::Infantry if side == ENGLISH => &[Show::Disorganised, Show::Organised],
            Kind::Infantry => &[Show::Organised],
            Kind::Schiltrom => &[Show::Open, Show::Close],
            Kind::Longbow | Kind::Crossbow | Kind::Shortbow => &[Show::Ranged, Show::Melee],
        }
    }
}

/// What the side of the counter that is up stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    Mounted,
    Dismounted,
    Disorganised,
    Organised,
    Open,
    Close,
    Ranged,
    Melee,
}

impl Show {
    pub const ALL: [Show; 8] = [
        Show::Mounted,
        Show::Dismounted,
        Show::Disorganised,
        Show::Organised,
        Show::Open,
        Show::Close,
        Show::Ranged,
        Show::Melee,
    ];

    pub fn name(self) -> &'static str {
        [
            "mounted",
            "dismounted",
            "disorganised",
            "organised",
            "open",
            "close",
            "ranged",
            "melee",
        ][self as usize]
    }

    pub fn from_name(name: &str) -> Option<Show> {
        Show::ALL.into_iter().find(|s| s.name() == name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weapon {
    Longbow,
    Crossbow,
    Shortbow,
}

/// Column of the melee table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attacker {
    PCav,
    MCav,
    MLInf,
    NInf,
    Sch,
    /// Not in the table.
    Other,
}

/// Row of the melee table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    PCav,
    MCav,
    MInf,
    LInf,
    NInf,
    Sch,
    /// Not in the table.
    Other,
}

/// One printed side of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    pub show: Show,
    pub armour: Armour,
    /// Movement allowance in half points.
    pub allowance: u8,
    /// 0 = A to 4 = E.
    pub morale: u8,
    pub weapon: Option<Weapon>,
    pub attacker: Attacker,
    pub target: Target,
}

impl Face {
    /// `None` if the melee table has no class for such a unit.
    pub fn new(kind: Kind, show: Show, armour: Armour, points: u8, morale: u8) -> Option<Face> {
        let (attacker, target) = match (kind, show, armour) {
            (Kind::Schiltrom, ..) => (Attacker::Sch, Target::Sch),
            (_, Show::Mounted, Armour::Plate) => (Attacker::PCav, Target::PCav),
            (_, Show::Mounted, Armour::Mail) => (Attacker::MCav, Target::MCav),
            (_, Show::Mounted, _) => return None,
            (_, _, Armour::Plate) => return None,
            (_, _, Armour::Mail) => (Attacker::MLInf, Target::MInf),
            (_, _, Armour::Leather) => (Attacker::MLInf, Target::LInf),
            (_, _, Armour::None) => (Attacker::NInf, Target::NInf),
        };
        let weapon = match (show, kind) {
            (Show::Ranged, Kind::Crossbow) => Some(Weapon::Crossbow),
            (Show::Ranged, Kind::Shortbow) => Some(Weapon::Shortbow),
            (Show::Ranged, _) => Some(Weapon::Longbow),
            _ => None,
        };
        Some(Face {
            show,
            armour,
            allowance: points * 2,
            morale,
            weapon,
            attacker,
            target,
        })
    }

    /// A face the melee table has no class for: it neither attacks nor is attacked hand to hand.
    pub fn unclassed(show: Show, armour: Armour, points: u8, morale: u8) -> Face {
        Face {
            show,
            armour,
            allowance: points * 2,
            morale,
            weapon: None,
            attacker: Attacker::Other,
            target: Target::Other,
        }
    }

    pub fn mounted(&self) -> bool {
        self.show == Show::Mounted
    }

    pub fn close_order(&self) -> bool {
        self.show == Show::Close
    }

    pub fn disorganised(&self) -> bool {
        self.show == Show::Disorganised
    }
}

/// A combat unit, as printed.
#[derive(Clone, Debug)]
pub struct Card {
    pub id: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub kind: Kind,
    /// `NONE` if it belongs to no division.
    pub division: DivisionId,
    pub half: Option<Half>,
    /// A counter with one printed side has it twice.
    pub faces: [Face; 2],
    pub two_faced: bool,
    pub victory_points: i32,
    pub setup: Setup,
    /// Its people, as a number in the tables of the battle; `NONE` where peoples do not matter.
    pub people: u8,
    /// A beast that has broken loose (*Tamburlaine*).
    pub rampant: bool,
}

/// Where and how a unit stands at the start.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    pub hex: board::Hex,
    /// The hex of the right half of a double counter, else `Hex::OFF`.
    pub right: board::Hex,
    pub facing: Vertex,
    pub face: u8,
    pub lance: bool,
    pub rout: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    Left,
    Right,
}

impl Half {
    pub fn name(self) -> &'static str {
        match self {
            Half::Left => "left",
            Half::Right => "right",
        }
    }

    pub fn from_name(name: &str) -> Option<Half> {
        match name {
            "left" => Some(Half::Left),
            "right" => Some(Half::Right),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct LeaderCard {
    pub id: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub division: DivisionId,
    pub victory_points: i32,
    /// In half points.
    pub allowance: u8,
    pub hex: board::Hex,
    /// Keeps out of sight (*King Arthur*).
    pub hiding: bool,
}

/// Units under a common symbol.
#[derive(Clone, Debug)]
pub struct Division {
    pub id: Arc<str>,
    pub side: Side,
    pub members: u128,
    pub left: u128,
    /// Size at set-up.
    pub size: u8,
}

impl Division {
    /// As people write it.
    pub fn name(&self) -> String {
        let capital = |part: &str| {
            let mut letters = part.chars();
            let first = letters.next().map(char::to_uppercase);
            first.into_iter().flatten().chain(letters).collect::<String>()
        };
        let parts: Vec<String> = self.id.split('-').map(capital).collect();
        parts.join("-")
    }
}
