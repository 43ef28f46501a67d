//! What a player can decide, and its text form.

use crate::Battle;
use crate::cards::{LeaderId, NONE, UnitId};
use crate::deny::{Code, unreadable};
use crate::position::{Edge, Form, Piece, Position, Set};
use board::{Dir, Hex};
use kernel::{Refusal, Side};

/// How CF changes on a step. M-90, M-96, M-97
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pace {
    Gain,
    Hold,
    Reduce,
}

/// The turn before a countercharge. M-99
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wheel {
    Straight,
    Left,
    Right,
}

impl Wheel {
    pub const ALL: [Wheel; 3] = [Wheel::Straight, Wheel::Left, Wheel::Right];

    pub fn turns(self) -> i8 {
        match self {
            Wheel::Straight => 0,
            Wheel::Left => -1,
            Wheel::Right => 1,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pass {
    Now,
    Unit,
    Phase,
}

/// What is shot at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    Piece(Piece),
    /// A fort, gate or bridge of the battle. M-167
    Object(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    // Set-up
    Take(Piece),
    Exchange(UnitId, UnitId),
    Assign(UnitId, LeaderId),
    /// The pits of one hex are dug on another, or stay. SR-B9
    Pit(Hex, Hex),
    Ready,
    /// Of a unit being set up, regrouped, returned or brought on.
    Put(Hex, Dir, Option<Form>),
    PutLeader(Hex),
    Stay,
    Remove(UnitId),
    Regroup(UnitId),
    Done,
    // Activations
    Activate(Piece),
    Return(Piece),
    Bring(UnitId, LeaderId),
    BringLeader(LeaderId),
    End,
    // Steps
    Enter(Pace),
    Ride,
    Turn(Dir),
    To(Dir),
    Exit(Edge),
    Change,
    Form,
    Lift(Dir),
    PassBanner(UnitId),
    OwnShot(Piece),
    Minimum(bool, Dir),
    Demolish,
    // Windows
    Shoot(UnitId, Target),
    Countercharge(UnitId, Wheel),
    Pass(Pass),
    Go,
    Answer,
    // A company, and the combat
    Against(Hex),
    Spare(Hex),
    Join(UnitId),
    Drop(UnitId),
    Check(UnitId),
    Fight(UnitId),
    Ground(Hex),
    Lose(UnitId),
    Retreat(UnitId),
    Pursue(UnitId),
    Follow(UnitId),
    Stop,
    Face(Dir),
    Advance(UnitId, Hex),
    Hit(UnitId),
    Six(UnitId),
    Holder(UnitId),
}

impl Battle {
    pub(crate) fn choice_text(&self, choice: &Choice) -> String {
        let unit = |u: UnitId| self.units[usize::from(u)].id.as_ref();
        let leader = |l: LeaderId| self.leaders[usize::from(l)].id.as_ref();
        let piece = |p: Piece| match p {
            Piece::Unit(u) => unit(u),
            Piece::Leader(l) => leader(l),
        };
        let hex = |h: Hex| self.map.name(h).to_string();
        match *choice {
            Choice::Take(p) => format!("take {}", piece(p)),
            Choice::Exchange(a, b) => format!("exchange {} {}", unit(a), unit(b)),
            Choice::Assign(u, l) => format!("assign {} {}", unit(u), leader(l)),
            Choice::Pit(from, to) => format!("pit {} {}", hex(from), hex(to)),
            Choice::Ready => "ready".into(),
            Choice::Put(h, d, None) => format!("put {} {d}", hex(h)),
            Choice::Put(h, d, Some(form)) => format!("put {} {d} {}", hex(h), form_name(form)),
            Choice::PutLeader(h) => format!("put {}", hex(h)),
            Choice::Stay => "stay".into(),
            Choice::Remove(u) => format!("remove {}", unit(u)),
            Choice::Regroup(u) => format!("regroup {}", unit(u)),
            Choice::Done => "done".into(),
            Choice::Activate(p) => format!("activate {}", piece(p)),
            Choice::Return(p) => format!("return {}", piece(p)),
            Choice::Bring(u, NONE) => format!("bring {}", unit(u)),
            Choice::Bring(u, l) => format!("bring {} {}", unit(u), leader(l)),
            Choice::BringLeader(l) => format!("bring {}", leader(l)),
            Choice::End => "end".into(),
            Choice::Enter(Pace::Gain) => "enter".into(),
            Choice::Enter(Pace::Hold) => "enter hold".into(),
            Choice::Enter(Pace::Reduce) => "enter reduce".into(),
            Choice::Ride => "ride".into(),
            Choice::Turn(d) => format!("turn {d}"),
            Choice::To(d) => format!("to {d}"),
            Choice::Exit(e) => format!("exit {}", e.name()),
            Choice::Change => "change".into(),
            Choice::Form => "form".into(),
            Choice::Lift(d) => format!("lift {d}"),
            Choice::PassBanner(u) => format!("banner {}", unit(u)),
            Choice::OwnShot(t) => format!("shoot {}", piece(t)),
            Choice::Minimum(true, d) => format!("minimum enter {d}"),
            Choice::Minimum(false, d) => format!("minimum {d}"),
            Choice::Demolish => "demolish".into(),
            Choice::Shoot(u, Target::Piece(t)) => format!("shoot {} {}", unit(u), piece(t)),
            Choice::Shoot(u, Target::Object(o)) => format!("shoot {} {}", unit(u), self.object_name(o)),
            Choice::Countercharge(u, Wheel::Straight) => format!("countercharge {}", unit(u)),
            Choice::Countercharge(u, Wheel::Left) => format!("countercharge {} left", unit(u)),
            Choice::Countercharge(u, Wheel::Right) => format!("countercharge {} right", unit(u)),
            Choice::Pass(Pass::Now) => "pass".into(),
            Choice::Pass(Pass::Unit) => "pass unit".into(),
            Choice::Pass(Pass::Phase) => "pass phase".into(),
            Choice::Go => "go".into(),
            Choice::Answer => "shoot".into(),
            Choice::Against(h) => format!("against {}", hex(h)),
            Choice::Spare(h) => format!("spare {}", hex(h)),
            Choice::Join(u) => format!("join {}", unit(u)),
            Choice::Drop(u) => format!("drop {}", unit(u)),
            Choice::Check(u) => format!("check {}", unit(u)),
            Choice::Fight(u) => format!("fight {}", unit(u)),
            Choice::Ground(h) => format!("ground {}", hex(h)),
            Choice::Lose(u) => format!("lose {}", unit(u)),
            Choice::Retreat(u) => format!("retreat {}", unit(u)),
            Choice::Pursue(u) => format!("pursue {}", unit(u)),
            Choice::Follow(u) => format!("follow {}", unit(u)),
            Choice::Stop => "stop".into(),
            Choice::Face(d) => format!("face {d}"),
            Choice::Advance(u, h) => format!("advance {} {}", unit(u), hex(h)),
            Choice::Hit(u) => format!("hit {}", unit(u)),
            Choice::Six(u) => format!("six {}", unit(u)),
            Choice::Holder(u) => format!("holder {}", unit(u)),
        }
    }

    pub(crate) fn choice_from_text(&self, text: &str) -> Result<Choice, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let unit = |id: &str| self.read_unit(id);
        Ok(match words.as_slice() {
            ["take", p] => Choice::Take(self.read_piece(p)?),
            ["exchange", a, b] => Choice::Exchange(unit(a)?, unit(b)?),
            ["assign", u, l] => Choice::Assign(unit(u)?, self.read_leader(l)?),
            ["pit", from, to] => Choice::Pit(self.read_hex(from)?, self.read_hex(to)?),
            ["ready"] => Choice::Ready,
            ["put", h] => Choice::PutLeader(self.read_hex(h)?),
            ["put", h, d] => Choice::Put(self.read_hex(h)?, read_dir(d)?, None),
            ["put", h, d, f] => Choice::Put(self.read_hex(h)?, read_dir(d)?, Some(read_form(f)?)),
            ["stay"] => Choice::Stay,
            ["remove", u] => Choice::Remove(unit(u)?),
            ["regroup", u] => Choice::Regroup(unit(u)?),
            ["done"] => Choice::Done,
            ["activate", p] => Choice::Activate(self.read_piece(p)?),
            ["return", p] => Choice::Return(self.read_piece(p)?),
            ["bring", p] => match self.read_piece(p)? {
                Piece::Unit(u) => Choice::Bring(u, NONE),
                Piece::Leader(l) => Choice::BringLeader(l),
            },
            ["bring", u, l] => Choice::Bring(unit(u)?, self.read_leader(l)?),
            ["end"] => Choice::End,
            ["enter"] => Choice::Enter(Pace::Gain),
            ["enter", "hold"] => Choice::Enter(Pace::Hold),
            ["enter", "reduce"] => Choice::Enter(Pace::Reduce),
            ["ride"] => Choice::Ride,
            ["turn", d] => Choice::Turn(read_dir(d)?),
            ["to", d] => Choice::To(read_dir(d)?),
            ["exit", e] => Choice::Exit(Edge::from_name(e).ok_or_else(|| unreadable(Code::Unreadable, text))?),
            ["change"] => Choice::Change,
            ["form"] => Choice::Form,
            ["lift", d] => Choice::Lift(read_dir(d)?),
            ["banner", u] => Choice::PassBanner(unit(u)?),
            ["shoot"] => Choice::Answer,
            ["shoot", t] => Choice::OwnShot(self.read_piece(t)?),
            ["minimum", "enter", d] => Choice::Minimum(true, read_dir(d)?),
            ["minimum", d] => Choice::Minimum(false, read_dir(d)?),
            ["demolish"] => Choice::Demolish,
            ["shoot", u, t] => match self.object_named(t) {
                Some(object) => Choice::Shoot(unit(u)?, Target::Object(object)),
                None => Choice::Shoot(unit(u)?, Target::Piece(self.read_piece(t)?)),
            },
            ["countercharge", u] => Choice::Countercharge(unit(u)?, Wheel::Straight),
            ["countercharge", u, "left"] => Choice::Countercharge(unit(u)?, Wheel::Left),
            ["countercharge", u, "right"] => Choice::Countercharge(unit(u)?, Wheel::Right),
            ["pass"] | ["pass", "now"] => Choice::Pass(Pass::Now),
            ["pass", "unit"] => Choice::Pass(Pass::Unit),
            ["pass", "phase"] => Choice::Pass(Pass::Phase),
            ["go"] => Choice::Go,
            ["against", h] => Choice::Against(self.read_hex(h)?),
            ["spare", h] => Choice::Spare(self.read_hex(h)?),
            ["join", u] => Choice::Join(unit(u)?),
            ["drop", u] => Choice::Drop(unit(u)?),
            ["check", u] => Choice::Check(unit(u)?),
            ["fight", u] => Choice::Fight(unit(u)?),
            ["ground", h] => Choice::Ground(self.read_hex(h)?),
            ["lose", u] => Choice::Lose(unit(u)?),
            ["retreat", u] => Choice::Retreat(unit(u)?),
            ["pursue", u] => Choice::Pursue(unit(u)?),
            ["follow", u] => Choice::Follow(unit(u)?),
            ["stop"] => Choice::Stop,
            ["face", d] => Choice::Face(read_dir(d)?),
            ["advance", u, h] => Choice::Advance(unit(u)?, self.read_hex(h)?),
            ["hit", u] => Choice::Hit(unit(u)?),
            ["six", u] => Choice::Six(unit(u)?),
            ["holder", u] => Choice::Holder(unit(u)?),
            _ => return Err(unreadable(Code::Unreadable, text)),
        })
    }

    /// `attack A,B on 1010,1110` stands for the small choices of a company (M-63). It is refused as a whole, so that whoever
    /// writes it hears what is wrong with the attack and not with one of its parts.
    pub(crate) fn plan_from_text(&self, p: &Position, side: Side, text: &str) -> Result<Vec<Choice>, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let ["attack", units, "on", hexes] = words.as_slice() else {
            return self.choice_from_text(text).map(|choice| vec![choice]);
        };
        let mut company = Set::EMPTY;
        for unit in units.split(',') {
            company.add(self.read_unit(unit)?);
        }
        let mut struck: Vec<Hex> = hexes.split(',').map(|h| self.read_hex(h)).collect::<Result<_, _>>()?;
        struck.sort_unstable();
        struck.dedup();
        self.may_declare(p, side, &company, &struck)
            .map_err(|deny| deny.refusal(self))?;
        let against = struck.into_iter().map(Choice::Against);
        Ok(against
            .chain(company.iter().map(Choice::Join))
            .chain([Choice::Go])
            .collect())
    }

    pub(crate) fn read_unit(&self, id: &str) -> Result<UnitId, Refusal> {
        match self.units.iter().position(|u| *u.id == *id) {
            Some(at) => Ok(at as UnitId),
            None => Err(unreadable(Code::UnknownId, id)),
        }
    }

    pub(crate) fn read_leader(&self, id: &str) -> Result<LeaderId, Refusal> {
        match self.leaders.iter().position(|l| *l.id == *id) {
            Some(at) => Ok(at as LeaderId),
            None => Err(unreadable(Code::UnknownId, id)),
        }
    }

    pub(crate) fn read_piece(&self, id: &str) -> Result<Piece, Refusal> {
        match self.read_unit(id) {
            Ok(unit) => Ok(Piece::Unit(unit)),
            Err(_) => self.read_leader(id).map(Piece::Leader),
        }
    }

    pub(crate) fn read_hex(&self, name: &str) -> Result<Hex, Refusal> {
        self.map.parse(name).ok_or_else(|| unreadable(Code::UnknownId, name))
    }
}

pub fn form_name(form: Form) -> &'static str {
    match form {
        Form::Normal => "normal",
        Form::Shiltron => "shiltron",
        Form::March => "march",
        Form::Combat => "combat",
    }
}

fn read_form(text: &str) -> Result<Form, Refusal> {
    match text {
        "normal" => Ok(Form::Normal),
        "shiltron" => Ok(Form::Shiltron),
        "march" => Ok(Form::March),
        "combat" => Ok(Form::Combat),
        _ => Err(unreadable(Code::Unreadable, text)),
    }
}

fn read_dir(text: &str) -> Result<Dir, Refusal> {
    text.parse().map_err(|_| unreadable(Code::UnknownDirection, text))
}
