//! Why an order is refused (LR-82). When several reasons apply the first of this list is given.

use kernel::{Cite, Refusal};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    Phase,
    NotYours,
    UnknownUnit,
    Gone,
    AlreadyOrdered,
    CommanderMoved,
    State,
    InContact,
    Steps,
    FormSteps,
    GunSteps,
    Zone,
    Budget,
    CommanderBudget,
    ReserveStretch,
    Angle,
    PivotAngle,
    BadGoing,
    Obstacle,
    OffTable,
    Overlap,
    CommanderOverlap,
    UndeclaredContact,
    NoContact,
    Target,
    Conform,
    ContactType,
    Formation,
    BreakOff,
    NoWeapon,
    WrongTurn,
    Moved,
    Arc,
    Range,
    Sight,
    TargetEngaged,
    AlreadyShot,
    Pending,
}

impl Fault {
    #[rustfmt::skip]
    fn card(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Fault::Phase             => ("E_PHASE",              "LR-12", "That is not ordered in this phase."),
            Fault::NotYours          => ("E_NOT_YOURS",          "LR-12", "It is not for you to order that now."),
            Fault::UnknownUnit       => ("E_UNKNOWN_UNIT",       "",      "There is no such unit."),
            Fault::Gone              => ("E_GONE",               "",      "It is off the table."),
            Fault::AlreadyOrdered    => ("E_ALREADY_ORDERED",    "LR-13", "It has had its order this turn."),
            Fault::CommanderMoved    => ("E_ALREADY_ORDERED",    "LR-17", "He has moved this turn, alone or with his unit."),
            Fault::State             => ("E_STATE",              "LR-29", "Its state does not allow that order."),
            Fault::InContact         => ("E_IN_CONTACT",         "LR-29", "It is in contact with the enemy."),
            Fault::Steps             => ("E_STEPS",              "LR-22", "At most three steps, one of them no straight move, a turn first."),
            Fault::FormSteps         => ("E_STEPS",              "LR-23", "A change of formation is the only step of its order."),
            Fault::GunSteps          => ("E_STEPS",              "LR-24", "Guns do not turn, and nothing else pivots."),
            Fault::Zone              => ("E_ZONE",               "EL-11", "It may not be set up there."),
            Fault::Budget            => ("E_BUDGET",             "LR-18", "That is farther than the rest of its move."),
            Fault::CommanderBudget   => ("E_BUDGET",             "LR-17", "That is farther than he may go."),
            Fault::ReserveStretch    => ("E_BUDGET",             "LR-70", "That is outside the stretch where it may come on."),
            Fault::Angle             => ("E_ANGLE",              "LR-21", "A wheel is of 0.1 to 90.0 degrees."),
            Fault::PivotAngle        => ("E_ANGLE",              "LR-24", "A pivot is of 0.1 to 45.0 degrees."),
            Fault::BadGoing          => ("E_BAD_GOING",          "L-52",  "Light artillery does not enter bad going."),
            Fault::Obstacle          => ("E_OBSTACLE",           "LR-20", "Its front may not come over that line this way."),
            Fault::OffTable          => ("E_OFF_TABLE",          "LR-28", "It may not leave the table."),
            Fault::Overlap           => ("E_OVERLAP",            "LR-27", "There is something in the way."),
            Fault::CommanderOverlap  => ("E_OVERLAP",            "LR-17", "He may not pass through enemies or impassable ground."),
            Fault::UndeclaredContact => ("E_UNDECLARED_CONTACT", "LR-30", "An enemy that is not named is in the way."),
            Fault::NoContact         => ("E_NO_CONTACT",         "LR-30", "It would not reach the enemy it names."),
            Fault::Target            => ("E_TARGET",             "LR-84", "Broken enemies are ridden down, not contacted."),
            Fault::Conform           => ("E_CONFORM",            "LR-30", "It cannot line up with the edge it would touch."),
            Fault::ContactType       => ("E_CONTACT_TYPE",       "LR-31", "Skirmishers and artillery do not move into contact."),
            Fault::Formation         => ("E_FORMATION",          "LR-11", "It cannot stand in that many files."),
            Fault::BreakOff          => ("E_BREAKOFF",           "LR-26", "It may not break off."),
            Fault::NoWeapon          => ("E_NO_WEAPON",          "LR-33", "It has nothing to shoot with."),
            Fault::WrongTurn         => ("E_WRONG_TURN",         "LR-33", "Artillery shoots in the opponent's turn."),
            Fault::Moved             => ("E_MOVED",              "LR-33", "It moved, and may not shoot."),
            Fault::AlreadyShot       => ("E_ALREADY_SHOT",       "LR-33", "It has shot in this phase."),
            Fault::Arc               => ("E_ARC",                "LR-34", "The target is outside its arc."),
            Fault::Range             => ("E_RANGE",              "LR-35", "The target is out of range."),
            Fault::Sight             => ("E_SIGHT",              "LR-36", "It cannot see the target."),
            Fault::TargetEngaged     => ("E_TARGET_ENGAGED",     "LR-42", "The target is in contact with an enemy."),
            Fault::Pending           => ("E_PENDING",            "LR-12", "A decision is to be made first."),
        }
    }

    pub fn code(self) -> &'static str {
        self.card().0
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
