//! What happened, and its words.

use crate::cards::{Class, LeaderId, UnitId};
use crate::combat::Company;
use crate::position::Piece;
use crate::tables::{Cell, Hit};
use arrayvec::ArrayVec;
use board::Hex;
use kernel::words::Modifier;
use kernel::{Cite, Side};

pub type Modifiers = ArrayVec<Modifier, 16>;

/// A modifier with the rule behind it.
pub fn modifier(name: &'static str, value: i32, rule: &'static str) -> Modifier {
    Modifier {
        name,
        value,
        cite: Cite(rule),
    }
}

macro_rules! deeds {
    ($( $name:ident $kind:literal $rule:literal $words:literal ),+ $(,)?) => {
        /// A plain thing that happened: its kind, the rule behind it, and its words. `{a}` and `{b}` are pieces, `{h}`
        /// a hex, `{n}` a number, `{o}` what it comes to, `{p}` points, `{s}` a side, `{w}` a word.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Deed { $( $name ),+ }

        impl Deed {
            pub(crate) fn card(self) -> (&'static str, &'static str, &'static str) {
                match self { $( Deed::$name => ($kind, $rule, $words) ),+ }
            }
        }
    };
}

deeds! {
    TurnBegins "turn" "M-10" "Turn {n} begins.",
    PhaseBegins "phase" "M-10" "Phase {n}: {w} of the {s}.",
    Ready "setup" "M-121" "The {s} are set up.",
    Placed "place" "M-143" "{a} gathers again on {h}.",
    Regroups "regroup" "M-143" "{a} tries to regroup and rolls {n}: {o}.",
    NobodyLeads "eliminated" "M-144" "{a} has nobody left to gather it and is lost.",
    Activated "activate" "M-27" "{a} is activated.",
    Checked "check" "M-190" "{a} is weary and rolls {n}: {o}.",
    Entered "move" "M-30" "{a} enters {h}; movement points left: {p}.",
    Turned "turn-about" "M-41" "{a} turns {w}; movement points left: {p}.",
    Minimum "move" "M-40" "{a} makes its minimum move.",
    Left "exit" "M-50" "{a} leaves the map from {h} by the {w} edge.",
    Returned "return" "M-53" "{a} returns to the map on {h}.",
    CameOn "enter" "SR-F5" "{a} enters the battle on {h}.",
    Changed "formation" "M-147" "{a} makes ready to {w}.",
    Formed "formation" "M-174" "{a} forms a shiltron.",
    Lifted "formation" "M-178" "{a} leaves its shiltron.",
    Broken "formation" "M-178" "The shiltron of {a} breaks up.",
    Demolishes "demolish" "M-180" "{a} begins to demolish the fort on {h}.",
    Demolished "demolish" "M-180" "The fort on {h} is demolished.",
    Destroyed "destroyed" "M-167" "{a} shoots at the {w}, rolls {n} and destroys it.",
    Missed "shot" "M-167" "{a} shoots at the {w} and rolls {n}: in vain.",
    Stumbled "penalty" "M-36" "{a} comes to grief at the charge on {h}.",
    Sank "penalty" "M-37" "{a} sinks into the swamp on {h}.",
    RodeDown "ride-down" "M-110" "{a} rides down {b} on {h}.",
    RodeOver "ride-down" "M-77" "{a} rides over {b} in its retreat.",
    PitsDug "pit" "SR-B9" "The pits are dug on {h}.",
    PitSeen "pit" "M-183" "There are wolf pits on {h}.",
    PitRolled "pit" "M-184" "{a} is among the wolf pits and rolls {n}: {o}.",
    Lost "loss" "M-02" "{a} loses {n} SP.",
    Eliminated "eliminated" "M-02" "{a} is eliminated.",
    Scattered "scattered" "M-140" "{a} scatters.",
    NoBox "eliminated" "M-142" "There is no free box on the track for {a}.",
    LeaderTest "leader" "M-136" "{a} is in danger: {n} after the losses of his side.",
    LeaderShot "leader" "M-153" "{a} is under fire and rolls {n}: {o}.",
    LeaderDied "leader-dead" "M-118" "{a} is dead.",
    Mourned "leader-dead" "M-131" "The men of {a} lose heart: 1 SP each.",
    MournedAll "leader-dead" "M-132" "The army of {a} loses heart: 1 SP each.",
    MournedSix "leader-dead" "SR-B7" "The six units nearest to where {a} fell lose 1 SP each.",
    MoraleMoves "morale" "M-120" "The morale counter {o}.",
    MoraleSet "morale" "M-15" "For morale {o} from now on.",
    BannerFell "banner" "M-117" "The banner of the {s} falls on {h}.",
    BannerDropped "banner" "M-126" "The captured banner of the {s} falls on {h}.",
    BannerHeld "banner" "M-122" "{a} holds the banner.",
    BannerPassed "banner" "M-124" "The banner is passed to {a}.",
    BannerCaptured "banner" "M-126" "{a} captures the banner of the {s}.",
    BannerSaved "banner" "M-117" "{a} saves the banner of the {s}.",
    FriendlyFire "friendly-fire" "M-151" "Friends stand close to the target, and the die shows {n}: {o}.",
    Declared "attack" "M-60" "{a} attacks.",
    Charges "charge" "M-89" "{a} charges, with a charge factor of {n}.",
    CannotReach "attack" "M-190" "Nobody is left to carry the attack home.",
    Countercharges "countercharge" "M-99" "{a} countercharges to {h}.",
    Retreats "retreat" "M-75" "{a} retreats to {h}.",
    Pursues "pursuit" "M-82" "{a} pursues to {h}.",
    PursuitTest "pursuit" "M-81" "{a} is tested for pursuit and rolls {n}: {w}.",
    Advances "advance" "M-67" "{a} advances to {h}.",
    ScatterDie "scatter" "M-140" "The scatter die shows {n}.",
    Tires "fatigue" "M-188" "The fatigue of {a} rises to {n}.",
    Rests "fatigue" "M-189" "The fatigue of {a} falls to {n}.",
    TurnsCoat "sides" "SR-S4" "{a} goes over to the Scots with his men.",
    LeavesField "removed" "SR-F3" "{a} leaves the field with his men.",
    WelshRemoved "removed" "SR-F4" "Welshmen drift away from {a}.",
}

/// What belongs to a deed.
#[derive(Clone, Copy, Debug)]
pub struct Of {
    pub a: Option<Piece>,
    pub b: Option<Piece>,
    pub h: Hex,
    pub n: i32,
    pub s: Option<Side>,
    pub w: &'static str,
    /// Dice that fell, 0 where none did.
    pub dice: [u8; 2],
}

impl Of {
    pub const NOTHING: Of = Of {
        a: None,
        b: None,
        h: Hex::OFF,
        n: 0,
        s: None,
        w: "",
        dice: [0; 2],
    };

    pub fn unit(unit: UnitId) -> Of {
        Of {
            a: Some(Piece::Unit(unit)),
            ..Of::NOTHING
        }
    }

    pub fn leader(leader: u8) -> Of {
        Of {
            a: Some(Piece::Leader(leader)),
            ..Of::NOTHING
        }
    }

    pub fn piece(piece: Piece) -> Of {
        Of {
            a: Some(piece),
            ..Of::NOTHING
        }
    }

    pub fn side(side: Side) -> Of {
        Of {
            s: Some(side),
            ..Of::NOTHING
        }
    }

    /// Whose piece it is at that moment.
    pub fn whose(self, side: Side) -> Of {
        Of { s: Some(side), ..self }
    }

    pub fn at(self, h: Hex) -> Of {
        Of { h, ..self }
    }

    pub fn n(self, n: impl Into<i32>) -> Of {
        Of { n: n.into(), ..self }
    }

    /// A die, which is also the number.
    pub fn die(self, die: u8) -> Of {
        Of {
            n: die.into(),
            dice: [die, 0],
            ..self
        }
    }

    /// Two dice, and their sum or what is left of it.
    pub fn dice(self, dice: [u8; 2], n: i32) -> Of {
        Of { n, dice, ..self }
    }

    pub fn and(self, b: Piece) -> Of {
        Of { b: Some(b), ..self }
    }

    pub fn word(self, w: &'static str) -> Of {
        Of { w, ..self }
    }
}

#[derive(Clone, Debug)]
pub enum Event {
    Plain(Deed, Of),
    Shot {
        shooter: UnitId,
        class: Class,
        target: Piece,
        dice: [u8; 2],
        modifiers: Modifiers,
        total: i32,
        hit: Hit,
    },
    Combat {
        /// Of the attackers.
        side: Side,
        attackers: Company,
        hexes: ArrayVec<Hex, 6>,
        initial: i32,
        modifiers: Modifiers,
        column: i32,
        dice: [u8; 2],
        cell: Cell,
    },
    Over(Ending),
}

/// How a battle ended. M-192
#[derive(Clone, Debug)]
pub struct Ending {
    /// What ended it at once: the number of an automatic victory of the scenario, and those who are dead by it.
    pub at_once: Option<(usize, Vec<LeaderId>)>,
    pub winner: Option<Side>,
    pub score: [i32; 2],
}
