//! Weapons in hand and for shooting (TR-08, TR-42).

use crate::lists::Lists;
use crate::troops::named;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weapon {
    Sword,
    Axe,
    Mace,
    ShortSpear,
    PoleArm,
    Halberd,
    LongSpear,
    Lance,
    Pike,
    TwoHandedSword,
    TwoHandedAxe,
    Dagger,
    Club,
    Longbow,
    CompositeBow,
    ShortBow,
    Sling,
    Latch,
    MediumCrossbow,
    HeavyCrossbow,
    HandGun,
    Javelin,
    ThrowingAxe,
    Stones,
}

named!(Weapon {
    Sword "sword", Axe "axe", Mace "mace", ShortSpear "short-spear", PoleArm "pole-arm", Halberd "halberd",
    LongSpear "long-spear", Lance "lance", Pike "pike", TwoHandedSword "two-handed-sword", TwoHandedAxe "two-handed-axe",
    Dagger "dagger", Club "club", Longbow "longbow", CompositeBow "composite-bow", ShortBow "short-bow", Sling "sling",
    Latch "latch", MediumCrossbow "medium-crossbow", HeavyCrossbow "heavy-crossbow", HandGun "hand-gun",
    Javelin "javelin", ThrowingAxe "throwing-axe", Stones "stones",
});

/// What each class counts in hand, fresh and spent (T-114 to T-120).
const CLASSES: [[i8; 2]; 7] = [[4, 4], [3, 3], [4, 3], [4, 2], [6, 0], [3, 3], [2, 2]];

/// How a weapon is used for shooting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missile {
    /// Bows and slings.
    Bow,
    Latch,
    Crossbow,
    HandGun,
    Thrown,
}

impl Weapon {
    /// As it is in hand: a lance on foot is a long spear (TR-08).
    pub const fn on(self, mounted: bool) -> Weapon {
        match self {
            Weapon::Lance if !mounted => Weapon::LongSpear,
            other => other,
        }
    }

    /// Its value, fresh or spent against an opponent: that of its class.
    pub fn value(self, spent: bool) -> i8 {
        CLASSES[usize::from(Lists::standard().weapon(self).class) - 1][usize::from(spent)]
    }

    /// Of damage.
    pub fn dice(self) -> u8 {
        Lists::standard().weapon(self).dice
    }

    pub fn two_handed(self) -> bool {
        Lists::standard().weapon(self).two_handed
    }

    /// Spears of every length, as in T-05 and T-135.
    pub const fn is_spear(self) -> bool {
        matches!(self, Weapon::ShortSpear | Weapon::LongSpear | Weapon::Pike)
    }

    pub const fn is_halberd(self) -> bool {
        matches!(self, Weapon::PoleArm | Weapon::Halberd)
    }

    pub const fn missile(self) -> Option<Missile> {
        Some(match self {
            Weapon::Longbow | Weapon::CompositeBow | Weapon::ShortBow | Weapon::Sling => Missile::Bow,
            Weapon::Latch => Missile::Latch,
            Weapon::MediumCrossbow | Weapon::HeavyCrossbow => Missile::Crossbow,
            Weapon::HandGun => Missile::HandGun,
            Weapon::Javelin | Weapon::ThrowingAxe | Weapon::Stones => Missile::Thrown,
            _ => return None,
        })
    }

    /// Columns to the right (T-102 to T-105, TR-42).
    pub const fn right(self) -> u8 {
        match self {
            Weapon::Latch | Weapon::MediumCrossbow => 1,
            Weapon::ShortBow => 2,
            Weapon::HandGun => 4,
            Weapon::Javelin | Weapon::ThrowingAxe | Weapon::Stones => 5,
            _ => 0,
        }
    }

    /// T-108: two more pips.
    pub const fn strong(self) -> bool {
        matches!(
            self,
            Weapon::Longbow | Weapon::HandGun | Weapon::MediumCrossbow | Weapon::HeavyCrossbow
        )
    }
}
