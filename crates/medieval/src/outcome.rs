//! What a chance result comes to, for odds and for reckoning luck.

use crate::Battle;
use crate::event::{Deed, Event};
use kernel::OutcomeName;

/// What dice can bring, in the order in which odds list it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    AttackerRetreats,
    AttackerLoses,
    Nothing,
    BothLose,
    /// A check for fatigue or of a regrouping.
    Failed,
    CheckPassed,
    DefenderLoses,
    DefenderRetreats,
    OneLost,
    TwoLost,
    Scattered,
    FriendHit,
    Regrouped,
    LeaderDies,
}

/// The weightiest thing that came of a choice, and what else did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome {
    pub effect: Effect,
    /// Hexes of retreat and SP lost by the table, attacker first.
    pub retreat: [u8; 2],
    pub loss: [u8; 2],
    pub scattered: u8,
    pub leaders: u8,
    /// Leaders dead in a combat, attacker's first.
    pub fallen: [u8; 2],
    /// Suffered by each side, in SP; to be driven back is one, to be scattered two, a leader eight.
    pub harm: [i16; 2],
}

impl Outcome {
    const NOTHING: Outcome = Outcome {
        effect: Effect::Nothing,
        retreat: [0; 2],
        loss: [0; 2],
        scattered: 0,
        leaders: 0,
        fallen: [0; 2],
        harm: [0; 2],
    };

    pub(crate) fn name(&self) -> OutcomeName {
        let (label, fails) = match self.effect {
            Effect::AttackerRetreats => ("attacker retreats", true),
            Effect::AttackerLoses => ("attacker loses", true),
            Effect::Nothing => ("no effect", true),
            Effect::BothLose => ("both lose", true),
            Effect::Failed => ("failed", true),
            Effect::CheckPassed | Effect::Regrouped => ("passed", false),
            Effect::DefenderLoses => ("defender loses", false),
            Effect::DefenderRetreats => ("defender retreats", false),
            Effect::OneLost => ("1 lost", false),
            Effect::TwoLost => ("2 lost", false),
            Effect::Scattered => ("scattered", false),
            Effect::FriendHit => ("friend hit", true),
            Effect::LeaderDies => ("leader dies", false),
        };
        OutcomeName {
            label,
            part: self.part().map(Into::into),
            fails,
        }
    }

    /// What else it brings, in a few words.
    fn part(&self) -> Option<String> {
        let mut words = Vec::new();
        for (who, n) in ["attacker", "defender"].into_iter().zip(self.retreat) {
            match n {
                0 => {}
                1 => words.push(format!("{who} 1 hex back")),
                n => words.push(format!("{who} {n} hexes back")),
            }
        }
        for (who, n) in ["attacker", "defender"].into_iter().zip(self.loss) {
            if n > 0 {
                words.push(format!("{who} loses {n} SP"));
            }
        }
        // What the label says already is not said again.
        if self.scattered > u8::from(self.effect == Effect::Scattered) {
            words.push(format!("{} scattered", self.scattered));
        }
        for (whose, n) in ["an attacking", "a defending"].into_iter().zip(self.fallen) {
            if n > 0 {
                words.push(format!("{whose} leader dies"));
            }
        }
        if self.leaders > u8::from(self.effect == Effect::LeaderDies) {
            words.push("a leader dies".into());
        }
        (!words.is_empty()).then(|| words.join(", "))
    }
}

impl Battle {
    pub(crate) fn outcome_of(&self, events: &[Event]) -> Outcome {
        let mut found = Outcome::NOTHING;
        // Whether scattering is what it is about, or one part of a combat among others.
        let (mut fought, mut scatters) = (None, false);
        for event in events {
            let effect = match event {
                Event::Combat { side, cell, .. } => {
                    fought = Some(*side);
                    let (a, d) = (cell.attacker, cell.defender);
                    found.retreat = [a.retreat, d.retreat];
                    found.loss = [a.loss, d.loss];
                    match (a.retreat > 0, a.loss > 0, d.loss > 0, d.retreat > 0) {
                        (true, ..) => Effect::AttackerRetreats,
                        (_, _, _, true) => Effect::DefenderRetreats,
                        (_, true, true, _) => Effect::BothLose,
                        (_, true, false, _) => Effect::AttackerLoses,
                        (_, false, true, _) => Effect::DefenderLoses,
                        _ => Effect::Nothing,
                    }
                }
                Event::Shot { hit, .. } => {
                    scatters = true;
                    match (hit.loss, hit.scatter) {
                        (_, true) => Effect::Scattered,
                        (0, _) => Effect::Nothing,
                        (1, _) => Effect::OneLost,
                        _ => Effect::TwoLost,
                    }
                }
                // After an advance or a pursuit the die falls by itself. MR-33
                Event::Plain(Deed::ScatterDie, _) => {
                    scatters |= fought.is_none();
                    continue;
                }
                Event::Plain(Deed::Scattered, _) => {
                    found.scattered += 1;
                    if scatters { Effect::Scattered } else { continue }
                }
                Event::Plain(Deed::LeaderDied, of) => {
                    // In a combat he dies on one side or the other; the result of the table stands before it.
                    if let Some(side) = fought {
                        found.fallen[usize::from(of.s != Some(side))] += 1;
                        continue;
                    }
                    found.leaders += 1;
                    Effect::LeaderDies
                }
                Event::Plain(Deed::FriendlyFire, of) if of.n == 1 => Effect::FriendHit,
                Event::Plain(Deed::Regroups, of) if of.n >= 4 => Effect::Regrouped,
                Event::Plain(Deed::Checked, of) if of.n >= 4 => Effect::CheckPassed,
                Event::Plain(Deed::Regroups | Deed::Checked, _) => Effect::Failed,
                _ => continue,
            };
            if found.effect == Effect::Nothing || effect.weight() > found.effect.weight() {
                found.effect = effect;
            }
        }
        found.harm = Battle::harm_of(events);
        found
    }

    fn harm_of(events: &[Event]) -> [i16; 2] {
        let mut harm = [0; 2];
        for event in events {
            let (whose, n) = match event {
                Event::Plain(Deed::Lost, of) => (of.s, of.n as i16),
                Event::Plain(Deed::Scattered, of) => (of.s, 2),
                Event::Plain(Deed::Retreats, of) => (of.s, 1),
                Event::Plain(Deed::LeaderDied, of) => (of.s, 8),
                Event::Plain(Deed::Regroups, of) => (of.s, if of.n >= 4 { -1 } else { 0 }),
                Event::Plain(Deed::Checked, of) => (of.s, if of.n >= 4 { 0 } else { 1 }),
                Event::Combat { side, cell, .. } => {
                    // Losses are chosen and retreats walked afterwards, but the dice have decided on them.
                    harm[side.index()] += i16::from(cell.attacker.loss) + i16::from(cell.attacker.retreat > 0);
                    harm[side.other().index()] += i16::from(cell.defender.loss) + i16::from(cell.defender.retreat > 0);
                    continue;
                }
                _ => continue,
            };
            if let Some(side) = whose {
                harm[side.index()] += n;
            }
        }
        harm
    }
}

impl Effect {
    /// Of several effects the weightiest gives the outcome its name.
    fn weight(self) -> u8 {
        match self {
            Effect::AttackerRetreats => 1,
            Effect::AttackerLoses => 2,
            Effect::Nothing => 3,
            Effect::BothLose | Effect::Failed | Effect::CheckPassed => 4,
            Effect::DefenderLoses => 5,
            Effect::DefenderRetreats => 6,
            Effect::OneLost => 7,
            Effect::TwoLost => 8,
            Effect::Scattered => 9,
            Effect::FriendHit => 10,
            Effect::Regrouped => 11,
            Effect::LeaderDies => 12,
        }
    }
}
