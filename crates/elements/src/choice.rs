//! Orders, and how they are written (`docs/cases-elements.md`).

use crate::battle::Battle;
use crate::position::{Id, Position};
use crate::steps::straight;
use arrayvec::ArrayVec;
use board::table::{Hand, Stance, brief_inches, decimal, degrees};
use kernel::{Cite, Refusal};
use std::fmt::Write as _;

/// A step of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Thousandths of an inch.
    Forward(u32),
    /// Tenths of a degree about a front corner.
    Wheel(Hand, u16),
    Turn(Turn),
    /// Files.
    Form(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    Left,
    Right,
    About,
}

impl Turn {
    pub const ALL: [Turn; 3] = [Turn::Left, Turn::Right, Turn::About];

    pub fn name(self) -> &'static str {
        ["left", "right", "about"][self as usize]
    }

    /// Clockwise, in tenths of a degree.
    pub fn tenths(self) -> i32 {
        [2700, 900, 1800][self as usize]
    }
}

/// One more than a legal move has, so that too many can be told from unreadable.
pub type Steps = ArrayVec<Step, 4>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    Move {
        unit: Id,
        steps: Steps,
        contact: Option<Id>,
    },
    Pivot(Id, Hand, u16),
    Rally(Id),
    Reorder(Id),
    BreakOff(Id),
    Halt(Id),
    /// LC-13.
    Face(Id, Id),
    Commander {
        who: u8,
        leave: bool,
        to: Option<[i32; 2]>,
        join: Option<Id>,
    },
    Shoot(Id, Id),
    Follow(Id),
    Pursue(Id),
    /// It tries not to follow up or pursue.
    Hold(Id),
    Place(Id, i32),
    /// EL-11.
    Deploy(Id, Stance),
    End,
    Resign,
}

impl Choice {
    pub fn forward(unit: Id, mils: u32) -> Choice {
        Choice::Move {
            unit,
            steps: [Step::Forward(mils)].into_iter().collect(),
            contact: None,
        }
    }
}

fn unreadable(what: &str) -> Refusal {
    Refusal::new("E_SYNTAX", Cite::NONE, format!("`{what}` cannot be read."))
}

fn unknown(what: &str) -> Refusal {
    Refusal::new("E_UNKNOWN_UNIT", Cite::NONE, format!("There is no `{what}`."))
}

impl Battle {
    pub fn write(&self, choice: &Choice) -> String {
        let id = |unit: Id| &*self.units[usize::from(unit)].id;
        match choice {
            Choice::Move { unit, steps, contact } => {
                let mut text = format!("move {}", id(*unit));
                for (at, step) in steps.iter().enumerate() {
                    text += if at == 0 { " " } else { ", " };
                    match step {
                        Step::Forward(mils) => text += &format!("forward {}", brief_inches(straight(*mils))),
                        Step::Wheel(hand, tenths) => {
                            text += &format!("wheel {} {}", hand_name(*hand), degrees(*tenths))
                        }
                        Step::Turn(turn) => text += &format!("turn {}", turn.name()),
                        Step::Form(files) => text += &format!("form {files}"),
                    }
                }
                if let Some(target) = contact {
                    let _ = write!(text, ", contact {}", id(*target));
                }
                text
            }
            Choice::Pivot(unit, hand, tenths) => {
                format!("pivot {} {} {}", id(*unit), hand_name(*hand), degrees(*tenths))
            }
            Choice::Rally(unit) => format!("rally {}", id(*unit)),
            Choice::Reorder(unit) => format!("reorder {}", id(*unit)),
            Choice::BreakOff(unit) => format!("breakoff {}", id(*unit)),
            Choice::Halt(unit) => format!("halt {}", id(*unit)),
            Choice::Face(unit, enemy) => format!("face {} {}", id(*unit), id(*enemy)),
            Choice::Commander { who, leave, to, join } => {
                let mut text = format!("commander {}", self.commanders[usize::from(*who)].id);
                if *leave {
                    text += " leave";
                }
                if let Some([x, y]) = to {
                    text += &format!(" to {},{}", brief_inches(*x), brief_inches(*y));
                }
                if let Some(unit) = join {
                    text += &format!(" join {}", id(*unit));
                }
                text
            }
            Choice::Shoot(unit, target) => format!("shoot {} {}", id(*unit), id(*target)),
            Choice::Follow(unit) => format!("follow {}", id(*unit)),
            Choice::Pursue(unit) => format!("pursue {}", id(*unit)),
            Choice::Hold(unit) => format!("hold {}", id(*unit)),
            Choice::Place(unit, along) => format!("place {} {}", id(*unit), brief_inches(*along)),
            Choice::Deploy(unit, to) => {
                let [x, y] = [to.at.x(), to.at.y()].map(brief_inches);
                format!("deploy {} {x},{y} {}", id(*unit), degrees(to.facing.tenths()))
            }
            Choice::End => "end".into(),
            Choice::Resign => "resign".into(),
        }
    }

    pub fn find_unit(&self, id: &str) -> Option<Id> {
        self.units.iter().position(|unit| &*unit.id == id).map(|at| at as Id)
    }

    pub fn find_commander(&self, id: &str) -> Option<u8> {
        self.commanders.iter().position(|c| &*c.id == id).map(|at| at as u8)
    }

    pub fn read(&self, _: &Position, text: &str) -> Result<Choice, Refusal> {
        let text = text.trim();
        let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let words: Vec<&str> = rest.split_whitespace().collect();
        let unit = |name: &str| self.find_unit(name).ok_or_else(|| unknown(name));
        let wrong = || unreadable(text);
        match (verb, words.as_slice()) {
            ("move", [name, ..]) => {
                let steps = rest.trim_start().strip_prefix(name).unwrap_or_default();
                self.read_move(unit(name)?, steps).ok_or_else(wrong)?
            }
            ("charge", [name, target]) => {
                let (unit, target) = (unit(name)?, unit(target)?);
                let far = self.units[usize::from(unit)].moves()[0] as u32;
                Ok(Choice::Move {
                    unit,
                    steps: [Step::Forward(far)].into_iter().collect(),
                    contact: Some(target),
                })
            }
            ("pivot", [name, hand, angle]) => {
                let hand = read_hand(hand).ok_or_else(wrong)?;
                let tenths = decimal(angle, 1)
                    .and_then(|n| u16::try_from(n).ok())
                    .ok_or_else(wrong)?;
                Ok(Choice::Pivot(unit(name)?, hand, tenths))
            }
            ("rally", [name]) => Ok(Choice::Rally(unit(name)?)),
            ("reorder", [name]) => Ok(Choice::Reorder(unit(name)?)),
            ("breakoff", [name]) => Ok(Choice::BreakOff(unit(name)?)),
            ("halt", [name]) => Ok(Choice::Halt(unit(name)?)),
            ("face", [name, enemy]) => Ok(Choice::Face(unit(name)?, unit(enemy)?)),
            ("commander", [name, rest @ ..]) => {
                let who = self.find_commander(name).ok_or_else(|| unknown(name))?;
                self.read_commander(who, rest, wrong)
            }
            ("shoot", [name, target]) => Ok(Choice::Shoot(unit(name)?, unit(target)?)),
            ("follow", [name]) => Ok(Choice::Follow(unit(name)?)),
            ("pursue", [name]) => Ok(Choice::Pursue(unit(name)?)),
            ("hold", [name]) => Ok(Choice::Hold(unit(name)?)),
            ("place", [name, along]) => Ok(Choice::Place(unit(name)?, decimal(along, 3).ok_or_else(wrong)?)),
            ("deploy", [name, point, facing]) => {
                let (x, y) = point.split_once(',').ok_or_else(wrong)?;
                let mils = |text| decimal(text, 3).ok_or_else(wrong);
                let facing = decimal(facing, 1).filter(|n| *n < 3600).ok_or_else(wrong)?;
                Ok(Choice::Deploy(unit(name)?, Stance::new(mils(x)?, mils(y)?, facing)))
            }
            ("end", []) => Ok(Choice::End),
            ("resign", []) => Ok(Choice::Resign),
            _ => Err(wrong()),
        }
    }

    /// `None` if it cannot be read; a unit that is not there, or too many steps, is a refusal of its own.
    fn read_move(&self, unit: Id, text: &str) -> Option<Result<Choice, Refusal>> {
        let mut steps = Steps::new();
        let mut contact = None;
        for part in text.split(',') {
            if contact.is_some() {
                return None;
            }
            let words: Vec<&str> = part.split_whitespace().collect();
            let mils = |text: &str| decimal(text, 3).map(i32::unsigned_abs);
            let step = match words.as_slice() {
                ["forward", far] | [far] if far.starts_with(|c: char| c.is_ascii_digit()) => Step::Forward(mils(far)?),
                ["wheel", hand, angle] => {
                    Step::Wheel(read_hand(hand)?, decimal(angle, 1).and_then(|n| u16::try_from(n).ok())?)
                }
                ["turn", way] => Step::Turn(Turn::ALL.into_iter().find(|turn| turn.name() == *way)?),
                ["form", files] => Step::Form(files.parse().ok()?),
                ["contact", name] => {
                    match self.find_unit(name) {
                        Some(target) => contact = Some(target),
                        None => return Some(Err(unknown(name))),
                    }
                    continue;
                }
                _ => return None,
            };
            if steps.try_push(step).is_err() {
                return Some(Err(crate::deny::Fault::Steps.into()));
            }
        }
        if steps.is_empty() {
            return None;
        }
        Some(Ok(Choice::Move { unit, steps, contact }))
    }

    fn read_commander(&self, who: u8, mut words: &[&str], wrong: impl Fn() -> Refusal) -> Result<Choice, Refusal> {
        let (mut leave, mut to, mut join) = (false, None, None);
        loop {
            match words {
                [] => break,
                ["leave", rest @ ..] if !leave && to.is_none() && join.is_none() => {
                    leave = true;
                    words = rest;
                }
                ["to", point, rest @ ..] if to.is_none() && join.is_none() => {
                    let (x, y) = point.split_once(',').ok_or_else(&wrong)?;
                    let mils = |text| decimal(text, 3).ok_or_else(&wrong);
                    to = Some([mils(x)?, mils(y)?]);
                    words = rest;
                }
                ["join", name, rest @ ..] if join.is_none() => {
                    join = Some(self.find_unit(name).ok_or_else(|| unknown(name))?);
                    words = rest;
                }
                _ => return Err(wrong()),
            }
        }
        Ok(Choice::Commander { who, leave, to, join })
    }
}

pub fn hand_name(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

fn read_hand(name: &str) -> Option<Hand> {
    [Hand::Left, Hand::Right]
        .into_iter()
        .find(|hand| hand_name(*hand) == name)
}

/// Clockwise is positive.
pub fn hand_sign(hand: Hand) -> i32 {
    match hand {
        Hand::Left => -1,
        Hand::Right => 1,
    }
}
