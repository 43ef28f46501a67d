//! What a player can decide, and its text form.

use super::cards::{DivisionId, Half, LeaderId, NONE, Show, UnitId};
use super::deny::{Code, Deny, unreadable};
use super::{Battle, Variant};
use board::{Dir, Hex, Vertex};
use kernel::Refusal;

/// One small decision. Moves are runs of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// Set-up: a unit starts with this face up.
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
    /// A charge that stands named is not carried out.
    Decline(UnitId),
    /// A double goes forward, to its left or right front.
    Forward(HalfCode),
    /// It turns left or right: the other half comes round into the front centre.
    Swing(HalfCode),
    /// In rout: a half falls back into the rear centre.
    Rear(HalfCode),
    Sidestep(HalfCode),
    About,
    /// A schiltrom closes on one of its hexes.
    Close(Hex),
    /// It opens: hexes of its left and right half.
    Open(Hex, Hex),
    /// One unit tries to organise.
    OrganiseUnit(UnitId),
    /// A shot from a hex of the shooter to one of the target.
    Fire {
        shooter: UnitId,
        target: UnitId,
        from: Hex,
        to: Hex,
        /// Cavalry shot over, or `NONE`.
        over: UnitId,
    },
    /// The morale check of the next hit.
    Check,
    /// An attack on a hex of the target, made at once.
    Strike {
        attacker: UnitId,
        target: UnitId,
        hex: Hex,
    },
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

impl<R: Variant> Battle<R> {
    pub(crate) fn choice_text(&self, choice: &Choice) -> String {
        let unit = |u: UnitId| self.units[usize::from(u)].id.as_ref();
        let leader = |l: LeaderId| self.leaders[usize::from(l)].id.as_ref();
        match *choice {
            Choice::Set(u, face) => {
                let show = self.units[usize::from(u)].faces[usize::from(face)].show;
                ["set", unit(u), show.name()].join(" ")
            }
            Choice::Ready => "ready".into(),
            Choice::Rout(u) => ["rout", unit(u)].join(" "),
            Choice::Move(u) => ["move", unit(u)].join(" "),
            Choice::Lead(l) => ["lead", leader(l)].join(" "),
            Choice::With(l) => ["with", leader(l)].join(" "),
            Choice::Step(d) => ["step", d.name()].join(" "),
            Choice::Advance(d) => ["advance", d.name()].join(" "),
            Choice::Oblique(d) => ["oblique", d.name()].join(" "),
            Choice::Pivot(f) => ["pivot", f.name()].join(" "),
            Choice::Charge(u) => ["charge", unit(u)].join(" "),
            Choice::Form => "form".into(),
            Choice::Done => "done".into(),
            Choice::Stop => "stop".into(),
            Choice::Face(f) => ["face", f.name()].join(" "),
            Choice::Mode(u) => ["mode", unit(u)].join(" "),
            Choice::Organise(d, None) => format!("organise {}", self.divisions[usize::from(d)].id),
            Choice::Organise(d, Some(half)) => {
                format!("organise {} {}", self.divisions[usize::from(d)].id, half.half().name())
            }
            Choice::Shoot {
                shooter,
                target,
                over: NONE,
            } => ["shoot", unit(shooter), unit(target)].join(" "),
            Choice::Shoot { shooter, target, over } => {
                format!("shoot {} {} over {}", unit(shooter), unit(target), unit(over))
            }
            Choice::Attack(a, t) => ["attack", unit(a), unit(t)].join(" "),
            Choice::Resolve(a) => ["resolve", unit(a)].join(" "),
            Choice::Decline(a) => ["decline", unit(a)].join(" "),
            Choice::End => "end".into(),
            Choice::Forward(hand) => ["forward", hand.half().name()].join(" "),
            Choice::Swing(hand) => ["pivot", hand.half().name()].join(" "),
            Choice::Rear(hand) => ["rear", hand.half().name()].join(" "),
            Choice::Sidestep(hand) => ["side", hand.half().name()].join(" "),
            Choice::About => "about".into(),
            Choice::Close(h) => format!("close {}", self.map.name(h)),
            Choice::Open(l, r) => format!("open {}/{}", self.map.name(l), self.map.name(r)),
            Choice::OrganiseUnit(u) => ["organise", unit(u)].join(" "),
            Choice::Fire {
                shooter,
                target,
                from,
                to,
                over,
            } => {
                let (from, to) = (self.map.name(from), self.map.name(to));
                let shot = format!("shoot {} {} {from} {to}", unit(shooter), unit(target));
                match over {
                    NONE => shot,
                    over => format!("{shot} over {}", unit(over)),
                }
            }
            Choice::Check => "check".into(),
            Choice::Strike { attacker, target, hex } => {
                format!("attack {} {} {}", unit(attacker), unit(target), self.map.name(hex))
            }
        }
    }

    /// Reads the text form. Positions do not matter here; shorthand is completed by the caller.
    pub(crate) fn choice_from_text(&self, text: &str) -> Result<Choice, Refusal> {
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
            ["pivot", "left" | "right"] => Choice::Swing(read_hand(words[1])?),
            ["pivot", f] => Choice::Pivot(read_facing(f)?),
            ["forward", hand] => Choice::Forward(read_hand(hand)?),
            ["rear", hand] => Choice::Rear(read_hand(hand)?),
            ["side", hand] => Choice::Sidestep(read_hand(hand)?),
            ["about"] => Choice::About,
            ["close", h] => Choice::Close(self.read_hex(h)?),
            ["open", at] => {
                let (left, right) = at.split_once('/').ok_or_else(|| unreadable(Code::UnknownHex, at))?;
                Choice::Open(self.read_hex(left)?, self.read_hex(right)?)
            }
            ["check"] => Choice::Check,
            ["charge", u] => Choice::Charge(self.read_target(u)?),
            ["form"] => Choice::Form,
            ["done"] => Choice::Done,
            ["stop"] => Choice::Stop,
            ["face", f] => Choice::Face(read_facing(f)?),
            ["mode", u] => Choice::Mode(self.read_unit(u)?),
            ["organise", u] if R::ORGANISES_UNITS => Choice::OrganiseUnit(self.read_unit(u)?),
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
            ["shoot", s, t, from, to] => Choice::Fire {
                shooter: self.read_unit(s)?,
                target: self.read_target(t)?,
                from: self.read_hex(from)?,
                to: self.read_hex(to)?,
                over: NONE,
            },
            ["shoot", s, t, from, to, "over", c] => Choice::Fire {
                shooter: self.read_unit(s)?,
                target: self.read_target(t)?,
                from: self.read_hex(from)?,
                to: self.read_hex(to)?,
                over: self.read_unit(c)?,
            },
            ["attack", a, t, hex] => Choice::Strike {
                attacker: self.read_unit(a)?,
                target: self.read_target(t)?,
                hex: self.read_hex(hex)?,
            },
            ["attack", a, t] => Choice::Attack(self.read_unit(a)?, self.read_target(t)?),
            ["resolve", a] => Choice::Resolve(self.read_unit(a)?),
            ["decline", a] => Choice::Decline(self.read_unit(a)?),
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
            None => Err(self.refusal(&Deny::new(Code::ModeNotSelectable, R::CITES.start_mode))),
        }
    }

    pub(crate) fn read_unit(&self, id: &str) -> Result<UnitId, Refusal> {
        match self.units.iter().position(|u| *u.id == *id) {
            Some(at) => Ok(at as UnitId),
            None => Err(unreadable(Code::UnknownId, id)),
        }
    }

    /// E-71: leaders are never attacked.
    fn read_target(&self, id: &str) -> Result<UnitId, Refusal> {
        if self.leaders.iter().any(|l| *l.id == *id) {
            return Err(self.refusal(&Deny::new(Code::InvalidTarget, R::CITES.leaders_safe)));
        }
        self.read_unit(id)
    }

    pub(crate) fn read_leader(&self, id: &str) -> Result<LeaderId, Refusal> {
        match self.leaders.iter().position(|l| *l.id == *id) {
            Some(at) => Ok(at as LeaderId),
            None => Err(unreadable(Code::UnknownId, id)),
        }
    }

    fn read_hex(&self, name: &str) -> Result<Hex, Refusal> {
        self.map.parse(name).ok_or_else(|| unreadable(Code::UnknownHex, name))
    }

    fn read_division(&self, id: &str) -> Result<DivisionId, Refusal> {
        match self.divisions.iter().position(|d| *d.id == *id) {
            Some(at) => Ok(at as DivisionId),
            None => Err(unreadable(Code::UnknownId, id)),
        }
    }
}

fn read_dir(text: &str) -> Result<Dir, Refusal> {
    text.parse().map_err(|_| unreadable(Code::UnknownDirection, text))
}

fn read_hand(text: &str) -> Result<HalfCode, Refusal> {
    match text {
        "left" => Ok(HalfCode::Left),
        "right" => Ok(HalfCode::Right),
        _ => Err(unreadable(Code::Unreadable, text)),
    }
}

fn read_facing(text: &str) -> Result<Vertex, Refusal> {
    text.parse().map_err(|_| unreadable(Code::UnknownFacing, text))
}
