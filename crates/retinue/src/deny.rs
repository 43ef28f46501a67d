//! Why a commit is refused (TR-63). Of several reasons, over all entries, the first of this list is given.

use kernel::{Cite, Refusal};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    Syntax,
    Phase,
    NotYours,
    UnknownFigure,
    State,
    Panic,
    Revealed,
    Result,
    Chit,
    Supply,
    Switch,
    Mount,
    Engaged,
    Straggler,
    Special,
    Team,
    Room,
    Permission,
    Run,
    Gallop,
    Toward,
    TooFar,
    Turn,
    BothTurns,
    Legs,
    Obstacle,
    OffTable,
    Impassable,
    Contact,
    Target,
    Reach,
    Throw,
    Sight,
    Arc,
    Ammo,
    NotTouching,
    Order,
}

impl Fault {
    #[rustfmt::skip]
    fn card(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Fault::Syntax        => ("E_SYNTAX",             "TR-63", "That cannot be read."),
            Fault::Phase         => ("E_PHASE",              "TR-11", "That is not asked of you now."),
            Fault::NotYours      => ("E_NOT_YOURS",          "TR-63", "That figure is not yours."),
            Fault::UnknownFigure => ("E_UNKNOWN_FIGURE",     "TR-63", "There is no such figure."),
            Fault::State         => ("E_STATE",              "TR-63", "It is routing, stunned, disabled, withdrawing or gone."),
            Fault::Panic         => ("E_STATE",              "TR-36", "Its horse is in panic."),
            Fault::Revealed      => ("E_ALREADY_REVEALED",   "TR-11", "That step of the turn is over."),
            Fault::Result        => ("E_CHIT_NOT_ALLOWED",   "TR-21", "Its result on the table does not allow that."),
            Fault::Chit          => ("E_CHIT_NOT_ALLOWED",   "TR-23", "Its chit does not allow that."),
            Fault::Supply        => ("E_CHIT_NOT_ALLOWED",   "TR-56", "It needs its own baggage or a corpse beside it."),
            Fault::Switch        => ("E_CHIT_NOT_ALLOWED",   "TR-61", "It cannot ready that weapon so."),
            Fault::Mount         => ("E_CHIT_NOT_ALLOWED",   "TR-62", "It has no horse for that, or is in contact."),
            Fault::Engaged       => ("E_CHIT_NOT_ALLOWED",   "TR-31", "In contact it crosses no line."),
            Fault::Straggler     => ("E_CHIT_NOT_ALLOWED",   "TC-3",  "A straggler goes where its result says, as far as it must."),
            Fault::Special       => ("E_CHIT_NOT_ALLOWED",   "TC-8",  "Out of command that needs another result or target."),
            Fault::Team          => ("E_CHIT_NOT_ALLOWED",   "TC-14", "One man of a crossbow team shoots."),
            Fault::Room          => ("E_CHIT_NOT_ALLOWED",   "TC-17", "There is no room to mount."),
            Fault::Permission    => ("E_NO_PERMISSION",      "TR-19", "It has no permission to shoot."),
            Fault::Run           => ("E_RUN_OUT_OF_COMMAND", "T-72",  "Only figures in command run."),
            Fault::Gallop        => ("E_GALLOP",             "T-64",  "Only trained warhorses gallop."),
            Fault::Toward        => ("E_NOT_TOWARD_ENEMY",   "TR-24", "Out of command it goes nearer to the nearest enemy it sees."),
            Fault::TooFar        => ("E_TOO_FAR",            "TR-32", "That is farther than its rate."),
            Fault::Turn          => ("E_TURN_ANGLE",         "TR-29", "The horse cannot turn so."),
            Fault::BothTurns     => ("E_TURN_ANGLE",         "TC-24", "One turn or the other, not both."),
            Fault::Legs          => ("E_LEGS",               "TR-27", "A path has one to four legs."),
            Fault::Obstacle      => ("E_OBSTACLE",           "TR-33", "There is no such line to cross beside it."),
            Fault::OffTable      => ("E_OFF_TABLE",          "TR-63", "That is off the table."),
            Fault::Impassable    => ("E_IMPASSABLE",         "TR-31", "That is impassable ground."),
            Fault::Contact       => ("E_CONTACT_CHIT",       "TR-31", "That would touch an enemy, which needs a melee chit."),
            Fault::Target        => ("E_TARGET",             "TR-37", "That is no target for it."),
            Fault::Reach         => ("E_TARGET",             "TC-5",  "That enemy is not seen or out of reach of the charge."),
            Fault::Throw         => ("E_TARGET",             "TR-42", "That is too far for a throw."),
            Fault::Sight         => ("E_SIGHT",              "TR-37", "It does not see the target."),
            Fault::Arc           => ("E_ARC",                "TR-37", "The target is outside its arc."),
            Fault::Ammo          => ("E_AMMO",               "T-160", "It is out of ammunition."),
            Fault::NotTouching   => ("E_NOT_TOUCHING",       "TR-43", "It does not touch that enemy."),
            Fault::Order         => ("E_ORDER",              "TR-20", "That unit waits for no signal."),
        }
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        let (code, rule, why) = fault.card();
        Refusal::new(code, Cite(rule), why)
    }
}

/// The first of several faults.
pub type Faults = kernel::Faults<Fault>;
