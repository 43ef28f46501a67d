//! What is printed on the counters. M-01, M-03

use board::Hex;
use kernel::Side;
use std::sync::Arc;

pub type UnitId = u8;
pub type LeaderId = u8;
/// No unit, no leader.
pub const NONE: u8 = u8::MAX;
/// The group of counters that may be chosen instead of others. SR-F9
pub const SPARE: u8 = NONE - 1;

pub const MAX_UNITS: usize = 240;
pub const MAX_LEADERS: usize = 16;
pub const MAX_HEXES: usize = 1400;
/// Hexes on which wolf pits may lie: a bit for each in a position.
pub const MAX_PITS: usize = 32;
/// Forts, gates and bridges that can be destroyed.
pub const MAX_OBJECTS: usize = 16;
/// Hexes by which a reserve enters.
pub const MAX_ENTRIES: usize = 3;
/// Units of a hex: nowhere is there more than the 10 SP of a fort (M-182), or of one that has just been razed (M-168), and
/// no unit has less than 1.
pub const MAX_STACK: usize = 10;
/// Units of a side in one combat: M-63 has either one target hex, with six around it, or one home, with six around that.
pub const MAX_COMPANY: usize = 6 * MAX_STACK;

pub const SCOTS: Side = Side::One;
pub const ENGLISH: Side = Side::Two;

/// Movement points are held in sixths: the tables use 1, 1/2 and 1/3.
pub const MP: u8 = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    Cavalry,
    HorseArcher,
    Infantry,
    Archer,
    Crossbow,
    Bombard,
}

impl Class {
    /// Acts in the cavalry phases. 2.1
    #[inline]
    pub fn is_horse(self) -> bool {
        matches!(self, Class::Cavalry | Class::HorseArcher)
    }

    /// M-03
    #[inline]
    pub fn is_regular(self) -> bool {
        self <= Class::Infantry
    }

    #[inline]
    pub fn is_foot_ranged(self) -> bool {
        self >= Class::Archer
    }

    pub fn symbol(self) -> &'static str {
        match self {
            Class::Cavalry => "cavalry",
            Class::HorseArcher => "horse-archer",
            Class::Infantry => "infantry",
            Class::Archer => "archer",
            Class::Crossbow => "crossbow",
            Class::Bombard => "bombard",
        }
    }
}

/// A kind of counter, as the set-up lists name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Cav0,
    Cav1,
    Cav2,
    HorseArcher,
    Inf0,
    Inf1,
    Inf2,
    Welsh,
    Archer,
    Archer1,
    Crossbow,
    Bombard,
}

impl Kind {
    pub const ALL: [(Kind, &'static str); 12] = [
        (Kind::Cav0, "CAV0"),
        (Kind::Cav1, "CAV1"),
        (Kind::Cav2, "CAV2"),
        (Kind::HorseArcher, "HARCH"),
        (Kind::Inf0, "INF0"),
        (Kind::Inf1, "INF1"),
        (Kind::Inf2, "INF2"),
        (Kind::Welsh, "WELSH"),
        (Kind::Archer, "ARCH"),
        (Kind::Archer1, "ARCH1"),
        (Kind::Crossbow, "XBOW"),
        (Kind::Bombard, "BOMB"),
    ];

    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|(_, n)| *n == name).map(|(k, _)| k)
    }

    pub fn name(self) -> &'static str {
        Kind::ALL[self as usize].1
    }

    pub fn class(self) -> Class {
        match self {
            Kind::Cav0 | Kind::Cav1 | Kind::Cav2 => Class::Cavalry,
            Kind::HorseArcher => Class::HorseArcher,
            Kind::Inf0 | Kind::Inf1 | Kind::Inf2 | Kind::Welsh => Class::Infantry,
            Kind::Archer | Kind::Archer1 => Class::Archer,
            Kind::Crossbow => Class::Crossbow,
            Kind::Bombard => Class::Bombard,
        }
    }

    pub fn armour(self) -> u8 {
        match self {
            Kind::Cav2 | Kind::Inf2 => 2,
            Kind::Cav1 | Kind::Inf1 | Kind::Archer1 => 1,
            _ => 0,
        }
    }

    /// Strength and movement where no scenario says otherwise: the values of `[values]`.
    pub fn usual(self) -> (u8, u8) {
        match self {
            Kind::Cav0 | Kind::HorseArcher => (2, 8),
            Kind::Cav1 | Kind::Cav2 => (2, 7),
            Kind::Inf0 | Kind::Inf1 | Kind::Welsh => (2, 4),
            Kind::Inf2 => (2, 3),
            Kind::Archer | Kind::Archer1 | Kind::Crossbow => (1, 3),
            Kind::Bombard => (1, 1),
        }
    }

    /// In words, for names.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Cav0 => "light horse",
            Kind::Cav1 => "horse",
            Kind::Cav2 => "heavy horse",
            Kind::HorseArcher => "horse archers",
            Kind::Inf0 => "retainers",
            Kind::Inf1 => "light foot",
            Kind::Inf2 => "heavy foot",
            Kind::Welsh => "Welsh foot",
            Kind::Archer => "archers",
            Kind::Archer1 => "armoured archers",
            Kind::Crossbow => "crossbows",
            Kind::Bombard => "bombard",
        }
    }
}

/// A field unit as printed, and where the automatic set-up puts it.
#[derive(Clone, Debug)]
pub struct Card {
    pub id: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    pub kind: Kind,
    pub class: Class,
    pub armour: u8,
    pub sp: u8,
    /// Sixths.
    pub mp: u8,
    /// Scottish infantry where the scenario allows shiltrons. M-174
    pub shiltron: bool,
    /// A set-up group, or `NONE` for reserves and cases.
    pub group: u8,
}

#[derive(Clone, Debug)]
pub struct LeaderCard {
    pub id: Arc<str>,
    pub name: Arc<str>,
    pub side: Side,
    /// Range 3. MR-60
    pub grand: bool,
    /// May not move before this turn, nor may his command. SR-S3, SR-F7
    pub moves_from: u8,
    pub moves_rule: &'static str,
    /// His command is removed before phase 1 of this turn; 0 = never. SR-F3
    pub removed: u8,
    /// Changes sides with his command. SR-S4
    pub wavers: bool,
    /// Enters from this turn; 0 = is there at the start. SR-F6
    pub enters: u8,
    pub hex: Hex,
    /// Where he may be set up instead. SR-S7
    pub zone: Vec<Hex>,
}

impl LeaderCard {
    /// M-135, MR-60
    #[inline]
    pub fn range(&self) -> u16 {
        if self.grand { 3 } else { 1 }
    }
}

/// Where units of a list may be set up.
#[derive(Clone, Debug)]
pub struct Group {
    pub side: Side,
    /// `NONE` is a pool (M-186).
    pub leader: LeaderId,
    pub hexes: Vec<Hex>,
    pub one_per_hex: bool,
    /// Any horse of the counter mix (SR-F9).
    pub chosen: bool,
}

/// Units that come later. SR-F5, SR-B10
#[derive(Clone, Debug)]
pub struct Reserve {
    pub side: Side,
    pub kinds: Vec<Kind>,
    pub per_turn: u8,
    /// `per_turn` holds for each entry hex (SR-B10), or for all together (SR-F5).
    pub each: bool,
    pub maximum: u8,
    pub hexes: Vec<Hex>,
    pub from_turn: u8,
    pub rule: &'static str,
}
