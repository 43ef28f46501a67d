//! The campaign: what a Prelude leaves behind, and how Bannockburn starts from it. SR-P4, SR-B4, SR-B8, MR-64

use crate::Battle;
use crate::cards::{ENGLISH, Kind, MAX_LEADERS, SCOTS, UnitId};
use crate::position::{Banner, Place, Position};
use kernel::{Diagnostic, Side};
use std::collections::BTreeMap;

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
        for leader in self.leader_ids().take(MAX_LEADERS) {
            if p.leader(leader).place == Place::Eliminated {
                words.push(format!("dead={}", self.leaders[usize::from(leader)].id));
            }
        }
        words.join(" ")
    }

    /// Takes away what the Prelude has cost. The first units of a kind go; a kind that runs short is made up from the
    /// next lower armour, then the higher ones.
    pub(crate) fn carry_over(&self, p: &mut Position, record: &Record) {
        let limit = self.tracks.limit;
        p.morale = record.morale.clamp(-limit, limit);
        p.effective = self.tracks.value(p.morale);
        for side in [SCOTS, ENGLISH] {
            if record.captured[side.index()] {
                p.banners[side.index()] = Banner::None;
            }
            for (kind, (dead, reduced)) in &record.losses[side.index()] {
                for _ in 0..*dead {
                    if let Some(unit) = self.next_of(p, side, *kind, false) {
                        p.take_away(unit, Place::Removed);
                    }
                }
                for _ in 0..*reduced {
                    if let Some(unit) = self.next_of(p, side, *kind, true) {
                        p.unit_mut(unit).sp = 1;
                    }
                }
            }
        }
        for leader in self.leader_ids() {
            let id = &self.leaders[usize::from(leader)].id;
            // MR-64: De Clere of the Prelude is DeClare.
            let dead = record
                .dead
                .iter()
                .any(|d| d == id || (d == "de-clere" && id == "declare"));
            if dead {
                let side = p.leader(leader).side;
                p.leader_mut(leader).place = Place::Removed;
                if p.banners[side.index()] == Banner::With(leader) {
                    p.banners[side.index()] = Banner::None;
                }
            }
        }
    }

    fn next_of(&self, p: &Position, side: Side, kind: Kind, whole: bool) -> Option<UnitId> {
        let fits = |u: &UnitId, wanted: Kind| {
            let unit = p.unit(*u);
            plain(self.card(*u).kind) == wanted && unit.on_map() && (!whole || unit.sp > 1)
        };
        let mut order = vec![kind];
        order.extend(substitutes(kind));
        order
            .into_iter()
            .find_map(|wanted| p.army[side.index()].iter().find(|u| fits(u, wanted)))
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
fn substitutes(kind: Kind) -> Vec<Kind> {
    match kind {
        Kind::Cav2 => vec![Kind::Cav1, Kind::Cav0],
        Kind::Cav1 => vec![Kind::Cav0, Kind::Cav2],
        Kind::Cav0 => vec![Kind::Cav1, Kind::Cav2],
        Kind::Inf2 => vec![Kind::Inf1, Kind::Inf0],
        Kind::Inf1 => vec![Kind::Inf0, Kind::Inf2],
        Kind::Inf0 => vec![Kind::Inf1, Kind::Inf2],
        _ => Vec::new(),
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
