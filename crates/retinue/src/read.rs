//! Commits read from texts.

use crate::battle::Battle;
use crate::choice::{ChitEntry, Choice, Entry, Line, MoveEntry, Wish};
use crate::deny::Fault;
use crate::position::{Id, NOBODY, Ride};
use crate::troops::{Chit, Pace};
use crate::weapons::Weapon;
use board::table::{Angle, Point, decimal, signed_decimal};

pub fn read_point(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    Some(Point::new(signed_decimal(x, 3)?, signed_decimal(y, 3)?))
}

/// A facing: 0.0 to 359.9.
pub fn read_angle(text: &str) -> Option<Angle> {
    let tenths = decimal(text, 1)?;
    (0..3600).contains(&tenths).then(|| Angle::new(tenths))
}

impl Battle {
    /// Whoever is not known is nobody, and is refused later: which fault comes first is for the check to say.
    fn who(&self, id: &str) -> Id {
        self.find(id).unwrap_or(NOBODY)
    }

    pub fn read(&self, text: &str) -> Result<Choice, Fault> {
        let text = text.trim();
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let entries: Vec<Vec<&str>> = match rest.trim().is_empty() {
            true => Vec::new(),
            false => rest
                .split(';')
                .map(|entry| entry.split_whitespace().collect())
                .collect(),
        };
        let choice = match name {
            "pass" if entries.is_empty() => Some(Choice::Pass),
            "shooters" => all(&entries, |words| self.read_wish(words)).map(Choice::Shooters),
            "chits" => all(&entries, |words| self.read_chit(words)).map(Choice::Chits),
            "moves" => all(&entries, |words| self.read_move(words)).map(Choice::Moves),
            "shots" => all(&entries, |words| self.read_target(words)).map(Choice::Shots),
            "strikes" => all(&entries, |words| self.read_target(words)).map(Choice::Strikes),
            "ready" if entries.is_empty() => Some(Choice::Ready),
            _ => match entries.as_slice() {
                [words] => self.read_line(name, words).map(Choice::Line),
                _ => None,
            },
        };
        choice.ok_or(Fault::Syntax)
    }

    fn read_line(&self, name: &str, words: &[&str]) -> Option<Line> {
        match (name, words) {
            ("signal", [unit]) => Some(Line::Wish(Wish::Signal(self.find_unit(unit).unwrap_or(NOBODY)))),
            ("wish", [who]) => Some(Line::Wish(Wish::Shoots(self.who(who)))),
            ("chit", _) => self.read_chit(words).map(Line::Chit),
            ("move", _) => self.read_move(words).map(Line::Move),
            ("shot", _) => self.read_target(words).map(Line::Shot),
            ("strike", _) => self.read_target(words).map(Line::Strike),
            ("leave", [who]) => Some(Line::Leave(self.who(who))),
            _ => None,
        }
    }

    fn read_wish(&self, words: &[&str]) -> Option<Wish> {
        match words {
            ["signal", unit] => Some(Wish::Signal(self.find_unit(unit).unwrap_or(NOBODY))),
            [who] => Some(Wish::Shoots(self.who(who))),
            _ => None,
        }
    }

    fn read_chit(&self, words: &[&str]) -> Option<Entry<ChitEntry>> {
        let [id, name, more @ ..] = words else {
            return None;
        };
        let (who, chit) = (self.who(id), Chit::read(name)?);
        let weapon = |name: &str| {
            let weapon = Weapon::read(name)?;
            let list = self.figures.get(usize::from(who)).map(|card| &card.weapons);
            let at = list.and_then(|list| list.iter().position(|own| *own == weapon));
            Some(at.map_or(NOBODY, |at| at as u8))
        };
        let (ready, line) = match (chit, more) {
            (Chit::Switch, [name]) => (Some(weapon(name)?), None),
            (Chit::Switch, _) => return None,
            (_, ["ready", name]) => (Some(weapon(name)?), None),
            // Names of lines have spaces.
            (Chit::Cross, [_, ..]) => (None, Some(self.find_line(&more.join(" ")).unwrap_or(NOBODY))),
            (_, []) => (None, None),
            _ => return None,
        };
        let what = ChitEntry { chit, ready, line };
        Some(Entry { who, what })
    }

    fn read_move(&self, words: &[&str]) -> Option<Entry<MoveEntry>> {
        let [id, words @ ..] = words else {
            return None;
        };
        let what = match words {
            ["facing", angle] => MoveEntry::Face(read_angle(angle)?),
            [pace, "to", to, rest @ ..] => {
                let mut legs = vec![read_point(to)?];
                let mut rest = rest;
                while let ["then", to, more @ ..] = rest {
                    legs.push(read_point(to)?);
                    rest = more;
                }
                MoveEntry::Path(foot(pace)?, legs, facing(rest)?)
            }
            [pace, "at", target, rest @ ..] => MoveEntry::At(foot(pace)?, self.who(target), facing(rest)?),
            _ => MoveEntry::Ride(self.read_ride(words)?),
        };
        let who = self.who(id);
        Some(Entry { who, what })
    }

    fn read_ride(&self, words: &[&str]) -> Option<Ride> {
        let (first, words) = turn(words)?;
        let [gait, distance, words @ ..] = words else {
            return None;
        };
        let (half_way, words) = turn(words)?;
        let target = match words {
            [] => NOBODY,
            ["at", target] => match self.find(target) {
                Some(target) => target,
                None => NOBODY - 1,
            },
            _ => return None,
        };
        Some(Ride {
            gait: Pace::read(gait).filter(|gait| gait.mounted())?,
            first,
            distance: decimal(distance, 3)?,
            half_way,
            target,
        })
    }

    fn read_target(&self, words: &[&str]) -> Option<Entry<Id>> {
        match words {
            [who, target] => Some(Entry {
                who: self.who(who),
                what: self.who(target),
            }),
            _ => None,
        }
    }
}

fn all<T>(entries: &[Vec<&str>], read: impl Fn(&[&str]) -> Option<T>) -> Option<Vec<T>> {
    entries.iter().map(|words| read(words)).collect()
}

fn foot(pace: &str) -> Option<Pace> {
    Pace::read(pace).filter(|pace| pace.on_foot())
}

fn facing(words: &[&str]) -> Option<Option<Angle>> {
    match words {
        [] => Some(None),
        ["facing", angle] => Some(Some(read_angle(angle)?)),
        _ => None,
    }
}

/// A turn at the head of the words, if there is one.
fn turn<'a, 'b>(words: &'a [&'b str]) -> Option<(i16, &'a [&'b str])> {
    match words {
        [hand @ ("left" | "right"), angle, rest @ ..] => {
            let tenths = decimal(angle, 1).filter(|tenths| (0..=1800).contains(tenths))? as i16;
            Some((if *hand == "left" { -tenths } else { tenths }, rest))
        }
        _ => Some((0, words)),
    }
}
