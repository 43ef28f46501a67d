//! Events in sentences, outcomes in words.

use crate::battle::Battle;
use crate::event::{Beaten, End, Event, Kind, Modifiers, Outcome, Way};
use crate::position::{Id, Phase, State, face_name};
use board::table::{Stance, brief_inches, degrees};
use kernel::words::{Modifier, Reckoning, Sum, tally};
use kernel::{Cite, OutcomeName, Side, Telling, TellingRole};
use std::borrow::Cow;

/// Lines of the sheet that change a score or a value, in a few words.
#[rustfmt::skip]
const LINES: [(u8, &str, &str); 32] = [
    (14,  "L-14",  "disordered shooter"),
    (15,  "L-15",  "longbow at half range"),
    (16,  "L-16",  "behind fortifications"),
    (17,  "L-17",  "pavises"),
    (18,  "L-18",  "in cover"),
    (19,  "L-19",  "from flank or rear"),
    (20,  "L-20",  "against armour"),
    (21,  "L-21",  "levy, poor shot or gun"),
    (22,  "L-22",  "mounted against spears or pikes"),
    (23,  "L-23",  "disordered"),
    (24,  "L-24",  "support or overlap"),
    (25,  "L-25",  "knights charging"),
    (26,  "L-26",  "men-at-arms, polearms, superior pikes"),
    (27,  "L-27",  "longbows contacted"),
    (28,  "L-28",  "following up"),
    (29,  "L-29",  "enemy fortified"),
    (30,  "L-30",  "enemy uphill"),
    (31,  "L-31",  "enemy behind an obstacle"),
    (93,  "L-93",  "class"),
    (94,  "L-94",  "commander with the unit"),
    (95,  "L-95",  "unsupported"),
    (96,  "L-96",  "lost a third"),
    (97,  "L-97",  "disordered"),
    (98,  "L-98",  "army demoralised"),
    (99,  "L-99",  "foot in flight"),
    (100, "L-100", "run through by friends"),
    (101, "L-101", "fled before"),
    (102, "L-102", "mounted in flight"),
    (103, "L-103", "lost half"),
    (104, "L-104", "lost two thirds"),
    (110, "L-110", "deliberate defence"),
    (80,  "L-80",  "under command"),
];

/// The rule number of a line of the sheet.
pub fn line_cite(line: u8) -> Cite {
    let known = LINES.iter().find(|(n, ..)| *n == line);
    Cite(known.map_or("", |(_, id, _)| id))
}

fn modifiers(list: &Modifiers) -> Vec<Modifier> {
    let name = |line: u8| LINES.iter().find(|(n, ..)| *n == line).map_or("", |(.., name)| name);
    list.iter()
        .map(|(line, value)| Modifier {
            name: name(*line),
            value: i32::from(*value),
            cite: line_cite(*line),
        })
        .collect()
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

/// Whether a test with two dice was passed, and how likely that was, in ten thousandths: by these the page tells who was lucky where a
/// whole phase can fall in too many ways to be reckoned.
fn tried(passed: bool, most: i8) -> Vec<(&'static str, i32)> {
    let sums = (1..=6).flat_map(|a| (1..=6).map(move |b| a + b));
    let ways = sums.filter(|sum| *sum <= most).count() as i32;
    vec![("passed", i32::from(passed)), ("chance", ways * 10_000 / 36)]
}

/// Turns and phases are headings of the story.
fn role(event: &Event) -> TellingRole {
    match event {
        Event::Turn(..) => TellingRole::Turn,
        Event::Phase(_) => TellingRole::Phase,
        Event::Charged(..) => TellingRole::Charge,
        Event::Gone(_, state) if state.is_lost() => TellingRole::Loss,
        Event::CommanderLost(_) | Event::Over { .. } => TellingRole::Loss,
        _ => TellingRole::Event,
    }
}

fn place(to: Stance) -> String {
    let [x, y]: [i32; 2] = to.at.into();
    format!(
        "{},{} facing {}",
        brief_inches(x),
        brief_inches(y),
        degrees(to.facing.tenths())
    )
}

impl Battle {
    fn called(&self, unit: Id) -> &str {
        &self.card(unit).id
    }

    pub fn tell_event(&self, event: &Event) -> Telling {
        Telling {
            role: role(event),
            ..self.sentence(event)
        }
    }

    fn sentence(&self, event: &Event) -> Telling {
        let id = |unit: Id| self.called(unit);
        match event {
            Event::Dicing { by, at, dice, need } => {
                let score = if *need == 0 {
                    "sure".into()
                } else {
                    format!("at {need}")
                };
                plain("dicing", format!("{} {} {dice} {score}", id(*by), id(*at)), &["LR-51"])
            }
            Event::Shot {
                by,
                at,
                base,
                need,
                casualties,
                modifiers: list,
                ..
            } => {
                let lost = if *casualties == 1 { "casualty" } else { "casualties" };
                let text = format!("{} shoots at {}: {casualties} {lost}.", id(*by), id(*at));
                let mut told = plain("shot", text, &["LR-37"]);
                told.reckoning = Some(Reckoning {
                    of: Sum::AtLeast,
                    base: (*base).into(),
                    cite: Cite("L-12"),
                    modifiers: modifiers(list),
                    total: (*need).into(),
                });
                told.figures.push(("casualties", (*casualties).into()));
                told
            }
            Event::Control {
                unit,
                dice,
                sum,
                value,
                passed,
            } => {
                let result = if *passed { "passed" } else { "failed" };
                let text = format!("{} control {sum} against {value}: {result}", id(*unit));
                let mut told = plain("test", text, &["L-80", "L-81"]);
                // The dice are lowered under command: they may show so much more.
                let more = (dice[0] + dice[1]) as i8 - sum;
                let list = (more != 0).then_some((80, more));
                told.reckoning = Some(Reckoning {
                    of: Sum::Needed,
                    base: (*value).into(),
                    cite: Cite("L-81"),
                    modifiers: modifiers(&list.into_iter().collect()),
                    total: (value + more).into(),
                });
                told.dice = dice.to_vec();
                told.figures = tried(*passed, value + more);
                told
            }
            Event::Morale {
                unit,
                dice,
                base,
                value,
                verdict,
                modifiers: list,
                ..
            } => {
                let sum = (dice[0] + dice[1]) as i8;
                let text = format!("{} morale {sum} against {value}: {}", id(*unit), verdict.name());
                let mut told = plain("test", text, &["L-93", "LR-63"]);
                told.reckoning = Some(Reckoning {
                    of: Sum::Needed,
                    base: (*base).into(),
                    cite: Cite("L-93"),
                    modifiers: modifiers(list),
                    total: (*value).into(),
                });
                told.dice = dice.to_vec();
                told.figures = tried(sum <= *value, *value);
                told
            }
            Event::ArmyMorale { side, die, sum, passed } => {
                let result = if *passed { "passed" } else { "failed" };
                let name = self.sides[side.index()].name;
                let text = format!("{name} army {sum} against 4: {result}");
                let mut told = plain("test", text, &["L-110", "L-111"]);
                told.dice = vec![*die];
                told
            }
            Event::Demoralised(side) => {
                let name = self.sides[side.index()].name;
                plain("army", format!("The {name} are demoralised."), &["L-111", "L-98"])
            }
            Event::Moved { unit, way, to } => {
                let (what, cite) = match way {
                    Way::Order => ("moves", "LR-18"),
                    Way::BreakOff => ("breaks off", "LR-26"),
                    Way::Evades => ("evades", "LR-32"),
                    Way::Recoils => ("recoils", "LR-56"),
                    Way::Follows => ("follows up", "LR-57"),
                    Way::Flees => ("flees", "LR-64"),
                    Way::Pursues => ("pursues", "LR-66"),
                    Way::ClosesUp => ("closes up", "LR-83"),
                    Way::Turns => ("turns", "LC-13"),
                };
                plain("move", format!("{} {what} to {}.", id(*unit), place(*to)), &[cite])
            }
            Event::Formed(unit, files) => plain("move", format!("{} forms {files} files.", id(*unit)), &["LR-23"]),
            Event::Charged(unit, enemy, edge) => {
                let text = format!("{} charges the {} of {}.", id(*unit), face_name(*edge), id(*enemy));
                plain("contact", text, &["LR-30", "LR-83"])
            }
            Event::Touched(unit, enemy, edge) => {
                let text = format!(
                    "{} is in contact with the {} of {}.",
                    id(*unit),
                    face_name(*edge),
                    id(*enemy)
                );
                plain("contact", text, &["LR-30", "LR-83"])
            }
            Event::LineFound(line, kind) => {
                let text = format!(
                    "{} is found to be {}.",
                    self.lines[usize::from(*line)].name,
                    kind.name()
                );
                plain("line", text, &["LR-20", "LC-9"])
            }
            Event::Disordered(unit) => plain("disorder", format!("{} is disordered.", id(*unit)), &["LR-54"]),
            Event::Reordered(unit) => plain("disorder", format!("{} is in order again.", id(*unit)), &["LR-68"]),
            Event::Lost(unit, n) => {
                let mut told = plain("loss", format!("{} loses {n}.", id(*unit)), &["LR-52", "LR-53"]);
                told.figures.push(("lost", (*n).into()));
                told
            }
            Event::Gone(unit, state) => {
                let (what, cite) = match state {
                    State::DrivenOff => ("is driven off", "LC-15"),
                    State::Routed => ("is routed off the table", "LR-65"),
                    State::Routing => ("is routed", "LR-63"),
                    State::Fleeing => ("flees", "LR-63"),
                    State::Left => ("leaves the table in pursuit", "LC-5"),
                    _ => ("is destroyed", "LR-63"),
                };
                plain("gone", format!("{} {what}.", id(*unit)), &[cite])
            }
            Event::Burst(unit) => plain("gone", format!("A gun of {} bursts.", id(*unit)), &["LR-41", "L-85"]),
            Event::Rallied(unit) => plain("rally", format!("{} rallies.", id(*unit)), &["LR-67", "LR-68"]),
            Event::Revealed(unit) => plain("reveal", format!("{} is seen.", id(*unit)), &["LR-69"]),
            Event::Placed(unit, to) => plain("move", format!("{} comes on at {}.", id(*unit), place(*to)), &["LR-70"]),
            Event::CommanderMoved { who, .. } => plain(
                "commander",
                format!("{} moves.", self.commanders[usize::from(*who)].name),
                &["LR-17"],
            ),
            Event::CommanderLost(who) => {
                let text = format!("{} is lost.", self.commanders[usize::from(*who)].name);
                plain("commander", text, &["LR-17", "L-90"])
            }
            Event::Succeeds(who) => {
                let text = format!("{} takes command.", self.commanders[usize::from(*who)].name);
                plain("commander", text, &["LR-73"])
            }
            Event::CampTaken(side) => {
                let name = self.sides[side.index()].name;
                plain("camp", format!("The camp of the {name} is taken."), &["LR-76", "LC-8"])
            }
            Event::Held(unit) => plain("hold", format!("{} stays.", id(*unit)), &["LR-57"]),
            Event::Phase(Phase::Reply) => plain("phase", "Shooting of the other side.".into(), &["LR-12"]),
            Event::Phase(phase) => plain("phase", format!("{}.", phase_name(*phase)), &["LR-12"]),
            Event::Turn(turn, side) => {
                let name = self.sides[side.index()].name;
                plain("turn", format!("Turn {turn} of the {name}."), &["LR-12"])
            }
            Event::Resigned(side) => plain(
                "over",
                format!("The {} resign.", self.sides[side.index()].name),
                &["LR-12"],
            ),
            Event::Over { winner, end, score } => plain("over", self.end_text(*winner, *end, *score), &["LR-75"]),
        }
    }

    /// Why it is over, and who has won by which figures (LR-75).
    fn end_text(&self, winner: Option<Side>, end: End, score: [i32; 2]) -> String {
        let name = |side: Side| self.sides[side.index()].name;
        let result = match winner {
            Some(side) => format!("the {} win", name(side)),
            None => "nobody wins".into(),
        };
        match end {
            End::Resigned(side) => format!("The {} have resigned: {result}.", name(side)),
            End::Limit => format!(
                "Turn {} was the last. {}: {result}.",
                self.limit,
                self.points_text(score)
            ),
            End::Beaten(beaten) => {
                let told = Side::BOTH.into_iter().zip(beaten);
                let told = told.filter_map(|(side, how)| how.map(|how| self.beaten_text(side, how)));
                let why = told.collect::<Vec<_>>().join("; ");
                if self.is_handicapped() {
                    let points = self.points_text(score);
                    format!("{why}. That ends the battle; with points given, points decide. {points}: {result}.")
                } else {
                    format!("{why}: {result}.")
                }
            }
        }
    }

    fn beaten_text(&self, side: Side, how: Beaten) -> String {
        let card = &self.sides[side.index()];
        match how {
            Beaten::Nobody => format!("The {} have no unit left that can fight", card.name),
            Beaten::Worn(lost) => format!(
                "The {} are demoralised and have lost {lost} of {} units, two thirds or more",
                card.name, card.counting
            ),
        }
    }

    /// Who leads, by how much, and how much it takes.
    fn points_text(&self, score: [i32; 2]) -> String {
        let names = Side::BOTH.map(|side| self.sides[side.index()].name);
        let points = tally(names, score, self.handicap);
        let ahead = if score[0] >= score[1] { Side::One } else { Side::Two };
        let (lead, needed) = (score[0].abs_diff(score[1]), self.lead_needed(ahead));
        let [leader, other] = [ahead, ahead.other()].map(|side| names[side.index()]);
        match lead {
            0 => format!("{points}, and nobody leads"),
            _ => {
                format!("{points}. The {leader} lead by {lead} and need {needed}, a tenth of the points of the {other}")
            }
        }
    }
}

pub fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Deploy => "Deployment",
        Phase::Start => "Reserves",
        Phase::Rally => "Rally",
        Phase::Movement => "Movement",
        Phase::Shooting | Phase::Reply => "Shooting",
        Phase::Resolving => "Resolution",
        Phase::Over => "Over",
    }
}

/// Numbers of casualties that a shot can make.
const CASUALTIES: [&str; 37] = [
    "0 casualties",
    "1 casualty",
    "2 casualties",
    "3 casualties",
    "4 casualties",
    "5 casualties",
    "6 casualties",
    "7 casualties",
    "8 casualties",
    "9 casualties",
    "10 casualties",
    "11 casualties",
    "12 casualties",
    "13 casualties",
    "14 casualties",
    "15 casualties",
    "16 casualties",
    "17 casualties",
    "18 casualties",
    "19 casualties",
    "20 casualties",
    "21 casualties",
    "22 casualties",
    "23 casualties",
    "24 casualties",
    "25 casualties",
    "26 casualties",
    "27 casualties",
    "28 casualties",
    "29 casualties",
    "30 casualties",
    "31 casualties",
    "32 casualties",
    "33 casualties",
    "34 casualties",
    "35 casualties",
    "36 casualties",
];

pub fn name_outcome(outcome: &Outcome) -> OutcomeName {
    let mut name = OutcomeName::new(match outcome.kind {
        Kind::Done => "done",
        Kind::Shot => CASUALTIES[usize::from(outcome.casualties).min(CASUALTIES.len() - 1)],
        Kind::Passed => "passed",
        Kind::Failed => "failed",
        Kind::Rallied => "rallied",
        Kind::Flees => "flees",
        Kind::Routed => "routed",
    });
    name.fails = match outcome.kind {
        Kind::Failed | Kind::Flees | Kind::Routed => true,
        Kind::Shot => outcome.casualties == 0,
        _ => false,
    };
    let [one, two] = outcome.elements;
    name.part = match outcome.kind {
        Kind::Shot if outcome.disorders => Some(Cow::Borrowed("disordered")),
        _ if outcome.elements != [0, 0] || outcome.units != [0, 0] => {
            let [gone, away] = outcome.units;
            Some(Cow::Owned(format!(
                "elements lost {one} and {two}, units broken {gone} and {away}"
            )))
        }
        _ => None,
    };
    name
}
