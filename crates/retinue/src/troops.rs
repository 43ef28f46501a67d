//! What figures are and carry: types, weapons, horses, shields, traits (section 1 of the rules).

use crate::lists::Lists;

/// The names of an enumeration, both ways.
macro_rules! named {
    ($type:ident { $($value:ident $name:literal),+ $(,)? }) => {
        impl $type {
            pub const ALL: &'static [$type] = &[$($type::$value),+];

            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name),+
                }
            }

            pub fn read(name: &str) -> Option<$type> {
                $type::ALL.iter().copied().find(|known| known.name() == name)
            }
        }
    };
}

pub(crate) use named;

/// The types of men (T-10 to T-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Lord,
    Knight,
    ManAtArms,
    Sergeant,
    Soldier,
    Peasant,
}

named!(Kind { Lord "Lord", Knight "Knight", ManAtArms "ManAtArms", Sergeant "Sergeant", Soldier "Soldier", Peasant "Peasant" });

impl Kind {
    /// As people say it.
    pub fn words(self) -> &'static str {
        &Lists::standard().kind(self).words
    }

    /// The two printed morale values, and the leader's bonus.
    #[rustfmt::skip]
    const fn row(self) -> ([u8; 2], i8) {
        match self {
            Kind::Lord      => ([9, 10], 3),
            Kind::Knight    => ([8, 9],  2),
            Kind::ManAtArms => ([7, 8],  0),
            Kind::Sergeant  => ([7, 8],  1),
            Kind::Soldier   => ([6, 7],  0),
            Kind::Peasant   => ([4, 5],  0),
        }
    }

    pub const fn morale(self) -> [u8; 2] {
        self.row().0
    }

    pub const fn bonus(self) -> i8 {
        self.row().1
    }

    /// The usual skill.
    pub fn melee(self) -> u8 {
        Lists::standard().kind(self).melee
    }

    /// What he is worth (TR-59).
    pub fn value(self) -> u8 {
        Lists::standard().kind(self).value
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shield {
    None,
    Small,
    Large,
    Pavise,
}

named!(Shield { None "none", Small "small", Large "large", Pavise "pavise" });

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HorseKind {
    Warhorse,
    Riding,
    Nag,
}

named!(HorseKind { Warhorse "warhorse", Riding "riding", Nag "nag" });

impl HorseKind {
    pub fn stamina(self) -> i16 {
        Lists::standard().horse(self).stamina
    }

    pub fn armour(self) -> u8 {
        Lists::standard().horse(self).armour
    }
}

/// Traits as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits(pub u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trait {
    Berserker,
    Knight,
    Skirmisher,
    Unreliable,
    Zeal,
}

named!(Trait { Berserker "berserker", Knight "knight", Skirmisher "skirmisher", Unreliable "unreliable", Zeal "zeal" });

impl Traits {
    pub const fn has(self, wanted: Trait) -> bool {
        self.0 & (1 << wanted as u8) != 0
    }

    pub fn add(&mut self, new: Trait) {
        self.0 |= 1 << new as u8;
    }

    /// What a type has without being told.
    pub fn of(kind: Kind) -> Traits {
        let mut traits = Traits::default();
        match kind {
            Kind::Lord | Kind::Knight => traits.add(Trait::Knight),
            Kind::Peasant => traits.add(Trait::Unreliable),
            _ => {}
        }
        traits
    }
}

/// What a figure is to do this turn (TR-23).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chit {
    Hold,
    Shoot,
    Move,
    MoveShoot,
    Melee,
    Cross,
    Mount,
    Dismount,
    Resupply,
    Loot,
    Switch,
}

named!(Chit {
    Hold "hold", Shoot "shoot", Move "move", MoveShoot "move-shoot", Melee "melee", Cross "cross", Mount "mount",
    Dismount "dismount", Resupply "resupply", Loot "loot", Switch "switch",
});

impl Chit {
    pub const fn moves(self) -> bool {
        matches!(self, Chit::Move | Chit::MoveShoot | Chit::Melee)
    }

    pub const fn shoots(self) -> bool {
        matches!(self, Chit::Shoot | Chit::MoveShoot)
    }
}

/// Paces on foot and gaits of a horse (T-60 to T-72). `Walk` is both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pace {
    Stood,
    Half,
    Walk,
    Run,
    Trot,
    Canter,
    Gallop,
}

named!(Pace { Stood "stood", Half "half", Walk "walk", Run "run", Trot "trot", Canter "canter", Gallop "gallop" });

impl Pace {
    pub const fn on_foot(self) -> bool {
        matches!(self, Pace::Half | Pace::Walk | Pace::Run)
    }

    pub const fn mounted(self) -> bool {
        matches!(self, Pace::Walk | Pace::Trot | Pace::Canter | Pace::Gallop)
    }
}

/// A horse in panic (TR-36).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panic {
    Bolts,
    Stands,
    Charges,
}

named!(Panic { Bolts "bolts", Stands "stands", Charges "charges" });

/// What the table allows a figure out of command (T-42 to T-45, T-41).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grant {
    Stay,
    Shoot,
    Half,
    Full,
    HalfShoot,
    FullShoot,
    HalfMelee,
    FullMelee,
    FullEither,
    /// A straggler goes back to this member of his unit.
    Rejoin(u8),
    /// A straggler goes for the enemy.
    Enemy,
}

impl Grant {
    const TABLE: [(Grant, &'static str); 10] = [
        (Grant::Stay, "stay"),
        (Grant::Shoot, "shoot"),
        (Grant::Half, "half"),
        (Grant::Full, "full"),
        (Grant::HalfShoot, "half+shoot"),
        (Grant::FullShoot, "full+shoot"),
        (Grant::HalfMelee, "half+melee"),
        (Grant::FullMelee, "full+melee"),
        (Grant::FullEither, "full+melee|shoot"),
        (Grant::Enemy, "enemy"),
    ];

    pub fn read(name: &str) -> Option<Grant> {
        Grant::TABLE
            .iter()
            .find(|(_, known)| *known == name)
            .map(|(grant, _)| *grant)
    }

    pub fn name(self) -> &'static str {
        Grant::TABLE
            .iter()
            .find(|(grant, _)| *grant == self)
            .map_or("rejoin", |(_, name)| name)
    }

    /// A number of its own.
    pub fn code(self) -> u8 {
        Grant::TABLE
            .iter()
            .position(|(grant, _)| *grant == self)
            .map_or(u8::MAX, |at| at as u8)
    }

    /// How far it may go: `None` not at all.
    pub const fn pace(self) -> Option<Pace> {
        match self {
            Grant::Stay | Grant::Shoot => None,
            Grant::Half | Grant::HalfShoot | Grant::HalfMelee => Some(Pace::Half),
            _ => Some(Pace::Walk),
        }
    }

    pub const fn shoots(self) -> bool {
        matches!(
            self,
            Grant::Shoot | Grant::HalfShoot | Grant::FullShoot | Grant::FullEither
        )
    }

    pub const fn fights(self) -> bool {
        matches!(self, Grant::HalfMelee | Grant::FullMelee | Grant::FullEither)
    }

    pub const fn straggles(self) -> bool {
        matches!(self, Grant::Rejoin(_) | Grant::Enemy)
    }
}
