//! Single facts of a position, for conformance cases (`docs/cases-retinue.md`).

use crate::battle::Battle;
use crate::event::Event;
use crate::ground::{Grade, Sight};
use crate::position::{Id, NOBODY, Phase, Position, Recovery, State};
use crate::troops::{Chit, Pace, Trait};
use board::table::{degrees, inches, point_text};
use kernel::{Facts, Rules, Side, ToAct};

fn listed(texts: Vec<String>) -> String {
    if texts.is_empty() {
        "none".into()
    } else {
        texts.join(", ")
    }
}

fn dice_text((dice, pips): (u8, i16)) -> String {
    match pips {
        0 => format!("{dice}D10"),
        pips => format!("{dice}D10{pips:+}"),
    }
}

impl Battle {
    fn id_or_none(&self, who: Id) -> String {
        if who == NOBODY {
            "none".into()
        } else {
            self.name(who).into()
        }
    }

    /// What a side may not know of a figure of the other.
    fn hidden_fact(&self, p: &Position, who: Id, key: &str, viewer: Option<Side>) -> bool {
        if viewer.is_none_or(|side| side == self.side_of(who)) {
            return false;
        }
        match key {
            "chit" | "die" => p.phase == Phase::Action,
            "result" | "chits" => true,
            _ => false,
        }
    }

    fn figure_fact(&self, p: &Position, who: Id, key: &str) -> Option<String> {
        let (card, figure) = (self.card(who), p.figure(who));
        let names = |list: &mut dyn Iterator<Item = Id>| listed(list.map(|id| self.name(id).to_string()).collect());
        Some(match key {
            "pose" if figure.state.on_table() => {
                format!("{} {}", point_text(figure.at), degrees(figure.facing.tenths()))
            }
            "pose" => "none".into(),
            "state" => figure.state.name().into(),
            "stamina" => figure.stamina.to_string(),
            "max" => card.stamina.to_string(),
            "fatigue" => figure.fatigue.to_string(),
            "armour" => card.armour.to_string(),
            "melee" => card.melee.to_string(),
            "fighting" => card.fighting.to_string(),
            "shooting" => card.shooting.to_string(),
            "until" => match figure.state {
                State::Stunned(until) => until.to_string(),
                _ => "none".into(),
            },
            "kind" => card.kind.name().into(),
            "shield" => card.shield.name().into(),
            "weapons" => listed(card.weapons.iter().map(|weapon| weapon.name().into()).collect()),
            "readied" => card.weapons[usize::from(figure.readied)].name().into(),
            "traits" => {
                let own = Trait::ALL.iter().filter(|known| card.traits.has(**known));
                listed(own.map(|known| known.name().into()).collect())
            }
            "unit" => self.units[usize::from(card.unit)].id.to_string(),
            "mount" => figure.horse.map_or("none", |horse| horse.kind.name()).into(),
            "horse.stamina" => figure.horse.map_or("none".into(), |horse| horse.stamina.to_string()),
            "horse.fatigue" => figure.horse.map_or("none".into(), |horse| horse.fatigue.to_string()),
            "horse.armour" => figure
                .horse
                .map_or("none".into(), |horse| horse.kind.armour().to_string()),
            "gait" => {
                let made = p.phase > Phase::Movement && p.phase != Phase::Over;
                (if made { figure.gait } else { figure.last }).name().into()
            }
            "moved" => figure.moved.to_string(),
            "shot" => figure.shot.to_string(),
            "ammo" => figure.ammo.to_string(),
            "permission" => figure.permission.to_string(),
            "command" => figure.in_command.to_string(),
            "leader" => self.leads(p, who).to_string(),
            "player" => (p.players[card.side.index()] == who).to_string(),
            "team" => self.is_team(p, who).to_string(),
            "chit" => figure.chit.map_or("none", Chit::name).into(),
            "result" => figure.result.map_or("none".into(), |grant| self.grant_text(grant)),
            "die" if figure.die == 0 => "none".into(),
            "die" => figure.die.to_string(),
            "panic" => figure.panic.map_or("none", |panic| panic.name()).into(),
            "chits" => listed(self.open_chits(p, who).map(|entry| entry.chit.name().into()).collect()),
            "targets" => names(&mut self.targets(p, who)),
            "touches" => names(&mut self.touched(p, who)),
            "storey" => figure.storey.to_string(),
            "resupply" => figure.resupply.to_string(),
            "recovery" => match figure.recovery {
                Recovery::None => "none",
                Recovery::Recovers => "recovers",
                Recovery::Dies => "dies",
            }
            .into(),
            "morale" => self.morale(p, who).to_string(),
            _ => {
                let (what, of) = key.split_once('.')?;
                if what == "rate" {
                    return self.rate_fact(p, who, of);
                }
                self.fact_between(p, who, self.find(of)?, what)?
            }
        })
    }

    fn rate_fact(&self, p: &Position, who: Id, key: &str) -> Option<String> {
        let (pace, grade) = key.split_once('.').unwrap_or((key, ""));
        let grade = match grade {
            "" => Grade::Level,
            "gentle" => Grade::Gentle,
            "steep" => Grade::Steep,
            _ => return None,
        };
        Some(inches(self.rate(p, who, Pace::read(pace)?, grade)))
    }

    fn fact_between(&self, p: &Position, who: Id, other: Id, key: &str) -> Option<String> {
        Some(match key {
            "sight" => match self.sight(p, who, other) {
                Sight::Clear => "clear",
                Sight::Obstructed => "obstructed",
                Sight::Blocked => "blocked",
            }
            .into(),
            "skill" => self.skill(p, who, other).to_string(),
            "column" => self.column(p, who, other).to_string(),
            "hit" => match self.hit_number(p, who, other) {
                0 => "none".into(),
                need => need.to_string(),
            },
            "damage" => dice_text(self.shot_damage(p, who, other)),
            "value" => self.weapon_value(p, who, other).to_string(),
            "factor" => self.factor(p, who, other).to_string(),
            "blow" => dice_text(self.blow(p, who, other)),
            _ => return None,
        })
    }

    fn unit_fact(&self, p: &Position, at: u8, key: &str, viewer: Option<Side>) -> Option<String> {
        let (card, unit) = (&self.units[usize::from(at)], p.units[usize::from(at)]);
        Some(match key {
            "leader" => self.id_or_none(unit.leader),
            "losses" => self.losses(p, at).to_string(),
            "withdrawing" => unit.withdrawing.to_string(),
            "order" if viewer.is_some_and(|side| side != card.side) => "hidden".into(),
            "order" => match (card.order, unit.activated) {
                (None, _) => "none",
                (_, 0) => "first",
                _ => "activated",
            }
            .into(),
            _ => return None,
        })
    }

    fn side_fact(&self, p: &Position, side: Side, key: &str) -> Option<String> {
        let values = || {
            p.ids()
                .filter(|who| self.side_of(*who) == side)
                .map(|who| u32::from(self.card(who).kind.value()))
        };
        Some(match key {
            "player" => self.id_or_none(p.players[side.index()]),
            "committed" => p.committed[side.index()].to_string(),
            "lord_lost" => p.lord_lost[side.index()].to_string(),
            "value" => values().sum::<u32>().to_string(),
            _ => return None,
        })
    }

    fn side_named(&self, name: &str) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|side| self.sides[side.index()].name.eq_ignore_ascii_case(name))
    }

    fn own_fact(&self, p: &Position, key: &str) -> Option<String> {
        let name = |side: Side| self.sides[side.index()].name.to_lowercase();
        Some(match key {
            "turn" => p.turn.to_string(),
            "phase" => p.phase.name().into(),
            "permanent" => p.permanent.to_string(),
            "to_act" => match self.to_act(p) {
                ToAct::One(side) => name(side),
                ToAct::Both => "both".into(),
                ToAct::Nobody => "nobody".into(),
            },
            "result" => match p.result {
                None => "none".into(),
                Some(None) => "draw".into(),
                Some(Some(side)) => format!("{} wins", name(side)),
            },
            _ => return None,
        })
    }
}

impl Facts for Battle {
    /// The dice of a step (`docs/cases-retinue.md`).
    fn shorthand(&self, event: &Event) -> Option<String> {
        let id = |who: &Id| self.name(*who);
        Some(match event {
            Event::Action { who, die, grant, .. } if grant.straggles() => {
                format!("{} {die}: {}", id(who), self.grant_text(*grant))
            }
            Event::Action { who, die, total, grant } => format!("{} {die} gives {total}: {}", id(who), grant.name()),
            Event::Panics { who, die, total, panic } => {
                let result = panic.map_or("calm", |panic| panic.name());
                format!("{} {die} gives {total}: {result}", id(who))
            }
            Event::Morale {
                who,
                die,
                value,
                passed,
                ..
            } => {
                let result = if *passed { "passed" } else { "failed" };
                format!("{} morale {die} against {value}: {result}", id(who))
            }
            Event::Shot { by, at, need: 0, .. } => format!("{} at {}: cannot hit", id(by), id(at)),
            Event::Shot { by, at, die, need, hit } => {
                let result = if *hit { "hit" } else { "miss" };
                format!("{} at {} {die} against {need}: {result}", id(by), id(at))
            }
            Event::Fight {
                ids: [a, b],
                totals,
                home,
                ..
            } => {
                let result = home.map_or("nobody".into(), |home| format!("{} strikes home", self.name(home)));
                format!("{} {}, {} {}: {result}", id(a), totals[0], id(b), totals[1])
            }
            Event::Fall {
                who,
                total,
                number,
                fell,
            } => {
                let result = if *fell { "falls" } else { "stays up" };
                format!("{} {total} against {number}: {result}", id(who))
            }
            Event::FellOff(who) => format!("{} falls", id(who)),
            _ => return None,
        })
    }

    fn fact(&self, p: &Position, key: &str) -> Option<String> {
        let (viewer, key) = match key.split_once(':') {
            Some((viewer, key)) => (Some(self.side_named(viewer)?), key),
            None => (None, key),
        };
        if let Some(fact) = self.own_fact(p, key) {
            return Some(fact);
        }
        if let Some(name) = key.strip_prefix("score.") {
            return Some(self.points(p)[self.side_named(name)?.index()].to_string());
        }
        if let Some(rest) = key.strip_prefix("chart.") {
            let (skill, column) = rest.split_once('.')?;
            return Some(match self.chart.need(skill.parse().ok()?, column.parse().ok()?) {
                0 => "none".into(),
                need => need.to_string(),
            });
        }
        let (name, rest) = key.split_once('.')?;
        if let Some(who) = self.find(name) {
            if self.hidden_fact(p, who, rest, viewer) {
                return Some("hidden".into());
            }
            if let Some(fact) = self.figure_fact(p, who, rest) {
                return Some(fact);
            }
        }
        if let Some(side) = self.side_named(name)
            && let Some(fact) = self.side_fact(p, side, rest)
        {
            return Some(fact);
        }
        self.unit_fact(p, self.find_unit(name)?, rest, viewer)
    }
}
