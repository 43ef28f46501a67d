//! Why something is not allowed, small enough to be made and thrown away while choices are listed; put into words only
//! when somebody asks.

use crate::Battle;
use crate::cards::MP;
use board::Hex;
use kernel::{Cite, Refusal};

/// A reason with the rule behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deny {
    pub code: Code,
    pub rule: &'static str,
    /// Sixths of a point: needed, left.
    pub points: Option<(u8, u8)>,
    pub hex: Hex,
    /// What exactly is wrong, where the code leaves it open.
    pub why: Why,
    /// A number in those words.
    pub n: u8,
}

pub type Allowed<T = ()> = Result<T, Deny>;

/// `Err` with this code and rule unless `right`.
#[inline]
pub fn need(right: bool, code: Code, rule: &'static str) -> Allowed {
    if right { Ok(()) } else { Err(Deny::new(code, rule)) }
}

macro_rules! codes {
    ($( $name:ident $words:literal ),+ $(,)?) => {
        /// Stable names for programs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code { $( $name ),+ }

        impl Code {
            pub fn name(self) -> &'static str {
                match self { $( Code::$name => stringify!($name) ),+ }
            }

            fn sentence(self) -> &'static str {
                match self { $( Code::$name => $words ),+ }
            }
        }
    };
}

/// Sentences that say more than the code does; `{n}` is the number of the refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// What the code says.
    Plain,
    Tired,
    Scattered,
    Fresh,
    LosesGoal,
    GoalAhead,
    EntersLater,
    NobodyMoves,
    HorseOnly,
    ChargedBefore,
    NotTwoAway,
    Held,
    Supported,
    WrongWay,
    NoWay,
    ChargeSwamp,
    ChargeRiver,
    Locked,
    NoBanner,
    NoBearer,
    BannerAfar,
    BannerMoved,
    StartsMarching,
    ChargeGone,
    BowsStand,
    NobodyGathers,
    ActedBefore,
    TurncoatsOnly,
    NoSpare,
    NoPits,
    PitsDug,
    NoPitGround,
    PitsThere,
}

impl Why {
    fn sentence(self, code: Code, rule: &str) -> &'static str {
        match self {
            Why::Plain => by_rule(code, rule).unwrap_or(code.sentence()),
            Why::Tired => "It scattered when it was tested for fatigue (M-190), and is not on the map.",
            Why::Scattered => "It is scattered, and not on the map.",
            Why::Fresh => "It need not be tested for fatigue.",
            Why::LosesGoal => {
                "Up to turn {n} the English horse rides for the nearest shiltron, or without one for the nearest Scottish \
                 infantry, and comes as near as it can without loss; this would leave it farther off."
            }
            Why::GoalAhead => {
                "Up to turn {n} the English horse rides for the nearest shiltron, or without one for the nearest Scottish \
                 infantry; this unit could come nearer and has not been activated."
            }
            Why::EntersLater => "The leader enters the battle on turn {n} or later.",
            Why::NobodyMoves => "Only a unit that is moving can be countercharged.",
            Why::HorseOnly => "Only horse countercharges, only against horse, and only in a cavalry movement phase.",
            Why::ChargedBefore => "It has countercharged in this phase already.",
            Why::NotTwoAway => "It countercharges a unit exactly two hexes away; this one is {n} away.",
            Why::Held => "It stands in the zone of control of enemy horse and cannot countercharge.",
            Why::Supported => "The mover stands next to a unit of the other side and is not countercharged.",
            Why::WrongWay => "One step that way does not bring it next to the mover.",
            Why::NoWay => "It cannot enter the hex from which it would countercharge.",
            Why::ChargeSwamp => "It cannot countercharge through swamp.",
            Why::ChargeRiver => "A river without bridge or ford would lie between it and the mover.",
            Why::Locked => "It has received the banner after the banner had moved, and moves no more in this turn.",
            Why::NoBanner => "It does not hold its side's banner.",
            Why::NoBearer => "The banner is passed to another regular unit of its side on the map.",
            Why::BannerAfar => {
                "The banner is passed to a unit in the same or the next hex; this one is {n} hexes away."
            }
            Why::BannerMoved => "The banner has moved with another unit in this turn already.",
            Why::StartsMarching => "Archers begin this battle with their movement side up.",
            Why::ChargeGone => {
                "Off the road, forest, swamp and fords end a charge, and without one nobody is ridden down."
            }
            Why::BowsStand => "With its combat side up it does not advance.",
            Why::NoSpare => "Horse that is freely chosen is exchanged for the next spare counter of another kind.",
            Why::NoPits => "You have no wolf pits there.",
            Why::PitsDug => "These pits have been given their place; undo takes that back.",
            Why::NoPitGround => "Wolf pits lie on the ground that this battle has for them and nowhere else.",
            Why::PitsThere => "There are pits on that hex already.",
            Why::ActedBefore => "It has been activated in this turn already.",
            Why::TurncoatsOnly => "Only units that have just changed sides are moved now.",
            Why::NobodyGathers => "No leader who could gather it is on the map.",
        }
    }
}

/// What a code means under a rule, where it has several.
fn by_rule(code: Code, rule: &str) -> Option<&'static str> {
    Some(match (code, rule) {
        (Code::AlreadyAttacked, "M-60") => "It has attacked in this phase already.",
        (Code::AlreadyAttacked, "M-61") => "Everybody in that hex has been attacked in this phase already.",
        (Code::CannotTurn, "M-128") => "A leader has no facing.",
        (Code::CannotTurn, "M-148") => "With its combat side up it does not turn.",
        (Code::CannotTurn, "M-176") => "A shiltron faces all ways and does not turn.",
        (Code::NotInCombatFormation, "M-146") => "Only archers, crossbows and bombards have two sides.",
        (Code::NotInCombatFormation, "M-147") => "Only bows and bombards shoot, with their combat side up.",
        (Code::NoExit, "M-50") => "It leaves the map where its frontal hex is off it, by the edge it stands on.",
        (Code::Shiltron, "M-174") => {
            "A shiltron is formed by infantry that may, with all its points unspent and out of enemy zones of control."
        }
        (Code::Shiltron, "M-178") => {
            "Only a shiltron is lifted, and it does not march: it moves one hex to any side, with all its points."
        }
        (Code::Scenario, "SR-S2") => "In the first two turns English archers keep their movement side up.",
        (Code::Scenario, "SR-S5") => "In the first turn English foot makes no attack.",
        (Code::Scenario, "SR-F4") => "The Scots take strength from Welsh units on the map.",
        (Code::Scenario, "SR-B7") => "The units nearest to the fallen leader lose 1 SP, each once.",
        (Code::Scenario, "SR-F5" | "SR-B10") => {
            "The reserve comes by its entry hexes from its turn on, so many a turn and in all, the first of each kind first."
        }
        (Code::Setup, "M-56") => {
            "In the set-up a unit is taken in hand once, stands in its own region with room for it, and is exchanged for one \
             that could stand there."
        }
        (Code::Setup, "M-146") => "It has no such side, or no such formation is allowed there.",
        (Code::Setup, "M-186") => "A unit of a pool is given to a leader of its side, once.",
        (Code::Setup, "SR-B8") => "The losses of the Prelude are paid first, as they were suffered.",
        (Code::Setup, "SR-S7") => "Only a leader whose hex is left open is placed, once.",
        _ => return None,
    })
}

codes! {
    UnknownId "There is nothing of that name in this battle.",
    Unreadable "That is not a choice this game knows.",
    UnknownDirection "A direction is one of N, NE, SE, S, SW, NW.",
    NotYourDecision "The other side is to act.",
    WrongPhase "That is not done in this phase.",
    WrongDecision "That does not answer the decision that is open.",
    GameOver "The game is over.",
    WrongClassForPhase "Units of this class do not act in this phase.",
    NotYourUnit "That is not a piece of the side to act.",
    UnitOffMap "It is not on the map.",
    AlreadyActivated "It has been activated in this phase already.",
    MayNotMoveYet "Its command may not move yet.",
    NotEnoughMp "There are not enough movement points.",
    NotFrontalHex "A unit enters its frontal hex only.",
    EnemyInHex "The enemy is in that hex.",
    StackLimit "There is no room in that hex.",
    RiverNoCrossing "A river is crossed by bridge or ford only.",
    SwampClosed "Swamp is closed to it.",
    StoppedInZoc "It has entered an enemy zone of control and goes no further in this phase.",
    MovementOver "Its movement is over.",
    TurnTooWide "With a charge factor of 2 or more it turns by 60 degrees only.",
    SecondTurnInHex "It has turned in this hex already.",
    SameFacing "It faces that way already.",
    CannotTurn "It cannot turn in this formation.",
    MinMoveAfterSpending "The minimum move is a unit's whole movement.",
    MustKeepCharging "It has a charge factor and room ahead, and must ride on.",
    HoldOrReduce "The charge factor cannot be held or lowered on this step.",
    NoExit "It cannot leave the map there.",
    ReturnTooEarly "It may not return yet.",
    ReturnZone "It returns on the edge it left by, near the hex it left from.",
    ReturnBlocked "It cannot be placed there.",
    RegroupZone "It regroups within range of its leader.",
    EntryHex "It cannot enter the battle there.",
    NotInFrontArea "A target must lie in front of every attacker.",
    ManyOnMany "Several hexes cannot attack several hexes in one combat.",
    StrandsObligation "Somebody who must attack, or be attacked, would be left without an opponent.",
    AlreadyAttacked "It has attacked, or been attacked, in this phase already.",
    AlreadyNamed "It has been named already.",
    NotNamed "It is no part of this attack.",
    NoTarget "There is no enemy to attack there.",
    ObligationOpen "There are units that must still attack.",
    RetreatPath "A retreat leads away from the fight over hexes it may enter.",
    RetreatNotLongest "A retreat goes as far as it can.",
    PursuitPath "A pursuit follows the path of the retreat.",
    NoCountercharge "It cannot countercharge that unit.",
    RideDownNotAllowed "It cannot ride down what is in that hex.",
    NotInCombatFormation "It must have its combat side up.",
    ShotUsed "It has shot already.",
    OutOfRange "The target is out of range.",
    OutOfCone "The target is not in front.",
    NoSight "It cannot see the target.",
    WrongTargetClass "Units of that class cannot be shot at in this phase.",
    Banner "The banner cannot be passed like that.",
    Shiltron "A shiltron cannot be formed, moved or lifted like that.",
    NoFort "There is no fort to demolish.",
    FortLimit "At most 4 strength points of a fort fight.",
    Scenario "A rule of this battle forbids it.",
    Setup "The set-up does not allow it.",
}

impl Deny {
    #[inline]
    pub fn new(code: Code, rule: &'static str) -> Deny {
        Deny {
            code,
            rule,
            points: None,
            hex: Hex::OFF,
            why: Why::Plain,
            n: 0,
        }
    }

    #[inline]
    pub fn because(mut self, why: Why) -> Deny {
        self.why = why;
        self
    }

    #[inline]
    pub fn n(mut self, n: u16) -> Deny {
        self.n = n.min(255) as u8;
        self
    }

    #[inline]
    pub fn at(mut self, hex: Hex) -> Deny {
        self.hex = hex;
        self
    }

    /// Sixths.
    #[inline]
    pub fn points(mut self, need: u8, left: u8) -> Deny {
        self.points = Some((need, left));
        self
    }

    pub fn refusal(&self, battle: &Battle) -> Refusal {
        let mut why = self
            .why
            .sentence(self.code, self.rule)
            .replace("{n}", &self.n.to_string());
        if self.hex.is_on() {
            why = format!("{why} (hex {})", battle.map.name(self.hex));
        }
        let Some((need, left)) = self.points else {
            return Refusal::new(self.code.name(), Cite(self.rule), why);
        };
        let (need, left) = (points_text(need), points_text(left));
        why = format!("{why} It needs {need}, and {left} is left.");
        Refusal::new(self.code.name(), Cite(self.rule), why)
            .figure("need", need)
            .figure("left", left)
    }
}

/// Something that could not be read.
pub fn unreadable(code: Code, text: &str) -> Refusal {
    Refusal::new(code.name(), Cite::NONE, format!("{} (`{text}`)", code.sentence()))
}

/// Sixths as people write them: `5`, `5 1/2`, `1/3`.
pub fn points_text(sixths: u8) -> String {
    let part = ["", "1/6", "1/3", "1/2", "2/3", "5/6"][usize::from(sixths % MP)];
    match (sixths / MP, part) {
        (whole, "") => whole.to_string(),
        (0, part) => part.into(),
        (whole, part) => format!("{whole} {part}"),
    }
}
