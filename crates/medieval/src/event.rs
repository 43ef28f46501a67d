//! What happened, and its words.

use crate::Battle;
use crate::cards::{Class, UnitId};
use crate::deny::points_text;
use crate::position::Piece;
use crate::tables::{Cell, Hit};
use arrayvec::ArrayVec;
use board::Hex;
use kernel::scene::{Modifier, Reckoning, Telling};
use kernel::{Cite, Outcome, Side};

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
        /// a hex, `{n}` a number, `{p}` points, `{s}` a side, `{w}` a word.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Deed { $( $name ),+ }

        impl Deed {
            fn card(self) -> (&'static str, &'static str, &'static str) {
                match self { $( Deed::$name => ($kind, $rule, $words) ),+ }
            }
        }
    };
}

deeds! {
    TurnBegins "turn" "M-10" "Turn {n} begins.",
    PhaseBegins "phase" "M-10" "Phase {n}: {w} of the {s}.",
    Ready "setup" "M-121" "The {s} are set up.",
    Placed "place" "M-53" "{a} is placed on {h}.",
    Regroups "regroup" "M-143" "{a} rolls {n} to regroup.",
    NobodyLeads "eliminated" "M-144" "{a} has nobody left to regroup it and is eliminated.",
    Activated "activate" "M-27" "{a} is activated.",
    Checked "check" "M-190" "{a} is tired and rolls {n}.",
    Entered "move" "M-30" "{a} enters {h}; {p} left.",
    Turned "turn-about" "M-41" "{a} turns to {w}; {p} left.",
    Minimum "move" "M-40" "{a} makes its minimum move.",
    Left "exit" "M-50" "{a} leaves the map from {h} by the {w} edge.",
    Returned "return" "M-53" "{a} returns on {h}.",
    CameOn "enter" "SR-F5" "{a} enters the battle on {h}.",
    Changed "formation" "M-147" "{a} turns its {w} side up.",
    Formed "formation" "M-174" "{a} forms a shiltron.",
    Lifted "formation" "M-178" "{a} leaves the shiltron.",
    Broken "formation" "M-178" "The shiltron of {a} breaks up.",
    Demolishes "demolish" "M-180" "{a} begins to demolish the fort on {h}.",
    Demolished "demolish" "M-180" "The fort on {h} is demolished.",
    Destroyed "destroyed" "M-167" "{w} is destroyed.",
    Missed "shot" "M-167" "{a} shoots at {w} in vain.",
    Stumbled "penalty" "M-36" "{a} comes to grief at the charge on {h}.",
    Sank "penalty" "M-37" "{a} sinks in the swamp on {h}.",
    RodeDown "ride-down" "M-110" "{a} rides down {b} on {h}.",
    RodeOver "ride-down" "M-77" "{a} rides over {b} in its retreat.",
    PitSeen "pit" "M-183" "There are wolf pits on {h}.",
    PitRolled "pit" "M-184" "{a} among the wolf pits rolls {n}.",
    Lost "loss" "M-02" "{a} loses {n} SP.",
    Eliminated "eliminated" "M-02" "{a} is eliminated.",
    Scattered "scattered" "M-140" "{a} scatters.",
    NoBox "eliminated" "M-142" "There is no box for {a} on the track: it is eliminated.",
    LeaderTest "leader" "M-136" "{a} rolls {n} for his life.",
    LeaderShot "leader" "M-153" "{a} is under fire: {n}.",
    LeaderDied "leader-dead" "M-118" "{a} is dead.",
    Mourned "leader-dead" "M-131" "The men of {a} lose heart: 1 SP each.",
    MournedAll "leader-dead" "M-132" "The army of {a} loses heart: 1 SP each.",
    MournedSix "leader-dead" "SR-B7" "The six units nearest to {a} lose 1 SP each.",
    MoraleMoves "morale" "M-120" "The morale counter stands on {n}.",
    MoraleSet "morale" "M-15" "The effective morale is {n}.",
    BannerFell "banner" "M-117" "The banner of the {s} falls on {h}.",
    BannerDropped "banner" "M-126" "The captured banner of the {s} falls on {h}.",
    BannerHeld "banner" "M-122" "{a} holds the banner.",
    BannerPassed "banner" "M-124" "The banner is passed to {a}.",
    BannerCaptured "banner" "M-126" "{a} captures the banner of the {s}.",
    BannerSaved "banner" "M-117" "{a} saves the banner of the {s}.",
    FriendlyFire "friendly-fire" "M-151" "Friends are near the target: {n}.",
    Declared "attack" "M-60" "{a} attacks.",
    CannotReach "attack" "M-190" "The attack comes to nothing.",
    Countercharges "countercharge" "M-99" "{a} countercharges to {h}.",
    Retreats "retreat" "M-75" "{a} retreats to {h}.",
    Pursues "pursuit" "M-82" "{a} pursues to {h}.",
    PursuitTest "pursuit" "M-81" "{a} rolls {n} for pursuit.",
    Advances "advance" "M-67" "{a} advances to {h}.",
    ScatterDie "scatter" "M-140" "The scatter die shows {n}.",
    Tires "fatigue" "M-188" "The fatigue of {a} rises to {n}.",
    Rests "fatigue" "M-189" "The fatigue of {a} falls to {n}.",
    TurnsCoat "sides" "SR-S4" "{a} goes over to the Scots with his men.",
    LeavesField "removed" "SR-F3" "{a} leaves the field with his men.",
    WelshRemoved "removed" "SR-F4" "{a} loses 1 SP: the Welsh drift away.",
    Over "over" "M-192" "The game is over.",
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
}

impl Of {
    pub const NOTHING: Of = Of {
        a: None,
        b: None,
        h: Hex::OFF,
        n: 0,
        s: None,
        w: "",
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

    pub fn at(self, h: Hex) -> Of {
        Of { h, ..self }
    }

    pub fn n(self, n: impl Into<i32>) -> Of {
        Of { n: n.into(), ..self }
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
        attackers: ArrayVec<UnitId, 16>,
        hexes: ArrayVec<Hex, 6>,
        initial: i32,
        modifiers: Modifiers,
        column: i32,
        dice: [u8; 2],
        cell: Cell,
    },
}

impl Battle {
    pub(crate) fn piece_name(&self, piece: Piece) -> &str {
        match piece {
            Piece::Unit(u) => &self.card(u).name,
            Piece::Leader(l) => &self.leaders[usize::from(l)].name,
        }
    }

    pub(crate) fn tell_event(&self, event: &Event) -> Telling {
        match event {
            Event::Plain(deed, of) => self.tell_plain(*deed, of),
            Event::Shot {
                shooter,
                target,
                dice,
                modifiers,
                total,
                hit,
                ..
            } => {
                let text = format!(
                    "{} shoots at {}: {total}, {}.",
                    self.card(*shooter).name,
                    self.piece_name(*target),
                    match (hit.loss, hit.scatter) {
                        (0, false) => "no effect".to_string(),
                        (0, true) => "scattered".to_string(),
                        (n, false) => format!("{n} SP lost"),
                        (n, true) => format!("{n} SP lost, scattered"),
                    }
                );
                Telling {
                    kind: "shot",
                    text,
                    cites: std::iter::once(Cite("M-152"))
                        .chain(modifiers.iter().map(|m| m.cite))
                        .collect(),
                    dice: dice.to_vec(),
                    reckoning: Some(Reckoning {
                        base: i32::from(dice[0] + dice[1]),
                        cite: Cite("M-152"),
                        modifiers: modifiers.to_vec(),
                        total: *total,
                    }),
                    figures: vec![("hit", i32::from(hit.loss > 0 || hit.scatter))],
                }
            }
            Event::Combat {
                attackers,
                hexes,
                initial,
                modifiers,
                column,
                dice,
                cell,
            } => {
                let names: Vec<&str> = attackers.iter().map(|u| self.card(*u).name.as_str()).collect();
                let places: Vec<String> = hexes.iter().map(|h| self.map.name(*h).to_string()).collect();
                let side = |h: crate::tables::Half| {
                    let mut words = Vec::new();
                    if h.loss > 0 {
                        words.push("loses 1 SP".to_string());
                    }
                    if h.retreat > 0 {
                        words.push(format!("retreats {}", h.retreat));
                    }
                    if h.scatter {
                        words.push("scatters".to_string());
                    }
                    if words.is_empty() {
                        "stands".to_string()
                    } else {
                        words.join(", ")
                    }
                };
                Telling {
                    kind: "combat",
                    text: format!(
                        "{} against {}: column {}, roll {}; the attacker {}, the defender {}.",
                        names.join(", "),
                        places.join(", "),
                        ratio_text(*column),
                        dice[0] + dice[1],
                        side(cell.attacker),
                        side(cell.defender)
                    ),
                    cites: std::iter::once(Cite("M-58"))
                        .chain(modifiers.iter().map(|m| m.cite))
                        .collect(),
                    dice: dice.to_vec(),
                    reckoning: Some(Reckoning {
                        base: *initial,
                        cite: Cite("M-05"),
                        modifiers: modifiers.to_vec(),
                        total: *column,
                    }),
                    figures: Vec::new(),
                }
            }
        }
    }

    fn tell_plain(&self, deed: Deed, of: &Of) -> Telling {
        let (kind, rule, words) = deed.card();
        let rule = match (deed, of.w) {
            (Deed::CameOn, w) if !w.is_empty() => w,
            _ => rule,
        };
        let mut text = words.to_string();
        for (token, value) in [
            ("{a}", of.a.map(|p| self.piece_name(p).to_string())),
            ("{b}", of.b.map(|p| self.piece_name(p).to_string())),
            ("{h}", of.h.on().map(|h| self.map.name(h).to_string())),
            ("{n}", Some(of.n.to_string())),
            ("{p}", Some(points_text(of.n.clamp(0, 255) as u8))),
            ("{s}", of.s.map(|s| crate::side_name(s).to_string())),
            ("{w}", Some(of.w.to_string())),
        ] {
            if let Some(value) = value {
                text = text.replace(token, &value);
            }
        }
        let rolled = matches!(
            deed,
            Deed::Regroups
                | Deed::Checked
                | Deed::PitRolled
                | Deed::FriendlyFire
                | Deed::PursuitTest
                | Deed::ScatterDie
        );
        Telling {
            kind,
            text,
            cites: vec![Cite(rule)],
            dice: if rolled { vec![of.n as u8] } else { Vec::new() },
            reckoning: None,
            figures: Vec::new(),
        }
    }

    /// What a chance result comes to in a word.
    pub(crate) fn outcome_of(&self, events: &[Event]) -> Outcome {
        let label = |order, label, harm| Outcome { order, label, harm };
        let nothing = label(3, "no effect", 0);
        let mut best = nothing;
        let mut shot = false;
        for event in events {
            let found = match event {
                Event::Combat { cell, .. } => {
                    let (a, d) = (cell.attacker, cell.defender);
                    match (a.retreat > 0, a.loss > 0, d.loss > 0, d.retreat > 0) {
                        (true, ..) => label(1, "attacker retreats", -2),
                        (_, _, _, true) => label(6, "defender retreats", 2),
                        (_, true, true, _) => label(4, "both lose", 0),
                        (_, true, false, _) => label(2, "attacker loses", -1),
                        (_, false, true, _) => label(5, "defender loses", 1),
                        _ => nothing,
                    }
                }
                Event::Shot { hit, .. } => {
                    shot = true;
                    match (hit.loss, hit.scatter) {
                        (_, true) => label(9, "scattered", 2),
                        (0, _) => nothing,
                        (1, _) => label(7, "1 lost", 1),
                        _ => label(8, "2 lost", 2),
                    }
                }
                Event::Plain(Deed::Scattered, _) if shot => label(9, "scattered", 2),
                Event::Plain(Deed::LeaderDied, _) => label(12, "leader dies", 8),
                Event::Plain(Deed::FriendlyFire, of) if of.n == 1 => label(10, "friend hit", -1),
                Event::Plain(Deed::Regroups, of) if of.n >= 4 => label(11, "passed", 1),
                Event::Plain(Deed::Checked, of) if of.n >= 4 => label(4, "passed", 0),
                Event::Plain(Deed::Regroups | Deed::Checked, _) => label(4, "failed", -1),
                _ => continue,
            };
            if best == nothing || found.order > best.order {
                best = found;
            }
        }
        best
    }
}

/// `3:1`, `1:2`.
pub fn ratio_text(column: i32) -> String {
    if column < 0 {
        format!("1:{}", -column)
    } else {
        format!("{column}:1")
    }
}
