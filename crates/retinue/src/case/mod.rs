//! The positions of conformance cases (`docs/cases-retinue.md`).

mod figure;
mod ground;

use crate::battle::{Battle, Bonus, SideCard, Standing, TableEdge, UnitCard, Until};
use crate::chart::Chart;
use crate::options::Options;
use crate::position::{Id, MOST_FIGURES, MOST_UNITS, NOBODY, Order, Phase, Position, Ride, State, Unit};
use crate::rulings::{NUMBERS, Rulings};
use crate::troops::{Kind, Pace};
use board::table::{Table, decimal};
use figure::{Line, read_figure};
use kernel::Side;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Setting {
    turn: u16,
    limit: u16,
    phase: String,
    permanent: u8,
    table: [i32; 2],
    edges: BTreeMap<String, String>,
    areas: Vec<String>,
    lines: Vec<String>,
    baggage: Vec<String>,
    figures: Vec<String>,
    orders: Vec<String>,
    withdrawing: Vec<String>,
    lord_lost: Vec<String>,
    bonus: Vec<String>,
    options: BTreeMap<String, String>,
    rulings: BTreeMap<String, i32>,
}

impl Default for Setting {
    fn default() -> Setting {
        Setting {
            turn: 1,
            limit: 40,
            phase: "movement".into(),
            permanent: 0,
            table: [48, 36],
            edges: BTreeMap::new(),
            areas: Vec::new(),
            lines: Vec::new(),
            baggage: Vec::new(),
            figures: Vec::new(),
            orders: Vec::new(),
            withdrawing: Vec::new(),
            lord_lost: Vec::new(),
            bonus: Vec::new(),
            options: BTreeMap::new(),
            rulings: BTreeMap::new(),
        }
    }
}

const NAMES: [&str; 2] = ["a", "b"];

pub(super) fn side(name: &str) -> Result<Side, String> {
    let at = NAMES.iter().position(|known| *known == name);
    at.map(|at| Side::BOTH[at])
        .ok_or_else(|| format!("`{name}` is no side; a side is `a` or `b`"))
}

fn phase(name: &str) -> Result<Phase, String> {
    let all = [
        Phase::Command,
        Phase::Action,
        Phase::Movement,
        Phase::Shooting,
        Phase::Melee,
    ];
    all.into_iter()
        .find(|phase| phase.name() == name)
        .ok_or_else(|| format!("there is no phase `{name}`"))
}

impl Setting {
    pub fn build(self) -> Result<(Battle, Position), String> {
        let mut lines: Vec<Line> = Vec::new();
        for text in &self.figures {
            lines.push(read_figure(text, self.turn).map_err(|why| format!("{text}: {why}"))?);
        }
        lines.sort_by(|a, b| (a.card.side, &a.card.id).cmp(&(b.card.side, &b.card.id)));
        if lines.len() > MOST_FIGURES {
            return Err("there are too many figures".into());
        }
        let mut units: Vec<UnitCard> = Vec::new();
        let mut states: Vec<Unit> = Vec::new();
        for (at, line) in lines.iter_mut().enumerate() {
            let name = line.unit.clone().unwrap_or_else(|| line.card.id.to_string());
            let unit = match units
                .iter()
                .position(|unit| *unit.id == *name && unit.side == line.card.side)
            {
                Some(unit) => unit,
                None => {
                    units.push(UnitCard {
                        id: name.as_str().into(),
                        side: line.card.side,
                        order: None,
                    });
                    states.push(Unit {
                        leader: NOBODY,
                        activated: 0,
                        signalled: false,
                        withdrawing: false,
                    });
                    units.len() - 1
                }
            };
            line.card.unit = unit as u8;
            if line.leader || line.unit.is_none() {
                states[unit].leader = at as Id;
            }
        }
        if units.len() > MOST_UNITS {
            return Err("there are too many units".into());
        }
        let ids: Vec<String> = lines.iter().map(|line| line.card.id.to_string()).collect();
        let find = |id: &str| {
            let at = ids.iter().position(|known| known == id);
            at.map(|at| at as Id)
                .ok_or_else(|| format!("there is no figure `{id}`"))
        };
        let mut players = [NOBODY; 2];
        for (at, line) in lines.iter_mut().enumerate() {
            line.card.team = line.team.as_deref().map_or(Ok(NOBODY), find)?;
            if let Some(mate) = &line.mate {
                line.figure.result = Some(crate::troops::Grant::Rejoin(find(mate)?));
            }
            line.figure.target = line.target.as_deref().map_or(Ok(NOBODY), find)?;
            line.figure.fought = line.fought.as_deref().map_or(Ok(NOBODY), find)?;
            for enemy in &line.second {
                line.figure.spent |= crate::morale::bit(find(enemy)?);
            }
            if line.player {
                players[line.card.side.index()] = at as Id;
            }
        }
        for text in &self.orders {
            self.order(text, &mut units, &mut states, &find)?;
        }
        for name in &self.withdrawing {
            let at = units.iter().position(|unit| *unit.id == **name);
            states[at.ok_or_else(|| format!("there is no unit `{name}`"))?].withdrawing = true;
        }
        let edge = |at: usize, usual: &str| {
            let name = self.edges.get(NAMES[at]).map_or(usual, String::as_str);
            TableEdge::read(name).ok_or_else(|| format!("`{name}` is no edge"))
        };
        let card = |at: usize, edge| SideCard {
            name: NAMES[at],
            edge,
            free: players[at] == NOBODY,
        };
        let mut lord_lost = [false; 2];
        for name in &self.lord_lost {
            lord_lost[side(name)?.index()] = true;
        }
        for line in &lines {
            let lost = line.card.kind == Kind::Lord && line.figure.state == State::Disabled;
            lord_lost[line.card.side.index()] |= lost;
        }
        let bonus = self
            .bonus
            .iter()
            .map(|text| match *text.split_whitespace().collect::<Vec<_>>() {
                [owner, points, "disabled", who] => Ok(Bonus {
                    side: side(owner)?,
                    points: points.parse().map_err(|_| format!("`{points}` is no number"))?,
                    disabled: find(who)?,
                }),
                _ => Err(format!("`{text}` is no bonus")),
            });
        let mut p = Position {
            turn: self.turn,
            phase: phase(&self.phase)?,
            asked: [false; 2],
            committed: [false; 2],
            told: [0; 2],
            study: false,
            permanent: self.permanent,
            lord_lost,
            players,
            units: states.into_iter().collect(),
            figures: Vec::new(),
            result: None,
        };
        let marks: Vec<Option<bool>> = lines.iter().map(|line| line.command).collect();
        let (cards, figures) = lines.into_iter().map(|line| (line.card, line.figure)).unzip();
        p.figures = figures;
        let mut battle = Battle {
            id: "case".into(),
            title: "case".into(),
            source: String::new(),
            table: Table {
                width: self.table[0] * 1000,
                depth: self.table[1] * 1000,
            },
            sides: [card(0, edge(0, "south")?), card(1, edge(1, "north")?)],
            areas: self
                .areas
                .iter()
                .map(|text| ground::area(text))
                .collect::<Result<_, _>>()?,
            lines: self
                .lines
                .iter()
                .map(|text| ground::line(text))
                .collect::<Result<_, _>>()?,
            baggage: self
                .baggage
                .iter()
                .map(|text| ground::baggage(text))
                .collect::<Result<_, _>>()?,
            figures: cards,
            units,
            limit: self.limit,
            bonus: bonus.collect::<Result<_, String>>()?,
            head_start: [0; 2],
            chart: Chart::standard(),
            options: Options::read(&self.options).map_err(|faults| faults[0].message.clone())?,
            rulings: Rulings::STANDARD,
            start: p.clone(),
        };
        board::numbers::replace_plain(&NUMBERS, &self.rulings, &mut battle.rulings)?;
        battle.fix_command(&mut p);
        for (figure, mark) in p.figures.iter_mut().zip(marks) {
            figure.in_command = mark.unwrap_or(figure.in_command);
            if p.phase > Phase::Action && figure.chit.is_none() && figure.state == State::Ready {
                figure.chit = Some(crate::troops::Chit::Hold);
            }
        }
        for who in p.ids() {
            if p.figure(who).crossing && p.figure(who).line == NOBODY {
                let line = battle.crossable(&p, who, None).unwrap_or(NOBODY);
                p.figure_mut(who).line = line;
            }
        }
        for who in p.ids() {
            let (distance, named) = (p.figure(who).gallop, p.figure(who).target);
            if distance == 0 {
                continue;
            }
            let touched = || battle.touched(&p, who).next();
            let target = Some(named).filter(|id| *id != NOBODY).or_else(touched);
            let order = Order::Ride(Ride {
                gait: Pace::Gallop,
                first: 0,
                distance,
                half_way: 0,
                target: target.unwrap_or(NOBODY),
            });
            let figure = p.figure_mut(who);
            (figure.order, figure.target) = (order, NOBODY);
        }
        let phase = p.phase;
        battle.begin(&mut p, phase);
        battle.start = p.clone();
        Ok((battle, p))
    }

    /// `UNIT attack until CONDITION then defend [activated=2]`.
    fn order(
        &self,
        text: &str,
        units: &mut [UnitCard],
        states: &mut [Unit],
        find: &dyn Fn(&str) -> Result<Id, String>,
    ) -> Result<(), String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let wrong = || format!("`{text}` is no order");
        let [unit, first, "until", rest @ ..] = words.as_slice() else {
            return Err(wrong());
        };
        let then = rest.iter().position(|word| *word == "then").ok_or_else(wrong)?;
        let until = match &rest[..then] {
            ["turn", turn] => Until::Turn(turn.parse().map_err(|_| wrong())?),
            ["enemy", "within", mils] => Until::EnemyWithin(decimal(mils, 3).ok_or_else(wrong)?),
            ["signal"] => Until::Signal,
            ["disabled", who] => Until::Disabled(find(who)?),
            ["losses", losses] => Until::Losses(losses.parse().map_err(|_| wrong())?),
            _ => return Err(wrong()),
        };
        let attack = match *first {
            "attack" => true,
            "defend" => false,
            _ => return Err(wrong()),
        };
        let at = units.iter().position(|known| *known.id == **unit);
        let at = at.ok_or_else(|| format!("there is no unit `{unit}`"))?;
        units[at].order = Some(Standing { attack, until });
        match &rest[then + 1..] {
            [_] => {}
            [_, mark] => {
                let turn = mark.strip_prefix("activated=").and_then(|turn| turn.parse().ok());
                states[at].activated = turn.ok_or_else(wrong)?;
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }
}
