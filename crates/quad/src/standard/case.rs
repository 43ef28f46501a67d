//! Small positions for conformance cases, as `docs/cases.md` describes them.

use super::cards::{Division, MAX_LEADERS, MAX_UNITS, SCOTS, UnitId};
use super::notation::{Marks, read_leader, read_unit, side_from};
use super::position::{Position, Stage, bit, leader_bit};
use super::{Battle, Parts, Variant};
use board::{HexMap, SideFeatures, Terrain};
use kernel::Quiet;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The part of a case that sets the scene.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    #[serde(default = "one")]
    turn: u8,
    #[serde(default)]
    player: Option<String>,
    #[serde(default)]
    phase: Option<String>,
    #[serde(default)]
    step: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default)]
    terrain: BTreeMap<String, String>,
    #[serde(default)]
    elevation: BTreeMap<String, u8>,
    #[serde(default)]
    rows: Option<String>,
    #[serde(default)]
    ridges: Vec<String>,
    #[serde(default)]
    burns: Vec<String>,
    #[serde(default)]
    roads: Vec<Vec<String>>,
    #[serde(default)]
    edges: Option<BTreeMap<String, Vec<Vec<String>>>>,
    #[serde(default)]
    units: Vec<String>,
    #[serde(default)]
    leaders: Vec<String>,
    #[serde(default)]
    score: BTreeMap<String, i16>,
    #[serde(default)]
    extra: BTreeMap<String, u8>,
}

fn one() -> u8 {
    1
}

struct Draft<R: Variant> {
    battle: Battle<R>,
    marks: Vec<Marks>,
    leader_marks: Vec<(bool, bool)>,
}

impl Setting {
    /// The battle and the position of the case.
    pub fn build<R: Variant>(&self) -> Result<(Battle<R>, Position), String> {
        let draft = self.draft::<R>()?;
        let battle = draft.battle;
        let player = side_from(self.player.as_deref().unwrap_or("scots"))?;
        let mut p = battle.placed();
        p.turn = self.turn;
        p.player = player;
        let other = match self.step.as_deref() {
            None | Some("phasing") => false,
            Some("other") => true,
            Some(step) => return Err(format!("step `{step}`: it is `phasing` or `other`")),
        };
        for (side, points) in &self.score {
            p.score[side_from(side)?.index()] = *points;
        }
        for (id, marks) in draft.marks.iter().enumerate() {
            let id = id as UnitId;
            if let Some(target) = &marks.charge {
                p.unit_mut(id).charge = battle.read_unit(target).map_err(|e| e.to_string())?;
            }
            p.unit_mut(id).spent = marks.spent;
            if marks.moved {
                p.moved |= bit(id);
            }
            if marks.attacked {
                p.shot |= bit(id);
            }
        }
        for (id, (disobeyed, moved)) in draft.leader_marks.iter().enumerate() {
            if *disobeyed {
                p.disobeyed |= leader_bit(id as u8);
            }
            if *moved {
                p.leaders_moved |= leader_bit(id as u8);
            }
        }
        p.stage = match (self.phase.as_deref().unwrap_or("movement"), other) {
            ("setup", _) if player == SCOTS => Stage::SetupScots,
            ("setup", _) => Stage::SetupEnglish,
            ("rout-removal", _) => {
                battle.begin_player_turn(&mut p, player, &mut Quiet);
                battle.settle(&mut p, &mut Quiet);
                return Ok((battle, p));
            }
            ("rout", false) => Stage::RoutPhasing,
            ("rout", true) => Stage::RoutOther,
            ("movement", _) => Stage::Movement,
            (fire, false) if fire == R::FIRE => Stage::RangedPhasing,
            (fire, true) if fire == R::FIRE => Stage::RangedOther,
            ("melee", false) => Stage::NamePhasing,
            ("melee", true) => Stage::NameOther,
            (phase, _) => return Err(format!("there is no phase `{phase}` to start in")),
        };
        p.shooting = if p.stage == Stage::RangedOther {
            player.other()
        } else {
            player
        };
        if p.stage == Stage::NamePhasing {
            R::melee_begins(&battle, &mut p, &mut Quiet);
        }
        Ok((battle, p))
    }

    fn draft<R: Variant>(&self) -> Result<Draft<R>, String> {
        let mut options = R::read_options(&self.options).map_err(|faults| faults[0].message.clone())?;
        if let Some(rows) = &self.rows {
            options = R::with_rows(options, rows)?;
        }
        let map = self.field::<R>(&options)?;
        let mut divisions: Vec<Division> = Vec::new();
        let (mut units, mut marks) = (Vec::new(), Vec::new());
        for line in &self.units {
            let (card, mark) = read_unit::<R>(line, &map, &options, units.len(), &mut divisions)
                .map_err(|why| format!("unit `{line}`: {why}"))?;
            units.push(card);
            marks.push(mark);
        }
        let (mut leaders, mut leader_marks) = (Vec::new(), Vec::new());
        for line in &self.leaders {
            let (card, mark) =
                read_leader(line, &map, &mut divisions).map_err(|why| format!("leader `{line}`: {why}"))?;
            leaders.push(card);
            leader_marks.push(mark);
        }
        if units.len() > MAX_UNITS || leaders.len() > MAX_LEADERS {
            return Err("too many pieces".into());
        }
        for (name, lost) in &self.extra {
            let division = divisions.iter_mut().find(|d| *d.id == **name);
            division.ok_or_else(|| format!("extra: no division `{name}`"))?.size += lost;
        }
        let section = |s: &board::EdgeSection| s.hexes.clone();
        let edges = ["scots", "english"].map(|side| {
            let own = map.edges().iter().filter(|e| e.side == side);
            own.map(section).collect()
        });
        let battle = Battle::new(Parts {
            map,
            options,
            title: "case".into(),
            turns: 10,
            units,
            leaders,
            divisions,
            edges,
        });
        Ok(Draft {
            battle,
            marks,
            leader_marks,
        })
    }

    /// Test field F, with what the case changes on it.
    fn field<R: Variant>(&self, options: &R::Options) -> Result<HexMap, String> {
        let mut field = R::test_field();
        for (hex, terrain) in &self.terrain {
            let kind = Terrain::ALL.into_iter().find(|t| t.name() == terrain);
            let kind = kind.filter(|t| R::knows(options, *t));
            field = field.terrain(hex, kind.ok_or_else(|| format!("there is no terrain `{terrain}`"))?);
        }
        for (hex, level) in &self.elevation {
            field = field.elevation(hex, *level);
        }
        for (sides, feature) in [(&self.burns, SideFeatures::BURN), (&self.ridges, SideFeatures::RIDGE)] {
            for side in sides {
                let (a, b) = side.split_once('-').ok_or_else(|| format!("`{side}` is no hexside"))?;
                field = field.side(a, b, feature);
            }
        }
        for road in &self.roads {
            field = field.road("road", road);
        }
        match &self.edges {
            None => field = R::test_edges(field),
            Some(edges) => {
                for (side, sections) in edges {
                    side_from(side)?;
                    for section in sections {
                        field = field.edge(side, section);
                    }
                }
            }
        }
        field.build().map_err(|fault| fault.0)
    }
}
