//! What happened, and its words.

use super::Battle;
use super::cards::{DivisionId, Half, LeaderId, UnitId};
use super::deny::points_text;
use arrayvec::ArrayVec;
use board::{Hex, Vertex};
use kernel::scene::{Modifier, Reckoning, Telling};
use kernel::{Cite, Outcome, Side};

/// At most this many things change one number.
pub type Modifiers = ArrayVec<Modifier, 8>;

/// A modifier with the rule behind it.
pub fn modifier(name: &'static str, value: i32, rule: &'static str) -> Modifier {
    Modifier {
        name,
        value,
        cite: Cite(rule),
    }
}

#[derive(Clone, Debug)]
pub enum Event {
    TurnBegins {
        turn: u8,
        side: Side,
    },
    PhaseBegins {
        phase: &'static str,
        side: Side,
    },
    ModeSet {
        unit: UnitId,
        face: u8,
    },
    Rallied {
        unit: UnitId,
        leader: LeaderId,
    },
    Heeded {
        leaders: u16,
    },
    SchiltromOpens {
        unit: UnitId,
    },
    Entered {
        unit: UnitId,
        hex: Hex,
        spent: u8,
    },
    LeadersEntered {
        leaders: u16,
        hex: Hex,
        spent: u8,
    },
    Turned {
        unit: UnitId,
        facing: Vertex,
        spent: u8,
    },
    ChargeDeclared {
        unit: UnitId,
        target: UnitId,
    },
    Charged {
        unit: UnitId,
        target: UnitId,
    },
    ChargeOver {
        unit: UnitId,
    },
    FormationChanged {
        unit: UnitId,
        face: u8,
    },
    ModeChanged {
        unit: UnitId,
        face: u8,
    },
    LanceGone {
        unit: UnitId,
        used: bool,
    },
    Captured {
        leader: LeaderId,
        by: UnitId,
    },
    Organising {
        division: DivisionId,
        half: Option<Half>,
        die: u8,
        needs: u8,
        success: bool,
    },
    Shot {
        shooter: UnitId,
        target: UnitId,
        over: Option<UnitId>,
        base: i8,
        modifiers: Modifiers,
        needs: i32,
        dice: [u8; 2],
        hit: bool,
    },
    Struck {
        attacker: UnitId,
        target: UnitId,
        base: i8,
        modifiers: Modifiers,
        needs: i32,
        dice: [u8; 2],
        hit: bool,
    },
    Named {
        attacker: UnitId,
        target: UnitId,
    },
    AttackLost {
        attacker: UnitId,
        target: UnitId,
    },
    Morale {
        unit: UnitId,
        die: u8,
        modifiers: Modifiers,
        total: i32,
        increase: u8,
        level: u8,
        deferred: bool,
    },
    Routed {
        unit: UnitId,
        level: u8,
    },
    Disobeyed {
        leaders: u16,
    },
    RoutStep {
        unit: UnitId,
        hex: Hex,
        designated: bool,
    },
    RoutEnds {
        unit: UnitId,
        increase: u8,
        level: u8,
    },
    LeftMap {
        unit: UnitId,
    },
    Eliminated {
        unit: UnitId,
        points: i32,
    },
    GameEnds {
        lead: i32,
        level: &'static str,
    },
}

impl Battle {
    pub(super) fn tell_event(&self, event: &Event) -> Telling {
        let unit = |u: UnitId| self.units[usize::from(u)].name.as_str();
        let leader = |l: LeaderId| self.leaders[usize::from(l)].name.as_str();
        let leaders = |set: u16| {
            let names: Vec<&str> = super::position::leader_members(set).map(leader).collect();
            names.join(", ")
        };
        let hex = |h: Hex| self.map.name(h);
        let face = |u: UnitId, f: u8| self.units[usize::from(u)].faces[usize::from(f)].show.name();
        match event {
            Event::TurnBegins { turn, side } => told(
                "turn",
                format!("Turn {turn}: the {} player turn.", self.adjective(*side)),
                &["E-01"],
            ),
            Event::PhaseBegins { phase, side } => {
                told("phase", format!("{phase}: the {}.", super::side_name(*side)), &["E-07"])
            }
            Event::ModeSet { unit: u, face: f } => {
                told("mode", format!("{} starts {}.", unit(*u), face(*u, *f)), &["E-03"])
            }
            Event::Rallied { unit: u, leader: l } => {
                told("rally", format!("{} rallies {}.", leader(*l), unit(*u)), &["E-08"])
            }
            Event::Heeded { leaders: set } => told("heeded", format!("Obeyed again: {}.", leaders(*set)), &["E-09"]),
            Event::SchiltromOpens { unit: u } => told(
                "formation",
                format!("{} falls into open order as it runs.", unit(*u)),
                &["E-53"],
            ),
            Event::Entered { unit: u, hex: h, spent } => told(
                "move",
                format!("{} enters {} ({} spent).", unit(*u), hex(*h), points_text(*spent)),
                &["E-15"],
            ),
            Event::LeadersEntered {
                leaders: set,
                hex: h,
                spent,
            } => told(
                "move",
                format!("{} to {} ({} spent).", leaders(*set), hex(*h), points_text(*spent)),
                &["E-125"],
            ),
            Event::Turned { unit: u, facing, spent } => told(
                "turn-in-place",
                format!("{} faces {facing} ({} spent).", unit(*u), points_text(*spent)),
                &["E-23"],
            ),
            Event::ChargeDeclared { unit: u, target } => {
                told("charge", format!("{} charges {}!", unit(*u), unit(*target)), &["E-29"])
            }
            Event::Charged { unit: u, target } => told(
                "charge",
                format!("{} has closed with {}.", unit(*u), unit(*target)),
                &["E-37"],
            ),
            Event::ChargeOver { unit: u } => {
                told("charge-over", format!("The charge of {} is over.", unit(*u)), &["E-40"])
            }
            Event::FormationChanged { unit: u, face: f } => told(
                "formation",
                format!("{} changes to {} order.", unit(*u), face(*u, *f)),
                &["E-49"],
            ),
            Event::ModeChanged { unit: u, face: f } => {
                told("mode", format!("{} changes to {}.", unit(*u), face(*u, *f)), &["E-44"])
            }
            Event::LanceGone { unit: u, used: true } => {
                told("lance", format!("{} has spent its lance.", unit(*u)), &["E-105"])
            }
            Event::LanceGone { unit: u, used: false } => {
                told("lance", format!("{} leaves its lance behind.", unit(*u)), &["E-47"])
            }
            Event::Captured { leader: l, by } => {
                told("capture", format!("{} captures {}!", unit(*by), leader(*l)), &["E-128"])
            }
            Event::Organising {
                division,
                half,
                die,
                needs,
                success,
            } => {
                let name = &self.divisions[usize::from(*division)].id;
                let half = half.map_or(String::new(), |h| format!(" ({} half)", h.name()));
                let result = if *success {
                    "and is organised"
                } else {
                    "and stays disorganised"
                };
                let text = format!("Division {name}{half} needs {needs} or less, rolls {die}, {result}.");
                Telling {
                    dice: vec![*die],
                    ..told("organise", text, &["E-64", "E-65"])
                }
            }
            Event::Shot {
                shooter,
                target,
                over,
                base,
                modifiers,
                needs,
                dice,
                hit,
            } => {
                let over = over.map_or(String::new(), |c| format!(" over {}", unit(c)));
                let text = format!(
                    "{} shoots at {}{over}, needs {needs} or less, rolls {}: {}.",
                    unit(*shooter),
                    unit(*target),
                    dice[0] + dice[1],
                    if *hit { "hit" } else { "miss" }
                );
                attack_told("shot", text, "E-90", *base, modifiers, *needs, dice, *hit)
            }
            Event::Struck {
                attacker,
                target,
                base,
                modifiers,
                needs,
                dice,
                hit,
            } => {
                let text = format!(
                    "{} attacks {}, needs {needs} or less, rolls {}: {}.",
                    unit(*attacker),
                    unit(*target),
                    dice[0] + dice[1],
                    if *hit { "hit" } else { "miss" }
                );
                attack_told("melee", text, "E-97", *base, modifiers, *needs, dice, *hit)
            }
            Event::Named { attacker, target } => told(
                "named",
                format!("{} will attack {}.", unit(*attacker), unit(*target)),
                &["E-94"],
            ),
            Event::AttackLost { attacker, target } => told(
                "lost",
                format!("{} is gone: the attack of {} is lost.", unit(*target), unit(*attacker)),
                &["E-99"],
            ),
            Event::Morale {
                unit: u,
                die,
                modifiers,
                total,
                increase,
                level,
                deferred,
            } => {
                let noted = if *deferred { " (noted until all have shot)" } else { "" };
                let result = match increase {
                    0 => "stands".to_string(),
                    n => format!("rout +{n}, level {level}{noted}"),
                };
                let mut cites = vec![Cite("E-109")];
                cites.extend(modifiers.iter().map(|m| m.cite));
                cites.dedup();
                Telling {
                    kind: "morale",
                    text: format!("{} checks morale, {die} becomes {total}: {result}.", unit(*u)),
                    cites,
                    dice: vec![*die],
                    reckoning: Some(Reckoning {
                        base: i32::from(*die),
                        cite: Cite("E-109"),
                        modifiers: modifiers.to_vec(),
                        total: *total,
                    }),
                    figures: vec![("increase", i32::from(*increase)), ("level", i32::from(*level))],
                }
            }
            Event::Routed { unit: u, level } => {
                told("rout", format!("{} is at rout level {level}.", unit(*u)), &["E-110"])
            }
            Event::Disobeyed { leaders: set } => told("disobeyed", format!("Disobeyed: {}.", leaders(*set)), &["E-72"]),
            Event::RoutStep {
                unit: u,
                hex: h,
                designated: true,
            } => told("rout-step", format!("{} runs to {}.", unit(*u), hex(*h)), &["E-116"]),
            Event::RoutStep {
                unit: u,
                hex: h,
                designated: false,
            } => told(
                "rout-step",
                format!("{} is turned aside to {}.", unit(*u), hex(*h)),
                &["E-118"],
            ),
            Event::RoutEnds {
                unit: u, increase: 0, ..
            } => told(
                "rout-end",
                format!("{} has run as far as it must.", unit(*u)),
                &["E-119"],
            ),
            Event::RoutEnds {
                unit: u,
                increase,
                level,
            } => told(
                "rout-end",
                format!(
                    "{} could not run as far as it must: +{increase}, level {level}.",
                    unit(*u)
                ),
                &["E-119", "E-121"],
            ),
            Event::LeftMap { unit: u } => told("left", format!("{} leaves the field.", unit(*u)), &["E-116", "E-124"]),
            Event::Eliminated { unit: u, points } => told(
                "eliminated",
                format!("{} is eliminated: {points} points.", unit(*u)),
                &["E-110", "E-133"],
            ),
            Event::GameEnds { lead, level } => told(
                "end",
                format!("The game ends with a Scottish lead of {lead}: {level}."),
                &["E-10", "E-134"],
            ),
        }
    }

    fn adjective(&self, side: Side) -> &'static str {
        ["Scottish", "English"][side.index()]
    }

    /// The worst that befell in these events.
    pub(super) fn outcome_of(&self, events: &[Event]) -> Outcome {
        let outcome = |order, label, harm| Outcome { order, label, harm };
        let mut worst = outcome(0, "nothing", 0);
        for event in events {
            let now = match event {
                Event::Shot { hit: false, .. } | Event::Struck { hit: false, .. } => outcome(1, "miss", 0),
                Event::Organising { success: false, .. } => outcome(1, "failed", 0),
                Event::Organising { success: true, .. } => outcome(2, "organised", 1),
                Event::Morale { level: 5.., .. } => outcome(7, "eliminated", 4),
                Event::Morale { increase: 0, .. } => outcome(3, "no effect", 0),
                Event::Morale { increase: 1, .. } => outcome(4, "rout +1", 1),
                Event::Morale { increase: 2, .. } => outcome(5, "rout +2", 2),
                Event::Morale { .. } => outcome(6, "rout +3", 3),
                _ => continue,
            };
            worst = worst.max(now);
        }
        worst
    }
}

fn told(kind: &'static str, text: String, cites: &[&'static str]) -> Telling {
    Telling {
        kind,
        text,
        cites: cites.iter().map(|c| Cite(c)).collect(),
        dice: Vec::new(),
        reckoning: None,
        figures: Vec::new(),
    }
}

#[allow(clippy::too_many_arguments)]
fn attack_told(
    kind: &'static str,
    text: String,
    rule: &'static str,
    base: i8,
    modifiers: &Modifiers,
    needs: i32,
    dice: &[u8; 2],
    hit: bool,
) -> Telling {
    let mut cites = vec![Cite(rule)];
    cites.extend(modifiers.iter().map(|m| m.cite));
    cites.dedup();
    Telling {
        kind,
        text,
        cites,
        dice: dice.to_vec(),
        reckoning: Some(Reckoning {
            base: i32::from(base),
            cite: Cite(rule),
            modifiers: modifiers.to_vec(),
            total: needs,
        }),
        figures: vec![("hit", i32::from(hit))],
    }
}
