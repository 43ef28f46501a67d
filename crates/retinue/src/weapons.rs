//! Weapons in hand and for shooting (TR-08, TR-42).

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
    /// Value in hand (the second number for two-number weapons) and damage dice (T-114 to T-120, T-132 to T-134).
    #[rustfmt::skip]
    const fn row(self) -> ([i8; 2], u8) {
        match self {
            Weapon::Sword                                 => ([4, 4], 1),
            Weapon::Axe | Weapon::Mace                    => ([3, 3], 2),
            Weapon::ShortSpear                            => ([4, 3], 1),
            Weapon::PoleArm | Weapon::Halberd             => ([4, 3], 3),
            Weapon::LongSpear                             => ([4, 2], 2),
            Weapon::Lance | Weapon::Pike                  => ([6, 0], 2),
            Weapon::TwoHandedSword | Weapon::TwoHandedAxe => ([3, 3], 3),
            _                                             => ([2, 2], 1),
        }
    }

    /// As it is in hand: a lance on foot is a long spear (TR-08).
    pub const fn on(self, mounted: bool) -> Weapon {
        match self {
            Weapon::Lance if !mounted => Weapon::LongSpear,
            other => other,
        }
    }

    /// Its value, fresh or spent against an opponent.
    pub const fn value(self, spent: bool) -> i8 {
        self.row().0[spent as usize]
    }

    pub const fn dice(self) -> u8 {
        self.row().1
    }

    pub const fn two_handed(self) -> bool {
        matches!(
            self,
            Weapon::PoleArm
                | Weapon::Halberd
                | Weapon::LongSpear
                | Weapon::Pike
                | Weapon::TwoHandedSword
                | Weapon::TwoHandedAxe
        )
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
