//! The campaign: what a Prelude leaves behind, and how Bannockburn starts from it. SR-P4, SR-B4, SR-B8, MR-64

use crate::Battle;
use crate::cards::{ENGLISH, Kind, SCOTS, UnitId};
use crate::deny::{Allowed, Code, need};
use crate::options::CAMPAIGN;
use crate::position::{Banner, Place, Position};
use kernel::{Diagnostic, Next, Side};
use std::collections::BTreeMap;

/// A loss that its owner lays on a unit of his at set-up. MR-64
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owed {
    pub kind: Kind,
    /// To 1 SP; otherwise the unit is gone.
    pub reduced: bool,
}

impl Record {
    /// One after the other, for a side.
    pub fn owed(&self, side: Side) -> Vec<Owed> {
        let mut all = Vec::new();
        for (kind, (dead, reduced)) in &self.losses[side.index()] {
            let owed = |reduced| Owed { kind: *kind, reduced };
            all.extend(std::iter::repeat_n(owed(false), (*dead).into()));
            all.extend(std::iter::repeat_n(owed(true), (*reduced).into()));
        }
        all
    }
}

/// Losses of one kind: units eliminated, and units reduced to 1 SP.
type Losses = BTreeMap<Kind, (u8, u8)>;

/// What is carried from one battle into the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub morale: i8,
    pub losses: [Losses; 2],
    pub dead: Vec<String>,
    pub captured: [bool; 2],
}

impl Battle {
    /// SR-P4: the battle that carries on from this one.
    pub(crate) fn sequel(&self, p: &Position) -> Option<Next> {
        self.special.campaign.then(|| Next {
            scenario: "medieval/bannockburn".into(),
            options: [(CAMPAIGN.to_string(), self.campaign_text(p))].into(),
        })
    }

    /// The state of a battle in the form that the option `campaign` takes:
    /// `morale=-4 scots:INF0=3/2 english:CAV2=1/0 dead=clifford banner=scots`.
    pub fn campaign_text(&self, p: &Position) -> String {
        let mut words = vec![format!("morale={}", p.morale)];
        for side in [SCOTS, ENGLISH] {
            let mut losses = Losses::new();
            for unit in p.army[side.index()].iter() {
                let entry = losses.entry(plain(self.card(unit).kind)).or_default();
                let u = p.unit(unit);
                if u.place == Place::Eliminated {
                    entry.0 += 1;
                } else if u.sp == 1 && self.card(unit).sp > 1 {
                    entry.1 += 1;
                }
            }
            for (kind, (dead, reduced)) in losses.into_iter().filter(|(_, n)| *n != (0, 0)) {
                words.push(format!("{}:{}={dead}/{reduced}", side_word(side), kind.name()));
            }
            if matches!(p.banners[side.index()], Banner::Captured(_)) {
                words.push(format!("banner={}", side_word(side)));
            }
        }
        for leader in self.leader_ids() {
            if p.leader(leader).place == Place::Eliminated {
                words.push(format!("dead={}", self.leaders[usize::from(leader)].id));
            }
        }
        words.join(" ")
    }

    /// Morale, banners and leaders as the Prelude has left them; the losses are for the owners.
    pub(crate) fn carry_over(&self, p: &mut Position, record: &Record) {
        let limit = self.tracks.limit;
        p.morale = record.morale.clamp(-limit, limit);
        p.effective = self.tracks.value(p.morale);
        for side in [SCOTS, ENGLISH] {
            if record.captured[side.index()] {
                p.banners[side.index()] = Banner::None;
            }
        }
        for leader in self.leader_ids() {
            let id = &self.leaders[usize::from(leader)].id;
            // MR-64: De Clere of the Prelude is DeClare.
            let dead = record
                .dead
                .iter()
                .any(|d| **d == **id || (d == "de-clere" && &**id == "declare"));
            if dead {
                let side = p.leader(leader).side;
                p.leader_mut(leader).place = Place::Removed;
                if p.banners[side.index()] == Banner::With(leader) {
                    p.banners[side.index()] = Banner::None;
                }
            }
        }
    }

    /// The loss that a side has to lay on somebody now. Those that nobody is left to bear are dropped.
    pub(crate) fn owes(&self, p: &Position, side: Side) -> Option<Owed> {
        self.next_owed(p, side).map(|(_, owed, _)| owed)
    }

    /// Its number, the loss, and the kind that bears it: where one runs short the next lower armour, then a higher one.
    fn next_owed(&self, p: &Position, side: Side) -> Option<(usize, Owed, Kind)> {
        let mut owed = self.owed[side.index()].iter().enumerate().skip(p.removed_sp.into());
        owed.find_map(|(i, owed)| {
            let mut kinds = std::iter::once(owed.kind).chain(substitutes(owed.kind).iter().copied());
            let bearer = kinds.find(|k| p.army[side.index()].iter().any(|u| self.bears(p, u, *k, owed.reduced)))?;
            Some((i, *owed, bearer))
        })
    }

    fn bears(&self, p: &Position, unit: UnitId, kind: Kind, reduced: bool) -> bool {
        let u = p.unit(unit);
        plain(self.card(unit).kind) == kind && u.on_map() && (!reduced || u.sp > 1)
    }

    pub(crate) fn may_carry_loss(&self, p: &Position, side: Side, unit: UnitId) -> Allowed {
        need(p.unit(unit).side == side, Code::NotYourUnit, "M-27")?;
        let fits = |(_, owed, kind): (usize, Owed, Kind)| self.bears(p, unit, kind, owed.reduced);
        need(self.next_owed(p, side).is_some_and(fits), Code::Setup, "SR-B8")
    }

    pub(crate) fn carry_loss(&self, p: &mut Position, side: Side, unit: UnitId) {
        let Some((i, owed, _)) = self.next_owed(p, side) else {
            return;
        };
        p.removed_sp = i as u8 + 1;
        if owed.reduced {
            p.unit_mut(unit).sp = 1;
        } else {
            p.take_away(unit, Place::Removed);
        }
    }

    /// Who does not choose loses the first of each kind.
    pub(crate) fn carry_the_rest(&self, p: &mut Position, side: Side) {
        while let Some((_, owed, kind)) = self.next_owed(p, side) {
            let mut own = p.army[side.index()].iter();
            let Some(unit) = own.find(|u| self.bears(p, *u, kind, owed.reduced)) else {
                break;
            };
            self.carry_loss(p, side, unit);
        }
        p.removed_sp = 0;
    }
}

/// Archers of any armour, and Welsh and other retainers, count alike.
fn plain(kind: Kind) -> Kind {
    match kind {
        Kind::Archer1 => Kind::Archer,
        Kind::Welsh => Kind::Inf0,
        other => other,
    }
}

/// Next lower armour, then higher.
fn substitutes(kind: Kind) -> &'static [Kind] {
    match kind {
        Kind::Cav2 => &[Kind::Cav1, Kind::Cav0],
        Kind::Cav1 => &[Kind::Cav0, Kind::Cav2],
        Kind::Cav0 => &[Kind::Cav1, Kind::Cav2],
        Kind::Inf2 => &[Kind::Inf1, Kind::Inf0],
        Kind::Inf1 => &[Kind::Inf0, Kind::Inf2],
        Kind::Inf0 => &[Kind::Inf1, Kind::Inf2],
        _ => &[],
    }
}

fn side_word(side: Side) -> &'static str {
    if side == SCOTS { "scots" } else { "english" }
}

/// Reads the text of the option `campaign`.
pub fn read(text: &str) -> Result<Record, Diagnostic> {
    let mut record = Record::default();
    let wrong = |word: &str| {
        Diagnostic::new(format!("option `campaign`: `{word}` cannot be read"))
            .help("it is the fact `campaign` of a finished Prelude, as in `morale=-4 scots:INF0=3/2 dead=clifford`")
    };
    for word in text.split_whitespace() {
        let (key, value) = word.split_once('=').ok_or_else(|| wrong(word))?;
        match key.split_once(':') {
            Some((side, kind)) => {
                let side = crate::facts::side_named(side).ok_or_else(|| wrong(word))?;
                let kind = Kind::from_name(kind).ok_or_else(|| wrong(word))?;
                let (dead, reduced) = value.split_once('/').ok_or_else(|| wrong(word))?;
                let number = |t: &str| t.parse::<u8>().map_err(|_| wrong(word));
                record.losses[side.index()].insert(kind, (number(dead)?, number(reduced)?));
            }
            None => match key {
                "morale" => record.morale = value.parse().map_err(|_| wrong(word))?,
                "dead" => record.dead.push(value.into()),
                "banner" => {
                    let side = crate::facts::side_named(value).ok_or_else(|| wrong(word))?;
                    record.captured[side.index()] = true;
                }
                _ => return Err(wrong(word)),
            },
        }
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_reads() {
        let record = read("morale=-4 scots:INF0=3/2 banner=english dead=clifford").unwrap();
        assert_eq!(record.morale, -4);
        assert_eq!(record.losses[0][&Kind::Inf0], (3, 2));
        assert_eq!(
            (record.captured, record.dead),
            ([false, true], vec!["clifford".to_string()])
        );
        assert!(read("morale=x").is_err());
    }
}
