//! Scenario files: reading, checking, and making a battle of them.

use crate::campaign;
use crate::cards::{
    Card, Class, Group, Kind, LeaderCard, LeaderId, MAX_HEXES, MAX_LEADERS, MAX_PITS, MAX_UNITS, MP, NONE, Reserve,
    SCOTS,
};
use crate::deploy::{self, Item};
use crate::facts::side_named;
use crate::position::Banner;
use crate::victory::{Automatic, Points, Trigger, What};
use crate::{Battle, Options, Parts, Pit, Special, Tracks};
use board::{Hex, HexMap, Terrain};
use kernel::{Diagnostic, Side};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_spanned::Spanned;
use std::collections::BTreeMap;

/// A scenario as a person writes it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    pub scenario: Head,
    #[serde(default)]
    pub tracks: TracksRow,
    /// Strength and movement by type: `CAV0`..`CAV2`, `HARCH`, `INF0`..`INF2`, `WELSH`, `ARCH`, `ARCH1`, `XBOW`, `BOMB`.
    pub types: BTreeMap<String, TypeRow>,
    /// English counters there are, for lists that a player chooses himself.
    #[serde(default)]
    pub counter_mix: BTreeMap<String, u8>,
    pub leader: Vec<LeaderRow>,
    pub group: Vec<GroupRow>,
    #[serde(default)]
    pub reserve: Vec<ReserveRow>,
    #[serde(default)]
    pub victory: Vec<VictoryRow>,
    #[serde(default)]
    pub automatic: Vec<AutomaticRow>,
    #[serde(default)]
    pub rule: Vec<RuleRow>,
    #[serde(default)]
    pub variant: Vec<VariantRow>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Head {
    pub id: String,
    /// `medieval`
    pub system: String,
    pub title: String,
    #[schemars(with = "String")]
    pub map: Spanned<String>,
    pub first_turn: u8,
    pub last_turn: u8,
    /// The side that acts first in every turn: `scottish` or `english`.
    pub initiative: String,
    pub shiltron: bool,
    #[serde(default)]
    pub source: String,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TracksRow {
    pub morale_limit: i8,
    pub morale_plus_1: i8,
    pub morale_plus_2: i8,
    pub scattered_boxes: u8,
}

impl Default for TracksRow {
    fn default() -> TracksRow {
        let usual = Tracks::default();
        TracksRow {
            morale_limit: usual.limit,
            morale_plus_1: usual.plus_1,
            morale_plus_2: usual.plus_2,
            scattered_boxes: usual.scattered,
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TypeRow {
    pub strength: u8,
    pub movement: u8,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaderRow {
    pub name: String,
    pub side: String,
    /// Left out if he enters later.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub hex: Option<Spanned<String>>,
    #[serde(default)]
    pub fatigue: u8,
    #[serde(default)]
    pub banner: bool,
    /// Range 3 instead of 1.
    #[serde(default)]
    pub grand: bool,
    /// Entry hexes, and the first turn, of one who comes later.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub enters: Vec<Spanned<String>>,
    #[serde(default)]
    pub enters_turn: u8,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GroupRow {
    pub side: String,
    /// Left out: a pool whose units their player gives to his leaders.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub leader: Option<Spanned<String>>,
    pub units: Vec<UnitRow>,
    pub zones: Vec<ZoneRow>,
    #[serde(default)]
    pub one_per_hex: bool,
    #[serde(default)]
    pub note: String,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitRow {
    pub count: u8,
    /// A type, or `CAV`: any horse of the counter mix.
    #[serde(rename = "type")]
    #[schemars(with = "String")]
    pub kind: Spanned<String>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ZoneRow {
    #[schemars(with = "String")]
    pub hex: Spanned<String>,
    #[serde(default)]
    pub radius: u16,
    #[serde(default)]
    pub corrected: bool,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReserveRow {
    pub side: String,
    #[schemars(with = "Vec<String>")]
    pub types: Vec<Spanned<String>>,
    pub per_turn: u8,
    /// `per_turn` holds for each entry hex.
    #[serde(default)]
    pub each_hex: bool,
    pub maximum: u8,
    #[schemars(with = "Vec<String>")]
    pub hexes: Vec<Spanned<String>>,
    pub from_turn: u8,
    pub rule: String,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VictoryRow {
    pub side: String,
    pub points: i32,
    /// `leader_killed`, `unit_killed`, `banner_captured`, `region_captured`, `unit_in_region_at_end`,
    /// `no_enemy_unit_in_region_at_end`, `leader_exited` or `leader_did_not_exit`.
    #[schemars(with = "String")]
    pub event: Spanned<String>,
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub name: Option<Spanned<String>>,
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub types: Vec<Spanned<String>>,
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub region: Option<Spanned<String>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AutomaticRow {
    pub side: String,
    /// `leaders_dead` or `no_enemy_unit_in_region`.
    #[schemars(with = "String")]
    pub event: Spanned<String>,
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub names: Vec<Spanned<String>>,
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub region: Option<Spanned<String>>,
    #[serde(default)]
    pub except_terrain: Option<String>,
}

/// A scenario rule and its numbers; `does` names what it does.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct RuleRow {
    pub id: String,
    #[schemars(with = "String")]
    pub does: Spanned<String>,
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub leaders: Vec<Spanned<String>>,
    #[serde(default)]
    pub turn: u8,
    #[serde(default)]
    pub last_turn: u8,
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub region: Option<Spanned<String>>,
    #[serde(default)]
    pub foot_extra: u8,
    #[serde(default)]
    pub horse_extra: u8,
    #[serde(default)]
    pub strength_per_turn: u8,
}

/// A printed alternative; an option switches it on.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct VariantRow {
    pub id: String,
    pub name: String,
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub region: Option<Spanned<String>>,
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub scottish_region: Option<Spanned<String>>,
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub english_region: Option<Spanned<String>>,
    #[serde(default)]
    pub english_points: i32,
}

/// Reads a scenario file; faults of form are reported with their place.
pub fn read(text: &str) -> Result<ScenarioFile, Vec<Diagnostic>> {
    toml::from_str(text).map_err(|fault| {
        let mut diagnostic = Diagnostic::new(fault.message().trim().to_string());
        if let Some(span) = fault.span() {
            diagnostic = diagnostic.at(span);
        }
        vec![diagnostic]
    })
}

/// Names of a file resolved against a map; faults are gathered.
struct Builder<'a> {
    file: &'a ScenarioFile,
    map: &'a HexMap,
    faults: Vec<Diagnostic>,
    leaders: Vec<LeaderCard>,
}

/// `Robert Bruce` is `robert-bruce`.
fn slug(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}

impl Builder<'_> {
    fn fault(&mut self, message: String, at: &Spanned<String>, help: &str) {
        let mut fault = Diagnostic::new(message).at(at.span());
        if !help.is_empty() {
            fault = fault.help(help);
        }
        self.faults.push(fault);
    }

    fn side(&mut self, name: &str) -> Side {
        side_named(name).unwrap_or_else(|| {
            let fault = Diagnostic::new(format!("there is no side `{name}`")).help("a side is `scottish` or `english`");
            self.faults.push(fault);
            SCOTS
        })
    }

    fn hex(&mut self, name: &Spanned<String>) -> Hex {
        self.map.parse(name.get_ref()).unwrap_or_else(|| {
            self.fault(format!("there is no hex `{}` on the map", name.get_ref()), name, "");
            Hex::OFF
        })
    }

    fn region(&mut self, name: Option<&Spanned<String>>) -> Vec<Hex> {
        let Some(name) = name else {
            self.faults.push(Diagnostic::new("a region is missing"));
            return Vec::new();
        };
        match self.map.region(name.get_ref()) {
            Some(region) => region.hexes.clone(),
            None => {
                self.fault(format!("the map has no region `{}`", name.get_ref()), name, "");
                Vec::new()
            }
        }
    }

    fn kind(&mut self, name: &Spanned<String>) -> Kind {
        Kind::from_name(name.get_ref()).unwrap_or_else(|| {
            let known: Vec<&str> = Kind::ALL.iter().map(|(_, n)| *n).collect();
            let help = format!("the types are: {}", known.join(", "));
            self.fault(format!("there is no type `{}`", name.get_ref()), name, &help);
            Kind::Inf0
        })
    }

    fn leader(&mut self, name: &Spanned<String>) -> LeaderId {
        let id = slug(name.get_ref());
        match self.leaders.iter().position(|l| l.id == id) {
            Some(at) => at as LeaderId,
            None => {
                self.fault(format!("there is no leader `{}`", name.get_ref()), name, "");
                0
            }
        }
    }

    fn card(&self, side: Side, kind: Kind, group: u8, number: usize) -> Card {
        let row = self.file.types.get(kind.name());
        let (sp, mp) = row.map_or(kind.usual(), |r| (r.strength, r.movement));
        let nation = if side == SCOTS { "Scottish" } else { "English" };
        Card {
            id: format!(
                "{}-{}-{number}",
                if side == SCOTS { "s" } else { "e" },
                kind.name().to_lowercase()
            ),
            name: match kind {
                Kind::Welsh => format!("{} {number}", kind.words()),
                _ => format!("{nation} {} {number}", kind.words()),
            },
            side,
            kind,
            class: kind.class(),
            armour: kind.armour(),
            sp,
            mp: mp.min(40) * MP,
            shiltron: self.file.scenario.shiltron && side == SCOTS && kind.class() == Class::Infantry,
            group,
        }
    }
}

/// Makes a battle of a scenario and its map.
pub fn build(file: &ScenarioFile, map: HexMap, options: Options) -> Result<Battle, Vec<Diagnostic>> {
    let record = match options.campaign.as_deref().map(campaign::read) {
        None => None,
        Some(Ok(record)) => Some(record),
        Some(Err(fault)) => return Err(vec![fault]),
    };
    if map.len() > MAX_HEXES {
        return Err(vec![Diagnostic::new(format!(
            "the map has more than {MAX_HEXES} hexes"
        ))]);
    }
    let ground = map.clone();
    let mut b = Builder {
        file,
        map: &ground,
        faults: Vec::new(),
        leaders: Vec::new(),
    };
    let initiative = b.side(&file.scenario.initiative);
    let mut leader_entries = Vec::new();
    let mut banners = [Banner::None; 2];
    for row in &file.leader {
        let side = b.side(&row.side);
        let hex = row.hex.as_ref().map_or(Hex::OFF, |h| b.hex(h));
        if row.hex.is_none() && row.enters.is_empty() {
            b.faults.push(Diagnostic::new(format!(
                "{} has neither a hex nor hexes to enter by",
                row.name
            )));
        }
        leader_entries.extend(row.enters.iter().map(|h| b.hex(h)).collect::<Vec<_>>());
        if row.banner {
            banners[side.index()] = Banner::With(b.leaders.len() as LeaderId);
        }
        b.leaders.push(LeaderCard {
            id: slug(&row.name),
            name: row.name.clone(),
            side,
            grand: row.grand,
            moves_from: 0,
            moves_rule: "",
            removed: 0,
            wavers: false,
            enters: row.enters_turn,
            hex,
            zone: Vec::new(),
        });
    }
    if b.leaders.len() > MAX_LEADERS {
        return Err(vec![Diagnostic::new(format!(
            "there are more than {MAX_LEADERS} leaders"
        ))]);
    }
    let (special, ford_cost) = special(&mut b, &options);
    let (groups, units, items) = armies(&mut b, &options);
    if options.free_setup {
        free_leaders(&mut b);
    }
    let (reserves, units) = reserves(&mut b, units);
    let mut head_start = [0; 2];
    let mut pits = Vec::new();
    for row in &file.variant {
        match row.id.as_str() {
            "SR-F8" if options.comyn_stays => head_start[1] = row.english_points,
            "SR-P5" | "SR-B9" if options.wolf_pits => {
                let hexes = b.region(row.region.as_ref());
                pits.extend(hexes.into_iter().take(MAX_PITS).map(|hex| Pit { hex, owner: SCOTS }));
            }
            _ => {}
        }
    }
    let points = points(&mut b);
    let automatic = automatic(&mut b);
    if units.len() > MAX_UNITS {
        b.faults
            .push(Diagnostic::new(format!("there are more than {MAX_UNITS} units")));
    }
    let places = match deploy::arrange(&ground, &items, units.len()) {
        Ok(places) => places,
        Err(group) => {
            let at = &file.group[usize::from(group)].zones[0].hex;
            b.fault(
                "the zones of this group have no room for its units".into(),
                at,
                "at most 2 strength points stand in a hex",
            );
            Vec::new()
        }
    };
    if !b.faults.is_empty() {
        return Err(b.faults);
    }
    let leaders = b.leaders;
    let places = deploy::face_each_other(&ground, &units, &places);
    let fatigue: Vec<u8> = file.leader.iter().map(|l| l.fatigue).collect();
    let tracks = Tracks {
        limit: file.tracks.morale_limit,
        plus_1: file.tracks.morale_plus_1,
        plus_2: file.tracks.morale_plus_2,
        scattered: file.tracks.scattered_boxes,
    };
    let battle = Battle::new(Parts {
        map,
        options,
        title: file.scenario.title.clone(),
        first_turn: file.scenario.first_turn,
        last_turn: file.scenario.last_turn,
        initiative,
        units,
        leaders,
        groups,
        reserves,
        leader_entries,
        pits,
        special,
        tracks,
        points,
        automatic,
        ford_cost,
        head_start,
        owed: record
            .as_ref()
            .map_or_else(Default::default, |r| Side::BOTH.map(|s| r.owed(s))),
    });
    let mut start = battle.deploy(&places, &fatigue, banners);
    battle.give_pools(&mut start);
    if let Some(record) = &record {
        battle.carry_over(&mut start, record);
    }
    start.trodden = battle.trodden_at_start(&start);
    Ok(battle.starting(start))
}

type FordCost = Option<(Vec<Hex>, u8, u8)>;

/// What the rules of the scenario do.
fn special(b: &mut Builder, options: &Options) -> (Special, FordCost) {
    let mut special = Special::default();
    let mut ford_cost = None;
    for row in &b.file.rule {
        let who: Vec<LeaderId> = row.leaders.iter().map(|l| b.leader(l)).collect();
        let mut each = |change: &dyn Fn(&mut LeaderCard)| {
            for id in &who {
                if let Some(card) = b.leaders.get_mut(usize::from(*id)) {
                    change(card);
                }
            }
        };
        match row.does.get_ref().as_str() {
            "archers_stay_in_movement_formation" => special.archers_march_until = row.last_turn,
            "command_may_not_move_before" => {
                let rule = if row.id == "SR-S3" { "SR-S3" } else { "SR-F7" };
                each(&|card| (card.moves_from, card.moves_rule) = (row.turn, rule));
            }
            "commands_change_sides" => each(&|card| card.wavers = true),
            "no_attack_by_foot" => special.no_foot_attack_until = row.last_turn,
            "ford_cost" => {
                let hexes = b.region(row.region.as_ref());
                ford_cost = Some((hexes, row.foot_extra, row.horse_extra));
            }
            "command_removed_before_turn" if !options.comyn_stays => each(&|card| card.removed = row.turn),
            "scots_remove_welsh" => special.remove_welsh = row.strength_per_turn,
            "archers_start_in_movement_formation" => special.archers_start_marching = true,
            "leader_death_costs_nearest_units" => special.six = true,
            // Carried out elsewhere: the campaign by its option, an exit without effect on morale by having none.
            "command_removed_before_turn"
            | "campaign_record"
            | "morale_from_campaign"
            | "losses_from_campaign"
            | "exit_without_morale_effect" => {}
            "horse_must_charge_nearest_shiltron" => special.first_charge_until = row.last_turn,
            other => b.fault(format!("no rule does `{other}`"), &row.does, ""),
        }
    }
    for row in &b.file.victory {
        if row.event.get_ref() == "leader_exited" {
            special.western_edge = b.region(row.region.as_ref());
        }
    }
    (special, ford_cost)
}

/// Groups, their units, and where those may stand.
/// SR-S7: the region of a side instead of its lists, what is nearest to where it would stand first; nothing where the
/// scenario has no such variant.
fn free_region(b: &mut Builder, side: Side, centre: Hex) -> Option<Vec<Hex>> {
    let free = b.file.variant.iter().find(|v| v.id == "SR-S7")?;
    let region = if side == SCOTS {
        &free.scottish_region
    } else {
        &free.english_region
    };
    let mut hexes = b.region(region.as_ref());
    hexes.retain(|h| h.is_on() && b.map.terrain(*h) != Terrain::Swamp);
    hexes.sort_by_key(|h| (b.map.distance(centre, *h), *h));
    Some(hexes)
}

/// SR-S7 for the leaders: each on the hex of the region nearest to his own, or on another as his player likes.
fn free_leaders(b: &mut Builder) {
    for i in 0..b.leaders.len() {
        let (side, hex) = (b.leaders[i].side, b.leaders[i].hex);
        if let Some(zone) = free_region(b, side, hex).filter(|z| hex.is_on() && !z.is_empty()) {
            b.leaders[i].hex = zone[0];
            b.leaders[i].zone = zone;
        }
    }
}

fn armies(b: &mut Builder, options: &Options) -> (Vec<Group>, Vec<Card>, Vec<Item>) {
    let (mut groups, mut units, mut items) = (Vec::new(), Vec::new(), Vec::new());
    let mut mix: Vec<Kind> = Vec::new();
    for kind in [Kind::Cav2, Kind::Cav1, Kind::Cav0] {
        mix.extend(std::iter::repeat_n(
            kind,
            b.file.counter_mix.get(kind.name()).copied().unwrap_or(0).into(),
        ));
    }
    let chosen_groups = b
        .file
        .group
        .iter()
        .filter(|g| g.units.iter().any(|u| u.kind.get_ref() == "CAV"))
        .count();
    let mut dealt = 0;
    for (at, row) in b.file.group.iter().enumerate() {
        let side = b.side(&row.side);
        let leader = row.leader.as_ref().map_or(NONE, |l| b.leader(l));
        let mut hexes = Vec::new();
        for zone in &row.zones {
            let centre = b.hex(&zone.hex);
            hexes.extend(deploy::within(b.map, centre, zone.radius));
        }
        if let (true, Some(&centre)) = (options.free_setup, hexes.first()) {
            hexes = free_region(b, side, centre).unwrap_or(hexes);
        }
        let mut seen = std::collections::BTreeSet::new();
        hexes.retain(|h| h.is_on() && b.map.terrain(*h) != Terrain::Swamp && seen.insert(*h));
        let chosen = row.units.iter().any(|u| u.kind.get_ref() == "CAV");
        for unit in &row.units {
            for i in 0..usize::from(unit.count) {
                let kind = if unit.kind.get_ref() == "CAV" {
                    // Dealt out in turn, so that every leader gets his share of each kind.
                    let share = dealt + i * chosen_groups.max(1);
                    mix.get(share).copied().unwrap_or(Kind::Cav0)
                } else {
                    b.kind(&unit.kind)
                };
                let number = units
                    .iter()
                    .filter(|c: &&Card| c.side == side && c.kind == kind)
                    .count()
                    + 1;
                let card = b.card(side, kind, at as u8, number);
                items.push(Item {
                    unit: units.len(),
                    sp: card.sp,
                    group: at as u8,
                    alone: row.one_per_hex,
                    hexes: hexes.clone(),
                });
                units.push(card);
            }
        }
        dealt += usize::from(chosen);
        groups.push(Group {
            side,
            leader,
            hexes,
            one_per_hex: row.one_per_hex,
            chosen,
        });
    }
    (groups, units, items)
}

/// The counters that may still come: those of the mix that are not set up.
fn reserves(b: &mut Builder, mut units: Vec<Card>) -> (Vec<Reserve>, Vec<Card>) {
    let mut list = Vec::new();
    for row in &b.file.reserve {
        let side = b.side(&row.side);
        let kinds: Vec<Kind> = row.types.iter().map(|t| b.kind(t)).collect();
        for kind in &kinds {
            let there = units.iter().filter(|c| c.side == side && c.kind == *kind).count();
            let all = usize::from(b.file.counter_mix.get(kind.name()).copied().unwrap_or(0));
            for number in there + 1..=all {
                units.push(b.card(side, *kind, NONE, number));
            }
        }
        list.push(Reserve {
            side,
            kinds,
            per_turn: row.per_turn,
            each: row.each_hex,
            maximum: row.maximum,
            hexes: row.hexes.iter().map(|h| b.hex(h)).collect(),
            from_turn: row.from_turn,
            rule: if row.rule == "SR-B10" { "SR-B10" } else { "SR-F5" },
        });
    }
    (list, units)
}

fn points(b: &mut Builder) -> Vec<Points> {
    let mut list = Vec::new();
    for row in &b.file.victory {
        let side = b.side(&row.side);
        let what = match row.event.get_ref().as_str() {
            "leader_killed" => What::Leaders(match &row.name {
                Some(name) => vec![b.leader(name)],
                None => others(b, row, side),
            }),
            "unit_killed" => {
                let mut kinds: Vec<Kind> = row.types.iter().map(|t| b.kind(t)).collect();
                if kinds.contains(&Kind::Inf0) {
                    kinds.push(Kind::Welsh);
                }
                What::Units(kinds)
            }
            "banner_captured" => What::Banner,
            "region_captured" => What::Captured(b.region(row.region.as_ref())),
            "unit_in_region_at_end" => What::Held(b.region(row.region.as_ref())),
            "no_enemy_unit_in_region_at_end" => What::Free(b.region(row.region.as_ref())),
            "leader_exited" => What::LeftWest(true),
            "leader_did_not_exit" => What::LeftWest(false),
            other => {
                b.fault(format!("nobody scores for `{other}`"), &row.event, "");
                continue;
            }
        };
        list.push(Points {
            side,
            points: row.points,
            what,
        });
    }
    list
}

/// All enemy leaders without a line of their own.
fn others(b: &Builder, row: &VictoryRow, side: Side) -> Vec<LeaderId> {
    let rows = b.file.victory.iter().filter(|v| v.side == row.side);
    let named: Vec<String> = rows
        .filter_map(|v| v.name.as_ref().filter(|_| v.event.get_ref() == "leader_killed"))
        .map(|n| slug(n.get_ref()))
        .collect();
    let all = b.leaders.iter().enumerate();
    // One who can change sides counts for whoever is his enemy then.
    let counted = all.filter(|(_, l)| (l.side != side || l.wavers) && !named.contains(&l.id));
    counted.map(|(i, _)| i as LeaderId).collect()
}

fn automatic(b: &mut Builder) -> Vec<Automatic> {
    let mut list = Vec::new();
    for row in &b.file.automatic {
        let side = b.side(&row.side);
        let what = match row.event.get_ref().as_str() {
            "leaders_dead" => Trigger::LeadersDead(row.names.iter().map(|n| b.leader(n)).collect()),
            "no_enemy_unit_in_region" => {
                let mut hexes = b.region(row.region.as_ref());
                if let Some(terrain) = &row.except_terrain {
                    hexes.retain(|h| b.map.terrain(*h).name() != terrain);
                }
                Trigger::Cleared(hexes)
            }
            other => {
                b.fault(format!("`{other}` ends no battle"), &row.event, "");
                continue;
            }
        };
        list.push(Automatic { side, what });
    }
    list
}

/// Points and automatic victories of a scenario for a case that has only some of its leaders and regions.
pub(crate) fn goals(file: &ScenarioFile, map: &HexMap, leaders: &[LeaderCard]) -> (Vec<Points>, Vec<Automatic>) {
    let (mut scored, mut ends) = (Vec::new(), Vec::new());
    let known = |n: &Spanned<String>| leaders.iter().any(|l| l.id == slug(n.get_ref()));
    for row in &file.victory {
        let event = row.event.get_ref();
        let placed = row.region.as_ref().is_none_or(|r| map.region(r.get_ref()).is_some());
        let exits = event.starts_with("leader_") && event != "leader_killed";
        if row.name.as_ref().is_some_and(|n| !known(n)) || !(placed || exits) {
            continue;
        }
        // Leaders with a line of their own must be known while the others are gathered.
        let mut one = file.clone();
        one.victory
            .retain(|v| v.event.get_ref() == "leader_killed" && v.name.as_ref().is_some_and(known));
        one.victory.push(row.clone());
        let mut b = Builder {
            file: &one,
            map,
            faults: Vec::new(),
            leaders: leaders.to_vec(),
        };
        scored.extend(points(&mut b).pop());
    }
    for row in &file.automatic {
        let mut one = file.clone();
        let mut row = row.clone();
        row.names.retain(known);
        one.automatic = vec![row];
        let mut b = Builder {
            file: &one,
            map,
            faults: Vec::new(),
            leaders: leaders.to_vec(),
        };
        let found = automatic(&mut b);
        if b.faults.is_empty() {
            ends.extend(found);
        }
    }
    (scored, ends)
}
