//! Events in sentences.

use crate::battle::Battle;
use crate::event::{End, Event, Modifiers};
use crate::position::{Id, Phase};
use crate::troops::{Grant, Panic};
use board::table::{degrees, point_text};
use kernel::words::{Modifier, Reckoning, Sum, tally};
use kernel::{Cite, Side, Telling, TellingRole};

/// Lines of the chart that change morale, in a few words.
#[rustfmt::skip]
const LINES: [(u8, &str, &str); 13] = [
    (19, "T-19", "enemy lord disabled"),
    (20, "T-20", "attacked by horse"),
    (21, "T-21", "lord disabled"),
    (22, "T-22", "friends lost beside him"),
    (23, "T-23", "unit leader"),
    (24, "T-24", "under three quarters of his stamina"),
    (25, "T-25", "under half of his stamina"),
    (26, "T-26", "under a quarter of his stamina"),
    (27, "T-27", "fatigue"),
    (28, "T-28", "zeal"),
    (29, "T-29", "in cover"),
    (30, "T-30", "unit of five to ten"),
    (31, "T-31", "unit of eleven or more"),
];

fn modifiers(list: &Modifiers) -> Vec<Modifier> {
    list.iter()
        .filter_map(|(line, value)| {
            let (_, cite, name) = LINES.iter().find(|(known, ..)| known == line)?;
            Some(Modifier {
                name,
                value: i32::from(*value),
                cite: Cite(cite),
            })
        })
        .collect()
}

fn role(event: &Event) -> TellingRole {
    match event {
        Event::Turn(_) => TellingRole::Turn,
        Event::Phase(_) => TellingRole::Phase,
        Event::Charges { .. } => TellingRole::Charge,
        Event::Left(..) | Event::Disabled(_) | Event::Over { .. } => TellingRole::Loss,
        _ => TellingRole::Event,
    }
}

fn plain(kind: &'static str, text: String, cites: &[&'static str]) -> Telling {
    Telling {
        kind,
        role: TellingRole::Event,
        text,
        cites: cites.iter().map(|cite| Cite(cite)).collect(),
        dice: Vec::new(),
        reckoning: None,
        figures: Vec::new(),
        way: Vec::new(),
    }
}

/// Whether a single die did what it was rolled for, and how likely that was, in ten thousandths: by these the page tells who was lucky
/// where a whole phase can fall in too many ways to be reckoned.
fn tried(what: &'static str, came_off: bool, does: impl Fn(u8) -> bool) -> Vec<(&'static str, i32)> {
    let faces = (1..=10).filter(|die| does(*die)).count() as i32;
    vec![(what, i32::from(came_off)), ("chance", faces * 1_000)]
}

/// The dice of ten sides that fell; 0 is one that was not rolled.
fn shows(told: &mut Telling, dice: &[u8]) {
    told.dice = dice.iter().copied().filter(|die| *die > 0).collect();
    told.figures.push(("sides", 10));
}

impl Battle {
    pub fn grant_text(&self, grant: Grant) -> String {
        match grant {
            Grant::Rejoin(mate) => format!("rejoin {}", self.name(mate)),
            other => other.name().into(),
        }
    }

    /// What somebody out of command may do, for people.
    fn grant_words(&self, grant: Grant) -> String {
        match grant {
            Grant::Stay => "must stay where he is".into(),
            Grant::Shoot => "may shoot".into(),
            Grant::Half => "may go half a move".into(),
            Grant::Full => "may go a full move".into(),
            Grant::HalfShoot => "may go half a move and shoot".into(),
            Grant::FullShoot => "may go a full move and shoot".into(),
            Grant::HalfMelee => "may go half a move and fight".into(),
            Grant::FullMelee => "may go a full move and fight".into(),
            Grant::FullEither => "may go a full move, and fight or shoot".into(),
            Grant::Rejoin(mate) => format!("must go back to {}", self.name(mate)),
            Grant::Enemy => "must go for the enemy".into(),
        }
    }

    pub fn tell_event(&self, event: &Event) -> Telling {
        Telling {
            role: role(event),
            ..self.sentence(event)
        }
    }

    fn sentence(&self, event: &Event) -> Telling {
        let id = |who: Id| self.name(who);
        let unit = |at: u8| &*self.units[usize::from(at)].id;
        match event {
            Event::Turn(turn) => plain("turn", format!("Turn {turn}"), &["T-01"]),
            Event::Phase(phase) => plain("phase", format!("{}.", phase_name(*phase)), &["TR-11"]),
            Event::Permission(who, least, granted) => {
                let result = if *granted { "may shoot" } else { "may not shoot" };
                plain(
                    "permission",
                    format!("{} {result} ({least} or more on the die).", id(*who)),
                    &["TR-19"],
                )
            }
            Event::Activation(at, die, active) => {
                let result = if *active {
                    "the second part of its order is in force"
                } else {
                    "its order stands"
                };
                plain(
                    "activation",
                    format!("The unit {} rolls {die}: {result}.", unit(*at)),
                    &["T-38", "TR-20"],
                )
            }
            Event::Action { who, die, total, grant } => {
                let text = format!(
                    "{} {} (die {die}, modified {total}).",
                    id(*who),
                    self.grant_words(*grant)
                );
                plain("action", text, &["TR-21"])
            }
            Event::Panics { who, die, total, panic } => {
                let result = match panic {
                    None => "keeps calm",
                    Some(Panic::Bolts) => "bolts",
                    Some(Panic::Stands) => "stands and will not go",
                    Some(Panic::Charges) => "runs at the enemy",
                };
                let text = format!("{}'s horse {result} (die {die}, modified {total}).", id(*who));
                let mut told = plain("panic", text, &["T-79", "TR-36"]);
                shows(&mut told, &[*die]);
                told
            }
            Event::Revealed => plain("reveal", "The chits are turned up.".into(), &["T-58"]),
            Event::Morale {
                who,
                die,
                base,
                value,
                passed,
                modifiers: list,
            } => {
                let result = if *passed { "keeps his nerve" } else { "loses heart" };
                let mut told = plain(
                    "test",
                    format!("{} {result} (die {die}, less than {value} passes).", id(*who)),
                    &["T-16"],
                );
                told.reckoning = Some(Reckoning {
                    of: Sum::Below,
                    base: i32::from(*base),
                    cite: Cite("TR-10"),
                    modifiers: modifiers(list),
                    total: i32::from(*value),
                });
                told.figures = tried("passed", *passed, |die| crate::morale::passes(die, *value));
                shows(&mut told, &[*die]);
                told
            }
            Event::Routed(who) => plain("rout", format!("{} routs.", id(*who)), &["T-16"]),
            Event::Rallied(who) => plain("rally", format!("{} rallies.", id(*who)), &["TR-13"]),
            Event::Charges { who, target, mounted } => {
                let (does, cite) = match mounted {
                    true => ("charges", "TR-26"),
                    false => ("goes at", "TR-30"),
                };
                plain("charge", format!("{} {does} {}.", id(*who), id(*target)), &[cite])
            }
            Event::Moved(who, to, past) => {
                let text = format!(
                    "{} comes to {} facing {}.",
                    id(*who),
                    point_text(to.at),
                    degrees(to.facing.tenths())
                );
                let mut told = plain("move", text, &["TR-30"]);
                told.way = past.iter().map(|at| self.shown(*at)).collect();
                told
            }
            Event::Left(who, withdrew) => {
                let how = if *withdrew { "withdraws from" } else { "flees from" };
                plain("gone", format!("{} {how} the table.", id(*who)), &["TR-35"])
            }
            Event::Shot { by, at, die, need, hit } => {
                let (by, at) = (id(*by), id(*at));
                let text = match (need, hit) {
                    (0, _) => format!("{by} shoots at {at} and cannot hit."),
                    (_, true) => format!("{by} shoots at {at} and hits (die {die}, {need} or more hits)."),
                    (_, false) => format!("{by} shoots at {at} and misses (die {die}, {need} or more hits)."),
                };
                let mut told = plain("shot", text, &["TR-37", "TR-39"]);
                if *need > 0 {
                    told.figures = tried("hit", *hit, |die| die >= *need);
                    shows(&mut told, &[*die]);
                }
                told
            }
            Event::Fight {
                ids,
                dice,
                totals,
                home,
            } => {
                let (one, two, [a, b]) = (id(ids[0]), id(ids[1]), totals);
                let text = match home {
                    None => format!("{one} and {two} fight, and neither strikes home ({a} against {b})."),
                    Some(home) if *home == ids[0] => format!("{one} strikes home at {two} ({a} against {b})."),
                    Some(_) => format!("{two} strikes home at {one} ({b} against {a})."),
                };
                let mut told = plain("fight", text, &["TR-43"]);
                shows(&mut told, dice);
                told
            }
            Event::Wounded { who, horse, lost } => {
                let whose = if *horse { "'s horse" } else { "" };
                let mut told = plain(
                    "wound",
                    format!("{}{whose} loses {lost} stamina.", id(*who)),
                    &["T-131"],
                );
                told.figures.push(("lost", i32::from(*lost)));
                told
            }
            Event::HorseLost(who) => plain("wound", format!("{}'s horse is down.", id(*who)), &["TR-48"]),
            Event::Disabled(who) => plain("disabled", format!("{} is disabled.", id(*who)), &["TR-48"]),
            Event::Fall {
                who,
                total,
                number,
                fell,
            } => {
                let result = if *fell { "falls" } else { "stays up" };
                plain(
                    "fall",
                    format!("{} {result} ({total} against {number}).", id(*who)),
                    &["TR-49"],
                )
            }
            Event::FellOff(who) => plain("fall", format!("{} falls.", id(*who)), &["TR-48"]),
            Event::FallEffect {
                who,
                total,
                lost,
                stunned,
            } => {
                let text = match (lost, stunned) {
                    (0, 0) => format!("{} is unhurt by the fall ({total}).", id(*who)),
                    (lost, 0) => format!("{} loses {lost} stamina by the fall ({total}).", id(*who)),
                    (lost, turns) => format!(
                        "{} loses {lost} stamina and is stunned for {turns} turns ({total}).",
                        id(*who)
                    ),
                };
                plain("effect", text, &["TR-51"])
            }
            Event::Tired(who, levels) => plain(
                "fatigue",
                format!(
                    "{} has {levels} level{} of fatigue.",
                    id(*who),
                    if *levels == 1 { "" } else { "s" }
                ),
                &["TR-53"],
            ),
            Event::Ammunition(who, limit, left) => {
                let result = if *left {
                    "has ammunition left"
                } else {
                    "is out of ammunition"
                };
                plain(
                    "ammunition",
                    format!("{} {result} (more than {limit} on the die).", id(*who)),
                    &["T-160"],
                )
            }
            Event::Loot(who, _, found) => {
                let result = if *found {
                    "finds what he looks for"
                } else {
                    "finds nothing"
                };
                plain("loot", format!("{} {result}.", id(*who)), &["T-162"])
            }
            Event::Supplied(who) => plain("ammunition", format!("{} has ammunition again.", id(*who)), &["T-161"]),
            Event::Permanent(level) => plain(
                "fatigue",
                format!("Everybody tires for good: level {level}."),
                &["T-159"],
            ),
            Event::Finis(at, sum, withdraws) => {
                let result = if *withdraws { "withdraws" } else { "stays" };
                plain(
                    "finis",
                    format!("The unit {} rolls {sum}: it {result}.", unit(*at)),
                    &["T-163"],
                )
            }
            Event::Succession(at, who) => plain("leader", format!("{} leads {}.", id(*who), unit(*at)), &["TR-58"]),
            Event::NewPlayer(who) => plain("leader", format!("{} commands.", id(*who)), &["TR-58"]),
            Event::Recovery(who, most, recovers) => {
                let result = if *recovers { "recovers" } else { "dies" };
                plain(
                    "recovery",
                    format!("{} {result} (1 to {most} recovers).", id(*who)),
                    &["TR-60"],
                )
            }
            Event::Over { winner, end, score } => {
                let cites: &[&str] = match end {
                    End::Tired => &["TR-59", "T-159"],
                    End::Nobody(_) | End::Limit => &["TR-59"],
                };
                plain("over", self.end_text(*winner, *end, *score), cites)
            }
        }
    }

    /// Why it is over, and who has won by which figures (TR-59).
    fn end_text(&self, winner: Option<Side>, end: End, score: [i32; 2]) -> String {
        let names = Side::BOTH.map(|side| self.sides[side.index()].name);
        let why = match end {
            End::Nobody([true, true]) => "Nobody is ready to fight any more".into(),
            End::Nobody([one, _]) => format!("None of the {} is ready to fight any more", names[usize::from(!one)]),
            End::Tired => "Everybody is tired for good, level 4".into(),
            End::Limit => format!("Turn {} was the last", self.limit),
        };
        let points = tally(names, score, self.head_start);
        let (lead, least) = (score[0].abs_diff(score[1]), self.rulings.lead);
        match winner {
            Some(side) => {
                let name = names[side.index()];
                format!("{why}. {points}: the {name} lead by {lead}, at least {least}, and win.")
            }
            None => format!("{why}. {points}: a lead of {lead} is less than {least}, so nobody wins."),
        }
    }
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Command => "Who wishes to shoot",
        Phase::Action => "Chits",
        Phase::Movement => "Moves",
        Phase::Shooting => "Shots",
        Phase::Melee => "Strikes",
        Phase::Over => "Over",
    }
}
