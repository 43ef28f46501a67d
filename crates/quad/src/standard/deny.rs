//! Why something is not allowed, small enough to be made and thrown away while choices are listed; put into words only
//! when somebody asks.

use super::{Battle, Variant};
use board::Hex;
use kernel::{Cite, Refusal};

/// A reason with the rule behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deny {
    pub code: Code,
    pub rule: &'static str,
    /// Points in halves: needed, left.
    pub points: Option<(u8, u8)>,
    pub hex: Hex,
}

pub type Allowed<T = ()> = Result<T, Deny>;

/// Stable names for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    WrongPhase,
    NotYourTurn,
    NotYourUnit,
    UnknownId,
    UnknownDirection,
    UnknownFacing,
    Unreadable,
    UnitOffMap,
    UnitRouted,
    NotRouted,
    UnitDisorganised,
    AlreadyMoving,
    AlreadyMoved,
    AlreadyAttacked,
    AlreadyAttempted,
    AlreadySet,
    HalfNeeded,
    ModeNotSelectable,
    NoSecondMode,
    ModeAlreadyChanged,
    AlreadyDismounted,
    WrongMode,
    InsufficientMp,
    NotAdjacent,
    OffMap,
    HexOccupied,
    ProhibitedTerrain,
    NotFrontHex,
    NotFlankHex,
    SameFacing,
    FacingRepeated,
    FacingLimit,
    ReverseInMarsh,
    FormationTiming,
    FormationTerrain,
    BurnNeedsFullAllowance,
    CannotCharge,
    ChargeBroken,
    ChargeTooShort,
    ChargeTerrain,
    ChargeDownhill,
    ChargeNotAdjacent,
    ChargeArc,
    ChargerCommitted,
    DivisionMoved,
    NotDisorganised,
    InvalidTarget,
    OutOfRange,
    LosBlocked,
    MeleeNotApplicable,
    MeleeAcrossBurn,
    CavalryIntoCover,
    CloseOrderFlank,
    RearAttack,
    DuplicateAttacker,
    NotNamed,
    NotCharging,
    LeaderNotStacked,
    RoutMoveOwed,
    RoutStepBlocked,
    RoutTooLong,
    RoutNotLeastIncrease,
    RoutFacing,
    GameOver,
    ManoeuvreNotAllowed,
    UnknownHex,
    FormationPlacement,
    NotSchiltrom,
    OverCavalryNotAllowed,
    ChargeMarsh,
    ChargeTarget,
    ModeTiming,
    RoutExit,
    RearHex,
}

impl Deny {
    #[inline]
    pub fn new(code: Code, rule: &'static str) -> Deny {
        Deny {
            code,
            rule,
            points: None,
            hex: Hex::OFF,
        }
    }

    #[inline]
    pub fn at(mut self, hex: Hex) -> Deny {
        self.hex = hex;
        self
    }

    /// It says only that the way is none, not what is in it.
    pub fn is_vague(&self) -> bool {
        matches!(
            self.code,
            Code::NotFrontHex | Code::NotFlankHex | Code::ManoeuvreNotAllowed
        )
    }

    /// Half points.
    #[inline]
    pub fn points(mut self, need: u8, left: u8) -> Deny {
        self.points = Some((need, left));
        self
    }

    pub fn sentence(&self) -> &'static str {
        match self.code {
            Code::WrongPhase => "That is not done in this phase.",
            Code::NotYourTurn => "The other side is to act.",
            Code::NotYourUnit => "That is not a piece of the side to act.",
            Code::UnknownId => "There is nothing of that name in this battle.",
            Code::UnknownDirection => "A direction is one of N, NE, SE, S, SW, NW.",
            Code::UnknownFacing => "A facing is one of NNE, E, SSE, SSW, W, NNW.",
            Code::Unreadable => "That is not a choice this game knows.",
            Code::UnitOffMap => "It is no longer on the map.",
            Code::UnitRouted => "A routed unit cannot do that.",
            Code::NotRouted => "Only routed units make rout moves.",
            Code::UnitDisorganised => "A disorganised unit cannot attack.",
            Code::AlreadyMoving => "Finish the move that has begun first.",
            Code::AlreadyMoved => "It has moved in this phase already.",
            Code::AlreadyAttacked => "It has attacked in this phase already.",
            Code::AlreadyAttempted => "This division has tried to organise in this phase already.",
            Code::AlreadySet => {
                "It has that mode already, or had it before: each mode is chosen once, and undo takes a choice back."
            }
            Code::HalfNeeded => {
                "A division of five or six units organises by halves: left or right; a smaller one as a whole."
            }
            Code::ModeNotSelectable => "The owner does not choose the starting mode of this unit.",
            Code::NoSecondMode => "This unit has no second mode.",
            Code::ModeAlreadyChanged => "It has changed mode in this phase already.",
            Code::AlreadyDismounted => "Dismounted cavalry never mounts again.",
            Code::WrongMode => "Ranged mode only shoots, and melee mode only fights hand to hand.",
            Code::InsufficientMp => "Not enough movement points.",
            Code::NotAdjacent => "The target is not in an adjacent hex.",
            Code::OffMap => "No counter leaves the map of its own will.",
            Code::HexOccupied => "The hex is occupied.",
            Code::ProhibitedTerrain => "It cannot enter that ground.",
            Code::NotFrontHex => "An advance goes into one of the two front hexes.",
            Code::NotFlankHex => "An oblique goes into one of the two flank hexes.",
            Code::SameFacing => "It faces that way already.",
            Code::FacingRepeated => "It has faced that way in this hex already; take the turn back instead.",
            Code::FacingLimit => "A close-order schiltrom makes one facing manoeuvre a phase.",
            Code::ReverseInMarsh => "A close-order schiltrom cannot reverse in marsh.",
            Code::FormationTiming => {
                "A schiltrom changes formation at one point of its move only: at the end, unless the players have agreed otherwise."
            }
            Code::FormationTerrain => "A schiltrom cannot close in a wood or village.",
            Code::BurnNeedsFullAllowance => "Crossing a burn takes the whole allowance, with nothing spent before.",
            Code::CannotCharge => "Only unrouted mounted cavalry in plate or mail charges.",
            Code::ChargeBroken => "A charge goes straight on: nothing but advances until it ends.",
            Code::ChargeTooShort => "A charge runs at least three hexes.",
            Code::ChargeTerrain => "A charge needs clear ground, and no burn in its way.",
            Code::ChargeDownhill => "No charge goes downhill.",
            Code::ChargeNotAdjacent => "The charge must end next to its target.",
            Code::ChargeArc => "At the end of the charge its target must lie in an arc it can attack.",
            Code::ChargerCommitted => "A charger attacks its target or nobody.",
            Code::DivisionMoved => "A unit of this division has moved in this phase.",
            Code::NotDisorganised => "Nothing of it on the map is disorganised.",
            Code::InvalidTarget => "That is not an enemy combat unit on the map.",
            Code::OutOfRange => "The target is out of range.",
            Code::LosBlocked => "The line of sight is blocked.",
            Code::MeleeNotApplicable => "The melee table has no number for this pairing.",
            Code::MeleeAcrossBurn => "Nobody fights hand to hand across a burn.",
            Code::CavalryIntoCover => "Mounted cavalry does not attack into a wood or village.",
            Code::CloseOrderFlank => "A close-order schiltrom attacks only to its front.",
            Code::RearAttack => "No unit attacks through its rear hexes.",
            Code::DuplicateAttacker => "Its attack has been named already.",
            Code::NotNamed => "No attack of this unit is waiting.",
            Code::NotCharging => "Only a charge may be declined; an attack that was named is carried out.",
            Code::LeaderNotStacked => {
                "Only a leader who is in its hex goes along, and he is named before the first step."
            }
            Code::RoutMoveOwed => "Routed units still have to move.",
            Code::RoutStepBlocked => match self.rule {
                "E-115" => {
                    "A rout step leads into no hex with a combat unit or next to an enemy one, and onto no closed ground."
                }
                "Q-60" => "A rout step leads into no hex with a combat unit, and onto no closed ground.",
                _ => "A rout comes to no hex of its path again.",
            },
            Code::RoutTooLong => "The rout path is at its full length.",
            Code::RoutNotLeastIncrease => {
                "The rout path must raise the rout level as little as possible, by as many proper steps as possible."
            }
            Code::RoutFacing => "After rout movement a unit faces the way it went.",
            Code::GameOver => "The game is over.",
            Code::ManoeuvreNotAllowed => {
                "A double counter goes forward, to the side, pivots or turns about; a single one steps."
            }
            Code::UnknownHex => "There is no such hex on this map.",
            Code::FormationPlacement => {
                "A schiltrom closes on one of its two hexes, and opens onto its own and a free hex beside it."
            }
            Code::NotSchiltrom => "Only a schiltrom opens and closes.",
            Code::OverCavalryNotAllowed => {
                "Only an English longbow shoots over cavalry: two hexes far, over unrouted English cavalry that does not charge."
            }
            Code::ChargeMarsh => "No charge goes into or through marsh.",
            Code::ChargeTarget => "The target of a charge must lie in one of the three hexes ahead.",
            Code::ModeTiming => "Modes are changed last: nothing more is moved after it.",
            Code::RoutExit => "Routed units leave the map only over their friendly edge.",
            Code::RearHex => "No unit attacks through its rear hexes.",
        }
    }
}

impl<R: Variant> Battle<R> {
    /// A denial put into words.
    pub(crate) fn refusal(&self, deny: &Deny) -> Refusal {
        let tired = [R::CITES.fatigue, R::CITES.mode_tired].contains(&deny.rule);
        let mut why = match R::sentence(deny) {
            Some(sentence) => sentence.to_string(),
            None if tired && deny.code == Code::InsufficientMp => {
                "The army is tired, and half of its movement points are lost to it.".into()
            }
            None => deny.sentence().to_string(),
        };
        if deny.hex.is_on() {
            why = format!("{why} (hex {})", self.map.name(deny.hex));
        }
        if let Some((need, left)) = deny.points {
            why = format!(
                "{why} It needs {}, and {} is left.",
                points_text(need),
                points_text(left)
            );
        }
        let refusal = Refusal::new(R::code_name(deny), Cite(deny.rule), why);
        match deny.points {
            Some((need, left)) => refusal
                .figure("need", points_text(need))
                .figure("left", points_text(left)),
            None => refusal,
        }
    }
}

impl Code {
    pub fn name(self) -> &'static str {
        // The variants are the names; Debug would allocate.
        macro_rules! names {
            ($($n:ident)+) => { match self { $( Code::$n => stringify!($n), )+ } };
        }
        names! {
            WrongPhase NotYourTurn NotYourUnit UnknownId UnknownDirection UnknownFacing Unreadable UnitOffMap UnitRouted
            NotRouted UnitDisorganised AlreadyMoving AlreadyMoved AlreadyAttacked AlreadyAttempted AlreadySet HalfNeeded
            ModeNotSelectable NoSecondMode ModeAlreadyChanged AlreadyDismounted WrongMode InsufficientMp NotAdjacent
            OffMap HexOccupied ProhibitedTerrain NotFrontHex NotFlankHex SameFacing FacingRepeated FacingLimit
            ReverseInMarsh FormationTiming FormationTerrain BurnNeedsFullAllowance CannotCharge ChargeBroken
            ChargeTooShort ChargeTerrain ChargeDownhill ChargeNotAdjacent ChargeArc ChargerCommitted DivisionMoved
            NotDisorganised InvalidTarget OutOfRange LosBlocked MeleeNotApplicable MeleeAcrossBurn CavalryIntoCover
            CloseOrderFlank RearAttack DuplicateAttacker NotNamed NotCharging LeaderNotStacked RoutMoveOwed
            RoutStepBlocked RoutTooLong RoutNotLeastIncrease RoutFacing GameOver ManoeuvreNotAllowed UnknownHex
            FormationPlacement NotSchiltrom OverCavalryNotAllowed ChargeMarsh ChargeTarget ModeTiming RoutExit RearHex
        }
    }
}

/// A word in a choice that could not be read.
pub fn unreadable(code: Code, word: &str) -> Refusal {
    let word: String = word.chars().take(60).collect();
    let sentence = Deny::new(code, "").sentence();
    Refusal::new(code.name(), Cite::NONE, format!("{sentence} (`{word}`)"))
}

/// Half points as people write them: `3`, `3.5`.
pub fn points_text(half_points: u8) -> String {
    if half_points.is_multiple_of(2) {
        (half_points / 2).to_string()
    } else {
        format!("{}.5", half_points / 2)
    }
}
