//! What a side commits itself to: its whole commit of a phase at once, or drawn up line by line and then declared ready.

use crate::battle::Battle;
use crate::position::{Id, NOBODY, Phase, Ride};
use crate::troops::{Chit, Pace};
use board::table::{Angle, Point, degrees, inches, point_text};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Nothing but defaults, whatever is asked; it also replaces what was committed.
    Pass,
    Shooters(Vec<Wish>),
    Chits(Vec<Entry<ChitEntry>>),
    Moves(Vec<Entry<MoveEntry>>),
    Shots(Vec<Entry<Id>>),
    Strikes(Vec<Entry<Id>>),
    /// A line of the commit that is being drawn up, in place of an earlier one for the same figure.
    Line(Line),
    /// What has been drawn up is the commit.
    Ready,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    Wish(Wish),
    Chit(Entry<ChitEntry>),
    Move(Entry<MoveEntry>),
    Shot(Entry<Id>),
    Strike(Entry<Id>),
    /// Nothing for this figure, whatever was drawn up for it before.
    Leave(Id),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    Shoots(Id),
    /// A unit.
    Signal(u8),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<T> {
    pub who: Id,
    pub what: T,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChitEntry {
    pub chit: Chit,
    /// The weapon readied, as a place in his list; more than there are: he has no such weapon.
    pub ready: Option<u8>,
    /// The line crossed.
    pub line: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveEntry {
    Face(Angle),
    Path(Pace, Vec<Point>, Option<Angle>),
    At(Pace, Id, Option<Angle>),
    Ride(Ride),
}

impl MoveEntry {
    /// Whom it is to come upon.
    pub fn target(&self) -> Option<Id> {
        match self {
            MoveEntry::At(_, target, _) => Some(*target),
            MoveEntry::Ride(ride) => Some(ride.target).filter(|target| *target != NOBODY),
            MoveEntry::Face(_) | MoveEntry::Path(..) => None,
        }
    }
}

impl Choice {
    /// The phase in which it is asked; `None`: in any.
    pub fn phase(&self) -> Option<Phase> {
        Some(match self {
            Choice::Pass | Choice::Ready | Choice::Line(Line::Leave(_)) => return None,
            Choice::Shooters(_) | Choice::Line(Line::Wish(_)) => Phase::Command,
            Choice::Chits(_) | Choice::Line(Line::Chit(_)) => Phase::Action,
            Choice::Moves(_) | Choice::Line(Line::Move(_)) => Phase::Movement,
            Choice::Shots(_) | Choice::Line(Line::Shot(_)) => Phase::Shooting,
            Choice::Strikes(_) | Choice::Line(Line::Strike(_)) => Phase::Melee,
        })
    }

    /// The lines that a commit consists of.
    pub fn lines(&self) -> Vec<Choice> {
        fn each<T: Clone>(list: &[T], line: fn(T) -> Line) -> Vec<Choice> {
            list.iter().map(|entry| Choice::Line(line(entry.clone()))).collect()
        }
        match self {
            Choice::Shooters(list) => each(list, Line::Wish),
            Choice::Chits(list) => each(list, Line::Chit),
            Choice::Moves(list) => each(list, Line::Move),
            Choice::Shots(list) => each(list, Line::Shot),
            Choice::Strikes(list) => each(list, Line::Strike),
            Choice::Pass | Choice::Line(_) | Choice::Ready => Vec::new(),
        }
    }

    /// Whether it has no entry, so that it says nothing new of what is committed already.
    pub fn is_bare(&self) -> bool {
        match self {
            Choice::Pass => false,
            Choice::Line(_) | Choice::Ready => true,
            Choice::Shooters(list) => list.is_empty(),
            Choice::Chits(list) => list.is_empty(),
            Choice::Moves(list) => list.is_empty(),
            Choice::Shots(list) | Choice::Strikes(list) => list.is_empty(),
        }
    }
}

fn turn(tenths: i16) -> String {
    let hand = if tenths < 0 { "left" } else { "right" };
    format!("{hand} {}", degrees(tenths.unsigned_abs()))
}

impl Battle {
    pub fn write(&self, choice: &Choice) -> String {
        let joined = |name: &str, entries: Vec<String>| match entries.is_empty() {
            true => name.to_string(),
            false => format!("{name} {}", entries.join("; ")),
        };
        match choice {
            Choice::Pass => "pass".into(),
            Choice::Shooters(list) => joined("shooters", list.iter().map(|wish| self.write_wish(wish)).collect()),
            Choice::Chits(list) => joined("chits", list.iter().map(|entry| self.write_chit(entry)).collect()),
            Choice::Moves(list) => joined("moves", list.iter().map(|entry| self.write_move(entry)).collect()),
            Choice::Shots(list) => joined("shots", list.iter().map(|entry| self.write_target(entry)).collect()),
            Choice::Strikes(list) => joined("strikes", list.iter().map(|entry| self.write_target(entry)).collect()),
            Choice::Line(line) => self.write_line(line),
            Choice::Ready => "ready".into(),
        }
    }

    fn write_line(&self, line: &Line) -> String {
        match line {
            Line::Wish(Wish::Shoots(who)) => format!("wish {}", self.name(*who)),
            Line::Wish(signal) => self.write_wish(signal),
            Line::Chit(entry) => format!("chit {}", self.write_chit(entry)),
            Line::Move(entry) => format!("move {}", self.write_move(entry)),
            Line::Shot(entry) => format!("shot {}", self.write_target(entry)),
            Line::Strike(entry) => format!("strike {}", self.write_target(entry)),
            Line::Leave(who) => format!("leave {}", self.name(*who)),
        }
    }

    fn write_wish(&self, wish: &Wish) -> String {
        match wish {
            Wish::Shoots(who) => self.name(*who).into(),
            Wish::Signal(unit) => {
                let id = self.units.get(usize::from(*unit)).map_or("?", |unit| &unit.id);
                format!("signal {id}")
            }
        }
    }

    fn write_chit(&self, Entry { who, what }: &Entry<ChitEntry>) -> String {
        let weapon = |at: u8| {
            let weapons = self.figures.get(usize::from(*who)).map(|card| &card.weapons);
            weapons
                .and_then(|weapons| weapons.get(usize::from(at)))
                .map_or("?", |weapon| weapon.name())
        };
        let mut text = format!("{} {}", self.name(*who), what.chit.name());
        if let Some(line) = what.line {
            text += " ";
            text += self.lines.get(usize::from(line)).map_or("?", |line| &line.name);
        }
        match (what.chit, what.ready) {
            (Chit::Switch, Some(at)) => text += &format!(" {}", weapon(at)),
            (_, Some(at)) => text += &format!(" ready {}", weapon(at)),
            _ => {}
        }
        text
    }

    pub fn write_move(&self, Entry { who, what }: &Entry<MoveEntry>) -> String {
        let name = self.name(*who);
        let facing = |facing: &Option<Angle>| match facing {
            Some(angle) => format!(" facing {}", degrees(angle.tenths())),
            None => String::new(),
        };
        match what {
            MoveEntry::Face(angle) => format!("{name} facing {}", degrees(angle.tenths())),
            MoveEntry::Path(pace, legs, angle) => {
                let legs: Vec<String> = legs.iter().map(|leg| point_text(*leg)).collect();
                format!("{name} {} to {}{}", pace.name(), legs.join(" then "), facing(angle))
            }
            MoveEntry::At(pace, target, angle) => {
                format!("{name} {} at {}{}", pace.name(), self.name(*target), facing(angle))
            }
            MoveEntry::Ride(ride) => {
                let mut text = String::from(name);
                if ride.first != 0 {
                    text += &format!(" {}", turn(ride.first));
                }
                text += &format!(" {} {}", ride.gait.name(), inches(ride.distance));
                if ride.half_way != 0 {
                    text += &format!(" {}", turn(ride.half_way));
                }
                if ride.target != NOBODY {
                    text += &format!(" at {}", self.name(ride.target));
                }
                text
            }
        }
    }

    fn write_target(&self, Entry { who, what }: &Entry<Id>) -> String {
        format!("{} {}", self.name(*who), self.name(*what))
    }
}
