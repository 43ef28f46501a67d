//! What happened, in words.

use super::cards::{LeaderId, UnitId};
use super::deny::points_text;
use super::event::{Event, Modifiers};
use super::position::{Stand, leader_members};
use super::victory::SCOTS_WIN;
use super::{Battle, Variant, side_name};
use board::Hex;
use kernel::words::{Reckoning, Sum, TellingRole};
use kernel::{Cite, Side, Telling};

impl<R: Variant> Battle<R> {
    pub(crate) fn tell_event(&self, event: &Event) -> Telling {
        let unit = |u: UnitId| self.units[usize::from(u)].name.as_ref();
        let leader = |l: LeaderId| self.leaders[usize::from(l)].name.as_ref();
        let leaders = |set: u16| {
            let names: Vec<&str> = leader_members(set).map(leader).collect();
            names.join(", ")
        };
        let hex = |h: Hex| self.map.name(h);
        let place = |at: Stand| self.stand_text(at);
        let cites = R::CITES;
        let face = |u: UnitId, f: u8| self.units[usize::from(u)].faces[usize::from(f)].show.name();
        match event {
            Event::TurnBegins { turn, side } => told(
                "turn",
                format!("Turn {turn}: the {} player turn.", self.adjective(*side)),
                &[cites.turns],
            ),
            Event::PhaseBegins { phase, side } => {
                let whose = side.map_or("Scottish and English", |side| self.adjective(side));
                told("phase", format!("{whose} {phase}."), &[cites.phases])
            }
            Event::ModeSet { unit: u, face: f } => told(
                "mode",
                format!("{} starts {}.", unit(*u), face(*u, *f)),
                &[cites.start_mode],
            ),
            Event::Rallied { unit: u, leader: l } => {
                told("rally", format!("{} rallies {}.", leader(*l), unit(*u)), &[cites.rally])
            }
            Event::Heeded { leaders: set } => told(
                "heeded",
                format!("Obeyed again, and able to rally: {}.", leaders(*set)),
                &[cites.heeded],
            ),
            Event::SchiltromOpens { unit: u } => told(
                "formation",
                format!("{} falls into open order as it runs.", unit(*u)),
                &[cites.runs_open],
            ),
            Event::Entered { unit: u, at, spent } => told(
                "move",
                format!("{} enters {} ({} spent).", unit(*u), place(*at), points_text(*spent)),
                &[cites.enter],
            ),
            Event::LeadersEntered {
                leaders: set,
                hex: h,
                spent,
            } => told(
                "move",
                format!("{} to {} ({} spent).", leaders(*set), hex(*h), points_text(*spent)),
                &[cites.leader_moves],
            ),
            Event::Turned { unit: u, facing, spent } => told(
                "turn-in-place",
                format!("{} faces {facing} ({} spent).", unit(*u), points_text(*spent)),
                &[cites.turn_in_place],
            ),
            Event::ChargeDeclared { unit: u, target } => told(
                "charge",
                format!("{} charges {}!", unit(*u), unit(*target)),
                &[cites.charge_declared],
            ),
            Event::Charged { unit: u, target } => told(
                "charge",
                format!("{} has closed with {}.", unit(*u), unit(*target)),
                &[cites.charged],
            ),
            Event::ChargeOver { unit: u } => told(
                "charge-over",
                format!("The charge of {} is over.", unit(*u)),
                &[cites.charge_over],
            ),
            Event::FormationChanged { unit: u, face: f } => told(
                "formation",
                format!("{} changes to {} order.", unit(*u), face(*u, *f)),
                &[cites.formation],
            ),
            Event::ModeChanged { unit: u, face: f } => told(
                "mode",
                format!("{} changes to {}.", unit(*u), face(*u, *f)),
                &[cites.mode_changed],
            ),
            Event::LanceGone { unit: u, used: true } => told(
                "lance",
                format!("{} has spent its lance.", unit(*u)),
                &[cites.lance_used],
            ),
            Event::LanceGone { unit: u, used: false } => told(
                "lance",
                format!("{} leaves its lance behind.", unit(*u)),
                &[cites.lance_left],
            ),
            Event::Captured { leader: l, by } => told(
                "capture",
                format!("{} captures {}!", unit(*by), leader(*l)),
                &[cites.captured],
            ),
            Event::Organising {
                division,
                half,
                die,
                needs,
                success,
            } => {
                let name = self.divisions[usize::from(*division)].name();
                let half = half.map_or(String::new(), |h| format!(" ({} half)", h.name()));
                let result = if *success {
                    "and is organised"
                } else {
                    "and stays disorganised"
                };
                let text = format!("Division {name}{half} needs {needs} or less, rolls {die}, {result}.");
                Telling {
                    dice: vec![*die],
                    ..told("organise", text, &cites.organise)
                }
            }
            Event::OrganisingUnit {
                unit: u,
                die,
                needs,
                success,
            } => {
                let result = if *success {
                    "and is organised"
                } else {
                    "and stays disorganised"
                };
                let text = format!("{} needs {needs} or less, rolls {die}, {result}.", unit(*u));
                Telling {
                    dice: vec![*die],
                    ..told("organise", text, &cites.organise)
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
                attack_told("shot", text, cites.shot, *base, modifiers, *needs, dice, *hit)
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
                attack_told("melee", text, cites.melee, *base, modifiers, *needs, dice, *hit)
            }
            Event::Named { attacker, target } => told(
                "named",
                format!("{} will attack {}.", unit(*attacker), unit(*target)),
                &[cites.named],
            ),
            Event::AttackLost { attacker, target } => told(
                "lost",
                format!("{} is gone: the attack of {} is lost.", unit(*target), unit(*attacker)),
                &[cites.attack_lost],
            ),
            Event::ChargeDeclined { attacker, target } => told(
                "declined",
                format!(
                    "{} does not carry out its charge on {}.",
                    unit(*attacker),
                    unit(*target)
                ),
                &cites.declined,
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
                let changed = match *total {
                    total if total == i32::from(*die) => String::new(),
                    total => format!(", which counts as {total}"),
                };
                let mut behind = vec![Cite(cites.morale)];
                behind.extend(modifiers.iter().map(|m| m.cite));
                behind.dedup();
                Telling {
                    kind: "morale",
                    role: TellingRole::Event,
                    text: format!("{} checks morale, rolls {die}{changed}: {result}.", unit(*u)),
                    cites: behind,
                    dice: vec![*die],
                    reckoning: Some(Reckoning {
                        of: Sum::Dice,
                        base: i32::from(*die),
                        cite: Cite(cites.morale),
                        modifiers: modifiers.to_vec(),
                        total: *total,
                    }),
                    figures: vec![("increase", i32::from(*increase)), ("level", i32::from(*level))],
                    way: Vec::new(),
                }
            }
            Event::Routed { unit: u, level } => told(
                "rout",
                format!("{} is at rout level {level}.", unit(*u)),
                &[cites.rout_level],
            ),
            Event::Disobeyed { leaders: set } => told(
                "disobeyed",
                format!("Disobeyed for now, and unable to rally: {}.", leaders(*set)),
                &[cites.disobeyed],
            ),
            Event::RoutStep {
                unit: u,
                at,
                designated: true,
            } => told(
                "rout-step",
                format!("{} runs to {}.", unit(*u), place(*at)),
                &[cites.rout_step],
            ),
            Event::RoutStep {
                unit: u,
                at,
                designated: false,
            } => told(
                "rout-step",
                format!("{} is turned aside to {}.", unit(*u), place(*at)),
                &[cites.rout_stray],
            ),
            Event::RoutEnds {
                unit: u, increase: 0, ..
            } => told(
                "rout-end",
                format!("{} has run as far as it must.", unit(*u)),
                &[cites.rout_end],
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
                &[cites.rout_end, cites.rout_raised],
            ),
            Event::LeftMap { unit: u } => told("left", format!("{} leaves the field.", unit(*u)), &cites.left_map),
            Event::Eliminated { unit: u, points } => told(
                "eliminated",
                format!("{} is eliminated: {points} points.", unit(*u)),
                &[cites.rout_level, cites.worth],
            ),
            Event::GameEnds { lead, level } => told(
                "end",
                format!(
                    "The game ends with {}{}: {level}. The Scots need a lead of {SCOTS_WIN}.",
                    match *lead {
                        0 => "the points equal".into(),
                        lead if lead > 0 => format!("a Scottish lead of {lead}"),
                        lead => format!("an English lead of {}", -lead),
                    },
                    self.given_text(),
                ),
                &[cites.game_over, cites.victory],
            ),
        }
    }

    /// `1015`, or `1015/1016` with the left half first.
    pub(crate) fn stand_text(&self, at: Stand) -> String {
        if at.right.is_on() {
            format!("{}/{}", self.map.name(at.left), self.map.name(at.right))
        } else {
            self.map.name(at.left).to_string()
        }
    }

    /// What of a lead was agreed on before the battle.
    fn given_text(&self) -> String {
        let given = Side::BOTH.into_iter().find(|side| self.start.score[side.index()] > 0);
        given.map_or(String::new(), |side| {
            format!(
                ", {} points given to the {}",
                self.start.score[side.index()],
                side_name(side)
            )
        })
    }

    fn adjective(&self, side: Side) -> &'static str {
        ["Scottish", "English"][side.index()]
    }
}

impl Event {
    /// What it is in the story.
    pub(crate) fn role(&self) -> TellingRole {
        match self {
            Event::TurnBegins { .. } => TellingRole::Turn,
            Event::PhaseBegins { .. } => TellingRole::Phase,
            Event::Entered { .. } | Event::LeadersEntered { .. } | Event::RoutStep { .. } => TellingRole::Step,
            Event::Turned { .. } => TellingRole::Facing,
            Event::ChargeDeclared { .. } => TellingRole::Charge,
            Event::Captured { .. } | Event::Eliminated { .. } | Event::GameEnds { .. } => TellingRole::Loss,
            _ => TellingRole::Event,
        }
    }
}

fn told(kind: &'static str, text: String, cites: &[&'static str]) -> Telling {
    Telling {
        kind,
        role: TellingRole::Event,
        text,
        cites: cites.iter().map(|c| Cite(c)).collect(),
        dice: Vec::new(),
        reckoning: None,
        figures: Vec::new(),
        way: Vec::new(),
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
        role: TellingRole::Event,
        text,
        cites,
        dice: dice.to_vec(),
        reckoning: Some(Reckoning {
            of: Sum::Needed,
            base: i32::from(base),
            cite: Cite(rule),
            modifiers: modifiers.to_vec(),
            total: needs,
        }),
        figures: vec![("hit", i32::from(hit))],
        way: Vec::new(),
    }
}
