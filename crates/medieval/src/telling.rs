//! What happened, in sentences.

use crate::cards::{LeaderId, UnitId};
use crate::deny::points_text;
use crate::event::{Deed, Ending, Event, Modifiers, Of};
use crate::labels::listing;
use crate::position::Piece;
use crate::tables::{Cell, Half, Hit};
use crate::victory::Automatic;
use crate::{Battle, ENGLISH, SCOTS, side_name};
use board::Hex;
use kernel::Cite;
use kernel::words::{Reckoning, Sum, Telling, TellingRole, tally};

impl Battle {
    pub(crate) fn piece_name(&self, piece: Piece) -> &str {
        match piece {
            Piece::Unit(u) => &self.card(u).name,
            Piece::Leader(l) => &self.leaders[usize::from(l)].name,
        }
    }

    pub(crate) fn tell_event(&self, event: &Event) -> Telling {
        match event {
            Event::Plain(deed, of) => self.tell_plain(*deed, of),
            Event::Shot {
                shooter,
                target,
                dice,
                modifiers,
                total,
                hit,
                ..
            } => self.tell_shot(*shooter, *target, *dice, modifiers, *total, *hit),
            Event::Combat {
                attackers,
                hexes,
                initial,
                modifiers,
                column,
                dice,
                cell,
                side: _,
            } => {
                let reckoning = Reckoning {
                    of: Sum::Ratio,
                    base: *initial,
                    cite: Cite("M-05"),
                    modifiers: modifiers.to_vec(),
                    total: *column,
                };
                self.tell_combat(attackers, hexes, reckoning, *dice, *cell)
            }
            Event::Over(ending) => self.tell_end(ending),
        }
    }

    fn tell_end(&self, ending: &Ending) -> Telling {
        let points = tally([SCOTS, ENGLISH].map(side_name), ending.score, self.handicap);
        let result = match ending.winner {
            Some(side) => format!("the {} win", side_name(side)),
            None => "nobody wins".into(),
        };
        let text = match &ending.at_once {
            None => format!("The last turn is over and more points win: {points}. So {result}."),
            Some((rule, dead)) => {
                let rule = &self.automatic[*rule];
                let why = self.trigger_text(rule, dead);
                if self.is_handicapped() {
                    format!("{why}, which ends the battle. With points given, more points win: {points}. So {result}.")
                } else {
                    format!("{why}: {result} at once, whatever the points ({points}).")
                }
            }
        };
        Telling {
            kind: "over",
            role: TellingRole::Loss,
            text,
            cites: vec![Cite("M-192")],
            dice: Vec::new(),
            reckoning: None,
            figures: Vec::new(),
            way: Vec::new(),
        }
    }

    fn trigger_text(&self, rule: &Automatic, dead: &[LeaderId]) -> String {
        let enemy = side_name(rule.side.other());
        match &rule.region {
            Some(region) => format!("No unit of the {enemy} stands on the {region} any more"),
            None => {
                let names = listing(dead.iter().map(|l| self.piece_name(Piece::Leader(*l)).to_string()));
                format!("All leaders of the {enemy} who count are dead, {names}")
            }
        }
    }

    fn tell_shot(
        &self,
        shooter: UnitId,
        target: Piece,
        dice: [u8; 2],
        modifiers: &Modifiers,
        total: i32,
        hit: Hit,
    ) -> Telling {
        let effect = match (hit.loss, hit.scatter) {
            (0, false) => "no effect".to_string(),
            (0, true) => "it scatters".to_string(),
            (n, false) => format!("{n} SP lost"),
            (n, true) => format!("{n} SP lost, and it scatters"),
        };
        Telling {
            kind: "shot",
            role: TellingRole::Event,
            text: format!(
                "{} shoots at {}: {total}, {effect}.",
                self.card(shooter).name,
                self.piece_name(target)
            ),
            cites: cites("M-152", modifiers.iter().map(|m| m.cite)),
            dice: dice.to_vec(),
            reckoning: Some(Reckoning {
                of: Sum::Dice,
                base: i32::from(dice[0] + dice[1]),
                cite: Cite("M-152"),
                modifiers: modifiers.to_vec(),
                total,
            }),
            figures: vec![("hit", i32::from(hit.loss > 0 || hit.scatter))],
            way: Vec::new(),
        }
    }

    fn tell_combat(
        &self,
        attackers: &[UnitId],
        hexes: &[Hex],
        reckoning: Reckoning,
        dice: [u8; 2],
        cell: Cell,
    ) -> Telling {
        let names = listing(attackers.iter().map(|u| self.card(*u).name.to_string()));
        let places = listing(hexes.iter().map(|h| self.hex_text(*h)));
        Telling {
            kind: "combat",
            role: TellingRole::Event,
            text: format!(
                "{names} against {places}: {}, roll {}. The attacker {}, the defender {}.",
                match (ratio_text(reckoning.base), ratio_text(reckoning.total)) {
                    (first, last) if first == last => first,
                    (first, last) => format!("{first} becomes {last}"),
                },
                dice[0] + dice[1],
                suffers(cell.attacker),
                suffers(cell.defender)
            ),
            cites: cites("M-58", reckoning.modifiers.iter().map(|m| m.cite)),
            dice: dice.to_vec(),
            figures: vec![("initial", reckoning.base), ("column", reckoning.total)],
            way: Vec::new(),
            reckoning: Some(reckoning),
        }
    }

    fn tell_plain(&self, deed: Deed, of: &Of) -> Telling {
        let (kind, rule, words) = deed.card();
        let rule = match (deed, of.w) {
            (Deed::CameOn, w) if !w.is_empty() => w,
            _ => rule,
        };
        let mut text = words.to_string();
        for (token, value) in [
            ("{a}", of.a.map(|p| self.piece_name(p).to_string())),
            ("{b}", of.b.map(|p| self.piece_name(p).to_string())),
            ("{h}", of.h.on().map(|h| self.hex_text(h))),
            ("{n}", Some(of.n.to_string())),
            ("{o}", Some(comes_to(deed, of.n))),
            ("{p}", Some(points_text(of.n.clamp(0, 255) as u8))),
            ("{s}", of.s.map(|s| side_name(s).to_string())),
            ("{w}", Some(of.w.to_string())),
        ] {
            if let Some(value) = value {
                text = text.replace(token, &value);
            }
        }
        Telling {
            kind,
            role: role(deed),
            text,
            cites: vec![Cite(rule)],
            dice: of.dice.iter().copied().filter(|d| *d > 0).collect(),
            reckoning: None,
            figures: Vec::new(),
            way: Vec::new(),
        }
    }
}

fn role(deed: Deed) -> TellingRole {
    match deed {
        Deed::TurnBegins => TellingRole::Turn,
        Deed::PhaseBegins => TellingRole::Phase,
        Deed::Entered | Deed::Minimum => TellingRole::Step,
        Deed::Turned => TellingRole::Facing,
        Deed::Charges | Deed::Countercharges => TellingRole::Charge,
        Deed::NobodyLeads | Deed::Eliminated | Deed::NoBox | Deed::LeaderDied | Deed::BannerCaptured => {
            TellingRole::Loss
        }
        _ => TellingRole::Event,
    }
}

/// What a number comes to.
fn comes_to(deed: Deed, n: i32) -> String {
    let favoured = |n: i32| side_name(if n > 0 { SCOTS } else { ENGLISH });
    match (deed, n) {
        (Deed::Regroups, 4..) => "it gathers".into(),
        (Deed::Regroups, _) => "it stays on the track".into(),
        (Deed::Checked, 4..) => "it goes on".into(),
        (Deed::Checked, _) => "it scatters".into(),
        (Deed::PitRolled, 1) => "no harm".into(),
        (Deed::PitRolled, 2) => "back by one hex, or 1 SP lost".into(),
        (Deed::PitRolled, 3) => "it scatters".into(),
        (Deed::PitRolled, _) => "1 SP lost".into(),
        (Deed::FriendlyFire, 1) => "a friend is hit".into(),
        (Deed::FriendlyFire, _) => "they are spared".into(),
        (Deed::LeaderShot, 12) => "he is hit".into(),
        (Deed::LeaderShot, _) => "he is missed".into(),
        (Deed::MoraleMoves, 0) => "comes to the middle".into(),
        (Deed::MoraleMoves, n) => format!("comes to {} towards the {}", n.abs(), favoured(n)),
        (Deed::MoraleSet, 0) => "neither side adds anything".into(),
        (Deed::MoraleSet, n) => format!("the {} add {} in combat", favoured(n), n.abs()),
        _ => String::new(),
    }
}

/// The rule itself, then those of the modifiers.
fn cites(rule: &'static str, others: impl Iterator<Item = Cite>) -> Vec<Cite> {
    std::iter::once(Cite(rule)).chain(others).collect()
}

fn suffers(half: Half) -> String {
    let mut words = Vec::new();
    if half.loss > 0 {
        words.push("loses 1 SP".to_string());
    }
    if half.retreat > 0 {
        let plural = if half.retreat == 1 { "hex" } else { "hexes" };
        words.push(format!("retreats {} {plural}", half.retreat));
    }
    if half.scatter {
        words.push("scatters".to_string());
    }
    if words.is_empty() {
        "stands".into()
    } else {
        listing(words.into_iter())
    }
}

/// `3:1`, `1:2`.
fn ratio_text(column: i32) -> String {
    if column < 0 {
        format!("1:{}", -column)
    } else {
        format!("{column}:1")
    }
}
