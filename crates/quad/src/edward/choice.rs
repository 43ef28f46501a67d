//! What a player can decide, and its text form.

use super::Battle;
use super::cards::{DivisionId, Half, LeaderId, NONE, Show, UnitId};
use super::deny::{Code, Deny, unreadable};
use board::{Dir, Vertex};
use kernel::Refusal;

/// One small decision. Moves are runs of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// Set-up: a unit starts with this face up. E-03
    Set(UnitId, u8),
    /// Set-up is finished.
    Ready,
    /// Rout movement of a unit begins.
    Rout(UnitId),
    /// Movement of a unit begins.
    Move(UnitId),
    /// Movement of leaders without a unit begins.
    Lead(LeaderId),
    /// A leader goes along with the move that has begun.
    With(LeaderId),
    /// Leaders, or a routed unit, go one hex.
    Step(Dir),
    /// Into a front hex.
    Advance(Dir),
    /// Into a flank hex, facing kept.
    Oblique(Dir),
    Pivot(Vertex),
    Charge(UnitId),
    /// A schiltrom opens or closes.
    Form,
    /// The move is over.
    Done,
    /// The rout path ends here.
    Stop,
    /// Facing after a rout path.
    Face(Vertex),
    Mode(UnitId),
    Organise(DivisionId, Option<HalfCode>),
    Shoot {
        shooter: UnitId,
        target: UnitId,
        /// Cavalry shot over, or `NONE`.
        over: UnitId,
    },
    /// Names an attack of this melee phase.
    Attack(UnitId, UnitId),
    Resolve(UnitId),
    End,
}

/// [`Half`] in a form that can be ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HalfCode {
    Left,
    Right,
}

impl HalfCode {
    pub fn half(self) -> Half {
        match self {
            HalfCode::Left => Half::Left,
            HalfCode::Right => Half::Right,
        }
    }
}

impl Battle {
    pub(super) fn choice_text(&self, choice: &Choice) -> String {
        let unit = |u: UnitId| self.units[usize::from(u)].id.as_str();
        let leader = |l: LeaderId| self.leaders[usize::from(l)].id.as_str();
        match *choice {
            Choice::Set(u, face) => {
                let show = self.units[usize::from(u)].faces[usize::from(face)].show;
                format!("set {} {}", unit(u), show.name())
            }
            Choice::Ready => "ready".into(),
            Choice::Rout(u) => format!("rout {}", unit(u)),
            Choice::Move(u) => format!("move {}", unit(u)),
            Choice::Lead(l) => format!("lead {}", leader(l)),
            Choice::With(l) => format!("with {}", leader(l)),
            Choice::Step(d) => format!("step {d}"),
            Choice::Advance(d) => format!("advance {d}"),
            Choice::Oblique(d) => format!("oblique {d}"),
            Choice::Pivot(f) => format!("pivot {f}"),
            Choice::Charge(u) => format!("charge {}", unit(u)),
            Choice::Form => "form".into(),
            Choice::Done => "done".into(),
            Choice::Stop => "stop".into(),
            Choice::Face(f) => format!("face {f}"),
            Choice::Mode(u) => format!("mode {}", unit(u)),
            Choice::Organise(d, None) => format!("organise {}", self.divisions[usize::from(d)].id),
            Choice::Organise(d, Some(half)) => {
                format!("organise {} {}", self.divisions[usize::from(d)].id, half.half().name())
            }
            Choice::Shoot {
                shooter,
                target,
                over: NONE,
            } => format!("shoot {} {}", unit(shooter), unit(target)),
            Choice::Shoot { shooter, target, over } => {
                format!("shoot {} {} over {}", unit(shooter), unit(target), unit(over))
            }
            Choice::Attack(a, t) => format!("attack {} {}", unit(a), unit(t)),
            Choice::Resolve(a) => format!("resolve {}", unit(a)),
            Choice::End => "end".into(),
        }
    }

    /// Reads the text form. Positions do not matter here; shorthand is completed by the caller.
    pub(super) fn choice_from_text(&self, text: &str) -> Result<Choice, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(match words.as_slice() {
            ["set", u, face] => self.read_set(u, face)?,
            ["ready"] => Choice::Ready,
            ["rout", u] => Choice::Rout(self.read_unit(u)?),
            ["move", u] => Choice::Move(self.read_unit(u)?),
            ["lead", l] => Choice::Lead(self.read_leader(l)?),
            ["with", l] => Choice::With(self.read_leader(l)?),
            ["step", d] => Choice::Step(read_dir(d)?),
            ["advance", d] => Choice::Advance(read_dir(d)?),
            ["oblique", d] => Choice::Oblique(read_dir(d)?),
            ["pivot", f] => Choice::Pivot(read_facing(f)?),
            ["charge", u] => Choice::Charge(self.read_target(u)?),
            ["form"] => Choice::Form,
            ["done"] => Choice::Done,
            ["stop"] => Choice::Stop,
            ["face", f] => Choice::Face(read_facing(f)?),
            ["mode", u] => Choice::Mode(self.read_unit(u)?),
            ["organise", d] => Choice::Organise(self.read_division(d)?, None),
            ["organise", d, "left"] => Choice::Organise(self.read_division(d)?, Some(HalfCode::Left)),
            ["organise", d, "right"] => Choice::Organise(self.read_division(d)?, Some(HalfCode::Right)),
            ["shoot", s, t] => Choice::Shoot {
                shooter: self.read_unit(s)?,
                target: self.read_target(t)?,
                over: NONE,
            },
            ["shoot", s, t, "over", c] => Choice::Shoot {
                shooter: self.read_unit(s)?,
                target: self.read_target(t)?,
                over: self.read_unit(c)?,
            },
            ["attack", a, t] => Choice::Attack(self.read_unit(a)?, self.read_target(t)?),
            ["resolve", a] => Choice::Resolve(self.read_unit(a)?),
            ["end"] => Choice::End,
            _ => return Err(unreadable(Code::Unreadable, text)),
        })
    }

    fn read_set(&self, unit: &str, face: &str) -> Result<Choice, Refusal> {
        let unit = self.read_unit(unit)?;
        let show = Show::from_name(face).ok_or_else(|| unreadable(Code::UnknownId, face))?;
        let card = &self.units[usize::from(unit)];
        let face = card.faces.iter().position(|f| f.show == show);
        match face {
            Some(face) => Ok(Choice::Set(unit, face as u8)),
            None => Err(Deny::new(Code::ModeNotSelectable, "E-03").refusal(self)),
        }
    }

    pub(super) fn read_unit(&self, id: &str) -> Result<UnitId, Refusal> {
        match self.units.iter().position(|u| u.id == id) {
            Some(at) => Ok(at as UnitId),
            None => Err(unreadable(Code::UnknownId, id)),
        }
    }

    /// E-71: leaders are never attacked.
    fn read_target(&self, id: &str) -> Result<UnitId, Refusal> {
        if self.leaders.iter().any(|l| l.id == id) {
            return Err(Deny::new(Code::InvalidTarget, "E-71").refusal(self));
        }
        self.read_unit(id)
    }

    pub(super) fn read_leader(&self, id: &str) -> Result<LeaderId, Refusal> {
        match self.leaders.iter().position(|l| l.id == id) {
            Some(at) => Ok(at as LeaderId),
            None => Err(unreadable(Code::UnknownId, id)),
        }
    }

    fn read_division(&self, id: &str) -> Result<DivisionId, Refusal> {
        match self.divisions.iter().position(|d| d.id == id) {
            Some(at) => Ok(at as DivisionId),
            None => Err(unreadable(Code::UnknownId, id)),
        }
    }
}

fn read_dir(text: &str) -> Result<Dir, Refusal> {
    text.parse().map_err(|_| unreadable(Code::UnknownDirection, text))
}

fn read_facing(text: &str) -> Result<Vertex, Refusal> {
    text.parse().map_err(|_| unreadable(Code::UnknownFacing, text))
}
